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

  /// The frame of a media time, in seconds; both clocks count nanoseconds of media time.
  init(mediaTime: Double, framesPerSecond: Double) {
    self.init()
    let scale = 1_000_000_000.0
    // About three hundred years, which fit into the fields.
    let time = mediaTime.isFinite ? min(max(mediaTime, -9e9), 9e9) : 0
    videoTimeScale = Int32(scale)
    videoTime = Int64((time * scale).rounded())
    hostTime = UInt64(max(videoTime, 0))
    rateScalar = 1
    videoRefreshPeriod = Int64((scale / max(framesPerSecond, 1e-3)).rounded())
    // Video time, host time, refresh period and rate are valid.
    flags = 1 << 0 | 1 << 1 | 1 << 3 | 1 << 4
  }
}
