import StrataBase

extension Outline {
  /// The outline cut into dashes, each an open subpath; the pattern restarts at each subpath (rendering SH-7).
  ///
  /// `lengths` are dashes and gaps in turn; an odd number of them is repeated once. `phase` is the distance into the
  /// pattern at which a subpath begins. A pattern with a negative length or of no length returns the outline itself.
  ///
  /// Of subpaths with many dashes those that lie outside of `box` may be left out. A subpath stays whole if more than
  /// 100,000 remain, or if it lies so far along the outline that they are lost to rounding; `stayedWhole` is called for
  /// each.
  package func dashed(
    lengths pattern: [Double],
    phase: Double,
    near box: OutlineBounds? = nil,
    stayedWhole: () -> Void = {}
  ) -> Outline {
    guard let pattern = DashPattern(pattern, phase: phase) else { return self }
    let measure = OutlineMeasure(self)
    var result = Outline()
    for subpath in measure.subpaths {
      guard let first = subpath.range.first, let last = subpath.range.last else { continue }
      let (begin, end) = (measure.offsets[first], measure.offsets[last] + measure.lengths[last])
      var stretches = [begin...end]
      if let box, pattern.count(in: end - begin) > DashPattern.few {
        stretches = measure.stretches(of: subpath.range, near: box, apart: pattern.total)
      }
      let count = stretches.reduce(0) { $0 + pattern.count(in: $1.upperBound - $1.lowerBound) }
      guard count <= DashPattern.limit, pattern.moves(end) else {
        measure.append(subpath.range, isClosed: subpath.isClosed, from: begin, to: end, into: &result)
        stayedWhole()
        continue
      }
      for stretch in stretches {
        pattern.forEachDash(from: begin, to: end, touching: stretch) { from, to in
          measure.appendDash(subpath.range, from, to, into: &result)
        }
      }
    }
    return result
  }
}

extension OutlineMeasure {
  /// The parts of a subpath, as arc lengths, that may reach into a box; those less than `gap` apart are one.
  fileprivate func stretches(
    of range: Range<Int>,
    near box: OutlineBounds,
    apart gap: Double
  ) -> [ClosedRange<Double>] {
    var result: [ClosedRange<Double>] = []
    for index in range {
      guard let part = segments[index].parameters(inside: box) else { continue }
      let from = offsets[index] + part.lowerBound * lengths[index]
      let to = offsets[index] + part.upperBound * lengths[index]
      if let last = result.last, from - last.upperBound < gap {
        result[result.count - 1] = last.lowerBound...max(last.upperBound, to)
      } else {
        result.append(from...to)
      }
    }
    return result
  }

  /// Appends one dash of a subpath; a dash without length becomes a tiny line, whose direction caps need.
  fileprivate func appendDash(_ range: Range<Int>, _ from: Double, _ to: Double, into result: inout Outline) {
    guard let found = location(atLength: from) else { return }
    var index = min(max(found.segment, range.lowerBound), range.upperBound - 1)
    if to <= from {
      let t = index == found.segment ? found.t : 1
      let point = segments[index].point(at: t)
      result.move(to: point)
      result.line(to: point + segments[index].tangent(at: t) * 1e-6)
      return
    }
    var hasMoved = false
    while index < range.upperBound, offsets[index] < to {
      let (low, high) = (offsets[index], offsets[index] + lengths[index])
      let t0 = from <= low ? 0 : segments[index].parameter(atLength: from - low, of: lengths[index])
      let t1 = to >= high ? 1 : segments[index].parameter(atLength: to - low, of: lengths[index])
      if t0 < t1 {
        let part = segments[index].part(from: t0, to: t1)
        if !hasMoved { result.move(to: part.start) }
        hasMoved = true
        result.append(part)
      }
      index += 1
    }
  }
}

extension OutlineSegment {
  /// The parameters of a line's part in a box, or of a curve whose hull meets it; nil if nothing does.
  fileprivate func parameters(inside box: OutlineBounds) -> ClosedRange<Double>? {
    var (low, high) = (0.0, 1.0)
    for (axis, least, most) in [(0, box.minX, box.maxX), (1, box.minY, box.maxY)] {
      let (p0, p1, p2, p3) = (start[axis], control1[axis], control2[axis], end[axis])
      guard min(p0, p1, p2, p3) <= most, max(p0, p1, p2, p3) >= least else { return nil }
      // The part between two edges (Liang and Barsky, "A new concept and method for line clipping", 1984).
      guard degree == 1, p0 != p3 else { continue }
      let (a, b) = ((least - p0) / (p3 - p0), (most - p0) / (p3 - p0))
      (low, high) = (max(low, min(a, b)), min(high, max(a, b)))
    }
    return low <= high ? low...high : nil
  }
}

/// A dash pattern of an even number of lengths, and the place in it at which a subpath begins.
package struct DashPattern {
  /// The largest number of dashes; a subpath with more is painted solid.
  fileprivate static let limit = 100_000.0
  /// So many dashes are not worth a search for those that can be seen.
  fileprivate static let few = 1000.0

  /// Dashes and gaps in turn; none is negative.
  package let lengths: [Double]
  /// The sum of the lengths, more than 0.
  let total: Double
  /// The distance into the pattern at which a subpath begins, from 0 to less than ``total``.
  package let phase: Double
  private let startIndex: Int
  private let startOffset: Double

  /// Returns nil for a pattern that leaves lines solid: of no length, or with a length that is negative or not finite.
  package init?(_ pattern: [Double], phase: Double) {
    guard !pattern.isEmpty, pattern.allSatisfy({ $0 >= 0 && $0.isFinite }) else { return nil }
    lengths = pattern.count % 2 == 0 ? pattern : pattern + pattern
    total = lengths.reduce(0, +)
    guard total > 0, total.isFinite else { return nil }
    var offset = phase.isFinite ? phase.truncatingRemainder(dividingBy: total) : 0
    if offset < 0 { offset += total }
    if offset >= total { offset = 0 }
    self.phase = offset
    var index = 0
    while offset > lengths[index] || (offset == lengths[index] && offset > 0) {
      offset -= lengths[index]
      index += 1
      if index == lengths.count {
        index = 0
        break
      }
    }
    (startIndex, startOffset) = (index, max(0, min(offset, lengths[index])))
  }

  /// The number of dashes along a length.
  fileprivate func count(in length: Double) -> Double { length / total * Double(lengths.count / 2) }

  /// True if the pattern has a length that leads on from a place.
  fileprivate func moves(_ place: Double) -> Bool { place + (lengths.max() ?? 0) / 2 > place }

  /// Calls `body` for the dashes between two places of which some part is in a stretch between these.
  fileprivate func forEachDash(
    from start: Double,
    to end: Double,
    touching stretch: ClosedRange<Double>,
    _ body: (_ from: Double, _ to: Double) -> Void
  ) {
    // Whole periods lead to the same place in the pattern; the last one may have a dash that reaches into the stretch.
    let periods = max(0, ((stretch.lowerBound - start) / total).rounded(.down) - 1)
    var index = startIndex
    var position = start + periods * total
    var left = lengths[index] - startOffset
    let last = min(end, stretch.upperBound)
    while position < last || (position == start && start == end) {
      let next = position + left
      if index % 2 == 0, next >= stretch.lowerBound { body(position, min(next, end)) }
      if start == end { return }
      position = next
      index = (index + 1) % lengths.count
      left = lengths[index]
    }
  }
}
