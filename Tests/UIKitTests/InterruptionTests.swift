import StrataViews
import Testing
import UIKit

/// Changes of properties that are moving already.
@MainActor @Suite struct InterruptionTests {
  private let stage = Stage()
  private let view: UIView

  init() { view = stage.add(UIView(), 0, 0, 10, 10) }

  /// Makes changes in a block that moves evenly.
  private func animate(
    at time: Double,
    _ duration: Double,
    _ options: UIView.AnimationOptions = [],
    _ changes: @escaping () -> Void
  ) {
    stage.host.run(at: time) {
      let options = options.union(.curveLinear)
      UIView.animate(withDuration: duration, delay: 0, options: options, animations: changes)
    }
  }

  private func basic(_ key: String) -> CABasicAnimation? {
    view.layer.animation(forKey: key) as? CABasicAnimation
  }

  // MARK: Properties whose animations are replaced

  @Test func opacityStartsFromTheFormerValue() {
    animate(at: 1, 1) { view.alpha = 0.5 }
    animate(at: 1.5, 1) { view.alpha = 0.25 }
    #expect(view.layer.animationKeys() == ["opacity"])
    #expect(basic("opacity")?.isAdditive == false)
    #expect(basic("opacity")?.fromValue as? Float == 0.5)
    #expect(stage.shown(view, \.opacity, at: 2) == 0.375)
  }

  @Test func opacityGoesOnFromTheScreenIfAsked() {
    animate(at: 1, 1) { view.alpha = 0 }
    animate(at: 1.5, 1, .beginFromCurrentState) { view.alpha = 1 }
    #expect(view.layer.animationKeys() == ["opacity"])
    #expect(basic("opacity")?.fromValue as? Float == 0.5)
    #expect(stage.shown(view, \.opacity, at: 2) == 0.75)
  }

  @Test func aBlockInsideOfOneThatGoesOnFromTheScreenDoesSo() {
    animate(at: 1, 1) { view.alpha = 0 }
    animate(at: 1.5, 1, .beginFromCurrentState) { UIView.animate(withDuration: 1) { view.alpha = 1 } }
    #expect(basic("opacity")?.fromValue as? Float == 0.5)
  }

  @Test(arguments: [(.beginFromCurrentState, 0), ([], 8)] as [(UIView.AnimationOptions, Double)])
  func theColorStartsAsTheOptionSays(options: UIView.AnimationOptions, red: Double) {
    func color(_ red: Double) -> UIColor { UIColor(red: red / 8, green: 0, blue: 0, alpha: 1) }
    stage.host.run(at: 0) { view.backgroundColor = color(0) }
    animate(at: 1, 4) { view.backgroundColor = color(8) }
    animate(at: 1, 4, options) { view.backgroundColor = color(4) }
    let shown = stage.shown(view, \.backgroundColor, at: 3)??.components?.first
    #expect(abs((shown ?? -1) - (red + 4) / 16) < 0.001)
  }

  @Test func anAnimatorGoesOnFromTheScreen() {
    animate(at: 1, 1) { view.alpha = 0 }
    stage.host.run(at: 1.5) {
      UIViewPropertyAnimator(duration: 1, curve: .linear) { view.alpha = 1 }.startAnimation()
    }
    #expect(basic("opacity")?.fromValue as? Float == 0.5)
  }

  @Test(arguments: [(.beginFromCurrentState, 0.75), ([], 0.5)] as [(UIView.KeyframeAnimationOptions, Float)])
  func keyframesStartAsTheOptionSays(options: UIView.KeyframeAnimationOptions, shown: Float) {
    animate(at: 1, 1) { view.alpha = 0 }
    stage.host.run(at: 1.5) {
      UIView.animateKeyframes(withDuration: 1, delay: 0, options: [options, .calculationModeLinear]) {
        view.alpha = 1
      }
    }
    #expect(view.layer.animationKeys() == ["opacity"])
    #expect(abs((stage.shown(view, \.opacity, at: 2) ?? -1) - shown) < 0.001)
  }

  /// The presentation does not know yet of a value that was set a line above.
  @Test(arguments: [false, true])
  func aFadeStartsFromTheValueSetBeforeInAnyOrder(ofAnimator: Bool) {
    let changes = {
      view.center.x += 20
      view.alpha = 1
    }
    stage.host.run(at: 1) {
      view.alpha = 0
      guard ofAnimator else { return UIView.animate(withDuration: 1, animations: changes) }
      UIViewPropertyAnimator(duration: 1, curve: .linear, animations: changes).startAnimation()
    }
    #expect(basic("opacity")?.fromValue as? Float == 0)
  }

  // MARK: Properties whose animations add up

  @Test(arguments: [UIView.AnimationOptions.beginFromCurrentState, []])
  func aChangeOfPlaceBlends(options: UIView.AnimationOptions) {
    animate(at: 0, 2) { view.center.x = 205 }
    animate(at: 1, 2, options) { view.center.x = 5 }
    #expect(view.layer.animationKeys() == ["position", "position-2"])
    // At 1: 5 - 100 (half of the first way) + 200 (the second has not moved).
    #expect(stage.shown(view, \.position, at: 1)?.x == 105)
    // At 1.5: 5 - 50 + 150.
    #expect(stage.shown(view, \.position, at: 1.5)?.x == 105)
    #expect(stage.shown(view, \.position, at: 2.5)?.x == 55)
  }

  @Test(arguments: [UIView.AnimationOptions.beginFromCurrentState, []])
  func cornersBlend(options: UIView.AnimationOptions) {
    animate(at: 0, 2) { view.layer.cornerRadius = 4 }
    animate(at: 1, 2, options) { view.layer.cornerRadius = 0 }
    #expect(view.layer.animationKeys() == ["cornerRadius", "cornerRadius-2"])
    #expect(basic("cornerRadius")?.isAdditive == true)
    #expect(basic("cornerRadius")?.fromValue as? CGFloat == -4)
    #expect(basic("cornerRadius-2")?.fromValue as? CGFloat == 4)
    // At 1.5: 0 - 1 (a quarter of the first way is left) + 3.
    #expect(stage.shown(view, \.cornerRadius, at: 1.5) == 2)
  }

  @Test func whatIsAddedToFinishes() {
    var flags: [Bool] = []
    stage.host.run(at: 0) {
      UIView.animate(withDuration: 2) {
        view.transform = CGAffineTransform(scaleX: 2, y: 2)
      } completion: {
        flags.append($0)
      }
    }
    animate(at: 1, 2, .beginFromCurrentState) { view.transform = .identity }
    stage.host.run(at: 2.1)
    #expect(flags == [true])
  }

  @Test func whatIsReplacedDoesNotFinish() {
    var flags: [Bool] = []
    stage.host.run(at: 0) {
      UIView.animate(withDuration: 2, animations: { view.alpha = 0 }, completion: { flags.append($0) })
    }
    animate(at: 1, 2) { view.alpha = 1 }
    stage.host.run(at: 1.1)
    #expect(flags == [false])
  }

  @Test func cornersThatStayDoNotAnimate() {
    animate(at: 0, 2) { view.layer.cornerRadius = 0 }
    #expect(view.layer.animationKeys() == nil)
  }
}
