import Foundation

/// Writes a markup tree as XML text, in the manner of Core Animation's own encoder.
///
/// One element per line, two spaces per level, each run of eight written as a tab; no space before `/>`.
package enum MarkupWriter {
  package static func text(of root: MarkupElement) -> String {
    var output = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\n"
    var pending: [(element: MarkupElement, level: Int, isEnd: Bool)] = [(root, 0, false)]
    while let (element, level, isEnd) = pending.popLast() {
      if isEnd {
        indent(level, into: &output)
        output += "</\(element.qualifiedName)>\n"
        continue
      }
      indent(level, into: &output)
      output += "<\(element.qualifiedName)"
      for attribute in element.attributes {
        output += " \(attribute.name)=\""
        escape(attribute.value, isAttribute: true, into: &output)
        output += "\""
      }
      switch (element.hasChildren, element.text) {
      case (false, nil): output += "/>\n"
      case (false, let text?):
        output += ">"
        escape(text, isAttribute: false, into: &output)
        output += "</\(element.qualifiedName)>\n"
      case (true, let text):
        output += ">\n"
        if let text {
          escape(text.trimmingCharacters(in: .whitespacesAndNewlines), isAttribute: false, into: &output)
          output += "\n"
        }
        pending.append((element, level, true))
        for child in element.children.reversed() { pending.append((child, level + 1, false)) }
      }
    }
    return output
  }

  private static func indent(_ level: Int, into output: inout String) {
    output += String(repeating: "\t", count: level * 2 / 8) + String(repeating: " ", count: level * 2 % 8)
  }

  private static func escape(_ text: String, isAttribute: Bool, into output: inout String) {
    guard text.utf8.contains(where: { $0 < 0x20 || $0 == 0x26 || $0 == 0x3C || $0 == 0x3E || $0 == 0x22 })
    else {
      output += text
      return
    }
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": output += "&amp;"
      case "<": output += "&lt;"
      case ">": output += "&gt;"
      case "\"" where isAttribute: output += "&quot;"
      case "\n" where isAttribute: output += "&#10;"
      case "\t" where isAttribute: output += "&#9;"
      case "\r": output += "&#13;"
      // XML has no way to write the remaining control characters.
      case let scalar where scalar.value < 0x20 && scalar != "\n" && scalar != "\t": break
      default: output.unicodeScalars.append(scalar)
      }
    }
  }
}
