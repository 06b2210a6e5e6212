import StrataBase

/// The planar arrangement of the edges of one or two outlines, on an integer grid that makes every predicate exact.
///
/// Outlines become short straight edges that record which part of which curve they approximate. Corners are rounded to a
/// grid of 2^28 steps to either side of the middle, on which orientation tests fit into 64 bits. Edges are then cut where
/// they cross, and where a corner lies on another edge. Cuts are rounded to the grid, too, and may cause new crossings, so
/// that this repeats until no edge is left to cut: a simple form of snap rounding (Hobby, "Practical segment intersection
/// with finite precision output", 1999). The result is a planar graph: edges meet only at their ends, and equal edges are
/// united. Later predicates (inside or outside, the next edge around a corner) use the grid alone and never contradict
/// each other; places are returned in full precision.
///
/// - Complexity: A sweep over edges sorted by x tests those that overlap in x and y: O(n log n + overlapping pairs).
struct OutlineArrangement {
  /// A place on the grid.
  struct GridPoint: Hashable, Comparable {
    var x: Int64
    var y: Int64

    static func < (a: GridPoint, b: GridPoint) -> Bool { (a.x, a.y) < (b.x, b.y) }
  }

  /// The part of a curve that an edge approximates.
  struct Origin {
    var segment: Int32
    var start: Double
    var end: Double
  }

  /// A piece of the outlines between two corners; `from` comes before `to` in the order of the grid.
  struct Edge {
    var from: Int32
    var to: Int32
    /// The change of each outline's winding number when the edge is crossed from its right to its left.
    var winding: SIMD2<Int32>
    /// The part of a curve that the edge approximates; its parameters run from `from` to `to` and may decrease.
    var origin: Origin
    /// The winding numbers of the outlines on the right of the edge; those on the left are larger by `winding`.
    var right = SIMD2<Int32>()
  }

  private(set) var segments: [OutlineSegment]
  /// The outline of each segment, 0 or 1.
  let owners: [Int32]
  /// The number of the subpath that each segment belongs to, counted in its outline.
  let subpaths: [Int32]
  private(set) var corners: [GridPoint] = []
  private(set) var places: [RasterPoint] = []
  /// The precision of a place: 2 for ends of segments, 1 for crossings, 0 for points of flattened curves.
  private var ranks: [UInt8] = []
  private(set) var edges: [Edge] = []
  /// The edges of the first outline before equal ones are united, with the winding numbers of all; made on request.
  private(set) var lineEdges: [Edge] = []
  /// The largest distance of an edge from the curve that it approximates.
  let tolerance: Double
  /// The distance between neighbours on the grid.
  let step: Double

  private var cornerIndices: [GridPoint: Int32] = [:]
  private let center: RasterPoint
  private let scale: Double

  /// Arranges outlines; with `keepsLines` open subpaths of the first one stay open, and its edges are kept.
  init(_ outlines: [Outline], keepsLines: Bool = false) {
    let parts = Self.parts(of: outlines, keepsLines: keepsLines)
    (segments, owners, subpaths) = (parts.map(\.segment), parts.map(\.owner), parts.map(\.subpath))
    var lower = RasterPoint(repeating: .infinity)
    var upper = RasterPoint(repeating: -.infinity)
    for segment in segments {
      for point in [segment.start, segment.control1, segment.control2, segment.end] {
        (lower, upper) = (pointwiseMin(lower, point), pointwiseMax(upper, point))
      }
    }
    let extent = segments.isEmpty ? 1 : max((upper - lower).max(), .leastNormalMagnitude)
    center = segments.isEmpty ? .zero : lower / 2 + upper / 2
    scale = Double(1 << 28) / (extent / 2)
    tolerance = extent * 2e-5
    step = 1 / scale
    guard extent.isFinite, scale.isFinite else {
      segments.removeAll()
      return
    }
    for index in segments.indices { flatten(Int32(index)) }
    divide()
    let lines = keepsLines ? edges.filter { owners[Int($0.origin.segment)] == 0 } : []
    unite()
    wind()
    lineEdges = lines.map { windings(of: $0) }
  }

  /// A segment, its outline, and the number of its subpath.
  private typealias Part = (segment: OutlineSegment, owner: Int32, subpath: Int32)

  private static func parts(of outlines: [Outline], keepsLines: Bool) -> [Part] {
    var result: [Part] = []
    for (owner, outline) in outlines.enumerated() {
      var subpath: Int32 = 0
      outline.forEachSubpath { segments, isClosed in
        for segment in segments { result.append((segment, Int32(owner), subpath)) }
        if owner > 0 || !keepsLines, !isClosed, let first = segments.first, let last = segments.last,
          first.start != last.end
        {
          result.append((OutlineSegment(line: last.end, first.start), Int32(owner), subpath))
        }
        subpath += 1
      }
    }
    return result
  }

