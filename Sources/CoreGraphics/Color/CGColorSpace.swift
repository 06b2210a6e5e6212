public import Foundation

/// The definition of what a colour's components mean.
///
/// Two spaces are equal if their names and encodings are. Device spaces are those of an sRGB display.
///
/// - Thread: Any.
public final class CGColorSpace: Hashable, Sendable {
  /// The name from which the space can be created; nil for pattern spaces.
  private let constantName: String?
  let encoding: ColorEncoding
  /// True if the colours of the space are patterns.
  private let isPattern: Bool
  /// The space of a stencil's colour; nil in spaces of coloured patterns and in all other spaces.
  let patternBase: CGColorSpace?

  init(name: String, encoding: ColorEncoding) {
    constantName = name
    self.encoding = encoding
    (isPattern, patternBase) = (false, nil)
  }

  /// Creates a pattern space: for stencils in colours of the base space, or for coloured patterns if the base is nil.
  ///
  /// Returns nil if the base is a pattern space.
  public init?(patternBaseSpace baseSpace: CGColorSpace?) {
    guard baseSpace?.model != .pattern else { return nil }
    constantName = nil
    encoding = baseSpace?.encoding ?? ColorEncoding(model: .gray)
    (isPattern, patternBase) = (true, baseSpace)
  }

  /// The space of a stencil's colour; nil for all spaces but pattern spaces with a base.
  public var baseColorSpace: CGColorSpace? { patternBase }

  /// Creates the space that a constant of this class names, or the name of a device space; nil for other names.
  public convenience init?(name: CFString) {
    let key = name as String
    guard let encoding = Self.encodings[key] else { return nil }
    self.init(name: key, encoding: encoding)
  }

  /// The name of the space, which is `kCGColorSpaceDeviceRGB` and the like for device spaces; nil for pattern spaces.
  public var name: CFString? { constantName.map { $0 as CFString } }

  /// The kind of the components.
  public var model: CGColorSpaceModel {
    if isPattern { return .pattern }
    return switch encoding.model {
    case .gray: .monochrome
    case .rgb: .rgb
    case .cmyk: .cmyk
    }
  }

  /// The number of components, without alpha.
  public var numberOfComponents: Int {
    if isPattern { return patternBase?.numberOfComponents ?? 0 }
    return switch encoding.model {
    case .gray: 1
    case .rgb: 3
    case .cmyk: 4
    }
  }

  /// True if the space has colours that sRGB lacks.
  public var isWideGamutRGB: Bool {
    !isPattern && encoding.model == .rgb && (encoding.primaries != .sRGB || encoding.isExtended)
  }

  /// True if a bitmap can be created in the space.
  public var supportsOutput: Bool { !isPattern && encoding.model != .cmyk }

  /// The type identifier that `CFGetTypeID(_:)` returns for the class.
  public static var typeID: CFTypeID { typeNumber(of: CGColorSpace.self) }

  /// Returns whether names and encodings are equal.
  public static func == (lhs: CGColorSpace, rhs: CGColorSpace) -> Bool {
    lhs === rhs
      || (lhs.constantName == rhs.constantName && lhs.encoding == rhs.encoding
        && lhs.isPattern == rhs.isPattern && lhs.patternBase == rhs.patternBase)
  }

  /// Feeds name and encoding into a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(constantName)
    hasher.combine(encoding)
    hasher.combine(isPattern)
  }
}

extension CGColorSpace: CoreFoundationObject {}

extension CGColorSpace {
  package static let deviceRGB = named("kCGColorSpaceDeviceRGB")
  package static let deviceGray = named("kCGColorSpaceDeviceGray")
  static let deviceCMYK = named("kCGColorSpaceDeviceCMYK")
  package static let standardRGB = named(sRGB)
  package static let extendedStandardRGB = named(extendedSRGB)
  static let standardGray = named(genericGrayGamma2_2)

  private static func named(_ name: CFString) -> CGColorSpace {
    CGColorSpace(name: name as String, encoding: encodings[name as String] ?? ColorEncoding())
  }
}

/// Returns the RGB space of the display, which is sRGB.
public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { .deviceRGB }

/// Returns the gray space of the display, with the transfer function of sRGB.
public func CGColorSpaceCreateDeviceGray() -> CGColorSpace { .deviceGray }

/// Returns the CMYK space without a profile.
public func CGColorSpaceCreateDeviceCMYK() -> CGColorSpace { .deviceCMYK }
