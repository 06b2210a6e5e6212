import Foundation
import Glibc
import StrataExport

/// Reports the progress of an export: a bar that is redrawn on a terminal, a line every few seconds elsewhere.
struct ProgressLine {
  private let isTerminal = isatty(STDERR_FILENO) != 0
  private var lastShown = -Double.infinity
  private static let widestBar = 24
  private static let narrowestBar = 6

  /// Seconds between two reports.
  private var interval: Double { isTerminal ? 0.1 : 5 }

  mutating func show(_ progress: ExportProgress) {
    let isLast = progress.finishedFrames == progress.totalFrames
    guard isLast || progress.elapsedSeconds - lastShown >= interval else { return }
    lastShown = progress.elapsedSeconds
    let text =
      isTerminal
      ? "\r\(Self.bar(progress, columns: Self.terminalColumns))\u{1B}[K" + (isLast ? "\n" : "")
      : Self.facts(progress).joined() + "\n"
    StandardStreams.writeMessageWithoutWaiting(text)
  }

  /// What there is to say, the most important first.
  private static func facts(_ progress: ExportProgress) -> [String] {
    let speed = String(format: ", %.1f fps", progress.framesPerSecond)
    let rest = progress.remainingSeconds.map { ", \(clock($0)) left" } ?? ""
    return ["\(progress.finishedFrames)/\(progress.totalFrames) frames", speed, rest]
  }

  /// As much as fits into one line; a longer one could not be redrawn.
  private static func bar(_ progress: ExportProgress, columns: Int) -> String {
    // A character in the last column would move the cursor to the next line.
    let room = max(columns - 1, 1)
    var facts = facts(progress)
    while facts.count > 1, facts.joined().count > room { facts.removeLast() }
    let text = facts.joined()
    let width = min(widestBar, room - text.count - "[] ".count)
    guard width >= narrowestBar else { return String(text.prefix(room)) }
    let fraction = Double(progress.finishedFrames) / Double(max(progress.totalFrames, 1))
    let filled = Int(fraction * Double(width))
    return
      "[\(String(repeating: "#", count: filled))\(String(repeating: "-", count: width - filled))] \(text)"
  }

  /// The terminal's width: `COLUMNS` if it is set, else what the terminal says, else 80.
  private static var terminalColumns: Int {
    if let text = ProcessInfo.processInfo.environment["COLUMNS"], let columns = Int(text), columns > 0 {
      return columns
    }
    var size = winsize()
    guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  /// Seconds as `1:07`.
  private static func clock(_ seconds: Double) -> String {
    let whole = Int(min(max(seconds, 0), 359_999).rounded(.up))
    return String(format: "%d:%02d", whole / 60, whole % 60)
  }
}
