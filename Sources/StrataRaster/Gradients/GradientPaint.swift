package import StrataBase

/// The colours of a gradient along its parameter.
package struct GradientStops: Hashable, Sendable {
  /// Straight extended sRGB colours.
  package var colors: [SIMD4<Float>]
  /// Where they stand, not decreasing, as many as colours.
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

/// How a place becomes a gradient's parameter.
package enum GradientGeometry: Hashable, Sendable {
  /// Along the line from start to end.
  case axial(start: RasterPoint, end: RasterPoint)
  /// By the distance from a centre in units of two half axes (rendering GR-7).
  case ellipse(center: RasterPoint, radii: RasterPoint)
  /// By the angle around a centre; 0 along the ray to `end`, growing from +x towards +y (rendering GR-8).
  case conic(center: RasterPoint, end: RasterPoint)
  /// Between two circles, the larger parameter first, as bitmap contexts draw radial gradients.
  case circles(start: RasterPoint, startRadius: Double, end: RasterPoint, endRadius: Double)
}

/// A gradient as paint.
package struct GradientPaint: Hashable, Sendable {
  package var stops: GradientStops
  package var geometry: GradientGeometry
  /// From device pixels to the space of `geometry`.
  package var fromDevice: Projective
  /// Whether the first and the last colour continue beyond the ends; otherwise nothing is painted there.
  package var extendsStart: Bool
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
