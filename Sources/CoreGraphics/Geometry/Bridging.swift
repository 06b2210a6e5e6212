public import Foundation

// Foundation on Linux does not bridge these types. With these conformances, casts such as `as NSNumber`, `as?
// CGFloat` and `as? [NSValue]` behave as on Apple's platforms. Foundation's values refuse type codes of structures,
// so that vectors and transforms are stored as arrays of doubles; casts recognise each type by its code.
//
// Casts look these conformances up at run time. A static library's object is linked only if something refers to it:
// key-value coding of layers and animations does, by calling the method below, which must not be inlined away.

extension CGFloat: @retroactive _ObjectiveCBridgeable {
  /// Returns the number as an object.
  @inline(never)
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

extension CGFloat {
  /// Creates the number that an object holds, rounded if it has more digits.
  public init(truncating number: NSNumber) { self.init(number.doubleValue) }

  /// Creates the number that an object holds, or nil if it has more digits.
  public init?(exactly number: NSNumber) {
    guard let value = Double(exactly: number) else { return nil }
    self.init(value)
  }
}

/// A plain structure that can be stored in an `NSValue`; conforming types get the bridging methods.
public protocol _ValueBridged: _ObjectiveCBridgeable where _ObjectiveCType == NSValue {
  /// Creates the structure whose numbers are all zero.
  init()
  /// The type code by which casts recognise the structure.
  static var _valueCode: String { get }
}

extension _ValueBridged {
  /// Returns an object that holds the structure.
  public func _bridgeToObjectiveC() -> NSValue {
    withUnsafeBytes(of: self) { bytes in
      guard let base = bytes.baseAddress else { return NSValue() }
      return NSValue(bytes: base, objCType: Self._valueCode)
    }
  }

  /// Sets `result` to the structure in an object, or to zeros if it holds another type.
  public static func _forceBridgeFromObjectiveC(_ source: NSValue, result: inout Self?) {
    result = _unconditionallyBridgeFromObjectiveC(source)
  }

  /// Sets `result` to the structure in an object; returns false if it holds another type.
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSValue, result: inout Self?) -> Bool {
    guard String(cString: source.objCType) == _valueCode else { return false }
    var value = Self()
    withUnsafeMutableBytes(of: &value) { bytes in
      if let base = bytes.baseAddress { source.getValue(base) }
    }
    result = value
    return true
  }

  /// Returns the structure in an object, or zeros for nil and for other types.
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

// Foundation's values have their own codes for points, sizes and rectangles.

extension CGPoint: @retroactive _ObjectiveCBridgeable {
  /// Returns an object that holds the point.
  public func _bridgeToObjectiveC() -> NSValue { NSValue(point: self) }

  /// Sets `result` to the point in an object, or to zero if it holds another type.
  public static func _forceBridgeFromObjectiveC(_ source: NSValue, result: inout CGPoint?) {
    result = _unconditionallyBridgeFromObjectiveC(source)
  }

  /// Sets `result` to the point in an object; returns false if it holds another type.
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSValue, result: inout CGPoint?) -> Bool {
    guard source.hasCode(of: pointCode) else { return false }
    result = source.pointValue
    return true
  }

  /// Returns the point in an object, or zero for nil and for other types.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSValue?) -> CGPoint {
    guard let source, source.hasCode(of: pointCode) else { return .zero }
    return source.pointValue
  }
}

extension CGSize: @retroactive _ObjectiveCBridgeable {
  /// Returns an object that holds the size.
  public func _bridgeToObjectiveC() -> NSValue { NSValue(size: self) }

  /// Sets `result` to the size in an object, or to zero if it holds another type.
  public static func _forceBridgeFromObjectiveC(_ source: NSValue, result: inout CGSize?) {
    result = _unconditionallyBridgeFromObjectiveC(source)
  }

  /// Sets `result` to the size in an object; returns false if it holds another type.
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSValue, result: inout CGSize?) -> Bool {
    guard source.hasCode(of: sizeCode) else { return false }
    result = source.sizeValue
    return true
  }

  /// Returns the size in an object, or zero for nil and for other types.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSValue?) -> CGSize {
    guard let source, source.hasCode(of: sizeCode) else { return .zero }
    return source.sizeValue
  }
}

extension CGRect: @retroactive _ObjectiveCBridgeable {
  /// Returns an object that holds the rectangle.
  public func _bridgeToObjectiveC() -> NSValue { NSValue(rect: self) }

  /// Sets `result` to the rectangle in an object, or to zero if it holds another type.
  public static func _forceBridgeFromObjectiveC(_ source: NSValue, result: inout CGRect?) {
    result = _unconditionallyBridgeFromObjectiveC(source)
  }

  /// Sets `result` to the rectangle in an object; returns false if it holds another type.
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSValue, result: inout CGRect?) -> Bool {
    guard source.hasCode(of: rectCode) else { return false }
    result = source.rectValue
    return true
  }

  /// Returns the rectangle in an object, or zero for nil and for other types.
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

  /// The point in the object, or zero if it holds another type.
  public var cgPointValue: CGPoint { CGPoint._unconditionallyBridgeFromObjectiveC(self) }
  /// The size in the object, or zero if it holds another type.
  public var cgSizeValue: CGSize { CGSize._unconditionallyBridgeFromObjectiveC(self) }
  /// The rectangle in the object, or zero if it holds another type.
  public var cgRectValue: CGRect { CGRect._unconditionallyBridgeFromObjectiveC(self) }
  /// The vector in the object, or zero if it holds another type.
  public var cgVectorValue: CGVector { CGVector._unconditionallyBridgeFromObjectiveC(self) }
  /// The transform in the object, or zeros if it holds another type.
  public var cgAffineTransformValue: CGAffineTransform {
    CGAffineTransform._unconditionallyBridgeFromObjectiveC(self)
  }

  fileprivate func hasCode(of code: String) -> Bool { String(cString: objCType) == code }
}

private let pointCode = String(cString: NSValue(point: .zero).objCType)
private let sizeCode = String(cString: NSValue(size: .zero).objCType)
private let rectCode = String(cString: NSValue(rect: .zero).objCType)
