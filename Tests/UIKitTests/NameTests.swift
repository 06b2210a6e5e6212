import Testing
import UIKit

/// Names that programs for Apple's systems use.
@MainActor @Suite struct NameTests {
  @Test func colorsOfSurroundingsAreThoseOfTheLightOnes() {
    let color = UIColor { traits in traits.userInterfaceStyle == .dark ? .white : .red }
    #expect(color.cgColor == UIColor.red.cgColor)
    #expect(color.resolvedColor(with: UITraitCollection()) == .red)
  }

  @Test func animatorsAreKnownByTheirProtocols() {
    let animator: any UIViewImplicitlyAnimating = UIViewPropertyAnimator(duration: 1, curve: .linear)
    animator.addAnimations {}
    #expect(animator.state == .inactive && !animator.isRunning)
    #expect(animator.fractionComplete == 0)
  }

  @Test func coursesHaveAKind() {
    final class Both: NSObject, UITimingCurveProvider {
      let cubicTimingParameters: UICubicTimingParameters? = UICubicTimingParameters()
      let springTimingParameters: UISpringTimingParameters? = UISpringTimingParameters()
    }
    let drawn = UICubicTimingParameters(controlPoint1: .zero, controlPoint2: CGPoint(x: 1, y: 1))
    let providers: [any UITimingCurveProvider] = [
      UICubicTimingParameters(), drawn, UISpringTimingParameters(), Both(),
    ]
    #expect(providers.map(\.timingCurveType) == [.builtin, .cubic, .spring, .composed])
  }

  @Test func touchesAreAsPreciseAsTheyCome() {
    final class Touched: UIView {
      var places: [CGPoint] = []
      override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
        places += touches.flatMap {
          [$0.preciseLocation(in: self), $0.precisePreviousLocation(in: self)]
        }
      }
    }
    let stage = Stage()
    let view = stage.add(Touched(), 10, 10, 50, 50)
    stage.touch(.began, 20.25, 20, at: 1)
    stage.touch(.moved, 21.5, 20, at: 1.1)
    #expect(view.places == [CGPoint(x: 11.5, y: 10), CGPoint(x: 10.25, y: 10)])
  }

  @Test func viewsHearOfOtherContentSizes() {
    final class Sized: UIView {
      var count = 0
      override func invalidateIntrinsicContentSize() {
        count += 1
        super.invalidateIntrinsicContentSize()
      }
    }
    let view = Sized()
    view.invalidateIntrinsicContentSize()
    #expect(view.count == 1)
  }
}
