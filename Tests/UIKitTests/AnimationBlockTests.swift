import StrataViews
import Testing
import UIKit

/// What blocks make of changes, and what is shown at exact times.
@MainActor @Suite struct AnimationBlockTests {
  private func basic(_ view: UIView, _ key: String) -> CABasicAnimation? {
    view.layer.animation(forKey: key) as? CABasicAnimation
  }

  @Test func changesOutsideOfBlocksDoNotAnimate() {
    let stage = Stage()
    let view = stage.add(UIView(), 0, 0, 10, 10)
    stage.host.run(at: 1) { view.alpha = 0.5 }
    #expect(view.layer.animationKeys() == nil)
    #expect(view.action(for: view.layer, forKey: "opacity") is NSNull)
  }

  @Test func layersOfTheProgramsOwnAnimateByThemselves() {
    let stage = Stage()
    let view = stage.add(UIView(), 0, 0, 10, 10)
    let own = CALayer()
    stage.host.run(at: 0) { view.layer.addSublayer(own) }
    stage.host.run(at: 1) { own.opacity = 0 }
    #expect(own.animationKeys() == ["opacity"])
  }

  @Test func aChangeOfPlaceBecomesAnAdditiveAnimation() throws {
    let stage = Stage()
    let view = stage.add(UIView(), 0, 0, 10, 10)
    stage.host.run(at: 1) {
      UIView.animate(withDuration: 2, delay: 0, options: .curveLinear) { view.center.x = 105 }
    }
    let animation = try #require(basic(view, "position"))
    #expect(animation.isAdditive)
    #expect(animation.fromValue as? CGPoint == CGPoint(x: -100, y: 0))
    #expect(animation.toValue as? CGPoint == .zero)
    #expect(animation.duration == 2)
    #expect(animation.timingFunction == CAMediaTimingFunction(name: .linear))
    #expect(view.center.x == 105)
    #expect(stage.shown(view, \.position, at: 2)?.x == 55)
    #expect(stage.shown(view, \.position, at: 3.1)?.x == 105)
    #expect(view.layer.animationKeys() == nil)
  }

