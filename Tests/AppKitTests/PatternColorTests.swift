import AppKit
import Testing

/// Colours that repeat a picture.
@MainActor @Suite struct PatternColorTests {
  /// A blue row above, and a green column at the left.
  private let cell = NSImage(size: NSSize(width: 4, height: 4), flipped: false) { _ in
    NSColor.green.setFill()
    NSRect(x: 0, y: 0, width: 1, height: 4).fill()
    NSColor.blue.setFill()
    NSRect(x: 0, y: 3, width: 4, height: 1).fill()
    return true
  }

  @Test(arguments: [false, true]) func picturesRepeatFromTheOriginOfAContext(isFlipped: Bool) {
    let color = NSColor(patternImage: cell)
    let image = drawn(22, isFlipped: isFlipped) {
      color.set()
      NSRect(x: 0, y: 0, width: 22, height: 22).fill()
    }
    // Offsets of patterns have y up, also in flipped pictures: cells begin in the lower left corner, and are upright.
    for row in [2, 6, 18] { #expect(pixel(image, 6, row) == blue) }
    #expect(pixel(image, 4, 4) == green)
    #expect(pixel(image, 6, 4)[3] == 0)
  }

  @Test func layersHaveThePictureAsTheirGround() throws {
    let stage = Stage()
    let view = NSView()
    view.wantsLayer = true
    view.layer?.backgroundColor = NSColor(patternImage: cell).cgColor
    // 22 points high, of whose cells the lowest begins at the lower edge, 180 points from the top.
    _ = stage.add(view, 20, 20, 20, 22)
    #expect(try stage.pixel(26, 176, at: 0) == blue)
    #expect(try stage.pixel(24, 178, at: 0) == green)
  }

  private final class Ground: NSView {
    var color = NSColor.clear
    var pointsDown = false
    override var isFlipped: Bool { pointsDown }
    override func draw(_ dirtyRect: NSRect) {
      color.setFill()
      bounds.fill()
    }
  }

  @Test(arguments: [false, true]) func viewsDrawThePictureUpright(isFlipped: Bool) throws {
    let stage = Stage()
    let view = Ground()
    (view.color, view.pointsDown) = (NSColor(patternImage: cell), isFlipped)
    _ = stage.add(view, 20, 20, 20, 22)
    // Cells begin at the lower edge, 180 points from the top, or at the upper one of a flipped view.
    #expect(try stage.pixel(26, isFlipped ? 158 : 176, at: 0) == blue)
    #expect(try stage.pixel(24, isFlipped ? 160 : 178, at: 0) == green)
  }

  private final class Shadowed: NSView {
    var pointsDown = false
    override var isFlipped: Bool { pointsDown }
    override func draw(_ dirtyRect: NSRect) {
      let shadow = NSShadow()
      shadow.shadowColor = .blue
      shadow.shadowOffset = NSSize(width: 0, height: -10)
      shadow.set()
      NSColor.red.setFill()
      NSRect(x: 10, y: 15, width: 10, height: 10).fill()
    }
  }

  @Test(arguments: [false, true]) func shadowsOfDrawingsFallTheSameWay(isFlipped: Bool) throws {
    let stage = Stage()
    let view = Shadowed()
    view.pointsDown = isFlipped
    _ = stage.add(view, 20, 20, 40, 40)
    #expect(try stage.pixel(35, 160, at: 0) == red)
    #expect(try stage.pixel(35, 170, at: 0) == blue)
    #expect(try stage.pixel(35, 150, at: 0) != blue)
  }

  @Test func anEmptyPictureIsClear() {
    #expect(NSColor(patternImage: NSImage(size: .zero)).alphaComponent == 0)
  }
}
