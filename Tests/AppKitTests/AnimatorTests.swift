import AppKit
import StrataViews
import Testing

/// Stand-ins of views, and the groups that their changes belong to.
@MainActor @Suite struct AnimatorTests {
  private final class Dial: Filled {
    var angle: CGFloat = 0 { didSet { seen.append(angle) } }
    var seen: [CGFloat] = []
    var other = 0

    override class func defaultAnimation(forKey key: NSAnimatablePropertyKey) -> Any? {
      key == "angle" ? CABasicAnimation() : super.defaultAnimation(forKey: key)
    }
  }

  @Test func changesAreAtOnceWithoutAnAnimator() {
    let stage = Stage()
    let view = stage.add(NSView(), 0, 0, 10, 10)
    stage.host.run(at: 1) {
      view.setFrameOrigin(NSPoint(x: 50, y: 50))
      view.alphaValue = 0.5
    }
    #expect(view.layer?.animationKeys() == nil)
  }

  @Test func theAnimatorAnimatesAndTheViewHasTheNewValue() {
    let stage = Stage()
    let view = stage.add(NSView(), 0, 0, 10, 10)
    stage.host.run(at: 1) {
      linear(2) {
        view.animator().frame = NSRect(x: 100, y: 0, width: 30, height: 10)
        view.animator().alphaValue = 0
      }
    }
    #expect(view.frame == NSRect(x: 100, y: 0, width: 30, height: 10))
    #expect(view.animator().frame == view.frame)
    #expect(stage.shown(view, \.frame, at: 2) == CGRect(x: 50, y: 0, width: 20, height: 10))
    #expect(stage.shown(view, \.opacity, at: 2) == 0.5)
    stage.host.run(at: 3.5)
    #expect(view.layer?.animationKeys() == nil)
  }

  /// The stand-in animates what is set through it, however long it is kept, and nothing else.
  @Test func nothingLeaksFromTheAnimator() {
    let stage = Stage()
    let view = stage.add(NSView(), 0, 0, 10, 10)
    stage.host.run(at: 1) {
      let kept = view.animator()
      view.alphaValue = 0.5
      #expect(view.layer?.animationKeys() == nil)
      kept.setFrameOrigin(NSPoint(x: 5, y: 0))
      view.alphaValue = 0.25
      #expect(view.layer?.animationKeys() == ["position"])
      kept.alphaValue = 1
    }
    #expect(view.layer?.animationKeys()?.sorted() == ["opacity", "position"])
  }

  @Test func aQuarterOfASecondIsTheDefault() {
    let stage = Stage()
    let view = stage.add(NSView(), 0, 0, 10, 10)
    stage.host.run(at: 1) { view.animator().alphaValue = 0 }
    #expect(view.layer?.animation(forKey: "opacity")?.duration == 0.25)
  }

  @Test func groupsNest() {
    let stage = Stage()
    let (a, b) = (stage.add(NSView(), 0, 0, 10, 10), stage.add(NSView(), 0, 0, 10, 10))
    var ends: [(String, Double)] = []
    stage.host.run(at: 1) {
      linear(2) {
        a.animator().alphaValue = 0
        NSAnimationContext.beginGrouping()
        #expect(NSAnimationContext.current.duration == 2)
        NSAnimationContext.current.duration = 3
        NSAnimationContext.current.completionHandler = { ends.append(("inner", CACurrentMediaTime())) }
        b.animator().alphaValue = 0
        NSAnimationContext.endGrouping()
        #expect(NSAnimationContext.current.duration == 2)
      } completion: {
        ends.append(("outer", CACurrentMediaTime()))
      }
    }
    #expect(NSAnimationContext.current.duration == 0.25)
    stage.host.run(at: 5)
    #expect(ends.map(\.0) == ["outer", "inner"] || ends.map(\.0) == ["inner", "outer"])
    #expect(ends.map(\.1) == [4, 4])
  }

  @Test func aGroupWithoutChangesCompletes() {
    let stage = Stage()
    var count = 0
    stage.host.run(at: 1) { linear(5, {}, completion: { count += 1 }) }
    stage.host.run(at: 1)
    #expect(count == 1)
    NSAnimationContext.endGrouping()
    #expect(NSAnimationContext.current.duration == 0.25)
  }

