public import Foundation
public import StrataRenderTree

// Names of this module that string objects cast to, as those of the render tree do.

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
