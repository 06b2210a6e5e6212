import CoreGraphics
import Foundation
import StrataRenderTree
import Testing

/// What of an animation comes before what, and when it is left out.
@Suite struct CompositionTests {
  @Test("animation O-6: timing function, segment, value function, cycles, addition, in this order")
  func theOrderOfSteps() {
    let recipe = keyframes([0, 10], curves: [.easeOut]).through(.translateX).cumulative().additive()
    let record = frozen("transform", recipe) {
      $0.timingFunction = .easeIn
      $0.timing.repeatCount = 3
    }
    let model = LayerState.with { $0.transform = .scale(2, 3, 1) }
    // easeOut(easeIn(0.5)) is 0.465226; two cycles of ten are behind, and the scale comes after the translation.
    let shown = model.applying(record, at: 2.5).transform
    expectClose([Double(shown.m11), Double(shown.m22)], [2, 3])
    expectClose(Double(shown.m41), 2 * (20 + 4.65226), within: 1e-4)
  }

  @Test("animation O-7: outside its interval an animation is passed over, unless it fills")
  func outsideTheInterval() {
    let model = LayerState.with { $0.zPosition = 7 }
    var record = frozen("zPosition", basic(from: 10, to: 20)) { $0.timing.beginTime = 5 }
    func values() -> [Double] { [4, 5.5, 7].map { Double(model.applying(record, at: $0).zPosition) } }
    #expect(values() == [7, 15, 7])
    record.timing.fillMode = .backwards
    #expect(values() == [10, 15, 7])
    record.timing.fillMode = .forwards
    #expect(values() == [7, 15, 20])
    record.timing.fillMode = .both
    #expect(values() == [10, 15, 20])
  }

  @Test("animation O-8: one number that is none drops the whole value, the other parts too")
  func brokenValues() {
    let model = LayerState.with {
      $0.bounds = CGRect(x: 1, y: 2, width: 3, height: 4)
      $0.transform = .scale(2, 3, 4)
    }
    let half = basic(
      from: CGRect(x: 0, y: 0, width: 9, height: 9),
      to: CGRect(x: 0, y: 0, width: 9, height: Double.infinity)
    )
    #expect(model.applying(frozen("bounds", half), at: 0.5).bounds == model.bounds)
    let huge = basic(by: CATransform3D.scale(1e300, 1e300, 1e300)).cumulative()
    let record = frozen("transform", huge) { $0.timing.repeatCount = 5 }
    #expect(model.applying(record, at: 4.5).transform == model.transform)
  }

  @Test("animation B-3: to alone towards the model stands still, from alone runs to it")
  func endsAtTheModel() {
    let model = LayerState.with { $0.zPosition = 80 }
    let to = frozen("zPosition", basic(to: 80))
    #expect([0, 0.3, 1].map { Double(model.applying(to, at: $0).zPosition) } == [80, 80, 80])
    let from = frozen("zPosition", basic(from: 20))
    #expect([0, 0.5, 0.75, 1.5].map { Double(model.applying(from, at: $0).zPosition) } == [20, 50, 65, 80])
  }

  @Test("animation O-1, B-1: the current value of a later animation is what the earlier one shows")
  func theCurrentValueIsTheShownOne() {
    let first = frozen("zPosition", basic(from: 0, to: 10))
    let second = frozen("zPosition", basic(to: 100))
    expectClose(Double(LayerState().applying(first, second, at: 0.5).zPosition), 52.5)
  }

  @Test("animation S-4: a spring passes its end, counts seconds and stops with its duration")
  func springsRunInSeconds() {
    let spring = Spring(mass: 1, stiffness: 100, damping: 5)
    let recipe = TrackRecipe(.spring(from: 0, to: 100, by: nil, spring))
    var record = frozen("zPosition", recipe) { $0.timing = TimingState(duration: 4) }
    func value(_ time: Double) -> Double { Double(LayerState().applying(record, at: time).zPosition) }
    expectClose(value(0.3), 143.056, within: 1e-3)
    record.timing.duration = 2
    record.timingFunction = .easeIn
    expectClose(value(0.3), 143.056, within: 1e-3)
    record.timing.duration = 0.3
    record.timing.fillMode = .forwards
    expectClose(value(9), 143.056, within: 1e-3)
  }
}

