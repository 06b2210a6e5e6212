import StrataViews
import Testing
import UIKit

/// Small values of views, events and animations.
@MainActor @Suite struct VocabularyTests {
  @Test func aTurnInSpaceIsThatOfTheLayerAndAnimates() {
    let stage = Stage()
    let view = stage.add(UIView(), 0, 0, 40, 40)
    view.transform3D = CATransform3DMakeTranslation(10, 0, 5)
    #expect(view.layer.transform.m43 == 5)
    view.transform3D = CATransform3DIdentity
    stage.host.run(at: 1) {
      UIView.animate(withDuration: 2, delay: 0, options: .curveLinear) {
        view.transform3D = CATransform3DMakeTranslation(30, 0, 0)
      }
    }
    #expect(stage.shown(view, \.transform, at: 2).map { abs($0.m41 - 15) < 1e-9 } == true)
    #expect(CATransform3DEqualToTransform(view.transform3D, CATransform3DMakeTranslation(30, 0, 0)))
  }

  @Test(arguments: [CGFloat(1), 2, 3]) func traitsTellTheScaleOfTheWindow(_ scale: CGFloat) {
    let stage = Stage(scale: scale)
    let view = stage.add(UIView(), 0, 0, 40, 40)
    #expect(view.traitCollection.displayScale == scale)
    #expect(view.traitCollection.userInterfaceStyle == .light)
    #expect(UITraitCollection().displayScale == 0)
  }

  @Test func tapsThatFollowEachOtherAreCounted() {
    final class Counter: UIView {
      var counts: [Int] = []
      override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        counts += touches.map(\.tapCount)
      }
    }
    let stage = Stage()
    let view = stage.add(Counter(), 0, 0, 100, 100)
    for time in [1, 1.2, 1.4, 5] {
      stage.touch(.began, 50, 50, at: time)
      stage.touch(.ended, 50, 50, at: time + 0.05)
    }
    #expect(view.counts == [1, 2, 3, 1])
  }

  @Test func aPartOfABlockRepeatsAndTurnsRound() {
    let stage = Stage()
    let (view, other) = (stage.add(UIView(), 0, 0, 10, 10), stage.add(UIView(), 0, 0, 10, 10))
    var flags: [Bool] = []
    stage.host.run(at: 1) {
      UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) {
        UIView.modifyAnimations(withRepeatCount: 3, autoreverses: true) { view.alpha = 0 }
        other.alpha = 0
      } completion: {
        flags.append($0)
      }
    }
    #expect(view.layer.animation(forKey: "opacity")?.repeatCount == 3)
    #expect(view.layer.animation(forKey: "opacity")?.autoreverses == true)
    #expect(other.layer.animation(forKey: "opacity")?.repeatCount == 0)
    #expect(stage.shown(other, \.opacity, at: 1.5) == 0.5)
    // Back at the beginning after two seconds, then once more; the block ends with the third run.
    #expect(stage.shown(view, \.opacity, at: 3.25) == 0.75)
    #expect(flags.isEmpty)
    stage.host.run(at: 7.1)
    #expect(flags == [true])
    // Outside of blocks there is nothing to repeat.
    stage.host.run(at: 8) {
      UIView.modifyAnimations(withRepeatCount: 2, autoreverses: false) { view.alpha = 1 }
    }
    #expect(view.layer.animationKeys() == nil)
    #expect(view.alpha == 1)
  }

  @Test func cubicCoursesHaveTheirControlPoints() {
    let course = UICubicTimingParameters(
      controlPoint1: CGPoint(x: 0.25, y: 0.5),
      controlPoint2: CGPoint(x: 0.75, y: 1)
    )
    #expect(course.controlPoint1 == CGPoint(x: 0.25, y: 0.5))
    #expect(course.cubicTimingParameters === course)
    #expect(course.springTimingParameters == nil)
    // Of y at the parameter ½, where x is ½: ⅜ · ½ + ⅜ · 1 + ⅛.
    let stage = Stage()
    let view = stage.add(UIView(), 0, 0, 10, 10)
    let animator = UIViewPropertyAnimator(duration: 2, timingParameters: course)
    animator.addAnimations { view.alpha = 0 }
    stage.host.run(at: 1) { animator.startAnimation() }
    #expect(stage.shown(view, \.opacity, at: 2).map { abs($0 - (1 - 0.6875)) < 1e-3 } == true)
  }

  @Test func insetsAndOffsetsAreValues() {
    let insets = NSDirectionalEdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4)
    #expect([insets.top, insets.leading, insets.bottom, insets.trailing] == [1, 2, 3, 4])
    #expect(
      NSDirectionalEdgeInsets.zero == NSDirectionalEdgeInsets(top: 0, leading: 0, bottom: 0, trailing: 0)
    )
    #expect(UIOffset(horizontal: 3, vertical: 4) != .zero)
    #expect(UIOffset(horizontal: 0, vertical: 0) == .zero)
    #expect(UIRectCorner.allCorners.isSuperset(of: [.topLeft, .topRight, .bottomLeft, .bottomRight]))
  }

  @Test func aPartOfAViewIsASnapshotWhoseCapsStayAsTheyAre() throws {
    let stage = Stage()
    let view = stage.add(UIView(), 0, 0, 60, 60)
    stage.host.run(at: 0) {
      view.backgroundColor = .red
      let right = UIView(frame: CGRect(x: 50, y: 0, width: 10, height: 60))
      right.backgroundColor = .blue
      view.addSubview(right)
    }
    let caps = UIEdgeInsets(top: 0, left: 0, bottom: 0, right: 10)
    let part = try #require(
      view.resizableSnapshotView(
        from: CGRect(x: 30, y: 0, width: 30, height: 20),
        afterScreenUpdates: true,
        withCapInsets: caps
      )
    )
    #expect(part.bounds.size == CGSize(width: 30, height: 20))
    _ = stage.add(part, 0, 100, 100, 20)
    // The blue cap keeps its ten points while the rest is stretched.
    #expect(try stage.pixel(85, 110, at: 1) == [255, 0, 0, 255])
    #expect(try stage.pixel(95, 110, at: 1) == [0, 0, 255, 255])
  }

  @Test func theScreenTellsItsRate() {
    #expect(UIScreen.main.maximumFramesPerSecond == 60)
  }
}
