#if Media
  import AVFoundation
  import Foundation
  import StrataTesting
  import Testing

  /// Samples that a reader gives.
  @Suite(.serialized) struct ReaderTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let pixels = kCVPixelBufferPixelFormatTypeKey as String
    private static var levels: [String: Any] { [AVFormatIDKey: kAudioFormatLinearPCM] }

    /// A film of numbered pictures and a tone.
    private func film(_ name: String = "film.mov", count: Int = 50, options: [String] = []) throws
      -> AVURLAsset
    {
      let url = try NumberedAsset.make(
        name,
        in: folder,
        count: count,
        options: ["-bf", "2"] + options,
        sound: "sine=f=480:r=48000"
      )
      return AVURLAsset(url: url)
    }

    /// A reader that reads one output.
    private func reader(
      _ asset: AVAsset,
      _ output: AVAssetReaderOutput,
      _ range: CMTimeRange? = nil
    ) throws -> AVAssetReader {
      let reader = try AVAssetReader(asset: asset)
      #expect(reader.canAdd(output))
      reader.add(output)
      if let range { reader.timeRange = range }
      try #require(reader.startReading(), "\(reader.error as Any)")
      return reader
    }

    private func samples(_ output: AVAssetReaderOutput) -> [CMSampleBuffer] {
      var samples: [CMSampleBuffer] = []
      while let sample = output.copyNextSampleBuffer() { samples.append(sample) }
      return samples
    }

    private func video(_ asset: AVAsset, _ format: OSType = kCVPixelFormatType_32BGRA) throws
      -> AVAssetReaderTrackOutput
    {
      let track = try #require(asset.tracks(withMediaType: .video).first)
      return AVAssetReaderTrackOutput(track: track, outputSettings: [Self.pixels: format])
    }

    /// The number that a sample shows.
    private func number(_ sample: CMSampleBuffer) -> Int? {
      NumberedAsset.number(in: sample.imageBuffer?.makeImage())
    }

    // MARK: Pictures

    @Test(
      .timeLimit(.minutes(1)),
      arguments: [kCVPixelFormatType_32BGRA, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange]
    )
    func allPicturesComeAtTheirTimes(format: OSType) throws {
      let asset = try film(options: ["-vf", "select='not(eq(mod(n,7),3))'", "-fps_mode", "vfr"])
      let output = try video(asset, format)
      let reader = try reader(asset, output)
      let samples = samples(output)
      let expected = (0..<50).filter { $0 % 7 != 3 }
      #expect(samples.map(number) == expected)
      #expect(
        samples.map(\.presentationTimeStamp) == expected.map { CMTime(value: Int64($0), timescale: 25) }
      )
      #expect(samples.prefix(3).map(\.duration.seconds) == [0.04, 0.04, 0.08])
      #expect(CVPixelBufferGetPixelFormatType(try #require(samples[0].imageBuffer)) == format)
      #expect(reader.status == .completed)
    }

    @Test(
      .timeLimit(.minutes(1)),
      arguments: [kCVPixelFormatType_32ARGB, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange]
    )
    func aRangeBeginsWithWhatItsStartShows(format: OSType) throws {
      let asset = try film()
      let output = try video(asset, format)
      let range = CMTimeRange(start: .frame(20), end: .frame(30, plus: 0))
      _ = try reader(asset, output, range)
      let samples = samples(output)
      #expect(samples.map(number) == Array(20..<30))
      #expect(samples[0].presentationTimeStamp == .frame(20))
      #expect(samples[1].presentationTimeStamp == .frame(21, plus: 0))
    }

    @Test(.timeLimit(.minutes(1))) func picturesLieAsInTheFile() throws {
      let asset = try film("plain.mov", count: 5)
      let turned = folder.url.appending(path: "turned.mov")
      let words = ["-c", "copy", "-metadata:s:v", "rotate=90", turned.path()]
      try run(["ffmpeg", "-v", "error", "-i", asset.url.path()] + words)
      let other = AVURLAsset(url: turned)
      #expect(try #require(other.tracks(withMediaType: .video).first).preferredTransform != .identity)
      let output = try video(other)
      _ = try reader(other, output)
      #expect(samples(output).map(number) == Array(0..<5))
    }

    @Test(.timeLimit(.minutes(1))) func tracksOfCompositionsAreRead() throws {
      let asset = try film()
      let composition = AVMutableComposition()
      let track = try #require(composition.addMutableTrack(withMediaType: .video, preferredTrackID: 1))
      let source = try #require(asset.tracks(withMediaType: .video).first)
      let (first, second) = (
        CMTimeRange(start: .frame(10, plus: 0), end: .frame(14, plus: 0)),
        CMTimeRange(start: .frame(30, plus: 0), end: .frame(33, plus: 0))
      )
      try track.insertTimeRange(first, of: source, at: .zero)
      try track.insertTimeRange(second, of: source, at: .frame(6, plus: 0))
      let output = AVAssetReaderTrackOutput(
        track: track,
        outputSettings: [Self.pixels: kCVPixelFormatType_32BGRA]
      )
      _ = try reader(composition, output)
      let samples = samples(output)
      #expect(samples.map(number) == [10, 11, 12, 13, 30, 31, 32])
      #expect(samples.map(\.presentationTimeStamp) == [0, 1, 2, 3, 6, 7, 8].map { .frame($0, plus: 0) })
      #expect(samples.allSatisfy { $0.duration == CMTime(value: 1, timescale: 25) })
    }

    @Test(.timeLimit(.minutes(1))) func videoCompositionsAreRead() throws {
      let asset = try film()
      let composition = AVMutableVideoComposition(propertiesOf: asset)
      composition.frameDuration = CMTime(value: 1, timescale: 10)
      let output = AVAssetReaderVideoCompositionOutput(
        videoTracks: asset.tracks(withMediaType: .video),
        videoSettings: [
          Self.pixels: kCVPixelFormatType_32RGBA, kCVPixelBufferWidthKey as String: 128,
          kCVPixelBufferHeightKey as String: 96,
        ]
      )
      output.videoComposition = composition
      let reader = try reader(asset, output)
      let samples = samples(output)
      #expect(samples.map(number) == (0..<20).map { $0 * 5 / 2 })
      #expect(samples.map(\.presentationTimeStamp.seconds) == (0..<20).map { Double($0) / 10 })
      #expect(CVPixelBufferGetWidth(try #require(samples[0].imageBuffer)) == 128)
      #expect(reader.status == .completed)
    }

    // MARK: Sound

    /// The levels of samples of sound.
    private func levels<Level>(_ samples: [CMSampleBuffer], of type: Level.Type) -> [Level] {
      samples.flatMap { sample in
        sample.dataBuffer?.withUnsafeBytes { Array($0.bindMemory(to: type)) } ?? []
      }
    }

    @Test(.timeLimit(.minutes(1))) func levelsAreThoseOfTheFile() throws {
      let asset = try film("pcm.mov", options: ["-c:a", "pcm_s16le"])
      let track = try #require(asset.tracks(withMediaType: .audio).first)
      let output = AVAssetReaderTrackOutput(track: track, outputSettings: Self.levels)
      let reader = try reader(asset, output)
      let samples = samples(output)
      let words = ["-map", "0:a", "-f", "s16le", "pipe:1"]
      let expected = try run(["ffmpeg", "-v", "error", "-i", asset.url.path()] + words)
      #expect(Data(samples.flatMap { $0.dataBuffer?.dataBytes() ?? Data() }) == expected)
      let layout = try #require(samples[0].formatDescription?.audioStreamBasicDescription)
      #expect(layout.mSampleRate == 48_000 && layout.mChannelsPerFrame == 1)
      // Each sample begins where the one before it ends.
      let ends = samples.map { CMTimeAdd($0.presentationTimeStamp, $0.duration) }
      #expect(Array(samples.dropFirst().map(\.presentationTimeStamp)) == Array(ends.dropLast()))
      #expect(ends.last?.seconds == 2)
      #expect(reader.status == .completed)
    }

    @Test(.timeLimit(.minutes(1))) func channelsMayLieByThemselves() throws {
      let asset = try film("pcm.mov", options: ["-c:a", "pcm_s16le"])
      let track = try #require(asset.tracks(withMediaType: .audio).first)
      let settings: [String: Any] = [
        AVFormatIDKey: kAudioFormatLinearPCM, AVNumberOfChannelsKey: 2, AVLinearPCMIsFloatKey: true,
        AVLinearPCMBitDepthKey: 32, AVLinearPCMIsNonInterleaved: true, AVSampleRateKey: 48_000,
      ]
      let output = AVAssetReaderTrackOutput(track: track, outputSettings: settings)
      _ = try reader(asset, output, CMTimeRange(start: .frame(25, plus: 0), duration: .frame(5, plus: 0)))
      let samples = samples(output)
      let first = try #require(samples.first)
      #expect(first.presentationTimeStamp.seconds == 1)
      #expect(samples.reduce(0) { $0 + $1.numSamples } == 9600)
      let values = levels([first], of: Float.self)
      let half = values.count / 2
      #expect(values[..<half] == values[half...])
      #expect(try #require(values.max()) > 0.05)
    }

    @Test(.timeLimit(.minutes(1))) func aMixHasItsVolumes() throws {
      let asset = try film("pcm.mov", options: ["-c:a", "pcm_s16le"])
      let tracks = asset.tracks(withMediaType: .audio)
      let parameters = AVMutableAudioMixInputParameters(track: tracks.first)
      parameters.setVolume(0.5, at: .zero)
      let mix = AVMutableAudioMix()
      mix.inputParameters = [parameters]
      func peak(_ mix: AVAudioMix?) throws -> Float {
        let output = AVAssetReaderAudioMixOutput(audioTracks: tracks, audioSettings: nil)
        output.audioMix = mix
        _ = try reader(asset, output)
        return try #require(levels(samples(output), of: Float.self).max())
      }
      let ratio = try peak(mix) / peak(nil)
      #expect(abs(ratio - 0.5) < 0.01)
    }

    /// A third of a second is no whole number of milliseconds.
    @Test(.timeLimit(.minutes(1))) func soundOfACompositionBeginsAtItsFrame() throws {
      let asset = try film("pcm.mov", options: ["-c:a", "pcm_s16le"])
      let composition = AVMutableComposition()
      let track = try #require(composition.addMutableTrack(withMediaType: .audio, preferredTrackID: 1))
      let source = try #require(asset.tracks(withMediaType: .audio).first)
      let range = CMTimeRange(start: .zero, duration: .frame(25, plus: 0))
      try track.insertTimeRange(range, of: source, at: CMTime(value: 1, timescale: 3))
      let settings = Self.levels.merging([AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 1]) { $1 }
      let output = AVAssetReaderTrackOutput(track: track, outputSettings: settings)
      _ = try reader(composition, output)
      let levels = levels(samples(output), of: Int16.self)
      // The first level of a sine is zero.
      #expect(levels.firstIndex { $0 != 0 } == 16_001)
    }

    // MARK: Law

    /// What a reader gives and a writer writes with a codec that loses nothing is the same pictures at the same times.
    @Test(.timeLimit(.minutes(1))) func aCopyWithoutLossIsTheSame() async throws {
      let asset = try film(options: [
        "-vf", "select='not(eq(mod(n,5),2))'", "-fps_mode", "vfr", "-c:a", "pcm_s16le",
      ])
      let copy = try WrittenFilm("copy.mov")
      let video = try video(asset, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange)
      let track = try #require(asset.tracks(withMediaType: .audio).first)
      let audio = AVAssetReaderTrackOutput(track: track, outputSettings: Self.levels)
      let reader = try AVAssetReader(asset: asset)
      reader.add(video)
      reader.add(audio)
      let best = [AVVideoCompressionPropertiesKey: [AVVideoQualityKey: 1.0]]
      let inputs = [
        (video as AVAssetReaderOutput, copy.pictures(.h264, best).assetWriterInput), (audio, copy.sound(nil)),
      ]
      #expect(reader.startReading())
      try copy.start()
      for (output, input) in inputs {
        while let sample = output.copyNextSampleBuffer() {
          while !input.isReadyForMoreMediaData { try await Task.sleep(for: .milliseconds(1)) }
          #expect(input.append(sample))
        }
      }
      try await copy.finish()
      func frames(_ url: URL) throws -> [Substring] {
        let words = [
          "-map", "0", "-f", "framemd5", "-fps_mode", "passthrough", "-enc_time_base:v", "1:90000", "-",
        ]
        let text = String(
          decoding: try run(["ffmpeg", "-v", "error", "-i", url.path()] + words),
          as: UTF8.self
        )
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }
      }
      let (source, result) = (try frames(asset.url), try frames(copy.url))
      #expect(zip(source, result).count { $0 != $1 } == 0)
      #expect(source.count == result.count)
    }

    // MARK: Failures

    @Test(.timeLimit(.minutes(1))) func aReaderThatIsCancelledGivesNothing() throws {
      let asset = try film()
      let output = try video(asset)
      let reader = try reader(asset, output)
      #expect(output.copyNextSampleBuffer() != nil)
      reader.cancelReading()
      #expect(output.copyNextSampleBuffer() == nil)
      #expect(reader.status == .cancelled)
      #expect(reader.error == nil)
    }

    @Test(.timeLimit(.minutes(1))) func aFilmThatIsDamagedFails() throws {
      let whole = try film("whole.mp4", options: ["-x264-params", "keyint=250"])
      var bytes = try Data(contentsOf: whole.url)
      let start = try #require(bytes.range(of: Data("mdat".utf8))).upperBound + 100
      let table = try #require(bytes.range(of: Data("moov".utf8))).lowerBound - 4
      bytes.replaceSubrange(start..<table, with: Data(count: table - start))
      let damaged = folder.url.appending(path: "damaged.mp4")
      try bytes.write(to: damaged)
      let asset = AVURLAsset(url: damaged)
      let output = try video(asset)
      let reader = try reader(asset, output)
      #expect(samples(output).count < 50)
      #expect(reader.status == .failed)
      #expect((reader.error as? AVError)?.code == .decodeFailed)
    }

    @Test(.timeLimit(.minutes(1))) func soundThatIsCutOffFails() throws {
      let whole = try film("whole.mp4", count: 100, options: ["-movflags", "+faststart"])
      let bytes = try Data(contentsOf: whole.url)
      let cut = folder.url.appending(path: "cut.mp4")
      try bytes.prefix(bytes.count / 2).write(to: cut)
      let asset = AVURLAsset(url: cut)
      let track = try #require(asset.tracks(withMediaType: .audio).first)
      let output = AVAssetReaderTrackOutput(track: track, outputSettings: Self.levels)
      let reader = try reader(asset, output)
      _ = samples(output)
      #expect(reader.status == .failed)
      let error = try #require(reader.error as? AVError)
      #expect(error.code == .decodeFailed)
      #expect(error.localizedDescription.contains("ends early"))
    }

    /// One picture of a film that does not say how long it lasts, but for its length.
    @Test(.timeLimit(.minutes(1))) func theLastPictureLastsToTheEnd() async throws {
      let written = try WrittenFilm()
      let adaptor = written.pictures()
      try written.start()
      try await written.append([.zero], to: adaptor)
      written.writer.endSession(atSourceTime: CMTime(value: 5, timescale: 1))
      try await written.finish()
      let asset = AVURLAsset(url: written.url)
      let output = try video(asset)
      _ = try reader(asset, output)
      let samples = samples(output)
      #expect(samples.map(number) == [0])
      #expect(samples.map(\.duration.seconds) == [5])
    }

    @Test func whatIsNotThereIsAnError() throws {
      let missing = AVURLAsset(url: folder.url.appending(path: "none.mp4"))
      #expect(throws: AVError.self) { try AVAssetReader(asset: missing) }
      let asset = try film(count: 2)
      let reader = try AVAssetReader(asset: asset)
      let track = try #require(asset.tracks(withMediaType: .video).first)
      #expect(!reader.canAdd(AVAssetReaderTrackOutput(track: track, outputSettings: nil)))
      let other = try film("other.mov", count: 2)
      #expect(!reader.canAdd(try video(other)))
      #expect(!reader.startReading())
      #expect(reader.status == .failed)
    }
  }
#endif
