import StrataBase

/// Filters in which a pixel's colour depends on those around it.
extension Filters {
  static func bloomed(_ surface: Placed, _ sigma: SIMD2<Double>, _ intensity: Float) -> Placed {
    let blurred = Blur.gaussian(surface.buffer, sigmaX: sigma.x, sigmaY: sigma.y)
    let sharp = copy(of: surface, growing: blurred.growX, blurred.growY)
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

  /// The most cells of a picture; finer ones are not seen anyway.
  private static let mostCells = 1 << 22

  static func pixellated(_ surface: Placed, _ toCells: Projective) -> Placed {
    let source = surface.buffer
    let (left, top) = (Double(surface.x), Double(surface.y))
    let corners = [
      toCells.apply(left, top), toCells.apply(left + Double(source.width), top),
      toCells.apply(left, top + Double(source.height)),
      toCells.apply(left + Double(source.width), top + Double(source.height)),
    ]
    guard source.width > 0, source.height > 0, toCells.isAffine, let toPixels = toCells.inverted(),
      corners.allSatisfy({ abs($0.x) < 1e9 && abs($0.y) < 1e9 })
    else { return surface }
    func range(_ values: [Double]) -> Range<Int> {
      let low = Int(((values.min() ?? 0) + 1e-9).rounded(.down))
      return low..<max(low + 1, Int(((values.max() ?? 0) - 1e-9).rounded(.up)))
    }
    let (columns, rows) = (range(corners.map(\.x)), range(corners.map(\.y)))
    let (count, isOver) = columns.count.multipliedReportingOverflow(by: rows.count)
    guard !isOver, count <= mostCells else { return surface }

    // The whole cells that the picture touches.
    let ends = [columns.lowerBound, columns.upperBound].flatMap { i in
      [rows.lowerBound, rows.upperBound].map { j in toPixels.apply(Double(i), Double(j)) }
    }
    let (xs, ys) = (range(ends.map(\.x)), range(ends.map(\.y)))
    guard xs.count <= source.width + 16384, ys.count <= source.height + 16384 else { return surface }
    let growX = max(0, max(surface.x - xs.lowerBound, xs.upperBound - surface.x - source.width))
    let growY = max(0, max(surface.y - ys.lowerBound, ys.upperBound - surface.y - source.height))
    let result = copy(of: surface, growing: growX, growY)

    func cell(_ x: Int, _ y: Int) -> Int? {
      let p = toCells.apply(Double(result.x + x) + 0.5, Double(result.y + y) + 0.5)
      let (i, j) = (Int(p.x.rounded(.down)), Int(p.y.rounded(.down)))
      guard columns.contains(i), rows.contains(j) else { return nil }
      return (j - rows.lowerBound) * columns.count + i - columns.lowerBound
    }
    var sums = [SIMD4<Float>](repeating: .zero, count: count)
    var counts = [Float](repeating: 0, count: count)
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

  static func shadowed(_ surface: Placed, _ shadow: DropShadow) -> Placed {
    let source = surface.buffer
    let blurred = Blur.gaussian(source.alphaBytes(), sigmaX: shadow.sigma.x, sigmaY: shadow.sigma.y)
    let (dx, dy) = (whole(shadow.offset.x), whole(shadow.offset.y))
    let result = copy(of: surface, growing: blurred.growX + abs(dx), blurred.growY + abs(dy))
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

  /// Whole pixels of an offset.
  private static func whole(_ offset: Double) -> Int {
    offset.isFinite ? Int(min(max(offset, -16384), 16384).rounded()) : 0
  }
}
