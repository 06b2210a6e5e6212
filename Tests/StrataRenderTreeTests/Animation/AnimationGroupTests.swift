import CoreGraphics
import StrataRenderTree
import Testing

/// Section 19 of the animation rules, and the times that records report to a scheduler.
@Suite struct AnimationGroupTests {
  private func timing(
    d: Double,
    b: Double = 0,
    s: Float = 1,
    o: Double = 0,
    n: Float = 0,
    a: Bool = false,
    fill: FillMode = .removed
  ) -> TimingState {
    var timing = TimingState(beginTime: b, duration: d)
    (timing.speed, timing.timeOffset, timing.repeatCount, timing.autoreverses) = (s, o, n, a)
    timing.fillMode = fill
    return timing
  }

  private func child(
    _ timing: TimingState,
    _ path: String = "opacity",
    from: Double = 1,
    to: Double = 0,
    _ curve: TimingFunction? = nil
  ) -> AnimationRecord {
    frozen(path, basic(from: from, to: to)) {
      $0.timing = timing
      $0.timingFunction = curve
    }
  }

  private func group(
    _ timing: TimingState,
    _ curve: TimingFunction? = nil,
    _ members: AnimationRecord...
  ) -> AnimationRecord {
    AnimationRecord(key: "group", timing: timing, timingFunction: curve, body: .group(members))
  }

  @Test("animation G-2 to G-5, G-7, #376 to #392: members run in the group's time")
  func membersRunInTheGroupsTime() {
    let model = LayerState.with { $0.opacity = 0.8 }
    func opacity(_ record: AnimationRecord, _ time: Double) -> Double {
      Double(model.applying(record, at: time).opacity)
    }
    expectClose(opacity(group(timing(d: 2), nil, child(timing(d: 1, fill: .forwards))), 0.5), 0.5)  // #376
    expectClose(opacity(group(timing(d: 0.5, fill: .forwards), nil, child(timing(d: 2))), 1), 0.75)  // #377
    let wide = child(timing(d: 4), "position.x", from: 0, to: 100)
    let clipped = model.applying(group(timing(d: 0.5, fill: .forwards), nil, wide), at: 2)
    expectClose(Double(clipped.position.x), 12.5)  // #378
    let early = child(timing(d: 0.3, fill: .forwards))
    expectClose(opacity(group(timing(d: 1, fill: .forwards), nil, early), 2), 0)  // #379
    expectClose(opacity(group(timing(d: 2), nil, child(timing(d: 0.5))), 1), 0.8)  // #380
    expectClose(opacity(group(timing(d: 1, fill: .forwards), nil, child(timing(d: 1))), 2), 0)  // #381
    expectClose(opacity(group(timing(d: 5), nil, child(timing(d: 5))), 1), 0.8)  // #382
    expectClose(opacity(group(timing(d: 0.5), nil, child(timing(d: 0.5, fill: .forwards))), 1), 0.8)  // #383
    let up = child(timing(d: 2), from: 0, to: 1)
    expectClose(opacity(group(timing(d: 2, s: 2), nil, up), 0.25), 0.25)  // #384
    let one = child(timing(d: 1), from: 0, to: 1)
    expectClose(opacity(group(timing(d: 1), .easeIn, one), 0.5), 0.315357, within: 1e-4)  // #385
    let eased = child(timing(d: 1), from: 0, to: 1, .easeOut)
    expectClose(opacity(group(timing(d: 1), .easeIn, eased), 0.5), 0.465226, within: 1e-4)  // #386
    let late = child(timing(d: 1, b: 1, fill: .both), from: 0, to: 1)
    expectClose(opacity(group(timing(d: 2, n: 2), nil, late), 3.5), 0.5)  // #387
    expectClose(opacity(group(timing(d: 1, a: true), nil, one), 1.75), 0.25)  // #388
    let fast = child(timing(d: 2, s: 2, fill: .forwards), from: 0, to: 1)
    expectClose(opacity(group(timing(d: 2), nil, fast), 0.5), 0.5)  // #389
    expectClose(opacity(group(timing(d: 2), nil, fast), 1.5), 1)  // #389
    let shifted = child(timing(d: 10, o: 4), "zPosition", from: 0, to: 10)
    expectClose(Double(model.applying(group(timing(d: 3), nil, shifted), at: 1).zPosition), 5)  // #390
    let backwards = child(timing(d: 10, s: -1, o: 7), "zPosition", from: 0, to: 10)
    expectClose(Double(model.applying(group(timing(d: 3), nil, backwards), at: 2).zPosition), 5)  // #391
    let inner = group(timing(d: 2, b: 1, s: 2), nil, up)
    expectClose(opacity(group(timing(d: 4), nil, inner), 1.5), 0.5)  // #392
  }

