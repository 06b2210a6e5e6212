public import Foundation

/// A colour: components in a colour space, and alpha.
///
/// Colours are equal when their spaces and components are.
public final class CGColor: Hashable, Sendable {
  private let space: CGColorSpace
  /// The components; alpha is the last one.
  private let values: [CGFloat]
  /// The pattern that the colour draws; nil for every other colour.
  public let pattern: CGPattern?

  /// Red, green, blue and straight alpha as numbers of extended sRGB, computed once.
  ///
  /// They lie within what half floats hold, so that products of colours stay finite; no number is zero.
  package let extendedSRGB: SIMD4<Float>

  init(space: CGColorSpace, values: [CGFloat], pattern: CGPattern? = nil) {
    self.space = space
    self.values = values
    self.pattern = pattern
    if let pattern {
      // Where patterns are not drawn, a stencil is its colour, and one with colours of its own is not seen.
      let base = space.patternBase ?? .deviceGray
      let color = pattern.isColored ? nil : CGColor(space: base, values: values)
      extendedSRGB = color?.extendedSRGB ?? .zero
      return
    }
    let alpha = Double(values.last ?? 1)
    let color = space.encoding.extendedSRGB(values.dropLast().map(Double.init))
    extendedSRGB = SIMD4(
      Self.bounded(color.x),
      Self.bounded(color.y),
      Self.bounded(color.z),
      Self.bounded(alpha)
    )
  }

  private static func bounded(_ value: Double) -> Float {
    let most = Double(Float16.greatestFiniteMagnitude)
    return value.isNaN ? 0 : Float(min(max(value, -most), most))
  }

  /// Whether all components are numbers.
  package var isFinite: Bool { values.allSatisfy(\.isFinite) }

  /// Creates a colour from as many components as the space has, followed by alpha.
  public convenience init?(colorSpace space: CGColorSpace, components: UnsafePointer<CGFloat>) {
    let count = space.numberOfComponents + 1
    self.init(space: space, values: Array(UnsafeBufferPointer(start: components, count: count)))
  }

  /// Creates a colour that draws a pattern; nil when the space is no pattern space or a stencil's space has no base.
  ///
  /// `components` is alpha for a pattern with colours of its own; a stencil's colour in the space's base and alpha.
  public convenience init?(
    patternSpace space: CGColorSpace,
    pattern: CGPattern,
    components: UnsafePointer<CGFloat>
  ) {
    guard space.model == .pattern, pattern.isColored || space.patternBase != nil else { return nil }
    let count = pattern.isColored ? 1 : space.numberOfComponents + 1
    let values = Array(UnsafeBufferPointer(start: components, count: count))
    self.init(space: space, values: values, pattern: pattern)
  }

  /// Creates an RGB colour; generic RGB is sRGB here.
  public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(srgbRed: red, green: green, blue: blue, alpha: alpha)
  }

  /// Creates an sRGB colour.
  public convenience init(srgbRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(space: .standardRGB, values: [red, green, blue, alpha])
  }

  /// Creates a gray colour with the exponent 2.2.
  public convenience init(gray: CGFloat, alpha: CGFloat) {
    self.init(space: .standardGray, values: [gray, alpha])
  }

  /// Creates a gray colour with the exponent 2.2.
  public convenience init(genericGrayGamma2_2Gray gray: CGFloat, alpha: CGFloat) {
    self.init(gray: gray, alpha: alpha)
  }

  /// Creates a colour of four inks.
  public convenience init(
    genericCMYKCyan cyan: CGFloat,
    magenta: CGFloat,
    yellow: CGFloat,
    black: CGFloat,
    alpha: CGFloat
  ) {
    let space = CGColorSpace(name: CGColorSpace.genericCMYK) ?? .deviceCMYK
    self.init(space: space, values: [cyan, magenta, yellow, black, alpha])
  }

  /// Creates a colour from numbers of extended sRGB with straight alpha.
  package convenience init(extendedSRGB color: SIMD4<Float>) {
    self.init(
      space: .extendedStandardRGB,
      values: [CGFloat(color.x), CGFloat(color.y), CGFloat(color.z), CGFloat(color.w)]
    )
  }

  /// The alpha component, 0 to 1.
  public var alpha: CGFloat { values.last ?? 1 }

  /// The colour space.
  public var colorSpace: CGColorSpace? { space }

  /// The components; the last one is alpha.
  public var components: [CGFloat]? { values }

  /// The number of components with alpha.
  public var numberOfComponents: Int { values.count }

  /// Returns the colour itself, as it cannot change.
  public func copy() -> CGColor? { self }

  /// Returns the colour with another alpha.
  public func copy(alpha: CGFloat) -> CGColor? {
    CGColor(space: space, values: values.dropLast() + [alpha], pattern: pattern)
  }

  /// Returns the colour of another space that looks the same, clamped where that space has no extended range.
  ///
  /// Nil for patterns and pattern spaces.
  public func converted(
    to space: CGColorSpace,
    intent: CGColorRenderingIntent,
    options: CFDictionary?
  ) -> CGColor? {
    if space == self.space { return self }
    guard pattern == nil, space.model != .pattern else { return nil }
    let color = self.space.encoding.extendedSRGB(values.dropLast().map(Double.init))
    let components = space.encoding.components(ofExtendedSRGB: color)
    return CGColor(space: space, values: components.map { CGFloat($0) } + [alpha])
  }

  /// Opaque black in gray.
  public static let black = CGColor(gray: 0, alpha: 1)
  /// Opaque white in gray.
  public static let white = CGColor(gray: 1, alpha: 1)
  /// Transparent black in gray.
  public static let clear = CGColor(gray: 0, alpha: 0)

  /// The number of the class for `CFGetTypeID(_:)`.
  public static var typeID: CFTypeID { typeNumber(of: CGColor.self) }

  /// Returns whether space and components are equal.
  public static func == (lhs: CGColor, rhs: CGColor) -> Bool {
    lhs === rhs
      || (lhs.values == rhs.values && lhs.space == rhs.space && lhs.pattern == rhs.pattern)
  }

  /// Feeds space and components into a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(space)
    hasher.combine(values)
  }
}

extension CGColor: CoreFoundationObject {}
