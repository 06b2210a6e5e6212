import CoreGraphics
import Foundation
import StrataBase

/// A map of the plane onto one region of it, by which a picture of the region becomes a pattern without end.
///
/// The region has its corner at the origin, and begins along the x axis. Each map is that of a wallpaper group: the pattern
/// is the same after each motion of the group (Coxeter and Moser 1957), if the region's picture is.
struct PlaneFold: Sendable {
  /// The corners of the region's bounds.
  let corners: [SIMD2<Double>]
  /// Returns the place in the region whose pixel a place shows.
  let source: @Sendable (SIMD2<Double>) -> SIMD2<Double>
}

// MARK: Parallelograms

extension PlaneFold {
  /// Copies of a parallelogram, side by side: group p1.
  static func translated(_ grid: PlaneGrid) -> PlaneFold {
    PlaneFold(corners: grid.cell) { place in
      let c = grid.coordinates(place)
      return grid.place(c - c.rounded(.down))
    }
  }

  /// A parallelogram and its mirror images along both axes of the grid: group pmm for a rectangle.
  static func reflected(_ grid: PlaneGrid) -> PlaneFold {
    PlaneFold(corners: grid.cell) { grid.place(mirrored(grid.coordinates($0))) }
  }

  /// A square, sheared into a parallelogram, and its mirror images.
  static func warped(_ grid: PlaneGrid) -> PlaneFold {
    let square = PlaneGrid(side: grid.side, angle: .pi / 2)
    return PlaneFold(corners: square.cell) { square.place(mirrored(grid.coordinates($0))) }
  }

  /// A square turned about its corner in steps of 90°: group p4.
  static func fourfold(_ side: Double) -> PlaneFold {
    let grid = PlaneGrid(side: 2 * side, angle: .pi / 2)
    return PlaneFold(corners: PlaneGrid(side: side, angle: .pi / 2).cell) { place in
      let c = grid.coordinates(place)
      let d = place - grid.place((c + 0.5).rounded(.down))
      if d.x >= 0, d.y >= 0 { return d }
      if d.x < 0, d.y >= 0 { return SIMD2(d.y, -d.x) }
      return d.x < 0 ? -d : SIMD2(-d.y, d.x)
    }
  }

  /// A triangle with angles of 90°, 45° and 45° and its mirror images: group p4m.
  static func eightfold(_ leg: Double) -> PlaneFold {
    let grid = PlaneGrid(side: leg, angle: .pi / 2)
    return PlaneFold(corners: grid.cell) { place in
      let p = grid.place(mirrored(grid.coordinates(place)))
      return p.y > p.x ? SIMD2(p.y, p.x) : p
    }
  }

  /// Squares in columns, every second one upside down: group pg.
  static func glided(_ side: Double) -> PlaneFold {
    let grid = PlaneGrid(side: side, angle: .pi / 2)
    return PlaneFold(corners: grid.cell) { place in
      let c = grid.coordinates(place)
      var d = c - c.rounded(.down)
      if c.x.rounded(.down).truncatingRemainder(dividingBy: 2) != 0 { d.y = 1 - d.y }
      return grid.place(d)
    }
  }

  /// The zigzag of period 2 between 0 and 1, in each coordinate.
  private static func mirrored(_ c: SIMD2<Double>) -> SIMD2<Double> {
    let half = c / 2
    let phase = 2 * (half - half.rounded(.down))
    return SIMD2(1 - abs(phase.x - 1), 1 - abs(phase.y - 1))
  }
}

// MARK: Triangles

extension PlaneFold {
  /// An equilateral triangle, and its half turns about the middles of its sides: group p2.
  static func halfTurned(_ side: Double) -> PlaneFold {
    let grid = PlaneGrid(side: side, angle: .pi / 3)
    return PlaneFold(corners: grid.triangle) { place in
      let c = grid.coordinates(place)
      let d = c - c.rounded(.down)
      return grid.place(d.x + d.y > 1 ? 1 - d : d)
    }
  }

  /// An equilateral triangle and its mirror images: group p3m1.
  static func sixfold(_ side: Double) -> PlaneFold {
    let grid = PlaneGrid(side: side, angle: .pi / 3)
    return PlaneFold(corners: grid.triangle) { place in
      // Mirror images keep the kind of a corner, which is (i − j) mod 3.
      var weights = SIMD3<Double>.zero
      let corners = TriangleCorners(around: grid.coordinates(place))
      for i in 0..<3 {
        let turns = (corners.x[i] - corners.y[i]) / 3
        let kind = 3 * (turns - turns.rounded(.down))
        weights[kind < 0.5 ? 0 : kind < 1.5 ? 1 : 2] = corners.weights[i]
      }
      return grid.place(SIMD2(weights.y, weights.z))
    }
  }

