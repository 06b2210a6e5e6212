import Foundation
import StrataBase

extension Outline {
  /// The area of a stroke, as polygons for a non-zero fill that all wind in the same direction.
  ///
  /// `tolerance` is the largest distance, in the outline's units, from the exact border of the stroke. Strokes of less
  /// than a billionth of a unit have no area. `scratch` keeps memory from stroke to stroke.
  ///
  /// - Complexity: O(vertices of the flattened outline).
  package func stroked(_ style: StrokeStyle, tolerance: Double = 0.05, using scratch: inout StrokeScratch)
    -> Outline
  {
    guard style.halfWidth > Self.narrowestStroke, style.width.isFinite else { return Outline() }
    var stroker = Stroker(style, tolerance: tolerance > 0 ? tolerance : 0.05)
    swap(&stroker.scratch, &scratch)
    read {
      stroker.add($0)
    } end: {
      stroker.endSubpath(isClosed: $0)
    }
    swap(&stroker.scratch, &scratch)
    return stroker.result
  }

  /// As `stroked(_:tolerance:using:)`, with memory of its own.
  package func stroked(_ style: StrokeStyle, tolerance: Double = 0.05) -> Outline {
    var scratch = StrokeScratch()
    return stroked(style, tolerance: tolerance, using: &scratch)
  }

  private static let narrowestStroke = 0.5e-9
}

/// The lists of a stroker: empty between strokes.
package struct StrokeScratch: Sendable {
  /// A vertex of the centre line.
  fileprivate struct Vertex {
    var point: RasterPoint
    /// True if the style's join belongs here; otherwise the vertex is inside a flattened curve.
    var isCorner: Bool
  }

  /// The centre line of a subpath.
  fileprivate var vertices: [Vertex] = []
  /// The unit vectors from each vertex to the next.
  fileprivate var directions: [RasterPoint] = []
  /// The distances from each vertex to the next.
  fileprivate var lengths: [Double] = []
  /// The borders of a band.
  fileprivate var leftSide: [RasterPoint] = []
  fileprivate var rightSide: [RasterPoint] = []
  /// The corners of a join or a cap.
  fileprivate var corners: [RasterPoint] = []

  package init() {}

  /// The memory that the lists keep, in bytes, about.
  package var capacity: Int {
    (vertices.capacity * 56) + (leftSide.capacity + rightSide.capacity + corners.capacity) * 16
  }
}

/// Offsets the flattened subpaths of a stroke to both sides, and appends joins and caps.
///
/// The area is a union of bands. A band continues through a vertex whose two neighbours are long enough for the inner
/// border to turn there without reversing; its border is then exact and does not overlap itself. At other vertices (tight
/// turns of a wide stroke) the band ends square, a new one begins, and a wedge fills the outer side. All polygons wind
/// positively, so that they may overlap and a non-zero fill has no holes.
private struct Stroker {
  var result = Outline()
  var scratch = StrokeScratch()
  private var border: StrokeBorder
  private let half: Double
  private let tolerance: Double
  private let smoothCosine: Double

  init(_ style: StrokeStyle, tolerance: Double) {
    border = StrokeBorder(style, tolerance: tolerance)
    half = style.halfWidth
    self.tolerance = tolerance
    smoothCosine = cos(border.arcStep)
  }

  mutating func endSubpath(isClosed: Bool) {
    guard let first = scratch.vertices.first else { return }
    border.pointsBefore = result.points.count
    if scratch.directions.isEmpty {
      addDot(first.point)
    } else {
      isClosed && scratch.directions.count > 1 ? addClosed() : addOpen()
    }
    scratch.vertices.removeAll(keepingCapacity: true)
    scratch.directions.removeAll(keepingCapacity: true)
    scratch.lengths.removeAll(keepingCapacity: true)
  }

  // MARK: Centre line

  /// Adds the vertices of a segment.
  mutating func add(_ segment: OutlineSegment) {
    if scratch.vertices.isEmpty { scratch.vertices.append(.init(point: segment.start, isCorner: true)) }
    if segment.degree > 1 { flatten(segment) }
    append(segment.end, isCorner: true)
  }

