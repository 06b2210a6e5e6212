public import Foundation

/// The mapping of bright content to the range of a display: HDR10 or HLG.
///
/// Two objects with equal values are equal.
///
/// - Thread: Any; values never change.
open class CAEDRMetadata: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  // Unchecked: the only stored property is a constant value.
  private let values: Values

  private enum Values: Codable, Hashable {
    /// Mastering display and content light levels, as in the messages of a stream.
    case messages(display: Data?, content: Data?, scale: Float)
    /// Luminance in candela per square metre.
    case luminance(least: Float, most: Float, scale: Float)
    /// The message of the ambient viewing environment, if there is one.
    case hlg(environment: Data?)

    /// The longest message that an archive may hold, in bytes.
    static let longestMessage = 1 << 16

    var isSensible: Bool {
      switch self {
      case .messages(let display, let content, let scale):
        (display?.count ?? 0) <= Self.longestMessage && (content?.count ?? 0) <= Self.longestMessage
          && scale.isFinite
      case .luminance(let least, let most, let scale): least.isFinite && most.isFinite && scale.isFinite
      case .hlg(let environment): (environment?.count ?? 0) <= Self.longestMessage
      }
    }
  }

  private init(_ values: Values) {
    self.values = values
    super.init()
  }

  /// True if layers accept metadata: they keep it, and show pixels in the standard range.
  open class var isAvailable: Bool { true }

  /// Returns HDR10 metadata from messages of a stream: the mastering display's colour volume and the content's light levels.
  ///
  /// A pixel value of 1 is `scale` candela per square metre.
  open class func hdr10(
    displayInfo displayData: Data?,
    contentInfo contentData: Data?,
    opticalOutputScale scale: Float
  ) -> CAEDRMetadata {
    CAEDRMetadata(.messages(display: displayData, content: contentData, scale: scale))
  }

  /// Returns HDR10 metadata for a range of luminance, in candela per square metre.
  ///
  /// A pixel value of 1 is `scale` candela per square metre.
  open class func hdr10(
    minLuminance minNits: Float,
    maxLuminance maxNits: Float,
    opticalOutputScale scale: Float
  ) -> CAEDRMetadata {
    CAEDRMetadata(.luminance(least: minNits, most: maxNits, scale: scale))
  }

  /// Returns metadata of hybrid log-gamma content for an ambient viewing environment, as in the message of a stream.
  open class func hlg(ambientViewingEnvironment data: Data) -> CAEDRMetadata {
    CAEDRMetadata(.hlg(environment: data))
  }

  /// The metadata of hybrid log-gamma content.
  open class var hlg: CAEDRMetadata { CAEDRMetadata(.hlg(environment: nil)) }

  // MARK: Copies and archives

  /// Returns the object itself, which never changes.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  open override func isEqual(_ object: Any?) -> Bool { (object as? CAEDRMetadata)?.values == values }

  open override var hash: Int { values.hashValue }

  /// True: archives can be read securely.
  open class var supportsSecureCoding: Bool { true }

  private static let key = "metadata"

  /// Writes the values.
  open func encode(with coder: NSCoder) {
    guard let bytes = try? PropertyListEncoder().encode(values) else { return }
    coder.encode(bytes as NSData, forKey: Self.key)
  }

  /// Reads the values; nil for an archive without them, or with values that are not finite.
  public required init?(coder: NSCoder) {
    guard coder.containsValue(forKey: Self.key),
      let bytes = coder.decodeObject(of: NSData.self, forKey: Self.key) as Data?,
      let values = try? PropertyListDecoder().decode(Values.self, from: bytes), values.isSensible
    else { return nil }
    self.values = values
    super.init()
  }
}
