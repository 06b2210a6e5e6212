import Foundation
import StrataBase

extension Outline {
  /// The area of a stroke, as polygons for a non-zero fill that all wind in the same direction.
  ///
  /// `tolerance` is the largest distance, in the outline's units, from the exact border of the stroke. Strokes of less
  /// than a billionth of a unit have no area.
  ///
  /// - Complexity: O(vertices of the flattened outline).
  package func stroked(_ style: StrokeStyle, tolerance: Double = 0.05) -> Outline {
    guard style.halfWidth > Self.narrowestStroke, style.width.isFinite else { return Outline() }
    var stroker = Stroker(style, tolerance: tolerance > 0 ? tolerance : 0.05)
    forEachSubpath { segments, isClosed in stroker.add(segments, isClosed) }
    return stroker.result
  }

  private static let narrowestStroke = 0.5e-9
}

/// Offsets the flattened subpaths of a stroke to both sides, and appends joins and caps.
///
/// The area is a union of bands. A band continues through a vertex whose two neighbours are long enough for the inner
/// border to turn there without reversing; its border is then exact and does not overlap itself. At other vertices (tight
/// turns of a wide stroke) the band ends square, a new one begins, and a wedge fills the outer side. All polygons wind
/// positively, so that they may overlap and a non-zero fill has no holes.
private struct Stroker {
  /// A vertex of the centre line.
  private struct Vertex {
    var point: RasterPoint
    /// True if the style's join belongs here; otherwise the vertex is inside a flattened curve.
    var isCorner: Bool
  }

  var result = Outline()
  private let border: StrokeBorder
  private let half: Double
  private let tolerance: Double
  private let smoothCosine: Double
  private var vertices: [Vertex] = []
  private var directions: [RasterPoint] = []
  private var lengths: [Double] = []
  private var leftSide: [RasterPoint] = []
  private var rightSide: [RasterPoint] = []
  /// The corners of a join or a cap.
  private var corners: [RasterPoint] = []

  init(_ style: StrokeStyle, tolerance: Double) {
    border = StrokeBorder(style, tolerance: tolerance)
    half = style.halfWidth
    self.tolerance = tolerance
    smoothCosine = cos(border.arcStep)
  }

  mutating func add(_ segments: [OutlineSegment], _ isClosed: Bool) {
    flatten(segments)
    guard let first = vertices.first else { return }
    if directions.isEmpty {
      addDot(first.point)
      return
    }
    isClosed && directions.count > 1 ? addClosed() : addOpen()
  }

  // MARK: Centre line

  /// Replaces the vertices by those of segments; skips segments without length.
  private mutating func flatten(_ segments: [OutlineSegment]) {
    vertices.removeAll(keepingCapacity: true)
    directions.removeAll(keepingCapacity: true)
    lengths.removeAll(keepingCapacity: true)
    // Most curves are cut into a few pieces.
    let expected = segments.reduce(1) { $0 + ($1.degree > 1 ? 4 : 1) }
    vertices.reserveCapacity(expected)
    directions.reserveCapacity(expected)
    lengths.reserveCapacity(expected)
    for segment in segments {
      if vertices.isEmpty { vertices.append(Vertex(point: segment.start, isCorner: true)) }
      if segment.degree > 1 { flatten(segment) }
      append(segment.end, isCorner: true)
    }
    // Room for both borders, which become one polygon or two.
    leftSide.reserveCapacity(vertices.count * 2 + 2)
    rightSide.reserveCapacity(vertices.count + 1)
    if result.isEmpty {
      result.reserveCapacity(verbs: vertices.count * 2 + 8, points: vertices.count * 2 + 8)
    }
  }

  private mutating func append(_ point: RasterPoint, isCorner: Bool) {
    guard let last = vertices.last else { return }
    let vector = point - last.point
    let length = (vector * vector).sum().squareRoot()
    guard length > 1e-9, length.isFinite else {
      if isCorner { vertices[vertices.count - 1].isCorner = true }
      return
    }
    vertices.append(Vertex(point: point, isCorner: isCorner))
    directions.append(vector / length)
    lengths.append(length)
  }

