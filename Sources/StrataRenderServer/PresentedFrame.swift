public import CoreGraphics

/// A frame that a live host has shown.
public struct PresentedFrame: Sendable {
  /// The picture.
  public let image: CGImage
  /// How many refreshes of the host came before, since the media clock's zero.
  public let index: Int
  /// The media time that the frame shows, in seconds.
  public let timestamp: Double
  /// When the next frame is due at the earliest, in seconds of media time.
  public let targetTimestamp: Double

  /// When the frame was due and there.
  func timing(presentedAt time: Double) -> FrameTiming {
    FrameTiming(
      index: index,
      timestamp: timestamp,
      targetTimestamp: targetTimestamp,
      presentedTime: time
    )
  }
}
