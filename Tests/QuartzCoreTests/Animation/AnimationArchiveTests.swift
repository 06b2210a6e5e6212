import CoreGraphics
import Foundation
import QuartzCore
import Testing

/// Section 21 of the animation rules: what an archive of an animation holds.
@Suite struct AnimationArchiveTests {
  private func roundTrip<Kind: CAAnimation>(_ animation: Kind) throws -> Kind {
    let data = try NSKeyedArchiver.archivedData(withRootObject: animation, requiringSecureCoding: false)
    return try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: Kind.self, from: data))
  }

  @Test("animation Y-2: basic animations come back from an archive with keys of their own")
  func basicAnimationsComeBack() throws {
    let animation = CABasicAnimation(keyPath: "transform")
    animation.fromValue = CATransform3DMakeTranslation(1, 2, 3)
    animation.toValue = CATransform3DMakeScale(2, 3, 4)
    animation.byValue = 5
    (animation.duration, animation.beginTime, animation.timeOffset) = (2, -3, 0.25)
    (animation.repeatCount, animation.speed, animation.autoreverses) = (.infinity, -1, true)
    animation.fillMode = .both
    animation.isRemovedOnCompletion = false
    animation.timingFunction = CAMediaTimingFunction(name: .easeIn)
    animation.valueFunction = CAValueFunction(name: .rotateZ)
    animation.preferredFrameRateRange = CAFrameRateRange(minimum: 30, maximum: 60)
    animation.setValue("mark", forKey: "tag")
    animation.setValue([1, 2.5], forKey: "list")
    let copy = try roundTrip(animation)
    #expect(copy.keyPath == "transform")
    #expect(copy.duration == 2)
    #expect(copy.beginTime == -3)
    #expect(copy.timeOffset == 0.25)
    #expect(copy.repeatCount == .infinity)
    #expect(copy.speed == -1)
    #expect(copy.autoreverses)
    #expect(copy.fillMode == .both)
    #expect(!copy.isRemovedOnCompletion && copy.timingFunction == animation.timingFunction)
    #expect(copy.valueFunction?.name == .rotateZ)
    #expect(copy.preferredFrameRateRange == animation.preferredFrameRateRange)
    #expect(copy.fromValue as? CATransform3D == CATransform3DMakeTranslation(1, 2, 3))
    #expect(copy.toValue as? CATransform3D == CATransform3DMakeScale(2, 3, 4))
    #expect(copy.byValue as? Double == 5)
    #expect(copy.value(forKey: "tag") as? String == "mark")
    #expect(copy.value(forKey: "list") as? [Double] == [1, 2.5])
  }

  @Test("animation Y-2: keyframe animations come back from an archive")
  func keyframesComeBack() throws {
    let animation = CAKeyframeAnimation(keyPath: "position")
    animation.values = [CGPoint(x: 1, y: 2), NSValue(cgPoint: CGPoint(x: 3, y: 4))]
    animation.keyTimes = [0, 0.5]
    animation.timingFunctions = [CAMediaTimingFunction(controlPoints: 0.1, 0.2, 0.3, 0.4)]
    animation.calculationMode = .cubicPaced
    animation.rotationMode = .rotateAutoReverse
    (animation.tensionValues, animation.continuityValues, animation.biasValues) = ([1], [0.5], [-1])
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 1, y: 1))
    path.addCurve(to: CGPoint(x: 9, y: 1), control1: CGPoint(x: 2, y: 5), control2: CGPoint(x: 7, y: 5))
    path.closeSubpath()
    animation.path = path
    let copy = try roundTrip(animation)
    #expect(copy.values as? [CGPoint] == [CGPoint(x: 1, y: 2), CGPoint(x: 3, y: 4)])
    #expect(copy.keyTimes == [0, 0.5] && copy.timingFunctions == animation.timingFunctions)
    #expect(copy.calculationMode == .cubicPaced && copy.rotationMode == .rotateAutoReverse)
    #expect(copy.tensionValues == [1])
    #expect(copy.continuityValues == [0.5])
    #expect(copy.biasValues == [-1])
    #expect(copy.path == animation.path)
    let colors = CAKeyframeAnimation(keyPath: "backgroundColor")
    colors.values = [CGColor(red: 1, green: 0.5, blue: 0, alpha: 0.25)]
    let color = try #require(try roundTrip(colors).values?.first as? CGColor)
    #expect(color.components == [1, 0.5, 0, 0.25])
  }

  @Test("animation Y-2: groups, springs and transitions come back from an archive")
  func groupsSpringsAndTransitionsComeBack() throws {
    let spring = CASpringAnimation(keyPath: "position.x")
    (spring.mass, spring.stiffness, spring.damping, spring.initialVelocity) = (2, 50, 3, -4)
    spring.allowsOverdamping = true
    let transition = CATransition()
    (transition.type, transition.subtype) = (.push, .fromTop)
    (transition.startProgress, transition.endProgress) = (0.25, 2)
    let group = CAAnimationGroup()
    group.animations = [spring, transition]
    group.duration = 7
    let copy = try roundTrip(group)
    #expect(copy.duration == 7)
    let members = try #require(copy.animations)
    let first = try #require(members.first as? CASpringAnimation)
    #expect(first.mass == 2)
    #expect(first.stiffness == 50)
    #expect(first.damping == 3)
    #expect(first.initialVelocity == -4)
    #expect(first.allowsOverdamping && first.keyPath == "position.x")
    let second = try #require(members.last as? CATransition)
    #expect(second.type == .push && second.subtype == .fromTop)
    #expect(second.startProgress == 0.25 && second.endProgress == 2)
  }

  @Test("animation Y-4: only what was set is archived")
  func onlyWhatWasSetIsArchived() {
    let animation = CASpringAnimation(keyPath: nil)
    let keys = [
      "beginTime", "timeOffset", "repeatCount", "repeatDuration", "duration", "speed", "autoreverses",
      "fillMode",
      "timingFunction", "delegate", "removedOnCompletion", "additive", "cumulative", "valueFunction",
      "fromValue",
      "toValue", "byValue", "mass", "stiffness", "damping", "allowsOverdamping",
    ]
    for key in keys { #expect(!animation.shouldArchiveValue(forKey: key), "\(key)") }
    animation.duration = 0
    animation.fromValue = nil
    animation.damping = 10
    #expect(
      animation.shouldArchiveValue(forKey: "duration") && animation.shouldArchiveValue(forKey: "fromValue")
    )
    #expect(animation.shouldArchiveValue(forKey: "damping") && !animation.shouldArchiveValue(forKey: "mass"))
    animation.initialVelocity = 4
    animation.preferredFrameRateRange = CAFrameRateRange(minimum: 1, maximum: 2)
    animation.setValue(1, forKey: "tag")
    for key in ["initialVelocity", "preferredFrameRateRange", "tag", "nothing"] {
      #expect(!animation.shouldArchiveValue(forKey: key), "\(key)")
    }
    let group = CAAnimationGroup()
    #expect(!group.shouldArchiveValue(forKey: "animations"))
    group.animations = []
    #expect(group.shouldArchiveValue(forKey: "animations"))
  }

  @Test("animation Y-2: filters, cells and colours of every space come back from a secure archive")
  func objectsOfLayersComeBack() throws {
    let emitter = CAEmitterLayer()
    let blur = CAFilter(type: "gaussianBlur")
    (blur.name, blur.isEnabled) = ("blur", false)
    blur.setValue(3, forKey: "inputRadius")
    blur.setValue(CGColor(gray: 0.5, alpha: 1), forKey: "inputColor")
    emitter.filters = [blur]
    emitter.compositingFilter = "multiplyBlendMode"
    let (cell, inner) = (CAEmitterCell(), CAEmitterCell())
    (cell.name, cell.birthRate, inner.name) = ("spark", 7, "smoke")
    cell.emitterCells = [inner]
    emitter.emitterCells = [cell]
    let colors = [
      CGColor(gray: 0.25, alpha: 0.5), CGColor(red: 0.5, green: 0, blue: 0.25, alpha: 1),
      CGColor(srgbRed: 0.5, green: 0, blue: 0.25, alpha: 1),
      CGColor(genericCMYKCyan: 0.5, magenta: 0, yellow: 0.25, black: 0.125, alpha: 1),
    ]
    for color in colors {
      emitter.backgroundColor = color
      let data = try NSKeyedArchiver.archivedData(withRootObject: emitter, requiringSecureCoding: true)
      let copy = try #require(
        try NSKeyedUnarchiver.unarchivedObject(ofClass: CAEmitterLayer.self, from: data)
      )
      #expect(copy.backgroundColor == color)
      let filter = try #require(copy.filters?.first as? CAFilter)
      #expect(filter.type == "gaussianBlur", "\(color)")
      #expect(filter.name == "blur", "\(color)")
      #expect(!filter.isEnabled, "\(color)")
      #expect(filter.value(forKey: "inputRadius") as? Double == 3)
      #expect(filter.value(forKey: "inputColor") as? CGColor == CGColor(gray: 0.5, alpha: 1))
      #expect(copy.compositingFilter as? String == "multiplyBlendMode")
      #expect(copy.emitterCells?.first?.birthRate == 7)
      #expect(copy.emitterCells?.first?.emitterCells?.first?.name == "smoke")
    }
  }
}
