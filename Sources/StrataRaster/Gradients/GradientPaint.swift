package import StrataBase

/// The colours of a gradient along its parameter.
package struct GradientStops: Hashable, Sendable {
  /// Straight extended sRGB colours.
  package var colors: [SIMD4<Float>]
  /// The parameters of the colours, not decreasing, one for each.
  package var locations: [Float]

  package init(colors: [SIMD4<Float>], locations: [Float]) {
    (self.colors, self.locations) = (colors, locations)
  }

  /// The straight colour at a parameter, interpolated without premultiplication (rendering GR-9).
  package func color(at t: Float) -> SIMD4<Float> {
    guard let first = colors.first, let last = colors.last, colors.count == locations.count else {
      return .zero
    }
    guard t > locations[0] else { return first }
    for i in 1..<max(colors.count, 1) where t < locations[i] {
      let (from, to) = (locations[i - 1], locations[i])
      return colors[i - 1] + (colors[i] - colors[i - 1]) * ((t - from) / (to - from))
    }
    return last
  }
}

/// The function from a place to a gradient's parameter.
package enum GradientGeometry: Hashable, Sendable {
  /// The projection onto the line from start (0) to end (1).
  case axial(start: RasterPoint, end: RasterPoint)
  /// The distance from a centre in units of two half axes (rendering GR-7).
  case ellipse(center: RasterPoint, radii: RasterPoint)
  /// The angle around a centre in turns: 0 along the ray to `end`, growing from +x towards +y (rendering GR-8).
  case conic(center: RasterPoint, end: RasterPoint)
  /// The largest parameter of a circle through the place, of the circles interpolated between two.
  ///
  /// Bitmap contexts draw radial gradients so; the definition is PDF's shading type 3 (ISO 32000-1, 8.7.4.5.4).
  case circles(start: RasterPoint, startRadius: Double, end: RasterPoint, endRadius: Double)
}

/// A gradient as paint.
package struct GradientPaint: Hashable, Sendable {
  package var stops: GradientStops
  package var geometry: GradientGeometry
  /// From device pixels to the space of `geometry`.
  package var fromDevice: Projective
  /// True if the first colour continues before the start; otherwise nothing is painted there.
  package var extendsStart: Bool
  /// True if the last colour continues beyond the end; otherwise nothing is painted there.
  package var extendsEnd: Bool

  package init(
    stops: GradientStops,
    geometry: GradientGeometry,
    fromDevice: Projective,
    extendsStart: Bool = true,
    extendsEnd: Bool = true
  ) {
    (self.stops, self.geometry, self.fromDevice) = (stops, geometry, fromDevice)
    (self.extendsStart, self.extendsEnd) = (extendsStart, extendsEnd)
  }
}
