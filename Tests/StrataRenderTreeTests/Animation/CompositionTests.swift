import CoreGraphics
import Foundation
import StrataRenderTree
import Testing

/// The order in which the parts of an animation apply, and when an animation is skipped.
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
