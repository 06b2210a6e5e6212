import CoreMedia
import Testing

/// Operations on random times against integers without bounds.
@Suite struct CMTimeArithmeticTests {
  /// The timescale of a sum: the least common multiple, found by counting, or the limit.
  private static func sumTimescale(_ a: Int32, _ b: Int32) -> Int32 {
    let (larger, smaller) = (Int64(max(a, b)), Int64(min(a, b)))
    var multiple = larger
    while multiple % smaller != 0, multiple < Int64(Int32.max) { multiple += larger }
    return Int32(min(multiple, Int64(Int32.max)))
  }

  @Test(arguments: 0..<400 as Range<UInt64>)
  func sumsAndDifferencesAreExactOrRoundedOnce(seed: UInt64) {
    var samples = TimeSamples(seed: seed)
    for _ in 0..<10 {
      let (a, b) = (samples.time(), samples.time())
      // Counting multiples of small timescales takes long.
      guard max(a.timescale, b.timescale) > 1 << 12 else { continue }
      let timescale = Self.sumTimescale(a.timescale, b.timescale)
      #expect((a.big + b.big).isWritten(as: a + b, from: timescale), "\(a) + \(b) = \(a + b)")
      #expect((a.big - b.big).isWritten(as: a - b, from: timescale), "\(a) - \(b) = \(a - b)")
    }
  }

  @Test(arguments: 0..<400 as Range<UInt64>)
  func productsAreExactOrRoundedOnce(seed: UInt64) {
    var samples = TimeSamples(seed: seed)
    for _ in 0..<10 {
      let (time, factor) = (samples.time(), Int32(truncatingIfNeeded: samples.value()))
      let product = CMTimeMultiply(time, multiplier: factor)
      let exact = time.big * BigFraction(BigInteger(factor), BigInteger(1))
      #expect(exact.isWritten(as: product, from: time.timescale), "\(time) × \(factor) = \(product)")
    }
  }

  @Test(arguments: 0..<400 as Range<UInt64>)
  func productsWithNumbersAreExactOrRoundedOnce(seed: UInt64) {
    var samples = TimeSamples(seed: seed)
    for _ in 0..<10 {
      let (time, factor) = (samples.time(), samples.number())
      let product = CMTimeMultiplyByFloat64(time, multiplier: factor)
      var timescale = time.timescale
      while timescale < 65536 { timescale *= 2 }
      let exact = time.big * BigFraction(factor)
      #expect(exact.isWritten(as: product, from: timescale), "\(time) × \(factor) = \(product)")
    }
  }

