/// The arguments of `ffmpeg` that turn raw frames into a film.
struct EncoderArguments {
  let settings: ExportSettings
  /// The size of the frames, in pixels.
  let width: Int
  let height: Int
  /// True if the film goes to a pipe, in which the encoder cannot go back.
  let streams: Bool
  /// The sound of the film; nil for none.
  var audio: Audio?
  /// The colours of a GIF.
  var palette = Palette.ofFilm

  /// The 256 colours that a GIF has.
  enum Palette {
    /// They are found and used at once: the encoder holds all frames.
    case ofFilm
    /// A picture of them is the result, instead of a film.
    case made
    /// They are those of a picture that was made before.
    case file(String)
  }

  /// A file with sound, and how much of it is heard.
  struct Audio {
    let path: String
    /// The length of the film.
    let seconds: Double
  }

  /// The description of the raw frames that the encoder reads from its standard input.
  var input: [String] {
    [
      "-f", "rawvideo", "-pix_fmt", "rgba", "-s", "\(width)x\(height)", "-r",
      String(settings.framesPerSecond), "-i", "pipe:0",
    ] + Self.input(audio) + paletteInput
  }

  private var paletteInput: [String] {
    if case .file(let path) = palette { ["-f", "png_pipe", "-i", "file:\(path)"] } else { [] }
  }

  /// The arguments that read sound.
  static func input(_ audio: Audio?) -> [String] {
    audio.map { ["-t", String($0.seconds), "-i", "file:\($0.path)"] } ?? []
  }

  /// The options of sound in a film, whose pictures come from the first input.
  static func output(_ audio: Audio?, for format: ExportFormat) -> [String] {
    guard audio != nil, let encoder = format.traits.audioEncoder else { return [] }
    return ["-map", "1:a:0", "-c:a", encoder]
  }

  /// The options of the film's format, without its file.
  var output: [String] {
    let video = audio == nil ? [] : ["-map", "0:v:0"]
    let sound = video + Self.output(audio, for: settings.format)
    return (settings.frames == nil ? [] : Self.reproducible) + sound + film
  }

  /// The options that make the bytes of a part depend on its frames alone.
  ///
  /// Encoders of 4:2:0 films decide otherwise with another number of threads, which they take from the machine, and
  /// multiplexers add random numbers and versions.
  static let reproducible = ["-threads", "4", "-fflags", "+bitexact", "-flags:v", "+bitexact"]

  private var film: [String] {
    switch settings.format {
    case .gif: gif
    case .apng: ["-c:v", "apng", "-plays", String(settings.plays), "-pred", "mixed", "-f", "apng"]
    case .animatedWebP:
      [
        "-c:v", "libwebp_anim", "-quality", FilmCodec.scaled(settings.quality, 30, 100), "-loop",
        String(settings.plays), "-f", "webp",
      ]
    case .mp4: mp4
    case .webm: webm
    case .mov: mov
    case .png, .jpeg, .webp, .pdf, .svg, .rawRGBA: []
    }
  }

  // MARK: Formats

  /// The options of the container of a format, whatever its packets come from.
  static func container(of format: ExportFormat, streams: Bool = false) -> [String] {
    let layout = format == .mp4 && !streams ? ["-movflags", "+faststart"] : []
    return layout + ["-f", format.rawValue]
  }

  private var gif: [String] {
    // The block of a GIF counts repetitions, and its absence means none.
    let repetitions = settings.plays == 0 ? 0 : settings.plays == 1 ? -1 : settings.plays - 1
    let film = ["-loop", String(repetitions), "-f", "gif"]
    let find = "palettegen=reserve_transparent=1:stats_mode=full"
    let use = "paletteuse=dither=sierra2_4a"
    switch palette {
    case .ofFilm: return ["-filter_complex", "split[a][b];[a]\(find)[p];[b][p]\(use)"] + film
    case .made: return ["-vf", find, "-c:v", "png", "-f", "image2pipe"]
    case .file: return ["-filter_complex", "[0:v][1:v]\(use)"] + film
    }
  }

  private var mp4: [String] {
    let layout = ["-movflags", "+frag_keyframe+empty_moov+default_base_moof"]
    return ["-vf", Self.opaqueFilter(width: width, height: height)]
      + FilmCodec.h264.options(quality: settings.quality) + Self.colour + (streams ? layout : [])
      + Self.container(of: .mp4, streams: streams)
  }

  private var webm: [String] {
    let cut = isEven ? "" : ",crop=\(width):\(height):0:0:exact=1"
    // Else the multiplexer gives tracks random numbers.
    let exact = ["-auto-alt-ref", "0", "-fflags", "+bitexact"]
    return ["-vf", "\(even)\(Self.matrix),format=yuva420p\(cut)"]
      + FilmCodec.vp9.options(quality: settings.quality) + exact + Self.colour + Self.container(of: .webm)
  }

  private var mov: [String] {
    ["-vf", Self.proResFilter, "-profile:v", "4444"]
      + FilmCodec.proRes.options(quality: settings.quality) + Self.colour + Self.container(of: .mov)
  }

  // MARK: Pixels

  /// The filter that makes opaque frames of a size luma and halved chroma.
  static func opaqueFilter(width: Int, height: Int) -> String {
    "\(even(width, height))\(matrix),format=yuv420p"
  }

  /// The filter of ProRes 4444, which takes its tags from the frames, not from the options of the encoder.
  static let proResFilter = proResFilter(format: "yuva444p10le")

  /// The filter of ProRes in a format of pixels.
  static func proResFilter(format: String) -> String {
    let tags = "setparams=range=tv:colorspace=bt709:color_primaries=bt709:color_trc=iec61966-2-1"
    return "\(matrix),format=\(format),\(tags)"
  }

  private var isEven: Bool { width % 2 + height % 2 == 0 }

  private var even: String { Self.even(width, height) }

  /// The filter that gives formats in 4:2:0 even sides, the last row or column of an odd size doubled.
  ///
  /// H.264 knows no others, and beyond an odd edge the scaler would average colours with what is not there. WebM is cut
  /// to its size again.
  private static func even(_ width: Int, _ height: Int) -> String {
    let (right, bottom) = (width % 2, height % 2)
    guard right + bottom > 0 else { return "" }
    return "pad=\(width + right):\(height + bottom),fillborders=right=\(right):bottom=\(bottom):mode=smear,"
  }

  /// The tags of films that are made of colours.
  static let colour = ["-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "iec61966-2-1"]

  private static let matrix = "scale=out_color_matrix=bt709:out_range=tv"
}
