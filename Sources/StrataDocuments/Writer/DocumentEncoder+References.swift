import QuartzCore
import StrataCAML

/// Layers whose place in the tree holds a reference, such as `<CALayer object="x"/>` among sublayers.
///
/// Their element is elsewhere, in a style for example, and is written there. The reference stays as long as that element
/// says what the layer is; a layer that was changed is written in its place.
extension DocumentEncoder {
  /// What is known of references while a document is written.
  struct References {
    /// The elements in places of the tree: layers among sublayers, and masks.
    fileprivate var placed: Set<Int>?
    /// True for layers that are as their elements say.
    fileprivate var isAsRead: [ObjectIdentifier: Bool] = [:]
    fileprivate var depth = 0
    /// Layers that references reach through more elements than this are written in their places.
    fileprivate static let maximumDepth = 32
  }

  /// The layer that took a place in `parent` when a reference was read; nil if it has a place of its own.
  func layer(for reference: MarkupElement, in parent: CALayer) -> CALayer? {
    guard let baseline, let origin = reader?.origins[ObjectIdentifier(parent)],
      let former = baseline.objects[origin.index] as? CALayer,
      let target = baseline.referent(of: reference) as? CALayer,
      let element = baseline.origins[ObjectIdentifier(target)], !isPlaced(element),
      target === former.mask || target.superlayer === former
    else { return nil }
    return reader?.referent(of: reference) as? CALayer
  }

  /// The copy of a reference; nil if the layer must be written in place of it.
  func copy(of reference: MarkupElement?, to layer: CALayer) -> Task? {
    guard let reference, reader?.referent(of: reference) === layer,
      let element = reader?.origins[ObjectIdentifier(layer)], !isPlaced(element), isAsRead(layer, element)
    else { return nil }
    return .copy(reference)
  }

  private func isPlaced(_ element: MarkupElement) -> Bool {
    if let placed = references.placed { return placed.contains(element.index) }
    var placed: Set<Int> = []
    for outer in element.tree.elements {
      let key = outer.name == "p" ? outer["key"] : outer.name
      guard key == "sublayers" || key == "mask" else { continue }
      placed.insert(outer.index)
      placed.formUnion(outer.children.map(\.index))
    }
    references.placed = placed
    return placed.contains(element.index)
  }

  private func isAsRead(_ layer: CALayer, _ element: MarkupElement) -> Bool {
    if let known = references.isAsRead[ObjectIdentifier(layer)] { return known }
    guard references.depth < References.maximumDepth else { return false }
    references.depth += 1
    let written = tree(of: layer, tag: element.qualifiedName)
    references.depth -= 1
    let isSame = written.root.map { MarkupComparison.differences($0, element, limit: 1).isEmpty } ?? false
    references.isAsRead[ObjectIdentifier(layer)] = isSame
    return isSame
  }
}
