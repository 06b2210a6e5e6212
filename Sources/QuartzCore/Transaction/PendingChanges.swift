/// Changes of a host's layers that wait for its next picture, and belong to no thread.
///
/// An offline renderer and its layers may be used by one thread after the other, as tasks and actors do, which change threads at
/// each `await`. A thread's own transaction would be left behind there, and be committed by the next task that uses it.
///
/// - Thread: That which uses the layers.
final class PendingChanges {
  @exclusivity(unchecked) private var changes = ChangeList()
  /// Who made the last of these changes; nil once they were taken.
  private(set) var owner: ChangeOwner?

  var isEmpty: Bool { changes.isEmpty }
  var leaving: [LeavingLayer] { changes.leaving }

  func append(_ layer: CALayer, of host: LayerHost) {
    noteOwner(host)
    changes.layers.append(layer)
  }

  func append(_ layer: LeavingLayer, of host: LayerHost) {
    noteOwner(host)
    changes.leaving.append(layer)
  }

  func displayAgain(_ layer: CALayer) { changes.redisplaying.append(layer) }

  private func noteOwner(_ host: LayerHost) {
    let current = ChangeOwner.current
    guard owner != current else { return }
    owner = current
    ThreadState.current.note(host, changedBy: current)
  }

  /// Gives everything to a transaction's list, and is empty then.
  func give(to list: inout ChangeList) {
    changes.give(to: &list)
    owner = nil
  }

  /// Lets go of layers that a host does not show any more; those that another host shows are noted anew.
  func dropLayers(notIn host: LayerHost) {
    for departure in changes.dropLayers(notIn: host) { departure.cancel() }
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
