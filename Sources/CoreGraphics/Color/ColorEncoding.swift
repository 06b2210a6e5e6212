import Foundation

/// The relation of components to light: primaries, transfer function and range.
///
/// Conversions pass through linear sRGB with the D65 white point, in which components below 0 and above 1 are colours
/// outside the gamut of sRGB.
///
/// Sources: IEC 61966-2-1 (sRGB), SMPTE EG 432-1 (Display P3), SMPTE RP 431-2 (DCI-P3), ITU-R BT.709, BT.2020 and
/// BT.2100, Adobe RGB (1998) Color Image Encoding.
struct ColorEncoding: Hashable, Sendable {
  enum Model: Hashable, Sendable { case gray, rgb, cmyk }
  enum Primaries: Hashable, Sendable { case sRGB, displayP3, dciP3, rec2020, adobe }
  enum Transfer: Hashable, Sendable { case sRGB, linear, gamma(Double), rec709, pq, hlg }

  var model = Model.rgb
  var primaries = Primaries.sRGB
  var transfer = Transfer.sRGB
  var isExtended = false
}

extension ColorEncoding.Transfer {
  /// Returns the light of an encoded value; an odd function, so that it is defined for extended values.
  func linear(_ encoded: Double) -> Double {
    let value = encoded.magnitude
    let light: Double
    switch self {
    case .linear: return encoded
    case .sRGB: light = value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    case .gamma(let exponent): light = pow(value, exponent)
    case .rec709: light = value < 0.081 ? value / 4.5 : pow((value + 0.099) / 1.099, 1 / 0.45)
    case .pq: light = Self.perceptualQuantizerLight(value)
    case .hlg:
      light = value <= 0.5 ? value * value / 3 : (exp((value - 0.55991073) / 0.17883277) + 0.28466892) / 12
    }
    return encoded < 0 ? -light : light
  }

  /// Returns the encoded value of an amount of light; the inverse of `linear`.
  func encoded(_ light: Double) -> Double {
    let value = light.magnitude
    let encoded: Double
    switch self {
    case .linear: return light
    case .sRGB: encoded = value <= 0.0031308 ? value * 12.92 : 1.055 * pow(value, 1 / 2.4) - 0.055
    case .gamma(let exponent): encoded = pow(value, 1 / exponent)
    case .rec709: encoded = value < 0.018 ? value * 4.5 : 1.099 * pow(value, 0.45) - 0.099
    case .pq: encoded = Self.perceptualQuantizerNumber(value)
    case .hlg:
      encoded = value <= 1 / 12.0 ? sqrt(3 * value) : 0.17883277 * log(12 * value - 0.28466892) + 0.55991073
    }
    return light < 0 ? -encoded : encoded
  }

  // SMPTE ST 2084; 1 is 10 000 cd/m², of which 203 are the white of sRGB (ITU-R BT.2408).
  private static let pqConstants = (
    m1: 2610.0 / 16384, m2: 2523.0 / 4096 * 128, c1: 3424.0 / 4096, c2: 2413.0 / 4096 * 32,
    c3: 2392.0 / 4096 * 32
  )

  private static func perceptualQuantizerLight(_ value: Double) -> Double {
    let k = pqConstants
    let root = pow(value, 1 / k.m2)
    return pow(max(root - k.c1, 0) / (k.c2 - k.c3 * root), 1 / k.m1) * 10000 / 203
  }

  private static func perceptualQuantizerNumber(_ light: Double) -> Double {
    let k = pqConstants
    let power = pow(light * 203 / 10000, k.m1)
    return pow((k.c1 + k.c2 * power) / (1 + k.c3 * power), k.m2)
  }
}

extension ColorEncoding {
  /// Returns the extended sRGB components of a colour in this encoding, without alpha.
  func extendedSRGB(_ components: some Collection<Double>) -> SIMD3<Double> {
    let values = Array(components)
    switch model {
    case .gray:
      let gray = values.first ?? 0
      let number = transfer == .sRGB ? gray : Transfer.sRGB.encoded(transfer.linear(gray))
      return SIMD3(repeating: number)
    case .cmyk:
      guard values.count >= 4 else { return .zero }
      return (1 - SIMD3(values[0], values[1], values[2])) * (1 - values[3])
    case .rgb:
      guard values.count >= 3 else { return .zero }
      let numbers = SIMD3(values[0], values[1], values[2])
      if isStandard { return numbers }
      let light = primaries.toSRGB * numbers.map(transfer.linear)
      return light.map(Transfer.sRGB.encoded)
    }
  }

  /// Returns the components in this encoding of an extended sRGB colour; clamped to 0...1 unless the range is extended.
  func components(ofExtendedSRGB color: SIMD3<Double>) -> [Double] {
    var result: [Double]
    switch model {
    case .cmyk:
      let inks = 1 - color.clamped(lowerBound: .zero, upperBound: .one)
      let black = inks.min()
      let rest = black < 1 ? (inks - black) / (1 - black) : .zero
      result = [rest.x, rest.y, rest.z, black]
    case .gray:
      result = [gray(of: color, light: color.map(Transfer.sRGB.linear))]
    case .rgb:
      let numbers =
        isStandard
        ? color : (primaries.fromSRGB * color.map(Transfer.sRGB.linear)).map(transfer.encoded)
      result = [numbers.x, numbers.y, numbers.z]
    }
    if !isExtended { result = result.map { min(max($0, 0), 1) } }
    return result
  }

  /// True if red, green and blue are those of sRGB.
  var isStandard: Bool { primaries == .sRGB && transfer == .sRGB }

  /// Returns the level of gray of an extended sRGB colour, whose linear components are `light`.
  func gray(of color: SIMD3<Double>, light: SIMD3<Double>) -> Double {
    let isNeutral = color.x == color.y && color.y == color.z
    return isNeutral && transfer == .sRGB ? color.x : transfer.encoded(Self.luminance(of: light))
  }

