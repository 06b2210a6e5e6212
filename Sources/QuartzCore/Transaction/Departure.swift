import Foundation
import StrataBase
import StrataRenderTree

/// A subtree that has left the model and is still seen while it fades out.
///
/// The removed layers leave their host at the commit like any others. Their nodes stay in the render tree, as they were
/// last committed, until the departure ends: then the host removes them and frees their IDs. A stand-in takes the place
/// of the topmost layer: it holds the animations, is hidden without them, and has the former superlayer's clock.
///
/// Owned by the thread that uses the layers.
final class Departure {
  /// The removed layer, which may be inserted again before the end.
  private(set) weak var model: CALayer?
  let standIn = CALayer()
  /// Shows the stand-in; its end is the end of the departure.
  fileprivate let presence: AttachedAnimation
  /// The action's animation, which moves the stand-in meanwhile.
  private let action: AttachedAnimation?
  /// The nodes that the departure keeps, from the top down; empty until a commit begins it.
  fileprivate private(set) var kept: [LayerID] = []
  /// The former superlayer; nil until a commit begins the departure.
  fileprivate private(set) var place: ObjectIdentifier?

  /// Prepares the departure of a layer that leaves its superlayer in the open transaction, whose completion block waits
  /// for it.
  init(of model: CALayer, seenThrough animation: CAAnimation, action: AttachedAnimation? = nil) {
    self.model = model
    self.action = action
    presence = AttachedAnimation(animation, key: Self.presenceKey, layer: standIn)
    action?.move(to: standIn)
  }

  deinit { presence.layerIsGone() }

  private static let presenceKey = "presence"

  /// Puts the stand-in into the place of the removed layer.
  fileprivate func begin(
    _ node: RenderNode,
    keeping kept: [LayerID],
    below parent: CALayer,
    in host: LayerHost
  ) {
    self.kept = kept
    place = ObjectIdentifier(parent.storage)
    let storage = standIn.storage
    storage.state = node.state
    storage.state.isHidden = true
    storage.superlayer = parent
    (storage.host, storage.id) = (host, node.id)
    storage.changes = .all
    storage.flags.insert([.isCommitted, .isDeparting, .isEnlisted])
    let former = node.animations.map { AttachedAnimation(frozen: $0) }
    for attached in former { _ = storage.animations.append(attached) }
    _ = storage.animations.append(presence)
    if let action { _ = storage.animations.append(action) }
  }

  /// True if the former superlayer is such a layer.
  fileprivate func isFrom(_ isSuch: (CALayer) -> Bool) -> Bool {
    standIn.storage.superlayer.map(isSuch) ?? true
  }

  /// The stand-in has been shown to the end.
  func finish() { action?.stop(finished: true) }

  /// Takes the stand-in out of the tree; an animation that has not ended stops.
  fileprivate func end() {
    let storage = standIn.storage
    (storage.host, storage.id, storage.superlayer) = (nil, nil, nil)
    storage.changes = []
    _ = storage.animations.removeAll()
    cancel()
  }

  /// Stops the animations.
  func cancel() {
    action?.stop(finished: false)
    presence.stop(finished: false)
  }
}

/// A layer that left its superlayer in the open transaction.
struct LeavingLayer {
  let layer: CALayer
  /// The former superlayer.
  let parent: CALayer?
  /// Nil if the layer goes at once.
  let departure: Departure?
}

/// The subtrees of a host that have left the model and are still seen.
///
/// An object, because the delegates of animations that stop may change the tree. Thousands of layers may leave together, and
/// each one is found and ends without a search.
final class Departures {
  /// In the order in which they began; nil for those that have ended since the list was cleared.
  private var slots: [Departure?] = []
  /// The slots, by the animations that the departures last as long as.
  private var places: [ObjectIdentifier: Int] = [:]
  /// Those under way, by the nodes of their stand-ins.
  private var standIns: [LayerID: Departure] = [:]
  /// The same by their former superlayers.
  private var departing: [ObjectIdentifier: [LayerID: Departure]] = [:]

  private var underWay: [Departure] { slots.compactMap { $0 } }

  var isEmpty: Bool { places.isEmpty }

  /// What stands for layers that have left a layer and are still seen.
  func standIns(below parent: LayerStorage) -> [LayerStorage] {
    isEmpty ? [] : departing[ObjectIdentifier(parent)]?.values.map(\.standIn.storage) ?? []
  }

  /// The departure of a layer of the model.
  func of(_ model: CALayer) -> Departure? { slots.lazy.compactMap { $0 }.first { $0.model === model } }

