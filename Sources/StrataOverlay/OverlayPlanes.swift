#if Media
  import StrataBase
  import StrataRaster
  import StrataMedia

  /// A picture with transparency as planes that are put over the planes of a film's frames.
  ///
  /// Colours and levels of a frame are linear functions of each other, and a premultiplied colour has its share of black's level. So
  /// `level = over + below · (1 − alpha)` holds for luma, and for chroma with the averages of four pixels. The planes keep
  /// `over` and `1 − alpha` in 1/256. Blocks without a visible pixel are skipped.
  ///
  /// - Complexity: An update takes time linear in its pixels, a composition linear in the blocks that are not empty.
  struct OverlayPlanes {
    private let width: Int
    private let height: Int
    private let levels: Levels
    private var luma: Plane
    private var blue: Plane
    private var red: Plane
    /// True for blocks with a visible pixel, row by row.
    private var isVisible: [Bool]
    private let columns: Int

    /// The sides of a block in pixels, even numbers.
    private static let (blockWidth, blockHeight) = (64, 16)

    /// What is put over a plane.
    private struct Plane {
      let width: Int
      let height: Int
      /// Levels in 1/256.
      var over: [UInt16]
      /// The share of the level below, 0 to 256.
      var rest: [UInt16]

      init(_ width: Int, _ height: Int) {
        (self.width, self.height) = (width, height)
        over = Array(repeating: 0, count: width * height)
        rest = Array(repeating: 256, count: width * height)
      }
    }

    init(width: Int, height: Int, _ colors: PlaneColors) {
      (self.width, self.height, levels) = (width, height, Levels(colors))
      luma = Plane(width, height)
      blue = Plane((width + 1) / 2, (height + 1) / 2)
      red = blue
      columns = (width + Self.blockWidth - 1) / Self.blockWidth
      isVisible = Array(
        repeating: false,
        count: columns * ((height + Self.blockHeight - 1) / Self.blockHeight)
      )
    }

    // MARK: Update

    /// Takes the pixels of a region from a picture of the planes' size, in premultiplied RGBA.
    mutating func update(_ pixels: PixelBuffer, _ region: PixelRegion) {
      for rect in region.rects {
        // Whole blocks, so that they are known to be empty or not.
        let (w, h) = (Int32(Self.blockWidth), Int32(Self.blockHeight))
        let (firstColumn, lastColumn) = (max(rect.minX, 0) / w, (min(rect.maxX, Int32(width)) - 1) / w)
        let (firstRow, lastRow) = (max(rect.minY, 0) / h, (min(rect.maxY, Int32(height)) - 1) / h)
        guard firstColumn <= lastColumn, firstRow <= lastRow else { continue }
        for row in firstRow...lastRow {
          for column in firstColumn...lastColumn { update(pixels, column: Int(column), row: Int(row)) }
        }
      }
    }

    private mutating func update(_ pixels: PixelBuffer, column: Int, row: Int) {
      let (x0, y0) = (column * Self.blockWidth, row * Self.blockHeight)
      let (x1, y1) = (min(x0 + Self.blockWidth, width), min(y0 + Self.blockHeight, height))
      var any: UInt32 = 0
      for y in y0..<y1 {
        let source = UnsafeRawPointer(pixels.row(y)).assumingMemoryBound(to: UInt32.self)
        for x in x0..<x1 { any |= source[x] }
      }
      let block = row * columns + column
      guard any != 0 || isVisible[block] else { return }
      isVisible[block] = any != 0
      for y in y0..<y1 {
        let source = UnsafeRawPointer(pixels.row(y)).assumingMemoryBound(to: SIMD4<UInt8>.self)
        luma.over.withUnsafeMutableBufferPointer { over in
          luma.rest.withUnsafeMutableBufferPointer { rest in
            for x in x0..<x1 {
              let p = SIMD4<Float>(source[x])
              let part = Self.rest(alpha: p.w)
              rest[y * width + x] = part
              over[y * width + x] = Self.over((p * levels.luma).sum(), rest: part)
            }
          }
        }
      }
      for y in stride(from: y0, to: y1, by: 2) { updateChroma(pixels, y: y, from: x0, to: x1) }
    }

    private mutating func updateChroma(_ pixels: PixelBuffer, y: Int, from x0: Int, to x1: Int) {
      // Beyond an odd edge the last row or column counts twice.
      let upper = UnsafeRawPointer(pixels.row(y)).assumingMemoryBound(to: SIMD4<UInt8>.self)
      let lower = UnsafeRawPointer(pixels.row(min(y + 1, height - 1))).assumingMemoryBound(
        to: SIMD4<UInt8>.self
      )
      for x in stride(from: x0, to: x1, by: 2) {
        let right = min(x + 1, width - 1)
        let sum =
          SIMD4<UInt16>(truncatingIfNeeded: upper[x]) &+ SIMD4<UInt16>(truncatingIfNeeded: upper[right])
          &+ SIMD4<UInt16>(truncatingIfNeeded: lower[x]) &+ SIMD4<UInt16>(truncatingIfNeeded: lower[right])
        let p = SIMD4<Float>(sum) * 0.25
        let place = y / 2 * blue.width + x / 2
        let rest = Self.rest(alpha: p.w)
        blue.over[place] = Self.over((p * levels.blue).sum(), rest: rest)
        red.over[place] = Self.over((p * levels.red).sum(), rest: rest)
        (blue.rest[place], red.rest[place]) = (rest, rest)
      }
    }

    /// The share of the film, in 1/256, under an alpha of 0 to 255.
    private static func rest(alpha: Float) -> UInt16 { UInt16((255 - alpha) * (256 / 255) + 0.5) }

    /// A level of the picture, in 1/256, such that its sum with any level of the film stays in 16 bits.
    ///
    /// Chroma of the full range goes from 0.5 to 255.5, and is cut off at 255 as any converter does.
    private static func over(_ level: Float, rest: UInt16) -> UInt16 {
      UInt16(min(max(level, 0) + 0.5, Float(0xffff - 128 - 255 * Int(rest))))
    }

    // MARK: Composition

    /// Puts the picture over the planes of a frame.
    func compose(over frame: UnsafeMutableRawBufferPointer) {
      guard let base = frame.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
      let chroma = blue.width * blue.height
      for row in 0..<isVisible.count / columns {
        var column = 0
        while column < columns {
          guard isVisible[row * columns + column] else {
            column += 1
            continue
          }
          let first = column
          while column < columns, isVisible[row * columns + column] { column += 1 }
          let (x0, x1) = (first * Self.blockWidth, min(column * Self.blockWidth, width))
          let (y0, y1) = (row * Self.blockHeight, min((row + 1) * Self.blockHeight, height))
          Self.compose(luma, x0..<x1, y0..<y1, over: base)
          let (cx, cy) = (x0 / 2..<(x1 + 1) / 2, y0 / 2..<(y1 + 1) / 2)
          Self.compose(blue, cx, cy, over: base + width * height)
          Self.compose(red, cx, cy, over: base + width * height + chroma)
        }
      }
    }

    private static func compose(
      _ plane: Plane,
      _ columns: Range<Int>,
      _ rows: Range<Int>,
      over target: UnsafeMutablePointer<UInt8>
    ) {
      plane.over.withUnsafeBufferPointer { over in
        plane.rest.withUnsafeBufferPointer { rest in
          guard let over = over.baseAddress, let rest = rest.baseAddress else { return }
          for y in rows {
            let start = y * plane.width
            for i in start + columns.lowerBound..<start + columns.upperBound {
              // Fits into 16 bits, as `over` is bounded.
              target[i] = UInt8(truncatingIfNeeded: (over[i] &+ UInt16(target[i]) &* rest[i] &+ 128) >> 8)
            }
          }
        }
      }
    }

    /// The levels of a premultiplied pixel, in 1/256, as sums of its red, green, blue and alpha.
    private struct Levels {
      let luma: SIMD4<Float>
      let blue: SIMD4<Float>
      let red: SIMD4<Float>

      init(_ colors: PlaneColors) {
        let (kr, kb) = (Float(colors.red), Float(colors.blue))
        let kg = 1 - kr - kb
        let (lumaRange, chromaRange): (Float, Float) = colors.isFullRange ? (255, 255) : (219, 224)
        let black: Float = colors.isFullRange ? 0 : 16
        // A pixel's numbers are 0 to 255, and so is the level of no colour in chroma: 128.
        let y = SIMD4<Float>(kr, kg, kb, 0)
        luma = (y * lumaRange + SIMD4(0, 0, 0, black)) * (256 / 255)
        blue = ((SIMD4(0, 0, 1, 0) - y) * (chromaRange / (2 * (1 - kb))) + SIMD4(0, 0, 0, 128)) * (256 / 255)
        red = ((SIMD4(1, 0, 0, 0) - y) * (chromaRange / (2 * (1 - kr))) + SIMD4(0, 0, 0, 128)) * (256 / 255)
      }
    }
  }
#endif
