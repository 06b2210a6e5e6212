public import Foundation

/// Writes the film that parts make.
extension FilmJoin {
  /// The choices of a film that its parts leave open.
  public struct Options: Sendable {
    /// The file whose sound the film gets, from the film's first frame; nil for none.
    public var audio: URL?
    /// How many times an animation plays, 0 for ever.
    public var plays = 0
    /// The quality of a film that is encoded from pictures, 0 to 1, which is an error for any other film; nil for 0.8.
    public var quality: Double?
    /// True to keep transparency in a GIF.
    public var dithersAlpha = false

    /// Creates options without sound.
    public init(quality: Double? = nil) { self.quality = quality }
  }

  /// Writes the film.
  ///
  /// Parts in MP4, QuickTime and WebM are joined as they are, with even times; raw frames are put one after the other. From
  /// pictures the film is encoded, and has the bytes that one machine would give it.
  ///
  /// - Parameters:
  ///   - url: The file to create or replace; its extension names the format.
  ///   - options: Sound, repetitions and quality.
  ///   - cancellation: Stops the work from another thread.
  ///   - progress: Called on the calling thread after each frame that is encoded.
  /// - Throws: ``ExportError``, such as ``ExportError/invalidSetting(name:reason:)`` for a file that is one of the parts.
  public func write(
    to url: URL,
    _ options: Options = Options(),
    cancellation: ExportCancellation = ExportCancellation(),
    progress: (ExportProgress) -> Void = { _ in }
  ) throws(ExportError) {
    guard let format = ExportFormat(pathExtension: url.pathExtension),
      let partFormat = ExportFormat(rawValue: film.format)
    else { throw .unknownFormat(path: url.path) }
    if options.audio != nil, format.traits.audioEncoder == nil {
      throw .invalidSetting(name: "audio", reason: "\(format.rawValue) has no sound")
    }
    try checkPlace(url, options)
    let way = try way(from: partFormat, to: format, url)
    if options.quality != nil, way != .encode {
      throw .invalidSetting(
        name: "quality",
        reason: "the parts are joined as they are; it is for films that are made of pictures"
      )
    }
    let file = try OutputFile(url)
    switch way {
    case .copy: try copyFilms(into: file, format, options, cancellation)
    case .append: try appendFrames(into: file, cancellation)
    case .encode:
      let settings = try settings(format, options)
      let film = try writer(settings, audio: audioInput(options))
      if format == .rawRGBA {
        try film.writeRaw(into: file, cancellation, progress)
      } else {
        try film.encode(to: .file(file.temporary.path, name: file.url.path), cancellation, progress)
      }
    }
    try file.synchronize()
    try cancellation.check()
    try file.finish(cancellation)
  }

  /// Refuses a place that is one of the files that the film is made of, by whatever name.
  private func checkPlace(_ url: URL, _ options: Options) throws(ExportError) {
    let sources = pieces.map(\.url) + [options.audio].compactMap { $0 }
    guard let source = FilePlace.first(of: sources, at: url) else { return }
    throw .invalidSetting(
      name: "output",
      reason: "\(url.path) would replace \(source.path), of which the film is made"
    )
  }

  // MARK: Ways

  private enum Way {
    case copy, append, encode
  }

  private func way(
    from parts: ExportFormat,
    to format: ExportFormat,
    _ url: URL
  ) throws(ExportError) -> Way {
    switch parts.traits.joining {
    case .asPictures where format.isAnimation: return .encode
    case .asFilms where format == parts: return .copy
    case .asBytes where format == parts: return .append
    case .asFilms, .asBytes:
      throw .cannotJoin(
        path: url.path,
        reason:
          "parts in \(parts.rawValue) make a film in \(parts.rawValue); for other formats, render pictures"
      )
    case .asPictures:
      throw .cannotJoin(path: url.path, reason: "\(format.rawValue) is not a film")
    case .impossible:
      throw .cannotJoin(path: url.path, reason: parts.unjoinableParts)
    }
  }

  // MARK: Films

  /// The rate of the film, as an expression of the encoder.
  private var rate: String { String(film.framesPerSecond) }

