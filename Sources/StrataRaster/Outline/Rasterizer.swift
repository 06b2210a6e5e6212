package import StrataBase

/// The memory that a rasterizer works in; each worker keeps one and uses it for every shape.
///
/// - Thread: owned by one worker at a time; never shared.
package final class RasterizerScratch {
  fileprivate var cells: UnsafeMutablePointer<Int32>
  fileprivate var marks: UnsafeMutablePointer<UInt64>
  fileprivate var cellCapacity: Int
  fileprivate var spans: UnsafeMutablePointer<CoverageSpan>
  fileprivate var spanCapacity: Int
  fileprivate var alphas: UnsafeMutablePointer<UInt8>
  fileprivate var alphaCapacity: Int

  package init() {
    cellCapacity = 4096
    cells = .allocate(capacity: cellCapacity)
    cells.initialize(repeating: 0, count: cellCapacity)
    marks = .allocate(capacity: cellCapacity / 64)
    marks.initialize(repeating: 0, count: cellCapacity / 64)
    spanCapacity = 256
    spans = .allocate(capacity: spanCapacity)
    alphaCapacity = 4096
    alphas = .allocate(capacity: alphaCapacity)
  }

  deinit {
    cells.deallocate()
    marks.deallocate()
    spans.deallocate()
    alphas.deallocate()
  }

  /// Makes room for zeroed cells; those there are zero already, as every reading leaves them.
  fileprivate func reserve(cells count: Int) {
    guard count > cellCapacity else { return }
    cells.deallocate()
    marks.deallocate()
    cellCapacity = (count + 63) & ~63
    cells = .allocate(capacity: cellCapacity)
    cells.initialize(repeating: 0, count: cellCapacity)
    marks = .allocate(capacity: cellCapacity / 64)
    marks.initialize(repeating: 0, count: cellCapacity / 64)
  }

  fileprivate func reserve(spans count: Int, used: Int) {
    guard count > spanCapacity else { return }
    let capacity = max(count, spanCapacity * 2)
    let larger = UnsafeMutablePointer<CoverageSpan>.allocate(capacity: capacity)
    larger.update(from: spans, count: used)
    spans.deallocate()
    (spans, spanCapacity) = (larger, capacity)
  }

  fileprivate func reserve(alphas count: Int, used: Int) {
    guard count > alphaCapacity else { return }
    let capacity = max(count, alphaCapacity * 2)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    larger.update(from: alphas, count: used)
    alphas.deallocate()
    (alphas, alphaCapacity) = (larger, capacity)
  }
}

