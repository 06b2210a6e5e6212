package import CoreGraphics
import StrataBase
import StrataCPU
package import StrataCompositor
package import StrataFrame
import StrataRaster

/// The backend of all hosts that are given none.
///
/// No other source of a host names it.
package enum DefaultBackend {
  /// The backend itself; the hot methods of `FramePresenter` are compiled for it.
  typealias Backend = BandBackend

  /// Creates a presenter.
  ///
  /// - Parameters:
  ///   - threads: How many threads build and draw, the caller's included.
  ///   - tiles: The tiles of tiled layers.
  /// - Returns: A presenter without a frame.
  package static func presenter(threads: Int, tiles: TileStore = TileStore()) -> any FramePresenting {
    let pool = WorkerPool(workers: threads)
    return FramePresenter(
      backend: Backend(pool: pool),
      retained: RetainedFrame(tiles: tiles, pool: pool)
    )
  }

  /// Draws one frame on this thread; the picture shows the frame's bounds.
  package static func picture(of frame: Frame) throws(BackendError) -> CGImage {
    var backend = Backend(threads: 1)
    // Cleared, as a frame without passes draws nothing.
    let target = PixelBuffer(width: frame.bounds.width, height: frame.bounds.height, format: .rgba8)
    try backend.draw(frame, into: target)
    return try backend.picture(of: target)
  }
}
