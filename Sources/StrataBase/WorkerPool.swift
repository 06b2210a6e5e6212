import Foundation
import Synchronization

/// Threads that share the pieces of one job at a time.
///
/// A frame has a few jobs of some hundred microseconds each, so waking costs as much as working. Workers therefore
/// look for the next job for a short while before they sleep, and the caller works too: with one worker everything
/// runs on the calling thread, and a job never waits for a worker that has not woken.
///
/// - Thread: One job runs at a time; a job started while another runs is done by its caller alone.
package final class WorkerPool: Sendable {
  /// How many threads work on a job, the caller included.
  package let workers: Int

  private let hall: Hall
  private let isBusy = Atomic<Bool>(false)

  /// A pool for this many threads in all, at least one.
  package init(workers: Int) {
    self.workers = max(1, min(workers, 256))
    let hall = Hall()
    self.hall = hall
    for worker in 1..<max(self.workers, 1) {
      let thread = Thread { hall.work(as: worker) }
      thread.name = "strata worker \(worker)"
      thread.start()
    }
  }

  deinit { hall.close() }

  /// Wakes the workers for jobs that are about to come, so that they are awake while the first one is made ready.
  ///
  /// Between jobs they stay awake for much longer than else; ``rest()`` ends that.
  package func rouse() { if workers > 1 { hall.rouse() } }

  /// Lets the workers sleep when they find nothing to do, after ``rouse()``.
  package func rest() { if workers > 1 { hall.rest() } }

  /// Calls `body` for every index below the count, from several threads, and returns when all calls have.
  ///
  /// The second argument is the number of the worker, below ``workers``: no two calls with the same number overlap.
  package func run(_ count: Int, _ body: (_ index: Int, _ worker: Int) -> Void) {
    guard count > 1, workers > 1, !isBusy.exchange(true, ordering: .acquiring) else {
      for index in 0..<max(count, 0) { body(index, 0) }
      return
    }
    withoutActuallyEscaping(body) { body in
      withUnsafePointer(to: body) { pointer in
        let job = Job(count: count, body: pointer)
        hall.post(job)
        job.work(as: 0)
        // A worker that was put aside in its last piece must get the core: look for a while, then yield.
        var looks = 0
        while job.finished.load(ordering: .acquiring) < count {
          looks += 1
          if looks > 4000 { sched_yield() }
        }
        hall.withdraw()
      }
    }
    isBusy.store(false, ordering: .releasing)
  }
}

/// The pieces of one call of `run`.
private final class Job: @unchecked Sendable {  // The body is only called while `run` waits for it.
  typealias Body = (Int, Int) -> Void

  let count: Int
  let body: UnsafePointer<Body>
  let next = Atomic<Int>(0)
  let finished = Atomic<Int>(0)

  init(count: Int, body: UnsafePointer<Body>) { (self.count, self.body) = (count, body) }

  func work(as worker: Int) {
    while true {
      let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
      guard index < count else { return }
      body.pointee(index, worker)
      finished.wrappingAdd(1, ordering: .releasing)
    }
  }
}

/// Where workers wait.
private final class Hall: @unchecked Sendable {  // Job and flag are touched under the lock only.
  /// How often a worker looks before it sleeps: about 40 µs, and 1 ms while jobs are about to come.
  private static let looks = 20_000
  private static let patientLooks = 500_000

  private let condition = NSCondition()
  private let bell = Atomic<Int>(0)
  private let isRoused = Atomic<Bool>(false)
  private var job: Job?
  private var isClosed = false

  func post(_ job: Job) {
    condition.lock()
    self.job = job
    bell.wrappingAdd(1, ordering: .releasing)
    condition.broadcast()
    condition.unlock()
  }

  func rouse() {
    guard !isRoused.exchange(true, ordering: .relaxed) else { return }
    condition.lock()
    bell.wrappingAdd(1, ordering: .releasing)
    condition.broadcast()
    condition.unlock()
  }

  func rest() { isRoused.store(false, ordering: .relaxed) }

  func withdraw() {
    condition.lock()
    job = nil
    condition.unlock()
  }

  func close() {
    condition.lock()
    isClosed = true
    bell.wrappingAdd(1, ordering: .releasing)
    condition.broadcast()
    condition.unlock()
  }

  func work(as worker: Int) {
    var heard = 0
    while true {
      var looks = 0
      while bell.load(ordering: .acquiring) == heard,
        looks < Self.looks || looks < Self.patientLooks && isRoused.load(ordering: .relaxed)
      { looks += 1 }
      condition.lock()
      while bell.load(ordering: .acquiring) == heard { condition.wait() }
      heard = bell.load(ordering: .acquiring)
      let (job, isClosed) = (job, isClosed)
      condition.unlock()
      if isClosed { return }
      job?.work(as: worker)
    }
  }
}
