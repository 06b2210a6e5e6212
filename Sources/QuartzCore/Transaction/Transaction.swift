import CoreGraphics
import Foundation
import StrataRenderTree

/// The open transactions of one thread, from outside to inside, and the layers that they changed.
///
/// A change without an open transaction opens an implicit one, which the run loop's next turn commits.
final class Transaction {
  @exclusivity(unchecked) private var scopes: [Scope] = []
  @exclusivity(unchecked) private var changes = ChangeList()
  @exclusivity(unchecked) private var isCommitting = false
  /// Layout and display of a commit run.
  private var isSettling = false
  /// Layout and display run inside the scope that is being closed.
  private var closesScope = false
  private var isLayingOut = false
  private var layoutQueue = LayoutQueue()
  /// Layers that were marked since the last layout call.
  private var marked: [CALayer] = []
  /// Memory for the hosts of a commit.
  private var spareHosts: [LayerHost] = []
  /// A layer is displayed for a frame of an animation.
  private var displaysFrame = false
  /// A flush was called while explicit transactions were open inside the implicit one.
  private var flushIsDue = false

  /// The state that every change of a property reads; freed with the transaction.
  let search: UnsafeMutablePointer<ActionSearch>

  var disablesActions: Bool { search.pointee.isDisabled }

  /// The number of rounds of layout and display within one commit.
  static let roundLimit = 64

  static var current: Transaction { ThreadState.current.transaction }

  init() {
    search = .allocate(capacity: 1)
    search.initialize(to: ActionSearch())
  }

  /// Drops the uncommitted changes of a thread that ends; its layers may be changed on other threads.
  deinit {
    if scopes.contains(where: { !$0.values.isEmpty }) || !changes.isEmpty {
      OnceLog.note("a thread ended with uncommitted changes of layers; they are lost")
    }
    changes.abandon()
    search.deallocate()
  }

  private struct Scope {
    var isImplicit: Bool
    var values: [String: Any] = [:]
    var block: (() -> Void)?
    var groups: [CompletionGroup] = []

    /// True if it holds nothing but changes of layers.
    var isEmpty: Bool { isImplicit && values.isEmpty && block == nil && groups.isEmpty }

    /// Seals the completion groups.
    func seal() {
      for group in groups { group.seal() }
    }
  }

  // MARK: Values

  var animationDuration: Double {
    (value(forKey: kCATransactionAnimationDuration) as? NSNumber)?.doubleValue ?? Self.defaultDuration
  }

  static let defaultDuration = 0.25

  var animationTimingFunction: CAMediaTimingFunction? {
    value(forKey: kCATransactionAnimationTimingFunction) as? CAMediaTimingFunction
  }

  var completionBlock: (() -> Void)? { scopes.last { $0.block != nil }?.block }

  func value(forKey key: String) -> Any? {
    if key == kCATransactionCompletionBlock { return completionBlock }
    for scope in scopes.reversed() {
      if let value = scope.values[key] { return value }
    }
    return nil
  }

  func setValue(_ value: Any?, forKey key: String) {
    if key == kCATransactionCompletionBlock {
      setCompletionBlock(value as? () -> Void)
      return
    }
    openScope()
    scopes[scopes.count - 1].values[key] = value.map(KeyValue.object)
    if key == kCATransactionDisableActions { updateDisablesActions() }
  }

  private func updateDisablesActions() {
    let wish = (value(forKey: kCATransactionDisableActions) as? NSNumber)?.boolValue
    search.pointee.isDisabled = wish ?? displaysFrame
  }

  /// Displays for a frame of an animation: changes are those of the frame, and look for no actions unless the program says so.
  func displayFrame(_ body: () -> Void) {
    let outer = displaysFrame
    displaysFrame = true
    updateDisablesActions()
    body()
    displaysFrame = outer
    updateDisablesActions()
  }

  func setCompletionBlock(_ block: (() -> Void)?) {
    openScope()
    scopes[scopes.count - 1].block = block
    if let block { scopes[scopes.count - 1].groups.append(CompletionGroup(block)) }
  }

  /// The groups that wait for an animation added now.
  var openGroups: [CompletionGroup] { scopes.flatMap(\.groups) }

