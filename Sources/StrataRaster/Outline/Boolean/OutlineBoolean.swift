/// A set operation on two areas.
package enum BooleanOperation: Sendable {
  case union
  case intersection
  case subtraction
  case symmetricDifference

  func contains(_ first: Bool, _ second: Bool) -> Bool {
    switch self {
    case .union: first || second
    case .intersection: first && second
    case .subtraction: first && !second
    case .symmetricDifference: first != second
    }
  }
}

extension FillRule {
  func contains(_ winding: Int32) -> Bool {
    switch self {
    case .nonZero: winding != 0
    case .evenOdd: winding & 1 != 0
    }
  }
}

extension Outline {
  /// Combines this area with another one; both are filled by the same rule.
  ///
  /// The result does not cross itself, so that both rules fill it alike: with y up, borders run counterclockwise and
  /// holes clockwise. Curves stay curves. ``OutlineArrangement`` describes the algorithm.
  package func combined(with other: Outline, by operation: BooleanOperation, rule: FillRule) -> Outline {
    let arrangement = OutlineArrangement([self, other])
    return BoundaryTracer(arrangement) { windings in
      operation.contains(rule.contains(windings.x), rule.contains(windings.y))
    }.outline
  }

  /// The same area with borders that do not cross; see `combined(with:by:rule:)`.
  package func normalized(rule: FillRule) -> Outline {
    BoundaryTracer(OutlineArrangement([self])) { rule.contains($0.x) }.outline
  }

  /// The connected areas, each with its holes, from left to right.
  package func components(rule: FillRule) -> [Outline] {
    BoundaryTracer(OutlineArrangement([self])) { rule.contains($0.x) }.components
  }

  /// The parts of this outline's lines that lie inside another outline's area, border included, or outside of it.
  package func lines(inside isInside: Bool, _ area: Outline, rule: FillRule) -> Outline {
    let arrangement = OutlineArrangement([self, area], keepsLines: true)
    return LineClipper(arrangement, rule: rule).outline(keepsInside: isInside)
  }
}

/// Traces the borders between inside and outside in an arrangement.
struct BoundaryTracer {
  private typealias GridPoint = OutlineArrangement.GridPoint

  /// An edge of a border, directed so that the inside is on its left.
  private struct Step {
    var from: Int32
    var to: Int32
    var origin: OutlineArrangement.Origin
  }

  private let arrangement: OutlineArrangement
  private var loops: [[Step]] = []

  init(_ arrangement: OutlineArrangement, isInside: (SIMD2<Int32>) -> Bool) {
    self.arrangement = arrangement
    var steps: [Step] = []
    for edge in arrangement.edges {
      let (right, left) = (isInside(edge.right), isInside(edge.right &+ edge.winding))
      guard right != left else { continue }
      let origin = edge.origin
      steps.append(
        left
          ? Step(from: edge.from, to: edge.to, origin: origin)
          : Step(
            from: edge.to,
            to: edge.from,
            origin: .init(segment: origin.segment, start: origin.end, end: origin.start)
          )
      )
    }
    loops = trace(steps)
  }

  /// Joins steps to loops.
  ///
  /// At each corner the loop continues along the first edge clockwise from the direction back, which separates areas that
  /// touch in a point.
  private func trace(_ steps: [Step]) -> [[Step]] {
    var leaving: [Int32: [Int]] = [:]
    for (index, step) in steps.enumerated() { leaving[step.from, default: []].append(index) }
    var isUsed = [Bool](repeating: false, count: steps.count)
    var loops: [[Step]] = []
    for first in steps.indices where !isUsed[first] {
      var loop: [Step] = []
      var index = first
      while true {
        isUsed[index] = true
        loop.append(steps[index])
        let open = (leaving[steps[index].to] ?? []).filter { !isUsed[$0] || $0 == first }
        guard let following = next(after: steps[index], among: open, steps), following != first else { break }
        index = following
      }
      // A chain that does not close would need contradicting winding numbers; it is dropped.
      if loop.count > 1, loop.last?.to == loop.first?.from { loops.append(loop) }
    }
    return loops
  }

  private func next(after step: Step, among candidates: [Int], _ steps: [Step]) -> Int? {
    guard candidates.count > 1 else { return candidates.first }
    let back = vector(step.to, step.from)
    return candidates.min { a, b in
      let (u, v) = (vector(steps[a].from, steps[a].to), vector(steps[b].from, steps[b].to))
      let (halfU, halfV) = (half(u, from: back), half(v, from: back))
      if halfU != halfV { return halfU < halfV }
      // In the same half turn the direction further to the left comes first clockwise.
      return u.x * v.y - u.y * v.x < 0
    }
  }

