package import StrataBase

/// A path as two flat arrays: verbs, and the points that they use in order.
///
/// A subpath begins with `.move` and ends with `.close` or where the next one begins. `.close` uses no point; a segment
/// that follows it without a move begins at the start of the closed subpath.
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

  /// Takes verbs and points; nil if their numbers do not match.
  package init?(verbs: [Verb], points: [RasterPoint]) {
    guard verbs.reduce(0, { $0 + $1.pointCount }) == points.count else { return nil }
    self.verbs = verbs
    self.points = points
  }

  /// Compares points first: paths that change from frame to frame mostly keep their verbs.
  package static func == (a: Outline, b: Outline) -> Bool {
    a.points == b.points && a.verbs.withUnsafeBytes { a in b.verbs.withUnsafeBytes { a.elementsEqual($0) } }
  }

  /// True if the outline has no verb, not even a move.
  package var isEmpty: Bool { verbs.isEmpty }

  package mutating func reserveCapacity(verbs: Int, points: Int) {
    self.verbs.reserveCapacity(verbs)
    self.points.reserveCapacity(points)
  }

  package mutating func removeAll(keepingCapacity: Bool = false) {
    verbs.removeAll(keepingCapacity: keepingCapacity)
    points.removeAll(keepingCapacity: keepingCapacity)
  }

  /// Makes room for the points of one more element, and for its verb.
  ///
  /// The lists of a small outline grow fourfold: most are built element by element in one go, and each step asks for memory
  /// twice and copies what is there.
  @inline(__always)
  private mutating func makeRoom(points count: Int) {
    if points.count + count > points.capacity { grow() }
  }

  @inline(never)
  private mutating func grow() {
    let room = points.count < 1024 ? max(16, points.count * 4) : points.count * 2
    reserveCapacity(verbs: max(room, verbs.count), points: room)
  }

  package mutating func move(to point: RasterPoint) {
    makeRoom(points: 1)
    verbs.append(.move)
    points.append(point)
  }

  package mutating func line(to point: RasterPoint) {
    makeRoom(points: 1)
    verbs.append(.line)
    points.append(point)
  }

  package mutating func quad(control: RasterPoint, to point: RasterPoint) {
    makeRoom(points: 2)
    verbs.append(.quad)
    points.append(control)
    points.append(point)
  }

  package mutating func cubic(_ control1: RasterPoint, _ control2: RasterPoint, to point: RasterPoint) {
    makeRoom(points: 3)
    verbs.append(.cubic)
    points.append(control1)
    points.append(control2)
    points.append(point)
  }

  package mutating func close() {
    verbs.append(.close)
  }

  /// Appends an element with its points.
  package mutating func append(_ verb: Verb, _ points: some Sequence<RasterPoint>) {
    verbs.append(verb)
    self.points.append(contentsOf: points)
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

  /// The point at which the next segment begins; nil before the first move.
  package var currentPoint: RasterPoint? {
    guard verbs.last == .close else { return points.last }
    var index = points.count
    for verb in verbs.reversed() {
      index -= verb.pointCount
      if verb == .move { return points[index] }
    }
    return points.first
  }

  /// The outline with every point mapped by itself; right for affine maps of the plane only.
  package func mapPoints(_ transform: (RasterPoint) -> RasterPoint) -> Outline {
    var result = self
    for index in result.points.indices { result.points[index] = transform(result.points[index]) }
    return result
  }
}

/// The rule by which a closed outline encloses points.
package enum FillRule: UInt8, Hashable, Sendable {
  /// A point is inside if its winding number is not zero.
  case nonZero
  /// A point is inside if its winding number is odd.
  case evenOdd
}

/// An axis-aligned rectangle in Double: the bounds of an outline.
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
