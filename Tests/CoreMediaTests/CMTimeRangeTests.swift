import CoreMedia
import Foundation
import Testing

/// Ranges against sets of small whole times.
@Suite struct CMTimeRangeTests {
  private static func range(_ start: Int64, _ end: Int64) -> CMTimeRange {
    CMTimeRange(start: CMTime(value: start, timescale: 10), end: CMTime(value: end, timescale: 10))
  }

  /// All ranges of tenths from 0 to 6.
  private static let ranges = (0...6 as ClosedRange<Int64>).flatMap { start in
    (start...6).map { (start, $0) }
  }

  private static func times(_ range: CMTimeRange) -> Set<Int64> {
    Set((-2...8).filter { range.containsTime(CMTime(value: $0 * 3, timescale: 30)) })
  }

  @Test func aRangeHoldsItsStartAndNotItsEnd() {
    for (start, end) in Self.ranges {
      #expect(Self.times(Self.range(start, end)) == Set(start..<end))
    }
  }

  @Test func intersectionsHoldWhatBothHold() {
    for (a, b) in Self.ranges {
      for (c, d) in Self.ranges {
        let (one, two) = (Self.range(a, b), Self.range(c, d))
        let common = one.intersection(two)
        #expect(Self.times(common) == Self.times(one).intersection(Self.times(two)))
        if common.isEmpty { #expect(CMTimeRangeEqual(common, .zero)) }
      }
    }
  }

  @Test func unionsReachFromTheFirstStartToTheLastEnd() {
    for (a, b) in Self.ranges {
      for (c, d) in Self.ranges {
        let union = Self.range(a, b).union(Self.range(c, d))
        #expect(union == Self.range(min(a, c), max(b, d)))
      }
    }
  }

  @Test func rangesContainRangesThatStartAndEndWithin() {
    for (a, b) in Self.ranges {
      for (c, d) in Self.ranges {
        #expect(Self.range(a, b).containsTimeRange(Self.range(c, d)) == (a <= c && d <= b))
      }
    }
  }

  @Test func rangesWithoutSenseAreInvalid() {
    #expect(!CMTimeRange.invalid.isValid)
    #expect(!CMTimeRange().isValid)
    #expect(!CMTimeRange(start: .zero, duration: CMTime(value: -1, timescale: 1)).isValid)
    #expect(
      !CMTimeRangeMake(start: .zero, duration: CMTimeMakeWithEpoch(value: 1, timescale: 1, epoch: 1)).isValid
    )
    #expect(CMTimeRange(start: .zero, duration: .indefinite).isIndefinite)
    #expect(CMTimeRange.zero.isEmpty)
    #expect(!CMTimeRange.invalid.isEmpty)
    #expect(!CMTimeRange.invalid.union(.zero).isValid)
    #expect(!CMTimeRange.zero.intersection(.invalid).isValid)
    #expect(!CMTimeRangeGetEnd(.invalid).isValid)
  }

  @Test func anInfiniteRangeHoldsAllLaterTimes() {
    let range = CMTimeRange(start: .zero, duration: .positiveInfinity)
    #expect(range.end.isPositiveInfinity)
    #expect(range.containsTime(CMTime(value: .max, timescale: 1)))
    #expect(!range.containsTime(CMTime(value: -1, timescale: 1)))
    #expect(range.intersection(Self.range(2, 4)) == Self.range(2, 4))
  }

  @Test func timesAreClampedToTheEnds() {
    let range = Self.range(2, 4)
    #expect(CMTimeClampToRange(.zero, range: range) == range.start)
    #expect(
      CMTimeClampToRange(CMTime(value: 3, timescale: 10), range: range) == CMTime(value: 3, timescale: 10)
    )
    #expect(CMTimeClampToRange(.positiveInfinity, range: range) == range.end)
    #expect(!CMTimeClampToRange(.invalid, range: range).isValid)
    #expect(!CMTimeClampToRange(.zero, range: .zero).isValid)
  }

  @Test func rangesAreCoded() throws {
    let ranges = [Self.range(1, 5), .zero]
    let data = try JSONEncoder().encode(ranges)
    #expect(try JSONDecoder().decode([CMTimeRange].self, from: data) == ranges)
  }
}
