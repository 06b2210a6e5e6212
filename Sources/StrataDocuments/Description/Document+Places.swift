package import QuartzCore
package import StrataMarkup

extension Document {
  /// The layers that remarks of the reader are about: the innermost one around each place, by the remarks' indices.
  package func layers(of diagnostics: [Diagnostic]) -> [Int: CALayer] {
    var found: [Int: CALayer] = [:]
    for part in parts { found.merge(part.layers(of: diagnostics)) { first, _ in first } }
    guard let reader, let markup, !diagnostics.isEmpty else { return found }
    var places: [Int: [Int]] = [:]
    for (index, diagnostic) in diagnostics.enumerated()
    where diagnostic.file == reader.log.file && diagnostic.line > 0 {
      places[diagnostic.line, default: []].append(index)
    }
    guard !places.isEmpty else { return found }
    var parents: [Int: Int] = [:]
    for element in markup.tree.elements {
      for child in element.children { parents[child.index] = element.index }
      for index in places[element.line] ?? [] where diagnostics[index].column == element.column {
        var place: Int? = element.index
        while let at = place, found[index] == nil {
          found[index] = reader.objects[at] as? CALayer
          place = parents[at]
        }
      }
    }
    return found
  }

  /// The file and line of the element that a layer was read from; nil for a layer that was not read.
  package func place(of layer: CALayer) -> (file: String, line: Int)? {
    for part in parts {
      if let place = part.place(of: layer) { return place }
    }
    guard let reader, let element = reader.origins[ObjectIdentifier(layer)], element.line > 0 else {
      return nil
    }
    return (reader.log.file, element.line)
  }

  /// The markup of one layer with everything below it, as a document of its own.
  ///
  /// - Throws: ``DocumentError`` if the layer cannot be written.
  package static func markupText(of layer: CALayer) throws(DocumentError) -> String {
    try Document(rootLayer: layer).markupText()
  }

  /// The markup of one animation under a key.
  package static func markupText(of animation: CAAnimation, key: String) -> String {
    var encoder = AnimationEncoder(isComparing: false)
    encoder.encode(animation, tag: "animation", key: key) { _ in [] }
    return encoder.builder.tree().root.map { MarkupWriter.text(of: $0) } ?? ""
  }
}
