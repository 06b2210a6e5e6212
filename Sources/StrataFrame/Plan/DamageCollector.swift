import CoreGraphics
package import StrataBase

/// Collects damage: exact rectangles while they are few, cells of a grid when they are many.
///
/// A region may hold more than the damage. The grid bounds its cost: no frame spends more on its damage than on its
/// pixels. One collector serves all frames and keeps its memory.
package struct DamageCollector {
  /// The number of rectangles above which exactness costs more than the pixels it saves.
  private static let mostRects = 24
  /// The part of the grid, as a divisor, that costs less to draw than to tell apart from the damage around it.
  private static let restDivisor = 16
  private static let cellWidth: Int32 = 64
  private static let cellHeight: Int32 = 32

  private var limit: PixelRect
  /// The exact rectangles, none of them inside an earlier one.
  private var rects: [PixelRect] = []
  private var isGrid = false
  /// A bit for each cell that is damaged; each row begins with a word, and the first cell is its lowest bit.
  private var cells: [UInt64] = []
  /// The number of words of a row.
  private var rowWords = 0
  /// The number of cells without damage, which is set to 0 when nearly all have some: then all of them count as damaged.
  private var clean = 0
  /// Fewer cells than these count as damaged.
  private var smallRest = 0
  /// Memory for the rectangles that reach down to a row of cells, and to the next.
  private var open: (above: [Int], current: [Int]) = ([], [])

  package init(within limit: PixelRect) { self.limit = limit }

  /// Removes all damage and keeps the memory.
  package mutating func begin(within limit: PixelRect) {
    self.limit = limit
    rects.removeAll(keepingCapacity: true)
    isGrid = false
  }

  package mutating func add(_ rect: PixelRect) {
    let rect = rect.intersection(limit)
    guard !rect.isEmpty else { return }
    guard !isGrid else {
      if clean > 0 { mark(rect) }
      return
    }
    guard !rects.contains(where: { $0.contains(rect) }) else { return }
    rects.append(rect)
    if rects.count > Self.mostRects { beginGrid() }
  }

  package mutating func add(_ region: PixelRegion) {
    for rect in region.rects { add(rect) }
  }

  /// Adds many rectangles.
  package mutating func add(_ rects: [PixelRect]) {
    for rect in rects {
      // Where many items move, all cells are soon damaged.
      if isGrid, clean == 0 { return }
      add(rect)
    }
  }

  /// Returns the collected damage.
  package mutating func region() -> PixelRegion {
    if isGrid { return clean == 0 ? PixelRegion(limit) : PixelRegion(disjoint: gridRects()) }
    var exact = PixelRegion()
    for rect in rects { exact.formUnion(rect) }
    return exact
  }

  // MARK: Grid

  private var columns: Int { (limit.width + Int(Self.cellWidth) - 1) / Int(Self.cellWidth) }

  private mutating func beginGrid() {
    let rows = (limit.height + Int(Self.cellHeight) - 1) / Int(Self.cellHeight)
    rowWords = (columns + 63) / 64
    clean = columns * rows
    smallRest = clean / Self.restDivisor
    cells.removeAll(keepingCapacity: true)
    cells.append(contentsOf: repeatElement(0, count: rowWords * rows))
    isGrid = true
    for rect in rects { mark(rect) }
  }

  /// Damages the cells that a rectangle touches, which is inside the limit.
  private mutating func mark(_ rect: PixelRect) {
    let (width, height) = (Self.cellWidth, Self.cellHeight)
    let first = Int((rect.minX - limit.minX) / width), last = Int((rect.maxX - 1 - limit.minX) / width)
    let top = Int((rect.minY - limit.minY) / height), bottom = Int((rect.maxY - 1 - limit.minY) / height)
    for word in (first >> 6)...(last >> 6) {
      let low = word == first >> 6 ? first & 63 : 0
      let high = word == last >> 6 ? last & 63 : 63
      let mask: UInt64 = (~0 << UInt64(low)) & (~0 >> UInt64(63 - high))
      var place = top &* rowWords &+ word
      for _ in top...bottom {
        let added = mask & ~cells[place]
        if added != 0 {
          cells[place] |= added
          clean -= added.nonzeroBitCount
        }
        place &+= rowWords
      }
    }
    if clean < smallRest { clean = 0 }
  }

  /// The damaged cells as rectangles: runs of a row, which a run of the same width in the next one extends.
  private mutating func gridRects() -> [PixelRect] {
    var result: [PixelRect] = []
    result.reserveCapacity(cells.count / rowWords)
    var (above, current): ([Int], [Int]) = ([], [])
    swap(&above, &open.above)
    swap(&current, &open.current)
    above.removeAll(keepingCapacity: true)
    let columns = columns
    for row in 0..<(cells.count / rowWords) {
      current.removeAll(keepingCapacity: true)
      var column = firstCell(in: row, from: 0, isDamaged: true)
      while column < columns {
        let end = min(firstCell(in: row, from: column, isDamaged: false), columns)
        let rect = PixelRect(
          limit.minX + Int32(column) * Self.cellWidth,
          limit.minY + Int32(row) * Self.cellHeight,
          min(limit.maxX, limit.minX + Int32(end) * Self.cellWidth),
          min(limit.maxY, limit.minY + Int32(row + 1) * Self.cellHeight)
        )
        if let i = above.first(where: { result[$0].minX == rect.minX && result[$0].maxX == rect.maxX }) {
          result[i].maxY = rect.maxY
          current.append(i)
        } else {
          current.append(result.count)
          result.append(rect)
        }
        column = firstCell(in: row, from: end, isDamaged: true)
      }
      swap(&above, &current)
    }
    swap(&above, &open.above)
    swap(&current, &open.current)
    return result
  }

  /// The first cell of a row, from one on, that is damaged or not; the end of the row's words if there is none.
  private func firstCell(in row: Int, from column: Int, isDamaged: Bool) -> Int {
    var word = column >> 6
    var ignored: UInt64 = ~(~0 << UInt64(column & 63))
    while word < rowWords {
      let bits = cells[row * rowWords + word]
      let wanted = (isDamaged ? bits : ~bits) & ~ignored
      if wanted != 0 { return word << 6 + wanted.trailingZeroBitCount }
      (word, ignored) = (word + 1, 0)
    }
    return rowWords << 6
  }
}
