import CoreGraphics
import Foundation
import StrataRenderTree

/// The reason why a layer cannot become a child or a mask.
package enum LayerTreeError: Error, CustomStringConvertible {
  /// The layer would be its own ancestor.
  case cycle(String)
  /// The layer is a presentation copy, not a model layer.
  case presentationCopy(String)

  package var description: String {
    switch self {
    case .cycle(let layer): "CALayerInvalid: layer \(layer) is a part of cycle in its layer tree"
    case .presentationCopy(let layer): "CALayerInvalidTree: expecting model layer not copy: \(layer)"
    }
  }
}

/// The tree: children from back to front, and masks.
///
/// No method here calls a member that a subclass may override.
extension CALayer {
  // MARK: Reading

  final var parentLayer: CALayer? {
    if let origin = storage.presentation { return origin.superlayer }
    return storage.superlayer
  }

  final var childLayers: [CALayer]? {
    let children = storage.presentation.map { $0.sublayers } ?? storage.sublayers
    return children.isEmpty ? nil : children
  }

  final var maskLayer: CALayer? {
    if let origin = storage.presentation { return origin.mask }
    return storage.mask
  }

  // MARK: Changing

  /// Inserts a child; an index past the end appends.
  final func insert(_ layer: CALayer, at index: Int) {
    changeChildren(adding: layer) { children in
      children.insert(layer, at: min(max(index, 0), children.count))
    }
  }

  final func insert(_ layer: CALayer, below sibling: CALayer?) {
    guard sibling !== layer else { return }
    changeChildren(adding: layer) { children in
      children.insert(layer, at: children.place(of: sibling) ?? 0)
    }
  }

  final func insert(_ layer: CALayer, above sibling: CALayer?) {
    guard sibling !== layer else { return }
    changeChildren(adding: layer) { children in
      children.insert(layer, at: children.place(of: sibling).map { $0 + 1 } ?? children.count)
    }
  }

  final func replace(_ old: CALayer, with new: CALayer) {
    guard old !== new, old.storage.superlayer === self, !old.storage.flags.contains(.isMask) else { return }
    guard !storage.flags.contains(.isCopy) else { return }
    requireAdoptable(new)
    var change = childrenWillChange()
    new.leaveParent(for: self)
    requireAdoptable(new)
    guard let index = storage.sublayers.place(of: old) else { return }
    storage.sublayers[index] = new
    (old.storage.superlayer, new.storage.superlayer) = (nil, self)
    if storage.host != nil, case .unanswered = post(kCATransition) { change.fades = isShown }
    if old.storage.superlayer == nil { old.didLeave(self, fades: change.fades) }
    storage.noteSet(name: "sublayers")
    if new.storage.superlayer === self { adopt(new, fades: change.fades) }
    childrenDidChange(change)
  }

  final func detach() {
    guard !storage.flags.contains(.isCopy), let parent = storage.superlayer else { return }
    guard storage.flags.contains(.isMask) else {
      parent.unlink(self)
      return
    }
    parent.setMask(nil)
  }

  final func setSublayers(_ layers: [CALayer]?) {
    guard !storage.flags.contains(.isCopy) else { return }
    storage.noteSet(name: "sublayers")
    var seen = Set<ObjectIdentifier>()
    let new = (layers ?? []).filter { seen.insert(ObjectIdentifier($0)).inserted }
    for layer in new { requireAdoptable(layer) }
    guard !new.elementsEqual(storage.sublayers, by: ===) else { return }
    let change = childrenWillChange()
    let old = storage.sublayers.filter { !seen.contains(ObjectIdentifier($0)) }
    storage.sublayers.removeAll { !seen.contains(ObjectIdentifier($0)) }
    for layer in old { layer.storage.superlayer = nil }
    for layer in old where layer.storage.superlayer == nil { layer.didLeave(self, fades: change.fades) }
    for layer in new where !layer.isSublayer(of: self) { layer.leaveParent() }
    for layer in arrange(new, insteadOf: seen) where layer.isSublayer(of: self) {
      adopt(layer, fades: change.fades)
    }
    childrenDidChange(change)
  }

