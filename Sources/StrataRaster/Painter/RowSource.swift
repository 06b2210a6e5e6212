import CStrataKernels
import StrataBase

/// Paint that is ready to be read row by row by any number of workers.
package final class PreparedPaint: Sendable {
  enum Content: Sendable {
    case solid(PremultipliedColor)
    case gradient(GradientSampler)
    case image(ImageSampler)
  }

  let content: Content

  package init(_ paint: Paint) {
    content =
      switch paint {
      case .solid(let color): .solid(color)
      case .gradient(let gradient): .gradient(GradientSampler(gradient))
      case .image(let image): .image(ImageSampler(image))
      }
  }
}

/// What fills rows of pixels.
protocol PixelRows {
  /// Premultiplied RGBA bytes for pixels from (x, y) to the right, without the alpha of ``factor``.
  ///
  /// The row lies in the scratch or in the picture itself; it holds until the next call and is not written to.
  func fetch(x: Int32, y: Int32, count: Int, scratch: PaintScratch) -> UnsafePointer<UInt8>
  /// What every channel of the fetched row is still to be multiplied by, 1...255.
  var factor: UInt32 { get }
  /// The same pixels before they are rounded, with the alpha of ``factor``: channels of 0...1.
  func fetchExact(x: Int32, y: Int32, count: Int, scratch: PaintScratch) -> UnsafePointer<SIMD4<Float>>
}

extension PixelRows {
  /// Pixels that are bytes, times an alpha.
  fileprivate func fetchBytes(
    x: Int32,
    y: Int32,
    count: Int,
    alpha: Float,
    scratch: PaintScratch
  ) -> UnsafePointer<SIMD4<Float>> {
    let row = UnsafeRawPointer(fetch(x: x, y: y, count: count, scratch: scratch))
    let exact = scratch.exactRow(count)
    let scale = alpha / 255
    for i in 0..<count {
      exact[i] = PixelWord.channels(row.loadUnaligned(fromByteOffset: i * 4, as: UInt32.self)) * scale
    }
    return UnsafePointer(exact)
  }
}

/// Rows of a picture with an alpha.
struct ImageRowSource: PixelRows {
  let rows: ImageRows
  let factor: UInt32

  func fetch(x: Int32, y: Int32, count: Int, scratch: PaintScratch) -> UnsafePointer<UInt8> {
    scratch.reserve(count)
    rows.fetch(x: Int(x), y: Int(y), count: count, into: scratch.row, line: scratch.line)
    return UnsafePointer(scratch.row)
  }

  func fetchExact(x: Int32, y: Int32, count: Int, scratch: PaintScratch) -> UnsafePointer<SIMD4<Float>> {
    fetchBytes(x: x, y: y, count: count, alpha: Float(factor) / 255, scratch: scratch)
  }
}

/// A prepared paint with its alpha: what fills a row of pixels.
enum RowSource: PixelRows {
  case solid(UInt32, exact: SIMD4<Float>)
  case gradient(GradientSampler, alpha: UInt32, exact: Float)
  case image(ImageSampler, alpha: UInt32, exact: Float)

  init(_ color: PremultipliedColor) { self = .solid(color.rgba8, exact: color.channels) }

  /// Nil when nothing would be painted.
  init?(_ paint: PreparedPaint, alpha: Float) {
    let alpha = alpha.isNaN ? 0 : min(max(alpha, 0), 1)
    // Halves downwards, as colours have it.
    let byte = UInt32(max(0, (alpha * 255 - 0.5).rounded(.up)))
    switch paint.content {
    case .solid(let color):
      self = RowSource(color.scaled(by: alpha))
      if case .solid(0, _) = self { return nil }
    case .gradient(let gradient):
      guard byte > 0 else { return nil }
      self = .gradient(gradient, alpha: byte, exact: alpha)
    case .image(let image):
      guard byte > 0 else { return nil }
      self = .image(image, alpha: byte, exact: alpha)
    }
  }

  func fetch(x: Int32, y: Int32, count: Int, scratch: PaintScratch) -> UnsafePointer<UInt8> {
    scratch.reserve(count)
    switch self {
    case .solid(let color, _):
      kernels.fill(scratch.row, 0, count, 1, color)
    case .gradient(let gradient, _, _):
      gradient.fetch(
        into: scratch.row,
        parameters: scratch.parameters,
        x: Int(x),
        y: Int(y),
        count: count,
        kernels
      )
    case .image(let image, _, _):
      return UnsafePointer(image.fetch(x: Int(x), y: Int(y), count: count, scratch: scratch))
    }
    return UnsafePointer(scratch.row)
  }

  func fetchExact(x: Int32, y: Int32, count: Int, scratch: PaintScratch) -> UnsafePointer<SIMD4<Float>> {
    switch self {
    case .solid(_, let color):
      let exact = scratch.exactRow(count)
      exact.update(repeating: color, count: count)
      return UnsafePointer(exact)
    case .gradient(let gradient, _, let alpha):
      let exact = scratch.exactRow(count)
      scratch.reserve(count)
      gradient.fetchExact(
        into: exact,
        parameters: scratch.parameters,
        x: Int(x),
        y: Int(y),
        count: count,
        alpha: alpha,
        kernels
      )
      return UnsafePointer(exact)
    case .image(_, _, let alpha):
      return fetchBytes(x: x, y: y, count: count, alpha: alpha, scratch: scratch)
    }
  }

  var factor: UInt32 {
    switch self {
    case .solid: 255
    case .gradient(_, let alpha, _), .image(_, let alpha, _): alpha
    }
  }
}
