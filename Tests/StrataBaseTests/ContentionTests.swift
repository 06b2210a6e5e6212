import StrataBase
import Testing

/// When a worker leaves its processor to others.
@Suite struct ContentionTests {
  private static let millisecond: UInt64 = 1_000_000

  /// A job from a time on, in milliseconds, of which the worker had no processor for a part.
  private func rest(
    _ contention: inout Contention,
    from start: UInt64,
    lasting length: UInt64,
    lost: UInt64,
    waited: UInt64? = nil
  ) -> UInt64? {
    let (start, length) = (start * Self.millisecond, length * Self.millisecond)
    contention.begin(at: start, used: 7)
    return contention.rest(
      at: start + length,
      used: 7 + length - lost * Self.millisecond,
      waited: waited.map { $0 * Self.millisecond }
    )
  }

  @Test func aWorkerThatIsLeftAloneNeverRests() {
    var contention = Contention()
    for time in 0..<1000 { #expect(rest(&contention, from: UInt64(time) * 5, lasting: 4, lost: 0) == nil) }
  }

  @Test func oneLossIsNoContention() {
    var contention = Contention()
    for second in 0..<10 {
      #expect(rest(&contention, from: UInt64(second) * 1000, lasting: 5, lost: 4) == nil)
    }
  }

  @Test func lossesThatFollowEachOtherGiveLongerRests() {
    var contention = Contention()
    #expect(rest(&contention, from: 0, lasting: 5, lost: 4) == nil)
    var (time, rests) = (UInt64(10), [UInt64]())
    for _ in 0..<5 {
      let rest = rest(&contention, from: time, lasting: 5, lost: 4) ?? 0
      rests.append(rest / Self.millisecond)
      time += 5 + rest / Self.millisecond + 10
    }
    #expect(rests == [20, 80, 320, 640, 640])
    // Half a second without a loss.
    time += 500
    #expect(rest(&contention, from: time, lasting: 5, lost: 4) == nil)
    #expect(rest(&contention, from: time + 10, lasting: 5, lost: 4) == Contention.rests.lowerBound)
  }

  @Test func ofLongJobsHalfAWorkerIsOfUse() {
    var contention = Contention()
    for time in 0..<10 { #expect(rest(&contention, from: UInt64(time) * 40, lasting: 40, lost: 20) == nil) }
  }

  @Test func whoWaitsForLocksDoesNotRest() {
    var contention = Contention()
    for time in 0..<10 {
      #expect(rest(&contention, from: UInt64(time) * 10, lasting: 5, lost: 4, waited: 3) == nil)
    }
    // Others take the processor from now on.
    #expect(rest(&contention, from: 100, lasting: 5, lost: 4, waited: 7) == Contention.rests.lowerBound)
  }

  @Test func aWorkerOnTheProcessorOfTheCallerRests() {
    var contention = Contention()
    contention.begin(at: 0, used: 0, besideCaller: true)
    #expect(contention.rest(at: 10, used: 10, waited: 0) == nil)
    contention.begin(at: 20, used: 10, besideCaller: true)
    #expect(contention.rest(at: 30, used: 20, waited: 0) == Contention.rests.lowerBound)
  }

}
