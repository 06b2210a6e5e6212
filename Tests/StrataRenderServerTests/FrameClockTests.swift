import StrataRenderServer
import StrataRenderTree
import Testing

@Suite struct FrameClockTests {
  let clock = FrameClock(framesPerSecond: 60)

  @Test("animation U-8, #394: a preferred rate of thirty takes every second refresh")
  func aPreferredRateOfThirtyTakesEverySecondRefresh() {
    let hint = FrameRateHint(minimum: 30, maximum: 60, preferred: 30)
    #expect(clock.refreshes(for: hint) == 2)
    #expect(abs(clock.interval - 0.016667) < 1e-6)
  }

  @Test("animation U-6, #397: wishes of two animations merge to the higher numbers")
  func wishesOfTwoAnimationsMergeToTheHigherNumbers() {
    let merged = FrameRateHint(minimum: 15, maximum: 30, preferred: 24)
      .merged(with: FrameRateHint(minimum: 60, maximum: 120, preferred: 120))
    #expect(merged == FrameRateHint(minimum: 60, maximum: 120, preferred: 120))
  }

  @Test("animation U-6, #398: the preferred rate is kept in the range")
  func thePreferredRateIsKeptInTheRange() {
    #expect(FrameRateHint(minimum: 30, maximum: 60, preferred: 120).rate == 60)
    #expect(FrameRateHint(minimum: 30, maximum: 60, preferred: 10).rate == 30)
  }

  @Test func aRateThatDividesNothingIsNotExceededBeyondItsMaximum() {
    #expect(clock.refreshes(for: FrameRateHint(minimum: 0, maximum: 0, preferred: 50)) == 1)
    #expect(clock.refreshes(for: FrameRateHint(minimum: 0, maximum: 50, preferred: 50)) == 2)
    #expect(clock.refreshes(for: FrameRateHint()) == 1)
    #expect(clock.refreshes(for: FrameRateHint(minimum: .nan, maximum: .nan, preferred: .nan)) == 1)
  }

  @Test func framesLieOnOneGrid() {
    #expect(clock.index(at: 1) == 60 && clock.index(at: 0.99) == 59)
    #expect(clock.index(atOrAfter: 0.99) == 60 && clock.index(atOrAfter: 1) == 60)
    for index in [1, 7, 59, 1_000_003] {
      #expect(clock.index(at: clock.time(of: index)) == index)
      #expect(clock.index(atOrAfter: clock.time(of: index)) == index)
    }
    #expect(FrameClock(framesPerSecond: .nan).framesPerSecond == 60)
    #expect(FrameClock(framesPerSecond: -3).framesPerSecond == 1)
    #expect(clock.index(at: .infinity) > 0 && clock.index(at: .nan) == 0)
  }

  @Test func aClockFollowsTheTimesOfADisplay() throws {
    let clock = FrameClock(framesPerSecond: 50, frameAt: 1000.005)
    #expect(abs(clock.phase - 0.005) < 1e-9)
    #expect(clock.index(at: 1000.004) + 1 == clock.index(at: 1000.006))
    #expect(clock.time(of: clock.index(at: 1000.006)) - 1000.005 < 1e-9)
    #expect(clock.adjusted(to: 1000.0251, framesPerSecond: 50) == nil)
    let late = try #require(clock.adjusted(to: 1000.030, framesPerSecond: 50))
    #expect(abs(late.phase - 0.010) < 1e-9)
    #expect(clock.adjusted(to: 1000.025, framesPerSecond: 59.94)?.framesPerSecond == 59.94)
    for time in [Double.nan, .infinity, -1e300] {
      let odd = FrameClock(framesPerSecond: 60, frameAt: time)
      #expect((0...odd.interval).contains(odd.phase))
    }
  }
}
