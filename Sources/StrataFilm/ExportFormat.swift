/// A file format for an animation or a moment of it.
public enum ExportFormat: String, Sendable, CaseIterable {
  /// One PNG picture, or numbered ones if the path contains a pattern such as `%04d`.
  case png
  /// One JPEG picture, or numbered ones.
  case jpeg
  /// One WebP picture, or numbered ones.
  case webp
  /// One PDF page, or numbered ones: shapes, gradients and text stay vectors.
  case pdf
  /// One SVG picture, or numbered ones: shapes and gradients stay vectors, glyphs are outlines.
  case svg
  /// A GIF with a palette computed from its own frames, opaque unless its settings ask for transparency.
  case gif
  /// An animated PNG.
  case apng
  /// An animated WebP.
  case animatedWebP = "awebp"
  /// H.264 in MP4, opaque.
  case mp4
  /// VP9 in WebM, with alpha.
  case webm
  /// ProRes 4444 in QuickTime, with alpha.
  case mov
  /// Frames of straight RGBA bytes, one after the other, without a header.
  case rawRGBA = "rgba"

  /// The format of a path's extension; nil if it is unknown.
  ///
  /// `png` and `webp` mean one picture (or numbered pictures); `apng` and `awebp` mean animations.
  public init?(pathExtension: String) {
    switch pathExtension.lowercased() {
    case "jpg", "jpeg": self = .jpeg
    case "raw": self = .rawRGBA
    case let name: self.init(rawValue: name)
    }
  }

  /// True if one file of this format holds many frames.
  public var isAnimation: Bool { traits.kind != .picture }

  /// True if a file of this format holds shapes, not pixels.
  public var isVector: Bool { traits.isVector }

  /// True if the format holds pixels of any alpha.
  ///
  /// Frames of other formats are drawn over a background.
  public var hasAlpha: Bool { traits.hasAlpha }

  /// True if a child `ffmpeg` encodes the format.
  public var needsEncoder: Bool { traits.kind == .encodedFilm }

  /// True if the format can be written to a pipe, such as standard output.
  public var canStream: Bool { traits.streaming != .impossible }

  /// True if a file of this format says how many times it plays.
  public var countsPlays: Bool { traits.countsPlays }

  /// True if the encoder of the format has a quality; other formats keep every pixel, or lose what they always lose.
  public var hasQuality: Bool { traits.hasQuality }

  /// The reason why parts in this format do not make a film, in words; nil if they do.
  public var joiningProblem: String? { traits.joining == .impossible ? unjoinableParts : nil }

  /// What is said of parts that cannot be joined.
  var unjoinableParts: String {
    "parts in \(rawValue) cannot be joined; render numbered pictures in PNG instead"
  }

  /// The size that a file of this format gives frames of a size, in pixels.
  ///
  /// The last row or column of an odd size is doubled in MP4: H.264 has even sides only.
  public func storedSize(width: Int, height: Int) -> (width: Int, height: Int) {
    self == .mp4 ? (width + width % 2, height + height % 2) : (width, height)
  }

  /// The nearest frame rate that readers of the format play at its true speed, in frames per second.
  ///
  /// A GIF stores whole hundredths of a second for each frame, and its readers slow down frames of less than two. Other
  /// formats keep every rate.
  public func nearestFrameRate(to rate: Double) -> Double {
    guard self == .gif, rate.isFinite, rate > 0 else { return rate }
    return 100 / min(max((100 / rate).rounded(), 2), 65535)
  }
}

extension ExportFormat {
  enum Kind {
    case picture, encodedFilm, rawFrames
  }

  /// How a format reaches a pipe.
  enum Streaming {
    /// Byte by byte, as it is made.
    case direct
    /// When it is complete: its header holds values that are known only at the end.
    case complete
    /// Not at all: a reader looks for parts in any order.
    case impossible
  }

  /// How parts of a film become the film.
  enum Joining {
    /// The pictures of all parts are encoded as one film.
    case asPictures
    /// The parts are films whose packets are copied.
    case asFilms
    /// The bytes of the parts are put one after the other.
    case asBytes
    /// Not at all: a part has what only the whole film may have once.
    case impossible
  }

  /// The facts about a format.
  struct Traits {
    let kind: Kind
    let hasAlpha: Bool
    let streaming: Streaming
    let joining: Joining
    /// The work of packing and encoding a frame, in units of painting each of its pixels once.
    ///
    /// Measured with the demo document at 1920x1080 on one processor.
    let work: Double
    var countsPlays = false
    var isVector = false
    var hasQuality = false
    /// The encoder of the sound of a film; nil for a format without sound.
    var audioEncoder: String?
  }

  var traits: Traits {
    switch self {
    case .png:
      Traits(kind: .picture, hasAlpha: true, streaming: .direct, joining: .asPictures, work: 6)
    case .webp:
      Traits(
        kind: .picture,
        hasAlpha: true,
        streaming: .direct,
        joining: .asPictures,
        work: 6,
        hasQuality: true
      )
    case .pdf, .svg:
      Traits(
        kind: .picture,
        hasAlpha: true,
        streaming: .direct,
        joining: .impossible,
        work: 6,
        isVector: true
      )
    case .jpeg:
      Traits(
        kind: .picture,
        hasAlpha: false,
        streaming: .direct,
        joining: .asPictures,
        work: 6,
        hasQuality: true
      )
    case .gif:
      Traits(
        kind: .encodedFilm,
        hasAlpha: false,
        streaming: .direct,
        joining: .impossible,
        work: 11,
        countsPlays: true
      )
    case .apng:
      Traits(
        kind: .encodedFilm,
        hasAlpha: true,
        streaming: .complete,
        joining: .impossible,
        work: 11,
        countsPlays: true
      )
    case .animatedWebP:
      Traits(
        kind: .encodedFilm,
        hasAlpha: true,
        streaming: .impossible,
        joining: .impossible,
        work: 28,
        countsPlays: true,
        hasQuality: true
      )
    case .mp4:
      Traits(
        kind: .encodedFilm,
        hasAlpha: false,
        streaming: .direct,
        joining: .asFilms,
        work: 11,
        hasQuality: true,
        audioEncoder: "aac"
      )
    case .webm:
      Traits(
        kind: .encodedFilm,
        hasAlpha: true,
        streaming: .direct,
        joining: .asFilms,
        work: 28,
        hasQuality: true,
        audioEncoder: "libopus"
      )
    case .mov:
      Traits(
        kind: .encodedFilm,
        hasAlpha: true,
        streaming: .impossible,
        joining: .asFilms,
        work: 8,
        hasQuality: true,
        audioEncoder: "pcm_s16le"
      )
    case .rawRGBA: Traits(kind: .rawFrames, hasAlpha: true, streaming: .direct, joining: .asBytes, work: 2)
    }
  }

  /// The names of the formats for which a fact holds, for messages.
  static func names(where holds: (ExportFormat) -> Bool) -> String {
    allCases.filter(holds).map(\.rawValue).joined(separator: ", ")
  }
}
