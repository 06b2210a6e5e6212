/// A stretch of a time line: all times from ``start`` on and before ``end``.
public struct CMTimeRange: Hashable, Codable, Sendable {
  /// The first time of the range.
  public var start: CMTime
  /// The length of the range; it has epoch 0.
  public var duration: CMTime

  /// Creates an invalid range.
  public init() { (start, duration) = (.invalid, .invalid) }

  /// Creates a range of a start and a duration.
  public init(start: CMTime, duration: CMTime) { (self.start, self.duration) = (start, duration) }

  /// Creates a range from a time on, before another one.
  public init(start: CMTime, end: CMTime) { self = CMTimeRangeFromTimeToTime(start: start, end: end) }

  /// A range that is not valid.
  public static let invalid = CMTimeRange()

  /// A range at 0 that holds nothing.
  public static let zero = CMTimeRange(start: .zero, duration: .zero)
}

extension CMTimeRange {
  /// True if start and duration are valid, and the duration is not negative and has epoch 0.
  public var isValid: Bool {
    start.isValid && duration.isValid && duration.epoch == 0 && duration >= .zero
  }

  /// True for a valid range whose start or duration is not known.
  public var isIndefinite: Bool { isValid && (start.isIndefinite || duration.isIndefinite) }

  /// True for a valid range without length.
  public var isEmpty: Bool { isValid && duration == .zero }

  /// The first time after the range.
  public var end: CMTime { CMTimeRangeGetEnd(self) }

  /// Returns the smallest range that holds both ranges; see ``CMTimeRangeGetUnion(_:otherRange:)``.
  public func union(_ otherRange: CMTimeRange) -> CMTimeRange {
    CMTimeRangeGetUnion(self, otherRange: otherRange)
  }

  /// Returns what both ranges hold; see ``CMTimeRangeGetIntersection(_:otherRange:)``.
  public func intersection(_ otherRange: CMTimeRange) -> CMTimeRange {
    CMTimeRangeGetIntersection(self, otherRange: otherRange)
  }

  /// Returns whether a time lies in the range.
  public func containsTime(_ time: CMTime) -> Bool { CMTimeRangeContainsTime(self, time: time) }

  /// Returns whether another range lies in the range.
  public func containsTimeRange(_ range: CMTimeRange) -> Bool {
    CMTimeRangeContainsTimeRange(self, otherRange: range)
  }
}

extension CMTimeRange: CustomDebugStringConvertible {
  /// Start and duration.
  public var debugDescription: String { "{\(start.debugDescription), \(duration.debugDescription)}" }
}

/// Creates a range of a start and a duration; a duration that has another epoch than 0 gives an invalid range.
public func CMTimeRangeMake(start: CMTime, duration: CMTime) -> CMTimeRange {
  duration.epoch == 0 ? CMTimeRange(start: start, duration: duration) : .invalid
}

/// Creates a range from a time on, before another one.
public func CMTimeRangeFromTimeToTime(start: CMTime, end: CMTime) -> CMTimeRange {
  CMTimeRangeMake(start: start, duration: CMTimeSubtract(end, start))
}

/// Returns the first time after a range; invalid for an invalid range.
public func CMTimeRangeGetEnd(_ range: CMTimeRange) -> CMTime {
  range.isValid ? CMTimeAdd(range.start, range.duration) : .invalid
}

/// Returns the smallest range that holds two ranges, and what lies between them; invalid if one of them is.
public func CMTimeRangeGetUnion(_ range: CMTimeRange, otherRange: CMTimeRange) -> CMTimeRange {
  guard range.isValid, otherRange.isValid else { return .invalid }
  return CMTimeRangeFromTimeToTime(
    start: CMTimeMinimum(range.start, otherRange.start),
    end: CMTimeMaximum(range.end, otherRange.end)
  )
}

/// Returns what two ranges hold, or the range ``CMTimeRange/zero`` if they do not meet; invalid if one of them is.
public func CMTimeRangeGetIntersection(_ range: CMTimeRange, otherRange: CMTimeRange) -> CMTimeRange {
  guard range.isValid, otherRange.isValid else { return .invalid }
  let start = CMTimeMaximum(range.start, otherRange.start)
  let end = CMTimeMinimum(range.end, otherRange.end)
  return start < end ? CMTimeRangeFromTimeToTime(start: start, end: end) : .zero
}

/// Returns whether two ranges have the same start and duration; invalid ranges are equal.
public func CMTimeRangeEqual(_ range1: CMTimeRange, _ range2: CMTimeRange) -> Bool {
  guard range1.isValid, range2.isValid else { return range1.isValid == range2.isValid }
  return range1 == range2
}

/// Returns whether a time is at or after the start of a range and before its end.
public func CMTimeRangeContainsTime(_ range: CMTimeRange, time: CMTime) -> Bool {
  range.isValid && time.isValid && range.start <= time && time < range.end
}

/// Returns whether the second range starts and ends within the first one.
public func CMTimeRangeContainsTimeRange(_ range: CMTimeRange, otherRange: CMTimeRange) -> Bool {
  range.isValid && otherRange.isValid && range.start <= otherRange.start && otherRange.end <= range.end
}

/// Returns the time of a range that is nearest to a time.
///
/// A range without length, and an invalid time, give an invalid time.
public func CMTimeClampToRange(_ time: CMTime, range: CMTimeRange) -> CMTime {
  guard range.isValid, !range.isEmpty, time.isValid else { return .invalid }
  return CMTimeMinimum(CMTimeMaximum(time, range.start), range.end)
}