/// Turns outlines in device space into coverage: exact areas, at the cost of what the edges cross.
///
/// Coordinates may be as large as Double allows; only what can be seen is flattened. The bytes of a pixel are
/// the same for every clip that holds it.
package enum Rasterizer {
  /// Grids of more cells than this are worked off in bands of rows (4 MiB).
  private static let cellsPerBand = 1 << 20

  /// The coverage of an outline given in device pixels, inside the clip.
  ///
  /// Without antialiasing a pixel is covered wholly when its centre is inside.
  package static func coverage(
    of outline: Outline,
    rule: FillRule = .nonZero,
    clip: PixelRect,
    antialias: Bool = true
  ) -> Coverage {
    coverage(of: outline, rule: rule, clip: clip, antialias: antialias, scratch: RasterizerScratch())
  }

  package static func coverage(
    of outline: Outline,
    rule: FillRule,
    clip: PixelRect,
    antialias: Bool = true,
    scratch: RasterizerScratch
  ) -> Coverage {
    var result = Coverage()
    rasterize(outline, rule: rule, clip: clip, antialias: antialias, scratch: scratch, into: &result)
    return result
  }

  /// As `coverage`, into a value whose arrays keep their memory.
  package static func rasterize(
    _ outline: Outline,
    rule: FillRule,
    clip: PixelRect,
    antialias: Bool = true,
    scratch: RasterizerScratch,
    into result: inout Coverage
  ) {
    let region = visibleRegion(of: outline, clip: clip)
    result.begin(region)
    guard !region.isEmpty else { return }
    var writer = CoverageWriter(scratch)
    rasterize(outline, rule, rows: region, antialias, scratch, &writer, &result.rowStarts)
    result.finish(writer)
  }

  /// The pixels that the outline can touch inside the clip.
  static func visibleRegion(of outline: Outline, clip: PixelRect) -> PixelRect {
    guard let bounds = outline.controlBounds else { return .empty }
    let limit = CellGrid.guardEdge - 2
    func pixel(_ value: Double) -> Int32 { Int32(min(max(value, -limit), limit)) }
    // Rounding to 1/512 may move an edge over a pixel's.
    let slack = 0.002
    let region = PixelRect(
      pixel((bounds.minX - slack).rounded(.down)),
      pixel((bounds.minY - slack).rounded(.down)),
      pixel((bounds.maxX + slack).rounded(.up)),
      pixel((bounds.maxY + slack).rounded(.up))
    )
    return region.intersection(clip)
  }

  /// Writes the rows of a region, and where each begins.
  static func rasterize(
    _ outline: Outline,
    _ rule: FillRule,
    rows region: PixelRect,
    _ antialias: Bool,
    _ scratch: RasterizerScratch,
    _ writer: inout CoverageWriter,
    _ rowStarts: inout [Int32]
  ) {
    let width = region.width
    let stride = CellGrid.stride(forWidth: width)
    let rowsPerBand = max(1, min(region.height, cellsPerBand / stride))
    scratch.reserve(cells: stride * rowsPerBand)
    var top = Int(region.minY)
    while top < Int(region.maxY) {
      let bottom = min(top + rowsPerBand, Int(region.maxY))
      let grid = CellGrid(
        cells: scratch.cells,
        marks: scratch.marks,
        stride: stride,
        width: width,
        minX: Int(region.minX),
        minY: top,
        maxY: bottom,
        isAntialiased: antialias
      )
      grid.add(outline)
      for row in 0..<(bottom - top) {
        writer.reserveRow(width: width)
        rowStarts.append(Int32(truncatingIfNeeded: writer.spanCount))
        writer.write(grid, row: row, rule)
      }
      top = bottom
    }
  }
}

extension Coverage {
  mutating func begin(_ region: PixelRect) {
    bounds = region
    spans.removeAll(keepingCapacity: true)
    alphas.removeAll(keepingCapacity: true)
    rowStarts.removeAll(keepingCapacity: true)
    if region.isEmpty {
      rowStarts.append(0)
    } else {
      rowStarts.reserveCapacity(region.height + 1)
    }
  }

  mutating func finish(_ writer: CoverageWriter) {
    rowStarts.append(Int32(truncatingIfNeeded: writer.spanCount))
    spans.append(contentsOf: UnsafeBufferPointer(start: writer.spans, count: writer.spanCount))
    alphas.append(contentsOf: UnsafeBufferPointer(start: writer.alphas, count: writer.alphaCount))
  }
}

/// Collects spans and bytes in the scratch's memory: long runs of one value as such, the rest as bytes.
struct CoverageWriter {
  /// From this length on a run of one value is a span of its own.
  static let shortestConstant = 8

  private let scratch: RasterizerScratch
  private(set) var spans: UnsafeMutablePointer<CoverageSpan>
  private(set) var alphas: UnsafeMutablePointer<UInt8>
  private(set) var spanCount = 0
  private(set) var alphaCount = 0
  /// The end of the span being extended in this row, or `Int.min`.
  private var end = Int.min

  init(_ scratch: RasterizerScratch) {
    self.scratch = scratch
    spans = scratch.spans
    alphas = scratch.alphas
  }

  mutating func reserveRow(width: Int) {
    if spanCount + width + 1 > scratch.spanCapacity {
      scratch.reserve(spans: spanCount + width + 1, used: spanCount)
      spans = scratch.spans
    }
    if alphaCount + width + 1 > scratch.alphaCapacity {
      scratch.reserve(alphas: alphaCount + width + 1, used: alphaCount)
      alphas = scratch.alphas
    }
    end = Int.min
  }

  /// Reads a row of the grid and leaves it zero.
  mutating func write(_ grid: CellGrid, row: Int, _ rule: FillRule) {
    switch rule {
    case .nonZero: write(grid, row: row) { Self.nonZero($0) }
    case .evenOdd: write(grid, row: row) { Self.evenOdd($0) }
    }
  }

