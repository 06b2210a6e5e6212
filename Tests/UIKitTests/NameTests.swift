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