  // MARK: Corners

  private func grid(_ place: RasterPoint) -> GridPoint {
    let limit = Double(1 << 28)
    let at = ((place - center) * scale).rounded(.toNearestOrEven)
    let bounded = pointwiseMax(
      pointwiseMin(at, RasterPoint(repeating: limit)),
      RasterPoint(repeating: -limit)
    )
    return GridPoint(x: Int64(bounded.x), y: Int64(bounded.y))
  }

  private mutating func corner(at point: GridPoint, _ place: RasterPoint, rank: UInt8) -> Int32 {
    if let index = cornerIndices[point] {
      if rank > ranks[Int(index)] { (places[Int(index)], ranks[Int(index)]) = (place, rank) }
      return index
    }
    let index = Int32(corners.count)
    corners.append(point)
    places.append(place)
    ranks.append(rank)
    cornerIndices[point] = index
    return index
  }

  private mutating func flatten(_ index: Int32) {
    let segment = segments[Int(index)]
    let (one, two) = (
      segment.start - 2 * segment.control1 + segment.control2,
      segment.control1 - 2 * segment.control2 + segment.end
    )
    // Wang's formula (see `Flattening`): a curve stays within 0.75·d / n² of n chords; d is its larger second difference.
    let bend = max((one * one).sum(), (two * two).sum()).squareRoot()
    let steps = segment.degree == 1 ? 1 : (0.75 * bend / tolerance).squareRoot().rounded(.up)
    let count = Int(min(max(steps, 1), 512))
    var winding = SIMD2<Int32>()
    winding[Int(owners[Int(index)])] = 1
    var from = corner(at: grid(segment.start), segment.start, rank: 2)
    for step in 1...count {
      let end = Double(step) / Double(count)
      let place = step == count ? segment.end : segment.point(at: end)
      let to = corner(at: grid(place), place, rank: step == count ? 2 : 0)
      let origin = Origin(segment: index, start: Double(step - 1) / Double(count), end: end)
      append(from: from, to: to, winding, origin)
      from = to
    }
  }

  private mutating func append(from: Int32, to: Int32, _ winding: SIMD2<Int32>, _ origin: Origin) {
    guard from != to else { return }
    edges.append(Self.edge(from: from, to: to, winding: winding, origin: origin, corners))
  }

  /// An edge between two corners, turned so that its ends are in order.
  private static func edge(
    from: Int32,
    to: Int32,
    winding: SIMD2<Int32>,
    origin: Origin,
    _ corners: [GridPoint]
  ) -> Edge {
    if corners[Int(from)] < corners[Int(to)] {
      return Edge(from: from, to: to, winding: winding, origin: origin)
    }
    let turned = Origin(segment: origin.segment, start: origin.end, end: origin.start)
    return Edge(from: to, to: from, winding: 0 &- winding, origin: turned)
  }

  // MARK: Cutting

  /// A corner on an edge, and the parameter of the edge's curve there.
  private struct Cut {
    var edge: Int
    var corner: Int32
    var parameter: Double
  }

  /// Cuts edges where they meet until none is left to cut, which rarely takes more than two rounds.
  private mutating func divide() {
    for _ in 0..<12 {
      let cuts = findCuts()
      guard !cuts.isEmpty else { return }
      split(at: cuts)
    }
  }

  private mutating func findCuts() -> [Cut] {
    edges.sort { a, b in
      (corners[Int(a.from)], corners[Int(a.to)], a.origin.segment)
        < (corners[Int(b.from)], corners[Int(b.to)], b.origin.segment)
    }
    var cuts: [Cut] = []
    var active: [Int] = []
    for index in edges.indices {
      let start = corners[Int(edges[index].from)].x
      active.removeAll { corners[Int(edges[$0].to)].x < start - 1 }
      let (low, high) = span(edges[index])
      for other in active {
        let (otherLow, otherHigh) = span(edges[other])
        if otherLow <= high + 1, low <= otherHigh + 1 { meet(other, index, &cuts) }
      }
      active.append(index)
    }
    return cuts
  }

  private func span(_ edge: Edge) -> (Int64, Int64) {
    let (a, b) = (corners[Int(edge.from)].y, corners[Int(edge.to)].y)
    return (min(a, b), max(a, b))
  }

