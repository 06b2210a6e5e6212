import Foundation
import StrataBase
import StrataKernels

/// A mean over neighbours, the same for rows and columns, one after the other.
///
/// Narrow Gaussians are sums with weights. Wide ones are recursive filters, which cost the same for each deviation.
enum Smoothing: Sendable {
  /// The mean of 2r + 1 pixels.
  case box(Double)
  /// A Gaussian of this standard deviation.
  case gaussian(Double)

  /// The largest radius, or deviation: larger ones count as this one, so that time and memory are bounded.
  static let largestRadius = 250.0
  /// The deviation from which on recursion replaces weights.
  private static let widest = 24.0

  /// The pixels to either side that a pixel depends on.
  var reach: Int {
    switch self {
    case .box(let radius): Int(radius) + 1
    case .gaussian(let sigma) where sigma > Self.widest: RecursiveGaussian(sigma).reach
    case .gaussian(let sigma): Int((3 * sigma).rounded(.up))
    }
  }

  /// The weights of a narrow Gaussian, from the middle outwards; the sum of both sides is 1.
  private func weights(_ sigma: Double) -> [Float] {
    let raw = (0...reach).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
    let sum = 2 * raw.reduce(0, +) - raw[0]
    return raw.map { Float($0 / sum) }
  }

  /// The smoothed pixels of a rectangle.
  ///
  /// Rows are smoothed as they are read; then columns, in strips.
  func apply(to source: RowReader, _ rect: PixelRect, _ pass: RenderPass) -> Tile {
    let reach = reach
    let narrow = Tile(
      uninitialized: PixelRect(rect.minX, rect.minY - Int32(reach), rect.maxX, rect.maxY + Int32(reach))
    )
    let result = Tile(uninitialized: rect)
    let filter = lineFilter
    pass.rows(of: narrow.rect) { y in
      source.withRow(y, from: Int(rect.minX) - reach, count: rect.width + 2 * reach) { row in
        filter.row(row, narrow.row(y), rect.width)
      }
    }
    // Strips of a row are a kilobyte: those of all rows that a pixel needs fit into a cache.
    let width = Int(STRATA_BOX_STRIP) / 4
    pass.pool.run((rect.width + width - 1) / width) { piece, _ in
      let x = piece * width
      let count = min(width, rect.width - x)
      filter.columns(narrow.columns(x), result.columns(x), count, rect.height)
    }
    return result
  }

  /// The filters of rows and of columns; sources have ``reach`` pixels more on either side, or above and below.
  private struct LineFilter {
    /// Smooths pixels of a row.
    var row: (_ from: UnsafePointer<Pixel>, _ to: UnsafeMutablePointer<Pixel>, _ count: Int) -> Void
    /// Smooths columns of some pixels.
    var columns: (_ from: TileColumns, _ to: TileColumns, _ width: Int, _ height: Int) -> Void
  }

  private var lineFilter: LineFilter {
    switch self {
    case .box(let radius):
      let (run, part) = (Int(radius), radius - radius.rounded(.down))
      let scale = 1 / (2 * radius + 1)
      return LineFilter(
        row: { kernels.box_pixels($1.floats, $0.floats, $2, run, part, scale) },
        columns: { from, to, width, height in
          kernels.box_floats(
            to.start,
            to.stride,
            from.start,
            from.stride,
            width * 4,
            height,
            run,
            part,
            scale
          )
        }
      )
    case .gaussian(let sigma) where sigma > Self.widest:
      let recursion = RecursiveGaussian(sigma)
      return LineFilter(
        row: { recursion.apply($0, $1, $2) },
        columns: { Self.gathered($0, $1, $2, $3, reach: recursion.reach) { recursion.apply($0, $1, $2) } }
      )
    case .gaussian(let sigma):
      let half = weights(sigma)
      let weights = half.dropFirst().reversed() + half
      return LineFilter(
        row: { kernels.weigh($1.floats, $0.floats, 4, weights, weights.count, $2 * 4) },
        columns: { from, to, width, height in
          for y in 0..<height {
            let source = from.start + y * from.stride
            kernels.weigh(to.start + y * to.stride, source, from.stride, weights, weights.count, width * 4)
          }
        }
      )
    }
  }

  /// Filters columns, each gathered into a line.
  private static func gathered(
    _ source: TileColumns,
    _ result: TileColumns,
    _ width: Int,
    _ height: Int,
    reach: Int,
    filter: (_ from: UnsafePointer<Pixel>, _ to: UnsafeMutablePointer<Pixel>, _ count: Int) -> Void
  ) {
    let length = height + 2 * reach
    withRowMemory(length + height) { line in
      let done = line + length
      for x in 0..<width {
        for i in 0..<length { line[i] = source.pixel(x, i) }
        filter(line, done, height)
        for i in 0..<height { result.set(x, i, done[i]) }
      }
    }
  }
}

