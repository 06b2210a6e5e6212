#if Window
  import Foundation
  import Glibc
  import StrataBase
  import StrataRenderServer
  import Synchronization

  /// The thread that owns SDL: it opens windows, waits for events and shows pictures.
  ///
  /// The program's thread may be busy, and render threads never wait for the display server. The thread sleeps in `poll` on
  /// the socket to the display server and on a pipe that jobs write to. `SDL_WaitEvent` would not do: without a window
  /// it wakes a thousand times a second, and waking it from another thread makes that thread talk to the display server,
  /// which may be gone.
  final class VideoThread: Sendable {
    typealias Job = @Sendable (VideoSystem) -> Void

    static let shared = VideoThread()

    private struct Shared {
      var jobs: [Job] = []
      var isStarted = false
      /// True once the connection broke in a way that stops the thread.
      var isLost = false
      /// Signalled when the thread has stopped because the process ends; nil before that.
      var end: DispatchSemaphore?
      var waiting: [Int: DispatchSemaphore] = [:]
      var nextNumber = 0
      /// The receivers of events, by the windows' numbers.
      var receivers: [UInt32: Mailbox<PendingEvent>] = [:]
    }

    private let shared = Mutex(Shared())
    /// A pipe that wakes the thread.
    private let (wakeDescriptor, wakeSource): (Int32, Int32) = {
      var ends: [Int32] = [-1, -1]
      // Without a descriptor the process is out of them, and windows cannot open; `poll` ignores the number -1.
      _ = pipe(&ends)
      for end in ends {
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        _ = fcntl(end, F_SETFL, O_NONBLOCK)
      }
      return (ends[0], ends[1])
    }()
    private static let identity = Mutex<UInt?>(nil)

    /// How long a caller waits for the display server, in seconds.
    private static let patience = 10.0
    /// How long the end of the process waits for the thread, in seconds.
    private static let farewell = 1.0

    /// True on the thread itself.
    static var isCurrent: Bool { identity.withLock { $0 == UInt(pthread_self()) } }

    // MARK: Jobs

    /// Runs a job on the thread, after those before it.
    func perform(_ job: @escaping Job) {
      let mustStart = shared.withLock { shared in
        guard !shared.isLost else { return false }
        shared.jobs.append(job)
        defer { shared.isStarted = true }
        return !shared.isStarted
      }
      if mustStart { start() } else { wake() }
    }

    /// Runs a job on the thread and waits for its result, for ten seconds at most.
    ///
    /// - Parameters:
    ///   - job: The job, which runs even if the caller no longer waits for it.
    ///   - takeBack: Called on the thread with a value that came too late.
    /// - Returns: The value of the job.
    /// - Throws: ``WindowError`` if the job fails, if the display is lost, or if the answer does not come in time.
    func run<Value: Sendable>(
      _ job: @escaping @Sendable (VideoSystem) -> Result<Value, WindowError>,
      takeBack: (@Sendable (VideoSystem, Value) -> Void)? = nil
    ) throws(WindowError) -> Value {
      let done = DispatchSemaphore(value: 0)
      let number = shared.withLock { shared -> Int? in
        guard !shared.isLost else { return nil }
        shared.nextNumber += 1
        shared.waiting[shared.nextNumber] = done
        return shared.nextNumber
      }
      guard let number else { throw .displayLost }
      let answer = Answer<Value>()
      perform { system in
        let result = job(system)
        let isLate = answer.state.withLock { state in
          state.result = result
          return state.isTooLate
        }
        if isLate, case .success(let value) = result { takeBack?(system, value) }
        done.signal()
      }
      let outcome = done.wait(timeout: .now() + Self.patience)
      let isLost = shared.withLock { shared in
        shared.waiting[number] = nil
        return shared.isLost
      }
      let result = answer.state.withLock { state in
        state.isTooLate = true
        return state.result
      }
      if let result { return try result.get() }
      if isLost { throw .displayLost }
      precondition(outcome == .timedOut, "a job that is done has an answer")
      throw .noDisplay(reason: "the display server does not answer")
    }

    private final class Answer<Value: Sendable>: Sendable {
      let state = Mutex<(result: Result<Value, WindowError>?, isTooLate: Bool)>((nil, false))
    }

    private func wake() {
      var byte = UInt8(0)
      // A full pipe wakes the thread as well.
      _ = write(wakeSource, &byte, 1)
    }

    // MARK: Receivers of events

    /// Sends the events of a window to a mailbox, until ``forget(_:)``.
    func deliver(eventsOf window: UInt32, to receiver: Mailbox<PendingEvent>) {
      shared.withLock { $0.receivers[window] = receiver }
    }

    /// Ends the delivery of a window's events.
    func forget(_ window: UInt32) {
      shared.withLock { $0.receivers[window] = nil }
    }

    /// Reports to all windows that they are gone, and lets no caller wait any longer.
    ///
    /// Called by the thread itself when its connection broke; it runs no job afterwards.
    func loseDisplay() {
      let (receivers, waiting) = shared.withLock { shared in
        shared.isLost = true
        shared.jobs = []
        defer { (shared.receivers, shared.waiting) = ([:], [:]) }
        return (shared.receivers.values.map { $0 }, shared.waiting.values.map { $0 })
      }
      reportLoss(to: receivers)
      for semaphore in waiting { semaphore.signal() }
    }

    /// Reports to all windows that they are gone; windows may be opened again.
    func loseWindows() {
      let receivers = shared.withLock { shared in
        defer { shared.receivers = [:] }
        return shared.receivers.values.map { $0 }
      }
      reportLoss(to: receivers)
    }

    private func reportLoss(to receivers: [Mailbox<PendingEvent>]) {
      let now = MonotonicClock().now
      for receiver in receivers {
        receiver.post(PendingEvent(kind: .failed(.displayLost), timestamp: now, shown: nil))
      }
    }

    // MARK: The thread

    private func start() {
      let thread = Thread { [self] in
        Self.identity.withLock { $0 = UInt(pthread_self()) }
        let system = VideoSystem()
        while true { turn(system) }
      }
      thread.name = "strata video"
      // The libraries of the display server are taken down when the process ends; no thread may use them then.
      atexit { VideoThread.shared.rest() }
      thread.start()
    }

    /// Stops the thread for good, between two jobs.
    private func rest() {
      guard !Self.isCurrent else { return }
      let end = DispatchSemaphore(value: 0)
      let mustWait = shared.withLock { shared in
        shared.end = end
        return !shared.isLost
      }
      wake()
      if mustWait { _ = end.wait(timeout: .now() + Self.farewell) }
    }

    private func restIfProcessEnds() {
      guard let end = shared.withLock({ $0.end }) else { return }
      end.signal()
      while true { pause() }
    }

    private func turn(_ system: VideoSystem) {
      for job in takeJobs() {
        restIfProcessEnds()
        job(system)
      }
      restIfProcessEnds()
      system.handleEvents()
      restIfProcessEnds()
      if shared.withLock({ !$0.jobs.isEmpty }) { return }
      wait(for: system)
    }

    private func takeJobs() -> [Job] {
      shared.withLock { shared in
        defer { shared.jobs = [] }
        return shared.jobs
      }
    }

    /// Sleeps until there is an event or a job.
    private func wait(for system: VideoSystem) {
      var descriptors = ([wakeDescriptor] + system.descriptors).map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      poll(&descriptors, nfds_t(descriptors.count), system.milliseconds)
      guard descriptors[0].revents != 0 else { return }
      var bytes = [UInt8](repeating: 0, count: 64)
      while read(wakeDescriptor, &bytes, bytes.count) == bytes.count {}
    }
  }
#endif
