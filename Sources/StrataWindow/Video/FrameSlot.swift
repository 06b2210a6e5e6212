#if Window
  import CoreGraphics
  import StrataBase
  import StrataRenderServer
  import Synchronization

  /// Holds the newest frame of a render thread until the video thread takes it.
  ///
  /// The render thread never waits: a frame that was not taken is replaced, and its damage stays.
  final class FrameSlot: Sendable {
    private struct Contents {
      var frame: PresentedFrame
      /// The pixels in which the frame differs from the last one taken.
      var damage: PixelRegion
    }
    private let contents = Mutex<Contents?>(nil)

    /// The media time that the waiting frame shows, in seconds; nil if there is none.
    var time: Double? { contents.withLock { $0?.frame.timestamp } }

    /// Puts a frame in the place of the one before; returns true if there was none.
    func put(_ frame: PresentedFrame) -> Bool {
      contents.withLock { contents in
        guard let waiting = contents else {
          contents = Contents(frame: frame, damage: frame.damage)
          return true
        }
        let isSameSize =
          waiting.frame.image.width == frame.image.width && waiting.frame.image.height == frame.image.height
        // The damage of a frame of another size is the whole frame.
        let damage = isSameSize ? waiting.damage.union(frame.damage) : frame.damage
        contents = Contents(frame: frame, damage: damage)
        return false
      }
    }

    /// Takes the frame and the pixels in which it differs from the last one taken; nil if there is none.
    func take() -> (frame: PresentedFrame, damage: PixelRegion)? {
      contents.withLock { contents in
        defer { contents = nil }
        return contents.map { ($0.frame, $0.damage) }
      }
    }
  }
#endif