  private mutating func append(_ point: RasterPoint, isCorner: Bool) {
    guard let last = scratch.vertices.last else { return }
    let vector = point - last.point
    let length = (vector * vector).sum().squareRoot()
    guard length > 1e-9, length.isFinite else {
      if isCorner { scratch.vertices[scratch.vertices.count - 1].isCorner = true }
      return
    }
    scratch.vertices.append(.init(point: point, isCorner: isCorner))
    scratch.directions.append(vector / length)
    scratch.lengths.append(length)
  }

  /// Cuts a curve so that neither the curve nor its borders are further than the tolerance from their chords.
  private mutating func flatten(_ segment: OutlineSegment) {
    let steps = Flattening.steps(segment, tolerance: tolerance)
    let share = StrokeShare(after: result.points.count + scratch.vertices.count)
    let count = Int(min(max(steps, 2), share.steps)) + 1
    if turnsLittle(segment) {
      for index in 1..<count { append(segment.point(at: Double(index) / Double(count)), isCorner: false) }
      return
    }
    // Each of many steps turns little, except at cusps.
    let deepest = min(count > 64 ? 3 : 10, share.halvings)
    let least = segment.leastSpeed
    var (t0, first) = (0.0, segment.tangent(at: 0, least: least))
    for index in 0..<count {
      let t1 = Double(index + 1) / Double(count)
      let last = segment.tangent(at: t1, least: least)
      subdivide(segment, from: t0, to: t1, tangents: (first, last), depth: deepest)
      if index + 1 < count { append(segment.point(at: t1), isCorner: false) }
      (t0, first) = (t1, last)
    }
  }

  /// True if no two tangents of a curve differ by more than one step of an arc: then steps need no halving.
  ///
  /// A tangent is a sum of the control polygon's sides with positive factors (a Bézier curve's hodograph), so that none
  /// lies outside of these.
  private func turnsLittle(_ segment: OutlineSegment) -> Bool {
    let first = segment.control1 - segment.start
    let last = segment.end - (segment.degree == 2 ? segment.control1 : segment.control2)
    let middle = segment.degree == 2 ? last : segment.control2 - segment.control1
    // A little less than a step, for the rounding.
    let cosine = max(smoothCosine, 0) + 1e-6
    let square = cosine * cosine
    let (a, b, c) = ((first * first).sum(), (middle * middle).sum(), (last * last).sum())
    // Sides of very different lengths say little of the direction.
    guard min(a, b, c) > 1e-6 * max(a, b, c) else { return false }
    func isNear(_ product: Double, _ squares: Double) -> Bool {
      product > 0 && product * product > square * squares
    }
    return isNear((first * middle).sum(), a * b) && isNear((middle * last).sum(), b * c)
      && isNear((first * last).sum(), a * c)
  }

  /// Adds points between two parameters until the border turns by at most one step of an arc at each.
  ///
  /// `depth` limits the number of halvings.
  private mutating func subdivide(
    _ segment: OutlineSegment,
    from t0: Double,
    to t1: Double,
    tangents: (RasterPoint, RasterPoint),
    depth: Int
  ) {
    let (first, last) = tangents
    guard depth > 0, (first * last).sum() < smoothCosine, first != .zero, last != .zero else { return }
    let middle = (t0 + t1) / 2
    let tangent = segment.tangent(at: middle)
    subdivide(segment, from: t0, to: middle, tangents: (first, tangent), depth: depth - 1)
    append(segment.point(at: middle), isCorner: false)
    subdivide(segment, from: middle, to: t1, tangents: (tangent, last), depth: depth - 1)
  }

  // MARK: Bands

  /// Makes room for some polygons with `points` corners altogether.
  private mutating func reserve(points: Int) {
    result.reserveCapacity(verbs: points + 8, points: points)
  }

  private mutating func addOpen() {
    if result.isEmpty { reserve(points: scratch.vertices.count * 2 + 8) }
    let last = scratch.directions.count - 1
    let (first, end) = (scratch.vertices[0].point, scratch.vertices[last + 1].point)
    addCap(at: first, -scratch.directions[0])
    begin(first, scratch.directions[0])
    for index in 0..<last { pass(index + 1, index, index + 1) }
    self.end(end, scratch.directions[last])
    addCap(at: end, scratch.directions[last])
  }

