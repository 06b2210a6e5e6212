import StrataBase

extension Coverage {
  /// Computes the coverage of a rectangle with square corners; returns false if that needs the rasterizer.
  ///
  /// A pixel's area is the product of a height and a width on the rasterizer's grid, so that the bytes equal those of a
  /// path of this shape.
  mutating func fill(_ rect: RoundedRect, clip: PixelRect, _ scratch: RasterizerScratch) -> Bool {
    let limit = CellGrid.guardEdge - 4
    guard rect.width > 0, rect.height > 0, rect.minX > -limit, rect.minY > -limit, rect.maxX < limit,
      rect.maxY < limit
    else { return false }
    let (left, right) = (Int(CellGrid.fixed(rect.minX)), Int(CellGrid.fixed(rect.maxX)))
    let (top, bottom) = (Int(CellGrid.fixed(rect.minY)), Int(CellGrid.fixed(rect.maxY)))
    let one = CellGrid.one, shift = Int(CellGrid.shift)
    let region = PixelRect(
      Int32(left >> shift),
      Int32(top >> shift),
      Int32((right + one - 1) >> shift),
      Int32((bottom + one - 1) >> shift)
    ).intersection(clip)
    var writer = CoverageWriter(scratch)
    defer { set(region, writer) }
    guard !region.isEmpty else { return true }
    let (minX, maxX) = (Int(region.minX), Int(region.maxX))
    /// The length of a pixel's side between two edges, in units of the grid.
    @inline(__always) func overlap(_ pixel: Int, _ low: Int, _ high: Int) -> Int {
      max(0, min(high, (pixel + 1) << shift) - max(low, pixel << shift))
    }
    let first = overlap(minX, left, right), last = overlap(maxX - 1, left, right)
    var model = (height: -1, from: 0, count: 0)
    for y in Int(region.minY)..<Int(region.maxY) {
      let height = overlap(y, top, bottom)
      if height == model.height {
        writer.repeatRow(from: model.from, count: model.count)
        continue
      }
      model = (height, writer.spanCount, 0)
      writer.beginRow(width: maxX - minX)
      writer.writeRow(minX, maxX, height: height, first: first, last: last)
      model.count = writer.spanCount - model.from
    }
    return true
  }
}

extension CoverageWriter {
  /// Rows of fully covered pixels with partial ends become one span of bytes up to this width: one call paints them.
  private static let widestRow = 1024

  /// Writes a row that is covered to one height: its first and last pixel to given widths, those between wholly.
  fileprivate mutating func writeRow(_ minX: Int, _ maxX: Int, height: Int, first: Int, last: Int) {
    func alpha(_ width: Int) -> UInt8 {
      UInt8(truncatingIfNeeded: (2 * width * height * 255 + Int(CellGrid.full) / 2) >> 19)
    }
    let isWhole = height == CellGrid.one && maxX - minX <= Self.widestRow
    if isWhole, maxX - minX > 2, first < CellGrid.one || last < CellGrid.one {
      appendRow(minX, count: maxX - minX, first: alpha(first), last: alpha(last))
      return
    }
    var (x, count, width) = (minX, 1, first)
    /// Extends the run, or ends it and begins another one if the width differs.
    func extend(by more: Int, _ next: Int) {
      guard more > 0 else { return }
      if next != width {
        append(x, count, alpha(width))
        (x, count, width) = (x + count, 0, next)
      }
      count += more
    }
    extend(by: maxX - minX - 2, CellGrid.one)
    if maxX - minX > 1 { extend(by: 1, last) }
    append(x, count, alpha(width))
  }
}
