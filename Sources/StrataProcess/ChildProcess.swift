import Foundation
import Glibc
import Subprocess
import Synchronization
import SystemPackage

/// A program of `PATH` that runs beside this one and is connected by pipes.
///
/// The pipes are the caller's, which reads or writes them on a thread of its own and may block there. The subprocess library
/// starts, watches and reaps the process. It starts even while all threads of Swift's tasks are blocked; that it ended is noticed when
/// one of them is free.
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

  private let task: Task<Void, Never>
  private let ended = DispatchSemaphore(value: 0)

  /// The end of the process, set by the watching task.
  private final class Outcome: Sendable {
    let value = Mutex<End?>(nil)
  }
  private let outcome = Outcome()

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
    let (outcome, ended) = (outcome, ended)
    task = Task.detached(executorPreference: ChildExecutor.shared) {
      var end: End
      do {
        end = try await run.end(output, errors)
      } catch {
        end = End(isSuccess: false, failure: "\(error)")
      }
      outcome.value.withLock { $0 = end }
      ended.signal()
    }
  }

  deinit { task.cancel() }

  /// Stops the process, from any thread.
  package func kill() { task.cancel() }

  /// Waits for the process and returns how it ended; any number of callers may ask.
  package func waitForEnd() -> End {
    ended.wait()
    return takeEnd()
  }

  /// Waits for the process; nil if it does not end within a time in seconds.
  package func waitForEnd(seconds: Double) -> End? {
    ended.wait(timeout: .now() + seconds) == .success ? takeEnd() : nil
  }

  private func takeEnd() -> End {
    // The next caller finds the end, too.
    ended.signal()
    return outcome.value.withLock { $0 } ?? End(isSuccess: false, failure: "it was not watched")
  }

  /// The call that starts a process and waits for it.
  private struct Run: Sendable {
    let name: String
    let arguments: [String]
    let source: FileDescriptorInput

    func end(_ output: Sink, _ errors: Sink) async throws -> End {
      switch (output.descriptor, errors.descriptor) {
      case (nil, nil): try await end(StringOutput<UTF8>.limited, StringOutput<UTF8>.limited)
      case (let output?, nil): try await end(output, StringOutput<UTF8>.limited)
      case (nil, let errors?): try await end(StringOutput<UTF8>.limited, errors)
      case (let output?, let errors?): try await end(output, errors)
      }
    }

    private func end<Output: OutputProtocol, Errors: ErrorOutputProtocol>(
      _ output: Output,
      _ errors: Errors
    ) async throws -> End {
      // A process group of its own keeps an interrupt of the terminal from the child: this process decides.
      var options = PlatformOptions()
      options.processGroupID = 0
      let run = try await Subprocess.run(
        name.contains("/") ? .path(FilePath(name)) : .name(name),
        arguments: Arguments(arguments),
        platformOptions: options,
        input: source,
        output: output,
        error: errors
      )
      var end = End(
        isSuccess: run.terminationStatus.isSuccess,
        output: run.standardOutput as? String ?? "",
        messages: run.standardError as? String ?? ""
      )
      if case .signaled(let number) = run.terminationStatus { end.signal = number }
      return end
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

extension StringOutput<UTF8> {
  /// A text of at most four megabytes.
  fileprivate static var limited: Self { .string(limit: 1 << 22) }
}

/// Runs the tasks that watch processes on threads of their own.
///
/// A program may block all threads of Swift's tasks while it waits for a child; the child must start all the same.
private final class ChildExecutor: TaskExecutor {
  static let shared = ChildExecutor()
  private let queue = DispatchQueue(label: "strata.children", attributes: .concurrent)

  func enqueue(_ job: consuming ExecutorJob) {
    let (job, executor) = (UnownedJob(job), asUnownedTaskExecutor())
    queue.async { job.runSynchronously(on: executor) }
  }
}
