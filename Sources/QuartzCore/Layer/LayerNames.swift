import Foundation
import StrataRenderTree

/// The event of a layer that becomes visible.
public let kCAOnOrderIn = "onOrderIn"
/// The event of a layer that stops being visible.
public let kCAOnOrderOut = "onOrderOut"
/// The event of a sublayer that takes another's place, and the key of every transition.
public let kCATransition = "transition"

/// The parts of a layer's frame that change with the size of its superlayer.
public struct CAAutoresizingMask: OptionSet, Hashable, Sendable {
  /// The parts as bits; unknown bits are kept.
  public let rawValue: UInt32

  /// Makes a set from its bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The margin on the side of minimum x.
  public static var layerMinXMargin: CAAutoresizingMask { CAAutoresizingMask(rawValue: 1 << 0) }
  /// The width.
  public static var layerWidthSizable: CAAutoresizingMask { CAAutoresizingMask(rawValue: 1 << 1) }
  /// The margin on the side of maximum x.
  public static var layerMaxXMargin: CAAutoresizingMask { CAAutoresizingMask(rawValue: 1 << 2) }
  /// The margin on the side of minimum y.
  public static var layerMinYMargin: CAAutoresizingMask { CAAutoresizingMask(rawValue: 1 << 3) }
  /// The height.
  public static var layerHeightSizable: CAAutoresizingMask { CAAutoresizingMask(rawValue: 1 << 4) }
  /// The margin on the side of maximum y.
  public static var layerMaxYMargin: CAAutoresizingMask { CAAutoresizingMask(rawValue: 1 << 5) }
}

extension CALayer {
  /// The brightness beyond the standard range that a layer asks for.
  public struct DynamicRange: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String

    /// Makes the constant with this name, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// By the contents.
    public static let automatic = DynamicRange(rawValue: "automatic")
    /// The standard range.
    public static let standard = DynamicRange(rawValue: "standard")
    /// A part of the high range.
    public static let constrainedHigh = DynamicRange(rawValue: "constrainedHigh")
    /// The whole high range.
    public static let high = DynamicRange(rawValue: "high")
  }

  /// The mapping of bright contents to the range of the display.
  public struct ToneMapMode: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String

    /// Makes the constant with this name, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// By the contents.
    public static let automatic = ToneMapMode(rawValue: "automatic")
    /// Not at all.
    public static let never = ToneMapMode(rawValue: "never")
    /// Where the system can.
    public static let ifSupported = ToneMapMode(rawValue: "ifSupported")
  }
}

extension CAAutoresizingMask: KeyValueCodable {
  package static func unwrapped(from any: Any?) -> CAAutoresizingMask? {
    if let mask = KeyValue.present(any) as? CAAutoresizingMask { return mask }
    return UInt32.unwrapped(from: any).map { CAAutoresizingMask(rawValue: $0) }
  }
  package var wrapped: Any? { NSNumber(value: rawValue) }
}
