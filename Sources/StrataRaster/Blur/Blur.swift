import StrataKernels
package import StrataBase

/// Gaussian blurs as three box blurs in a row (rendering R-34).
///
/// Three boxes approximate a Gaussian to within 3 %; their width is the formula of `feGaussianBlur` in the W3C's Filter
/// Effects Module Level 1. A box blur is a running mean: two additions a pixel whatever its width. Many columns are
/// averaged together, and the three means of a group of columns follow each other row by row, so that their sums stay in
/// registers. Rows are transposed into columns a few at a time, in memory that stays in the first-level cache.
package enum Blur {
  /// Blurs a picture.
  ///
  /// The result is larger than the original by the blur's reach on each side, or is the part of that inside `limit`, a
  /// rectangle in pixels from the original's first one. The original's first pixel is the result's at `growX`, `growY`.
  ///
  /// - Complexity: O(pixels of the original and the result), whatever the deviations are.
  /// - Precondition: The format is `rgba8` or `alpha8`.
  package static func gaussian(
    _ source: PixelBuffer,
    sigmaX: Double,
    sigmaY: Double,
    within limit: PixelRect? = nil
  ) -> (buffer: PixelBuffer, growX: Int, growY: Int) {
    precondition(source.format != .rgba16f, "only bytes can be blurred")
    let (boxesX, boxesY) = (BoxWidths(sigmaX), BoxWidths(sigmaY))
    guard source.width > 0, source.height > 0, boxesX != nil || boxesY != nil else { return (source, 0, 0) }
    let (growX, growY) = (boxesX?.reach ?? 0, boxesY?.reach ?? 0)
    let columns = outputRange(source.width, growX, limit.map { ($0.minX, $0.maxX) })
    let lines = outputRange(source.height, growY, limit.map { ($0.minY, $0.maxY) })
    let (width, height) = (columns.count, lines.count)
    let result = PixelBuffer(uninitializedWidth: width, height: height, format: source.format)
    let pixelBytes = source.format.bytesPerPixel
    guard width > 0, height > 0 else { return (result, -columns.lowerBound, -lines.lowerBound) }
    var plane = Plane(
      bytes: source.bytes,
      stride: source.rowBytes,
      width: source.width,
      height: source.height
    )
    let target = Plane(bytes: result.bytes, stride: result.rowBytes, width: width, height: height)
    withExtendedLifetime((source, result)) {
      guard let boxesX else {
        plane.bytes += columns.lowerBound * pixelBytes
        plane.width = width
        if let boxesY { average(plane, boxesY, pixelBytes, into: target, from: lines.lowerBound + growY) }
        return
      }
      guard let boxesY else {
        plane.bytes += lines.lowerBound * plane.stride
        plane.height = height
        return averageRows(plane, boxesX, pixelBytes, into: target, from: columns.lowerBound + growX)
      }
      let stride = (source.width * pixelBytes + 63) & ~63
      PixelMemory.withScratch(stride * height) { memory in
        let tall = Plane(bytes: memory, stride: stride, width: source.width, height: height)
        average(plane, boxesY, pixelBytes, into: tall, from: lines.lowerBound + growY)
        averageRows(tall, boxesX, pixelBytes, into: target, from: columns.lowerBound + growX)
      }
    }
    return (result, -columns.lowerBound, -lines.lowerBound)
  }

  /// The pixels of a result along one axis, counted from the original's first one.
  private static func outputRange(_ count: Int, _ grow: Int, _ limit: (Int32, Int32)?) -> Range<Int> {
    guard let limit else { return -grow..<count + grow }
    let first = min(max(-grow, Int(limit.0)), count + grow)
    return first..<max(first, min(count + grow, Int(limit.1)))
  }

  /// The width in pixels of the box whose triple application is nearest to a Gaussian: ⌊σ·3·√(2π)/4 + ½⌋.
  ///
  /// Returns 1 for a deviation that blurs nothing.
  package static func boxWidth(_ sigma: Double) -> Int {
    guard sigma.isFinite, sigma > 0 else { return 1 }
    return max(1, Int((min(sigma, 10_000) * 3 * (2 * Double.pi).squareRoot() / 4 + 0.5).rounded(.down)))
  }

  /// The widths in pixels of the three boxes along one axis; empty for a deviation that blurs nothing.
  package static func boxWidths(_ sigma: Double) -> [Int] {
    BoxWidths(sigma).map { [$0.width, $0.width, $0.last] } ?? []
  }

  /// The number of pixels by which the blur spreads on each side.
  package static func reach(_ sigma: Double) -> Int { BoxWidths(sigma)?.reach ?? 0 }

  /// The widths of the three boxes, in pixels.
  ///
  /// A box of even width is half a pixel off centre. Two of them are off to opposite sides, and the third is one pixel
  /// wider, so that the picture does not move.
  private struct BoxWidths {
    /// The width of the first and of the second box.
    let width: Int
    /// The width of the third box, an odd number.
    let last: Int

    /// Nil for a deviation that blurs nothing.
    init?(_ sigma: Double) {
      width = boxWidth(sigma)
      guard width > 1 else { return nil }
      last = width % 2 == 1 ? width : width + 1
    }

    /// The number of rows or columns that all three boxes add.
    var growth: Int { 2 * (width - 1) + last - 1 }
    /// The number of pixels that they add on each side.
    var reach: Int { growth / 2 }
  }

  /// A rectangle of pixels in memory that the caller owns.
  private struct Plane {
    var bytes: UnsafeMutablePointer<UInt8>
    var stride: Int
    var width: Int
    var height: Int
  }

  /// The widest box whose sums fit into 16 bits.
  private static let widestNarrowBox = 256
  /// The number of bytes of a row that are averaged together if boxes are wider.
  private static let stripBytes = 256
  /// The number of bytes of a transposed row that are averaged together: a cache line.
  private static let lineBytes = 64

  /// Blurs along the rows: transposes some rows at a time into columns, averages these, and transposes them back.
  private static func averageRows(
    _ source: Plane,
    _ boxes: BoxWidths,
    _ pixelBytes: Int,
    into target: Plane,
    from first: Int
  ) {
    let line = lineBytes
    PixelMemory.withScratch((source.width + target.width) * line) { memory in
      var y = 0
      while y < source.height {
        let count = min(line / pixelBytes, source.height - y)
        let rows = Plane(
          bytes: source.bytes + y * source.stride,
          stride: source.stride,
          width: source.width,
          height: count
        )
        let columns = Plane(bytes: memory, stride: line, width: count, height: source.width)
        let blurred = Plane(
          bytes: memory + source.width * line,
          stride: line,
          width: count,
          height: target.width
        )
        transpose(rows, pixelBytes, into: columns)
        average(columns, boxes, pixelBytes, into: blurred, from: first)
        let result = Plane(
          bytes: target.bytes + y * target.stride,
          stride: target.stride,
          width: target.width,
          height: count
        )
        transpose(blurred, pixelBytes, into: result)
        y += count
      }
    }
  }

  /// Blurs along the columns with three boxes, one after the other.
  ///
  /// The result is higher than the source by the boxes' growth; the target holds its rows from `first` on.
  private static func average(
    _ source: Plane,
    _ boxes: BoxWidths,
    _ pixelBytes: Int,
    into target: Plane,
    from first: Int
  ) {
    let bytes = source.width * pixelBytes
    if boxes.last <= widestNarrowBox {
      withUnsafeTemporaryAllocation(of: Int.self, capacity: 3) { d in
        (d[0], d[1], d[2]) = (boxes.width, boxes.width, boxes.last)
        kernels.box_columns3(
          target.bytes,
          target.stride,
          source.bytes,
          source.stride,
          bytes,
          source.height,
          d.baseAddress,
          first,
          first + target.height
        )
      }
      return
    }
    // The rows of a strip, before and after, fit into the second-level cache.
    let strip = stripBytes
    let height = source.height + boxes.growth
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: strip) { sums in
      PixelMemory.withScratch(strip * height * 2) { spare in
        guard let sums = sums.baseAddress else { return }
        var x = 0
        while x < bytes {
          let count = min(strip, bytes - x)
          var from = (bytes: source.bytes + x, stride: source.stride, height: source.height)
          for (index, d) in [boxes.width, boxes.width, boxes.last].enumerated() {
            let to = spare + (index & 1) * strip * height
            kernels.box_columns(to, strip, from.bytes, from.stride, count, from.height, d, sums)
            from = (to, strip, from.height + d - 1)
          }
          for y in 0..<target.height {
            (target.bytes + x + y * target.stride).update(
              from: from.bytes + (y + first) * strip,
              count: count
            )
          }
          x += count
        }
      }
    }
  }

  private static func transpose(_ source: Plane, _ pixelBytes: Int, into target: Plane) {
    if pixelBytes == 4 {
      kernels.transpose4(
        target.bytes,
        target.stride,
        source.bytes,
        source.stride,
        source.width,
        source.height
      )
    } else {
      kernels.transpose1(
        target.bytes,
        target.stride,
        source.bytes,
        source.stride,
        source.width,
        source.height
      )
    }
  }
}
