import Foundation

/// Writes JSON with keys in the order in which they are given.
package indirect enum JSONText {
  case string(String)
  case number(Double)
  case bool(Bool)
  case array([JSONText])
  case object([(String, JSONText)])

  package var text: String {
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
