import CoreGraphics
import Foundation
import Metal
import QuartzCore
import StrataRenderServer
import StrataTesting
import Testing

private final class Painter: NSObject, CALayerDelegate {
  var calls: [String] = []
  func draw(_ layer: CALayer, in ctx: CGContext) {
    calls.append("draw")
    ctx.setFillColor(red)
    ctx.fill(CGRect(x: 0, y: 0, width: 2, height: 2))
  }
  func layerWillDraw(_ layer: CALayer) { calls.append("will") }
}

private final class Displayer: NSObject, CALayerDelegate {
  var calls: [String] = []
  func display(_ layer: CALayer) { calls.append("display") }
  func draw(_ layer: CALayer, in ctx: CGContext) { calls.append("draw") }
}

private final class Silent: NSObject, CALayerDelegate {}

private final class Drawing: CALayer {
  override func draw(in ctx: CGContext) {
    super.draw(in: ctx)
    ctx.setFillColor(blue)
    ctx.fill(bounds)
  }
}

@Suite struct DisplayTests {
  private func displayed(_ layer: CALayer) -> CGImage? {
    layer.setNeedsDisplay()
    layer.displayIfNeeded()
    return layer.contents as? CGImage
  }

  /// Rendering D-3 and D-4.
  @Test func onlyWhatAsksForItIsMarked() {
    let layer = CALayer()
    #expect(!layer.needsDisplay())
    layer.bounds = CGRect(x: 0, y: 0, width: 4, height: 4)
    #expect(!layer.needsDisplay())
    layer.needsDisplayOnBoundsChange = true
    layer.bounds = CGRect(x: 0, y: 0, width: 5, height: 5)
    #expect(layer.needsDisplay())
    let text = CATextLayer()
    text.string = "a"
    #expect(text.needsDisplay())
    #expect(CATextLayer.needsDisplay(forKey: "fontSize") && !CALayer.needsDisplay(forKey: "fontSize"))
  }

  /// Rendering D-6 and D-7.
  @Test func theDelegateDisplaysOrDraws() {
    let layer = box(0, 0, 4, 4)
    let displayer = Displayer()
    layer.delegate = displayer
    #expect(displayed(layer) == nil && displayer.calls == ["display"])
    let painter = Painter()
    layer.delegate = painter
    #expect(displayed(layer)?.width == 4 && painter.calls == ["will", "draw"])
    #expect(!layer.needsDisplay())
  }

  /// Rendering D-6 and D-13: the contents stay if nothing draws.
  @Test func withoutDrawingContentsStay() {
    let layer = box(0, 0, 4, 4)
    let silent = Silent()
    layer.delegate = silent
    #expect(displayed(layer) == nil)
    let image = displayed(Drawing(layer: box(0, 0, 4, 4)))
    layer.contents = image
    #expect(displayed(layer) === image)
  }

  /// Rendering E-417, E-418 and D-9.
  @Test func theBackingStoreHasWholePixels() {
    for (size, scale, width, height) in [
      (CGSize(width: 33.3, height: 20.2), 2, 67, 41), (CGSize(width: 100, height: 50), 2, 200, 100),
    ]
      as [(CGSize, CGFloat, Int, Int)]
    {
      let layer = Drawing()
      layer.bounds.size = size
      layer.contentsScale = scale
      let image = displayed(layer)
      #expect(image?.width == width && image?.height == height)
    }
  }

  @Test("rendering D-2, D-9: a layer whose y axis turned round draws the whole, not a marked part alone")
  func turnedStores() {
    final class Half: CALayer {
      var clips: [CGRect] = []
      override func draw(in ctx: CGContext) {
        clips.append(ctx.boundingBoxOfClipPath)
        ctx.setFillColor(red)
        ctx.fill(CGRect(x: 0, y: 0, width: 4, height: 2))
      }
    }
    let (layer, flipped) = (Half(), CALayer())
    layer.bounds = CGRect(x: 0, y: 0, width: 4, height: 4)
    flipped.isGeometryFlipped = true
    var rows: [Int?] = []
    func redraw(_ rect: CGRect) {
      layer.setNeedsDisplay(rect)
      layer.displayIfNeeded()
      let image = layer.contents as? CGImage
      rows.append([0, 3].first { image?.pixel(1, $0) == [255, 0, 0, 255] })
    }
    let (whole, part) = (layer.bounds, CGRect(x: 3, y: 3, width: 1, height: 1))
    redraw(whole)
    redraw(part)
    flipped.addSublayer(layer)
    redraw(part)
    redraw(part)
    layer.removeFromSuperlayer()
    redraw(part)
    #expect(rows == [3, 3, 0, 0, 3])
    #expect(layer.clips == [whole, part, whole, part, whole])
  }

  @Test func longBackingStoresAreFull() {
    checkStore(of: CGSize(width: 10, height: 9000), pixels: (10, 9000))
    checkStore(of: CGSize(width: 30, height: 100_000), pixels: (5, 16384))
    checkStore(of: CGSize(width: 100_000, height: 30), pixels: (16384, 5))
  }

  @Test func wideAndHighBackingStoresAreLimited() {
    final class Blank: CALayer { override func draw(in ctx: CGContext) {} }
    let layer = Blank()
    layer.bounds.size = CGSize(width: 20_000, height: 20_000)
    let image = displayed(layer)
    #expect(image?.width == 8192)
    #expect(image?.height == 8192)
  }

