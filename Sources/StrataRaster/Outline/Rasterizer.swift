import StrataKernels
package import StrataBase

/// The working memory of a rasterizer; each worker keeps one and uses it for every shape.
///
/// - Thread: Owned by one worker at a time; never shared.
package final class RasterizerScratch {
  fileprivate var cells: UnsafeMutablePointer<Int32>
  fileprivate var cellCapacity: Int
  fileprivate var blocks: UnsafeMutablePointer<UInt8>
  fileprivate var blockCapacity: Int
  fileprivate var spans: UnsafeMutablePointer<CoverageSpan>
  fileprivate var spanCapacity: Int
  fileprivate var alphas: UnsafeMutablePointer<UInt8>
  fileprivate var alphaCapacity: Int
  fileprivate var rowStarts: UnsafeMutablePointer<Int32>
  fileprivate var rowCapacity: Int
  private var glyphMasks: GlyphMasks?

  /// The number of bytes that kernels may read before the first alpha.
  fileprivate static let alphaMargin = 8
  /// The number of zeros after the last mark: kernels read marks eight at a time.
  private static let blockMargin = 8

  package init() {
    cellCapacity = 4096
    cells = .allocate(capacity: cellCapacity)
    cells.initialize(repeating: 0, count: cellCapacity)
    blockCapacity = 512
    blocks = .allocate(capacity: blockCapacity + Self.blockMargin)
    blocks.initialize(repeating: 0, count: blockCapacity + Self.blockMargin)
    spanCapacity = 256
    spans = .allocate(capacity: spanCapacity)
    alphaCapacity = 4096
    alphas = .allocate(capacity: alphaCapacity + Self.alphaMargin)
    alphas.initialize(repeating: 0, count: Self.alphaMargin)
    rowCapacity = 256
    rowStarts = .allocate(capacity: rowCapacity)
  }

  deinit {
    cells.deallocate()
    blocks.deallocate()
    spans.deallocate()
    alphas.deallocate()
    rowStarts.deallocate()
  }

  /// The worker's cache of glyphs; made on first use.
  var glyphs: GlyphMasks {
    if let glyphMasks { return glyphMasks }
    let made = GlyphMasks()
    glyphMasks = made
    return made
  }

  /// Makes room for zeroed cells and marks; existing ones are zero, as reading leaves them so.
  fileprivate func reserve(cells count: Int, blocks blockCount: Int) {
    if count > cellCapacity {
      cells.deallocate()
      cellCapacity = count
      cells = .allocate(capacity: count)
      cells.initialize(repeating: 0, count: count)
    }
    if blockCount > blockCapacity {
      blocks.deallocate()
      blockCapacity = blockCount
      blocks = .allocate(capacity: blockCount + Self.blockMargin)
      blocks.initialize(repeating: 0, count: blockCount + Self.blockMargin)
    }
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
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity + Self.alphaMargin)
    larger.update(from: alphas, count: used + Self.alphaMargin)
    alphas.deallocate()
    (alphas, alphaCapacity) = (larger, capacity)
  }

  fileprivate func reserve(rows count: Int, used: Int) {
    guard count > rowCapacity else { return }
    let capacity = max(count, rowCapacity * 2)
    let larger = UnsafeMutablePointer<Int32>.allocate(capacity: capacity)
    larger.update(from: rowStarts, count: used)
    rowStarts.deallocate()
    (rowStarts, rowCapacity) = (larger, capacity)
  }
}

