import Foundation
package import QuartzCore
package import StrataCAML

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

  /// The documents that have a text of their own: this one, or the parts of a wallpaper.
  package var textParts: [Document] { parts.isEmpty ? [self] : parts.flatMap(\.textParts) }

  /// The index among ``textParts`` of the one that was read from a file, as messages name it; nil if there is none.
  package func textPart(ofFile file: String) -> Int? {
    textParts.firstIndex { $0.reader?.log.file == file }
  }

  /// The text that the document is read from, as its file is now, and the file's name.
  ///
  /// - Throws: ``DocumentError`` if the file cannot be read, passes a limit, or has no lines, as archives have none.
  package func sourceText(limits: ReadingLimits) throws(DocumentError) -> (name: String, text: String) {
    guard let file = package?.rootFile else {
      guard let source else { throw DocumentError(.absent, "document", "it was not read from a text") }
      return ("standard input", try Self.text(of: source, "standard input"))
    }
    return (file.name, try Self.text(of: try file.contents(limits: limits), file.name))
  }

  private static func text(of data: Data, _ name: String) throws(DocumentError) -> String {
    guard !BinaryPropertyList.isBinary(data) else {
      throw DocumentError(.absent, name, "a keyed archive has no lines")
    }
    let isWide = data.starts(with: [0xFE, 0xFF]) || data.starts(with: [0xFF, 0xFE])
    return isWide ? String(data: data, encoding: .utf16) ?? "" : String(decoding: data, as: UTF8.self)
  }

  /// The markup of one layer of the document with everything below it, as a document of its own.
  ///
  /// What was read stays as it was written, so that pictures have the names of this document.
  ///
  /// - Throws: ``DocumentError`` if the layer cannot be written.
  package func markupText(of layer: CALayer) throws(DocumentError) -> String {
    let tree = try withBaseValues { () throws(DocumentError) in DocumentEncoder(self).encode(layer) }
    return tree.root.map { MarkupWriter.text(of: $0) } ?? ""
  }

  /// The markup of one animation under a key.
  package static func markupText(of animation: CAAnimation, key: String) -> String {
    var encoder = AnimationEncoder()
    // A begin time that followed from when the animation was shown is not written.
    encoder.encode(animation.copyWithoutResolvedBegin(), tag: "animation", key: key) { _ in [] }
    return encoder.builder.tree().root.map { MarkupWriter.text(of: $0) } ?? ""
  }
}
