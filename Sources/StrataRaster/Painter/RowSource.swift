import CStrataKernels
import StrataBase

/// Paint that is ready to be read row by row: colours tabulated, levels of detail chosen.
///
/// Preparing costs up to 50 µs for a gradient; keep the result as long as the paint.
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

/// A prepared paint with its alpha: what fills a row of pixels.
enum RowSource {
  case solid(PremultipliedColor)
  case sampled(PreparedPaint, alpha: UInt32)

  /// Nil when nothing would be painted.
  init?(_ paint: PreparedPaint, alpha: Float) {
    let alpha = alpha.isNaN ? 0 : min(max(alpha, 0), 1)
    if case .solid(let color) = paint.content {
      let scaled = PremultipliedColor(premultiplied: color.channels * alpha)
      guard !scaled.isTransparent else { return nil }
      self = .solid(scaled)
    } else {
      let byte = UInt32((alpha * 255).rounded())
      guard byte > 0 else { return nil }
      self = .sampled(paint, alpha: byte)
    }
  }

  /// Writes premultiplied RGBA bytes for pixels from (x, y) to the right.
  func fetch(into row: UnsafeMutableRawPointer, x: Int32, y: Int32, count: Int, _ kernels: StrataKernels) {
    switch self {
    case .solid(let color):
      kernels.fill(row.assumingMemoryBound(to: UInt8.self), count * 4, count, 1, color.rgba8)
    case .sampled(let paint, let alpha):
      switch paint.content {
      case .solid(let color):
        kernels.fill(row.assumingMemoryBound(to: UInt8.self), count * 4, count, 1, color.rgba8)
      case .gradient(let gradient):
        gradient.fetch(into: row.assumingMemoryBound(to: UInt32.self), x: x, y: y, count: count)
      case .image(let image):
        image.fetch(into: row.assumingMemoryBound(to: UInt8.self), x: x, y: y, count: count, kernels)
      }
      if alpha < 255 {
        kernels.multiply_color(
          row.assumingMemoryBound(to: UInt8.self),
          count * 4,
          count,
          1,
          alpha * 0x0101_0101
        )
      }
    }
  }
}
