import CoreGraphics
import Foundation
import QuartzCore
import StrataCAML
import StrataRenderTree

/// The text forms of values, in both directions.
enum ValueText {
  /// Reads `text` as a value of a kind, in the form that key-value access takes; nil if it is not one.
  static func value(_ text: String, _ kind: ValueKind, opacity: String? = nil) -> Any? {
    switch kind {
    case .number, .integer:
      // A truth value stands for a number.
      if let number = NumberText.number(text) { return NSNumber(value: number) }
      return NumberText.bool(text).map { NSNumber(value: $0 ? 1.0 : 0) }
    case .bool: return NumberText.bool(text).map { NSNumber(value: $0) }
    case .string: return text
    case .point: return NumberText.numbers(text, count: 2).map { CGPoint(x: $0[0], y: $0[1]) }
    case .size: return NumberText.numbers(text, count: 2).map { CGSize(width: $0[0], height: $0[1]) }
    case .rect:
      return NumberText.numbers(text, count: 4).map {
        CGRect(x: $0[0], y: $0[1], width: $0[2], height: $0[3])
      }
    case .transform: return TransformText.transform(text)
    case .affine: return TransformText.affine(text)
    case .color: return ColorText.color(text, opacity: opacity)
    case .path: return PathText.path(text)
    case .timingFunction: return timingFunction(text)
    case .valueFunction: return CAValueFunction(name: CAValueFunctionName(rawValue: text))
    case .numbers: return NumberText.numbers(text).map { $0.map { NSNumber(value: $0) } }
    case .colorMatrix: return TransformText.colorMatrix(text).map { $0.map { NSNumber(value: $0) } }
    case .filter: return text
    case .colors, .contents, .filters, .emitterCells: return nil
    case .any: return NumberText.number(text).map { NSNumber(value: $0) } ?? text
    }
  }

  /// Reads the name of a curve or its four control coordinates.
  static func timingFunction(_ text: String) -> CAMediaTimingFunction? {
    switch text.trimmingCharacters(in: .whitespaces) {
    case "linear": return CAMediaTimingFunction(name: .linear)
    case "easeIn": return CAMediaTimingFunction(name: .easeIn)
    case "easeOut": return CAMediaTimingFunction(name: .easeOut)
    case "easeInEaseOut": return CAMediaTimingFunction(name: .easeInEaseOut)
    case "default": return CAMediaTimingFunction(name: .default)
    default:
      guard let points = NumberText.numbers(text, count: 4), points.allSatisfy(\.isFinite) else { return nil }
      return CAMediaTimingFunction(
        controlPoints: Float(points[0]),
        Float(points[1]),
        Float(points[2]),
        Float(points[3])
      )
    }
  }

  /// The names of value types in documents, including those that only other programs write.
  static let typeNames: [String: ValueKind] = [
    "integer": .number, "real": .number, "number": .number, "float": .number, "boolean": .bool, "bool": .bool,
    "NSNumber": .number, "string": .string, "NSString": .string, "CGPoint": .point, "CAPoint": .point,
    "point": .point, "CGSize": .size, "size": .size, "CGRect": .rect, "rect": .rect, "CGColor": .color,
    "color": .color, "CGPath": .path, "path": .path, "CATransform3D": .transform,
    "CGAffineTransform": .affine, "CAColorMatrix": .colorMatrix, "CAMediaTimingFunction": .timingFunction,
    "CAValueFunction": .valueFunction,
  ]

  /// A value with its type name, its text, and the opacity beside it.
  struct TypedText: Hashable {
    var type: String
    var text: String
    var opacity: String?
  }

  /// Returns the text of a value in the form of key-value access; nil if it has none.
  static func typedText(_ value: Any?) -> TypedText? {
    // Most values are numbers, and each cast that fails takes its time.
    if let value, type(of: value) is NSNumber.Type { return number(value) }
    switch value {
    case nil: return nil
    case let color as CGColor:
      let text = ColorText.text(of: color)
      return TypedText(type: "CGColor", text: text.value, opacity: text.opacity)
    case let path as CGPath: return TypedText(type: "CGPath", text: PathText.text(of: path))
    case let text as String: return TypedText(type: "string", text: text)
    case let point as CGPoint: return TypedText(type: "CGPoint", text: list([point.x, point.y]))
    case let size as CGSize: return TypedText(type: "CGSize", text: list([size.width, size.height]))
    case let rect as CGRect:
      return TypedText(
        type: "CGRect",
        text: list([rect.origin.x, rect.origin.y, rect.size.width, rect.size.height])
      )
    case let transform as CATransform3D:
      return TypedText(type: "CATransform3D", text: TransformText.text(of: transform))
    case let transform as CGAffineTransform:
      return TypedText(type: "CGAffineTransform", text: TransformText.text(of: transform))
    case let function as CAMediaTimingFunction:
      return TypedText(type: "CAMediaTimingFunction", text: text(of: function))
    case let function as CAValueFunction:
      return TypedText(type: "CAValueFunction", text: function.name.rawValue)
    case let value?: return number(value)
    }
  }

  /// True if two values have the same text.
  static func areEqual(_ a: Any?, _ b: Any?) -> Bool {
    if let a, let b, type(of: a) is NSNumber.Type, type(of: b) is NSNumber.Type,
      let first = a as? NSNumber, let second = b as? NSNumber,
      first.doubleValue.bitPattern == second.doubleValue.bitPattern,
      first.objCType.pointee == second.objCType.pointee
    {
      return true
    }
    return typedText(a) == typedText(b)
  }

  private static func number(_ value: Any) -> TypedText? {
    guard let number = CGFloat.unwrapped(from: value) else {
      guard let name = value as? any RawRepresentable<String> else { return nil }
      return TypedText(type: "string", text: name.rawValue)
    }
    let isIntegral = number == number.rounded() && number.isFinite
    var double = Double(number)
    // A single-precision number gets the fewest digits that identify it.
    if let boxed = value as? NSNumber, String(cString: boxed.objCType) == "f" {
      double = Double(boxed.floatValue.description) ?? double
    }
    return TypedText(type: isIntegral ? "integer" : "real", text: NumberText.text(double))
  }

  static func text(of function: CAMediaTimingFunction) -> String {
    for name in ["linear", "easeIn", "easeOut", "easeInEaseOut", "default"] {
      if let known = timingFunction(name), points(of: known) == points(of: function) { return name }
    }
    // The fewest digits that identify a single-precision number.
    return list(points(of: function).map { CGFloat(Double($0.description) ?? Double($0)) })
  }

  private static func points(of function: CAMediaTimingFunction) -> [Float] {
    var result: [Float] = []
    for index in 1...2 {
      var point: [Float] = [0, 0]
      function.getControlPoint(at: index, values: &point)
      result += point
    }
    return result
  }

  private static func list(_ numbers: [CGFloat]) -> String {
    numbers.map { NumberText.text(Double($0)) }.joined(separator: " ")
  }
}
