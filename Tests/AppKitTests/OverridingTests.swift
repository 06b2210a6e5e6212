import AppKit
import StrataViews
import Testing

extension NSBezierPath {
  /// As programs for older systems have it.
  fileprivate var cgPath: CGPath { CGPath(rect: CGRect(x: 0, y: 0, width: 7, height: 7), transform: nil) }
}

/// What programs change in subclasses and extensions of AppKit's classes.
@MainActor @Suite struct OverridingTests {
  private final class Noting: NSView {
    var calls: [String] = []

    override var subviews: [NSView] {
      get { super.subviews }
      set {
        calls.append("subviews")
        super.subviews = newValue
      }
    }
    override func addSubview(_ view: NSView) {
      calls.append("add")
      super.addSubview(view)
    }
    override func addSubview(
      _ view: NSView,
      positioned place: NSWindow.OrderingMode,
      relativeTo otherView: NSView?
    ) {
      calls.append("add beside")
      super.addSubview(view, positioned: place, relativeTo: otherView)
    }
    override func replaceSubview(_ oldView: NSView, with newView: NSView) {
      calls.append("replace")
      super.replaceSubview(oldView, with: newView)
    }
    override func removeFromSuperview() {
      calls.append("remove")
      super.removeFromSuperview()
    }
    override func viewWithTag(_ tag: Int) -> NSView? { tag == 7 ? self : super.viewWithTag(tag) }
    override func addTrackingArea(_ trackingArea: NSTrackingArea) {
      calls.append("track")
      super.addTrackingArea(trackingArea)
    }
    override func removeTrackingArea(_ trackingArea: NSTrackingArea) {
      calls.append("untrack")
      super.removeTrackingArea(trackingArea)
    }
    override func display() {
      calls.append("display")
      super.display()
    }
  }

  private final class Drawn: NSView, @MainActor CALayerDelegate {
    override func draw(_ dirtyRect: NSRect) { Issue.record("The delegate draws in place of the view") }
    func draw(_ layer: CALayer, in ctx: CGContext) {
      ctx.setFillColor(NSColor.red.cgColor)
      ctx.fill(bounds)
    }
  }

  @Test func aDelegateDrawsInPlaceOfTheView() throws {
    let stage = Stage(40, 40)
    _ = stage.add(Drawn(), 0, 0, 40, 40)
    #expect(try stage.pixel(20, 20, at: 0) == red)
  }

  private final class Odd: NSView {
    override var visibleRect: NSRect { super.visibleRect.insetBy(dx: 1, dy: 1) }
    override var isHiddenOrHasHiddenAncestor: Bool { true }
    override func isDescendant(of view: NSView) -> Bool { false }
    override func convert(_ point: NSPoint, to view: NSView?) -> NSPoint {
      let converted = super.convert(point, to: view)
      return NSPoint(x: converted.x + 100, y: converted.y)
    }
    override func convert(_ rect: NSRect, from view: NSView?) -> NSRect { .zero }
    override func convertToBacking(_ size: NSSize) -> NSSize { .zero }
    override func convertFromLayer(_ point: NSPoint) -> NSPoint { .zero }
    override func centerScanRect(_ rect: NSRect) -> NSRect { rect }
    override func scaleUnitSquare(to newUnitSize: NSSize) {}
    override func translateOrigin(to translation: NSPoint) {}
    override func rotate(byDegrees angle: CGFloat) {}
    override var frameCenterRotation: CGFloat {
      get { super.frameCenterRotation }
      set { super.frameCenterRotation = newValue / 2 }
    }
    override func mouse(_ point: NSPoint, in rect: NSRect) -> Bool { false }
    override func addCursorRect(_ rect: NSRect, cursor: NSCursor) {}
    override func discardCursorRects() {}
  }

  @Test func overridesAreCalled() {
    let (view, outer) = (Noting(), NSView())
    let (a, b, c) = (NSView(), NSView(), NSView())
    outer.addSubview(view)
    view.addSubview(a)
    view.addSubview(b, positioned: .below, relativeTo: a)
    #expect(view.subviews == [b, a])
    view.replaceSubview(a, with: c)
    #expect(view.subviews == [b, c])
    view.subviews = [c]
    let area = NSTrackingArea(rect: .zero, owner: view)
    view.addTrackingArea(area)
    view.removeTrackingArea(area)
    view.display()
    #expect(outer.viewWithTag(7) === view)
    outer.subviews = []
    #expect(view.superview == nil)
    #expect(
      view.calls == ["add", "add beside", "replace", "subviews", "track", "untrack", "display", "remove"]
    )
  }

  @Test func theViewsThemselvesDoNotStumbleOverOverrides() {
    let stage = Stage()
    let view = stage.add(Odd(), 10, 10, 50, 50)
    let inner = NSView(frame: NSRect(x: 0, y: 0, width: 80, height: 20))
    stage.host.run(at: 0) { view.addSubview(inner) }
    #expect(view.convert(NSPoint.zero, to: nil) == NSPoint(x: 110, y: 10))
    #expect(inner.convert(NSPoint.zero, to: nil) == NSPoint(x: 10, y: 10))
    #expect(inner.convert(NSPoint.zero, to: view) == .zero)
    #expect(view.visibleRect == NSRect(x: 1, y: 1, width: 48, height: 48))
    #expect(inner.visibleRect == NSRect(x: 0, y: 0, width: 50, height: 20))
    #expect(stage.content.hitTest(NSPoint(x: 15, y: 15)) === inner)
    view.frameCenterRotation = 90
    #expect(view.frameRotation == 45)
  }

  @Test func anExtensionMayHaveAPathOfCoreGraphics() {
    let path = NSBezierPath(rect: NSRect(x: 0, y: 0, width: 3, height: 3))
    #expect(path.cgPath.boundingBox.width == 7)
    #expect(path.bounds.width == 3)
    #expect(NSBezierPath.ElementType.curveTo == .cubicCurveTo)
  }

  @Test func theApplicationIsUsedWithoutUnwrapping() {
    let isRunning: () -> Bool = { NSApp.isRunning }
    #expect(NSApp == nil || !isRunning())
  }

  @Test func aViewHearsOfItsDrawing() {
    final class Preparing: Filled {
      var calls: [String] = []
      override func viewWillDraw() { calls.append("will") }
      override func draw(_ dirtyRect: NSRect) {
        calls.append("draw")
        super.draw(dirtyRect)
      }
    }
    let stage = Stage()
    let view = stage.add(Preparing(.red), 0, 0, 10, 10)
    #expect(view.calls == ["will", "draw"])
  }

  @Test func aMarkIsTakenBack() {
    let stage = Stage()
    let view = stage.add(Filled(.red), 0, 0, 10, 10)
    let count = view.drawn.count
    stage.host.run(at: 1) {
      view.needsDisplay = true
      #expect(view.needsDisplay)
      view.needsDisplay = false
      #expect(!view.needsDisplay)
    }
    #expect(view.drawn.count == count)
    stage.host.run(at: 2) { view.needsDisplay = true }
    #expect(view.drawn.count == count + 1)
  }
}