/// Columns of a tile, from the first row down.
struct TileColumns {
  let start: UnsafeMutablePointer<Float>
  /// Floats from one row to the next.
  let stride: Int

  @inline(__always)
  func pixel(_ x: Int, _ row: Int) -> Pixel {
    UnsafeMutableRawPointer(start + row * stride + x * 4).assumingMemoryBound(to: Pixel.self).pointee
  }

  @inline(__always)
  func set(_ x: Int, _ row: Int, _ pixel: Pixel) {
    UnsafeMutableRawPointer(start + row * stride + x * 4).assumingMemoryBound(to: Pixel.self).pointee = pixel
  }
}

extension Tile {
  /// The columns from the one at `x` on, counted from the first.
  func columns(_ x: Int) -> TileColumns {
    TileColumns(start: (row(Int(rect.minY)) + x).floats, stride: stride * 4)
  }
}

/// A Gaussian as a recursive filter of fourth order.
///
/// It is the sum of two damped oscillations, to the right and to the left, and differs from the Gaussian by less than a
/// hundredth of its peak (Deriche 1993, "Recursively implementing the Gaussian and its derivatives").
private struct RecursiveGaussian: Sendable {
  /// An oscillation: the response at distance n is the real part of amplitude · zⁿ.
  private struct Oscillation: Sendable {
    /// z, whose size is below 1.
    var turn: SIMD2<Double>
    /// The amplitudes of the cosine and of the sine.
    var amplitude: SIMD2<Double>
  }

  private let first: Oscillation
  private let second: Oscillation
  /// The pixels to either side from which on all of the filter's response is below a level of a byte.
  let reach: Int

  init(_ sigma: Double) {
    func oscillation(_ cosine: Double, _ sine: Double, decay: Double, frequency: Double) -> Oscillation {
      let size = exp(-decay / sigma)
      return Oscillation(
        turn: SIMD2(size * cos(frequency / sigma), size * sin(frequency / sigma)),
        amplitude: SIMD2(cosine, sine)
      )
    }
    var first = oscillation(1.680, 3.735, decay: 1.783, frequency: 0.6318)
    var second = oscillation(-0.6803, -0.2598, decay: 1.723, frequency: 1.997)
    let sum = Self.sum(first) + Self.sum(second)
    first.amplitude /= sum
    second.amplitude /= sum
    (self.first, self.second) = (first, second)
    reach = Int((4.5 * sigma).rounded(.up))
  }

  /// The sum of the responses at all distances, on both sides: the real part of amplitude · (1 + z) / (1 − z).
  private static func sum(_ o: Oscillation) -> Double {
    let below = SIMD2<Double>(1 - o.turn.x, -o.turn.y)
    let size = (below * below).sum()
    let above = SIMD2<Double>(1 + o.turn.x, o.turn.y)
    let real: Double = above.x * below.x + above.y * below.y
    let imaginary: Double = above.y * below.x - above.x * below.y
    let ratio = SIMD2<Double>(real / size, imaginary / size)
    return o.amplitude.x * ratio.x + o.amplitude.y * ratio.y
  }

  /// The running sum of an oscillation over the pixels that were passed.
  private struct State {
    var re = SIMD4<Double>.zero
    var im = SIMD4<Double>.zero

    @inline(__always)
    mutating func turn(_ o: Oscillation) {
      let (x, y): (Double, Double) = (o.turn.x, o.turn.y)
      let (oldRe, oldIm): (SIMD4<Double>, SIMD4<Double>) = (re, im)
      re = oldRe * x
      re -= oldIm * y
      im = oldIm * x
      im += oldRe * y
    }

    @inline(__always)
    func response(_ o: Oscillation) -> SIMD4<Double> {
      var result: SIMD4<Double> = re * o.amplitude.x
      result += im * o.amplitude.y
      return result
    }
  }

  /// Smooths a line; the source has ``reach`` pixels more on either side.
  func apply(_ from: UnsafePointer<Pixel>, _ to: UnsafeMutablePointer<Pixel>, _ count: Int) {
    var (a, b) = (State(), State())
    for i in 0..<count + reach {
      a.turn(first)
      b.turn(second)
      let pixel = SIMD4<Double>(from[i])
      a.re += pixel
      b.re += pixel
      guard i >= reach else { continue }
      let sum: SIMD4<Double> = a.response(first) + b.response(second)
      to[i - reach] = Pixel(sum)
    }
    (a, b) = (State(), State())
    for i in (reach..<count + 2 * reach).reversed() {
      // The pixel itself was counted on the way there.
      a.turn(first)
      b.turn(second)
      if i < reach + count {
        let sum: SIMD4<Double> = a.response(first) + b.response(second)
        to[i - reach] += Pixel(sum)
      }
      let pixel = SIMD4<Double>(from[i])
      a.re += pixel
      b.re += pixel
    }
  }
}
