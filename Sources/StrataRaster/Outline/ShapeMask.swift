import StrataBase

/// A shape as a byte for each pixel, for shapes that are small or drawn repeatedly.
///
/// One call paints a whole rectangle of a mask, where spans cost a call each. Consecutive equal rows, such as those of
/// rounded rectangles and their shadows between the corners, are stored once.
@usableFromInline
package final class ShapeMask: @unchecked Sendable {  // Written by one owner before it is shared.
  /// The layout of the mask in memory.
  @usableFromInline
  package struct Layout {
    package let bytes: UnsafePointer<UInt8>
    package let stride: Int
    package let width: Int
    package let height: Int
    /// The first of the equal rows, and their number.
    package let firstEqual: Int
    package let equalRows: Int
    /// The place of the first pixel.
    @usableFromInline let x: Int32
    @usableFromInline let y: Int32

    /// The number of bytes in memory, where equal rows are stored once.
    package var byteCount: Int { stride * (equalRows > 0 ? height - equalRows + 1 : height) }

    /// Calls `body` for up to three parts of rows `from..<to` of the mask, from the top down.
    ///
    /// Each part has its first byte, the distance to the next row in memory, its first row in the mask, and its number of
    /// rows.
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

  /// The layout, which every frame reads for each item: on the heap, so that a read does not retain the mask.
  @usableFromInline let place: UnsafeMutablePointer<Layout>
  private var memory: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private var source: Coverage?
  /// Grows when the bytes become those of another mask, so that copies of them are told from the present ones.
  package private(set) var version: UInt64 = 0

  @inlinable
  package var layout: Layout { place.pointee }
  /// The place of the first pixel.
  @inlinable
  package var originX: Int32 { place.pointee.x }
  @inlinable
  package var originY: Int32 { place.pointee.y }

  /// The largest number of bytes in a mask; larger shapes have long spans and need no mask.
  static let mostBytes = 1 << 18
  /// The number of bytes after the last pixel that kernels may read.
  private static let margin = 16
  /// The least number of equal rows that are stored once; fewer are not worth a part of their own.
  private static let fewestEqualRows = 4

  /// An empty mask.
  init() {
    capacity = 0
    memory = .allocate(capacity: Self.margin)
    place = .allocate(capacity: 1)
    setLayout(.empty, firstEqual: 0, equalRows: 0)
  }

  /// Makes a mask of a coverage; nil for a shape that is empty or too large.
  ///
  /// The mask's first pixel is that of the coverage's bounds.
  package convenience init?(_ coverage: Coverage) {
    let (width, height) = (coverage.bounds.width, coverage.bounds.height)
    guard !coverage.isEmpty, width <= Self.mostBytes else { return nil }
    var best = (first: height, count: 0)
    var row = 0
    while row < height {
      let count = coverage.equalRows(from: row, below: height)
      if count > best.count, count >= Self.fewestEqualRows { best = (row, count) }
      row += count
    }
    let rows = best.count > 0 ? height - best.count + 1 : height
    guard width * rows <= Self.mostBytes else { return nil }
    self.init()
    source = coverage
    let bytes = reserve(width * rows)
    for row in 0..<rows {
      let y = Int32(row <= best.first ? row : row + best.count - 1) + coverage.bounds.minY
      for span in coverage.spans(inRow: y) {
        let place = bytes + row * width + Int(span.x - coverage.bounds.minX)
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
    setLayout(coverage.bounds, firstEqual: best.first, equalRows: best.count)
  }

  deinit {
    memory.deallocate()
    place.deallocate()
  }

  /// True if the mask's memory may be reused for another one: it was not made of a coverage, so that it is not cached.
  package var isReusable: Bool { source == nil }

  /// Makes this a mask of zeros over a rectangle, and returns its bytes for the owner to write before it is shared.
  func reset(to rect: PixelRect) -> UnsafeMutablePointer<UInt8> {
    source = nil
    version &+= 1
    let bytes = reserve(rect.width * rect.height)
    setLayout(rect, firstEqual: rect.height, equalRows: 0)
    return bytes
  }

  /// Makes room for zeroed bytes.
  private func reserve(_ count: Int) -> UnsafeMutablePointer<UInt8> {
    if count > capacity {
      memory.deallocate()
      capacity = (count + 1023) & ~1023
      memory = .allocate(capacity: capacity + Self.margin)
    }
    memory.initialize(repeating: 0, count: count + Self.margin)
    return memory
  }

  private func setLayout(_ rect: PixelRect, firstEqual: Int, equalRows: Int) {
    let layout = Layout(
      bytes: UnsafePointer(memory),
      stride: rect.width,
      width: rect.width,
      height: rect.height,
      firstEqual: firstEqual,
      equalRows: equalRows,
      x: rect.minX,
      y: rect.minY
    )
    place.initialize(to: layout)
  }

  /// The mask as spans, for combining it with another shape.
  package var coverage: Coverage {
    if let source { return source }
    let layout = layout
    let bounds = PixelRect(
      originX,
      originY,
      originX + Int32(layout.width),
      originY + Int32(layout.height)
    )
    let bytes = UnsafeBufferPointer(start: layout.bytes, count: layout.width * layout.height)
    return Coverage(bounds, bytes: Array(bytes))
  }
}

extension Coverage {
  /// The number of consecutive rows with the same spans as the first, itself included; rows count from the top.
  func equalRows(from first: Int, below end: Int) -> Int {
    spans.withUnsafeBufferPointer { spans in
      rowStarts.withUnsafeBufferPointer { Self.equalRows(spans, $0, from: first, below: end) }
    }
  }

  /// As ``equalRows(from:below:)``, for the arrays of a coverage.
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
