public import CoreGraphics
public import Foundation

extension CATransform3D: _ValueBridged {
  /// Transforms travel as value objects.
  public typealias _ObjectiveCType = NSValue
  /// Sixteen doubles; value objects refuse codes of structures.
  public static var _valueCode: String { "[16d]" }
}

extension NSValue {
  /// Makes a value object that holds a transform.
  public convenience init(caTransform3D t: CATransform3D) {
    var t = t
    self.init(bytes: &t, objCType: CATransform3D._valueCode)
  }

  /// The transform in the object, or sixteen zeros if it holds something else.
  public var caTransform3DValue: CATransform3D {
    CATransform3D._unconditionallyBridgeFromObjectiveC(self)
  }
}
