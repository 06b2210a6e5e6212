import Foundation

@_exported public import struct StrataRenderTree.CAMediaTimingFillMode

/// An object with a time of its own: a layer, an animation or a kind of particle.
public protocol CAMediaTiming: AnyObject {
  /// When the object begins, in its parent's time, in seconds; zero on an animation means the moment it is committed.
  var beginTime: CFTimeInterval { get set }
  /// Length of one forward run, in seconds.
  var duration: CFTimeInterval { get set }
  /// Rate of local time against the parent's; zero stands still, negative runs backwards.
  var speed: Float { get set }
  /// Shift of local time, in seconds.
  var timeOffset: CFTimeInterval { get set }
  /// Number of cycles, possibly fractional; infinity repeats for ever.
  var repeatCount: Float { get set }
  /// Length of all repetitions together, in seconds; beats `repeatCount` when positive.
  var repeatDuration: CFTimeInterval { get set }
  /// Each forward run is followed by a backward one.
  var autoreverses: Bool { get set }
  /// The effect outside the active interval.
  var fillMode: CAMediaTimingFillMode { get set }
}

/// The frame rates that an animation or a display link asks for.
public struct CAFrameRateRange: Equatable, Sendable {
  /// The lowest rate, in frames per second; zero is no preference.
  public var minimum: Float
  /// The highest rate, in frames per second; zero is no preference.
  public var maximum: Float
  /// The preferred rate, in frames per second; nil is no preference.
  public var preferred: Float?

  /// No preference: the rate of the display.
  public static let `default` = CAFrameRateRange()

  /// Creates a range without a preference.
  public init() {
    minimum = 0
    maximum = 0
    preferred = nil
  }

  /// Creates a range from its rates, in frames per second.
  public init(minimum: Float, maximum: Float, preferred: Float? = nil) {
    self.minimum = minimum
    self.maximum = maximum
    self.preferred = preferred
  }
}
