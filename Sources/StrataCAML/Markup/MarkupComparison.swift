/// Compares two markup trees: tags, attributes, text and children in order.
///
/// The order of attributes counts as well, since a key path may overwrite part of the attribute before it.
package enum MarkupComparison {
  /// The differences, at most `limit` of them; empty for equal trees.
  package static func differences(
    _ first: MarkupElement,
    _ second: MarkupElement,
    limit: Int = 20
  ) -> [String] {
    var found: [String] = []
    var pending = [(first, second)]
    while let (a, b) = pending.popLast(), found.count < limit {
      let place = "<\(a.qualifiedName)> of line \(a.line)"
      guard a.qualifiedName == b.qualifiedName else {
        found.append("\(place) against <\(b.qualifiedName)>")
        continue
      }
      if a.attributes != b.attributes {
        let (before, after) = (list(a.attributes), list(b.attributes))
        found.append("\(place): attributes \(before) against \(after)")
      }
      if words(a.text) != words(b.text) { found.append("\(place): text differs") }
      guard a.children.count == b.children.count else {
        found.append("\(place): \(a.children.count) children against \(b.children.count)")
        continue
      }
      pending.append(contentsOf: zip(a.children, b.children).reversed())
    }
    return found
  }

  private static func list(_ attributes: [MarkupAttribute]) -> String {
    attributes.map { "\($0.name)=\"\($0.value.prefix(60))\"" }.joined(separator: " ")
  }

  private static func words(_ text: String?) -> [Substring] {
    (text ?? "").split { $0.isWhitespace }
  }
}
