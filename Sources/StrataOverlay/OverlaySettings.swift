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

    /// The codecs of sound that the container takes as they are; nil takes any.
    private var copiedSound: Set<String>? {
      switch format {
      case .mp4: ["aac", "mp3", "ac3", "eac3", "alac", "opus", "flac"]
      case .webm: ["opus", "vorbis"]
      default: nil
      }
    }

    /// The options of the sound of a file.
    func sound(of file: MediaFile) -> [String] {
      let codecs = file.tracks.filter { $0.kind == .audio }.map(\.codec)
      guard !codecs.isEmpty else { return [] }
      let isCopied = copiedSound.map { known in codecs.allSatisfy { known.contains($0) } } ?? true
      let encoder = format == .webm ? "libopus" : "aac"
      return ["-map", "1:a", "-c:a", isCopied ? "copy" : encoder]
    }

    /// The options of the pictures, whose planes are of a size in pixels.
    func pictures(_ clip: VideoClip, width: Int, height: Int) -> [String] {
      // The range is told apart from the pixels: nothing converts them.
      let range = clip.planeColors.isFullRange ? "pc" : "tv"
      var filters = ["setparams=range=\(range)"]
      if width % 2 + height % 2 > 0 { filters.append("pad=ceil(iw/2)*2:ceil(ih/2)*2") }
      if clip.pixelAspect != 1 { filters.append("setsar=\(clip.pixelAspect)") }
      var words = ["-vf", filters.joined(separator: ","), "-fps_mode", "passthrough", "-enc_time_base", "-1"]
      switch format {
      case .webm:
        words += ["-c:v", "libvpx-vp9", "-b:v", "0", "-crf", scaled(50, 15), "-row-mt", "1"]
        words += ["-deadline", "good", "-cpu-used", "4"]
      case .mov where !isLossless:
        words += ["-c:v", "prores_ks", "-profile:v", "3", "-qscale:v", scaled(24, 4), "-vendor", "apl0"]
      default:
        words += ["-c:v", "libx264", "-preset", "faster"]
        words += isLossless ? ["-qp", "0"] : ["-crf", scaled(35, 14)]
      }
      if format != .webm { words += ["-video_track_timescale", "90000"] }
      if format == .mp4 { words += ["-movflags", "+faststart"] }
      return words + clip.planeColors.tags
    }

    /// The place of the quality on a codec's scale from `worst` to `best`.
    private func scaled(_ worst: Double, _ best: Double) -> String {
      String(Int((worst + (best - worst) * min(max(quality, 0), 1)).rounded()))
    }
  }
#endif
