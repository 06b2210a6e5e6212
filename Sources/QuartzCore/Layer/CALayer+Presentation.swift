import CoreGraphics
import Foundation
import StrataBase
import StrataRenderTree

/// The origin of a presentation copy: the model layer, and the moment that it shows.
final class PresentationOrigin {
  let model: CALayer
  /// Nil for a copy that the program made.
  fileprivate(set) var pass: PresentationPass?
  fileprivate var id: LayerID?
  private var knownSublayers: [CALayer]?

  init(model: CALayer) { self.model = model }

  /// True if the host of the moment has its y axis pointing down; nil without one.
  var isHostFlipped: Bool? { pass?.isHostFlipped }

  /// Copies of the committed sublayers, at the same moment.
  var sublayers: [CALayer] {
    if let knownSublayers { return knownSublayers }
    guard let pass, let id, let node = pass.tree[id] else { return [] }
    let copies = node.children.compactMap { pass.copy(of: $0) }
    knownSublayers = copies
    return copies
  }

  /// Copies of the sublayers that may be hit at a point of this layer, from back to front; nil if they are made already
  /// or one of them leaves the plane.
  ///
  /// No copy is made of a layer without sublayers that lies elsewhere: a hit test among many layers copies few.
  func levelSublayers(around point: CGPoint, in container: LayerPlacement) -> [CALayer]? {
    guard knownSublayers == nil, let pass, let id, let node = pass.tree[id] else { return nil }
    var copies: [CALayer] = []
    for child in node.children {
      guard let known = pass.knownCopy(of: child) else {
        guard let state = pass.state(of: child)?.state else { continue }
        guard state.isLevel else { return nil }
        guard pass.isHitByMoreThanBounds(child) || state.canBeHit(at: point, in: container) else { continue }
        if let copy = pass.copy(of: child) { copies.append(copy) }
        continue
      }
      // A program may have changed it.
      guard known.storage.state.isLevel else { return nil }
      copies.append(known)
    }
    return copies
  }

  var superlayer: CALayer? {
    guard let pass, let id, let parent = pass.tree[id]?.parent else { return nil }
    return pass.copy(of: parent)
  }

  var mask: CALayer? {
    guard let pass, let id, let mask = pass.tree[id]?.mask else { return nil }
    return pass.copy(of: mask)
  }
}

/// One moment of a committed tree, and the copies made of its layers.
final class PresentationPass {
  let tree: RenderTree
  let time: Double
  private let host: LayerHost
  /// True if animations that were removed since the commit are not shown.
  private let showsAttachedOnly: Bool
  private var copies: [LayerID: WeakLayer] = [:]

  private struct WeakLayer {
    weak var layer: CALayer?
  }

  init(_ host: LayerHost, at time: Double) {
    self.host = host
    self.time = time
    tree = host.committedTree
    showsAttachedOnly = true
  }

  /// A moment of a committed tree.
  init(_ host: LayerHost, _ tree: RenderTree, at time: Double) {
    self.host = host
    self.time = time
    self.tree = tree
    showsAttachedOnly = false
  }

  var isHostFlipped: Bool { host.isFlipped }

  /// The copy of a layer, if it was made and is still in use.
  func knownCopy(of id: LayerID) -> CALayer? { copies[id]?.layer }

  /// True if more than its bounds decides whether a layer or what is below it is hit.
  func isHitByMoreThanBounds(_ id: LayerID) -> Bool {
    guard let node = tree[id], let model = host.layer(id) else { return false }
    return !node.children.isEmpty || CALayer.decidesHits(type(of: model))
  }

  func copy(of id: LayerID) -> CALayer? {
    if let known = knownCopy(of: id) { return known }
    guard let model = host.layer(id), let state = state(of: id)?.state else { return nil }
    let copy = _PresentationFactory.copy(of: model)
    let former = copy.storage.state.contents
    copy.storage.state = state
    if let custom = host.formerCustom(of: id, in: tree) ?? model.storage.formerCustom {
      copy.storage.extras.custom = custom
    }
    copy.showObjectsOfState(insteadOf: former)
    copy.storage.flags.insert(.isCopy)
    let origin = copy.storage.presentation ?? PresentationOrigin(model: model)
    origin.pass = self
    origin.id = id
    copy.storage.presentation = origin
    copies[id] = WeakLayer(layer: copy)
    return copy
  }

  /// The committed state with the animations that are still attached applied, and the layer's local time.
  func state(of id: LayerID) -> (state: LayerState, time: Double)? {
    guard let node = tree[id] else { return nil }
    let parentTime = node.parent.map { tree.localTime(of: $0, at: time) } ?? time
    let local = node.state.timing.localTime(atParent: parentTime)
    guard !node.animations.isEmpty, let layer = host.layer(id) else { return (node.state, local) }
    let attached = showsAttachedOnly ? layer.storage.attachedIDs : []
    var state = node.state
    for record in node.animations where !record.isDropped(at: local) {
      if !showsAttachedOnly || attached.contains(record.id) { record.apply(at: local, to: &state) }
    }
    return (state, local)
  }
}

extension CALayer {
  final var currentPresentation: CALayer? {
    if storage.flags.contains(.isCopy) { return self }
    guard isShown, let host = storage.host, let id = storage.id else { return nil }
    return (host.frame?.pass ?? PresentationPass(host, at: host.time)).copy(of: id)
  }

  /// The state on screen now, and the layer's local time.
  final var presentedState: (state: LayerState, time: Double)? {
    guard let host = storage.host, let id = storage.id else { return nil }
    return PresentationPass(host, at: host.time).state(of: id)
  }
}
