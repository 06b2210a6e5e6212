import CoreGraphics
import Foundation
import QuartzCore
import StrataRenderServer
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

  /// Rendering D-6 and D-13: without anybody who draws the contents stay.
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
}

@Suite struct RenderInContextTests {
  private func painted(_ layer: CALayer, _ width: Int = 100, _ height: Int = 100) -> (box: [Int]?, count: Int)
  {
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: width * height * 4, alignment: 16)
    bytes.initializeMemory(as: UInt8.self, repeating: 0)
    defer { bytes.deallocate() }
    guard
      let context = CGContext(
        data: bytes.baseAddress,
        width: width,
        height: height,
        bitsPerComponent: 8,
        bytesPerRow: width * 4,
        space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
      )
    else { return (nil, 0) }
    layer.render(in: context)
    var (left, right, bottom, top, count) = (width, -1, height, -1, 0)
    for row in 0..<height {
      for x in 0..<width where bytes[(row * width + x) * 4 + 3] != 0 {
        let y = height - 1 - row
        (left, right, bottom, top) = (min(left, x), max(right, x), min(bottom, y), max(top, y))
        count += 1
      }
    }
    return (right < 0 ? nil : [left, bottom, right + 1, top + 1], count)
  }

  /// Rendering E-410 to E-415 and E-419.
  @Test func aLayerIsDrawnInItsOwnCoordinates() {
    let layer = CALayer()
    layer.backgroundColor = red
    layer.frame = CGRect(x: 10, y: 20, width: 30, height: 40)
    #expect(painted(layer).box == [0, 0, 30, 40])
    layer.bounds = CGRect(x: 10, y: 10, width: 20, height: 20)
    #expect(painted(layer).box == [10, 10, 30, 30])
    layer.bounds.origin = .zero
    layer.frame = CGRect(x: 10, y: 10, width: 20, height: 20)
    layer.transform = CATransform3DMakeTranslation(30, 0, 0)
    #expect(painted(layer).box == [0, 0, 20, 20])
    let root = CALayer()
    root.addSublayer(layer)
    #expect(painted(root).box == [40, 10, 60, 30])
    root.sublayers = [box(50, 50, 20, 20, red)]
    #expect(painted(root).box == [50, 50, 70, 70])
    let parent = box(0, 0, 20, 20)
    parent.masksToBounds = true
    parent.addSublayer(box(10, 10, 20, 20, red))
    #expect(painted(parent).box == [10, 10, 20, 20])
    let solid = box(0, 0, 10, 10, red)
    solid.opacity = 3
    #expect(painted(solid).count == 100)
    solid.opacity = 0
    #expect(painted(solid).count == 0)
  }

  /// Rendering E-416.
  @Test func roundedCornersDoNotClipUnlessTheLayerMasks() {
    for radius in [20, 0] as [CGFloat] {
      let parent = box(0, 0, 40, 40)
      parent.cornerRadius = radius
      parent.addSublayer(box(0, 0, 10, 10, red))
      #expect(painted(parent).count == 100)
    }
  }

  /// Rendering RC-1.
  @Test func animationsDoNotTakePart() {
    let layer = box(0, 0, 10, 10, red)
    let fade = CABasicAnimation(keyPath: "opacity")
    (fade.fromValue, fade.toValue, fade.duration) = (0, 0, 100)
    layer.add(fade, forKey: "fade")
    #expect(painted(layer).count == 100)
  }
}

@Suite struct RendererByHandTests {
  /// Rendering CR-1 to CR-8.
  @Test func framesAreDrawnAtTheTimesGiven() throws {
    CATransaction.flush()
    let renderer = CARenderer()
    #expect(renderer.bounds.isNull && renderer.makeImage() == nil)
    let layer = box(0, 0, 20, 10, red)
    renderer.layer = layer
    renderer.bounds = CGRect(x: 0, y: 0, width: 40, height: 20)
    #expect(layer.presentation() == nil)
    renderer.beginFrame(atTime: 5, timeStamp: nil)
    #expect(layer.presentation() != nil)
    #expect(renderer.updateBounds() == CGRect(x: 0, y: 0, width: 40, height: 20))
    renderer.render()
    renderer.endFrame()
    #expect(renderer.makeImage()?.width == 40)
    #expect(renderer.updateBounds().isNull && renderer.nextFrameTime() == .infinity)
    layer.position.x = 20
    #expect(layer.animation(forKey: "position")?.duration == 0.25)
    CATransaction.flush()
    #expect(layer.animation(forKey: "position")?.beginTime == 5)
    renderer.beginFrame(atTime: 5.1, timeStamp: nil)
    #expect(renderer.nextFrameTime() == 5.1)
    renderer.endFrame()
    renderer.beginFrame(atTime: 6, timeStamp: nil)
    #expect(layer.animationKeys() == nil)
    #expect(renderer.updateBounds() == CGRect(x: 0, y: 0, width: 40, height: 10))
    renderer.render()
    renderer.endFrame()
    renderer.endFrame()
  }
}
