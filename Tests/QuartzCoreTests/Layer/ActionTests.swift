import Foundation
import QuartzCore
import StrataRenderServer
import Testing

private final class Action: NSObject, CAAction {
  var events: [(key: String, value: Float)] = []
  func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
    events.append((event, (anObject as? CALayer)?.opacity ?? -1))
  }
}

private final class Provider: NSObject, CALayerDelegate {
  var answer: (any CAAction)?
  var asked: [String] = []
  var seen: Float?
  func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
    asked.append(event)
    seen = layer.value(forKey: "opacity") as? Float
    return answer
  }
}

@Suite struct ActionTests {
  init() { CATransaction.flush() }

  /// A layer of a hosted tree that was committed, and its renderer.
  private func hosted() -> (CALayer, OfflineRenderer) {
    let layer = box(0, 0, 10, 10)
    return (layer, OfflineRenderer(layer: layer, size: CGSize(width: 10, height: 10)))
  }

  /// Animation #34 and A-2.
  @Test func aPlainLayerHasNoActions() {
    #expect(CALayer().action(forKey: "position") == nil)
    let classes = [
      CALayer.self, CAShapeLayer.self, CATextLayer.self, CAGradientLayer.self, CAReplicatorLayer.self,
      CAEmitterLayer.self, CATransformLayer.self, CAScrollLayer.self, CATiledLayer.self,
    ]
    for type in classes {
      for key in ["position", "opacity", "onOrderIn", "path", "contents", "colors"] {
        #expect(type.defaultAction(forKey: key) == nil, "\(type) \(key)")
      }
    }
  }

  /// Animation #35 to #40, A-1, A-3 and ST-3.
  @Test func theSearchGoesFromTheDelegateToTheStyle() {
    let (m1, m2, m3) = (Action(), Action(), Action())
    let layer = CALayer()
    let provider = Provider()
    layer.delegate = provider
    layer.actions = ["opacity": m2]
    provider.answer = m1
    #expect(layer.action(forKey: "opacity") === m1)
    provider.answer = nil
    #expect(layer.action(forKey: "opacity") === m2)
    provider.answer = NSNull()
    #expect(layer.action(forKey: "opacity") == nil)
    layer.delegate = nil
    layer.actions = ["opacity": NSNull()]
    layer.style = ["actions": ["opacity": m3]]
    #expect(layer.action(forKey: "opacity") == nil)
    layer.actions = ["position": m2]
    #expect(layer.action(forKey: "opacity") === m3)
    layer.style = ["style": ["actions": ["opacity": m1]], "actions": ["opacity": m3]]
    #expect(layer.action(forKey: "opacity") === m3)
    layer.style = ["style": ["actions": ["opacity": m1]]]
    #expect(layer.action(forKey: "opacity") === m1)
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    #expect(layer.action(forKey: "position") === m2)
    CATransaction.commit()
  }

  /// Animation #41, #42 and A-8.
  @Test func aCommittedLayerAnimatesByItself() {
    let (layer, renderer) = hosted()
    renderer.change(at: 1) { layer.opacity = 0 }
    let animation = layer.animation(forKey: "opacity") as? CABasicAnimation
    #expect(animation?.duration == 0.25)
    #expect(animation?.fromValue as? Double == 1)
    #expect(animation?.toValue == nil)
    renderer.change(at: 2) {
      CATransaction.setAnimationDuration(0.4)
      layer.position = CGPoint(x: 20, y: 20)
    }
    #expect(layer.animation(forKey: "position")?.duration == 0.4)
    // From what is on the screen: half-way along a straight line.
    renderer.change(at: 10) {
      CATransaction.setAnimationDuration(1)
      CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
      layer.position = CGPoint(x: 120, y: 20)
    }
    renderer.change(at: 10.5) { layer.position = .zero }
    let next = layer.animation(forKey: "position") as? CABasicAnimation
    #expect((next?.fromValue as? CGPoint).map { abs($0.x - 70) < 1e-6 } == true)
    #expect(next?.keyPath == "position")
    #expect(next?.toValue == nil)
    #expect(next?.byValue == nil)
    #expect(next?.timingFunction == CAMediaTimingFunction(name: .default))
  }

  /// Animation #43 and #44.
  @Test func thePresentationFollowsTheImplicitAnimation() {
    let (layer, renderer) = hosted()
    renderer.change(at: 1) { layer.opacity = 0 }
    renderer.change(at: 1.1) {
      #expect(abs((layer.presentation()?.opacity ?? -1) - 0.317459) < 1e-4)
    }
    renderer.change(at: 1.3) {
      #expect(layer.presentation()?.opacity == 0 && layer.animationKeys() == nil)
    }
  }

