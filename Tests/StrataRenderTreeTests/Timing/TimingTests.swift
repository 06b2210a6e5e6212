import StrataRenderTree
import Testing

/// Sections 8 and 9 of the animation rules: phases, cycles, fill modes and the time of layers.
@Suite struct TimingTests {
  /// A timing and what it shows at a time of its parent.
  struct Case: Sendable, CustomTestStringConvertible {
    var id: Int
    var b = 0.0
    var s = Float(1)
    var o = 0.0
    var d: Double
    var n = Float(0)
    var R = 0.0
    var a = false
    var tp: Double
    var t: Double
    var phase: TimingPhase
    var k: Double
    var basic: Double
    var progress: Double
    var testDescription: String { "#\(id)" }

    var timing: TimingState {
      var timing = TimingState(beginTime: b, duration: d)
      (timing.speed, timing.timeOffset, timing.repeatCount, timing.repeatDuration) = (s, o, n, R)
      timing.autoreverses = a
      return timing
    }
  }

  /// animation N-6: the tiny begin time that stands for zero is zero, whatever the speed.
  @Test(arguments: [Float(1), 0, 2, -1])
  func whatBeginsAtZeroIsActiveAtZero(speed: Float) {
    for begin in [1e-100, 1e-9, 9e-7] {
      var (timing, plain) = (TimingState(beginTime: begin, duration: 1), TimingState(duration: 1))
      (timing.speed, plain.speed) = (speed, speed)
      for time in [-0.5, 0, 0.25, 1, 1.5] {
        #expect(timing.sample(at: time) == plain.sample(at: time), "\(begin) at \(time)")
        #expect(timing.visibleSample(at: time) == plain.visibleSample(at: time), "\(begin) at \(time)")
        #expect(timing.localTime(atParent: time) == plain.localTime(atParent: time), "\(begin) at \(time)")
      }
      #expect(timing.nextEventTime(after: -1) == 0)
    }
    #expect(TimingState(beginTime: 2e-6, duration: 1).phase(at: 0) == .before)
  }

  /// animation #63 to #72, T-2 and T-3: d, n, R, autoreverse, active duration, speed, seconds of the parent.
  @Test(arguments: [
    (63, 1.0, Float(0), 0.0, false, 1.0, Float(1), 1.0),
    (64, 1, 3, 0, false, 3, 1, 3),
    (65, 2, 3.5, 0, false, 7, 1, 7),
    (66, 1, 0, 0, true, 2, 1, 2),
    (67, 1, 2, 0, true, 4, 1, 4),
    (68, 1, 0, 5, false, 5, 1, 5),
    (69, 1, 10, 3, false, 3, 1, 3),
    (70, 1, 0, 4, true, 4, 1, 4),
    (71, 10, 0, 0, false, 10, 2, 5),
    (72, 1, .infinity, 0, false, .infinity, 1, .infinity),
    (72, 1, .greatestFiniteMagnitude, 0, false, .infinity, 1, .infinity),
  ])
  func activeDuration(
    id: Int,
    d: Double,
    n: Float,
    R: Double,
    a: Bool,
    active: Double,
    s: Float,
    wall: Double
  ) {
    var timing = TimingState(duration: d)
    (timing.repeatCount, timing.repeatDuration, timing.autoreverses, timing.speed) = (n, R, a, s)
    #expect(timing.activeDuration == active, "#\(id)")
    #expect(timing.endTime == wall, "#\(id)")
  }

