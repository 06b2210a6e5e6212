import CoreMedia
import StrataBase

/// Random times of a seed: small and large values, the ends of their range, and timescales of films and sounds.
struct TimeSamples {
  private var bits: SplitMix64

  init(seed: UInt64) { bits = SplitMix64(seed: seed) }

  /// A number of 64 random bits.
  mutating func next() -> UInt64 { bits.next() }

  /// A value of a random number of bits, or one at the end of the range.
  mutating func value() -> Int64 {
    switch next() % 8 {
    case 0: return [.min, .max, .min + 1, 0, -1, 1][Int(next() % 6)]
    default: return Int64(bitPattern: next()) >> Int64(next() % 64)
    }
  }

  mutating func timescale() -> Int32 {
    switch next() % 3 {
    case 0:
      return [1, 24, 25, 30, 600, 1001, 12800, 15360, 24000, 30000, 44100, 48000, 90000][Int(next() % 13)]
    case 1: return Int32(truncatingIfNeeded: next() >> 33 | 1)
    default: return max(Int32(truncatingIfNeeded: next() >> 33) >> Int32(next() % 31), 1)
    }
  }

  mutating func time() -> CMTime { CMTime(value: value(), timescale: timescale()) }

  /// A finite number of a random exponent.
  mutating func number() -> Double {
    let whole = Double(Int64(bitPattern: next()) >> Int64(next() % 64))
    switch next() % 4 {
    case 0: return whole
    case 1: return Double(sign: .plus, exponent: Int(next() % 300) - 150, significand: whole)
    case 2: return whole / Double(timescale())
    default: return [0.5, 0.1, 1.0 / 3, -2.5, 1e-300, 1e300, .leastNonzeroMagnitude, 0, 1][Int(next() % 9)]
    }
  }
}

extension CMTime {
  /// The fraction in integers without bounds.
  var big: BigFraction { BigFraction(BigInteger(value), BigInteger(timescale)) }
}

extension BigFraction {
  /// The time that the rules of Core Media prescribe for the exact number: the first of the timescale and its halves in
  /// which the nearest value has 64 bits.
  func isWritten(as time: CMTime, from timescale: Int32, wasRounded: Bool = false, epoch: Int64 = 0) -> Bool {
    var timescale = timescale
    while true {
      let units = self * BigFraction(BigInteger(timescale), BigInteger(1))
      let nearest = units.nearest
      if nearest >= BigInteger(Int64.min), nearest <= BigInteger(Int64.max) {
        let isExact = units == BigFraction(nearest, BigInteger(1))
        let flags: CMTimeFlags = isExact && !wasRounded ? .valid : [.valid, .hasBeenRounded]
        return BigInteger(time.value) == nearest && time.timescale == timescale && time.flags == flags
          && time.epoch == epoch
      }
      if timescale == 1 {
        return numerator < BigInteger(0) ? time.isNegativeInfinity : time.isPositiveInfinity
      }
      timescale /= 2
    }
  }
}
