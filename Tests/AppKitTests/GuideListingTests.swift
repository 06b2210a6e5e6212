import AppKit
import CoreImage
import StrataTesting
import StrataViews
import Testing

/// The listings of Apple's Core Animation guide that name a view, or the layer of one, in Swift's words and with its numbers.
@MainActor @Suite struct GuideListingTests {
  private let black: [UInt8] = [0, 0, 0, 255]

  private func image(_ color: NSColor, _ size: NSSize = NSSize(width: 40, height: 40)) -> NSImage {
    NSImage(size: size, flipped: false) { rect in
      color.setFill()
      rect.fill()
      return true
    }
  }

  @Test("Listing 2-1: the class of the layer of a view") func layerClass() {
    final class MetalView: NSView, @MainActor CALayerDelegate {
      override func makeBackingLayer() -> CALayer { CAMetalLayer() }
    }
    let view = MetalView()
    view.wantsLayer = true
    #expect(view.layer is CAMetalLayer)
    #expect(view.layer?.delegate === view)
  }

  @Test("Listing 2-2: a view that hosts a layer of the program's own") func hostedLayer() throws {
    final class Tiles: NSObject, CALayerDelegate {
      func draw(_ layer: CALayer, in ctx: CGContext) {
        ctx.setFillColor(NSColor.green.cgColor)
        ctx.fill(layer.bounds)
      }
    }
    let (stage, tiles) = (Stage(), Tiles())
    let view = NSView()
    view.wantsLayer = true
    let hosted = CATiledLayer()
    view.layer = hosted
    hosted.delegate = tiles
    _ = stage.add(view, 0, 0, 100, 100)
    stage.host.run(at: 1) { hosted.setNeedsDisplay() }
    #expect(view.layer === hosted)
    #expect(try stage.pixel(50, 150, at: 3) == green)
    // It animates by itself.
    stage.host.run(at: 4) { hosted.opacity = 0.5 }
    #expect(hosted.animationKeys() == ["opacity"])
  }

  @Test("Listing 2-3: contents by the state of a view") func display() throws {
    final class Answer: NSView, @MainActor CALayerDelegate {
      var displaysYes = false
      var images: [NSImage] = []
      func display(_ layer: CALayer) { layer.contents = images[displaysYes ? 0 : 1] }
    }
    let stage = Stage()
    let view = Answer()
    view.images = [image(.green), image(.red)]
    _ = stage.add(view, 0, 0, 40, 40)
    #expect(try stage.pixel(20, 180, at: 0) == red)
    stage.host.run(at: 1) {
      view.displaysYes = true
      view.needsDisplay = true
    }
    #expect(try stage.pixel(20, 180, at: 1) == green)
  }

  @Test("Listing 2-4: a curve drawn into the layer of a view") func drawing() throws {
    final class Curve: NSView, @MainActor CALayerDelegate {
      func draw(_ layer: CALayer, in ctx: CGContext) {
        let path = CGMutablePath()
        path.move(to: CGPoint(x: 15, y: 15))
        path.addCurve(
          to: CGPoint(x: 295, y: 15),
          control1: CGPoint(x: 15, y: 250),
          control2: CGPoint(x: 295, y: 250)
        )
        ctx.beginPath()
        ctx.addPath(path)
        ctx.setLineWidth(5)
        ctx.strokePath()
      }
    }
    let stage = Stage(320, 250)
    _ = stage.add(Curve(), 0, 0, 310, 250)
    // At its middle the curve is at an eighth of its ends and three quarters of its control points: 155, 191.25.
    #expect(try stage.pixel(155, 58, at: 0) == black)
    #expect(try stage.pixel(155, 70, at: 0) != black)
    #expect(try stage.pixel(155, 191, at: 0) != black)
  }

  @Test("Listing 2-5: background and border") func border() throws {
    let stage = Stage()
    let view = stage.add(NSView(), 0, 0, 40, 40)
    stage.host.run(at: 1) {
      view.layer?.backgroundColor = NSColor.green.cgColor
      view.layer?.borderColor = NSColor.black.cgColor
      view.layer?.borderWidth = 3
    }
    #expect(try stage.pixel(2, 180, at: 1) == black)
    #expect(try stage.pixel(3, 180, at: 1) == green)
    #expect(try stage.pixel(37, 180, at: 1) == black)
  }

