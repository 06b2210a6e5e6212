import CoreGraphics
package import Foundation
package import StrataBase
package import StrataRaster

/// The code of a program's filter.
package protocol FilterKernel: AnyObject, Sendable {
  /// The distance that a pixel's colour may spread, in points.
  func reach(_ inputs: [String: FilterInput]) -> Double
  /// Returns the filtered picture, of the same size; nil leaves the picture as it is.
  func run(_ call: FilterCall) -> PixelBuffer?
}

/// The input of a program's filter: pixels, their place, and the inputs under keys.
package struct FilterCall: Sendable {
  package var inputs: [String: FilterInput]
  package var source: PixelBuffer
  /// The picture that a transition leads to, of the same size.
  package var target: PixelBuffer?
  /// The place of the pictures' first pixel.
  package var x: Int
  package var y: Int
  /// The map from those pixels to the layer's points; affine.
  package var toLayer: Projective
  /// The layer's bounds, in its points.
  package var bounds: CGRect
  /// The progress of a transition, 0 to 1.
  package var progress: Double?

  package init(
    inputs: [String: FilterInput],
    source: PixelBuffer,
    target: PixelBuffer?,
    x: Int,
    y: Int,
    toLayer: Projective,
    bounds: CGRect,
    progress: Double?
  ) {
    (self.inputs, self.source, self.target, self.x, self.y) = (inputs, source, target, x, y)
    (self.toLayer, self.bounds, self.progress) = (toLayer, bounds, progress)
  }
}

extension FilterInput {
  /// A text that two inputs share only if they are equal.
  package var signature: String {
    switch self {
    case .number(let value): "n\(value.bitPattern)"
    case .color(let color): "c\(color.extendedSRGB)"
    case .numbers(let values): "v\(values)"
    case .point(let point): "p\(Double(point.x)),\(Double(point.y))"
    case .image(let image): "i\(image.id)"
    case .string(let text): "s\(text.utf8.count):\(text)"
    }
  }
}