  private func vector(_ a: Int32, _ b: Int32) -> GridPoint {
    let (p, q) = (arrangement.corners[Int(a)], arrangement.corners[Int(b)])
    return GridPoint(x: q.x - p.x, y: q.y - p.y)
  }

  /// The half turn of a direction, clockwise from `base`: 0 to its right, 1 opposite and to its left, 2 along it.
  private func half(_ direction: GridPoint, from base: GridPoint) -> Int {
    let turn = base.x * direction.y - base.y * direction.x
    if turn < 0 { return 0 }
    if turn > 0 { return 1 }
    return base.x * direction.x + base.y * direction.y > 0 ? 2 : 1
  }

  // MARK: Output

  /// All borders.
  var outline: Outline {
    var result = Outline()
    for loop in loops where !isSliver(loop) { append(loop, to: &result) }
    return result
  }

  /// The connected areas: each border with its holes.
  var components: [Outline] {
    let kept = loops.filter { !isSliver($0) }
    let outer = kept.indices.filter { area(kept[$0]) > 0 }
    var parts = Dictionary(uniqueKeysWithValues: outer.map { ($0, [$0]) })
    for hole in kept.indices where area(kept[hole]) <= 0 {
      let around = outer.filter { surrounds(kept[$0], kept[hole]) }
      if let nearest = around.min(by: { area(kept[$0]) < area(kept[$1]) }) { parts[nearest]?.append(hole) }
    }
    return outer.map { index in
      var result = Outline()
      for loop in parts[index] ?? [] { append(kept[loop], to: &result) }
      return result
    }
  }

  /// Twice the signed area in steps of the grid, positive for borders.
  private func area(_ loop: [Step]) -> Double {
    guard let first = loop.first else { return 0 }
    let origin = arrangement.corners[Int(first.from)]
    return loop.reduce(0) { sum, step in
      let (p, q) = (arrangement.corners[Int(step.from)], arrangement.corners[Int(step.to)])
      return sum + Double(p.x - origin.x) * Double(q.y - origin.y)
        - Double(q.x - origin.x) * Double(p.y - origin.y)
    }
  }

  /// True if a loop is thinner than the precision of curves: a remainder of two curves that run along each other.
  private func isSliver(_ loop: [Step]) -> Bool {
    let isCurved = loop.contains { !isLine($0) }
    var (area, length) = (0.0, 0.0)
    let origin = arrangement.places[Int(loop[0].from)]
    for step in loop {
      let (p, q) = (arrangement.places[Int(step.from)] - origin, arrangement.places[Int(step.to)] - origin)
      area += p.x * q.y - q.x * p.y
      length += ((q - p) * (q - p)).sum().squareRoot()
    }
    return area.magnitude / 2 <= length / 2 * (isCurved ? arrangement.tolerance : 2 * arrangement.step)
  }

  /// True if the middle of a hole's first edge is inside a border.
  private func surrounds(_ border: [Step], _ hole: [Step]) -> Bool {
    let (a, b) = (arrangement.corners[Int(hole[0].from)], arrangement.corners[Int(hole[0].to)])
    let place = GridPoint(x: a.x + b.x, y: a.y + b.y)
    var isInside = false
    for step in border {
      var (p, q) = (arrangement.corners[Int(step.from)], arrangement.corners[Int(step.to)])
      if q < p { swap(&p, &q) }
      let (low, high) = (GridPoint(x: p.x * 2, y: p.y * 2), GridPoint(x: q.x * 2, y: q.y * 2))
      guard low <= place, place < high else { continue }
      let turn = (q.x - p.x) * (place.y - p.y * 2) - (q.y - p.y) * (place.x - p.x * 2)
      if turn > 0 { isInside.toggle() }
    }
    return isInside
  }

  private func append(_ loop: [Step], to outline: inout Outline) {
    let pieces = joined(loop)
    guard let first = pieces.first else { return }
    outline.move(to: first.start)
    for (index, piece) in pieces.enumerated() {
      if index == pieces.count - 1, piece.degree == 1 { break }
      outline.append(piece)
    }
    outline.close()
  }

