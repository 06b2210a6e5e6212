import ArgumentParser
import Dispatch
import Glibc
import StrataExport
import Synchronization

/// Ends the tool on SIGINT, SIGQUIT, SIGTERM and SIGHUP without leaving unfinished files.
///
/// The first signal cancels the export. If that does not end within a second, because a frame takes long or a reader
/// stalls, or if a second signal comes, the tool removes its hidden files and exits at once. The exit code is 128 and
/// the number of the first signal. A signal that was ignored when the tool started, as `nohup` does, stays ignored.
final class Interruption: @unchecked Sendable {  // The sources are set once, in `init`.
  /// The one of this process; the first use begins to watch for signals.
  static let shared = Interruption()

  let cancellation = ExportCancellation()
  private let received = Atomic<Int32>(0)
  private let queue = DispatchQueue(label: "strata.signals")
  private var sources: [any DispatchSourceSignal] = []

  /// The signals that end the tool.
  static let signals = [SIGINT, SIGQUIT, SIGTERM, SIGHUP]

  /// How long a cancelled export may take to end, in seconds.
  private static let patience = 1.0

  private init() {
    for number in Self.signals where !Self.isIgnored(number) {
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler { [unowned self] in receive(number) }
      source.resume()
      sources.append(source)
    }
  }

  /// The exit code of a tool that was interrupted.
  var exitCode: ExitCode {
    let number = received.load(ordering: .acquiring)
    return ExitCode(128 + (number == 0 ? SIGINT : number))
  }

  /// True if a signal is ignored, as it may be when the tool starts.
  static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    let handlers = [action.__sigaction_handler.sa_handler, SIG_IGN].map { unsafeBitCast($0, to: Int.self) }
    return handlers[0] == handlers[1]
  }

  private func receive(_ number: Int32) {
    let isFirst = received.compareExchange(expected: 0, desired: number, ordering: .acquiringAndReleasing)
    guard isFirst.exchanged else { exitNow() }
    queue.asyncAfter(deadline: .now() + Self.patience) { [unowned self] in exitNow() }
    cancellation.cancel()
  }

  private func exitNow() -> Never {
    OutputFile.abandonAll()
    StandardStreams.writeMessageWithoutWaiting("strata: \(ExportError.cancelled)\n")
    _exit(exitCode.rawValue)
  }
}
