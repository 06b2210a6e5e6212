import CoreGraphics
import Foundation
import QuartzCore
import Testing

/// Section 11 of the animation rules and the rules of source compatibility: the public animation classes.
@Suite struct AnimationClassTests {
  @Test("animation Q-2, R-1, S-1: new animations have the defaults of their classes")
  func newAnimationsHaveTheDefaults() {
    let animation = CAAnimation()
    #expect(animation.beginTime == 0)
    #expect(animation.duration == 0)
    #expect(animation.speed == 1)
    #expect(animation.timeOffset == 0)
    #expect(animation.repeatCount == 0)
    #expect(animation.repeatDuration == 0)
    #expect(!animation.autoreverses)
    #expect(animation.fillMode == .removed)
    #expect(animation.isRemovedOnCompletion)
    #expect(animation.timingFunction == nil && animation.delegate == nil)
    #expect(animation.preferredFrameRateRange == .default)
    let basic = CABasicAnimation(keyPath: "opacity")
    #expect(basic.keyPath == "opacity")
    #expect(!basic.isAdditive)
    #expect(!basic.isCumulative)
    #expect(basic.valueFunction == nil)
    #expect(basic.fromValue == nil)
    #expect(basic.toValue == nil)
    #expect(basic.byValue == nil)
    let keyframe = CAKeyframeAnimation()
    #expect(keyframe.keyPath == nil)
    #expect(keyframe.values == nil)
    #expect(keyframe.path == nil)
    #expect(keyframe.calculationMode == .linear && keyframe.rotationMode == nil)
    let spring = CASpringAnimation(keyPath: "position")
    #expect(spring.mass == 1)
    #expect(spring.stiffness == 100)
    #expect(spring.damping == 10)
    #expect(spring.initialVelocity == 0)
    #expect(!spring.allowsOverdamping && spring.duration == 0)
    let transition = CATransition()
    #expect(transition.type == .fade)
    #expect(transition.subtype == nil)
    #expect(transition.filter == nil)
    #expect(transition.startProgress == 0 && transition.endProgress == 1)
    #expect(CAAnimationGroup().animations == nil)
  }

  /// `defaultValue(forKey:)` answers for stored keys only.
  @Test func classesStoreDefaults() {
    #expect(CAAnimation.defaultValue(forKey: "speed") as? Float == 1)
    #expect(CAAnimation.defaultValue(forKey: "fillMode") as? String == "removed")
    #expect(CAAnimation.defaultValue(forKey: "removedOnCompletion") as? Bool == true)
    for key in ["duration", "beginTime", "autoreverses", "isRemovedOnCompletion", "nothing"] {
      #expect(CAAnimation.defaultValue(forKey: key) == nil)
    }
    #expect(CABasicAnimation.defaultValue(forKey: "additive") == nil)
    #expect(CAKeyframeAnimation.defaultValue(forKey: "calculationMode") as? String == "linear")
    #expect(CASpringAnimation.defaultValue(forKey: "stiffness") as? CGFloat == 100)
    #expect(CASpringAnimation.defaultValue(forKey: "initialVelocity") == nil)
    #expect(CATransition.defaultValue(forKey: "type") as? String == "fade")
    #expect(CATransition.defaultValue(forKey: "startProgress") == nil)
  }

