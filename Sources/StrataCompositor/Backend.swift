package import CoreGraphics
package import StrataBase

/// Draws frames.
///
/// Order, culling, groups and clips are decided in the frame already.
package protocol CompositorBackend {
  associatedtype Target: AnyObject

  var limits: BackendLimits { get }

  /// Draws the frame's last pass, and those it needs, into the target.
  mutating func draw(_ frame: Frame, into target: Target) throws(BackendError)

  /// Draws a plan's region and leaves all other pixels of the target as they are.
  mutating func draw(_ plan: DrawPlan, into target: Target) throws(BackendError)

  /// How many bytes of finished surfaces may be kept from frame to frame; 0 keeps none.
  var rasterBudget: Int { get nonmutating set }

  /// Gives back all memory that is kept for later frames.
  func dropCaches()

  /// The pixels of a part of the target.
  func read(_ target: Target, _ rect: PixelRect) throws(BackendError) -> CGImage
}

/// What a backend can hold.
package struct BackendLimits: Sendable, Equatable {
  /// The longest side of a target or surface, in pixels.
  package var maxSurfaceSide: Int
  /// The most pixels of one target or surface.
  package var maxSurfacePixels: Int

  package init(maxSurfaceSide: Int, maxSurfacePixels: Int) {
    (self.maxSurfaceSide, self.maxSurfacePixels) = (maxSurfaceSide, maxSurfacePixels)
  }
}

/// Why a frame was not drawn.
package enum BackendError: Error, Equatable, CustomStringConvertible {
  /// A target or surface of this many pixels is beyond the limits.
  case surfaceTooLarge(width: Int, height: Int)
  /// The rectangle to read is empty or not inside the target.
  case outsideTarget
  /// The frame breaks an invariant.
  case invalidFrame(String)

  package var description: String {
    switch self {
    case .surfaceTooLarge(let width, let height):
      "a surface of \(width) × \(height) pixels is larger than the backend can hold"
    case .outsideTarget: "the rectangle to read is not inside the target"
    case .invalidFrame(let reason): "the frame is not drawable: \(reason)"
    }
  }
}

/// The window through which a tree is seen.
package struct Viewport: Sendable, Equatable {
  /// Which way y runs in the host (rendering G-6, RM-10).
  package enum Origin: UInt8, Sendable { case topLeft, bottomLeft }

  /// Pixels of the target.
  package var width: Int
  package var height: Int
  /// Device pixels per point of the host, up and down.
  package var scale: Double
  /// How many times as many there are from left to right.
  package var stretch = 1.0
  package var origin: Origin
  /// The rectangle of the host's space, in points, that fills the target; nil takes one that starts at the origin.
  package var canvas: PlaneRect?
  /// Straight extended sRGB; what lies behind the root layer.
  package var background: SIMD4<Float>
  /// Whether the root's own bounds are placed on the canvas, whatever its position and transform say (`render(in:)`,
  /// and documents whose root carries a window's offset).
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
