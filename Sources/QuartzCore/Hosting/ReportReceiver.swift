import Synchronization

/// The thread on which a live host reports animations, while there is one.
///
/// - Thread: Any.
final class ReportReceiver: Sendable {
  private let thread = Mutex<ObjectIdentifier?>(nil)
  private let wakeUp: @Sendable () -> Void

  /// Creates one without a thread; `wakeUp` makes the thread ask the host what is due.
  init(wakeUp: @escaping @Sendable () -> Void) { self.wakeUp = wakeUp }

  /// Reports belong to the calling thread from now on.
  func bind() {
    let current = ObjectIdentifier(ThreadState.current)
    thread.withLock { $0 = current }
  }

  /// Reports belong to no thread: whichever commits makes them.
  func release() { thread.withLock { $0 = nil } }

  /// True on the thread that reports belong to.
  var isBoundHere: Bool { thread.withLock { $0 == ObjectIdentifier(ThreadState.current) } }

  /// True if the calling thread may report.
  var isHere: Bool { thread.withLock { $0.map { $0 == ObjectIdentifier(ThreadState.current) } ?? true } }

  func wake() { wakeUp() }
}
