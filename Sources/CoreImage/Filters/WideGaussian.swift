import Foundation
import StrataBase
import StrataKernels

/// A wide Gaussian, whose time does not grow with its deviation.
///
/// Pixels are gathered into samples a few pixels apart, the samples smoothed, and spread to pixels again. Cubic B-splines
/// gather and spread (Unser 1999, "Splines: a perfect fit for signal and image processing"): they let less than a thousandth
/// of what has no place among the samples through, and the Gaussian of the samples almost nothing of that. Variances add up,
/// so that this Gaussian has the rest of the one that is wanted.
///
/// Samples lie at multiples of their distance, so that a pixel does not depend on the rectangle that is drawn.
struct WideGaussian: Sendable {
  /// The least deviation, in samples: a narrower Gaussian would show what the splines let through.
  private static let leastDeviation = 3.0
  /// The least deviation in pixels, from which on samples are two pixels apart.
  static let narrowest = 2 * leastDeviation

  /// Pixels from one sample to the next.
  private let step: Int
  /// Weights of the pixels around a sample, two steps to either side.
  private let gathering: [Float]
  /// Weights of four samples for each place of a pixel between two of them.
  private let spreading: [Float]
  /// Weights of the samples' Gaussian.
  private let weights: [Float]

  /// Creates the filter of a deviation of at least ``narrowest`` pixels.
  init(_ sigma: Double) {
    var step = 2
    while sigma / Double(2 * step) >= Self.leastDeviation { step *= 2 }
    self.step = step
    func spline(_ pixel: Int) -> Double { Self.spline((Double(pixel) + 0.5) / Double(step)) / Double(step) }
    let pixels = Array(-2 * step..<2 * step)
    let sum = pixels.reduce(0) { $0 + spline($1) }
    gathering = pixels.map { Float(spline($0) / sum) }
    spreading = (0..<step).flatMap { phase in
      (-1...2).map { Float(Self.spline((Double(phase) + 0.5) / Double(step) - Double($0))) }
    }
    let variance = pixels.reduce(0) { $0 + spline($1) / sum * (Double($1) + 0.5) * (Double($1) + 0.5) }
    let rest = ((sigma * sigma - 2 * variance) / Double(step * step)).squareRoot()
    let half = Int((3 * rest).rounded(.up))
    let raw = (-half...half).map { exp(-Double($0 * $0) / (2 * rest * rest)) }
    let total = raw.reduce(0, +)
    weights = raw.map { Float($0 / total) }
  }

  /// The cubic B-spline.
  private static func spline(_ x: Double) -> Double {
    let t = abs(x)
    if t >= 2 { return 0 }
    return t < 1 ? 2 / 3 - t * t * (1 - t / 2) : (2 - t) * (2 - t) * (2 - t) / 6
  }

  /// Samples to either side that the samples' Gaussian reads.
  private var half: Int { weights.count / 2 }

  /// The pixels to either side that a pixel depends on.
  var reach: Int { (half + 4) * step }

  /// The samples that the pixels of a range lie between: one before them, and two behind the last.
  private func samples(_ low: Int32, _ high: Int32) -> Range<Int> {
    func sample(_ pixel: Int) -> Int { Int((Double(pixel) / Double(step)).rounded(.down)) }
    return sample(Int(low)) - 1..<sample(Int(high) - 1) + 3
  }

  /// The smoothed pixels of a rectangle; the last of the steps is taken when a row is read.
  func apply(to source: RowReader, _ rect: PixelRect, _ pass: RenderPass) -> RowReader {
    let (columns, rows) = (samples(rect.minX, rect.maxX), samples(rect.minY, rect.maxY))
    let wide = columns.lowerBound - half..<columns.upperBound + half
    let high = rows.lowerBound - half..<rows.upperBound + half
    let small = gathered(source, wide, high, pass)
    let narrow = Tile(uninitialized: Self.rect(columns, high))
    pass.rows(of: narrow.rect) { y in
      weigh(narrow.row(y), small.row(y).floats, step: 4, weights, columns.count)
    }
    let smooth = Tile(uninitialized: Self.rect(columns, rows))
    pass.rows(of: smooth.rect) { y in
      weigh(smooth.row(y), narrow.row(y - half).floats, step: narrow.stride * 4, weights, columns.count)
    }
    // For each column of the result the first of its samples, and their weights.
    let places = (Int(rect.minX)..<Int(rect.maxX)).map { samples(Int32($0), Int32($0) + 1).lowerBound }
    let firsts = places.map { Int32($0 - columns.lowerBound) }
    let counts = [Int32](repeating: 4, count: firsts.count)
    let parts = zip(Int(rect.minX)..<Int(rect.maxX), places).flatMap { x, place in phase(x, place) }
    return RowReader(rect) { y, x, count, to in
      let first = samples(Int32(y), Int32(y) + 1).lowerBound
      withRowMemory(columns.count) { line in
        weigh(line, smooth.row(first).floats, step: smooth.stride * 4, phase(y, first), columns.count)
        let offset = x - Int(rect.minX)
        firsts.withUnsafeBufferPointer { firsts in
          parts.withUnsafeBufferPointer { parts in
            guard let firsts = firsts.baseAddress, let parts = parts.baseAddress else { return }
            let from = UnsafePointer(line).floats
            kernels.resample(to.floats, from, firsts + offset, counts, parts + 4 * offset, 4, count)
          }
        }
      }
    }
  }

  /// The weights of the four samples of a pixel, from the index of the first one.
  private func phase(_ pixel: Int, _ first: Int) -> [Float] {
    let start = 4 * (pixel - (first + 1) * step)
    return Array(spreading[start..<start + 4])
  }

  private static func rect(_ columns: Range<Int>, _ rows: Range<Int>) -> PixelRect {
    PixelRect(
      Int32(columns.lowerBound),
      Int32(rows.lowerBound),
      Int32(columns.upperBound),
      Int32(rows.upperBound)
    )
  }

  /// Gathers the pixels of a source: rows as they are read, then columns.
  private func gathered(_ source: RowReader, _ columns: Range<Int>, _ rows: Range<Int>, _ pass: RenderPass)
    -> Tile
  {
    let lines = (rows.lowerBound - 2) * step..<(rows.upperBound + 1) * step
    let narrow = Tile(uninitialized: Self.rect(columns, lines))
    let firsts = (0..<columns.count).map { Int32($0 * step) }
    let counts = [Int32](repeating: Int32(4 * step), count: columns.count)
    let (left, width) = ((columns.lowerBound - 2) * step, (columns.count + 3) * step)
    pass.rows(of: narrow.rect) { y in
      guard y >= Int(source.rect.minY), y < Int(source.rect.maxY) else {
        return narrow.row(y).update(repeating: .zero, count: columns.count)
      }
      source.withRow(y, from: left, count: width) { row in
        kernels.resample(narrow.row(y).floats, row.floats, firsts, counts, gathering, 0, columns.count)
      }
    }
    let result = Tile(uninitialized: Self.rect(columns, rows))
    pass.rows(of: result.rect) { y in
      weigh(
        result.row(y),
        narrow.row((y - 2) * step).floats,
        step: narrow.stride * 4,
        gathering,
        columns.count
      )
    }
    return result
  }

  /// Writes sums with weights of pixels.
  private func weigh(
    _ to: UnsafeMutablePointer<Pixel>,
    _ from: UnsafeMutablePointer<Float>,
    step: Int,
    _ weights: [Float],
    _ count: Int
  ) {
    kernels.weigh(to.floats, from, step, weights, weights.count, count * 4)
  }
}
