import Foundation
import Synchronization

/// Threads that share the pieces of one job at a time.
///
/// A frame has a few jobs of some hundred microseconds each, so waking a thread costs as much as its share of the work.
/// Workers therefore spin for a short while after a job before they sleep, and the caller works too: with one worker
/// everything runs on the calling thread, and a job never waits for a worker that is still asleep. A worker whose
/// processor is wanted by others rests, as all would wait for its last piece (`Contention`). A job allocates nothing, and
/// takes a lock only if a worker sleeps.
///
/// - Thread: One job runs at a time. A job started while another one runs is done by its caller alone.
package final class WorkerPool: Sendable {
  /// The number of threads that work on a job, the caller included.
  package let workers: Int

  private let queue: JobQueue
  private let isBusy = Atomic<Bool>(false)

  /// A pool of this many threads in all, at least one.
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

  /// Wakes the workers ahead of jobs that follow soon, so that they are awake while the first one is prepared.
  ///
  /// Until ``allowSleep()`` is called they spin much longer between jobs than usual.
  package func stayAwake() { if workers > 1 { queue.stayAwake() } }

  /// Lets the workers sleep as usual again, after ``stayAwake()``.
  package func allowSleep() { if workers > 1 { queue.allowSleep() } }

  /// Calls `body` for every index below the count, from several threads, and returns when all calls have returned.
  ///
  /// The second argument is the number of the worker, below ``workers``; calls of one job with the same number do not
  /// overlap. The caller has the number 0, also in a job that is started while another one runs, which may overlap with it.
  /// Pass false for `isShared` where the job takes less time than waking a thread: its caller then does it alone.
  package func run(_ count: Int, isShared: Bool = true, _ body: (_ index: Int, _ worker: Int) -> Void) {
    guard count <= JobQueue.mostPieces else {
      let size = (count - 1) / JobQueue.mostPieces + 1
      return run((count - 1) / size + 1, isShared: isShared) { group, worker in
        for index in group * size..<min(count, (group + 1) * size) { body(index, worker) }
      }
    }
    guard isShared, count > 1, workers > 1,
      !isBusy.exchange(true, ordering: .acquiring)
    else {
      for index in 0..<max(count, 0) { body(index, 0) }
      return
    }
    withoutActuallyEscaping(body) { body in
      // A struct around the closure: a pointer to a bare closure would allocate a wrapper for it.
      withUnsafePointer(to: Work(body: body)) { work in
        queue.post(count, work)
        queue.work(on: work, count)
      }
    }
    isBusy.store(false, ordering: .releasing)
  }
}

/// The code that runs for each piece of a job.
private struct Work {
  let body: (Int, Int) -> Void
}

/// The pieces of the current job, and an event count on which idle workers wait.
///
/// The caller takes pieces from the first one on, the workers from the last one back. In a job that comes again in each frame, most
/// pieces are then taken by the thread that took them before, in whose caches their data are.
///
/// The ticket holds the number of the job and how many pieces were taken from either end. A thread takes a piece by raising the
/// ticket with a compare-and-swap from the value that it read before it read the job. If that fails, what it read may belong to
/// another job and is discarded.
private final class JobQueue: @unchecked Sendable {  // Every field is an atomic, or the condition.
  /// From the lowest bit: pieces taken from the end, pieces taken from the front, number of the job.
  private struct Ticket {
    static let bits: UInt64 = 20
    static let mask: UInt64 = 1 << bits - 1
    /// A ticket without a piece, whatever their number.
    static let noPiece = mask << bits

    let value: UInt64

    /// The next piece from the front; nil if all are taken.
    func first(of count: Int) -> (index: Int, next: UInt64)? {
      isOver(count) ? nil : (front, value &+ 1 << Self.bits)
    }

    /// The next piece from the end; nil if all are taken.
    func last(of count: Int) -> (index: Int, next: UInt64)? {
      isOver(count) ? nil : (count - 1 - back, value &+ 1)
    }

