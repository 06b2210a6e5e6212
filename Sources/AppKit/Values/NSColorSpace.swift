public import CoreGraphics
public import Foundation

/// The definition of what a colour's components mean.
///
/// - Thread: Any.
open class NSColorSpace: NSObject, @unchecked Sendable {  // Immutable.
  /// The kind of the components.
  public enum Model: Int, Sendable {
    /// Not known.
    case unknown = -1
    /// White.
    case gray
    /// Red, green and blue.
    case rgb
    /// Cyan, magenta, yellow and black.
    case cmyk
    /// Lightness and two colour axes.
    case lab
    /// Any number of inks.
    case deviceN
    /// An index of a table.
    case indexed
    /// A pattern.
    case patterned
  }

  /// The space as Core Graphics has it.
  public let cgColorSpace: CGColorSpace?
  private let space: CGColorSpace

  private init(_ space: CGColorSpace) { (self.space, cgColorSpace) = (space, space) }

  /// Creates a space of Core Graphics.
  public convenience init?(cgColorSpace: CGColorSpace) { self.init(cgColorSpace as CGColorSpace) }

  private static func named(_ name: CFString) -> NSColorSpace {
    NSColorSpace(CGColorSpace(name: name) ?? CGColorSpaceCreateDeviceRGB())
  }

  /// The kind of the components.
  open var colorSpaceModel: Model {
    switch space.model {
    case .monochrome: .gray
    case .rgb: .rgb
    case .cmyk: .cmyk
    case .pattern: .patterned
    default: .unknown
    }
  }

  /// The number of components, without opacity.
  open var numberOfColorComponents: Int { space.numberOfComponents }

  /// Returns whether both are the same space.
  open override func isEqual(_ object: Any?) -> Bool { (object as? NSColorSpace)?.space == space }
  /// The hash of the space.
  open override var hash: Int { space.hashValue }

  // MARK: Spaces

  /// SRGB.
  open class var sRGB: NSColorSpace { named(CGColorSpace.sRGB) }
  /// SRGB with components below 0 and above 1.
  open class var extendedSRGB: NSColorSpace { named(CGColorSpace.extendedSRGB) }
  /// Display P3.
  open class var displayP3: NSColorSpace { named(CGColorSpace.displayP3) }
  /// Adobe RGB (1998).
  open class var adobeRGB1998: NSColorSpace { named(CGColorSpace.adobeRGB1998) }
  /// The general space of red, green and blue; sRGB.
  open class var genericRGB: NSColorSpace { sRGB }
  /// The display's space of red, green and blue, which is that of sRGB.
  open class var deviceRGB: NSColorSpace { NSColorSpace(CGColorSpaceCreateDeviceRGB()) }
  /// The general grey, with gamma 2.2.
  open class var genericGray: NSColorSpace { genericGamma22Gray }
  /// Grey with gamma 2.2.
  open class var genericGamma22Gray: NSColorSpace { named(CGColorSpace.genericGrayGamma2_2) }
  /// Grey with gamma 2.2 and components below 0 and above 1.
  open class var extendedGenericGamma22Gray: NSColorSpace { named(CGColorSpace.extendedGray) }
  /// The display's grey.
  open class var deviceGray: NSColorSpace { NSColorSpace(CGColorSpaceCreateDeviceGray()) }
  /// The general space of inks.
  open class var genericCMYK: NSColorSpace { named(CGColorSpace.genericCMYK) }
  /// The space of inks without a profile.
  open class var deviceCMYK: NSColorSpace { NSColorSpace(CGColorSpaceCreateDeviceCMYK()) }
}

/// The name of the space of a bitmap's pixels.
public struct NSColorSpaceName: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String
  /// Creates a name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The space of red, green and blue of no device; sRGB.
  public static let calibratedRGB = NSColorSpaceName(rawValue: "NSCalibratedRGBColorSpace")
  /// The display's space of red, green and blue, which is that of sRGB.
  public static let deviceRGB = NSColorSpaceName(rawValue: "NSDeviceRGBColorSpace")
}

/// Colours in colour spaces.
extension NSColor {
  /// Creates a colour from the components of a space, followed by opacity.
  public convenience init(
    colorSpace space: NSColorSpace,
    components: UnsafePointer<CGFloat>,
    count numberOfComponents: Int
  ) {
    let values = (0..<max(numberOfComponents, 0)).map { components[$0] }
    let color = space.cgColorSpace.flatMap { space in
      values.count == space.numberOfComponents + 1 ? CGColor(colorSpace: space, components: values) : nil
    }
    precondition(color != nil, "\(numberOfComponents) components do not make a colour of the space")
    self.init(color ?? .clear)
  }

  /// Creates a colour in Display P3, components from 0 to 1.
  public convenience init(displayP3Red red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(colorSpace: .displayP3, components: [red, green, blue, alpha], count: 4)
  }

  /// Creates a colour of inks, components from 0 to 1.
  public convenience init(
    deviceCyan cyan: CGFloat,
    magenta: CGFloat,
    yellow: CGFloat,
    black: CGFloat,
    alpha: CGFloat
  ) {
    self.init(colorSpace: .deviceCMYK, components: [cyan, magenta, yellow, black, alpha], count: 5)
  }

  /// Creates a grey with gamma 2.2, from 0 (black) to 1 (white).
  public convenience init(genericGamma22White white: CGFloat, alpha: CGFloat) {
    self.init(colorSpace: .genericGamma22Gray, components: [white, alpha], count: 2)
  }

  /// The number of components, with opacity.
  public var numberOfComponents: Int { cgColor.numberOfComponents }

  /// Stores the ``numberOfComponents`` components, with opacity last.
  public func getComponents(_ components: UnsafeMutablePointer<CGFloat>) {
    for (index, value) in (cgColor.components ?? []).enumerated() { components[index] = value }
  }

  /// The space of the components.
  public var colorSpace: NSColorSpace {
    cgColor.colorSpace.flatMap { NSColorSpace(cgColorSpace: $0) } ?? .deviceRGB
  }

  /// Returns the same colour in another space; nil for a pattern.
  public func usingColorSpace(_ space: NSColorSpace) -> NSColor? {
    space.cgColorSpace.flatMap { cgColor.converted(to: $0, intent: .defaultIntent, options: nil) }
      .flatMap { NSColor(cgColor: $0) }
  }
}
