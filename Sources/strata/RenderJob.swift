import CoreGraphics
import Foundation
import Glibc
import QuartzCore
import StrataDocuments
import StrataExport
import StrataRenderServer

/// One document of `strata render` and what is made of it.
struct RenderJob {
  private let command: RenderCommand
  private let document: String
  private let format: ExportFormat
  private let output: OutputName

  init(command: RenderCommand, document: String, format: ExportFormat) {
    (self.command, self.document, self.format) = (command, document, format)
    output = OutputName(text: command.output).resolved(for: document)
  }

  private var cancellation: ExportCancellation { Interruption.shared.cancellation }

  func run() throws {
    // Signals are watched from here on.
    let cancellation = cancellation
    if !output.isStandardOutput { try OutputFile.checkFolder(of: URL(filePath: output.text)) }
    let document = try command.source.open(self.document, quietly: command.quiet)
    let renderer = try makeRenderer(of: document)
    let settings = settings(for: document, renderer)
    if isFilm {
      warnOfLength(settings)
      try film(try Exporter(renderer, settings: settings))
    } else {
      try pictures(renderer, settings)
    }
    // What was complete before the signal stays.
    if cancellation.isCancelled { throw ExportError.cancelled }
  }

  /// True for a film or a picture for each frame.
  private var isFilm: Bool { format.isAnimation || (output.numbersPictures && command.at.isEmpty) }

  private func settings(for document: Document, _ renderer: OfflineRenderer) -> ExportSettings {
    var settings = ExportSettings(
      format: format,
      start: command.from,
      duration: command.duration ?? document.playback.suggestedDuration ?? 1,
      framesPerSecond: command.fps?.value ?? 60,
      quality: command.quality
    )
    settings.plays = command.plays ?? 0
    settings.dithersAlpha = command.ditherAlpha
    settings.contactSheet = command.contactSheet.map { ($0.columns, $0.rows) }
    return settings
  }

  private func makeRenderer(of document: Document) throws -> OfflineRenderer {
    let renderer = OfflineRenderer(
      document: document,
      scale: command.scale,
      pixelSize: command.size.map { ($0.width, $0.height) },
      threads: command.threads ?? ProcessInfo.processInfo.activeProcessorCount
    )
    renderer.backgroundColor = command.background?.color
    for change in command.transition.sorted(by: { $0.time < $1.time }) {
      var failure: (any Error)?
      renderer.change(at: change.time) {
        do {
          try document.setState(change.name, interpolationDuration: change.duration)
        } catch {
          failure = error
        }
      }
      if let failure { throw failure }
    }
    return renderer
  }

  // MARK: Films

  /// The length above which a film that was not asked for is pointed out, in seconds.
  private static let longFilm = 600.0

  private func warnOfLength(_ settings: ExportSettings) {
    guard command.duration == nil, settings.duration > Self.longFilm, !command.quiet else { return }
    let seconds = String(format: "%g", settings.duration)
    let frames = settings.frameCount
    say(
      "\(document): one cycle of its animations is \(seconds) seconds, \(frames) frames; --duration shortens it"
    )
  }

  private func film(_ exporter: Exporter) throws {
    reportRate(of: exporter)
    guard !output.isStandardOutput else {
      return try exporter.write(to: STDOUT_FILENO, cancellation: cancellation)
    }
    var line = ProgressLine()
    var last: ExportProgress?
    try exporter.write(to: URL(filePath: output.text), cancellation: cancellation) { progress in
      last = progress
      if !command.quiet { line.show(progress) }
    }
    if let last, !command.quiet {
      let rendering = Double(last.finishedFrames) / max(last.renderingSeconds, 1e-9)
      say(
        String(
          format: "%@: %d frames of %dx%d, drawn at %.1f fps, written at %.1f fps",
          output.text,
          last.finishedFrames,
          exporter.renderer.pixelWidth,
          exporter.renderer.pixelHeight,
          rendering,
          last.framesPerSecond
        )
      )
    }
  }

  /// Reports a rate that was asked for and that the format does not keep.
  private func reportRate(of exporter: Exporter) {
    let rate = exporter.settings.framesPerSecond
    guard let asked = command.fps, asked.value != rate, !command.quiet else { return }
    let kept = String(format: "%.4g", rate)
    say("\(output.text): \(kept) frames per second instead of \(asked): a GIF counts hundredths of a second")
  }

  // MARK: Pictures

  private func pictures(_ renderer: OfflineRenderer, _ settings: ExportSettings) throws {
    let moments = command.at.isEmpty ? [command.from] : command.at
    for (index, moment) in moments.enumerated() {
      var settings = settings
      settings.start = moment
      let exporter = try Exporter(renderer, settings: settings)
      if output.isStandardOutput {
        try exporter.write(to: STDOUT_FILENO, cancellation: cancellation)
      } else {
        let file = output.file(ofMoment: index, of: moments)
        try exporter.write(to: file, cancellation: cancellation)
      }
    }
  }
}
