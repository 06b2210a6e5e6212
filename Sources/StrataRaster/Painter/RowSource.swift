import StrataKernels
import StrataBase

/// A paint prepared for reading row by row.
///
/// - Thread: Any number of workers may read it.
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

/// A source of rows of pixels.
protocol PixelRows {
  /// Returns premultiplied RGBA bytes for pixels from (x, y) to the right, not yet multiplied by ``factor``.
  ///
  /// The row is in the scratch or in the picture itself. It is valid until the next call and must not be written to.
  func fetch(x: Int32, y: Int32, count: Int, scratch: PaintScratch) -> UnsafePointer<UInt8>
  /// The number of 1...255 that the caller multiplies every channel of a fetched row by.
  var factor: UInt32 { get }
  /// Returns the same pixels unrounded and multiplied by the alpha: channels of 0...1.
  func fetchExact(x: Int32, y: Int32, count: Int, scratch: PaintScratch) -> UnsafePointer<SIMD4<Float>>
}

extension PixelRows {
  /// Returns pixels that are bytes as floats, times an alpha.
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

/// The rows of a picture, times an alpha.
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

/// A prepared paint with its alpha, as a source of rows.
enum RowSource: PixelRows {
  case solid(UInt32, exact: SIMD4<Float>)
  case gradient(GradientSampler, alpha: UInt32, exact: Float)
  case image(ImageSampler, alpha: UInt32, exact: Float)

  init(_ color: PremultipliedColor) { self = .solid(color.rgba8, exact: color.channels) }

  /// Nil if the paint is transparent.
  init?(_ paint: PreparedPaint, alpha: Float) {
    let alpha = alpha.isNaN ? 0 : min(max(alpha, 0), 1)
    // Halves round downwards, as in colours.
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