  /// Makes layers the sublayers, and returns those of them that were not before.
  ///
  /// The actions of layers that left were a program's code: what it put elsewhere stays there, and what it added here, on top.
  private func arrange(_ layers: [CALayer], insteadOf known: Set<ObjectIdentifier>) -> [CALayer] {
    let chosen = layers.filter { $0.storage.superlayer == nil || $0.isSublayer(of: self) }
    storage.sublayers = chosen + storage.sublayers.filter { !known.contains(ObjectIdentifier($0)) }
    let added = chosen.filter { $0.storage.superlayer == nil }
    for layer in added {
      requireAdoptable(layer)
      layer.storage.superlayer = self
    }
    return added
  }

  private func isSublayer(of parent: CALayer) -> Bool {
    storage.superlayer === parent && !storage.flags.contains(.isMask)
  }

  final func setMask(_ mask: CALayer?) {
    guard !storage.flags.contains(.isCopy) else { return }
    storage.noteSet(name: "mask")
    guard storage.mask !== mask else { return }
    if let mask { requireAdoptable(mask) }
    let event = willChange("mask")
    // The actions of layers that leave may be a program's code, which sets a mask or puts the layer elsewhere.
    for _ in 0..<Transaction.roundLimit {
      if let old = storage.mask {
        dropMask(old)
      } else if let mask, mask.storage.superlayer != nil {
        mask.leaveParent()
      } else {
        break
      }
    }
    if let mask, storage.mask == nil, mask.storage.superlayer == nil {
      requireAdoptable(mask)
      storage.mask = mask
      mask.storage.superlayer = self
      mask.storage.flags.insert(.isMask)
      adopt(mask, fades: nil)
    }
    storage.flags.insert(.childrenChanged)
    didChange("mask", .children, event)
  }

  private func dropMask(_ old: CALayer) {
    storage.mask = nil
    old.storage.superlayer = nil
    old.storage.flags.remove(.isMask)
    old.didLeave(self, fades: false)
  }

  // MARK: Validated changes

  /// Appends a child, or throws if the tree does not allow it; for documents, which are not trusted.
  package final func appendChecked(_ layer: CALayer) throws(LayerTreeError) {
    if let error = objection(to: layer) { throw error }
    insert(layer, at: .max)
  }

  /// Sets the mask, or throws if the tree does not allow it.
  package final func setMaskChecked(_ layer: CALayer?) throws(LayerTreeError) {
    if let layer, let error = objection(to: layer) { throw error }
    setMask(layer)
  }

  /// Returns why `layer` cannot become a child or the mask of this layer, or nil if it can.
  package final func objection(to layer: CALayer) -> LayerTreeError? {
    if layer.storage.flags.contains(.isCopy) { return .presentationCopy(layer.objectDescription) }
    if layer === self { return .cycle(layer.objectDescription) }
    guard !layer.storage.sublayers.isEmpty || layer.storage.mask != nil else { return nil }
    var ancestor = storage.superlayer
    while let above = ancestor {
      if above === layer { return .cycle(layer.objectDescription) }
      ancestor = above.storage.superlayer
    }
    return nil
  }

  /// Raises if the layer cannot become a child; asked before a change, so that it starts only if it is possible, and again before the
  /// layer is linked, as actions are a program's code, which may have put this layer below that one.
  private func requireAdoptable(_ layer: CALayer) {
    if let error = objection(to: layer) { raise(error.description) }
  }

  final var objectDescription: String {
    "<\(type(of: self)): 0x\(String(UInt(bitPattern: ObjectIdentifier(self).hashValue), radix: 16))>"
  }

  // MARK: Parts