  @Test func implicitAnimationIsForGroupsThatAllowIt() {
    let stage = Stage()
    let view = stage.add(NSView(), 0, 0, 10, 10)
    var ended = 0.0
    stage.host.run(at: 1) {
      linear(2) { view.alphaValue = 0.5 }
      #expect(view.layer?.animationKeys() == nil)
      NSAnimationContext.runAnimationGroup { context in
        context.duration = 2
        context.timingFunction = CAMediaTimingFunction(name: .linear)
        context.allowsImplicitAnimation = true
        view.setFrameOrigin(NSPoint(x: 100, y: 0))
        view.layer?.cornerRadius = 4
      } completionHandler: {
        ended = CACurrentMediaTime()
      }
    }
    #expect(view.layer?.animationKeys()?.sorted() == ["cornerRadius", "position"])
    #expect(stage.shown(view, \.position, at: 2)?.x == 50)
    stage.host.run(at: 4)
    #expect(ended == 3)
  }

  @Test func animationsOfAViewReplaceTheDefault() {
    let stage = Stage()
    let view = stage.add(NSView(), 0, 0, 10, 10)
    let slow = CABasicAnimation()
    slow.duration = 4
    let shake = CAKeyframeAnimation()
    shake.values = [CGPoint(x: 0, y: 0), CGPoint(x: 40, y: 0), CGPoint(x: 0, y: 0)]
    shake.duration = 2
    view.animations = ["alphaValue": slow, "frameOrigin": shake]
    stage.host.run(at: 1) {
      view.animator().alphaValue = 0
      view.animator().setFrameOrigin(NSPoint(x: 8, y: 0))
    }
    #expect(view.layer?.animation(forKey: "opacity")?.duration == 4)
    #expect(stage.shown(view, \.position, at: 2)?.x == 40)
    #expect(view.frame.minX == 8)
    #expect(NSView.defaultAnimation(forKey: "subviews") is CATransition)
    #expect(view.animation(forKey: "tag") == nil)
  }

  /// A property that a class stores, and names in its animations, is set step by step.
  @Test func aPropertyOfTheProgramsOwnAnimates() {
    let stage = Stage()
    let view = Dial(.red)
    _ = stage.add(view, 0, 0, 10, 10)
    var ended = 0.0
    stage.host.run(at: 1) {
      linear(1, { view.animator().angle = 10 }, completion: { ended = CACurrentMediaTime() })
      view.animator().other = 3
    }
    #expect(view.other == 3)
    stage.host.run(at: 1.5)
    #expect(abs(view.angle - 5) < 0.2)
    stage.host.run(at: 3)
    #expect(view.angle == 10)
    #expect(ended == 2)
    #expect(view.seen.count > 60)
    let outside = Dial(.red)
    outside.animator().angle = 4
    #expect(outside.angle == 4)
  }

  /// The rounds of an animation count for such a property, too.
  @Test func aPropertyOfTheProgramsOwnGoesThereAndBack() {
    let stage = Stage()
    let view = stage.add(Dial(.red), 0, 0, 10, 10)
    let swing = CABasicAnimation()
    (swing.duration, swing.repeatCount, swing.autoreverses) = (1, 1.5, true)
    swing.timingFunction = CAMediaTimingFunction(name: .linear)
    view.animations = ["angle": swing]
    var ended = 0.0
    stage.host.run(at: 1) {
      linear(9, { view.animator().angle = 10 }, completion: { ended = CACurrentMediaTime() })
    }
    for (time, angle) in [(1.75, 7.5), (2.25, 7.5), (2.75, 2.5), (3.25, 2.5), (3.75, 7.5)] {
      stage.host.run(at: time)
      #expect(abs(view.angle - angle) < 0.2, "\(time)")
      #expect(ended == 0)
    }
    stage.host.run(at: 5)
    #expect(view.angle == 10)
    #expect(ended == 4)
  }

  @Test func subviewsFadeThroughTheAnimator() throws {
    let stage = Stage()
    let outer = stage.add(NSView(), 0, 0, 100, 100)
    let (old, new) = (Filled(.red), Filled(.blue))
    for view in [old, new] { view.frame = outer.bounds }
    stage.host.run(at: 0) { outer.addSubview(old) }
    stage.host.run(at: 1) { linear(2) { outer.animator().replaceSubview(old, with: new) } }
    #expect(outer.subviews == [new])
    let middle = try stage.pixel(10, 190, at: 2)
    #expect(abs(Int(middle[0]) - 128) <= 2)
    #expect(abs(Int(middle[2]) - 128) <= 2)
    #expect(try stage.pixel(10, 190, at: 3.5) == blue)
    stage.host.run(at: 4) { new.animator().removeFromSuperview() }
    #expect(new.superview == nil)
    #expect(outer.layer?.animation(forKey: kCATransition) != nil)
  }

