import ArgumentParser
import CoreGraphics
import Foundation
import StrataDocuments
import StrataExport
import StrataRenderServer

/// `strata plan`: divides a film into parts of equal work.
struct PlanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan",
    abstract: "Divide a film into parts of equal work, for strata render --frames.",
    discussion: """
      Prints a range of frames for each part, one in a line. The work of a frame is estimated: the document is drawn at a \
      small size first, which shows how much of each frame changes and how many layers lie over it. Encoding costs the \
      same for every frame. The first frame of a part is drawn whole, wherever the part begins; no frame before it is \
      drawn. One plan is the same on every machine.

      --chunks auto takes as many parts as keep the work of first frames and of starting below a twentieth.

      Examples:
        strata plan Card.ca --chunks 8 --json
        strata plan Card.ca | parallel strata render Card.ca --frames {} -o part-{}.mp4
      """
  )

  @Argument(help: DocumentOptions.documentHelp, completion: DocumentOptions.documentCompletion)
  var document: String

  @Option(parsing: .unconditional, help: "The number of parts, or auto.")
  var chunks: ChunkCount = .auto

  @Option(help: "The format of the parts, whose encoding is part of the work.")
  var format: String = ExportFormat.mp4.rawValue

  @Flag(help: "Print JSON: the film, the weight of each frame, and the parts with their weights.")
  var json = false

  @OptionGroup var film: FilmOptions

  @OptionGroup var source: DocumentOptions

  func validate() throws {
    guard let format = ExportFormat(pathExtension: format) else {
      throw ValidationError("--format does not name a known format.")
    }
    if format.isAnimation, let problem = format.joiningProblem {
      throw ValidationError("--format: \(problem).")
    }
  }

  func run() throws {
    try reportingFailures(of: document) {
      guard let format = ExportFormat(pathExtension: format) else {
        throw ExportError.unknownFormat(path: format)
      }
      let document = try source.open(self.document, quietly: true)
      var settings = film.settings(for: document, format: format)
      settings.framesPerSecond = format.nearestFrameRate(to: settings.framesPerSecond)
      let size = size(of: document)
      let work = try FilmWork(
        settings,
        try film.renderer(of: document, size: preview(size)),
        pixels: size.width * size.height
      )
      let parts: [Range<Int>]
      switch chunks {
      case .auto: parts = work.parts(count: work.suitableCount)
      case .count(let count): parts = work.parts(count: count)
      }
      if json {
        print(try JSONEncoder.text(of: FilmPlan(self.document, settings, work, parts)))
      } else {
        for part in parts { print("\(part.lowerBound)-\(part.upperBound - 1)") }
      }
    }
  }

  /// The size of the pictures that are drawn to plan: that of the film, at most this many pixels along each side.
  private static let previewSide = 192.0

  /// The size of the film's frames, in pixels.
  private func size(of document: Document) -> CGSize {
    if let size = film.size { return CGSize(width: size.width, height: size.height) }
    let (canvas, scale) = (document.canvasSize, film.scale ?? 1)
    return CGSize(width: canvas.width * scale, height: canvas.height * scale)
  }

  private func preview(_ size: CGSize) -> PixelSize? {
    guard size.width > 0, size.height > 0, size.width.isFinite, size.height.isFinite else { return nil }
    let scale = min(1, Self.previewSide / max(size.width, size.height))
    return PixelSize(width: max(1, Int(size.width * scale)), height: max(1, Int(size.height * scale)))
  }
}

/// A number of parts, or the word `auto`.
enum ChunkCount: ExpressibleByArgument {
  case auto
  case count(Int)

  init?(argument: String) {
    if argument == "auto" {
      self = .auto
    } else if let count = Int(argument), (1...1_000_000).contains(count) {
      self = .count(count)
    } else {
      return nil
    }
  }
}

/// A plan as JSON.
private struct FilmPlan: Encodable {
  struct Part: Encodable {
    let chunk: Int
    let frames: String
    let first: Int
    let last: Int
    let weight: Double
  }

  let document: String
  let frames: Int
  let framesPerSecond: Double
  let start: Double
  let format: String
  let startWeight: Double
  let weights: [Double]
  let chunks: [Part]

  init(_ document: String, _ settings: ExportSettings, _ work: FilmWork, _ parts: [Range<Int>]) throws {
    self.document = document
    (frames, framesPerSecond, start) = (settings.frameCount, settings.framesPerSecond, settings.start)
    (format, startWeight) = (settings.format.rawValue, Self.rounded(work.startWeight))
    weights = work.weights.map(Self.rounded)
    chunks = parts.enumerated().map { index, part in
      Part(
        chunk: index + 1,
        frames: "\(part.lowerBound)-\(part.upperBound - 1)",
        first: part.lowerBound,
        last: part.upperBound - 1,
        weight: Self.rounded(work.weight(of: part))
      )
    }
  }

  private static func rounded(_ weight: Double) -> Double { (weight * 1000).rounded() / 1000 }
}
