#if Media
  import AVFoundation
  import CoreGraphics
  import Foundation
  import StrataRaster
  import StrataRenderServer
  import StrataTesting
  import Testing

  /// Transforms and sizes of compositions, and their last pictures.
  @Suite(.serialized) struct CompositionPictureTests {
    private let folder: TemporaryFolder
    private let film: AVURLAsset
    private let quarter = CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 48, ty: 0)

    init() throws {
      folder = try TemporaryFolder()
      film = AVURLAsset(url: try NumberedAsset.make("film.mp4", in: folder, count: 20, sound: "sine=f=440"))
    }

    private func range(_ first: Int, _ count: Int) -> CMTimeRange {
      CMTimeRange(start: .frame(first, plus: 0), duration: .frame(count, plus: 0))
    }

    private func composition(of asset: AVAsset) throws -> (AVMutableComposition, AVMutableCompositionTrack) {
      let composition = AVMutableComposition()
      let track = try #require(composition.addMutableTrack(withMediaType: .video, preferredTrackID: 0))
      let source = try #require(asset.tracks(withMediaType: .video).first)
      try track.insertTimeRange(range(0, 10), of: source, at: .zero)
      return (composition, track)
    }

    private func image(_ asset: AVAsset, _ frame: Int, isUpright: Bool = true) throws -> CGImage {
      let generator = AVAssetImageGenerator(asset: asset)
      generator.requestedTimeToleranceBefore = .zero
      generator.requestedTimeToleranceAfter = .zero
      generator.appliesPreferredTrackTransform = isUpright
      return try generator.copyCGImage(at: .frame(frame), actualTime: nil)
    }

    private func isBright(_ image: CGImage, _ x: Int, _ y: Int) -> Bool {
      UnsafeRawPointer(image.pixels.row(y) + x * 4).load(as: UInt8.self) > 128
    }

    /// Expects that an image shows another one turned clockwise by a quarter, in the middles of its blocks.
    private func expectTurned(_ turned: CGImage, of image: CGImage) {
      #expect(turned.width == 48 && turned.height == 64)
      guard turned.width == 48, turned.height == 64 else { return }
      for block in 0..<16 {
        let (x, y) = (block % 4 * 16 + 8, block / 4 * 12 + 6)
        #expect(isBright(turned, 47 - y, x) == isBright(image, x, y), "block \(block)")
      }
    }

    @Test func aTransformTurnsAComposition() async throws {
      let (composition, track) = try composition(of: film)
      let plain = try image(film, 7)
      track.preferredTransform = quarter
      expectTurned(try image(composition, 7), of: plain)
      #expect(NumberedAsset.number(in: try image(composition, 7, isUpright: false)) == 7)
      #expect(composition.naturalSize == CGSize(width: 64, height: 48))
      // The place does not matter.
      track.preferredTransform = CGAffineTransform(rotationAngle: .pi / 2)
      expectTurned(try image(composition, 7), of: plain)
      let url = folder.url.appending(path: "turned.mp4")
      let session = try #require(
        AVAssetExportSession(asset: composition, presetName: AVAssetExportPresetHighestQuality)
      )
      try await session.export(to: url, as: .mp4)
      expectTurned(try image(AVURLAsset(url: url), 7), of: plain)
    }

    @Test func aTurnedFilmLiesInACompositionAsInItsFile() throws {
      let plain = try NumberedAsset.make("plain.mp4", in: folder, count: 20)
      let url = folder.url.appending(path: "turned.mp4")
      let words = ["-i", plain.path(), "-c", "copy", "-metadata:s:v:0", "rotate=90", url.path()]
      try run(["ffmpeg", "-v", "error", "-y"] + words)
      let turned = AVURLAsset(url: url)
      let source = try #require(turned.tracks(withMediaType: .video).first)
      try #require(source.preferredTransform != .identity)
      let (composition, track) = try composition(of: turned)
      #expect(track.preferredTransform == .identity)
      #expect(NumberedAsset.number(in: try image(composition, 7)) == 7)
      track.preferredTransform = source.preferredTransform
      #expect(try image(composition, 7).width == 48)
      #expect(NumberedAsset.number(in: try image(composition, 7, isUpright: false)) == 7)
      let whole = AVMutableComposition()
      try whole.insertTimeRange(range(0, 10), of: turned, at: .zero)
      #expect(try image(whole, 7).width == 48)
    }

    @Test func theLastPictureStaysAtTheEnd() throws {
      let (composition, _) = try composition(of: film)
      let loose = AVAssetImageGenerator(asset: composition)
      for time in [composition.duration, CMTime(value: 9, timescale: 1)] {
        #expect(NumberedAsset.number(in: try loose.copyCGImage(at: time, actualTime: nil)) == 9)
      }
      let item = AVPlayerItem(asset: film)
      item.videoComposition = AVVideoComposition(propertiesOf: film)
      for (item, last) in [(AVPlayerItem(asset: composition), 9), (item, 19)] {
        let player = AVPlayer(playerItem: item)
        let layer = AVPlayerLayer(player: player)
        layer.frame = CGRect(x: 0, y: 0, width: 64, height: 48)
        player.play()
        let renderer = OfflineRenderer(layer: layer, size: CGSize(width: 64, height: 48))
        #expect(NumberedAsset.number(in: try renderer.image(at: 0.1)) == 2)
        #expect(NumberedAsset.number(in: try renderer.image(at: 20)) == last)
      }
    }

    @Test func picturesOfOtherProportionsAreNotStretched() async throws {
      let wide = AVURLAsset(
        url: try NumberedAsset.make("wide.mp4", in: folder, count: 10, options: ["-vf", "scale=96:48"])
      )
      let (composition, track) = try composition(of: film)
      let source = try #require(wide.tracks(withMediaType: .video).first)
      try track.insertTimeRange(range(0, 10), of: source, at: .frame(10, plus: 0))
      #expect(composition.naturalSize == CGSize(width: 64, height: 48))
      composition.naturalSize = CGSize(width: 128, height: 96)
      #expect(composition.naturalSize == CGSize(width: 128, height: 96))
      composition.naturalSize = .zero
      #expect(composition.naturalSize == CGSize(width: 64, height: 48))
      let url = folder.url.appending(path: "sizes.mp4")
      let session = try #require(
        AVAssetExportSession(asset: composition, presetName: AVAssetExportPresetHighestQuality)
      )
      try await session.export(to: url, as: .mp4)
      let result = AVURLAsset(url: url)
      #expect(NumberedAsset.number(in: try image(result, 4)) == 4)
      let second = try image(result, 15)
      let place = CGRect(x: 0, y: 8, width: 64, height: 32)
      #expect(NumberedAsset.number(in: second, within: place) == 5)
      for x in stride(from: 2, to: 64, by: 6) {
        #expect(!isBright(second, x, 2))
        #expect(!isBright(second, x, 45))
      }
    }
  }
#endif
