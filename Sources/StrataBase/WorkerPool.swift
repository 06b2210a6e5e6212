import Foundation
import Synchronization

/// Threads that share the pieces of one job at a time.
///
/// A frame has a few jobs of some hundred microseconds each, so waking costs as much as working. Workers therefore
/// look for the next job for a short while before they sleep, and the caller works too: with one worker everything
/// runs on the calling thread, and a job never waits for a worker that has not woken. A job asks for no memory, and for
/// no lock unless a worker sleeps.
///
/// - Thread: One job runs at a time; a job started while another runs is done by its caller alone.
package final class WorkerPool: Sendable {
  /// How many threads work on a job, the caller included.
  package let workers: Int

  private let queue: JobQueue
  private let isBusy = Atomic<Bool>(false)

  /// A pool for this many threads in all, at least one.
  package init(workers: Int) {
    self.workers = max(1, min(workers, 256))
    let queue = JobQueue()
    self.queue = queue
    for worker in 1..<max(self.workers, 1) {
      let thread = Thread { queue.work(as: worker) }
      thread.name = "strata worker \(worker)"
      thread.start()
    }
  }

  deinit { queue.close() }

  /// Wakes the workers for jobs that are about to come, so that they are awake while the first one is made ready.
  ///
  /// Between jobs they stay awake for much longer than else; ``rest()`` ends that.
  package func rouse() { if workers > 1 { queue.rouse() } }

  /// Lets the workers sleep when they find nothing to do, after ``rouse()``.
  package func rest() { if workers > 1 { queue.rest() } }

  /// Calls `body` for every index below the count, from several threads, and returns when all calls have.
  ///
  /// The second argument is the number of the worker, below ``workers``: no two calls with the same number overlap.
  /// A job that is not shared is done by its caller alone, as one is that takes less time than to wake somebody.
  package func run(_ count: Int, isShared: Bool = true, _ body: (_ index: Int, _ worker: Int) -> Void) {
    guard isShared, count > 1, count <= JobQueue.mostPieces, workers > 1,
      !isBusy.exchange(true, ordering: .acquiring)
    else {
      for index in 0..<max(count, 0) { body(index, 0) }
      return
    }
    withoutActuallyEscaping(body) { body in
      // In a type of its own, as a bare function would be wrapped into another one.
      withUnsafePointer(to: Work(body: body)) { work in
        queue.post(count, work)
        queue.work(on: work, count)
      }
    }
    isBusy.store(false, ordering: .releasing)
  }
}

/// What is done with each piece.
private struct Work {
  let body: (Int, Int) -> Void
}

/// Where workers wait, and the pieces of the job.
///
/// The ticket holds the number of the job and that of the next piece. Who takes a piece raises the ticket from the value
/// that it read the job for; if that fails, what it read may be of another job and is not used.
private final class JobQueue: @unchecked Sendable {  // Every field is an atomic, or the condition.
  static let mostPieces = Int(Int32.max)
  /// The part of a ticket that names a piece; all ones for none.
  private static let noPiece: UInt64 = 0xffff_ffff

  /// How many nanoseconds a worker looks before it sleeps, and how many while jobs are about to come.
  private static let patience: UInt64 = 50_000
  private static let greatPatience: UInt64 = 1_000_000
  /// How often it looks before it looks at the clock.
  private static let looks = 200

  private let ticket = Atomic<UInt64>(0)
  private let count = Atomic<Int>(0)
  private let offer = Atomic<UnsafeRawPointer?>(nil)
  /// Pieces of the job that are done.
  private let finished = Atomic<Int>(0)

  /// Rises with all news.
  private let bell = Atomic<Int>(0)
  private let sleepers = Atomic<Int>(0)
  private let isRoused = Atomic<Bool>(false)
  private let isClosed = Atomic<Bool>(false)
  private let condition = NSCondition()

