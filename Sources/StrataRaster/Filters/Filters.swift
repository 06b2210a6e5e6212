/// Filters over surfaces of RGBA bytes.
package enum Filters {
  /// A new surface with the place of its first pixel; the original is not changed.
  package static func apply(
    _ filter: FilterOp,
    to surface: (buffer: PixelBuffer, x: Int, y: Int)
  ) -> (buffer: PixelBuffer, x: Int, y: Int) {
    switch filter {
    case .gaussianBlur(let sigmaX, let sigmaY):
      let blurred = Blur.gaussian(surface.buffer, sigmaX: sigmaX, sigmaY: sigmaY)
      return (blurred.buffer, surface.x - blurred.growX, surface.y - blurred.growY)
    case .colorMatrix(let m):
      guard m.count == 20 else { return surface }
      let rows = (0..<4).map { SIMD4(m[$0 * 5], m[$0 * 5 + 1], m[$0 * 5 + 2], m[$0 * 5 + 3]) }
      let bias = SIMD4(m[4], m[9], m[14], m[19])
      return mapped(surface) { color in
        SIMD4(
          (rows[0] * color).sum(),
          (rows[1] * color).sum(),
          (rows[2] * color).sum(),
          (rows[3] * color).sum()
        )
          + bias
      }
    case .luminanceCurve(let curve, let amount):
      return mapped(surface) { color in
        // Luminance by the weights of Rec. 709; the curve's four values stand at thirds.
        let luminance = min(max(0.2126 * color.x + 0.7152 * color.y + 0.0722 * color.z, 0), 1)
        let place = luminance * 3
        let index = min(Int(place), 2)
        let value = curve[index] + (curve[index + 1] - curve[index]) * (place - Float(index))
        let changed = SIMD4(value, value, value, color.w)
        return color + (changed - color) * amount
      }
    }
  }

  /// Every straight colour through a function.
  private static func mapped(
    _ surface: (buffer: PixelBuffer, x: Int, y: Int),
    _ change: (SIMD4<Float>) -> SIMD4<Float>
  ) -> (buffer: PixelBuffer, x: Int, y: Int) {
    let source = surface.buffer
    let result = PixelBuffer(width: source.width, height: source.height, format: .rgba8)
    for y in 0..<source.height {
      let (from, to) = (source.row(y), result.row(y))
      for x in 0..<source.width {
        let word = from.load(fromByteOffset: x * 4, as: UInt32.self)
        let channels = PixelWord.channels(word) / 255
        let straight =
          channels.w > 0
          ? SIMD4(channels.x / channels.w, channels.y / channels.w, channels.z / channels.w, channels.w)
          : .zero
        to.storeBytes(
          of: PremultipliedColor(straight: change(straight)).rgba8,
          toByteOffset: x * 4,
          as: UInt32.self
        )
      }
    }
    return (result, surface.x, surface.y)
  }
}
