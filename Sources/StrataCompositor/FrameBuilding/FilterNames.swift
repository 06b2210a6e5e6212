import CoreGraphics
import Foundation
import StrataBase
package import StrataRaster
package import StrataRenderTree

/// Names of filters and of blend modes, and what they do (rendering R-44 … R-49).
package enum FilterNames {
  /// The blend mode that a compositing filter stands for; nil if its name is unknown.
  package static func blendMode(of filter: FilterValue) -> BlendMode? {
    guard filter.isEnabled else { return .normal }
    return blendModes[plain(filter.type)] ?? blendModes[plain(filter.name)]
  }

  /// The name without what the families of names add: `CIMultiplyBlendMode` and `multiplyBlendMode` are `multiply`.
  static func plain(_ name: String) -> String {
    var name = Substring(name)
    if name.hasPrefix("CI") { name = name.dropFirst(2) }
    for suffix in ["BlendMode", "Compositing"] where name.hasSuffix(suffix) {
      name = name.dropLast(suffix.count)
    }
    return name.prefix(1).lowercased() + name.dropFirst()
  }

  private static let blendModes: [String: BlendMode] = [
    "normal": .normal, "sourceOver": .normal, "clear": .clear, "copy": .copy, "source": .copy, "dest": .dest,
    "sourceIn": .sourceIn, "sourceOut": .sourceOut, "sourceAtop": .sourceAtop, "destOver": .destOver,
    "destinationOver": .destOver, "destIn": .destIn, "destOut": .destOut, "destAtop": .destAtop, "xor": .xor,
    "plusL": .plusL, "addition": .plusL, "plusD": .plusD, "maximum": .maximum, "minimum": .minimum,
    "subtractS": .subtractS, "subtractD": .subtractD, "multiply": .multiply, "screen": .screen,
    "overlay": .overlay, "darken": .darken, "lighten": .lighten, "colorDodge": .colorDodge,
    "colorBurn": .colorBurn, "hardLight": .hardLight, "softLight": .softLight, "difference": .difference,
    "exclusion": .exclusion, "subtract": .subtract, "divide": .divide, "linearBurn": .linearBurn,
    "linearDodge": .linearDodge, "linearLight": .linearLight, "pinLight": .pinLight, "hue": .hue,
    "saturation": .saturation, "color": .color, "luminosity": .luminosity,
  ]

  /// Whether drawing knows a name, of a filter or of a way to composite.
  package static func isKnown(_ type: String) -> Bool {
    let site = FilterSite(.identity, bounds: PlaneRect(0, 0, 1, 1))
    return isBlendMode(type) || steps(of: FilterValue(type: type), at: site) != nil
  }

  /// Whether a name is one of a way to composite.
  package static func isBlendMode(_ type: String) -> Bool { blendModes[plain(type)] != nil }

  /// The steps that a filter of a layer is made of, in device pixels; nil if the filter is unknown.
  package static func steps(of filter: FilterValue, at site: FilterSite) -> [FilterOp]? {
    guard filter.isEnabled else { return [] }
    let scales = site.scales
    func sigma(_ radius: Double) -> SIMD2<Double> {
      let radius = max(0, radius)
      return SIMD2(min(1024, radius * scales.x), min(1024, radius * scales.y))
    }
    func number(_ keys: String..., default value: Double) -> Double {
      for key in keys { if let x = filter.number(key) { return x.isFinite ? x : value } }
      return value
    }
    func color(_ key: String) -> SIMD4<Float>? {
      if case .color(let color)? = filter.inputs[key] { color.extendedSRGB } else { nil }
    }
    switch plain(filter.type) {
    case "gaussianBlur":
      let sigma = sigma(number("inputRadius", default: 10))
      return sigma.max() > 0 ? [.gaussianBlur(sigmaX: sigma.x, sigmaY: sigma.y)] : []
    case "colorMatrix": return [.colorMatrix(matrix(of: filter))]
    case "colorSaturate": return [.colorMatrix(saturation(Float(number("inputAmount", default: 1))))]
    case "colorHueRotate", "hueAdjust": return [.colorMatrix(hue(number("inputAngle", default: 0)))]
    case "colorInvert": return [.colorMatrix(diagonal(SIMD3(repeating: -1), bias: SIMD3(repeating: 1)))]
    case "colorBrightness":
      return [.colorMatrix(diagonal(.one, bias: SIMD3(repeating: Float(number("inputAmount", default: 0)))))]
    case "colorContrast": return [.colorMatrix(contrast(Float(number("inputAmount", default: 1))))]
    case "multiplyColor":
      guard let c = color("inputColor") else { return [] }
      var m = diagonal(SIMD3(c.x, c.y, c.z), bias: .zero)
      m[18] = c.w
      return [.colorMatrix(m)]
    case "colorAdd":
      guard let c = color("inputColor") else { return [] }
      return [.colorMatrix(diagonal(.one, bias: SIMD3(c.x, c.y, c.z) * c.w))]
    case "colorMonochrome":
      let tone = color("inputColor") ?? SIMD4(1, 1, 1, 1)
      let amount = Float(number("inputAmount", "inputIntensity", default: 1))
      return [.colorMatrix(monochrome(tone, amount, bias: Float(number("inputBias", default: 0))))]
    case "colorControls":
      return [
        .colorMatrix(saturation(Float(number("inputSaturation", default: 1)))),
        .colorMatrix(diagonal(.one, bias: SIMD3(repeating: Float(number("inputBrightness", default: 0))))),
        .colorMatrix(contrast(Float(number("inputContrast", default: 1)))),
      ]
    case "sepiaTone": return [.colorMatrix(sepia(Float(number("inputIntensity", default: 1))))]
    case "luminanceCurveMap":
      guard case .numbers(let values)? = filter.inputs["inputValues"], values.count >= 4 else { return [] }
      let curve = SIMD4(Float(values[0]), Float(values[1]), Float(values[2]), Float(values[3]))
      return [.luminanceCurve(curve, amount: Float(number("inputAmount", default: 1)))]
    case "colorSubtract":
      guard let c = color("inputColor") else { return [] }
      return [.colorMatrix(diagonal(.one, bias: SIMD3(c.x, c.y, c.z) * -c.w))]
    case "luminanceToAlpha":
      var m = [Float](repeating: 0, count: 20)
      (m[15], m[16], m[17]) = (luma.x, luma.y, luma.z)
      return [.colorMatrix(m)]
    case "bloom":
      let intensity = Float(number("inputIntensity", "inputAmount", default: 0.5))
      return [.bloom(sigma: sigma(number("inputRadius", default: 10)), intensity: intensity)]
    case "pixellate": return pixellation(filter, number("inputScale", default: 8), site)
    case "vignette":
      return vignette(
        radius: number("inputRadius", default: 1),
        intensity: number("inputIntensity", "inputAmount", default: 0),
        site
      )
    case "dropShadow":
      var offset = SIMD2(0.0, -3.0)
      if let given = point("inputOffset", of: filter) { offset = given }
      let moved = site.device(offset)
      guard moved.x.isFinite, moved.y.isFinite else { return [] }
      let shade = color("inputColor") ?? SIMD4(0, 0, 0, 1)
      let opacity = Float(number("inputAmount", "inputOpacity", default: 1))
      return [
        .dropShadow(
          DropShadow(
            offset: moved,
            sigma: sigma(number("inputRadius", default: 3)),
            color: SIMD4(shade.x, shade.y, shade.z, shade.w * min(max(opacity, 0), 1))
          )
        )
      ]
    case "lanczos": return []
    default: return site.program(of: filter).map { [.program($0)] }
    }
  }

  /// Two numbers, given as a point or as a vector.
  private static func point(_ key: String, of filter: FilterValue) -> SIMD2<Double>? {
    switch filter.inputs[key] {
    case .point(let p)?: SIMD2(Double(p.x), Double(p.y))
    case .numbers(let n)? where n.count >= 2: SIMD2(n[0], n[1])
    default: nil
    }
  }

  /// Squares of a side in points, one of whose corners is the filter's centre, else the middle of the bounds.
  private static func pixellation(_ filter: FilterValue, _ side: Double, _ site: FilterSite) -> [FilterOp] {
    guard side > 0, side.isFinite, let toLayer = site.toLayer else { return [] }
    let center = point("inputCenter", of: filter) ?? SIMD2(site.bounds.midX, site.bounds.midY)
    let toCells = toLayer.concatenating(.translation(-center.x, -center.y)).concatenating(
      .scale(1 / side, 1 / side)
    )
    return toCells.isFinite ? [.pixellate(toCells: toCells)] : []
  }

  /// Darkens with the square of the distance from the middle: by the intensity where the distance is `radius` halves of the
  /// diagonal.
  private static func vignette(radius: Double, intensity: Double, _ site: FilterSite) -> [FilterOp] {
    let b = site.bounds
    let reach = (b.width * b.width + b.height * b.height).squareRoot() / 2 * radius
    guard reach > 0, reach.isFinite, intensity != 0, let toLayer = site.toLayer else { return [] }
    let toUnit = toLayer.concatenating(.translation(-b.midX, -b.midY)).concatenating(
      .scale(1 / reach, 1 / reach)
    )
    return toUnit.isFinite ? [.vignette(toUnit: toUnit, intensity: Float(intensity))] : []
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
      SIMD3(0.213 + c * 0.787 - s * 0.213, 0.715 - c * 0.715 - s * 0.715, 0.072 - c * 0.072 + s * 0.928),
      SIMD3(0.213 - c * 0.213 + s * 0.143, 0.715 + c * 0.285 + s * 0.140, 0.072 - c * 0.072 - s * 0.283),
      SIMD3(0.213 - c * 0.213 - s * 0.787, 0.715 - c * 0.715 + s * 0.715, 0.072 + c * 0.928 + s * 0.072)
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
  private static func matrix(of filter: FilterValue) -> [Float] {
    if case .numbers(let values)? = filter.inputs["inputColorMatrix"], values.count >= 20 {
      return values.prefix(20).map { Float($0) }
    }
    var m = diagonal(.one, bias: .zero)
    for (row, key) in ["inputRVector", "inputGVector", "inputBVector", "inputAVector"].enumerated() {
      guard case .numbers(let values)? = filter.inputs[key], values.count >= 4 else { continue }
      for column in 0..<4 { m[row * 5 + column] = Float(values[column]) }
    }
    if case .numbers(let values)? = filter.inputs["inputBiasVector"], values.count >= 4 {
      for row in 0..<4 { m[row * 5 + 4] = Float(values[row]) }
    }
    return m
  }
}

extension FrameBuilder {
  /// The steps of a layer's filters; what is unknown is skipped and reported.
  func filterOps(_ filters: [FilterValue], _ toDevice: Projective, _ bounds: PlaneRect) -> [FilterOp] {
    guard !filters.isEmpty else { return [] }
    let site = FilterSite(toDevice, bounds: bounds)
    var ops: [FilterOp] = []
    for filter in filters {
      if let steps = FilterNames.steps(of: filter, at: site) {
        ops += steps
      } else {
        note(.unknownFilter(filter.type))
      }
    }
    return ops
  }
}
