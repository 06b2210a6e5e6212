import CoreGraphics
import Foundation
import StrataBase
import StrataRenderTree

/// Shows a layer tree: assigns layer IDs, turns changes into commits, and keeps the committed tree for
/// `presentation()`.
///
/// Threads may change and commit different layers of the tree at the same time: what reads or writes the host's own records
/// holds its lock, and delegates are called without it, but for those of layers that fade out and end early. All else is owned by the
/// thread that uses the host.
final class LayerHost {
  /// The layer at the top of the tree.
  private(set) var root: CALayer?
  /// The host's y axis points down, as if it were a layer with flipped geometry.
  let isFlipped: Bool
  /// The tree after the last commit; that of another time during a visit.
  @exclusivity(unchecked) var tree = RenderTree()
  /// Guards the records of the host: its tree, its numbers for layers, what is to be committed, and the progress of animations.
  private let lock: NSRecursiveLock
  /// The host's time, in seconds, if it is moved by hand; nil follows the machine's clock.
  var frameTime: Double?
  /// The host's time now.
  var time: Double { frameTime ?? CACurrentMediaTime() }
  /// The line that the host's times are on.
  let timeLine: TimeLine

  private var names = SlotAllocator()
  private var layers: [Unmanaged<CALayer>?] = []
  private var sequence: UInt64 = 0
  private var removed: [LayerID] = []
  let departures = Departures()
  /// Sublayers of departing layers, for the next commit.
  private var relinked: [ChildrenUpdate] = []
  private var rootIsNew = false
  /// Layers that had an animation of a key for which they are displayed in every frame.
  var redrawing: [LayerID] = []
  /// The display for a frame of an animation that is under way.
  var frame: FrameDisplay?
  /// What the displays of layers for frames have set; nil for a host that shows no time but the present.
  var frameNotes: FrameNotes?
  /// The present, while the layers are as they were at another time.
  var visit: PastVisit?
  /// Values under undeclared keys that commits replaced, in order, where frames of other times are shown.
  private(set) var formerCustoms: [LayerID: [(sequence: UInt64, values: [String: Any])]] = [:]
  /// True while animations that begin or end are not reported.
  var holdsReports = false
  /// The thread that reports animations; nil for any.
  var receiver: ReportReceiver?
  /// Called with the time of a commit before the tree takes it in: dropping a snapshot here
  /// saves the tree a copy of its changed parts.
  var willCommit: ((Double) -> Void)?
  /// The layers whose contents come from drawables, from code that draws frames, and from other processes.
  let drawables = HostDrawables()
  /// The changes that wait for the next picture; nil for a host whose layers belong to a thread.
  let pending: PendingChanges?
  private let receive: (Commit, RenderTree) -> Void
  let progress: AnimationProgress

  /// Creates a host that hands every commit to `receive`, with the tree that has taken it in.
  ///
  /// One that keeps changes may be used by one thread after the other.
  init(
    isFlipped: Bool,
    timeLine: TimeLine = TimeLine(),
    keepsChanges: Bool = false,
    receive: @escaping (Commit, RenderTree) -> Void
  ) {
    self.isFlipped = isFlipped
    self.timeLine = timeLine
    self.receive = receive
    // A program that holds the lock of transactions keeps live hosts from reports and commits on other threads.
    lock = timeLine === TimeLine.machine ? TransactionLock.recursive : NSRecursiveLock()
    progress = AnimationProgress(lock)
    pending = keepsChanges ? PendingChanges() : nil
  }

  /// The tree after the last commit, for a thread that others do not wait for.
  var committedTree: RenderTree { lock.withLock { tree } }

  /// Runs `body`, which uses records of the host, while no other thread commits.
  func exclusively<Result>(_ body: () throws -> Result) rethrows -> Result { try lock.withLock(body) }

  // MARK: Changes

  /// Notes a layer that was removed from the model for the next commit.
  func noteLeaving(_ layer: LeavingLayer) {
    if let pending, ThreadState.current.leavesChanges {
      pending.append(layer, of: self)
    } else {
      Transaction.current.noteLeaving(layer)
    }
  }

