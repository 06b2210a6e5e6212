#if Media
  import Foundation
  import StrataRaster

  /// What a decoder needs to know about the video of a file.
  struct VideoStream: Sendable {
    /// The number of the stream in the file.
    let number: Int
    let codec: String
    /// The unit of times, in seconds.
    let timeBase: (numerator: Int32, denominator: Int32)
    /// The pixels of a frame as it is decoded, turned upright.
    var size: (width: Int, height: Int)
    /// The pixels of a frame in the file, turned upright.
    let codedSize: (width: Int, height: Int)
    /// The width of a pixel, if its height is 1.
    var pixelAspect: Double
    let hasAlpha: Bool
    /// Frames per second on average; 0 if that is not known.
    let frameRate: Double
    let colors: StreamColors
    /// True if frames are decoded as planes of bytes, upright and opaque, that are converted here.
    private(set) var hasPlainPlanes = false
  }

  /// How the colours of a stream are encoded.
  struct StreamColors: Sendable, Equatable {
    /// The matrix; nil for colours that are red, green and blue.
    let matrix: YCbCrMatrix?
    let isFullRange: Bool
    /// The place of chroma.
    private(set) var siting = ChromaSiting.left
    /// What the stream itself says, in the words of an encoder's options.
    private(set) var tags: [String] = []

    /// From this height on a film without a matrix is one of high definition.
    private static let highDefinition = 720

    init(_ section: MediaProbe.Section, pixelFormat: String, height: Int) {
      self.init(
        pixelFormat: pixelFormat,
        space: section["color_space"],
        range: section["color_range"],
        height: height
      )
      for (key, option) in [
        ("color_space", "-colorspace"), ("color_primaries", "-color_primaries"),
        ("color_transfer", "-color_trc"), ("color_range", "-color_range"),
      ] {
        if let value = section[key] { tags += [option, String(value)] }
      }
      siting = section["chroma_location"].flatMap { Self.siting(String($0)) } ?? .left
    }

    init(pixelFormat: String, space: Substring?, range: Substring?, height: Int) {
      let isRGB = StreamColors.isRGB(pixelFormat)
      isFullRange = range == "pc" || range == nil && pixelFormat.hasPrefix("yuvj")
      matrix = isRGB ? nil : Self.matrix(space) ?? (height < Self.highDefinition ? .itu601 : .itu709)
    }

    /// The matrix of a word of the prober; nil for one that is not known.
    private static func matrix(_ space: Substring?) -> YCbCrMatrix? {
      switch space {
      case "bt709": .itu709
      case "bt470bg", "smpte170m": .itu601
      case "bt2020nc", "bt2020c": .itu2020
      case "smpte240m": .smpte240M
      case "fcc": .fcc
      default: nil
      }
    }

    /// The scaler's word for a matrix.
    private static func word(_ matrix: YCbCrMatrix) -> String {
      switch matrix {
      case .itu601: "bt601"
      case .itu709: "bt709"
      case .itu2020: "bt2020"
      case .smpte240M: "smpte240m"
      case .fcc: "fcc"
      }
    }

    /// The place of chroma of a word of the prober; nil for one that is not known.
    private static func siting(_ word: String) -> ChromaSiting? {
      ChromaSiting.allCases.first { "\($0)".lowercased() == word }
    }

    /// True for formats of red, green and blue, and of a palette of them.
    private static func isRGB(_ format: String) -> Bool {
      ["rgb", "bgr", "gbr", "argb", "abgr", "rgba", "bgra", "0rgb", "0bgr", "pal8", "x2rgb", "x2bgr"]
        .contains { format.hasPrefix($0) }
    }

    /// True for formats with alpha.
    static func hasAlpha(_ format: String) -> Bool {
      ["yuva", "argb", "abgr", "rgba", "bgra", "gbrap", "ya8", "ya16", "pal8", "ayuv"].contains {
        format.hasPrefix($0)
      }
    }

    /// The filter that makes red, green, blue and alpha of the colours, at a size in pixels.
    func scaling(width: Int, height: Int) -> String {
      var options = [
        "\(width)", "\(height)", "flags=accurate_rnd+full_chroma_int+full_chroma_inp+bicubic+bitexact",
      ]
      if let matrix {
        options += [
          "in_color_matrix=\(Self.word(matrix))", "in_range=\(isFullRange ? "pc" : "tv")", "out_range=pc",
        ]
      }
      return "scale=" + options.joined(separator: ":")
    }
  }

  /// The first video stream of a file, and the start of its container.
  struct StreamDescription {
    let stream: VideoStream
    let origin: Int64
    let isStill: Bool

    /// The longest side of a frame in pixels.
    static let longestSide = 16384

    init(_ probe: MediaProbe) throws(MediaError) {
      var (video, other): (MediaProbe.Section?, String?) = (nil, nil)
      var container: MediaProbe.Section?
      let entries = [
        "stream=index,codec_type,codec_name,width,height,sample_aspect_ratio,time_base,pix_fmt,color_range,"
          + "color_space,chroma_location,color_primaries,color_transfer,avg_frame_rate",
        "stream_disposition=attached_pic", "stream_side_data=rotation", "stream_tags=alpha_mode",
        "format=format_name,start_time",
      ]
      try probe.run(["-show_entries", entries.joined(separator: ":")]) { section in
        switch section.name {
        case "format": container = section
        case "stream":
          let isVideo = section["codec_type"] == "video" && section.integer("disposition:attached_pic") != 1
          if isVideo {
            video = video ?? section
          } else {
            other = other ?? section["codec_type"].map { String($0) }
          }
        default: break
        }
      }
      guard let video else {
        throw .noVideo(path: probe.path, reason: other.map { "it holds \($0) only" } ?? "it holds nothing")
      }
      stream = try VideoStream(video, probe.path)
      let base = stream.timeBase
      let start = container?["start_time"].flatMap { Double($0) } ?? 0
      origin = Int64((start * Double(base.denominator) / Double(base.numerator)).rounded())
      let format = container?["format_name"] ?? ""
      isStill = format == "image2" || format.hasSuffix("_pipe")
    }
  }

  extension VideoStream {
    /// Makes frames of square pixels: as wide as they are seen.
    mutating func makePixelsSquare() {
      let width = (Double(size.width) * pixelAspect).rounded()
      guard width >= 1, width <= Double(StreamDescription.longestSide) else { return }
      (size.width, pixelAspect) = (Int(width), 1)
    }

    /// The format in which the decoder hands over frames to be shown: the smallest one that is converted here.
    var shownFormat: FrameFormat { hasPlainPlanes && size == codedSize ? .planes : .rgba }

    /// The filters that make a format of decoded frames.
    func conversion(to format: FrameFormat) -> [String] {
      switch format {
      case .rgba: [colors.scaling(width: size.width, height: size.height)]
      case .planes:
        colors.matrix == nil
          ? ["scale=out_color_matrix=bt709:out_range=tv:flags=accurate_rnd+full_chroma_inp+bicubic+bitexact"]
          : []
      }
    }

    /// The decoder's name of the pixels of a format.
    func pixelFormat(of format: FrameFormat) -> String {
      switch format {
      case .rgba: "rgba"
      // The name says the range, too: another one would change the levels.
      case .planes: colors.matrix != nil && colors.isFullRange ? "yuvj420p" : "yuv420p"
      }
    }

    /// Reads a section that describes a stream.
    fileprivate init(_ section: MediaProbe.Section, _ path: String) throws(MediaError) {
      guard let number = section.integer("index"), let width = section.integer("width"),
        let height = section.integer("height"), width > 0, height > 0
      else { throw .noVideo(path: path, reason: "the size of its frames is not known") }
      let longest = Int64(StreamDescription.longestSide)
      guard width <= longest, height <= longest else {
        throw .tooLarge(path: path, width: Int(width), height: Int(height))
      }
      guard let base = section.fraction("time_base"), let numerator = Int32(exactly: base.numerator),
        let denominator = Int32(exactly: base.denominator)
      else { throw .noTimes(path: path) }
      let turns = abs(section["rotation"].flatMap { Double($0) } ?? 0).truncatingRemainder(dividingBy: 180)
      let isTurned = turns > 45 && turns < 135
      let aspect =
        section.fraction("sample_aspect_ratio").map { Double($0.numerator) / Double($0.denominator) } ?? 1
      let format = section["pix_fmt"].map { String($0) } ?? ""
      self.number = Int(number)
      codec = section["codec_name"].map { String($0) } ?? ""
      timeBase = (numerator, denominator)
      size = isTurned ? (Int(height), Int(width)) : (Int(width), Int(height))
      codedSize = size
      pixelAspect = isTurned ? 1 / aspect : aspect
      hasAlpha = StreamColors.hasAlpha(format) || section.integer("tag:alpha_mode") == 1
      frameRate =
        section.fraction("avg_frame_rate").map { Double($0.numerator) / Double($0.denominator) } ?? 0
      colors = StreamColors(section, pixelFormat: format, height: Int(height))
      let isPlain = ["yuv420p", "yuvj420p"].contains(format) && colors.matrix != nil
      hasPlainPlanes = isPlain && !hasAlpha && section["rotation"].flatMap { Double($0) } ?? 0 == 0
    }

    /// The decoder to ask for; nil for the usual one.
    ///
    /// Only the codecs' own library reads the second stream that holds the alpha of VP8 and VP9.
    var decoder: String? {
      guard hasAlpha else { return nil }
      return switch codec {
      case "vp8": "libvpx"
      case "vp9": "libvpx-vp9"
      default: nil
      }
    }
  }
#endif