  /// Returns the luminance of linear sRGB (IEC 61966-2-1).
  static func luminance(of light: SIMD3<Double>) -> Double {
    0.2126 * light.x + 0.7152 * light.y + 0.0722 * light.z
  }
}

extension SIMD3<Double> {
  func map(_ function: (Double) -> Double) -> SIMD3<Double> { SIMD3(function(x), function(y), function(z)) }
}

/// A 3×3 matrix that maps column vectors.
struct ColorMatrix: Sendable {
  var columns: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)

  init(_ x: SIMD3<Double>, _ y: SIMD3<Double>, _ z: SIMD3<Double>) { columns = (x, y, z) }

  static func * (matrix: ColorMatrix, v: SIMD3<Double>) -> SIMD3<Double> {
    matrix.columns.0 * v.x + matrix.columns.1 * v.y + matrix.columns.2 * v.z
  }

  static func * (left: ColorMatrix, right: ColorMatrix) -> ColorMatrix {
    ColorMatrix(left * right.columns.0, left * right.columns.1, left * right.columns.2)
  }

  /// The inverse, by cofactors; the determinants of the matrices here are far from zero.
  var inverse: ColorMatrix {
    let (a, b, c) = columns
    func cross(_ u: SIMD3<Double>, _ v: SIMD3<Double>) -> SIMD3<Double> {
      SIMD3(u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x)
    }
    let (r0, r1, r2) = (cross(b, c), cross(c, a), cross(a, b))
    let determinant = (a * r0).sum()
    return ColorMatrix(
      SIMD3(r0.x, r1.x, r2.x) / determinant,
      SIMD3(r0.y, r1.y, r2.y) / determinant,
      SIMD3(r0.z, r1.z, r2.z) / determinant
    )
  }
}

extension ColorEncoding.Primaries {
  /// The CIE 1931 chromaticities of red, green, blue and white.
  private var chromaticities: [(x: Double, y: Double)] {
    switch self {
    case .sRGB: [(0.64, 0.33), (0.30, 0.60), (0.15, 0.06), (0.3127, 0.3290)]
    case .displayP3: [(0.680, 0.320), (0.265, 0.690), (0.150, 0.060), (0.3127, 0.3290)]
    case .dciP3: [(0.680, 0.320), (0.265, 0.690), (0.150, 0.060), (0.314, 0.351)]
    case .rec2020: [(0.708, 0.292), (0.170, 0.797), (0.131, 0.046), (0.3127, 0.3290)]
    case .adobe: [(0.64, 0.33), (0.21, 0.71), (0.15, 0.06), (0.3127, 0.3290)]
    }
  }

  /// The matrix from linear components to XYZ (SMPTE RP 177).
  ///
  /// Its columns are the primaries, scaled so that (1, 1, 1) maps to the white point.
  private var toXYZ: ColorMatrix {
    let points = chromaticities.map { SIMD3($0.x / $0.y, 1, (1 - $0.x - $0.y) / $0.y) }
    let unscaled = ColorMatrix(points[0], points[1], points[2])
    let scale = unscaled.inverse * points[3]
    return ColorMatrix(points[0] * scale.x, points[1] * scale.y, points[2] * scale.z)
  }

  /// The Bradford adaptation from this white point to D65 (Lam 1985; ICC.1, annex E).
  private var adaptationToD65: ColorMatrix {
    let bradford = ColorMatrix(
      SIMD3(0.8951, -0.7502, 0.0389),
      SIMD3(0.2664, 1.7135, -0.0685),
      SIMD3(-0.1614, 0.0367, 1.0296)
    )
    let white = { (p: Self) in
      let c = p.chromaticities[3]
      return bradford * SIMD3(c.x / c.y, 1, (1 - c.x - c.y) / c.y)
    }
    let gain = white(.sRGB) / white(self)
    let diagonal = ColorMatrix(SIMD3(gain.x, 0, 0), SIMD3(0, gain.y, 0), SIMD3(0, 0, gain.z))
    return bradford.inverse * diagonal * bradford
  }

  private static let displayP3ToSRGB = matrixToSRGB(.displayP3)
  private static let dciP3ToSRGB = matrixToSRGB(.dciP3)
  private static let rec2020ToSRGB = matrixToSRGB(.rec2020)
  private static let adobeToSRGB = matrixToSRGB(.adobe)
  private static let displayP3FromSRGB = displayP3ToSRGB.inverse
  private static let dciP3FromSRGB = dciP3ToSRGB.inverse
  private static let rec2020FromSRGB = rec2020ToSRGB.inverse
  private static let adobeFromSRGB = adobeToSRGB.inverse
  private static let identity = ColorMatrix(SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1))

  private static func matrixToSRGB(_ primaries: Self) -> ColorMatrix {
    Self.sRGB.toXYZ.inverse * primaries.adaptationToD65 * primaries.toXYZ
  }

  /// The matrix from linear components of these primaries to linear sRGB.
  var toSRGB: ColorMatrix {
    switch self {
    case .sRGB: Self.identity
    case .displayP3: Self.displayP3ToSRGB
    case .dciP3: Self.dciP3ToSRGB
    case .rec2020: Self.rec2020ToSRGB
    case .adobe: Self.adobeToSRGB
    }
  }

  /// The matrix from linear sRGB to linear components of these primaries.
  var fromSRGB: ColorMatrix {
    switch self {
    case .sRGB: Self.identity
    case .displayP3: Self.displayP3FromSRGB
    case .dciP3: Self.dciP3FromSRGB
    case .rec2020: Self.rec2020FromSRGB
    case .adobe: Self.adobeFromSRGB
    }
  }
}
