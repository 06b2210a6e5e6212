import StrataKernels
import StrataBase

/// The accumulation buffer of the rasterizer: the signed areas that edges add to the cells of a few rows of pixels.
///
/// Each edge adds to every cell that it crosses the area to its right inside that cell, and to the next cell the rest of
/// its height. The prefix sum of a row is then the winding number integrated over each pixel: exact area coverage with
/// one 32-bit value per pixel. FreeType's smooth rasterizer and Levien's font-rs accumulate signed areas in the same way.
/// A byte for each block of sixteen cells marks which blocks were touched, so that reading a row costs what crosses it
/// and not its width. Reading leaves the row zero for the next use.
///
/// Coordinates are 1/512 pixel. A crossing of a row or column is computed from the edge alone, never from the
/// crossing before it, so the bytes of a pixel do not depend on the rectangle that is asked for, and an edge
/// and its reverse cancel to nothing.
///
/// Kernels add edges and read cells. This type handles outlines beyond ``guardEdge``, and points that are not finite.
struct CellGrid {
  static let one = 512
  static let shift: Int32 = 9
  /// The area of a pixel with a winding number of one: twice the product of its sides in 1/512.
  static let full: Int32 = 2 * 512 * 512
  /// Half the side of the guard square, in pixels: edges beyond it are clipped in Double; every clip rectangle is inside.
  static let guardEdge = 1_048_576.0

  let cells: StrataCells

  /// The number of cells in each row: a multiple of 16, at least the width plus two.
  static func stride(forWidth width: Int) -> Int { (width + 2 + 15) & ~15 }

  /// The number of marks in each row: a multiple of 8, at least one for every sixteen cells.
  static func blockStride(forWidth width: Int) -> Int { (stride(forWidth: width) / 16 + 7) & ~7 }

  // The grid's rectangle, grown by a pixel, for rejecting edges before their ends are rounded.
  @inline(__always) var left: Double { Double(cells.min_x - 1) }
  @inline(__always) var right: Double { Double(cells.min_x + cells.width + 1) }
  @inline(__always) var top: Double { Double(cells.min_y - 1) }
  @inline(__always) var bottom: Double { Double(cells.min_y + cells.height + 1) }

  /// Adds an edge; both ends are finite and at most 1e15.
  @inline(__always)
  func addLine(_ from: RasterPoint, _ to: RasterPoint) {
    if (from.y <= top && to.y <= top) || (from.y >= bottom && to.y >= bottom) { return }
    if from.x >= right && to.x >= right { return }
    let limit = Self.guardEdge
    if from.x > -limit, from.x < limit, to.x > -limit, to.x < limit, from.y > -limit, from.y < limit,
      to.y > -limit, to.y < limit
    {
      addEdge(Self.fixed(from.x), Self.fixed(from.y), Self.fixed(to.x), Self.fixed(to.y))
    } else {
      addClipped(from, to)
    }
  }

  @inline(__always)
  static func fixed(_ value: Double) -> Int32 {
    // Adding 1.5 · 2^52 leaves the nearest whole number in the low bits; the kernels round in the same way.
    Int32(truncatingIfNeeded: (value * 512 + 6_755_399_441_055_744).bitPattern)
  }

  /// Clips an edge against the guard square in Double and adds it.
  ///
  /// Parts above, below and to the right of the square are dropped. Parts to its left move to its left edge, as their
  /// height counts for all pixels to the right.
  @inline(never)
  private func addClipped(_ from: RasterPoint, _ to: RasterPoint) {
    let limit = Self.guardEdge
    let isReversed = from.y > to.y
    var (upper, lower) = isReversed ? (to, from) : (from, to)
    guard upper.y < limit, lower.y > -limit, upper.y < lower.y else { return }
    let slope = (lower.x - upper.x) / (lower.y - upper.y)
    let (first, last) = (upper, lower)
    func at(y: Double) -> RasterPoint {
      let x = y - first.y < last.y - y ? first.x + (y - first.y) * slope : last.x - (last.y - y) * slope
      return RasterPoint(min(max(x, min(first.x, last.x)), max(first.x, last.x)), y)
    }
    if upper.y < -limit { upper = at(y: -limit) }
    if lower.y > limit { lower = at(y: limit) }
    func add(_ a: RasterPoint, _ b: RasterPoint) {
      let (ax, bx) = (min(max(a.x, -limit), limit), min(max(b.x, -limit), limit))
      let (ay, by) = (min(max(a.y, -limit), limit), min(max(b.y, -limit), limit))
      if isReversed {
        addEdge(Self.fixed(bx), Self.fixed(by), Self.fixed(ax), Self.fixed(ay))
      } else {
        addEdge(Self.fixed(ax), Self.fixed(ay), Self.fixed(bx), Self.fixed(by))
      }
    }
    var from = upper
    var cuts = (first.y, first.y)
    if slope != 0, slope.isFinite {
      cuts = (first.y + (-limit - first.x) / slope, first.y + (limit - first.x) / slope)
      if cuts.0 > cuts.1 { cuts = (cuts.1, cuts.0) }
    }
    for y in [cuts.0, cuts.1] where y > from.y && y < lower.y {
      let cut = at(y: y)
      add(from, cut)
      from = cut
    }
    add(from, lower)
  }

  /// Adds an edge between fixed places of the device.
  private func addEdge(_ startX: Int32, _ startY: Int32, _ endX: Int32, _ endY: Int32) {
    let (x, y) = (cells.min_x &<< Self.shift, cells.min_y &<< Self.shift)
    let points = SIMD4(startX &- x, startY &- y, endX &- x, endY &- y)
    withUnsafeBytes(of: points) { points in
      withUnsafePointer(to: cells) { kernels.add_edges($0, points.bindMemory(to: Int32.self).baseAddress, 2) }
    }
  }
}
