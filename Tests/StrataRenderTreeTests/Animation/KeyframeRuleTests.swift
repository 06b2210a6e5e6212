import CoreGraphics
import Foundation
import StrataRenderTree
import Testing

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

  @Test("animation Q-7: at the end the last discrete value that took time stays")
  func discreteValuesOutliveEmptySegments() {
    let shown = keyframes([1, 2, 3], times: [0, 0, 1, 1], mode: .discrete)
    #expect([0, 0.5, 1].map { number(shown, at: $0) } == [2, 2, 2])
    let empty = keyframes([1, 2], times: [1, 1, 1], mode: .discrete)
    #expect([0, 1].map { number(empty, at: $0) } == [1, 2])
  }

  @Test("animation Q-15: a discrete course reaches the path's end")
  func discreteCoursesArrive() {
    let path = CGMutablePath()
    path.addLines(between: [CGPoint(x: 10, y: 0), CGPoint(x: 50, y: 0), CGPoint(x: 90, y: 0)])
    for times in [[0, 0.25, 0.75], [0, 0.25, 0.75, 1]] {
      let course = frozen("position", along(path, times: times, mode: .discrete))
      let places = [0.1, 0.3, 0.8, 1].map { LayerState().applying(course, at: $0).position.x }
      #expect(places == [10, 50, 90, 90], "\(times)")
    }
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