  // MARK: Scopes

  func begin() { scopes.append(Scope(isImplicit: false)) }

  func commit() {
    guard let last = scopes.last, !last.isImplicit else {
      OnceLog.note("a transaction was committed without a matching begin; ignored")
      return
    }
    // Layout does not close the transaction that is being committed.
    guard !isSettling || scopes.count > 1 || !closesScope else { return }
    if !isPartOfWaitingChanges() { close() }
    if flushIsDue, !isOpenOrCommitting {
      ThreadState.current.takeInChanges()
      flush()
    }
    leaveChanges()
  }

  /// Ends the outermost transaction without committing it, if it changed layers of hosts in which changes wait: it is part of
  /// those, as of an implicit transaction around it.
  private func isPartOfWaitingChanges() -> Bool {
    guard scopes.count == 1, !isCommitting, ThreadState.current.isShared else { return false }
    let (hosts, keepAll) = changes.keepers()
    guard keepAll, hosts.contains(where: { !$0.isEmpty }) else {
      for pending in hosts { pending.give(to: &changes) }
      return false
    }
    let scope = scopes.removeLast()
    updateDisablesActions()
    scope.seal()
    return true
  }

  /// Commits the implicit transaction; explicit transactions inside it keep it open until they end.
  func flush() {
    guard !isCommitting else { return }
    flushIsDue =
      scopes.count > 1 && scopes[0].isImplicit || isOpenOrCommitting && ThreadState.current.isShared
    // Changes that no scope is open for are committed like those of an implicit one.
    if scopes.isEmpty, !changes.isEmpty { scopes.append(Scope(isImplicit: true)) }
    if scopes.count == 1, scopes[0].isImplicit { close() }
  }

  /// Closes the innermost scope; the outermost takes the changes with it, unless they are being committed already.
  private func close() {
    guard scopes.count == 1, !isSettling else {
      let scope = scopes.popLast()
      updateDisablesActions()
      scope?.seal()
      return
    }
    isCommitting = true
    // Inside the transaction, so that animations from layout have its duration.
    closesScope = true
    let settled = settle()
    closesScope = false
    let scope = scopes.removeFirst()
    updateDisablesActions()
    sendChanges(settled)
    scope.seal()
  }

  /// Opens an implicit transaction for a change, if none is open; during a commit the end of the commit does so.
  private func openImplicitly() {
    if !isCommitting { openScope() }
  }

  /// Opens an implicit transaction if none is open.
  ///
  /// A delegate that is called during a commit has a transaction of its own, which is open from the first value that it sets.
  private func openScope() {
    guard scopes.isEmpty else { return }
    scopes.append(Scope(isImplicit: true))
    ImplicitCommit.schedule()
  }

  // MARK: Changes

  /// True if layers changed in an implicit transaction that is open with nothing inside it.
  var hasImplicitChanges: Bool {
    !isCommitting && scopes.count == 1 && scopes[0].isImplicit && !changes.isEmpty
  }

  /// True if the program has opened a transaction, or one is being committed.
  var isOpenOrCommitting: Bool { isCommitting || scopes.contains { !$0.isImplicit } }

  /// Takes changes that waited in a host, unless the program has opened a transaction.
  func takeIn(_ pending: PendingChanges) {
    if !isOpenOrCommitting { pending.give(to: &changes) }
  }

  /// Leaves to hosts that keep their changes what is not committed by now, on a thread that others may use next.
  func leaveChanges() {
    let hasChanges = !changes.isEmpty || !changes.redisplaying.isEmpty
    guard hasChanges, ThreadState.current.leavesChanges else { return }
    changes.leaveToHosts()
    // A scope that was only open for these changes.
    if scopes.count == 1, scopes[0].isEmpty, changes.isEmpty { scopes.removeLast() }
  }

  /// Runs `body`, whose changes are committed by itself, beside the transactions that are open.
  func beside(_ body: () -> Void) {
    guard isOpenOrCommitting, !isCommitting else { return body() }
    var (outer, outerFlushIsDue) = (scopes, flushIsDue)
    var outerChanges = ChangeList()
    swap(&outerChanges, &changes)
    scopes = []
    updateDisablesActions()
    body()
    swap(&outer, &scopes)
    swap(&outerChanges, &changes)
    swap(&outerFlushIsDue, &flushIsDue)
    updateDisablesActions()
  }

