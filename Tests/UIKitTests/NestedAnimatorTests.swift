import StrataViews
import Testing
import UIKit

/// Blocks inside the changes of property animators.
@MainActor @Suite struct NestedAnimatorTests {
  private func x(_ stage: Stage, _ view: UIView, at time: Double) -> CGFloat {
    stage.shown(view, \.position, at: time)?.x ?? 0
  }

  @Test(arguments: [0, 1, 7.0]) func keyframesInsideAreAwaited(ownDuration: Double) {
    let stage = Stage()
    let view = stage.add(UIView(), 0, 0, 20, 20)
    let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) {
      UIView.animateKeyframes(withDuration: ownDuration, delay: 0) {
        UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 0.5) { view.alpha = 0 }
        UIView.addKeyframe(withRelativeStartTime: 0.5, relativeDuration: 0.5) { view.center.x = 110 }
      }
    }
    var ended: Double?
    animator.addCompletion { _ in ended = CACurrentMediaTime() }
    stage.host.run(at: 1) { animator.startAnimation() }
    #expect(abs((stage.shown(view, \.opacity, at: 1.25) ?? 1) - 0.5) < 1e-6)
    #expect(animator.isRunning)
    #expect(abs(x(stage, view, at: 1.75) - 60) < 1e-6)
    stage.host.run(at: 3)
    #expect(ended == 2)
    #expect(animator.state == .inactive)
    #expect(view.layer.animationKeys() == nil)
    #expect(view.center.x == 110)
  }

  @Test(arguments: [0, 5.0]) func aBlockInsideIsAwaited(ownDuration: Double) {
    let stage = Stage()
    let view = stage.add(UIView(), 0, 0, 20, 20)
    let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) {
      UIView.animate(withDuration: ownDuration) { view.center.x = 110 }
    }
    var ended: Double?
    animator.addCompletion { _ in ended = CACurrentMediaTime() }
    stage.host.run(at: 1) { animator.startAnimation() }
    #expect(abs(x(stage, view, at: 1.25) - 35) < 1e-6)
    stage.host.run(at: 3)
    #expect(ended == 2)
  }

  @Test func aBlockInsideBeginsAfterTheAnimatorsDelay() {
    let stage = Stage()
    let view = stage.add(UIView(), 0, 0, 20, 20)
    let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) {
      UIView.animate(withDuration: 0) { view.center.x = 110 }
    }
    stage.host.run(at: 0) { animator.startAnimation(afterDelay: 1) }
    #expect(x(stage, view, at: 0.5) == 10)
    #expect(abs(x(stage, view, at: 1.5) - 60) < 1e-6)
    stage.host.run(at: 1.5) { animator.pauseAnimation() }
    #expect(abs(x(stage, view, at: 1.6) - 60) < 1e-6)
  }

  @Test func aBlockInsideOfLaterChangesStopsWhereItIs() {
    let stage = Stage()
    let view = stage.add(UIView(), 0, 0, 20, 20)
    let animator = UIViewPropertyAnimator(duration: 2, curve: .linear)
    animator.addAnimations(
      { UIView.animate(withDuration: 0) { view.center.x = 110 } },
      delayFactor: 0.5
    )
    stage.host.run(at: 0) { animator.startAnimation() }
    #expect(x(stage, view, at: 1) == 10)
    stage.host.run(at: 1.25) { animator.pauseAnimation() }
    #expect(abs(x(stage, view, at: 1.5) - 35) < 1e-6)
    stage.host.run(at: 2) { animator.startAnimation() }
    #expect(abs(x(stage, view, at: 2.375) - 72.5) < 1e-6)
    stage.host.run(at: 4)
    #expect(animator.state == .inactive)
  }

  @Test func reversedABlockInsideGoesBack() {
    let stage = Stage()
    let view = stage.add(UIView(), 0, 0, 20, 20)
    let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) {
      UIView.animate(withDuration: 0) { view.center.x = 110 }
    }
    stage.host.run(at: 0) { animator.startAnimation() }
    stage.host.run(at: 0.5) { animator.isReversed = true }
    #expect(abs(x(stage, view, at: 0.75) - 35) < 1e-6)
    stage.host.run(at: 2)
    #expect(view.center.x == 10)
  }
}
