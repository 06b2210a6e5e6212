import CoreGraphics
import Foundation
import StrataRenderTree
import Testing

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
