import Foundation

/// Writes JSON with keys in the order in which they are given.
indirect enum JSONText {
  case string(String)
  case number(Double)
  case bool(Bool)
  case array([JSONText])
  case object([(String, JSONText)])

  var text: String {
    var output = ""
    write(into: &output, level: 0)
    return output + "\n"
  }

  private func write(into output: inout String, level: Int) {
    let indent = String(repeating: "  ", count: level + 1)
    let outer = String(repeating: "  ", count: level)
    switch self {
    case .string(let text): JSONText.quote(text, into: &output)
    case .number(let number): output += number.isFinite ? NumberText.text(number) : "null"
    case .bool(let value): output += value ? "true" : "false"
    case .array(let items):
      guard !items.isEmpty else { return output += "[]" }
      output += "[\n"
      for (index, item) in items.enumerated() {
        output += indent
        item.write(into: &output, level: level + 1)
        output += index == items.count - 1 ? "\n" : ",\n"
      }
      output += "\(outer)]"
    case .object(let members):
      guard !members.isEmpty else { return output += "{}" }
      output += "{\n"
      for (index, member) in members.enumerated() {
        output += indent
        JSONText.quote(member.0, into: &output)
        output += ": "
        member.1.write(into: &output, level: level + 1)
        output += index == members.count - 1 ? "\n" : ",\n"
      }
      output += "\(outer)}"
    }
  }

  private static func quote(_ text: String, into output: inout String) {
    output += "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": output += "\\\""
      case "\\": output += "\\\\"
      case "\n": output += "\\n"
      case "\t": output += "\\t"
      case "\r": output += "\\r"
      case let scalar where scalar.value < 0x20: output += String(format: "\\u%04x", scalar.value)
      default: output.unicodeScalars.append(scalar)
      }
    }
    output += "\""
  }
}

extension LayerDescription {
  /// Returns described layers as JSON text: an array in painting order.
  public static func json(_ layers: [LayerDescription]) -> String {
    JSONText.array(layers.map(\.json)).text
  }

  private var json: JSONText {
    var members: [(String, JSONText)] = [("class", .string(type))]
    if let name { members.append(("name", .string(name))) }
    members.append(("depth", .number(Double(depth))))
    if isMask { members.append(("isMask", .bool(true))) }
    members.append(("values", .object(values.map { ($0.key, .string($0.text)) })))
    let animations = animations.map { animation -> JSONText in
      var members: [(String, JSONText)] = [
        ("key", .string(animation.key)), ("class", .string(animation.type)),
      ]
      if let keyPath = animation.keyPath { members.append(("keyPath", .string(keyPath))) }
      return .object(members + animation.values.map { ($0.key, .string($0.text)) })
    }
    if !animations.isEmpty { members.append(("animations", .array(animations))) }
    return .object(members)
  }
}

extension Diagnostic {
  /// Returns diagnostics as JSON text: an array in their order.
  public static func json(_ diagnostics: [Diagnostic]) -> String {
    JSONText.array(
      diagnostics.map { entry in
        .object([
          ("severity", .string(entry.severity.rawValue)), ("kind", .string(entry.kind.rawValue)),
          ("file", .string(entry.file)), ("line", .number(Double(entry.line))),
          ("column", .number(Double(entry.column))), ("message", .string(entry.message)),
        ])
      }
    ).text
  }
}
