#if Inspector
  import CoreGraphics
  import Foundation
  import QuartzCore
  import StrataDocuments
  import StrataRenderTree

  /// Writes layers and animations as Swift code that makes them.
  struct SwiftWriter {
    private(set) var text = ""
    private var names: [String: Int] = [:]

    /// How many layers one text holds.
    private static let mostLayers = 2000
    private var layerCount = 0

    /// Writes a layer, its mask, its animations and everything below it.
    mutating func write(_ layer: CALayer) {
      var pending: [(layer: CALayer, place: String?)] = [(layer, nil)]
      while let (layer, place) = pending.popLast() {
        layerCount += 1
        guard layerCount <= Self.mostLayers else {
          line("// further layers are left out")
          return
        }
        let name = variable(for: layer.name ?? "layer")
        writeValues(of: layer, as: name)
        for key in layer.animationKeys() ?? [] {
          guard let animation = layer.animation(forKey: key) else { continue }
          let animationName = write(animation)
          line("\(name).add(\(animationName), forKey: \(Self.quoted(key)))")
        }
        if let place { line(place.replacingOccurrences(of: "$", with: name)) }
        line("")
        for sublayer in (layer.sublayers ?? []).reversed() {
          pending.append((sublayer, "\(name).addSublayer($)"))
        }
        if let mask = layer.mask { pending.append((mask, "\(name).mask = $")) }
      }
    }

    /// Writes an animation that stands alone.
    mutating func write(_ animation: CAAnimation, key: String) {
      let name = write(animation)
      line("layer.add(\(name), forKey: \(Self.quoted(key)))")
    }

    private mutating func writeValues(of layer: CALayer, as name: String) {
      line("let \(name) = \(type(of: layer))()")
      if let text = layer.name { line("\(name).name = \(Self.quoted(text))") }
      let table = layer.propertyTable
      for row in table.rows {
        let value = layer.value(forKey: row.key)
        guard PropertyText.text(of: value) != PropertyText.text(of: row.value(in: table.initial)) else {
          continue
        }
        let property = row.alias ?? row.key
        if let code = Self.code(value, kind: PropertyText.kind(of: row)) {
          line("\(name).\(property) = \(code)")
        } else {
          line("// \(name).\(property): \(PropertyText.text(of: value) ?? "an object") has no form as code")
        }
      }
    }

    private mutating func write(_ animation: CAAnimation) -> String {
      let name = variable(for: "animation")
      line("let \(name) = \(type(of: animation))()")
      for row in AnimationTable.all.rows
      where row.form != .none && row.belongs(to: type(of: animation)) && !row.isInitial(in: animation) {
        guard let value = row.value(of: animation) else { continue }
        let property = row.alias ?? row.key
        if let members = value as? [CAAnimation] {
          let list = members.map { write($0) }.joined(separator: ", ")
          line("\(name).\(property) = [\(list)]")
        } else if let code = Self.code(value, kind: PropertyText.kind(ofType: row.valueType)) {
          line("\(name).\(property) = \(code)")
        } else {
          line("// \(name).\(property): \(PropertyText.text(of: value) ?? "an object") has no form as code")
        }
      }
      return name
    }

    private mutating func line(_ line: String) { text += line + "\n" }

    /// A name of Swift that was not used yet.
    private mutating func variable(for text: String) -> String {
      let words = text.split { !$0.isLetter && !$0.isNumber }
      var name = words.enumerated().map {
        $0 == 0 ? $1.prefix(1).lowercased() + $1.dropFirst() : $1.capitalized
      }
      .joined()
      if name.first?.isLetter != true { name = "layer" + name }
      names[name, default: 0] += 1
      let count = names[name] ?? 1
      return count == 1 ? name : "\(name)\(count)"
    }

    private static func quoted(_ text: String) -> String {
      let escaped = text.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(
        of: "\"",
        with: "\\\""
      )
      .replacingOccurrences(of: "\n", with: "\\n")
      return "\"\(escaped)\""
    }

    private static func list(_ numbers: [CGFloat]) -> String {
      numbers.map { number in
        let text = "\(Double(number))"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
      }.joined(separator: ", ")
    }

    /// The expression of a value; nil for one that has none.
    static func code(_ value: Any?, kind: String) -> String? {
      switch value {
      case let color as CGColor:
        let c = [color.extendedSRGB.x, color.extendedSRGB.y, color.extendedSRGB.z, color.extendedSRGB.w]
        let names = ["red", "green", "blue", "alpha"]
        let parts = zip(names, c).map { "\($0): \(list([CGFloat(($1 * 10000).rounded()) / 10000]))" }
        return "CGColor(\(parts.joined(separator: ", ")))"
      case let point as CGPoint: return "CGPoint(x: \(list([point.x])), y: \(list([point.y])))"
      case let size as CGSize: return "CGSize(width: \(list([size.width])), height: \(list([size.height])))"
      case let r as CGRect:
        return
          "CGRect(x: \(list([r.minX])), y: \(list([r.minY])), width: \(list([r.width])), height: \(list([r.height])))"
      case let t as CATransform3D:
        let numbers = [
          t.m11, t.m12, t.m13, t.m14, t.m21, t.m22, t.m23, t.m24, t.m31, t.m32, t.m33, t.m34, t.m41, t.m42,
          t.m43, t.m44,
        ]
        let names = (1...4).flatMap { row in (1...4).map { "m\(row)\($0)" } }
        return "CATransform3D(" + zip(names, numbers).map { "\($0): \(list([$1]))" }.joined(separator: ", ")
          + ")"
      case let function as CAMediaTimingFunction:
        let text = PropertyText.text(of: function) ?? "default"
        let numbers = text.split(separator: " ")
        return numbers.count == 4
          ? "CAMediaTimingFunction(controlPoints: \(numbers.joined(separator: ", ")))"
          : "CAMediaTimingFunction(name: .\(text))"
      case let values as [Any]:
        let parts = values.map { code($0, kind: "any") }
        return parts.contains { $0 == nil }
          ? nil : "[" + parts.compactMap(\.self).joined(separator: ", ") + "]"
      case let text as String:
        return kind == "string" && text.allSatisfy { $0.isLetter } ? "\(quoted(text))" : quoted(text)
      case let number as NSNumber:
        if kind == "bool" { return number.boolValue ? "true" : "false" }
        let value = number.doubleValue
        guard value.isFinite else { return value > 0 ? ".infinity" : "-.infinity" }
        return list([CGFloat(value)])
      default: return nil
      }
    }
  }
#endif
