import ArgumentParser
import CoreGraphics
import Foundation
import StrataDocuments
import StrataExport
import StrataRenderServer

/// The options that say which pictures a document gives: their times, their size and the states of the document.
struct FilmOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: "The first moment of a film or contact sheet, in seconds. Default: 0."
  )
  var from: Double?

  @Option(
    parsing: .unconditional,
    help: "How long a film or contact sheet lasts, in seconds. Default: one cycle of the longest animation."
  )
  var duration: Double?

  @Option(
    parsing: .unconditional,
    help: """
      Frames per second of a film, such as 30 or 24000/1001. Default: 60. A GIF has 100, divided by a whole number from \
      2 up: 60 becomes 50, 30 becomes 33.3.
      """
  )
  var fps: FrameRate?

  @Option(
    parsing: .unconditional,
    help: "Pixels for each point of the document; points for each point in a PDF. Default: 1."
  )
  var scale: Double?

  @Option(
    parsing: .unconditional,
    help: "The size of the picture in pixels, such as 1920x1080; the document is fitted into it and centred."
  )
  var size: PixelSize?

  @Option(
    help: """
      The colour behind the document: a name of CSS such as white, or #ffffff, or #20306080. Transparent by default; \
      white in a GIF, black in JPEG and MP4.
      """
  )
  var background: ColorArgument?

  @Option(
    parsing: .unconditional,
    help: "Threads that draw. Default: one for each processor. The bytes are the same for any number."
  )
  var threads: Int?

  @Option(help: BackendOption.help)
  var backend: BackendOption?

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

  func validate() throws {
    try OptionRules.check(scale: scale)
    if scale != nil, size != nil { throw ValidationError("--scale and --size both set the size.") }
    try OptionRules.check(threads: threads)
  }

  /// The number of threads that draw.
  var threadCount: Int { threads ?? ProcessInfo.processInfo.activeProcessorCount }

  /// The times of a film of a document.
  func settings(for document: Document, format: ExportFormat) -> ExportSettings {
    ExportSettings(
      format: format,
      start: from ?? 0,
      duration: duration ?? document.playback.suggestedDuration ?? 1,
      framesPerSecond: fps?.value ?? FrameRate.standard
    )
  }

  /// A renderer of a document, which changes its states at their times.
  ///
  /// - Parameters:
  ///   - document: The document; its layers belong to the renderer from now on.
  ///   - size: The size of the pictures, instead of that of the options.
  /// - Returns: The renderer.
  /// - Throws: `DocumentError` for a state that the document does not have.
  func renderer(of document: Document, size: PixelSize? = nil) throws -> OfflineRenderer {
    let renderer = OfflineRenderer(
      document: document,
      scale: scale ?? 1,
      pixelSize: (size ?? self.size).map { ($0.width, $0.height) },
      threads: threadCount,
      backend: backend?.backend ?? .standard
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

  /// What is drawn, besides times and size, which settings hold: equal for parts of one film.
  func content(of document: Document, _ source: DocumentOptions) throws -> [String] {
    let states = transition.map { "\($0.name ?? "")@\($0.time):\($0.duration)" }
    let background = background?.color.components.map { "\($0)" } ?? ""
    // Backends differ by a level here and there.
    let drawing = backend?.backend ?? .standard
    return [try document.contentDigest(limits: source.reading.limits), source.state ?? "", background]
      + states + (drawing == .processor ? [] : ["backend \(drawing.rawValue)"])
  }
}
