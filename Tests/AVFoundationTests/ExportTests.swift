#if Media
  import AVFoundation
  import CoreGraphics
  import Foundation
  import StrataRaster
  import StrataRenderServer
  import StrataTesting
  import Testing

  /// Files that exports write.
  @Suite(.serialized) struct ExportTests {
    private let folder: TemporaryFolder
    private let film: AVURLAsset

    init() throws {
      folder = try TemporaryFolder()
      film = AVURLAsset(url: try NumberedAsset.make("film.mp4", in: folder, count: 40, sound: "sine=f=440"))
    }

    private func numbers(_ url: URL, _ count: Int, within rect: CGRect? = nil) throws -> [Int?] {
      let generator = AVAssetImageGenerator(asset: AVURLAsset(url: url))
      generator.requestedTimeToleranceBefore = .zero
      generator.requestedTimeToleranceAfter = .zero
      return try (0..<count).map {
        NumberedAsset.number(in: try generator.copyCGImage(at: .frame($0), actualTime: nil), within: rect)
      }
    }

    private func url(_ name: String) -> URL { folder.url.appending(path: name) }

    @Test func aTimeRangeIsWrittenFrameByFrame() async throws {
      let session = try #require(
        AVAssetExportSession(asset: film, presetName: AVAssetExportPresetHighestQuality)
      )
      session.timeRange = CMTimeRange(start: .frame(10, plus: 0), duration: .frame(20, plus: 0))
      try await session.export(to: url("part.mp4"), as: .mp4)
      #expect(session.status == .completed && session.progress == 1)
      #expect(try numbers(url("part.mp4"), 20) == Array(10..<30))
      let result = AVURLAsset(url: url("part.mp4"))
      #expect(result.tracks(withMediaType: .audio).count == 1)
      #expect(abs(result.duration.seconds - 0.8) < 0.05)
    }

    @Test func presetsWriteTheirContainers() async throws {
      let copy = try #require(AVAssetExportSession(asset: film, presetName: AVAssetExportPresetPassthrough))
      try await copy.export(to: url("copy.mov"), as: .mov)
      #expect(try numbers(url("copy.mov"), 40) == Array(0..<40))
      let sound = try #require(AVAssetExportSession(asset: film, presetName: AVAssetExportPresetAppleM4A))
      try await sound.export(to: url("sound.m4a"), as: .m4a)
      #expect(AVURLAsset(url: url("sound.m4a")).tracks.map(\.mediaType) == [.audio])
      #expect(AVAssetExportSession(asset: film, presetName: "no preset") == nil)
      let names = AVAssetExportSession.exportPresets(compatibleWith: film)
      #expect(
        names.contains(AVAssetExportPresetHighestQuality) && names.contains(AVAssetExportPresetAppleM4A)
      )
      await #expect(throws: AVError.self) { try await sound.export(to: self.url("x.mp4"), as: .mp4) }
    }

    @Test func layersAreDrawnAroundTheVideo() async throws {
      let (root, video, block) = (CALayer(), CALayer(), CALayer())
      root.frame = CGRect(x: 0, y: 0, width: 128, height: 64)
      video.frame = CGRect(x: 64, y: 16, width: 64, height: 48)
      root.addSublayer(video)
      block.frame = CGRect(x: 0, y: 0, width: 8, height: 8)
      block.backgroundColor = CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1)
      let move = CABasicAnimation(keyPath: "position.y")
      (move.fromValue, move.toValue, move.duration) = (CGFloat(4), CGFloat(44), 1)
      move.beginTime = AVCoreAnimationBeginTimeAtZero
      move.isRemovedOnCompletion = false
      move.fillMode = .both
      block.add(move, forKey: nil)
      root.addSublayer(block)
      let composition = AVMutableVideoComposition(propertiesOf: film)
      composition.renderSize = CGSize(width: 128, height: 64)
      composition.animationTool = AVVideoCompositionCoreAnimationTool(
        postProcessingAsVideoLayer: video,
        in: root
      )
      composition.instructions = AVVideoComposition(propertiesOf: film).instructions
      let session = try #require(
        AVAssetExportSession(asset: film, presetName: AVAssetExportPresetHighestQuality)
      )
      session.videoComposition = composition
      try await session.export(to: url("layers.mp4"), as: .mp4)
      let generator = AVAssetImageGenerator(asset: AVURLAsset(url: url("layers.mp4")))
      (generator.requestedTimeToleranceBefore, generator.requestedTimeToleranceAfter) = (.zero, .zero)
      for frame in [0, 6, 15, 31] {
        let image = try generator.copyCGImage(at: .frame(frame), actualTime: nil)
        // The composed picture is 128 × 64 with the film in its upper left quarter, put into 64 × 48 at the upper right.
        let place = CGRect(x: 64, y: 0, width: 32, height: 36)
        #expect(NumberedAsset.number(in: image, within: place) == frame)
        // The lower left corner is the origin.
        let centre = 64 - Int((4 + 40 * min(Double(frame) / 25, 1)).rounded())
        func level(_ y: Int) -> UInt8 { UnsafeRawPointer(image.pixels.row(y) + 4 * 4).load(as: UInt8.self) }
        #expect(level(centre) > 200)
        #expect(level((centre + 24) % 64) < 60)
      }
    }

    @Test func aLayerMayBeATrack() async throws {
      let layer = CALayer()
      layer.frame = CGRect(x: 0, y: 0, width: 64, height: 48)
      let mark = CALayer()
      mark.frame = CGRect(x: 0, y: 24, width: 32, height: 24)
      mark.backgroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
      layer.addSublayer(mark)
      let composition = AVMutableVideoComposition(propertiesOf: film)
      composition.animationTool = AVVideoCompositionCoreAnimationTool(additionalLayer: layer, asTrackID: 9)
      let instruction = AVMutableVideoCompositionInstruction()
      instruction.timeRange = CMTimeRange(start: .zero, duration: film.duration)
      let over = AVMutableVideoCompositionLayerInstruction()
      over.trackID = 9
      let video = AVMutableVideoCompositionLayerInstruction(
        assetTrack: try #require(film.tracks(withMediaType: .video).first)
      )
      instruction.layerInstructions = [over, video]
      composition.instructions = [instruction]
      let session = try #require(
        AVAssetExportSession(asset: film, presetName: AVAssetExportPresetHighestQuality)
      )
      session.videoComposition = composition
      try await session.export(to: url("track.mp4"), as: .mp4)
      let image = try AVAssetImageGenerator(asset: AVURLAsset(url: url("track.mp4"))).copyCGImage(
        at: .zero,
        actualTime: nil
      )
      let pixel = UnsafeRawPointer(image.pixels.row(8) + 8 * 4).assumingMemoryBound(to: UInt8.self)
      #expect(pixel[0] > 230)
      #expect(pixel[1] < 25 && pixel[2] < 25)
    }

    @Test func anExportThatCannotEndLeavesNoFile() async throws {
      let taken = url("taken.mp4")
      try Data("here".utf8).write(to: taken)
      let session = try #require(
        AVAssetExportSession(asset: film, presetName: AVAssetExportPresetMediumQuality)
      )
      await #expect(throws: AVError.self) { try await session.export(to: taken, as: .mp4) }
      #expect((session.error as? AVError)?.code == .fileAlreadyExists)
      #expect(try Data(contentsOf: taken) == Data("here".utf8))

      let cancelled = try #require(
        AVAssetExportSession(asset: film, presetName: AVAssetExportPresetHighestQuality)
      )
      cancelled.outputURL = url("cancelled.mp4")
      cancelled.cancelExport()
      await cancelled.export()
      #expect(cancelled.status == .cancelled && (cancelled.error as? AVError)?.code == .operationCancelled)

      let missing = AVURLAsset(url: url("missing.mp4"))
      let failing = try #require(
        AVAssetExportSession(asset: missing, presetName: AVAssetExportPresetHighestQuality)
      )
      await #expect(throws: AVError.self) { try await failing.export(to: self.url("never.mp4"), as: .mp4) }
      #expect((failing.error as? AVError)?.localizedDescription.contains(missing.url.path()) == true)

      let full = try #require(
        AVAssetExportSession(asset: film, presetName: AVAssetExportPresetHighestQuality)
      )
      await #expect(throws: AVError.self) {
        try await full.export(to: URL(filePath: "/proc/no-film.mp4"), as: .mp4)
      }
      let left = try FileManager.default.contentsOfDirectory(atPath: folder.url.path())
      let unwanted = left.filter { $0.hasPrefix(".") || ["cancelled.mp4", "never.mp4"].contains($0) }
      #expect(unwanted.isEmpty)
    }

    @Test func mixedSoundIsHeardAtItsTimes() async throws {
      let composition = AVMutableComposition()
      let audio = try #require(film.tracks(withMediaType: .audio).first)
      for delay in [0, 10] {
        let track = try #require(composition.addMutableTrack(withMediaType: .audio, preferredTrackID: 0))
        try track.insertTimeRange(
          CMTimeRange(start: .zero, duration: .frame(10, plus: 0)),
          of: audio,
          at: .frame(delay * 2, plus: 0)
        )
      }
      let session = try #require(
        AVAssetExportSession(asset: composition, presetName: AVAssetExportPresetAppleM4A)
      )
      try await session.export(to: url("mix.m4a"), as: .m4a)
      let words = ["-i", url("mix.m4a").path(), "-f", "s16le", "-ac", "1", "-ar", "8000", "pipe:1"]
      let samples = try run(["ffmpeg", "-v", "error"] + words).withUnsafeBytes {
        Array($0.bindMemory(to: Int16.self))
      }
      func level(_ from: Double, _ to: Double) -> Double {
        let part = samples[Int(from * 8000)..<min(Int(to * 8000), samples.count)]
        return (part.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(max(part.count, 1))).squareRoot()
      }
      // A tone, silence from 0.4 s, a tone from 0.8 s to 1.2 s.
      #expect(level(0.1, 0.35) > 1000)
      #expect(level(0.5, 0.7) < 100)
      #expect(level(0.9, 1.15) > 1000)
    }

    /// A constant level, whose volume rises, falls and jumps as the mix says; without loss.
    @Test func volumesRampFromSampleToSample() async throws {
      let sound = url("level.wav")
      try run([
        "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "aevalsrc=0.5:s=48000:d=2", "-c:a", "pcm_f32le",
        sound.path(),
      ])
      let (asset, picture) = (AVURLAsset(url: sound), try #require(film.tracks(withMediaType: .video).first))
      let composition = AVMutableComposition()
      let whole = CMTimeRange(start: .zero, duration: CMTime(value: 2, timescale: 1))
      let video = try #require(composition.addMutableTrack(withMediaType: .video, preferredTrackID: 0))
      try video.insertTimeRange(whole, of: picture, at: .zero)
      let track = try #require(composition.addMutableTrack(withMediaType: .audio, preferredTrackID: 0))
      try track.insertTimeRange(whole, of: try #require(asset.tracks.first), at: .zero)
      let volumes = AVMutableAudioMixInputParameters(track: track)
      func time(_ tenths: Int64) -> CMTime { CMTime(value: tenths, timescale: 10) }
      volumes.setVolumeRamp(
        fromStartVolume: 0,
        toEndVolume: 1,
        timeRange: CMTimeRange(start: time(2), duration: time(5))
      )
      volumes.setVolume(0.25, at: time(12))
      volumes.setVolumeRamp(
        fromStartVolume: 0.25,
        toEndVolume: 0,
        timeRange: CMTimeRange(start: time(15), duration: time(4))
      )
      let mix = AVMutableAudioMix()
      mix.inputParameters = [volumes]
      let session = try #require(
        AVAssetExportSession(asset: composition, presetName: AVAssetExportPresetAppleProRes4444LPCM)
      )
      session.audioMix = mix
      // What is changed later does not count; times before the first ramp have full volume.
      volumes.setVolume(1, at: time(12))
      session.timeRange = CMTimeRange(start: time(1), duration: time(19))
      try await session.export(to: url("mix.mov"), as: .mov)
      let words = ["-i", url("mix.mov").path(), "-f", "f32le", "-ac", "1", "-ar", "48000", "pipe:1"]
      let samples = try run(["ffmpeg", "-v", "error"] + words).withUnsafeBytes {
        Array($0.bindMemory(to: Float.self))
      }
      let expected: [(Double, Double)] = [
        (0.15, 1), (0.201, 0.002), (0.3, 0.2), (0.45, 0.5), (0.6999, 1), (1, 1), (1.19, 1), (1.6, 0.1875),
        (1.7, 0.125),
        (1.95, 0),
      ]
      for (seconds, volume) in expected {
        let sample = samples[Int(((seconds - 0.1) * 48000).rounded())]
        #expect(abs(Double(sample) - 0.5 * volume) < 0.001, "\(seconds): \(sample)")
      }
    }
  }
#endif
