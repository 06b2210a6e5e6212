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
      QuickTime and animated WebP need a file. MP4 has even sides only: the last row or column of an odd size is doubled.

      A picture shows the moment --at (0 by default); several moments give several pictures, each with its time in \
      the name. A picture name with %d or %04d gives one picture for each frame, or for each --at. A contact sheet \
      shows many moments in one picture.

      {name} in the output is the document's name without its extension; several documents need it. If one of them \
      fails, the others are rendered all the same, and the exit code is that of the first failure. Folders must exist. No \
      result replaces a file of its document.

      Examples:
        strata render Card.ca -o card.png --at 1.5 --scale 2
        strata render Card.ca -o card.mp4 --duration 4
        strata render Card.ca -o card.pdf --at 1.5
        strata render Card.ca -o 'frames/%04d.png' --fps 30 --duration 2
        strata render Card.ca -o sheet.png --contact-sheet 5x4
        strata render *.ca -o 'pictures/{name}.png' --background white
        strata render Card.ca -o - --format mp4 | ffplay -
        strata render Card.ca -o - --duration 2 | ffplay -f rawvideo -pixel_format rgba -video_size 480x270 -framerate 60 -
        strata render Lock.ca -o unlock.webm --state Locked --transition Unlock@0.5:0.8

      A film may be made in parts, on many machines. A part has a record beside it, PART.strata; its bytes depend on the \
      document, the options and the range of frames alone. strata join makes the film of them; for a GIF, an animated PNG \
      or WebP the parts are numbered pictures:
        strata render Card.ca -o part3.mp4 --chunk 3/8
        strata render Card.ca -o 'frames/%04d.png' --fps 50 --frames 120-239 --resume
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

  @Option(
    parsing: .unconditionalSingleValue,
    help: "A moment to picture, in seconds. May be given several times."
  )
  var at: [Double] = []

  @Option(
    parsing: .unconditional,
    help: "One picture of many moments of the duration: columns and rows, such as 5x4."
  )
  var contactSheet: MomentGrid?

  @OptionGroup var film: FilmOptions

  @OptionGroup var part: PartOptions

  @OptionGroup var playback: PlaybackOptions

  @OptionGroup var source: DocumentOptions

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
        try reportingFailures(of: document) {
          try RenderJob(command: self, document: document, format: format).run()
        }
      } catch let code as ExitCode {
        failure = failure ?? code
        if Interruption.shared.cancellation.isCancelled { break }
      }
    }
    if let failure { throw failure }
  }
}
