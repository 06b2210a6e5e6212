import CoreGraphics
import Foundation
import QuartzCore
import StrataRenderServer
import Testing

/// A layer with a level, which is displayed for each frame of an animation of it.
private class Levelled: CALayer {
  @Animatable("level") var level: CGFloat = 0

  override class func needsDisplay(forKey key: String) -> Bool { key == "level" }

  final var shownLevel: CGFloat { presentation()?.level ?? level }

  /// Lets the level rise by one each second.
  final func rise() {
    let rise = CABasicAnimation(keyPath: "level")
    (rise.fromValue, rise.toValue, rise.duration) = (0, 4, 4)
    add(rise, forKey: nil)
  }
}

/// Makes a needle in its first display, and moves it to four times the level.
private final class Dial: Levelled {
  private(set) var needle: CALayer?

  override func display() {
    if needle == nil {
      let made = box(0, 0, 2, 4, green)
      made.anchorPoint = .zero
      addSublayer(made)
      needle = made
    }
    needle?.position.x = shownLevel * 4
  }
}

/// Moves its upper sublayer below the other one when the level is high.
private final class Shuffler: Levelled {
  override func display() {
    guard shownLevel > 2, let top = sublayers?.last, top.name == "top" else { return }
    insertSublayer(top, at: 0)
  }
}

/// Moves its sublayer when the level is high.
private final class Pointer: Levelled {
  override func display() {
    if shownLevel > 1 { sublayers?.first?.position.x = shownLevel * 4 }
  }
}

private final class Painting: Levelled {
  override func draw(in ctx: CGContext) {
    ctx.setFillColor(CGColor(srgbRed: level / 4, green: 0, blue: 0, alpha: 1))
    ctx.fill(bounds)
  }
}

/// Layers that displays for frames add, move and remove.
@Suite struct FrameSublayerTests {
  private static let clear: [UInt8] = [0, 0, 0, 0]
  private static let (greenBytes, redBytes): ([UInt8], [UInt8]) = ([0, 255, 0, 255], [255, 0, 0, 255])
  private let stage = box(0, 0, 20, 4)

  init() { CATransaction.flush() }

  /// A renderer of a layer that fills the stage, whose level begins to rise.
  private func renderer(_ layer: Levelled) -> OfflineRenderer {
    (layer.anchorPoint, layer.frame) = (.zero, stage.bounds)
    stage.addSublayer(layer)
    CATransaction.flush()
    let renderer = OfflineRenderer(layer: stage, size: stage.bounds.size)
    renderer.change(at: 0) { layer.rise() }
    return renderer
  }

  private func expectNeedle(_ renderer: OfflineRenderer, at time: Double) throws {
    let place = Int(time * 4)
    for x in stride(from: 0, to: 20, by: 2) {
      let expected = x == place ? Self.greenBytes : Self.clear
      #expect(try pixel(renderer, at: time, x, 1) == expected, "at \(time), column \(x)")
    }
  }

  @Test("A layer that a display made has the values of the picture's time, whatever was played before")
  func madeLayerIsWhereItWasSet() throws {
    let dial = Dial()
    let renderer = renderer(dial)
    for time in [0.5, 1.5, 2.5] {
      renderer.play(until: time)
      try expectNeedle(renderer, at: time)
      for other in [3.5, 0, 1] { try expectNeedle(renderer, at: other) }
      try expectNeedle(renderer, at: time)
    }
    renderer.change(at: 3) { #expect(dial.needle?.position.x == 12) }
    for time in [2.5, 0.5, 3.5] { try expectNeedle(renderer, at: time) }
  }

  @Test("A layer that a display made leaves the sublayers of other times alone")
  func otherSublayersAreThoseOfTheTime() throws {
    let (dial, label, late) = (Dial(), box(0, 0, 20, 1, red), box(0, 3, 20, 1, red))
    dial.addSublayer(label)
    let renderer = renderer(dial)
    #expect(try pixel(renderer, at: 0.5, 10, 0) == Self.redBytes)
    renderer.change(at: 2) {
      CATransaction.setDisableActions(true)
      label.removeFromSuperlayer()
      dial.addSublayer(late)
    }
    for time in [0.5, 2.5, 1.5, 3.5, 0.5] {
      let (first, last) = time < 2 ? (Self.redBytes, Self.clear) : (Self.clear, Self.redBytes)
      #expect(try pixel(renderer, at: time, 18, 0) == first, "label at \(time)")
      #expect(try pixel(renderer, at: time, 18, 3) == last, "late at \(time)")
      #expect(try pixel(renderer, at: time, Int(time * 4), 1) == Self.greenBytes, "needle at \(time)")
    }
  }

  @Test("A display that moves a sublayer leaves the order of the others at each time")
  func movedSublayersLeaveTheOthers() throws {
    let (shuffler, first, second) = (Shuffler(), box(0, 0, 4, 4, red), box(0, 0, 4, 4, green))
    let (below, top) = (box(4, 0, 4, 4, red), box(4, 0, 4, 4, green))
    (top.name, shuffler.sublayers) = ("top", [first, second, below, top])
    let renderer = renderer(shuffler)
    #expect(try pixel(renderer, at: 1, 5, 1) == Self.greenBytes)
    renderer.change(at: 3.5) { shuffler.insertSublayer(first, above: second) }
    #expect(try pixel(renderer, at: 3, 5, 1) == Self.redBytes)
    #expect(try pixel(renderer, at: 3, 1, 1) == Self.greenBytes)
    #expect(try pixel(renderer, at: 3.75, 1, 1) == Self.redBytes)
  }

  @Test("A picture inside a transaction lets copies draw, and sets nothing in layers")
  func pictureInsideATransaction() throws {
    let (pointer, painting, needle) = (Pointer(), Painting(), box(0, 0, 2, 4, green))
    pointer.addSublayer(needle)
    let renderer = renderer(pointer)
    painting.frame = CGRect(x: 0, y: 3, width: 20, height: 1)
    renderer.change(at: 0) {
      stage.addSublayer(painting)
      painting.rise()
    }
    CATransaction.begin()
    let picture = try renderer.image(at: 2)
    #expect(needle.position.x == 0)
    CATransaction.commit()
    #expect((pixel(picture, 18, 3)?.first ?? 0) > 100)
    #expect(try pixel(renderer, at: 0.5, 0, 1) == Self.greenBytes)
    #expect(try pixel(renderer, at: 2, 8, 1) == Self.greenBytes)
    #expect(try pixel(renderer, at: 2, 0, 1) == Self.clear)
  }
}
