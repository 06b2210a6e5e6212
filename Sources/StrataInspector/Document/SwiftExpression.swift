#if Inspector
  import CoreGraphics
  import Foundation
  import QuartzCore
  import StrataDocuments
  import StrataRenderTree

  /// Expressions of Swift for values of properties; they have the property's type, with Apple's declarations as with ours.
  enum SwiftExpression {
    /// Returns the expression of a value, or nil if it has none or needs statements.
    ///
    /// - Parameters:
    ///   - value: The value in the form of key-value access.
    ///   - type: The type of the property; `Any` if it takes several.
    /// - Returns: The expression.
    static func text(of value: Any?, as type: any Any.Type) -> String? {
      guard let value else { return type is any ExpressibleByNilLiteral.Type ? "nil" : nil }
      switch value {
      case let color as CGColor: return text(of: color)
      case let point as CGPoint: return call("CGPoint", [("x", point.x), ("y", point.y)])
      case let size as CGSize: return call("CGSize", [("width", size.width), ("height", size.height)])
      case let r as CGRect:
        return call("CGRect", [("x", r.minX), ("y", r.minY), ("width", r.width), ("height", r.height)])
      case let transform as CATransform3D: return text(of: transform)
      case let function as CAMediaTimingFunction: return text(of: function)
      case let function as CAValueFunction:
        return "CAValueFunction(name: CAValueFunctionName(rawValue: \(quoted(function.name.rawValue))))"
      case let text as String:
        return nameOfType(type).map { "\($0)(rawValue: \(quoted(text)))" } ?? quoted(text)
      case let number as NSNumber: return Self.text(of: number, as: type)
      default: return nil
      }
    }

    /// The name of a type whose values are names or bits; nil for other types.
    private static func nameOfType(_ type: any Any.Type) -> String? {
      if type == FillMode.self { return "\(CAMediaTimingFillMode.self)" }
      return type is any _NameBridged.Type || type is any OptionSet.Type ? "\(type)" : nil
    }

    private static func text(of number: NSNumber, as type: any Any.Type) -> String {
      if type == Bool.self { return number.boolValue ? "true" : "false" }
      var text = literal(number.doubleValue)
      // `.infinity` needs a type.
      if type == Any.self, !number.doubleValue.isFinite { text = "Double(\(text))" }
      return nameOfType(type).map { "\($0)(rawValue: \(text))" } ?? text
    }

    private static func text(of color: CGColor) -> String {
      let c = color.extendedSRGB
      let names = ["srgbRed", "green", "blue", "alpha"]
      let numbers = [c.x, c.y, c.z, c.w].map { (CGFloat($0) * 10000).rounded() / 10000 }
      return call("CGColor", Array(zip(names, numbers)))
    }

    private static func text(of t: CATransform3D) -> String {
      if t.isIdentity { return "CATransform3DIdentity" }
      let numbers = [
        t.m11, t.m12, t.m13, t.m14, t.m21, t.m22, t.m23, t.m24, t.m31, t.m32, t.m33, t.m34, t.m41, t.m42,
        t.m43,
        t.m44,
      ]
      let names = (1...4).flatMap { row in (1...4).map { "m\(row)\($0)" } }
      return call("CATransform3D", Array(zip(names, numbers)))
    }

    private static func text(of function: CAMediaTimingFunction) -> String {
      let text = PropertyText.text(of: function) ?? "default"
      let numbers = text.split(separator: " ")
      return numbers.count == 4
        ? "CAMediaTimingFunction(controlPoints: \(numbers.joined(separator: ", ")))"
        : "CAMediaTimingFunction(name: .\(text))"
    }

    static func call(_ name: String, _ arguments: [(name: String, value: CGFloat)]) -> String {
      "\(name)(\(arguments.map { "\($0.name): \(literal(Double($0.value)))" }.joined(separator: ", ")))"
    }

    /// A literal that reads back as the number.
    static func literal(_ number: Double) -> String {
      if number.isNaN { return ".nan" }
      guard number.isFinite else { return number > 0 ? ".infinity" : "-.infinity" }
      let text = "\(number)"
      return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    static func quoted(_ text: String) -> String {
      var result = "\""
      for scalar in text.unicodeScalars {
        switch scalar {
        case "\\": result += "\\\\"
        case "\"": result += "\\\""
        case "\n": result += "\\n"
        case "\r": result += "\\r"
        case "\t": result += "\\t"
        case _ where scalar.value < 0x20 || scalar.properties.generalCategory == .format:
          result += "\\u{\(String(scalar.value, radix: 16))}"
        default: result.unicodeScalars.append(scalar)
        }
      }
      return result + "\""
    }
  }
#endif