  static let samples: [Case] = [
    Case(id: 73, b: 1, s: 2, o: 0.5, d: 4, tp: 2, t: 2.5, phase: .active, k: 0, basic: 2.5, progress: 0.625),
    Case(id: 74, d: 2, tp: 0, t: 0, phase: .active, k: 0, basic: 0, progress: 0),
    Case(id: 75, d: 2, tp: 0.5, t: 0.5, phase: .active, k: 0, basic: 0.5, progress: 0.25),
    Case(id: 76, d: 2, tp: 2, t: 2, phase: .end, k: 0, basic: 2, progress: 1),
    Case(id: 77, d: 2, tp: 2.5, t: 2, phase: .after, k: 0, basic: 2, progress: 1),
    Case(id: 78, b: 10, d: 1, tp: 9, t: 0, phase: .before, k: 0, basic: 0, progress: 0),
    Case(id: 79, b: 10, d: 1, tp: 10.25, t: 0.25, phase: .active, k: 0, basic: 0.25, progress: 0.25),
    Case(id: 80, b: 10, s: 2, d: 1, tp: 10.25, t: 0.5, phase: .active, k: 0, basic: 0.5, progress: 0.5),
    Case(id: 81, b: 10, s: 0.5, d: 1, tp: 10.5, t: 0.25, phase: .active, k: 0, basic: 0.25, progress: 0.25),
    Case(id: 82, b: 10, d: 1, n: 3, tp: 11, t: 1, phase: .active, k: 1, basic: 0, progress: 0),
    Case(id: 83, b: 10, d: 1, n: 3, tp: 12.5, t: 2.5, phase: .active, k: 2, basic: 0.5, progress: 0.5),
    Case(id: 84, b: 10, d: 1, n: 3, tp: 13, t: 3, phase: .end, k: 2, basic: 1, progress: 1),
    Case(id: 85, b: 10, d: 1, n: 3, tp: 14, t: 3, phase: .after, k: 2, basic: 1, progress: 1),
    Case(id: 86, d: 1, a: true, tp: 0.75, t: 0.75, phase: .active, k: 0, basic: 0.75, progress: 0.75),
    Case(id: 87, d: 1, a: true, tp: 1, t: 1, phase: .active, k: 0, basic: 1, progress: 1),
    Case(id: 88, d: 1, a: true, tp: 1.25, t: 1.25, phase: .active, k: 0, basic: 0.75, progress: 0.75),
    Case(id: 89, d: 1, a: true, tp: 2, t: 2, phase: .end, k: 0, basic: 0, progress: 0),
    Case(
      id: 90,
      b: 10,
      d: 1,
      n: 2,
      a: true,
      tp: 12.25,
      t: 2.25,
      phase: .active,
      k: 1,
      basic: 0.25,
      progress: 0.25
    ),
    Case(id: 91, b: 10, d: 1, n: 2, a: true, tp: 14, t: 4, phase: .end, k: 1, basic: 0, progress: 0),
    Case(id: 92, d: 1, R: 2.5, tp: 2.25, t: 2.25, phase: .active, k: 2, basic: 0.25, progress: 0.25),
    Case(id: 93, d: 1, R: 2.5, tp: 2.5, t: 2.5, phase: .end, k: 2, basic: 0.5, progress: 0.5),
    Case(
      id: 94,
      b: 10,
      d: 1,
      R: 2.5,
      a: true,
      tp: 12.75,
      t: 2.5,
      phase: .after,
      k: 1,
      basic: 0.5,
      progress: 0.5
    ),
    Case(id: 95, d: 2, n: 2.5, tp: 5, t: 5, phase: .end, k: 2, basic: 1, progress: 0.5),
    Case(id: 96, d: 2, n: 1.5, a: true, tp: 6, t: 6, phase: .end, k: 1, basic: 2, progress: 1),
    Case(
      id: 97,
      d: 1,
      n: .infinity,
      tp: 100.25,
      t: 100.25,
      phase: .active,
      k: 100,
      basic: 0.25,
      progress: 0.25
    ),
    Case(id: 98, o: 0.5, d: 1, tp: 0.25, t: 0.75, phase: .active, k: 0, basic: 0.75, progress: 0.75),
    Case(id: 99, o: 0.5, d: 1, tp: 0.5, t: 1, phase: .active, k: 0, basic: 1, progress: 1),
    Case(id: 100, o: 0.5, d: 1, tp: 0.75, t: 1.25, phase: .active, k: 1, basic: 0.25, progress: 0.25),
    Case(id: 101, o: 0.5, d: 1, tp: 1, t: 1.5, phase: .end, k: 1, basic: 0.5, progress: 0.5),
    Case(id: 102, s: 2, o: 0.5, d: 1, tp: 0.25, t: 1, phase: .active, k: 0, basic: 1, progress: 1),
    Case(id: 103, s: 2, o: 0.5, d: 1, tp: 0.4, t: 1.3, phase: .active, k: 1, basic: 0.3, progress: 0.3),
    Case(id: 104, o: 0.5, d: 1, tp: -1, t: 0.5, phase: .before, k: 0, basic: 0.5, progress: 0.5),
    Case(id: 105, s: 0, o: 0.3, d: 1, tp: 5, t: 0.3, phase: .active, k: 0, basic: 0.3, progress: 0.3),
    Case(id: 106, s: 0, o: 1, d: 1, tp: 5, t: 1, phase: .active, k: 0, basic: 1, progress: 1),
    Case(
      id: 107,
      s: 0,
      o: 1.25,
      d: 1,
      n: 2,
      tp: 5,
      t: 1.25,
      phase: .active,
      k: 1,
      basic: 0.25,
      progress: 0.25
    ),
    Case(id: 108, b: 20, s: -1, o: 2, d: 2, tp: 20, t: 2, phase: .active, k: 0, basic: 2, progress: 1),
    Case(id: 109, b: 20, s: -1, o: 2, d: 2, tp: 21, t: 1, phase: .active, k: 0, basic: 1, progress: 0.5),
    Case(id: 110, b: 20, s: -1, o: 2, d: 2, tp: 22, t: 0, phase: .end, k: 0, basic: 0, progress: 0),
    Case(id: 111, b: 20, s: -1, o: 2, d: 2, tp: 23, t: 0, phase: .after, k: 0, basic: 0, progress: 0),
    Case(id: 112, b: 20, s: -1, o: 2, d: 2, tp: 19, t: 2, phase: .before, k: 0, basic: 2, progress: 1),
    Case(id: 113, s: -2, o: 1, d: 1, tp: 0.25, t: 0.5, phase: .active, k: 0, basic: 0.5, progress: 0.5),
  ]

