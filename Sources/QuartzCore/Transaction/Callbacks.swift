import Dispatch
import Foundation
import Synchronization

/// Delivers the callbacks of changes on a thread, in its own time and order.
protocol CallbackScheduler: AnyObject {
  func deliver(_ callback: @escaping () -> Void)
}

/// Callbacks due on the main thread, in order.
enum MainThreadCallbacks {
  /// A callback on its way to the main thread.
  private struct Callback: @unchecked Sendable {  // Called by the main thread only.
    let call: () -> Void
  }
  private static let due = Mutex<[Callback]>([])

  static func post(_ callback: @escaping () -> Void) {
    let entry = Callback(call: callback)
    let isFirst = due.withLock { waiting in
      waiting.append(entry)
      return waiting.count == 1
    }
    if isFirst { DispatchQueue.main.async { drain() } }
  }

  static func drainIfMain() {
    if ThreadState.isMain { drain() }
  }

  private static func drain() {
    let callbacks = due.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
    for callback in callbacks { callback.call() }
  }
}

/// Counts the animations added after a completion block was set, and calls the block when all have ended.
final class CompletionGroup {
  private let block: () -> Void
  private var pending = 0
  private var isSealed = false
  private weak var callbackScheduler: (any CallbackScheduler)?

  init(_ block: @escaping () -> Void) {
    self.block = block
    callbackScheduler = ThreadState.current.callbackScheduler
  }

  func join() { pending += 1 }

  func leave() {
    pending -= 1
    finishIfDone()
  }

  /// Ends the counting of new animations, with the transaction.
  func seal() {
    isSealed = true
    finishIfDone()
  }

  private func finishIfDone() {
    guard isSealed, pending <= 0 else { return }
    pending = .max / 2
    if let callbackScheduler {
      callbackScheduler.deliver(block)
    } else {
      MainThreadCallbacks.post(block)
    }
  }
}