  @Test(arguments: 0..<400 as Range<UInt64>)
  func productsWithFractionsAreExactIfATimescaleCanExpressThem(seed: UInt64) {
    var samples = TimeSamples(seed: seed)
    for _ in 0..<10 {
      let (time, divisor) = (samples.time(), samples.timescale())
      let factor = Int32(truncatingIfNeeded: samples.value())
      let product = CMTimeMultiplyByRatio(time, multiplier: factor, divisor: divisor)
      let exact = time.big * BigFraction(BigInteger(factor), BigInteger(divisor))
      // A unit is cut into as many parts as the divisor has factors that the product lacks.
      var (a, b) = ((Int128(time.value) * Int128(factor)).magnitude, Int128(divisor).magnitude)
      while b != 0 { (a, b) = (b, a % b) }
      let timescale = Int128(time.timescale) * (Int128(divisor) / Int128(a))
      #expect(
        exact.isWritten(as: product, from: Int32(min(timescale, Int128(Int32.max)))),
        "\(time) × \(factor) / \(divisor) = \(product)"
      )
    }
  }

  @Test(arguments: 0..<400 as Range<UInt64>)
  func eachMethodRoundsAsItsNameSays(seed: UInt64) {
    var samples = TimeSamples(seed: seed)
    for _ in 0..<10 {
      let (time, timescale) = (samples.time(), samples.timescale())
      let units = time.big * BigFraction(BigInteger(timescale), BigInteger(1))
      let isNegative = time.value < 0
      let towardZero = isNegative ? units.ceiling : units.floor
      let awayFromZero = isNegative ? units.floor : units.ceiling
      let isFiner = timescale > time.timescale
      let minusOne = BigInteger(-1)
      let quickTime =
        isFiner ? awayFromZero : isNegative && towardZero > minusOne ? minusOne : towardZero
      for (method, value) in [
        (CMTimeRoundingMethod.roundHalfAwayFromZero, units.nearest), (.roundTowardZero, towardZero),
        (.roundAwayFromZero, awayFromZero), (.quickTime, quickTime),
        (.roundTowardPositiveInfinity, units.ceiling), (.roundTowardNegativeInfinity, units.floor),
      ] {
        let result = CMTimeConvertScale(time, timescale: timescale, method: method)
        if value < BigInteger(Int64.min) || value > BigInteger(Int64.max) {
          #expect(isNegative ? result.isNegativeInfinity : result.isPositiveInfinity)
          continue
        }
        #expect(BigInteger(result.value) == value, "\(time) in \(timescale) by \(method): \(result)")
        #expect(result.timescale == timescale)
        let isExact = units == BigFraction(value, BigInteger(1))
        #expect(result.hasBeenRounded == !isExact, "\(time) in \(timescale) by \(method): \(result)")
      }
    }
  }

  @Test(arguments: 0..<400 as Range<UInt64>)
  func secondsBecomeTheNearestTime(seed: UInt64) {
    var samples = TimeSamples(seed: seed)
    for _ in 0..<10 {
      let (seconds, timescale) = (samples.number(), samples.timescale())
      let time = CMTimeMakeWithSeconds(seconds, preferredTimescale: timescale)
      guard time.isNumeric else {
        #expect(abs(seconds) >= 0x1p62)
        continue
      }
      // The flag says whether the seconds come back, and not whether the fraction is the same number.
      let exact = BigFraction(seconds)
      #expect(
        exact.isWritten(as: time, from: timescale)
          || exact.isWritten(as: time.withOtherFlag, from: timescale),
        "\(seconds) in \(timescale): \(time)"
      )
      #expect(time.hasBeenRounded == (time.seconds != seconds), "\(seconds) in \(timescale): \(time)")
    }
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func orderIsThatOfTheFractions(seed: UInt64) {
    var samples = TimeSamples(seed: seed)
    for _ in 0..<10 {
      let (a, b) = (samples.time(), samples.time())
      let expected: Int32 = a.big == b.big ? 0 : a.big < b.big ? -1 : 1
      #expect(CMTimeCompare(a, b) == expected, "\(a) and \(b)")
      #expect(CMTimeMinimum(a, b) <= CMTimeMaximum(a, b))
      let factor = Int32(samples.next() % 7 + 1)
      guard let value = exactProduct(a.value, factor), let timescale = exactProduct(a.timescale, factor)
      else {
        continue
      }
      let same = CMTime(value: value, timescale: timescale)
      #expect(same == a)
      #expect(same.hashValue == a.hashValue)
    }
  }

  private func exactProduct<T: FixedWidthInteger>(_ a: T, _ factor: Int32) -> T? {
    let (product, overflows) = a.multipliedReportingOverflow(by: T(factor))
    return overflows ? nil : product
  }

  @Test func infinitiesAddUpAsDocumented() {
    let (plus, minus) = (CMTime.positiveInfinity, CMTime.negativeInfinity)
    #expect((plus + plus).isPositiveInfinity)
    #expect((minus + minus).isNegativeInfinity)
    #expect(!(plus + minus).isValid)
    #expect(!(minus + plus).isValid)
    #expect(!(plus - plus).isValid)
    #expect(!(minus - minus).isValid)
    #expect((plus - minus).isPositiveInfinity)
    #expect((minus - plus).isNegativeInfinity)
    #expect((.zero - plus).isNegativeInfinity)
    #expect((plus + .indefinite).isPositiveInfinity)
    #expect((.indefinite + .zero).isIndefinite)
    #expect(!(.invalid + plus).isValid)
    #expect(CMTimeMultiply(plus, multiplier: -2).isNegativeInfinity)
    #expect(CMTimeMultiplyByFloat64(minus, multiplier: -0.5).isPositiveInfinity)
    #expect(CMTimeMultiply(.indefinite, multiplier: 2).isIndefinite)
    #expect(!CMTimeMultiplyByFloat64(.zero, multiplier: .nan).isValid)
    #expect(
      CMTimeMultiplyByRatio(CMTime(value: 1, timescale: 2), multiplier: -1, divisor: 0).isNegativeInfinity
    )
    #expect(!CMTimeMultiplyByRatio(.zero, multiplier: 1, divisor: 0).isValid)
    #expect(CMTimeAbsoluteValue(minus).isPositiveInfinity)
  }

  @Test func epochsAreAddedAsDocumented() {
    let duration = CMTimeMake(value: 1, timescale: 1)
    let (third, later) = (
      CMTimeMakeWithEpoch(value: 2, timescale: 1, epoch: 3),
      CMTimeMakeWithEpoch(value: 5, timescale: 1, epoch: 4)
    )
    #expect((third + duration).epoch == 3)
    #expect((third - duration).epoch == 3)
    #expect((third - third).epoch == 0)
    #expect(!(third + later).isValid)
    #expect(!(third - later).isValid)
    #expect(third < later)
    #expect(later > CMTimeMakeWithEpoch(value: 900, timescale: 1, epoch: 3))
  }

  @Test func theFlagOfRoundingStays() {
    let rounded = CMTimeConvertScale(CMTimeMake(value: 1, timescale: 3), timescale: 2, method: .default)
    #expect(rounded.value == 1)
    #expect(rounded.hasBeenRounded)
    #expect((rounded + .zero).hasBeenRounded)
    #expect(CMTimeMultiply(rounded, multiplier: 2).hasBeenRounded)
  }

  @Test func numbersThatCannotBeTimesGiveInvalidOnes() {
    #expect(!CMTimeMakeWithSeconds(1, preferredTimescale: 0).isValid)
    #expect(!CMTimeMakeWithSeconds(1, preferredTimescale: -600).isValid)
    #expect(!CMTimeMakeWithSeconds(.nan, preferredTimescale: 600).isValid)
    #expect(CMTimeMakeWithSeconds(.infinity, preferredTimescale: 600).isPositiveInfinity)
    #expect(CMTimeMakeWithSeconds(-1e300, preferredTimescale: 600).isNegativeInfinity)
    #expect(!CMTimeConvertScale(.zero, timescale: 0, method: .default).isValid)
    let broken = CMTime(value: 1, timescale: 0)
    #expect(!(broken + .zero).isValid)
    #expect(!CMTimeMultiply(broken, multiplier: 2).isValid)
    #expect(broken.seconds.isNaN)
    #expect(broken > .positiveInfinity)
  }
}

extension CMTime {
  /// The time with the flag of rounding where it is not, and without it where it is.
  fileprivate var withOtherFlag: CMTime {
    CMTime(
      value: value,
      timescale: timescale,
      flags: flags.symmetricDifference(.hasBeenRounded),
      epoch: epoch
    )
  }
}
