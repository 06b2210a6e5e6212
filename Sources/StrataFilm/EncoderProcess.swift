import Foundation
import Glibc
import StrataProcess
import Synchronization

/// A running `ffmpeg` that reads raw frames from a pipe.
///
/// The writer has a thread of its own, which blocks while the pipe is full.
package final class EncoderProcess: Sendable {
  /// The end of the pipe that this process writes; its number stays in `descriptor` for the writing thread.
  private let writeEnd: Mutex<Int32?>
  private let descriptor: Int32
  private let child: ChildProcess
  /// The name of the output in messages.
  private let place: String

  /// The name of the encoder in `PATH`.
  static let name = "ffmpeg"

  /// True if the encoder is installed.
  static var isInstalled: Bool { ChildProcess.isInstalled(name) }

  /// Where the film goes.
  package enum Output {
    /// A file by its path, and its name in messages, if that is another one.
    case file(String, name: String? = nil)
    /// An open descriptor, which the encoder inherits as its standard output, and its name in messages.
    case descriptor(Int32, name: String)

    var isDescriptor: Bool {
      if case .descriptor = self { true } else { false }
    }

    /// The name in messages.
    fileprivate var place: String {
      switch self {
      case .file(let path, let name): name ?? path
      case .descriptor(_, let name): name
      }
    }

    /// The last argument of the encoder.
    fileprivate var argument: String {
      switch self {
      case .file(let path, _): path
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
  package init(
    input: [String],
    output outputOptions: [String],
    for format: ExportFormat,
    to output: Output
  ) throws(ExportError) {
    guard Self.isInstalled else {
      throw .encoderMissing(name: Self.name, format: format.rawValue)
    }
    guard let pipe = ChildProcess.makePipe(byteCount: 1 << 20) else {
      throw .encoderFailed(name: Self.name, reason: lastSystemError())
    }
    writeEnd = Mutex(pipe.writeEnd)
    descriptor = pipe.writeEnd
    let sink: ChildProcess.Sink =
      switch output {
      case .file: .collected
      case .descriptor(let number, _): .descriptor(number)
      }
    place = output.place
    child = ChildProcess(
      Self.name,
      output.reporting + input + outputOptions + [output.argument],
      input: pipe.readEnd,
      output: sink,
      errors: .collected
    )
  }

  /// What is wrong with a film, in the encoder's words; nil if it can be read to its end.
  ///
  /// Packets are read, not decoded.
  package static func damage(of path: String) -> String? {
    let reading = ["-hide_banner", "-loglevel", "error", "-nostdin", "-i", "file:\(path)"]
    let child = ChildProcess(
      name,
      reading + ["-map", "0:v", "-map", "0:a?", "-c", "copy", "-f", "null", "-"],
      output: .collected,
      errors: .collected
    )
    let error = EncoderReport(child.waitForEnd().messages).lastError
    // Without the part that speaks and its address.
    return error.map { String($0.trimmingPrefix(/\[[^\]]*\] */)) }
  }

  /// Writes one frame; returns false if the encoder no longer reads.
  package func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
    writeAll(bytes, to: descriptor) == nil
  }

  /// Runs `feed`, which writes the input, and waits for the process, which must encode a number of frames.
  ///
  /// The number may be known only when the input is written.
  package func run(
    _ cancellation: ExportCancellation,
    frames: @autoclosure () -> Int,
    feed: () throws(ExportError) -> Void
  ) throws(ExportError) {
    do {
      try cancellation.withAction({ self.kill() }) { () throws(ExportError) in
        try feed()
        try finish(frames: frames())
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

  /// The system's words for a full disk, a full quota and a file that is too large.
  private static let refusals = [ENOSPC, EDQUOT, EFBIG].map { String(cString: strerror($0)) }

  /// The reason why an output takes no more, in the system's words; nil if an encoder's messages have none of that kind.
  package static func refusal(in messages: String) -> String? { refusals.first { messages.contains($0) } }

  /// Stops the process, from any thread; writes fail from then on.
  private func kill() { child.kill() }

  /// Stops the process and waits for its end.
  private func abort() {
    kill()
    _ = end()
  }

  /// Closes the input once and waits for the result: the number of frames that were encoded.
  private func end() -> Result<Int, ExportError> {
    writeEnd.withLock { descriptor in
      if let open = descriptor { close(open) }
      descriptor = nil
    }
    let end = child.waitForEnd()
    if let failure = end.failure { return .failure(.encoderFailed(name: Self.name, reason: failure)) }
    let report = EncoderReport(end.output + "\n" + end.messages)
    if let refusal = report.refusal { return .failure(.cannotWrite(path: place, reason: refusal)) }
    // The exit status alone says little: on a full disk some versions report the error and end with 0.
    guard end.isSuccess, report.lastError == nil else {
      let reason = report.lastError ?? end.signal.map { "signal \($0) ended it" } ?? "it gave no reason"
      return .failure(.encoderFailed(name: Self.name, reason: reason))
    }
    return .success(report.frames)
  }
}

/// The messages of an encoder: reports of progress, and errors.
private struct EncoderReport {
  /// The number of frames in the last report; 0 without one.
  private(set) var frames = 0
  /// The last line of an error, which states the cause; nil without errors.
  private(set) var lastError: String?

  /// The reason why the output takes no more, in the system's words; nil without such an error.
  private(set) var refusal: String?

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
        refusal = refusal ?? EncoderProcess.refusal(in: line)
      }
    }
  }
}