  @Test("animation K-1, K-2, SC-7, SC-29: animations are key-value containers")
  func animationsAreKeyValueContainers() {
    let animation = CABasicAnimation(keyPath: "opacity")
    animation.setValue(2, forKey: "duration")
    animation.setValue(Float(0.5), forKey: "speed")
    animation.setValue("both", forKey: "fillMode")
    animation.setValue(false, forKey: "isRemovedOnCompletion")
    animation.setValue(true, forKey: "additive")
    #expect(animation.duration == 2)
    #expect(animation.speed == 0.5)
    #expect(animation.fillMode == .both)
    #expect(!animation.isRemovedOnCompletion && animation.isAdditive)
    #expect(animation.value(forKey: "removedOnCompletion") as? Bool == false)
    #expect(animation.value(forKey: "isAdditive") as? NSNumber == 1)
    #expect(animation.value(forKey: "duration") as? CGFloat == 2)
    #expect(animation.value(forKey: "fillMode") as? String == "both")
    #expect(animation.value(forKey: "keyPath") as? String == "opacity")
    animation.setValue(nil, forKey: "duration")
    #expect(animation.duration == 0)
    #expect(animation.value(forKey: "tag") == nil)
    animation.setValue(7, forKey: "tag")
    #expect(animation.value(forKey: "tag") as? Int == 7 && animation.value(forKey: "tag") as? CGFloat == 7)
    animation.setValue(nil, forKey: "tag")
    #expect(animation.value(forKey: "tag") == nil)
    let spring = CASpringAnimation()
    spring.setValue(3, forKey: "velocity")
    #expect(spring.initialVelocity == 3)
  }

  @Test("SC-25, SC-28: what was put in as any number comes out as every other")
  func numbersAreNumbersWhateverTheirType() {
    let animation = CABasicAnimation(keyPath: "opacity")
    for value: Any in [1, 1.0, Float(1), CGFloat(1), NSNumber(value: 1), true, UInt8(1)] {
      animation.fromValue = value
      #expect(animation.fromValue as? CGFloat == 1 && animation.fromValue as? Double == 1)
      #expect(animation.fromValue as? Int == 1 && animation.fromValue as? NSNumber == 1)
    }
    let shift = CGFloat(4)
    let keyframe = CAKeyframeAnimation(keyPath: "position.y")
    keyframe.values = [0, shift, -shift, 0]
    #expect(keyframe.values as? [CGFloat] == [0, 4, -4, 0])
    animation.toValue = CGPoint(x: 1, y: 2)
    #expect(animation.toValue as? CGPoint == CGPoint(x: 1, y: 2))
    #expect((animation.toValue as? NSValue)?.cgPointValue == CGPoint(x: 1, y: 2))
    let none: CGColor? = nil
    animation.byValue = none as Any
    #expect(animation.byValue == nil)
  }

  @Test(
    "animation Y-1, SC-11, SC-12: a copy has the most derived class, all values and keys, and shares delegate and members"
  )
  func copiesKeepClassAndValues() throws {
    let delegate = Listener()
    let original = Marked(keyPath: "position.x")
    original.label = "changed"
    original.duration = 3
    original.delegate = delegate
    original.fromValue = 1
    original.setValue("blue", forKey: "tag")
    let copy = try #require(original.copy() as? Marked)
    #expect(copy !== original)
    #expect(copy.duration == 3)
    #expect(copy.keyPath == "position.x")
    #expect(copy.fromValue as? Int == 1 && copy.value(forKey: "tag") as? String == "blue")
    #expect(copy.delegate === delegate)
    #expect(copy.label == "made")  // SC-12: the class's own storage starts afresh.
    original.duration = 9
    #expect(copy.duration == 3)
    let plain = try #require(Inheriting(keyPath: "opacity").copy() as? Inheriting)
    #expect(plain.keyPath == "opacity")
    let group = CAAnimationGroup()
    group.animations = [original]
    let second = try #require(group.copy() as? CAAnimationGroup)
    #expect(second.animations?.first === original)
  }

  final class Marked: CABasicAnimation {
    var label = "new"
    override init() {
      super.init()
      label = "made"
    }
    required init?(coder: NSCoder) { super.init(coder: coder) }
  }

  final class Inheriting: CAKeyframeAnimation {}

  final class Listener: NSObject, CAAnimationDelegate {
    var stops = 0
    func animationDidStop(_ anim: CAAnimation, finished flag: Bool) { stops += 1 }
  }

  @Test("SC-13, SC-20: observers in subclasses run, timing is set through the protocol")
  func propertiesCanBeObserved() {
    final class Observed: CABasicAnimation {
      var changes = 0
      override var repeatCount: Float { didSet { changes += 1 } }
    }
    let observed = Observed()
    let timing: any CAMediaTiming = observed
    timing.repeatCount = .infinity
    observed.setValue(3, forKey: "repeatCount")
    #expect(observed.changes == 2 && observed.repeatCount == 3)
  }

