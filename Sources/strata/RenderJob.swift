import Foundation
import Glibc
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
    let renderer = try command.film.renderer(of: document)
    var settings = settings(for: document)
    try checkPlaces(of: document, settings)
    if isFilm {
      warnOfLength(settings)
      let content = command.part.isPart ? try command.film.content(of: document, command.source) : nil
      if command.part.isPart { try selectFrames(&settings) }
      try film(try Exporter(renderer, settings: settings), content)
    } else {
      try pictures(renderer, settings)
    }
    // What was complete before the signal stays.
    if cancellation.isCancelled { throw ExportError.cancelled }
  }

  private var isFilm: Bool { command.isFilm(format, output) }

  /// The moments of pictures.
  private var moments: [Double] { command.at.isEmpty ? [command.film.from ?? 0] : command.at }

  /// Throws if a file of the document would be replaced.
  private func checkPlaces(of document: Document, _ settings: ExportSettings) throws {
    guard !output.isStandardOutput else { return }
    let url = URL(filePath: output.text)
    if isFilm, let pattern = FramePattern(url) {
      // A document has fewer files than a film has pictures.
      for source in document.sourceFiles {
        guard let frame = pattern.frame(of: source), frame < settings.frameCount else { continue }
        try document.check(output: pattern.url(ofFrame: frame))
      }
    } else if isFilm {
      try document.check(output: url)
    } else {
      for index in moments.indices { try document.check(output: output.file(ofMoment: index, of: moments)) }
    }
  }

  private func settings(for document: Document) -> ExportSettings {
    var settings = command.film.settings(for: document, format: format)
    if let quality = command.playback.quality { settings.quality = quality }
    settings.plays = command.playback.plays ?? 0
    settings.dithersAlpha = command.playback.ditherAlpha
    settings.contactSheet = command.contactSheet.map { ($0.columns, $0.rows) }
    return settings
  }

  /// Sets the frames of a part, on the grid that the format keeps.
  private func selectFrames(_ settings: inout ExportSettings) throws {
    settings.framesPerSecond = format.nearestFrameRate(to: settings.framesPerSecond)
    settings.frames = command.part.frames?.frames
    guard let chunk = command.part.chunk else { return }
    let frames = settings.frames(ofPart: chunk.number - 1, of: chunk.count)
    guard !frames.isEmpty else {
      throw ExportError.invalidSetting(
        name: "--chunk \(chunk)",
        reason: "the film has \(settings.frameCount) frames, too few for so many parts"
      )
    }
    settings.frames = frames
  }

  // MARK: Films

  /// The length above which a film that was not asked for is pointed out, in seconds.
  private static let longFilm = 600.0

  private func warnOfLength(_ settings: ExportSettings) {
    guard command.film.duration == nil, settings.duration > Self.longFilm, !command.quiet else { return }
    let seconds = String(format: "%g", settings.duration)
    let frames = settings.frameCount
    say(
      "\(document): one cycle of its animations is \(seconds) seconds, \(frames) frames; --duration shortens it"
    )
  }

  /// Writes a film, or the part of it with a content.
  private func film(_ exporter: Exporter, _ content: [String]?) throws {
    reportRate(of: exporter)
    guard !output.isStandardOutput else {
      return try exporter.write(to: STDOUT_FILENO, cancellation: cancellation)
    }
    let url = URL(filePath: output.text)
    var line = ProgressLine()
    var last: ExportProgress?
    func show(_ progress: ExportProgress) {
      last = progress
      if !command.quiet { line.show(progress) }
    }
    var kept = 0
    if let content {
      let outcome = try exporter.writePart(
        to: url,
        origin(content),
        resumes: command.part.resume,
        cancellation: cancellation,
        progress: show
      )
      kept = outcome.keptFrames
    } else {
      try exporter.write(to: url, cancellation: cancellation, progress: show)
    }
    guard !command.quiet else { return }
    if kept > 0 { say("\(output.text): \(kept) frames were complete") }
    if let last { report(last, of: exporter) }
  }

  private func origin(_ content: [String]) -> PartOrigin {
    let machine = MachineDescription(
      version: StrataCommand.version,
      threads: command.film.threadCount,
      usesEncoder: format.needsEncoder
    )
    return PartOrigin(content: content, machine: machine)
  }

  private func report(_ last: ExportProgress, of exporter: Exporter) {
    let (width, height) = (exporter.renderer.pixelWidth, exporter.renderer.pixelHeight)
    let stored = format.storedSize(width: width, height: height)
    let rendering = Double(last.finishedFrames) / max(last.renderingSeconds, 1e-9)
    say(
      String(
        format: "%@: %d frames of %dx%d, drawn at %.1f fps, written at %.1f fps",
        output.text,
        last.finishedFrames,
        stored.width,
        stored.height,
        rendering,
        last.framesPerSecond
      )
    )
  }

  /// Reports a rate that was asked for and that the format does not keep.
  private func reportRate(of exporter: Exporter) {
    let rate = exporter.settings.framesPerSecond
    guard let asked = command.film.fps, asked.value != rate, !command.quiet else { return }
    let kept = String(format: "%.4g", rate)
    say("\(output.text): \(kept) frames per second instead of \(asked): a GIF counts hundredths of a second")
  }

  // MARK: Pictures

  private func pictures(_ renderer: OfflineRenderer, _ settings: ExportSettings) throws {
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
