/// Changes of a host's layers that wait for its next picture, and belong to no thread.
///
/// An offline renderer and its layers may be used by one thread after the other, as tasks and actors do, which change threads at
/// each `await`. A thread's own transaction would be left behind there, and be committed by the next task that uses it.
///
/// - Thread: That which uses the layers.
final class PendingChanges {
  @exclusivity(unchecked) private(set) var layers = LayerList()
  private(set) var leaving: [LeavingLayer] = []
  /// Layers that asked for a display while they displayed in a commit.
  private(set) var redisplaying: [CALayer] = []
  /// Who made the last of these changes; nil once they were taken.
  private(set) var owner: ChangeOwner?

  var isEmpty: Bool { layers.isEmpty && leaving.isEmpty }

  func append(_ layer: CALayer, of host: LayerHost) {
    noteOwner(host)
    layers.append(layer)
  }

  func append(_ layer: LeavingLayer, of host: LayerHost) {
    noteOwner(host)
    leaving.append(layer)
  }

  func displayAgain(_ layer: CALayer) { redisplaying.append(layer) }

  private func noteOwner(_ host: LayerHost) {
    let current = ChangeOwner.current
    guard owner != current else { return }
    owner = current
    ThreadState.current.note(host, changedBy: current)
  }

  /// Gives everything to a transaction's lists, and is empty then.
  func give(to list: inout LayerList, _ leavingLayers: inout [LeavingLayer], _ displays: inout [CALayer]) {
    if list.isEmpty {
      swap(&list, &layers)
    } else {
      for layer in layers.layers { list.append(layer) }
    }
    layers.removeAll(keepingCapacityUpTo: Transaction.mostKept)
    leavingLayers += leaving
    displays += redisplaying
    (leaving, redisplaying, owner) = ([], [], nil)
  }

  /// Lets go of layers that a host does not show any more; those that another host shows are noted anew.
  func dropLayers(notIn host: LayerHost) {
    guard !isEmpty || !redisplaying.isEmpty else { return }
    let all = layers.layers
    layers.removeAll(keepingCapacityUpTo: Transaction.mostKept)
    for layer in all {
      let storage = layer.storage
      if storage.host === host {
        layers.append(layer)
      } else if storage.host == nil {
        storage.flags.remove(.isEnlisted)
      } else {
        ThreadState.enlist(layer)
      }
    }
    for entry in leaving where entry.layer.storage.host == nil {
      entry.layer.storage.flags.remove(.isLeaving)
      entry.departure?.cancel()
    }
    leaving.removeAll { $0.layer.storage.host == nil }
    redisplaying.removeAll { $0.storage.host !== host }
  }
}

/// A thread, and the task that runs on it.
struct ChangeOwner: Equatable {
  private let thread: ObjectIdentifier
  private let task: Int?

  static var current: ChangeOwner {
    ChangeOwner(
      thread: ObjectIdentifier(ThreadState.current),
      task: withUnsafeCurrentTask { $0?.hashValue }
    )
  }
}