  // MARK: Membership

  /// Shows a layer and everything below it, instead of the former root.
  func show(_ layer: CALayer?) {
    guard root !== layer else { return }
    if let root { withdraw(root) }
    lock.withLock { root = layer }
    guard let layer else {
      // What waits would keep the host alive.
      for entry in pending?.leaving ?? [] { withdraw(entry.layer) }
      return
    }
    if let former = layer.storage.host { former.withdraw(layer) }
    adopt(layer)
    lock.withLock { rootIsNew = true }
  }

  func layer(_ id: LayerID) -> CALayer? {
    lock.withLock {
      guard names.contains(id), Int(id.index) < layers.count else { return nil }
      return layers[Int(id.index)]?.takeUnretainedValue()
    }
  }

  /// The layers that the host shows.
  var hostedLayers: [CALayer] { lock.withLock { layers.compactMap { $0?.takeUnretainedValue() } } }

  /// Assigns IDs to the layers of a subtree, for the next commit.
  func adopt(_ top: CALayer) {
    // Not under this host's lock, as others have locks of their own.
    withdrawFromOthers(top)
    lock.withLock { take(top) }
  }

  private func take(_ top: CALayer) {
    var waiting = [top]
    var (adoptsSome, knowsSome) = (false, false)
    while let layer = waiting.popLast() {
      let storage = layer.storage
      if storage.host !== self {
        let id = names.allocate()
        while layers.count <= Int(id.index) { layers.append(nil) }
        layers[Int(id.index)] = Unmanaged.passUnretained(layer)
        storage.host = self
        storage.id = id
        storage.flags.insert(.childrenChanged)
        storage.flags.remove(.isCommitted)
        if case .tiled = storage.state.kind { (layer as? CATiledLayer)?.serveTiles() }
        if storage.flags.contains(.followsHost) { drawables.add(layer) }
        layer.enlist(.all)
        if storage.flags.contains(.needsLayout) { Transaction.current.noteMarked(layer) }
        adoptsSome = true
      } else {
        knowsSome = true
      }
      if let mask = storage.mask { waiting.append(mask) }
      waiting.append(contentsOf: storage.sublayers.reversed())
    }
    // Layers that were about to leave have come to others that were not here.
    if adoptsSome, knowsSome { progress.eventsMayMove() }
  }

  /// Takes the layers of a subtree from the hosts that show them: they may have come below a layer that had none.
  private func withdrawFromOthers(_ top: CALayer) {
    var waiting = [top]
    while let layer = waiting.popLast() {
      if let former = layer.storage.host, former !== self { former.withdraw(layer) }
      if let mask = layer.storage.mask { waiting.append(mask) }
      waiting.append(contentsOf: layer.storage.sublayers)
    }
  }

  /// Removes a subtree with the next commit, and reports the stop of its animations.
  func withdraw(_ top: CALayer) { _ = withdraw([LeavingLayer(layer: top, parent: nil, departure: nil)]) }

  /// Removes subtrees with the next commit, except for what fades out, and reports the stop of their animations.
  ///
  /// Returns layers that stand for what fades out, which the next commit includes.
  func withdraw(_ leaving: [LeavingLayer]) -> [CALayer] {
    let tops = leaving.map(\.layer.storage.id)
    var detached = Detached()
    for entry in leaving {
      let stopped = lock.withLock { detach(entry.layer, &detached) }
      for attached in stopped { attached.letTargetsGo(in: self) }
      for attached in stopped { attached.reportStop(finished: false) }
    }
    // What fades out has superlayers that delegates may have let go of.
    defer { withExtendedLifetime(detached.layers) {} }
    if detached.haveChanges { pending?.dropLayers(notIn: self) }
    return lock.withLock { remove(detached.ids, leaving, tops) }
  }

