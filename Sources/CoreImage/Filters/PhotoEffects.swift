import Foundation

/// Effects of fixed looks.
///
/// Apple's tables are not published. Those here are inferred from the words of the reference, which each row repeats: a
/// saturation, and a curve for each component through the values at 0, ¼, ½, ¾ and 1, of colours encoded as sRGB has them.
enum PhotoEffectRows {
  static let all: [FilterRow] =
    looks.map { look in
      .of("CIPhotoEffect\(look.stem)", "Photo Effect \(look.stem)", .colorEffect) { image, _ in
        image.encoded { look.color($0) }
      }
    } + [thermal, xRay]

  private static let looks = [
    // Vintage film with exaggerated colour.
    PhotoLook("Chrome", saturation: 1.35, red: [0, 0.21, 0.51, 0.81, 1]),
    // Vintage film with diminished colour.
    PhotoLook("Fade", saturation: 0.6, red: [0.07, 0.29, 0.52, 0.74, 0.93]),
    // Vintage film with distorted colours.
    PhotoLook(
      "Instant",
      saturation: 0.8,
      red: [0.07, 0.3, 0.56, 0.79, 0.96],
      green: [0.05, 0.27, 0.53, 0.76, 0.93],
      blue: [0.12, 0.31, 0.49, 0.67, 0.83]
    ),
    // Black-and-white film with low contrast.
    PhotoLook("Mono", saturation: 0, red: [0.06, 0.28, 0.5, 0.72, 0.94]),
    // Black-and-white film with exaggerated contrast.
    PhotoLook("Noir", saturation: 0, red: [0, 0.12, 0.5, 0.88, 1]),
    // Vintage film with emphasized cool colours.
    PhotoLook(
      "Process",
      saturation: 0.9,
      red: [0, 0.2, 0.46, 0.74, 0.96],
      green: [0.02, 0.26, 0.53, 0.79, 1],
      blue: [0.1, 0.34, 0.58, 0.8, 1]
    ),
    // Black-and-white film without a change of contrast.
    PhotoLook("Tonal", saturation: 0, red: [0, 0.25, 0.5, 0.75, 1]),
    // Vintage film with emphasized warm colours.
    PhotoLook(
      "Transfer",
      saturation: 0.9,
      red: [0.06, 0.33, 0.6, 0.83, 1],
      green: [0.02, 0.25, 0.51, 0.76, 0.97],
      blue: [0.02, 0.2, 0.42, 0.64, 0.86]
    ),
  ]

  /// The picture of a thermal camera: the colours of a heated body by the brightness; inferred.
  private static let thermal = scale(
    "CIThermal",
    "Thermal",
    [
      Pixel(0.02, 0.01, 0.15, 1), Pixel(0.35, 0.05, 0.55, 1), Pixel(0.85, 0.15, 0.35, 1),
      Pixel(1, 0.6, 0.1, 1), Pixel(1, 1, 0.85, 1),
    ]
  )

  /// The picture of X-rays: bright where the image is dark, bluish between; inferred.
  private static let xRay = scale(
    "CIXRay",
    "X-Ray",
    [
      Pixel(0.97, 1, 1, 1), Pixel(0.66, 0.77, 0.8, 1), Pixel(0.34, 0.45, 0.5, 1), Pixel(0.1, 0.16, 0.2, 1),
      Pixel(0, 0.01, 0.02, 1),
    ]
  )

  /// A filter that shows brightness by colours at equal distances, mixed between them.
  private static func scale(_ name: String, _ title: String, _ colors: [Pixel]) -> FilterRow {
    .of(name, title, .colorEffect) { image, _ in
      image.encoded { c in
        let place = c.brightness * Float(colors.count - 1)
        let low = min(Int(place), colors.count - 2)
        return (colors[low] + (colors[low + 1] - colors[low]) * (place - Float(low))).with(alpha: c.w)
      }
    }
  }
}

/// A saturation and a curve for each component.
private struct PhotoLook: Sendable {
  /// The steps of a curve's table.
  private static let steps = 1024

  let stem: String
  private let saturation: Float
  private let curves: [[Float]]

  /// Creates a look; without curves of their own green and blue have that of red.
  init(_ stem: String, saturation: Float, red: [Double], green: [Double]? = nil, blue: [Double]? = nil) {
    (self.stem, self.saturation) = (stem, saturation)
    curves = [red, green ?? red, blue ?? red].map { values in
      let points = values.enumerated().map { SIMD2(Double($0.offset) / Double(values.count - 1), $0.element) }
      let spline = NaturalSpline(points)
      return (0...Self.steps).map { Float(spline.value(at: Double($0) / Double(Self.steps))) }
    }
  }

  /// The colour for an encoded straight one.
  func color(_ c: Pixel) -> Pixel {
    let gray = Pixel(repeating: c.luminance)
    let place = (gray + (c - gray) * saturation).limited(0, 1) * Float(Self.steps)
    func value(_ curve: Int, _ place: Float) -> Float {
      let low = min(Int(place), Self.steps - 1)
      let table = curves[curve]
      return table[low] + (table[low + 1] - table[low]) * (place - Float(low))
    }
    return Pixel(value(0, place.x), value(1, place.y), value(2, place.z), c.w)
  }
}