  @inline(__always)
  private static func nonZero(_ area: Int32) -> UInt8 {
    let value = min(area < 0 ? 0 &- area : area, CellGrid.full)
    return UInt8(truncatingIfNeeded: (value &* 255 &+ CellGrid.full / 2) &>> 19)
  }

  @inline(__always)
  private static func evenOdd(_ area: Int32) -> UInt8 {
    let folded = area & (2 &* CellGrid.full &- 1)
    let value = min(folded, 2 &* CellGrid.full &- folded)
    return UInt8(truncatingIfNeeded: (value &* 255 &+ CellGrid.full / 2) &>> 19)
  }

  @inline(__always)
  private mutating func write(_ grid: CellGrid, row: Int, _ alpha: (Int32) -> UInt8) {
    let cells = grid.cells + row &* grid.stride
    let words = grid.marks + (row &* grid.stride) &>> 6
    let width = grid.width
    let minX = grid.minX
    var area: Int32 = 0
    var value: UInt8 = 0
    var position = 0
    for word in 0..<(grid.stride &>> 6) {
      var bits = words[word]
      if bits == 0 { continue }
      words[word] = 0
      while bits != 0 {
        let cell = word &<< 6 &+ bits.trailingZeroBitCount
        bits &= bits &- 1
        let change = cells[cell]
        cells[cell] = 0
        if change == 0 || cell >= width { continue }
        if value != 0, cell > position { extend(minX &+ position, cell &- position, value) }
        position = cell
        area &+= change
        value = alpha(area)
      }
    }
    if value != 0, width > position { extend(minX &+ position, width &- position, value) }
  }

  /// Appends spans that stand already, for a row that is like an earlier one.
  mutating func repeatSpans(from first: Int, count: Int) {
    if spanCount + count > scratch.spanCapacity {
      scratch.reserve(spans: spanCount + count, used: spanCount)
      spans = scratch.spans
    }
    for index in 0..<count { spans[spanCount &+ index] = spans[first &+ index] }
    spanCount &+= count
    end = Int.min
  }

  /// Appends a run of one value to the row; nothing for zero.
  mutating func append(_ x: Int, _ length: Int, _ value: UInt8) {
    if value != 0 { extend(x, length, value) }
  }

  /// Appends a span of bytes that are all 255 but the first and the last.
  mutating func appendRow(_ x: Int, count: Int, first: UInt8, last: UInt8) {
    let bytes = alphas + alphaCount
    bytes.update(repeating: 255, count: count)
    (bytes[0], bytes[count &- 1]) = (first, last)
    spans[spanCount] = CoverageSpan(
      x: Int32(truncatingIfNeeded: x),
      length: Int32(truncatingIfNeeded: count),
      value: 0,
      offset: Int32(truncatingIfNeeded: alphaCount)
    )
    alphaCount &+= count
    spanCount &+= 1
    end = x &+ count
  }

  /// Appends a run to the row.
  @inline(__always)
  private mutating func extend(_ x: Int, _ length: Int, _ value: UInt8) {
    if end == x {
      let last = spans + (spanCount &- 1)
      if last.pointee.value == value {
        last.pointee.length &+= Int32(truncatingIfNeeded: length)
        end = x &+ length
        return
      }
      if last.pointee.value == 0, length < Self.shortestConstant {
        for index in 0..<length { alphas[alphaCount &+ index] = value }
        alphaCount &+= length
        last.pointee.length &+= Int32(truncatingIfNeeded: length)
        end = x &+ length
        return
      }
    }
    let start = Int32(truncatingIfNeeded: x)
    if length < Self.shortestConstant {
      spans[spanCount] = CoverageSpan(
        x: start,
        length: Int32(truncatingIfNeeded: length),
        value: 0,
        offset: Int32(truncatingIfNeeded: alphaCount)
      )
      for index in 0..<length { alphas[alphaCount &+ index] = value }
      alphaCount &+= length
    } else {
      spans[spanCount] = CoverageSpan(x: start, length: Int32(truncatingIfNeeded: length), value: value)
    }
    spanCount &+= 1
    end = x &+ length
  }
}