  private mutating func addClosed() {
    // The last vertex repeats the first one: a closing line ends there, or the last segment does.
    let count = scratch.directions.count
    scratch.leftSide.removeAll(keepingCapacity: true)
    scratch.rightSide.removeAll(keepingCapacity: true)
    var (cut, before) = (0, count - 1)
    while cut < count, continueBand(through: cut, before, cut) { (before, cut) = (cut, cut + 1) }
    if cut == count {
      if result.isEmpty { reserve(points: scratch.leftSide.count + scratch.rightSide.count) }
      result.polygon(scratch.leftSide)
      scratch.rightSide.reverse()
      result.polygon(scratch.rightSide)
      return
    }
    if result.isEmpty { reserve(points: scratch.vertices.count * 2 + 8) }
    begin(scratch.vertices[cut].point, scratch.directions[cut])
    for step in 1..<count {
      let index = (cut + step) % count
      pass(index, index == 0 ? count - 1 : index - 1, index)
    }
    end(scratch.vertices[cut].point, scratch.directions[before])
    addJoin(cut, scratch.directions[before], scratch.directions[cut])
  }

  /// Leads a band through a vertex, or ends it there and begins another.
  private mutating func pass(_ vertex: Int, _ before: Int, _ after: Int) {
    if continueBand(through: vertex, before, after) { return }
    let (point, a, b) = (
      scratch.vertices[vertex].point, scratch.directions[before], scratch.directions[after]
    )
    end(point, a)
    border.pointsBefore = result.points.count
    addJoin(vertex, a, b)
    begin(point, b)
  }

  /// Leads a band through a vertex if the inner border can turn there without reversing before or after it; returns false
  /// if it cannot.
  @inline(__always)
  private mutating func continueBand(through index: Int, _ before: Int, _ after: Int) -> Bool {
    let (a, b) = (scratch.directions[before], scratch.directions[after])
    let (turn, cosine) = (cross(a, b), (a * b).sum())
    guard cosine > -0.99 else { return false }
    // The inner border ends tan(θ/2) = sin θ / (1 + cos θ) half widths before the vertex.
    let reach = half / (1 + cosine)
    guard reach * abs(turn) <= min(scratch.lengths[before], scratch.lengths[after]) / 2 else { return false }
    let vertex = scratch.vertices[index]
    // With y down the normal points to the right of travel, to which a positive turn leads.
    let miter = (normal(a) + normal(b)) * reach
    if abs(turn) < 0.01 || (!vertex.isCorner && cosine > smoothCosine - 1e-9) {
      scratch.leftSide.append(vertex.point - miter)
      scratch.rightSide.append(vertex.point + miter)
    } else if turn > 0 {
      scratch.rightSide.append(vertex.point + miter)
      border.appendOuter(vertex.point, vertex.isCorner, a, b, side: -1, to: &scratch.leftSide)
    } else {
      scratch.leftSide.append(vertex.point - miter)
      border.appendOuter(vertex.point, vertex.isCorner, a, b, side: 1, to: &scratch.rightSide)
    }
    return true
  }

  private mutating func begin(_ point: RasterPoint, _ direction: RasterPoint) {
    scratch.leftSide.removeAll(keepingCapacity: true)
    scratch.rightSide.removeAll(keepingCapacity: true)
    scratch.leftSide.append(point - normal(direction) * half)
    scratch.rightSide.append(point + normal(direction) * half)
  }

  private mutating func end(_ point: RasterPoint, _ direction: RasterPoint) {
    scratch.leftSide.append(point - normal(direction) * half)
    scratch.rightSide.append(point + normal(direction) * half)
    scratch.leftSide.append(contentsOf: scratch.rightSide.reversed())
    result.polygon(scratch.leftSide)
    scratch.leftSide.removeAll(keepingCapacity: true)
    scratch.rightSide.removeAll(keepingCapacity: true)
  }

  // MARK: Joins and caps

  /// Fills the outer side between two bands that end square at a vertex.
  private mutating func addJoin(_ index: Int, _ a: RasterPoint, _ b: RasterPoint) {
    let vertex = scratch.vertices[index]
    let turn = cross(a, b)
    let side: Double = turn > 0 ? -1 : 1
    scratch.corners.removeAll(keepingCapacity: true)
    scratch.corners.append(vertex.point)
    border.appendOuter(vertex.point, vertex.isCorner, a, b, side: side, to: &scratch.corners)
    if side > 0 { scratch.corners.reverse() }
    result.polygon(scratch.corners)
  }

