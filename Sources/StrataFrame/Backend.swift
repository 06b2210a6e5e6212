package import CoreGraphics
package import StrataBase

/// Draws frames into targets.
///
/// Order, culling, groups and clips are decided in the frame already. Hosts use a backend through `FramePresenter`; a new
/// backend implements this protocol and changes no host.
///
/// - Thread: One at a time.
package protocol CompositorBackend {
  /// The pixels that frames are drawn into.
  associatedtype Target: AnyObject

  /// The largest targets and surfaces.
  var limits: BackendLimits { get }

  /// Creates a target whose pixels are undefined until they are drawn.
  func makeTarget(width: Int, height: Int) -> Target

  /// Draws the frame's last pass, and those it needs, into the target.
  mutating func draw(_ frame: Frame, into target: Target) throws(BackendError)

  /// Draws a plan's region and leaves all other pixels of the target as they are.
  ///
  /// - Throws: ``BackendError/pixelsLost`` if a device lost those other pixels; the caller draws the whole target then.
  mutating func draw(_ plan: DrawPlan, into target: Target) throws(BackendError)

  /// Returns a picture of the whole target, without a copy where the target's memory can be shared.
  ///
  /// A picture that shares memory holds a reference to the target. The caller draws into the target again only when it
  /// holds the only reference.
  func picture(of target: Target) throws(BackendError) -> CGImage

  /// Copies a part of the target.
  func read(_ target: Target, _ rect: PixelRect) throws(BackendError) -> CGImage

  /// Copies all rows of the target, from the top and without gaps, as premultiplied RGBA with a byte per channel.
  ///
  /// - Precondition: `bytes` holds `width * height * 4` bytes.
  func read(_ target: Target, into bytes: UnsafeMutableRawBufferPointer) throws(BackendError)

  /// How many frames may be drawn whose pixels are not in their target yet; 0 at first, when each drawing waits for its
  /// pixels.
  ///
  /// A backend that draws at once keeps 0. Reading a target waits for its pixels.
  var framesAhead: Int { get nonmutating set }

  /// Copies all rows of the target as ``read(_:into:)`` does, without waiting for pixels that are on their way.
  ///
  /// Calls `completion` at once, or within a later call, in the order of the frames: with true when the bytes are there, with
  /// false if they are lost, and the frame must be drawn again as a whole.
  func read(
    _ target: Target,
    into bytes: UnsafeMutableRawBufferPointer,
    then completion: @escaping (Bool) -> Void
  ) throws(BackendError)

  /// Waits for all pixels that are on their way.
  func finishReading()

  /// How many bytes of finished surfaces the backend may keep from frame to frame; 0 keeps none.
  var rasterBudget: Int { get nonmutating set }

  /// The surfaces that the last frame asked for.
  var rasterReport: RasterReport { get }

  /// True if the caches hold enough memory to be worth a wake that drops them.
  var hasMemoryToDrop: Bool { get }

  /// Drops all memory that is kept for later frames.
  func dropCaches()

  /// Draws in main memory from now on, because a host cannot use the pixels of a device.
  ///
  /// Targets with pixels on the device lose them (``BackendError/pixelsLost``).
  mutating func leaveDevice()
}

extension CompositorBackend {
  /// Does nothing: targets are in main memory.
  package mutating func leaveDevice() {}
}

/// What a backend does that draws at once.
extension CompositorBackend {
  package var framesAhead: Int {
    get { 0 }
    nonmutating set {}
  }

  package func read(
    _ target: Target,
    into bytes: UnsafeMutableRawBufferPointer,
    then completion: @escaping (Bool) -> Void
  ) throws(BackendError) {
    try read(target, into: bytes)
    completion(true)
  }

  package func finishReading() {}
}

/// The surfaces that a frame asked a backend's cache for.
package struct RasterReport: Sendable, Equatable, CustomStringConvertible {
  /// Surfaces that were in the cache.
  package var kept = 0
  /// Surfaces that the frame before did not ask for: new ones, and those in which something changed.
  package var new = 0
  /// Surfaces that were asked for before, but not often enough to be kept.
  package var waiting = 0
  /// The number of all kept surfaces.
  package var surfaces = 0
  /// The size of all kept surfaces.
  package var bytes = 0

  package init() {}

  package var description: String {
    "\(kept) kept, \(new) new or changed, \(waiting) waiting; \(surfaces) surfaces in \(bytes) bytes"
  }
}

