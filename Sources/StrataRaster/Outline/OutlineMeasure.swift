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

  /// Measures an outline; without closing lines a close has no segment.
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

  func append(
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
}
