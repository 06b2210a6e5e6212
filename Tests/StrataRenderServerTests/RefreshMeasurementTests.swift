import StrataRenderServer
import Testing

@Suite struct RefreshMeasurementTests {
  /// Measures refreshes that come at a rate, each off its time by up to a number of seconds.
  private func measured(
    _ rate: Double,
    for seconds: Double,
    offBy jitter: Double = 0,
    into measurement: RefreshMeasurement = RefreshMeasurement(expected: 60)
  ) -> RefreshMeasurement {
    var result = measurement
    for i in 0..<Int(seconds * rate) {
      result.note(UInt64(1000 + i), at: 500 + Double(i) / rate + (i % 2 == 0 ? jitter : -jitter))
    }
    return result
  }

  @Test func theExpectedRateIsNotMeasured() {
    #expect(measured(60, for: 60).rate == nil)
    #expect(measured(60, for: 60, offBy: 0.0009).rate == nil)
    #expect(RefreshMeasurement(expected: 60).rate == nil)
  }

  @Test(arguments: [50, 59.94, 75, 60.1]) func anotherRateIs(rate: Double) throws {
    let found = try #require(measured(rate, for: 10).rate)
    #expect(abs(found / rate - 1) < 1e-6)
    let rough = try #require(measured(rate, for: 10, offBy: 0.0005).rate)
    #expect(abs(rough / rate - 1) < 1e-3)
  }

  @Test func aDisplayThatIsSwitchedOffHasNoRate() {
    #expect(measured(1, for: 200).rate == nil)
    #expect(measured(500, for: 2).rate == nil)
  }

  @Test func aRateThatChangesIsFollowed() throws {
    let rate = try #require(measured(50, for: 5, into: measured(75, for: 5)).rate)
    #expect(abs(rate - 50) < 1e-3)
  }

  @Test func gapsDoNotMatterAndOddTimesAreIgnored() throws {
    var measurement = RefreshMeasurement(expected: 60)
    for i in 0..<100 as Range<UInt64> { measurement.note(i * 40, at: Double(i) * 40 / 75) }
    #expect(abs(try #require(measurement.rate) - 75) < 1e-6)
    for time in [Double.nan, .infinity, -.infinity, -1e300, 0, 1e300] { measurement.note(.max, at: time) }
    measurement.note(0, at: 1)
    #expect(abs(try #require(measurement.rate) - 75) < 1e-6)
  }
}
