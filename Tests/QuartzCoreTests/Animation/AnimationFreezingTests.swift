import CoreGraphics
import Foundation
import QuartzCore
import StrataRenderTree
import Testing

/// From animation objects to records: key paths, values, begin times and durations.
@Suite struct AnimationFreezingTests {
  private func freeze(
    _ animation: CAAnimation,
    layerClass: LayerClass = .plain,
    at time: Double = 0
  ) -> AnimationRecord {
    AnimationFreezing(layerClass: layerClass).record(of: animation, key: "key", id: 1, layerTime: time)
  }

  private func applied(
    _ animation: CAAnimation,
    at time: Double,
    to state: LayerState = LayerState(),
    layerClass: LayerClass = .plain
  ) -> LayerState {
    var state = state
    if animation.duration == 0 { animation.duration = 1 }
    freeze(animation, layerClass: layerClass).apply(at: time, to: &state)
    return state
  }

  @Test("animation N-6, #195, #198, SC-49: begin times are resolved once")
  func beginTimesAreResolvedOnce() {
    let animation = CABasicAnimation(keyPath: "opacity")
    animation.duration = 20
    #expect(freeze(animation, at: 50).timing.beginTime == 50)
    #expect(animation.beginTime == 50)
    #expect(freeze(animation, at: 60).timing.beginTime == 50)
    #expect(freeze(animation, at: 70).timing.beginTime == 70)
    animation.beginTime = 1e-100
    #expect(freeze(animation, at: 60).timing.beginTime == 1e-100)
    animation.beginTime = -.leastNonzeroMagnitude
    #expect(freeze(animation, at: 60).timing.beginTime == -.leastNonzeroMagnitude)
  }

  @Test("SC-7, SC-24, SC-34, SC-36: values of every dynamic type arrive under their keys")
  func valuesOfEveryTypeArrive() throws {
    for value: Any in [0.5, Float(0.5), CGFloat(0.5), NSNumber(value: 0.5)] {
      let animation = CABasicAnimation(keyPath: "opacity")
      (animation.fromValue, animation.toValue) = (value, value)
      #expect(applied(animation, at: 0.5).opacity == 0.5)
    }
    for value: Any in [CGPoint(x: 3, y: 4), NSValue(cgPoint: CGPoint(x: 3, y: 4))] {
      let animation = CAKeyframeAnimation(keyPath: "position")
      animation.values = [value]
      #expect(applied(animation, at: 0.5).position == CGPoint(x: 3, y: 4))
    }
    for value: Any in [CGPoint(x: 3, y: 4), NSValue(cgSize: CGSize(width: 3, height: 4))] {
      let animation = CABasicAnimation(keyPath: "transform.translation")
      (animation.fromValue, animation.toValue) = (value, value)
      let transform = applied(animation, at: 0.5).transform
      #expect(transform.m41 == 3 && transform.m42 == 4)
    }
    let turn = CATransform3DMakeRotation(1, 0, 0, 1)
    for value: Any in [turn, NSValue(caTransform3D: turn)] {
      let animation = CABasicAnimation(keyPath: "transform")
      (animation.fromValue, animation.toValue) = (value, value)
      #expect(CATransform3DEqualToTransform(applied(animation, at: 1).transform, turn))
    }
    for value: Any in [true, NSNumber(value: true), 1] {
      let animation = CAKeyframeAnimation(keyPath: "hidden")
      animation.values = [value]
      #expect(applied(animation, at: 0.5).isHidden)
    }
    let both = CABasicAnimation(keyPath: "transform.scale.xy")  // SC-36
    (both.fromValue, both.toValue) = (1, 3)
    #expect(CATransform3DEqualToTransform(applied(both, at: 0.5).transform, CATransform3DMakeScale(2, 2, 1)))
    let spelled = CABasicAnimation(keyPath: "isHidden")  // SC-7
    (spelled.fromValue, spelled.toValue) = (true, true)
    #expect(applied(spelled, at: 0.5).isHidden)
  }

  @Test("animation O-4: a matrix as a value of a part of a transform stands for that part of it")
  func matricesStandForTheirParts() {
    let small = NSValue(caTransform3D: CATransform3DMakeScale(0.5, 0.5, 0.5))
    let large: Any = CATransform3DMakeScale(1.5, 1.5, 1.5)
    var state = LayerState()
    state.transform = CATransform3DMakeTranslation(3, 4, 0)
    let basic = CABasicAnimation(keyPath: "transform.scale")
    (basic.fromValue, basic.toValue) = (small, large)
    let key = CAKeyframeAnimation(keyPath: "transform.scale.x")
    key.values = [small, 1.5]
    let turn = CABasicAnimation(keyPath: "sublayerTransform.rotation.z")
    turn.byValue = CATransform3DMakeRotation(1, 0, 0, 1)
    let way = CABasicAnimation(keyPath: "transform.translation")
    way.toValue = CGAffineTransform(translationX: 5, y: 8)
    var expected = CATransform3DMakeScale(1.25, 1.25, 1.25)
    (expected.m41, expected.m42) = (3, 4)
    #expect(CATransform3DEqualToTransform(applied(basic, at: 0.75, to: state).transform, expected))
    #expect(applied(key, at: 0.75).transform.m11 == 1.25)
    let turned = applied(turn, at: 0.5).sublayerTransform
    #expect(abs(turned.m12 - sin(0.5)) < 1e-9)
    let moved = applied(way, at: 0.5, to: state).transform
    #expect(moved.m41 == 4 && moved.m42 == 6)
    let other = CABasicAnimation(keyPath: "position.x")
    other.toValue = large
    #expect(applied(other, at: 0.5).position == .zero)
  }

