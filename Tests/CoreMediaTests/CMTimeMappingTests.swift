import CoreMedia
import Foundation
import Testing

/// Mappings between ranges against integers without bounds.
@Suite struct CMTimeMappingTests {
  private static func range(_ samples: inout TimeSamples) -> CMTimeRange {
    let start = CMTime(value: Int64(samples.next() % 1_000_000), timescale: samples.timescale())
    let length = CMTime(value: Int64(samples.next() % 1_000_000) + 1, timescale: samples.timescale())
    return CMTimeRange(start: start, duration: length)
  }

  @Test(arguments: 0..<500 as Range<UInt64>)
  func durationsAreScaledByTheRatioOfTheRanges(seed: UInt64) {
    var samples = TimeSamples(seed: seed)
    let (from, to) = (Self.range(&samples), Self.range(&samples))
    let duration = CMTime(value: Int64(samples.next() % 1_000_000), timescale: samples.timescale())
    let result = CMTimeMapDurationFromRangeToRange(duration, fromRange: from, toRange: to)
    let exact = duration.big * to.duration.big / from.duration.big
    #expect(
      exact.isWritten(as: result, from: result.timescale),
      "\(duration) from \(from) to \(to): \(result)"
    )
    // Rounded only at the largest timescale, or where the value has all of its 64 bits.
    if result.hasBeenRounded { #expect(result.timescale > .max / 2 || result.value > .max / 4) }
  }

  @Test func startsAndEndsMeet() {
    let from = CMTimeRange(
      start: CMTimeMake(value: 1, timescale: 7),
      duration: CMTimeMake(value: 2, timescale: 5)
    )
    let to = CMTimeRange(
      start: CMTimeMake(value: 3, timescale: 13),
      duration: CMTimeMake(value: 7, timescale: 11)
    )
    #expect(CMTimeMapTimeFromRangeToRange(from.start, fromRange: from, toRange: to) == to.start)
    #expect(CMTimeMapTimeFromRangeToRange(from.end, fromRange: from, toRange: to) == to.end)
    let third = from.start + CMTimeMultiplyByRatio(from.duration, multiplier: 1, divisor: 3)
    let mapped = to.start + CMTimeMultiplyByRatio(to.duration, multiplier: 1, divisor: 3)
    #expect(CMTimeMapTimeFromRangeToRange(third, fromRange: from, toRange: to) == mapped)
    #expect(!CMTimeMapTimeFromRangeToRange(third, fromRange: .zero, toRange: to).isValid)
    #expect(!CMTimeMapTimeFromRangeToRange(third, fromRange: from, toRange: .zero).isValid)
  }

  @Test func infiniteRangesShift() {
    let from = CMTimeRange(start: CMTimeMake(value: 1, timescale: 1), duration: .positiveInfinity)
    let to = CMTimeRange(start: CMTimeMake(value: 5, timescale: 1), duration: .positiveInfinity)
    let time = CMTimeMapTimeFromRangeToRange(CMTimeMake(value: 3, timescale: 2), fromRange: from, toRange: to)
    #expect(time == CMTimeMake(value: 11, timescale: 2))
  }

  @Test(arguments: 0..<500 as Range<UInt64>)
  func foldedTimesLieInTheRangeAndAWholeNumberOfDurationsAway(seed: UInt64) {
    var samples = TimeSamples(seed: seed)
    let range = CMTimeRange(
      start: CMTime(value: Int64(samples.next() % 2000) - 1000, timescale: 600),
      duration: CMTime(value: Int64(samples.next() % 900) + 1, timescale: 1001)
    )
    let time = CMTime(value: Int64(samples.next() % 1_000_000) - 500_000, timescale: 90)
    let folded = CMTimeFoldIntoRange(time, foldRange: range)
    #expect(range.containsTime(folded), "\(time) in \(range): \(folded)")
    let rounds = (time.big - folded.big) / range.duration.big
    #expect(rounds == BigFraction(rounds.floor, BigInteger(1)), "\(time) in \(range): \(folded)")
  }

  @Test func emptyEditsHaveNoSource() {
    let target = CMTimeRange(start: .zero, duration: CMTimeMake(value: 1, timescale: 1))
    let edit = CMTimeMappingMakeEmpty(target: target)
    #expect(edit.isEmpty)
    #expect(edit.isValid)
    let mapping = CMTimeMappingMake(source: target, target: target)
    #expect(!mapping.isEmpty)
    #expect(!CMTimeMapping.invalid.isValid)
    let epoch = CMTimeMakeWithEpoch(value: 1, timescale: 1, epoch: 2)
    let other = CMTimeRange(start: .zero, duration: epoch)
    #expect(!CMTimeMappingMake(source: other, target: target).isValid)
    #expect(!CMTimeMappingMakeEmpty(target: other).isValid)
  }
}
