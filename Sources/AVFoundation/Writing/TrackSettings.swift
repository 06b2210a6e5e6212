#if Media
  import CoreMedia
  import StrataFilm

  /// How the pictures of an input are written.
  struct PictureSettings {
    let codec: TimedFilm.Codec
    let width: Int
    let height: Int
    let scaling: PictureScaling
    let rate: TimedFilm.Rate
    let options: TimedFilm.Options
    /// The frames in a second that are expected; nil if that was not said.
    let frameRate: Double?

    /// The codecs by their four characters.
    private static let codecs: [String: TimedFilm.Codec] = [
      AVVideoCodecType.h264.rawValue: .h264,
      AVVideoCodecType.hevc.rawValue: .hevc,
      AVVideoCodecType.jpeg.rawValue: .jpeg,
      AVVideoCodecType.proRes4444.rawValue: .proRes(profile: "4444"),
      AVVideoCodecType.proRes422HQ.rawValue: .proRes(profile: "hq"),
      AVVideoCodecType.proRes422.rawValue: .proRes(profile: "standard"),
      AVVideoCodecType.proRes422LT.rawValue: .proRes(profile: "lt"),
      AVVideoCodecType.proRes422Proxy.rawValue: .proRes(profile: "proxy"),
    ]

    init(_ values: [String: Any]) throws(SettingProblem) {
      var reader = SettingReader(values, "settings of video")
      guard let codec = try reader.choice(AVVideoCodecKey, Self.codecs),
        let width = try reader.integer(AVVideoWidthKey, 1...16384),
        let height = try reader.integer(AVVideoHeightKey, 1...16384)
      else {
        throw SettingProblem(
          reason: "settings of video need AVVideoCodecKey, AVVideoWidthKey and AVVideoHeightKey"
        )
      }
      (self.codec, self.width, self.height) = (codec, width, height)
      scaling =
        try reader.choice(
          AVVideoScalingModeKey,
          [
            AVVideoScalingModeResize: .resize, AVVideoScalingModeResizeAspect: .aspect,
            AVVideoScalingModeResizeAspectFill: .aspectFill,
          ]
        ) ?? .resize
      let properties = try reader.settings(AVVideoCompressionPropertiesKey)
      try reader.checkAllAsked()
      (rate, options, frameRate) = try Self.compression(properties ?? [:], codec)
    }

    /// The settings of the encoder.
    private static func compression(
      _ values: [String: Any],
      _ codec: TimedFilm.Codec
    ) throws(SettingProblem) -> (TimedFilm.Rate, TimedFilm.Options, Double?) {
      var reader = SettingReader(values, "AVVideoCompressionPropertiesKey")
      let quality = try reader.number(AVVideoQualityKey, 0...1) ?? 0.8
      let frameRate = try reader.number(AVVideoExpectedSourceFrameRateKey, 0.001...1_000_000)
      var rate = TimedFilm.Rate.quality(quality)
      var options = TimedFilm.Options()
      if codec.takesPlanes {
        if let bits = try reader.integer(AVVideoAverageBitRateKey, 1000...2_000_000_000) {
          rate = .bits(bits)
        }
        options.keyFrameInterval = try reader.integer(AVVideoMaxKeyFrameIntervalKey, 1...1_000_000)
        options.keyFrameSeconds = try reader.number(AVVideoMaxKeyFrameIntervalDurationKey, 0...1_000_000)
          .flatMap { $0 > 0 ? $0 : nil }
        options.allowsReordering = try reader.flag(AVVideoAllowFrameReorderingKey) ?? true
      }
      if codec == .h264 {
        options.hasArithmeticCodes =
          try reader.choice(
            AVVideoH264EntropyModeKey,
            [AVVideoH264EntropyModeCAVLC: false, AVVideoH264EntropyModeCABAC: true]
          ) ?? true
        if let level = try reader.word(AVVideoProfileLevelKey) {
          guard let (profile, number) = Self.profile(level) else {
            throw reader.problem(AVVideoProfileLevelKey, "is \(level), which is no profile of H.264")
          }
          (options.profile, options.level) = (profile, number)
        }
      }
      try reader.checkAllAsked()
      return (rate, options, frameRate)
    }

    /// The profile and the level of a name such as `H264_High_4_1`; the level is nil for the one that the film needs.
    private static func profile(_ name: String) -> (profile: String, level: String?)? {
      guard let parts = name.wholeMatch(of: /H264_(Baseline|Main|High)_(?:AutoLevel|([1-5])_([0-2]))/) else {
        return nil
      }
      let (_, profile, major, minor) = parts.output
      return (profile.lowercased(), major.flatMap { major in minor.map { "\(major).\($0)" } })
    }
  }

  /// How the sound of an input is written.
  struct SoundSettings {
    /// The options of the encoder; nil keeps the levels as they are appended.
    let encoder: [String]?
    /// True for levels that are not compressed.
    let isUncompressed: Bool

    /// The frames in a second that AAC can have.
    private static let ratesOfAAC = [
      8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 64_000, 88_200, 96_000,
    ]

    init(_ values: [String: Any]?) throws(SettingProblem) {
      guard let values else {
        (encoder, isUncompressed) = (nil, true)
        return
      }
      var reader = SettingReader(values, "settings of sound")
      guard let format = try reader.integer(AVFormatIDKey, 0...Int(UInt32.max)).map({ UInt32($0) }),
        let rate = try reader.integer(AVSampleRateKey, 8000...192_000),
        let channels = try reader.integer(AVNumberOfChannelsKey, 1...8)
      else {
        throw SettingProblem(
          reason: "settings of sound need AVFormatIDKey, AVSampleRateKey and AVNumberOfChannelsKey"
        )
      }
      var words = ["-ar", String(rate), "-ac", String(channels)]
      isUncompressed = format == kAudioFormatLinearPCM
      switch format {
      case kAudioFormatMPEG4AAC:
        guard Self.ratesOfAAC.contains(rate) else {
          let rates = Self.ratesOfAAC.map { String($0) }.joined(separator: ", ")
          throw reader.problem(AVSampleRateKey, "is \(rate), and must be one of \(rates)")
        }
        words += ["-c:a", "aac"]
        if let bits = try reader.integer(AVEncoderBitRateKey, 8000...2_000_000) {
          words += ["-b:a", String(bits)]
        }
      case kAudioFormatAppleLossless: words += ["-c:a", "alac"]
      case kAudioFormatLinearPCM: words += ["-c:a", try Self.levels(&reader)]
      default: throw reader.problem(AVFormatIDKey, "is \(format), which is not written")
      }
      try reader.checkAllAsked()
      encoder = words
    }

    /// The encoder of uncompressed levels.
    private static func levels(_ reader: inout SettingReader) throws(SettingProblem) -> String {
      let levels = try PCMLevels(&reader)
      guard try reader.flag(AVLinearPCMIsNonInterleaved) != true else {
        throw reader.problem(AVLinearPCMIsNonInterleaved, "must be false in a file")
      }
      return "pcm_\(levels.isFloat ? "f" : "s")\(levels.bits)\(levels.isBigEndian ? "be" : "le")"
    }
  }

  /// What uncompressed levels are.
  struct PCMLevels {
    let bits: Int
    let isFloat: Bool
    let isBigEndian: Bool

    init(_ reader: inout SettingReader) throws(SettingProblem) {
      bits = try reader.integer(AVLinearPCMBitDepthKey, 16...32) ?? 16
      isFloat = try reader.flag(AVLinearPCMIsFloatKey) ?? false
      isBigEndian = try reader.flag(AVLinearPCMIsBigEndianKey) ?? false
      guard [16, 24, 32].contains(bits), !isFloat || bits == 32 else {
        throw reader.problem(AVLinearPCMBitDepthKey, "is \(bits), and must be 16, 24 or 32; floats have 32")
      }
    }
  }

  extension AVFileType {
    /// The reason why a file of the type does not take what an input writes; nil if it does.
    func refusal(_ settings: [String: Any]?, _ type: AVMediaType) -> String? {
      do throws(SettingProblem) {
        switch type {
        case .video:
          guard let settings else { return "pictures are not written as they are: give settings of video" }
          let codec = try PictureSettings(settings).codec
          if self == .m4a { return "\(rawValue) takes no pictures" }
          return codec.takesPlanes || self == .mov ? nil : "\(rawValue) takes H.264 and HEVC"
        case .audio:
          let isUncompressed = try SoundSettings(settings).isUncompressed
          return !isUncompressed || self == .mov ? nil : "\(rawValue) takes compressed sound"
        default: return "\(type.rawValue) is not written"
        }
      } catch {
        return error.reason
      }
    }
  }
#endif
