import CoreFoundation
import Dispatch
import Foundation

/// Commits a thread's implicit transaction at the end of the current turn of its run loop.
enum ImplicitCommit {
  static func schedule() {
    let thread = ThreadState.current
    // A director commits by itself, at exact times.
    guard thread.director == nil else { return }
    let isMain = thread === ThreadState.main
    let commit = thread.loopCommit ?? RunLoopCommit(isMain ? CFRunLoopGetMain() : CFRunLoopGetCurrent())
    thread.loopCommit = commit
    if commit.watchCurrentMode() { return }
    if isMain {
      // A program that sits in `dispatchMain()` has no run loop; one that has not started its own yet gets the block
      // first, which then leaves the transaction to the observer.
      DispatchQueue.main.async {
        let main = ThreadState.main
        if !(main.loopCommit?.isRunning ?? false) { main.transaction.flush() }
      }
    } else if MainQueue.isCurrent {
      // The first change in a block of the main queue, on a worker thread that has used layers on its own before.
      MainQueue.noteWandering()
      let carried = Carried(transaction: thread.transaction)
      DispatchQueue.main.async { carried.transaction.flush() }
    }
  }

  /// Takes a transaction from one block of the main queue to the next.
  private struct Carried: @unchecked Sendable {  // Used by blocks of one serial queue.
    let transaction: Transaction
  }
}

/// An observer of the thread's run loop that commits when the loop is about to wait or to end, after all other work.
final class RunLoopCommit {
  private let loop: CFRunLoop?
  private let observer: CFRunLoopObserver?

  /// The place of Apple's own observer: after those of programs.
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

  /// Makes sure that the mode in which the loop runs is observed too and that the loop takes another turn; false if it
  /// does not run.
  func watchCurrentMode() -> Bool {
    guard let mode = CFRunLoopCopyCurrentMode(loop) else { return false }
    if !CFRunLoopContainsObserver(loop, observer, mode) { CFRunLoopAddObserver(loop, observer, mode) }
    CFRunLoopWakeUp(loop)
    return true
  }
}

/// The run loop of the thread that made it, which performs work in a later turn.
struct ThreadRunLoop: @unchecked Sendable {  // The functions used here may be called on any thread.
  private let loop: CFRunLoop?

  init() { loop = ThreadState.isMain ? nil : CFRunLoopGetCurrent() }

  func perform(_ work: @escaping @Sendable () -> Void) {
    guard let loop else {
      DispatchQueue.main.async(execute: work)
      return
    }
    CFRunLoopPerformBlock(loop, kCFRunLoopCommonModes, work)
    CFRunLoopWakeUp(loop)
  }
}
