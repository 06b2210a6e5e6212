import StrataKernels

/// A blend mode: a function of straight colours, composited as ISO 32000-1, 11.3.6, has it.
///
/// The modes of PDF have the formulas of ISO 32000-1, 11.3.5; soft light too. The others (burn, dodge and light in their
/// linear and vivid forms, pin light, divide, subtract) have the formulas that painting programs publish under these names.
struct BlendFunction: Sendable {
  let name: String
  let displayName: String
  /// The result of rows of premultiplied pixels: the source and the background.
  let kernel: MixKernel

  /// A mode that is a kernel.
  private init(_ stem: String, kernel: MixKernel) {
    name = "CI\(stem)BlendMode"
    displayName = FilterInput(key: "input" + stem, value: .image).displayName + " Blend Mode"
    self.kernel = kernel
  }

  /// A mode of whole colours: the arguments are the straight source and the straight background.
  @inline(__always)
  private init(_ stem: String, whole: @escaping @Sendable (_ s: Pixel, _ b: Pixel) -> Pixel) {
    let kernel = MixKernel(pair: { source, background in
      let mixed = whole(source.straight, background.straight)
      let (sa, ba) = (source.w, background.w)
      let color = source * (1 - ba) + background * (1 - sa) + mixed * (sa * ba)
      return color.with(alpha: sa + ba * (1 - sa))
    })
    self.init(stem, kernel: kernel)
  }

  /// A mode of single components.
  @inline(__always)
  private init(_ stem: String, _ part: @escaping @Sendable (_ s: Float, _ b: Float) -> Float) {
    self.init(stem, whole: { s, b in Pixel(part(s.x, b.x), part(s.y, b.y), part(s.z, b.z), 0) })
  }

  static let all: [BlendFunction] = [
    BlendFunction("Color", whole: { s, b in s.with(luma: b.luma) }),
    BlendFunction("ColorBurn", burn),
    BlendFunction("ColorDodge", dodge),
    BlendFunction("Darken") { min($0, $1) },
    BlendFunction("Difference") { abs($0 - $1) },
    BlendFunction("Divide") { s, b in s > 0 ? min(b / s, 1) : b > 0 ? 1 : 0 },
    BlendFunction("Exclusion") { $0 + $1 - 2 * $0 * $1 },
    BlendFunction("HardLight") { hardLight($0, $1) },
    BlendFunction("Hue", whole: { s, b in s.with(saturation: b.saturation).with(luma: b.luma) }),
    BlendFunction("Lighten") { max($0, $1) },
    BlendFunction("LinearBurn") { max($0 + $1 - 1, 0) },
    BlendFunction("LinearDodge") { min($0 + $1, 1) },
    BlendFunction("LinearLight") { s, b in min(max(b + 2 * s - 1, 0), 1) },
    BlendFunction("Luminosity", whole: { s, b in b.with(luma: s.luma) }),
    BlendFunction(
      "Multiply",
      kernel: MixKernel(rows: { kernels.multiply_pixels($1.floats, $0[0].floats, $0[1].floats, $2) })
    ),
    BlendFunction("Overlay") { hardLight($1, $0) },
    BlendFunction("PinLight") { s, b in s < 0.5 ? min(b, 2 * s) : max(b, 2 * s - 1) },
    BlendFunction("Saturation", whole: { s, b in b.with(saturation: s.saturation).with(luma: b.luma) }),
    BlendFunction("Screen") { $0 + $1 - $0 * $1 },
    BlendFunction("SoftLight", softLight),
    BlendFunction("Subtract") { max($1 - $0, 0) },
    BlendFunction("VividLight") { s, b in s < 0.5 ? burn(2 * s, b) : dodge(2 * s - 1, b) },
  ]

  @Sendable private static func burn(_ s: Float, _ b: Float) -> Float {
    if b >= 1 { return 1 }
    return s > 0 ? 1 - min((1 - b) / s, 1) : 0
  }

  @Sendable private static func dodge(_ s: Float, _ b: Float) -> Float {
    if b <= 0 { return 0 }
    return s < 1 ? min(b / (1 - s), 1) : 1
  }

  private static func hardLight(_ s: Float, _ b: Float) -> Float {
    s <= 0.5 ? 2 * s * b : 1 - 2 * (1 - s) * (1 - b)
  }

  @Sendable private static func softLight(_ s: Float, _ b: Float) -> Float {
    if s <= 0.5 { return b - (1 - 2 * s) * b * (1 - b) }
    let d = b <= 0.25 ? ((16 * b - 12) * b + 4) * b : b.squareRoot()
    return b + (2 * s - 1) * (d - b)
  }
}

/// The parts of a colour that the modes of whole colours exchange (ISO 32000-1, 11.3.5.3).
extension SIMD4<Float> {
  fileprivate var luma: Float { 0.3 * x + 0.59 * y + 0.11 * z }

  fileprivate var saturation: Float { Swift.max(x, y, z) - Swift.min(x, y, z) }

  /// The colour with another luma; moved towards gray as far as needed to stay inside of 0 … 1.
  fileprivate func with(luma target: Float) -> Pixel {
    let moved = self + (target - luma)
    let gray = Pixel(repeating: moved.luma)
    let (low, high) = (Swift.min(moved.x, moved.y, moved.z), Swift.max(moved.x, moved.y, moved.z))
    var result = moved
    if low < 0 { result = gray + (result - gray) * (gray.x / (gray.x - low)) }
    if high > 1 { result = gray + (result - gray) * ((1 - gray.x) / (high - gray.x)) }
    return result
  }

  /// The colour with another difference between its greatest and its least component.
  fileprivate func with(saturation target: Float) -> Pixel {
    let low = Swift.min(x, y, z)
    let range = saturation
    guard range > 0 else { return .zero }
    return (self - low) * (target / range)
  }
}