  /// A part of a hexagon turned about its middle in steps of 60°: group p6.
  static func sixfoldTurned(_ length: Double) -> PlaneFold {
    let grid = PlaneGrid(side: 2 * length, angle: .pi / 3)
    return PlaneFold(corners: grid.triangle) { place in
      let corners = TriangleCorners(around: grid.coordinates(place))
      let d = place - grid.place(SIMD2(corners.x[corners.nearest], corners.y[corners.nearest]))
      let step = Double.pi / 3
      let turns = (atan2(d.y, d.x) / step).rounded(.down)
      return d.turned(by: -turns * step)
    }
  }

  /// A triangle with angles of 90°, 60° and 30° and its mirror images: group p6m.
  static func twelvefold(_ leg: Double) -> PlaneFold {
    let grid = PlaneGrid(side: 2 * leg, angle: .pi / 3)
    return PlaneFold(corners: grid.triangle) { place in
      let weights = TriangleCorners(around: grid.coordinates(place)).weights
      let (most, least) = (weights.max(), weights.min())
      return grid.place(SIMD2(weights.sum() - most - least, least))
    }
  }
}

/// A grid of parallelograms with equal sides, one of them along the x axis.
struct PlaneGrid: Sendable {
  let side: Double
  private let second: SIMD2<Double>

  /// Creates a grid; angles whose sine is below a thousandth count as one with this sine.
  init(side: Double, angle: Double) {
    self.side = side
    let sine = sin(angle)
    second = SIMD2(cos(angle), sine < 0 ? min(sine, -1e-3) : max(sine, 1e-3)) * side
  }

  /// The coordinates of a place; corners of the grid have whole numbers.
  func coordinates(_ p: SIMD2<Double>) -> SIMD2<Double> {
    let y = p.y / second.y
    return SIMD2((p.x - y * second.x) / side, y)
  }

  /// The place of coordinates.
  func place(_ c: SIMD2<Double>) -> SIMD2<Double> { SIMD2(c.x * side, 0) + c.y * second }

  /// The corners of the parallelogram at the origin.
  var cell: [SIMD2<Double>] { triangle + [place(SIMD2(1, 1))] }

  /// The corners of the triangle at the origin.
  var triangle: [SIMD2<Double>] { [.zero, place(SIMD2(1, 0)), place(SIMD2(0, 1))] }
}

/// The corners of a triangle of a grid, and the barycentric weights that a place gives them.
struct TriangleCorners {
  let x: SIMD3<Double>
  let y: SIMD3<Double>
  let weights: SIMD3<Double>

  /// Finds the triangle that coordinates of a grid lie in.
  init(around c: SIMD2<Double>) {
    let low = c.rounded(.down)
    let (u, v) = (c.x - low.x, c.y - low.y)
    // The corner at which the sides along the axes meet, and the ends of these sides.
    let isUpper = u + v > 1
    x = SIMD3(isUpper ? low.x + 1 : low.x, low.x + 1, low.x)
    y = SIMD3(isUpper ? low.y + 1 : low.y, low.y, low.y + 1)
    weights = isUpper ? SIMD3(u + v - 1, 1 - v, 1 - u) : SIMD3(1 - u - v, u, v)
  }

  /// The number of the corner with the greatest weight.
  var nearest: Int {
    if weights.x >= weights.y, weights.x >= weights.z { return 0 }
    return weights.y >= weights.z ? 1 : 2
  }
}

/// A rotation of the plane, whose sine and cosine are computed once.
struct PlaneTurn: Sendable {
  private let cosine: Double
  private let sine: Double

  /// Creates the counterclockwise turn by an angle in radians.
  init(_ angle: Double) { (cosine, sine) = (cos(angle), sin(angle)) }

  /// Returns a vector turned.
  func forward(_ p: SIMD2<Double>) -> SIMD2<Double> {
    SIMD2(p.x * cosine - p.y * sine, p.x * sine + p.y * cosine)
  }

  /// Returns a vector turned the other way round.
  func back(_ p: SIMD2<Double>) -> SIMD2<Double> {
    SIMD2(p.x * cosine + p.y * sine, p.y * cosine - p.x * sine)
  }
}

extension SIMD2<Double> {
  /// The vector turned counterclockwise by an angle in radians.
  func turned(by angle: Double) -> SIMD2<Double> { PlaneTurn(angle).forward(self) }

  /// The length of the vector.
  var length: Double { (self * self).sum().squareRoot() }
}

extension CGRect {
  /// The bounds of points.
  init(around points: [SIMD2<Double>]) {
    let low = points.reduce(SIMD2(repeating: .infinity)) { pointwiseMin($0, $1) }
    let high = points.reduce(SIMD2(repeating: -.infinity)) { pointwiseMax($0, $1) }
    self.init(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
  }
}
