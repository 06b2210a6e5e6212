public import Foundation

/// The meaning of a colour's components.
///
/// Two spaces are equal when they give the same meaning to the same numbers under the same name. Device spaces are those
/// of an sRGB display.
public final class CGColorSpace: Hashable, Sendable {
  /// The name by which the space can be made again; nil for device spaces.
  private let constantName: String?
  let encoding: ColorEncoding
  /// Whether colours of the space draw patterns.
  private let isPattern: Bool
  /// The space of the colours of stencils; nil in pattern spaces for other patterns, and in every other space.
  let patternBase: CGColorSpace?

  init(name: String?, encoding: ColorEncoding) {
    constantName = name
    self.encoding = encoding
    (isPattern, patternBase) = (false, nil)
  }

  /// Creates the space of patterns: without a base of those with colours of their own, with one of stencils in colours
  /// of the base.
  ///
  /// Nil when the base is a pattern space itself.
  public init?(patternBaseSpace baseSpace: CGColorSpace?) {
    guard baseSpace?.model != .pattern else { return nil }
    constantName = nil
    encoding = baseSpace?.encoding ?? ColorEncoding(model: .gray)
    (isPattern, patternBase) = (true, baseSpace)
  }

  /// The space in which a pattern's colour is given; nil for spaces that have none.
  public var baseColorSpace: CGColorSpace? { patternBase }

  /// Creates the space that one of the constants of this class names; nil for other names.
  public convenience init?(name: CFString) {
    let key = name as String
    guard let encoding = Self.encodings[key] else { return nil }
    self.init(name: key, encoding: encoding)
  }

  /// The name of the space, or nil for device spaces.
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

  /// The number of components without alpha.
  public var numberOfComponents: Int {
    if isPattern { return patternBase?.numberOfComponents ?? 0 }
    return switch encoding.model {
    case .gray: 1
    case .rgb: 3
    case .cmyk: 4
    }
  }

  /// Whether the space has colours that sRGB lacks.
  public var isWideGamutRGB: Bool {
    !isPattern && encoding.model == .rgb && (encoding.primaries != .sRGB || encoding.isExtended)
  }

  /// Whether a bitmap can be made in the space.
  public var supportsOutput: Bool { !isPattern && encoding.model != .cmyk }

  /// The number of the class for `CFGetTypeID(_:)`.
  public static var typeID: CFTypeID { typeNumber(of: CGColorSpace.self) }

  /// Returns whether two spaces have the same name and meaning.
  public static func == (lhs: CGColorSpace, rhs: CGColorSpace) -> Bool {
    lhs === rhs
      || (lhs.constantName == rhs.constantName && lhs.encoding == rhs.encoding
        && lhs.isPattern == rhs.isPattern && lhs.patternBase == rhs.patternBase)
  }

  /// Feeds name and meaning into a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(constantName)
    hasher.combine(encoding)
    hasher.combine(isPattern)
  }
}

extension CGColorSpace: CoreFoundationObject {}

extension CGColorSpace {
  package static let deviceRGB = CGColorSpace(name: nil, encoding: ColorEncoding())
  package static let deviceGray = CGColorSpace(name: nil, encoding: ColorEncoding(model: .gray))
  static let deviceCMYK = CGColorSpace(name: nil, encoding: ColorEncoding(model: .cmyk))
  package static let standardRGB = named(sRGB)
  package static let extendedStandardRGB = named(extendedSRGB)
  package static let wideRGB = named(displayP3)
  static let standardGray = named(genericGrayGamma2_2)

  private static func named(_ name: CFString) -> CGColorSpace {
    CGColorSpace(name: name as String, encoding: encodings[name as String] ?? ColorEncoding())
  }
}

/// Returns the RGB space of the display, which is sRGB's.
public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { .deviceRGB }

/// Returns the gray space of the display, with sRGB's transfer function.
public func CGColorSpaceCreateDeviceGray() -> CGColorSpace { .deviceGray }

/// Returns the space of four inks without a profile.
public func CGColorSpaceCreateDeviceCMYK() -> CGColorSpace { .deviceCMYK }
