/// A stretch of a time line, the source, that another one, the target, shows.
///
/// If the durations differ, the source plays at the rate `source.duration / target.duration`. A source whose start is not a
/// number is an *empty edit*: the target shows nothing there.
public struct CMTimeMapping: Hashable, Codable, Sendable {
  /// The range of the source, such as a file.
  public var source: CMTimeRange
  /// The range of the target, such as a track.
  public var target: CMTimeRange

  /// Creates an invalid mapping.
  public init() { (source, target) = (.invalid, .invalid) }

  /// Creates a mapping of two ranges.
  public init(source: CMTimeRange, target: CMTimeRange) { (self.source, self.target) = (source, target) }

  /// A mapping that is not valid.
  public static let invalid = CMTimeMapping()
}

extension CMTimeMapping {
  /// True if the target is valid.
  public var isValid: Bool { target.isValid }

  /// True for a valid mapping whose source has no start.
  public var isEmpty: Bool { isValid && !source.start.isNumeric }
}

/// Creates a mapping of two ranges; a duration that has another epoch than 0 gives an invalid mapping.
public func CMTimeMappingMake(source: CMTimeRange, target: CMTimeRange) -> CMTimeMapping {
  guard source.duration.epoch == 0, target.duration.epoch == 0 else { return .invalid }
  return CMTimeMapping(source: source, target: target)
}

/// Creates a mapping of nothing to a range; a duration that has another epoch than 0 gives an invalid mapping.
public func CMTimeMappingMakeEmpty(target: CMTimeRange) -> CMTimeMapping {
  target.duration.epoch == 0 ? CMTimeMapping(source: .invalid, target: target) : .invalid
}

/// Maps a time from one range to another, so that starts and ends meet.
///
/// Times outside of the range are mapped along the same line. The result is exact if a timescale of 31 bits can express
/// it. Ranges of infinite durations shift the time. A range without length, and a time of another epoch than that of
/// the first range, give an invalid time.
public func CMTimeMapTimeFromRangeToRange(
  _ t: CMTime,
  fromRange: CMTimeRange,
  toRange: CMTimeRange
) -> CMTime {
  guard fromRange.isValid, toRange.isValid, !fromRange.isEmpty, !toRange.isEmpty else { return .invalid }
  guard t.isValid, !t.isNumeric || t.epoch == fromRange.start.epoch else { return .invalid }
  let offset = CMTimeSubtract(t, fromRange.start)
  if fromRange.duration.isPositiveInfinity, toRange.duration.isPositiveInfinity {
    return CMTimeAdd(offset, toRange.start)
  }
  let scaled = CMTimeMapDurationFromRangeToRange(offset, fromRange: fromRange, toRange: toRange)
  return CMTimeAdd(scaled, toRange.start)
}

/// Multiplies a duration by the ratio of the durations of two ranges.
///
/// The result is exact if a timescale of 31 bits can express it: that of the second range's duration, or a multiple of it.
/// A duration of another epoch than 0, and a first range without a finite length, give an invalid time.
public func CMTimeMapDurationFromRangeToRange(
  _ dur: CMTime,
  fromRange: CMTimeRange,
  toRange: CMTimeRange
) -> CMTime {
  guard fromRange.isValid, toRange.isValid, dur.isValid else { return .invalid }
  guard let from = fromRange.duration.number, from.value > 0 else { return .invalid }
  guard let to = toRange.duration.number else { return toRange.duration }
  guard let number = dur.number else { return dur.isNumeric ? .invalid : dur }
  guard dur.epoch == 0 else { return .invalid }
  let exact = ExactQuotient(
    number.value * to.value,
    times: from.timescale,
    over: number.timescale * to.timescale * from.value
  )
  let least = Int128(exact.leastTimescale)
  let divisor = Int128(greatestCommonDivisor(least.magnitude, to.timescale.magnitude))
  let limit = Int128(kCMTimeMaxTimescale)
  let common = least > limit ? limit : least / divisor * to.timescale
  let rounding = dur.flags.union(toRange.duration.flags).union(fromRange.duration.flags)
  return exact.time(
    timescale: Int32(common > limit ? least : common),
    flags: rounding.intersection([.valid, .hasBeenRounded]),
    epoch: 0
  )
}

/// Returns the time of a range that lies a whole number of durations from a time.
///
/// An infinite, indefinite or invalid time gives an invalid one, and so does a range without a finite length.
public func CMTimeFoldIntoRange(_ time: CMTime, foldRange: CMTimeRange) -> CMTime {
  guard foldRange.isValid, let length = foldRange.duration.number, length.value > 0 else { return .invalid }
  let offset = CMTimeSubtract(time, foldRange.start)
  guard let number = offset.number else { return .invalid }
  let divisor = Int128(greatestCommonDivisor(number.timescale.magnitude, length.timescale.magnitude))
  let multiple = number.timescale / divisor * length.timescale
  let (value, period) = (
    number.value * (multiple / number.timescale), length.value * (multiple / length.timescale)
  )
  let rest = value % period
  let folded = ExactQuotient(rest < 0 ? rest + period : rest, over: multiple).time(
    timescale: Int32(min(multiple, Int128(kCMTimeMaxTimescale))),
    flags: offset.flags,
    epoch: 0
  )
  return CMTimeAdd(foldRange.start, folded)
}
