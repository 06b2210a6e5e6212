import CoreGraphics
import CoreImage
import Foundation
import Testing

/// Closed forms of selective blurs, lights, palettes, and pictures of histograms.
@Suite struct ReliefAndPaletteTests {
  private let pattern = Picture.pattern
  private let area = CGRect(x: 0, y: 0, width: 24, height: 20)

  private func gray(_ level: Double) -> CIImage {
    CIImage(color: CIColor(red: level, green: level, blue: level))
  }

  // MARK: Blurs

  @Test(arguments: [(0.0, 0.0), (0.25, 1), (0.5, 2), (1, 4)])
  func masksGiveTheRadius(level: Double, sigma: Double) {
    let values: [String: Any] = ["inputMask": gray(level), "inputRadius": 4]
    let result = Picture(pattern.applyingFilter("CIMaskedVariableBlur", parameters: values), area)
    #expect(difference(result, Picture(pattern.applyingGaussianBlur(sigma: sigma), area)) < 1e-5)
  }

  @Test func noiseIsBlurredAndEdgesAreSharpened() {
    let (image, soft) = (Picture(pattern), Picture(pattern.applyingGaussianBlur(sigma: 1.5), area))
    let luma = SIMD4<Float>(0.2126, 0.7152, 0.0722, 0)
    let values = ["inputNoiseLevel": 0.05, "inputSharpness": 0.5]
    let result = Picture(pattern.applyingFilter("CINoiseReduction", parameters: values), area)
    var (noise, edges) = (0, 0)
    for y in 0..<20 {
      for x in 0..<24 {
        let change = ((image[x, y] - soft[x, y]) * luma).sum()
        if abs(change) < 0.05 {
          noise += 1
          #expect(abs(result[x, y].x - soft[x, y].x) < 1e-4)
        } else if abs(change) > 0.1 {
          edges += 1
          #expect(abs(result[x, y].x - (image[x, y].x + change / 2)) < 1e-4)
        }
      }
    }
    #expect(noise > 20 && edges > 20)
  }

