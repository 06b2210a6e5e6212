import Synchronization

/// Delivers the callbacks of changes on a thread, in its own time and order.
protocol CallbackScheduler: AnyObject {
  func deliver(_ callback: @escaping () -> Void)
}

/// Callbacks due on the main thread, in order.
///
/// Each is work of its own for the main thread's loop, so that a loop that runs in one of them, or in a block of the
/// main queue, calls the others.
enum MainThreadCallbacks {
  /// A callback on its way to the main thread.
  private struct Callback: @unchecked Sendable {  // Called by the main thread only.
    let call: () -> Void
  }
  private static let due = Mutex(Fifo<Callback>())

  static func post(_ callback: @escaping () -> Void) {
    let entry = Callback(call: callback)
    due.withLock { $0.append(entry) }
    LoopWork.main.add { callNext() }
  }

  /// Calls those that are due now, on the main thread.
  static func drainIfMain() {
    guard ThreadState.isMain else { return }
    for _ in 0..<due.withLock({ $0.count }) { callNext() }
  }

  /// Calls the oldest, unless a flush has called it already.
  private static func callNext() { due.withLock { $0.popFirst() }?.call() }
}

/// Counts the animations added after a completion block was set, and calls the block when all have ended.
///
/// - Thread: Any; the block is called on the main thread, or by the scheduler of the thread that made the group.
final class CompletionGroup {
  private let block: () -> Void
  private let count = Mutex(Count())
  private weak var callbackScheduler: (any CallbackScheduler)?

  private struct Count {
    var pending = 0
    var isSealed = false
    var isDone = false

    /// True once, when all have ended.
    mutating func finishes() -> Bool {
      guard isSealed, pending <= 0, !isDone else { return false }
      isDone = true
      return true
    }
  }

  init(_ block: @escaping () -> Void) {
    self.block = block
    callbackScheduler = ThreadState.current.callbackScheduler
  }

  func join() { count.withLock { $0.pending += 1 } }

  func leave() {
    let isDone = count.withLock { count in
      count.pending -= 1
      return count.finishes()
    }
    if isDone { callBlock() }
  }

  /// Ends the counting of new animations, with the transaction.
  func seal() {
    let isDone = count.withLock { count in
      count.isSealed = true
      return count.finishes()
    }
    if isDone { callBlock() }
  }

  private func callBlock() {
    if let callbackScheduler {
      callbackScheduler.deliver(block)
    } else {
      MainThreadCallbacks.post(block)
    }
  }
}