  @Test func boundsBecomeOriginAndSize() {
    let stage = Stage()
    let view = stage.add(UIView(), 0, 0, 10, 10)
    stage.host.run(at: 0) {
      UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) {
        view.bounds = CGRect(x: 4, y: 0, width: 30, height: 10)
      }
    }
    #expect(view.layer.animationKeys() == ["bounds.origin", "bounds.size"])
    #expect(stage.shown(view, \.bounds, at: 0.5) == CGRect(x: 2, y: 0, width: 20, height: 10))
  }

  @Test func transformsAddByConcatenation() throws {
    let stage = Stage()
    let view = stage.add(UIView(), 0, 0, 10, 10)
    stage.host.run(at: 0) {
      UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) {
        view.transform = CGAffineTransform(scaleX: 3, y: 3)
      }
    }
    let animation = try #require(basic(view, "transform"))
    #expect(animation.isAdditive)
    #expect(abs((stage.shown(view, \.transform, at: 0.5)?.m11 ?? 0) - 2) < 1e-9)
  }

  @Test func aTransformWithoutInverseStartsFromWhatIsShown() {
    let stage = Stage()
    let view = stage.add(UIView(), 0, 0, 10, 10)
    stage.host.run(at: 0) {
      UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) {
        view.transform = CGAffineTransform(scaleX: 0, y: 0)
      }
    }
    #expect(basic(view, "transform")?.isAdditive == false)
    #expect(abs((stage.shown(view, \.transform, at: 0.5)?.m11 ?? 0) - 0.5) < 1e-9)
  }

  @Test func theDelayShowsTheFormerValue() {
    let stage = Stage()
    let view = stage.add(UIView(), 0, 0, 10, 10)
    var ended: Double?
    stage.host.run(at: 1) {
      UIView.animate(withDuration: 1, delay: 2, options: .curveLinear) {
        view.alpha = 0
      } completion: { _ in
        ended = CACurrentMediaTime()
      }
    }
    #expect(stage.shown(view, \.opacity, at: 2.5) == 1)
    #expect(stage.shown(view, \.opacity, at: 3.5) == 0.5)
    stage.host.run(at: 5)
    #expect(ended == 4)
  }

  @Test func aNestedBlockInheritsDurationAndCurve() {
    let stage = Stage()
    let (a, b, c) = (
      stage.add(UIView(), 0, 0, 1, 1), stage.add(UIView(), 0, 0, 1, 1), stage.add(UIView(), 0, 0, 1, 1)
    )
    var inherited = 0.0
    stage.host.run(at: 0) {
      UIView.animate(withDuration: 4, delay: 0, options: .curveLinear) {
        a.alpha = 0
        UIView.animate(withDuration: 1) {
          b.alpha = 0
          inherited = UIView.inheritedAnimationDuration
        }
        UIView.animate(withDuration: 1, delay: 0, options: [.overrideInheritedDuration, .curveEaseIn]) {
          c.alpha = 0
        }
      }
    }
    #expect(inherited == 4)
    #expect(UIView.inheritedAnimationDuration == 0)
    #expect(basic(b, "opacity")?.duration == 4)
    #expect(basic(c, "opacity")?.duration == 1)
    #expect(basic(c, "opacity")?.timingFunction == CAMediaTimingFunction(name: .linear))
  }

  @Test func withoutAnimationChangesAtOnce() {
    let stage = Stage()
    let view = stage.add(UIView(), 0, 0, 10, 10)
    stage.host.run(at: 0) {
      UIView.animate(withDuration: 1) { UIView.performWithoutAnimation { view.alpha = 0 } }
      UIView.setAnimationsEnabled(false)
      UIView.animate(withDuration: 1) { view.center.x = 50 }
      UIView.setAnimationsEnabled(true)
    }
    #expect(view.layer.animationKeys() == nil)
    #expect(UIView.areAnimationsEnabled)
  }

  @Test func repetitionsAndReversals() {
    let stage = Stage()
    let view = stage.add(UIView(), 0, 0, 10, 10)
    stage.host.run(at: 0) {
      UIView.animate(withDuration: 1, delay: 0, options: [.repeat, .autoreverse, .curveLinear]) {
        view.alpha = 0
      }
    }
    #expect(stage.shown(view, \.opacity, at: 1.25) == 0.25)
    #expect(stage.shown(view, \.opacity, at: 8.75) == 0.25)
  }

  @Test func aSpringSettlesWithItsDuration() throws {
    let stage = Stage()
    let view = stage.add(UIView(), 0, 0, 10, 10)
    stage.host.run(at: 0) {
      UIView.animate(withDuration: 2, delay: 0, usingSpringWithDamping: 0.5, initialSpringVelocity: 3) {
        view.center.y = 105
      }
    }
    let spring = try #require(view.layer.animation(forKey: "position") as? CASpringAnimation)
    #expect(abs(spring.settlingDuration - 2) < 0.01)
    #expect(abs(spring.damping / (2 * (spring.stiffness * spring.mass).squareRoot()) - 0.5) < 1e-6)
    #expect(spring.initialVelocity == 3)
    #expect(spring.duration == 2)
  }

  @Test func aSpringWithAPeriodTakesItsOwnTime() throws {
    let stage = Stage()
    let view = stage.add(UIView(), 0, 0, 10, 10)
    stage.host.run(at: 0) { UIView.animate(springDuration: 0.5, bounce: 0.2) { view.alpha = 0 } }
    let spring = try #require(view.layer.animation(forKey: "opacity") as? CASpringAnimation)
    #expect(abs(spring.perceptualDuration - 0.5) < 1e-6)
    #expect(abs(spring.duration - spring.settlingDuration) < 1e-6)
  }

  // MARK: Completion

  @Test func completionComesWithTheLastEnd() {
    let stage = Stage()
    let (a, b) = (stage.add(UIView(), 0, 0, 1, 1), stage.add(UIView(), 0, 0, 1, 1))
    var ends: [Double] = []
    var flags: [Bool] = []
    stage.host.run(at: 1) {
      UIView.animate(withDuration: 2) {
        (a.alpha, b.center.x) = (0, 60)
      } completion: {
        ends.append(CACurrentMediaTime())
        flags.append($0)
      }
    }
    stage.host.run(at: 2.9)
    #expect(ends.isEmpty)
    stage.host.run(at: 3.1)
    #expect(ends == [3])
    #expect(flags == [true])
  }

  @Test func removedAnimationsHaveNotFinished() {
    let stage = Stage()
    let view = stage.add(UIView(), 0, 0, 1, 1)
    var flags: [Bool] = []
    stage.host.run(at: 0) {
      UIView.animate(withDuration: 2, animations: { view.alpha = 0 }, completion: { flags.append($0) })
    }
    stage.host.run(at: 1) { view.layer.removeAllAnimations() }
    stage.host.run(at: 1.1)
    #expect(flags == [false])
  }

  @Test func aBlockWithoutChangesCompletesAtOnce() {
    let stage = Stage()
    var flags: [Bool] = []
    stage.host.run(at: 1) {
      UIView.animate(withDuration: 5, animations: {}, completion: { flags.append($0) })
      #expect(flags.isEmpty)
    }
    stage.host.run(at: 1)
    #expect(flags == [true])
  }

  @Test func aDurationOfZeroChangesAtOnce() {
    let stage = Stage()
    let view = stage.add(UIView(), 0, 0, 1, 1)
    var flags: [Bool] = []
    stage.host.run(at: 1) {
      UIView.animate(withDuration: 0, animations: { view.alpha = 0 }, completion: { flags.append($0) })
    }
    stage.host.run(at: 1)
    #expect(view.layer.animationKeys() == nil)
    #expect(flags == [true])
  }

  @Test func aBlockThatThrowsAwayItsViewsCompletes() {
    let stage = Stage()
    var flags: [Bool] = []
    weak var gone: UIView?
    stage.host.run(at: 0) {
      let view = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
      gone = view
      stage.window.addSubview(view)
      UIView.animate(withDuration: 1, animations: { view.alpha = 0 }, completion: { flags.append($0) })
    }
    stage.host.run(at: 0.5) { gone?.removeFromSuperview() }
    stage.host.run(at: 3)
    #expect(gone == nil)
    #expect(flags.count == 1)
  }

  @Test func tenThousandViewsAnimate() {
    let stage = Stage()
    var views: [UIView] = []
    var count = 0
    stage.host.run(at: 0) {
      for _ in 0..<10_000 {
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 1, height: 1))
        stage.window.addSubview(view)
        views.append(view)
      }
    }
    stage.host.run(at: 1) {
      UIView.animate(
        withDuration: 1,
        animations: { for view in views { view.center.x = 100 } },
        completion: { _ in count += 1 }
      )
    }
    stage.host.run(at: 3)
    #expect(count == 1)
    #expect(views.allSatisfy { $0.layer.animationKeys() == nil })
  }

  @Test func layoutInsideTheBlockAnimates() {
    final class Row: UIView {
      let child = UIView()
      override func layoutSubviews() { child.frame = bounds }
    }
    let stage = Stage()
    let row = Row()
    row.addSubview(row.child)
    _ = stage.add(row, 0, 0, 10, 10)
    stage.host.run(at: 0) {
      UIView.animate(withDuration: 1, delay: 0, options: [.layoutSubviews, .curveLinear]) {
        row.bounds.size.width = 30
      }
    }
    #expect(row.child.layer.animationKeys()?.contains("bounds.size") == true)
    #expect(stage.shown(row.child, \.bounds, at: 0.5)?.width == 20)
  }

  @Test func aDissolveIsATransition() throws {
    let stage = Stage()
    let view = stage.add(UIView(), 0, 0, 10, 10)
    stage.host.run(at: 0) { view.backgroundColor = .red }
    var flags: [Bool] = []
    stage.host.run(at: 1) {
      UIView.transition(with: view, duration: 2, options: [.transitionCrossDissolve, .curveLinear]) {
        view.backgroundColor = .blue
      } completion: {
        flags.append($0)
      }
    }
    #expect((view.layer.animation(forKey: kCATransition) as? CATransition)?.duration == 2)
    let middle = try stage.pixel(5, 5, at: 2)
    #expect(abs(Int(middle[0]) - 128) <= 2)
    #expect(abs(Int(middle[2]) - 128) <= 2)
    stage.host.run(at: 4)
    #expect(flags == [true])
  }
}