  /// The pinch brings what is far from its centre nearer to it, and leaves what is outside of its radius.
  @Test("Listing 2-6: a filter on the layer of a view") func filter() throws {
    let stage = Stage(1000, 300)
    let (view, far) = (stage.add(NSView(), 0, 0, 1000, 300), NSView())
    stage.host.run(at: 0) {
      far.frame = CGRect(x: 570, y: 0, width: 430, height: 300)
      view.addSubview(far)
      view.layer?.backgroundColor = NSColor.red.cgColor
      far.layer?.backgroundColor = NSColor.green.cgColor
    }
    let before = try stage.host.image(at: 0)
    let filter = try #require(CIFilter(name: "CIPinchDistortion"))
    filter.setValue(500.0, forKey: "inputRadius")
    filter.setValue(1.25, forKey: "inputScale")
    filter.setValue(CIVector(x: 250, y: 150), forKey: "inputCenter")
    stage.host.run(at: 1) { view.layer?.filters = [filter] }
    let after = try stage.host.image(at: 1)
    #expect(before.pixel(450, 150) == red)
    #expect(after.pixel(450, 150) == green)
    #expect(after.pixel(800, 150) == green)
  }

  @Test("Listing 3-4: two animations of a border together") func group() throws {
    let stage = Stage()
    let view = stage.add(NSView(), 0, 0, 100, 100)
    stage.host.run(at: 1) {
      let width = CAKeyframeAnimation(keyPath: "borderWidth")
      width.values = [1.0, 10.0, 5.0, 30.0, 0.5, 15.0, 2.0, 50.0, 0.0]
      width.calculationMode = .paced
      let color = CAKeyframeAnimation(keyPath: "borderColor")
      color.values = [NSColor.green.cgColor, NSColor.red.cgColor, NSColor.blue.cgColor]
      color.calculationMode = .paced
      let group = CAAnimationGroup()
      group.animations = [color, width]
      group.duration = 5
      view.layer?.add(group, forKey: "BorderChanges")
    }
    // The steps of the width have a length of 194: half of it is one beyond the seventh value, 2, on the way to 50.
    #expect(abs((stage.shown(view, \.borderWidth, at: 3.5) ?? 0) - 3) < 1e-6)
    // Both steps of the colour are of one length.
    #expect(try stage.pixel(1, 150, at: 3.5) == red)
    stage.host.run(at: 6.1)
    #expect(view.layer?.animationKeys() == nil)
  }

  @Test("Listing 3-5: a change and an animation in a group of a view") func block() {
    let stage = Stage()
    let view = stage.add(NSView(), 0, 0, 40, 40)
    let start = view.layer?.position ?? .zero
    stage.host.run(at: 1) {
      NSAnimationContext.runAnimationGroup { context in
        context.duration = 1
        context.allowsImplicitAnimation = true
        view.layer?.opacity = 0
        let move = CABasicAnimation(keyPath: "position")
        move.fromValue = start
        move.toValue = CGPoint(x: start.x + 100, y: start.y)
        move.duration = 3
        view.layer?.add(move, forKey: "AnimateFrame")
      }
    }
    #expect(view.layer?.animation(forKey: "opacity")?.duration == 1)
    #expect(view.layer?.animation(forKey: "AnimateFrame")?.duration == 3)
    // Half of the way at half of the time of the animation, whose timing is linear.
    #expect(stage.shown(view, \.position, at: 2.5) == CGPoint(x: start.x + 50, y: start.y))
    #expect(stage.shown(view, \.opacity, at: 2.5) == 0)
  }

