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

      @inline(__always)
      func piece(_ column: Int, _ row: Int) -> PixelRect {
        let side = CompositingShader.pieceSide
        let (x, y) = (rect.minX + Int32(column) * side, rect.minY + Int32(row) * side)
        return PixelRect(x, y, min(x + side, rect.maxX), min(y + side, rect.maxY))
      }

      /// Calls `body` with each row of pieces that a rectangle touches: the first piece, and the columns.
      @inline(__always)
      func forEachRow(
        touching bounds: PixelRect,
        _ body: (_ first: Int, _ columns: Range<Int>, _ row: Int) -> Void
      ) {
        let part = bounds.intersection(rect)
        guard !part.isEmpty else { return }
        let side = Int(CompositingShader.pieceSide)
        let left = Int(part.minX &- rect.minX) / side, right = Int(part.maxX &- 1 &- rect.minX) / side
        let top = Int(part.minY &- rect.minY) / side, bottom = Int(part.maxY &- 1 &- rect.minY) / side
        var row = top
        while row <= bottom {
          body(firstPiece &+ row &* columns &+ left, left..<right &+ 1, row)
          row &+= 1
        }
      }
    }

    private var counts: [Int32] = []
    /// The first command of each piece that is not hidden.
    private var firstSeen: [Int32] = []

    /// Appends the pieces of a region and their lists; returns the first word of the pieces, their number, and the longest list.
    mutating func append(_ commands: ArraySlice<Command>, in region: [PixelRect], to lists: inout [UInt32])
      -> (firstWord: Int, count: Int, longest: Int)
    {
      var grids: [Grid] = []
      var count = 0
      for rect in region where !rect.isEmpty {
        let grid = Grid(rect, firstPiece: count)
        grids.append(grid)
        count += grid.columns * grid.rows
      }
      commands.withUnsafeBufferPointer { self.count($0, in: grids, pieces: count) }
      let firstWord = lists.count
      var (total, longest) = (0, 0)
      for count in counts {
        total += Int(count)
        longest = max(longest, Int(count))
      }
      lists.append(contentsOf: repeatElement(0, count: count * Self.words + total))
      lists.withUnsafeMutableBufferPointer { lists in
        guard let base = lists.baseAddress else { return }
        writePieces(grids, at: base + firstWord, firstList: firstWord + count * Self.words)
        commands.withUnsafeBufferPointer { fill($0, in: grids, base) }
      }
      return (firstWord, count, longest)
    }

    /// Counts the commands of each piece, without those that are hidden.
    private mutating func count(_ commands: UnsafeBufferPointer<Command>, in grids: [Grid], pieces: Int) {
      counts.removeAll(keepingCapacity: true)
      counts.append(contentsOf: repeatElement(0, count: pieces))
      firstSeen.removeAll(keepingCapacity: true)
      firstSeen.append(contentsOf: repeatElement(0, count: pieces))
      counts.withUnsafeMutableBufferPointer { counts in
        firstSeen.withUnsafeMutableBufferPointer { firstSeen in
          for index in commands.indices {
            let (bounds, hides) = (commands[index].bounds, commands[index].hides)
            for grid in grids {
              grid.forEachRow(touching: bounds) { first, columns, row in
                for column in hides ? columns : 0..<0 where bounds.contains(grid.piece(column, row)) {
                  counts[first &+ column &- columns.lowerBound] = 0
                  firstSeen[first &+ column &- columns.lowerBound] = Int32(truncatingIfNeeded: index)
                }
                for piece in first..<first &+ columns.count { counts[piece] &+= 1 }
              }
            }
          }
        }
      }
    }

    /// Writes the pieces; afterwards `counts` holds the place of each one's next command.
    private mutating func writePieces(_ grids: [Grid], at base: UnsafeMutablePointer<UInt32>, firstList: Int)
    {
      var (place, next) = (base, UInt32(truncatingIfNeeded: firstList))
      for grid in grids {
        for row in 0..<grid.rows {
          for column in 0..<grid.columns {
            let rect = grid.piece(column, row)
            let index = grid.firstPiece + row * grid.columns + column
            let end = next &+ UInt32(truncatingIfNeeded: counts[index])
            place[0] = UInt32(bitPattern: rect.minX)
            place[1] = UInt32(bitPattern: rect.minY)
            place[2] = UInt32(bitPattern: rect.maxX)
            place[3] = UInt32(bitPattern: rect.maxY)
            place[4] = next
            place[5] = end
            counts[index] = Int32(bitPattern: next)
            place += Self.words
            next = end
          }
        }
      }
    }

    /// Writes the lists.
    private mutating func fill(
      _ commands: UnsafeBufferPointer<Command>,
      in grids: [Grid],
      _ lists: UnsafeMutablePointer<UInt32>
    ) {
      counts.withUnsafeMutableBufferPointer { places in
        firstSeen.withUnsafeBufferPointer { firstSeen in
          for index in commands.indices {
            let bounds = commands[index].bounds
            for grid in grids {
              grid.forEachRow(touching: bounds) { first, columns, _ in
                for piece in first..<first &+ columns.count where index >= Int(firstSeen[piece]) {
                  lists[Int(UInt32(bitPattern: places[piece]))] = UInt32(truncatingIfNeeded: index)
                  places[piece] &+= 1
                }
              }
            }
          }
        }
      }
    }
  }
#endif