  @Test("SC-21: a delegate may leave methods out")
  func delegateMethodsAreOptional() {
    let listener = Listener()
    let animation = CAAnimation()
    listener.animationDidStart(animation)
    listener.animationDidStop(animation, finished: true)
    #expect(listener.stops == 1)
  }

  @Test("animation F-1, F-2, F-5, SC-16: timing functions name themselves")
  func timingFunctionsNameThemselves() throws {
    let names: [(CAMediaTimingFunctionName, [Float])] = [
      (.linear, [0, 0, 1, 1]), (.easeIn, [0.42, 0, 1, 1]), (.easeOut, [0, 0, 0.58, 1]),
      (.easeInEaseOut, [0.42, 0, 0.58, 1]), (.default, [0.25, 0.1, 0.25, 1]),
    ]
    for (name, controls) in names {
      let function = CAMediaTimingFunction(name: name)
      #expect(function.description == name.rawValue && "\(function)" == name.rawValue)
      var points: [Float] = []
      for i in 0..<4 {
        var point: [Float] = [-1, -1]
        function.getControlPoint(at: i, values: &point)
        points += point
      }
      #expect(points == [0, 0] + controls + [1, 1])
      #expect(
        function == CAMediaTimingFunction(controlPoints: controls[0], controls[1], controls[2], controls[3])
      )
      #expect(function.hash == CAMediaTimingFunction(name: name).hash)
    }
    #expect(CAMediaTimingFunction(name: .easeIn) != CAMediaTimingFunction(name: .easeOut))
    #expect(abs(CAMediaTimingFunction(name: .easeIn)._solve(forInput: 0.5) - 0.315357) < 1e-5)
  }

  @Test("animation V-1, V-2, Z-13: value functions are known by name")
  func valueFunctionsAreKnownByName() {
    #expect(CAValueFunction(name: .rotateX)?.name == .rotateX)
    #expect(CAValueFunction(name: CAValueFunctionName(rawValue: "wobble")) == nil)
  }

  @Test("animation S-1, S-6, S-7, #345, #355, #359: springs refuse impossible numbers")
  func springsRefuseImpossibleNumbers() {
    let spring = CASpringAnimation(keyPath: "position")
    for value: CGFloat in [0, -1, .nan] {
      spring.mass = value
      spring.stiffness = value
    }
    spring.damping = -1
    #expect(spring.mass == 1)
    #expect(spring.stiffness == 100)
    #expect(spring.damping == 10)
    #expect(abs(spring.settlingDuration - 1.4727003346780927) < 1e-12)  // #345
    #expect(abs(spring.perceptualDuration - 0.628319) < 1e-6 && abs(spring.bounce - 0.5) < 1e-12)  // #359
    let made = CASpringAnimation(perceptualDuration: 1, bounce: 0.5)
    #expect(abs(made.duration - 2.343875) < 1e-6 && made.allowsOverdamping)  // #355
    #expect(CASpringAnimation(perceptualDuration: -3, bounce: .nan).stiffness == 100)
  }

  @Test("animation Q-1: a path is copied when it is set")
  func pathsAreCopied() throws {
    let path = CGMutablePath()
    path.addRect(CGRect(x: 0, y: 0, width: 4, height: 4))
    let animation = CAKeyframeAnimation(keyPath: "position")
    animation.path = path
    path.addRect(CGRect(x: 0, y: 0, width: 40, height: 40))
    #expect(try #require(animation.path).boundingBoxOfPath.width == 4)
  }

  @Test("animation U-5: ranges of frame rates and their defaults")
  func frameRateRanges() {
    #expect(CAFrameRateRange() == .default)
    let range = CAFrameRateRange(minimum: 30, maximum: 60, preferred: 60)
    #expect(range.minimum == 30)
    #expect(range.maximum == 60)
    #expect(range.preferred == 60)
    #expect(CAFrameRateRange(minimum: 1, maximum: 2).preferred == nil)
  }
}
