public import CoreGraphics
package import StrataBase

/// A frame that a live host has shown.
public struct PresentedFrame: Sendable {
  /// The picture.
  public let image: CGImage
  /// The number of the host's refreshes since the media clock's zero.
  public let index: Int
  /// The media time that the frame shows, in seconds.
  public let timestamp: Double
  /// The earliest time at which the next frame is due, in seconds of media time.
  public let targetTimestamp: Double
  /// The pixels in which the picture differs from the frame before; all of them in a first frame or one of another size.
  package let damage: PixelRegion

  /// The frame's timing, with the media time at which it was presented.
  package func timing(presentedAt time: Double) -> FrameTiming {
    FrameTiming(
      index: index,
      timestamp: timestamp,
      targetTimestamp: targetTimestamp,
      presentedTime: time
    )
  }
}
