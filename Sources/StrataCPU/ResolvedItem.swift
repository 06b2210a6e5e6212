package import StrataBase
package import StrataFrame
package import StrataRaster

/// An item for a renderer on another device: pixels of a rectangle, each of a colour, a coverage and a blend mode.
///
/// All bytes are those that ``BandBackend`` works with.
package struct ResolvedItem {
  /// The coverage of the pixels of the item's rectangle.
  package enum Shape {
    /// All are covered.
    case full
    /// A mask whose first pixel is at (x, y); nothing is covered beside it.
    case mask(ShapeMask, x: Int32, y: Int32)
    /// A coverage, moved by x and y; nothing is covered beside it.
    case coverage(Coverage, x: Int32, y: Int32)
  }

  /// The colours of the pixels.
  package enum Source {
    /// One premultiplied colour: as bytes in memory order for the mode `normal`, unrounded for the others.
    case color(UInt32, exact: SIMD4<Float>)
    /// A paint, times an alpha.
    case paint(PreparedPaint, alpha: Float)
    /// The picture's pixel (column, row) at the first pixel of the item's bounds, and so on, times an alpha of 0...255.
    case picture(PixelBuffer, column: Int, row: Int, alpha: UInt32)
    /// The same between four neighbours, by weights of 0...256 of the right and the lower ones.
    case shifted(PixelBuffer, column: Int, row: Int, fraction: SIMD2<UInt32>, alpha: UInt32)
    /// The pixels of a pass of the fragment that the device draws, after an effect, times factors.
    case pass(Int, ResolvedEffect, factors: PremultipliedColor)
    /// What is painted behind, after filters; in the mode `copy`.
    case backdrop(Effect)
    /// A surface whose pixel (0, 0) is the first one of the item's bounds, times factors.
    case surface(PixelBuffer, factors: PremultipliedColor)
  }

  /// The pixels that may change, all in the pass.
  package var bounds: PixelRect
  package var shape: Shape
  package var source: Source
  package var blend: BlendMode
  /// The index of the innermost clip edge around the item, or -1.
  package var clipEdge: Int32
  /// True if the item hides all pixels behind its bounds.
  package var hides: Bool
}

/// An effect that a device computes: filters, then a mask, then a shadow of the result, which the mask cuts once more.
package struct ResolvedEffect {
  package var filters: [FilterStep] = []
  /// The pass whose alpha multiplies; outside of it the alpha is zero.
  package var mask: Int?
  package var shadow: SurfaceShadow?
  /// True if the picture itself is drawn; false if only its shadow is.
  package var showsPicture = true
}

/// A clip that covers its contents once, for a renderer on another device (see ``PreparedClipEdge``).
package struct ResolvedClipEdge {
  /// The enclosing clip edge, or -1.
  package let outer: Int32
  /// The bounds of all painting inside; pixels of it without coverage take back what they held.
  package let box: PixelRect
  package let coverage: Coverage
  /// The offset from the coverage to its place.
  package let x: Int32
  package let y: Int32
}
