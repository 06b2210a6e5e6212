#if Media
  import AVFoundation
  import CoreGraphics
  import Foundation
  import StrataRaster
  import StrataRenderServer
  import StrataTesting
  import Testing

  /// Compositions, images of them and exports, frame by frame.
  @Suite(.serialized) struct CompositionTests {
    private let folder: TemporaryFolder
    private let first: AVURLAsset
    private let second: AVURLAsset

    init() throws {
      folder = try TemporaryFolder()
      first = AVURLAsset(url: try NumberedAsset.make("first.mp4", in: folder, count: 50, sound: "sine=f=440"))
      second = AVURLAsset(url: try NumberedAsset.make("second.mp4", in: folder, count: 50, first: 1000))
    }

    private func range(_ first: Int, _ count: Int) -> CMTimeRange {
      CMTimeRange(start: .frame(first, plus: 0), duration: .frame(count, plus: 0))
    }

    private func generator(_ asset: AVAsset) -> AVAssetImageGenerator {
      let generator = AVAssetImageGenerator(asset: asset)
      generator.requestedTimeToleranceBefore = .zero
      generator.requestedTimeToleranceAfter = .zero
      return generator
    }

    private func number(_ generator: AVAssetImageGenerator, _ frame: Int) throws -> Int? {
      NumberedAsset.number(in: try generator.copyCGImage(at: .frame(frame), actualTime: nil))
    }

    private func composition() throws -> (AVMutableComposition, AVMutableCompositionTrack) {
      let composition = AVMutableComposition()
      let track = try #require(composition.addMutableTrack(withMediaType: .video, preferredTrackID: 0))
      return (composition, track)
    }

    @Test func tracksAreWhatTheFileHolds() async throws {
      let tracks = try await first.load(.tracks)
      #expect(Set(tracks.map(\.mediaType)) == [.video, .audio])
      let video = try #require(try await first.loadTracks(withMediaType: .video).first)
      #expect(video.naturalSize == CGSize(width: 64, height: 48))
      #expect(video.nominalFrameRate == 25 && video.minFrameDuration == CMTime(value: 1, timescale: 25))
      #expect(video.timeRange.duration == CMTime(value: 2, timescale: 1))
      #expect(abs(first.duration.seconds - 2) < 0.05)
    }

    @Test func imagesAreExactOrOfAKeyframeNearby() async throws {
      let exact = generator(first)
      for frame in [0, 13, 12, 49, 20] { #expect(try number(exact, frame) == frame) }
      var actual = CMTime.invalid
      _ = try exact.copyCGImage(at: .frame(33), actualTime: &actual)
      #expect(actual == .frame(33, plus: 0))
      let loose = AVAssetImageGenerator(asset: first)
      let (image, time) = try await loose.image(at: .frame(33))
      #expect(NumberedAsset.number(in: image) == 30 && time == .frame(30, plus: 0))
      loose.maximumSize = CGSize(width: 32, height: 0)
      #expect(try loose.copyCGImage(at: .zero, actualTime: nil).height == 24)
      #expect(throws: AVError.self) { try exact.copyCGImage(at: .frame(-3), actualTime: nil) }
    }

    @Test func aTrackOfSegmentsHasTheSizeOfItsFirstFile() throws {
      let (composition, track) = try composition()
      let id = try #require(first.tracks(withMediaType: .video).first).trackID
      let segments = (0..<3).map { index in
        AVCompositionTrackSegment(
          url: first.url,
          trackID: id,
          sourceTimeRange: range(40 - index * 10, 5),
          targetTimeRange: range(10 + index * 5, 5)
        )
      }
      try track.setSegments([AVCompositionTrackSegment(timeRange: range(0, 10))] + segments)
      #expect(track.naturalSize == CGSize(width: 64, height: 48))
      #expect(track.nominalFrameRate == 25 && track.minFrameDuration == CMTime(value: 1, timescale: 25))
      #expect(AVVideoComposition(propertiesOf: composition).renderSize == track.naturalSize)
      let images = generator(composition)
      for (frame, shown) in [(12, 42), (16, 31), (24, 24)] { #expect(try number(images, frame) == shown) }
    }

    @Test func turnedFilmsAreTurnedOnRequest() throws {
      let plain = try NumberedAsset.make("plain.mp4", in: folder, count: 10)
      let turned = folder.url.appending(path: "turned.mp4")
      let tag = ["-i", plain.path(), "-c", "copy", "-metadata:s:v:0", "rotate=90", turned.path()]
      try run(["ffmpeg", "-v", "error", "-y"] + tag)
      let asset = AVURLAsset(url: turned)
      let track = try #require(asset.tracks(withMediaType: .video).first)
      try #require(track.preferredTransform != .identity)
      let generator = generator(asset)
      #expect(try number(generator, 7) == 7)
      generator.appliesPreferredTrackTransform = true
      let upright = try generator.copyCGImage(at: .frame(7), actualTime: nil)
      #expect(upright.width == 48 && upright.height == 64)
      let shown = AVAssetImageGenerator(asset: asset)
      shown.videoComposition = AVVideoComposition(propertiesOf: asset)
      let composed = try shown.copyCGImage(at: .frame(7), actualTime: nil)
      #expect(composed.width == 48 && composed.height == 64)
      for (x, y) in [(5, 5), (20, 30), (40, 60), (44, 20)] {
        func level(_ image: CGImage) -> UInt8 {
          UnsafeRawPointer(image.pixels.row(y) + x * 4).load(as: UInt8.self)
        }
        #expect(abs(Int(level(composed)) - Int(level(upright))) <= 2)
      }
    }

    @Test func partsFollowOneAnother() throws {
      let (composition, track) = try composition()
      let sources = try [first, second].map { try #require($0.tracks(withMediaType: .video).first) }
      try track.insertTimeRange(range(10, 20), of: sources[0], at: .zero)
      try track.insertTimeRange(range(5, 10), of: sources[1], at: .frame(8, plus: 0))
      // 10…17, then 1005…1014, then 18…29.
      var expected = Array(10..<18) + Array(1005..<1015) + Array(18..<30)
      func check(_ list: [Int]) throws {
        #expect(composition.duration == .frame(list.count, plus: 0))
        let images = generator(composition)
        for (place, shown) in list.enumerated() {
          #expect(try number(images, place) == shown, "frame \(place)")
        }
      }
      try check(expected)
      track.removeTimeRange(range(4, 7))
      expected.removeSubrange(4..<11)
      try check(expected)
      track.scaleTimeRange(range(2, 4), toDuration: .frame(8, plus: 0))
      expected.replaceSubrange(2..<6, with: expected[2..<6].flatMap { [$0, $0] })
      try check(expected)
      #expect(
        track.segments.reduce(CMTime.zero) { CMTimeAdd($0, $1.timeMapping.target.duration) }
          == composition.duration
      )
      #expect(throws: AVError.self) { try track.insertTimeRange(.invalid, of: sources[0], at: .zero) }
      let late = AVCompositionTrackSegment(timeRange: range(5, 5))
      #expect(throws: AVError.self) { try track.validateSegments([late]) }
    }

    @Test func aPlayerShowsAComposition() throws {
      let (composition, track) = try composition()
      let source = try #require(second.tracks(withMediaType: .video).first)
      track.insertEmptyTimeRange(range(0, 5))
      try track.insertTimeRange(range(20, 10), of: source, at: .frame(5, plus: 0))
      let player = AVPlayer(playerItem: AVPlayerItem(asset: composition))
      let layer = AVPlayerLayer(player: player)
      layer.frame = CGRect(x: 0, y: 0, width: 64, height: 48)
      player.play()
      let renderer = OfflineRenderer(layer: layer, size: CGSize(width: 64, height: 48))
      let empty = try renderer.image(at: 0.1).pixels
      #expect(UnsafeRawPointer(empty.row(20) + 80).load(as: UInt32.self) == 0)
      for frame in [5, 14, 9] {
        #expect(NumberedAsset.number(in: try renderer.image(at: (Double(frame) + 0.5) / 25)) == 1015 + frame)
      }
    }

    @Test func rampsMixTwoTracks() throws {
      let (composition, lower) = try composition()
      let upper = try #require(composition.addMutableTrack(withMediaType: .video, preferredTrackID: 7))
      try lower.insertTimeRange(
        range(0, 20),
        of: try #require(first.tracks(withMediaType: .video).first),
        at: .zero
      )
      try upper.insertTimeRange(
        range(0, 20),
        of: try #require(second.tracks(withMediaType: .video).first),
        at: .zero
      )
      let instruction = AVMutableVideoCompositionInstruction()
      instruction.timeRange = range(0, 20)
      let top = AVMutableVideoCompositionLayerInstruction(assetTrack: upper)
      top.setOpacityRamp(fromStartOpacity: 1, toEndOpacity: 0, timeRange: range(0, 20))
      top.setCropRectangle(CGRect(x: 0, y: 0, width: 32, height: 48), at: .zero)
      let bottom = AVMutableVideoCompositionLayerInstruction(assetTrack: lower)
      bottom.setTransform(CGAffineTransform(translationX: 64, y: 0), at: .frame(10, plus: 0))
      instruction.layerInstructions = [top, bottom]
      let video = AVMutableVideoComposition()
      video.renderSize = CGSize(width: 128, height: 48)
      video.frameDuration = CMTime(value: 1, timescale: 25)
      video.instructions = [instruction]
      #expect(video.isValid(for: composition, timeRange: range(0, 20)))
      let images = generator(composition)
      images.videoComposition = video
      let (plainFirst, plainSecond) = (generator(first), generator(second))
      func level(_ image: CGImage, _ x: Int, _ y: Int) -> Double {
        Double(UnsafeRawPointer(image.pixels.row(y) + x * 4).load(as: UInt8.self))
      }
      for frame in [0, 5, 12, 19] {
        let image = try images.copyCGImage(at: .frame(frame), actualTime: nil)
        let a = try plainFirst.copyCGImage(at: .frame(frame), actualTime: nil)
        let b = try plainSecond.copyCGImage(at: .frame(frame), actualTime: nil)
        let opacity = 1 - Double(frame) / 20
        let shift = frame < 10 ? 0 : 64
        for (x, y) in [(4, 6), (20, 30), (28, 44)] {
          let below = shift == 0 ? level(a, x, y) : 0
          #expect(abs(level(image, x, y) - (below + (level(b, x, y) - below) * opacity)) <= 1.5)
        }
        #expect(abs(level(image, 40 + shift, 20) - level(a, 40, 20)) <= 1)
      }
      instruction.layerInstructions = [
        AVMutableVideoCompositionLayerInstruction(
          assetTrack: try #require(
            first.tracks(withMediaType: .audio).first
          )
        ), bottom,
      ]
      video.renderSize = .zero
      #expect(!video.isValid(for: composition, timeRange: range(0, 20)))
    }
  }
#endif
