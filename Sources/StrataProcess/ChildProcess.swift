import Foundation
import Glibc
import Subprocess
import Synchronization
import SystemPackage

/// A program of `PATH` that runs beside this one and is connected by pipes.
///
/// The pipes are the caller's, which reads or writes them on a thread of its own and may block there. The subprocess library
/// starts and reaps the process. A thread waits for its end: a program may block all threads of Swift's tasks while it waits for
/// children, and they start, end and are stopped all the same.
package final class ChildProcess: Sendable {
  /// Where an output of the process goes.
  package enum Sink: Sendable {
    /// Into a text that ``End`` holds, at most four megabytes.
    case collected
    /// To an open descriptor, which stays open here.
    case descriptor(Int32)
    /// To an open descriptor, which is closed here once the process has it.
    case handedOver(Int32)
  }

  /// How a process ended.
  package struct End: Sendable {
    /// True if it ended by itself with status 0.
    package var isSuccess: Bool
    /// What it wrote to its standard output, if that was collected.
    package var output = ""
    /// What it wrote to its standard error, if that was collected.
    package var messages = ""
    /// The reason why it did not start or could not be watched; nil if it ran.
    package var failure: String?
    /// The number of the signal that ended it; nil if it ended by itself.
    package var signal: Int32?
  }

  private let state = State()

  /// Linux's `F_SETPIPE_SZ`, which the C library's headers declare only with its extensions.
  private static let setPipeSize: Int32 = 1031

  /// Returns whether `PATH` has a program of a name, or whether there is a program of a path.
  package static func isInstalled(_ name: String) -> Bool {
    if name.contains("/") { return access(name, X_OK) == 0 }
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
    return path.split(separator: ":").contains { access("\($0)/\(name)", X_OK) == 0 }
  }

  /// Creates a pipe that other children do not inherit; nil if the process has too many descriptors (`errno`).
  ///
  /// A larger `byteCount` than the system's saves most switches between the processes.
  package static func makePipe(byteCount: Int32? = nil) -> (readEnd: Int32, writeEnd: Int32)? {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // A failure costs speed only.
    if let byteCount { _ = fcntl(ends[1], setPipeSize, byteCount) }
    return (ends[0], ends[1])
  }

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - name: The name of the program in `PATH`, or its path.
  ///   - arguments: Its arguments.
  ///   - input: The descriptor that it reads, which is closed here; nil for no input.
  ///   - output: Where its standard output goes.
  ///   - errors: Where its standard error goes.
  package init(_ name: String, _ arguments: [String], input: Int32? = nil, output: Sink, errors: Sink) {
    let source = FileDescriptorInput.fileDescriptor(
      FileDescriptor(rawValue: input ?? open("/dev/null", O_RDONLY | O_CLOEXEC)),
      closeAfterSpawningProcess: true
    )
    let run = Run(name: name, arguments: arguments, source: source)
    let state = state
    Task.detached(executorPreference: ChildExecutor.shared) {
      do {
        try await run.follow(output, errors, state)
      } catch {
        state.finish(End(isSuccess: false, failure: "\(error)"))
      }
    }
  }

  deinit { kill() }

  /// Stops the process, from any thread; a process that has not started yet is stopped when it starts.
  package func kill() { state.kill() }

  /// Waits for the process and returns how it ended; any number of callers may ask.
  package func waitForEnd() -> End {
    state.ended.wait()
    return takeEnd()
  }

  /// Waits for the process; nil if it does not end within a time in seconds.
  package func waitForEnd(seconds: Double) -> End? {
    state.ended.wait(timeout: .now() + seconds) == .success ? takeEnd() : nil
  }

  private func takeEnd() -> End {
    // The next caller finds the end, too.
    state.ended.signal()
    return state.end ?? End(isSuccess: false, failure: "it was not watched")
  }

  /// What is known of the process, by the threads that wait for it and the one that follows it.
  private final class State: Sendable {
    private struct Facts {
      var isKilled = false
      /// The process while its number cannot be another's.
      var number: pid_t?
      var end: End?
    }
    private let facts = Mutex(Facts())
    let ended = DispatchSemaphore(value: 0)

    var end: End? { facts.withLock { $0.end } }

    func start(_ number: pid_t) {
      facts.withLock {
        $0.number = number
        if $0.isKilled { _ = Glibc.kill(number, SIGKILL) }
      }
    }

    func kill() {
      facts.withLock {
        $0.isKilled = true
        if let number = $0.number { _ = Glibc.kill(number, SIGKILL) }
      }
    }

    /// Notes the end of the process; only the first one counts.
    func finish(_ end: End) {
      let isFirst = facts.withLock { facts in
        defer { (facts.number, facts.end) = (nil, facts.end ?? end) }
        return facts.end == nil
      }
      if isFirst { ended.signal() }
    }
  }

  /// The call that starts a process and follows it to its end.
  private struct Run: Sendable {
    let name: String
    let arguments: [String]
    let source: FileDescriptorInput

    /// Returns when the process is reaped, for which a thread of Swift's tasks must be free; its end is noted before.
    func follow(_ output: Sink, _ errors: Sink, _ state: State) async throws {
      switch (output.descriptor, errors.descriptor) {
      case (nil, nil):
        try await follow(.sequence, .sequence, state) { ($0.standardOutput, $0.standardError) }
      case (let output?, nil): try await follow(output, .sequence, state) { (nil, $0.standardError) }
      case (nil, let errors?): try await follow(.sequence, errors, state) { ($0.standardOutput, nil) }
      case (let output?, let errors?): try await follow(output, errors, state) { _ in (nil, nil) }
      }
    }

    private typealias Texts = (output: SubprocessOutputSequence?, messages: SubprocessOutputSequence?)

    private func follow<Output: OutputProtocol, Errors: ErrorOutputProtocol>(
      _ output: Output,
      _ errors: Errors,
      _ state: State,
      texts: (Execution<FileDescriptorInput, Output, Errors>) -> Texts
    ) async throws {
      // A process group of its own keeps an interrupt of the terminal from the child: this process decides.
      var options = PlatformOptions()
      options.processGroupID = 0
      _ = try await Subprocess.run(
        name.contains("/") ? .path(FilePath(name)) : .name(name),
        arguments: Arguments(arguments),
        platformOptions: options,
        input: source,
        output: output,
        error: errors
      ) { process in
        let number = process.processIdentifier.value
        state.start(number)
        let texts = texts(process)
        async let output = Self.text(texts.output)
        async let messages = Self.text(texts.messages)
        var end = await Self.end(of: number)
        (end.output, end.messages) = await (output, messages)
        state.finish(end)
      }
    }

    /// The bytes of an output as text, at most four megabytes of them; the rest is read and dropped.
    private static func text(_ output: SubprocessOutputSequence?) async -> String {
      guard let output else { return "" }
      var bytes: [UInt8] = []
      do {
        for try await buffer in output {
          buffer.withUnsafeBytes { bytes += $0.prefix((1 << 22) - bytes.count) }
        }
      } catch {
        // What came before it broke is the text.
      }
      return String(decoding: bytes, as: UTF8.self)
    }

    /// Waits for the end of a process, which stays to be reaped.
    private static func end(of number: pid_t) async -> End {
      await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          var info = siginfo_t()
          while waitid(P_PID, id_t(number), &info, WEXITED | WNOWAIT) != 0 {
            guard errno == EINTR else {
              let reason = String(cString: strerror(errno))
              return continuation.resume(returning: End(isSuccess: false, failure: reason))
            }
          }
          let (code, status) = (info.si_code, info._sifields._sigchld.si_status)
          let hasExited = code == CLD_EXITED
          var end = End(isSuccess: hasExited && status == 0)
          if !hasExited { end.signal = status }
          continuation.resume(returning: end)
        }
      }
    }
  }
}

extension ChildProcess.Sink {
  /// The output of the subprocess library; nil for a text.
  fileprivate var descriptor: FileDescriptorOutput? {
    switch self {
    case .collected: nil
    case .descriptor(let number):
      .fileDescriptor(FileDescriptor(rawValue: number), closeAfterSpawningProcess: false)
    case .handedOver(let number):
      .fileDescriptor(FileDescriptor(rawValue: number), closeAfterSpawningProcess: true)
    }
  }
}

/// Runs the tasks that follow processes on threads of their own.
private final class ChildExecutor: TaskExecutor {
  static let shared = ChildExecutor()
  private let queue = DispatchQueue(label: "strata.children", attributes: .concurrent)

  func enqueue(_ job: consuming ExecutorJob) {
    let (job, executor) = (UnownedJob(job), asUnownedTaskExecutor())
    queue.async { job.runSynchronously(on: executor) }
  }
}
