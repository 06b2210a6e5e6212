import Foundation
import Synchronization

/// The result of a function; 0 is success.
public typealias OSStatus = Int32

/// A time or a rate of a time line is not a number.
public let kCMTimebaseError_InvalidParameter: OSStatus = -12749

/// A source of times that never run backwards: here always the machine's, as of `CACurrentMediaTime()`.
public final class CMClock: Sendable {
  fileprivate static let host = CMClock()
  private init() {}

  /// The clock of the machine.
  public static var hostTimeClock: CMClock { host }

  /// The time now, in nanoseconds.
  public var time: CMTime {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return CMTime(value: Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec), timescale: 1_000_000_000)
  }
}

/// Returns the clock of the machine.
public func CMClockGetHostTimeClock() -> CMClock { .hostTimeClock }

/// Returns the time of a clock.
public func CMClockGetTime(_ clock: CMClock) -> CMTime { clock.time }

/// A time line that runs at a rate of a clock or of another time line, and can be set.
///
/// - Thread: Any.
public final class CMTimebase: Sendable {
  private enum Source: Sendable {
    case clock(CMClock)
    case timebase(CMTimebase)

    var time: CMTime {
      switch self {
      case .clock(let clock): clock.time
      case .timebase(let timebase): timebase.time
      }
    }
  }

  private struct State: Sendable {
    var rate = 0.0
    var anchor = CMTime.zero
    /// The time of the source at the anchor.
    var sourceAnchor: CMTime

    func time(at source: CMTime) -> CMTime {
      rate == 0
        ? anchor
        : CMTimeAdd(anchor, CMTimeMultiplyByFloat64(CMTimeSubtract(source, sourceAnchor), multiplier: rate))
    }
  }

  private let source: Source
  private let state: Mutex<State>

  /// Creates a time line of a clock, which stands at zero.
  public init(sourceClock: CMClock) {
    source = .clock(sourceClock)
    state = Mutex(State(sourceAnchor: sourceClock.time))
  }

  /// Creates a time line of another one, which stands at zero.
  public init(sourceTimebase: CMTimebase) {
    source = .timebase(sourceTimebase)
    state = Mutex(State(sourceAnchor: sourceTimebase.time))
  }

  /// The time now.
  public var time: CMTime { state.withLock { $0.time(at: source.time) } }

  /// Seconds of the time line for each second of its source; 0 stands still.
  public var rate: Double { state.withLock { $0.rate } }

  /// The rate of the time line and of all time lines below it, against the clock.
  public var effectiveRate: Double {
    if case .timebase(let below) = source { rate * below.effectiveRate } else { rate }
  }

  /// The clock at the end of the chain.
  public var ultimateSourceClock: CMClock {
    switch source {
    case .clock(let clock): clock
    case .timebase(let timebase): timebase.ultimateSourceClock
    }
  }

  /// Sets the time; it goes on at its rate from there.
  ///
  /// - Throws: An `NSError` with the code ``kCMTimebaseError_InvalidParameter`` for a time that is not a number.
  public func setTime(_ time: CMTime) throws { try Self.check(set(time: time)) }

  /// Sets the rate from now on.
  ///
  /// - Throws: An `NSError` with the code ``kCMTimebaseError_InvalidParameter`` for a rate that is not finite.
  public func setRate(_ rate: Double) throws { try Self.check(set(rate: rate)) }

  /// Sets the rate and the time that it has at a time of the source.
  ///
  /// - Throws: An `NSError` with the code ``kCMTimebaseError_InvalidParameter`` for times and rates that are not numbers.
  public func setRate(_ rate: Double, time: CMTime, immediateSourceTime: CMTime) throws {
    try Self.check(set(rate: rate, time: time, at: immediateSourceTime))
  }

  /// Sets what is given from now on, or changes nothing and returns the code of an error.
  fileprivate func set(time: CMTime? = nil, rate: Double? = nil) -> OSStatus {
    guard time?.isNumeric ?? true, rate?.isFinite ?? true else { return kCMTimebaseError_InvalidParameter }
    let now = source.time
    state.withLock { state in
      state = State(rate: rate ?? state.rate, anchor: time ?? state.time(at: now), sourceAnchor: now)
    }
    return 0
  }

  /// Sets both at a time of the source, or changes nothing and returns the code of an error.
  fileprivate func set(rate: Double, time: CMTime, at sourceTime: CMTime) -> OSStatus {
    guard rate.isFinite, time.isNumeric, sourceTime.isNumeric else {
      return kCMTimebaseError_InvalidParameter
    }
    state.withLock { $0 = State(rate: rate, anchor: time, sourceAnchor: sourceTime) }
    return 0
  }

  private static func check(_ status: OSStatus) throws {
    if status != 0 { throw NSError(domain: "NSOSStatusErrorDomain", code: Int(status)) }
  }
}

/// Returns the time of a time line.
public func CMTimebaseGetTime(_ timebase: CMTimebase) -> CMTime { timebase.time }

/// Returns the rate of a time line.
public func CMTimebaseGetRate(_ timebase: CMTimebase) -> Double { timebase.rate }

/// Sets the time of a time line; returns 0, or ``kCMTimebaseError_InvalidParameter`` for a time that is not a number.
@discardableResult
public func CMTimebaseSetTime(_ timebase: CMTimebase, time: CMTime) -> OSStatus { timebase.set(time: time) }

/// Sets the rate of a time line; returns 0, or ``kCMTimebaseError_InvalidParameter`` for a rate that is not finite.
@discardableResult
public func CMTimebaseSetRate(_ timebase: CMTimebase, rate: Double) -> OSStatus { timebase.set(rate: rate) }

/// Creates a time line of a clock; returns 0.
@discardableResult
public func CMTimebaseCreateWithSourceClock(
  allocator: Any?,
  sourceClock: CMClock,
  timebaseOut: UnsafeMutablePointer<CMTimebase?>
) -> OSStatus {
  timebaseOut.pointee = CMTimebase(sourceClock: sourceClock)
  return 0
}

/// Creates a time line of another one; returns 0.
@discardableResult
public func CMTimebaseCreateWithSourceTimebase(
  allocator: Any?,
  sourceTimebase: CMTimebase,
  timebaseOut: UnsafeMutablePointer<CMTimebase?>
) -> OSStatus {
  timebaseOut.pointee = CMTimebase(sourceTimebase: sourceTimebase)
  return 0
}

/// Returns the rate of a time line and of all time lines below it, against the clock.
public func CMTimebaseGetEffectiveRate(_ timebase: CMTimebase) -> Double { timebase.effectiveRate }

/// Sets the rate of a time line and the time that it has at a time of its source.
///
/// - Returns: 0, or ``kCMTimebaseError_InvalidParameter`` for times and rates that are not numbers.
@discardableResult
public func CMTimebaseSetRateAndAnchorTime(
  _ timebase: CMTimebase,
  rate: Double,
  anchorTime: CMTime,
  immediateSourceTime: CMTime
) -> OSStatus {
  timebase.set(rate: rate, time: anchorTime, at: immediateSourceTime)
}
