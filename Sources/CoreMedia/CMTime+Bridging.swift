public import CoreGraphics
public import Foundation

// Value objects refuse codes of structures; a time is as long as three numbers of 64 bits.

extension CMTime: _ValueBridged {
  /// Times travel as value objects.
  public typealias _ObjectiveCType = NSValue
  /// Three numbers of 64 bits.
  public static var _valueCode: String { "[3q]" }
}

extension CMTimeRange: _ValueBridged {
  /// Ranges travel as value objects.
  public typealias _ObjectiveCType = NSValue
  /// Six numbers of 64 bits.
  public static var _valueCode: String { "[6q]" }
}

extension CMTimeMapping: _ValueBridged {
  /// Mappings travel as value objects.
  public typealias _ObjectiveCType = NSValue
  /// Twelve numbers of 64 bits.
  public static var _valueCode: String { "[12q]" }
}

extension NSValue {
  /// Creates an object that holds a time.
  public convenience init(time: CMTime) {
    var time = time
    self.init(bytes: &time, objCType: CMTime._valueCode)
  }

  /// Creates an object that holds a range of times.
  public convenience init(timeRange: CMTimeRange) {
    var range = timeRange
    self.init(bytes: &range, objCType: CMTimeRange._valueCode)
  }

  /// Creates an object that holds a mapping of times.
  public convenience init(timeMapping: CMTimeMapping) {
    var mapping = timeMapping
    self.init(bytes: &mapping, objCType: CMTimeMapping._valueCode)
  }

  /// The time in the object; invalid if it holds something else.
  public var timeValue: CMTime { CMTime._unconditionallyBridgeFromObjectiveC(self) }

  /// The range in the object; invalid if it holds something else.
  public var timeRangeValue: CMTimeRange { CMTimeRange._unconditionallyBridgeFromObjectiveC(self) }

  /// The mapping in the object; invalid if it holds something else.
  public var timeMappingValue: CMTimeMapping { CMTimeMapping._unconditionallyBridgeFromObjectiveC(self) }
}
