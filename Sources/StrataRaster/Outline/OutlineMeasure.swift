package import StrataBase

/// The arc lengths of an outline: finds the point at a length, and the part between two lengths.
package struct OutlineMeasure: Sendable {
  package let segments: [OutlineSegment]
  /// The length of each segment.
  package let lengths: [Double]
  /// The length before each segment, over all subpaths; jumps between subpaths have no length.
  package let offsets: [Double]
  package let length: Double
  /// The indices of the segments of each subpath, and true if it is closed.
  package let subpaths: [(range: Range<Int>, isClosed: Bool)]

  /// Measures an outline; without closing lines a close has no segment (animation Q-14).
  package init(_ outline: Outline, countsClosingLines: Bool = true) {
    var segments: [OutlineSegment] = []
    var subpaths: [(range: Range<Int>, isClosed: Bool)] = []
    outline.forEachSubpath { parts, isClosed in
      let first = segments.count
      segments.append(contentsOf: parts.filter { countsClosingLines || !$0.isClosing })
      if segments.count > first { subpaths.append((first..<segments.count, isClosed)) }
    }
    var total = 0.0
    var lengths: [Double] = []
    var offsets: [Double] = []
    for segment in segments {
      let length = segment.length()
      offsets.append(total)
      lengths.append(length.isFinite ? length : 0)
      total += lengths.last ?? 0
    }
    self.segments = segments
    self.subpaths = subpaths
    self.lengths = lengths
    self.offsets = offsets
    length = total
  }

  /// The segment that contains an arc length (the later one at a joint), and the Bézier parameter there.
  ///
  /// - Complexity: O(log segments).
  package func location(atLength distance: Double) -> (segment: Int, t: Double)? {
    guard !segments.isEmpty else { return nil }
    var (low, high) = (0, segments.count)
    while low + 1 < high {
      let middle = (low + high) / 2
      if offsets[middle] <= distance { low = middle } else { high = middle }
    }
    // At the end of the outline the last segment with a length is meant.
    while low > 0, lengths[low] == 0, distance >= length { low -= 1 }
    return (low, segments[low].parameter(atLength: distance - offsets[low], of: lengths[low]))
  }

  /// The point at an arc length from the start, 0...`length`; nil for an outline without segments.
  package func point(atLength distance: Double) -> RasterPoint? {
    location(atLength: distance).map { segments[$0.segment].point(at: $0.t) }
  }

  /// The unit direction of travel at an arc length; nil for an outline without segments.
  package func tangent(atLength distance: Double) -> RasterPoint? {
    location(atLength: distance).map { segments[$0.segment].tangent(at: $0.t) }
  }

  /// Appends the part between two arc lengths; curves stay curves, and a whole subpath stays closed.
  ///
  /// The lengths find the segments. A curve is cut at the Bézier parameter that equals the fraction of its length
  /// (rendering SH-6), not at the arc length.
  func append(from: Double, to: Double, into result: inout Outline) {
    let (from, to) = (snapped(from), snapped(to))
    for subpath in subpaths {
      append(subpath.range, isClosed: subpath.isClosed, from: from, to: to, into: &result)
    }
  }

  /// The end of a segment if rounding alone separates the arc length from it, else the arc length itself.
  private func snapped(_ distance: Double) -> Double {
    guard let index = location(atLength: distance)?.segment else { return distance }
    return [offsets[index], offsets[index] + lengths[index]]
      .first { abs($0 - distance) <= length * 1e-12 } ?? distance
  }

  fileprivate func append(
    _ range: Range<Int>,
    isClosed: Bool,
    from: Double,
    to: Double,
    into result: inout Outline
  ) {
    guard let first = range.first, let last = range.last else { return }
    let (begin, end) = (offsets[first], offsets[last] + lengths[last])
    guard begin < to || (begin == to && end == begin), end > from || end == begin && begin >= from else {
      return
    }
    if isClosed, from <= begin, to >= end {
      result.move(to: segments[first].start)
      for index in range where !segments[index].isClosing { result.append(segments[index]) }
      result.close()
      return
    }
    var hasMoved = false
    for index in range {
      let (low, high) = (offsets[index], offsets[index] + lengths[index])
      guard high > from || (high == low && low >= from), low < to || (high == low && low <= to) else {
        continue
      }
      let t0 = from <= low ? 0 : (from - low) / lengths[index]
      let t1 = to >= high ? 1 : (to - low) / lengths[index]
      guard t0 < t1 || high == low else { continue }
      let part = segments[index].part(from: t0, to: t1)
      if !hasMoved { result.move(to: part.start) }
      hasMoved = true
      result.append(part)
    }
  }
}

