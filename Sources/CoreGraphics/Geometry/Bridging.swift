public import Foundation

// Linux's Foundation bridges none of these types. With the conformances `as NSNumber`, `as? CGFloat`, `as? [NSValue]`
// and the like behave as on Apple's platforms. Structures that Foundation does not know travel as arrays of doubles,
// since its values refuse structure codes; each type has a code of its own, which is how casts tell them apart.

extension CGFloat: @retroactive _ObjectiveCBridgeable {
  /// Returns the number as an object.
  public func _bridgeToObjectiveC() -> NSNumber { NSNumber(value: Double(self)) }

  /// Sets `result` to an object's number.
  public static func _forceBridgeFromObjectiveC(_ source: NSNumber, result: inout CGFloat?) {
    result = CGFloat(source.doubleValue)
  }

  /// Sets `result` to an object's number; always succeeds.
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSNumber, result: inout CGFloat?) -> Bool {
    result = CGFloat(source.doubleValue)
    return true
  }

  /// Returns an object's number, or zero for nil.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSNumber?) -> CGFloat {
    source.map { CGFloat($0.doubleValue) } ?? 0
  }
}

/// A plain structure that travels inside an `NSValue`.
///
/// Conforming types get the bridging methods; they still declare `_ObjectiveCBridgeable` themselves.
public protocol _ValueBridged: _ObjectiveCBridgeable where _ObjectiveCType == NSValue {
  /// Creates the structure whose numbers are all zero.
  init()
  /// The type code by which casts recognise the structure.
  static var _valueCode: String { get }
}

extension _ValueBridged {
  /// Returns the structure inside an object.
  public func _bridgeToObjectiveC() -> NSValue {
    withUnsafeBytes(of: self) { bytes in
      guard let base = bytes.baseAddress else { return NSValue() }
      return NSValue(bytes: base, objCType: Self._valueCode)
    }
  }

  /// Sets `result` to the structure inside an object, or to zeros when it holds another type.
  public static func _forceBridgeFromObjectiveC(_ source: NSValue, result: inout Self?) {
    result = _unconditionallyBridgeFromObjectiveC(source)
  }

  /// Sets `result` to the structure inside an object; false when it holds another type.
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSValue, result: inout Self?) -> Bool {
    guard String(cString: source.objCType) == _valueCode else { return false }
    var value = Self()
    withUnsafeMutableBytes(of: &value) { bytes in
      if let base = bytes.baseAddress { source.getValue(base) }
    }
    result = value
    return true
  }

  /// Returns the structure inside an object, or zeros for nil and for other types.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSValue?) -> Self {
    var result: Self?
    if let source { _ = _conditionallyBridgeFromObjectiveC(source, result: &result) }
    return result ?? Self()
  }
}

extension CGVector: _ValueBridged {
  /// The object type is `NSValue`.
  public typealias _ObjectiveCType = NSValue
  /// Two doubles.
  public static var _valueCode: String { "[2d]" }
}

extension CGAffineTransform: _ValueBridged {
  /// The object type is `NSValue`.
  public typealias _ObjectiveCType = NSValue
  /// Six doubles.
  public static var _valueCode: String { "[6d]" }
}

// Points, sizes and rectangles are known to Foundation's values under codes of their own.

extension CGPoint: @retroactive _ObjectiveCBridgeable {
  /// Returns the point inside an object.
  public func _bridgeToObjectiveC() -> NSValue { NSValue(point: self) }

  /// Sets `result` to the point inside an object, or to zero when it holds another type.
  public static func _forceBridgeFromObjectiveC(_ source: NSValue, result: inout CGPoint?) {
    result = _unconditionallyBridgeFromObjectiveC(source)
  }

  /// Sets `result` to the point inside an object; false when it holds another type.
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSValue, result: inout CGPoint?) -> Bool {
    guard source.hasCode(of: pointCode) else { return false }
    result = source.pointValue
    return true
  }

  /// Returns the point inside an object, or zero for nil and for other types.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSValue?) -> CGPoint {
    guard let source, source.hasCode(of: pointCode) else { return .zero }
    return source.pointValue
  }
}

