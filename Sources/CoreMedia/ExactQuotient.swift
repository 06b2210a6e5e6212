/// A number `sign · a · b / divisor / 2^shift`, whose factors have 128 bits and whose product may have 256.
///
/// All operations on times end here: the exact result is rounded once, to the timescale that it gets.
struct ExactQuotient {
  private(set) var isNegative: Bool
  private var a: UInt128
  /// A power of two; the timescale multiplies it.
  private var b: UInt128 = 1
  /// More than 0.
  private var divisor: UInt128
  private var shift: UInt128 = 0

  init(_ value: Int128, over divisor: Int128) {
    (isNegative, a, self.divisor) = (value < 0, value.magnitude, divisor.magnitude)
  }

  /// A value of 126 bits times a factor of 96, over a divisor of 127.
  init(_ value: Int128, times factor: Int128, over divisor: Int128) {
    self.init(value, over: divisor)
    b = factor.magnitude
  }

  /// The smallest timescale in which a number without a floating-point factor is whole; it may have 127 bits.
  var leastTimescale: UInt128 {
    let rest = divisor / greatestCommonDivisor(a, divisor)
    return rest / greatestCommonDivisor(b, rest)
  }

  /// A finite floating-point number times a fraction, whose value has 64 bits and whose divisor has 31.
  init(_ factor: Double, times value: Int128, over divisor: Int128) {
    self.init(value, over: divisor)
    guard factor != 0 else {
      a = 0
      return
    }
    isNegative = isNegative != (factor < 0)
    // The significand without trailing zeros, so that factors such as 0.5 stay small.
    var significand = UInt128(factor.significandBitPattern)
    if factor.isNormal { significand |= 1 << UInt128(Double.significandBitCount) }
    let zeros = significand.trailingZeroBitCount
    let exponent = (factor.isNormal ? Int(factor.exponent) : -1022) - Double.significandBitCount + zeros
    a *= significand >> UInt128(zeros)
    if exponent >= 0 {
      // With 96 bits more, each value but 0 exceeds 64 bits at every timescale.
      b = 1 << UInt128(min(exponent, 96))
    } else {
      let kept = min(-exponent, 96)
      self.divisor <<= UInt128(kept)
      shift = UInt128(-exponent - kept)
    }
  }

  /// The number in units of a timescale, rounded; nil if it does not fit into 64 bits.
  ///
  /// `isFiner` is true if the timescale is finer than that of the number's origin, for the method of QuickTime.
  func rounded(
    to timescale: Int32,
    _ method: CMTimeRoundingMethod,
    isFiner: Bool = false
  ) -> (value: Int64, isExact: Bool)? {
    let product = WideProduct(a, b * UInt128(timescale.magnitude)).shifted(by: shift)
    guard product.high < divisor else { return nil }
    let (whole, rest) = divisor.dividingFullWidth((product.high, product.low))
    let isExact = rest == 0 && !product.isCut
    var magnitude = whole
    let isHalf = rest >= divisor - rest
    if !isExact, method.increases(isNegative: isNegative, isHalf: isHalf, isFiner: isFiner) {
      let (sum, overflows) = magnitude.addingReportingOverflow(1)
      guard !overflows else { return nil }
      magnitude = sum
    }
    // A negative time never becomes 0 with this method.
    if method == .quickTime, isNegative, magnitude == 0, !isExact { magnitude = 1 }
    let limit = UInt128(Int64.max) + (isNegative ? 1 : 0)
    guard magnitude <= limit else { return nil }
    return (Int64(isNegative ? -Int128(magnitude) : Int128(magnitude)), isExact)
  }

  /// The time of the number, at a timescale that is halved while the value does not fit; infinite if it never does.
  func time(timescale: Int32, flags: CMTimeFlags, epoch: CMTimeEpoch) -> CMTime {
    var timescale = timescale
    while true {
      if let result = rounded(to: timescale, .default) {
        let rounding: CMTimeFlags = result.isExact ? flags : flags.union(.hasBeenRounded)
        return CMTime(value: result.value, timescale: timescale, flags: rounding, epoch: epoch)
      }
      guard timescale > 1 else { return isNegative ? .negativeInfinity : .positiveInfinity }
      timescale /= 2
    }
  }
}

/// The way in which a value between two units becomes one of them.
public enum CMTimeRoundingMethod: UInt32, Sendable {
  /// To the nearer unit, from the middle away from 0.
  case roundHalfAwayFromZero = 1
  /// Towards 0.
  case roundTowardZero = 2
  /// Away from 0.
  case roundAwayFromZero = 3
  /// Towards 0 to a coarser timescale, away from 0 to a finer one; a negative time never becomes 0.
  case quickTime = 4
  /// Towards later times.
  case roundTowardPositiveInfinity = 5
  /// Towards earlier times.
  case roundTowardNegativeInfinity = 6

  /// ``roundHalfAwayFromZero``.
  public static var `default`: CMTimeRoundingMethod { .roundHalfAwayFromZero }

  /// True if a magnitude that is not whole becomes the next whole one.
  fileprivate func increases(isNegative: Bool, isHalf: Bool, isFiner: Bool) -> Bool {
    switch self {
    case .roundHalfAwayFromZero: isHalf
    case .roundTowardZero: false
    case .roundAwayFromZero: true
    case .quickTime: isFiner
    case .roundTowardPositiveInfinity: !isNegative
    case .roundTowardNegativeInfinity: isNegative
    }
  }
}

/// A product of two numbers of 128 bits.
private struct WideProduct {
  var high: UInt128
  var low: UInt128
  /// True if bits below 1 were dropped.
  var isCut = false

  init(_ a: UInt128, _ b: UInt128) { (high, low) = a.multipliedFullWidth(by: b) }

  /// The product divided by a power of two, without its fraction.
  func shifted(by count: UInt128) -> WideProduct {
    guard count > 0 else { return self }
    var result = self
    switch count {
    case 256...:
      (result.high, result.low, result.isCut) = (0, 0, high != 0 || low != 0)
    case 128...:
      (result.high, result.low) = (0, high >> (count - 128))
      result.isCut = low != 0 || (result.low << (count - 128)) != high
    default:
      (result.high, result.low) = (high >> count, (low >> count) | (high << (128 - count)))
      result.isCut = (low >> count) << count != low
    }
    return result
  }
}

/// The greatest common divisor by Euclid's algorithm; the other number if one is 0.
func greatestCommonDivisor(_ a: UInt128, _ b: UInt128) -> UInt128 {
  var (a, b) = (a, b)
  while b != 0 { (a, b) = (b, a % b) }
  return a
}