extension Outline {
  /// The arc length of all subpaths, closing lines included.
  package var length: Double { OutlineMeasure(self).length }

  /// The part between two fractions of the whole arc length, each limited to 0...1 (rendering SH-6).
  ///
  /// Empty if the start is not before the end; the outline itself if nothing is cut off. The fractions find the
  /// segments; inside of a curve they are Bézier parameters, as for the strokes of shape layers.
  package func trimmed(from start: Double, to end: Double) -> Outline {
    let (from, to) = (Self.trimFraction(start), Self.trimFraction(end))
    guard from < to else { return Outline() }
    if from == 0, to == 1 { return self }
    let measure = OutlineMeasure(self)
    var result = Outline()
    measure.append(from: from * measure.length, to: to * measure.length, into: &result)
    return result
  }

  /// A fraction at which ``trimmed(from:to:)`` cuts: limited to 0...1, and 0 or 1 if it is within 1e-6 of it.
  ///
  /// Animations end at numbers like 0.99999999999999, which would leave a seam in a closed path.
  package static func trimFraction(_ fraction: Double) -> Double {
    fraction > 1e-6 ? (fraction < 1 - 1e-6 ? fraction : 1) : 0
  }

  /// The outline cut into dashes, each an open subpath; the pattern restarts at each subpath (rendering SH-7).
  ///
  /// `lengths` are dashes and gaps in turn; an odd number of them is repeated once. `phase` is the distance into the
  /// pattern at which a subpath begins. A pattern with a negative length or of no length returns the outline itself. A
  /// subpath stays whole if it has too many dashes, or lies so far along the outline that they are lost to rounding.
  package func dashed(lengths pattern: [Double], phase: Double) -> Outline {
    guard let pattern = DashPattern(pattern, phase: phase) else { return self }
    let measure = OutlineMeasure(self)
    var result = Outline()
    for subpath in measure.subpaths {
      guard let first = subpath.range.first, let last = subpath.range.last else { continue }
      let (begin, end) = (measure.offsets[first], measure.offsets[last] + measure.lengths[last])
      guard pattern.count(in: end - begin) <= DashPattern.limit, pattern.moves(end) else {
        measure.append(subpath.range, isClosed: subpath.isClosed, from: begin, to: end, into: &result)
        continue
      }
      pattern.forEachDash(from: begin, to: end) { from, to in
        measure.appendDash(subpath.range, from, to, into: &result)
      }
    }
    return result
  }
}

extension OutlineMeasure {
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

/// A dash pattern of an even number of lengths, and the place in it at which a subpath begins.
private struct DashPattern {
  /// The largest number of dashes; a subpath with more is painted solid.
  static let limit = 100_000.0

  let lengths: [Double]
  let total: Double
  let startIndex: Int
  let startOffset: Double

  init?(_ pattern: [Double], phase: Double) {
    guard !pattern.isEmpty, pattern.allSatisfy({ $0 >= 0 && $0.isFinite }) else { return nil }
    lengths = pattern.count % 2 == 0 ? pattern : pattern + pattern
    total = lengths.reduce(0, +)
    guard total > 0, total.isFinite else { return nil }
    var offset = phase.isFinite ? phase.truncatingRemainder(dividingBy: total) : 0
    if offset < 0 { offset += total }
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
  func count(in length: Double) -> Double { length / total * Double(lengths.count / 2) }

  /// True if the pattern has a length that leads on from a place.
  func moves(_ place: Double) -> Bool { place + (lengths.max() ?? 0) / 2 > place }

  func forEachDash(from start: Double, to end: Double, _ body: (_ from: Double, _ to: Double) -> Void) {
    var index = startIndex
    var position = start
    var left = lengths[index] - startOffset
    while position < end || (position == start && start == end) {
      let next = position + left
      if index % 2 == 0 { body(position, min(next, end)) }
      if start == end { return }
      position = next
      index = (index + 1) % lengths.count
      left = lengths[index]
    }
  }
}