extension CGSize: @retroactive _ObjectiveCBridgeable {
  /// Returns the size inside an object.
  public func _bridgeToObjectiveC() -> NSValue { NSValue(size: self) }

  /// Sets `result` to the size inside an object, or to zero when it holds another type.
  public static func _forceBridgeFromObjectiveC(_ source: NSValue, result: inout CGSize?) {
    result = _unconditionallyBridgeFromObjectiveC(source)
  }

  /// Sets `result` to the size inside an object; false when it holds another type.
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSValue, result: inout CGSize?) -> Bool {
    guard source.hasCode(of: sizeCode) else { return false }
    result = source.sizeValue
    return true
  }

  /// Returns the size inside an object, or zero for nil and for other types.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSValue?) -> CGSize {
    guard let source, source.hasCode(of: sizeCode) else { return .zero }
    return source.sizeValue
  }
}

extension CGRect: @retroactive _ObjectiveCBridgeable {
  /// Returns the rectangle inside an object.
  public func _bridgeToObjectiveC() -> NSValue { NSValue(rect: self) }

  /// Sets `result` to the rectangle inside an object, or to zero when it holds another type.
  public static func _forceBridgeFromObjectiveC(_ source: NSValue, result: inout CGRect?) {
    result = _unconditionallyBridgeFromObjectiveC(source)
  }

  /// Sets `result` to the rectangle inside an object; false when it holds another type.
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSValue, result: inout CGRect?) -> Bool {
    guard source.hasCode(of: rectCode) else { return false }
    result = source.rectValue
    return true
  }

  /// Returns the rectangle inside an object, or zero for nil and for other types.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSValue?) -> CGRect {
    guard let source, source.hasCode(of: rectCode) else { return .zero }
    return source.rectValue
  }
}

extension NSValue {
  /// Creates an object that holds a point.
  public convenience init(cgPoint: CGPoint) { self.init(point: cgPoint) }
  /// Creates an object that holds a size.
  public convenience init(cgSize: CGSize) { self.init(size: cgSize) }
  /// Creates an object that holds a rectangle.
  public convenience init(cgRect: CGRect) { self.init(rect: cgRect) }
  /// Creates an object that holds a vector.
  public convenience init(cgVector: CGVector) {
    var numbers = (Double(cgVector.dx), Double(cgVector.dy))
    self.init(bytes: &numbers, objCType: CGVector._valueCode)
  }
  /// Creates an object that holds an affine transform.
  public convenience init(cgAffineTransform: CGAffineTransform) {
    var transform = cgAffineTransform
    self.init(bytes: &transform, objCType: CGAffineTransform._valueCode)
  }

  /// The point inside, or zero when the object holds another type.
  public var cgPointValue: CGPoint { CGPoint._unconditionallyBridgeFromObjectiveC(self) }
  /// The size inside, or zero when the object holds another type.
  public var cgSizeValue: CGSize { CGSize._unconditionallyBridgeFromObjectiveC(self) }
  /// The rectangle inside, or zero when the object holds another type.
  public var cgRectValue: CGRect { CGRect._unconditionallyBridgeFromObjectiveC(self) }
  /// The vector inside, or zero when the object holds another type.
  public var cgVectorValue: CGVector { CGVector._unconditionallyBridgeFromObjectiveC(self) }
  /// The transform inside, or zeros when the object holds another type.
  public var cgAffineTransformValue: CGAffineTransform {
    CGAffineTransform._unconditionallyBridgeFromObjectiveC(self)
  }

  fileprivate func hasCode(of code: String) -> Bool { String(cString: objCType) == code }
}

private let pointCode = String(cString: NSValue(point: .zero).objCType)
private let sizeCode = String(cString: NSValue(size: .zero).objCType)
private let rectCode = String(cString: NSValue(rect: .zero).objCType)
