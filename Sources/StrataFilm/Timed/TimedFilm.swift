import Foundation

/// A film of frames that come with their times, from 0 on, each later than the one before.
///
/// The film is a QuickTime file with a unit of a microsecond: one of the tracks of a file that is made afterwards.
package struct TimedFilm: Sendable {
  /// How pictures are encoded.
  package enum Codec: Hashable, Sendable {
    case h264, hevc, jpeg
    /// ProRes of a profile of the encoder: `proxy`, `lt`, `standard`, `hq` or `4444`.
    case proRes(profile: String)

    /// True if frames keep their alpha.
    package var hasAlpha: Bool { self == .proRes(profile: "4444") }

    /// True if frames may come as luma and chroma, which are encoded as they are.
    package var takesPlanes: Bool { self == .h264 || self == .hevc }

    fileprivate var film: FilmCodec {
      switch self {
      case .h264: .h264
      case .hevc: .hevc
      case .jpeg: .jpeg
      case .proRes: .proRes
      }
    }
  }

  /// How many bits a film has.
  package enum Rate: Sendable {
    /// As many as a quality needs, 0 (smallest file) to 1 (best picture); planes in H.264 lose nothing at 1.
    case quality(Double)
    /// A number of bits in a second, on average.
    case bits(Int)
  }

  /// How an encoder of H.264 or HEVC makes the film.
  package struct Options: Sendable {
    /// The most frames from one keyframe to the next; nil leaves it to the encoder.
    package var keyFrameInterval: Int?
    /// The most seconds from one keyframe to the next.
    package var keyFrameSeconds: Double?
    /// The profile and the level by the encoder's names.
    package var profile: String?
    package var level: String?
    /// False for frames in the order in which they are shown.
    package var allowsReordering = true
    /// False for codes of variable length instead of arithmetic ones.
    package var hasArithmeticCodes = true
    /// True for an encoder that takes less time and more bits.
    package var isQuick = false

    package init() {}
  }

  /// What frames of luma and chroma say of their colours, in the words of the encoder.
  package struct PlaneTags: Hashable, Sendable {
    package var matrix: String
    package var siting: String
    package var isFullRange: Bool

    package init(matrix: String, siting: String, isFullRange: Bool) {
      (self.matrix, self.siting, self.isFullRange) = (matrix, siting, isFullRange)
    }
  }

  package let codec: Codec
  package let width: Int
  package let height: Int
  /// The tags of planes; nil for frames of red, green, blue and alpha.
  package let planes: PlaneTags?
  private let rate: Rate
  private let options: Options

  /// - Parameters:
  ///   - codec: How pictures are encoded.
  ///   - size: The size of the frames, in pixels; even for planes.
  ///   - planes: The tags of frames of luma and pairs of chroma; nil for straight colours with alpha.
  ///   - rate: How many bits the film has.
  ///   - options: How it is made.
  package init(
    _ codec: Codec,
    size: (width: Int, height: Int),
    planes: PlaneTags?,
    rate: Rate,
    options: Options
  ) {
    (self.codec, (width, height), self.planes) = (codec, size, planes)
    (self.rate, self.options) = (rate, options)
  }

  /// The bytes of a frame.
  package var frameByteCount: Int { planes == nil ? width * height * 4 : width * height * 3 / 2 }

  private var stream: TimedFrameStream {
    TimedFrameStream(
      width: width,
      height: height,
      frameByteCount: frameByteCount,
      layout: planes == nil ? .rgba : .pairs
    )
  }

  /// Encodes the film on this thread, which must be one of the library's own.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - name: Its name in errors.
  ///   - cancellation: Ends the encoder.
  ///   - next: Fills memory with the next frame and returns its time in microseconds; nil after the last one.
  /// - Returns: The number of frames.
  /// - Throws: ``ExportError``.
  package func write(
    to path: String,
    name: String,
    _ cancellation: ExportCancellation,
    next: (UnsafeMutableRawBufferPointer) throws(ExportError) -> Int?
  ) throws(ExportError) -> Int {
    ignoreBrokenPipesOnThisThread()
    let encoder = try EncoderProcess(
      input: ["-copyts", "-f", "matroska", "-i", "pipe:0"],
      output: arguments,
      for: .mov,
      to: .file(path, name: name)
    )
    let frame = FrameBuffer(byteCount: frameByteCount)
    var count = 0
    try encoder.run(cancellation, frames: count) { () throws(ExportError) in
      var works = stream.header.withUnsafeBytes { encoder.write($0) }
      while works, let time = try next(frame.bytes) {
        count += 1
        works =
          stream.frameHeader(time).withUnsafeBytes { encoder.write($0) }
          && encoder.write(UnsafeRawBufferPointer(frame.bytes))
      }
    }
    return count
  }

  // MARK: Arguments

  /// Times stay what they are, in microseconds.
  private static let exactTimes = [
    "-fps_mode", "passthrough", "-enc_time_base", "1:1000000", "-video_track_timescale", "1000000",
    "-movie_timescale", "1000000", "-f", "mov",
  ]

  private var arguments: [String] { pixels + encoder + Self.exactTimes }

  /// The filters before the encoder, and what the film says of its colours.
  private var pixels: [String] {
    guard let planes else {
      switch codec {
      case .h264, .hevc:
        let filter = EncoderArguments.opaqueFilter(width: width, height: height)
        return ["-vf", filter] + EncoderArguments.colour
      case .jpeg: return ["-vf", "format=yuvj420p"]
      case .proRes:
        let format = codec.hasAlpha ? "yuva444p10le" : "yuv422p10le"
        return ["-vf", EncoderArguments.proResFilter(format: format)] + EncoderArguments.colour
      }
    }
    let range = planes.isFullRange ? "pc" : "tv"
    // The name of the format says the range, too: another one would change the levels.
    let format = planes.isFullRange ? "yuvj420p" : "yuv420p"
    return [
      "-vf", "setparams=range=\(range):colorspace=\(planes.matrix),format=\(format)", "-colorspace",
      planes.matrix, "-color_range", range, "-chroma_sample_location", planes.siting,
    ]
  }

  /// True for an encoder that loses nothing of the planes.
  private var isLossless: Bool {
    guard case .quality(1) = rate, planes != nil else { return false }
    return codec == .h264 && options.profile == nil
  }

  private var encoder: [String] {
    var words: [String]
    switch rate {
    case .quality where isLossless: words = FilmCodec.losslessH264
    case .quality(let quality): words = codec.film.options(quality: quality)
    case .bits(let bits): words = codec.film.options(bitsPerSecond: bits)
    }
    if case .proRes(let profile) = codec { words += ["-profile:v", profile] }
    if codec == .hevc { words += ["-tag:v", "hvc1"] }
    if options.isQuick, codec.takesPlanes { words += ["-preset", "veryfast"] }
    if let interval = options.keyFrameInterval { words += ["-g", String(interval)] }
    if let seconds = options.keyFrameSeconds {
      words += ["-force_key_frames", "expr:gte(t,n_forced*\(seconds))"]
    }
    if let profile = options.profile { words += ["-profile:v", profile] }
    if let level = options.level { words += ["-level:v", level] }
    if !options.allowsReordering { words += ["-bf", "0"] }
    if !options.hasArithmeticCodes { words += ["-coder", "vlc"] }
    return words
  }
}
