package import Foundation

/// Writes a markup tree as XML text, in the manner of Core Animation's own encoder.
///
/// One element or comment per line, two spaces per level, each run of eight written as a tab unless the layout says otherwise;
/// no space before `/>`.
package enum MarkupWriter {
  /// How lines begin and end.
  package struct Layout: Hashable, Sendable {
    /// What a level is indented by.
    package var unit: String
    /// True if eight spaces at the beginning of a line are written as a tab.
    package var joinsSpaces: Bool
    package var lineEnd = "\n"

    /// That of Core Animation's encoder.
    package static let standard = Layout(unit: "  ", joinsSpaces: true)

    init(unit: String, joinsSpaces: Bool) { (self.unit, self.joinsSpaces) = (unit, joinsSpaces) }

    /// That of a text: the white space before its first indented tag is the unit.
    ///
    /// Eight spaces become a tab if the unit is of spaces and other lines begin with a tab. Without a longer line that is so
    /// for two spaces, which the encoder writes.
    package init(of text: Data) {
      self = .standard
      if let end = text.firstIndex(of: 0x0A), text[..<end].last == 0x0D { lineEnd = "\r\n" }
      guard let first = Self.firstIndent(of: text) else { return }
      unit = first
      func holds(_ beginning: String) -> Bool { text.range(of: Data("\n\(beginning)".utf8)) != nil }
      let isWide = holds(String(repeating: " ", count: 8))
      joinsSpaces = !first.contains("\t") && !isWide && (first == "  " || holds("\t"))
    }

    /// The white space before the first tag that is indented in its line; nil if none is.
    private static func firstIndent(of text: Data) -> String? {
      for line in text.split(separator: 0x0A, maxSplits: 400).dropFirst() {
        let indent = line.prefix { $0 == 0x20 || $0 == 0x09 }
        guard !indent.isEmpty, line[indent.endIndex...].first == UInt8(ascii: "<"), indent.count <= 16 else {
          continue
        }
        return String(decoding: indent, as: UTF8.self)
      }
      return nil
    }

    func indent(_ level: Int) -> String {
      let whole = String(repeating: unit, count: level)
      guard joinsSpaces else { return whole }
      let tabs = whole.utf8.count / 8
      return String(repeating: "\t", count: tabs) + whole.dropFirst(tabs * 8)
    }
  }

  package static func text(of root: MarkupElement, layout: Layout = .standard) -> String {
    let isDocument = root == root.tree.root
    var output =
      (isDocument ? root.tree.declaration : nil) ?? "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\n"
    var pending: [(element: MarkupElement, level: Int, isEnd: Bool)] = [(root, 0, false)]
    while let (element, level, isEnd) = pending.popLast() {
      if isEnd {
        write(element.notesAtEnd, layout.indent(level + 1), into: &output)
        output += "\(layout.indent(level))</\(element.qualifiedName)>\n"
        continue
      }
      write(element.notesBefore, layout.indent(level), into: &output)
      output += layout.indent(level)
      begin(element, into: &output)
      guard element.hasChildren || element.text == nil && !element.notesAtEnd.isEmpty else { continue }
      pending.append((element, level, true))
      for child in element.children.reversed() { pending.append((child, level + 1, false)) }
    }
    if isDocument { write(root.tree.notesAtEnd, "", into: &output) }
    return layout.lineEnd == "\n" ? output : output.replacingOccurrences(of: "\n", with: layout.lineEnd)
  }

  /// Writes an opening tag and the text after it; of an element that holds only text, all of it.
  private static func begin(_ element: MarkupElement, into output: inout String) {
    output += "<\(element.qualifiedName)"
    for attribute in element.attributes {
      output += " \(attribute.name)=\""
      escape(attribute.value, isAttribute: true, into: &output)
      output += "\""
    }
    let (text, notes) = (element.text, element.notesAtEnd)
    if element.hasChildren || text == nil && !notes.isEmpty {
      output += ">\n"
      guard let text else { return }
      escape(text.trimmingCharacters(in: .whitespacesAndNewlines), isAttribute: false, into: &output)
      output += "\n"
    } else if let text {
      output += ">"
      escape(text, isAttribute: false, into: &output)
      output += "\(notes.joined())</\(element.qualifiedName)>\n"
    } else {
      output += "/>\n"
    }
  }

  /// Writes comments and processing instructions, each from a line's beginning.
  private static func write(_ notes: [String], _ indent: String, into output: inout String) {
    for note in notes { output += "\(indent)\(note)\n" }
  }

  /// Writes a text or the value of an attribute as markup that gives it back; control characters that markup cannot hold are
  /// left out.
  static func escape(_ text: String, isAttribute: Bool, into output: inout String) {
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
