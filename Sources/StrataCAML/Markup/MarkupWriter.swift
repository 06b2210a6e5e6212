package import Foundation

/// Writes a markup tree as XML text, in the manner of Core Animation's own encoder.
///
/// One element per line, two spaces per level, each run of eight written as a tab unless spaces are asked for; no space before
/// `/>`.
package enum MarkupWriter {
  /// How eight spaces at the beginning of a line are written.
  package enum Indentation: Sendable {
    /// As a tab, which is what Core Animation's encoder does.
    case tabs
    /// As they are, which is what other editors do.
    case spaces

    /// That of a text: spaces if a line begins with eight of them.
    package init(of text: Data) {
      self = text.range(of: Data("\n        ".utf8)) == nil ? .tabs : .spaces
    }
  }

  package static func text(of root: MarkupElement, indentation: Indentation = .tabs) -> String {
    var output = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\n"
    var pending: [(element: MarkupElement, level: Int, isEnd: Bool)] = [(root, 0, false)]
    while let (element, level, isEnd) = pending.popLast() {
      if isEnd {
        indent(level, indentation, into: &output)
        output += "</\(element.qualifiedName)>\n"
        continue
      }
      indent(level, indentation, into: &output)
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

  private static func indent(_ level: Int, _ indentation: Indentation, into output: inout String) {
    let (width, tabs) = (level * 2, indentation == .tabs ? level * 2 / 8 : 0)
    output += String(repeating: "\t", count: tabs) + String(repeating: " ", count: width - tabs * 8)
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