    private var front: Int { Int(value >> Self.bits & Self.mask) }
    private var back: Int { Int(value & Self.mask) }
    private func isOver(_ count: Int) -> Bool { front + back >= count }
  }

  static let mostPieces = Int(Ticket.mask) - 1

  /// The nanoseconds for which a worker spins before it sleeps: usually, and while it is kept awake.
  private static let spinTime: UInt64 = 50_000
  private static let longSpinTime: UInt64 = 1_000_000
  /// The number of times that a worker reads the epoch before it reads the clock.
  private static let readsPerClock = 200

  private let ticket = Atomic<UInt64>(0)
  /// The processor on which the current job was posted.
  private let callersProcessor = Atomic<Int32>(-1)
  private let count = Atomic<Int>(0)
  private let currentWork = Atomic<UnsafeRawPointer?>(nil)
  /// Pieces of the job that are done.
  private let finished = Atomic<Int>(0)

  /// Rises whenever there is something to do: the counter of an event count.
  private let epoch = Atomic<Int>(0)
  private let sleepers = Atomic<Int>(0)
  private let isKeptAwake = Atomic<Bool>(false)
  private let isClosed = Atomic<Bool>(false)
  private let condition = NSCondition()

  /// Publishes the pieces of a job.
  ///
  /// - Precondition: The job before it is done.
  func post(_ count: Int, _ work: UnsafePointer<Work>) {
    let job = (ticket.load(ordering: .relaxed) >> (2 * Ticket.bits) &+ 1) << (2 * Ticket.bits)
    // A ticket without a piece comes first: a thread that sees the new count cannot take a piece with an old ticket.
    ticket.store(job | Ticket.noPiece, ordering: .relaxed)
    self.count.store(count, ordering: .releasing)
    currentWork.store(UnsafeRawPointer(work), ordering: .relaxed)
    callersProcessor.store(Self.processor, ordering: .relaxed)
    finished.store(0, ordering: .relaxed)
    ticket.store(job, ordering: .releasing)
    signal()
  }

  /// Works on the job that was posted until all of its pieces are done, those of other threads included.
  func work(on work: UnsafePointer<Work>, _ count: Int) {
    var done = 0
    while let index = nextPiece(of: count) {
      work.pointee.body(index, 0)
      done += 1
    }
    finished.wrappingAdd(done, ordering: .acquiringAndReleasing)
    // A worker that was preempted in its last piece needs the core: spin for a while, then yield.
    var spins = 0
    while finished.load(ordering: .acquiring) < count {
      spins += 1
      if spins > 4000 { sched_yield() }
    }
  }

  /// Takes the caller's next piece; the job cannot change meanwhile.
  private func nextPiece(of count: Int) -> Int? {
    var old = ticket.load(ordering: .relaxed)
    while true {
      guard let piece = Ticket(value: old).first(of: count) else { return nil }
      let (isTaken, now) = ticket.weakCompareExchange(
        expected: old,
        desired: piece.next,
        ordering: .acquiring
      )
      if isTaken { return piece.index }
      old = now
    }
  }

  /// Works on pieces of the current job until none is left.
  private func takePieces(as worker: Int) {
    var old = ticket.load(ordering: .acquiring)
    while true {
      guard let piece = Ticket(value: old).last(of: count.load(ordering: .acquiring)),
        let work = currentWork.load(ordering: .relaxed)
      else { return }
      let (isTaken, now) = ticket.weakCompareExchange(
        expected: old,
        desired: piece.next,
        successOrdering: .acquiring,
        failureOrdering: .acquiring
      )
      guard isTaken else {
        old = now
        continue
      }
      work.assumingMemoryBound(to: Work.self).pointee.body(piece.index, worker)
      finished.wrappingAdd(1, ordering: .releasing)
      old = ticket.load(ordering: .acquiring)
    }
  }

  func stayAwake() { if !isKeptAwake.exchange(true, ordering: .relaxed) { signal() } }

  func allowSleep() { isKeptAwake.store(false, ordering: .relaxed) }