  /// Animation #45, #46 and A-16.
  @Test func aStandaloneLayerRunsOnlyActionsThatAreFound() {
    let layer = CALayer()
    layer.opacity = 0
    #expect(layer.animationKeys() == nil)
    layer.opacity = 1
    layer.actions = ["opacity": CABasicAnimation()]
    CATransaction.begin()
    CATransaction.setAnimationDuration(1)
    layer.opacity = 0
    CATransaction.commit()
    let animation = layer.animation(forKey: "opacity") as? CABasicAnimation
    #expect(animation?.keyPath == "opacity" && animation?.duration == 1)
    #expect(animation?.fromValue as? Double == 1)
    let action = layer.actions?["opacity"] as? CABasicAnimation
    #expect(action?.keyPath == nil)
    #expect(action?.fromValue == nil)
    #expect(action?.duration == 0)
  }

  /// Animation #47 and K-14.
  @Test func anEqualValueIsNoChange() {
    let (layer, renderer) = hosted()
    renderer.change(at: 1) { layer.position = layer.position }
    #expect(layer.animationKeys() == nil)
  }

  /// Animation.
  @Test func theActionIsFoundBeforeTheChangeAndRunAfterIt() {
    let layer = CALayer()
    let (provider, action) = (Provider(), Action())
    layer.delegate = provider
    provider.answer = action
    layer.opacity = 0.5
    #expect(provider.seen == 1 && action.events.map(\.key) == ["opacity"])
    #expect(action.events.first?.value == 0.5)
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    layer.opacity = 0.25
    CATransaction.commit()
    #expect(provider.asked == ["opacity"])
  }

  /// Animation for the layer's own appearance.
  @Test func aLayerAddedInThisTransactionDoesNotAnimate() {
    let (root, renderer) = hosted()
    renderer.change(at: 1) {
      let child = box(0, 0, 5, 5)
      root.addSublayer(child)
      child.position.x = 5
      #expect(child.animationKeys() == ["onOrderIn"])
    }
  }

  /// Animation A-10.
  @Test func noDurationMeansNoAnimation() {
    let (layer, renderer) = hosted()
    renderer.change(at: 1) {
      CATransaction.setAnimationDuration(0)
      layer.opacity = 0
    }
    #expect(layer.animationKeys() == nil)
  }

  /// Animation A-13.
  @Test func aFrameAnimatesWhatReallyChanged() {
    let (layer, renderer) = hosted()
    renderer.change(at: 1) { layer.frame = CGRect(x: 5, y: 0, width: 10, height: 10) }
    #expect(layer.animationKeys() == ["position"])
    renderer.change(at: 2) { layer.setValue(2, forKeyPath: "transform.scale") }
    #expect(layer.animation(forKey: "transform") != nil)
  }

  /// Animation A-19.
  @Test func nullFromTheDelegateForbidsTheImplicitAnimation() {
    let (layer, renderer) = hosted()
    let provider = Provider()
    provider.answer = NSNull()
    layer.delegate = provider
    renderer.change(at: 1) { layer.opacity = 0 }
    #expect(layer.animationKeys() == nil)
  }

  /// Animation N-17 and Z-15.
  @Test func leavingTheTreeStopsAnimations() {
    final class Recorder: NSObject, CAAnimationDelegate {
      var finished: [Bool] = []
      func animationDidStop(_ anim: CAAnimation, finished flag: Bool) { finished.append(flag) }
    }
    let (root, renderer) = hosted()
    let child = box(0, 0, 5, 5)
    let recorder = Recorder()
    renderer.change(at: 1) { root.addSublayer(child) }
    renderer.change(at: 2) {
      let animation = CABasicAnimation(keyPath: "opacity")
      animation.duration = 100
      animation.delegate = recorder
      child.add(animation, forKey: nil)
    }
    #expect(child.animationKeys()?.count == 1)
    renderer.change(at: 3) { child.removeFromSuperlayer() }
    #expect(child.animationKeys() == nil && recorder.finished == [false])
  }

  /// Animation L-4: a layer that moves within its tree keeps its animations.
  @Test func movingWithinATreeIsNotLeavingIt() {
    let (root, renderer) = hosted()
    let (child, other) = (box(0, 0, 5, 5), box(0, 0, 5, 5))
    renderer.change(at: 1) {
      root.addSublayer(child)
      root.addSublayer(other)
    }
    renderer.change(at: 2) { child.opacity = 0 }
    renderer.change(at: 2.1) { other.addSublayer(child) }
    #expect(child.animation(forKey: "opacity") != nil)
    renderer.change(at: 2.1) { #expect(child.presentation() != nil) }
  }
}
