import CoreGraphics
import Foundation
import StrataRenderTree

/// Conversions of values to and from `Any`, as key-value access needs them.
enum KeyValue {
  /// Returns `value` without the optionals around it; `NSNull` stays an object.
  static func present(_ value: Any?) -> Any? {
    guard let value else { return nil }
    // By type, and the usual types by identity: a failing cast is slow.
    let type = type(of: value)
    if type == CGFloat.self || type == Double.self || type == CGPoint.self || type == NSNumber.self
      || type == String.self
    {
      return value
    }
    guard type is any OptionalBox.Type, let optional = value as? any OptionalBox else { return value }
    return optional.boxed.flatMap { present($0) }
  }

  /// True for an optional type.
  static func isOptional(_ type: Any.Type) -> Bool { type is any OptionalBox.Type }

  /// Returns a number or truth value as a number object, so that every numeric cast succeeds later.
  static func object(_ value: Any) -> Any {
    switch present(value) {
    case let number as NSNumber: return number
    case let number as Bool: return NSNumber(value: number)
    case let number as Double: return NSNumber(value: number)
    case let number as CGFloat: return number._bridgeToObjectiveC()
    case let number as Float: return NSNumber(value: number)
    case let number as Int: return NSNumber(value: number)
    case let number as UInt32: return NSNumber(value: number)
    case let number as any BinaryInteger: return NSNumber(value: Int(clamping: number))
    case let other?: return other
    case nil: return NSNull()
    }
  }

  /// Returns the form of a value under a custom key that animations understand, or nil for an object.
  static func animatable(_ value: Any) -> (any KeyValueCodable)? {
    switch value {
    case let number as NSNumber: return number.doubleValue
    case let rect as CGRect: return rect
    case let point as CGPoint: return point
    case let size as CGSize: return size
    case let transform as CATransform3D: return transform
    case let transform as CGAffineTransform: return transform
    case let color as CGColor: return Optional<CGColor>.some(color) as any KeyValueCodable
    case let path as CGPath: return Optional<CGPath>.some(path) as any KeyValueCodable
    default: return nil
    }
  }

  /// True if two values are known to be equal.
  static func isSame(_ a: Any?, _ b: Any?) -> Bool {
    switch (a, b) {
    case (nil, nil): true
    case (let a as AnyHashable, let b as AnyHashable): a == b
    default: false
    }
  }
}

private protocol OptionalBox {
  var boxed: Any? { get }
}

extension Optional: OptionalBox {
  fileprivate var boxed: Any? { map { $0 as Any } }
}

/// The reason why a value cannot be set under a key.
package struct LayerValueError: Error, CustomStringConvertible {
  package let description: String
  /// True if a program may go on with the old value.
  var isHarmless = false
}

extension CALayer: KeyPathObject {
  package var keyPathName: String? { storage.extras.name }
}