  @Test func springsSwingAndSpeedsCount() {
    let stage = Stage()
    let view = stage.add(NSView(), 0, 0, 10, 10)
    let dial = stage.add(Dial(.red), 0, 0, 10, 10)
    let spring = CASpringAnimation()
    (spring.stiffness, spring.damping) = (100, 5)
    spring.duration = 3
    let fast = CABasicAnimation()
    (fast.duration, fast.speed) = (2, 2)
    fast.timingFunction = CAMediaTimingFunction(name: .linear)
    view.animations = ["frameOrigin": spring, "alphaValue": fast]
    dial.animations = ["angle": spring]
    stage.host.run(at: 1) {
      view.animator().setFrameOrigin(NSPoint(x: 100, y: 0))
      view.animator().alphaValue = 0
      dial.animator().angle = 100
    }
    let places = (0..<10).compactMap { stage.shown(view, \.position, at: 1 + Double($0) / 20)?.x }
    #expect(stage.shown(view, \.opacity, at: 1.5) == 0.5)
    #expect(places.max() ?? 0 > 120)
    #expect(dial.seen.max() ?? 0 > 120)
    stage.host.run(at: 5)
    #expect(dial.angle == 100 && dial.seen.filter { $0 == 100 }.count == 2)
  }

  private final class Delegate: NSObject, CAAnimationDelegate {
    var calls: [String] = []
    func animationDidStart(_ anim: CAAnimation) { calls.append("start \(CACurrentMediaTime())") }
    func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
      calls.append("stop \(CACurrentMediaTime()) \(flag)")
    }
  }

  @Test func delegatesOfAnimationsHearOfThem() {
    let stage = Stage()
    let dial = stage.add(Dial(.red), 0, 0, 10, 10)
    let (plain, keyframes) = (CABasicAnimation(), CAKeyframeAnimation())
    keyframes.values = [1, 0.25, 0]
    for animation in [plain, keyframes] as [CAAnimation] { animation.duration = 2 }
    let delegates = (Delegate(), Delegate(), Delegate())
    (plain.delegate, keyframes.delegate) = (delegates.0, delegates.1)
    let own = CABasicAnimation()
    (own.duration, own.delegate) = (1, delegates.2)
    dial.animations = ["frameOrigin": plain, "alphaValue": keyframes, "angle": own]
    stage.host.run(at: 1) {
      dial.animator().frame = NSRect(x: 100, y: 0, width: 30, height: 10)
      dial.animator().alphaValue = 0
      dial.animator().angle = 1
    }
    stage.host.run(at: 5)
    #expect(delegates.0.calls == ["start 1.0", "stop 3.0 true"])
    #expect(delegates.1.calls == ["start 1.0", "stop 3.0 true"])
    #expect(delegates.2.calls == ["start 1.0", "stop 2.0 true"])
  }

  @Test func aDurationOfZeroChangesAtOnce() {
    let stage = Stage()
    let view = stage.add(NSView(), 0, 0, 10, 10)
    stage.host.run(at: 1) { linear(0) { view.animator().alphaValue = 0 } }
    #expect(view.layer?.animationKeys() == nil)
    #expect(view.alphaValue == 0)
  }

  @Test func aGroupCanBeAwaited() async {
    await NSAnimationContext.runAnimationGroup { $0.duration = 0 }
    #expect(NSAnimationContext.current.duration == 0.25)
  }

  @Test func aNewChangeGoesOnFromWhatIsShown() {
    let stage = Stage()
    let view = stage.add(NSView(), 0, 0, 10, 10)
    stage.host.run(at: 0) { linear(2) { view.animator().setFrameOrigin(NSPoint(x: 200, y: 0)) } }
    stage.host.run(at: 1) { linear(2) { view.animator().setFrameOrigin(.zero) } }
    #expect(view.layer?.animationKeys() == ["position"])
    #expect(stage.shown(view, \.position, at: 2)?.x == 50)
  }
}
