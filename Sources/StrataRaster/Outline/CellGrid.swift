import CStrataKernels
import StrataBase

/// The signed areas that edges leave in the cells of a few rows of pixels.
///
/// Each edge adds to every cell that it crosses the area to its right inside that cell, and to the next cell
/// what is left of its height. The sum of a row from the left is then the winding number integrated over each
/// pixel: exact area coverage with one 32-bit value per pixel. A byte for sixteen cells remembers which were
/// touched, so that reading a row costs what crosses it and not its width, and leaves it zero for the next use.
///
/// Coordinates are 1/512 pixel. A crossing of a row or column is computed from the edge alone, never from the
/// crossing before it, so the bytes of a pixel do not depend on the rectangle that is asked for, and an edge
/// and its reverse cancel to nothing.
///
/// Kernels add edges and read cells; here is what outlines beyond ``guardEdge``, or with places that are no numbers, need
/// before.
struct CellGrid {
  static let one = 512
  static let shift: Int32 = 9
  /// A winding of one over a whole pixel.
  static let full: Int32 = 2 * 512 * 512
  /// Beyond this many pixels edges are clipped in Double; every clip rectangle is inside.
  static let guardEdge = 1_048_576.0

  let cells: StrataCells

  /// Cells for each row: a multiple of 16, two more than the width at least.
  static func stride(forWidth width: Int) -> Int { (width + 2 + 15) & ~15 }

  /// Bytes for each row: a multiple of 8, one for each sixteen cells.
  static func blockStride(forWidth width: Int) -> Int { (stride(forWidth: width) / 16 + 7) & ~7 }

  // The same rectangle, a pixel larger, for rejecting before rounding.
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
    // Adding 1.5 times two to the power of 52 leaves the nearest whole number in the low bits, as the kernels do it.
    Int32(truncatingIfNeeded: (value * 512 + 6_755_399_441_055_744).bitPattern)
  }

  /// Clips against the guard square in Double: what is above, below and right of it is dropped, what is left
  /// of it stands at its left edge with its height kept.
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
