import StrataViews
import Testing
import UIKit

/// Options of animation blocks, by their bits and by what they do.
@MainActor @Suite struct AnimationOptionTests {
  @Test func theBitsAreApples() {
    #expect(UIView.AnimationOptions.allowAnimatedContent.rawValue == 1 << 7)
    #expect(UIView.AnimationOptions.overrideInheritedOptions.rawValue == 1 << 9)
    #expect(UIView.AnimationOptions.preferredFramesPerSecondDefault.rawValue == 0)
    #expect(UIView.AnimationOptions.preferredFramesPerSecond60.rawValue == 3 << 24)
    #expect(UIView.AnimationOptions.preferredFramesPerSecond30.rawValue == 7 << 24)
    #expect(UIView.KeyframeAnimationOptions.overrideInheritedOptions.rawValue == 1 << 9)
  }

  @Test func aBlockInsideTakesTheOptions() throws {
    let stage = Stage()
    let (inner, own) = (stage.add(UIView(), 0, 0, 10, 10), stage.add(UIView(), 0, 0, 10, 10))
    let options: UIView.AnimationOptions = [.repeat, .autoreverse, .allowUserInteraction]
    stage.host.run(at: 0) {
      UIView.animate(withDuration: 1, delay: 0, options: options) {
        UIView.animate(withDuration: 1) { inner.alpha = 0 }
        UIView.animate(withDuration: 1, delay: 0, options: .overrideInheritedOptions) { own.alpha = 0 }
      }
    }
    let taken = try #require(inner.layer.animation(forKey: "opacity"))
    #expect(taken.repeatCount == .infinity)
    #expect(taken.autoreverses)
    let kept = try #require(own.layer.animation(forKey: "opacity"))
    #expect(kept.repeatCount == 0)
    #expect(!kept.autoreverses)
  }

  @Test func keyframesInsideTakeTheOptionsUnlessAsked() {
    let stage = Stage()
    let (inner, own) = (stage.add(UIView(), 0, 0, 10, 10), stage.add(UIView(), 0, 0, 10, 10))
    stage.host.run(at: 0) {
      UIView.animate(withDuration: 1, delay: 0, options: .repeat) {
        UIView.animateKeyframes(withDuration: 1, delay: 0) { inner.alpha = 0 }
        UIView.animateKeyframes(withDuration: 1, delay: 0, options: .overrideInheritedOptions) {
          own.alpha = 0
        }
      }
    }
    let (taken, kept) = (inner.layer.animation(forKey: "opacity"), own.layer.animation(forKey: "opacity"))
    #expect(taken?.repeatCount == .infinity)
    #expect(kept?.repeatCount == 0)
  }

  @Test(
    arguments: [
      (UIView.AnimationOptions.preferredFramesPerSecond60, 60), (.preferredFramesPerSecond30, 30),
      (.preferredFramesPerSecondDefault, nil),
    ] as [(UIView.AnimationOptions, Float?)]
  )
  func theRateOfFramesIsThatOfTheAnimations(options: UIView.AnimationOptions, rate: Float?) throws {
    let stage = Stage()
    let view = stage.add(UIView(), 0, 0, 10, 10)
    stage.host.run(at: 0) {
      UIView.animate(withDuration: 1, delay: 0, options: options) { view.center.x = 100 }
    }
    let animation = try #require(view.layer.animation(forKey: "position"))
    #expect(animation.preferredFrameRateRange.preferred == rate)
  }
}
