#if Inspector
  import Foundation
  import Synchronization

  /// The thread that owns what is inspected and the pages that look at it.
  ///
  /// Layers belong to one thread; sockets are served by many. Jobs run one after the other, in the order of their arrival.
  final class InspectorThread: Sendable {
    private struct State {
      var jobs: [@Sendable () -> Void] = []
      var mustStop = false
    }
    private let state = Mutex(State())
    private let arrivals = DispatchSemaphore(value: 0)

    init() {
      let thread = Thread { [self] in work() }
      thread.name = "strata inspector"
      thread.stackSize = 8 << 20
      thread.start()
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
        arrivals.wait()
        let (jobs, ends) = state.withLock { state in
          defer { state.jobs = [] }
          return (state.jobs, state.mustStop)
        }
        for job in jobs { job() }
        if ends { return }
      }
    }
  }
#endif
