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
  /// The end of the pipe that this process writes; its number stays in `descriptor` for the writing thread.
  private let writeEnd: Mutex<Int32?>
  private let descriptor: Int32
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

  /// Where the film goes.
  enum Output {
    case file(String)
    /// An open descriptor, which the encoder inherits as its standard output.
    case descriptor(Int32)

    var isDescriptor: Bool {
      if case .descriptor = self { true } else { false }
    }

    /// The last argument of the encoder.
    fileprivate var argument: String {
      switch self {
      case .file(let path): path
      case .descriptor: "pipe:1"
      }
    }

    /// The arguments with which the encoder speaks of errors only, and reports how far it is.
    fileprivate var reporting: [String] {
      let place = isDescriptor ? "pipe:2" : "pipe:1"
      return [
        "-hide_banner", "-loglevel", "error", "-nostdin", "-y", "-progress", place, "-stats_period", "60",
      ]
    }
  }

  /// Starts an encoder.
  ///
  /// - Parameters:
  ///   - input: The arguments that describe what it reads from its standard input.
  ///   - outputOptions: The options of the film, without its file.
  ///   - format: The film's format, for messages.
  ///   - output: Where the film goes.
  /// - Throws: ``ExportError`` if the encoder is not installed or does not start.
  init(
    input: [String],
    output outputOptions: [String],
    for format: ExportFormat,
    to output: Output
  ) throws(ExportError) {
    guard Self.isInstalled else {
      throw .encoderMissing(name: Self.name, format: format.rawValue)
    }
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else {
      throw .encoderFailed(name: Self.name, reason: lastSystemError())
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // A larger pipe saves most switches between the two processes. A failure costs speed only.
    _ = fcntl(ends[1], Self.setPipeSize, 1 << 20)
    let (readEnd, outcome, ended) = (FileDescriptor(rawValue: ends[0]), outcome, ended)
    writeEnd = Mutex(ends[1])
    descriptor = ends[1]
    let words = output.reporting + input + outputOptions + [output.argument]
    task = Task.detached {
      let result: Result<Int, ExportError>
      do {
        result = try await Self.run(words, input: readEnd, output)
      } catch {
        result = .failure(.encoderFailed(name: Self.name, reason: "\(error)"))
      }
      outcome.value.withLock { $0 = result }
      ended.signal()
    }
  }

  /// Runs the encoder to its end.
  private static func run(
    _ words: [String],
    input: FileDescriptor,
    _ output: Output
  ) async throws -> Result<Int, ExportError> {
    // A process group of its own keeps an interrupt of the terminal from the encoder: this process decides.
    var options = PlatformOptions()
    options.processGroupID = 0
    let arguments = Arguments(words)
    let source = FileDescriptorInput.fileDescriptor(input, closeAfterSpawningProcess: true)
    let status: TerminationStatus
    let messages: String
    switch output {
    case .file:
      let run = try await Subprocess.run(
        .name(name),
        arguments: arguments,
        platformOptions: options,
        input: source,
        output: .string(limit: 1 << 22),
        error: .string(limit: 1 << 22)
      )
      status = run.terminationStatus
      messages = run.standardOutput + "\n" + run.standardError
    case .descriptor(let descriptor):
      let run = try await Subprocess.run(
        .name(name),
        arguments: arguments,
        platformOptions: options,
        input: source,
        output: .fileDescriptor(FileDescriptor(rawValue: descriptor), closeAfterSpawningProcess: false),
        error: .string(limit: 1 << 22)
      )
      status = run.terminationStatus
      messages = run.standardError
    }
    let report = EncoderReport(messages)
    // The exit status alone says little: on a full disk some versions report the error and end with 0.
    guard status.isSuccess, report.lastError == nil else {
      return .failure(.encoderFailed(name: name, reason: report.lastError ?? "it gave no reason"))
    }
    return .success(report.frames)
  }

  /// Writes one frame; returns false if the encoder no longer reads.
  func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
    writeAll(bytes, to: descriptor) == nil
  }

  /// Runs `feed`, which writes the input, and waits for the process, which must encode a number of frames.
  func run(
    _ cancellation: ExportCancellation,
    frames: Int,
    feed: () throws(ExportError) -> Void
  ) throws(ExportError) {
    do {
      try cancellation.withAction({ self.kill() }) { () throws(ExportError) in
        try feed()
        try finish(frames: frames)
      }
    } catch {
      abort()
      // An encoder that was stopped reports a failure of its own.
      throw cancellation.isCancelled ? .cancelled : error
    }
  }

  /// Ends the input and waits for the process, which must have encoded all frames without a word of errors.
  private func finish(frames: Int) throws(ExportError) {
    let encoded = try end().get()
    guard encoded == frames else {
      throw .encoderFailed(name: Self.name, reason: "it encoded \(encoded) of \(frames) frames")
    }
  }

  /// Stops the process, from any thread; writes fail from then on.
  private func kill() { task.cancel() }

  /// Stops the process and waits for its end.
  private func abort() {
    kill()
    _ = end()
  }

  /// Closes the input once and waits for the result.
  private func end() -> Result<Int, ExportError> {
    writeEnd.withLock { descriptor in
      if let open = descriptor { close(open) }
      descriptor = nil
    }
    ended.wait()
    // The next caller finds the end, too.
    ended.signal()
    return outcome.value.withLock { $0 } ?? .success(0)
  }
}

/// The messages of an encoder: reports of progress, and errors.
private struct EncoderReport {
  /// The number of frames in the last report; 0 without one.
  private(set) var frames = 0
  /// The last line of an error, which states the cause; nil without errors.
  private(set) var lastError: String?

  /// The beginnings of the lines of a report.
  private static let keys = [
    "frame=", "fps=", "stream_", "bitrate=", "total_size=", "out_time", "dup_frames=", "drop_frames=",
    "speed=",
    "progress=",
  ]

  init(_ text: String) {
    for line in text.split(whereSeparator: \.isNewline) {
      let line = line.trimmingCharacters(in: .whitespaces)
      if line.hasPrefix("frame=") {
        frames = Int(line.dropFirst("frame=".count).trimmingCharacters(in: .whitespaces)) ?? frames
      } else if !line.isEmpty, !Self.keys.contains(where: { line.hasPrefix($0) }) {
        lastError = line
      }
    }
  }
}