  /// The departure that lasts as long as an animation of a stand-in.
  func lasting(with animation: AttachedAnimation) -> Departure? {
    places[ObjectIdentifier(animation)].flatMap { slots[$0] }
  }

  private func add(_ departure: Departure, of id: LayerID) {
    places[ObjectIdentifier(departure.presence)] = slots.count
    slots.append(departure)
    standIns[id] = departure
    if let place = departure.place { departing[place, default: [:]][id] = departure }
  }

  private func remove(_ departure: Departure) {
    guard let place = places.removeValue(forKey: ObjectIdentifier(departure.presence)) else { return }
    slots[place] = nil
    if let id = departure.standIn.storage.id, let place = departure.place {
      standIns[id] = nil
      departing[place]?[id] = nil
      if departing[place]?.isEmpty == true { departing[place] = nil }
    }
    // Once in as many ends as the list is long.
    guard slots.count > 2 * places.count else { return }
    slots.removeAll { $0 == nil }
    for (place, departure) in slots.enumerated() {
      if let departure { places[ObjectIdentifier(departure.presence)] = place }
    }
  }

  /// Begins the departure of a node, and takes what it keeps from the withdrawn nodes.
  ///
  /// Returns the sublayers of departing layers from which others were moved away; nil if the place of the node is not in
  /// the tree any more.
  func begin(
    _ departure: Departure,
    of id: LayerID,
    from withdrawn: inout Set<LayerID>,
    _ host: LayerHost
  ) -> [ChildrenUpdate]? {
    guard let node = host.tree[id], let parent = node.parent.flatMap({ host.layer($0) }) else { return nil }
    var (kept, nested): ([LayerID], [Departure]) = ([], [])
    var relinked: [ChildrenUpdate] = []
    func stays(_ id: LayerID) -> Bool {
      withdrawn.contains(id) || standIns[id] != nil
    }
    var pending = [id]
    while let next = pending.popLast() {
      if let inner = standIns[next] {
        kept += inner.kept
        nested.append(inner)
        continue
      }
      guard withdrawn.remove(next) != nil, let node = host.tree[next] else { continue }
      kept.append(next)
      let (children, mask) = (node.children.filter { stays($0) }, node.mask.flatMap { stays($0) ? $0 : nil })
      if children != node.children || mask != node.mask {
        relinked.append(ChildrenUpdate(parent: next, children: children, mask: mask))
      }
      pending += children + (mask.map { [$0] } ?? [])
    }
    departure.begin(node, keeping: kept, below: parent, in: host)
    nested.forEach(remove)
    add(departure, of: id)
    for inner in nested { inner.end() }
    return relinked
  }

  /// Ends a departure; returns the nodes that it kept.
  func end(_ departure: Departure) -> [LayerID] {
    remove(departure)
    departure.end()
    return departure.kept
  }

  /// Ends the departures from superlayers for which `isGone` is true; returns the nodes that they kept.
  func end(where isGone: (CALayer) -> Bool) -> [LayerID] {
    // All from one superlayer are alike.
    guard departing.values.contains(where: { $0.values.first?.isFrom(isGone) ?? false }) else { return [] }
    return underWay.filter { $0.isFrom(isGone) }.flatMap(end)
  }

  /// Returns the sublayers of a layer for the render side: those of the model, and in their former places those that
  /// leave.
  ///
  /// A layer that leaves comes right after the last one below it that stays.
  func merged(into children: [LayerID], of parent: CALayer, committed: [LayerID]) -> [LayerID] {
    guard let leaving = departing[ObjectIdentifier(parent.storage)] else { return children }
    var merged: [LayerID] = []
    merged.reserveCapacity(committed.count)
    var rest = children[...]
    for id in committed {
      if id == rest.first {
        rest.removeFirst()
      } else if leaving[id] == nil {
        return reordered(children, leaving, committed)
      }
      merged.append(id)
    }
    return merged + rest
  }

  /// Returns the same for sublayers of which some have moved, come in between or left at once.
  private func reordered(
    _ children: [LayerID],
    _ leaving: [LayerID: Departure],
    _ committed: [LayerID]
  ) -> [LayerID] {
    let staying = Set(children)
    var below: LayerID?
    var after: [LayerID?: [LayerID]] = [:]
    for id in committed {
      if leaving[id] != nil {
        after[below, default: []].append(id)
      } else if staying.contains(id) {
        below = id
      }
    }
    var merged = after[nil] ?? []
    for id in children {
      merged.append(id)
      merged += after[id] ?? []
    }
    return merged
  }
}