  private func checkStore(of size: CGSize, pixels: (Int, Int)) {
    let layer = Drawing()
    layer.bounds = CGRect(origin: CGPoint(x: 7, y: -3), size: size)
    layer.isOpaque = true
    let image = displayed(layer)
    #expect(image?.width == pixels.0)
    #expect(image?.height == pixels.1)
    for (x, y) in [(0, 0), (pixels.0 - 1, 0), (0, pixels.1 - 1), (pixels.0 - 1, pixels.1 - 1)] {
      #expect(image?.pixel(x, y) == [0, 0, 255, 255], "at \(x), \(y)")
    }
  }

  /// Rendering D-9 and G-18: user space is the layer's.
  @Test func drawingIsInLayerCoordinates() throws {
    let layer = box(0, 0, 4, 4)
    let painter = Painter()
    layer.delegate = painter
    layer.setNeedsDisplay()
    let renderer = OfflineRenderer(layer: layer, size: CGSize(width: 4, height: 4))
    #expect(painter.calls == ["will", "draw"])
    #expect(try pixel(renderer, at: 0, 0, 0) == [255, 0, 0, 255])
    #expect(try pixel(renderer, at: 0, 3, 3) == [0, 0, 0, 0])
  }

  /// Animation K-13 and source compatibility SC-8.
  @Test func aCustomKeyMayAskForDisplay() {
    final class Dial: CALayer {
      override class func needsDisplay(forKey key: String) -> Bool {
        key == "angle" || super.needsDisplay(forKey: key)
      }
    }
    let dial = Dial()
    dial.setValue(3, forKey: "angle")
    #expect(dial.needsDisplay())
    dial.displayIfNeeded()
    dial.setValue(3, forKey: "angle")
    #expect(!dial.needsDisplay())
  }

  /// Rendering D-5: a commit displays a layer that marks itself once; the next commit displays it again.
  @Test func aMarkSetWhileDrawingWaitsForTheNextCommit() {
    final class Restless: CALayer {
      var count = 0
      override func draw(in ctx: CGContext) {
        count += 1
        setNeedsDisplay()
      }
    }
    let layer = place(Restless(), 0, 0, 4, 4)
    layer.setNeedsDisplay()
    let renderer = OfflineRenderer(layer: layer, size: CGSize(width: 4, height: 4))
    #expect(layer.count == 1)
    #expect(layer.needsDisplay())
    CATransaction.begin()
    layer.zPosition = 1
    CATransaction.commit()
    #expect(layer.count == 2)
    _ = renderer
  }

  @Test("rendering D-9: parts that end inside of pixels leave no seams", arguments: [1.25, 1.5, 7 / 6.0, 1])
  func partsBetweenPixels(_ scale: CGFloat) {
    final class Rings: CALayer {
      override func draw(in ctx: CGContext) {
        ctx.setFillColor(blue)
        ctx.fill(bounds)
        ctx.setFillColor(red)
        for radius in stride(from: 19.0, to: 1, by: -4) {
          ctx.addEllipse(in: CGRect(x: 20 - radius, y: 15 - radius, width: 2 * radius, height: 2 * radius))
        }
        ctx.fillPath(using: .evenOdd)
      }
    }
    func bytes(of image: CGImage?) -> Data? { image?.dataProvider?.data as Data? }
    for isOpaque in [false, true] {
      let layer = Rings()
      (layer.bounds, layer.isOpaque) = (CGRect(x: 2, y: 3, width: 31, height: 29), isOpaque)
      layer.contentsScale = scale
      let whole = bytes(of: displayed(layer))
      #expect(whole != nil)
      for part in [
        CGRect(x: 3, y: 5, width: 4, height: 5), CGRect(x: 10.3, y: 8.7, width: 9.1, height: 2.6),
        CGRect(x: 20, y: 20, width: 50, height: 50), CGRect(x: 2, y: 3, width: 0.2, height: 29),
      ] {
        layer.setNeedsDisplay(part)
        layer.displayIfNeeded()
        #expect(bytes(of: layer.contents as? CGImage) == whole, "\(part), opaque: \(isOpaque)")
      }
    }
  }

  @Test(
    "rendering D-9: a rounding error makes no pixel, and takes none",
    arguments: [(54, 7 / 6.0, 63), (100, 1.1, 110), (100, 1.15, 115)]
  )
  func roundingErrorsMakeNoPixel(_ side: CGFloat, _ scale: CGFloat, _ pixels: Int) throws {
    let layer = Drawing()
    layer.bounds.size = CGSize(width: side, height: side)
    layer.contentsScale = scale
    let image = try #require(displayed(layer))
    #expect(image.width == pixels)
    #expect(image.height == pixels)
    let renderer = OfflineRenderer(layer: layer, size: layer.bounds.size, scale: scale)
    #expect(try renderer.image(at: 0).width == pixels)
    let metal = CAMetalLayer()
    (metal.frame, metal.contentsScale) = (layer.bounds, scale)
    metal.device = MTLCreateSystemDefaultDevice()
    let drawable = try #require(metal.nextDrawable())
    #expect(drawable.texture.width == pixels)
    #expect(drawable.texture.height == pixels)
  }
}
