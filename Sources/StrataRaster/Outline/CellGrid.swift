import StrataBase

/// The signed areas that edges leave in the cells of a few rows of pixels.
///
/// Each edge adds to every cell that it crosses the area to its right inside that cell, and to the next cell
/// what is left of its height. The sum of a row from the left is then the winding number integrated over each
/// pixel: exact area coverage with one 32-bit value per pixel. A bit per cell remembers which cells were
/// touched, so that reading a row costs what crosses it and not its width, and leaves it zero for the next use.
///
/// Coordinates are 1/512 pixel. A crossing of a row or column is computed from the edge alone, never from the
/// crossing before it, so the bytes of a pixel do not depend on the rectangle that is asked for, and an edge
/// and its reverse cancel to nothing.
///
/// Pointers and wrapping arithmetic keep the inner loops free of checks; values are bounded by ``Self/guardEdge``.
struct CellGrid {
  static let one = 512
  static let shift = 9
  /// A winding of one over a whole pixel.
  static let full: Int32 = 2 * 512 * 512
  /// Beyond this many pixels edges are clipped in Double; every clip rectangle is inside.
  static let guardEdge = 1_048_576.0

  let cells: UnsafeMutablePointer<Int32>
  let marks: UnsafeMutablePointer<UInt64>
  /// Cells per row: a multiple of 64, larger than the width.
  let stride: Int
  let width: Int
  let minX: Int
  let minY: Int
  let maxY: Int
  let isAntialiased: Bool

  static func stride(forWidth width: Int) -> Int { (width + 64) & ~63 }

