import CoreGraphics
import Foundation
import QuartzCore
import StrataRenderServer
import Testing

private final class Drawer: NSObject, CALayerDelegate {
  var clips: [CGRect] = []
  var willDraw: (CALayer) -> Void = { _ in }
  func layerWillDraw(_ layer: CALayer) { willDraw(layer) }
  func draw(_ layer: CALayer, in ctx: CGContext) {
    clips.append(ctx.boundingBoxOfClipPath)
    ctx.setFillColor(clips.count == 1 ? red : blue)
    ctx.fill(layer.bounds)
  }
}

/// The display cycle: when a layer, its delegate or nothing draws (rendering section 8).
@Suite struct DisplayCycleTests {
  @Test("rendering D-1, D-14: an image, a delegate or a subclass gives a layer its picture")
  func threeWays() throws {
    final class Supplying: CALayer {
      override func display() { contents = picture(1, 1) { _, _ in (0, 255, 0, 255) } }
    }
    final class Drawing: CALayer {
      override func draw(in ctx: CGContext) {
        ctx.setFillColor(blue)
        ctx.fill(bounds)
      }
    }
    let image = place(CALayer(), 0, 0, 4, 4) { $0.contents = picture(1, 1) { _, _ in (255, 0, 0, 255) } }
    let drawer = Drawer()
    let delegated = place(CALayer(), 4, 0, 4, 4) { $0.delegate = drawer }
    let layers = [image, delegated, place(Supplying(), 8, 0, 4, 4), place(Drawing(), 12, 0, 4, 4)]
    for layer in layers.dropFirst() { layer.setNeedsDisplay() }
    let root = stage(16, 4)
    root.sublayers = layers
    let shot = try Shot(root, 16, 4)
    #expect(
      [2, 6, 10, 14].map { shot[$0, 2] } == [
        [255, 0, 0, 255], [255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255],
      ]
    )
  }

  @Test("rendering D-2, D-9, E-421: marked rectangles are one, which is redrawn; the rest keeps its pixels")
  func partialDisplay() throws {
    let drawer = Drawer()
    let layer = place(CALayer(), 0, 0, 20, 20) { $0.delegate = drawer }
    layer.setNeedsDisplay()
    layer.displayIfNeeded()
    #expect(drawer.clips == [CGRect(x: 0, y: 0, width: 20, height: 20)])
    layer.setNeedsDisplay(CGRect(x: 1, y: 2, width: 4, height: 5))
    layer.setNeedsDisplay(CGRect(x: 3, y: 4, width: 6, height: 7))
    #expect(layer.needsDisplay())
    layer.displayIfNeeded()
    #expect(drawer.clips.last == CGRect(x: 1, y: 2, width: 8, height: 9))
    // No host: y points up, so the rectangle's y counts from the bottom.
    let shot = try Shot(drawing: layer, 20, 20)
    let blues = (0..<400).count { shot[$0 % 20, $0 / 20] == [0, 0, 255, 255] }
    #expect(blues == 72)
    #expect(shot[1, 17] == [0, 0, 255, 255])
    #expect(shot[0, 17] == [255, 0, 0, 255])
    layer.setNeedsDisplay(CGRect(x: 1, y: 2, width: 4, height: 5))
    layer.setNeedsDisplay()
    layer.setNeedsDisplay(CGRect(x: 1, y: 2, width: 4, height: 5))
    layer.displayIfNeeded()
    #expect(drawer.clips.last == CGRect(x: 0, y: 0, width: 20, height: 20))
  }

  @Test("rendering D-5: a mark set while displaying stays")
  func marksDuringDisplay() {
    final class Restless: CALayer {
      var count = 0
      override func display() {
        super.display()
        count += 1
        if count == 1 { setNeedsDisplay() }
      }
    }
    let layer = Restless()
    layer.setNeedsDisplay()
    layer.displayIfNeeded()
    #expect(layer.count == 1 && layer.needsDisplay())
    layer.displayIfNeeded()
    #expect(layer.count == 2 && !layer.needsDisplay())
    layer.displayIfNeeded()
    #expect(layer.count == 2)
  }

  @Test("rendering D-8: the last moment before drawing may change the kind of store")
  func willDraw() throws {
    let drawer = Drawer()
    drawer.willDraw = { layer in
      layer.isOpaque = true
      layer.contentsFormat = .automatic
      layer.contentsScale = 3
    }
    let layer = place(CALayer(), 0, 0, 4, 4) { $0.delegate = drawer }
    layer.setNeedsDisplay()
    layer.displayIfNeeded()
    #expect((layer.contents as? CGImage)?.width == 12 && layer.isOpaque)
  }

  @Test("rendering D-10, Y-7: a commit lays out from parents down, displays, and then takes its snapshot")
  func commitOrder() throws {
    final class Logging: CALayer {
      nonisolated(unsafe) static var log: [String] = []
      override func layoutSublayers() {
        Self.log.append("layout \(name ?? "")")
        sublayers?.first?.bounds.size = CGSize(width: 6, height: 6)
      }
      override func display() {
        Self.log.append("display \(name ?? "") \(bounds.width)")
        backgroundColor = blue
      }
    }
    let (parent, child) = (place(Logging(), 0, 0, 10, 10), place(Logging(), 0, 0, 1, 1))
    (parent.name, child.name) = ("parent", "child")
    parent.addSublayer(child)
    child.setNeedsDisplay()
    child.setNeedsLayout()
    let shot = try Shot(stage(10, 10, parent), 10, 10)
    #expect(Logging.log == ["layout parent", "layout child", "display child 6.0"])
    #expect(shot.box == [0, 0, 6, 6])
  }

  @Test("rendering D-11, RM-5: placing and styling a layer never draws it again")
  func drawnOnce() throws {
    let drawer = Drawer()
    let layer = place(CALayer(), 0, 0, 8, 8) { $0.delegate = drawer }
    layer.setNeedsDisplay()
    let renderer = OfflineRenderer(layer: stage(20, 20, layer), size: CGSize(width: 20, height: 20))
    _ = try Shot(renderer)
    renderer.change(at: 1) {
      layer.position = CGPoint(x: 5, y: 5)
      layer.transform = CATransform3DMakeScale(2, 2, 1)
      (layer.opacity, layer.cornerRadius, layer.zPosition, layer.borderWidth) = (0.5, 3, 1, 1)
      layer.bounds.size = CGSize(width: 9, height: 7)
      layer.backgroundColor = green
      layer.shadowOpacity = 1
    }
    for time in [1.1, 1.2, 3] { _ = try Shot(renderer, at: time) }
    #expect(drawer.clips.count == 1)
  }

  @Test("rendering D-12: drawing asynchronously gives the same picture")
  func asynchronousDrawing() throws {
    func shown(_ isAsynchronous: Bool) throws -> Shot {
      let drawer = Drawer()
      let layer = place(CALayer(), 0, 0, 8, 8) { $0.drawsAsynchronously = isAsynchronous }
      layer.delegate = drawer
      layer.setNeedsDisplay()
      let shot = try Shot(stage(10, 10, layer), 10, 10)
      #expect(drawer.clips.count == 1)
      return shot
    }
    #expect(!CALayer().drawsAsynchronously)
    #expect(try shown(true) == shown(false))
  }
}
