#if GPU
  import StrataBase
  import StrataRaster

  /// Cuts a coverage into rectangles that are wholly covered or not at all, and blocks of bytes.
  ///
  /// Large shapes take bytes along their edges only.
  struct CoverageBlocks {
    enum Content { case full, empty, bytes }

    /// The side of a block, in pixels.
    private static let side: Int32 = 64

    private let coverage: Coverage
    /// The offset from the coverage to its place.
    private let x: Int32
    private let y: Int32
    private let area: PixelRect

    /// Cuts the pixels of an area of a coverage that is moved by `x` and `y`.
    init(_ coverage: Coverage, x: Int32, y: Int32, area: PixelRect) {
      (self.coverage, self.x, self.y, self.area) = (coverage, x, y, area)
    }

    /// Calls `body` with disjoint rectangles that make up the area.
    func forEach(_ body: (PixelRect, Content) -> Void) {
      guard area.width * area.height > Int(Self.side * Self.side) else {
        if !area.isEmpty { body(area, .bytes) }
        return
      }
      var top = area.minY
      while top < area.maxY {
        let bottom = min(top + Self.side, area.maxY)
        forEachRun(inRows: top..<bottom, body)
        top = bottom
      }
    }

    /// Calls `body` with the blocks of a row of blocks; neighbours that are full, or empty, are one rectangle.
    private func forEachRun(inRows rows: Range<Int32>, _ body: (PixelRect, Content) -> Void) {
      let contents = contents(ofRows: rows)
      var first = 0
      while first < contents.count {
        var end = first + 1
        if contents[first] != .bytes {
          while end < contents.count, contents[end] == contents[first] { end += 1 }
        }
        let left = area.minX + Int32(first) * Self.side
        let right = min(area.minX + Int32(end) * Self.side, area.maxX)
        body(PixelRect(left, rows.lowerBound, right, rows.upperBound), contents[first])
        first = end
      }
    }

    private func contents(ofRows rows: Range<Int32>) -> [Content] {
      let count = (area.width + Int(Self.side) - 1) / Int(Self.side)
      var full = [Int](repeating: 0, count: count)
      var isPartial = [Bool](repeating: false, count: count)
      for row in rows {
        for span in coverage.spans(inRow: row - y) {
          var from = max(span.x + x, area.minX)
          let end = min(span.end + x, area.maxX)
          while from < end {
            let block = Int((from - area.minX) / Self.side)
            let next = min(end, area.minX + Int32(block + 1) * Self.side)
            if span.value == 255 { full[block] += Int(next - from) } else { isPartial[block] = true }
            from = next
          }
        }
      }
      return (0..<count).map { block in
        let left = area.minX + Int32(block) * Self.side
        let width = Int(min(left + Self.side, area.maxX) - left)
        if isPartial[block] { return .bytes }
        return full[block] == 0 ? .empty : full[block] == width * rows.count ? .full : .bytes
      }
    }

    /// Appends the bytes of a rectangle to words, each row beginning with a word.
    func append(_ rect: PixelRect, to words: inout [UInt32]) -> Command.Cover {
      let stride = (rect.width + 3) / 4
      let first = words.count
      words.append(contentsOf: repeatElement(0, count: stride * rect.height))
      words.withUnsafeMutableBytes { memory in
        guard let base = memory.baseAddress else { return }
        for row in rect.minY..<rect.maxY {
          let bytes = base + (first + Int(row - rect.minY) * stride) * 4
          for span in coverage.spans(inRow: row - y) {
            let (from, end) = (max(span.x + x, rect.minX), min(span.end + x, rect.maxX))
            guard from < end else { continue }
            let place = bytes + Int(from - rect.minX)
            guard span.value == 0 else {
              place.initializeMemory(as: UInt8.self, repeating: span.value, count: Int(end - from))
              continue
            }
            let offset = Int(span.offset + from - span.x - x)
            coverage.alphas.withUnsafeBytes { alphas in
              guard let source = alphas.baseAddress else { return }
              place.copyMemory(from: source + offset, byteCount: Int(end - from))
            }
          }
        }
      }
      return .bytes(
        Command.Cover.Bytes(
          memory: .values,
          firstWord: UInt32(truncatingIfNeeded: first),
          stride: UInt32(truncatingIfNeeded: stride * 4),
          x: rect.minX,
          y: rect.minY,
          firstEqual: UInt32(truncatingIfNeeded: rect.height)
        )
      )
    }
  }
#endif
