#if Media
  import ArgumentParser
  import Foundation
  import StrataDocuments
  import StrataExport
  import StrataMedia
  import StrataOverlay

  /// `strata overlay`: burns the animations of documents into a film.
  struct OverlayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "overlay",
      abstract: "Draw documents over a film, or behind it.",
      discussion: """
        The result has the film's frames at the film's times, and its sound as it is where the container allows. Where \
        the documents show nothing, the picture goes through as it is. The output's extension names the format: .mp4, \
        .webm or .mov.

        With several documents, the first one lies below the others. --place, --size, --begin, --duration and --fade \
        are given once for all documents, or once for each in their order.

        --behind needs a film with alpha, such as VP9 in WebM or ProRes 4444. Its result has the film's average frame \
        rate and no sound.

        Examples:
          strata overlay film.mp4 Title.ca -o titled.mp4 --begin 2 --fade 0.5
          strata overlay film.mp4 Logo.ca -o marked.mp4 --place 1760,40 --size 120x120
          strata overlay film.mp4 Title.ca Clock.ca -o both.mp4 --place 0,0 --place 40,900
          strata overlay Dancer.webm Stage.ca -o show.mp4 --behind
        """
    )

    @Argument(help: "The film.", completion: .file())
    var video: String

    @Argument(help: DocumentOptions.documentsHelp, completion: DocumentOptions.documentCompletion)
    var documents: [String]

    @Option(name: [.short, .long], help: "The film to write.", completion: .file())
    var output: String

    @Option(
      parsing: .unconditionalSingleValue,
      help: "The upper left corner of a document, in pixels of the film, such as 40,20. Default: 0,0."
    )
    var place: [PixelPlace] = []

    @Option(
      parsing: .unconditionalSingleValue,
      help:
        "The size of a document in pixels; it is fitted into it and centred. Default: a pixel for each point."
    )
    var size: [PixelSize] = []

    @Option(
      parsing: .unconditionalSingleValue,
      help: "When a document begins, in seconds of the film. Default: 0."
    )
    var begin: [Double] = []

    @Option(
      parsing: .unconditionalSingleValue,
      help: "How long a document is seen, in seconds. Default: to the end."
    )
    var duration: [Double] = []

    @Option(
      parsing: .unconditionalSingleValue,
      help: """
        How long a document fades in, and out if it has a duration, in seconds; half of the duration at most. \
        Default: 0.
        """
    )
    var fade: [Double] = []

    @Flag(help: "Draw the documents behind the film, which must have alpha.")
    var behind = false

    @Flag(help: "Lose nothing: H.264 without loss, for MP4 and QuickTime.")
    var lossless = false

    @Option(parsing: .unconditional, help: OptionRules.qualityHelp)
    var quality: Double?

    @Option(
      parsing: .unconditional,
      help: "Threads that draw. Default: 1, as decoding and encoding need the others."
    )
    var threads: Int?

    @OptionGroup var source: DocumentOptions

    @Flag(name: .shortAndLong, help: "Print errors only.")
    var quiet = false

    func validate() throws {
      guard !documents.isEmpty else { throw ValidationError("There is no document.") }
      try OptionRules.check(documents: documents)
      let counts = [
        ("place", place.count), ("size", size.count), ("begin", begin.count), ("duration", duration.count),
        ("fade", fade.count),
      ]
      for (name, count) in counts where count > 1 && count != documents.count {
        throw ValidationError("--\(name) must be given once, or once for each document.")
      }
      guard (begin + fade).allSatisfy({ $0.isFinite && $0 >= 0 }) else {
        throw ValidationError("--begin and --fade must be at least 0.")
      }
      guard duration.allSatisfy({ $0.isFinite && $0 > 0 }) else {
        throw ValidationError("--duration must be above 0.")
      }
      try OptionRules.check(quality: quality)
      try OptionRules.check(threads: threads)
      let name = OutputName(text: output)
      if name.isStandardOutput { throw ValidationError("--output: an overlay needs a file.") }
      let format = ExportFormat(pathExtension: name.pathExtension)
      guard let format, OverlaySettings.formats.contains(format) else {
        throw ValidationError("--output must end in .mp4, .webm or .mov.")
      }
      if lossless, format == .webm { throw ValidationError("--lossless is for MP4 and QuickTime.") }
      if lossless, quality != nil { throw ValidationError("--lossless has no --quality.") }
      if lossless, behind { throw ValidationError("--lossless is not for --behind.") }
    }

    func run() throws {
      try reportingFailures { try OverlayJob(command: self).run() }
    }
  }

  /// A place in a film, written `40,20`: pixels from its upper left corner.
  struct PixelPlace: ExpressibleByArgument {
    let x: Double
    let y: Double

    init?(argument: String) {
      let parts = argument.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
      guard parts.count == 2, let x = parts[0], let y = parts[1], x.isFinite, y.isFinite else { return nil }
      (self.x, self.y) = (x, y)
    }
  }
#endif
