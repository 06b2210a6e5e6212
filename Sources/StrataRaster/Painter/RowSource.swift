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
}

/// A prepared paint with its alpha: what fills a row of pixels.
enum RowSource: PixelRows {
  case solid(UInt32)
  case gradient(GradientSampler, alpha: UInt32)
  case image(ImageSampler, alpha: UInt32)

  /// Nil when nothing would be painted.
  init?(_ paint: PreparedPaint, alpha: Float) {
    let alpha = alpha.isNaN ? 0 : min(max(alpha, 0), 1)
    // Halves downwards, as colours have it.
    let byte = UInt32(max(0, (alpha * 255 - 0.5).rounded(.up)))
    switch paint.content {
    case .solid(let color):
      let bytes = color.scaled(by: alpha).rgba8
      guard bytes != 0 else { return nil }
      self = .solid(bytes)
    case .gradient(let gradient):
      guard byte > 0 else { return nil }
      self = .gradient(gradient, alpha: byte)
    case .image(let image):
      guard byte > 0 else { return nil }
      self = .image(image, alpha: byte)
    }
  }

  func fetch(x: Int32, y: Int32, count: Int, scratch: PaintScratch) -> UnsafePointer<UInt8> {
    scratch.reserve(count)
    switch self {
    case .solid(let color):
      kernels.fill(scratch.row, 0, count, 1, color)
    case .gradient(let gradient, _):
      gradient.fetch(
        into: scratch.row,
        parameters: scratch.parameters,
        x: Int(x),
        y: Int(y),
        count: count,
        kernels
      )
    case .image(let image, _):
      return UnsafePointer(image.fetch(x: Int(x), y: Int(y), count: count, scratch: scratch))
    }
    return UnsafePointer(scratch.row)
  }

  var factor: UInt32 {
    switch self {
    case .solid: 255
    case .gradient(_, let alpha), .image(_, let alpha): alpha
    }
  }
}
