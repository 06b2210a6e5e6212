package import Foundation

/// The manifest of a document, `index.xml`, with all its entries.
package struct PackageManifest: Hashable, Sendable {
  package private(set) var entries: [PropertyListEntry]

  package init(entries: [PropertyListEntry] = []) {
    self.entries = entries
  }

  /// Reads a property list of either form.
  package static func read(
    _ data: Data,
    file: String,
    limits: ReadingLimits
  ) throws(DocumentError) -> PackageManifest {
    guard case .dictionary(let entries) = try PropertyListValue(data, file: file, limits: limits) else {
      throw DocumentError(.malformed, file, line: 1, column: 1, "the manifest is not a dictionary")
    }
    return PackageManifest(entries: entries)
  }

  package subscript(key: String) -> PropertyListValue? {
    get { entries.last { $0.key == key }?.value }
    set {
      guard let newValue else { return entries.removeAll { $0.key == key } }
      if let at = entries.lastIndex(where: { $0.key == key }) {
        entries[at].value = newValue
      } else {
        entries.append(PropertyListEntry(key: key, value: newValue))
      }
    }
  }

  /// The entries that the reader needs and cannot read: each key with the kind of value that it takes.
  package var unreadable: [(key: String, noun: String)] {
    var result: [(key: String, noun: String)] = []
    func note(_ key: String, _ noun: String, isReadable: (PropertyListValue) -> Bool) {
      if let value = self[key], !isReadable(value) { result.append((key, noun)) }
    }
    note("rootDocument", "a string") { $0.text != nil }
    note("geometryFlipped", "a truth value") { $0.bool != nil }
    note("documentWidth", "a number") { $0.number != nil }
    note("documentHeight", "a number") { $0.number != nil }
    return result
  }

  /// The name of the file that holds the layer tree.
  package var rootDocument: String { self["rootDocument"]?.text ?? "main.caml" }
  /// True if the tree was made for a host whose y axis points down.
  package var isGeometryFlipped: Bool { self["geometryFlipped"]?.bool ?? false }
  /// The size of the canvas in points; nil if the manifest gives none that is usable.
  package var documentSize: (width: Double, height: Double)? {
    guard let width = self["documentWidth"]?.number, let height = self["documentHeight"]?.number,
      width > 0, height > 0, width.isFinite, height.isFinite
    else { return nil }
    return (width, height)
  }

  /// The time range that an editor loops, in seconds; nil if looping is off or the range is empty.
  package var loop: ClosedRange<Double>? {
    guard self["loopingEnabled"]?.bool == true, let end = self["loopEnd"]?.number else { return nil }
    let start = self["loopStart"]?.number ?? 0
    return start >= 0 && end > start ? start...end : nil
  }

  package var text: String {
    PropertyListText.text(of: .dictionary(entries.sorted { $0.key < $1.key }))
  }
}
