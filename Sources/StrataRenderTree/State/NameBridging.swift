public import Foundation

/// A name of its own type that string objects cast to, as they do on Apple's platforms.
///
/// Conforming types get the bridging methods; they still declare `_ObjectiveCBridgeable` themselves.
public protocol _NameBridged: _ObjectiveCBridgeable where _ObjectiveCType == NSString {
  /// Makes the constant with this name, known or not.
  init(rawValue: String)
  /// The name.
  var rawValue: String { get }
}

extension _NameBridged {
  /// Returns the name as a string object.
  public func _bridgeToObjectiveC() -> NSString { NSString(string: rawValue) }

  /// Sets `result` to the constant with a string object's name.
  public static func _forceBridgeFromObjectiveC(_ source: NSString, result: inout Self?) {
    result = _unconditionallyBridgeFromObjectiveC(source)
  }

  /// Sets `result` to the constant with a string object's name; always succeeds.
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSString, result: inout Self?) -> Bool {
    result = _unconditionallyBridgeFromObjectiveC(source)
    return true
  }

  /// Returns the constant with a string object's name; nil has the empty name.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSString?) -> Self {
    Self(rawValue: source.map { String._unconditionallyBridgeFromObjectiveC($0) } ?? "")
  }
}

extension CALayerContentsGravity: _NameBridged {
  /// Names travel as string objects.
  public typealias _ObjectiveCType = NSString
}
extension CALayerContentsFilter: _NameBridged {
  /// Names travel as string objects.
  public typealias _ObjectiveCType = NSString
}
extension CALayerContentsFormat: _NameBridged {
  /// Names travel as string objects.
  public typealias _ObjectiveCType = NSString
}
extension CALayerCornerCurve: _NameBridged {
  /// Names travel as string objects.
  public typealias _ObjectiveCType = NSString
}
extension CAMediaTimingFillMode: _NameBridged {
  /// Names travel as string objects.
  public typealias _ObjectiveCType = NSString
}
extension CAShapeLayerFillRule: _NameBridged {
  /// Names travel as string objects.
  public typealias _ObjectiveCType = NSString
}
extension CAShapeLayerLineJoin: _NameBridged {
  /// Names travel as string objects.
  public typealias _ObjectiveCType = NSString
}
extension CAShapeLayerLineCap: _NameBridged {
  /// Names travel as string objects.
  public typealias _ObjectiveCType = NSString
}
extension CAGradientLayerType: _NameBridged {
  /// Names travel as string objects.
  public typealias _ObjectiveCType = NSString
}
extension CATextLayerTruncationMode: _NameBridged {
  /// Names travel as string objects.
  public typealias _ObjectiveCType = NSString
}
extension CATextLayerAlignmentMode: _NameBridged {
  /// Names travel as string objects.
  public typealias _ObjectiveCType = NSString
}
extension CAScrollLayerScrollMode: _NameBridged {
  /// Names travel as string objects.
  public typealias _ObjectiveCType = NSString
}
extension CAEmitterLayerEmitterShape: _NameBridged {
  /// Names travel as string objects.
  public typealias _ObjectiveCType = NSString
}
extension CAEmitterLayerEmitterMode: _NameBridged {
  /// Names travel as string objects.
  public typealias _ObjectiveCType = NSString
}
extension CAEmitterLayerRenderMode: _NameBridged {
  /// Names travel as string objects.
  public typealias _ObjectiveCType = NSString
}