  /// True if no transaction is open.
  var isIdle: Bool { !isCommitting && scopes.isEmpty }

  func enlist(_ layer: CALayer) {
    if scopes.isEmpty { openImplicitly() }
    changes.layers.append(layer)
  }

  func noteLeaving(_ layer: LeavingLayer) {
    openImplicitly()
    changes.leaving.append(layer)
  }

  /// Runs layout and display until no layer needs them.
  ///
  /// - Returns: What is to be committed, as far as it is known after the last call of a program's code.
  private func settle() -> Settled {
    isSettling = true
    defer { isSettling = false }
    // Most commits only move layers, and need neither.
    if changes.redisplaying.isEmpty, changes.leaving.isEmpty, let moves = takeMoves() { return .moves(moves) }
    let postponed = changes.redisplaying
    changes.redisplaying = []
    for layer in postponed where layer.storage.flags.contains(.needsDisplay) { layer.enlist(.content) }
    var waiting: Set<ObjectIdentifier> = []
    for round in 1...Self.roundLimit {
      let census = Census(of: changes.layers)
      if census.someHave.isDisjoint(with: [.needsLayout, .needsDisplay]) { return .layers(census) }
      if census.someHave.contains(.needsLayout) { layOut() }
      let isLaidOut = changes.layers.allSatisfy { !$0.flags.contains(.needsLayout) || $0.host == nil }
      // A layer that asks for layout without end does not keep others from being displayed.
      guard isLaidOut || round == Self.roundLimit else { continue }
      let displayed = changes.layers.layers {
        $0.flags.contains(.needsDisplay) && $0.host != nil && !waiting.contains(ObjectIdentifier($0))
      }
      for layer in displayed {
        layer.displayIfNeeded()
        guard layer.storage.flags.contains(.needsDisplay) else { continue }
        waiting.insert(ObjectIdentifier(layer.storage))
        changes.redisplaying.append(layer)
      }
      if displayed.isEmpty { break }
    }
    return .layers(nil)
  }

  /// Takes the moves of all layers, if they are shown by one host and only moved or faded since they were committed; nil if one is not.
  private func takeMoves() -> Moves? {
    guard let host = changes.layers.first?.host else { return nil }
    var moves: [LayerMove] = []
    let hasAll = changes.layers.allSatisfy { storage in
      guard storage.host === host, storage.flags.isDisjoint(with: [.needsLayout, .needsDisplay, .hasCells]),
        let id = storage.id, let move = storage.takeMove(as: id)
      else { return false }
      if moves.isEmpty { moves.reserveCapacity(changes.layers.count) }
      storage.flags.remove(.isEnlisted)
      moves.append(move)
      return true
    }
    if hasAll { return Moves(host: host, moves: moves) }
    // The others are committed in another way; a layer that moved or faded may have done both.
    var taken = moves.count
    _ = changes.layers.allSatisfy { storage in
      guard taken > 0 else { return false }
      taken -= 1
      storage.flags.insert(.isEnlisted)
      storage.changes = .moving
      return true
    }
    return nil
  }

  /// Lays out the marked layers, and layers that layout marks; each layer at most once a round.
  private func layOut() {
    marked.removeAll(keepingCapacity: true)
    isLayingOut = true
    for layer in changes.layers.layers(where: { $0.flags.contains(.needsLayout) }) { layoutQueue.add(layer) }
    while let layer = layoutQueue.next() {
      layer.layOutSublayers()
      guard !marked.isEmpty else { continue }
      for layer in marked { layoutQueue.add(layer) }
      marked.removeAll(keepingCapacity: true)
    }
    isLayingOut = false
    layoutQueue.finish()
  }

  /// Adds a layer to the current round of layout, if there is one.
  func noteMarked(_ layer: CALayer) {
    if isLayingOut { marked.append(layer) }
  }

