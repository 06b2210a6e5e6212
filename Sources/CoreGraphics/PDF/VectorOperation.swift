import Foundation
import StrataBase
import StrataRaster

/// The paint of a shape in a PDF.
enum VectorSource {
  case color(CGColor)
  case gradient(GradientPaint)
  /// An image, or its alpha in the colour `tint`, with the transform from the unit square to base space.
  case image(CGImage, CGAffineTransform, tint: SIMD4<Float>?, interpolates: Bool)
  /// The same, repeated in both directions.
  case tiles(CGImage, CGAffineTransform, tint: SIMD4<Float>?, interpolates: Bool)
}

/// A drawing that is kept until its shadow is drawn as an image.
struct VectorOperation {
  /// The shape in base space.
  var shape: ContextShape
  var source: VectorSource
  var state: GraphicsState
}
