import Foundation
import QuartzCore
import StrataRenderServer
import Testing

private final class Listening: NSObject, CALayerDelegate {
  var asked: [String] = []
  func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
    asked.append(event)
    return nil
  }
}

@Suite struct CustomKeyTests {
  init() { CATransaction.flush() }

  /// Animation K-2 and K-11, for layers and animations.
  @Test func anyKeyHoldsAnyValue() {
    let (layer, animation) = (CALayer(), CABasicAnimation(keyPath: "opacity"))
    final class Thing {}
    let thing = Thing()
    for value: Any in [5, 0.25, true, "text", thing, [1, 2], CGPoint(x: 1, y: 2), ["a": 1]] {
      layer.setValue(value, forKey: "mine")
      animation.setValue(value, forKey: "mine")
      #expect(layer.value(forKey: "mine") != nil && animation.value(forKey: "mine") != nil)
    }
    layer.setValue(thing, forKey: "mine")
    animation.setValue(thing, forKey: "mine")
    #expect(
      layer.value(forKey: "mine") as? Thing === thing && animation.value(forKey: "mine") as? Thing === thing
    )
    layer.setValue(nil, forKey: "mine")
    animation.setValue(nil, forKey: "mine")
    #expect(layer.value(forKey: "mine") == nil && animation.value(forKey: "mine") == nil)
    #expect(layer.value(forKey: "never") == nil && animation.value(forKey: "never") == nil)
  }

  /// Animation K-10: an object under a custom key is followed by its own keys.
  @Test func pathsGoOnThroughCustomKeys() {
    let (layer, other) = (CALayer(), CALayer())
    layer.setValue(other, forKey: "friend")
    layer.setValue(0.5, forKeyPath: "friend.opacity")
    layer.setValue(4, forKeyPath: "friend.position.x")
    #expect(other.opacity == 0.5 && other.position.x == 4)
    #expect(layer.value(forKeyPath: "friend.bounds.size.width") as? CGFloat == 0)
    let fade = CABasicAnimation(keyPath: "opacity")
    layer.setValue(fade, forKey: "motion")
    layer.setValue(3, forKeyPath: "motion.duration")
    #expect(fade.duration == 3 && layer.value(forKeyPath: "motion.keyPath") as? String == "opacity")
    layer.setValue(CGRect(x: 1, y: 2, width: 3, height: 4), forKey: "area")
    layer.setValue(9, forKeyPath: "area.size.width")
    #expect(layer.value(forKey: "area") as? CGRect == CGRect(x: 1, y: 2, width: 9, height: 4))
  }

  /// Animation K-15.
  @Test func onlyTextIsRedrawnForItsKeys() {
    for key in [
      "string", "font", "fontSize", "foregroundColor", "wrapped", "truncationMode", "alignmentMode",
      "allowsFontSubpixelQuantization", "style", "contentsScale",
    ] {
      #expect(CATextLayer.needsDisplay(forKey: key), "\(key)")
    }
    #expect(!CATextLayer.needsDisplay(forKey: "position") && !CATextLayer.needsDisplay(forKey: "unknown"))
    let others: [(CALayer.Type, [String])] = [
      (CAShapeLayer.self, ["path", "fillColor", "lineWidth", "strokeEnd"]),
      (CAGradientLayer.self, ["colors", "locations", "startPoint", "type"]),
      (CAReplicatorLayer.self, ["instanceCount", "instanceDelay", "instanceTransform"]),
      (CAEmitterLayer.self, ["birthRate", "emitterCells", "seed"]),
      (CATiledLayer.self, ["tileSize", "levelsOfDetail"]), (CAScrollLayer.self, ["scrollMode"]),
      (CALayer.self, ["bounds", "contents", "opacity", "unknown"]),
    ]
    for (type, keys) in others {
      for key in keys { #expect(!type.needsDisplay(forKey: key), "\(type) \(key)") }
    }
  }

  /// Animation K-17.
  @Test func aCustomKeyMovesOnlyWhenAsked() {
    let layer = box(0, 0, 10, 10)
    let renderer = OfflineRenderer(layer: layer, size: CGSize(width: 10, height: 10))
    renderer.change(at: 0) { layer.setValue(0, forKey: "level") }
    renderer.change(at: 1) { layer.setValue(10, forKey: "level") }
    #expect(layer.animationKeys() == nil)
    layer.actions = ["level": CABasicAnimation()]
    renderer.change(at: 2) {
      CATransaction.setAnimationDuration(2)
      layer.setValue(20, forKey: "level")
    }
    #expect((layer.animation(forKey: "level") as? CABasicAnimation)?.fromValue as? Double == 10)
    renderer.change(at: 3) {
      #expect((layer.presentation()?.value(forKey: "level") as? Double).map { abs($0 - 15) < 1e-6 } == true)
      #expect(layer.value(forKey: "level") as? Double == 20)
    }
    layer.actions = nil
    renderer.change(at: 10) {
      let rise = CABasicAnimation(keyPath: "level")
      (rise.fromValue, rise.toValue, rise.duration) = (0, 8, 2)
      layer.add(rise, forKey: nil)
    }
    renderer.change(at: 11) { #expect(layer.presentation()?.value(forKey: "level") as? Double == 4) }
  }

  /// Animation K-16: what was never set animates from zero, the identity or no colour.
  @Test func aKeyThatWasNeverSetBeginsAtNothing() {
    let layer = box(0, 0, 10, 10)
    let renderer = OfflineRenderer(layer: layer, size: CGSize(width: 10, height: 10))
    let ends: [(String, Any)] = [
      ("level", 8), ("place", CGPoint(x: 4, y: 6)), ("extent", CGSize(width: 2, height: 4)),
      ("turn", CATransform3DMakeTranslation(10, 20, 30)),
      ("tint", CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)),
    ]
    renderer.change(at: 0) {
      for (key, end) in ends {
        let rise = CABasicAnimation(keyPath: key)
        (rise.toValue, rise.duration) = (end, 2)
        layer.add(rise, forKey: key)
      }
    }
    renderer.change(at: 1) {
      let shown = layer.presentation()
      #expect(shown?.value(forKey: "level") as? Double == 4)
      #expect(shown?.value(forKey: "place") as? CGPoint == CGPoint(x: 2, y: 3))
      #expect(shown?.value(forKey: "extent") as? CGSize == CGSize(width: 1, height: 2))
      #expect(
        (shown?.value(forKey: "turn") as? CATransform3D).map { ($0.m41, $0.m42, $0.m43) == (5, 10, 15) }
          == true
      )
      let tint = (shown?.value(forKey: "tint") as? CGColor)?.components
      #expect(tint.map { abs($0[0] - 1) < 1e-3 && abs($0[3] - 0.5) < 1e-3 } == true)
    }
  }

  /// Animation K-18, K-8 and A-13.
  @Test func aSetterPostsOneChange() {
    let layer = CALayer()
    let listener = Listening()
    layer.delegate = listener
    func posted(_ change: () -> Void) -> [String] {
      listener.asked = []
      change()
      return listener.asked
    }
    #expect(posted { layer.position = CGPoint(x: 1, y: 2) } == ["position"])
    #expect(posted { layer.setValue(9, forKeyPath: "position.x") } == ["position"])
    #expect(posted { layer.setValue(0.5, forKey: "opacity") } == ["opacity"])
    #expect(posted { layer.opacity = 0.5 }.isEmpty)
    #expect(posted { layer.frame = CGRect(x: 5, y: 5, width: 4, height: 4) } == ["bounds", "position"])
    #expect(posted { layer.setAffineTransform(CGAffineTransform(2, 0, 0, 2, 0, 0)) } == ["transform"])
    #expect(posted { layer.setValue(2, forKeyPath: "transform.rotation.z") } == ["transform"])
    #expect(posted { layer.setValue(1, forKey: "own") } == ["own"])
    #expect(posted { layer.setValue(1, forKey: "own") }.isEmpty)
    #expect(posted { layer.addSublayer(CALayer()) } == ["sublayers"])
  }
}
