import ArgumentParser
import StrataExport

/// `strata render`: renders documents to pictures, numbered pictures, films or raw frames.
///
/// The options are declared here; `RenderJob` is what they do to one document.
struct RenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Render documents to pictures or films.",
    discussion: """
      The output's extension names the format: .png .jpg .webp .pdf .svg for pictures, .gif .apng .awebp .mp4 .webm .mov \
      for films, .rgba for raw frames. "-" writes to standard output: raw frames unless --format says otherwise. \
      QuickTime and animated WebP need a file.

      A picture shows the moment --at (0 by default); several moments give several pictures, each with its time in \
      the name. A picture name with %d or %04d gives one picture for each frame, or for each --at. A contact sheet \
      shows many moments in one picture.

      {name} in the output is the document's name without its extension; several documents need it. If one of them \
      fails, the others are rendered all the same, and the exit code is that of the first failure. Folders must exist.

      Examples:
        strata render Card.ca -o card.png --at 1.5 --scale 2
        strata render Card.ca -o card.mp4 --duration 4
        strata render Card.ca -o card.pdf --at 1.5
        strata render Card.ca -o 'frames/%04d.png' --fps 30 --duration 2
        strata render Card.ca -o sheet.png --contact-sheet 5x4
        strata render *.ca -o 'pictures/{name}.png' --background white
        strata render Card.ca -o - --format mp4 | ffplay -
        strata render Card.ca -o - --duration 2 | ffplay -f rawvideo -pixel_format rgba -video_size 480x270 -
        strata render Lock.ca -o unlock.webm --state Locked --transition Unlock@0.5:0.8
      """
  )

  @Argument(help: DocumentOptions.documentsHelp, completion: DocumentOptions.documentCompletion)
  var documents: [String]

  @Option(name: [.short, .long], help: "The file to write; \"-\" for standard output.", completion: .file())
  var output: String

  @Option(
    help:
      "The format, instead of that of the file name: \(ExportFormat.allCases.map(\.rawValue).joined(separator: ", "))."
  )
  var format: String?

  @Option(help: "A moment to picture, in seconds. May be given several times.")
  var at: [Double] = []

  @Option(help: "One picture of many moments of the duration: columns and rows, such as 5x4.")
  var contactSheet: MomentGrid?

  @Option(help: "The first moment of a film or contact sheet, in seconds.")
  var from: Double = 0

  @Option(help: "How long a film lasts, in seconds. Default: one cycle of the document's longest animation.")
  var duration: Double?

  @Option(
    help: """
      Frames per second of a film, such as 30 or 24000/1001. Default: 60. A GIF has 100, divided by a whole number from \
      2 up: 60 becomes 50, 30 becomes 33.3.
      """
  )
  var fps: FrameRate?

  @Option(
    name: .customLong("loop"),
    help: "How often a GIF, animated PNG or WebP plays; 0 for ever. Default: 0."
  )
  var plays: Int?

  @Option(help: "Pixels for each point of the document; points for each point in a PDF.")
  var scale: Double = 1

  @Option(
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

  @Flag(help: "Keep the transparency of a GIF, whose pixels are there or not, as a pattern of pixels.")
  var ditherAlpha = false

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

  /// The format that was asked for; nil if it is unknown.
  var chosenFormat: ExportFormat? {
    if let format { return ExportFormat(pathExtension: format) }
    let output = OutputName(text: output)
    return output.isStandardOutput ? .rawRGBA : ExportFormat(pathExtension: output.pathExtension)
  }

  /// Renders one document after the other; a failure does not keep the following ones from being rendered.
  func run() throws {
    let format = try reportingFailures {
      guard let format = chosenFormat else { throw ExportError.unknownFormat(path: output) }
      return format
    }
    var failure: ExitCode?
    for document in documents {
      do {
        try reportingFailures { try RenderJob(command: self, document: document, format: format).run() }
      } catch let code as ExitCode {
        failure = failure ?? code
        if Interruption.shared.cancellation.isCancelled { break }
      }
    }
    if let failure { throw failure }
  }
}
