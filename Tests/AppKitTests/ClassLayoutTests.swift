import AppKit
import QuartzCore
import Testing

/// What `NSView` takes for granted about the layout of classes: see the tests of the same name of `QuartzCore`.
@MainActor @Suite struct ClassLayoutTests {
  private final class PlainView: NSView {}

  private final class DrawingView: NSView {
    override func draw(_ dirtyRect: NSRect) { NSGraphicsContext.current?.cgContext.fill(dirtyRect) }
  }

  @Test func theMethodThatDrawsHasASlot() {
    let slot = MethodSlot(of: NSView.self, plain: PlainView.self, overriding: DrawingView.self)
    #expect(slot.isKnown, "draw(_:) has no slot")
    #expect(slot.isOverridden(in: DrawingView.self))
    #expect(!slot.isOverridden(in: PlainView.self))
  }
}
