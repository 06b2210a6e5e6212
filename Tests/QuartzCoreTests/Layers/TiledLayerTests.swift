import CoreGraphics
import Foundation
import QuartzCore
import StrataRenderServer
import Synchronization
import Testing

/// Paints a picture of its own coordinates, and notes clips and scales.
private func paint(_ ctx: CGContext, _ bounds: CGRect) {
  for i in 0..<20 {
    let shade = CGFloat(i) / 20
    ctx.setFillColor(CGColor(srgbRed: shade, green: 1 - shade, blue: 0.5, alpha: i % 3 == 0 ? 0.5 : 1))
    ctx.fillEllipse(in: CGRect(x: 7.3 * CGFloat(i) - 5, y: 3.1 * CGFloat(i), width: 33.3, height: 21.7))
  }
}

private final class MapLayer: CATiledLayer {
  struct Call: Sendable {
    var clip: CGRect
    var scale: CGFloat
    var isMain: Bool
  }
  let calls = Mutex<[Call]>([])

  override class func fadeDuration() -> CFTimeInterval { 0 }

  override func draw(in ctx: CGContext) {
    let call = Call(clip: ctx.boundingBoxOfClipPath, scale: ctx.ctm.a, isMain: Thread.isMainThread)
    calls.withLock { $0.append(call) }
    paint(ctx, bounds)
  }
}

private final class PlainDrawing: CALayer {
  override func draw(in ctx: CGContext) { paint(ctx, bounds) }
}

private final class TilePainter: NSObject, CALayerDelegate, @unchecked Sendable {
  let calls = Mutex(0)
  func draw(_ layer: CALayer, in ctx: CGContext) {
    calls.withLock { $0 += 1 }
    ctx.setFillColor(CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1))
    ctx.fill(layer.bounds)
  }
}

private func bytes(_ image: CGImage?) -> Data? { image?.dataProvider?.data as Data? }

@Suite struct TiledLayerTests {
  private func prepared<Layer: CALayer>(_ layer: Layer, scale: CGFloat = 1) -> Layer {
    layer.bounds = CGRect(x: 0, y: 0, width: 150, height: 90)
    layer.position = CGPoint(x: 75, y: 45)
    layer.contentsScale = scale
    return layer
  }

  /// Rendering TI-1.
  @Test func defaults() {
    let layer = CATiledLayer()
    #expect(layer.levelsOfDetail == 1 && layer.levelsOfDetailBias == 0)
    #expect(layer.tileSize == CGSize(width: 256, height: 256) && CATiledLayer.fadeDuration() == 0.25)
    layer.setValue(3, forKeyPath: "levelsOfDetail")
    layer.setValue(CGSize(width: 10, height: 20), forKey: "tileSize")
    #expect(layer.levelsOfDetail == 3 && layer.value(forKeyPath: "tileSize.height") as? CGFloat == 20)
  }

  /// Rendering TI-3, TI-5: tile by tile the picture is what one backing store would hold.
  @Test(arguments: [CGFloat(1), 2]) func tilesAreExact(scale: CGFloat) throws {
    let map = prepared(MapLayer(), scale: scale)
    map.tileSize = CGSize(width: 64, height: 32)
    let plain = prepared(PlainDrawing(), scale: scale)
    plain.setNeedsDisplay()
    let size = CGSize(width: 150, height: 90)
    for origin in [OfflineRenderer.Origin.topLeft, .bottomLeft] {
      let tiles = try OfflineRenderer(layer: map, size: size, scale: scale, origin: origin).image(at: 0)
      plain.setNeedsDisplay()
      let whole = try OfflineRenderer(layer: plain, size: size, scale: scale, origin: origin).image(at: 0)
      #expect(bytes(tiles) == bytes(whole))
    }
    let calls = map.calls.withLock { $0 }
    let width = 64 / scale
    #expect(calls.contains { $0.clip == CGRect(x: width, y: 0, width: width, height: 32 / scale) })
    #expect(calls.allSatisfy { $0.scale == scale })
  }