  /// The loop as the smallest number of lines and curves.
  private func joined(_ loop: [Step]) -> [OutlineSegment] {
    var runs: [Step] = []
    func continues(_ a: Step, _ b: Step) -> Bool {
      if a.origin.segment == b.origin.segment, a.origin.end == b.origin.start {
        return (a.origin.end - a.origin.start) * (b.origin.end - b.origin.start) > 0
      }
      guard isLine(a), isLine(b) else { return false }
      let (u, v) = (vector(a.from, a.to), vector(b.from, b.to))
      // The corners of cut lines lie up to a step of the grid beside the line.
      let turn = Double(u.x) * Double(v.y) - Double(u.y) * Double(v.x)
      let (square, other) = (
        Double(u.x) * Double(u.x) + Double(u.y) * Double(u.y),
        Double(v.x) * Double(v.x) + Double(v.y) * Double(v.y)
      )
      let forward = Double(u.x) * Double(v.x) + Double(u.y) * Double(v.y)
      return forward > 0 && turn.magnitude <= 2 * min(square, other).squareRoot()
    }
    func merged(_ a: Step, _ b: Step) -> Step {
      let origin = OutlineArrangement.Origin(
        segment: a.origin.segment,
        start: a.origin.start,
        end: isLine(a) ? a.origin.start : b.origin.end
      )
      return Step(from: a.from, to: b.to, origin: origin)
    }
    for step in loop {
      if let last = runs.last, continues(last, step) {
        runs[runs.count - 1] = merged(last, step)
      } else {
        runs.append(step)
      }
    }
    // The loop may begin in the middle of a line or curve.
    if runs.count > 2, let last = runs.last, continues(last, runs[0]) {
      runs[0] = merged(last, runs[0])
      runs.removeLast()
    }
    return runs.map { piece($0.origin, $0.from, $0.to) }
  }

  private func isLine(_ step: Step) -> Bool {
    arrangement.segments[Int(step.origin.segment)].degree == 1
  }

  private func piece(_ origin: OutlineArrangement.Origin, _ from: Int32, _ to: Int32) -> OutlineSegment {
    arrangement.piece(origin, from: from, to: to)
  }
}

extension OutlineArrangement {
  /// The part of a curve between two corners, which are its exact ends.
  func piece(_ origin: Origin, from: Int32, to: Int32) -> OutlineSegment {
    let segment = segments[Int(origin.segment)]
    let (start, end) = (places[Int(from)], places[Int(to)])
    guard segment.degree > 1 else { return OutlineSegment(line: start, end) }
    let isReversed = origin.start > origin.end
    let part = segment.part(from: min(origin.start, origin.end), to: max(origin.start, origin.end))
    if segment.degree == 2 { return OutlineSegment(quad: start, part.control1, end) }
    return isReversed
      ? OutlineSegment(cubic: start, part.control2, part.control1, end)
      : OutlineSegment(cubic: start, part.control1, part.control2, end)
  }
}

/// Finds the parts of the first outline's lines inside or outside of the second one's area.
struct LineClipper {
  private let arrangement: OutlineArrangement
  private let rule: FillRule
  /// The edges on each segment of the lines, in its direction.
  private var pieces: [[OutlineArrangement.Edge]]

  init(_ arrangement: OutlineArrangement, rule: FillRule) {
    self.arrangement = arrangement
    self.rule = rule
    pieces = Array(repeating: [], count: arrangement.segments.count)
    for edge in arrangement.lineEdges { pieces[Int(edge.origin.segment)].append(edge) }
    for index in pieces.indices {
      pieces[index].sort {
        min($0.origin.start, $0.origin.end) < min($1.origin.start, $1.origin.end)
      }
    }
  }

  /// The parts inside the area or on its border, or those outside.
  func outline(keepsInside: Bool) -> Outline {
    var result = Outline()
    var pen: Int32?
    var subpath: Int32?
    for (index, edges) in pieces.enumerated() where arrangement.owners[index] == 0 {
      if arrangement.subpaths[index] != subpath {
        (pen, subpath) = (nil, arrangement.subpaths[index])
      }
      var run: (origin: OutlineArrangement.Origin, from: Int32, to: Int32)?
      func flush() {
        guard let done = run else { return }
        let piece = arrangement.piece(done.origin, from: done.from, to: done.to)
        if pen != done.from { result.move(to: piece.start) }
        result.append(piece)
        (pen, run) = (done.to, nil)
      }
      for edge in edges {
        let isForward = edge.origin.start < edge.origin.end
        let (from, to) = isForward ? (edge.from, edge.to) : (edge.to, edge.from)
        let (start, end) =
          isForward ? (edge.origin.start, edge.origin.end) : (edge.origin.end, edge.origin.start)
        let isInside = rule.contains(edge.right.y) || rule.contains(edge.right.y &+ edge.winding.y)
        guard isInside == keepsInside else {
          flush()
          continue
        }
        if let current = run, current.to == from {
          run = (.init(segment: Int32(index), start: current.origin.start, end: end), current.from, to)
        } else {
          flush()
          run = (.init(segment: Int32(index), start: start, end: end), from, to)
        }
      }
      flush()
    }
    return result
  }
}
