package import StrataBase

/// Finds the places of particles between planes that are in painting order (rendering Z-3, Z-9).
///
/// A particle counts as a point with a depth. At its centre it comes after every piece of a plane behind it and before
/// every piece in front of it. Pieces at one point are painted by depth, so these leave a gap, often a wide one, as
/// pieces elsewhere do not bind the particle. Pieces that it only touches are compared as if they reached its centre, so
/// that a particle does not jump when its centre leaves a plane. Within their gaps particles keep the order of their
/// emitter: each takes the place of the one before it, or the nearest place in its gap.
///
/// - Complexity: O(particles · pieces).
package struct ParticleOrder {
  /// A particle on the device.
  package struct Point: Sendable {
    /// Device pixels.
    package var center: RasterPoint
    /// The extent on either side of the centre along the device's axes, in pixels.
    package var reach: SIMD2<Double>
    /// Larger is nearer, as for planes.
    package var depth: Double

    package init(center: RasterPoint, reach: SIMD2<Double> = .zero, depth: Double) {
      (self.center, self.reach, self.depth) = (center, reach, depth)
    }
  }

  /// A piece of a plane on the device.
  private struct Piece {
    var hull: [RasterPoint]
    /// The part of the hull that the piece covers; nil for all of it.
    var region: [RasterPoint]?
    var box: PlaneRect
    var depth: SIMD3<Double>
    var order: Int

    func contains(_ p: RasterPoint) -> Bool {
      RasterHull.contains(hull, p) && (region.map { RasterHull.contains($0, p) } ?? true)
    }
  }

  private let pieces: [Piece]

  /// Pieces from back to front; one without a plane binds no particle.
  package init(_ pieces: [(plane: PlaneSplitter.Plane?, polygon: [RasterPoint]?)]) {
    self.pieces = pieces.map { piece in
      guard let plane = piece.plane else {
        return Piece(hull: [], box: Self.box(around: []), depth: .zero, order: 0)
      }
      var box = Self.box(around: plane.polygon)
      if let region = piece.polygon {
        let inner = Self.box(around: region)
        box = PlaneRect(
          max(box.minX, inner.minX),
          max(box.minY, inner.minY),
          min(box.maxX, inner.maxX),
          min(box.maxY, inner.maxY)
        )
      }
      return Piece(
        hull: plane.polygon,
        region: piece.polygon,
        box: box,
        depth: plane.depth,
        order: plane.order
      )
    }
  }

  private static func box(around polygon: [RasterPoint]) -> PlaneRect {
    var box = PlaneRect(.infinity, .infinity, -.infinity, -.infinity)
    for p in polygon { box = box.union(PlaneRect(p.x, p.y, p.x, p.y)) }
    return box
  }

  /// The number of pieces painted before each particle.
  ///
  /// `order` is that of their emitter among the planes; it decides where a plane is as deep as a particle.
  package func places(of particles: [Point], order: Int) -> [Int] {
    var last = 0
    return particles.map { particle in
      let gap = gap(for: particle, order)
      last = max(last, gap.lowerBound)
      return min(last, gap.upperBound)
    }
  }

  /// The range of pieces between which a particle may be painted.
  private func gap(for particle: Point, _ order: Int) -> ClosedRange<Int> {
    let (center, reach) = (particle.center, particle.reach)
    let (minX, maxX) = (center.x - reach.x, center.x + reach.x)
    let (minY, maxY) = (center.y - reach.y, center.y + reach.y)
    var (low, high) = (0, pieces.count)
    var (near, far) = (0, pieces.count)
    for i in pieces.indices {
      let box = pieces[i].box
      guard box.minX <= maxX, box.maxX >= minX, box.minY <= maxY, box.maxY >= minY else { continue }
      let d = pieces[i].depth
      let difference = particle.depth - (center.x * d.x + center.y * d.y + d.z)
      let isEqual = abs(difference) <= PlaneSplitter.tolerance
      let isBehind = isEqual ? pieces[i].order < order : difference > 0
      if pieces[i].contains(center) {
        if isBehind { low = i + 1 } else { high = min(high, i) }
      } else {
        if isBehind { near = i + 1 } else { far = min(far, i) }
      }
    }
    // Too many planes are not cut and may have no order; then a particle lies over the planes behind it.
    high = max(low, high)
    low = min(max(low, near), high)
    return low...max(low, min(high, far))
  }
}
