#if Inspector
  import CoreGraphics
  import Foundation
  package import QuartzCore
  import StrataDocuments
  import StrataRenderTree

  /// Writes layers and animations as Swift code that makes them.
  ///
  /// Pictures, filters and attributes of texts have no form as code; a comment stands in their place.
  package struct SwiftWriter {
    package private(set) var text = ""
    private var names: Set<String> = []

    /// How many layers one text holds.
    private static let mostLayers = 2000
    private var layerCount = 0
    /// The generations of cells that one text holds; a cell may contain itself.
    private static let mostGenerations = 8

    package init() {}

    /// Writes a layer, its mask, its animations and everything below it.
    package mutating func write(_ layer: CALayer) {
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
          // A begin time that followed from when the animation was shown is not written.
          let animationName = write(animation.copyWithoutResolvedBegin())
          line("\(name).add(\(animationName), forKey: \(SwiftExpression.quoted(key)))")
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
    package mutating func write(_ animation: CAAnimation, key: String) {
      let name = write(animation.copyWithoutResolvedBegin())
      line("layer.add(\(name), forKey: \(SwiftExpression.quoted(key)))")
    }

    // MARK: Properties

    private mutating func writeValues(of layer: CALayer, as name: String) {
      line("let \(name) = \(type(of: layer))()")
      if let text = layer.name { line("\(name).name = \(SwiftExpression.quoted(text))") }
      let table = layer.propertyTable
      for row in table.rows {
        let value = layer.value(forKey: row.key)
        if let cells = value as? [CAEmitterCell] {
          write(cells, of: name, 0)
        } else if PropertyText.text(of: value) != PropertyText.text(of: row.value(in: table.initial)) {
          set(name, row.alias ?? row.key, value, row.accept(TypeVisitor<LayerState>()))
        }
      }
    }

    private mutating func write(_ cells: [CAEmitterCell], of owner: String, _ depth: Int) {
      guard !cells.isEmpty, depth < Self.mostGenerations else { return }
      let table = EmitterCellSchema.table
      let names = cells.map { cell in
        let name = variable(for: cell.name ?? "cell")
        line("let \(name) = \(type(of: cell))()")
        for row in table.rows {
          let value = cell.value(forKey: row.key)
          guard !(value is [CAEmitterCell]),
            PropertyText.text(of: value) != PropertyText.text(of: row.value(in: table.initial))
          else { continue }
          set(name, row.alias ?? row.key, value, row.accept(TypeVisitor<EmitterCellState>()))
        }
        write(cell.emitterCells ?? [], of: name, depth + 1)
        return name
      }
      line("\(owner).emitterCells = [\(names.joined(separator: ", "))]")
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
        } else {
          set(name, property, value, row.valueType)
        }
      }
      return name
    }

    /// The keys of Core Animation's documents that Swift has no property for.
    private static let keysWithoutProperty: Set<String> = [
      "contentsMultiplyColor", "contentsScaling", "contentsSwizzle", "cullMaxZ", "cullMinZ",
      "emitterDuration",
      "shadowPathIsBounds", "spinBias",
    ]

    /// Writes the assignment of a property, or a comment if its value has no form as code.
    private mutating func set(_ owner: String, _ property: String, _ value: Any?, _ type: any Any.Type) {
      guard var code = expression(of: value, as: type, for: property) else {
        return line("// \(owner).\(property): \(Self.remark(on: value)) has no form as code")
      }
      if property == "font" { code += " as CFString" }
      if Self.keysWithoutProperty.contains(property) {
        line("\(owner).setValue(\(code), forKey: \(SwiftExpression.quoted(property)))")
      } else {
        line("\(owner).\(property) = \(code)")
      }
    }

    /// What a comment says of a value, on one line.
    private static func remark(on value: Any?) -> String {
      let text = PropertyText.text(of: value) ?? "an object"
      return text.split(whereSeparator: \.isNewline).joined(separator: " ")
    }

    /// Returns the expression of a value, after the statements that it needs.
    private mutating func expression(of value: Any?, as type: any Any.Type, for name: String) -> String? {
      switch value {
      case let path as CGPath: return write(path, name)
      case let text as NSAttributedString:
        line("// attributes of the text are left out")
        return SwiftExpression.quoted(text.string)
      case let values as [Any]:
        let parts = values.map { expression(of: $0, as: Any.self, for: name) }
        return parts.contains { $0 == nil }
          ? nil : "[" + parts.compactMap(\.self).joined(separator: ", ") + "]"
      default: return SwiftExpression.text(of: value, as: type)
      }
    }

    /// Writes the statements that make a path, and returns its name.
    private mutating func write(_ path: CGPath, _ property: String) -> String {
      let name = variable(for: property)
      line("let \(name) = CGMutablePath()")
      func point(_ point: CGPoint) -> String { SwiftExpression.text(of: point, as: CGPoint.self) ?? "" }
      var lines: [String] = []
      path.applyWithBlock { element in
        let p = element.pointee.points
        switch element.pointee.type {
        case .moveToPoint: lines.append("move(to: \(point(p[0])))")
        case .addLineToPoint: lines.append("addLine(to: \(point(p[0])))")
        case .addQuadCurveToPoint: lines.append("addQuadCurve(to: \(point(p[1])), control: \(point(p[0])))")
        case .addCurveToPoint:
          lines.append("addCurve(to: \(point(p[2])), control1: \(point(p[0])), control2: \(point(p[1])))")
        case .closeSubpath: lines.append("closeSubpath()")
        }
      }
      for call in lines { line("\(name).\(call)") }
      return name
    }

    // MARK: Lines and names

    private mutating func line(_ line: String) { text += line + "\n" }

    /// A name of Swift that was not used yet.
    private mutating func variable(for text: String) -> String {
      let words = text.split { !$0.isLetter && !$0.isNumber }
      var name = words.enumerated().map {
        $0 == 0 ? $1.prefix(1).lowercased() + $1.dropFirst() : $1.prefix(1).uppercased() + $1.dropFirst()
      }
      .joined()
      if name.first?.isLetter != true { name = "layer" + name }
      if Self.reserved.contains(name) { name += "Layer" }
      var unique = name
      var count = 1
      while names.contains(unique) {
        count += 1
        unique = "\(name)\(count)"
      }
      names.insert(unique)
      return unique
    }

    /// Words that no variable can be called, and the one that animations alone are added to.
    private static let reserved: Set<String> = [
      "as", "associatedtype", "await", "break", "case", "catch", "class", "continue", "default", "defer",
      "deinit", "do", "else",
      "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import",
      "in", "init",
      "inout", "internal", "is", "let", "nil", "open", "operator", "precedencegroup", "private", "protocol",
      "public",
      "repeat", "rethrows", "return", "self", "static", "struct", "subscript", "super", "switch", "throw",
      "throws",
      "true", "try", "typealias", "var", "where", "while",
    ]
  }

  /// Opens the type of a property.
  private struct TypeVisitor<Root>: RowVisitor {
    func visit<Value: KeyValueCodable>(_ row: Property<Root, Value>) -> any Any.Type { Value.self }
  }
#endif