/// Converts outlines in device space to coverage by exact areas, with the accumulation buffer of ``CellGrid``.
///
/// Coordinates may be as large as Double allows; only visible curves are flattened. The bytes of a pixel are the same for
/// every clip that contains it.
///
/// - Complexity: O(chords + cells that edges cross + rows).
package enum Rasterizer {
  /// Larger grids are rasterized in bands of rows (4 MiB of cells).
  private static let cellsPerBand = 1 << 20

  /// The coverage of an outline given in device pixels, inside the clip.
  ///
  /// Without antialiasing a pixel is covered wholly if its centre is inside.
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

  /// Computes the coverage of an outline into a value whose arrays keep their memory.
  package static func rasterize(
    _ outline: Outline,
    rule: FillRule,
    clip: PixelRect,
    antialias: Bool = true,
    scratch: RasterizerScratch,
    into result: inout Coverage
  ) {
    let shape = PlacedOutline(outline)
    rasterize(shape, rule: rule, clip: clip, antialias: antialias, scratch: scratch, into: &result)
  }

  package static func rasterize(
    _ shape: PlacedOutline,
    rule: FillRule,
    clip: PixelRect,
    antialias: Bool,
    scratch: RasterizerScratch,
    into result: inout Coverage
  ) {
    let region = shape.pixels.intersection(clip)
    var writer = CoverageWriter(scratch)
    if !region.isEmpty { rasterize(shape, rule, rows: region, antialias, &writer) }
    result.set(region, writer)
  }

  /// Writes the rows of a region.
  static func rasterize(
    _ shape: PlacedOutline,
    _ rule: FillRule,
    rows region: PixelRect,
    _ antialias: Bool,
    _ writer: inout CoverageWriter
  ) {
    let scratch = writer.scratch
    let width = region.width
    let stride = CellGrid.stride(forWidth: width)
    let blockStride = CellGrid.blockStride(forWidth: width)
    let rowsPerBand = max(1, min(region.height, cellsPerBand / stride))
    scratch.reserve(cells: stride * rowsPerBand, blocks: blockStride * rowsPerBand)
    var top = region.minY
    while top < region.maxY {
      let bottom = min(top + Int32(rowsPerBand), region.maxY)
      let cells = StrataCells(
        cells: scratch.cells,
        blocks: scratch.blocks,
        stride: Int64(stride),
        block_stride: Int64(blockStride),
        min_x: region.minX,
        min_y: top,
        width: Int32(width),
        height: bottom - top,
        is_antialiased: antialias ? 1 : 0
      )
      shape.add(to: cells)
      writer.write(cells, rule)
      top = bottom
    }
  }
}

/// An outline with an affine map to the device, and its bounds there.
package struct PlacedOutline {
  private let outline: Outline
  /// The numbers a b c d tx ty of the map.
  private let map: SIMD8<Double>
  /// The smallest rectangle around all mapped points that are finite; nil without such a point.
  package let bounds: OutlineBounds?
  /// True if all mapped points are finite and inside the guard square, so that kernels may add the outline.
  private let isPlain: Bool

  package init(_ outline: Outline) {
    self.init(outline, map: SIMD8(1, 0, 0, 1, 0, 0, 0, 0))
  }

  /// - Precondition: The map is affine.
  package init(_ outline: Outline, under map: Projective) {
    self.init(outline, map: SIMD8(map.m11, map.m12, map.m21, map.m22, map.m31, map.m32, 0, 0))
  }

  private init(_ outline: Outline, map: SIMD8<Double>) {
    let (box, isFinite) = outline.pointBox(under: map)
    let limit = CellGrid.guardEdge - 2
    isPlain = isFinite && box.minX > -limit && box.minY > -limit && box.maxX < limit && box.maxY < limit
    if isPlain || outline.points.isEmpty {
      self.outline = outline
      self.map = map
      bounds = outline.points.isEmpty ? nil : box
    } else {
      let (a, b, offset) = (
        RasterPoint(map[0], map[1]), RasterPoint(map[2], map[3]), RasterPoint(map[4], map[5])
      )
      self.outline = outline.mapPoints { a * $0.x + b * $0.y + offset }
      self.map = SIMD8(1, 0, 0, 1, 0, 0, 0, 0)
      bounds = self.outline.controlBounds
    }
  }

  /// The pixels that the outline can touch.
  package var pixels: PixelRect {
    guard let bounds else { return .empty }
    let limit = CellGrid.guardEdge - 2
    func pixel(_ value: Double) -> Int32 { Int32(min(max(value, -limit), limit)) }
    // Rounding to 1/512 may move an edge across the border of a pixel.
    let slack = 0.002
    return PixelRect(
      pixel((bounds.minX - slack).rounded(.down)),
      pixel((bounds.minY - slack).rounded(.down)),
      pixel((bounds.maxX + slack).rounded(.up)),
      pixel((bounds.maxY + slack).rounded(.up))
    )
  }

  /// Adds all edges to a grid.
  fileprivate func add(to cells: StrataCells) {
    guard isPlain else { return CellGrid(cells: cells).add(outline) }
    let all = PixelRect(cells.min_x, cells.min_y, cells.min_x + cells.width, cells.min_y + cells.height)
    let isInside: UInt32 = all.contains(pixels) ? 1 : 0
    withUnsafePointer(to: cells) { cells in
      withUnsafeBytes(of: map) { map in
        outline.verbs.withUnsafeBytes { verbs in
          outline.points.withUnsafeBytes { points in
            kernels.add_outline(
              cells,
              verbs.bindMemory(to: UInt8.self).baseAddress,
              verbs.count,
              points.bindMemory(to: Double.self).baseAddress,
              map.bindMemory(to: Double.self).baseAddress,
              isInside,
              Flattening.deviceTolerance
            )
          }
        }
      }
    }
  }
}

