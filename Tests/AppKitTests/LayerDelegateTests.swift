import AppKit
import StrataTesting
import StrataViews
import Testing

/// Views whose classes are delegates of layers, and views whose classes are not.
@MainActor @Suite struct LayerDelegateTests {
  private class Plain: NSView {
    var calls: [String] = []
    override func layout() { calls.append("layout") }
  }

  private final class Conforming: Plain, @MainActor CALayerDelegate {}

  private final class Drawn: NSView, @MainActor CALayerDelegate {
    override func draw(_ dirtyRect: NSRect) {
      NSColor.green.setFill()
      dirtyRect.fill()
    }
  }

  private final class Own: NSView, @MainActor CALayerDelegate {
    var calls: [String] = []
    func draw(_ layer: CALayer, in ctx: CGContext) {
      ctx.setFillColor(NSColor.red.cgColor)
      ctx.fill(layer.bounds)
    }
    func layoutSublayers(of layer: CALayer) { calls.append("layout") }
    func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
      if event == "cornerRadius" { calls.append(event) }
      return NSNull()
    }
  }

  private final class Inheriting: Plain, @MainActor CALayerDelegate, NSViewLayerContentScaleDelegate {
    func layer(_ layer: CALayer, shouldInheritContentsScale newScale: CGFloat, from window: NSWindow) -> Bool
    {
      true
    }
  }

  private final class Choosing: NSView, @MainActor CALayerDelegate {
    func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
      guard event == "opacity" else { return nil }
      let fade = CABasicAnimation()
      fade.duration = 7
      return fade
    }
  }

  private final class Board: NSView, @MainActor CALayerDelegate {
    var layouts = 0
    var strangers = 0

    override func layout() {
      layouts += 1
      strangers += subviews.count { $0.superview !== self || $0.window == nil }
    }
  }

  private final class Watched: CALayer {
    var strangers = 0
    override var bounds: CGRect { didSet { strangers += delegate is Mover ? 0 : 1 } }
    override func action(forKey event: String) -> (any CAAction)? {
      strangers += delegate is Mover ? 0 : 1
      return super.action(forKey: event)
    }
  }

  private final class Mover: NSView, @MainActor CALayerDelegate {
    override func makeBackingLayer() -> CALayer { Watched() }
    func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
      // As programs do that take care of the delegate.
      layer.delegate = self
      return nil
    }
  }

  @Test func aLayerHasItsViewAsTheDelegateWhileTheViewMoves() throws {
    let stage = Stage()
    let view = stage.add(Mover(), 0, 0, 40, 40)
    let layer = try #require(view.layer as? Watched)
    layer.strangers = 0
    stage.host.run(at: 1) {
      view.frame = NSRect(x: 10, y: 10, width: 50, height: 50)
      view.alphaValue = 0.5
    }
    #expect(layer.strangers == 0)
    #expect(layer.animationKeys() == nil)
  }

  @Test func anAnswerThatIsNilLeavesChangesToTheView() {
    let stage = Stage()
    let view = stage.add(Choosing(), 0, 0, 40, 40)
    stage.host.run(at: 1) { view.frame = NSRect(x: 10, y: 10, width: 50, height: 50) }
    #expect(view.layer?.animationKeys() == nil)
    var isComplete = false
    stage.host.run(at: 2) {
      linear(2, { view.animator().setFrameOrigin(NSPoint(x: 110, y: 10)) }, completion: { isComplete = true })
    }
    #expect(stage.shown(view, \.position.x, at: 3) == 60)
    #expect(!isComplete)
    stage.host.run(at: 4.1)
    #expect(isComplete)
    #expect(view.layer?.delegate === view)
  }

  @Test func anAnswerOfTheClassGoesBeforeThatOfTheView() {
    let stage = Stage()
    let view = stage.add(Choosing(), 0, 0, 40, 40)
    stage.host.run(at: 1) { view.alphaValue = 0.5 }
    #expect(view.layer?.animation(forKey: "opacity")?.duration == 7)
    stage.host.run(at: 2) { view.layer?.cornerRadius = 5 }
    #expect(view.layer?.animation(forKey: "cornerRadius")?.duration == 0.25)
  }

  /// The first change of a turn of the run loop opens a transaction that ends with the turn.
  @Test func aMoveIsCommittedAsAWhole() {
    let stage = Stage()
    let (a, b) = (stage.add(Board(), 0, 0, 40, 40), stage.add(Board(), 50, 0, 40, 40))
    let card = Board(frame: NSRect(x: 0, y: 0, width: 10, height: 10))
    stage.host.run(at: 1) { a.addSubview(card) }
    CATransaction.flush()
    let boards = [a, b, card]
    for board in boards { board.layouts = 0 }
    b.addSubview(card)
    #expect(boards.map(\.layouts) == [0, 0, 0])
    CATransaction.flush()
    #expect(b.layouts == 1)
    #expect(boards.map(\.strangers) == [0, 0, 0])
  }

  @Test func aMoveOfAHostedLayerIsCommittedWithTheOthers() {
    let stage = Stage()
    let board = Board()
    let view = NSView()
    view.layer = CALayer()
    _ = stage.add(board, 0, 0, 40, 40)
    stage.host.run(at: 1) { board.addSubview(view) }
    CATransaction.flush()
    board.layouts = 0
    view.removeFromSuperview()
    view.frame = NSRect(x: 0, y: 0, width: 5, height: 5)
    #expect(board.layouts == 0)
    CATransaction.flush()
    #expect(board.layouts == 1)
  }

  @Test func aDelegateOfLayersIsThatOfItsOwn() {
    let (view, plain) = (Conforming(), Plain())
    (view.wantsLayer, plain.wantsLayer) = (true, true)
    #expect(view.layer?.delegate === view)
    #expect(plain.layer?.delegate != nil)
  }

  /// Programs for macOS make the view the delegate once more.
  @Test func theDefaultsAreTheViewsOwnWork() throws {
    let stage = Stage()
    let view = stage.add(Conforming(), 0, 0, 40, 40)
    let drawn = stage.add(Drawn(), 40, 0, 40, 40)
    stage.host.run(at: 1) {
      view.layer?.delegate = view
      drawn.layer?.delegate = drawn
      view.needsLayout = true
      drawn.needsDisplay = true
      view.layer?.opacity = 0.5
    }
    #expect(view.calls.count == 2)
    #expect(view.layer?.animationKeys() == nil)
    #expect(try stage.pixel(60, 180, at: 1) == green)
  }

  @Test func methodsOfTheClassGoFirst() throws {
    let stage = Stage()
    let view = stage.add(Own(), 0, 0, 40, 40)
    stage.host.run(at: 1) { view.layer?.cornerRadius = 1 }
    #expect(view.calls == ["layout", "cornerRadius"])
    #expect(try stage.pixel(20, 180, at: 1) == red)
  }

  /// A view that draws nothing does not empty a layer with contents, also when its size changes.
  @Test func contentsStayWithoutADrawing() {
    let stage = Stage()
    let views = [stage.add(Plain(), 0, 0, 40, 40), stage.add(Conforming(), 40, 0, 40, 40)]
    let contents = NSImage(size: NSSize(width: 1, height: 1), flipped: false) { _ in true }
    stage.host.run(at: 1) {
      for view in views {
        view.layer?.contents = contents
        view.layer?.setNeedsDisplay()
      }
    }
    stage.host.run(at: 2) {
      for view in views { view.animator().setFrameSize(NSSize(width: 80, height: 80)) }
    }
    stage.host.run(at: 2.1)
    #expect(views.allSatisfy { $0.layer?.contents is NSImage })
  }

  /// A view that draws itself is not taken for one that does not, because it has been the delegate of another layer.
  @Test func otherLayersDoNotEndTheDrawing() throws {
    let stage = Stage()
    let view = stage.add(Drawn(), 0, 0, 40, 40)
    let own = CALayer()
    own.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
    stage.host.run(at: 1) {
      own.delegate = view
      stage.content.layer?.addSublayer(own)
      own.setNeedsDisplay()
    }
    let other = stage.add(Drawn(), 100, 0, 40, 40)
    #expect(other.needsDisplay == false)
    #expect(try stage.pixel(120, 180, at: 1) == green)
  }

  @Test func layersOfTheProgramTakeTheScaleIfTheirDelegateWants() {
    let stage = Stage()
    let view = stage.add(Inheriting(), 0, 0, 40, 40)
    let (asking, silent) = (CALayer(), CALayer())
    stage.host.run(at: 1) {
      asking.delegate = view
      view.layer?.addSublayer(asking)
      view.layer?.addSublayer(silent)
      stage.window.receive(.rescaled(2))
    }
    #expect(asking.contentsScale == 2)
    #expect(silent.contentsScale == 1)
  }

  /// A hosted layer is asked through its view, and not once more as a sublayer.
  @Test func eachLayerOfTheProgramIsOfferedAScaleOnce() {
    final class Refusing: NSObject, @MainActor CALayerDelegate, NSViewLayerContentScaleDelegate {
      var count = 0
      func layer(_: CALayer, shouldInheritContentsScale _: CGFloat, from _: NSWindow) -> Bool {
        count += 1
        return false
      }
    }
    let stage = Stage()
    let delegate = Refusing()
    let (outer, hosting) = (stage.add(NSView(), 0, 0, 40, 40), NSView())
    let (hosted, between) = (CALayer(), CALayer())
    (hosted.delegate, between.delegate) = (delegate, delegate)
    hosting.layer = hosted
    stage.host.run(at: 1) {
      outer.subviews = [NSView(), hosting, NSView()]
      outer.layer?.insertSublayer(between, at: 1)
    }
    delegate.count = 0
    stage.host.run(at: 2) { stage.window.receive(.rescaled(2)) }
    #expect(delegate.count == 2)
  }
}
