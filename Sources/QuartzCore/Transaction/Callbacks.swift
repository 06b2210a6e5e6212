import Dispatch
import Foundation
import Synchronization

/// Delivers callbacks of changes made while it is in charge of a thread, in its own time and order.
protocol CallbackDirector: AnyObject {
  func deliver(_ callback: @escaping () -> Void)
}

/// Callbacks due on the main thread, in order.
enum MainCallbacks {
  /// Crosses to the main thread once, to be called there.
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

/// Waits for the animations added after a completion block was set.
final class CompletionGroup {
  private let block: () -> Void
  private var pending = 0
  private var isSealed = false
  private weak var director: (any CallbackDirector)?

  init(_ block: @escaping () -> Void) {
    self.block = block
    director = ThreadState.current.director
  }

  func join() { pending += 1 }

  func leave() {
    pending -= 1
    finishIfDone()
  }

  /// The transaction has ended: nothing more joins.
  func seal() {
    isSealed = true
    finishIfDone()
  }

  private func finishIfDone() {
    guard isSealed, pending <= 0 else { return }
    pending = .max / 2
    if let director {
      director.deliver(block)
    } else {
      MainCallbacks.post(block)
    }
  }
}
