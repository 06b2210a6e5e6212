import Foundation
import StrataBase

/// A mean over neighbours, the same for rows and columns, one after the other.
///
/// Narrow Gaussians are sums with weights. Wide ones are three extended boxes, whose outermost pixels count for a fraction so
/// that the variance is exact (Gwosdek, Grewenig, Bruhn and Weickert 2011, "Theoretical foundations of Gaussian convolution by
/// extended box filtering"); they cost the same for each radius.
enum Smoothing: Sendable {
  /// The mean of 2r + 1 pixels.
  case box(Double)
  /// A Gaussian of this standard deviation.
  case gaussian(Double)

  /// The largest radius, or deviation: larger ones count as this one, so that time and memory are bounded.
  static let largestRadius = 1000.0
  /// The deviation from which on boxes replace weights.
  private static let widest = 6.0

  /// One box: whole pixels to either side, the weight of the next one, and how often it is applied.
  private var boxes: (run: Int, part: Double, times: Int)? {
    switch self {
    case .box(let radius):
      return (Int(radius), radius - radius.rounded(.down), 1)
    case .gaussian(let sigma) where sigma > Self.widest:
      let variance = sigma * sigma / 3
      let run = (0.5 * (12 * variance + 1).squareRoot() - 0.5).rounded(.down)
      let part = (2 * run + 1) * (run * (run + 1) - 3 * variance) / (6 * (variance - (run + 1) * (run + 1)))
      return (Int(run), part, 3)
    case .gaussian: return nil
    }
  }

  /// The pixels to either side that a pixel depends on.
  var reach: Int {
    if let boxes { return (boxes.run + 1) * boxes.times }
    if case .gaussian(let sigma) = self { return Int((3 * sigma).rounded(.up)) }
    return 0
  }

  /// The weights of a narrow Gaussian, from the middle outwards; the sum of both sides is 1.
  private func weights(_ sigma: Double) -> [Float] {
    let raw = (0...reach).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
    let sum = 2 * raw.reduce(0, +) - raw[0]
    return raw.map { Float($0 / sum) }
  }

  /// The smoothed pixels of a rectangle.
  func apply(to source: Tile, _ rect: PixelRect, _ pass: RenderPass) -> Tile {
    let reach = reach
    let padded = Tile(source, in: rect.grown(reach, reach))
    let narrow = Tile(PixelRect(rect.minX, padded.rect.minY, rect.maxX, padded.rect.maxY))
    let result = Tile(rect)
    if let boxes {
      pass.rows(of: narrow.rect) { Self.boxRow(padded.row($0), narrow.row($0), rect.width, reach, boxes) }
      Self.boxColumns(narrow, result, reach, boxes, pass)
    } else if case .gaussian(let sigma) = self {
      let weights = weights(sigma)
      pass.rows(of: narrow.rect) { y in
        let (from, to) = (padded.row(y) + reach, narrow.row(y))
        for x in 0..<rect.width {
          var sum = from[x] * weights[0]
          for i in 1..<weights.count { sum += (from[x - i] + from[x + i]) * weights[i] }
          to[x] = sum
        }
      }
      pass.rows(of: rect) { y in
        let (to, middle) = (result.row(y), narrow.row(y))
        for x in 0..<rect.width { to[x] = middle[x] * weights[0] }
        for i in 1..<weights.count {
          let (below, above) = (narrow.row(y - i), narrow.row(y + i))
          for x in 0..<rect.width { to[x] += (below[x] + above[x]) * weights[i] }
        }
      }
    }
    return result
  }

  /// Applies boxes to a line; `from` has `reach` pixels more on either side than the result.
  private static func boxRow(
    _ from: UnsafePointer<Pixel>,
    _ to: UnsafeMutablePointer<Pixel>,
    _ count: Int,
    _ reach: Int,
    _ boxes: (run: Int, part: Double, times: Int)
  ) {
    let length = count + 2 * reach
    withUnsafeTemporaryAllocation(of: Pixel.self, capacity: 2 * length) { memory in
      guard let base = memory.baseAddress else { return }
      base.initialize(from: from, count: length)
      (base + length).initialize(repeating: .zero, count: length)
      var (old, new) = (base, base + length)
      for time in 1...boxes.times {
        // Each box is right where the one before it is.
        let margin = (boxes.run + 1) * time
        box(old, new, margin..<length - margin, boxes)
        swap(&old, &new)
      }
      to.update(from: old + reach, count: count)
    }
  }

  /// Applies one box to a part of a line.
  @inline(__always)
  private static func box(
    _ from: UnsafePointer<Pixel>,
    _ to: UnsafeMutablePointer<Pixel>,
    _ range: Range<Int>,
    _ box: (run: Int, part: Double, times: Int)
  ) {
    let (run, part) = (box.run, box.part)
    let scale = 1 / (Double(2 * run + 1) + 2 * part)
    // Running sums in doubles do not drift visibly.
    var sum = SIMD4<Double>.zero
    for i in range.lowerBound - run...range.lowerBound + run { sum += SIMD4<Double>(from[i]) }
    for i in range {
      let ends = SIMD4<Double>(from[i - run - 1] + from[i + run + 1]) * part
      to[i] = Pixel((sum + ends) * scale)
      sum += SIMD4<Double>(from[i + run + 1]) - SIMD4<Double>(from[i - run])
    }
  }

  /// Applies boxes to columns, each gathered into a line.
  private static func boxColumns(
    _ source: Tile,
    _ result: Tile,
    _ reach: Int,
    _ boxes: (run: Int, part: Double, times: Int),
    _ pass: RenderPass
  ) {
    let rect = result.rect
    // Eight pixels of a row are two cache lines.
    let strip = 8
    let length = rect.height + 2 * reach
    pass.pool.run((rect.width + strip - 1) / strip) { piece, _ in
      let columns = piece * strip..<min((piece + 1) * strip, rect.width)
      withUnsafeTemporaryAllocation(of: Pixel.self, capacity: (length + rect.height) * strip) { memory in
        guard let lines = memory.baseAddress else { return }
        let done = lines + length * strip
        for i in 0..<length {
          let row = source.row(Int(source.rect.minY) + i)
          for x in columns { (lines + (x - columns.lowerBound) * length + i).initialize(to: row[x]) }
        }
        done.initialize(repeating: .zero, count: rect.height * strip)
        for i in 0..<columns.count {
          boxRow(lines + i * length, done + i * rect.height, rect.height, reach, boxes)
        }
        for y in 0..<rect.height {
          let row = result.row(Int(rect.minY) + y)
          for x in columns { row[x] = done[(x - columns.lowerBound) * rect.height + y] }
        }
      }
    }
  }
}
