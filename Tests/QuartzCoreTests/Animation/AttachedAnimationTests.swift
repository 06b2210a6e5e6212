import Foundation
import QuartzCore
import StrataRenderServer
import Testing

/// Notes starts and stops with their times.
private final class Recorder: NSObject, CAAnimationDelegate {
  var events: [String] = []
  var started: [CAAnimation] = []
  func animationDidStart(_ anim: CAAnimation) {
    started.append(anim)
    events.append("start \(CACurrentMediaTime())")
  }
  func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
    events.append("stop \(flag) \(CACurrentMediaTime())")
  }
}

private func fade(_ duration: Double = 1, _ recorder: Recorder? = nil) -> CABasicAnimation {
  let fade = CABasicAnimation(keyPath: "opacity")
  (fade.fromValue, fade.toValue, fade.duration) = (0, 1, duration)
  fade.delegate = recorder
  return fade
}

@Suite struct AttachedAnimationTests {
  init() { CATransaction.flush() }

  private func hosted() -> (CALayer, OfflineRenderer) {
    let layer = box(0, 0, 10, 10)
    return (layer, OfflineRenderer(layer: layer, size: CGSize(width: 10, height: 10)))
  }

  /// Animation N-1.
  @Test func aLayerKeepsACopy() {
    let layer = CALayer()
    let original = fade(2)
    original.setValue("tag", forKey: "tag")
    layer.add(original, forKey: "fade")
    original.duration = 9
    original.keyPath = "zPosition"
    let kept = layer.animation(forKey: "fade") as? CABasicAnimation
    #expect(kept !== original)
    #expect(kept?.duration == 2)
    #expect(kept?.keyPath == "opacity")
    #expect(kept === layer.animation(forKey: "fade") && kept?.value(forKey: "tag") as? String == "tag")
  }

  /// Keys and order are those of a list, whatever the number of animations.
  @Test func manyAnimationsAreKeptInOrder() {
    let layer = CALayer()
    for i in 0..<60 { layer.add(CABasicAnimation(keyPath: "opacity"), forKey: "key \(i)") }
    layer.removeAnimation(forKey: "key 7")
    let again = CABasicAnimation(keyPath: "zPosition")
    layer.add(again, forKey: "key 30")
    for _ in 0..<3 { layer.add(CABasicAnimation(keyPath: "hidden"), forKey: nil) }

    let named = (0..<60).filter { $0 != 7 && $0 != 30 }.map { "key \($0)" } + ["key 30"]
    #expect(layer.animationKeys().map { Array($0.prefix(named.count)) } == named)
    #expect(Set(layer.animationKeys() ?? []).count == 62)
    #expect(layer.animation(forKey: "key 7") == nil)
    #expect((layer.animation(forKey: "key 30") as? CAPropertyAnimation)?.keyPath == "zPosition")
    layer.removeAllAnimations()
    #expect(layer.animationKeys() == nil)
    #expect(layer.animation(forKey: "key 30") == nil)
  }

