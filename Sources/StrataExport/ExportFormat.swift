/// A file format for an animation or a moment of it.
public enum ExportFormat: String, Sendable, CaseIterable {
  /// One PNG picture, or numbered ones if the path contains a pattern such as `%04d`.
  case png
  /// One JPEG picture, or numbered ones.
  case jpeg
  /// One WebP picture, or numbered ones.
  case webp
  /// A GIF with a palette computed from its own frames.
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
  public var isAnimation: Bool {
    switch self {
    case .png, .jpeg, .webp: false
    case .gif, .apng, .animatedWebP, .mp4, .webm, .mov, .rawRGBA: true
    }
  }

  /// True if the format holds transparent pixels.
  ///
  /// Frames of other formats are drawn over a background.
  public var hasAlpha: Bool {
    switch self {
    case .jpeg, .mp4: false
    case .png, .webp, .gif, .apng, .animatedWebP, .webm, .mov, .rawRGBA: true
    }
  }

  /// True if a child `ffmpeg` encodes the format.
  public var needsEncoder: Bool {
    switch self {
    case .gif, .apng, .animatedWebP, .mp4, .webm, .mov: true
    case .png, .jpeg, .webp, .rawRGBA: false
    }
  }
}

extension ExportFormat {
  /// The options of `ffmpeg` that turn raw frames of a size in pixels into this format.
  ///
  /// Quality is 0 (smallest) to 1 (best), on each codec's own scale.
  func encoderArguments(quality: Double, width: Int, height: Int) -> [String] {
    /// The place on a codec's scale from `worst` to `best`.
    func scaled(_ worst: Double, _ best: Double) -> String {
      String(Int((worst + (best - worst) * min(max(quality, 0), 1)).rounded()))
    }
    // Formats in 4:2:0 get even sides, the last row or column of an odd size doubled: H.264 knows no others, and beyond an
    // odd edge the scaler would average colours with what is not there. WebM is cut to its size again.
    let (right, bottom) = (width % 2, height % 2)
    let isEven = right + bottom == 0
    let padding =
      "pad=\(width + right):\(height + bottom),fillborders=right=\(right):bottom=\(bottom):mode=smear,"
    let even = isEven ? "" : padding
    let cut = isEven ? "" : ",crop=\(width):\(height):0:0:exact=1"
    let colour = ["-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "iec61966-2-1"]
    // ProRes takes its tags from the frames, not from the options of the encoder.
    let tags = "setparams=range=tv:colorspace=bt709:color_primaries=bt709:color_trc=iec61966-2-1"
    let matrix = "scale=out_color_matrix=bt709:out_range=tv"
    return switch self {
    case .gif:
      [
        "-filter_complex",
        "split[a][b];[a]palettegen=reserve_transparent=1:stats_mode=full[p];[b][p]paletteuse=dither=sierra2_4a",
        "-loop", "0", "-f", "gif",
      ]
    case .apng:
      ["-c:v", "apng", "-plays", "0", "-pred", "mixed", "-f", "apng"]
    case .animatedWebP:
      ["-c:v", "libwebp_anim", "-quality", scaled(30, 100), "-loop", "0", "-f", "webp"]
    case .mp4:
      [
        "-vf", "\(even)\(matrix),format=yuv420p", "-c:v", "libx264", "-crf", scaled(35, 14), "-preset",
        "faster", "-movflags", "+faststart",
      ] + colour + ["-f", "mp4"]
    case .webm:
      [
        "-vf", "\(even)\(matrix),format=yuva420p\(cut)", "-c:v", "libvpx-vp9", "-b:v", "0", "-crf",
        scaled(50, 15),
        "-row-mt", "1", "-deadline", "good", "-cpu-used", "4", "-auto-alt-ref", "0",
      ] + colour + ["-f", "webm"]
    case .mov:
      [
        "-vf", "\(matrix),format=yuva444p10le,\(tags)", "-c:v", "prores_ks", "-profile:v", "4444",
        "-qscale:v",
        scaled(24, 4), "-vendor", "apl0",
      ] + colour + ["-f", "mov"]
    case .png, .jpeg, .webp, .rawRGBA:
      []
    }
  }
}
