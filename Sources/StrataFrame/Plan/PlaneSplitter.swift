package import StrataBase

/// Sorts planes that cross each other into painting order (rendering Z-3).
///
/// On the device each plane is a convex polygon with a depth at every point. Depth is linear in device coordinates, also
/// under perspective, as planes map to planes. Two planes are compared only where they overlap: either one is in front
/// everywhere, or the line of equal depth cuts one of them in two. After all cuts, each overlapping pair has an order,
/// and painting follows any order that respects all pairs, the original one where there is a choice.
///
/// Three pieces can still cover each other in a ring. A BSP tree (Fuchs, Kedem and Naylor, 1980) orders these and cuts
/// further.
///
/// Cuts happen only where planes overlap, and only in one of the two, so that seams are few.
///
/// - Complexity: O(`n`²) comparisons of `n` planes; the number of pieces is limited to `mostPieces`.
package struct PlaneSplitter {
  package struct Plane {
    /// Convex, in device pixels.
    package var polygon: [RasterPoint]
    /// Depth at (x, y) is `x · depth.x + y · depth.y + depth.z`; larger is nearer.
    package var depth: SIMD3<Double>
    /// Of planes with equal depth, the one with the higher order is in front.
    package var order: Int

    package init(polygon: [RasterPoint], depth: SIMD3<Double>, order: Int) {
      (self.polygon, self.depth, self.order) = (polygon, depth, order)
    }
  }

  /// A plane, or its piece inside a polygon.
  ///
  /// The polygon's edges are cuts or lie outside of the plane: the items on the plane antialias its own edges, once.
  package struct Fragment: Equatable {
    package var plane: Int
    package var polygon: [RasterPoint]?
  }

  /// Depths that differ by less are equal (Z-3).
  package static let tolerance = 1e-4
  /// The area in pixels below which an overlap does not count.
  static let smallestOverlap = 0.05
  /// The largest number of planes that are compared, and of pieces that they are cut into.
  package static let mostPlanes = 1024
  package static let mostPieces = 4096

  /// True if there were too many planes or pieces; the order is then that of the planes' middles.
  package private(set) var gaveUp = false
  private let planes: [Plane]

  private struct Piece {
    var plane: Int
    var polygon: [RasterPoint]
    /// A rectangle around the whole plane, with the same cuts.
    var region: [RasterPoint]
    var isCut = false
    var box: PlaneRect

    init(plane: Int, polygon: [RasterPoint], region: [RasterPoint]? = nil) {
      (self.plane, self.polygon, isCut) = (plane, polygon, region != nil)
      box = PlaneRect(.infinity, .infinity, -.infinity, -.infinity)
      for p in polygon { box = box.union(PlaneRect(p.x, p.y, p.x, p.y)) }
      let around = box.inset(-2)
      self.region =
        region ?? [
          RasterPoint(around.minX, around.minY), RasterPoint(around.maxX, around.minY),
          RasterPoint(around.maxX, around.maxY), RasterPoint(around.minX, around.maxY),
        ]
    }

    /// The part where a linear function is positive, or the part where it is not.
    func half(_ line: SIMD3<Double>, keepsPositive: Bool) -> Piece {
      Piece(
        plane: plane,
        polygon: RasterHull.half(polygon, line, keepsPositive: keepsPositive),
        region: RasterHull.half(region, line, keepsPositive: keepsPositive)
      )
    }
  }

  private enum Relation { case apart, behind, front, crossing }

  package init(_ planes: [Plane]) { self.planes = planes }

  /// All planes, cut where necessary, from back to front.
  package mutating func paintingOrder() -> [Fragment] {
    var pieces = planes.indices.map { Piece(plane: $0, polygon: planes[$0].polygon) }
    guard planes.count <= Self.mostPlanes, cut(&pieces) else {
      gaveUp = true
      return planes.indices.sorted { a, b in
        let (za, zb) = (middleDepth(a), middleDepth(b))
        return za == zb ? a < b : za < zb
      }.map { Fragment(plane: $0) }
    }
    return sorted(pieces).map { Fragment(plane: $0.plane, polygon: $0.isCut ? $0.region : nil) }
  }

  private func middleDepth(_ plane: Int) -> Double {
    let polygon = planes[plane].polygon
    let sum = polygon.reduce(RasterPoint.zero, +) / Double(max(1, polygon.count))
    return depth(planes[plane].depth, sum)
  }

  /// The least and the greatest depth of a polygon's corners.
  private func depths(_ d: SIMD3<Double>, of polygon: [RasterPoint]) -> (low: Double, high: Double) {
    var (low, high) = (Double.infinity, -Double.infinity)
    for p in polygon {
      let depth = depth(d, p)
      (low, high) = (min(low, depth), max(high, depth))
    }
    return (low, high)
  }

  private func depth(_ d: SIMD3<Double>, _ p: RasterPoint) -> Double { p.x * d.x + p.y * d.y + d.z }

  /// The relation of `a` to `b` in their overlap.
  private func relation(_ a: Piece, _ b: Piece) -> Relation {
    guard a.plane != b.plane, a.box.maxX > b.box.minX, b.box.maxX > a.box.minX, a.box.maxY > b.box.minY,
      b.box.maxY > a.box.minY
    else { return .apart }
    let overlap = RasterHull.intersection(a.polygon, b.polygon)
    guard overlap.count > 2, RasterHull.area(overlap) > Self.smallestOverlap else { return .apart }
    let difference = planes[a.plane].depth - planes[b.plane].depth
    let (low, high) = depths(difference, of: overlap)
    let isFront = high > Self.tolerance
    let isBehind = low < -Self.tolerance
    switch (isFront, isBehind) {
    case (true, true):
      // A sliver on one side is not worth a cut.
      let front = RasterHull.area(RasterHull.half(overlap, difference, keepsPositive: true))
      let behind = RasterHull.area(RasterHull.half(overlap, difference, keepsPositive: false))
      if front < Self.smallestOverlap { return .behind }
      return behind < Self.smallestOverlap ? .front : .crossing
    case (true, false): return .front
    case (false, true): return .behind
    case (false, false): return planes[a.plane].order < planes[b.plane].order ? .behind : .front
    }
  }

  /// Cuts pieces until none cross; returns false if there are too many.
  private func cut(_ pieces: inout [Piece]) -> Bool {
    var i = 0
    while i < pieces.count {
      var j = 0
      while j < i {
        if relation(pieces[i], pieces[j]) == .crossing {
          let line = planes[pieces[i].plane].depth - planes[pieces[j].plane].depth
          let front = pieces[i].half(line, keepsPositive: true)
          let behind = pieces[i].half(line, keepsPositive: false)
          guard front.polygon.count > 2, behind.polygon.count > 2 else {
            j += 1
            continue
          }
          guard pieces.count < Self.mostPieces else { return false }
          pieces[i] = behind
          pieces.append(front)
        }
        j += 1
      }
      i += 1
    }
    return true
  }

  /// Returns the pieces in an order in which each comes after those behind it.
  private func sorted(_ pieces: [Piece]) -> [Piece] {
    let count = pieces.count
    var inFront = [[Int32]](repeating: [], count: count)
    var behind = [Int](repeating: 0, count: count)
    for a in 0..<count {
      for b in 0..<a {
        switch relation(pieces[a], pieces[b]) {
        case .front:
          inFront[b].append(Int32(a))
          behind[a] += 1
        case .behind:
          inFront[a].append(Int32(b))
          behind[b] += 1
        case .apart, .crossing: break
        }
      }
    }
    let rank = pieces.indices.sorted { a, b in
      let (x, y) = (planes[pieces[a].plane].order, planes[pieces[b].plane].order)
      return x == y ? a < b : x < y
    }
    var result: [Piece] = []
    var isDone = [Bool](repeating: false, count: count)
    while result.count < count {
      guard let next = rank.first(where: { !isDone[$0] && behind[$0] == 0 }) else {
        result += tree(rank.filter { !isDone[$0] }.map { pieces[$0] })
        break
      }
      isDone[next] = true
      result.append(pieces[next])
      for other in inFront[next] { behind[Int(other)] -= 1 }
    }
    return result
  }

  /// Returns pieces that cover each other in a ring in the order of a BSP tree over their planes.
  private func tree(_ pieces: [Piece]) -> [Piece] {
    enum Step {
      case split([Piece])
      case emit([Piece])
    }
    var result: [Piece] = []
    var steps = [Step.split(pieces)]
    var budget = Self.mostPieces
    while let step = steps.popLast() {
      switch step {
      case .emit(let pieces): result += pieces
      case .split(let pieces):
        guard pieces.count > 1, budget > 0, let pivot = pieces.first else {
          result += pieces
          continue
        }
        var (behind, same, front) = ([Piece](), [pivot], [Piece]())
        behind.reserveCapacity(min(pieces.count, 8))
        front.reserveCapacity(min(pieces.count, 8))
        for other in pieces.dropFirst() {
          let line = planes[other.plane].depth - planes[pivot.plane].depth
          let (low, high) = depths(line, of: other.polygon)
          if high <= Self.tolerance, low >= -Self.tolerance {
            same.append(other)
          } else if low >= -Self.tolerance {
            front.append(other)
          } else if high <= Self.tolerance {
            behind.append(other)
          } else {
            budget -= 1
            front.append(other.half(line, keepsPositive: true))
            behind.append(other.half(line, keepsPositive: false))
          }
        }
        steps.append(.split(front))
        steps.append(.emit(same))
        steps.append(.split(behind))
      }
    }
    return result
  }
}

