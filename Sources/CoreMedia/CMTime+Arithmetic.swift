/// Creates a valid time of epoch 0.
public func CMTimeMake(value: Int64, timescale: Int32) -> CMTime {
  CMTime(value: value, timescale: timescale)
}

/// Creates a valid time of an epoch.
public func CMTimeMakeWithEpoch(value: Int64, timescale: Int32, epoch: Int64) -> CMTime {
  CMTime(value: value, timescale: timescale, flags: .valid, epoch: epoch)
}

/// Creates the time that is nearest to a number of seconds, with a timescale.
///
/// A timescale of 0 or less gives an invalid time, and so does NaN. While the value does not fit into 64 bits, the
/// timescale is halved; beyond that, and for an infinite number, the time is infinite. A time whose ``CMTime/seconds`` are not
/// the number is flagged as rounded.
public func CMTimeMakeWithSeconds(_ seconds: Double, preferredTimescale: Int32) -> CMTime {
  guard preferredTimescale > 0, !seconds.isNaN else { return .invalid }
  guard seconds.isFinite else { return seconds < 0 ? .negativeInfinity : .positiveInfinity }
  let time = ExactQuotient(seconds, times: 1, over: 1)
    .time(timescale: preferredTimescale, flags: .valid, epoch: 0)
  guard time.isNumeric else { return time }
  let flags: CMTimeFlags = time.seconds == seconds ? .valid : [.valid, .hasBeenRounded]
  return CMTime(value: time.value, timescale: time.timescale, flags: flags, epoch: 0)
}

/// Returns a time in seconds; NaN for invalid and indefinite times.
public func CMTimeGetSeconds(_ time: CMTime) -> Double {
  if time.isPositiveInfinity { return .infinity }
  if time.isNegativeInfinity { return -.infinity }
  guard time.isNumeric, time.timescale > 0 else { return .nan }
  return Double(time.value) / Double(time.timescale)
}

/// Returns a time at another timescale, rounded by a method and flagged if it is not whole there.
///
/// A timescale of 0 or less gives an invalid time. A value beyond 64 bits gives an infinite one. Other times than numbers
/// stay as they are.
public func CMTimeConvertScale(
  _ time: CMTime,
  timescale: Int32,
  method: CMTimeRoundingMethod
) -> CMTime {
  guard time.isNumeric else { return time }
  guard let number = time.number, timescale > 0 else { return .invalid }
  if timescale == time.timescale { return time }
  let exact = ExactQuotient(number.value, over: number.timescale)
  let isFiner = timescale > time.timescale
  guard let result = exact.rounded(to: timescale, method, isFiner: isFiner) else {
    return exact.isNegative ? .negativeInfinity : .positiveInfinity
  }
  let flags = result.isExact ? time.flags : time.flags.union(.hasBeenRounded)
  return CMTime(value: result.value, timescale: timescale, flags: flags, epoch: time.epoch)
}

/// Returns the sum of two times.
///
/// The timescale is the least common multiple of both, at most ``kCMTimeMaxTimescale``, and is halved while the value does
/// not fit; beyond that the sum is infinite. Infinities of opposite signs give an invalid time, and so do numbers of
/// different epochs that are not 0. A sum within one epoch has epoch 0.
public func CMTimeAdd(_ lhs: CMTime, _ rhs: CMTime) -> CMTime { sum(lhs, rhs, sign: 1) }

/// Returns the difference of two times, with the rules of ``CMTimeAdd(_:_:)``.
public func CMTimeSubtract(_ lhs: CMTime, _ rhs: CMTime) -> CMTime { sum(lhs, rhs, sign: -1) }

/// The sum of a time and another one, or its opposite.
private func sum(_ lhs: CMTime, _ rhs: CMTime, sign: Int128) -> CMTime {
  guard lhs.isValid, rhs.isValid else { return .invalid }
  switch (lhs.infiniteSign, rhs.infiniteSign * sign) {
  case (0, 0): break
  case (let a, let b) where a + b == 0: return .invalid
  case (let a, let b): return .infinity(a + b)
  }
  if lhs.isIndefinite || rhs.isIndefinite { return .indefinite }
  guard let a = lhs.number, let b = rhs.number else { return .invalid }
  guard lhs.epoch == 0 || rhs.epoch == 0 || lhs.epoch == rhs.epoch else { return .invalid }
  let divisor = Int128(greatestCommonDivisor(a.timescale.magnitude, b.timescale.magnitude))
  let multiple = a.timescale / divisor * b.timescale
  let sum = a.value * (multiple / a.timescale) + sign * b.value * (multiple / b.timescale)
  return ExactQuotient(sum, over: multiple).time(
    timescale: Int32(min(multiple, Int128(kCMTimeMaxTimescale))),
    flags: lhs.roundingFlags.union(rhs.roundingFlags),
    epoch: lhs.epoch == rhs.epoch ? 0 : lhs.epoch + rhs.epoch
  )
}

/// Returns a time a whole number of times, at its own timescale, which is halved while the value does not fit.
///
/// Infinite times get the sign of the product; 0 times infinity stays infinite, with the sign of the time.
public func CMTimeMultiply(_ time: CMTime, multiplier: Int32) -> CMTime {
  if let other = time.product(withSign: multiplier < 0 ? -1 : 1) { return other }
  guard let number = time.number else { return .invalid }
  let exact = ExactQuotient(number.value * Int128(multiplier), over: number.timescale)
  return exact.time(timescale: time.timescale, flags: time.roundingFlags, epoch: time.epoch)
}

