import Foundation
import StrataBase

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
  private static let widest = 8.0

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
  func apply(to source: Tile, _ rect: PixelRect, _ pass: RenderPass) -> Tile {
    let reach = reach
    let padded = Tile(source, in: rect.grown(reach, reach))
    let narrow = Tile(PixelRect(rect.minX, padded.rect.minY, rect.maxX, padded.rect.maxY))
    let result = Tile(rect)
    if let line = lineFilter {
      pass.rows(of: narrow.rect) { line(padded.row($0), narrow.row($0), rect.width) }
      Self.filterColumns(narrow, result, reach, pass, filter: line)
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

  /// Smooths a line of `count` pixels; the source has ``reach`` more on either side.
  private typealias LineFilter = (
    _ from: UnsafePointer<Pixel>, _ to: UnsafeMutablePointer<Pixel>, _ count: Int
  ) -> Void

  /// The filter of a line for the forms that do not use weights.
  private var lineFilter: LineFilter? {
    switch self {
    case .box(let radius):
      return { Self.box($0, $1, $2, radius) }
    case .gaussian(let sigma) where sigma > Self.widest:
      let recursion = RecursiveGaussian(sigma)
      return { recursion.apply($0, $1, $2) }
    case .gaussian: return nil
    }
  }

  /// The mean of 2r + 1 pixels; the outermost ones count by the fraction of the radius.
  private static func box(
    _ from: UnsafePointer<Pixel>,
    _ to: UnsafeMutablePointer<Pixel>,
    _ count: Int,
    _ radius: Double
  ) {
    let (run, part) = (Int(radius), radius - radius.rounded(.down))
    let scale = 1 / (2 * radius + 1)
    let middle = from + (run + 1)
    // Running sums in doubles do not drift visibly.
    var sum = SIMD4<Double>.zero
    for i in -run...run { sum += SIMD4<Double>(middle[i]) }
    for i in 0..<count {
      let ends: Pixel = middle[i - run - 1] + middle[i + run + 1]
      let total: SIMD4<Double> = sum + SIMD4<Double>(ends) * part
      to[i] = Pixel(total * scale)
      sum += SIMD4<Double>(middle[i + run + 1])
      sum -= SIMD4<Double>(middle[i - run])
    }
  }

  /// Filters columns, each gathered into a line.
  private static func filterColumns(
    _ source: Tile,
    _ result: Tile,
    _ reach: Int,
    _ pass: RenderPass,
    filter: LineFilter
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
          filter(lines + i * length, done + i * rect.height, rect.height)
        }
        for y in 0..<rect.height {
          let row = result.row(Int(rect.minY) + y)
          for x in columns { row[x] = done[(x - columns.lowerBound) * rect.height + y] }
        }
      }
    }
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
