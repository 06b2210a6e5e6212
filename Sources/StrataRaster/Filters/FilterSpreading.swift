import StrataBase

/// Filters whose result for a pixel depends on other pixels.
extension Filters {
  /// The picture screened with its blur (see ``FilterOp/bloom(sigma:intensity:)``).
  static func bloomed(
    _ surface: Placed,
    _ sigma: SIMD2<Double>,
    _ intensity: Float,
    within limit: PixelRect?
  ) -> Placed {
    let area = limit.map { moved($0, toStartOf: surface) }
    let blurred = Blur.gaussian(surface.buffer, sigmaX: sigma.x, sigmaY: sigma.y, within: area)
    // Without a blur `blurred` is the picture itself, which must not be written to.
    let (x, y) = (Int32(clamping: surface.x - blurred.growX), Int32(clamping: surface.y - blurred.growY))
    let size = (Int32(blurred.buffer.width), Int32(blurred.buffer.height))
    let sharp = copy(of: surface, in: PixelRect(x, y, x + size.0, y + size.1))
    let strength = min(max(intensity, 0), 64)
    withExtendedLifetime(blurred.buffer) {
      for y in 0..<sharp.buffer.height {
        let (light, row) = (blurred.buffer.row(y), sharp.buffer.row(y))
        for x in 0..<sharp.buffer.width {
          let s = PixelWord.channels(row.load(fromByteOffset: x * 4, as: UInt32.self)) / 255
          let glow = PixelWord.channels(light.load(fromByteOffset: x * 4, as: UInt32.self)) / 255 * strength
          let b = glow.clamped(lowerBound: SIMD4(repeating: 0), upperBound: SIMD4(repeating: 1))
          row.storeBytes(
            of: PremultipliedColor(premultiplied: s + b - s * b).rgba8,
            toByteOffset: x * 4,
            as: UInt32.self
          )
        }
      }
    }
    return sharp
  }

  /// The picture with every cell of a grid in the mean of its pixels; the picture itself where cells cannot be seen.
  static func pixellated(_ surface: Placed, _ toCells: Projective) -> Placed {
    guard let grid = MosaicGrid(surface, toCells) else { return surface }
    let result = copy(of: surface, in: grid.pixels)
    func cell(_ x: Int, _ y: Int) -> Int? {
      grid.cell(Double(result.x + x) + 0.5, Double(result.y + y) + 0.5)
    }
    var sums = [SIMD4<Float>](repeating: .zero, count: grid.count)
    var counts = [Float](repeating: 0, count: grid.count)
    for y in 0..<result.buffer.height {
      let row = result.buffer.row(y)
      for x in 0..<result.buffer.width {
        guard let cell = cell(x, y) else { continue }
        counts[cell] += 1
        sums[cell] += PixelWord.channels(row.load(fromByteOffset: x * 4, as: UInt32.self))
      }
    }
    let words = sums.indices.map { i in
      counts[i] > 0 ? PremultipliedColor(premultiplied: sums[i] / (counts[i] * 255)).rgba8 : 0
    }
    for y in 0..<result.buffer.height {
      let row = result.buffer.row(y)
      for x in 0..<result.buffer.width {
        row.storeBytes(of: cell(x, y).map { words[$0] } ?? 0, toByteOffset: x * 4, as: UInt32.self)
      }
    }
    return result
  }

  /// The picture over its shadow.
  static func shadowed(_ surface: Placed, _ shadow: DropShadow, within limit: PixelRect?) -> Placed {
    let source = surface.buffer
    let (dx, dy) = (wholePixels(shadow.offset.x), wholePixels(shadow.offset.y))
    let area = limit.map { moved($0, toStartOf: surface).offset(by: Int32(-dx), Int32(-dy)) }
    let blurred = Blur.gaussian(
      source.alphaBytes(),
      sigmaX: shadow.sigma.x,
      sigmaY: shadow.sigma.y,
      within: area
    )
    let (growX, growY) = (Blur.reach(shadow.sigma.x) + abs(dx), Blur.reach(shadow.sigma.y) + abs(dy))
    let (x, y) = (Int32(clamping: surface.x), Int32(clamping: surface.y))
    let whole = PixelRect(
      x - Int32(growX),
      y - Int32(growY),
      x + Int32(source.width + growX),
      y + Int32(source.height + growY)
    )
    let result = copy(of: surface, in: limit.map { whole.intersection($0) } ?? whole)
    let dark = Coverage(
      alphaOf: blurred.buffer,
      x: Int32(clamping: surface.x - blurred.growX + dx),
      y: Int32(clamping: surface.y - blurred.growY + dy)
    )
    let painter = Painter(
      result.buffer,
      originX: Int32(clamping: result.x),
      originY: Int32(clamping: result.y),
      scratch: PaintScratch()
    )
    painter.fill(dark, with: PremultipliedColor(straight: shadow.color), mode: .destOver)
    return result
  }

