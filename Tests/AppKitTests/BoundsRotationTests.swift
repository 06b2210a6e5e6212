import AppKit
import StrataViews
import Testing

/// Coordinates of views that are turned about their origin.
@MainActor @Suite struct BoundsRotationTests {
  /// Fills a rectangle of its coordinates.
  private final class Marked: NSView {
    var mark = NSRect.zero
    var turned = false
    override var isFlipped: Bool { turned }

    override func draw(_ dirtyRect: NSRect) {
      NSColor.red.setFill()
      bounds.fill()
      NSColor.blue.setFill()
      mark.fill()
    }
  }

  // A quarter turn takes the point (x, y) of the view to (-y, x) of the frame, whose corner is the origin.
  private let mark = NSRect(x: 10, y: -30, width: 10, height: 20)
  private let markInFrame = NSRect(x: 10, y: 10, width: 20, height: 10)

  private func isNear(_ a: NSRect, _ b: NSRect) -> Bool {
    abs(a.minX - b.minX) + abs(a.minY - b.minY) + abs(a.maxX - b.maxX) + abs(a.maxY - b.maxY) < 1e-9
  }

  @Test func theBoundsHoldTheTurnedFrame() {
    let view = NSView(frame: NSRect(x: 5, y: 6, width: 100, height: 50))
    view.boundsRotation = 90
    #expect(view.frame == NSRect(x: 5, y: 6, width: 100, height: 50))
    #expect(isNear(view.bounds, NSRect(x: 0, y: -100, width: 50, height: 100)))
    view.boundsRotation = 45
    let (side, height) = (100 / 2.0.squareRoot(), 50 / 2.0.squareRoot())
    #expect(isNear(view.bounds, NSRect(x: 0, y: -side, width: side + height, height: side + height)))
    view.rotate(byDegrees: -45)
    #expect(view.boundsRotation == 0)
    #expect(view.bounds == NSRect(x: 0, y: 0, width: 100, height: 50))
    view.boundsRotation = .nan
    #expect(view.boundsRotation == 0)
  }

  @Test func pointsAreConvertedThroughTheTurn() {
    let outer = NSView(frame: NSRect(x: 0, y: 0, width: 100, height: 100))
    let inner = NSView(frame: mark)
    outer.addSubview(inner)
    outer.boundsRotation = 90
    #expect(isNear(inner.convert(inner.bounds, to: nil), markInFrame))
    #expect(isNear(outer.convert(markInFrame, from: nil), mark))
    #expect(isNear(outer.convertToLayer(mark), markInFrame))
    #expect(inner.isRotatedFromBase && inner.isRotatedOrScaledFromBase)
    outer.boundsRotation = 0
    #expect(!inner.isRotatedFromBase && !inner.isRotatedOrScaledFromBase)
  }

  @Test func theOriginMovesAlongTheTurnedAxes() {
    let view = NSView(frame: NSRect(x: 0, y: 0, width: 100, height: 100))
    view.boundsRotation = 90
    let before = view.convert(NSPoint(x: 1, y: 2), to: nil)
    view.translateOrigin(to: NSPoint(x: 7, y: 9))
    let after = view.convert(NSPoint(x: 1 - 7, y: 2 - 9), to: nil)
    #expect(abs(before.x - after.x) + abs(before.y - after.y) < 1e-9)
    view.bounds = NSRect(x: 3, y: 4, width: 50, height: 50)
    #expect(isNear(view.bounds, NSRect(x: 3, y: 4, width: 50, height: 50)))
    let unit = view.convert(NSSize(width: 1, height: 1), to: nil)
    #expect(abs(unit.width - 2) + abs(unit.height - 2) < 1e-9)
  }

  @Test(arguments: [false, true]) func subviewsAreSeenAndTouchedTurned(isFlipped: Bool) throws {
    let stage = Stage()
    let outer = Marked()
    outer.turned = isFlipped
    _ = stage.add(outer, 0, 0, 100, 100)
    let inner = Filled(.green)
    inner.frame = mark
    stage.host.run(at: 0) {
      outer.addSubview(inner)
      outer.boundsRotation = 90
    }
    let (x, y) = (15, isFlipped ? 100 + 15 : 199 - 15)
    #expect(try stage.pixel(x, y, at: 0) == green)
    #expect(try stage.pixel(28, y, at: 0) == green)
    #expect(try stage.pixel(x, isFlipped ? y + 8 : y - 8, at: 0) != green)
    #expect(try stage.pixel(32, y, at: 0) != green)
    #expect(outer.hitTest(NSPoint(x: 28, y: isFlipped ? 100 - 15 : 15)) === inner)
    #expect(outer.hitTest(NSPoint(x: 32, y: isFlipped ? 100 - 15 : 15)) === outer)
    // The bounds are the whole frame here, so nothing outside is hit.
    #expect(outer.hitTest(NSPoint(x: 101, y: 15)) == nil)
    // A view that leaves for another one has that one's axes.
    stage.host.run(at: 0) { stage.content.addSubview(inner) }
    inner.frame = markInFrame
    stage.host.run(at: 0) {}
    #expect(try stage.pixel(28, 199 - 15, at: 0) == green)
  }

  @Test func drawingsAreTurned() throws {
    let stage = Stage()
    let view = Marked()
    view.mark = mark
    view.boundsRotation = 90
    _ = stage.add(view, 0, 0, 100, 100)
    #expect(try stage.pixel(28, 199 - 15, at: 0) == blue)
    #expect(try stage.pixel(32, 199 - 15, at: 0) == red)
    #expect(try stage.pixel(99, 199 - 99, at: 0) == red)
    view.mark = .zero
    stage.host.run(at: 1) { view.setNeedsDisplay(NSRect(x: 10, y: -30, width: 10, height: 20)) }
    #expect(try stage.pixel(28, 199 - 15, at: 1) == red)
  }

  @Test func aSlantedViewIsHitInItsFrameOnly() {
    let outer = NSView(frame: NSRect(x: 0, y: 0, width: 100, height: 100))
    outer.boundsRotation = 45
    #expect(outer.hitTest(NSPoint(x: 99, y: 1)) === outer)
    #expect(outer.hitTest(NSPoint(x: 101, y: 1)) == nil)
  }

  @Test func aViewTurnsAboutItsMiddle() {
    let view = NSView(frame: NSRect(x: 10, y: 20, width: 40, height: 20))
    view.frameCenterRotation = 90
    #expect(view.frameRotation == 90)
    #expect(abs(view.frame.minX - 40) + abs(view.frame.minY - 10) < 1e-9)
    let middle = view.convert(NSPoint(x: 20, y: 10), to: nil)
    #expect(abs(middle.x - 30) + abs(middle.y - 30) < 1e-9)
    view.frameCenterRotation = 0
    #expect(abs(view.frame.minX - 10) + abs(view.frame.minY - 20) < 1e-9)
  }
}
