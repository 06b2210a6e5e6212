import StrataViews
import Testing
import UIKit

@MainActor @Suite struct KeyframeTests {
  @Test func keyframesBecomeOneAnimation() throws {
    let stage = Stage()
    let view = stage.add(UIView(), 0, 0, 10, 10)
    stage.host.run(at: 0) {
      UIView.animateKeyframes(withDuration: 4, delay: 0, options: KeyframeOptions.linear) {
        UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 0.25) { view.center.x = 45 }
        UIView.addKeyframe(withRelativeStartTime: 0.5, relativeDuration: 0.5) { view.center.x = 145 }
      }
    }
    let animation = try #require(view.layer.animation(forKey: "position") as? CAKeyframeAnimation)
    #expect(animation.keyTimes == [0, 0.25, 0.5, 1])
    #expect(animation.isAdditive)
    #expect(view.center.x == 145)
    #expect(stage.shown(view, \.position, at: 0.5)?.x == 25)
    #expect(stage.shown(view, \.position, at: 1.5)?.x == 45)
    #expect(stage.shown(view, \.position, at: 3)?.x == 95)
  }

  @Test func discreteKeyframesJumpWhenTheyEnd() throws {
    let stage = Stage()
    let view = stage.add(UIView(), 145, 0, 10, 10)
    var ended: Double?
    stage.host.run(at: 0) {
      let options: UIView.KeyframeAnimationOptions = [.calculationModeDiscrete, KeyframeOptions.linear]
      UIView.animateKeyframes(withDuration: 4, delay: 0, options: options) {
        UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 0.5) { view.center.x = 50 }
        UIView.addKeyframe(withRelativeStartTime: 0.5, relativeDuration: 0.5) { view.center.x = 100 }
      } completion: { _ in
        ended = CACurrentMediaTime()
      }
    }
    let animation = try #require(view.layer.animation(forKey: "position") as? CAKeyframeAnimation)
    #expect(animation.keyTimes?.count == (animation.values?.count ?? 0) + 1)
    for (time, x) in [(0.5, 150), (1.9, 150), (2.1, 50), (3.9, 50), (4.1, 100)] as [(Double, CGFloat)] {
      #expect(stage.shown(view, \.position, at: time)?.x == x)
    }
    #expect(ended == 4)
  }

  @Test func changesOutsideOfKeyframesTakeTheWholeTime() {
    let stage = Stage()
    let view = stage.add(UIView(), 0, 0, 10, 10)
    stage.host.run(at: 0) {
      UIView.animateKeyframes(withDuration: 2, delay: 0, options: KeyframeOptions.linear) { view.alpha = 0 }
    }
    #expect(stage.shown(view, \.opacity, at: 1) == 0.5)
  }

  @Test func changesOfOnePropertyInAKeyframeLeadToTheLast() {
    let stage = Stage()
    let view = stage.add(UIView(), 45, 45, 10, 10)
    let other = stage.add(UIView(), 0, 0, 10, 10)
    stage.host.run(at: 0) {
      UIView.animateKeyframes(withDuration: 2, delay: 0, options: KeyframeOptions.linear) {
        UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 1) {
          view.center.x += 100
          view.alpha = 0.75
          view.center.y += 100
          view.alpha = 0.5
          other.transform = other.transform.translatedBy(x: 10, y: 0)
          other.transform = other.transform.translatedBy(x: 0, y: 20)
        }
      }
    }
    #expect(stage.shown(view, \.position, at: 1) == CGPoint(x: 100, y: 100))
    #expect(stage.shown(view, \.opacity, at: 1) == 0.75)
    let transform = stage.shown(other, \.transform, at: 1)
    #expect(transform?.m41 == 5)
    #expect(transform?.m42 == 10)
  }

  @Test func keyframesOfTheSamePropertyOneAfterTheOtherStayApart() {
    let stage = Stage()
    let view = stage.add(UIView(), 45, 45, 10, 10)
    stage.host.run(at: 0) {
      UIView.animateKeyframes(withDuration: 2, delay: 0, options: KeyframeOptions.linear) {
        UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 0.5) {
          view.center.x = 100
          view.center.y = 100
        }
        UIView.addKeyframe(withRelativeStartTime: 0.5, relativeDuration: 0.5) { view.center.x = 0 }
      }
    }
    #expect(stage.shown(view, \.position, at: 0.5) == CGPoint(x: 75, y: 75))
    #expect(stage.shown(view, \.position, at: 1) == CGPoint(x: 100, y: 100))
    #expect(stage.shown(view, \.position, at: 1.5) == CGPoint(x: 50, y: 100))
  }

  @Test func keyframesComplete() {
    let stage = Stage()
    let view = stage.add(UIView(), 0, 0, 10, 10)
    var flags: [Bool] = []
    stage.host.run(at: 0) {
      UIView.animateKeyframes(withDuration: 2, delay: 0) {
        UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 1) { view.alpha = 0 }
      } completion: {
        flags.append($0)
      }
    }
    stage.host.run(at: 3)
    #expect(flags == [true])
  }

  @Test func anOrdinaryKeyframeChangesAtOnce() {
    let view = UIView()
    UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 1) { view.alpha = 0 }
    #expect(view.alpha == 0)
  }
}

/// The curve of ordinary blocks, as programs pass it to keyframes.
private enum KeyframeOptions {
  static let linear = UIView.KeyframeAnimationOptions(rawValue: UIView.AnimationOptions.curveLinear.rawValue)
}
