import CoreFoundation
import Dispatch
import Foundation
import Synchronization

/// Elements in the order in which they came.
struct Fifo<Element> {
  private var arrived: [Element] = []
  /// Those that came before, the oldest last.
  private var ready: [Element] = []

  var count: Int { ready.count + arrived.count }

  mutating func append(_ element: Element) { arrived.append(element) }

  /// Takes the oldest; constant time on average.
  mutating func popFirst() -> Element? {
    if ready.isEmpty { (ready, arrived) = (arrived.reversed(), []) }
    return ready.popLast()
  }
}

/// The run loop of the thread that created the value; performs work in a later turn.
///
/// Every loop that runs on the thread in a common mode performs it, also one that other work runs; on the main thread, also one
/// that a block of the main queue runs.
package struct ThreadRunLoop: Sendable {
  private let work: LoopWork

  package init() {
    let state = ThreadState.current
    work = state === ThreadState.main ? .main : state.loopWork
    if Thread.isMainThread { LoopWork.main.watch() }
  }

  package func perform(_ work: @escaping @Sendable () -> Void) { self.work.add(work) }
}

/// Work for one thread, in the order in which it was asked for.
///
/// A block of the thread's run loop performs it, and before each piece asks for another block if there is more: a loop that the
/// piece runs does not see the blocks that the loop around it has taken. On the main thread a source does so, so that
/// `RunLoop.run(mode:before:)` returns after the work, and not a block of the main queue: no loop inside of such a block serves
/// the queue. Where no run loop runs, as in `dispatchMain()`, the main queue performs it.
///
/// - Thread: Any adds.
final class LoopWork: @unchecked Sendable {  // The functions used here may be called on any thread.
  private typealias Work = @Sendable () -> Void

  static let main = LoopWork(CFRunLoopGetMain(), isMain: true)

  private struct Waiting {
    var work = Fifo<Work>()
    /// True while a block of the run loop waits, or one of the main queue.
    var isQueued = false

    /// Notes a block; returns false if one waits already.
    mutating func queue() -> Bool {
      defer { isQueued = true }
      return !isQueued
    }
  }

  private struct Source: @unchecked Sendable {  // May be signalled on any thread.
    let source: CFRunLoopSource?

    init() {
      var context = CFRunLoopSourceContext()
      context.perform = { _ in LoopWork.main.perform() }
      source = CFRunLoopSourceCreate(nil, 0, &context)
      CFRunLoopAddSource(CFRunLoopGetMain(), source, kCFRunLoopCommonModes)
    }

    func signal() { CFRunLoopSourceSignal(source) }
  }

  private let loop: CFRunLoop?
  private let isMain: Bool
  private let waiting = Mutex(Waiting())
  /// The source of the main thread's run loop.
  private let source = Mutex<Source?>(nil)

  private init(_ loop: CFRunLoop?, isMain: Bool) { (self.loop, self.isMain) = (loop, isMain) }

  /// Work for the calling thread, which is not the main one.
  convenience init() { self.init(CFRunLoopGetCurrent(), isMain: false) }

  /// Adds the source to the main thread's run loop, once.
  ///
  /// Called on the main thread: a run loop takes no source after the end of its thread, which `dispatchMain()` brings.
  func watch() { source.withLock { $0 = $0 ?? Source() } }

  func add(_ work: @escaping @Sendable () -> Void) {
    waiting.withLock { $0.work.append(work) }
    if isMain, Thread.isMainThread { watch() }
    call()
    guard isMain else { return }
    CFRunLoopWakeUp(loop)
    enqueue()
  }

  /// Has the run loop come for the work.
  private func call() {
    if isMain {
      source.withLock { $0 }?.signal()
    } else if waiting.withLock({ $0.queue() }) {
      CFRunLoopPerformBlock(loop, kCFRunLoopCommonModes) { [weak self] in
        self?.waiting.withLock { $0.isQueued = false }
        self?.perform()
      }
      CFRunLoopWakeUp(loop)
    }
  }

  /// Has the main queue look for work, once.
  private func enqueue() {
    guard waiting.withLock({ $0.queue() }) else { return }
    DispatchQueue.main.async { [self] in
      let isIdle = waiting.withLock { waiting in
        waiting.isQueued = false
        return waiting.work.count == 0
      }
      if isIdle { return }
      guard CFRunLoopCopyCurrentMode(loop) != nil else { return perform() }
      // This is the run loop's thread, on which no work may have been added before. A run loop comes to its sources
      // before it comes to the queue again, unless it ends before that.
      watch()
      call()
      enqueue()
    }
  }

  /// Performs what waits, and leaves what is added meanwhile to a later turn.
  private func perform() {
    for _ in 0..<waiting.withLock({ $0.work.count }) {
      let (work, isLast) = waiting.withLock { ($0.work.popFirst(), $0.work.count == 0) }
      // A loop that the work runs goes on with the rest.
      if !isLast { call() }
      work?()
    }
  }
}
