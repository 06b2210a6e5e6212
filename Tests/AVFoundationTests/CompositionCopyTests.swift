#if Media
  import AVFoundation
  import CoreGraphics
  import Foundation
  import StrataTesting
  import Testing

  /// Copies of compositions, mixes and instructions, and times that are none.
  @Suite(.serialized) struct CompositionCopyTests {
    private let folder: TemporaryFolder
    private let film: AVURLAsset

    init() throws {
      folder = try TemporaryFolder()
      film = AVURLAsset(url: try NumberedAsset.make("film.mp4", in: folder, count: 20, sound: "sine=f=440"))
    }

    private func range(_ first: Int, _ count: Int) -> CMTimeRange {
      CMTimeRange(start: .frame(first, plus: 0), duration: .frame(count, plus: 0))
    }

    private func composition() throws -> (AVMutableComposition, AVMutableCompositionTrack) {
      let composition = AVMutableComposition()
      let track = try #require(composition.addMutableTrack(withMediaType: .video, preferredTrackID: 0))
      let source = try #require(film.tracks(withMediaType: .video).first)
      try track.insertTimeRange(range(0, 10), of: source, at: .zero)
      return (composition, track)
    }

    @Test func aCopyOfACompositionIsAnotherOne() throws {
      let (composition, track) = try composition()
      let changed = try #require(composition.mutableCopy() as? AVMutableComposition)
      let fixed = try #require(composition.copy() as? AVComposition)
      #expect(changed !== composition && fixed !== composition)
      #expect(!(fixed is AVMutableComposition) && !(fixed.tracks[0] is AVMutableCompositionTrack))
      #expect(fixed.mutableCopy() is AVMutableComposition)
      changed.removeTimeRange(range(0, 4))
      #expect(changed.duration == .frame(6, plus: 0))
      track.insertEmptyTimeRange(range(0, 5))
      #expect(composition.duration == .frame(15, plus: 0) && fixed.duration == .frame(10, plus: 0))
      #expect(film.copy() as? AVURLAsset === film)
    }

    @Test func copiesOfMixesAndInstructionsAreOthers() throws {
      let video = AVVideoComposition(propertiesOf: film)
      let changed = try #require(video.mutableCopy() as? AVMutableVideoComposition)
      changed.renderSize = CGSize(width: 10, height: 10)
      #expect(video.renderSize == CGSize(width: 64, height: 48))
      let mix = AVMutableAudioMix()
      let volumes = AVMutableAudioMixInputParameters()
      volumes.trackID = 3
      mix.inputParameters = [volumes]
      let other = try #require(mix.mutableCopy() as? AVMutableAudioMix)
      other.inputParameters = []
      #expect(mix.inputParameters.count == 1)
      #expect((volumes.mutableCopy() as? AVMutableAudioMixInputParameters)?.trackID == 3)
      let layer = AVMutableVideoCompositionLayerInstruction()
      layer.setOpacity(0.5, at: .zero)
      let still = try #require(layer.copy() as? AVVideoCompositionLayerInstruction)
      let second = try #require(layer.mutableCopy() as? AVMutableVideoCompositionLayerInstruction)
      second.trackID = 9
      layer.setOpacity(1, at: .zero)
      var opacity: Float = 0
      #expect(still.getOpacityRamp(for: .zero, startOpacity: &opacity, endOpacity: nil, timeRange: nil))
      #expect(opacity == 0.5 && layer.trackID != 9)
      let instruction = AVMutableVideoCompositionInstruction()
      instruction.layerInstructions = [layer]
      let copy = try #require(instruction.mutableCopy() as? AVMutableVideoCompositionInstruction)
      copy.layerInstructions = []
      #expect(instruction.layerInstructions.count == 1)
      #expect((instruction.copy() as? AVVideoCompositionInstruction)?.layerInstructions.count == 1)
    }

    @Test func timesThatAreNoneChangeNothing() throws {
      let (composition, track) = try composition()
      let length = composition.duration
      for object in [CMTimeRange.invalid, CMTimeRange(start: .indefinite, duration: .indefinite)] {
        composition.insertEmptyTimeRange(object)
        track.insertEmptyTimeRange(object)
        composition.removeTimeRange(object)
        composition.scaleTimeRange(object, toDuration: .frame(3))
      }
      for time in [CMTime.invalid, .indefinite, .positiveInfinity, CMTime(value: 1, timescale: 0)] {
        composition.scaleTimeRange(range(0, 5), toDuration: time)
        composition.insertEmptyTimeRange(CMTimeRange(start: .zero, duration: time))
      }
      #expect(composition.duration == length)
      let source = try #require(film.tracks(withMediaType: .video).first)
      let early = CMTimeRange(start: CMTime(value: -1, timescale: 1), duration: .frame(40, plus: 0))
      #expect(throws: AVError.self) { try track.insertTimeRange(early, of: source, at: .zero) }
      #expect(throws: AVError.self) { try composition.insertTimeRange(early, of: film, at: .zero) }
      #expect(composition.duration == length)
      let endless = AVCompositionTrackSegment(timeRange: CMTimeRange(start: .zero, duration: .indefinite))
      #expect(throws: AVError.self) { try track.validateSegments([endless]) }
    }

    @Test func aNumberThatIsTakenGivesAFreeOne() throws {
      let composition = AVMutableComposition()
      let first = try #require(composition.addMutableTrack(withMediaType: .video, preferredTrackID: 7))
      let second = try #require(composition.addMutableTrack(withMediaType: .audio, preferredTrackID: 7))
      #expect(first.trackID == 7)
      #expect(second.trackID != 7 && second.trackID != kCMPersistentTrackID_Invalid)
      composition.tracks(withMediaType: .video).first?.isEnabled = false
      composition.track(withTrackID: second.trackID)?.preferredVolume = 0.5
      #expect(!first.isEnabled && second.preferredVolume == 0.5)
    }

    @Test func partsOfACompositionGoIntoAnother() throws {
      let (inner, track) = try composition()
      track.insertEmptyTimeRange(range(4, 2))
      let (outer, target) = try composition()
      // 3, two empty frames, 4 and 5 of the inner one, then two of its end and nothing.
      try target.insertTimeRange(range(3, 5), of: track, at: .frame(5, plus: 0))
      try outer.insertTimeRange(range(10, 5), of: inner, at: .invalid)
      track.removeTimeRange(range(0, 20))
      let images = AVAssetImageGenerator(asset: outer)
      (images.requestedTimeToleranceBefore, images.requestedTimeToleranceAfter) = (.zero, .zero)
      let expected: [Int?] = [0, 1, 2, 3, 4, 3, nil, nil, 4, 5, 5, 6, 7, 8, 9, 8, 9, nil, nil, nil]
      #expect(outer.duration == .frame(expected.count, plus: 0))
      for (frame, number) in expected.enumerated() {
        let image = try? images.copyCGImage(at: .frame(frame), actualTime: nil)
        #expect(NumberedAsset.number(in: image) == number, "frame \(frame)")
      }
    }

    @Test func anAssetOfAFileIsAlwaysTheSameKind() throws {
      let asset = AVAsset(url: film.url)
      #expect((asset as? AVURLAsset)?.url == film.url)
      let (first, again) = (try #require(asset.tracks.first), try #require(asset.tracks.first))
      #expect(first === again && first == again)
      #expect(first.asset === asset)
    }

    @Test func fourPropertiesAreReadAtOnce() async throws {
      let (duration, tracks, plays, exports) = try await film.load(
        .duration,
        .tracks,
        .isPlayable,
        .isExportable
      )
      #expect(duration == film.duration && tracks.count == 2)
      #expect(plays && exports)
    }

    @Test func gapsAndTracksOfAnotherAssetAreFaults() throws {
      let (composition, track) = try composition()
      let layer = AVMutableVideoCompositionLayerInstruction(assetTrack: track)
      let parts = [range(0, 4), range(6, 4)].map { times in
        let instruction = AVMutableVideoCompositionInstruction()
        (instruction.timeRange, instruction.layerInstructions) = (times, [layer])
        return instruction
      }
      let video = AVMutableVideoComposition()
      video.renderSize = CGSize(width: 64, height: 48)
      video.instructions = parts
      let always = CMTimeRange(start: .zero, duration: .positiveInfinity)
      #expect(!video.isValid(for: composition, timeRange: always))
      #expect(video.isValid(for: composition, timeRange: range(0, 4)))
      #expect(video.isValid(for: composition, timeRange: range(7, 3)))
      let listener = FaultListener()
      layer.trackID = 77
      video.frameDuration = .invalid
      #expect(!video.isValid(for: composition, timeRange: always, validationDelegate: listener))
      #expect(listener.faults == ["frameDuration", "track 77", "gap \(Double(4) / 25)", "track 77"])
      listener.faults = []
      listener.looksOn = false
      #expect(!video.isValid(for: composition, timeRange: always, validationDelegate: listener))
      #expect(listener.faults == ["frameDuration"])
    }
  }

  /// Keeps what it hears of faults.
  private final class FaultListener: NSObject, AVVideoCompositionValidationHandling {
    var faults: [String] = []
    var looksOn = true

    func videoComposition(
      _ videoComposition: AVVideoComposition,
      shouldContinueValidatingAfterFindingInvalidValueForKey key: String
    ) -> Bool {
      faults.append(key)
      return looksOn
    }

    func videoComposition(
      _ videoComposition: AVVideoComposition,
      shouldContinueValidatingAfterFindingEmptyTimeRange timeRange: CMTimeRange
    ) -> Bool {
      faults.append("gap \(timeRange.start.seconds)")
      return looksOn
    }

    func videoComposition(
      _ videoComposition: AVVideoComposition,
      shouldContinueValidatingAfterFindingInvalidTrackIDIn videoCompositionInstruction:
        AVVideoCompositionInstruction,
      layerInstruction: AVVideoCompositionLayerInstruction,
      asset: AVAsset
    ) -> Bool {
      faults.append("track \(layerInstruction.trackID)")
      return looksOn
    }
  }
#endif
