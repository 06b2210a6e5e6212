/// The shape of a rounded corner.
@usableFromInline
package enum RoundedCornerCurve: UInt8, Hashable, Sendable {
  /// A quarter of an ellipse.
  case circular
  /// The corner of rendering R-13, whose curvature is continuous.
  case continuous
}

/// An axis-aligned rectangle with a radius of its own, per axis, at each corner.
///
/// "Min" and "max" refer to coordinates: in device space minXminY is the top left corner.
@usableFromInline
package struct RoundedRect: Hashable, Sendable {
  @usableFromInline
  package var minX: Double
  @usableFromInline
  package var minY: Double
  @usableFromInline
  package var width: Double
  @usableFromInline
  package var height: Double
  /// The radii along x and along y of the corner at minX, minY.
  @usableFromInline
  package var minXminY: SIMD2<Double>
  @usableFromInline
  package var maxXminY: SIMD2<Double>
  @usableFromInline
  package var minXmaxY: SIMD2<Double>
  @usableFromInline
  package var maxXmaxY: SIMD2<Double>
  @usableFromInline
  package var curve: RoundedCornerCurve

  @inlinable
  package var maxX: Double { minX + width }
  @inlinable
  package var maxY: Double { minY + height }

  @inlinable
  package init(minX: Double, minY: Double, width: Double, height: Double) {
    self.init(minX: minX, minY: minY, width: width, height: height, radius: 0)
  }

  /// Makes a rectangle with one radius for the corners in `corners`: bits 1 minXminY, 2 maxXminY, 4 minXmaxY, 8 maxXmaxY.
  @inlinable
  package init(
    minX: Double,
    minY: Double,
    width: Double,
    height: Double,
    radius: Double,
    corners: UInt = 15,
    curve: RoundedCornerCurve = .circular
  ) {
    (self.minX, self.minY, self.width, self.height) = (minX, minY, width, height)
    let radius = radius > 0 ? SIMD2(repeating: radius) : .zero
    minXminY = corners & 1 != 0 ? radius : .zero
    maxXminY = corners & 2 != 0 ? radius : .zero
    minXmaxY = corners & 4 != 0 ? radius : .zero
    maxXmaxY = corners & 8 != 0 ? radius : .zero
    self.curve = curve
  }

  /// The length of an edge that a continuous corner of radius 1 takes.
  package static let continuousExtent = 1.52866483

  /// The length of an edge that a corner of radius 1 takes: 1 for circular corners.
  package var cornerExtent: Double { curve == .circular ? 1 : Self.continuousExtent }

  @inlinable
  package var hasSquareCorners: Bool {
    Self.isSquare(minXminY) && Self.isSquare(maxXminY) && Self.isSquare(minXmaxY) && Self.isSquare(maxXmaxY)
  }

  @inlinable
  static func isSquare(_ radii: SIMD2<Double>) -> Bool { radii.x <= 0 || radii.y <= 0 }

  /// The rectangle with its radii as painted: not negative, and limited so that corners take at most half of a side.
  package func limited() -> RoundedRect {
    var result = self
    let limit = SIMD2(max(0, width), max(0, height)) / (2 * cornerExtent)
    func limited(_ radius: SIMD2<Double>) -> SIMD2<Double> {
      guard radius.x > 0, radius.y > 0 else { return .zero }
      let radius = pointwiseMin(radius, SIMD2(repeating: 1e30))
      // Both radii of a corner shrink alike, so that a circular corner stays circular.
      let scale = min(1, limit.x / radius.x, limit.y / radius.y)
      return scale.isFinite ? radius * max(0, scale) : .zero
    }
    result.minXminY = limited(minXminY)
    result.maxXminY = limited(maxXminY)
    result.minXmaxY = limited(minXmaxY)
    result.maxXmaxY = limited(maxXmaxY)
    return result
  }

  /// The rectangle inside a border: inner radii are the painted radii less the border's width (rendering R-14).
  ///
  /// Nil if the border fills the whole rectangle.
  package func inset(by border: Double) -> RoundedRect? {
    let border = max(0, border)
    guard border * 2 < min(width, height) else { return nil }
    var result = limited()
    result.minX += border
    result.minY += border
    result.width -= 2 * border
    result.height -= 2 * border
    func less(_ radius: SIMD2<Double>) -> SIMD2<Double> {
      let inner = radius - border
      return inner.x > 0 && inner.y > 0 ? inner : .zero
    }
    result.minXminY = less(result.minXminY)
    result.maxXminY = less(result.maxXminY)
    result.minXmaxY = less(result.minXmaxY)
    result.maxXmaxY = less(result.maxXmaxY)
    return result
  }
}
