import StrataViews
import Testing
import UIKit

@MainActor @Suite struct PropertyAnimatorTests {
  private func prepared() -> (Stage, UIView, UIViewPropertyAnimator) {
    let stage = Stage()
    let view = stage.add(UIView(), 0, 0, 10, 10)
    let animator = UIViewPropertyAnimator(duration: 2, curve: .linear) { view.center.x = 105 }
    return (stage, view, animator)
  }

  @Test func itRunsAndCompletes() {
    let (stage, view, animator) = prepared()
    var positions: [UIViewAnimatingPosition] = []
    animator.addCompletion { positions.append($0) }
    #expect(animator.state == .inactive)
    stage.host.run(at: 1) { animator.startAnimation() }
    #expect(animator.isRunning)
    #expect(stage.shown(view, \.position, at: 2)?.x == 55)
    stage.host.run(at: 4)
    #expect(positions == [.end])
    #expect(animator.state == .inactive)
    #expect(view.layer.animationKeys() == nil)
    #expect(view.center.x == 105)
  }

  @Test func aPauseStopsWhereItIs() {
    let (stage, view, animator) = prepared()
    stage.host.run(at: 0) { animator.startAnimation() }
    stage.host.run(at: 0.5) { animator.pauseAnimation() }
    #expect(abs(animator.fractionComplete - 0.25) < 1e-6)
    #expect(abs((stage.shown(view, \.position, at: 9)?.x ?? 0) - 30) < 1e-6)
    stage.host.run(at: 10) { animator.startAnimation() }
    #expect(abs((stage.shown(view, \.position, at: 10.5)?.x ?? 0) - 55) < 1e-6)
    stage.host.run(at: 20)
    #expect(animator.state == .inactive)
  }

  @Test func theFractionMovesByHand() {
    let (stage, view, animator) = prepared()
    stage.host.run(at: 0) { animator.fractionComplete = 0.75 }
    #expect(animator.state == .active)
    #expect(abs((stage.shown(view, \.position, at: 1)?.x ?? 0) - 80) < 1e-6)
    stage.host.run(at: 1) { animator.fractionComplete = 0.1 }
    #expect(abs((stage.shown(view, \.position, at: 2)?.x ?? 0) - 15) < 1e-6)
  }

  @Test func aCurveIsScrubbedEvenlyUnlessAsked() {
    let stage = Stage()
    let view = stage.add(UIView(), 0, 0, 10, 10)
    let animator = UIViewPropertyAnimator(duration: 2, curve: .easeIn) { view.center.x = 105 }
    stage.host.run(at: 0) { animator.fractionComplete = 0.5 }
    #expect(abs((stage.shown(view, \.position, at: 0)?.x ?? 0) - 55) < 1e-6)
    animator.scrubsLinearly = false
    stage.host.run(at: 1) { animator.fractionComplete = 0.5 }
    let eased = CGFloat(CAMediaTimingFunction(name: .easeIn)._solve(forInput: 0.5))
    #expect(abs((stage.shown(view, \.position, at: 1)?.x ?? 0) - (5 + 100 * eased)) < 1e-3)
  }

  @Test func reversedItEndsAtTheStart() {
    let (stage, view, animator) = prepared()
    var positions: [UIViewAnimatingPosition] = []
    animator.addCompletion { positions.append($0) }
    stage.host.run(at: 0) { animator.startAnimation() }
    stage.host.run(at: 1) { animator.isReversed = true }
    #expect(abs((stage.shown(view, \.position, at: 1.5)?.x ?? 0) - 30) < 1e-6)
    stage.host.run(at: 3)
    #expect(positions == [.start])
    #expect(view.center.x == 5)
    #expect(view.layer.animationKeys() == nil)
  }

  @Test func itContinuesOnASpring() {
    let (stage, view, animator) = prepared()
    stage.host.run(at: 0) { animator.fractionComplete = 0.5 }
    stage.host.run(at: 1) {
      animator.continueAnimation(
        withTimingParameters: UISpringTimingParameters(dampingRatio: 0.4),
        durationFactor: 1
      )
    }
    let spring = view.layer.animation(forKey: "position") as? CASpringAnimation
    #expect(spring?.duration == 2)
    #expect((spring?.fromValue as? CGPoint)?.x == -50)
    stage.host.run(at: 4)
    #expect(animator.state == .inactive)
  }

