import CoreGraphics
import Foundation
import StrataRenderTree
import Testing

/// Section 15 of the animation rules: keyframes and paths.
@Suite struct KeyframeTests {
  private func number(_ recipe: TrackRecipe, at p: Double, _ curve: TimingFunction? = nil) -> Double {
    Double(LayerState().applying(frozen("zPosition", recipe) { $0.timingFunction = curve }, at: p).zPosition)
  }

  private func point(_ recipe: TrackRecipe, at p: Double) -> [Double] {
    LayerState().applying(frozen("position", recipe), at: p).position.numbers
  }

  private let v: [Any] = [0, 10, 100]

  @Test(
    "animation Q-3, Q-4, Q-7, Q-8, #263 to #268, #275 to #278: linear keys, their times and their functions"
  )
  func linearKeysMoveFromValueToValue() {
    expectClose(number(keyframes(v), at: 0.25), 5)  // #263
    expectClose(number(keyframes(v), at: 0.75), 55)  // #264
    expectClose(number(keyframes(v, times: [0, 0.8, 1]), at: 0.25), 3.125)  // #265
    expectClose(number(keyframes(v, times: [0, 0.8, 1]), at: 0.9), 55)  // #266
    expectClose(number(keyframes(v, times: [0, 1]), at: 0.25), 5)  // #267
    let odd = [[0.2, 0.5, 1], [0, 0.5, 0.8], [0, 0.75, 0.5], [-1, 0.5, 1]]
    // #268
    expectClose(odd.map { number(keyframes(v, times: $0), at: 0.25) }, [1.666667, 5, 3.333333, 8.333333])
    let curves: [TimingFunction?] = [.easeIn, .easeOut]
    expectClose(number(keyframes(v, curves: curves), at: 0.25), 3.153568, within: 1e-4)  // #275
    expectClose(number(keyframes(v, curves: curves), at: 0.75), 71.617887, within: 1e-4)  // #276
    expectClose(number(keyframes(v, curves: [.easeIn]), at: 0.75), 55)  // #277
    expectClose(number(keyframes(v), at: 0.75, .easeIn), 31.935136, within: 1e-4)  // #278
    expectClose([-0.5, 0, 1, 1.5].map { number(keyframes(v), at: min(max($0, 0), 1)) }, [0, 0, 100, 100])
  }

  @Test("animation Q-3, Q-4, #269 to #271, SC-51, SC-53: discrete keys hold")
  func discreteKeysHold() {
    let timed = keyframes([10, 20], times: [0, 0.25, 1], mode: .discrete)
    #expect([0.2, 0.3].map { number(timed, at: $0) } == [10, 20])  // #269
    let wrong = keyframes([10, 20], times: [0, 1], mode: .discrete)
    #expect([0.3, 0.6].map { number(wrong, at: $0) } == [10, 20])  // #270
    let even = keyframes([1, 2, 3], mode: .discrete)
    #expect([0.33, 0.34, 0.67, 1].map { number(even, at: $0) } == [1, 2, 3, 3])  // #271
    let unordered = keyframes([1, 2, 3], times: [0, 0, -0.19, 1], mode: .discrete)
    #expect([0, 0.5, 1].map { number(unordered, at: $0) } == [3, 3, 3])  // SC-51
    let frames = keyframes(
      (0..<11).map { Double($0) },
      times: (0...11).map { Double($0) / 11 },
      mode: .discrete
    )
    #expect(number(frames, at: 9.9999999 / 11) == 9)  // SC-53
    #expect(number(frames, at: 10.0 / 11) == 10)  // SC-53
  }

