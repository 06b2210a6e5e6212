import CStrataKernels
import Foundation

/// Gaussian blurs as three running means, one after the other (rendering R-34).
package enum Blur {
  /// The blurred picture, larger than the original by how far it spreads on each side.
  package static func gaussian(
    _ source: PixelBuffer,
    sigmaX: Double,
    sigmaY: Double
  ) -> (buffer: PixelBuffer, growX: Int, growY: Int) {
    let (widthX, widthY) = (boxWidth(sigmaX), boxWidth(sigmaY))
    guard source.width > 0, source.height > 0, widthX > 1 || widthY > 1 else { return (source, 0, 0) }
    let columns = threeBoxes(source, width: widthY)
    let rows = threeBoxes(transposed(columns), width: widthX)
    return (transposed(rows), grow(widthX), grow(widthY))
  }

  /// The box whose triple application is nearest to a Gaussian, in pixels.
  package static func boxWidth(_ sigma: Double) -> Int {
    guard sigma.isFinite, sigma > 0 else { return 1 }
    return max(1, Int((min(sigma, 10_000) * 3 * (2 * Double.pi).squareRoot() / 4 + 0.5).rounded(.down)))
  }

  /// How many pixels three boxes of a width add on each side.
  private static func grow(_ width: Int) -> Int { width > 1 ? (3 * (width - 1) + 1) / 2 : 0 }

  /// Three box blurs along the columns.
  ///
  /// Boxes of even width stand half a pixel off centre; two of them lean to opposite sides and the third is one pixel
  /// wider, so that the picture stays where it is.
  private static func threeBoxes(_ source: PixelBuffer, width: Int) -> PixelBuffer {
    guard width > 1 else { return source }
    let widths = width % 2 == 1 ? [width, width, width] : [width, width, width + 1]
    return widths.reduce(source) { box($0, $1) }
  }

  private static func box(_ source: PixelBuffer, _ d: Int) -> PixelBuffer {
    let bytes = source.width * source.format.bytesPerPixel
    let result = PixelBuffer(width: source.width, height: source.height + d - 1, format: source.format)
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: max(bytes, 1)) { sums in
      guard let sums = sums.baseAddress else { return }
      strata_kernels().pointee.box_columns(
        result.base.assumingMemoryBound(to: UInt8.self),
        result.rowBytes,
        source.base.assumingMemoryBound(to: UInt8.self),
        source.rowBytes,
        bytes,
        source.height,
        d,
        sums
      )
    }
    return result
  }

  private static func transposed(_ source: PixelBuffer) -> PixelBuffer {
    let result = PixelBuffer(width: source.height, height: source.width, format: source.format)
    if source.format == .alpha8 {
      transpose(source, result, as: UInt8.self)
    } else {
      transpose(source, result, as: UInt32.self)
    }
    return result
  }

  /// In blocks that fit the cache, since one of the two is walked across its rows.
  private static func transpose<Pixel>(_ source: PixelBuffer, _ target: PixelBuffer, as: Pixel.Type) {
    let block = 32
    let size = MemoryLayout<Pixel>.size
    for top in stride(from: 0, to: source.height, by: block) {
      for left in stride(from: 0, to: source.width, by: block) {
        for y in top..<min(top + block, source.height) {
          let row = source.row(y)
          for x in left..<min(left + block, source.width) {
            let pixel = row.load(fromByteOffset: x * size, as: Pixel.self)
            target.row(x).storeBytes(of: pixel, toByteOffset: y * size, as: Pixel.self)
          }
        }
      }
    }
  }
}
