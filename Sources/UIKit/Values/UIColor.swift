public import CoreGraphics
public import Foundation
import CoreText
import QuartzCore
import StrataViews

/// A colour with opacity.
///
/// Dynamic colours, those of the system and those of a closure, have the values for ``UITraitCollection/current``. The
/// components of all colours are read in extended sRGB; those of a grey are its white.
///
/// - Thread: Any.
open class UIColor: NSObject, NSCopying, NSSecureCoding, _ExpressibleByColorLiteral,
  @unchecked Sendable  // Immutable.
{
  private let source: Source

  /// Where a colour comes from.
  private enum Source {
    case fixed(CGColor)
    /// One for light surroundings and one for dark ones.
    case pair(light: CGColor, dark: CGColor)
    case provider((UITraitCollection) -> UIColor)
  }

  private init(_ source: Source) { self.source = source }

  /// Creates a colour of the system.
  convenience init(light: CGColor, dark: CGColor) { self.init(.pair(light: light, dark: dark)) }

  /// The colour as Core Graphics has it, in the current surroundings.
  public final var cgColor: CGColor {
    switch source {
    case .fixed(let color): color
    case .pair(let light, let dark): UITraitCollection.isCurrentlyDark ? dark : light
    case .provider: resolvedColor(with: .current).cgColor
    }
  }

  /// Creates a colour of Core Graphics.
  public init(cgColor: CGColor) { source = .fixed(cgColor) }

  /// Reads a colour from an archive; nil if there is none.
  public required init?(coder: NSCoder) {
    guard let color = coder.decodeValue(forKey: Self.archiveKey) as? CGColor else { return nil }
    let dark = coder.decodeValue(forKey: Self.darkArchiveKey) as? CGColor
    source = dark.map { .pair(light: color, dark: $0) } ?? .fixed(color)
  }

  /// Creates a colour in extended sRGB, components from 0 to 1; those outside are kept, but for the opacity.
  public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    let alpha = Self.limited(alpha)
    self.init(cgColor: CGColor(srgbRed: red, green: green, blue: blue, alpha: alpha))
  }

  /// Creates a colour in Display P3, components from 0 to 1.
  public convenience init(displayP3Red red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    let components = [red, green, blue, Self.limited(alpha)]
    let wide = CGColorSpace(name: CGColorSpace.displayP3).flatMap {
      CGColor(colorSpace: $0, components: components)
    }
    self.init(cgColor: wide ?? CGColor(srgbRed: red, green: green, blue: blue, alpha: components[3]))
  }

  /// Creates a grey, from 0 (black) to 1 (white).
  public convenience init(white: CGFloat, alpha: CGFloat) {
    self.init(cgColor: CGColor(genericGrayGamma2_2Gray: white, alpha: Self.limited(alpha)))
  }

  /// An opacity within 0 and 1.
  private static func limited(_ alpha: CGFloat) -> CGFloat { alpha > 0 ? min(alpha, 1) : 0 }

  /// Creates a colour from its hue, as a part of the circle, saturation and brightness, each from 0 to 1.
  public convenience init(hue: CGFloat, saturation: CGFloat, brightness: CGFloat, alpha: CGFloat) {
    let c = HueColor(hue: hue, saturation: saturation, brightness: brightness).components
    self.init(red: c.red, green: c.green, blue: c.blue, alpha: alpha)
  }

  /// Creates the colour that a closure returns for the surroundings in which it is used.
  public init(dynamicProvider: @escaping (UITraitCollection) -> UIColor) {
    source = .provider(dynamicProvider)
  }

  /// Creates the colour of a literal, `#colorLiteral(red:green:blue:alpha:)`.
  public required convenience init(_colorLiteralRed red: Float, green: Float, blue: Float, alpha: Float) {
    self.init(red: CGFloat(red), green: CGFloat(green), blue: CGFloat(blue), alpha: CGFloat(alpha))
  }

  /// Returns the colour with another opacity, from 0 to 1.
  open func withAlphaComponent(_ alpha: CGFloat) -> UIColor {
    func changed(_ color: CGColor) -> CGColor { color.copy(alpha: Self.limited(alpha)) ?? color }
    return switch source {
    case .fixed(let color): UIColor(cgColor: changed(color))
    case .pair(let light, let dark): UIColor(light: changed(light), dark: changed(dark))
    case .provider(let provider): UIColor { provider($0).withAlphaComponent(alpha) }
    }
  }

  /// Returns the colour in surroundings; one that is not dynamic is the same in all.
  open func resolvedColor(with traitCollection: UITraitCollection) -> UIColor {
    switch source {
    case .fixed: self
    case .pair(let light, let dark):
      UIColor(cgColor: traitCollection.userInterfaceStyle == .dark ? dark : light)
    case .provider(let provider): provider(traitCollection).resolvedColor(with: traitCollection)
    }
  }

  /// True for colours that depend on the surroundings.
  final var isDynamic: Bool { if case .fixed = source { false } else { true } }

  /// Makes the colour the fill and stroke colour of the current context.
  open func set() {
    setFill()
    setStroke()
  }

  /// Makes the colour the fill colour of the current context.
  open func setFill() { ContextStack.current?.context.setFillColor(cgColor) }

  /// Makes the colour the stroke colour of the current context.
  open func setStroke() { ContextStack.current?.context.setStrokeColor(cgColor) }

  /// Stores the components; returns false for a pattern.
  @discardableResult open func getRed(
    _ red: UnsafeMutablePointer<CGFloat>?,
    green: UnsafeMutablePointer<CGFloat>?,
    blue: UnsafeMutablePointer<CGFloat>?,
    alpha: UnsafeMutablePointer<CGFloat>?
  ) -> Bool {
    guard let c = cgColor.toldComponents else { return false }
    red?.pointee = c.red
    green?.pointee = c.green
    blue?.pointee = c.blue
    alpha?.pointee = cgColor.alpha
    return true
  }

  /// Stores white and opacity; returns false for a pattern.
  ///
  /// The white of a colour that is not a grey is that of the grey of its luminance.
  @discardableResult open func getWhite(
    _ white: UnsafeMutablePointer<CGFloat>?,
    alpha: UnsafeMutablePointer<CGFloat>?
  ) -> Bool {
    guard let c = cgColor.toldComponents else { return false }
    let isGray = abs(c.red - c.green) < 1e-4 && abs(c.green - c.blue) < 1e-4
    white?.pointee = isGray ? c.green : grayOfLuminance ?? c.green
    alpha?.pointee = cgColor.alpha
    return true
  }

  private var grayOfLuminance: CGFloat? {
    guard let space = CGColorSpace(name: CGColorSpace.genericGrayGamma2_2) else { return nil }
    return cgColor.converted(to: space, intent: .defaultIntent, options: nil)?.components?.first
  }

  /// Stores hue, saturation and brightness, each from 0 to 1; returns false for a pattern.
  @discardableResult open func getHue(
    _ hue: UnsafeMutablePointer<CGFloat>?,
    saturation: UnsafeMutablePointer<CGFloat>?,
    brightness: UnsafeMutablePointer<CGFloat>?,
    alpha: UnsafeMutablePointer<CGFloat>?
  ) -> Bool {
    guard let c = cgColor.toldComponents else { return false }
    let color = HueColor(red: c.red, green: c.green, blue: c.blue)
    hue?.pointee = color.hue
    saturation?.pointee = color.saturation
    brightness?.pointee = color.brightness
    alpha?.pointee = cgColor.alpha
    return true
  }

  /// Returns whether both are the same colour in the same colour space, whatever the surroundings.
  ///
  /// Colours of the system are equal if they are in all surroundings; one of a closure is equal to itself alone.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UIColor else { return false }
    if other === self { return true }
    return switch (source, other.source) {
    case (.fixed(let color), .fixed(let otherColor)): color == otherColor
    case (.pair(let light, let dark), .pair(let otherLight, let otherDark)):
      light == otherLight && dark == otherDark
    default: false
    }
  }
  /// The hash of the colour, which is the same in all surroundings.
  open override var hash: Int {
    switch source {
    case .fixed(let color), .pair(let color, _): color.hashValue
    case .provider: ObjectIdentifier(self).hashValue
    }
  }
  /// The components in words.
  open override var description: String {
    let c = cgColor.toldComponents ?? (0, 0, 0)
    return "UIColor \(c.red) \(c.green) \(c.blue) \(cgColor.alpha)"
  }
  /// Returns the colour itself, which does not change.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  private static let archiveKey = "color"
  private static let darkArchiveKey = "darkColor"
  /// True: colours can be archived securely.
  open class var supportsSecureCoding: Bool { true }
  /// Writes the components and the name of their space into a keyed archive.
  ///
  /// A pattern is written as clear, and a colour of a closure as it is in the current surroundings.
  open func encode(with coder: NSCoder) {
    guard case .pair(let light, let dark) = source else {
      return coder.encodeValue(cgColor, forKey: Self.archiveKey)
    }
    coder.encodeValue(light, forKey: Self.archiveKey)
    coder.encodeValue(dark, forKey: Self.darkArchiveKey)
  }
}

extension UIColor: CoreTextColor {
  package var coreTextColor: CGColor { cgColor }
}

/// The type of colour literals without another one.
public typealias _ColorLiteralType = UIColor
