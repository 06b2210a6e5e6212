import StrataViews
import Testing
import UIKit

/// Animators that are paused, continued and turned around in the middle of their way: none of it moves anything.
@MainActor @Suite struct ContinuedAnimatorTests {
  private static let push = CGVector(dx: 10, dy: 0)

  private func place(_ stage: Stage, _ view: UIView, at time: Double) -> CGPoint {
    stage.shown(view, \.position, at: time) ?? .zero
  }

  private func distance(_ a: CGPoint, _ b: CGPoint) -> CGFloat { hypot(a.x - b.x, a.y - b.y) }

  @Test(arguments: [false, true]) func aViewThrownInADirectionIsCaughtWhereItIs(hasOwnTime: Bool) {
    let stage = Stage()
    let view = stage.add(UIView(), 25, 25, 20, 20)
    let timing =
      hasOwnTime
      ? UISpringTimingParameters(mass: 1, stiffness: 100, damping: 10, initialVelocity: Self.push)
      : UISpringTimingParameters(dampingRatio: 0.7, initialVelocity: Self.push)
    let animator = UIViewPropertyAnimator(duration: 1, timingParameters: timing)
    animator.addAnimations { view.center = CGPoint(x: 135, y: 135) }
    stage.host.run(at: 0) { animator.startAnimation() }
    // The axes have speeds of their own, also after the animator was continued.
    for start in [0, 1.0] {
      stage.host.run(at: start) { animator.startAnimation() }
      let thrown = place(stage, view, at: start + 0.05)
      #expect(thrown.x > thrown.y + 5)
      stage.host.run(at: start + 0.05) { animator.pauseAnimation() }
      #expect(distance(place(stage, view, at: start + 0.1), thrown) < 1e-3)
    }
  }

  /// Two views that move together, one by keyframes, which have a stop of their own in between.
  private func pair(_ timing: any UITimingCurveProvider) -> (Stage, UIViewPropertyAnimator, [UIView]) {
    let stage = Stage()
    let views = [0, 40].map { stage.add(UIView(), 25, $0, 20, 20) }
    let animator = UIViewPropertyAnimator(duration: 1, timingParameters: timing)
    animator.addAnimations {
      views[0].center.x = 235
      UIView.animateKeyframes(withDuration: 0, delay: 0) {
        UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 0.5) { views[1].center.x = 135 }
        UIView.addKeyframe(withRelativeStartTime: 0.5, relativeDuration: 0.5) { views[1].center.x = 235 }
      }
    }
    stage.host.run(at: 0) { animator.startAnimation() }
    return (stage, animator, views)
  }

  @Test(arguments: [0.25, 0.5, 0.75]) func keyframesStayOnTheCurveAfterAPause(time: Double) {
    let (stage, animator, views) = pair(UICubicTimingParameters())
    func gap(at time: Double) -> CGFloat {
      abs(place(stage, views[0], at: time).x - place(stage, views[1], at: time).x)
    }
    #expect(gap(at: time) < 1e-3)
    stage.host.run(at: time) {
      animator.pauseAnimation()
      animator.startAnimation()
    }
    #expect(gap(at: time + 0.1) < 1e-3)
    let before = place(stage, views[1], at: time + 0.1)
    stage.host.run(at: time + 0.1) { animator.pauseAnimation() }
    #expect(distance(place(stage, views[1], at: time + 0.2), before) < 1e-3)
    stage.host.run(at: 2) {
      animator.isReversed = true
      animator.startAnimation()
    }
    #expect(distance(place(stage, views[1], at: 2), before) < 1e-3)
    #expect(gap(at: 2.1) < 1e-3)
    stage.host.run(at: 4)
    #expect(animator.state == .inactive)
    #expect(views.map(\.center.x) == [35, 35])
  }

  @Test(arguments: [false, true]) func aTurnOfKeyframesMovesNothing(isPausedFirst: Bool) {
    let (stage, animator, views) = pair(UICubicTimingParameters())
    if isPausedFirst {
      stage.host.run(at: 0.3) { animator.pauseAnimation() }
      stage.host.run(at: 0.3) { animator.startAnimation() }
    }
    let before = place(stage, views[1], at: 0.6)
    stage.host.run(at: 0.6) { animator.isReversed = true }
    #expect(distance(place(stage, views[1], at: 0.6), before) < 1e-3)
    #expect(place(stage, views[1], at: 0.7).x < before.x)
  }

  @Test func keyframesInsideOfASpringStopWhereTheyAre() {
    let (stage, animator, views) = pair(UISpringTimingParameters(dampingRatio: 0.3))
    for start in [0, 1.0] {
      stage.host.run(at: start) { animator.startAnimation() }
      let before = place(stage, views[1], at: start + 0.3)
      stage.host.run(at: start + 0.3) { animator.pauseAnimation() }
      #expect(distance(place(stage, views[1], at: start + 0.4), before) < 1e-3)
    }
  }

  @Test func changesDelayedToTheEndWaitForIt() {
    let stage = Stage()
    let view = stage.add(UIView(), 25, 25, 20, 20)
    let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) { view.center.x = 135 }
    animator.addAnimations({ view.alpha = 0 }, delayFactor: 1)
    stage.host.run(at: 0) { animator.startAnimation() }
    #expect(stage.shown(view, \.opacity, at: 0.9) == 1)
    stage.host.run(at: 2)
    #expect(animator.state == .inactive)
    #expect(stage.shown(view, \.opacity, at: 2) == 0)
  }

  @Test func changesDelayedToTheEndAreUndoneByAReturn() {
    let stage = Stage()
    let view = stage.add(UIView(), 25, 25, 20, 20)
    let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) { view.center.x = 135 }
    animator.addAnimations({ view.alpha = 0 }, delayFactor: 1)
    stage.host.run(at: 0) { animator.startAnimation() }
    stage.host.run(at: 0.6) { animator.isReversed = true }
    #expect(stage.shown(view, \.opacity, at: 0.8) == 1)
    stage.host.run(at: 3)
    #expect(animator.state == .inactive)
    #expect(view.alpha == 1)
    #expect(view.center.x == 35)
  }

  @Test func movedByHandChangesAtTheEndShowThere() {
    let stage = Stage()
    let view = stage.add(UIView(), 25, 25, 20, 20)
    let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) { view.center.x = 135 }
    animator.addAnimations({ view.alpha = 0 }, delayFactor: 1)
    for (fraction, alpha) in [(0.5, 1), (1, 0), (0.2, 1)] as [(CGFloat, Float)] {
      stage.host.run(at: 0) { animator.fractionComplete = fraction }
      #expect(stage.shown(view, \.opacity, at: 0) == alpha)
    }
  }
}
