import CoreGraphics
import Foundation
import QuartzCore
import StrataCAML

/// Values of layers under keys that no property has: a program's own, and those of documents.
extension DocumentEncoder {
  /// The parts of a layer that have elements of their own.
  private static let parts = Set(
    objectKeys + ["sublayers", "mask", "contents", "animations", "states", "stateTransitions"]
  )

  /// The keys without a property whose values differ from the markup; without markup, those with a value.
  func changedCustomKeys(of layer: CALayer, _ origin: MarkupElement?, _ baseline: CALayer?) -> Set<String> {
    let children = (origin?.children ?? []).map { $0.name == "p" ? $0["key"] ?? "p" : $0.name }
    let read = Set(children + (origin?.attributes ?? []).map(\.name))
    let wanted = read.filter { key in
      !KnownKeys.reserved.contains(key) && !KnownKeys.isEditorData(key) && !key.contains(".")
        && layer.kind(ofKey: key) == nil
    }
    return wanted.union(layer.customKeys.filter { !read.contains($0) }).filter { key in
      guard !Self.parts.contains(key) else { return false }
      return signature(customEntry(key, of: layer))
        != signature(baseline.flatMap { customEntry(key, of: $0) })
    }
  }

  /// The value under a key, in a form that is read again; nil for none.
  ///
  /// Images are left out, as they are under keys without a property when a document is read.
  func customEntry(_ key: String, of layer: CALayer) -> DictionaryEntries? {
    guard layer.kind(ofKey: key) == nil, let value = layer.value(forKey: key), !(value is NSNull),
      !(value is CGImage)
    else { return nil }
    return entries(of: [key: value])
  }
}