  /// Offers the pieces of a job; the one before is done.
  func post(_ count: Int, _ work: UnsafePointer<Work>) {
    let job = (ticket.load(ordering: .relaxed) >> 32 &+ 1) << 32
    // A ticket without a piece comes first: who sees the new count can take none with a ticket of the job before.
    ticket.store(job | Self.noPiece, ordering: .relaxed)
    self.count.store(count, ordering: .releasing)
    offer.store(UnsafeRawPointer(work), ordering: .relaxed)
    finished.store(0, ordering: .relaxed)
    ticket.store(job, ordering: .releasing)
    ring()
  }

  /// Works on the job that was posted until all of its pieces are done.
  func work(on work: UnsafePointer<Work>, _ count: Int) {
    var done = 0
    while let index = nextPiece(of: count) {
      work.pointee.body(index, 0)
      done += 1
    }
    finished.wrappingAdd(done, ordering: .acquiringAndReleasing)
    // A worker that was put aside in its last piece must get the core: look for a while, then yield.
    var looks = 0
    while finished.load(ordering: .acquiring) < count {
      looks += 1
      if looks > 4000 { sched_yield() }
    }
  }

  /// The caller's next piece: the job stays the same.
  private func nextPiece(of count: Int) -> Int? {
    var old = ticket.load(ordering: .relaxed)
    while true {
      let index = Int(old & Self.noPiece)
      guard index < count else { return nil }
      let (isTaken, now) = ticket.weakCompareExchange(expected: old, desired: old &+ 1, ordering: .acquiring)
      if isTaken { return index }
      old = now
    }
  }

  /// Takes pieces of whatever job there is.
  private func help(as worker: Int) {
    var old = ticket.load(ordering: .acquiring)
    while true {
      let index = Int(old & Self.noPiece)
      guard index < count.load(ordering: .acquiring), let offer = offer.load(ordering: .relaxed) else {
        return
      }
      let (isTaken, now) = ticket.weakCompareExchange(
        expected: old,
        desired: old &+ 1,
        successOrdering: .acquiring,
        failureOrdering: .acquiring
      )
      guard isTaken else {
        old = now
        continue
      }
      offer.assumingMemoryBound(to: Work.self).pointee.body(index, worker)
      finished.wrappingAdd(1, ordering: .releasing)
      old = ticket.load(ordering: .acquiring)
    }
  }

  func rouse() { if !isRoused.exchange(true, ordering: .relaxed) { ring() } }

  func rest() { isRoused.store(false, ordering: .relaxed) }

  func close() {
    isClosed.store(true, ordering: .releasing)
    ring()
  }

  /// Tells the workers that there is news; one that is about to sleep either sees it or is counted.
  private func ring() {
    bell.wrappingAdd(1, ordering: .sequentiallyConsistent)
    guard sleepers.load(ordering: .sequentiallyConsistent) > 0 else { return }
    condition.lock()
    condition.broadcast()
    condition.unlock()
  }

  /// Looks for news until there are some, or for a while.
  private func lookOut(for heard: Int) {
    var begin: UInt64 = 0
    while true {
      for _ in 0..<Self.looks where bell.load(ordering: .acquiring) != heard { return }
      let now = Self.nanoseconds
      if begin == 0 { begin = now }
      let patience = isRoused.load(ordering: .relaxed) ? Self.greatPatience : Self.patience
      if now &- begin > patience { return }
    }
  }

  private static var nanoseconds: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// Sleeps until there are news.
  private func sleep(until heard: Int) {
    condition.lock()
    sleepers.wrappingAdd(1, ordering: .sequentiallyConsistent)
    while bell.load(ordering: .sequentiallyConsistent) == heard { condition.wait() }
    sleepers.wrappingSubtract(1, ordering: .sequentiallyConsistent)
    condition.unlock()
  }

  /// What a worker does until the pool is gone.
  func work(as worker: Int) {
    var heard = 0
    while true {
      lookOut(for: heard)
      if bell.load(ordering: .acquiring) == heard { sleep(until: heard) }
      heard = bell.load(ordering: .acquiring)
      if isClosed.load(ordering: .acquiring) { return }
      help(as: worker)
    }
  }
}