  /// Frees the IDs of layers that were taken from the host, except for what fades out.
  ///
  /// `tops` are the IDs that the leaving layers had. Returns the layers that stand for what fades out.
  private func remove(_ withdrawn: [LayerID], _ leaving: [LeavingLayer], _ tops: [LayerID?]) -> [CALayer] {
    var left = Set(leaving.contains { $0.departure != nil } ? withdrawn : [])
    var standIns: [CALayer] = []
    for (entry, id) in zip(leaving, tops) {
      guard let departure = entry.departure else { continue }
      if let id, left.contains(id), let changes = departures.begin(departure, of: id, from: &left, self) {
        relinked += changes
        standIns.append(departure.standIn)
      } else {
        departure.cancel()
      }
    }
    if !departures.isEmpty { departures.end { $0.storage.host !== self }.forEach(free) }
    for id in withdrawn where standIns.isEmpty || left.contains(id) { free(id) }
    return standIns
  }

  /// Layers that were taken from the host.
  private struct Detached {
    /// Their IDs, which stay allocated.
    var ids: [LayerID] = []
    /// True if changes of the layers may wait.
    var haveChanges = false
    /// The layers themselves while others fade out.
    var layers: [CALayer] = []
  }

  /// Takes a subtree from the host; returns its animations, whose stop is to be reported.
  private func detach(_ top: CALayer, _ detached: inout Detached) -> [AttachedAnimation] {
    var waiting = [top]
    var stopped: [AttachedAnimation] = []
    while let layer = waiting.popLast() {
      let storage = layer.storage
      if storage.host === self, let id = storage.id {
        stopped += layer.leaveAnimations()
        if !departures.isEmpty { detached.layers.append(layer) }
        storage.forwarded = []
        layers[Int(id.index)] = nil
        detached.ids.append(id)
        storage.host = nil
        storage.id = nil
        storage.changes = []
        storage.dropCommittedCustom()
        let marks: LayerFlags = [.isEnlisted, .isLeaving, .needsDisplay]
        if !storage.flags.isDisjoint(with: marks) { detached.haveChanges = true }
        storage.flags.subtract([.isCommitted, .isLeaving])
        if storage.flags.contains(.followsHost) { drawables.remove(layer) }
      }
      if let mask = storage.mask { waiting.append(mask) }
      waiting.append(contentsOf: storage.sublayers.reversed())
    }
    return stopped
  }

  /// Ends the departure of a layer that is inserted again; returns how much of it was seen, 0 to 1.
  func endDeparture(of model: CALayer) -> Float? {
    lock.withLock {
      guard !departures.isEmpty, let departure = departures.of(model) else { return nil }
      let seen = departure.standIn.storage.id.map(visibility)
      end(departure)
      return seen
    }
  }

  /// Ends the departure that lasts as long as an animation.
  func endDeparture(lasting animation: AttachedAnimation) {
    lock.withLock {
      guard let departure = departures.lasting(with: animation) else { return }
      departure.finish()
      end(departure)
    }
  }

  private func end(_ departure: Departure) {
    if let parent = departure.standIn.storage.superlayer {
      parent.storage.flags.insert(.childrenChanged)
      parent.enlist(.children)
    }
    departures.end(departure).forEach(free)
  }

  /// How much of a committed layer is seen now, 0 to 1, as far as it is hidden or shown.
  func visibility(of id: LayerID) -> Float {
    let tree = committedTree
    guard let node = tree[id] else { return 0 }
    let parentTime = node.parent.map { tree.localTime(of: $0, at: time) } ?? time
    let state = node.evaluated(parentTime: parentTime).state
    return state.isFading ? state.visibility : state.isHidden ? 0 : 1
  }

  /// Removes a layer that is being destroyed.
  func forget(_ id: LayerID) {
    lock.withLock {
      if !departures.isEmpty { departures.end { $0.storage.id == id }.forEach(free) }
      layers[Int(id.index)] = nil
      free(id)
    }
  }

  /// Removes a node with the next commit, and frees its ID.
  private func free(_ id: LayerID) {
    guard names.contains(id) else { return }
    names.free(id)
    removed.append(id)
    frameNotes?.forget(id)
    formerCustoms[id] = nil
    if let index = redrawing.firstIndex(of: id) { redrawing.remove(at: index) }
  }

  // MARK: Commits

