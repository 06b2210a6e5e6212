#if Media
  package import StrataFilm
  import StrataMedia

  /// How a film with an overlay is encoded.
  package struct OverlaySettings: Sendable {
    /// The format of the film: `mp4`, `webm` or `mov`.
    package var format: ExportFormat
    /// The quality, 0 (smallest file) to 1 (best picture).
    package var quality: Double
    /// True for H.264 that loses nothing of the planes.
    package var isLossless: Bool

    /// Creates settings.
    package init(format: ExportFormat, quality: Double = 0.8, isLossless: Bool = false) {
      (self.format, self.quality, self.isLossless) = (format, quality, isLossless)
    }

    /// The formats of films with sound.
    package static let formats: [ExportFormat] = [.mp4, .webm, .mov]

    /// The codecs of sound that the container takes as they are.
    private var copiedSound: Set<String> {
      switch format {
      case .mp4: ["aac", "mp3", "ac3", "eac3", "alac", "opus", "flac"]
      case .webm: ["opus", "vorbis"]
      case .mov: Self.quickTimeSound
      default: []
      }
    }

    /// Codecs that QuickTime files name, with whole and floating-point levels of either order of bytes.
    private static let quickTimeSound: Set<String> = {
      let levels = ["s16", "s24", "s32", "f32", "f64"].flatMap { ["pcm_\($0)le", "pcm_\($0)be"] }
      return Set(levels).union([
        "aac", "mp3", "mp2", "ac3", "eac3", "dts", "alac", "pcm_s8", "pcm_u8", "pcm_alaw", "pcm_mulaw",
      ])
    }()

    /// The options of the sound of a file.
    func sound(of file: MediaFile) -> [String] {
      let codecs = file.tracks.filter { $0.kind == .audio }.map(\.codec)
      guard !codecs.isEmpty else { return [] }
      let isCopied = codecs.allSatisfy(copiedSound.contains)
      let encoder = format == .webm ? "libopus" : "aac"
      return ["-map", "1:a", "-c:a", isCopied ? "copy" : encoder]
    }

    /// The codec of the pictures.
    private var codec: FilmCodec {
      switch format {
      case .webm: .vp9
      case .mov where !isLossless: .proRes
      default: .h264
      }
    }

    /// The size that the film gives frames of a size, in pixels: H.264 has even sides only.
    package func storedSize(width: Int, height: Int) -> (width: Int, height: Int) {
      codec == .h264 ? (width + width % 2, height + height % 2) : (width, height)
    }

    /// The options of the pictures.
    func pictures(_ clip: VideoClip) -> [String] {
      // The range is stated beside the pixels: nothing converts them.
      let range = clip.planeColors.isFullRange ? "pc" : "tv"
      var filters = ["setparams=range=\(range)"]
      if clip.pixelAspect != 1 { filters.append("setsar=\(clip.pixelAspect)") }
      var words = ["-vf", filters.joined(separator: ","), "-fps_mode", "passthrough", "-enc_time_base", "-1"]
      let isExact = codec == .h264 && isLossless
      words += isExact ? FilmCodec.losslessH264 : codec.options(quality: quality)
      if codec == .proRes { words += ["-profile:v", "3"] }
      if format != .webm { words += ["-video_track_timescale", "90000"] }
      if format == .mp4 { words += ["-movflags", "+faststart"] }
      return words + clip.planeColors.tags
    }
  }
#endif