extension Coverage {
  /// Replaces the coverage by the rows of a region that a writer collected.
  mutating func set(_ region: PixelRect, _ writer: CoverageWriter) {
    bounds = region
    spans.removeAll(keepingCapacity: true)
    alphas.removeAll(keepingCapacity: true)
    if rowStarts.capacity > writer.rowCount {
      rowStarts.removeAll(keepingCapacity: true)
    } else {
      rowStarts = []
      rowStarts.reserveCapacity(writer.rowCount + 1)
    }
    spans.append(contentsOf: UnsafeBufferPointer(start: writer.spans, count: writer.spanCount))
    alphas.append(contentsOf: UnsafeBufferPointer(start: writer.alphas, count: writer.alphaCount))
    rowStarts.append(contentsOf: UnsafeBufferPointer(start: writer.rowStarts, count: writer.rowCount))
    rowStarts.append(Int32(truncatingIfNeeded: writer.spanCount))
  }

  /// Empties the coverage for a region whose rows the caller appends, with the final entry of `rowStarts`.
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
}

/// Collects spans and bytes in the scratch's memory: long runs of one value as constant spans, the rest as bytes.
struct CoverageWriter {
  /// The least length of a run of one value that becomes a constant span.
  static let shortestConstant = 8

  let scratch: RasterizerScratch
  private(set) var spanCount = 0
  private(set) var alphaCount = 0
  private(set) var rowCount = 0
  /// The end of the span being extended in this row, or `Int.min`.
  private var end = Int.min

  init(_ scratch: RasterizerScratch) { self.scratch = scratch }

  var spans: UnsafeMutablePointer<CoverageSpan> { scratch.spans }
  var alphas: UnsafeMutablePointer<UInt8> { scratch.alphas + RasterizerScratch.alphaMargin }
  var rowStarts: UnsafeMutablePointer<Int32> { scratch.rowStarts }

  /// Begins a row that is appended run by run, with room for spans of all its pixels.
  mutating func beginRow(width: Int) {
    scratch.reserve(spans: spanCount + width + 1, used: spanCount)
    scratch.reserve(alphas: alphaCount + width + 1, used: alphaCount)
    beginRow()
  }

  private mutating func beginRow() {
    scratch.reserve(rows: rowCount + 1, used: rowCount)
    rowStarts[rowCount] = Int32(truncatingIfNeeded: spanCount)
    rowCount += 1
    end = Int.min
  }

  /// Reads all rows of a grid and leaves them zero.
  mutating func write(_ grid: StrataCells, _ rule: FillRule) {
    let (width, height) = (Int(grid.width), Int(grid.height))
    // The most that a row can need.
    let (mostSpans, mostAlphas) = (width / 8 + 8, width + 32)
    if rowCount + height > scratch.rowCapacity { scratch.reserve(rows: rowCount + height, used: rowCount) }
    var row = 0
    while row < height {
      if spanCount + mostSpans > scratch.spanCapacity {
        scratch.reserve(spans: spanCount + mostSpans, used: spanCount)
      }
      if alphaCount + mostAlphas > scratch.alphaCapacity {
        scratch.reserve(alphas: alphaCount + mostAlphas, used: alphaCount)
      }
      var out = StrataSpans(
        spans: UnsafeMutableRawPointer(scratch.spans).assumingMemoryBound(to: StrataSpan.self),
        alphas: alphas,
        row_starts: scratch.rowStarts,
        span_count: spanCount,
        span_capacity: scratch.spanCapacity,
        alpha_count: alphaCount,
        alpha_capacity: scratch.alphaCapacity,
        row_count: rowCount
      )
      row = withUnsafePointer(to: grid) { kernels.read_cells($0, row, rule == .evenOdd ? 1 : 0, &out) }
      (spanCount, alphaCount, rowCount) = (out.span_count, out.alpha_count, out.row_count)
    }
    end = Int.min
  }

  /// Appends a row that is equal to an earlier one, given by its spans.
  mutating func repeatRow(from first: Int, count: Int) {
    beginRow()
    scratch.reserve(spans: spanCount + count, used: spanCount)
    for index in 0..<count { spans[spanCount &+ index] = spans[first &+ index] }
    spanCount &+= count
    end = Int.min
  }

  /// Appends a run of one value to the row; ignores a value of 0.
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

  /// Appends a run to the row, joined with the span before it where both touch.
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