  /// Commits changed layers to the render side; layers of other hosts are ignored.
  ///
  /// `changed` holds each layer once; `aspects` is the union of their changes.
  func commit(_ changed: [CALayer], _ aspects: Aspect) {
    let (time, staged) = lock.withLock { (send(changed, aspects), drawables.takeStaged()) }
    for drawable in staged { drawable.noteCommit(at: time) }
  }

  /// Commits changed layers; returns the time of the commit.
  private func send(_ changed: [CALayer], _ aspects: Aspect) -> Double {
    var commit = nextCommit()
    let time = commit.time
    let targets = aspects.contains(.animations) ? freezeNewAnimations(of: changed, at: time) : []
    commit.updates.reserveCapacity(changed.count)
    for layer in changed {
      let storage = layer.storage
      guard storage.host === self, let id = storage.id else { continue }
      if let move = storage.takeMove(as: id) {
        commit.moves.append(move)
        continue
      }
      let changes = storage.changes
      let isNew = !storage.flags.contains(.isCommitted)
      let animations = isNew || changes.contains(.animations) ? frozenAnimations(of: layer) : nil
      commit.updates.append(
        LayerUpdate(id: id, aspects: changes, state: storage.state, animations: animations)
      )
      if storage.flags.contains(.childrenChanged) {
        commit.children.append(
          ChildrenUpdate(
            parent: id,
            children: shownChildren(of: layer, id),
            mask: storage.mask?.storage.id
          )
        )
      }
      storage.changes = []
      if frameNotes != nil, visit == nil, let former = storage.formerCustom {
        formerCustoms[id, default: []].append((commit.sequence, former))
      }
      storage.dropCommittedCustom()
      storage.flags.remove(.childrenChanged)
      storage.flags.insert(.isCommitted)
    }
    if !targets.isEmpty { add(targets, to: &commit) }
    send(commit)
    return time
  }

  /// Commits moves of layers of this host, and nothing else.
  func commit(_ moves: [LayerMove]) {
    let (time, staged) = lock.withLock {
      var commit = nextCommit()
      let time = commit.time
      commit.moves = moves
      send(commit)
      return (time, drawables.takeStaged())
    }
    for drawable in staged { drawable.noteCommit(at: time) }
  }

  private func nextCommit() -> Commit {
    sequence += 1
    defer { rootIsNew = false }
    return Commit(sequence: sequence, time: time, root: rootIsNew ? root?.storage.id : nil)
  }

  private func send(_ commit: consuming Commit) {
    commit.children += relinked
    commit.removed = removed
    (relinked, removed) = ([], [])
    if visit != nil { adaptToPast(&commit) }
    frameNotes?.note(commit, to: tree, by: frame?.id)
    if visit == nil { willCommit?(commit.time) }
    tree.apply(commit)
    if visit == nil { receive(commit, tree) }
  }

  /// Applies a commit that is not the program's.
  func apply(_ commit: Commit) {
    lock.withLock {
      sequence += 1
      var commit = commit
      commit.sequence = sequence
      tree.apply(commit)
    }
  }

  private func shownChildren(of layer: CALayer, _ id: LayerID) -> [LayerID] {
    let children = layer.storage.sublayers.compactMap(\.storage.id)
    guard !departures.isEmpty else { return children }
    return departures.merged(into: children, of: layer, committed: tree.children(of: id))
  }

  /// Adds the animations that layers have from others above them.
  private func add(_ targets: [CALayer], to commit: inout Commit) {
    var known: [LayerID: Int] = [:]
    for (index, update) in commit.updates.enumerated() { known[update.id] = index }
    for layer in targets {
      guard layer.storage.host === self, let id = layer.storage.id else { continue }
      let update = known[id].map { commit.updates[$0] }
      let full = LayerUpdate(
        id: id,
        aspects: (update?.aspects ?? []).union(.animations),
        state: update?.state ?? layer.storage.state,
        animations: frozenAnimations(of: layer)
      )
      if let index = known[id] {
        commit.updates[index] = full
      } else {
        known[id] = commit.updates.count
        commit.updates.append(full)
      }
    }
  }
}