  @Test("SC-61: arrays of arrays, over a layer whose locations are empty")
  func gradientsAnimate() throws {
    var state = LayerSchema.table(of: .gradient).initial
    state.gradient.locations = []
    let locations = CAKeyframeAnimation(keyPath: "locations")
    locations.values = [[CGFloat(0), 1], [0.5, CGFloat(1)]]
    let colors = CABasicAnimation(keyPath: "colors")
    let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    let blue = CGColor(red: 0, green: 0, blue: 1, alpha: 1)
    (colors.fromValue, colors.toValue) = ([red, red], [red, blue])
    state = applied(locations, at: 0.5, to: state, layerClass: .gradient)
    state = applied(colors, at: 0.5, to: state, layerClass: .gradient)
    #expect(state.gradient.locations == [0.25, 1])
    #expect(state.gradient.colors?.last?.components?.map { Double($0) } == [0.5, 0, 0.5, 1])
  }

  @Test("animation G-4, G-9: members without a duration take the group's")
  func membersTakeTheGroupsDuration() {
    let child = CABasicAnimation(keyPath: "zPosition")
    (child.fromValue, child.toValue) = (0, 10)
    let spring = CASpringAnimation(keyPath: "opacity")
    let inner = CAAnimationGroup()
    inner.animations = [child]
    let group = CAAnimationGroup()
    group.duration = 4
    group.animations = [inner, spring]
    var state = LayerState()
    let record = freeze(group, at: 10)
    record.apply(at: 11, to: &state)
    #expect(abs(state.zPosition - 2.5) < 1e-9)
    guard case .group(let members) = record.body else {
      Issue.record("a group freezes into a group")
      return
    }
    #expect(members.map(\.timing.duration) == [4, 4] && members.map(\.timing.beginTime) == [0, 0])
  }

  @Test("animation N-18, N-19, Q-1, Q-2: what has no effect still takes its time")
  func whatMakesNoSenseIsInert() {
    let nameless = CABasicAnimation(keyPath: nil)
    let astray = CABasicAnimation(keyPath: "position.q")
    let unfit = CABasicAnimation(keyPath: "position")
    (unfit.fromValue, unfit.toValue) = (1, 2)
    let mode = CAKeyframeAnimation(keyPath: "opacity")
    mode.values = [0, 1]
    mode.calculationMode = CAAnimationCalculationMode(rawValue: "wild")
    let empty = CAKeyframeAnimation(keyPath: "opacity")
    for animation in [nameless, astray, unfit, mode, empty, CAAnimation()] {
      animation.duration = 2
      let record = freeze(animation, at: 3)
      guard case .inert = record.body else {
        Issue.record("\(animation) has an effect")
        continue
      }
      #expect(record.endTime == 5)
    }
    let loop = CAAnimationGroup()
    loop.animations = [loop]
    loop.duration = 1
    var state = LayerState()
    freeze(loop).apply(at: 0.5, to: &state)
    #expect(state == LayerState())
    loop.animations = nil
  }

  @Test("animation K-16, SC-30: an undeclared key is animated in the presentation's values")
  func undeclaredKeysAnimate() {
    let animation = CABasicAnimation(keyPath: "progress")
    (animation.fromValue, animation.toValue) = (0, 1)
    let state = applied(animation, at: 0.25)
    #expect(state.custom[Symbol("progress"), default: 0.0] == 0.25)
  }

  @Test("animation S-4, #361: a spring ignores its timing function")
  func springsFreeze() {
    let spring = CASpringAnimation(keyPath: "position.x")
    (spring.fromValue, spring.toValue, spring.damping, spring.duration) = (0, 640, 5, 2)
    spring.timingFunction = CAMediaTimingFunction(name: .easeIn)  // S-4: ignored
    #expect(abs(Double(applied(spring, at: 0.5).position.x) - 663.392504) < 1e-5)
  }

  @Test("SC-62: a copy is added, so the object may be changed and added again")
  func isolatedCopiesDoNotFollowTheirOriginals() throws {
    let child = CABasicAnimation(keyPath: "opacity")
    let group = CAAnimationGroup()
    group.animations = [child]
    let copy = try #require(group.isolatedCopy() as? CAAnimationGroup)
    child.keyPath = "position"
    #expect((copy.animations?.first as? CABasicAnimation)?.keyPath == "opacity")
  }

  @Test("animation R-1, R-4: transitions freeze with type, subtype and progress")
  func transitionsFreeze() throws {
    let transition = CATransition()
    (transition.type, transition.subtype, transition.duration) = (.reveal, .fromTop, 2)
    (transition.startProgress, transition.endProgress) = (0.25, 0.75)
    let shown = try #require(freeze(transition, at: 1).transition(at: 2))
    #expect(shown.record.type == "reveal")
    #expect(shown.record.subtype == "fromTop")
    #expect(shown.progress == 0.5)
  }
}