  @Test("animation Q-5, Q-6, #272 to #274: paced keys move at one speed")
  func pacedKeysMoveAtOneSpeed() {
    expectClose(number(keyframes(v, mode: .paced), at: 0.25), 25)  // #272
    expectClose(number(keyframes([310, 60, 120, 60, 310], mode: .paced), at: 0.5), 120)  // #273
    let sizes: [Any] = [(0, 0), (6, 8), (6, 38)].map { CGSize(width: $0.0, height: $0.1) }
    let state = LayerState().applying(frozen("shadowOffset", keyframes(sizes, mode: .paced)), at: 0.5)
    expectClose([Double(state.shadowOffset.width), Double(state.shadowOffset.height)], [6, 18])  // #274
    expectClose(number(keyframes([5, 5, 5], mode: .paced), at: 0.4), 5)
    let turned = frozen(
      "transform",
      keyframes([CATransform3D.identity, CATransform3D.turn(1)], mode: .paced)
    )
    expectClose(LayerState().applying(turned, at: 0.5).transform, .identity)  // no effect
  }

  @Test("animation Q-10 to Q-12, #279 to #288: cubic keys run smoothly")
  func cubicKeysRunSmoothly() {
    expectClose(number(keyframes([0, 10, 10], mode: .cubic), at: 0.75), 10.625)  // #279
    func points(_ list: [(Double, Double)]) -> [Any] { list.map { CGPoint(x: $0.0, y: $0.1) } }
    expectClose(
      point(keyframes(points([(0, 0), (10, 0), (10, 30)]), mode: .cubic), at: 0.75),
      [10.625, 13.125]
    )  // #280
    expectClose(number(keyframes([0, 1], mode: .cubic), at: 0.5), 0.5)  // #281
    func squares(_ tangents: [KeyTangent]) -> Double {
      number(keyframes([0, 1, 4, 9], times: [0, 0.25, 0.75, 1], mode: .cubic, tangents: tangents), at: 0.5)
    }
    expectClose(squares([]), 2.25)  // #282
    expectClose(squares([0, 1, 1, 0].map { KeyTangent(tension: $0) }), 2.5)  // #283
    expectClose(squares([0, 1, 0, 0].map { KeyTangent(continuity: $0) }), 2.125)  // #284
    expectClose(squares([0, 0, 1, 0].map { KeyTangent(bias: $0) }), 2.375)  // #285
    expectClose(squares([KeyTangent(tension: 1)]), 2.25)  // #286
    let paced = points([(0, 0), (20, 80), (100, 20), (120, 100)])
    // #287
    expectClose(point(keyframes(paced, mode: .cubicPaced), at: 0.35), [26.365239, 79.03654], within: 1e-5)
    // #288
    expectClose(number(keyframes([0, 80, 20, 100], mode: .cubicPaced), at: 0.35), 79.382188, within: 1e-5)
  }

  @Test("animation Q-6, #289, #290: the triples of value functions keep even spacing")
  func triplesKeepEvenSpacing() {
    let triples: [Any] = [[0, 0, 0], [10, 0, 0], [10, 30, 0]]
    for (mode, expected) in [(CalculationMode.paced, [10.0, 15]), (.cubicPaced, [10.625, 13.125])] {
      let record = frozen("transform", keyframes(triples, mode: mode).through(.translate))
      let transform = LayerState().applying(record, at: 0.75).transform
      expectClose([Double(transform.m41), Double(transform.m42)], expected)
    }
  }

  @Test("animation Q-17, #291: additive keys shake a layer about its place")
  func additiveKeysShake() {
    let model = LayerState.with { $0.position.x = 50 }
    let shake = frozen("position.x", keyframes([0, 10, -10, 10, 0]).additive())
    expectClose([0.25, 0.5].map { Double(model.applying(shake, at: $0).position.x) }, [60, 40])
  }

  @Test("animation Q-1: one value holds throughout, and none has no effect")
  func oneValueHoldsAndNoneHasNoEffect() {
    #expect([0, 0.5, 1].map { number(keyframes([4]), at: $0) } == [4, 4, 4])
    let model = LayerState.with { $0.zPosition = 3 }
    for mode in CalculationMode.allCases where mode != .discrete {
      #expect(number(keyframes([4], mode: mode), at: 0.5) == 4)
    }
    for times in [nil, [0.0], [0, 1]] {
      let discrete = frozen("zPosition", keyframes([4], times: times, mode: .discrete))
      #expect([0, 0.5, 1].allSatisfy { model.applying(discrete, at: $0) == model })
    }
    #expect(model.applying(frozen("zPosition", keyframes([])), at: 0.5) == model)
  }