  @Test func aRingIsBrighterThanItsDisc() {
    let dot = Picture.dot(1, 1, 1)
    let values: [String: Any] = [
      "inputRadius": 20, "inputRingAmount": 1, "inputRingSize": 0.2, "inputSoftness": 0,
    ]
    let picture = Picture(dot.applyingFilter("CIBokehBlur", parameters: values))
    #expect(abs(picture[18, 0].x / picture[2, 0].x - 2) < 1e-3)
    #expect(abs(picture.pixels.reduce(0) { $0 + $1.x } - 1) < 1e-3)
    let plain = Picture(
      dot.applyingFilter("CIBokehBlur", parameters: ["inputRadius": 5, "inputSoftness": 0])
    )
    #expect(
      difference(plain, Picture(dot.applyingFilter("CIDiscBlur", parameters: ["inputRadius": 5]))) < 1e-6
    )
  }

  // MARK: Lights

  @Test func heightsRiseFromTheEdge() {
    let mask = gray(1).cropped(to: CGRect(x: 0, y: 0, width: 80, height: 80))
    let field = Picture(
      mask.applyingFilter("CIHeightFieldFromMask", parameters: ["inputRadius": 10]),
      mask.extent
    )
    #expect(field[0, 40].x < 0.45)
    #expect(field[40, 40].x > 0.999)
    for x in 0..<39 { #expect(field[x, 40].x <= field[x + 1, 40].x + 1e-6) }
  }

  /// A slope of a gray level in each pixel shows the shading in one direction.
  @Test func slopesLookTheShadingUp() {
    let ball = Picture.image(101, 101) { x, y in SIMD4(UInt8(x * 2), UInt8(y * 2), 0, 255) }
    let slope = Picture.image(40, 20) { x, _ in SIMD4(UInt8(x * 4), UInt8(x * 4), UInt8(x * 4), 255) }
    let values: [String: Any] = ["inputShadingImage": ball, "inputScale": 255.0 / 4]
    let shaded = Picture(slope.applyingFilter("CIShadedMaterial", parameters: values))
    // A rise of one in each pixel: the normal leans to the left by 45°.
    let expected = (50 - 50 * Float(0.5).squareRoot()) * 2 / 255
    #expect(abs(shaded[20, 10].x - expected) < 0.01)
    #expect(abs(shaded[20, 10].y - 100.0 / 255) < 0.01)
    let flat = Picture(gray(0.5).cropped(to: area).applyingFilter("CIShadedMaterial", parameters: values))
    #expect(abs(flat[12, 10].x - 100.0 / 255) < 0.01)
  }

  @Test func spotLightFallsFromItsMiddle() {
    let white = gray(1).cropped(to: CGRect(x: 0, y: 0, width: 100, height: 60))
    let values: [String: Any] = [
      "inputLightPosition": CIVector(x: 50.5, y: 30.5, z: 40),
      "inputLightPointsAt": CIVector(x: 50.5, y: 30.5, z: 0),
      "inputBrightness": 0.8, "inputConcentration": 0.5, "inputColor": CIColor(red: 1, green: 0.5, blue: 0),
    ]
    let lit = Picture(white.applyingFilter("CISpotLight", parameters: values))
    #expect(lit[50, 30].distance(to: SIMD4(0.8, 0.4, 0, 1)) < 1e-4)
    let tangent = Float(20) / 40 / 0.5
    let expected = 0.8 * 40 / Float(40 * 40 + 20 * 20).squareRoot() * exp(-tangent * tangent)
    #expect(abs(lit[70, 30].x - expected) < 1e-4)
    #expect(lit[30, 30].distance(to: lit[70, 30]) < 1e-5)
  }

  @Test func comicsHaveLinesAndDots() {
    let step = Picture.image(60, 40) { x, _ in x < 30 ? SIMD4(200, 60, 60, 255) : SIMD4(90, 190, 250, 255) }
    let comic = Picture(step.applyingFilter("CIComicEffect"))
    let line = (5..<35).map { y in
      (28...31).map { comic[$0, y].x + comic[$0, y].y + comic[$0, y].z }.min() ?? 3
    }
    #expect(line.allSatisfy { $0 < 0.5 })
    #expect(Set((5..<20).map { comic[$0, 20].y }).count > 2)
  }

  // MARK: Convolutions and reductions

  @Test(arguments: ["3X3", "5X5", "7X7", "9Horizontal", "9Vertical"])
  func convolutionsOfColorsKeepAlpha(size: String) throws {
    let count =
      try #require(CIFilter(name: "CIConvolution\(size)")).value(forKey: "inputWeights") as? CIVector
    let weights = (0..<(count?.count ?? 0)).map { CGFloat(($0 * 7 + 3) % 5) / 9 }
    let values: [String: Any] = [
      "inputWeights": CIVector(values: weights, count: weights.count), "inputBias": 0.125,
    ]
    let (all, colors) = (
      Picture(Picture.veiled.applyingFilter("CIConvolution\(size)", parameters: values), area),
      Picture.veiled.applyingFilter("CIConvolutionRGB\(size)", parameters: values)
    )
    #expect(colors.extent == area)
    let (picture, original) = (Picture(colors), Picture(Picture.veiled))
    for i in picture.pixels.indices {
      var expected = all.pixels[i]
      expected.w = original.pixels[i].w
      #expect(picture.pixels[i].distance(to: expected) < 1e-5)
    }
  }

  @Test func rowsAndRedsAreMeasured() {
    let picture = Picture(Picture.veiled)
    let values = ["inputExtent": CIVector(x: 3, y: 4, z: 5, w: 6)]
    let rows = Picture(Picture.veiled.applyingFilter("CIRowAverage", parameters: values))
    #expect(rows.rect == CGRect(x: 0, y: 0, width: 1, height: 6))
    let second = (3..<8).reduce(SIMD4<Float>.zero) { $0 + picture[$1, 5] } / 5
    #expect(rows[0, 1].distance(to: second) < 1e-6)
    let reds = (4..<10).flatMap { y in (3..<8).map { picture[$0, y].x } }
    let range = Picture(Picture.veiled.applyingFilter("CIAreaMinMaxRed", parameters: values))[0, 0]
    #expect(range == SIMD4(reds.min() ?? -1, reds.max() ?? -1, 0, 1))
  }

  @Test func histogramsAreDrawnAsColumns() {
    let counts = Picture.image(4, 1) { x, _ in SIMD4(UInt8(x * 50 + 50), UInt8(200), 0, 255) }
    let values: [String: Any] = ["inputHeight": 20, "inputHighLimit": 0.75, "inputLowLimit": 0.25]
    let picture = Picture(counts.applyingFilter("CIHistogramDisplayFilter", parameters: values))
    #expect(picture.rect == CGRect(x: 0, y: 0, width: 4, height: 20))
    // The second column is half as high in red as the greatest value, and whole in green.
    #expect(picture[1, 9].x == 1 && picture[1, 10].x == 0)
    #expect(picture[1, 19].y == 1)
    #expect(picture[0, 4].x == 0.5 && picture[0, 5].x == 0)
    #expect(picture[3, 3].z == 0.5 && picture[3, 3].x == 1)
  }

  // MARK: Palettes

  private let palette: [SIMD4<Float>] = [
    SIMD4(0.8, 0.2, 0.2, 1), SIMD4(0.2, 0.6, 0.4, 1), SIMD4(0.4, 0.4, 1, 1),
  ]

  private var paletteImage: CIImage {
    Picture.floats(3, 1) { x, _ in palette[x] }
  }

  private func nearest(_ p: SIMD4<Float>) -> Int {
    let distances = palette.map { (p - $0) * (p - $0) }.map { $0.x + $0.y + $0.z }
    return distances.indices.min { distances[$0] < distances[$1] } ?? 0
  }

  @Test func pixelsTakeTheNearestColor() {
    let values = ["inputPaletteImage": paletteImage]
    let (result, original) = (
      Picture(pattern.applyingFilter("CIPalettize", parameters: values)), Picture(pattern)
    )
    for (p, q) in zip(result.pixels, original.pixels) {
      #expect(p.distance(to: palette[nearest(q)]) < 1e-5)
    }
    let lab = Picture(
      pattern.applyingFilter(
        "CIPalettize",
        parameters: ["inputPaletteImage": paletteImage, "inputPerceptual": true]
      )
    )
    #expect(lab.pixels.allSatisfy { p in palette.contains { $0.distance(to: p) < 1e-5 } })
    #expect(difference(lab, result) > 0.1)
  }

  @Test func centroidsAreTheMiddlesOfTheNearestPixels() {
    let picture = Picture(pattern)
    let result = Picture(
      pattern.applyingFilter("CIPaletteCentroid", parameters: ["inputPaletteImage": paletteImage])
    )
    for color in 0..<3 {
      let places = (0..<20).flatMap { y in (0..<24).map { ($0, y) } }.filter {
        nearest(picture[$0.0, $0.1]) == color
      }
      let x = places.reduce(0) { $0 + Float($1.0) + 0.5 } / Float(places.count)
      let y = places.reduce(0) { $0 + Float($1.1) + 0.5 } / Float(places.count)
      #expect(result[color, 0].distance(to: SIMD4(x, y, 0, 1)) < 1e-3)
    }
  }
}
