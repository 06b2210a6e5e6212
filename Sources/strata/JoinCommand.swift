import ArgumentParser
import Foundation
import StrataExport

/// `strata join`: makes a film of its parts.
struct JoinCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "join",
    abstract: "Make a film of parts that were rendered with --frames, --chunk or --resume.",
    discussion: """
      Each part has a record beside it, PART.strata, that names its film, its machine and its digest. Parts may be given \
      in any order. All are read and checked first: a part that is missing, cut short, changed or of another film is an \
      error that lists every missing frame. The film cannot replace one of its parts.

      Parts in MP4, WebM and QuickTime are joined without encoding again, with even times. Raw frames are put one after \
      the other. GIF, animated PNG and WebP, or any other film, are made of numbered pictures, given by their pattern; \
      from PNG they have the bytes that one machine would give them. A GIF has 100, 50, 33.3, 25 ... pictures a second: render \
      them with --fps 50, say.

      Examples:
        strata render Card.ca -o part1.mp4 --chunk 1/2
        strata render Card.ca -o part2.mp4 --chunk 2/2
        strata join part*.mp4 -o card.mp4 --audio music.wav
        strata join 'frames/%04d.png' -o card.gif
      """
  )

  @Argument(help: "The parts: films, or patterns of pictures such as 'frames/%04d.png'.", completion: .file())
  var parts: [String]

  @Option(name: [.short, .long], help: "The film to write.", completion: .file())
  var output: String

  @Flag(help: "Warn, instead of failing, where parts come from other versions, builds, encoders or fonts.")
  var allowMixed = false

  @Option(
    help: "A file with sound, for MP4, WebM and QuickTime; it begins with the film.",
    completion: .file()
  )
  var audio: String?

  @OptionGroup var playback: PlaybackOptions

  @Flag(name: .shortAndLong, help: "Print errors only.")
  var quiet = false

  func validate() throws {
    let name = OutputName(text: output)
    if name.isStandardOutput { throw ValidationError("--output: a joined film needs a file.") }
    if name.numbersPictures {
      throw ValidationError("--output: a film is one file; %d is for pictures.")
    }
    if let format = ExportFormat(pathExtension: name.pathExtension) {
      try playback.validate(for: format)
    }
  }

  func run() throws {
    try reportingFailures {
      let cancellation = Interruption.shared.cancellation
      let url = URL(filePath: output)
      guard let format = ExportFormat(pathExtension: url.pathExtension) else {
        throw ExportError.unknownFormat(path: output)
      }
      try OutputFile.checkFolder(of: url)
      if let audio, !FileManager.default.isReadableFile(atPath: audio) {
        throw ExportError.cannotJoin(path: audio, reason: "the sound is missing or cannot be read")
      }
      let join = try FilmJoin(parts.map { URL(filePath: $0) }, allowsMixed: allowMixed)
      if !quiet { for remark in join.remarks { say("\(remark): joined all the same") } }
      var options = FilmJoin.Options(quality: playback.quality)
      options.audio = audio.map { URL(filePath: $0) }
      options.plays = playback.plays ?? 0
      options.dithersAlpha = playback.ditherAlpha
      var line = ProgressLine()
      try join.write(to: url, options, cancellation: cancellation) { if !quiet { line.show($0) } }
      let size = format.storedSize(width: join.film.width, height: join.film.height)
      if !quiet { say("\(output): \(join.film.frameCount) frames of \(size.width)x\(size.height)") }
    }
  }
}

/// The options of a film's file that do not change what is drawn.
struct PlaybackOptions: ParsableArguments {
  @Option(
    name: .customLong("loop"),
    parsing: .unconditional,
    help: "How often a GIF, animated PNG or WebP plays; 0 for ever. Default: 0."
  )
  var plays: Int?

  @Flag(help: "Keep the transparency of a GIF, whose pixels are there or not, as a pattern of pixels.")
  var ditherAlpha = false

  @Option(parsing: .unconditional, help: OptionRules.qualityHelp)
  var quality: Double?

  func validate() throws {
    try OptionRules.check(quality: quality)
    guard plays.map({ (0...65535).contains($0) }) ?? true else {
      throw ValidationError("--loop must be between 0 and 65535.")
    }
  }

  /// Refuses options that have no meaning for a format.
  func validate(for format: ExportFormat) throws {
    if plays != nil, !format.countsPlays {
      throw ValidationError("--loop is for GIF, animated PNG and animated WebP.")
    }
    if quality != nil, !format.hasQuality { throw ValidationError("--quality: \(format.rawValue) has none.") }
    if ditherAlpha, format != .gif { throw ValidationError("--dither-alpha is for GIF.") }
  }
}
