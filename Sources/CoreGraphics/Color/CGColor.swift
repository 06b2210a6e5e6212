public import Foundation

/// An immutable colour: components in a colour space, and alpha.
///
/// Colours are equal if their spaces and components are.
///
/// - Thread: Any.
public final class CGColor: Hashable, Sendable {
  private let space: CGColorSpace
  /// The components; alpha is the last one.
  private let values: [CGFloat]
  /// The pattern that the colour draws; nil for plain colours.
  public let pattern: CGPattern?

  /// Red, green, blue and straight alpha in extended sRGB, computed once.
  ///
  /// Values are clamped to the range of `Float16`, so that products of colours stay finite; a NaN becomes 0.
  package let extendedSRGB: SIMD4<Float>

  init(space: CGColorSpace, values: [CGFloat], pattern: CGPattern? = nil) {
    self.space = space
    self.values = values
    self.pattern = pattern
    if let pattern {
      // Code that does not draw patterns sees a stencil as its colour, and a coloured pattern as transparent.
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

  /// True if all components are finite.
  package var isFinite: Bool { values.allSatisfy(\.isFinite) }

  /// Creates a colour from the components of a colour space, followed by alpha.
  public convenience init?(colorSpace space: CGColorSpace, components: UnsafePointer<CGFloat>) {
    let count = space.numberOfComponents + 1
    self.init(space: space, values: Array(UnsafeBufferPointer(start: components, count: count)))
  }

  /// Creates a colour that draws a pattern.
  ///
  /// `components` is the alpha of a coloured pattern, or a stencil's colour in the base of the space, followed by
  /// alpha. Returns nil if the space is not a pattern space, or has no base for a stencil.
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

  /// Creates an RGB colour; generic RGB is sRGB.
  public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(srgbRed: red, green: green, blue: blue, alpha: alpha)
  }

  /// Creates an sRGB colour.
  public convenience init(srgbRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(space: .standardRGB, values: [red, green, blue, alpha])
  }

  /// Creates a gray colour with gamma 2.2.
  public convenience init(gray: CGFloat, alpha: CGFloat) {
    self.init(space: .standardGray, values: [gray, alpha])
  }

  /// Creates a gray colour with gamma 2.2.
  public convenience init(genericGrayGamma2_2Gray gray: CGFloat, alpha: CGFloat) {
    self.init(gray: gray, alpha: alpha)
  }

  /// Creates a CMYK colour.
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

  /// Creates a colour from components of extended sRGB with straight alpha.
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

  /// The components of the colour space, followed by alpha.
  public var components: [CGFloat]? { values }

  /// The number of components, including alpha.
  public var numberOfComponents: Int { values.count }

  /// Returns the colour itself, which is immutable.
  public func copy() -> CGColor? { self }

  /// Returns the colour with the given alpha.
  public func copy(alpha: CGFloat) -> CGColor? {
    CGColor(space: space, values: values.dropLast() + [alpha], pattern: pattern)
  }

  /// Returns the same colour in another colour space, clamped unless that space has an extended range.
  ///
  /// Returns nil for patterns and pattern spaces. `intent` and `options` have no effect.
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

  /// Opaque black, in a gray space.
  public static let black = CGColor(gray: 0, alpha: 1)
  /// Opaque white, in a gray space.
  public static let white = CGColor(gray: 1, alpha: 1)
  /// Transparent black, in a gray space.
  public static let clear = CGColor(gray: 0, alpha: 0)

  /// The type identifier that `CFGetTypeID(_:)` returns for the class.
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
