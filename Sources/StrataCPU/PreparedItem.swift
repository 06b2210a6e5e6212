import CoreGraphics
import StrataBase
import StrataFrame
import StrataRaster

/// An item with all that does not depend on the band resolved: shape, paint and place.
///
/// Kinds that occur in thousands are plain numbers; `GeneralItem` holds the others. The frame and the shape cache
/// own the pictures and masks while items are drawn.
struct PreparedItem {
  enum Kind: UInt8 {
    /// The item is invisible.
    case nothing
    /// `color` over every pixel of `bounds`.
    case solid
    /// Pixels that map one to one to `bounds`, times the alpha `color`.
    case picture
    /// As `picture`, moved by a fraction of a pixel.
    case shifted
    /// A picture on a rotated, skewed or projected plane.
    case transformed
    /// `color` through a mask.
    case mask
    /// `color` through the spans of a kept shape.
    case spans
    /// `general` holds the shape and the paint.
    case general
  }

  var kind: Kind
  /// True if the item hides all pixels behind its `bounds`.
  var hides = false
  /// The fraction of a pixel by which the picture is moved, in 1/256.
  var fractionX: UInt16 = 0
  var fractionY: UInt16 = 0
  /// Premultiplied bytes, or an alpha of 0...255.
  var color: UInt32 = 0
  /// The intersection of item, clip and pass.
  var bounds: PixelRect
  /// The index of the innermost clip edge around the item, or -1.
  var clipEdge: Int32 = -1
  /// The picture's pixel at the first pixel of `bounds`.
  var pixels: UnsafePointer<UInt8>?
  var rowBytes = 0
  var transformed: UnsafePointer<TransformedPicture>?
  /// The mask; its first pixel is at `x` and `y`.
  var mask: Unmanaged<ShapeMask>?
  /// The shape whose spans are drawn, moved by `x` and `y`.
  var spans: Unmanaged<CachedShape>?
  var x: Int32 = 0
  var y: Int32 = 0
  /// The pixels of a mask that the opaque next item hides.
  var hidden = PixelRect.empty
  /// What must live as long as the item: a `GeneralItem`, or the pixels of a surface.
  var object: AnyObject?

  /// An invisible item.
  static var nothing: PreparedItem { PreparedItem(kind: .nothing, bounds: .empty) }

  /// The shape and the paint of a general item.
  var general: GeneralItem? {
    kind == .general ? object.map { unsafeDowncast($0, to: GeneralItem.self) } : nil
  }

  /// The effect on the backdrop, if the item is one.
  var backdrop: (effect: Effect, alpha: Float)? {
    guard case .backdrop(let effect, let alpha)? = general?.content else { return nil }
    return (effect, alpha)
  }

  var clip: Int? { general?.clip }

  /// Pixels and the place of the first one.
  struct Surface {
    var buffer: PixelBuffer
    var x: Int32
    var y: Int32
    var rect: PixelRect { PixelRect(x, y, x + Int32(buffer.width), y + Int32(buffer.height)) }
  }
}

/// A picture on a rotated, skewed or projected plane: a quadrilateral of the device, filled with sampled pixels.
struct TransformedPicture {
  var corners: (RasterPoint, RasterPoint, RasterPoint, RasterPoint)
  var rows: ImageRows
  var alpha: UInt32
}

/// The shape, paint, clip and blend mode of an item that needs more than plain numbers.
final class GeneralItem {
  enum Content {
    case color(DeviceShape, PremultipliedColor)
    case paint(DeviceShape, PreparedPaint, alpha: Float)
    case surface(PreparedItem.Surface, tint: SIMD4<Float>)
    /// Particles: each a shape with a paint of its own.
    case particles(PreparedParticles, alpha: Float)
    /// Replaces the backdrop; drawn between ranges of items.
    case backdrop(Effect, alpha: Float)
  }

  let content: Content
  let clip: Int?
  let blend: BlendMode
  let antialias: Bool

  init(_ content: Content, clip: Int?, blend: BlendMode, antialias: Bool) {
    (self.content, self.clip, self.blend, self.antialias) = (content, clip, blend, antialias)
  }
}