  /// An offset rounded to whole pixels; 0 for a number that is not finite.
  private static func wholePixels(_ offset: Double) -> Int {
    offset.isFinite ? Int(min(max(offset, -16384), 16384).rounded()) : 0
  }
}

/// The cells of a grid that a picture touches.
private struct MosaicGrid {
  /// In pixels: larger cells, and smaller ones by area, cannot be seen as cells.
  private static let largestCell = 2048.0
  private static let smallestCell = 0.25
  /// The largest number of cells in a picture.
  private static let mostCells = 1 << 22

  /// The number of cells.
  let count: Int
  /// The pixels of all cells, wholly.
  let pixels: PixelRect
  private let toCells: Projective
  private let columns: Range<Int>
  private let rows: Range<Int>

  /// Nil for an empty picture, and for cells that are too large, too small or too many.
  init?(_ surface: Filters.Placed, _ toCells: Projective) {
    let source = surface.buffer
    let (left, top) = (Double(surface.x), Double(surface.y))
    let corners = [
      toCells.apply(left, top), toCells.apply(left + Double(source.width), top),
      toCells.apply(left, top + Double(source.height)),
      toCells.apply(left + Double(source.width), top + Double(source.height)),
    ]
    guard source.width > 0, source.height > 0, toCells.isAffine, let toPixels = toCells.inverted(),
      corners.allSatisfy({ abs($0.x) < 1e9 && abs($0.y) < 1e9 })
    else { return nil }
    let extent = max(abs(toPixels.m11) + abs(toPixels.m21), abs(toPixels.m12) + abs(toPixels.m22))
    guard extent <= Self.largestCell, abs(toPixels.determinant) >= Self.smallestCell else { return nil }
    let (columns, rows) = (Self.range(corners.map(\.x)), Self.range(corners.map(\.y)))
    let (count, isOver) = columns.count.multipliedReportingOverflow(by: rows.count)
    guard !isOver, count <= Self.mostCells else { return nil }
    let ends = [columns.lowerBound, columns.upperBound].flatMap { i in
      [rows.lowerBound, rows.upperBound].map { j in toPixels.apply(Double(i), Double(j)) }
    }
    let (xs, ys) = (Self.range(ends.map(\.x)), Self.range(ends.map(\.y)))
    pixels = PixelRect(
      Int32(clamping: xs.lowerBound),
      Int32(clamping: ys.lowerBound),
      Int32(clamping: xs.upperBound),
      Int32(clamping: ys.upperBound)
    )
    (self.toCells, self.columns, self.rows, self.count) = (toCells, columns, rows, count)
  }

  /// The whole numbers that contain all values, at least one.
  private static func range(_ values: [Double]) -> Range<Int> {
    let low = Int(((values.min() ?? 0) + 1e-9).rounded(.down))
    return low..<max(low + 1, Int(((values.max() ?? 0) - 1e-9).rounded(.up)))
  }

  /// The number of the cell at a place of the picture's plane; nil outside of the grid.
  @inline(__always)
  func cell(_ x: Double, _ y: Double) -> Int? {
    let p = toCells.apply(x, y)
    let (i, j) = (Int(p.x.rounded(.down)), Int(p.y.rounded(.down)))
    guard columns.contains(i), rows.contains(j) else { return nil }
    return (j - rows.lowerBound) * columns.count + i - columns.lowerBound
  }
}
