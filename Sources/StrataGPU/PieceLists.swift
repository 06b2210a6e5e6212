#if GPU
  import StrataBase

  /// Sorts commands into the pieces of a region: for each piece the commands that touch it, in painting order.
  ///
  /// A piece is a part of 16 by 16 pixels, or less at the edges of the region's rectangles. Commands before the last one that
  /// hides a whole piece are left out. The memory is kept from pass to pass.
  struct PieceLists {
    /// The words of a piece: its four edges, and the range of its list.
    static let words = 6

    /// The pieces of a rectangle.
    private struct Grid {
      let rect: PixelRect
      let columns: Int
      let rows: Int
      let firstPiece: Int

      init(_ rect: PixelRect, firstPiece: Int) {
        let side = Int(CompositingShader.pieceSide)
        self.rect = rect
        (columns, rows) = ((rect.width + side - 1) / side, (rect.height + side - 1) / side)
        self.firstPiece = firstPiece
      }

      func piece(_ column: Int, _ row: Int) -> PixelRect {
        let side = CompositingShader.pieceSide
        let (x, y) = (rect.minX + Int32(column) * side, rect.minY + Int32(row) * side)
        return PixelRect(x, y, min(x + side, rect.maxX), min(y + side, rect.maxY))
      }

      /// Calls `body` with each piece that a rectangle touches.
      @inline(__always)
      func forEachPiece(touching bounds: PixelRect, _ body: (_ index: Int, _ piece: PixelRect) -> Void) {
        let part = bounds.intersection(rect)
        guard !part.isEmpty else { return }
        let side = Int(CompositingShader.pieceSide)
        let left = Int(part.minX &- rect.minX) / side, right = Int(part.maxX &- 1 &- rect.minX) / side
        let top = Int(part.minY &- rect.minY) / side, bottom = Int(part.maxY &- 1 &- rect.minY) / side
        for row in top...bottom {
          for column in left...right {
            body(firstPiece + row * columns + column, piece(column, row))
          }
        }
      }
    }

    private var counts: [Int] = []
    /// The first command of each piece that is not hidden.
    private var firstSeen: [Int] = []
    private var places: [Int] = []

    /// Appends the pieces of a region and their lists; returns the first word of the pieces, and their number.
    mutating func append(_ commands: [Command], in region: [PixelRect], to lists: inout [UInt32])
      -> (firstWord: Int, count: Int)
    {
      var grids: [Grid] = []
      var count = 0
      for rect in region where !rect.isEmpty {
        grids.append(Grid(rect, firstPiece: count))
        count += grids[grids.count - 1].columns * grids[grids.count - 1].rows
      }
      counts.removeAll(keepingCapacity: true)
      counts.append(contentsOf: repeatElement(0, count: count))
      firstSeen.removeAll(keepingCapacity: true)
      firstSeen.append(contentsOf: repeatElement(0, count: count))
      for (index, command) in commands.enumerated() {
        for grid in grids {
          grid.forEachPiece(touching: command.bounds) { piece, rect in
            if command.hides, command.bounds.contains(rect) {
              counts[piece] = 0
              firstSeen[piece] = index
            }
            counts[piece] += 1
          }
        }
      }
      let firstWord = lists.count
      appendPieces(grids, to: &lists)
      for (index, command) in commands.enumerated() {
        for grid in grids {
          grid.forEachPiece(touching: command.bounds) { piece, _ in
            guard index >= firstSeen[piece] else { return }
            lists[places[piece]] = UInt32(truncatingIfNeeded: index)
            places[piece] += 1
          }
        }
      }
      return (firstWord, count)
    }

    /// Appends the pieces and room for their lists; notes where each list begins.
    private mutating func appendPieces(_ grids: [Grid], to lists: inout [UInt32]) {
      places.removeAll(keepingCapacity: true)
      var place = lists.count + counts.count * Self.words
      for grid in grids {
        for row in 0..<grid.rows {
          for column in 0..<grid.columns {
            let piece = grid.piece(column, row)
            let end = place + counts[grid.firstPiece + row * grid.columns + column]
            lists.append(UInt32(bitPattern: piece.minX))
            lists.append(UInt32(bitPattern: piece.minY))
            lists.append(UInt32(bitPattern: piece.maxX))
            lists.append(UInt32(bitPattern: piece.maxY))
            lists.append(UInt32(truncatingIfNeeded: place))
            lists.append(UInt32(truncatingIfNeeded: end))
            places.append(place)
            place = end
          }
        }
      }
      lists.append(contentsOf: repeatElement(0, count: place - lists.count))
    }
  }
#endif
