package import StrataBase

/// A path as two flat arrays: verbs, and the points that they use in order.
///
/// A subpath begins with `.move` and ends with `.close` or where the next one begins. `.close` uses no
/// point; what follows a close without a move begins again at the start of the closed subpath.
package struct Outline: Hashable, Sendable {
  package enum Verb: UInt8, Hashable, Sendable {
    /// Begins a subpath; 1 point.
    case move
    /// A straight segment; 1 point.
    case line
    /// A quadratic segment; 2 points, the control point first.
    case quad
    /// A cubic segment; 3 points, the control points first.
    case cubic
    /// A straight segment back to the start of the subpath; no point.
    case close

    package var pointCount: Int {
      switch self {
      case .move, .line: 1
      case .quad: 2
      case .cubic: 3
      case .close: 0
      }
    }
  }

  package private(set) var verbs: [Verb] = []
  package private(set) var points: [RasterPoint] = []

  package init() {}

  /// Takes verbs and points as they are; nil where the counts do not agree.
  package init?(verbs: [Verb], points: [RasterPoint]) {
    guard verbs.reduce(0, { $0 + $1.pointCount }) == points.count else { return nil }
    self.verbs = verbs
    self.points = points
  }

  /// Whether there is nothing at all, not even a lone move.
  package var isEmpty: Bool { verbs.isEmpty }

  package mutating func reserveCapacity(verbs: Int, points: Int) {
    self.verbs.reserveCapacity(verbs)
    self.points.reserveCapacity(points)
  }

  package mutating func removeAll(keepingCapacity: Bool = false) {
    verbs.removeAll(keepingCapacity: keepingCapacity)
    points.removeAll(keepingCapacity: keepingCapacity)
  }

  package mutating func move(to point: RasterPoint) {
    verbs.append(.move)
    points.append(point)
  }

  package mutating func line(to point: RasterPoint) {
    verbs.append(.line)
    points.append(point)
  }

  package mutating func quad(control: RasterPoint, to point: RasterPoint) {
    verbs.append(.quad)
    points.append(control)
    points.append(point)
  }

  package mutating func cubic(_ control1: RasterPoint, _ control2: RasterPoint, to point: RasterPoint) {
    verbs.append(.cubic)
    points.append(control1)
    points.append(control2)
    points.append(point)
  }

  package mutating func close() {
    verbs.append(.close)
  }

  package mutating func append(_ other: Outline) {
    verbs.append(contentsOf: other.verbs)
    points.append(contentsOf: other.points)
  }

  /// Appends a closed polygon; fewer than two corners add nothing.
  package mutating func polygon(_ corners: [RasterPoint]) {
    guard corners.count > 1 else { return }
    if verbs.isEmpty { verbs.reserveCapacity(corners.count + 1) }
    verbs.append(.move)
    verbs.append(contentsOf: repeatElement(.line, count: corners.count - 1))
    verbs.append(.close)
    points.append(contentsOf: corners)
  }

  /// Where the next segment would begin, or nil before the first move.
  package var currentPoint: RasterPoint? {
    guard verbs.last == .close else { return points.last }
    var index = points.count
    for verb in verbs.reversed() {
      index -= verb.pointCount
      if verb == .move { return points[index] }
    }
    return points.first
  }

  /// The outline with every point mapped on its own; for affine maps of the plane.
  package func mapPoints(_ transform: (RasterPoint) -> RasterPoint) -> Outline {
    var result = self
    for index in result.points.indices { result.points[index] = transform(result.points[index]) }
    return result
  }

  /// Every point on its way to the same point of another outline; nil unless both have the same verbs.
  ///
  /// Implements animation I-14.
  package func interpolated(to other: Outline, at progress: Double) -> Outline? {
    guard verbs == other.verbs else { return nil }
    var result = self
    for index in points.indices {
      result.points[index] = points[index] + (other.points[index] - points[index]) * progress
    }
    return result
  }
}

/// Which regions a closed outline encloses.
package enum FillRule: UInt8, Hashable, Sendable {
  /// Inside where the signed count of crossings is not zero.
  case nonZero
  /// Inside where the count of crossings is odd.
  case evenOdd
}

/// An axis-aligned rectangle in Double, as outlines have bounds.
package struct OutlineBounds: Hashable, Sendable {
  package var minX: Double
  package var minY: Double
  package var maxX: Double
  package var maxY: Double

  package init(minX: Double, minY: Double, maxX: Double, maxY: Double) {
    (self.minX, self.minY, self.maxX, self.maxY) = (minX, minY, maxX, maxY)
  }

  package var width: Double { maxX - minX }
  package var height: Double { maxY - minY }
}
