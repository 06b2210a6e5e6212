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
    guard style.hasArea else { return Outline() }
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
}

/// Offsets the flattened subpaths of a stroke to both sides, and appends joins and caps.
///
/// The area is a union of bands. A band continues through a vertex whose two neighbours are long enough for the inner
/// border to turn there without reversing; its border is then exact and does not overlap itself. At other vertices (tight
/// turns of a wide stroke) the band ends square, a new one begins, and a wedge fills the outer side of a corner. All
/// polygons wind positively, so that they may overlap and a non-zero fill has no holes.
///
/// Caps, joins and the ends of bands stand square to the curves: their tangents count at the ends of curves, from which
/// the chords there differ by half a step.
private struct Stroker {
  var result = Outline()
  var scratch = StrokeScratch()
  private var border: StrokeBorder
  private let half: Double
  private let tolerance: Double
  private let smoothCosine: Double
  /// Where the band should begin, if it begins in the middle of its first chord instead.
  private var missingStart: (vertex: Place, middle: Place)?
  private typealias Place = (point: RasterPoint, direction: RasterPoint)

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
    scratch.curveEnds.removeAll(keepingCapacity: true)
  }

  // MARK: Centre line

  /// Adds the vertices of a segment.
  mutating func add(_ segment: OutlineSegment) {
    if scratch.vertices.isEmpty { scratch.vertices.append(.init(point: segment.start, isCorner: true)) }
    guard segment.degree > 1 else { return append(segment.end, isCorner: true) }
    let (first, tangents) = (scratch.vertices.count - 1, segment.endTangents)
    flatten(segment, tangents)
    append(segment.end, isCorner: true)
    let last = scratch.vertices.count - 1
    guard last > first else { return }
    // Other tangents are of hooks that are too short for chords of their own, which may be due to rounding.
    if isNear(tangents.start, scratch.directions[first]) {
      changeEnds(at: first) { $0.leaving = tangents.start }
    }
    if isNear(tangents.end, scratch.directions[last - 1]) {
      changeEnds(at: last) { $0.arriving = tangents.end }
    }
  }

  /// True if two directions differ by no more than a step of an arc.
  private func isNear(_ a: RasterPoint, _ b: RasterPoint) -> Bool {
    (a * b).sum() > max(smoothCosine - 1e-9, 0)
  }

  @inline(__always)
  private mutating func changeEnds(at vertex: Int, _ change: (inout StrokeScratch.CurveEnds) -> Void) {
    if scratch.vertices[vertex].ends < 0 {
      scratch.vertices[vertex].ends = Int32(scratch.curveEnds.count)
      scratch.curveEnds.append(.init())
    }
    change(&scratch.curveEnds[Int(scratch.vertices[vertex].ends)])
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
  private mutating func flatten(
    _ segment: OutlineSegment,
    _ tangents: (start: RasterPoint, end: RasterPoint)
  ) {
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
    var (t0, first) = (0.0, tangents.start)
    for index in 0..<count {
      let t1 = Double(index + 1) / Double(count)
      let last = index + 1 == count ? tangents.end : segment.tangent(at: t1, least: least)
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

  /// The directions in which the centre line arrives at a vertex and leaves it, between two chords.
  @inline(__always)
  private func directions(at vertex: Int, _ before: Int, _ after: Int) -> (RasterPoint, RasterPoint) {
    let (a, b) = (scratch.directions[before], scratch.directions[after])
    let index = Int(scratch.vertices[vertex].ends)
    guard index >= 0 else { return (a, b) }
    let ends = scratch.curveEnds[index]
    return (ends.arriving == .zero ? a : ends.arriving, ends.leaving == .zero ? b : ends.leaving)
  }

  /// The directions to which bands that end and begin at a vertex are square: inside of a curve they share one.
  private func squareDirections(at vertex: Int, _ before: Int, _ after: Int) -> (RasterPoint, RasterPoint) {
    let (a, b) = directions(at: vertex, before, after)
    guard !scratch.vertices[vertex].isCorner, isNear(a, b) else { return (a, b) }
    let sum = a + b
    let middle = sum / (sum * sum).sum().squareRoot()
    return (middle, middle)
  }

  private mutating func addOpen() {
    if result.isEmpty { reserve(points: scratch.vertices.count * 2 + 8) }
    let last = scratch.directions.count - 1
    let (_, a) = directions(at: 0, 0, 0)
    let (b, _) = directions(at: last + 1, last, last)
    addCap(at: scratch.vertices[0].point, -a)
    begin(0, a, along: 0)
    for index in 0..<last { pass(index + 1, index, index + 1) }
    end(last + 1, b, along: last)
    addCap(at: scratch.vertices[last + 1].point, b)
  }

  private mutating func addClosed() {
    // The last vertex repeats the first one: a closing line ends there, or the last segment does.
    let count = scratch.directions.count
    if scratch.vertices[count].ends >= 0 {
      let (arriving, _) = directions(at: count, count - 1, 0)
      changeEnds(at: 0) { $0.arriving = arriving }
    }
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
    let (a, b) = squareDirections(at: cut, before, cut)
    begin(cut, b, along: cut)
    for step in 1..<count {
      let index = (cut + step) % count
      pass(index, index == 0 ? count - 1 : index - 1, index)
    }
    end(cut, a, along: before)
    addJoin(cut, a, b)
  }

  /// Leads a band through a vertex, or ends it there and begins another.
  private mutating func pass(_ vertex: Int, _ before: Int, _ after: Int) {
    if continueBand(through: vertex, before, after) { return }
    let (a, b) = squareDirections(at: vertex, before, after)
    end(vertex, a, along: before)
    border.pointsBefore = result.points.count
    addJoin(vertex, a, b)
    begin(vertex, b, along: after)
  }

  /// Leads a band through a vertex if the inner border can turn there without reversing before or after it; returns false
  /// if it cannot.
  @inline(__always)
  private mutating func continueBand(through index: Int, _ before: Int, _ after: Int) -> Bool {
    let (a, b) = directions(at: index, before, after)
    let (turn, cosine) = (cross(a, b), (a * b).sum())
    guard cosine > -0.99 else { return false }
    // The inner border ends tan(θ/2) = sin θ / (1 + cos θ) half widths before the vertex.
    let reach = half / (1 + cosine)
    guard reach * abs(turn) <= min(scratch.lengths[before], scratch.lengths[after]) / 2 else { return false }
    let vertex = scratch.vertices[index]
    // With y down the normal points to the right of travel, to which a positive turn leads.
    let miter = (normal(a) + normal(b)) * reach
    if vertex.ends >= 0 {
      guard hasRoom(along: before, for: a, miter), hasRoom(along: after, for: b, miter) else { return false }
    }
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

  /// True if a border that ends square to a direction, at an end of a chord, runs back by half the chord at most.
  ///
  /// The same then holds of a corner of the border that is `corner` away from that end.
  @inline(__always)
  private func hasRoom(along chord: Int, for direction: RasterPoint, _ corner: RasterPoint = .zero) -> Bool {
    let (along, room) = (scratch.directions[chord], scratch.lengths[chord] / 2)
    return half * abs(cross(along, direction)) <= room && abs((corner * along).sum()) <= room
  }

  /// Begins a band square to a direction at a vertex, from which a chord leads on.
  private mutating func begin(_ vertex: Int, _ direction: RasterPoint, along chord: Int) {
    scratch.leftSide.removeAll(keepingCapacity: true)
    scratch.rightSide.removeAll(keepingCapacity: true)
    let point = scratch.vertices[vertex].point
    missingStart = nil
    if hasRoom(along: chord, for: direction) { return addSquare(point, direction) }
    let along = scratch.directions[chord]
    let middle = point + along * (scratch.lengths[chord] / 2)
    missingStart = ((point, direction), (middle, along))
    addSquare(middle, along)
  }

  /// Ends the band square to a direction at a vertex, to which a chord leads.
  private mutating func end(_ vertex: Int, _ direction: RasterPoint, along chord: Int) {
    let (point, along) = (scratch.vertices[vertex].point, scratch.directions[chord])
    let middle = point - along * (scratch.lengths[chord] / 2)
    let isWhole = hasRoom(along: chord, for: direction)
    if let start = missingStart {
      // All of one chord, between whose ends the stroke only turns.
      if scratch.leftSide.count == 1, !isWhole,
        cross(start.vertex.direction, along) * cross(along, direction) > 0
      {
        return addLobes(start.vertex, (point, direction), by: start.middle)
      }
      addLobes(start.vertex, start.middle)
    }
    if isWhole {
      addSquare(point, direction)
    } else {
      addLobes((middle, along), (point, direction))
      addSquare(middle, along)
    }
    scratch.leftSide.append(contentsOf: scratch.rightSide.reversed())
    result.polygon(scratch.leftSide)
    scratch.leftSide.removeAll(keepingCapacity: true)
    scratch.rightSide.removeAll(keepingCapacity: true)
  }

  /// Appends the points of both borders that are beside a point.
  @inline(__always)
  private mutating func addSquare(_ point: RasterPoint, _ direction: RasterPoint) {
    scratch.leftSide.append(point - normal(direction) * half)
    scratch.rightSide.append(point + normal(direction) * half)
  }

  /// Adds the area between two normals that cross within the stroke: it turns faster there than it leads on.
  ///
  /// The border on the inner side runs backwards, so that the area is two triangles that meet where the normals do.
  ///
  /// On the outer side it leads by the border beside `middle`.
  private mutating func addLobes(_ from: Place, _ to: Place, by middle: Place? = nil) {
    let turn = cross(from.direction, to.direction)
    let (first, last) = (normal(from.direction) * half, normal(to.direction) * half)
    let centre = from.point + first * (((to.point - from.point) * to.direction).sum() / (turn * half))
    for side in [1.0, -1] {
      scratch.corners.removeAll(keepingCapacity: true)
      scratch.corners.append(centre)
      scratch.corners.append(from.point + first * side)
      if let middle, side * turn < 0 {
        scratch.corners.append(middle.point + normal(middle.direction) * (half * side))
      }
      scratch.corners.append(to.point + last * side)
      if turn < 0 { scratch.corners.reverse() }
      result.polygon(scratch.corners)
    }
  }

  // MARK: Joins and caps

  /// Fills the outer side between two bands that end square at a vertex.
  private mutating func addJoin(_ index: Int, _ a: RasterPoint, _ b: RasterPoint) {
    if a == b { return }
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
