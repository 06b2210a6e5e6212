import Foundation
import StrataBase
import StrataRaster
import StrataRenderTree

/// Filters that change each pixel's colour by itself (rendering R-44 … R-49).
enum ColorFilters {
  /// Adds the steps of a filter, by its plain name; false if it is not one of these.
  static func addSteps(_ name: String, _ inputs: InputReader, to steps: inout [FilterOp]) -> Bool {
    if let matrices = matrices(name, inputs) {
      for matrix in matrices { steps.append(.colorMatrix(matrix)) }
      return true
    }
    guard name == "luminanceCurveMap" else { return false }
    let (values, amount) = (inputs.numbers("inputValues"), inputs.float("inputAmount", default: 1))
    guard let values, values.count >= 4 else { return true }
    let curve = SIMD4(Float(values[0]), Float(values[1]), Float(values[2]), Float(values[3]))
    steps.append(.luminanceCurve(curve, amount: amount))
    return true
  }

  /// The colour matrices of a filter, row by row: red, green, blue and alpha of the result, each of five factors.
  private static func matrices(_ name: String, _ inputs: InputReader) -> [[Float]]? {
    switch name {
    case "colorMatrix": return [matrix(of: inputs)]
    case "colorSaturate": return [saturation(inputs.float("inputAmount", default: 1))]
    case "colorHueRotate", "hueAdjust": return [hue(inputs.number("inputAngle", default: 0))]
    case "colorInvert": return [diagonal(SIMD3(repeating: -1), bias: SIMD3(repeating: 1))]
    case "colorBrightness":
      return [diagonal(.one, bias: SIMD3(repeating: inputs.float("inputAmount", default: 0)))]
    case "colorContrast": return [contrast(inputs.float("inputAmount", default: 1))]
    case "multiplyColor":
      guard let c = inputs.color("inputColor") else { return [] }
      var m = diagonal(SIMD3(c.x, c.y, c.z), bias: .zero)
      m[18] = c.w
      return [m]
    case "colorAdd":
      guard let c = inputs.color("inputColor") else { return [] }
      return [diagonal(.one, bias: SIMD3(c.x, c.y, c.z) * c.w)]
    case "colorSubtract":
      guard let c = inputs.color("inputColor") else { return [] }
      return [diagonal(.one, bias: SIMD3(c.x, c.y, c.z) * -c.w)]
    case "colorMonochrome":
      let tone = inputs.color("inputColor") ?? SIMD4(1, 1, 1, 1)
      let amount = inputs.float("inputAmount", "inputIntensity", default: 1)
      return [monochrome(tone, amount, bias: inputs.float("inputBias", default: 0))]
    case "colorControls":
      return [
        saturation(inputs.float("inputSaturation", default: 1)),
        diagonal(.one, bias: SIMD3(repeating: inputs.float("inputBrightness", default: 0))),
        contrast(inputs.float("inputContrast", default: 1)),
      ]
    case "sepiaTone": return [sepia(inputs.float("inputIntensity", default: 1))]
    case "luminanceToAlpha":
      var m = [Float](repeating: 0, count: 20)
      (m[15], m[16], m[17]) = (luma.x, luma.y, luma.z)
      return [m]
    default: return nil
    }
  }

  private static let luma = SIMD3<Float>(0.2126, 0.7152, 0.0722)

  private static func diagonal(_ d: SIMD3<Float>, bias: SIMD3<Float>) -> [Float] {
    [d.x, 0, 0, 0, bias.x, 0, d.y, 0, 0, bias.y, 0, 0, d.z, 0, bias.z, 0, 0, 0, 1, 0]
  }

  /// Rows of a linear map of red, green and blue.
  private static func linear(_ r: SIMD3<Float>, _ g: SIMD3<Float>, _ b: SIMD3<Float>) -> [Float] {
    [r.x, r.y, r.z, 0, 0, g.x, g.y, g.z, 0, 0, b.x, b.y, b.z, 0, 0, 0, 0, 0, 1, 0]
  }

  private static func saturation(_ a: Float) -> [Float] {
    let l = luma * (1 - a)
    return linear(l + SIMD3(a, 0, 0), l + SIMD3(0, a, 0), l + SIMD3(0, 0, a))
  }

  private static func contrast(_ a: Float) -> [Float] {
    diagonal(SIMD3(repeating: a), bias: SIMD3(repeating: 0.5 - 0.5 * a))
  }

  /// Turns about the grey axis so that the luma of grey stays, after the filter of the same name in W3C's effects.
  private static func hue(_ angle: Double) -> [Float] {
    let (c, s) = (Float(cos(angle)), Float(sin(angle)))
    return linear(
      SIMD3(
        0.213 + c * 0.787 - s * 0.213,
        0.715 - c * 0.715 - s * 0.715,
        0.072 - c * 0.072 + s * 0.928
      ),
      SIMD3(
        0.213 - c * 0.213 + s * 0.143,
        0.715 + c * 0.285 + s * 0.140,
        0.072 - c * 0.072 - s * 0.283
      ),
      SIMD3(
        0.213 - c * 0.213 - s * 0.787,
        0.715 - c * 0.715 + s * 0.715,
        0.072 + c * 0.928 + s * 0.072
      )
    )
  }

  private static func monochrome(_ tone: SIMD4<Float>, _ amount: Float, bias: Float) -> [Float] {
    let keep = 1 - amount
    var m = linear(
      luma * tone.x * amount + SIMD3(keep, 0, 0),
      luma * tone.y * amount + SIMD3(0, keep, 0),
      luma * tone.z * amount + SIMD3(0, 0, keep)
    )
    for row in 0..<3 { m[row * 5 + 4] = bias }
    return m
  }

  private static func sepia(_ amount: Float) -> [Float] {
    let keep = 1 - amount
    return linear(
      SIMD3(0.393, 0.769, 0.189) * amount + SIMD3(keep, 0, 0),
      SIMD3(0.349, 0.686, 0.168) * amount + SIMD3(0, keep, 0),
      SIMD3(0.272, 0.534, 0.131) * amount + SIMD3(0, 0, keep)
    )
  }

  /// Twenty numbers in one input, or the vectors of Core Image's filter.
  private static func matrix(of inputs: InputReader) -> [Float] {
    if let values = inputs.numbers("inputColorMatrix"), values.count >= 20 {
      return values.prefix(20).map { Float($0) }
    }
    var m = diagonal(.one, bias: .zero)
    for (row, key) in ["inputRVector", "inputGVector", "inputBVector", "inputAVector"].enumerated() {
      guard let values = inputs.numbers(key), values.count >= 4 else { continue }
      for column in 0..<4 { m[row * 5 + column] = Float(values[column]) }
    }
    if let values = inputs.numbers("inputBiasVector"), values.count >= 4 {
      for row in 0..<4 { m[row * 5 + 4] = Float(values[row]) }
    }
    return m
  }
}
