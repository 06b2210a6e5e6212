import AppKit
import StrataViews
import Testing

/// Where views lie, which way their axes point, and what lies under a point.
@MainActor @Suite struct GeometryTests {
  private final class Flipped: NSView {
    override var isFlipped: Bool { true }
  }

  private final class FlippedFill: Filled {
    override var isFlipped: Bool { true }
  }

  @Test func coordinatesBeginAtTheBottom() throws {
    let stage = Stage()
    let view = stage.add(Filled(.red), 10, 20, 30, 40)
    #expect(try stage.pixel(11, 178, at: 0) == red)
    #expect(try stage.pixel(11, 141, at: 0) == red)
    #expect(try stage.pixel(11, 139, at: 0) != red)
    #expect(try stage.pixel(11, 181, at: 0) != red)
    #expect(view.convert(NSPoint.zero, to: nil) == NSPoint(x: 10, y: 20))
  }

  @Test func flippedViewsCountFromTheTop() throws {
    let stage = Stage()
    let outer = stage.add(Flipped(), 0, 0, 100, 100)
    let inner = Filled(.green)
    inner.frame = NSRect(x: 0, y: 0, width: 10, height: 10)
    let deep = FlippedFill(.blue)
    deep.frame = NSRect(x: 20, y: 5, width: 10, height: 10)
    stage.host.run(at: 0) {
      outer.addSubview(inner)
      outer.addSubview(deep)
    }
    // The upper edge of the outer view is 100 points from the window's.
    #expect(try stage.pixel(5, 101, at: 0) == green)
    #expect(try stage.pixel(25, 106, at: 0) == blue)
    #expect(try stage.pixel(25, 103, at: 0) != blue)
    #expect(inner.convert(NSPoint.zero, to: nil) == NSPoint(x: 0, y: 90))
    #expect(deep.convert(NSPoint(x: 0, y: 1), to: nil) == NSPoint(x: 20, y: 94))
    #expect(inner.convert(NSPoint(x: 1, y: 2), to: deep) == NSPoint(x: -19, y: 3))
    #expect(outer.hitTest(NSPoint(x: 5, y: 95)) === inner)
    #expect(outer.hitTest(NSPoint(x: 25, y: 90)) === deep)
  }

  @Test func drawingFollowsTheAxis() throws {
    final class Halves: NSView {
      var turned = false
      override var isFlipped: Bool { turned }
      override func draw(_ dirtyRect: NSRect) {
        NSColor.red.setFill()
        NSRect(x: 0, y: 0, width: 20, height: 10).fill()
        NSColor.blue.setFill()
        NSRect(x: 0, y: 10, width: 20, height: 10).fill()
        #expect(NSGraphicsContext.current?.isFlipped == turned)
      }
    }
    for turned in [false, true] {
      let stage = Stage(20, 20)
      let view = Halves()
      view.turned = turned
      _ = stage.add(view, 0, 0, 20, 20)
      #expect(try stage.pixel(10, 15, at: 0) == (turned ? blue : red))
      #expect(try stage.pixel(10, 5, at: 0) == (turned ? red : blue))
    }
  }

  @Test func boundsScaleAndMove() throws {
    let stage = Stage()
    let view = stage.add(NSView(), 0, 0, 100, 100)
    let child = Filled(.red)
    child.frame = NSRect(x: 10, y: 10, width: 10, height: 10)
    stage.host.run(at: 0) {
      view.addSubview(child)
      view.bounds = NSRect(x: 10, y: 0, width: 50, height: 50)
    }
    #expect(child.convert(NSPoint.zero, to: nil) == NSPoint(x: 0, y: 20))
    #expect(child.convert(NSSize(width: 1, height: 1), to: nil) == NSSize(width: 2, height: 2))
    #expect(try stage.pixel(1, 178, at: 0) == red)
    #expect(try stage.pixel(19, 161, at: 0) == red)
    #expect(try stage.pixel(21, 161, at: 0) != red)
    view.setFrameSize(NSSize(width: 200, height: 200))
    #expect(view.bounds == NSRect(x: 10, y: 0, width: 100, height: 100))
  }

  @Test func rotationTurnsAboutTheOrigin() throws {
    let stage = Stage()
    let view = stage.add(Filled(.red), 100, 100, 50, 20)
    stage.host.run(at: 0) { view.frameRotation = 90 }
    #expect(view.frame == NSRect(x: 100, y: 100, width: 50, height: 20))
    // From the x axis to the y axis, which points up.
    #expect(try stage.pixel(90, 60, at: 0) == red)
    #expect(try stage.pixel(120, 95, at: 0) != red)
    let tip = view.convert(NSPoint(x: 50, y: 0), to: nil)
    #expect(abs(tip.x - 100) < 1e-9)
    #expect(abs(tip.y - 150) < 1e-9)
    #expect(stage.content.hitTest(NSPoint(x: 90, y: 140)) === view)
  }

