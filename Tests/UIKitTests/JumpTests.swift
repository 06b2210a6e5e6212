import StrataViews
import Testing
import UIKit

/// Blocks without a duration: what is shown is what the view has, at once and from then on.
@MainActor @Suite struct JumpTests {
  enum Property: CaseIterable {
    case center, bounds, transform, alpha, color, corners

    /// Sets the property to a place of its way, from 0 to 1.
    @MainActor func set(_ place: CGFloat, of view: UIView) {
      switch self {
      case .center: view.center = CGPoint(x: 10 + 100 * place, y: 10)
      case .bounds: view.bounds = CGRect(x: 8 * place, y: 0, width: 20 + 40 * place, height: 20)
      case .transform: view.transform = CGAffineTransform(rotationAngle: place)
      case .alpha: view.alpha = 1 - place
      case .color: view.backgroundColor = UIColor(red: 1 - place, green: place, blue: 0, alpha: 1)
      case .corners: view.layer.cornerRadius = 8 * place
      }
    }

    /// The property's numbers in a layer.
    func numbers(of layer: CALayer) -> [CGFloat] {
      switch self {
      case .center: [layer.position.x, layer.position.y]
      case .bounds: [layer.bounds.minX, layer.bounds.width]
      case .transform: [layer.transform.m11, layer.transform.m12]
      case .alpha: [CGFloat(layer.opacity)]
      case .color: layer.backgroundColor?.components ?? []
      case .corners: [layer.cornerRadius]
      }
    }
  }

  @Test(arguments: Property.allCases, [UIView.AnimationOptions.beginFromCurrentState, []])
  func aBlockWithoutDurationEndsWhatMovesTheProperty(property: Property, options: UIView.AnimationOptions) {
    let stage = Stage()
    let view = stage.add(UIView(), 0, 0, 20, 20)
    stage.host.run(at: 0) { property.set(0, of: view) }
    stage.host.run(at: 1) {
      UIView.animate(withDuration: 1, delay: 0, options: [.repeat, .autoreverse, .curveLinear]) {
        property.set(1, of: view)
      }
    }
    #expect(view.layer.animationKeys() != nil)
    stage.host.run(at: 1.5) {
      UIView.animate(withDuration: 0, delay: 0, options: options) { property.set(0.25, of: view) }
    }
    #expect(view.layer.animationKeys() == nil)
    for time in [1.5, 1.6, 5] {
      var shown: [CGFloat]?
      stage.host.run(at: time) { shown = view.layer.presentation().map { property.numbers(of: $0) } }
      #expect(shown == property.numbers(of: view.layer))
    }
  }

  @Test func theFormerBlockCompletesWithoutHavingFinished() {
    let stage = Stage()
    let view = stage.add(UIView(), 0, 0, 20, 20)
    var flags: [Bool] = []
    stage.host.run(at: 0) {
      UIView.animate(withDuration: 2, animations: { view.center.x = 100 }, completion: { flags.append($0) })
    }
    stage.host.run(at: 1) { UIView.animate(withDuration: 0) { view.center.x = 50 } }
    stage.host.run(at: 1.1)
    #expect(flags == [false])
  }

  @Test func aJumpOfTheSizeLeavesTheOrigin() {
    let stage = Stage()
    let view = stage.add(UIView(), 0, 0, 20, 20)
    stage.host.run(at: 0) {
      UIView.animate(withDuration: 2) { view.bounds = CGRect(x: 8, y: 0, width: 40, height: 20) }
    }
    stage.host.run(at: 1) { UIView.animate(withDuration: 0) { view.bounds.size.width = 30 } }
    #expect(view.layer.animationKeys() == ["bounds.origin"])
  }

  @Test func animationsOfTheProgramsOwnStay() {
    let stage = Stage()
    let view = stage.add(UIView(), 0, 0, 20, 20)
    let own = CABasicAnimation(keyPath: "position")
    own.fromValue = CGPoint(x: 90, y: 10)
    own.duration = 5
    stage.host.run(at: 0) { view.layer.add(own, forKey: "own") }
    stage.host.run(at: 1) { UIView.animate(withDuration: 0) { view.center.x = 50 } }
    #expect(view.layer.animationKeys() == ["own"])
  }

  @Test func whatAnAnimatorHoldsEnds() {
    let stage = Stage()
    let view = stage.add(UIView(), 0, 0, 20, 20)
    let animator = UIViewPropertyAnimator(duration: 2, curve: .linear) { view.center.x = 110 }
    stage.host.run(at: 0) { animator.fractionComplete = 0.5 }
    stage.host.run(at: 1) { UIView.animate(withDuration: 0) { view.center.x = 30 } }
    #expect(stage.shown(view, \.position, at: 1.5)?.x == 30)
  }

  @Test func aTransitionWithoutDurationEndsTheOneThatRuns() {
    let stage = Stage()
    let view = stage.add(UIView(), 0, 0, 20, 20)
    for (time, duration) in [(0.0, 2.0), (1, 0)] {
      stage.host.run(at: time) {
        UIView.transition(with: view, duration: duration, options: .transitionCrossDissolve) {
          view.backgroundColor = .red
        }
      }
      #expect((view.layer.animation(forKey: kCATransition) == nil) == (duration == 0))
    }
  }
}
