import CoreGraphics
package import Foundation
package import StrataBase
package import StrataRaster

/// The code of a filter that the renderer does not know: one of a program, or of a module above.
package protocol FilterKernel: AnyObject, Sendable {
  /// True if the renderer's own filter of the same type gives the same picture, and so is used.
  var isBuiltIn: Bool { get }
  /// True if the picture of a layer that is turned, sheared or stretched is sampled on the way to the layer's plane, and back.
  var samplesTurnedLayers: Bool { get }
  /// True if the filter combines a picture with one behind it, so that it can be a layer's compositing filter.
  var takesBackdrop: Bool { get }
  /// True if the filter can make pixels visible where it is far from all that is painted.
  var colorsEmptyPixels: Bool { get }
  /// What the filter reads and where it draws; `bounds` are the layer's, in its points.
  func spread(_ inputs: [String: FilterInput], in bounds: CGRect) -> FilterSpread
  /// Returns the filtered picture, of the same size; nil leaves the picture as it is.
  func run(_ call: FilterCall) -> PixelBuffer?
  /// Returns the object of the public API that stands for a filter with this code; nil for a plain one.
  func object(for value: FilterValue) -> Any?
}

/// How far a filter spreads what it filters, in points of the layer.
package enum FilterSpread: Sendable, Equatable {
  /// A pixel depends on those within a distance, wherever it lies; the picture grows by it on all sides.
  case distance(Double)
  /// Every pixel may depend on every other one; where the layer paints nothing, only pixels of a rectangle are drawn.
  ///
  /// While all that the layer paints lies within its bounds, a change of a pixel changes those within the reach only; nil
  /// if there is no such bound.
  case frame(CGRect, reach: Double?)
}

/// The input of a program's filter: pixels, their place, and the inputs under keys.
package struct FilterCall: Sendable {
  package var inputs: [String: FilterInput]
  package var source: PixelBuffer
  /// The picture that a transition leads to, or the one behind a layer that the filter composites, of the same size.
  package var target: PixelBuffer?
  /// The place of the pictures' first pixel.
  package var x: Int
  package var y: Int
  /// The map from those pixels to the layer's points; affine.
  package var toLayer: Projective
  /// The layer's bounds, in its points.
  package var bounds: CGRect
  /// True if nothing outside of the bounds is seen of the result.
  package var isCut: Bool
  /// The progress of a transition, 0 to 1.
  package var progress: Double?
  /// The pixels of the result that are needed, in the coordinates of `x` and `y`; nil for all.
  package var wanted: PixelRect?

  package init(
    inputs: [String: FilterInput],
    source: PixelBuffer,
    target: PixelBuffer?,
    x: Int,
    y: Int,
    toLayer: Projective,
    bounds: CGRect,
    isCut: Bool,
    progress: Double?,
    wanted: PixelRect? = nil
  ) {
    (self.inputs, self.source, self.target, self.x, self.y) = (inputs, source, target, x, y)
    (self.toLayer, self.bounds, self.isCut, self.progress) = (toLayer, bounds, isCut, progress)
    self.wanted = wanted
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
    case .object(let object): "o\(object.signature)"
    }
  }
}
