#if Media
  import CoreGraphics
  import CoreMedia
  import Foundation
  import StrataFilm
  import StrataRenderServer

  /// One export: the pictures are drawn and encoded into a film of their own, then a child puts them and the sound into the file.
  struct ExportWork {
    let asset: AVAsset
    let range: CMTimeRange
    let composition: AVVideoComposition?
    let mix: AVAudioMix?
    let preset: ExportPreset
    let container: String
    let isFast: Bool
    let temporaryFolder: URL
    let cancellation: ExportCancellation

    /// Writes the file, or throws ``AVError`` or `ExportError` and leaves none.
    func write(to url: URL, progress: (Float) -> Void) throws {
      guard range.duration.isNumeric, range.duration > .zero else {
        throw AVError(.exportFailed, "\(url.path): there is nothing in the times to export")
      }
      let file = try OutputFile(url)
      let folder = temporaryFolder.appending(path: "strata-export-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let sound = SoundMix(asset, range, mix)
      var words: [String]
      var inputs = sound?.paths ?? []
      switch preset.pictures {
      case .copied:
        guard let source = asset.file, composition == nil, mix == nil else {
          throw AVError(.operationNotSupportedForPreset, "\(preset.name) copies files only, as they are")
        }
        inputs = [source.url.path]
        words = Self.cut(source.url.path, range) + ["-map", "0:v?", "-map", "0:a?", "-c", "copy"]
      case .absent:
        guard let sound else { throw AVError(.contentIsUnavailable, "the asset has no sound") }
        words = sound.inputs + sound.filters(firstInput: 0) + ["-c:a", "aac"]
      case .h264(let quality, let size):
        let film = folder.appending(path: "film.mp4")
        try writePictures(film, .mp4, quality: quality, within: size, progress)
        words = ["-i", film.path] + (sound?.inputs ?? []) + ["-map", "0:v", "-c:v", "copy"]
        if let sound { words += sound.filters(firstInput: 1) + ["-c:a", "aac"] }
      case .proRes:
        let film = folder.appending(path: "film.mov")
        try writePictures(film, .mov, quality: 0.9, within: nil, progress)
        words = ["-i", film.path] + (sound?.inputs ?? []) + ["-map", "0:v", "-c:v", "copy"]
        if let sound { words += sound.filters(firstInput: 1) + ["-c:a", "pcm_s16le"] }
      }
      if isFast { words += ["-movflags", "+faststart"] }
      try FilmTool.run(words + ["-f", container, file.temporary.path], inputs: inputs, cancellation)
      try file.synchronize()
      if cancellation.isCancelled { throw ExportError.cancelled }
      try file.finish()
    }

    /// The input of a file's times.
    private static func cut(_ path: String, _ range: CMTimeRange) -> [String] {
      let start = range.start > .zero ? ["-ss", range.start.seconds.inSeconds] : []
      return start + ["-t", range.duration.seconds.inSeconds, "-i", "file:\(path)"]
    }

    // MARK: Pictures

    private func writePictures(
      _ url: URL,
      _ format: ExportFormat,
      quality: Double,
      within limit: (width: Int, height: Int)?,
      _ progress: (Float) -> Void
    ) throws {
      let pictures = try open()
      let whole = pictures.presentationSize
      let scale =
        limit.map { limit -> CGFloat in
          // A limit is one of wide pictures; tall ones are limited the other way.
          let (long, short) = (
            CGFloat(max(limit.width, limit.height)), CGFloat(min(limit.width, limit.height))
          )
          return min(long / max(whole.width, whole.height), short / min(whole.width, whole.height), 1)
        } ?? 1
      let (width, height) = ((whole.width * scale).rounded(), (whole.height * scale).rounded())
      guard width >= 1, height >= 1, let wide = Int(exactly: width), let high = Int(exactly: height) else {
        throw AVError(.contentIsUnavailable, "the asset has no pictures")
      }
      let size = (width: wide, height: high)
      let frame = try frameDuration()
      let settings = ExportSettings(
        format: format,
        duration: range.duration.seconds,
        framesPerSecond: Double(frame.timescale) / Double(frame.value),
        quality: quality
      )
      let post = try postProcessing(whole)
      let failure = Locked<AVError?>(nil)
      let film = try FrameFilm(settings, width: size.width, height: size.height) {
        (index, bytes) throws(ExportError) in
        let time = CMTimeAdd(
          range.start,
          CMTime(value: frame.value * Int64(index), timescale: frame.timescale)
        )
        do throws(AVError) {
          let picture = try pictures.number(at: time).map { (number) throws(AVError) in
            try pictures.makePicture(number)
          }
          try draw(picture ?? nil, at: time, size, post, into: bytes)
        } catch {
          failure.withLock { $0 = error }
          throw .cannotRender(reason: error.description)
        }
      }
      do throws(ExportError) {
        try film.write(to: url, cancellation: cancellation) { state in
          progress(Float(state.finishedFrames) / Float(max(state.totalFrames, 1)) * 0.98)
        }
      } catch {
        // What kept a picture from being drawn says more than that it was not.
        throw failure.withLock { $0 ?? AVError(error) }
      }
    }

    private func open() throws(AVError) -> any TimedPictures {
      guard let composition else { return try asset.makePictures() }
      var track: LayerTrack?
      if case .track(let layer, let number) = composition.animationTool?.form {
        track = LayerTrack(layer, number, size: composition.renderSize)
      }
      return try ComposedPictures(asset, composition, layers: track, cancellation: cancellation)
    }

    private func frameDuration() throws(AVError) -> CMTime {
      if let composition { return composition.frameDuration }
      let frame = asset.tracks(withMediaType: .video).first?.minFrameDuration ?? .invalid
      return frame.isNumeric && frame > .zero ? frame : CMTime(value: 1, timescale: 30)
    }

    private func postProcessing(_ size: CGSize) throws(AVError) -> PostProcessing? {
      guard case .postProcessing(let layers, let root) = composition?.animationTool?.form else { return nil }
      return PostProcessing(layers, in: root, size: size)
    }

    private func draw(
      _ picture: CGImage?,
      at time: CMTime,
      _ size: (width: Int, height: Int),
      _ post: PostProcessing?,
      into bytes: UnsafeMutableRawBufferPointer
    ) throws(AVError) {
      let isWhole = picture.map { $0.width == size.width && $0.height == size.height } ?? false
      let isPostProcessed = composition?.instruction(at: time)?.enablePostProcessing ?? true
      if let post, let picture, isPostProcessed {
        if isWhole { return try post.draw(picture, at: time, into: bytes) }
        let whole = UnsafeMutableRawBufferPointer.allocate(
          byteCount: picture.width * picture.height * 4,
          alignment: 64
        )
        defer { whole.deallocate() }
        try post.draw(picture, at: time, into: whole)
        return FittedPicture.copy(whole, width: picture.width, height: picture.height, to: size, into: bytes)
      }
      FittedPicture.copy(picture, to: size, into: bytes)
    }
  }
#endif
