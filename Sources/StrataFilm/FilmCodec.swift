/// An encoder of films, wherever its frames come from.
package enum FilmCodec {
  case h264, hevc, vp9, proRes, jpeg

  /// The options that choose the encoder.
  ///
  /// - Parameter quality: 0 (smallest file) to 1 (best picture).
  /// - Returns: Arguments of `ffmpeg`.
  package func options(quality: Double) -> [String] {
    switch self {
    case .h264: options(rate: ["-crf", Self.scaled(quality, 35, 14)])
    case .hevc: options(rate: ["-crf", Self.scaled(quality, 38, 16)])
    case .vp9: options(rate: ["-b:v", "0", "-crf", Self.scaled(quality, 50, 15)])
    case .proRes: options(rate: ["-qscale:v", Self.scaled(quality, 24, 4)])
    case .jpeg: options(rate: ["-q:v", Self.scaled(quality, 25, 2)])
    }
  }

  /// The options that choose the encoder, for a number of bits in a second on average.
  package func options(bitsPerSecond: Int) -> [String] { options(rate: ["-b:v", String(bitsPerSecond)]) }

  private func options(rate: [String]) -> [String] {
    switch self {
    case .h264: ["-c:v", "libx264"] + rate + ["-preset", "faster"]
    case .hevc: ["-c:v", "libx265"] + rate + ["-preset", "faster", "-x265-params", "log-level=error"]
    case .vp9: ["-c:v", "libvpx-vp9"] + rate + ["-row-mt", "1", "-deadline", "good", "-cpu-used", "4"]
    case .proRes: ["-c:v", "prores_ks"] + rate + ["-vendor", "apl0"]
    case .jpeg: ["-c:v", "mjpeg"] + rate
    }
  }

  /// The options of an encoder that loses nothing of 4:2:0 planes.
  package static let losslessH264 = ["-c:v", "libx264", "-preset", "faster", "-qp", "0"]

  /// The place of a quality on a codec's scale from `worst` to `best`.
  static func scaled(_ quality: Double, _ worst: Double, _ best: Double) -> String {
    String(Int((worst + (best - worst) * min(max(quality, 0), 1)).rounded()))
  }
}