  @Test func stoppedItKeepsWhatIsShown() {
    let (stage, view, animator) = prepared()
    stage.host.run(at: 0) { animator.startAnimation() }
    stage.host.run(at: 1) { animator.stopAnimation(false) }
    #expect(animator.state == .stopped)
    #expect(abs(view.center.x - 55) < 1e-6)
    var positions: [UIViewAnimatingPosition] = []
    animator.addCompletion { positions.append($0) }
    stage.host.run(at: 2) { animator.finishAnimation(at: .end) }
    #expect(view.center.x == 105)
    #expect(positions == [.end])
  }

  @Test func stoppedAfterAPauseItKeepsWhatIsShown() {
    let (stage, view, animator) = prepared()
    stage.host.run(at: 0) { animator.startAnimation() }
    stage.host.run(at: 1) {
      animator.pauseAnimation()
      animator.stopAnimation(true)
    }
    #expect(abs(view.center.x - 55) < 1e-6)
    #expect(view.layer.animationKeys() == nil)
  }

  @Test func stoppedAfterATurnItKeepsWhatIsShown() {
    let (stage, view, animator) = prepared()
    stage.host.run(at: 0) { animator.startAnimation() }
    stage.host.run(at: 1) {
      animator.isReversed = true
      animator.stopAnimation(true)
    }
    #expect(abs(view.center.x - 55) < 1e-6)
  }

  @Test func stoppedItKeepsAFractionThatWasNeverShown() {
    let stage = Stage()
    let view = stage.add(UIView(), 0, 0, 10, 10)
    let animator = UIViewPropertyAnimator(duration: 2, curve: .linear) {
      view.center.x = 105
      view.center.y += 10
      view.alpha = 0
      view.transform = CGAffineTransform(scaleX: 3, y: 3)
    }
    stage.host.run(at: 0) {
      animator.fractionComplete = 0.5
      animator.stopAnimation(true)
    }
    #expect(abs(view.center.x - 55) < 1e-6)
    #expect(abs(view.center.y - 10) < 1e-6)
    #expect(abs(view.alpha - 0.5) < 1e-6)
    #expect(abs(view.transform.a - 2) < 1e-6)
  }

  @Test func aBlockGoesOnFromAPause() {
    let (stage, view, animator) = prepared()
    animator.addAnimations { view.alpha = 0 }
    stage.host.run(at: 0) { animator.startAnimation() }
    stage.host.run(at: 1) {
      animator.pauseAnimation()
      UIView.animate(withDuration: 1, delay: 0, options: [.beginFromCurrentState, .curveLinear]) {
        (view.center.x, view.alpha) = (205, 1)
      }
    }
    #expect(abs((stage.shown(view, \.opacity, at: 1.5) ?? 0) - 0.75) < 1e-6)
    // What is paused adds to what moves: 205 - 50 - 50.
    #expect(abs((stage.shown(view, \.position, at: 1.5)?.x ?? 0) - 105) < 1e-6)
  }

  @Test func aSpringKnowsItsTimeBeforeItStarts() {
    let spring = CASpringAnimation(keyPath: "position")
    (spring.mass, spring.stiffness, spring.damping) = (1, 100, 10)
    let own = UISpringTimingParameters(mass: 1, stiffness: 100, damping: 10, initialVelocity: .zero)
    let animator = UIViewPropertyAnimator(duration: 0, timingParameters: own)
    #expect(abs(animator.duration - spring.settlingDuration) < 1e-9)
    #expect(UIViewPropertyAnimator(duration: 3, dampingRatio: 0.5).duration == 3)
  }

