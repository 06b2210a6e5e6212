import CoreGraphics
import Foundation
import QuartzCore
import StrataRenderServer
import Testing

/// True if bytes differ by one level at most, as halves round either way.
private func isNear(_ a: [UInt8]?, _ b: [UInt8]) -> Bool {
  a.map { zip($0, b).allSatisfy { abs(Int($0) - Int($1)) <= 1 } } ?? false
}

private final class Tinted: CALayer {
  override func draw(in ctx: CGContext) {
    ctx.setFillColor(CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 0.5))
    ctx.fill(bounds)
  }
}

/// Contents that change without transactions, and the formats of backing stores.
@Suite struct LiveContentsTests {
  /// Rendering AV-1: an image for every moment, placed as any other contents.
  @Test func aProviderIsAskedForTheLayersTime() throws {
    let layer = box(0, 0, 4, 4)
    let (red, blue) = (try #require(solid([255, 0, 0, 255])), try #require(solid([0, 0, 255, 255])))
    layer.contents = ContentsProvider { time in time < 1 ? red : time < 2 ? blue : nil }
    layer.speed = 2
    let renderer = OfflineRenderer(layer: layer, size: CGSize(width: 4, height: 4))
    #expect(try pixel(renderer, at: 0.25, 1, 1) == [255, 0, 0, 255])
    #expect(try pixel(renderer, at: 0.75, 1, 1) == [0, 0, 255, 255])
    #expect(try pixel(renderer, at: 1.5, 1, 1) == [0, 0, 0, 0])
    #expect(layer.contents is ContentsProvider)
  }

  /// Rendering C-1: the pixels written last are shown.
  @Test func aBufferShowsWhatWasWrittenLast() throws {
    let buffer = ContentsBuffer(width: 2, height: 2)
    let layer = box(0, 0, 2, 2)
    layer.contents = buffer
    layer.magnificationFilter = .nearest
    let renderer = OfflineRenderer(layer: layer, size: CGSize(width: 2, height: 2))
    #expect(try pixel(renderer, at: 0, 0, 0) == [0, 0, 0, 0])
    buffer.write { pixels, _ in for i in 0..<4 { pixels[i] = 255 } }
    #expect(try pixel(renderer, at: 0, 0, 0) == [255, 255, 255, 255])
    let before = buffer.image
    // The next picture begins as the last one.
    buffer.write { pixels, rowBytes in for i in 0..<4 { pixels[rowBytes + i] = i == 0 || i == 3 ? 255 : 0 } }
    #expect(try pixel(renderer, at: 0, 0, 0) == [255, 255, 255, 255])
    #expect(try pixel(renderer, at: 0, 0, 1) == [255, 0, 0, 255])
    #expect(pixel(before, 0, 1) == [0, 0, 0, 0])
    #expect(ContentsBuffer(width: -4, height: 1 << 40).width == 1)
  }

  @Test(.timeLimit(.minutes(1))) func aLiveHostShowsWritingsOfOtherThreads() async {
    await onOwnThread {
      let buffer = ContentsBuffer(width: 1, height: 1)
      let layer = box(0, 0, 4, 4)
      layer.contents = buffer
      let host = HeadlessHost(layer: layer, size: CGSize(width: 4, height: 4), framesPerSecond: 240)
      host.start()
      _ = runLoop(for: 2) { host.latestImage != nil }
      let writer = Thread { buffer.write { pixels, _ in (pixels[1], pixels[3]) = (255, 255) } }
      writer.start()
      let isShown = runLoop { pixel(host.latestImage, 1, 1) == [0, 255, 0, 255] }
      host.stop()
      #expect(isShown)
    }
  }

  /// Rendering C-6, C-14, C-15, R-12, D-8: the contents of a backing store.
  @Test func backingStoresHaveTheirFormat() throws {
    func drawn(_ edit: (CALayer) -> Void) throws -> CGImage {
      let layer = Tinted()
      layer.bounds = CGRect(x: 0, y: 0, width: 2, height: 2)
      edit(layer)
      layer.setNeedsDisplay()
      layer.displayIfNeeded()
      let contents = try #require(layer.contents as AnyObject?)
      return try #require(contents as? CGImage)
    }
    #expect(isNear(pixel(try drawn { _ in }, 0, 0), [128, 0, 0, 128]))
    #expect(isNear(pixel(try drawn { $0.contentsFormat = .RGBA16Float }, 0, 0), [128, 0, 0, 128]))
    // The luma of half of red: 0.2126 of 128.
    #expect(isNear(pixel(try drawn { $0.contentsFormat = .gray8Uint }, 0, 0), [27, 27, 27, 128]))
    let opaque = try drawn { $0.isOpaque = true }
    #expect(isNear(pixel(opaque, 0, 0), [128, 0, 0, 255]) && opaque.alphaInfo == .noneSkipLast)
    let layer = CALayer()
    layer.contentsFormat = CALayerContentsFormat(rawValue: "none of these")
    layer.contentsGravity = CALayerContentsGravity(rawValue: "nor of these")
    layer.cornerCurve = CALayerCornerCurve(rawValue: "curly")
    #expect(layer.contentsGravity == .center && layer.cornerCurve == .circular)
    #expect(layer.contentsFormat == .RGBA8Uint && !layer.drawsAsynchronously)
  }

  /// Rendering D-12, C-19, C-20: how drawing is done, and ranges beyond the host's, do not show.
  @Test func asynchronousDrawingAndRangesDoNotShow() throws {
    func drawn(_ edit: (CALayer) -> Void) throws -> [UInt8]? {
      let layer = Tinted()
      layer.bounds = CGRect(x: 0, y: 0, width: 2, height: 2)
      layer.anchorPoint = .zero
      edit(layer)
      layer.setNeedsDisplay()
      return try pixel(OfflineRenderer(layer: layer, size: CGSize(width: 2, height: 2)), at: 0, 1, 1)
    }
    let plain = try drawn { _ in }
    #expect(try drawn { $0.drawsAsynchronously = true } == plain)
    #expect(try drawn { ($0.preferredDynamicRange, $0.toneMapMode) = (.high, .never) } == plain)
    #expect(try drawn { ($0.contentsHeadroom, $0.wantsExtendedDynamicRangeContent) = (4, true) } == plain)
    let layer = CALayer()
    #expect(layer.preferredDynamicRange == .standard && layer.toneMapMode == .automatic)
    #expect(layer.contentsHeadroom == 0 && !layer.wantsExtendedDynamicRangeContent)
  }

  /// Rendering C-16: one image serves many layers.
  @Test func imagesAreShared() throws {
    let image = try #require(solid([255, 0, 0, 255]))
    let layers = (0..<3).map { _ in CALayer() }
    for layer in layers { layer.contents = image }
    #expect(layers.allSatisfy { ($0.contents as AnyObject) === image })
  }

  /// Rendering D-2, D-9, E-421: rectangles accumulate, and only inside of them pixels change.
  @Test func partsAreDrawnAnew() throws {
    final class Part: CALayer {
      nonisolated(unsafe) static var clips: [CGRect] = []  // One test, one thread.
      override func draw(in ctx: CGContext) {
        Part.clips.append(ctx.boundingBoxOfClipPath)
        let shade = CGFloat(Part.clips.count) / 4
        ctx.setFillColor(CGColor(srgbRed: shade, green: shade, blue: shade, alpha: 1))
        ctx.fill(bounds)
      }
    }
    let layer = Part()
    layer.bounds = CGRect(x: 0, y: 0, width: 20, height: 20)
    layer.setNeedsDisplay()
    layer.displayIfNeeded()
    layer.setNeedsDisplay(CGRect(x: 1, y: 2, width: 4, height: 5))
    layer.setNeedsDisplay(CGRect(x: 3, y: 4, width: 6, height: 7))
    layer.displayIfNeeded()
    #expect(
      Part.clips == [CGRect(x: 0, y: 0, width: 20, height: 20), CGRect(x: 1, y: 2, width: 8, height: 9)]
    )
    let contents = try #require(layer.contents as AnyObject?)
    let image = try #require(contents as? CGImage)
    // An unflipped store: y = 3 lies in row 16.
    #expect(pixel(image, 2, 16) == [128, 128, 128, 255] && pixel(image, 12, 3) == [64, 64, 64, 255])
  }