  private func changeChildren(adding layer: CALayer, _ change: (inout [CALayer]) -> Void) {
    guard !storage.flags.contains(.isCopy) else { return }
    requireAdoptable(layer)
    let event = childrenWillChange()
    let moves = layer.storage.superlayer === self && !layer.storage.flags.contains(.isMask)
    layer.leaveParent(for: self)
    requireAdoptable(layer)
    change(&storage.sublayers)
    layer.storage.superlayer = self
    storage.noteSet(name: "sublayers")
    if !moves { adopt(layer, fades: event.fades) }
    childrenDidChange(event)
  }

  /// Takes the layer out of its tree; the caller reports a change within `newParent`.
  ///
  /// The actions that this runs are a program's code, which may put the layer elsewhere: then it leaves again.
  private func leaveParent(for newParent: CALayer? = nil) {
    for _ in 0..<Transaction.roundLimit {
      guard let parent = storage.superlayer else { return }
      if storage.flags.contains(.isMask) {
        parent.setMask(nil)
      } else if parent === newParent {
        parent.storage.sublayers.remove(self)
        storage.superlayer = nil
      } else {
        parent.unlink(self)
      }
    }
  }

  private func unlink(_ child: CALayer) {
    let change = childrenWillChange()
    // The search for an action may be a program's code, which moves the child.
    if child.isSublayer(of: self) {
      storage.sublayers.remove(child)
      child.storage.superlayer = nil
      child.didLeave(self, fades: change.fades)
    }
    childrenDidChange(change)
  }

  /// A change of the sublayers, from the search for its action until it is complete.
  private struct ChildrenChange {
    let event: LayerEvent?
    /// True if layers that appear or leave fade whatever their own events say.
    var fades: Bool
  }

  private func childrenWillChange() -> ChildrenChange {
    let event = willChange("sublayers")
    let search = ThreadState.search.pointee
    let isLeftToDefault = event == nil && !search.isDisabled && !search.endedByNull
    return ChildrenChange(event: event, fades: isLeftToDefault && isShown)
  }

  private func childrenDidChange(_ change: ChildrenChange) {
    storage.flags.insert(.childrenChanged)
    markForLayout()
    didChange("sublayers", .children, change.event)
  }

  /// Shows a new child, or mask, where its parent is shown; a nil `fades` never fades it.
  private func adopt(_ child: CALayer, fades: Bool?) {
    guard let host = storage.host else { return }
    if let former = child.storage.host, former !== host { former.withdraw(child) }
    child.storage.flags.remove(.isLeaving)
    var seen: Float?
    if child.storage.host == nil {
      let left = host.endDeparture(of: child)
      if fades != nil, isShown { seen = left ?? 0 }
      host.adopt(child)
    }
    child.didAppear(fades: fades ?? false, from: seen)
  }
}

extension [CALayer] {
  /// The index of a layer, searched from both ends, as layers leave one by one from either.
  ///
  /// Addresses are compared: to count references to each layer on the way would take many times as long.
  fileprivate func place(of layer: CALayer?) -> Int? {
    guard let layer else { return nil }
    let wanted = Unmanaged.passUnretained(layer).toOpaque()
    return withUnsafeBufferPointer { layers in
      layers.withMemoryRebound(to: Unmanaged<CALayer>.self) { layers in
        indexFromBothEnds(of: layers.count) { layers[$0].toOpaque() == wanted }
      }
    }
  }

  /// Removes a layer, if it is there; a layer is there once.
  fileprivate mutating func remove(_ layer: CALayer) {
    if let index = place(of: layer) { remove(at: index) }
  }
}

/// Returns the index below a count for which a condition holds, or nil if it holds for none.
///
/// The first and the last index are tried first, then those next to them.
@inline(__always)
package func indexFromBothEnds(of count: Int, where isFound: (Int) -> Bool) -> Int? {
  var (low, high) = (0, count - 1)
  while low <= high {
    if isFound(low) { return low }
    if isFound(high) { return high }
    (low, high) = (low + 1, high - 1)
  }
  return nil
}
