import Foundation
import StrataBase
import StrataRaster

/// Premultiplied colours in doubles over a rectangle of pixels.
struct ReferenceSurface {
  let rect: PixelRect
  var pixels: [SIMD4<Double>]

  init(_ rect: PixelRect, _ color: SIMD4<Double> = .zero) {
    self.rect = rect
    pixels = Array(repeating: color, count: rect.width * rect.height)
  }

  /// The colour of a pixel; transparent outside of the rectangle.
  subscript(x: Int32, y: Int32) -> SIMD4<Double> {
    get { rect.contains(x: x, y: y) ? pixels[Int(y - rect.minY) * rect.width + Int(x - rect.minX)] : .zero }
    set { pixels[Int(y - rect.minY) * rect.width + Int(x - rect.minX)] = newValue }
  }

  /// The surface with every pixel changed by itself.
  func mapped(_ change: (SIMD4<Double>) -> SIMD4<Double>) -> ReferenceSurface {
    var result = self
    for i in pixels.indices { result.pixels[i] = change(pixels[i]) }
    return result
  }

  /// The surface, transparent outside, after three box blurs (rendering R-34, E-301).
  ///
  /// A Gaussian would differ: the end of a shadow of radius five was measured, and is that of three boxes.
  func blurred(_ sigmaX: Double, _ sigmaY: Double) -> ReferenceSurface {
    let (wx, wy) = (Self.weights(sigmaX), Self.weights(sigmaY))
    let (growX, growY) = (Int32(wx.count / 2), Int32(wy.count / 2))
    let wide = PixelRect(rect.minX - growX, rect.minY, rect.maxX + growX, rect.maxY)
    var rows = ReferenceSurface(wide)
    for y in wide.minY..<wide.maxY {
      for x in wide.minX..<wide.maxX {
        var sum = SIMD4<Double>.zero
        for (i, w) in wx.enumerated() { sum += self[x + Int32(i) - growX, y] * w }
        rows[x, y] = sum
      }
    }
    var result = ReferenceSurface(PixelRect(wide.minX, wide.minY - growY, wide.maxX, wide.maxY + growY))
    for y in result.rect.minY..<result.rect.maxY {
      for x in wide.minX..<wide.maxX {
        var sum = SIMD4<Double>.zero
        for (i, w) in wy.enumerated() { sum += rows[x, y + Int32(i) - growY] * w }
        result[x, y] = sum
      }
    }
    return result
  }

  /// The weights of three convolved boxes; if their width is even, the third is a pixel wider.
  private static func weights(_ sigma: Double) -> [Double] {
    let width = Int((sigma * 3 * (2 * Double.pi).squareRoot() / 4 + 0.5).rounded(.down))
    guard width > 1 else { return [1] }
    var result = [1.0]
    for box in [width, width, width + 1 - width % 2] {
      var next = [Double](repeating: 0, count: result.count + box - 1)
      for (i, w) in result.enumerated() { for j in 0..<box { next[i + j] += w / Double(box) } }
      result = next
    }
    return result
  }

  /// The surface after filters; nil if the reference renderer has no formula for one.
  func filtered(_ filters: [FilterOp]) -> ReferenceSurface? {
    var result = self
    for filter in filters {
      switch filter {
      case .gaussianBlur(let x, let y): result = result.blurred(x, y)
      case .colorMatrix(let m):
        let m = m.map { Double($0) }
        result = result.mapped { pixel in
          let c =
            pixel.w > 0 ? SIMD4(pixel.x / pixel.w, pixel.y / pixel.w, pixel.z / pixel.w, pixel.w) : .zero
          var out = SIMD4<Double>.zero
          for row in 0..<4 {
            let terms = (0..<4).map { m[row * 5 + $0] * c[$0] }
            out[row] = min(1, max(0, terms.reduce(m[row * 5 + 4], +)))
          }
          return SIMD4(out.x * out.w, out.y * out.w, out.z * out.w, out.w)
        }
      case .luminanceCurve, .bloom, .pixellate, .vignette, .dropShadow, .program: return nil
      }
    }
    return result
  }

  /// The pixels as premultiplied RGBA bytes, rounded to the nearest.
  var bytes: [UInt8] {
    pixels.flatMap { pixel in (0..<4).map { UInt8(min(255, max(0, (pixel[$0] * 255).rounded()))) } }
  }
}