  /// Rendering C-12: trilinear minification reads the mip level of the scale on screen.
  @Test func minifiedContentsAreMipmapped() throws {
    let buffer = ContentsBuffer(width: 64, height: 64)
    buffer.write { pixels, rowBytes in
      for y in 0..<64 {
        for x in 0..<64 {
          let level: UInt8 = (x / 2 + y / 2) % 2 == 0 ? 255 : 0
          for c in 0..<4 { pixels[y * rowBytes + x * 4 + c] = c == 3 ? 255 : level }
        }
      }
    }
    let layer = box(0, 0, 4, 4)
    layer.contents = buffer
    layer.minificationFilter = .trilinear
    let mipmapped = try pixel(OfflineRenderer(layer: layer, size: CGSize(width: 4, height: 4)), at: 0, 1, 1)
    // Level four holds the mean of the checkerboard.
    #expect(abs(Int(mipmapped[0]) - 128) <= 1 && mipmapped[3] == 255)
  }

  @Test func writersOfABufferKeepEachOthersPixels() {
    let buffer = ContentsBuffer(width: 2, height: 1)
    let isWritten = DispatchSemaphore(value: 0)
    buffer.write { pixels, _ in
      let other = Thread {
        buffer.write { pixels, _ in for i in 4..<8 { pixels[i] = 255 } }
        isWritten.signal()
      }
      other.start()
      // Gives the other one time to write, if it could.
      _ = isWritten.wait(timeout: .now() + 0.05)
      for i in 0..<4 { pixels[i] = 255 }
    }
    isWritten.wait()
    #expect(pixel(buffer.image, 0, 0) == [255, 255, 255, 255])
    #expect(pixel(buffer.image, 1, 0) == [255, 255, 255, 255])
  }
}
