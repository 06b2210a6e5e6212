import StrataKernels
import StrataRaster

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

  /// A mode that the compositor has, too.
  private init(_ stem: String, _ mode: BlendMode) {
    let number = UInt32(mode.rawValue)
    self.init(
      stem,
      kernel: MixKernel(rows: { kernels.blend_pixels($1.floats, $0[0].floats, $0[1].floats, $2, number) })
    )
  }

  /// A mode of single components: the arguments are those of the straight source and of the straight background.
  @inline(__always)
  private init(_ stem: String, _ part: @escaping @Sendable (_ s: Float, _ b: Float) -> Float) {
    let kernel = MixKernel(pair: { source, background in
      let (s, b) = (source.straight, background.straight)
      let mixed = Pixel(part(s.x, b.x), part(s.y, b.y), part(s.z, b.z), 0)
      let (sa, ba) = (source.w, background.w)
      let color = source * (1 - ba) + background * (1 - sa) + mixed * (sa * ba)
      return color.with(alpha: sa + ba * (1 - sa))
    })
    self.init(stem, kernel: kernel)
  }

  static let all: [BlendFunction] = [
    BlendFunction("Color", .color),
    BlendFunction("ColorBurn", .colorBurn),
    BlendFunction("ColorDodge", .colorDodge),
    BlendFunction("Darken", .darken),
    BlendFunction("Difference", .difference),
    BlendFunction("Divide") { s, b in s > 0 ? min(b / s, 1) : b > 0 ? 1 : 0 },
    BlendFunction("Exclusion", .exclusion),
    BlendFunction("HardLight", .hardLight),
    BlendFunction("Hue", .hue),
    BlendFunction("Lighten", .lighten),
    BlendFunction("LinearBurn", .linearBurn),
    BlendFunction("LinearDodge", .linearDodge),
    BlendFunction("LinearLight", .linearLight),
    BlendFunction("Luminosity", .luminosity),
    BlendFunction(
      "Multiply",
      kernel: MixKernel(rows: { kernels.multiply_pixels($1.floats, $0[0].floats, $0[1].floats, $2) })
    ),
    BlendFunction("Overlay", .overlay),
    BlendFunction("PinLight", .pinLight),
    BlendFunction("Saturation", .saturation),
    BlendFunction("Screen", .screen),
    BlendFunction("SoftLight", .softLight),
    BlendFunction("Subtract", .subtract),
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
}
