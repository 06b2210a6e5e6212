import StrataBase
import Testing

@Suite struct MonotonicClockTests {
  @Test("animation U-1: media time never runs backwards")
  func monotonic() {
    let clock = MonotonicClock()
    let first = clock.now
    #expect(first > 0)
    #expect(clock.now >= first)
  }
}