  /// Turned or scaled, tiles meet without seams and end as the layer does.
  @Test(arguments: [
    CATransform3DMakeRotation(0.3, 0, 0, 1), CATransform3DMakeScale(0.7, 0.83, 1),
    CATransform3DConcat(CATransform3DMakeRotation(0.9, 0, 1, 0), CATransform3D(perspective: 300)),
  ])
  func tilesMeetWithoutSeams(transform: CATransform3D) throws {
    func picture(_ layer: CALayer) throws -> [UInt8] {
      let root = box(0, 0, 120, 120)
      layer.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
      layer.position = CGPoint(x: 60, y: 60)
      layer.transform = transform
      root.addSublayer(layer)
      let image = try OfflineRenderer(layer: root, size: root.bounds.size).image(at: 0)
      return Array(try #require(bytes(image)))
    }
    let map = CATiledLayer()
    map.tileSize = CGSize(width: 16, height: 16)
    map.levelsOfDetail = 2
    let painter = TilePainter()
    map.delegate = painter
    let plain = box(0, 0, 100, 100, red)
    plain.anchorPoint = CGPoint(x: 0.5, y: 0.5)
    let differences = zip(try picture(map), try picture(plain)).map { abs(Int($0) - Int($1)) }
    #expect(differences.max() ?? 0 <= 2)
  }

  /// Rendering RC-3: the vectors of a class are drawn live.
  @Test func tilesAreDrawnIntoContexts() throws {
    let map = prepared(MapLayer())
    map.tileSize = CGSize(width: 64, height: 64)
    let plain = prepared(PlainDrawing())
    plain.setNeedsDisplay()
    plain.displayIfNeeded()
    func rendered(_ layer: CALayer) throws -> Data? {
      let space = try #require(CGColorSpace(name: CGColorSpace.sRGB))
      let context = try #require(
        CGContext(
          data: nil,
          width: 150,
          height: 90,
          bitsPerComponent: 8,
          bytesPerRow: 0,
          space: space,
          bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
        )
      )
      layer.render(in: context)
      return bytes(context.makeImage())
    }
    let (tiles, whole) = (try rendered(map), try rendered(plain))
    #expect(tiles != nil && tiles == whole)
  }

  /// Rendering TI-7: marks refresh the tiles under them.
  @Test func marksRefreshTiles() throws {
    let map = prepared(MapLayer())
    map.tileSize = CGSize(width: 75, height: 90)
    let renderer = OfflineRenderer(layer: map, size: CGSize(width: 150, height: 90))
    _ = try renderer.image(at: 0)
    #expect(map.calls.withLock { $0.count } == 2)
    renderer.change(at: 1) { map.setNeedsDisplay(CGRect(x: 80, y: 0, width: 1, height: 1)) }
    #expect(!map.needsDisplay())
    _ = try renderer.image(at: 1)
    #expect(map.calls.withLock { $0.map(\.clip.minX) } == [0, 75, 75])
    renderer.change(at: 2) { map.setNeedsDisplay() }
    _ = try renderer.image(at: 2)
    #expect(map.calls.withLock { $0.count } == 5)
  }

  /// Rendering TI-5, TI-8: the delegate draws, and contents take the place of tiles.
  @Test func delegatesDrawAndContentsReplaceTiles() throws {
    let layer = prepared(CATiledLayer())
    let painter = TilePainter()
    layer.delegate = painter
    let renderer = OfflineRenderer(layer: layer, size: CGSize(width: 150, height: 90))
    #expect(pixel(try renderer.image(at: 0), 149, 89) == [255, 0, 0, 255])
    #expect(painter.calls.withLock { $0 } == 1)
    let blue = try #require(bluePixel())
    renderer.change(at: 1) {
      CATransaction.setDisableActions(true)
      layer.contents = blue
    }
    #expect(pixel(try renderer.image(at: 1), 149, 89) == [0, 0, 255, 255])
  }

  @Test func aLayerThatNobodyDrawsIsEmpty() throws {
    let layer = prepared(CATiledLayer())
    let renderer = OfflineRenderer(layer: layer, size: CGSize(width: 150, height: 90))
    #expect(pixel(try renderer.image(at: 0), 10, 10) == [0, 0, 0, 0])
  }

  /// Rendering TI-5: a live host draws tiles on other threads and shows them when they have come.
  @Test(.timeLimit(.minutes(1))) func aLiveHostDrawsTilesInTheBackground() async {
    await onOwnThread {
      let map = MapLayer()
      map.bounds = CGRect(x: 0, y: 0, width: 64, height: 64)
      map.position = CGPoint(x: 32, y: 32)
      map.tileSize = CGSize(width: 32, height: 32)
      map.backgroundColor = CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 1)
      let owner = UInt(bitPattern: ObjectIdentifier(Thread.current))
      let host = HeadlessHost(layer: map, size: CGSize(width: 64, height: 64), framesPerSecond: 240)
      host.start()
      // The first disc of the painting covers this point half.
      let isShown = runLoop { pixel(host.latestImage, 10, 10).map { $0 != [0, 0, 0, 255] } ?? false }
      // The other tiles may still be on their way.
      let isDrawn = runLoop { map.calls.withLock { $0.count } >= 4 }
      host.stop()
      #expect(isShown)
      #expect(isDrawn)
      #expect(map.calls.withLock { $0.count } == 4)
      #expect(owner == UInt(bitPattern: ObjectIdentifier(Thread.current)))
    }
  }

  private func bluePixel() -> CGImage? {
    CGContext(
      data: nil,
      width: 1,
      height: 1,
      bitsPerComponent: 8,
      bytesPerRow: 0,
      space: CGColorSpaceCreateDeviceRGB(),
      bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
    ).flatMap { context in
      context.setFillColor(CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1))
      context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
      return context.makeImage()
    }
  }
}

extension CATransform3D {
  /// The view from this distance.
  fileprivate init(perspective distance: CGFloat) {
    self = CATransform3DIdentity
    m34 = -1 / distance
  }
}
