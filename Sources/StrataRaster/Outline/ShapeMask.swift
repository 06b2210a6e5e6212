import StrataBase

/// A shape as a byte for each pixel, for shapes that are small or drawn again and again: whole rectangles of it are painted
/// in one call, where spans cost a call each.
///
/// Equal rows in a row, as rounded rectangles and their shadows have between their corners, stand in memory once.
package final class ShapeMask: @unchecked Sendable {  // Its bytes are written before it is shared.
  /// How the mask lies in memory.
  package struct Layout {
    package let bytes: UnsafePointer<UInt8>
    package let stride: Int
    package let width: Int
    package let height: Int
    /// The first of the equal rows, and how many there are.
    let firstEqual: Int
    let equalRows: Int

    /// The rows of memory that stand for rows `from..<to` of the mask, in up to three parts, from the top down: where the
    /// first one lies, how far the next one is, and how many there are.
    @inline(__always)
    func forEachPart(
      from: Int,
      to: Int,
      _ body: (_ bytes: UnsafePointer<UInt8>, _ stride: Int, _ row: Int, _ rows: Int) -> Void
    ) {
      let end = firstEqual + equalRows
      let upper = min(to, firstEqual)
      if from < upper { body(bytes + from * stride, stride, from, upper - from) }
      let (first, last) = (max(from, firstEqual), min(to, end))
      if first < last { body(bytes + firstEqual * stride, 0, first, last - first) }
      let lower = max(from, end)
      if lower < to { body(bytes + (lower - equalRows + 1) * stride, stride, lower, to - lower) }
    }
  }

  package let layout: Layout
  /// What the mask was made from, for where it is cut by another shape.
  package let coverage: Coverage
  /// The place of the first pixel.
  package var originX: Int32 { coverage.bounds.minX }
  package var originY: Int32 { coverage.bounds.minY }
  private let memory: UnsafeMutablePointer<UInt8>

  /// Masks of more bytes are not made: their spans are long.
  private static let mostBytes = 1 << 18

  /// Nil for a shape that is empty, or too large to be worth it.
  ///
  /// The mask's first pixel is that of the coverage's bounds.
  package init?(_ coverage: Coverage) {
    let (width, height) = (coverage.bounds.width, coverage.bounds.height)
    guard !coverage.isEmpty, width <= Self.mostBytes else { return nil }
    var best = (first: 0, count: 1)
    var row = 0
    while row < height {
      let count = coverage.equalRows(from: row, below: height)
      if count > best.count { best = (row, count) }
      row += count
    }
    let rows = height - best.count + 1
    guard width * rows <= Self.mostBytes else { return nil }
    self.coverage = coverage
    // Sixteen bytes more than there are pixels, so that vectors may end behind the last one.
    memory = .allocate(capacity: width * rows + 16)
    memory.initialize(repeating: 0, count: width * rows + 16)
    layout = Layout(
      bytes: UnsafePointer(memory),
      stride: width,
      width: width,
      height: height,
      firstEqual: best.first,
      equalRows: best.count
    )
    for row in 0..<rows {
      let y = Int32(row <= best.first ? row : row + best.count - 1) + coverage.bounds.minY
      for span in coverage.spans(inRow: y) {
        let place = memory + row * width + Int(span.x - coverage.bounds.minX)
        if span.value != 0 {
          place.update(repeating: span.value, count: Int(span.length))
        } else {
          coverage.alphas.withUnsafeBufferPointer { alphas in
            guard let base = alphas.baseAddress else { return }
            place.update(from: base + Int(span.offset), count: Int(span.length))
          }
        }
      }
    }
  }

  deinit { memory.deallocate() }
}

extension Coverage {
  /// How many rows from one on, counted from the top, have its very spans; at least 1.
  func equalRows(from first: Int, below end: Int) -> Int {
    spans.withUnsafeBufferPointer { spans in
      rowStarts.withUnsafeBufferPointer { Self.equalRows(spans, $0, from: first, below: end) }
    }
  }

  /// As ``equalRows(from:below:)``, of arrays that are at hand.
  @inline(__always)
  static func equalRows(
    _ spans: UnsafeBufferPointer<CoverageSpan>,
    _ starts: UnsafeBufferPointer<Int32>,
    from first: Int,
    below end: Int
  ) -> Int {
    let begin = Int(starts[first])
    let count = Int(starts[first &+ 1]) &- begin
    var row = first &+ 1
    while row < end {
      let next = Int(starts[row])
      guard Int(starts[row &+ 1]) &- next == count else { break }
      var isEqual = true
      for index in 0..<count {
        let (a, b) = (spans[begin &+ index], spans[next &+ index])
        if a.x != b.x || a.length != b.length || a.value != b.value || a.offset != b.offset {
          isEqual = false
          break
        }
      }
      guard isEqual else { break }
      row &+= 1
    }
    return row &- first
  }
}
