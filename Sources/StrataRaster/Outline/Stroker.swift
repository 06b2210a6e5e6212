import Foundation
import StrataBase

extension Outline {
  /// The area that a stroke covers, as polygons to be filled non-zero, all wound the same way.
  ///
  /// `tolerance` is the largest distance, in the outline's units, from the exact border of the stroke.
  package func stroked(_ style: StrokeStyle, tolerance: Double = 0.05) -> Outline {
    guard style.width > 0, style.width.isFinite else { return Outline() }
    var stroker = Stroker(style, tolerance: tolerance > 0 ? tolerance : 0.05)
    forEachSubpath { segments, isClosed in stroker.add(segments, isClosed) }
    return stroker.result
  }
}

/// Walks a flattened subpath and writes the area beside it.
///
/// The area is a union of bands. A band goes on through a vertex where both neighbours are long enough for the
/// inner border to turn there without going back; its border is then exact and overlaps nothing. Elsewhere (a
/// tight turn of a wide stroke) the band ends square, a new one begins, and a wedge fills the outer side. Every
/// piece is wound positively, so that pieces may overlap and a non-zero fill has no holes.
private struct Stroker {
  /// A vertex of the centre line and how the segments beside it turn there.
  private struct Vertex {
    var point: RasterPoint
    /// Whether a join of the style stands here; otherwise the vertex is one of a flattened curve.
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
    half = style.width / 2
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

  /// Makes vertices of the segments, leaving out what has no length.
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
    // Both borders, which become one polygon or two.
    leftSide.reserveCapacity(vertices.count * 2 + 2)
    rightSide.reserveCapacity(vertices.count + 1)
    if result.isEmpty {
      result.reserveCapacity(verbs: vertices.count * 2 + 8, points: vertices.count * 2 + 8)
    }
  }

  private mutating func append(_ point: RasterPoint, isCorner: Bool) {
    guard let last = vertices.last else { return }
    let way = point - last.point
    let length = (way * way).sum().squareRoot()
    guard length > 1e-9, length.isFinite else {
      if isCorner { vertices[vertices.count - 1].isCorner = true }
      return
    }
    vertices.append(Vertex(point: point, isCorner: isCorner))
    directions.append(way / length)
    lengths.append(length)
  }

  /// Cuts a curve so that neither it nor its borders leave their chords by more than the tolerance.
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
    // Many steps turn little each, except at cusps.
    let deepest = count > 64 ? 3 : 10
    for index in 0..<count {
      let (t0, t1) = (Double(index) / Double(count), Double(index + 1) / Double(count))
      subdivide(segment, t0, t1, segment.tangent(at: t0), segment.tangent(at: t1), 0, of: deepest)
      if index + 1 < count { append(segment.point(at: t1), isCorner: false) }
    }
  }

  /// Adds the points between two parameters that the turn of the border asks for.
  private mutating func subdivide(
    _ segment: OutlineSegment,
    _ t0: Double,
    _ t1: Double,
    _ from: RasterPoint,
    _ to: RasterPoint,
    _ depth: Int,
    of deepest: Int
  ) {
    guard depth < deepest, (from * to).sum() < smoothCosine, from != .zero, to != .zero else { return }
    let middle = (t0 + t1) / 2
    let tangent = segment.tangent(at: middle)
    subdivide(segment, t0, middle, from, tangent, depth + 1, of: deepest)
    append(segment.point(at: middle), isCorner: false)
    subdivide(segment, middle, t1, tangent, to, depth + 1, of: deepest)
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
    // The end repeats the start, by a closing line or by its own coordinates.
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

  /// Whether the inner border can turn between two segments without going back on either.
  private func canPass(_ before: Int, _ after: Int) -> Bool {
    let (a, b) = (directions[before], directions[after])
    let cosine = (a * b).sum()
    guard cosine > -0.99 else { return false }
    // tan(θ/2) = sin θ / (1 + cos θ) is how far the inner border stops before the vertex, in half widths.
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
    // Towards larger y the right side of travel is along the normal; a positive turn goes that way.
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

  /// Adds a cap that looks along a direction away from the stroke.
  private mutating func addCap(at point: RasterPoint, _ direction: RasterPoint) {
    corners.removeAll(keepingCapacity: true)
    border.appendCap(at: point, direction, to: &corners)
    result.polygon(corners)
  }

  /// What a subpath without length leaves: two caps back to back.
  private mutating func addDot(_ point: RasterPoint) {
    addCap(at: point, RasterPoint(1, 0))
    addCap(at: point, RasterPoint(-1, 0))
  }
}

/// The shapes of joins and caps.
///
/// It holds no points: they are appended to the stroker's own lists, which nobody else refers to meanwhile.
private struct StrokeBorder {
  private let style: StrokeStyle
  private let half: Double
  /// The largest angle between two points of a flattened arc.
  let arcStep: Double

  init(_ style: StrokeStyle, tolerance: Double) {
    self.style = style
    half = style.width / 2
    arcStep = 2 * acos(max(0.5, 1 - min(0.5, tolerance / half)))
  }

  /// Appends the outer border of a join, from the end of one segment's to the start of the next one's.
  ///
  /// Where no join of the style stands, the vertex is one of a flattened curve.
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

  /// Appends the corners of a cap that looks along a direction away from the stroke; none for a butt one.
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

  /// Appends the points between two radii, going round by the shorter way, at a reversal ahead of the stroke.
  private func appendArc(
    _ centre: RasterPoint,
    _ from: RasterPoint,
    _ to: RasterPoint,
    side: Double,
    to points: inout [RasterPoint]
  ) {
    let sine = cross(from, to) / (half * half)
    let cosine = (from * to).sum() / (half * half)
    // From the right border (side 1) the way forward is against the normal's turn.
    var angle = atan2(sine, cosine)
    if abs(angle) > Double.pi - 1e-6 { angle = side > 0 ? -abs(angle) : abs(angle) }
    let count = Int((abs(angle) / arcStep).rounded(.up))
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
