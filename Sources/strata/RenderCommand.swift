import ArgumentParser
import CoreGraphics
import Foundation
import QuartzCore
import StrataDocuments
import StrataExport
import StrataRenderServer

/// `strata render`: renders a document to a picture, numbered pictures, a film or raw frames.
struct RenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Render a document to a picture or a film.",
    discussion: """
      The output's extension names the format: .png .jpg .webp for pictures, .gif .apng .awebp .mp4 .webm .mov for \
      films, .rgba for raw frames; "-" writes to standard output (raw frames unless --format says otherwise).

      A picture shows the moment --at (0 by default); several moments give several pictures, each with its time in \
      the name. A picture name with %d or %04d gives one picture for each frame.

      Examples:
        strata render Card.ca -o card.png --at 1.5 --scale 2
        strata render Card.ca -o card.mp4 --duration 4
        strata render Card.ca -o 'frames/%04d.png' --fps 30 --duration 2
        strata render Card.ca -o - --duration 2 | ffplay -f rawvideo -pixel_format rgba -video_size 480x270 -
        strata render Lock.ca -o unlock.webm --state Locked --transition Unlock@0.5:0.8
      """
  )

  @Argument(help: DocumentOptions.documentHelp, completion: DocumentOptions.documentCompletion)
  var document: String

  @Option(name: [.short, .long], help: "The file to write; \"-\" for standard output.", completion: .file())
  var output: String

  @Option(
    help:
      "The format, instead of that of the file name: \(ExportFormat.allCases.map(\.rawValue).joined(separator: ", "))."
  )
  var format: String?

  @Option(help: "A moment to picture, in seconds. May be given several times.")
  var at: [Double] = []

  @Option(help: "The first moment of a film, in seconds.")
  var from: Double = 0

  @Option(help: "How long a film lasts, in seconds. Default: one cycle of the document's longest animation.")
  var duration: Double?

  @Option(help: "Frames per second of a film.")
  var fps: Double = 60

  @Option(help: "Pixels for each point of the document.")
  var scale: Double = 1

  @Option(
    help: "The size of the picture in pixels, such as 1920x1080; the document is fitted into it and centred."
  )
  var size: PixelSize?

  @Option(help: "The colour behind the document, such as #ffffff or #20306080; transparent by default.")
  var background: HexColor?

  @Option(help: "0 (smallest file) to 1 (best picture).")
  var quality: Double = 0.8

  @Option(help: "Threads that draw. Default: one for each processor. The bytes are the same for any number.")
  var threads: Int?

  @OptionGroup var source: DocumentOptions

  @Option(
    help: ArgumentHelp(
      "Go to a state with its animations at a time: NAME@BEGIN or NAME@BEGIN:DURATION, in seconds.",
      discussion: """
        With a duration, values that the document has no animation for change evenly over it, as under a finger. \
        Without a name, as in @2, the document returns to its base state. May be given several times.
        """,
      valueName: "name@begin[:duration]"
    )
  )
  var transition: [TimedState] = []

  @Flag(name: .shortAndLong, help: "Print errors only.")
  var quiet = false

  func validate() throws {
    guard scale.isFinite, scale > 0, scale <= 64 else {
      throw ValidationError("--scale must be above 0 and at most 64.")
    }
    guard (0...1).contains(quality) else { throw ValidationError("--quality must be between 0 and 1.") }
    guard threads.map({ (1...256).contains($0) }) ?? true else {
      throw ValidationError("--threads must be between 1 and 256.")
    }
    guard at.allSatisfy(\.isFinite) else { throw ValidationError("--at must be finite.") }
    if format != nil, chosenFormat == nil { throw ValidationError("--format does not name a known format.") }
    if !at.isEmpty, chosenFormat?.isAnimation == true {
      throw ValidationError("--at is for pictures; a film has --from and --duration.")
    }
  }

  private var chosenFormat: ExportFormat? {
    if let format { return ExportFormat(pathExtension: format) }
    return output == "-" ? .rawRGBA : ExportFormat(pathExtension: (output as NSString).pathExtension)
  }

  func run() throws {
    try reportingFailures {
      guard let format = chosenFormat else { throw ExportError.unknownFormat(path: output) }
      let document = try source.open(self.document, quietly: quiet)
      let renderer = try makeRenderer(of: document)
      var settings = ExportSettings(
        format: format,
        start: from,
        duration: duration ?? document.playback.suggestedDuration ?? 1,
        framesPerSecond: fps,
        quality: quality
      )
      if let background { settings.matte = background.bytes }
      let interruption = Interruption()
      if format.isAnimation || output.contains(/%(0[1-9])?d/) {
        try film(renderer, settings, interruption)
      } else {
        try pictures(renderer, settings, interruption)
      }
    }
  }

  private func makeRenderer(of document: Document) throws -> OfflineRenderer {
    let renderer = OfflineRenderer(
      document: document,
      scale: scale,
      pixelSize: size.map { ($0.width, $0.height) },
      threads: threads ?? ProcessInfo.processInfo.activeProcessorCount
    )
    renderer.backgroundColor = background?.color
    for change in transition.sorted(by: { $0.time < $1.time }) {
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

  private func film(_ renderer: OfflineRenderer, _ settings: ExportSettings, _ interruption: Interruption)
    throws
  {
    let exporter = try Exporter(renderer, settings: settings)
    if output == "-" {
      try exporter.writeRaw(to: 1, interruption.cancellation)
      return
    }
    var line = ProgressLine()
    var last: ExportProgress?
    try exporter.write(to: URL(filePath: output), cancellation: interruption.cancellation) { progress in
      last = progress
      if !quiet { line.show(progress) }
    }
    if let last, !quiet {
      let rendering = Double(last.finishedFrames) / max(last.renderingSeconds, 1e-9)
      say(
        String(
          format: "%@: %d frames of %dx%d, drawn at %.1f fps, written at %.1f fps",
          output,
          last.finishedFrames,
          renderer.pixelWidth,
          renderer.pixelHeight,
          rendering,
          last.framesPerSecond
        )
      )
    }
  }

  private func pictures(
    _ renderer: OfflineRenderer,
    _ settings: ExportSettings,
    _ interruption: Interruption
  ) throws {
    let moments = at.isEmpty ? [from] : at
    for moment in moments {
      var settings = settings
      settings.start = moment
      let exporter = try Exporter(renderer, settings: settings)
      if output == "-" {
        try exporter.writePicture(to: 1)
      } else {
        let url = URL(filePath: moments.count == 1 ? output : name(for: moment))
        try exporter.write(to: url, cancellation: interruption.cancellation)
      }
    }
  }

  /// `card.png` at 1.5 seconds is `card-1.5.png`.
  private func name(for moment: Double) -> String {
    let path = output as NSString
    return "\(path.deletingPathExtension)-\(moment).\(path.pathExtension)"
  }
}
