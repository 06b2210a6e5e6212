package import CoreGraphics
import StrataRaster

/// The differences between two pictures of the same size, on the scale of bytes.
///
/// Pictures with transparency are compared premultiplied in four channels, opaque ones in three.
package struct ImageComparison: Hashable, Sendable, CustomStringConvertible {
  /// The mean absolute difference of all channels, 0 to 255.
  package let meanError: Double
  /// The largest difference of any channel, 0 to 255.
  package let largestError: Int
  /// The structural similarity of the pictures' luma; 1 for identical pictures.
  ///
  /// For pictures with transparency, the smaller value of those over black and over white: a difference in opacity alone
  /// shows over one of the two.
  package let similarity: Double

  /// Compares two pictures; nil when their sizes differ or they have no pixels.
  package init?(_ expected: CGImage, _ actual: CGImage) {
    let (a, b) = (expected.pixels, actual.pixels)
    guard a.width == b.width, a.height == b.height, a.width > 0, a.height > 0, a.format == .rgba8,
      b.format == .rgba8
    else { return nil }
    var total = [0, 0, 0, 0]
    var largest = 0
    var isOpaque = true
    for y in 0..<a.height {
      let (rowA, rowB) = (a.row(y), b.row(y))
      for x in 0..<a.width {
        for channel in 0..<4 {
          let valueA = Int((rowA + x * 4 + channel).load(as: UInt8.self))
          let valueB = Int((rowB + x * 4 + channel).load(as: UInt8.self))
          let difference = abs(valueA - valueB)
          total[channel] += difference
          largest = max(largest, difference)
          if channel == 3, valueA != 255 || valueB != 255 { isOpaque = false }
        }
      }
    }
    let channels = isOpaque ? 3 : 4
    meanError = Double(total.prefix(channels).reduce(0, +)) / Double(channels * a.width * a.height)
    largestError = largest
    let overBlack = Luma.similarity(Luma(a, over: 0), Luma(b, over: 0))
    similarity =
      isOpaque ? overBlack : min(overBlack, Luma.similarity(Luma(a, over: 255), Luma(b, over: 255)))
  }

  package var description: String {
    func rounded(_ x: Double, _ digits: Double) -> Double { (x * digits).rounded() / digits }
    return "mean error \(rounded(meanError, 1e3)), largest \(largestError), SSIM \(rounded(similarity, 1e4))"
  }
}

/// The luma of each pixel over a grey, 0 to 255, by the weights of BT.709.
private struct Luma {
  let width: Int
  let height: Int
  var values: [Double]

  init(_ pixels: PixelBuffer, over back: Double) {
    (width, height) = (pixels.width, pixels.height)
    values = []
    values.reserveCapacity(width * height)
    for y in 0..<height {
      let row = pixels.row(y)
      for x in 0..<width {
        func channel(_ i: Int) -> Double { Double((row + x * 4 + i).load(as: UInt8.self)) }
        let luma = 0.2126 * channel(0) + 0.7152 * channel(1) + 0.0722 * channel(2)
        values.append(luma + (255 - channel(3)) / 255 * back)
      }
    }
  }

  init(_ a: Luma, times b: Luma) {
    (width, height) = (a.width, a.height)
    values = zip(a.values, b.values).map { $0 * $1 }
  }

  /// The mean structural similarity of all windows of 8 × 8 pixels.
  ///
  /// Source: Wang, Bovik, Sheikh and Simoncelli, "Image quality assessment: from error visibility to structural
  /// similarity" (2004). A picture smaller than a window is one window.
  static func similarity(_ x: Luma, _ y: Luma) -> Double {
    let (columns, rows) = (min(8, x.width), min(8, x.height))
    func means(_ plane: Luma) -> [Double] { plane.means(columns, rows) }
    let (meanX, meanY) = (means(x), means(y))
    let (squareX, squareY) = (means(Luma(x, times: x)), means(Luma(y, times: y)))
    let product = means(Luma(x, times: y))
    let (c1, c2) = (6.5025, 58.5225)  // (0.01 · 255)² and (0.03 · 255)²
    var sum = 0.0
    for i in meanX.indices {
      let (mx, my) = (meanX[i], meanY[i])
      let variances = squareX[i] - mx * mx + squareY[i] - my * my
      let covariance = product[i] - mx * my
      sum += (2 * mx * my + c1) * (2 * covariance + c2) / ((mx * mx + my * my + c1) * (variances + c2))
    }
    return sum / Double(meanX.count)
  }

  /// The means of the windows at all places, row by row, from a summed-area table (Crow, 1984).
  private func means(_ columns: Int, _ rows: Int) -> [Double] {
    let stride = width + 1
    var sums = [Double](repeating: 0, count: stride * (height + 1))
    for y in 0..<height {
      var row = 0.0
      for x in 0..<width {
        row += values[y * width + x]
        sums[(y + 1) * stride + x + 1] = sums[y * stride + x + 1] + row
      }
    }
    var result: [Double] = []
    result.reserveCapacity((width - columns + 1) * (height - rows + 1))
    for y in 0...(height - rows) {
      for x in 0...(width - columns) {
        let (top, bottom) = (y * stride + x, (y + rows) * stride + x)
        let sum = sums[bottom + columns] - sums[bottom] - sums[top + columns] + sums[top]
        result.append(sum / Double(columns * rows))
      }
    }
    return result
  }
}
