import Foundation

/// Tells a worker that other programs want its processor.
///
/// A worker that is taken off its processor in the middle of a piece keeps its job waiting for some milliseconds, and one that
/// gets the processor of the job's caller keeps the caller from working: a short job is done sooner without them. So a worker
/// that loses time twice in a row rests, and if it loses time again right after that, it rests longer. Time spent waiting for a
/// lock or a file is not lost to others, where the system tells it apart.
package struct Contention {
  /// What a worker may lose in a job, in nanoseconds: interrupts and the system's own threads take less.
  package static let mostLost: UInt64 = 300_000
  /// The length of a job, in nanoseconds, from which half a worker is of more use than its last piece is late.
  package static let longJob: UInt64 = 10_000_000
  /// The time, in nanoseconds, after which a loss is forgotten.
  package static let memory: UInt64 = 50_000_000
  /// The shortest and the longest rest, in nanoseconds.
  package static let rests: ClosedRange<UInt64> = 20_000_000...640_000_000

  private var start: UInt64 = 0
  private var used: UInt64 = 0
  private var isBesideCaller = false
  /// Until when another loss counts as one that follows the last, or the last rest.
  private var remembersUntil: UInt64 = 0
  /// How long the thread had waited for a processor at the last loss.
  private var waitedBefore: UInt64?
  private var nextRest = Self.rests.lowerBound

  package init() {}

  /// Notes that the worker begins with a job.
  ///
  /// - Parameters:
  ///   - now: The reading of a clock, in nanoseconds.
  ///   - used: For how long the thread has had a processor.
  ///   - isBesideCaller: True if the worker has the processor of the job's caller.
  package mutating func begin(at now: UInt64, used: UInt64, besideCaller isBesideCaller: Bool = false) {
    (start, self.used, self.isBesideCaller) = (now, used, isBesideCaller)
  }

  /// Ends a job.
  ///
  /// The readings are not asked for after jobs that are too short to have lost anything.
  ///
  /// - Parameters:
  ///   - now: The reading of the clock, in nanoseconds.
  ///   - used: For how long the thread has had a processor.
  ///   - waited: For how long, in all, it could run but had none; nil if the system does not tell it.
  /// - Returns: How long the worker should rest now, in nanoseconds; nil if it need not.
  package mutating func rest(
    at now: UInt64,
    used: @autoclosure () -> UInt64,
    waited: @autoclosure () -> UInt64?
  ) -> UInt64? {
    let length = now &- start
    guard isBesideCaller || length > Self.mostLost && length < Self.longJob else { return nil }
    guard isBesideCaller || length > used() &- self.used &+ Self.mostLost else { return nil }
    let waited = waited()
    let others = waited.flatMap { now in waitedBefore.map { now &- $0 } }
    waitedBefore = waited
    guard now < remembersUntil else {
      (remembersUntil, nextRest) = (now &+ Self.memory, Self.rests.lowerBound)
      return nil
    }
    if !isBesideCaller, let others, others <= Self.mostLost {
      remembersUntil = now &+ Self.memory
      return nil
    }
    let time = nextRest
    remembersUntil = now &+ time &+ Self.memory
    nextRest = min(nextRest * 4, Self.rests.upperBound)
    return time
  }
}
