import CStrataKernels
package import StrataBase

/// Gaussian blurs as three running means, one after the other (rendering R-34).
///
/// A mean costs two additions a pixel whatever its width, and columns are averaged many at a time, so rows are blurred as
/// the columns of the transposed picture. The means of a strip of columns follow each other while it is in the cache.
package enum Blur {
  /// The blurred picture, larger than the original by how far it spreads on each side, or what of it lies in a rectangle.
  ///
  /// The rectangle is in pixels from the original's first one, which stands `growX` and `growY` pixels from the result's.
  ///
  /// - Precondition: The format is `rgba8` or `alpha8`.
  package static func gaussian(
    _ source: PixelBuffer,
    sigmaX: Double,
    sigmaY: Double,
    within limit: PixelRect? = nil
  ) -> (buffer: PixelBuffer, growX: Int, growY: Int) {
    precondition(source.format != .rgba16f, "only bytes can be blurred")
    let (boxesX, boxesY) = (boxes(sigmaX), boxes(sigmaY))
    guard source.width > 0, source.height > 0, !(boxesX.isEmpty && boxesY.isEmpty) else {
      return (source, 0, 0)
    }
    let (growX, growY) = (reach(sigmaX), reach(sigmaY))
    let columns = wanted(source.width, growX, limit.map { ($0.minX, $0.maxX) })
    let lines = wanted(source.height, growY, limit.map { ($0.minY, $0.maxY) })
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
      if boxesX.isEmpty {
        plane.bytes += columns.lowerBound * pixelBytes
        plane.width = width
        average(plane, boxesY, pixelBytes, into: target, from: lines.lowerBound + growY)
        return
      }
      let tall = PixelBuffer(uninitializedWidth: source.width, height: height, format: source.format)
      let wide = PixelBuffer(uninitializedWidth: height, height: source.width, format: source.format)
      let blurred = PixelBuffer(uninitializedWidth: height, height: width, format: source.format)
      withExtendedLifetime((tall, wide, blurred)) {
        let upright = Plane(bytes: tall.bytes, stride: tall.rowBytes, width: source.width, height: height)
        let rows = Plane(bytes: wide.bytes, stride: wide.rowBytes, width: height, height: source.width)
        let result = Plane(bytes: blurred.bytes, stride: blurred.rowBytes, width: height, height: width)
        average(plane, boxesY, pixelBytes, into: upright, from: lines.lowerBound + growY)
        transpose(upright, pixelBytes, into: rows)
        average(rows, boxesX, pixelBytes, into: result, from: columns.lowerBound + growX)
        transpose(result, pixelBytes, into: target)
      }
    }
    return (result, -columns.lowerBound, -lines.lowerBound)
  }

  /// The pixels of a result along one axis, from the original's first one.
  private static func wanted(_ count: Int, _ grow: Int, _ limit: (Int32, Int32)?) -> Range<Int> {
    guard let limit else { return -grow..<count + grow }
    let first = min(max(-grow, Int(limit.0)), count + grow)
    return first..<max(first, min(count + grow, Int(limit.1)))
  }

  /// The box whose triple application is nearest to a Gaussian, in pixels; 1 where nothing is blurred.
  package static func boxWidth(_ sigma: Double) -> Int {
    guard sigma.isFinite, sigma > 0 else { return 1 }
    return max(1, Int((min(sigma, 10_000) * 3 * (2 * Double.pi).squareRoot() / 4 + 0.5).rounded(.down)))
  }

  /// How many pixels the blur spreads on each side.
  package static func reach(_ sigma: Double) -> Int {
    boxes(sigma).reduce(0) { $0 + $1 - 1 } / 2
  }

  /// The widths of three boxes, or none.
  ///
  /// Boxes of even width stand half a pixel off centre; two of them lean to opposite sides and the third is one pixel
  /// wider, so that the picture stays where it is.
  private static func boxes(_ sigma: Double) -> [Int] {
    let width = boxWidth(sigma)
    guard width > 1 else { return [] }
    return width % 2 == 1 ? [width, width, width] : [width, width, width + 1]
  }

  /// Pixels somewhere in memory.
  private struct Plane {
    var bytes: UnsafeMutablePointer<UInt8>
    var stride: Int
    var width: Int
    var height: Int
  }

  /// How many bytes of a row are averaged together: the rows of such strips, before and after, fit the cache next to
  /// the nearest one.
  private static let stripBytes = 256

  /// Box blurs along the columns, one after the other, which makes them as much higher as they spread; the target holds those
  /// rows from `first` on.
  private static func average(
    _ source: Plane,
    _ boxes: [Int],
    _ pixelBytes: Int,
    into target: Plane,
    from first: Int
  ) {
    let bytes = source.width * pixelBytes
    guard !boxes.isEmpty else {
      for y in 0..<target.height {
        (target.bytes + y * target.stride).update(
          from: source.bytes + (y + first) * source.stride,
          count: bytes
        )
      }
      return
    }
    let strip = stripBytes
    let height = boxes.reduce(source.height) { $0 + $1 - 1 }
    let isPart = target.height < height
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: strip) { sums in
      withUnsafeTemporaryAllocation(byteCount: strip * height * 2, alignment: 64) { memory in
        guard let sums = sums.baseAddress, let memory = memory.baseAddress else { return }
        let spare = memory.assumingMemoryBound(to: UInt8.self)
        var x = 0
        while x < bytes {
          let count = min(strip, bytes - x)
          var from = (bytes: source.bytes + x, stride: source.stride, height: source.height)
          for (index, d) in boxes.enumerated() {
            let isLast = index + 1 == boxes.count && !isPart
            let to = isLast ? target.bytes + x : spare + (index & 1) * strip * height
            let stride = isLast ? target.stride : strip
            kernels.box_columns(to, stride, from.bytes, from.stride, count, from.height, d, sums)
            from = (to, stride, from.height + d - 1)
          }
          if isPart {
            for y in 0..<target.height {
              (target.bytes + x + y * target.stride).update(
                from: from.bytes + (y + first) * strip,
                count: count
              )
            }
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
