import StrataBase

extension Outline {
  /// Calls `segment` for each drawn segment in order, and `end` after the last one of each subpath that has any.
  ///
  /// Skips lone moves unless they are closed, the line of a close that has no length unless it is all of its subpath,
  /// and every element with a coordinate that is not finite.
  @inline(__always)
  func read(segment: (OutlineSegment) -> Void, end: (_ isClosed: Bool) -> Void) {
    points.withUnsafeBufferPointer { points in
      verbs.withUnsafeBufferPointer { verbs in
        var index = 0
        var start: RasterPoint?
        var current = RasterPoint.zero
        /// True if a segment was drawn since the last move or close.
        var hasSegment = false
        for verb in verbs {
          let (first, count) = (index, verb.pointCount)
          index &+= count
          // Zero for finite coordinates only.
          var odd = RasterPoint.zero
          for place in first..<index { odd += points[place] - points[place] }
          guard odd == .zero else {
            if verb == .move {
              if hasSegment { end(false) }
              (start, hasSegment) = (nil, false)
            }
            continue
          }
          guard verb != .move, let from = start else {
            if verb == .close { continue }
            if hasSegment { end(false) }
            current = points[index &- 1]
            (start, hasSegment) = (current, false)
            continue
          }
          switch verb {
          case .line: segment(OutlineSegment(line: current, points[first]))
          case .quad: segment(OutlineSegment(quad: current, points[first], points[first &+ 1]))
          case .cubic:
            segment(OutlineSegment(cubic: current, points[first], points[first &+ 1], points[first &+ 2]))
          case .close:
            if current != from || !hasSegment {
              segment(OutlineSegment(line: current, from, isClosing: true))
            }
            end(true)
            (current, hasSegment) = (from, false)
            continue
          case .move: continue
          }
          current = points[index &- 1]
          hasSegment = true
        }
        if hasSegment { end(false) }
      }
    }
  }

  /// Calls `body` for each segment that ``read(segment:end:)`` finds.
  @inline(__always)
  package func forEachSegment(_ body: (OutlineSegment) -> Void) {
    read(segment: body, end: { _ in })
  }

  /// Calls `body` for each subpath with the segments that ``read(segment:end:)`` finds.
  package func forEachSubpath(_ body: (_ segments: [OutlineSegment], _ isClosed: Bool) -> Void) {
    var segments: [OutlineSegment] = []
    read {
      segments.append($0)
    } end: { isClosed in
      body(segments, isClosed)
      segments.removeAll(keepingCapacity: true)
    }
  }

  /// Appends a segment that begins at the current point.
  mutating func append(_ segment: OutlineSegment) {
    switch segment.degree {
    case 1: line(to: segment.end)
    case 2: quad(control: segment.control1, to: segment.end)
    default: cubic(segment.control1, segment.control2, to: segment.end)
    }
  }
}
