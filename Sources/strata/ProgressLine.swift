import Foundation
import Glibc
import StrataExport

/// Reports the progress of an export: a bar that is redrawn on a terminal, a line every few seconds elsewhere.
struct ProgressLine {
  private let isTerminal = isatty(STDERR_FILENO) != 0
  private var lastShown = -Double.infinity
  private static let barWidth = 24

  /// Seconds between two reports.
  private var interval: Double { isTerminal ? 0.1 : 5 }

  mutating func show(_ progress: ExportProgress) {
    let isLast = progress.finishedFrames == progress.totalFrames
    guard isLast || progress.elapsedSeconds - lastShown >= interval else { return }
    lastShown = progress.elapsedSeconds
    let speed = String(format: "%.1f", progress.framesPerSecond)
    let frames = "\(progress.finishedFrames)/\(progress.totalFrames) frames, \(speed) fps"
    let rest = progress.remainingSeconds.map { ", \(Self.clock($0)) left" } ?? ""
    if isTerminal {
      let fraction = Double(progress.finishedFrames) / Double(max(progress.totalFrames, 1))
      let filled = Int(fraction * Double(Self.barWidth))
      let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: Self.barWidth - filled)
      write("\r[\(bar)] \(frames)\(rest)\u{1B}[K" + (isLast ? "\n" : ""))
    } else {
      write(frames + rest + "\n")
    }
  }

  /// Seconds as `1:07`.
  private static func clock(_ seconds: Double) -> String {
    let whole = Int(min(max(seconds, 0), 359_999).rounded(.up))
    return String(format: "%d:%02d", whole / 60, whole % 60)
  }

  private func write(_ text: String) {
    FileHandle.standardError.write(Data(text.utf8))
  }
}
