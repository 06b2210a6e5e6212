#if Media
  import AVFoundation
  import CoreGraphics
  import CoreImage
  import Foundation
  import StrataRaster
  import StrataTesting
  import Synchronization
  import Testing

  /// Filters, scales and colours of video compositions, and what their animation tools leave behind.
  @Suite(.serialized) struct VideoCompositionTests {
    private let folder: TemporaryFolder
    private let film: AVURLAsset

    init() throws {
      folder = try TemporaryFolder()
      film = AVURLAsset(url: try NumberedAsset.make("film.mp4", in: folder, count: 20))
    }

    private func url(_ name: String) -> URL { folder.url.appending(path: name) }

    private func images(_ asset: AVAsset, _ frames: [Int], _ composition: AVVideoComposition? = nil) throws
      -> [CGImage]
    {
      let generator = AVAssetImageGenerator(asset: asset)
      (generator.requestedTimeToleranceBefore, generator.requestedTimeToleranceAfter) = (.zero, .zero)
      generator.videoComposition = composition
      return try frames.map { try generator.copyCGImage(at: .frame($0), actualTime: nil) }
    }

    private func image(_ asset: AVAsset, _ frame: Int, _ composition: AVVideoComposition? = nil) throws
      -> CGImage
    {
      try images(asset, [frame], composition)[0]
    }

    private func export(_ composition: AVVideoComposition, _ name: String) async throws -> AVURLAsset {
      let session = try #require(
        AVAssetExportSession(asset: film, presetName: AVAssetExportPresetHighestQuality)
      )
      session.videoComposition = composition
      try await session.export(to: url(name), as: .mp4)
      return AVURLAsset(url: url(name))
    }

    private func pixel(_ image: CGImage, _ x: Int, _ y: Int) -> [Int] {
      let place = UnsafeRawPointer(image.pixels.row(y) + x * 4).assumingMemoryBound(to: UInt8.self)
      return (0..<3).map { Int(place[$0]) }
    }

    // MARK: Filters

    @Test func picturesAreFilteredInImagesExportsAndPlayers() async throws {
      let shift = AVMutableVideoComposition(asset: film) { request in
        #expect(request.sourceImage.extent == CGRect(x: 0, y: 0, width: 64, height: 48))
        #expect(request.renderSize == CGSize(width: 128, height: 48))
        // The first half stays behind, as it was.
        let moved = request.sourceImage.transformed(by: CGAffineTransform(translationX: 64, y: 0))
        let result =
          request.compositionTime < .frame(10, plus: 0) ? moved : moved.applyingFilter("CIColorInvert")
        DispatchQueue.global().async { request.finish(with: result, context: nil) }
      }
      shift.renderSize = CGSize(width: 128, height: 48)
      let right = CGRect(x: 64, y: 0, width: 64, height: 48)
      #expect(NumberedAsset.number(in: try image(film, 7, shift), within: right) == 7)
      #expect(pixel(try image(film, 7, shift), 10, 10) == [0, 0, 0])
      let (plain, inverted) = (try image(film, 15), try image(film, 15, shift))
      for (x, y) in [(8, 6), (24, 6), (40, 30), (56, 42)] {
        #expect((pixel(plain, x, y)[0] > 128) != (pixel(inverted, 64 + x, y)[0] > 128))
      }
      let exported = try await export(shift, "shifted.mp4")
      for frame in [0, 9] {
        #expect(NumberedAsset.number(in: try image(exported, frame), within: right) == frame)
      }
      let item = AVPlayerItem(asset: film)
      item.videoComposition = shift
      let output = AVPlayerItemVideoOutput(pixelBufferAttributes: nil)
      item.add(output)
      let buffer = try #require(output.copyPixelBuffer(forItemTime: .frame(3), itemTimeForDisplay: nil))
      #expect(NumberedAsset.number(in: buffer.makeImage(), within: right) == 3)
    }

    @Test func aFilterThatFailsEndsTheExport() async throws {
      struct Refusal: LocalizedError { var errorDescription: String? { "no film today" } }
      let refusing = AVVideoComposition(asset: film) { $0.finish(with: Refusal()) }
      await #expect(throws: AVError(.unknown, "no film today")) { try await self.export(refusing, "a.mp4") }
      let forgetful = AVVideoComposition(asset: film) { _ in }
      await #expect(throws: AVError.self) { try await self.export(forgetful, "b.mp4") }
    }

    @Test func anExportIsCancelledWhileARequestIsKept() async throws {
      let kept = Mutex<[AVAsynchronousCIImageFilteringRequest]>([])
      let session = try #require(
        AVAssetExportSession(asset: film, presetName: AVAssetExportPresetHighestQuality)
      )
      session.videoComposition = AVVideoComposition(asset: film) { request in
        kept.withLock { $0.append(request) }
        DispatchQueue.global().asyncAfter(deadline: .now() + 0.1) { session.cancelExport() }
      }
      await #expect(throws: AVError.self) { try await session.export(to: url("kept.mp4"), as: .mp4) }
      #expect(session.status == .cancelled)
      #expect(kept.withLock { $0.count } == 1)
    }

    @Test func theFilterOfAnItemIsCalledForOnePictureAfterTheOther() {
      let calls = Mutex((now: 0, most: 0))
      let item = AVPlayerItem(asset: film)
      item.videoComposition = AVVideoComposition(asset: film) { request in
        calls.withLock { calls in
          calls.now += 1
          calls.most = max(calls.most, calls.now)
        }
        usleep(20_000)
        calls.withLock { $0.now -= 1 }
        request.finish(with: request.sourceImage, context: nil)
      }
      let outputs = (0..<2).map { _ in AVPlayerItemVideoOutput(pixelBufferAttributes: nil) }
      for output in outputs { item.add(output) }
      DispatchQueue.concurrentPerform(iterations: 2) { index in
        for frame in 0..<3 {
          let time = CMTime.frame(frame + 5 * index)
          #expect(outputs[index].copyPixelBuffer(forItemTime: time, itemTimeForDisplay: nil) != nil)
        }
      }
      #expect(calls.withLock { $0.most } == 1)
    }

    // MARK: Properties

    @Test func factsAreReadOnAnotherThread() async throws {
      let composition = try await AVMutableVideoComposition.videoComposition(withPropertiesOf: film)
      #expect(composition.renderSize == CGSize(width: 64, height: 48))
      #expect(composition.instructions.count == 1)
      let missing = AVURLAsset(url: url("missing.mp4"))
      await #expect(throws: AVError.self) {
        try await AVVideoComposition.videoComposition(withPropertiesOf: missing)
      }
      #expect(film.unusedTrackID() == 2)
      #expect(try await film.findUnusedTrackID() == 2)
      let tracks = AVMutableComposition()
      #expect(tracks.unusedTrackID() == 1)
      tracks.addMutableTrack(withMediaType: .video, preferredTrackID: .max)
      #expect(tracks.unusedTrackID() == 1)
    }

    @Test func temporaryFilesLieWhereTheyAreAsked() async throws {
      let session = try #require(
        AVAssetExportSession(asset: film, presetName: AVAssetExportPresetHighestQuality)
      )
      session.directoryForTemporaryFiles = URL(filePath: "/proc/nowhere")
      await #expect(throws: AVError.self) { try await session.export(to: self.url("c.mp4"), as: .mp4) }
      let other = try #require(
        AVAssetExportSession(asset: film, presetName: AVAssetExportPresetHighestQuality)
      )
      other.directoryForTemporaryFiles = folder.url
      try await other.export(to: url("d.mp4"), as: .mp4)
      let left = try FileManager.default.contentsOfDirectory(atPath: folder.url.path())
      #expect(!left.contains { $0.hasPrefix("strata-export") })
    }

    @Test func aScaleIsForPlayers() async throws {
      let composition = AVMutableVideoComposition(propertiesOf: film)
      #expect(composition.renderScale == 1)
      composition.renderScale = 0.5
      let item = AVPlayerItem(asset: film)
      item.videoComposition = composition
      let output = AVPlayerItemVideoOutput(pixelBufferAttributes: nil)
      item.add(output)
      let buffer = try #require(output.copyPixelBuffer(forItemTime: .frame(11), itemTimeForDisplay: nil))
      #expect(CVPixelBufferGetWidth(buffer) == 32 && CVPixelBufferGetHeight(buffer) == 24)
      #expect(NumberedAsset.number(in: buffer.makeImage()) == 11)
      await #expect(throws: AVError.self) { try await self.export(composition, "half.mp4") }
      composition.renderScale = 0
      #expect(!composition.isValid(for: film, timeRange: CMTimeRange(start: .zero, duration: film.duration)))
    }

    @Test func anInstructionHasAColourBehindItsTracks() throws {
      let composition = AVMutableVideoComposition(propertiesOf: film)
      let instruction = AVMutableVideoCompositionInstruction()
      instruction.timeRange = CMTimeRange(start: .zero, duration: film.duration)
      instruction.backgroundColor = CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1)
      composition.instructions = [instruction]
      #expect(pixel(try image(film, 3, composition), 5, 5) == [0, 0, 255])
    }

    // MARK: Layers

    /// A composition with a red block over the frames 10 to 14, by an animation that is removed when it ends.
    private func titled(_ overlay: CALayer) -> AVMutableVideoComposition {
      let (root, video, block) = (CALayer(), CALayer(), CALayer())
      (root.frame, video.frame) = (
        CGRect(x: 0, y: 0, width: 64, height: 48), CGRect(x: 0, y: 0, width: 64, height: 48)
      )
      overlay.frame = root.frame
      (block.frame, block.opacity) = (CGRect(x: 0, y: 0, width: 64, height: 48), 0)
      block.backgroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
      let show = CABasicAnimation(keyPath: "opacity")
      (show.fromValue, show.toValue, show.duration) = (Float(1), Float(1), 0.18)
      show.beginTime = 0.4
      block.add(show, forKey: "show")
      overlay.addSublayer(block)
      root.addSublayer(video)
      root.addSublayer(overlay)
      let composition = AVMutableVideoComposition(propertiesOf: film)
      composition.animationTool = AVVideoCompositionCoreAnimationTool(
        postProcessingAsVideoLayer: video,
        in: root
      )
      return composition
    }

    /// The frames that show the block.
    private func reds(_ asset: AVAsset) throws -> [Int] {
      let levels = try images(asset, Array(0..<20)).map { pixel($0, 32, 24) }
      return levels.indices.filter { levels[$0][0] > 200 && levels[$0][1] < 60 }
    }

    @Test func aSecondExportHasAllAnimations() async throws {
      let composition = titled(CALayer())
      for name in ["one.mp4", "two.mp4"] {
        let frames = try reds(try await export(composition, name))
        #expect(frames == Array(10..<15), "\(name)")
      }
    }

    @Test func aSecondExportHasTheAnimationsInTheirOrder() async throws {
      let overlay = CALayer()
      let composition = titled(overlay)
      let block = try #require(overlay.sublayers?.first)
      let hide = CABasicAnimation(keyPath: "opacity")
      (hide.fromValue, hide.toValue, hide.duration) = (Float(0), Float(0), 0.1)
      (hide.beginTime, hide.fillMode, hide.isRemovedOnCompletion) = (0.51, .forwards, false)
      block.add(hide, forKey: "hide")
      for name in ["one.mp4", "two.mp4"] {
        let frames = try reds(try await export(composition, name))
        #expect(frames == Array(10..<13), "\(name)")
        #expect(block.animationKeys() == ["show", "hide"])
      }
    }

    /// Takes a layer out of its tree when an animation stops.
    private final class Remover: NSObject, CAAnimationDelegate {
      let layer: CALayer
      init(_ layer: CALayer) { self.layer = layer }
      func animationDidStop(_ anim: CAAnimation, finished flag: Bool) { layer.removeFromSuperlayer() }
    }

    @Test func anExportLeavesNoTimeAndNoPictureInTheTree() async throws {
      let overlay = AVSynchronizedLayer(playerItem: AVPlayerItem(asset: film))
      let composition = titled(overlay)
      let video = try #require(overlay.superlayer?.sublayers?.first)
      let block = try #require(overlay.sublayers?.first)
      let fade = CABasicAnimation(keyPath: "opacity")
      (fade.duration, fade.delegate) = (60, Remover(overlay))
      block.add(fade, forKey: "fade")
      _ = try await export(composition, "removed.mp4")
      #expect(overlay.superlayer == nil && overlay.speed == 0)
      #expect(video.contents == nil)
    }

    @Test func aSynchronizedLayerHasTheTimeOfTheExport() async throws {
      let layer = AVSynchronizedLayer(playerItem: AVPlayerItem(asset: film))
      let frames = try reds(try await export(titled(layer), "synchronized.mp4"))
      #expect(frames == Array(10..<15))
      #expect(layer.speed == 0)
    }

    @Test func anInstructionMayLeaveTheLayersOut() async throws {
      let composition = titled(CALayer())
      let half = AVMutableVideoCompositionInstruction()
      half.timeRange = CMTimeRange(start: .zero, duration: .frame(12, plus: 0))
      half.layerInstructions = composition.instructions[0].layerInstructions
      let rest = try #require(half.mutableCopy() as? AVMutableVideoCompositionInstruction)
      rest.timeRange = CMTimeRange(start: .frame(12, plus: 0), duration: .frame(8, plus: 0))
      rest.enablePostProcessing = false
      composition.instructions = [half, rest]
      let frames = try reds(try await export(composition, "half.mp4"))
      #expect(frames == [10, 11])
    }
  }
#endif
