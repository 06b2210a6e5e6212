import CoreGraphics
import Foundation

/// Screens of printing: the image in ink of one darkness, in shapes that grow where it is dark.
///
/// A screen is a function of the place between 0 and 1 whose values are evenly high and low. Where the brightness of the
/// image and the screen together are more than 1 there is paper, else ink; a low sharpness makes the edge soft. This is the
/// usual threshold of a screen, and inferred: Apple's reference names shapes, widths and sharpness only.
enum HalftoneRows {
  static let all: [FilterRow] = [
    screen("CIDotScreen", "Dot Screen", hasAngle: true) { p in 0.5 + 0.25 * (wave(p.x) + wave(p.y)) },
    screen("CILineScreen", "Line Screen", hasAngle: true) { p in 0.5 + 0.5 * wave(p.x) },
    // Lines in two directions: paper is where neither lays ink.
    screen("CIHatchedScreen", "Hatched Screen", hasAngle: true) { p in
      0.5 + 0.5 * Float.minimum(wave(p.x), wave(p.y))
    },
    screen("CICircularScreen", "Circular Screen", hasAngle: false) { p in
      0.5 + 0.5 * wave((p * p).sum().squareRoot())
    },
    cmyk,
  ]

  /// A wave of length 1.
  private static func wave(_ x: Double) -> Float { Float(cos(2 * .pi * x)) }

  private static func screen(
    _ name: String,
    _ title: String,
    hasAngle: Bool,
    _ shape: @escaping @Sendable (SIMD2<Double>) -> Float
  ) -> FilterRow {
    var inputs: [FilterInput] = [.center]
    if hasAngle { inputs.append(.angle(kCIInputAngleKey, 0)) }
    inputs += [
      .distance(kCIInputWidthKey, 6, identity: 6, min: 1, slider: 2...50),
      .scalar(kCIInputSharpnessKey, 0.7, identity: 0.7, min: 0, max: 1, slider: 0...1),
    ]
    return .of(name, title, .halftone, inputs) { image, values in
      let grid = ScreenGrid(values, angle: hasAngle ? values.number(kCIInputAngleKey) : 0)
      return image.placed { place, p in
        let paper = grid.paper(p.straight.luminance, screen: shape(grid.cell(place)))
        return Pixel(paper, paper, paper, 1) * p.w
      }
    }
  }

  /// Four dot screens, black at 45°, cyan at 15°, magenta at 75° and yellow at 0° to the angle, each in its own ink.
  ///
  /// Black is what all three inks have in common, times the grey replacement; the others are less by as much, times the
  /// removal of undercolour.
  private static let cmyk = FilterRow.of(
    "CICMYKHalftone",
    "CMYK Halftone",
    .halftone,
    [
      .center, .distance(kCIInputWidthKey, 6, identity: 6, min: 1, slider: 2...100),
      .angle(kCIInputAngleKey, 0),
      .scalar(kCIInputSharpnessKey, 0.7, identity: 0.7, min: 0, max: 1, slider: 0...1),
      .scalar("inputGCR", 1, identity: 1, min: 0, max: 1, slider: 0...1),
      .scalar("inputUCR", 0.5, identity: 0.5, min: 0, max: 1, slider: 0...1),
    ]
  ) { image, values in
    let angle = values.number(kCIInputAngleKey)
    let grids = [15.0, 75, 0, 45].map { ScreenGrid(values, angle: angle + $0 * .pi / 180) }
    let (replaced, removed) = (values.float("inputGCR"), values.float("inputUCR"))
    return image.placed { place, p in
      let ink = (Pixel(repeating: 1) - p.straight.limited(0, 1)).with(alpha: 0)
      let black = min(ink.x, ink.y, ink.z) * replaced
      let rest = (ink - black * removed).limited(0, 1).with(alpha: black)
      var paper = Pixel(repeating: 1)
      for i in 0..<4 {
        let c = grids[i].cell(place)
        let dot = 0.5 + 0.25 * (wave(c.x) + wave(c.y))
        paper[i] = grids[i].paper(1 - rest[i], screen: dot)
      }
      return (paper * paper.w).with(alpha: 1) * p.w
    }
  }
}

/// The cells of a screen, and the edge between ink and paper.
private struct ScreenGrid: Sendable {
  private let center: SIMD2<Double>
  private let u: SIMD2<Double>
  private let v: SIMD2<Double>
  private let softness: Float

  init(_ values: FilterValues, angle: Double) {
    let center = values.point(kCIInputCenterKey)
    let isPlace = abs(center.x) < 1e9 && abs(center.y) < 1e9
    self.center = isPlace ? center : .zero
    let width = min(values.number(kCIInputWidthKey), 1e9)
    u = SIMD2(cos(angle), sin(angle)) / width
    v = SIMD2(-sin(angle), cos(angle)) / width
    softness = max(1 - values.float(kCIInputSharpnessKey), 1e-3)
  }

  /// A place in cells of side 1.
  @inline(__always)
  func cell(_ place: SIMD2<Double>) -> SIMD2<Double> {
    let d = place - center
    return SIMD2((d * u).sum(), (d * v).sum())
  }

  /// The share of paper at a brightness and a value of the screen.
  @inline(__always)
  func paper(_ brightness: Float, screen: Float) -> Float {
    // White stays white and black stays black, however soft the edge.
    let level = (min(max(brightness, 0), 1) - 0.5) * (1 + softness) + 0.5
    return min(max((level + screen - 1) / softness + 0.5, 0), 1)
  }
}
