import CoreGraphics
import Foundation

/// A type of a typed property: how it is read from an input's object, and made one.
protocol InputValue {
  /// Creates the value of an input's object; zero, or what else is neutral, for nil.
  init(inputObject: Any?)
  /// The object to set; nil to remove it.
  var inputObject: Any? { get }
}

extension Float: InputValue {
  init(inputObject: Any?) { self = (inputObject as? NSNumber)?.floatValue ?? 0 }
  var inputObject: Any? { NSNumber(value: self) }
}

extension Int: InputValue {
  init(inputObject: Any?) { self = (inputObject as? NSNumber)?.intValue ?? 0 }
  var inputObject: Any? { NSNumber(value: self) }
}

extension Bool: InputValue {
  init(inputObject: Any?) { self = (inputObject as? NSNumber)?.boolValue ?? false }
  var inputObject: Any? { NSNumber(value: self) }
}

extension String: InputValue {
  init(inputObject: Any?) { self = (inputObject as? NSString).map { $0 as String } ?? "" }
  var inputObject: Any? { self as NSString }
}

extension [Any]: InputValue {
  init(inputObject: Any?) { self = inputObject as? [Any] ?? [] }
  var inputObject: Any? { self }
}

extension CGPoint: InputValue {
  init(inputObject: Any?) { self = (inputObject as? CIVector)?.cgPointValue ?? .zero }
  var inputObject: Any? { CIVector(cgPoint: self) }
}

extension CGRect: InputValue {
  init(inputObject: Any?) { self = (inputObject as? CIVector)?.cgRectValue ?? .zero }
  var inputObject: Any? { CIVector(cgRect: self) }
}

extension CGAffineTransform: InputValue {
  init(inputObject: Any?) { self = (inputObject as? NSValue)?.cgAffineTransformValue ?? .identity }
  var inputObject: Any? { NSValue(cgAffineTransform: self) }
}

extension Data: InputValue {
  init(inputObject: Any?) { self = (inputObject as? NSData)?.copiedBytes ?? Data() }
  var inputObject: Any? { self as NSData }
}

extension CIVector: InputValue {
  convenience init(inputObject: Any?) {
    self.init((inputObject as? CIVector)?.numbers.map { CGFloat($0) } ?? [])
  }
  var inputObject: Any? { self }
}

extension CIColor: InputValue {
  convenience init(inputObject: Any?) { self.init((inputObject as? CIColor) ?? .clear) }
  var inputObject: Any? { self }
}

extension Optional: InputValue where Wrapped: AnyObject {
  init(inputObject: Any?) { self = inputObject as? Wrapped }
  var inputObject: Any? { self }
}