  @Test("animation G-8: members are applied in order, at the group's place")
  func theLastMemberWins() {
    let both = group(
      timing(d: 1),
      nil,
      child(timing(d: 1), from: 0.2, to: 0.2),
      child(timing(d: 1), from: 0.6, to: 0.6)
    )
    expectClose(Double(LayerState().applying(both, at: 0.5).opacity), 0.6)
  }

  @Test("animation G-2, SC-50: key frames of one path one after the other, in a group that stays")
  func membersFollowEachOther() {
    let first = frozen("zPosition", keyframes([0, 10])) { $0.timing = self.timing(d: 2) }
    let second = frozen("zPosition", keyframes([20, 40])) { $0.timing = self.timing(d: 2, b: 2) }
    let whole = group(timing(d: 4, b: -.leastNonzeroMagnitude, fill: .both), nil, first, second)
    let values = [0, 1, 1.5, 2.5, 3, 4, 9].map { Double(LayerState().applying(whole, at: $0).zPosition) }
    expectClose(values, [0, 5, 7.5, 25, 30, 40, 40])
  }

  @Test func recordsTellWhenSomethingHappens() {
    var record = child(timing(d: 2, b: 3))
    #expect(record.nextEventTime(after: 0) == 3)
    #expect(record.nextEventTime(after: 3) == 5)
    #expect(record.nextEventTime(after: 5) == nil)
    #expect([2, 3, 4, 5].map { record.isMoving(at: $0) } == [false, true, true, false])
    #expect(record.isFinished(at: 5) && !record.isFinished(at: 4.9))
    record.timing.speed = 0
    #expect(!record.isMoving(at: 4) && record.nextEventTime(after: 4) == nil)
    record.timing = TimingState(beginTime: .nan, duration: 1)
    #expect(!record.isMoving(at: 0) && record.nextEventTime(after: 0) == nil)
  }

  @Test("animation G-9, U-6, #397, #398: the wishes of active members merge to the higher numbers")
  func frameRatesOfActiveMembersMerge() {
    var slow = child(timing(d: 1))
    slow.frameRate = FrameRateHint(minimum: 15, maximum: 30, preferred: 24)
    var quick = child(timing(d: 1, b: 1))
    quick.frameRate = FrameRateHint(minimum: 60, maximum: 120, preferred: 120)
    let both = group(timing(d: 2), nil, slow, quick)
    #expect(both.frameRate(at: 0.5) == slow.frameRate)
    #expect(both.frameRate(at: 1.5) == quick.frameRate)
    #expect(slow.frameRate.merged(with: quick.frameRate) == quick.frameRate)
    #expect(both.frameRate(at: 3).isNone)
    #expect(FrameRateHint(minimum: 30, maximum: 60, preferred: 120).rate == 60)  // #398
    #expect(FrameRateHint(minimum: 30, maximum: 60, preferred: 10).rate == 30)  // #398
    #expect(FrameRateHint().rate == nil)
  }

  /// Evaluation is a function of the tree and the time: members write the same whatever was evaluated before.
  @Test func evaluationHasNoMemory() {
    let record = group(timing(d: 2, n: 3, a: true), .easeInEaseOut, child(timing(d: 1.5, fill: .both)))
    let times = stride(from: -1.0, through: 15, by: 0.37).map { $0 }
    let forwards = times.map { LayerState().applying(record, at: $0).opacity }
    let backwards = times.reversed().map { LayerState().applying(record, at: $0).opacity }
    #expect(forwards == backwards.reversed())
  }
}
