package import Foundation

/// A value of an XML property list, with dictionaries in the order of the file.
package indirect enum PropertyListValue: Hashable, Sendable {
  case string(String)
  case real(Double)
  case integer(Int)
  case bool(Bool)
  case array([PropertyListValue])
  case dictionary([PropertyListEntry])
  /// Dates, data, and scalars that no other case can hold, kept as their text.
  case other(tag: String, text: String)

  package subscript(key: String) -> PropertyListValue? {
    guard case .dictionary(let entries) = self else { return nil }
    return entries.last { $0.key == key }?.value
  }

  package var text: String? { if case .string(let text) = self { text } else { nil } }

  package var number: Double? {
    switch self {
    case .real(let number): number
    case .integer(let number): Double(number)
    case .string(let text): NumberText.number(text)
    default: nil
    }
  }

  package var bool: Bool? {
    switch self {
    case .bool(let value): value
    case .integer(let value): value != 0
    case .real(let value): value != 0
    case .string(let text): NumberText.bool(text)
    default: nil
    }
  }
}

/// One entry of a property list's dictionary.
package struct PropertyListEntry: Hashable, Sendable {
  package var key: String
  package var value: PropertyListValue
}

/// Reads and writes XML property lists.
///
/// Foundation's reader loses the order of keys. On some platforms it refuses `+infinity`, which real documents hold.
package enum PropertyListText {
  package static func read(
    _ data: Data,
    file: String,
    limits: ReadingLimits
  ) throws(DocumentError) -> PropertyListValue {
    try value(of: MarkupReader.read(data, file: file, limits: limits), file: file)
  }

  /// The value of a property list whose markup was read.
  package static func value(of tree: MarkupTree, file: String) throws(DocumentError) -> PropertyListValue {
    guard let root = tree.root else { throw DocumentError(.malformed, file, "the property list is empty") }
    let element = root.name == "plist" ? root.children.first : root
    guard let element else { return .dictionary([]) }
    return try value(element, file: file, depth: 0)
  }

  private static func value(
    _ element: MarkupElement,
    file: String,
    depth: Int
  ) throws(DocumentError) -> PropertyListValue {
    func wrong(_ reason: String) -> DocumentError {
      DocumentError(.malformed, file, line: element.line, column: element.column, reason)
    }
    guard depth < 64 else { throw wrong("the property list is nested too deep") }
    let text = (element.text ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
    switch element.name {
    case "string": return .string(element.text ?? "")
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "real":
      return NumberText.number(text).map { .real($0) } ?? .other(tag: element.name, text: text)
    case "integer":
      // Digits first: a double would round identifiers of 64 bits.
      if let exact = Int(text) ?? NumberText.number(text).flatMap({ Int(exactly: $0) }) {
        return .integer(exact)
      }
      return .other(tag: element.name, text: text)
    case "array":
      var items: [PropertyListValue] = []
      for child in element.children { items.append(try value(child, file: file, depth: depth + 1)) }
      return .array(items)
    case "dict":
      var entries: [PropertyListEntry] = []
      var key: String?
      for child in element.children {
        if let name = key {
          entries.append(
            PropertyListEntry(key: name, value: try value(child, file: file, depth: depth + 1))
          )
          key = nil
        } else if child.name == "key" {
          key = child.text ?? ""
        } else {
          throw wrong("<\(child.name)> of line \(child.line) is in the place of a <key>")
        }
      }
      if let key { throw wrong("the key \(key) has no value") }
      return .dictionary(entries)
    case "date", "data": return .other(tag: element.name, text: element.text ?? "")
    case let tag where !element.hasChildren: return .other(tag: tag, text: element.text ?? "")
    default: throw wrong("<\(element.name)> is not a property-list element")
    }
  }

  package static func text(of value: PropertyListValue) -> String {
    var output = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">

      """
    write(value, level: 0, into: &output)
    return output + "</plist>\n"
  }

  private static func write(_ value: PropertyListValue, level: Int, into output: inout String) {
    let indent = String(repeating: "\t", count: level)
    switch value {
    case .string(let text): output += "\(indent)<string>\(escaped(text))</string>\n"
    case .real(let number):
      let text =
        number == .infinity ? "+infinity" : number == -.infinity ? "-infinity" : NumberText.text(number)
      output += "\(indent)<real>\(text)</real>\n"
    case .integer(let number): output += "\(indent)<integer>\(number)</integer>\n"
    case .bool(let value): output += "\(indent)<\(value)/>\n"
    case .other(let tag, let text): output += "\(indent)<\(tag)>\(escaped(text))</\(tag)>\n"
    case .array(let items):
      guard !items.isEmpty else {
        output += "\(indent)<array/>\n"
        return
      }
      output += "\(indent)<array>\n"
      for item in items { write(item, level: level + 1, into: &output) }
      output += "\(indent)</array>\n"
    case .dictionary(let entries):
      output += "\(indent)<dict>\n"
      // The outermost dictionary has the indent of its keys.
      for entry in entries {
        output += "\(indent)\t<key>\(escaped(entry.key))</key>\n"
        write(entry.value, level: level + 1, into: &output)
      }
      output += "\(indent)</dict>\n"
    }
  }

  private static func escaped(_ text: String) -> String {
    var output = ""
    MarkupWriter.escape(text, isAttribute: false, into: &output)
    return output
  }
}