  /// Animation P-2: what is on screen changes with the commit.
  @Test func aReplacedAnimationIsPresentedUntilTheCommit() {
    let (layer, renderer) = hosted()
    renderer.change(at: 1) { layer.add(fade(4), forKey: "fade") }
    renderer.change(at: 2) {
      for next in [fade(8), fade(2)] {
        layer.add(next, forKey: "fade")
        #expect(layer.presentation()?.opacity == 0.25)
      }
      layer.removeAnimation(forKey: "fade")
      #expect(layer.presentation()?.opacity == 1)
      layer.add(fade(2), forKey: "fade")
      #expect(layer.presentation()?.opacity == 1)
    }
    renderer.change(at: 3) { #expect(layer.presentation()?.opacity == 0.5) }
  }

  /// Animation P-2: the second of two changes in one turn goes on from what is on screen, too.
  @Test func implicitAnimationsBeginAtWhatIsOnScreen() {
    let (root, renderer) = hosted()
    let layer = box(0, 0, 4, 4)
    renderer.change(at: 0) { root.addSublayer(layer) }
    renderer.change(at: 1) {
      CATransaction.setAnimationDuration(2)
      CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
      layer.position.x = 12
    }
    renderer.change(at: 2) {
      for x in [100, 200] {
        layer.position.x = CGFloat(x)
        let animation = layer.animation(forKey: "position") as? CABasicAnimation
        #expect((animation?.fromValue as? CGPoint)?.x == 6)
        #expect(layer.presentation()?.position.x == 6)
      }
    }
  }

  /// Animation #199, N-2 and N-9.
  @Test func aKeyHoldsOneAnimation() {
    let (layer, renderer) = hosted()
    let (x, y, z) = (Recorder(), Recorder(), Recorder())
    renderer.change(at: 1) {
      layer.add(fade(5, x), forKey: "a")
      layer.add(fade(5, y), forKey: "b")
    }
    renderer.change(at: 2) { layer.add(fade(5, z), forKey: "a") }
    #expect(layer.animationKeys() == ["b", "a"])
    #expect(x.events == ["start 1.0", "stop false 2.0"])
    #expect(y.events == ["start 1.0"])
    #expect(z.events == ["start 2.0"])
    #expect(CALayer().animationKeys() == nil)
  }

  /// Animation N-9: of two animations of one property the one added last is applied last.
  @Test func animationsApplyInTheOrderOfAddition() {
    let (layer, renderer) = hosted()
    func held(_ value: Double) -> CABasicAnimation {
      let held = fade(9)
      (held.fromValue, held.toValue) = (value, value)
      return held
    }
    renderer.change(at: 0) {
      layer.add(held(0.25), forKey: "z")
      layer.add(held(0.5), forKey: "a")
    }
    renderer.change(at: 1) {
      #expect(layer.presentation()?.opacity == 0.5)
      layer.add(held(0.25), forKey: "z")
    }
    renderer.change(at: 2) { #expect(layer.presentation()?.opacity == 0.25) }
  }

  /// Animation N-3.
  @Test func animationsWithoutAKeyStandBesideEachOther() {
    let layer = CALayer()
    let recorder = Recorder()
    for _ in 0..<3 { layer.add(fade(1, recorder), forKey: nil) }
    let keys = layer.animationKeys() ?? []
    #expect(keys.count == 3)
    #expect(Set(keys).count == 3)
    #expect(recorder.events.isEmpty)
    layer.removeAnimation(forKey: keys.first ?? "")
    layer.add(fade(), forKey: nil)
    #expect(Set(layer.animationKeys() ?? []).count == 3)
  }

  /// Animation #193, #194, N-4 and Z-10.
  @Test func aMissingDurationIsTheTransactions() {
    let layer = CALayer()
    let (original, spring, group) = (fade(0), CASpringAnimation(keyPath: "opacity"), CAAnimationGroup())
    CATransaction.begin()
    CATransaction.setAnimationDuration(0.75)
    layer.add(original, forKey: "a")
    layer.add(spring, forKey: "spring")
    layer.add(group, forKey: "group")
    CATransaction.commit()
    #expect(layer.animation(forKey: "a")?.duration == 0.75 && original.duration == 0)
    #expect(layer.animation(forKey: "spring")?.duration == 0.75)
    #expect(layer.animation(forKey: "group")?.duration == 0.75)
    layer.add(fade(-2), forKey: "b")
    layer.add(CASpringAnimation(keyPath: "opacity"), forKey: "c")
    #expect(layer.animation(forKey: "b")?.duration == 0.25 && layer.animation(forKey: "c")?.duration == 0.25)
  }

  /// Animation N-5.
  @Test func inATransactionWithoutDurationItIsOverAtOnce() {
    let (layer, renderer) = hosted()
    let recorder = Recorder()
    renderer.change(at: 1) {
      CATransaction.setAnimationDuration(0)
      layer.add(fade(0, recorder), forKey: "fade")
      #expect(layer.animation(forKey: "fade")?.duration == 0)
    }
    #expect(recorder.events == ["start 1.0", "stop true 1.0"] && layer.animationKeys() == nil)
  }

  /// Animation #197, #198 and N-6: on a layer that stands still at 0.3 and then at 0.5.
  @Test func aBeginIsResolvedOnce() {
    for (begin, expected) in [(0.0, (0.0, 0.2)), (1e-100, (0.3, 0.5))] {
      let (layer, renderer) = hosted()
      func progress() -> Double { Double(layer.presentation()?.opacity ?? -1) }
      renderer.change(at: 1) {
        (layer.speed, layer.timeOffset) = (0, 0.3)
        let animation = fade()
        animation.beginTime = begin
        layer.add(animation, forKey: "fade")
      }
      renderer.change(at: 2) {
        #expect(abs(progress() - expected.0) < 1e-6)
        layer.timeOffset = 0.5
      }
      renderer.change(at: 3) { #expect(abs(progress() - expected.1) < 1e-6) }
    }
    let (layer, renderer) = hosted()
    renderer.change(at: 0) {
      layer.add(fade(9), forKey: "a")
      layer.add(fade(9), forKey: "b")
    }
    renderer.change(at: 4) { layer.zPosition = 1 }
    #expect(layer.animation(forKey: "a")?.beginTime == 0 && layer.animation(forKey: "b")?.beginTime == 0)
    renderer.change(at: 4.5) { #expect(layer.presentation()?.opacity == 0.5) }
  }

  /// Animation N-7.
  @Test func aDelayIsAddedToTheLayersTime() {
    let (root, renderer) = hosted()
    let quick = box(0, 0, 5, 5)
    root.addSublayer(quick)
    (quick.speed, quick.beginTime) = (2, 3)
    let recorder = Recorder()
    renderer.change(at: 10) {
      let late = fade(4, recorder)
      late.beginTime = quick.convertTime(CACurrentMediaTime(), from: nil) + 1
      #expect(late.beginTime == 15)
      quick.add(late, forKey: "late")
    }
    renderer.play(until: 20)
    #expect(recorder.events == ["start 10.5", "stop true 12.5"])
  }

  /// Animation F-6.
  @Test func withoutACurveTimeIsEven() {
    let (layer, renderer) = hosted()
    renderer.change(at: 0) { layer.add(fade(4), forKey: "fade") }
    for time in [1.0, 2, 3] {
      renderer.change(at: time) {
        #expect(abs((layer.presentation()?.opacity ?? 0) - Float(time) / 4) < 1e-6)
      }
    }
  }

  /// Animation #200 and N-8.
  @Test func aTransitionHasOneKey() {
    let layer = CALayer()
    layer.add(CATransition(), forKey: "foo")
    #expect(layer.animationKeys() == ["transition"])
    let push = CATransition()
    push.type = .push
    layer.add(push, forKey: nil)
    #expect(layer.animationKeys() == ["transition"])
    #expect((layer.animation(forKey: kCATransition) as? CATransition)?.type == .push)
    #expect(layer.animation(forKey: "foo") == nil)
  }

  /// Animation N-10 and Z-11.
  @Test func removingActsAtOnce() {
    let (layer, renderer) = hosted()
    let recorder = Recorder()
    renderer.change(at: 0) { layer.add(fade(2, recorder), forKey: "fade") }
    renderer.change(at: 1) {
      #expect(layer.presentation()?.opacity == 0.5)
      layer.removeAnimation(forKey: "unknown")
      #expect(layer.animationKeys() == ["fade"])
      layer.removeAnimation(forKey: "fade")
      #expect(layer.animationKeys() == nil && layer.presentation()?.opacity == 1)
      layer.removeAllAnimations()
    }
    #expect(recorder.events == ["start 0.0", "stop false 1.0"])
  }

  /// Animation N-11 and N-15: a kept animation that has ended makes no more callbacks.
  @Test func whatIsKeptFills() {
    let (layer, renderer) = hosted()
    let recorder = Recorder()
    renderer.change(at: 0) {
      layer.opacity = 0.25
      for isKept in [false, true] {
        let animation = CABasicAnimation(keyPath: isKept ? "zPosition" : "borderWidth")
        (animation.fromValue, animation.toValue, animation.duration) = (0, 8, 1)
        animation.fillMode = .forwards
        animation.isRemovedOnCompletion = !isKept
        animation.delegate = isKept ? recorder : nil
        layer.add(animation, forKey: isKept ? "kept" : "dropped")
      }
    }
    renderer.change(at: 2) {
      #expect(layer.animationKeys() == ["kept"])
      #expect(layer.presentation()?.zPosition == 8 && layer.presentation()?.borderWidth == 0)
      layer.removeAllAnimations()
    }
    #expect(recorder.events == ["start 0.0", "stop true 1.0"])
  }

  /// Animation N-12.
  @Test func anAnimationKeepsItsDelegate() {
    let layer = CALayer()
    weak var delegate: Recorder?
    do {
      let animation = fade(1, Recorder())
      delegate = animation.delegate as? Recorder
      layer.add(animation, forKey: "fade")
      #expect(layer.animation(forKey: "fade")?.delegate === animation.delegate)
    }
    #expect(delegate != nil)
    layer.removeAllAnimations()
    #expect(delegate == nil)
  }

  /// Animation #201 to #204, N-13 and N-14.
  @Test func startAndStopAreToldOnce() {
    let cases: [(Int, (CABasicAnimation) -> Void, [String])] = [
      (201, { $0.repeatCount = 2 }, ["start 0.0", "stop true 2.0"]),
      (202, { $0.beginTime = 10 }, ["start 10.0", "stop true 11.0"]),
      (203, { $0.speed = 0.5 }, ["start 0.0", "stop true 2.0"]),
      (204, { $0.repeatCount = .infinity }, ["start 0.0", "stop false 5.0"]),
    ]
    for (number, change, expected) in cases {
      let (layer, renderer) = hosted()
      let recorder = Recorder()
      let animation = fade(1, recorder)
      change(animation)
      renderer.change(at: 0) { layer.add(animation, forKey: "fade") }
      #expect(recorder.started.allSatisfy { $0 === layer.animation(forKey: "fade") && $0 !== animation })
      if number == 204 { renderer.change(at: 5) { layer.removeAllAnimations() } }
      for time in [0, 0.5, 1, 1.9, 2, 9.9, 10, 11, 12] { renderer.play(until: time) }
      #expect(recorder.events == expected, "#\(number)")
    }
  }

  /// Animation N-15: an animation that never began has no start callback.
  @Test func aStopBeforeTheBeginIsAlone() {
    let (layer, renderer) = hosted()
    let recorder = Recorder()
    let late = fade(1, recorder)
    late.beginTime = 10
    renderer.change(at: 1) { layer.add(late, forKey: "late") }
    renderer.change(at: 5) { layer.removeAnimation(forKey: "late") }
    renderer.play(until: 20)
    #expect(recorder.events == ["stop false 5.0"])
  }

  /// Animation T-12 and Z-14: a time that is not a number stops an animation where it would begin.
  @Test func timesThatAreNoTimesStop() {
    let changes: [(CABasicAnimation) -> Void] = [
      { $0.duration = .nan }, { $0.beginTime = .infinity }, { $0.timeOffset = .nan }, { $0.speed = .nan },
      { $0.repeatCount = .nan }, { $0.repeatDuration = -.infinity },
    ]
    for change in changes {
      let (layer, renderer) = hosted()
      let recorder = Recorder()
      let animation = fade(1, recorder)
      change(animation)
      var isDone = false
      renderer.change(at: 1) {
        CATransaction.setCompletionBlock { isDone = true }
        layer.add(animation, forKey: "fade")
      }
      renderer.change(at: 1.5) { #expect(layer.presentation()?.opacity == 1) }
      #expect(recorder.events == ["stop false 1.0"])
      #expect(layer.animationKeys() == nil)
      #expect(isDone)
    }
  }

  /// Source compatibility SC-14: the library fills in values without a subclass's accessors.
  @Test func accessorsOfSubclassesAreNotUsed() {
    final class Watched: CABasicAnimation {
      nonisolated(unsafe) static var writes = 0
      override var duration: CFTimeInterval { didSet { Self.writes += 1 } }
      override var timingFunction: CAMediaTimingFunction? { didSet { Self.writes += 1 } }
      override var keyPath: String? { didSet { Self.writes += 1 } }
    }
    let layer = CALayer()
    layer.actions = ["opacity": Watched()]
    CATransaction.begin()
    CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .easeIn))
    layer.opacity = 0
    CATransaction.commit()
    let added = layer.animation(forKey: "opacity") as? Watched
    #expect(added?.keyPath == "opacity")
    #expect(added?.duration == 0.25)
    #expect(Watched.writes == 0)
  }
}
