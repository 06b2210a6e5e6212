/// An encoder of films, wherever its frames come from.
package enum FilmCodec {
  case h264, vp9, proRes

  /// The options that choose the encoder.
  ///
  /// - Parameter quality: 0 (smallest file) to 1 (best picture).
  /// - Returns: Arguments of `ffmpeg`.
  package func options(quality: Double) -> [String] {
    switch self {
    case .h264: ["-c:v", "libx264", "-crf", Self.scaled(quality, 35, 14), "-preset", "faster"]
    case .vp9:
      ["-c:v", "libvpx-vp9", "-b:v", "0", "-crf", Self.scaled(quality, 50, 15), "-row-mt", "1"]
        + ["-deadline", "good", "-cpu-used", "4"]
    case .proRes: ["-c:v", "prores_ks", "-qscale:v", Self.scaled(quality, 24, 4), "-vendor", "apl0"]
    }
  }

  /// The options of an encoder that loses nothing of 4:2:0 planes.
  package static let losslessH264 = ["-c:v", "libx264", "-preset", "faster", "-qp", "0"]

  /// The place of a quality on a codec's scale from `worst` to `best`.
  static func scaled(_ quality: Double, _ worst: Double, _ best: Double) -> String {
    String(Int((worst + (best - worst) * min(max(quality, 0), 1)).rounded()))
  }
}