  // The same rectangle, a pixel larger, for rejecting before rounding.
  @inline(__always) var left: Double { Double(minX - 1) }
  @inline(__always) var right: Double { Double(minX + width + 1) }
  @inline(__always) var top: Double { Double(minY - 1) }
  @inline(__always) var bottom: Double { Double(maxY + 1) }

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
  static func fixed(_ value: Double) -> Int {
    // Truncation after adding a large whole number rounds to the nearest; `rounded()` would be a call.
    Int(value * 512 + 4_294_967_296.5) &- 4_294_967_296
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

  private func addEdge(_ startX: Int, _ startY: Int, _ endX: Int, _ endY: Int) {
    if startY == endY { return }
    let isDown = startY < endY
    let sign = isDown ? 1 : -1
    let (x0, y0) = isDown ? (startX, startY) : (endX, endY)
    let (x1, y1) = isDown ? (endX, endY) : (startX, startY)
    let from = max(y0, minY &<< Self.shift)
    let to = min(y1, maxY &<< Self.shift)
    if from >= to { return }
    let origin = minX &<< Self.shift
    if !isAntialiased {
      addCentres(x0, y0, x1, y1, from, to, sign)
      return
    }
    if x0 == x1 {
      addVertical(x0 &- origin, from, to, sign)
      return
    }
    let slope = Double(x1 &- x0) / Double(y1 &- y0)
    let start = Double(x0)
    // The bias makes truncation a floor for everything inside the guard square.
    @inline(__always) func crossing(_ y: Int) -> Int {
      Int(start + Double(y &- y0) * slope + 4_294_967_296.5) &- 4_294_967_296 &- origin
    }
    var y = from
    var x = crossing(from)
    var row = (from &>> Self.shift) &- minY
    var base = row &* stride
    while y < to {
      let next = min((y &>> Self.shift &+ 1) &<< Self.shift, to)
      let nextX = crossing(next)
      addRow(base, x, nextX, (next &- y) &* sign)
      y = next
      x = nextX
      row &+= 1
      base &+= stride
    }
  }

  private func addVertical(_ x: Int, _ from: Int, _ to: Int, _ sign: Int) {
    let column = max(0, x &>> Self.shift)
    if column >= width { return }
    let right = x < 0 ? 0 : (x & (Self.one &- 1)) &* 2
    let left = 2 &* Self.one &- right
    var y = from
    var index = ((from &>> Self.shift) &- minY) &* stride &+ column
    while y < to {
      let next = min((y &>> Self.shift &+ 1) &<< Self.shift, to)
      let height = (next &- y) &* sign
      add(index, height &* left, height &* right)
      y = next
      index &+= stride
    }
  }

  /// Adds to a cell and the one after it.
  @inline(__always)
  private func add(_ index: Int, _ value: Int, _ next: Int) {
    cells[index] &+= Int32(truncatingIfNeeded: value)
    marks[index &>> 6] |= 1 &<< UInt64(truncatingIfNeeded: index & 63)
    if next != 0 {
      let after = index &+ 1
      cells[after] &+= Int32(truncatingIfNeeded: next)
      marks[after &>> 6] |= 1 &<< UInt64(truncatingIfNeeded: after & 63)
    }
  }

  /// Adds the part of an edge that lies in one row; x counts from the left edge of the grid.
  @inline(__always)
  private func addRow(_ base: Int, _ x0: Int, _ x1: Int, _ height: Int) {
    let cell = x0 &>> Self.shift
    if cell == x1 &>> Self.shift {
      if cell >= width { return }
      if cell < 0 {
        add(base, height &* (2 &* Self.one), 0)
        return
      }
      let sum = (x0 & (Self.one &- 1)) &+ (x1 & (Self.one &- 1))
      add(base &+ cell, height &* (2 &* Self.one &- sum), height &* sum)
    } else {
      addCrossing(base, min(x0, x1), max(x0, x1), height)
    }
  }

  /// Adds a part of an edge that crosses columns.
  ///
  /// Which end is the upper one does not matter for areas.
  private func addCrossing(_ base: Int, _ left: Int, _ right: Int, _ signedHeight: Int) {
    // Rounding the size and not the signed height lets an edge and its reverse cancel.
    let sign = signedHeight < 0 ? -1 : 1
    let height = signedHeight &* sign
    let perUnit = Double(height) / Double(right &- left)
    @inline(__always) func heightUp(to x: Int) -> Int { Int(Double(x &- left) * perUnit + 0.5) }
    var done = 0
    var cell = left &>> Self.shift
    var entry = left & (Self.one &- 1)
    let last = right &>> Self.shift
    if cell < 0 {
      done = right <= 0 ? height : heightUp(to: 0)
      if done != 0 { add(base, sign &* done &* (2 &* Self.one), 0) }
      if right <= 0 { return }
      cell = 0
      entry = 0
    }
    while cell < width {
      let isLast = cell == last
      let exit = isLast ? right & (Self.one &- 1) : Self.one
      let upTo = isLast ? height : heightUp(to: (cell &+ 1) &<< Self.shift)
      let part = (upTo &- done) &* sign
      if part != 0 {
        let area = part &* (entry &+ exit)
        add(base &+ cell, part &* (2 &* Self.one) &- area, area)
      }
      if isLast { return }
      done = upTo
      entry = 0
      cell &+= 1
    }
  }

  /// Adds a whole winding to the first pixel of each row whose centre is not left of the edge.
  private func addCentres(
    _ x0: Int,
    _ y0: Int,
    _ x1: Int,
    _ y1: Int,
    _ from: Int,
    _ to: Int,
    _ sign: Int
  ) {
    let half = Self.one / 2
    let slope = Double(x1 &- x0) / Double(y1 &- y0)
    var row = (from &+ half &- 1) &>> Self.shift
    let end = (to &+ half &- 1) &>> Self.shift
    while row < end {
      let y = row &<< Self.shift &+ half
      let x = Int(Double(x0) + Double(y &- y0) * slope + 4_294_967_296.5) &- 4_294_967_296
      let column = max(0, ((x &+ half &- 1) &>> Self.shift) &- minX)
      if column < width { add((row &- minY) &* stride &+ column, sign &* Int(Self.full), 0) }
      row &+= 1
    }
  }
}
