import CoreGraphics
import Synchronization

/// The curve of a space's components, and its primaries, as tables: a colour of Core Graphics takes some twenty times as
/// long.
///
/// RGB spaces have both ways. Gray spaces have the way from light only, as their components come from all three of sRGB.
///
/// - Thread: Any; a table never changes.
final class SpaceTable: Sendable {
  /// The light, in linear sRGB, of the space's red, green and blue.
  private let toLight: (red: Pixel, green: Pixel, blue: Pixel)
  /// The light of the space's components, of the red, green and blue of linear sRGB.
  private let fromLight: (red: Pixel, green: Pixel, blue: Pixel)
  /// The light of each step of a component from 0 to 1; between two, the error of a line is less than that of a 16-bit
  /// number.
  private let lights: [Float]
  /// The component for each step of the fourth root of light, 1 being that of the component 1: so spaced, no curve bends
  /// much anywhere, and the error of a line is less than a tenth of that of a 16-bit number.
  private let components: [Float]
  private static let lastStep = 4096

  /// The tables of all spaces that were asked for; few, as spaces have names.
  private static let made = Mutex<[CGColorSpace: SpaceTable]>([:])

  /// The table of a space; nil for plain sRGB, which needs none, and for spaces that are neither RGB nor gray.
  static func of(_ space: CGColorSpace) -> SpaceTable? {
    guard space.model == .rgb || space.model == .monochrome, !CIContext.isPlainSRGB(space) else { return nil }
    if let table = made.withLock({ $0[space] }) { return table }
    let table = SpaceTable(space)
    return made.withLock { tables in
      if let other = tables[space] { return other }
      tables[space] = table
      return table
    }
  }

  private init(_ space: CGColorSpace) {
    let steps = 0...Self.lastStep
    guard space.model == .rgb else {
      toLight = (.zero, .zero, .zero)
      let weights = Pixel.luminanceWeights
      fromLight = (Pixel(repeating: weights.x), Pixel(repeating: weights.y), Pixel(repeating: weights.z))
      (lights, components) = ([], Self.components(of: space, white: 1))
      return
    }
    func linear(_ red: Float, _ green: Float, _ blue: Float) -> Pixel {
      TransferCurve.linear(space.sRGB(Pixel(red, green, blue, 1))).with(alpha: 0)
    }
    let red = linear(1, 0, 0)
    toLight = (red, linear(0, 1, 0), linear(0, 0, 1))
    fromLight = Self.inverse(toLight)
    // The perceptual quantizer's 1 is brighter than the white of sRGB.
    components = Self.components(of: space, white: (toLight.red + toLight.green + toLight.blue).y)
    lights = steps.map { linear(Float($0) / Float(Self.lastStep), 0, 0).x / red.x }
  }

  /// The components of the steps of grays, which have equal ones, up to a light.
  private static func components(of space: CGColorSpace, white: Float) -> [Float] {
    (0...lastStep).map { step in
      let root = Double(step) / Double(lastStep)
      let light = root * root * root * root * Double(white)
      let gray = light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
      let color = CGColor(srgbRed: gray, green: gray, blue: gray, alpha: 1)
      return Float(color.converted(to: space, intent: .defaultIntent, options: nil)?.components?.first ?? 0)
    }
  }

  /// The inverse of a matrix of columns, by cofactors.
  private static func inverse(
    _ columns: (red: Pixel, green: Pixel, blue: Pixel)
  ) -> (red: Pixel, green: Pixel, blue: Pixel) {
    func cross(_ u: Pixel, _ v: Pixel) -> SIMD3<Double> {
      let u = SIMD3(Double(u.x), Double(u.y), Double(u.z))
      let v = SIMD3(Double(v.x), Double(v.y), Double(v.z))
      return SIMD3(u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x)
    }
    let (r, g, b) = columns
    let rows = (cross(g, b), cross(b, r), cross(r, g))
    let determinant = Double(r.x) * rows.0.x + Double(r.y) * rows.0.y + Double(r.z) * rows.0.z
    func column(_ i: Int) -> Pixel {
      Pixel(
        Float(rows.0[i] / determinant),
        Float(rows.1[i] / determinant),
        Float(rows.2[i] / determinant),
        0
      )
    }
    return (column(0), column(1), column(2))
  }

  /// The light of straight components in linear sRGB, with their alpha; nil if one is not from 0 to 1.
  @inline(__always)
  func light(of color: Pixel) -> Pixel? {
    let rgb = color.with(alpha: 0)
    guard !lights.isEmpty, rgb == rgb.limited(0, 1) else { return nil }
    let place = rgb * Float(Self.lastStep)
    let sum =
      toLight.red * Self.value(lights, place.x) + toLight.green * Self.value(lights, place.y)
      + toLight.blue * Self.value(lights, place.z)
    return sum.with(alpha: color.w)
  }

  /// The straight components of a colour of linear sRGB, with its alpha; nil if one is not from 0 to 1.
  @inline(__always)
  func components(of light: Pixel) -> Pixel? {
    let own = fromLight.red * light.x + fromLight.green * light.y + fromLight.blue * light.z
    // White is rounded beyond 1, where curves are flat.
    guard own == own.limited(0, 1.000001) else { return nil }
    let place = pointwiseMin(own.squareRoot().squareRoot(), .one) * Float(Self.lastStep)
    return Pixel(
      Self.value(components, place.x),
      Self.value(components, place.y),
      Self.value(components, place.z),
      light.w
    )
  }

  /// The value at a place in a table, by a line between two steps.
  ///
  /// - Precondition: The place is not a number below zero; above the last step the last line goes on.
  @inline(__always)
  private static func value(_ steps: [Float], _ place: Float) -> Float {
    let step = min(Int(place), lastStep - 1)
    return steps[step] + (steps[step + 1] - steps[step]) * (place - Float(step))
  }
}
