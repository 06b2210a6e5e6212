import CoreGraphics
import StrataRenderTree
import Testing

/// Animations of inputs of filters that are points, lists or objects.
@Suite struct FilterInputAnimationTests {
  private let path = "filters.f.inputCenter"

  /// The input at a progress, in a layer whose filter has `model`.
  private func input(_ model: FilterInput, _ recipe: TrackRecipe, at progress: Double) -> FilterInput? {
    var state = LayerState()
    state.filters = [FilterValue(type: "pixellate", name: "f", inputs: ["inputCenter": model])]
    return state.applying(frozen(path, recipe), at: progress).filters[0].inputs["inputCenter"]
  }

  private let model = FilterInput.point(CGPoint(x: 5, y: 1))

  @Test("animation O-3, O-5: points of filters add up")
  func sums() {
    let moved = basic(by: CGPoint(x: 20, y: 8))
    #expect(input(model, moved, at: 0.25) == .point(CGPoint(x: 10, y: 3)))
    let added = basic(from: CGPoint.zero, to: CGPoint(x: 4, y: 8)).additive()
    #expect(input(model, added, at: 0.5) == .point(CGPoint(x: 7, y: 5)))
    let cumulative = basic(from: CGPoint.zero, to: CGPoint(x: 4, y: 8)).cumulative()
    var state = LayerState()
    state.filters = [FilterValue(type: "pixellate", name: "f", inputs: ["inputCenter": model])]
    let twice = frozen(path, cumulative) { $0.timing.repeatCount = 2 }
    let shown = state.applying(twice, at: 1.5).filters[0].inputs["inputCenter"]
    #expect(shown == .point(CGPoint(x: 6, y: 12)))
  }

  @Test("animation I-2, O-3: a point and a list of two numbers move and add as one kind")
  func pointsAndLists() {
    let list = FilterInput.numbers([5, 1])
    #expect(input(list, basic(to: CGPoint(x: 9, y: 5)), at: 0.5) == .numbers([7, 3]))
    #expect(input(list, basic(by: CGPoint(x: 4, y: 4)), at: 0.5) == .numbers([7, 3]))
    #expect(input(model, basic(to: [9, 5]), at: 0.5) == .point(CGPoint(x: 7, y: 3)))
    #expect(input(list, basic(to: [9, 5, 1]), at: 0.75) == list)
  }

  @Test("animation Q-13: cubic keys move points of filters; texts show the nearer key")
  func cubic() {
    let points = keyframes([CGPoint.zero, CGPoint(x: 10, y: 20), CGPoint(x: 10, y: 20)], mode: .cubic)
    // A number over 0, 10, 10 is 10.625 at three quarters.
    #expect(input(model, points, at: 0.75) == .point(CGPoint(x: 10.625, y: 21.25)))
    let texts = keyframes(["a", "b", "c"], mode: .cubic)
    let shown = [0.2, 0.3, 0.7, 0.8].compactMap { input(.string("z"), texts, at: $0) }
    #expect(shown == ["a", "b", "b", "c"].map { FilterInput.string($0) })
  }
}