  /// Adds a cap that points along a direction away from the stroke.
  private mutating func addCap(at point: RasterPoint, _ direction: RasterPoint) {
    scratch.corners.removeAll(keepingCapacity: true)
    border.appendCap(at: point, direction, to: &scratch.corners)
    result.polygon(scratch.corners)
  }

  /// Adds two caps back to back, which are the stroke of a subpath without length.
  private mutating func addDot(_ point: RasterPoint) {
    addCap(at: point, RasterPoint(1, 0))
    addCap(at: point, RasterPoint(-1, 0))
  }
}

/// The shapes of joins and caps.
///
/// It stores no points but appends them to the stroker's lists, which are then uniquely referenced and grow in place.
private struct StrokeBorder {
  private let style: StrokeStyle
  private let half: Double
  /// The largest angle between two points of a flattened arc: 2·acos(1 − tolerance / radius).
  ///
  /// A circle has at most 16,384 points, which stay within a tenth of a pixel up to a radius of 5 million pixels.
  let arcStep: Double
  /// The number of points of the stroke before the band or join that is being made.
  var pointsBefore = 0

  init(_ style: StrokeStyle, tolerance: Double) {
    self.style = style
    half = style.halfWidth
    arcStep = max(2 * acos(max(0.5, 1 - min(0.5, tolerance / half))), 2 * .pi / 16_384)
  }

  /// Appends the outer border of a join, from the end of one segment's border to the start of the next one's.
  ///
  /// A vertex that is not a corner is inside a flattened curve and is rounded.
  func appendOuter(
    _ vertex: RasterPoint,
    _ isCorner: Bool,
    _ a: RasterPoint,
    _ b: RasterPoint,
    side: Double,
    to points: inout [RasterPoint]
  ) {
    let (from, to) = (normal(a) * (half * side), normal(b) * (half * side))
    points.append(vertex + from)
    switch isCorner ? style.join : .round {
    case .bevel: break
    case .round: appendArc(vertex, from, to, side: side, to: &points)
    case .miter:
      // miter length ÷ width = 1 / sin(θ/2), and sin²(θ/2) = (1 + cos turn) / 2.
      let sine = ((1 + (a * b).sum()) / 2).squareRoot()
      if sine > 1e-6, 1 / sine <= max(1, style.miterLimit) * (1 + 1e-12) {
        points.append(vertex + (from + to) / (1 + (a * b).sum()))
      }
    }
    points.append(vertex + to)
  }

  /// Appends the corners of a cap that points along a direction away from the stroke; none for a butt cap.
  func appendCap(at point: RasterPoint, _ direction: RasterPoint, to points: inout [RasterPoint]) {
    guard style.cap != .butt else { return }
    let across = normal(direction) * half
    points.append(point - across)
    if style.cap == .square {
      let along = direction * half
      points.append(point - across + along)
      points.append(point + across + along)
    } else {
      appendArc(point, -across, across, side: -1, to: &points)
    }
    points.append(point + across)
  }

  /// Appends the points of the shorter arc between two radii; at a reversal, of the one ahead of the stroke.
  private func appendArc(
    _ centre: RasterPoint,
    _ from: RasterPoint,
    _ to: RasterPoint,
    side: Double,
    to points: inout [RasterPoint]
  ) {
    // The square of a radius may be too large or too small for a number.
    let (a, b) = (from / half, to / half)
    let (sine, cosine) = (cross(a, b), (a * b).sum())
    // On the right border (side 1) the arc ahead of the stroke turns against the normal.
    var angle = atan2(sine, cosine)
    if abs(angle) > Double.pi - 1e-6 { angle = side > 0 ? -abs(angle) : abs(angle) }
    let most = StrokeShare(after: pointsBefore + points.count).arcSteps
    let count = Int(min((abs(angle) / arcStep).rounded(.up), most))
    guard count > 1 else { return }
    for index in 1..<count {
      let part = angle * Double(index) / Double(count)
      let (c, s) = (cos(part), sin(part))
      points.append(centre + RasterPoint(from.x * c - from.y * s, from.x * s + from.y * c))
    }
  }
}

/// A quarter turn from x towards y: the right side of travel where y points down.
private func normal(_ direction: RasterPoint) -> RasterPoint { RasterPoint(-direction.y, direction.x) }

private func cross(_ a: RasterPoint, _ b: RasterPoint) -> Double { a.x * b.y - a.y * b.x }
