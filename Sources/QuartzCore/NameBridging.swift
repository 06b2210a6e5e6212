public import Foundation
public import StrataRenderTree

// String objects cast to these names, as to those of the render tree.

extension CALayer.DynamicRange: _NameBridged {
  /// Names travel as string objects.
  public typealias _ObjectiveCType = NSString
}
extension CALayer.ToneMapMode: _NameBridged {
  /// Names travel as string objects.
  public typealias _ObjectiveCType = NSString
}
extension CAAnimationCalculationMode: _NameBridged {
  /// Names travel as string objects.
  public typealias _ObjectiveCType = NSString
}
extension CAAnimationRotationMode: _NameBridged {
  /// Names travel as string objects.
  public typealias _ObjectiveCType = NSString
}
extension CATransitionType: _NameBridged {
  /// Names travel as string objects.
  public typealias _ObjectiveCType = NSString
}
extension CATransitionSubtype: _NameBridged {
  /// Names travel as string objects.
  public typealias _ObjectiveCType = NSString
}
extension CAMediaTimingFunctionName: _NameBridged {
  /// Names travel as string objects.
  public typealias _ObjectiveCType = NSString
}
extension CAValueFunctionName: _NameBridged {
  /// Names travel as string objects.
  public typealias _ObjectiveCType = NSString
}

extension CALayer.DynamicRange: NamedValue {}
extension CALayer.ToneMapMode: NamedValue {}
