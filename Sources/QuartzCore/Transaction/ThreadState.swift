public import CoreGraphics
import Dispatch
import Foundation
import StrataBase
import StrataKernels
import Synchronization

/// The state of one thread: its transactions and its current time.
final class ThreadState {
  let transaction = Transaction()
  /// True for the state of the main thread and of the main queue.
  private let isMain: Bool
  /// The time that `CACurrentMediaTime()` returns instead of the machine's, in seconds.
  var manualTime: Double?
  /// Delivers the callbacks of changes made now; nil for the main run loop.
  weak var callbackScheduler: (any CallbackScheduler)?
  /// The optional method that is being called; nil if none is.
  @exclusivity(unchecked) var optionalCall: OptionalCall.Pending?
  /// The number of times this thread holds the transaction lock.
  var lockDepth = 0

  /// How deep this thread is in the objects of an archive that it reads.
  var archiveNesting = ArchiveNesting()

  /// Commits implicit transactions in the thread's run loop.
  var loopCommit: RunLoopCommit?
  /// Work for later turns of the thread's run loop; the main thread's is `LoopWork.main`.
  private(set) lazy var loopWork = LoopWork()
  /// Hosts that show this thread's layers live.
  private var liveHosts: [WeakHost] = []

  private struct WeakHost {
    weak var host: LiveHost?
  }

  private init(isMain: Bool) { self.isMain = isMain }

  func follow(_ host: LiveHost) {
    liveHosts.removeAll { $0.host == nil || $0.host === host }
    liveHosts.append(WeakHost(host: host))
  }

  /// Hosts that keep the changes of their layers, and the owners of the changes made on this thread.
  private var changedHosts: [ChangedHost] = []

  private struct ChangedHost {
    weak var host: LayerHost?
    let owner: ChangeOwner
  }

  /// Notes a host whose layers were changed on this thread; drops the hosts that other owners changed here before.
  func note(_ host: LayerHost, changedBy owner: ChangeOwner) {
    changedHosts.removeAll { $0.owner != owner || $0.host == nil || $0.host === host }
    changedHosts.append(ChangedHost(host: host, owner: owner))
  }

  /// Moves the changes of this thread's current owner that wait in hosts into the thread's transaction.
  func takeInChanges() {
    guard !changedHosts.isEmpty, leavesChanges else { return }
    let owner = ChangeOwner.current
    for entry in changedHosts where entry.owner == owner {
      if let pending = entry.host?.pending, pending.owner == owner { transaction.takeIn(pending) }
    }
    changedHosts = []
  }

  /// True while an offline renderer makes changes on this thread.
  var isDirected = false

  /// True if a change that is made now waits for the next picture of a host that keeps its changes.
  ///
  /// Those of the main thread, in an open transaction and while a renderer makes changes belong to the thread's transaction.
  var leavesChanges: Bool { isShared && !transaction.isOpenOrCommitting }

  /// True if others may use the thread next, and no renderer makes changes on it.
  var isShared: Bool { !isDirected && !isMain }

  /// Delivers the reports of live hosts.
  func deliverFeedback() {
    for entry in liveHosts { entry.host?.takeFeedback() }
  }

  static var current: ThreadState {
    guard let known = strata_thread_state() else { return first() }
    let state = Unmanaged<ThreadState>.fromOpaque(known).takeUnretainedValue()
    guard MainQueue.runsOnOtherThreads, state !== main, MainQueue.isCurrent else { return state }
    return main
  }

  /// The state of this thread's searches for actions; valid while the thread lives.
  static var search: UnsafeMutablePointer<ActionSearch> {
    guard !MainQueue.runsOnOtherThreads, let known = strata_thread_state() else {
      return current.transaction.search
    }
    // Nothing is retained: each change of a property comes here, and a retain would cost more than the change.
    return Unmanaged<ThreadState>.fromOpaque(known)._withUnsafeGuaranteedRef { $0.transaction.search }
  }

  /// Puts a layer on the list of this thread's transaction, or of the host that keeps its changes.
  static func enlist(_ layer: CALayer) {
    guard !MainQueue.runsOnOtherThreads, let known = strata_thread_state() else {
      return current.enlist(layer)
    }
    // Nothing is retained, as above.
    Unmanaged<ThreadState>.fromOpaque(known)._withUnsafeGuaranteedRef { $0.enlist(layer) }
  }

  @inline(__always)
  private func enlist(_ layer: CALayer) {
    isShared ? enlistShared(layer) : transaction.enlist(layer)
  }

  @inline(never)
  private func enlistShared(_ layer: CALayer) {
    if let host = layer.storage.host, let pending = host.pending, leavesChanges {
      pending.append(layer, of: host)
    } else {
      transaction.enlist(layer)
    }
  }

  /// The state of the main thread, and of the main queue when other threads serve it.
  nonisolated(unsafe) static let main = ThreadState(isMain: true)  // The main thread's and main queue's.

  /// True on the main thread and in blocks of the main queue.
  static var isMain: Bool { current === main }

  /// Creates the state of a thread.
  private static func first() -> ThreadState {
    if !Thread.isMainThread, MainQueue.isCurrent {
      MainQueue.noteOtherThread()
      return main
    }
    let fresh = Thread.isMainThread ? main : ThreadState(isMain: false)
    let retained = Unmanaged.passRetained(fresh).toOpaque()
    strata_set_thread_state(retained)
    pthread_setspecific(key, retained)
    return fresh
  }

  /// Frees the state of a thread that ends.
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key) { state in
      strata_set_thread_state(nil)
      if let state { Unmanaged<ThreadState>.fromOpaque(state).release() }
    }
    return key
  }()
}

/// The main queue, which is not always the main thread: in `dispatchMain()` any worker thread runs its blocks.
enum MainQueue {
  private static let otherThreads = Atomic<Bool>(false)
  private static let mark: DispatchSpecificKey<Bool> = {
    let mark = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: mark, value: true)
    return mark
  }()

  /// True once a thread that is not the main one has run a block of the main queue.
  static var runsOnOtherThreads: Bool { otherThreads.load(ordering: .relaxed) }

  static func noteOtherThread() { otherThreads.store(true, ordering: .relaxed) }

  /// True in a block of the main queue.
  static var isCurrent: Bool { DispatchQueue.getSpecific(key: mark) ?? false }
}

/// Returns the current media time, in seconds: a clock that never runs backwards and is not the time of day.
///
/// While an offline renderer runs changes on this thread it is the renderer's time.
public func CACurrentMediaTime() -> CFTimeInterval {
  ThreadState.current.manualTime ?? MonotonicClock().now
}
