#if Inspector
  import Foundation
  import Glibc
  import StrataBase
  import Synchronization

  /// The thread that owns what is inspected and the pages that look at it.
  ///
  /// Layers belong to one thread; sockets are served by many. Jobs run one after the other, in the order of their arrival.
  final class InspectorThread: Sendable {
    private struct State {
      var jobs: [@Sendable () -> Void] = []
      /// Jobs that wait for their time on the monotonic clock, in no order.
      var timed: [(due: Double, job: @Sendable () -> Void)] = []
      var mustStop = false
    }
    private let state = Mutex(State())
    private let arrivals = DispatchSemaphore(value: 0)

    /// How much less of the processors a thread gets beside a program's own, as the system counts it (`nice`).
    private static let modesty: Int32 = 10

    init() {
      let thread = Thread { [self] in work() }
      thread.name = "strata inspector"
      thread.stackSize = 8 << 20
      thread.start()
    }

    /// Lets the program's threads go first where processors are short.
    func yieldToProgram() {
      // To the system, 0 is the thread that calls.
      perform { _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, Self.modesty) }
    }

    /// Ends the thread after the jobs that wait.
    func stop() {
      state.withLock { $0.mustStop = true }
      arrivals.signal()
    }

    /// Runs a job on the thread; a stopped thread drops it.
    ///
    /// - Returns: False if it is dropped.
    @discardableResult
    func perform(_ job: @escaping @Sendable () -> Void) -> Bool {
      let accepts = state.withLock { state in
        if !state.mustStop { state.jobs.append(job) }
        return !state.mustStop
      }
      if accepts { arrivals.signal() }
      return accepts
    }

    /// Runs a job on the thread after some seconds; call this on the thread.
    ///
    /// A stopped thread drops the job.
    func perform(after delay: Double, _ job: @escaping @Sendable () -> Void) {
      state.withLock { $0.timed.append((MonotonicClock().now + delay, job)) }
    }

    /// Runs a job on the thread and waits for its result; nil if the thread is stopped.
    func performAndWait<Result: Sendable>(_ job: @escaping @Sendable () -> Result) -> Result? {
      let done = DispatchSemaphore(value: 0)
      let result = Slot<Result>()
      let isAccepted = perform {
        result.value.withLock { $0 = job() }
        done.signal()
      }
      guard isAccepted else { return nil }
      done.wait()
      return result.value.withLock { $0 }
    }

    private final class Slot<Value: Sendable>: Sendable {
      let value = Mutex<Value?>(nil)
    }

    private func work() {
      while true {
        waitForJobs()
        let now = MonotonicClock().now
        let (jobs, ends) = state.withLock { state in
          let due = state.timed.filter { $0.due <= now }.map(\.job)
          state.timed.removeAll { $0.due <= now }
          defer { state.jobs = [] }
          return (state.jobs + due, state.mustStop)
        }
        for job in jobs { job() }
        if ends { return }
      }
    }

    private func waitForJobs() {
      guard let due = state.withLock({ $0.timed.map(\.due).min() }) else { return arrivals.wait() }
      let delay = max(0, due - MonotonicClock().now)
      _ = arrivals.wait(timeout: .now() + delay)
    }
  }
#endif