  private mutating func meet(_ first: Int, _ second: Int, _ cuts: inout [Cut]) {
    let (a, b) = (edges[first], edges[second])
    if a.from == b.from, a.to == b.to { return }
    var touches = false
    for corner in [b.from, b.to] where corner != a.from && corner != a.to && lies(corner, on: a) {
      cuts.append(Cut(edge: first, corner: corner, parameter: parameter(of: corner, on: a)))
      touches = true
    }
    for corner in [a.from, a.to] where corner != b.from && corner != b.to && lies(corner, on: b) {
      cuts.append(Cut(edge: second, corner: corner, parameter: parameter(of: corner, on: b)))
      touches = true
    }
    let isJoined = a.from == b.from || a.from == b.to || a.to == b.from || a.to == b.to
    guard !touches, !isJoined else { return }
    let (p, q) = (corners[Int(a.from)], corners[Int(a.to)])
    let (r, s) = (corners[Int(b.from)], corners[Int(b.to)])
    let (onR, onS) = (orientation(p, q, r), orientation(p, q, s))
    let (onP, onQ) = (orientation(r, s, p), orientation(r, s, q))
    guard (onR > 0) != (onS > 0), (onP > 0) != (onQ > 0) else { return }
    let alongA = Double(onP) / (Double(onP) - Double(onQ))
    let alongB = Double(onR) / (Double(onR) - Double(onS))
    guard alongA.isFinite, alongB.isFinite else { return }
    let at = GridPoint(
      x: p.x + Int64((Double(q.x - p.x) * alongA).rounded()),
      y: p.y + Int64((Double(q.y - p.y) * alongA).rounded())
    )
    let crossing = crossing(a, alongA, b, alongB)
    let corner = corner(at: at, crossing.place, rank: 1)
    if corner != a.from, corner != a.to {
      cuts.append(Cut(edge: first, corner: corner, parameter: crossing.onFirst))
    }
    if corner != b.from, corner != b.to {
      cuts.append(Cut(edge: second, corner: corner, parameter: crossing.onSecond))
    }
  }

