import StrataBase
import Testing

@Suite struct MediaClockTests {
  @Test func `A manual clock stands still, and only jumps back on purpose`() {
    let clock = ManualClock(now: 5)
    clock.advance(by: 2)
    #expect(clock.now == 7)
    clock.now = 3
    clock.now = .nan
    #expect(clock.now == 7)
    clock.jump(to: 1)
    #expect(clock.now == 1)
  }

  @Test("animation U-1: media time never runs backwards")
  func monotonic() {
    let clock = MonotonicClock()
    let first = clock.now
    #expect(clock.now >= first && first > 0)
  }
}
