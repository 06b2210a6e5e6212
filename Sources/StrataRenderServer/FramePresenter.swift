package import CoreGraphics
package import StrataBase
package import StrataCompositor
package import StrataFrame
package import StrataRenderTree

/// Shows trees in pixels: updates a retained frame and redraws stale pixels.
///
/// A host calls `update(to:at:viewport:)`, then `draw(adding:)`, then reads the pixels. The protocol hides the backend, so
/// that hosts are not generic. A frame takes a few calls through it; items take none.
///
/// - Thread: One at a time.
package protocol FramePresenting: AnyObject {
  /// How many bytes may be kept for later frames; 0 keeps none.
  var cacheBudget: Int { get set }

  /// True if enough memory is kept for later frames to be worth a wake that drops it.
  var hasMemoryToDrop: Bool { get }

  /// Drops all memory that the frame on show does not need.
  func dropCaches()

  /// The time until which tiles of the frame fade in.
  var tilesFadeUntil: Double { get }

  /// The pixels in which the frame differs from the last one drawn.
  var damage: PixelRegion { get }

  /// The number of pixels that the last drawing redrew.
  var redrawnPixels: Int { get }

  /// The surfaces that the last drawing asked the backend's cache for.
  var rasterReport: RasterReport { get }

  /// Brings the frame to a tree and a time.
  func update(to tree: RenderTree, at time: Double, viewport: Viewport) throws(RenderError)

  /// Marks all pixels as damaged.
  func invalidate()

  /// Draws in main memory from now on, all pixels with the next drawing.
  func leaveDevice()

  /// Draws the damage, and a region added to it; returns the region that was redrawn.
  ///
  /// If drawing fails, the damage stays for the next try.
  @discardableResult
  func draw(adding region: PixelRegion) throws(RenderError) -> PixelRegion

  /// Returns the last picture drawn; it may share memory with the presenter, which leaves that memory alone while the
  /// picture lives.
  func picture() throws(RenderError) -> CGImage

  /// Returns a copy of the last picture drawn.
  func copyPicture() throws(RenderError) -> CGImage

  /// Returns a copy of a part of the last picture drawn.
  ///
  /// - Parameter rect: The part in pixels of the picture, not empty and inside it.
  /// - Returns: The copy.
  /// - Throws: ``RenderError`` if nothing was drawn, or if the part is not inside the picture.
  func picture(of rect: PixelRect) throws(RenderError) -> CGImage

  /// Copies the last picture drawn: all rows from the top, without gaps, as premultiplied RGBA with a byte per channel.
  func read(into bytes: UnsafeMutableRawBufferPointer) throws(RenderError)

  /// How many frames may be drawn whose pixels are not there yet; 0 at first, and always where the backend draws at once.
  var framesAhead: Int { get set }

  /// Copies the last picture drawn as ``read(into:)`` does, when its pixels are there: at once, or within a later call.
  ///
  /// `completion` gets false if the pixels were lost, as were those of all later pictures so far. They must be drawn again,
  /// after ``invalidate()``.
  func read(
    into bytes: UnsafeMutableRawBufferPointer,
    then completion: @escaping (Bool) -> Void
  ) throws(RenderError)

  /// Waits for the pixels of all pictures.
  func finishReading()
}

/// The memory that a presenter keeps for later frames.
package enum CacheBudget {
  /// The budget of a presenter that was given none, in bytes.
  package static let initial = 192 << 20
}