  /// animation #73 to #113, T-1 to T-7, T-9 and T-10.
  @Test(arguments: samples) func aMomentOfTheParentIsAMomentOfTheCycle(_ c: Case) throws {
    let sample = try #require(c.timing.sample(at: c.tp))
    #expect(sample.phase == c.phase)
    #expect(c.timing.phase(at: c.tp) == c.phase)
    #expect(sample.cycle == c.k)
    expectClose(sample.localTime, c.t)
    expectClose(sample.basicTime, c.basic)
    expectClose(sample.progress, c.progress)
  }

  /// animation #114 to #117, T-8: from 0 to 100 between 10 and 11, over a model value of 7.
  @Test(arguments: [
    (FillMode.removed, 7.0, 50.0, 7.0), (.forwards, 7, 50, 100), (.backwards, 0, 50, 7), (.both, 0, 50, 100),
  ])
  func fillModesReachOutside(mode: FillMode, before: Double, during: Double, after: Double) {
    var timing = TimingState(beginTime: 10, duration: 1)
    timing.fillMode = mode
    for (time, expected) in [(9.5, before), (10.5, during), (11.5, after)] {
      expectClose(timing.visibleSample(at: time).map { $0.progress * 100 } ?? 7, expected)
    }
  }

  /// T-11: a duration of nothing is over where it begins, at its last value.
  @Test(arguments: [0.0, -1.0, -Double.infinity]) func aDurationOfNothingIsOverAtOnce(duration: Double) throws
  {
    let timing = TimingState(beginTime: 1, duration: duration)
    let sample = try #require(timing.sample(at: 1))
    #expect(sample.phase == .end)
    #expect(sample.progress == 1)
    #expect(timing.isFinished(at: 1))
    #expect(timing.endTime == 1)
    #expect(timing.phase(at: 2) == .after)
    #expect(timing.phase(at: 0.5) == .before)
  }

  /// T-12: numbers that make no sense make the object ineffective.
  @Test func senselessNumbersHaveNoEffect() {
    let changes: [(inout TimingState) -> Void] = [
      { $0.beginTime = .nan }, { $0.beginTime = .infinity }, { $0.timeOffset = -.infinity },
      { $0.timeOffset = .nan }, { $0.speed = .nan }, { $0.speed = .infinity }, { $0.duration = .nan },
      { $0.repeatCount = .nan }, { $0.repeatCount = -.infinity }, { $0.repeatDuration = .nan },
      { $0.repeatDuration = -.infinity },
    ]
    for change in changes {
      var timing = TimingState(duration: 1)
      timing.fillMode = .both
      change(&timing)
      #expect(timing.sample(at: 0.5) == nil)
      #expect(timing.nextEventTime(after: 0) == nil)
    }
    #expect(TimingState(duration: 1).sample(at: .nan) == nil)
    #expect(TimingState(duration: 1).sample(at: .infinity) == nil)
  }