/// Keyframes where their rules meet.
@Suite struct KeyframeRuleTests {
  private func number(_ recipe: TrackRecipe, at p: Double) -> Double {
    Double(LayerState().applying(frozen("zPosition", recipe), at: p).zPosition)
  }

  @Test("animation Q-5: paced keys know neither times nor functions")
  func pacedKeysIgnoreTimes() {
    for mode in [CalculationMode.paced, .cubicPaced] {
      let plain = keyframes([0, 10, 100], mode: mode)
      let timed = keyframes([0, 10, 100], times: [0, 0.8, 1], mode: mode, curves: [.easeIn, .easeOut])
      for p in [0.05, 0.1, 0.25, 0.6] { #expect(number(timed, at: p) == number(plain, at: p)) }
    }
  }

  @Test("animation Q-6: distances of colours and rectangles; what has none is spaced evenly")
  func distances() {
    func colour(_ r: CGFloat, _ g: CGFloat, _ a: CGFloat) -> CGColor {
      CGColor(red: r, green: g, blue: 0, alpha: a)
    }
    // One long and half as long again: a third of the whole is half of the first.
    let colours = [colour(0, 0, 1), colour(0.6, 0.8, 1), colour(0.6, 0.8, 0.5)]
    let tint = frozen("backgroundColor", keyframes(colours, mode: .paced))
    let shown = LayerState().applying(tint, at: 1.0 / 3).backgroundColor
    expectClose(shown?.numbers ?? [], [0.3, 0.4, 0, 1], within: 1e-5)
    // Five and fifteen long.
    let rects: [Any] = [(0.0, 0.0, 0.0), (3, 4, 0), (3, 4, 15)].map {
      CGRect(x: $0.0, y: 0, width: $0.1, height: $0.2)
    }
    let grown = LayerState().applying(frozen("bounds", keyframes(rects, mode: .paced)), at: 0.25).bounds
    expectClose(grown.numbers, [3, 0, 4, 0])
    let lists: [Any] = [[0, 1], [0.5, 1], [0.5, 0.6]]
    let record = frozen("locations", keyframes(lists, mode: .paced), layerClass: .gradient)
    let locations = LayerState.of(.gradient).applying(record, at: 0.5).gradient.locations
    expectClose(locations?.map { Double($0) } ?? [], [0.5, 1])
    #expect(number(keyframes([5, 5, 5], mode: .paced), at: 0.5) == 5)
  }

  @Test(
    "animation Q-7, Q-9: a segment of no length is skipped, at a key the next begins, at the end the last shows"
  )
  func segmentsOfNoLength() {
    let recipe = keyframes([0, 10, 50, 60], times: [0, 0.5, 0.5, 1])
    expectClose(number(recipe, at: 0.4999), 9.998)
    #expect([0.5, 0.75, 1].map { number(recipe, at: $0) } == [50, 55, 60])
    let held = keyframes([1, 2, 3], times: [0, 0.5, 0.5, 1], mode: .discrete)
    #expect([0.4999, 0.5, 1].map { number(held, at: $0) } == [1, 3, 3])
    let curves = keyframes([0, 10, 20], curves: [TimingFunction(0, 1, 0, 1), nil])
    expectClose(number(curves, at: 0.5), 10)
  }

  /// The outgoing and incoming tangents as the rule writes them, and the Hermite polynomial.
  private func spline(_ v: [Double], _ t: [KeyTangent], _ p: Double) -> Double {
    let count = v.count
    func value(_ i: Int) -> Double {
      if i < 0 { return 2 * v[0] - v[1] }
      return i < count ? v[i] : 2 * v[count - 1] - v[count - 2]
    }
    let place = p * Double(count - 1)
    let i = min(Int(place), count - 2)
    let u = place - Double(i)
    let (a, b) = (t[i], t[i + 1])
    let before = (1 + a.continuity) * (1 + a.bias) * (value(i) - value(i - 1))
    let along = (1 - a.continuity) * (1 - a.bias) * (value(i + 1) - value(i))
    let out = (1 - a.tension) / 2 * (before + along)
    let into = (1 - b.continuity) * (1 + b.bias) * (value(i + 1) - value(i))
    let after = (1 + b.continuity) * (1 - b.bias) * (value(i + 2) - value(i + 1))
    let end = (1 - b.tension) / 2 * (into + after)
    let ends = (2 * u * u * u - 3 * u * u + 1) * value(i) + (3 * u * u - 2 * u * u * u) * value(i + 1)
    return ends + (u * u * u - 2 * u * u + u) * out + (u * u * u - u * u) * end
  }

  @Test(
    "animation Q-10, Q-11: cubic keys follow the formula of the spline",
    arguments: 0..<40 as Range<UInt64>
  )
  func theFormula(seed: UInt64) {
    var random = SeededRandom(seed)
    let count = 2 + random.below(5)
    let values = (0..<count).map { _ in random.number(-50, 50) }
    let tangents = (0..<count).map { _ in
      KeyTangent(tension: random.number(-1, 1), continuity: random.number(-1, 1), bias: random.number(-1, 1))
    }
    let recipe = keyframes(values, mode: .cubic, tangents: tangents)
    for _ in 0..<8 {
      let p = random.number(0, 1)
      expectClose(number(recipe, at: p), spline(values, tangents, p), within: 1e-9)
    }
  }

  @Test("animation Q-12: uneven times stretch cubic segments and leave their shape")
  func unevenTimes() {
    let even = keyframes([0, 1, 4, 9], mode: .cubic)
    let uneven = keyframes([0, 1, 4, 9], times: [0, 0.1, 0.2, 1], mode: .cubic)
    for u in [0.25, 0.5, 0.75] {
      expectClose(number(uneven, at: 0.1 + 0.1 * u), number(even, at: (1 + u) / 3), within: 1e-9)
      expectClose(number(uneven, at: 0.2 + 0.8 * u), number(even, at: (2 + u) / 3), within: 1e-9)
    }
  }

  @Test("animation Q-13: cubic keys move each number of a value; what has none shows the nearer key")
  func cubicByNumber() throws {
    // A number over 0, 10, 10 is 10.625 at three quarters; each of these numbers is a multiple.
    let share = 1.0625
    func three<Value>(_ first: Value, _ other: Value) -> [Any] { [first, other, other] }
    let rect = CGRect(x: 10, y: 20, width: 30, height: 40)
    let bounds = frozen("bounds", keyframes(three(.zero, rect), mode: .cubic))
    expectClose(
      LayerState().applying(bounds, at: 0.75).bounds.numbers,
      [10 * share, 20 * share, 30 * share, 40 * share]
    )
    let tint = CGColor(red: 0.4, green: 0.2, blue: 0.1, alpha: 0.8)
    let clear = CGColor(red: 0, green: 0, blue: 0, alpha: 0)
    let colour = LayerState().applying(
      frozen("backgroundColor", keyframes(three(clear, tint), mode: .cubic)),
      at: 0.75
    )
    expectClose(
      colour.backgroundColor?.numbers ?? [],
      [0.4 * share, 0.2 * share, 0.1 * share, 0.8 * share],
      within: 1e-5
    )
    let lists = frozen("locations", keyframes(three([0, 0], [10, 5]), mode: .cubic), layerClass: .gradient)
    let locations = LayerState.of(.gradient).applying(lists, at: 0.75).gradient.locations
    expectClose(locations?.map { Double($0) } ?? [], [10 * share, 5 * share])
    let move = three(CATransform3D.identity, CATransform3D.translation(10, 4, 0))
    let moved = LayerState().applying(frozen("transform", keyframes(move, mode: .cubic)), at: 0.75).transform
    expectClose([moved.m11, moved.m41, moved.m42].map { Double($0) }, [1, 10 * share, 4 * share])
    func square(_ side: CGFloat) -> CGPath {
      CGPath(rect: CGRect(x: 0, y: 0, width: side, height: side * 2), transform: nil)
    }
    let paths = frozen("path", keyframes(three(square(0), square(10)), mode: .cubic), layerClass: .shape)
    let shown = LayerState.of(.shape).applying(paths, at: 0.75).shape.path?.boundingBoxOfPath ?? .null
    expectClose(shown.numbers, [0, 0, 10 * share, 20 * share])
    let names = try #require(keyframes(["a", "b", "c"], mode: .cubic).track(forCustomKey: "word"))
    var word: [String] = []
    for p in [0.2, 0.3, 0.7, 0.8] {
      var state = LayerState()
      names.apply(at: TrackMoment(progress: p), to: &state)
      word.append(state.custom[Symbol("word"), default: ""])
    }
    #expect(word == ["a", "b", "b", "c"])
  }

  @Test("animation Q-14, Q-15: cubic and discrete along a path, with times of one more than segments")
  func pathModes() {
    let path = CGMutablePath()
    path.addLines(between: [.zero, CGPoint(x: 10, y: 0), CGPoint(x: 10, y: 90)])
    func point(_ recipe: TrackRecipe, at p: Double) -> [Double] {
      LayerState().applying(frozen("position", recipe), at: p).position.numbers
    }
    for p in [0.1, 0.25, 0.6] {
      #expect(point(along(path, mode: .cubic), at: p) == point(along(path), at: p))
      #expect(point(along(path, mode: .cubicPaced), at: p) == point(along(path, mode: .paced), at: p))
    }
    #expect(
      [0.1, 0.49, 0.5].map { point(along(path, mode: .discrete), at: $0) } == [[0, 0], [0, 0], [10, 0]]
    )
    // A wrong count is ignored.
    expectClose(point(along(path, times: [0, 1]), at: 0.25), [5, 0])
  }
}

