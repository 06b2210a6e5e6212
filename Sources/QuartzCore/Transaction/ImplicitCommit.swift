import CoreFoundation
import Dispatch
import Foundation

/// Commits a thread's implicit transaction at the end of the current turn of its run loop.
enum ImplicitCommit {
  static func schedule() {
    let thread = ThreadState.current
    // A scheduler of callbacks commits by itself, at exact times.
    guard thread.callbackScheduler == nil else { return }
    let isMain = thread === ThreadState.main
    let commit = thread.loopCommit ?? RunLoopCommit(isMain ? CFRunLoopGetMain() : CFRunLoopGetCurrent())
    thread.loopCommit = commit
    if commit.watchCurrentMode() { return }
    if isMain {
      // In `dispatchMain()` there is no run loop. If a run loop starts later, the block comes first and leaves the
      // transaction to the observer.
      DispatchQueue.main.async {
        let main = ThreadState.main
        if !(main.loopCommit?.isRunning ?? false) { main.transaction.flush() }
      }
    } else if MainQueue.isCurrent {
      // The first change in a block of the main queue, on a worker thread that has used layers on its own before.
      MainQueue.noteOtherThread()
      let reference = TransactionReference(transaction: thread.transaction)
      DispatchQueue.main.async { reference.transaction.flush() }
    }
  }

  /// A transaction that one block of the main queue hands to the next.
  private struct TransactionReference: @unchecked Sendable {  // Used by blocks of one serial queue.
    let transaction: Transaction
  }
}

/// An observer of the thread's run loop that commits when the loop is about to wait or to end, after all other work.
final class RunLoopCommit {
  private let loop: CFRunLoop?
  private let observer: CFRunLoopObserver?

  /// The order of Apple's own observer, after those of programs.
  private static let order = 2_000_000

  init(_ loop: CFRunLoop?) {
    self.loop = loop
    let moments = CFOptionFlags(CFRunLoopActivity.beforeWaiting.rawValue | CFRunLoopActivity.exit.rawValue)
    observer = CFRunLoopObserverCreateWithHandler(nil, moments, true, Self.order) { _, _ in
      Transaction.current.flush()
    }
    CFRunLoopAddObserver(loop, observer, kCFRunLoopCommonModes)
  }

  deinit { CFRunLoopObserverInvalidate(observer) }

  var isRunning: Bool { CFRunLoopCopyCurrentMode(loop) != nil }

  /// Observes the current mode of the loop and wakes it for another turn; returns false if the loop does not run.
  func watchCurrentMode() -> Bool {
    guard let mode = CFRunLoopCopyCurrentMode(loop) else { return false }
    if !CFRunLoopContainsObserver(loop, observer, mode) { CFRunLoopAddObserver(loop, observer, mode) }
    CFRunLoopWakeUp(loop)
    return true
  }
}