  @Test func itNeedsNoArguments() {
    let stage = Stage()
    let view = stage.add(UIView(), 0, 0, 10, 10)
    let animator = UIViewPropertyAnimator()
    animator.addAnimations { view.alpha = 0 }
    #expect(animator.duration == 0.2)
    #expect(animator.timingParameters.cubicTimingParameters != nil)
    stage.host.run(at: 0) { animator.startAnimation() }
    stage.host.run(at: 1)
    #expect(view.alpha == 0)
    #expect(animator.state == .inactive)
  }

  @Test func addedChangesTakeTheRest() {
    let (stage, view, animator) = prepared()
    stage.host.run(at: 0) { animator.startAnimation() }
    stage.host.run(at: 1) { animator.addAnimations { view.alpha = 0 } }
    #expect(abs((stage.shown(view, \.opacity, at: 1.5) ?? 0) - 0.5) < 1e-6)
    #expect(abs((stage.shown(view, \.position, at: 1.5)?.x ?? 0) - 80) < 1e-6)
  }

  @Test func aDelayFactorBeginsLater() {
    let stage = Stage()
    let view = stage.add(UIView(), 0, 0, 10, 10)
    let animator = UIViewPropertyAnimator(duration: 2, curve: .linear)
    animator.addAnimations({ view.alpha = 0 }, delayFactor: 0.5)
    stage.host.run(at: 0) { animator.startAnimation() }
    #expect(stage.shown(view, \.opacity, at: 1) == 1)
    #expect(stage.shown(view, \.opacity, at: 1.5) == 0.5)
  }

  @Test func colorsMoveByHandToo() {
    let stage = Stage()
    let view = stage.add(UIView(), 0, 0, 10, 10)
    stage.host.run(at: 0) { view.backgroundColor = .red }
    let animator = UIViewPropertyAnimator(duration: 2, curve: .linear) { view.backgroundColor = .blue }
    stage.host.run(at: 0) { animator.fractionComplete = 0.5 }
    stage.host.run(at: 1) { animator.startAnimation() }
    stage.host.run(at: 1.5) { animator.isReversed = true }
    stage.host.run(at: 5)
    #expect(view.backgroundColor == .red)
  }

  @Test func keyframesInsideAreMovedByHand() {
    let stage = Stage()
    let view = stage.add(UIView(), 0, 0, 10, 10)
    let animator = UIViewPropertyAnimator(duration: 2, curve: .linear) {
      UIView.animateKeyframes(withDuration: 0, delay: 0) {
        UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 0.5) { view.center.x = 105 }
      }
    }
    stage.host.run(at: 0) { animator.fractionComplete = 0.25 }
    #expect(abs((stage.shown(view, \.position, at: 0)?.x ?? 0) - 55) < 1e-3)
    stage.host.run(at: 1) { animator.startAnimation() }
    #expect(abs((stage.shown(view, \.position, at: 1.5)?.x ?? 0) - 105) < 1e-3)
  }

  @Test(arguments: [true, false]) func anAnimatorThatIsStoppedOrPausedIsFreed(isStopped: Bool) {
    let stage = Stage()
    let view = stage.add(UIView(), 0, 0, 10, 10)
    weak var kept: UIViewPropertyAnimator?
    do {
      let animator = UIViewPropertyAnimator(duration: 2, curve: .linear) { view.center.x = 105 }
      stage.host.run(at: 1) { animator.startAnimation() }
      stage.host.run(at: 2) { isStopped ? animator.stopAnimation(true) : animator.pauseAnimation() }
      kept = animator
    }
    stage.host.run(at: 4)
    #expect(kept == nil)
    #expect(stage.shown(view, \.position, at: 5)?.x == 55)
  }

  @Test func anAnimatorThatRunsIsKept() {
    let stage = Stage()
    let view = stage.add(UIView(), 0, 0, 10, 10)
    var isComplete = false
    stage.host.run(at: 1) {
      let animator = UIViewPropertyAnimator(duration: 2, curve: .linear) { view.center.x = 105 }
      animator.addCompletion { _ in isComplete = true }
      animator.startAnimation()
    }
    stage.host.run(at: 4)
    #expect(isComplete)
  }
}
