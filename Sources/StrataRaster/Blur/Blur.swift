import CStrataKernels

/// Gaussian blurs as three running means, one after the other (rendering R-34).
///
/// A mean costs two additions a pixel whatever its width, and columns are averaged many at a time, so rows are blurred as
/// the columns of the transposed picture. All steps share two blocks of memory.
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
    guard source.width > 0, source.height > 0, !(boxesX.isEmpty && boxesY.isEmpty) else {
      return (source, 0, 0)
    }
    let (growX, growY) = (reach(sigmaX), reach(sigmaY))
    let (width, height) = (source.width + 2 * growX, source.height + 2 * growY)
    let result = PixelBuffer(uninitializedWidth: width, height: height, format: source.format)
    let pixelBytes = source.format.bytesPerPixel
    let byteCount = max(
      Self.stride(source.width, pixelBytes) * height,
      Self.stride(height, pixelBytes) * width
    )
    let spare = (
      PixelBuffer(uninitializedWidth: byteCount, height: 1, format: .alpha8),
      PixelBuffer(uninitializedWidth: byteCount, height: 1, format: .alpha8)
    )
    withExtendedLifetime((source, spare)) {
      var plane = Plane(
        bytes: source.bytes,
        stride: source.rowBytes,
        width: source.width,
        height: source.height
      )
      /// The block that the plane does not lie in.
      func free() -> UnsafeMutablePointer<UInt8> {
        plane.bytes == spare.0.bytes ? spare.1.bytes : spare.0.bytes
      }
      for d in boxesY { plane = averaged(plane, d, pixelBytes, into: free()) }
      if !boxesX.isEmpty {
        plane = transposed(plane, pixelBytes, into: free(), Self.stride(plane.height, pixelBytes))
        for d in boxesX { plane = averaged(plane, d, pixelBytes, into: free()) }
        _ = transposed(plane, pixelBytes, into: result.bytes, result.rowBytes)
      } else {
        for y in 0..<height {
          result.row(y).copyMemory(from: plane.bytes + y * plane.stride, byteCount: width * pixelBytes)
        }
      }
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

  private static func stride(_ width: Int, _ pixelBytes: Int) -> Int { (width * pixelBytes + 63) & ~63 }

  /// One box blur along the columns.
  private static func averaged(
    _ source: Plane,
    _ d: Int,
    _ pixelBytes: Int,
    into target: UnsafeMutablePointer<UInt8>
  ) -> Plane {
    let result = Plane(
      bytes: target,
      stride: stride(source.width, pixelBytes),
      width: source.width,
      height: source.height + d - 1
    )
    let bytes = source.width * pixelBytes
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: bytes) { sums in
      guard let sums = sums.baseAddress else { return }
      kernels.box_columns(target, result.stride, source.bytes, source.stride, bytes, source.height, d, sums)
    }
    return result
  }

  private static func transposed(
    _ source: Plane,
    _ pixelBytes: Int,
    into target: UnsafeMutablePointer<UInt8>,
    _ stride: Int
  ) -> Plane {
    if pixelBytes == 4 {
      kernels.transpose4(target, stride, source.bytes, source.stride, source.width, source.height)
    } else {
      kernels.transpose1(target, stride, source.bytes, source.stride, source.width, source.height)
    }
    return Plane(bytes: target, stride: stride, width: source.height, height: source.width)
  }
}
