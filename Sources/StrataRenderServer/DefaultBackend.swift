package import CoreGraphics
import Logging
import StrataBase
import StrataCPU
package import StrataCompositor
package import StrataEGL
package import StrataFrame
import StrataRaster
import Synchronization

#if GPU
  import StrataGPU
#endif

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
  ///   - backend: What draws; the processor, with the reason in the log, where there is no such backend.
  ///   - tiles: The tiles of tiled layers.
  ///   - display: The display of EGL whose contexts show the pictures, which stay on the graphics processor then; nil brings
  ///     them into main memory.
  /// - Returns: A presenter without a frame.
  package static func presenter(
    threads: Int,
    backend: RenderBackend = .standard,
    tiles: TileStore = TileStore(),
    display: EGLLibrary? = nil
  ) -> any FramePresenting {
    let pool = WorkerPool(workers: threads)
    let retained = RetainedFrame(tiles: tiles, pool: pool)
    #if GPU
      if backend != .processor, let device = device(backend, on: display) {
        let report: @Sendable (String) -> Void = { note("the processor draws: \($0)") }
        if display != nil {
          return FramePresenter(
            backend: ResidentBackend(device, pool: pool, report: report),
            retained: retained
          )
        }
        return FramePresenter(backend: GPUBackend(device, pool: pool, report: report), retained: retained)
      }
    #else
      if backend == .graphics { note("this build has no graphics backend (trait GPU); the processor draws") }
    #endif
    return FramePresenter(backend: Backend(pool: pool), retained: retained)
  }

  /// Throws if a picture of a size, in pixels, is empty or too large to be drawn in main memory.
  package static func checkSize(width: Int, height: Int) throws(RenderError) {
    try Backend.limits.check(width: width, height: height)
  }

  #if GPU
    /// A graphics processor; nil, with the reason in the log, if there is none or none is wanted.
    private static func device(_ backend: RenderBackend, on display: EGLLibrary?) -> ComputeDevice? {
      do throws(ComputeFailure) {
        let device: ComputeDevice
        if let display { device = try ComputeDevice(display) } else { device = try GPUBackend.device() }
        if backend == .automatic, device.isSoftware {
          note("the processor draws: \(device.renderer) computes on it, too")
          return nil
        }
        return device
      } catch {
        note("the processor draws: \(error)")
        return nil
      }
    }
  #endif

  private static let logger = Logger(label: "strata.backend")
  private static let noted = Mutex<Set<String>>([])

  /// Logs a reason for which a backend is not used, once.
  static func note(_ reason: String) {
    let isNew = noted.withLock { $0.count < 1000 && $0.insert(reason).inserted }
    if isNew { logger.notice("\(reason)") }
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

extension BackendLimits {
  /// Throws if a picture of a size, in pixels, is empty or beyond the limits.
  func check(width: Int, height: Int) throws(RenderError) {
    guard width > 0, height > 0 else { throw .emptyPicture }
    guard allow(width: width, height: height) else { throw .pictureTooLarge(width: width, height: height) }
  }
}
