import AppKit
import StrataViews
import Testing

/// What Apple's Core Animation guide does with views, on AppKit's.
@MainActor @Suite struct GuideTests {
  /// A view whose action for one key is the program's, and silence for another.
  private final class Acting: NSView, @MainActor CALayerDelegate {
    func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
      switch event {
      case "opacity":
        let fade = CABasicAnimation(keyPath: "opacity")
        fade.duration = 3
        return fade
      case "backgroundColor": return NSNull()
      default: return nil
      }
    }
  }

  @Test func aViewIsBackedByALayer() throws {
    let stage = Stage()
    let view = NSView()
    view.wantsLayer = true
    let layer = try #require(view.layer)
    layer.backgroundColor = NSColor.red.cgColor
    layer.cornerRadius = 8
    _ = stage.add(view, 0, 0, 40, 40)
    #expect(try stage.pixel(20, 180, at: 0) == red)
    #expect(try stage.pixel(0, 199, at: 0) != red)
  }

  @Test func aViewHostsALayerOfTheProgramsOwn() throws {
    let stage = Stage()
    let root = CALayer()
    let view = NSView()
    view.layer = root
    view.wantsLayer = true
    _ = stage.add(view, 0, 0, 40, 40)
    stage.host.run(at: 1) { root.backgroundColor = NSColor.blue.cgColor }
    // The layer has no delegate and animates by itself.
    #expect(root.animationKeys() == ["backgroundColor"])
    #expect(try stage.pixel(20, 180, at: 2) == blue)
  }

  @Test func aViewMakesALayerOfAnotherClass() {
    final class Rounds: NSView {
      override func makeBackingLayer() -> CALayer {
        let layer = CAShapeLayer()
        layer.fillColor = NSColor.green.cgColor
        return layer
      }
    }
    let stage = Stage()
    let view = stage.add(Rounds(), 0, 0, 40, 40)
    #expect(view.layer is CAShapeLayer)
  }

  @Test func updatingTheLayerProvidesItsContents() throws {
    final class Picture: NSView {
      override var wantsUpdateLayer: Bool { true }
      override func updateLayer() {
        let image = NSImage(size: bounds.size, flipped: false) { rect in
          NSColor.green.setFill()
          rect.fill()
          return true
        }
        layer?.contents = image
      }
    }
    let stage = Stage()
    let view = Picture()
    view.layerContentsRedrawPolicy = .onSetNeedsDisplay
    _ = stage.add(view, 0, 0, 40, 40)
    #expect(try stage.pixel(20, 180, at: 0) == green)
  }

  @Test func theDelegateDrawsIntoTheLayer() throws {
    final class Drawing: NSView, @MainActor CALayerDelegate {
      func draw(_ layer: CALayer, in ctx: CGContext) {
        ctx.setFillColor(NSColor.blue.cgColor)
        ctx.fill(CGRect(x: 0, y: 0, width: 10, height: 10))
      }
    }
    let stage = Stage()
    _ = stage.add(Drawing(), 0, 0, 40, 40)
    #expect(try stage.pixel(5, 195, at: 0) == blue)
    #expect(try stage.pixel(5, 165, at: 0) != blue)
  }

  @Test func theDelegatesActionIsTaken() {
    let stage = Stage()
    let view = stage.add(Acting(), 0, 0, 40, 40)
    stage.host.run(at: 1) {
      view.layer?.opacity = 0
      view.layer?.backgroundColor = NSColor.red.cgColor
    }
    #expect(view.layer?.animationKeys() == ["opacity"])
    #expect(view.layer?.animation(forKey: "opacity")?.duration == 3)
  }

  @Test func disabledActionsAreNotAsked() {
    let stage = Stage()
    let view = stage.add(Acting(), 0, 0, 40, 40)
    stage.host.run(at: 1) {
      CATransaction.begin()
      CATransaction.setValue(true, forKey: kCATransactionDisableActions)
      view.layer?.opacity = 0
      CATransaction.commit()
    }
    #expect(view.layer?.animationKeys() == nil)
  }

  @Test func explicitAnimationsOfAViewsLayerRun() {
    let stage = Stage()
    let view = stage.add(NSView(), 0, 0, 40, 40)
    stage.host.run(at: 1) {
      let fade = CABasicAnimation(keyPath: "opacity")
      fade.fromValue = 1
      fade.toValue = 0
      fade.duration = 2
      view.layer?.add(fade, forKey: "fade")
    }
    #expect(stage.shown(view, \.opacity, at: 2) == 0.5)
  }

  /// A group of views and an animation of a layer, at one time.
  @Test func viewsAndLayersAnimateTogether() throws {
    let stage = Stage()
    let view = stage.add(NSView(), 0, 0, 40, 40)
    let own = CALayer()
    stage.host.run(at: 0) { view.layer?.addSublayer(own) }
    stage.host.run(at: 1) {
      NSAnimationContext.runAnimationGroup { context in
        context.duration = 2
        context.timingFunction = CAMediaTimingFunction(name: .linear)
        view.animator().alphaValue = 0
        let turn = CABasicAnimation(keyPath: "transform.rotation.z")
        turn.toValue = Double.pi
        turn.duration = 1
        view.layer?.add(turn, forKey: "turn")
        own.opacity = 0
      }
    }
    #expect(view.layer?.animation(forKey: "opacity")?.duration == 2)
    #expect(view.layer?.animation(forKey: "turn")?.duration == 1)
    #expect(own.animation(forKey: "opacity")?.duration == 2)
  }
}