/// Returns the product of a time and a number.
///
/// The timescale is that of the time, doubled until it is at least 65536, and halved while the value does not fit. A
/// multiplier that is NaN gives an invalid time, an infinite one an infinite time, or an invalid one for a time of 0.
public func CMTimeMultiplyByFloat64(_ time: CMTime, multiplier: Double) -> CMTime {
  guard !multiplier.isNaN else { return .invalid }
  if let other = time.product(withSign: multiplier < 0 ? -1 : 1) { return other }
  guard let number = time.number else { return .invalid }
  guard multiplier.isFinite else {
    let isNegative = (number.value < 0) != (multiplier < 0)
    return number.value == 0 ? .invalid : isNegative ? .negativeInfinity : .positiveInfinity
  }
  var timescale = time.timescale
  while timescale < 65536 { timescale *= 2 }
  let exact = ExactQuotient(multiplier, times: number.value, over: number.timescale)
  return exact.time(timescale: timescale, flags: time.roundingFlags, epoch: time.epoch)
}

/// Returns the product of a time and a fraction.
///
/// The result is exact if a timescale can express it: that of the time if it can, else the smallest multiple of it.
/// Otherwise the timescale is ``kCMTimeMaxTimescale``, halved while the value does not fit. A divisor of 0 gives an
/// infinite time, or an invalid one if the time or the multiplier is 0, too.
public func CMTimeMultiplyByRatio(_ time: CMTime, multiplier: Int32, divisor: Int32) -> CMTime {
  if let other = time.product(withSign: (multiplier < 0) != (divisor < 0) ? -1 : 1) { return other }
  guard let number = time.number else { return .invalid }
  let product = number.value * Int128(multiplier) * (divisor < 0 ? -1 : 1)
  guard divisor != 0 else {
    return product == 0 ? .invalid : product < 0 ? .negativeInfinity : .positiveInfinity
  }
  let whole = Int128(divisor.magnitude)
  let missing = whole / Int128(greatestCommonDivisor(product.magnitude, whole.magnitude))
  let timescale = number.timescale * missing
  return ExactQuotient(product, over: number.timescale * whole).time(
    timescale: Int32(min(timescale, Int128(kCMTimeMaxTimescale))),
    flags: time.roundingFlags,
    epoch: time.epoch
  )
}

/// Returns the order of two times: -1, 0 or 1.
///
/// Negative infinity comes before numbers, then indefinite times, positive infinity and invalid ones. A number of a later
/// epoch is later.
public func CMTimeCompare(_ time1: CMTime, _ time2: CMTime) -> Int32 { time1.order(after: time2) }

/// Returns the earlier of two times, in the order of ``CMTimeCompare(_:_:)``.
public func CMTimeMinimum(_ time1: CMTime, _ time2: CMTime) -> CMTime { time2 < time1 ? time2 : time1 }

/// Returns the later of two times, in the order of ``CMTimeCompare(_:_:)``.
public func CMTimeMaximum(_ time1: CMTime, _ time2: CMTime) -> CMTime { time2 > time1 ? time2 : time1 }

/// Returns a time without its sign.
///
/// The least value has no counterpart of 64 bits; its timescale is halved.
public func CMTimeAbsoluteValue(_ time: CMTime) -> CMTime {
  if time.isNegativeInfinity { return .positiveInfinity }
  guard time.isNumeric, time.value < 0 else { return time }
  return CMTimeMultiply(time, multiplier: -1)
}

extension CMTime {
  /// Creates the time that is nearest to a number of seconds; see
  /// ``CMTimeMakeWithSeconds(_:preferredTimescale:)``.
  public init(seconds: Double, preferredTimescale: CMTimeScale) {
    self = CMTimeMakeWithSeconds(seconds, preferredTimescale: preferredTimescale)
  }

  /// The time in seconds; NaN for invalid and indefinite times.
  public var seconds: Double { CMTimeGetSeconds(self) }

  /// Returns the time at another timescale; see ``CMTimeConvertScale(_:timescale:method:)``.
  public func convertScale(_ newTimescale: Int32, method: CMTimeRoundingMethod) -> CMTime {
    CMTimeConvertScale(self, timescale: newTimescale, method: method)
  }

  /// Returns the sum of two times; see ``CMTimeAdd(_:_:)``.
  public static func + (lhs: CMTime, rhs: CMTime) -> CMTime { CMTimeAdd(lhs, rhs) }

  /// Returns the difference of two times; see ``CMTimeSubtract(_:_:)``.
  public static func - (lhs: CMTime, rhs: CMTime) -> CMTime { CMTimeSubtract(lhs, rhs) }

  /// The flags that an operation takes over from an operand that is a number.
  fileprivate var roundingFlags: CMTimeFlags { flags.intersection([.valid, .hasBeenRounded]) }

  /// 1 or -1 for infinities, else 0.
  fileprivate var infiniteSign: Int128 { isPositiveInfinity ? 1 : isNegativeInfinity ? -1 : 0 }

  /// The infinity of a sign.
  fileprivate static func infinity(_ sign: Int128) -> CMTime {
    sign < 0 ? .negativeInfinity : .positiveInfinity
  }

  /// The product of a time that is not a number; nil for numbers.
  fileprivate func product(withSign sign: Int128) -> CMTime? {
    if !isValid { return .invalid }
    if infiniteSign != 0 { return .infinity(infiniteSign * sign) }
    return isIndefinite ? .indefinite : nil
  }
}
