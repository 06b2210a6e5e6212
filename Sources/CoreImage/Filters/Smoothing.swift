import Foundation
import StrataBase
import StrataKernels

/// A mean over neighbours, the same for rows and columns, one after the other.
///
/// Narrow Gaussians are sums with weights; for wide ones see ``WideGaussian``.
enum Smoothing: Sendable {
  /// The mean of 2r + 1 pixels.
  case box(Double)
  /// A Gaussian of this standard deviation.
  case gaussian(Double)

  /// The largest radius, or deviation: larger ones count as this one, so that time and memory are bounded.
  static let largestRadius = 250.0

  /// The pixels to either side that a pixel depends on.
  var reach: Int {
    switch self {
    case .box(let radius): Int(radius) + 1
    case .gaussian(let sigma) where sigma >= WideGaussian.narrowest: WideGaussian(sigma).reach
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
  func apply(to source: RowReader, _ rect: PixelRect, _ pass: RenderPass) -> RowReader {
    if case .gaussian(let sigma) = self, sigma >= WideGaussian.narrowest {
      return WideGaussian(sigma).apply(to: source, rect, pass)
    }
    return RowReader(tile(of: source, rect, pass))
  }

  /// Smooths rows as they are read; then columns, in strips.
  private func tile(of source: RowReader, _ rect: PixelRect, _ pass: RenderPass) -> Tile {
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
}

/// Columns of a tile, from the first row down.
struct TileColumns {
  let start: UnsafeMutablePointer<Float>
  /// Floats from one row to the next.
  let stride: Int
}

extension Tile {
  /// The columns from the one at `x` on, counted from the first.
  func columns(_ x: Int) -> TileColumns {
    TileColumns(start: (row(Int(rect.minY)) + x).floats, stride: stride * 4)
  }
}
