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
}