  @Test("animation Q-3, I-4, SC-51, SC-54: key times are used as they are")
  func keyTimesAreUsedAsTheyAre() {
    let recipe = keyframes([0, 0, 0.75, 0.75], times: [0, -0.0046, 0.576, 1])
    expectClose(number(recipe, at: 0.25), 0.32888, within: 1e-5)
    let flags = keyframes([false, true, false], times: [0, Double(Float(1.0 / 3)), 1])
    for (p, expected) in [(1.0 / 3, true), (0.1, false), (0.25, true), (0.9, false)] {
      #expect(LayerState().applying(frozen("hidden", flags), at: p).isHidden == expected)
    }
  }

  private func lines(_ points: [(Double, Double)], closed: Bool = false) -> CGPath {
    let path = CGMutablePath()
    path.addLines(between: points.map { CGPoint(x: $0.0, y: $0.1) })
    if closed { path.closeSubpath() }
    return path
  }

  @Test("animation Q-14, Q-15, #292 to #302: points follow paths")
  func pointsFollowPaths() {
    let l = lines([(0, 0), (10, 0), (10, 90)])
    expectClose(point(along(l), at: 0.25), [5, 0])  // #292
    expectClose(point(along(l, mode: .paced), at: 0.25), [10, 15])  // #293
    expectClose(point(along(l, mode: .paced), at: 0.5), [10, 40])  // #294
    expectClose(point(along(l, times: [0, 0.8, 1]), at: 0.25), [3.125, 0])  // #295
    expectClose(point(along(l, curves: [.easeIn, .easeOut]), at: 0.25), [3.153568, 0], within: 1e-4)  // #296
    expectClose(point(along(l, mode: .discrete), at: 0.75), [10, 0])  // #297
    let c = CGMutablePath()
    c.move(to: .zero)
    c.addCurve(
      to: CGPoint(x: 100, y: 0),
      control1: CGPoint(x: 0, y: 100),
      control2: CGPoint(x: 100, y: 100)
    )
    expectClose(point(along(c), at: 0.25), [15.625, 56.25])  // #298
    expectClose(point(along(c), at: 0.5), [50, 75])  // #299
    let quarter = point(along(c, mode: .paced), at: 0.25)
    expectClose(quarter, [10.647822, 48.460465], within: 0.15)  // #300
    // The curve is 200 long; its first 50 end here by Simpson's rule with twenty thousand steps.
    expectClose(quarter, [10.589254, 48.352395])
    let jump = CGMutablePath()
    jump.addLines(between: [.zero, CGPoint(x: 10, y: 0)])
    jump.addLines(between: [CGPoint(x: 100, y: 100), CGPoint(x: 100, y: 110)])
    for mode in [CalculationMode.linear, .paced] {
      expectClose(point(along(jump, mode: mode), at: 0.25), [5, 0])  // #301
      expectClose(point(along(jump, mode: mode), at: 0.5), [100, 100])  // #301
    }
    // #302: with a closing side, or with a way back of its own, to which the closing element adds nothing.
    for points in [[(0, 0), (10, 0), (0, 10)], [(0, 0), (10, 0), (0, 10), (0, 0)]] {
      let triangle = lines(points.map { (Double($0.0), Double($0.1)) }, closed: true)
      expectClose(point(along(triangle), at: 5.0 / 6), [0, 5])
    }
  }