  /// Copies the packets of all parts.
  ///
  /// The encoder's list has the exact length of each part, and times are rounded to the film's grid: a container counts
  /// whole milliseconds or ticks, and an error of each part would add up.
  private func copyFilms(
    into file: OutputFile,
    _ format: ExportFormat,
    _ options: Options,
    _ cancellation: ExportCancellation
  ) throws(ExportError) {
    var list = "ffconcat version 1.0\n"
    for piece in pieces {
      let path = piece.url.absoluteURL.path.replacing("'", with: "'\\''")
      let seconds = Double(piece.file.last + 1 - piece.file.first) / film.framesPerSecond
      list += "file 'file:\(path)'\nduration \(String(format: "%.6f", seconds))\n"
    }
    func onGrid(_ time: String) -> String {
      "floor(floor(\(time)*TB*\(rate)+0.5)/\(rate)/TB+0.500001)"
    }
    let times = "setts=pts='\(onGrid("PTS"))':dts='\(onGrid("DTS"))':duration='floor(1/\(rate)/TB+0.500001)'"
    let audio = audioInput(options)
    let encoder = try EncoderProcess(
      input: ["-f", "concat", "-safe", "0", "-protocol_whitelist", "file,pipe", "-i", "pipe:0"]
        + EncoderArguments.input(audio),
      output: ["-map", "0:v:0", "-c:v", "copy", "-bsf:v", times]
        + EncoderArguments.output(audio, for: format)
        + EncoderArguments.container(of: format) + ["-fflags", "+bitexact"],
      for: format,
      to: .file(file.temporary.path, name: file.url.path)
    )
    try encoder.run(cancellation, frames: film.frameCount) { () throws(ExportError) in
      _ = withoutBrokenPipes { Data(list.utf8).withUnsafeBytes { encoder.write($0) } }
    }
  }

  private func audioInput(_ options: Options) -> EncoderArguments.Audio? {
    options.audio.map {
      EncoderArguments.Audio(path: $0.path, seconds: Double(film.frameCount) / film.framesPerSecond)
    }
  }

  // MARK: Raw frames

  private func appendFrames(into file: OutputFile, _ cancellation: ExportCancellation) throws(ExportError) {
    try file.append { (descriptor) throws(ExportError) in
      let output = DescriptorWriter(descriptor: descriptor, name: file.url.path, cancellation: cancellation)
      for piece in pieces {
        guard let data = try? Data(contentsOf: piece.url, options: .mappedIfSafe) else {
          throw .cannotJoin(path: piece.url.path, reason: "cannot be read")
        }
        try output.write(data)
      }
    }
  }

  // MARK: Pictures

  private func settings(_ format: ExportFormat, _ options: Options) throws(ExportError) -> ExportSettings {
    let rate = film.framesPerSecond
    let nearest = format.nearestFrameRate(to: rate)
    guard nearest == rate else {
      throw .invalidSetting(
        name: "frames per second",
        reason:
          "a GIF plays \(String(format: "%.4g", nearest)), and the pictures are for \(rate); render them for \(nearest)"
      )
    }
    var settings = ExportSettings(
      format: format,
      start: film.start,
      duration: Double(film.frameCount) / rate,
      framesPerSecond: rate
    )
    if let quality = options.quality { settings.quality = quality }
    settings.plays = options.plays
    settings.dithersAlpha = options.dithersAlpha
    if let matte = film.matte, matte.count == 3 { settings.matte = (matte[0], matte[1], matte[2]) }
    try settings.validate()
    try settings.validateTimes()
    return settings
  }

  private func writer(
    _ settings: ExportSettings,
    audio: EncoderArguments.Audio?
  ) throws(ExportError) -> FilmWriter {
    let (urls, readers) = (pieces.map(\.url), PictureReaders(width: film.width, height: film.height))
    return try FilmWriter(
      settings,
      size: (film.width, film.height),
      matte: settings.effectiveMatte,
      audio: audio,
      source: FrameSource(readers) { urls[$0] }
    )
  }
}