/// A retained frame, the backend that draws it, and the targets that hold it.
///
/// What runs in each frame is specialized for the default backend: hosts hold presenters as `any FramePresenting`, so that
/// the compiler would look up the metadata of its generic types in each frame.
package final class FramePresenter<Backend: CompositorBackend>: FramePresenting {
  private let retained: RetainedFrame
  private var backend: Backend
  private var targets = TargetPool<Backend.Target>()
  /// The index of the target that was drawn last.
  private var current: Int?
  private var viewport = Viewport(width: 0, height: 0)
  package private(set) var damage = PixelRegion()
  package private(set) var redrawnPixels = 0

  /// Creates a presenter without a frame.
  package init(backend: Backend, retained: RetainedFrame) {
    (self.backend, self.retained) = (backend, retained)
    shareBudget()
  }

  package var cacheBudget = CacheBudget.initial {
    didSet { shareBudget() }
  }

  /// Gives a third to finished surfaces and the rest to tiles out of sight.
  private func shareBudget() {
    let bytes = max(0, cacheBudget)
    backend.rasterBudget = bytes / 3
    retained.tileBudget = bytes - bytes / 3
  }

  package var hasMemoryToDrop: Bool { backend.hasMemoryToDrop || retained.spareTileBytes > 0 }

  package func dropCaches() {
    backend.dropCaches()
    retained.dropCaches()
  }

  package var tilesFadeUntil: Double { retained.tilesFadeUntil }

  package var rasterReport: RasterReport { backend.rasterReport }

  @_specialize(where Backend == DefaultBackend.Backend)
  package func update(to tree: RenderTree, at time: Double, viewport: Viewport) throws(RenderError) {
    try backend.limits.check(width: viewport.width, height: viewport.height)
    let changed = retained.update(to: tree, at: time, viewport: viewport)
    self.viewport = viewport
    targets.invalidate(changed)
    if damage.isEmpty {
      damage = changed
    } else if retained.bounds.contains(damage.bounds) {
      damage.formUnion(changed)
    } else {
      damage = PixelRegion(retained.bounds)
    }
  }

  package func invalidate() {
    damage = PixelRegion(retained.bounds)
    targets.invalidate(damage)
  }

  package func leaveDevice() {
    backend.leaveDevice()
    invalidate()
  }

  @discardableResult
  @_specialize(where Backend == DefaultBackend.Backend)
  package func draw(adding region: PixelRegion) throws(RenderError) -> PixelRegion {
    // A closure, as a reference to the method would copy the backend to the heap.
    let index = targets.freeTarget(width: viewport.width, height: viewport.height) {
      backend.makeTarget(width: $0, height: $1)
    }
    current = index
    var stale = targets.stale(at: index)
    stale.formUnion(region)
    redrawnPixels = stale.area
    do {
      try draw(stale, at: index)
    } catch BackendError.pixelsLost {
      stale = PixelRegion(retained.bounds)
      redrawnPixels = stale.area
      do { try draw(stale, at: index) } catch { throw .notDrawable("\(error)") }
    } catch {
      throw .notDrawable("\(error)")
    }
    targets.markCurrent(at: index)
    damage = PixelRegion()
    return stale
  }

  @inline(__always)
  private func draw(_ region: PixelRegion, at index: Int) throws {
    let target = targets.target(at: index)
    try retained.draw(region) { try backend.draw($0, into: target) }
  }

  package func picture() throws(RenderError) -> CGImage {
    try read { backend, target throws(BackendError) in try backend.picture(of: target) }
  }

  package func copyPicture() throws(RenderError) -> CGImage {
    let all = PixelRect(0, 0, Int32(viewport.width), Int32(viewport.height))
    return try read { backend, target throws(BackendError) in try backend.read(target, all) }
  }

  package func picture(of rect: PixelRect) throws(RenderError) -> CGImage {
    try read { backend, target throws(BackendError) in try backend.read(target, rect) }
  }

  package func read(into bytes: UnsafeMutableRawBufferPointer) throws(RenderError) {
    try read { backend, target throws(BackendError) in try backend.read(target, into: bytes) }
  }

  package var framesAhead: Int {
    get { backend.framesAhead }
    set { backend.framesAhead = newValue }
  }

  package func read(
    into bytes: UnsafeMutableRawBufferPointer,
    then completion: @escaping (Bool) -> Void
  ) throws(RenderError) {
    try read { backend, target throws(BackendError) in
      try backend.read(target, into: bytes, then: completion)
    }
  }

  package func finishReading() { backend.finishReading() }

  private func read<Result>(
    _ body: (Backend, Backend.Target) throws(BackendError) -> Result
  ) throws(RenderError) -> Result {
    guard current != nil else { throw .emptyPicture }
    for isLastTry in [false, true] {
      guard let current else { break }
      do throws(BackendError) {
        return try body(backend, targets.target(at: current))
      } catch {
        guard error == .pixelsLost, !isLastTry else { throw .notDrawable(error.description) }
      }
      // What a device lost is drawn once more, in main memory.
      leaveDevice()
      try draw(adding: PixelRegion())
    }
    throw .emptyPicture
  }
}
