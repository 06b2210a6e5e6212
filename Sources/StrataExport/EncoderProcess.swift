import Foundation
import Glibc
import Subprocess
import Synchronization
import SystemPackage

/// A running `ffmpeg` that reads raw frames from a pipe.
///
/// The pipe is not the subprocess library's: the writer has a thread of its own, which blocks while the pipe is full. The
/// library starts, watches and reaps the process.
final class EncoderProcess: Sendable {
  private let writeEnd: Int32
  private let ended = DispatchSemaphore(value: 0)
  private let task: Task<Void, Never>

  /// The result of the process, set by the watching task: the number of frames it encoded.
  private final class Outcome: Sendable {
    let value = Mutex<Result<Int, ExportError>?>(nil)
  }
  private let outcome = Outcome()

  /// The name of the encoder in `PATH`.
  static let name = "ffmpeg"

  /// Linux's `F_SETPIPE_SZ`, which the C library's headers declare only with its extensions.
  private static let setPipeSize: Int32 = 1031

  /// True if the encoder is installed.
  static var isInstalled: Bool {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
    return path.split(separator: ":").contains { access("\($0)/\(name)", X_OK) == 0 }
  }

  /// The arguments with which the encoder speaks of errors only, and reports to its standard output how far it is.
  private static let reporting = [
    "-hide_banner", "-loglevel", "error", "-nostdin", "-y", "-progress", "pipe:1", "-stats_period", "60",
  ]

  /// Starts an encoder; the arguments name input and output.
  init(arguments: [String], format: ExportFormat) throws(ExportError) {
    guard Self.isInstalled else {
      throw .encoderMissing(name: Self.name, format: format.rawValue)
    }
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else {
      throw .encoderFailed(name: Self.name, reason: String(cString: strerror(errno)))
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // A larger pipe saves most switches between the two processes. A failure costs speed only.
    _ = fcntl(ends[1], Self.setPipeSize, 1 << 20)
    writeEnd = ends[1]
    let (readEnd, outcome, ended) = (FileDescriptor(rawValue: ends[0]), outcome, ended)
    task = Task.detached {
      let result: Result<Int, ExportError>
      do {
        let run = try await Subprocess.run(
          .name(Self.name),
          arguments: Arguments(Self.reporting + arguments),
          input: .fileDescriptor(readEnd, closeAfterSpawningProcess: true),
          output: .string(limit: 1 << 22),
          error: .string(limit: 1 << 16)
        )
        // The exit status alone says little: on a full disk some versions report the error and end with 0.
        if run.terminationStatus.isSuccess, run.standardError.isEmpty {
          result = .success(Self.frames(run.standardOutput))
        } else {
          result = .failure(.encoderFailed(name: Self.name, reason: Self.lastLine(run.standardError)))
        }
      } catch {
        result = .failure(.encoderFailed(name: Self.name, reason: "\(error)"))
      }
      outcome.value.withLock { $0 = result }
      ended.signal()
    }
  }

  /// Writes one frame; returns false if the encoder no longer reads.
  func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
    writeAll(bytes, to: writeEnd) == nil
  }

  /// Ends the input and waits for the process, which must have encoded all frames without a word of errors.
  func finish(frames: Int) throws(ExportError) {
    close(writeEnd)
    ended.wait()
    let result = outcome.value.withLock { $0 } ?? .success(0)
    let encoded = try result.get()
    guard encoded == frames else {
      throw .encoderFailed(name: Self.name, reason: "it encoded \(encoded) of \(frames) frames")
    }
  }

  /// Stops the process and waits for its end.
  func abort() {
    task.cancel()
    close(writeEnd)
    ended.wait()
  }

  /// The number of frames in the last report of the encoder's progress; 0 without one.
  private static func frames(_ report: String?) -> Int {
    let lines = (report ?? "").split(whereSeparator: \.isNewline)
    let last = lines.last { $0.hasPrefix("frame=") }
    return last.flatMap { Int($0.dropFirst("frame=".count).trimmingCharacters(in: .whitespaces)) } ?? 0
  }

  /// The last line of the encoder's messages, which states the cause.
  private static func lastLine(_ text: String?) -> String {
    let lines = (text ?? "").split(whereSeparator: \.isNewline)
    return lines.last.map { $0.trimmingCharacters(in: .whitespaces) } ?? "it gave no reason"
  }
}

/// Keeps a broken pipe from ending the program: on this thread it becomes an error of `write`.
func ignoreBrokenPipesOnThisThread() {
  var signals = sigset_t()
  sigemptyset(&signals)
  sigaddset(&signals, SIGPIPE)
  pthread_sigmask(SIG_BLOCK, &signals, nil)
}