  /// Returns a layer that is not in the tree again, without its fade if a transition shows the change; nil for others.
  private func gone(_ entry: LeavingLayer, _ cover: TransitionCover) -> LeavingLayer? {
    let storage = entry.layer.storage
    let host = storage.flags.contains(.isLeaving) ? storage.host : nil
    storage.flags.remove(.isLeaving)
    let isGone = host.map { storage.superlayer?.storage.host !== $0 && $0.root !== entry.layer } ?? false
    guard !isGone || cover.covers(entry.parent) else { return entry }
    entry.departure?.cancel()
    return isGone ? LeavingLayer(layer: entry.layer, parent: entry.parent, departure: nil) : nil
  }

  /// Commits the changes to each host, then reports the animations that have begun.
  private func sendChanges(_ settled: Settled) {
    var left: [LeavingLayer] = []
    swap(&left, &changes.leaving)
    var changed = LayerList()
    swap(&changed, &changes.layers)
    var hosts: [LayerHost] = []
    swap(&hosts, &spareHosts)
    switch settled {
    case .moves(let moves):
      hosts.append(moves.host)
      moves.host.commit(moves.moves)
    case .layers(let census): commit(changed.layers, left, census ?? Census(of: changed), &hosts)
    }
    isCommitting = false
    // The next transaction enlists into the same memory.
    changed.removeAll(keepingCapacityUpTo: ChangeList.mostKept)
    if changes.layers.isEmpty { swap(&changed, &changes.layers) }
    // Changes made by `animationDidStop` handlers start a new transaction.
    if !changes.isEmpty { openImplicitly() }
    for host in hosts { host.reportProgress() }
    hosts.removeAll(keepingCapacity: true)
    swap(&hosts, &spareHosts)
  }
}

extension Transaction {
  /// Commits changed layers, and layers that left, to their hosts, which it adds to a list.
  private func commit(
    _ changed: [CALayer],
    _ left: [LeavingLayer],
    _ census: Census,
    _ hosts: inout [LayerHost]
  ) {
    var (changed, aspects) = (changed, census.aspects)
    func note(_ host: LayerHost) {
      if !hosts.contains(where: { $0 === host }) { hosts.append(host) }
    }
    let cover = TransitionCover(changed, aspects)
    cover.endFades(of: changed)
    let withdrawn = left.compactMap { gone($0, cover) }
    for entry in withdrawn { if let host = entry.layer.storage.host { note(host) } }
    for host in hosts { changed += host.withdraw(withdrawn.filter { $0.layer.storage.host === host }) }
    if !left.isEmpty || census.someHave.contains(.hasCells) {
      for layer in changed { (layer as? CAEmitterLayer)?.takeCells() }
    }
    for layer in changed {
      let storage = layer.storage
      storage.flags.remove(.isEnlisted)
      aspects.formUnion(storage.changes)
      if let host = storage.host, host !== hosts.last { note(host) }
    }
    for host in hosts { host.commit(changed, aspects) }
  }

  /// Moves of layers that one host shows.
  private struct Moves {
    let host: LayerHost
    let moves: [LayerMove]
  }

  /// What is known of the changes that are to be committed.
  private enum Settled {
    /// They are moves, which were taken from their layers.
    case moves(Moves)
    /// They are other changes, too; what the layers have in common, unless code of the program ran since.
    case layers(Census?)
  }

  /// What the changed layers of a transaction have in common, from one round over them.
  private struct Census {
    /// Flags that at least one layer has.
    private(set) var someHave: LayerFlags = []
    private(set) var aspects: Aspect = []

    init(of layers: borrowing LayerList) {
      var (some, aspects) = (LayerFlags(), Aspect())
      layers.forEachStorage { storage in
        some.formUnion(storage.flags)
        aspects.formUnion(storage.changes)
      }
      (someHave, self.aspects) = (some, aspects)
    }
  }
}

/// The state of a thread's searches for actions, readable without an object access.
struct ActionSearch {
  /// Changes do not look for actions.
  var isDisabled = false
  /// The last search found `NSNull`, which also forbids the implicit animation.
  var endedByNull = false
  /// Answers for delegates that have no answer; nil for none.
  var substitute: ((CALayer, String) -> (any CAAction)?)?
}