  @Test("Listing 5-1: a transition between two views") func transition() throws {
    let stage = Stage()
    let (first, second) = (stage.add(NSView(), 0, 0, 100, 100), stage.add(NSView(), 0, 0, 100, 100))
    stage.host.run(at: 0) {
      first.layer?.backgroundColor = NSColor.red.cgColor
      second.layer?.backgroundColor = NSColor.blue.cgColor
      second.isHidden = true
    }
    stage.host.run(at: 1) {
      let transition = CATransition()
      transition.startProgress = 0
      transition.endProgress = 1
      transition.type = .push
      transition.subtype = .fromRight
      transition.duration = 1
      first.layer?.add(transition, forKey: "transition")
      second.layer?.add(transition, forKey: "transition")
      first.isHidden = true
      second.isHidden = false
    }
    #expect(try stage.pixel(50, 150, at: 1) == red)
    // The first view slides to the left and fades, and the second one comes after it.
    let (left, right) = (try stage.pixel(24, 150, at: 1.75), try stage.pixel(26, 150, at: 1.75))
    #expect(left[0] > left[2] && right[2] > right[0])
    #expect(right[2] > 180)
    #expect(try stage.pixel(50, 150, at: 2.1) == blue)
    #expect(first.isHidden && !second.isHidden)
  }

  @Test("Listing 5-2: a transition by a filter between two image views") func filteredTransition() throws {
    let stage = Stage()
    let size = NSSize(width: 200, height: 200)
    let (first, second) = (NSView(), NSView())
    // The bars of the first one slide away over the second one.
    _ = (stage.add(second, 0, 0, 200, 200), stage.add(first, 0, 0, 200, 200))
    stage.host.run(at: 0) {
      first.layer?.contents = image(.red, size)
      second.layer?.contents = image(.blue, size)
      second.isHidden = true
    }
    let filter = try #require(CIFilter(name: "CIBarsSwipeTransition"))
    filter.setValue(3.14, forKey: "inputAngle")
    filter.setValue(30.0, forKey: "inputWidth")
    filter.setValue(10.0, forKey: "inputBarOffset")
    stage.host.run(at: 1) {
      let transition = CATransition()
      transition.startProgress = 0
      transition.endProgress = 1
      transition.filter = filter
      transition.duration = 1
      second.isHidden = false
      first.layer?.add(transition, forKey: "transition")
      second.layer?.add(transition, forKey: "transition")
      first.isHidden = true
    }
    #expect(try stage.pixel(100, 100, at: 1) == red)
    let middle = try stage.host.image(at: 1.5)
    let all = (0..<200).flatMap { x in (0..<200).map { y in middle.pixel(x, y) } }
    #expect(all.contains(red) && all.contains(blue))
    #expect(try stage.pixel(100, 100, at: 2.1) == blue)
  }

  @Test("Listing 6-1: a view that answers with a transition") func action() throws {
    final class Pushing: NSView, @MainActor CALayerDelegate {
      func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
        guard event == "contents" else { return nil }
        let push = CATransition()
        push.duration = 1
        push.timingFunction = CAMediaTimingFunction(name: .easeIn)
        push.type = .push
        push.subtype = .fromRight
        return push
      }
    }
    let stage = Stage()
    let view = stage.add(Pushing(), 0, 0, 40, 40)
    stage.host.run(at: 0) {
      CATransaction.setDisableActions(true)
      view.layer?.contents = image(.red)
    }
    stage.host.run(at: 1) { view.layer?.contents = image(.blue) }
    let push = view.layer?.animation(forKey: kCATransition)
    #expect((push as? CATransition)?.subtype == .fromRight)
    #expect(try stage.pixel(20, 180, at: 1) == red)
    #expect(try stage.pixel(20, 180, at: 2.1) == blue)
  }

  @Test("Listing 6-2: a layer that leaves without an action") func disabledActions() throws {
    let stage = Stage()
    let view = stage.add(NSView(), 0, 0, 40, 40)
    let own = CALayer()
    own.frame = CGRect(x: 0, y: 0, width: 40, height: 40)
    own.backgroundColor = NSColor.red.cgColor
    let fade = CATransition()
    fade.duration = 1
    view.layer?.actions = ["sublayers": fade]
    stage.host.run(at: 0) { view.layer?.addSublayer(own) }
    stage.host.run(at: 3) {
      CATransaction.begin()
      CATransaction.setValue(true, forKey: kCATransactionDisableActions)
      own.removeFromSuperlayer()
      CATransaction.commit()
    }
    #expect(view.layer?.animationKeys() == nil)
    #expect(try stage.pixel(20, 180, at: 3) != red)
  }
}
