import AppKit
import Testing

/// Drawing into a picture between `lockFocus()` and `unlockFocus()`.
@MainActor @Suite struct LockFocusTests {
  private func shown(_ image: NSImage) -> CGImage? {
    image.cgImage(forProposedRect: nil, context: nil, hints: nil)
  }

  @Test func whatIsDrawnBecomesThePicture() {
    let image = NSImage(size: NSSize(width: 8, height: 8))
    image.lockFocus()
    NSColor.red.setFill()
    NSRect(x: 0, y: 0, width: 8, height: 4).fill()
    image.unlockFocus()
    #expect(NSGraphicsContext.current == nil)
    #expect(image.representations.count == 1 && image.size == NSSize(width: 8, height: 8))
    #expect(pixel(shown(image), 2, 6) == red)
    #expect(pixel(shown(image), 2, 1)[3] == 0)
  }

  @Test func drawingGoesOverWhatIsThere() {
    let image = NSImage(size: NSSize(width: 8, height: 8), flipped: false) { rect in
      NSColor.green.setFill()
      rect.fill()
      return true
    }
    image.lockFocusFlipped(true)
    NSGraphicsContext.saveGraphicsState()
    NSColor.blue.setFill()
    NSRect(x: 0, y: 0, width: 8, height: 2).fill()
    image.unlockFocus()
    #expect(NSGraphicsContext.current == nil)
    #expect(pixel(shown(image), 2, 1) == blue)
    #expect(pixel(shown(image), 2, 5) == green)
  }

  @Test func aPictureWithoutASizeTakesNothing() {
    let outer = drawn(4) {
      let image = NSImage(size: .zero)
      image.lockFocus()
      NSColor.red.setFill()
      NSRect(x: 0, y: 0, width: 4, height: 4).fill()
      image.unlockFocus()
      image.unlockFocus()
      #expect(image.representations.isEmpty)
    }
    #expect(pixel(outer, 1, 1)[3] == 0)
  }
}