  func close() {
    isClosed.store(true, ordering: .releasing)
    signal()
  }

  /// Starts a new epoch and wakes sleeping workers.
  ///
  /// A worker that is about to sleep either sees the new epoch or is already counted among the sleepers.
  private func signal() {
    epoch.wrappingAdd(1, ordering: .sequentiallyConsistent)
    guard sleepers.load(ordering: .sequentiallyConsistent) > 0 else { return }
    condition.lock()
    condition.broadcast()
    condition.unlock()
  }

  /// Spins until the epoch is a new one, or the time to spin is over.
  private func spin(while seen: Int) {
    var begin: UInt64 = 0
    while true {
      for _ in 0..<Self.readsPerClock where epoch.load(ordering: .acquiring) != seen { return }
      let now = Self.nanoseconds
      if begin == 0 { begin = now }
      // The caller waits for this processor.
      if isBesideCaller { return }
      let limit = isKeptAwake.load(ordering: .relaxed) ? Self.longSpinTime : Self.spinTime
      if now &- begin > limit { return }
    }
  }

  /// True if the worker has the processor on which the current job was posted.
  private var isBesideCaller: Bool {
    let processor = Self.processor
    return processor >= 0 && processor == callersProcessor.load(ordering: .relaxed)
  }

  /// The number of the processor that runs this thread; negative if the system does not report it.
  private static var processor: Int32 { currentProcessor?() ?? -1 }

  /// `sched_getcpu`, which takes some 20 ns and which Swift's overlay leaves out.
  private static let currentProcessor: (@convention(c) () -> Int32)? =
    dlsym(UnsafeMutableRawPointer(bitPattern: 0), "sched_getcpu").map {
      unsafeBitCast($0, to: (@convention(c) () -> Int32).self)
    }

  private static var nanoseconds: UInt64 { nanoseconds(of: CLOCK_MONOTONIC) }

  /// For how long the thread has had a processor.
  private static var usedNanoseconds: UInt64 { nanoseconds(of: CLOCK_THREAD_CPUTIME_ID) }

  private static func nanoseconds(of clock: clockid_t) -> UInt64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// Sleeps until the epoch is a new one.
  private func sleep(while seen: Int) {
    condition.lock()
    sleepers.wrappingAdd(1, ordering: .sequentiallyConsistent)
    while epoch.load(ordering: .sequentiallyConsistent) == seen { condition.wait() }
    sleepers.wrappingSubtract(1, ordering: .sequentiallyConsistent)
    condition.unlock()
  }

  /// Keeps a worker from the jobs for a while, in nanoseconds.
  ///
  /// It is not among the sleepers: a job that is posted meanwhile does not wake it. The time of day, to which conditions with a
  /// limit refer, may be set meanwhile and does not count; a pool that is closed is noticed after a short part of the rest.
  private func rest(for time: UInt64) {
    let begin = Self.nanoseconds
    while !isClosed.load(ordering: .acquiring) {
      let passed = Self.nanoseconds &- begin
      guard passed < time else { return }
      var part = timespec(tv_sec: 0, tv_nsec: Int(min(time - passed, Contention.rests.lowerBound)))
      nanosleep(&part, nil)
    }
  }

  /// The loop of a worker thread; returns when the pool is gone.
  func work(as worker: Int) {
    var seen = 0
    var contention = Contention()
    let waits = ProcessorWait()
    while true {
      spin(while: seen)
      if epoch.load(ordering: .acquiring) == seen { sleep(while: seen) }
      seen = epoch.load(ordering: .acquiring)
      if isClosed.load(ordering: .acquiring) { return }
      let isBesideCaller = isBesideCaller
      contention.begin(at: Self.nanoseconds, used: Self.usedNanoseconds, besideCaller: isBesideCaller)
      if !isBesideCaller { takePieces(as: worker) }
      if let time = contention.rest(
        at: Self.nanoseconds,
        used: Self.usedNanoseconds,
        waited: waits.nanoseconds
      ) {
        rest(for: time)
      }
    }
  }
}