/// The largest targets and surfaces of a backend.
package struct BackendLimits: Sendable, Equatable {
  /// The longest side of a target or surface, in pixels.
  package var maxSurfaceSide: Int
  /// The most pixels of one target or surface.
  package var maxSurfacePixels: Int

  /// The most pixels by which shadows, blurs and other filters carry pixels into a target.
  ///
  /// Nothing further outside is drawn, however effects nest, so that surfaces stay bounded.
  package static let mostReach: Int32 = 4096

  package init(maxSurfaceSide: Int, maxSurfacePixels: Int) {
    (self.maxSurfaceSide, self.maxSurfacePixels) = (maxSurfaceSide, maxSurfacePixels)
  }

  /// True if a target or surface of a size is within the limits.
  package func allow(width: Int, height: Int) -> Bool {
    width <= maxSurfaceSide && height <= maxSurfaceSide && width * height <= maxSurfacePixels
  }

  /// Adds a surface to those of a frame, and stops a frame that needs too many pixels.
  ///
  /// Surfaces reach beyond the target as far as shadows and blurs carry pixels, at most ``mostReach``. One surface may
  /// have as many pixels as the target grown by that distance on each side, or four times the target's if that is more.
  /// All surfaces of a frame together may have 2^30 pixels, or 64 times the target's if that is more: a few hundred
  /// layers could ask for thousands of millions.
  ///
  /// - Parameters:
  ///   - surface: The bounds of the surface, in device pixels.
  ///   - target: The bounds of the target.
  ///   - count: The pixels of the surfaces of the frame so far.
  /// - Throws: ``BackendError/surfaceTooLarge(width:height:)`` or ``BackendError/surfacesTooLarge(limit:)``.
  package func check(_ surface: PixelRect, target: PixelRect, adding count: inout Int) throws(BackendError) {
    let pixels = target.width * target.height
    let largest = target.grown(by: Double(Self.mostReach))
    let (one, all) = (max(largest.width * largest.height, 4 * pixels), max(1 << 30, 64 * pixels))
    guard allow(width: surface.width, height: surface.height), surface.width * surface.height <= one else {
      throw .surfaceTooLarge(width: surface.width, height: surface.height)
    }
    count += surface.width * surface.height
    if count > all { throw .surfacesTooLarge(limit: all) }
  }
}

/// The reason why a frame was not drawn.
package enum BackendError: Error, Equatable, CustomStringConvertible {
  /// A target or surface of this many pixels is beyond the limits.
  case surfaceTooLarge(width: Int, height: Int)
  /// The surfaces of one frame have more pixels together than the limit.
  case surfacesTooLarge(limit: Int)
  /// The rectangle to read is empty or not inside the target.
  case outsideTarget
  /// A device lost the target's pixels; the whole target is to be drawn anew.
  case pixelsLost
  /// The frame breaks an invariant.
  case invalidFrame(String)

  package var description: String {
    switch self {
    case .surfaceTooLarge(let width, let height):
      "a surface of \(width) × \(height) pixels is larger than the backend can hold"
    case .surfacesTooLarge(let limit):
      "masks, groups, filters and shadows need surfaces of more than \(limit / 1_000_000) million pixels in one frame"
    case .outsideTarget: "the rectangle to read is not inside the target"
    case .pixelsLost: "the graphics processor lost the pixels of the target"
    case .invalidFrame(let reason): "the frame is not drawable: \(reason)"
    }
  }
}

/// The part of the host's space that a frame shows, and the pixels that show it.
package struct Viewport: Sendable, Equatable {
  /// Which way y runs in the host (rendering G-6, RM-10).
  package enum Origin: UInt8, Sendable { case topLeft, bottomLeft }

  /// The target's width in pixels.
  package var width: Int
  /// The target's height in pixels.
  package var height: Int
  /// Vertical device pixels per point of the host.
  package var scale: Double
  /// The ratio of horizontal to vertical device pixels per point.
  package var stretch = 1.0
  package var origin: Origin
  /// The rectangle of the host's space, in points, that fills the target; nil takes one that starts at the origin.
  package var canvas: PlaneRect?
  /// The colour behind the root layer, in straight extended sRGB.
  package var background: SIMD4<Float>
  /// True if the root's bounds are placed on the canvas and its position and transform are ignored, as `render(in:)` does
  /// and documents whose root has a window's offset.
  package var ignoresRootPlacement: Bool

  package init(
    width: Int,
    height: Int,
    scale: Double = 1,
    origin: Origin = .topLeft,
    canvas: PlaneRect? = nil,
    background: SIMD4<Float> = SIMD4(repeating: 0),
    ignoresRootPlacement: Bool = false
  ) {
    (self.width, self.height, self.scale) = (width, height, scale)
    (self.origin, self.canvas, self.background) = (origin, canvas, background)
    self.ignoresRootPlacement = ignoresRootPlacement
  }
}
