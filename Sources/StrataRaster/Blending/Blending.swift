import StrataKernels

/// The formulas of operators and blend modes.
///
/// They are computed in single precision, so that only the target is rounded: modes that divide by a dark colour magnify
/// every other rounding. Source-over has kernels of its own. All other modes share one kernel, which applies the steps of
/// ``blended(_:_:_:)`` to a row; tests hold the kernel to that function.
package enum Blending {
  /// Blends a row of premultiplied channels of 0...1 with the bytes of a target, in proportion to each pixel's coverage.
  ///
  /// The target is rounded once. `coverage` has a byte for each pixel; without it, `constant` covers all pixels.
  package static func blend(
    _ row: UnsafePointer<SIMD4<Float>>,
    into target: UnsafeMutablePointer<UInt8>,
    count: Int,
    _ mode: BlendMode,
    coverage: UnsafePointer<UInt8>? = nil,
    constant: UInt8 = 255
  ) {
    kernels.blend(target, floats(row), count, coverage, UInt32(constant), 0, UInt32(mode.rawValue))
  }

  /// Blends a row as ``blend(_:into:count:_:coverage:constant:)`` does, with a target of half floats.
  static func blend(
    _ row: UnsafePointer<SIMD4<Float>>,
    intoWide target: UnsafeMutableRawPointer,
    count: Int,
    _ mode: BlendMode,
    coverage: UnsafePointer<UInt8>?,
    constant: UInt8
  ) {
    let bytes = target.assumingMemoryBound(to: UInt8.self)
    kernels.blend(bytes, floats(row), count, coverage, UInt32(constant), 1, UInt32(mode.rawValue))
  }

  @inline(__always)
  private static func floats(_ row: UnsafePointer<SIMD4<Float>>) -> UnsafePointer<Float> {
    UnsafeRawPointer(row).assumingMemoryBound(to: Float.self)
  }

  /// Interpolates a target of half floats towards a row of half floats; a byte for each pixel is the row's share.
  package static func mix(
    _ row: UnsafeRawPointer,
    intoWide target: UnsafeMutableRawPointer,
    count: Int,
    shares: UnsafePointer<UInt8>
  ) {
    for i in 0..<count {
      let d = PixelWord.channels(wide: target.load(fromByteOffset: i * 8, as: UInt64.self))
      let s = PixelWord.channels(wide: row.loadUnaligned(fromByteOffset: i * 8, as: UInt64.self))
      let result = d + (s - d) * (Float(shares[i]) / 255)
      target.storeBytes(of: PixelWord.wideWord(result), toByteOffset: i * 8, as: UInt64.self)
    }
  }

  /// Combines one premultiplied source with one premultiplied destination.
  ///
  /// Source: Porter and Duff (1984) for the operators; Compositing and Blending Level 1 (W3C) for the blend modes.
  package static func blended(_ s: SIMD4<Float>, _ d: SIMD4<Float>, _ mode: BlendMode) -> SIMD4<Float> {
    let (sa, da) = (s.w, d.w)
    switch mode {
    // Porter and Duff's operators: a fraction of the source plus a fraction of the destination (rendering R-47).
    case .normal: return s + d * (1 - sa)
    case .clear: return .zero
    case .copy: return s
    case .dest: return d
    case .sourceIn: return s * da
    case .sourceOut: return s * (1 - da)
    case .sourceAtop: return s * da + d * (1 - sa)
    case .destOver: return s * (1 - da) + d
    case .destIn: return d * sa
    case .destOut: return d * (1 - sa)
    case .destAtop: return s * (1 - da) + d * sa
    case .xor: return s * (1 - da) + d * (1 - sa)
    // Sums (rendering R-48).
    case .plusL: return pointwiseMin(s + d, .one)
    case .plusD:
      let alpha = min(1, sa + da)
      var sum = pointwiseMax(s + d - 1, .zero)
      sum.w = alpha
      return sum
    case .maximum: return pointwiseMax(s, d)
    case .minimum: return pointwiseMin(s, d)
    case .subtractS: return difference(d, s)
    case .subtractD: return difference(s, d)
    default:
      guard sa > 0 else { return d }
      guard da > 0 else { return s }
      let (sc, dc) = (s / sa, d / da)
      let mixed = mode.isSeparable ? separable(sc, dc, mode) : nonSeparable(sc, dc, mode)
      // W3C, "Generalized compositing": co = cs·(1 − αb) + cb·(1 − αs) + αs·αb·B(Cb, Cs) (rendering R-45).
      return withAlpha(s * (1 - da) + d * (1 - sa) + mixed * (sa * da), sa + da - sa * da)
    }
  }

  /// What one premultiplied colour has more than another, no more than its alpha (rendering R-48).
  @inline(__always)
  private static func difference(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> SIMD4<Float> {
    let rest = pointwiseMax(a - b, .zero)
    return pointwiseMin(rest, SIMD4(repeating: rest.w))
  }

  @inline(__always)
  private static func withAlpha(_ color: SIMD4<Float>, _ alpha: Float) -> SIMD4<Float> {
    SIMD4(color.x, color.y, color.z, alpha)
  }

  private static func separable(_ s: SIMD4<Float>, _ d: SIMD4<Float>, _ mode: BlendMode) -> SIMD4<Float> {
    SIMD4(channel(s.x, d.x, mode), channel(s.y, d.y, mode), channel(s.z, d.z, mode), 0)
  }

  /// The blend function B(s, d) of one straight channel.
  private static func channel(_ s: Float, _ d: Float, _ mode: BlendMode) -> Float {
    switch mode {
    case .multiply: return s * d
    case .screen: return s + d - s * d
    case .overlay: return hardLight(d, s)
    case .darken: return min(s, d)
    case .lighten: return max(s, d)
    case .colorDodge: return d <= 0 ? 0 : s >= 1 ? 1 : min(1, d / (1 - s))
    case .colorBurn: return d >= 1 ? 1 : s <= 0 ? 0 : 1 - min(1, (1 - d) / s)
    case .hardLight: return hardLight(s, d)
    case .softLight: return softLight(s, d)
    case .difference: return abs(s - d)
    case .exclusion: return s + d - 2 * s * d
    case .subtract: return max(0, d - s)
    case .divide: return s <= 0 ? 1 : min(1, d / s)
    case .linearBurn: return max(0, s + d - 1)
    case .linearDodge: return min(1, s + d)
    case .linearLight: return min(max(d + 2 * s - 1, 0), 1)
    case .pinLight: return s <= 0.5 ? min(d, 2 * s) : max(d, 2 * s - 1)
    default: return s
    }
  }

  private static func hardLight(_ s: Float, _ d: Float) -> Float {
    guard s > 0.5 else { return 2 * s * d }
    let t = 2 * s - 1
    return t + d - t * d
  }

  /// The soft light of Compositing and Blending Level 1 (W3C), which is that of ISO 32000-1, too.
  private static func softLight(_ s: Float, _ d: Float) -> Float {
    guard s > 0.5 else { return d - (1 - 2 * s) * d * (1 - d) }
    let curve = d <= 0.25 ? ((16 * d - 12) * d + 4) * d : d.squareRoot()
    return d + (2 * s - 1) * (curve - d)
  }

  // MARK: Hue, saturation, colour, luminosity (rendering R-46)

  // The functions Lum, Sat, SetLum with ClipColor, and SetSat of Compositing and Blending Level 1.

  private static func nonSeparable(_ s: SIMD4<Float>, _ d: SIMD4<Float>, _ mode: BlendMode) -> SIMD4<Float> {
    switch mode {
    case .hue: return withLuminosity(withSaturation(s, saturation(d)), luminosity(d))
    case .saturation: return withLuminosity(withSaturation(d, saturation(s)), luminosity(d))
    case .color: return withLuminosity(s, luminosity(d))
    default: return withLuminosity(d, luminosity(s))
    }
  }

  package static func luminosity(_ c: SIMD4<Float>) -> Float { 0.3 * c.x + 0.59 * c.y + 0.11 * c.z }

  private static func saturation(_ c: SIMD4<Float>) -> Float {
    max(c.x, c.y, c.z) - min(c.x, c.y, c.z)
  }

  private static func withLuminosity(_ c: SIMD4<Float>, _ wanted: Float) -> SIMD4<Float> {
    var result = c + (wanted - luminosity(c))
    let l = luminosity(result)
    let (low, high) = (min(result.x, result.y, result.z), max(result.x, result.y, result.z))
    if low < 0 { result = SIMD4(repeating: l) + (result - l) * (l / (l - low)) }
    if high > 1 { result = SIMD4(repeating: l) + (result - l) * ((1 - l) / (high - l)) }
    return result
  }

  private static func withSaturation(_ c: SIMD4<Float>, _ wanted: Float) -> SIMD4<Float> {
    let (low, high) = (min(c.x, c.y, c.z), max(c.x, c.y, c.z))
    guard high > low else { return .zero }
    return (c - low) * (wanted / (high - low))
  }
}

extension BlendMode {
  /// True if each channel is blended independently of the others.
  var isSeparable: Bool {
    switch self {
    case .hue, .saturation, .color, .luminosity: false
    default: true
    }
  }
}