  /// Cuts a curve so that neither the curve nor its borders are further than the tolerance from their chords.
  private mutating func flatten(_ segment: OutlineSegment) {
    let steps =
      segment.degree == 2
      ? Flattening.steps(segment.start, segment.control1, segment.end, tolerance: tolerance)
      : Flattening.steps(
        segment.start,
        segment.control1,
        segment.control2,
        segment.end,
        tolerance: tolerance
      )
    let count = Int(min(max(steps, 2), 4096)) + 1
    // Each of many steps turns little, except at cusps.
    let deepest = count > 64 ? 3 : 10
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

  private mutating func addOpen() {
    let last = directions.count - 1
    addCap(at: vertices[0].point, -directions[0])
    begin(vertices[0].point, directions[0])
    for index in 1..<(last + 1) { pass(vertices[index], index - 1, index) }
    end(vertices[last + 1].point, directions[last])
    addCap(at: vertices[last + 1].point, directions[last])
  }

  private mutating func addClosed() {
    // The last vertex repeats the first one: a closing line ends there, or the last segment does.
    let count = directions.count
    leftSide.removeAll(keepingCapacity: true)
    rightSide.removeAll(keepingCapacity: true)
    let cut = (0..<count).first { !canPass($0 == 0 ? count - 1 : $0 - 1, $0) }
    guard let cut else {
      for index in 0..<count { pass(vertices[index], index == 0 ? count - 1 : index - 1, index) }
      result.polygon(leftSide)
      rightSide.reverse()
      result.polygon(rightSide)
      return
    }
    let before = cut == 0 ? count - 1 : cut - 1
    begin(vertices[cut].point, directions[cut])
    for step in 1..<count {
      let index = (cut + step) % count
      pass(vertices[index], index == 0 ? count - 1 : index - 1, index)
    }
    end(vertices[cut].point, directions[before])
    addJoin(vertices[cut], directions[before], directions[cut])
  }

  /// True if the inner border can turn between two segments without reversing on either.
  private func canPass(_ before: Int, _ after: Int) -> Bool {
    let (a, b) = (directions[before], directions[after])
    let cosine = (a * b).sum()
    guard cosine > -0.99 else { return false }
    // The inner border ends tan(θ/2) = sin θ / (1 + cos θ) half widths before the vertex.
    let reach = half * abs(cross(a, b)) / (1 + cosine)
    return reach <= min(lengths[before], lengths[after]) / 2
  }

  private mutating func pass(_ vertex: Vertex, _ before: Int, _ after: Int) {
    let (a, b) = (directions[before], directions[after])
    guard canPass(before, after) else {
      end(vertex.point, a)
      addJoin(vertex, a, b)
      begin(vertex.point, b)
      return
    }
    let turn = cross(a, b)
    let cosine = (a * b).sum()
    let miter = (normal(a) + normal(b)) * (half / (1 + cosine))
    // With y down the normal points to the right of travel, to which a positive turn leads.
    let inner = turn > 0 ? vertex.point + miter : vertex.point - miter
    if abs(turn) < 0.01 || (!vertex.isCorner && cosine > smoothCosine - 1e-9) {
      leftSide.append(vertex.point - miter)
      rightSide.append(vertex.point + miter)
    } else if turn > 0 {
      rightSide.append(inner)
      border.appendOuter(vertex.point, vertex.isCorner, a, b, side: -1, to: &leftSide)
    } else {
      leftSide.append(inner)
      border.appendOuter(vertex.point, vertex.isCorner, a, b, side: 1, to: &rightSide)
    }
  }

  private mutating func begin(_ point: RasterPoint, _ direction: RasterPoint) {
    leftSide.removeAll(keepingCapacity: true)
    rightSide.removeAll(keepingCapacity: true)
    leftSide.append(point - normal(direction) * half)
    rightSide.append(point + normal(direction) * half)
  }

  private mutating func end(_ point: RasterPoint, _ direction: RasterPoint) {
    leftSide.append(point - normal(direction) * half)
    rightSide.append(point + normal(direction) * half)
    leftSide.append(contentsOf: rightSide.reversed())
    result.polygon(leftSide)
    leftSide.removeAll(keepingCapacity: true)
    rightSide.removeAll(keepingCapacity: true)
  }

  // MARK: Joins and caps

  /// Fills the outer side between two bands that end square at a vertex.
  private mutating func addJoin(_ vertex: Vertex, _ a: RasterPoint, _ b: RasterPoint) {
    let turn = cross(a, b)
    let side: Double = turn > 0 ? -1 : 1
    corners.removeAll(keepingCapacity: true)
    corners.append(vertex.point)
    border.appendOuter(vertex.point, vertex.isCorner, a, b, side: side, to: &corners)
    if side > 0 { corners.reverse() }
    result.polygon(corners)
  }

  /// Adds a cap that points along a direction away from the stroke.
  private mutating func addCap(at point: RasterPoint, _ direction: RasterPoint) {
    corners.removeAll(keepingCapacity: true)
    border.appendCap(at: point, direction, to: &corners)
    result.polygon(corners)
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
    // A very wide stroke with very many corners is coarse after a million points, all of which are far out of sight.
    let most = points.count < 1 << 20 ? Double.infinity : 64
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