  /// SC-49: the smallest number is a begin time like any other.
  @Test func theSmallestBeginTimeCounts() throws {
    var timing = TimingState(beginTime: -.leastNonzeroMagnitude, duration: 4)
    timing.fillMode = .removed
    #expect(try #require(timing.sample(at: 0)).phase == .active)
    expectClose(try #require(timing.sample(at: 3)).progress, 0.75)
  }

  @Test func theNextEventIsTheBeginThenTheEndAndWhatLeavesAfterIt() throws {
    var timing = TimingState(beginTime: 10, duration: 4)
    timing.speed = 2
    #expect(timing.nextEventTime(after: 3) == 10)
    #expect(timing.nextEventTime(after: 10) == 12)
    let gone = try #require(timing.nextEventTime(after: 12))
    #expect(gone > 12 && gone < 12 + 1e-8)
    #expect(timing.phase(at: gone) == .after)
    #expect(timing.nextEventTime(after: gone) == nil)
    #expect(timing.nextEventTime(after: 12, leaves: false) == nil)
    timing.fillMode = .forwards
    #expect(timing.nextEventTime(after: 12) == nil)
    timing.speed = 0
    #expect(timing.nextEventTime(after: 11) == nil)
  }

  /// The clocks of layers from a root down.
  struct Clock: Sendable {
    var chain: [TimingState]
    init(_ chain: (s: Float, o: Double, b: Double)...) {
      self.chain = chain.map {
        var timing = TimingState.layer
        (timing.speed, timing.timeOffset, timing.beginTime) = $0
        return timing
      }
    }
    func down(_ time: Double) -> Double { chain.reduce(time) { $1.localTime(atParent: $0) } }
    func up(_ time: Double) -> Double { chain.reversed().reduce(time) { $1.parentTime(atLocal: $0) } }
  }

  /// animation #118 to #133, LT-2 and LT-3.
  @Test func layerTimeGoesDownAndUp() {
    let root = Clock((2, 3, 1))
    let (u, w, z) = (Clock((4, 5, 6)), Clock((0.5, 7, 8)), Clock((0, 7, 8)))
    #expect(Clock((4, 5, 0)).down(10) == 45)  // #118
    #expect(Clock((4, 5, 0)).up(10) == 1.25)  // #119
    #expect(root.down(10) == 21)  // #120
    #expect(root.up(10) == 4.5)  // #121
    #expect(u.down(root.down(10)) == 65)  // #122
    #expect(root.up(u.up(10)) == 3.125)  // #123
    #expect(u.down(10) == 21)  // #124
    #expect(u.up(10) == 7.25)  // #125
    #expect(w.down(u.up(10)) == 0)  // #126
    #expect(u.down(w.up(10)) == 37)  // #127
    #expect(w.down(7) == 0)  // #128
    #expect(w.down(8) == 7)  // #129
    #expect(w.down(10) == 8)  // #130
    #expect(z.down(10) == 7)  // #131
    #expect(z.up(10) == 0)  // #132
    #expect(root.up(z.up(10)) == -0.5)  // #133
  }

  /// #134 to #137: local time is continuous where a layer is paused and resumed.
  @Test func pausingKeepsLocalTime() throws {
    let (paused, resumed) = (Clock((0, 100, 0)), Clock((1, 0, 10)))
    #expect(paused.down(250) == 100)  // #134
    #expect(resumed.down(110) == 100)  // #135
    #expect(resumed.down(115) == 105)  // #136
    let animation = TimingState(beginTime: 99.75, duration: 1)
    expectClose(try #require(animation.sample(at: paused.down(105))).progress, 0.25)  // #137
    expectClose(try #require(animation.sample(at: resumed.down(110.5))).progress, 0.75)  // #137
    // #138: a layer at double speed takes an animation of four seconds a quarter of the way in half a second.
    let fast = Clock((2, 0, 0))
    let begun = TimingState(beginTime: fast.down(3), duration: 4)
    expectClose(try #require(begun.sample(at: fast.down(3.5))).progress, 0.25)
  }

  /// LT-6: only a finite duration hides a layer, and not where the fill mode reaches.
  @Test func aFiniteDurationHidesALayer() {
    #expect(TimingState.layer.isVisible(atParent: -5))
    var timing = TimingState(beginTime: 1, duration: 2)
    #expect([0.5, 1, 2, 3, 3.5].map { timing.isVisible(atParent: $0) } == [false, true, true, true, false])
    timing.fillMode = .both
    #expect(timing.isVisible(atParent: 0.5) && timing.isVisible(atParent: 9))
  }
}

/// Holds two numbers to the tolerance of results that went through no timing function.
func expectClose(
  _ value: Double,
  _ expected: Double,
  within tolerance: Double = 1e-6,
  _ comment: Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(
    abs(value - expected) <= tolerance,
    comment ?? "\(value) is not \(expected)",
    sourceLocation: sourceLocation
  )
}