  @Test("animation Q-15, SC-52: a curve is traversed by its parameter, eased by its segment's function")
  func curvesAreTraversedByParameter() {
    let path = CGMutablePath()
    path.addLines(between: [(-50, 224), (50, 194), (150, 164), (250, 134)].map { CGPoint(x: $0.0, y: $0.1) })
    path.addCurve(
      to: CGPoint(x: 350, y: 104),
      control1: CGPoint(x: 270.168, y: 55.673),
      control2: CGPoint(x: 328.833, y: 42)
    )
    path.addLine(to: CGPoint(x: 450, y: 74))
    path.addLine(to: CGPoint(x: 550, y: 44))
    path.closeSubpath()
    let times = (0..<7).map { Double(89 + 20 * $0) / 211 }
    expectClose(point(along(path, times: times), at: 157.5 / 211), [290.74, 70.01], within: 0.02)
    let curve = CGMutablePath()
    curve.move(to: CGPoint(x: 0, y: 500))
    curve.addCurve(
      to: CGPoint(x: 0, y: 540),
      control1: CGPoint(x: 0, y: 500),
      control2: CGPoint(x: 0, y: 533.333)
    )
    let eased = along(curve, curves: [TimingFunction(0.333, 0, 0.667, 1)])
    expectClose(point(eased, at: 0.390625)[1], 509.14, within: 0.01)
  }

  @Test("animation Q-16, #303, #304: layers turn along paths, before their transform")
  func layersTurnAlongPaths() {
    let up = lines([(0, 0), (0, 50)])
    let model = LayerState.with { $0.transform = .scale(2, 3, 1) }
    for (mode, sign) in [(RotationMode.auto, 1.0), (.autoReverse, -1)] {
      let state = model.applying(frozen("position", along(up, rotation: mode)), at: 0.5)
      let t = state.transform
      expectClose([t.m11, t.m12, t.m21, t.m22].map { Double($0) }, [0, 3 * sign, -2 * sign, 0])
      expectClose(state.position.numbers, [0, 25])
    }
  }

  @Test(
    "animation Q-16, Q-18: a path that is no way has no effect, and one that starts in a cusp a direction"
  )
  func oddPathsHaveNoEffect() {
    let model = LayerState.with { $0.position = CGPoint(x: 1, y: 2) }
    for path in [lines([]), lines([(3, 4)]), lines([(0, 0), (.nan, 1)]), lines([(0, 0), (.infinity, 1)])] {
      #expect(model.applying(frozen("position", along(path, rotation: .auto)), at: 0.5) == model)
    }
    #expect(model.applying(frozen("zPosition", along(lines([(0, 0), (9, 9)]))), at: 0.5) == model)
    // A curve that starts at its control point still has a direction.
    let cusp = CGMutablePath()
    cusp.move(to: .zero)
    cusp.addCurve(to: CGPoint(x: 0, y: 9), control1: .zero, control2: CGPoint(x: 0, y: 9))
    let start = LayerState().applying(frozen("position", along(cusp, rotation: .auto)), at: 0)
    expectClose(start.transform, .turn(.pi / 2))
  }

  @Test("animation Q-1: a translation takes a path as a position does")
  func translationsFollowPaths() {
    let record = frozen("transform.translation", along(lines([(0, 0), (8, 4)])))
    let transform = LayerState().applying(record, at: 0.5).transform
    expectClose([Double(transform.m41), Double(transform.m42)], [4, 2])
  }

  @Test("animation Q-15: equal steps of progress are equal steps of way")
  func pacedCurvesMoveAtOneSpeed() {
    let path = CGMutablePath()
    path.move(to: .zero)
    path.addCurve(
      to: CGPoint(x: 90, y: 10),
      control1: CGPoint(x: 5, y: 200),
      control2: CGPoint(x: 60, y: -150)
    )
    path.addQuadCurve(to: CGPoint(x: 200, y: 0), control: CGPoint(x: 150, y: 80))
    let places = (0...400).map { point(along(path, mode: .paced), at: Double($0) / 400) }
    let steps = zip(places, places.dropFirst()).map { hypot($1[0] - $0[0], $1[1] - $0[1]) }
    let mean = steps.reduce(0, +) / 400
    // The chord over the corner between the two curves is short.
    #expect(steps.count { abs($0 - mean) > mean * 0.02 } <= 1)
  }
}