  /// Twice the signed area of a triangle, positive if it turns to the left.
  private func orientation(_ a: GridPoint, _ b: GridPoint, _ c: GridPoint) -> Int64 {
    (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
  }

  /// True if a corner is between the ends of an edge and at most a step of the grid away from it.
  private func lies(_ corner: Int32, on edge: Edge) -> Bool {
    let (p, q, c) = (corners[Int(edge.from)], corners[Int(edge.to)], corners[Int(corner)])
    let vector = SIMD2(Double(q.x - p.x), Double(q.y - p.y))
    let along = SIMD2(Double(c.x - p.x), Double(c.y - p.y))
    let square = (vector * vector).sum()
    let projection = (along * vector).sum()
    guard projection > 0, projection < square else { return false }
    return Double(orientation(p, q, c)).magnitude <= square.squareRoot()
  }

  private func parameter(of corner: Int32, on edge: Edge) -> Double {
    let (p, q, c) = (corners[Int(edge.from)], corners[Int(edge.to)], corners[Int(corner)])
    let vector = SIMD2(Double(q.x - p.x), Double(q.y - p.y))
    let along = (SIMD2(Double(c.x - p.x), Double(c.y - p.y)) * vector).sum() / (vector * vector).sum()
    return edge.origin.start + (edge.origin.end - edge.origin.start) * along
  }

  /// The crossing of two curves near the crossing of their edges, by Newton's method from there.
  private func crossing(
    _ a: Edge,
    _ alongA: Double,
    _ b: Edge,
    _ alongB: Double
  ) -> (place: RasterPoint, onFirst: Double, onSecond: Double) {
    let (first, second) = (segments[Int(a.origin.segment)], segments[Int(b.origin.segment)])
    let rangeA = a.origin.end - a.origin.start
    let rangeB = b.origin.end - b.origin.start
    let (startA, startB) = (a.origin.start + rangeA * alongA, b.origin.start + rangeB * alongB)
    var (s, t) = (startA, startB)
    for _ in 0..<8 {
      let gap = second.point(at: t) - first.point(at: s)
      let (u, v) = (first.velocity(at: s), second.velocity(at: t))
      let determinant = u.y * v.x - u.x * v.y
      guard determinant != 0 else { break }
      let (ds, dt) = ((gap.y * v.x - gap.x * v.y) / determinant, (gap.y * u.x - gap.x * u.y) / determinant)
      guard ds.isFinite, dt.isFinite else { break }
      (s, t) = (s + ds, t + dt)
      if ds.magnitude < 1e-15, dt.magnitude < 1e-15 { break }
    }
    // The method may diverge where curves barely touch; the crossing of the edges is then near enough.
    let onEdge = places[Int(a.from)] + (places[Int(a.to)] - places[Int(a.from)]) * alongA
    let place = first.point(at: s)
    let moved = place - onEdge
    let isNear =
      (moved * moved).sum() <= 16 * tolerance * tolerance && (s - startA).magnitude <= rangeA.magnitude
      && (t - startB).magnitude <= rangeB.magnitude && s >= 0 && s <= 1 && t >= 0 && t <= 1
    return isNear ? (place, s, t) : (onEdge, startA, startB)
  }

  private mutating func split(at cuts: [Cut]) {
    var byEdge: [Int: [Cut]] = [:]
    for cut in cuts { byEdge[cut.edge, default: []].append(cut) }
    for index in byEdge.keys.sorted() {
      let edge = edges[index]
      let start = corners[Int(edge.from)]
      let end = corners[Int(edge.to)]
      func along(_ corner: Int32) -> Int64 {
        let point = corners[Int(corner)]
        return (point.x - start.x) * (end.x - start.x) + (point.y - start.y) * (end.y - start.y)
      }
      let sorted = (byEdge[index] ?? []).sorted {
        (along($0.corner), $0.corner) < (along($1.corner), $1.corner)
      }
      var (from, parameter) = (edge.from, edge.origin.start)
      var isFirst = true
      func add(to corner: Int32, _ next: Double) {
        guard corner != from else { return }
        let origin = Origin(segment: edge.origin.segment, start: parameter, end: next)
        let piece = Self.edge(from: from, to: corner, winding: edge.winding, origin: origin, corners)
        if isFirst { edges[index] = piece } else { edges.append(piece) }
        isFirst = false
        (from, parameter) = (corner, next)
      }
      for cut in sorted { add(to: cut.corner, cut.parameter) }
      add(to: edge.to, edge.origin.end)
    }
  }

  // MARK: Windings

  /// Unites equal edges; edges that cancel out remain, as lines may lie on them.
  private mutating func unite() {
    edges.sort { a, b in
      (corners[Int(a.from)], corners[Int(a.to)], a.origin.segment)
        < (corners[Int(b.from)], corners[Int(b.to)], b.origin.segment)
    }
    var united: [Edge] = []
    united.reserveCapacity(edges.count)
    for edge in edges {
      if let last = united.last, last.from == edge.from, last.to == edge.to {
        united[united.count - 1].winding &+= edge.winding
      } else {
        united.append(edge)
      }
    }
    edges = united
  }

  /// Computes the winding numbers on the right of each edge: the sum over all edges that a ray downwards from its middle
  /// crosses.
  ///
  /// The ray is tilted by less than any step of the grid, which comparing places by x and then by y amounts to
  /// (simulation of simplicity), so that vertical edges need no case of their own.
  private mutating func wind() {
    // Edges are sorted by their first corners. Visiting middles in order keeps the set of edges that the ray can cross.
    let order = edges.indices.sorted { (middle(edges[$0]), $0) < (middle(edges[$1]), $1) }
    var active: [Int] = []
    var next = 0
    for index in order {
      let place = middle(edges[index])
      while next < edges.count {
        let begin = corners[Int(edges[next].from)]
        guard GridPoint(x: begin.x * 2, y: begin.y * 2) <= place else { break }
        active.append(next)
        next += 1
      }
      active.removeAll { other in
        let end = corners[Int(edges[other].to)]
        return GridPoint(x: end.x * 2, y: end.y * 2) <= place
      }
      var sum = SIMD2<Int32>()
      for other in active where other != index {
        let (p, q) = (corners[Int(edges[other].from)], corners[Int(edges[other].to)])
        let turn = (q.x - p.x) * (place.y - p.y * 2) - (q.y - p.y) * (place.x - p.x * 2)
        if turn > 0 { sum &+= edges[other].winding }
      }
      edges[index].right = sum
    }
  }

  /// An edge with the winding numbers of the edge that it was united with.
  private func windings(of line: Edge) -> Edge {
    func key(_ edge: Edge) -> (GridPoint, GridPoint) { (corners[Int(edge.from)], corners[Int(edge.to)]) }
    var (low, high) = (0, edges.count)
    while low < high {
      let middle = (low + high) / 2
      if key(edges[middle]) < key(line) { low = middle + 1 } else { high = middle }
    }
    guard low < edges.count else { return line }
    var result = line
    (result.winding, result.right) = (edges[low].winding, edges[low].right)
    return result
  }

  /// The middle of an edge in half steps of the grid.
  private func middle(_ edge: Edge) -> GridPoint {
    let (a, b) = (corners[Int(edge.from)], corners[Int(edge.to)])
    return GridPoint(x: a.x + b.x, y: a.y + b.y)
  }
}
