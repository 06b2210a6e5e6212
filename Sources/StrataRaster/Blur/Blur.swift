import CStrataKernels

/// Gaussian blurs as three running means, one after the other (rendering R-34).
///
/// A mean costs two additions a pixel whatever its width, and columns are averaged many at a time, so rows are blurred as
/// the columns of the transposed picture. The means of a strip of columns follow each other while it is in the cache.
package enum Blur {
  /// The blurred picture, larger than the original by how far it spreads on each side.
  ///
  /// - Precondition: The format is `rgba8` or `alpha8`.
  package static func gaussian(
    _ source: PixelBuffer,
    sigmaX: Double,
    sigmaY: Double
  ) -> (buffer: PixelBuffer, growX: Int, growY: Int) {
    precondition(source.format != .rgba16f, "only bytes can be blurred")
    let (boxesX, boxesY) = (boxes(sigmaX), boxes(sigmaY))
    guard source.width > 0, source.height > 0, !(boxesX.isNone && boxesY.isNone) else {
      return (source, 0, 0)
    }
    let (growX, growY) = (reach(sigmaX), reach(sigmaY))
    let (width, height) = (source.width + 2 * growX, source.height + 2 * growY)
    let result = PixelBuffer(uninitializedWidth: width, height: height, format: source.format)
    let pixelBytes = source.format.bytesPerPixel
    let plane = Plane(
      bytes: source.bytes,
      stride: source.rowBytes,
      width: source.width,
      height: source.height
    )
    let target = Plane(bytes: result.bytes, stride: result.rowBytes, width: width, height: height)
    withExtendedLifetime((source, result)) {
      if boxesX.isNone {
        average(plane, boxesY, pixelBytes, into: target)
        return
      }
      let (tallStride, wideStride) = (source.rowBytes, (height * pixelBytes + 63) & ~63)
      // Before the rows are blurred, once upright and once transposed; then transposed and blurred.
      let spare = PixelMemory.take(tallStride * height + wideStride * (source.width + width))
      defer { PixelMemory.giveBack(spare.memory, spare.byteCount) }
      let bytes = spare.memory.assumingMemoryBound(to: UInt8.self)
      let columns = Plane(bytes: bytes, stride: tallStride, width: source.width, height: height)
      let wide = bytes + tallStride * height
      let rows = Plane(bytes: wide, stride: wideStride, width: height, height: source.width)
      let turned = wide + wideStride * source.width
      let blurred = Plane(bytes: turned, stride: wideStride, width: height, height: width)
      average(plane, boxesY, pixelBytes, into: columns)
      transpose(columns, pixelBytes, into: rows)
      average(rows, boxesX, pixelBytes, into: blurred)
      transpose(blurred, pixelBytes, into: target)
    }
    return (result, growX, growY)
  }

  /// The box whose triple application is nearest to a Gaussian, in pixels; 1 where nothing is blurred.
  package static func boxWidth(_ sigma: Double) -> Int {
    guard sigma.isFinite, sigma > 0 else { return 1 }
    return max(1, Int((min(sigma, 10_000) * 3 * (2 * Double.pi).squareRoot() / 4 + 0.5).rounded(.down)))
  }

  /// How many pixels the blur spreads on each side.
  package static func reach(_ sigma: Double) -> Int {
    let boxes = boxes(sigma)
    return (2 * boxes.first + boxes.last - 3) / 2
  }

  /// The widths of three boxes, the first two alike; widths of one blur nothing.
  ///
  /// Boxes of even width stand half a pixel off centre; two of them lean to opposite sides and the third is one pixel
  /// wider, so that the picture stays where it is.
  private struct Boxes {
    var first: Int
    var last: Int
    var isNone: Bool { last == 1 }
  }

  private static func boxes(_ sigma: Double) -> Boxes {
    let width = boxWidth(sigma)
    return Boxes(first: width, last: width == 1 || width % 2 == 1 ? width : width + 1)
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

  /// Box blurs along the columns, one after the other; the target is as much higher as they spread.
  private static func average(_ source: Plane, _ boxes: Boxes, _ pixelBytes: Int, into target: Plane) {
    let bytes = source.width * pixelBytes
    guard !boxes.isNone else {
      for y in 0..<source.height {
        (target.bytes + y * target.stride).update(from: source.bytes + y * source.stride, count: bytes)
      }
      return
    }
    let strip = stripBytes
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: strip) { sums in
      withUnsafeTemporaryAllocation(byteCount: strip * target.height * 2, alignment: 64) { memory in
        guard let sums = sums.baseAddress, let memory = memory.baseAddress else { return }
        let spare = memory.assumingMemoryBound(to: UInt8.self)
        var x = 0
        while x < bytes {
          let count = min(strip, bytes - x)
          var from = (bytes: source.bytes + x, stride: source.stride, height: source.height)
          for index in 0..<3 {
            let isLast = index == 2
            let d = isLast ? boxes.last : boxes.first
            let to = isLast ? target.bytes + x : spare + (index & 1) * strip * target.height
            let stride = isLast ? target.stride : strip
            kernels.box_columns(to, stride, from.bytes, from.stride, count, from.height, d, sums)
            from = (to, stride, from.height + d - 1)
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