/// Groups where the examples say nothing.
@Suite struct GroupRuleTests {
  private func member(_ path: String, _ timing: TimingState) -> AnimationRecord {
    frozen(path, basic(from: 0, to: 10)) { $0.timing = timing }
  }

  private func group(_ timing: TimingState, _ members: AnimationRecord...) -> AnimationRecord {
    AnimationRecord(key: "group", timing: timing, body: .group(members))
  }

  @Test("animation G-1: members run together")
  func concurrently() {
    let both = group(
      TimingState(duration: 2),
      member("zPosition", TimingState(duration: 2)),
      member("cornerRadius", TimingState(duration: 1))
    )
    let state = LayerState().applying(both, at: 0.5)
    #expect(state.zPosition == 2.5 && state.cornerRadius == 5)
  }

  @Test("animation G-5: a group in a group repeats and reverses what it holds")
  func recursively() {
    var inner = TimingState(duration: 1)
    inner.autoreverses = true
    var outer = TimingState(duration: 2)
    outer.repeatCount = 2
    let whole = group(outer, group(inner, member("zPosition", TimingState(duration: 1))))
    let values = [0.25, 1.25, 1.75, 2.25, 3.5].map {
      Double(LayerState().applying(whole, at: $0).zPosition)
    }
    expectClose(values, [2.5, 7.5, 2.5, 2.5, 5])
  }

  @Test("animation G-7: after its end a group holds its members where it stopped, if it fills")
  func outsideTheGroup() {
    let model = LayerState.with { $0.zPosition = 99 }
    var timing = TimingState(beginTime: 1, duration: 2)
    func values(_ timing: TimingState, _ child: TimingState) -> [Double] {
      [0, 2, 5].map { Double(model.applying(group(timing, member("zPosition", child)), at: $0).zPosition) }
    }
    #expect(values(timing, TimingState(duration: 2)) == [99, 5, 99])
    timing.fillMode = .both
    #expect(values(timing, TimingState(duration: 2)) == [0, 5, 10])
    // One that ended earlier follows its own fill mode.
    #expect(values(timing, TimingState(duration: 1)) == [0, 10, 99])
    var held = TimingState(duration: 1)
    held.fillMode = .forwards
    #expect(values(timing, held) == [0, 10, 10])
  }
}
