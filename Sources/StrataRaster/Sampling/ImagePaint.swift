package import StrataBase

/// The interpolation between a picture's pixels.
package enum SamplingFilter: Hashable, Sendable {
  case nearest
  case linear
  /// As linear, with weights that ease from one pixel to the next: enlarged pixels keep flatter middles.
  ///
  /// Contexts enlarge images so by default (rendering C-12).
  case smooth
  /// Linear within and between halved copies of the picture (mipmaps); the bias is added to the level (rendering C-12).
  case trilinear(bias: Float)
}

/// The colour outside of the part of a picture that is shown.
package enum SamplingEdge: UInt8, Hashable, Sendable {
  /// Pixels at the edge continue.
  case clamp
  /// Transparent; edges between pixels fade out over a pixel.
  case transparent
  /// The part repeats.
  case `repeat`
}

/// A picture as paint.
package struct ImagePaint: Sendable {
  package var pixels: PixelBuffer
  /// The part that is shown, in source pixels: minX, minY, maxX, maxY.
  package var source: SIMD4<Double>
  /// From device pixels to source pixels.
  package var fromDevice: Projective
  package var filter: SamplingFilter
  package var edge: SamplingEdge
  /// Multiplied into the straight colour and alpha of the picture; white changes nothing.
  package var tint: SIMD4<Float>
  /// True if only the picture's alpha is used, with the tint as colour.
  package var isTemplate: Bool

  package init(
    pixels: PixelBuffer,
    source: SIMD4<Double>,
    fromDevice: Projective,
    filter: SamplingFilter = .linear,
    edge: SamplingEdge = .clamp,
    tint: SIMD4<Float> = .one,
    isTemplate: Bool = false
  ) {
    (self.pixels, self.source, self.fromDevice) = (pixels, source, fromDevice)
    (self.filter, self.edge, self.tint, self.isTemplate) = (filter, edge, tint, isTemplate)
  }
}

/// The colours that a shape is filled with.
package enum Paint: Sendable {
  case solid(PremultipliedColor)
  case gradient(GradientPaint)
  case image(ImagePaint)
}