/// Operations on convex polygons.
package enum RasterHull {
  /// The area of a polygon, in square units.
  package static func area(_ p: [RasterPoint]) -> Double {
    guard p.count > 2 else { return 0 }
    var sum = 0.0
    for i in p.indices {
      let (a, b) = (p[i], p[(i + 1) % p.count])
      sum += a.x * b.y - b.x * a.y
    }
    return abs(sum) / 2
  }

  /// True if a point lies in a convex polygon or on its edge.
  package static func contains(_ p: [RasterPoint], _ point: RasterPoint) -> Bool {
    guard p.count > 2 else { return false }
    var (isLeft, isRight) = (false, false)
    var a = p[p.count - 1]
    for b in p {
      let side = (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x)
      if side > 0 { isLeft = true }
      if side < 0 { isRight = true }
      if isLeft, isRight { return false }
      a = b
    }
    return true
  }

  /// The part of a convex polygon where a linear function is positive, or the part where it is not.
  package static func half(_ p: [RasterPoint], _ line: SIMD3<Double>, keepsPositive: Bool) -> [RasterPoint] {
    var result: [RasterPoint] = []
    append(half: p, line, keepsPositive ? 1 : -1, to: &result)
    return result
  }

  /// Appends the part of a convex polygon where a linear function has the given sign or is zero.
  private static func append(
    half p: [RasterPoint],
    _ line: SIMD3<Double>,
    _ sign: Double,
    to result: inout [RasterPoint]
  ) {
    if result.capacity <= p.count { result.reserveCapacity(p.count + 1) }
    for i in p.indices {
      let (a, b) = (p[i], p[(i + 1) % p.count])
      let da = sign * (a.x * line.x + a.y * line.y + line.z)
      let db = sign * (b.x * line.x + b.y * line.y + line.z)
      if da >= 0 { result.append(a) }
      if (da >= 0) != (db >= 0) { result.append(a + (b - a) * (da / (da - db))) }
    }
  }

  /// The intersection of two convex polygons, by clipping (Sutherland and Hodgman, 1974).
  package static func intersection(_ a: [RasterPoint], _ b: [RasterPoint]) -> [RasterPoint] {
    var (result, next) = (a, [RasterPoint]())
    next.reserveCapacity(a.count + b.count)
    var turn = 0.0
    for i in b.indices {
      let (p, q) = (b[i], b[(i + 1) % b.count])
      turn += p.x * q.y - q.x * p.y
    }
    for i in b.indices where result.count > 2 {
      let (p, q) = (b[i], b[(i + 1) % b.count])
      let normal = turn >= 0 ? SIMD2(p.y - q.y, q.x - p.x) : SIMD2(q.y - p.y, p.x - q.x)
      append(half: result, SIMD3(normal.x, normal.y, -(normal.x * p.x + normal.y * p.y)), 1, to: &next)
      swap(&result, &next)
      next.removeAll(keepingCapacity: true)
    }
    return result
  }

  /// The part of a convex polygon inside a rectangle.
  package static func clip(_ p: [RasterPoint], to r: PlaneRect) -> [RasterPoint] {
    var result = half(p, SIMD3(1, 0, -r.minX), keepsPositive: true)
    result = half(result, SIMD3(-1, 0, r.maxX), keepsPositive: true)
    result = half(result, SIMD3(0, 1, -r.minY), keepsPositive: true)
    return half(result, SIMD3(0, -1, r.maxY), keepsPositive: true)
  }

  /// The convex hull, by Andrew's monotone chain.
  package static func convex(_ points: [RasterPoint]) -> [RasterPoint] {
    let sorted = points.filter { $0.x.isFinite && $0.y.isFinite }.sorted {
      $0.x == $1.x ? $0.y < $1.y : $0.x < $1.x
    }
    guard sorted.count > 2 else { return sorted }
    func chain(_ points: some Sequence<RasterPoint>) -> [RasterPoint] {
      var hull: [RasterPoint] = []
      for p in points {
        while hull.count > 1 {
          let (a, b) = (hull[hull.count - 2], hull[hull.count - 1])
          guard (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x) <= 0 else { break }
          hull.removeLast()
        }
        hull.append(p)
      }
      return hull
    }
    let lower = chain(sorted)
    let upper = chain(sorted.reversed())
    return Array(lower.dropLast() + upper.dropLast())
  }
}
