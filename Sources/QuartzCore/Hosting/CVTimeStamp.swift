/// A moment of a display, in Core Video's units.
public struct CVTimeStamp: Sendable {
  /// The version of the structure; 0 is the only one.
  public var version: UInt32
  /// Units of ``videoTime`` in a second.
  public var videoTimeScale: Int32
  /// The start of a frame, in units of ``videoTimeScale``.
  public var videoTime: Int64
  /// The start of a frame on the machine's clock.
  public var hostTime: UInt64
  /// The display's rate over its nominal rate.
  public var rateScalar: Double
  /// The nominal time between two frames, in units of ``videoTimeScale``.
  public var videoRefreshPeriod: Int64
  /// Which fields are valid, as bits.
  public var flags: UInt64
  /// Unused.
  public var reserved: UInt64

  /// Creates a time stamp of zeros.
  public init() {
    (version, videoTimeScale, videoTime, hostTime) = (0, 0, 0, 0)
    (rateScalar, videoRefreshPeriod, flags, reserved) = (0, 0, 0, 0)
  }
}
