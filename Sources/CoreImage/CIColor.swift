public import CoreGraphics
public import Foundation

/// An immutable colour for filters: components in a colour space, and straight alpha.
///
/// - Thread: Any.
public final class CIColor: NSObject, NSCopying, NSSecureCoding, Sendable {
  private let color: CGColor

  /// Creates a colour from one of Core Graphics; components may lie outside of 0 … 1 in spaces that allow it.
  public init(cgColor: CGColor) { color = cgColor }

  /// Creates a copy of a colour.
  convenience init(_ other: CIColor) { self.init(cgColor: other.color) }

  /// Creates an sRGB colour.
  public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat) {
    self.init(red: red, green: green, blue: blue, alpha: 1)
  }

  /// Creates an sRGB colour with straight alpha.
  public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(cgColor: CGColor(srgbRed: red, green: green, blue: blue, alpha: alpha))
  }

  /// Creates a colour in an RGB space; returns nil for other spaces.
  public convenience init?(red: CGFloat, green: CGFloat, blue: CGFloat, colorSpace: CGColorSpace) {
    self.init(red: red, green: green, blue: blue, alpha: 1, colorSpace: colorSpace)
  }

  /// Creates a colour with straight alpha in an RGB space; returns nil for other spaces.
  public convenience init?(
    red: CGFloat,
    green: CGFloat,
    blue: CGFloat,
    alpha: CGFloat,
    colorSpace: CGColorSpace
  ) {
    guard colorSpace.model == .rgb,
      let color = CGColor(colorSpace: colorSpace, components: [red, green, blue, alpha])
    else { return nil }
    self.init(cgColor: color)
  }

  /// Creates an sRGB colour from text such as `0.5 0.7 0.3 1`; missing colours count as 0, a missing alpha as 1.
  public convenience init(string representation: String) {
    let words = representation.split(separator: " ").map { CGFloat(Double($0) ?? 0) }
    func word(_ i: Int, _ absent: CGFloat) -> CGFloat { i < words.count ? words[i] : absent }
    self.init(red: word(0, 0), green: word(1, 0), blue: word(2, 0), alpha: word(3, 1))
  }

  /// The colour as Core Graphics has it.
  var cgColor: CGColor { color }

  /// The colour space.
  public var colorSpace: CGColorSpace { color.colorSpace ?? CGColorSpaceCreateDeviceRGB() }

  /// The number of components, alpha included.
  public var numberOfComponents: Int { color.numberOfComponents }

  /// The components of the colour space, and alpha; valid while the colour exists.
  ///
  /// Apple's property is a pointer; here it is an array, which a call of C takes in the same way.
  public var components: [CGFloat] { color.components ?? [] }

  /// Red, as it is in an RGB space, or in sRGB.
  public var red: CGFloat { rgb.x }
  /// Green, as it is in an RGB space, or in sRGB.
  public var green: CGFloat { rgb.y }
  /// Blue, as it is in an RGB space, or in sRGB.
  public var blue: CGFloat { rgb.z }
  /// Straight alpha.
  public var alpha: CGFloat { color.alpha }

  private var rgb: SIMD3<Double> {
    let own = components
    if colorSpace.model == .rgb, own.count == 4 {
      return SIMD3(Double(own[0]), Double(own[1]), Double(own[2]))
    }
    let value = color.extendedSRGB
    return SIMD3(Double(value.x), Double(value.y), Double(value.z))
  }

  /// Red, green, blue and alpha as text that ``init(string:)`` reads.
  public var stringRepresentation: String { "\(red) \(green) \(blue) \(alpha)" }

  /// The colour as text.
  public override var description: String { "(\(stringRepresentation))" }

  /// Returns the colour itself, which is immutable.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  /// Returns whether an object is a colour with the same space and components.
  public override func isEqual(_ object: Any?) -> Bool { (object as? CIColor)?.color == color }

  /// A hash of space and components.
  public override var hash: Int { color.hashValue }

  /// True: colours can be archived securely.
  public static var supportsSecureCoding: Bool { true }

  /// Creates a colour from an archive.
  public convenience init?(coder: NSCoder) {
    guard let text = coder.decodeObject(of: NSString.self, forKey: "CI_color") else { return nil }
    self.init(string: text as String)
  }

  /// Writes the colour into an archive, in sRGB.
  public func encode(with coder: NSCoder) {
    let value = color.extendedSRGB
    let text =
      colorSpace.model == .rgb && colorSpace == CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 1).colorSpace
      ? stringRepresentation : "\(value.x) \(value.y) \(value.z) \(value.w)"
    coder.encode(text as NSString, forKey: "CI_color")
  }

  /// Opaque black.
  public static let black = CIColor(red: 0, green: 0, blue: 0)
  /// Opaque white.
  public static let white = CIColor(red: 1, green: 1, blue: 1)
  /// Opaque gray of one half.
  public static let gray = CIColor(red: 0.5, green: 0.5, blue: 0.5)
  /// Opaque red.
  public static let red = CIColor(red: 1, green: 0, blue: 0)
  /// Opaque green.
  public static let green = CIColor(red: 0, green: 1, blue: 0)
  /// Opaque blue.
  public static let blue = CIColor(red: 0, green: 0, blue: 1)
  /// Opaque cyan.
  public static let cyan = CIColor(red: 0, green: 1, blue: 1)
  /// Opaque magenta.
  public static let magenta = CIColor(red: 1, green: 0, blue: 1)
  /// Opaque yellow.
  public static let yellow = CIColor(red: 1, green: 1, blue: 0)
  /// Transparent black.
  public static let clear = CIColor(red: 0, green: 0, blue: 0, alpha: 0)

  /// Straight extended sRGB.
  var straightSRGB: Pixel { color.extendedSRGB }
}