  @Test func pixelsAndLayersConvert() {
    let stage = Stage(50, 50, scale: 2)
    let view = stage.add(Flipped(), 0, 0, 50, 50)
    #expect(view.convertToBacking(NSSize(width: 3, height: 4)) == NSSize(width: 6, height: 8))
    #expect(view.convertFromBacking(NSPoint(x: 6, y: 8)) == NSPoint(x: 3, y: 4))
    #expect(
      view.centerScanRect(NSRect(x: 0.2, y: 0.3, width: 1, height: 1))
        == NSRect(x: 0, y: 0.5, width: 1, height: 1)
    )
    #expect(view.convertToLayer(NSPoint(x: 1, y: 2)) == NSPoint(x: 1, y: 2))
    let turned = CALayer()
    turned.isGeometryFlipped = true
    let host = NSView(frame: NSRect(x: 0, y: 0, width: 10, height: 10))
    host.layer = turned
    host.wantsLayer = true
    #expect(host.convertToLayer(NSPoint(x: 1, y: 2)) == NSPoint(x: 1, y: 8))
    #expect(view.layer?.contentsScale == 2)
  }

  /// A layer of the program's own in a flipped view has its y axis down, in whichever order it came there.
  @Test func hostedLayersOfFlippedViewsPointDown() {
    let stage = Stage()
    let root = stage.add(Flipped(), 0, 0, 200, 200)
    let plain = stage.add(NSView(), 0, 0, 200, 200)
    let (early, late, free) = (Flipped(), Flipped(), Flipped())
    let layers = [CALayer(), CALayer(), CALayer()]
    func host(_ index: Int, in view: NSView) {
      view.layer = layers[index]
      view.wantsLayer = true
    }
    host(0, in: early)
    root.addSubview(early)
    root.addSubview(late)
    host(1, in: late)
    host(2, in: free)
    #expect(layers.map(\.isGeometryFlipped) == [false, false, true])
    plain.addSubview(early)
    #expect(layers[0].isGeometryFlipped)
    root.addSubview(early)
    #expect(!layers[0].isGeometryFlipped)
    free.layer = nil
    #expect(!layers[2].isGeometryFlipped)
  }

  /// The program may have turned the axis of its own layer.
  @Test func hostedLayersThatTheProgramTurnedStaySo() {
    let stage = Stage()
    let (root, view, turned) = (stage.add(Flipped(), 0, 0, 200, 200), Flipped(), CALayer())
    turned.isGeometryFlipped = true
    view.layer = turned
    view.wantsLayer = true
    root.addSubview(view)
    view.removeFromSuperview()
    view.layer = nil
    #expect(turned.isGeometryFlipped)
  }

  @Test func aMovingViewIsHitWhereItMovesTo() {
    let stage = Stage()
    let view = stage.add(NSView(), 0, 0, 20, 20)
    stage.host.run(at: 0) {
      NSAnimationContext.runAnimationGroup { context in
        context.duration = 2
        context.timingFunction = CAMediaTimingFunction(name: .linear)
        view.animator().setFrameOrigin(NSPoint(x: 100, y: 0))
      }
    }
    stage.host.run(at: 1) {
      #expect(stage.content.hitTest(NSPoint(x: 60, y: 10)) === stage.content)
      #expect(stage.content.hitTest(NSPoint(x: 110, y: 10)) === view)
    }
  }

  private static let masks: [(NSView.AutoresizingMask, NSRect)] = [
    ([], NSRect(x: 10, y: 20, width: 30, height: 40)),
    ([.width], NSRect(x: 10, y: 20, width: 130, height: 40)),
    ([.minXMargin], NSRect(x: 110, y: 20, width: 30, height: 40)),
    ([.width, .maxXMargin], NSRect(x: 10, y: 20, width: 30 + 100.0 / 3, height: 40)),
    ([.width, .height], NSRect(x: 10, y: 20, width: 130, height: 90)),
    ([.minYMargin], NSRect(x: 10, y: 70, width: 30, height: 40)),
    ([.maxYMargin], NSRect(x: 10, y: 20, width: 30, height: 40)),
  ]

  @Test(arguments: 0..<7) func masksShareTheChange(index: Int) {
    let (mask, expected) = Self.masks[index]
    let parent = NSView(frame: NSRect(x: 0, y: 0, width: 100, height: 100))
    let child = NSView(frame: NSRect(x: 10, y: 20, width: 30, height: 40))
    child.autoresizingMask = mask
    parent.addSubview(child)
    parent.frame = NSRect(x: 5, y: 5, width: 200, height: 150)
    #expect(abs(child.frame.minX - expected.minX) < 1e-9, "\(child.frame)")
    #expect(abs(child.frame.minY - expected.minY) < 1e-9, "\(child.frame)")
    #expect(abs(child.frame.width - expected.width) < 1e-9, "\(child.frame)")
    #expect(abs(child.frame.height - expected.height) < 1e-9, "\(child.frame)")
  }

  @Test func aShadowFallsDownOnScreen() throws {
    for turned in [false, true] {
      let stage = Stage(60, 60)
      let view = turned ? FlippedFill(.red) : Filled(.red)
      _ = stage.add(view, 20, 20, 20, 20)
      let shadow = NSShadow()
      shadow.shadowColor = .blue
      shadow.shadowOffset = NSSize(width: 0, height: -10)
      stage.host.run(at: 0) { view.shadow = shadow }
      #expect(try stage.pixel(30, 45, at: 0) == blue, "flipped \(turned)")
      #expect(try stage.pixel(30, 15, at: 0) != blue, "flipped \(turned)")
    }
  }

  @Test func sensesNoNumbers() {
    let stage = Stage()
    let view = stage.add(NSView(), 0, 0, 10, 10)
    view.alphaValue = .nan
    #expect(view.alphaValue == 1)
    #expect(stage.content.hitTest(NSPoint(x: CGFloat.nan, y: 0)) == nil)
    #expect(NSView(frame: .zero).convert(NSPoint(x: 1, y: 1), from: view) == NSPoint(x: 1, y: 1))
  }
}
