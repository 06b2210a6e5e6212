import CoreGraphics
import CoreImage
import Foundation
import Testing

/// Closed forms of screens, edges, cells, mosaics and zooms.
@Suite struct ScreenAndCellTests {
  private func gray(_ level: Double, _ width: Double = 60, _ height: Double = 60) -> CIImage {
    CIImage(color: CIColor(red: level, green: level, blue: level))
      .cropped(to: CGRect(x: 0, y: 0, width: width, height: height))
  }

  // MARK: Screens

  private static let screens = ["CIDotScreen", "CILineScreen", "CIHatchedScreen", "CICircularScreen"]

  @Test(arguments: screens + ["CICMYKHalftone"])
  func screensKeepWhiteAndBlack(name: String) {
    let white = Picture(gray(1).applyingFilter(name))
    #expect(white.pixels.allSatisfy { $0 == SIMD4(1, 1, 1, 1) })
    let black = Picture(gray(0).applyingFilter(name))
    #expect(black.pixels.allSatisfy { $0.distance(to: SIMD4(0, 0, 0, 1)) < 1e-6 })
  }

  /// Waves are as long above their middle as below it, so that half grey is half ink.
  @Test(arguments: ["CIDotScreen", "CILineScreen"], [0.3, 0.7, 1])
  func halfGreyIsHalfInk(name: String, sharpness: Double) {
    let values: [String: Any] = [
      "inputWidth": 6, "inputSharpness": sharpness, "inputCenter": CIVector(x: 0, y: 0),
    ]
    let picture = Picture(gray(0.5).applyingFilter(name, parameters: values))
    let mean = picture.pixels.reduce(Float(0)) { $0 + $1.x } / Float(picture.pixels.count)
    #expect(abs(mean - 0.5) < 0.02)
    #expect(picture.pixels.contains { $0.x < 0.1 })
    #expect(picture.pixels.contains { $0.x > 0.9 })
  }

  @Test(arguments: screens) func darkerImagesHaveMoreInk(name: String) {
    var last: Float = -1
    for level in [0.1, 0.3, 0.5, 0.7, 0.9] {
      let picture = Picture(gray(level).applyingFilter(name))
      let paper = picture.pixels.reduce(Float(0)) { $0 + $1.x }
      #expect(paper > last)
      last = paper
    }
  }

  @Test func screensRepeatAfterTheirWidth() {
    let values: [String: Any] = ["inputWidth": 7, "inputCenter": CIVector(x: 3, y: 2)]
    let picture = Picture(gray(0.6).applyingFilter("CIDotScreen", parameters: values))
    for (x, y) in [(5, 9), (20, 13), (33, 40)] {
      #expect(picture[x, y].distance(to: picture[x + 7, y + 14]) < 1e-4)
    }
  }

  // MARK: Edges

  /// A step of one has a Sobel sum of four on either side, an eighth of which is a half.
  @Test func edgesAreGradients() {
    let step = Picture.image(20, 12) { x, _ in x < 10 ? SIMD4(0, 0, 0, 255) : SIMD4(255, 255, 255, 255) }
    let picture = Picture(step.applyingFilter("CIEdges"))
    for (x, expected) in [(0, 0.0), (7, 0), (8, 0), (9, 0.5), (10, 0.5), (11, 0), (19, 0)] as [(Int, Float)] {
      #expect(abs(picture[x, 6].x - expected) < 1e-6)
      #expect(picture[x, 0].w == 1)
    }
    #expect(Picture(step.applyingFilter("CIEdges", parameters: ["inputIntensity": 0]))[9, 6].x == 0)
  }

  @Test func edgeWorkIsBlackAndWhite() {
    let step = Picture.image(40, 12) { x, _ in x < 20 ? SIMD4(60, 60, 60, 255) : SIMD4(200, 200, 200, 255) }
    let picture = Picture(step.clampedToExtent().applyingFilter("CIEdgeWork"), step.extent)
    #expect(picture[19, 6] == SIMD4(0, 0, 0, 1))
    #expect(picture[20, 6] == SIMD4(1, 1, 1, 1))
    #expect(abs(picture[2, 6].x - 0.5) < 0.01)
  }

  @Test func linesLieOnNothing() {
    let step = Picture.image(20, 12) { x, _ in x < 10 ? SIMD4(0, 0, 0, 255) : SIMD4(255, 255, 255, 255) }
    let picture = Picture(step.applyingFilter("CILineOverlay", parameters: ["inputNRNoiseLevel": 0]))
    #expect(picture[2, 6] == .zero)
    #expect(picture[10, 6].w > 0.3)
    #expect(picture[10, 6].x == 0)
  }

  @Test func sharpeningBrightnessKeepsDifferencesOfColours() {
    let sharp = Picture(
      Picture.pattern.clampedToExtent().applyingFilter("CISharpenLuminance"),
      Picture.pattern.extent
    )
    let original = Picture(Picture.pattern)
    for (p, q) in zip(sharp.pixels, original.pixels) {
      let (a, b) = (p - q, SIMD4<Float>(repeating: p.x - q.x))
      #expect(abs(a.y - b.y) < 1e-5 && abs(a.z - b.z) < 1e-5)
    }
    #expect(difference(sharp, original) > 0.02)
  }

  // MARK: Cells

  @Test(arguments: ["CICrystallize", "CIHexagonalPixellate"])
  func cellsHaveColoursOfTheImage(name: String) {
    let values: [String: Any] = ["inputRadius": 5, "inputScale": 5, "inputCenter": CIVector(x: 12, y: 10)]
    let result = Picture(Picture.pattern.applyingFilter(name, parameters: values))
    let colours = Set(Picture(Picture.pattern).pixels + [.zero])
    #expect(result.pixels.allSatisfy { colours.contains($0) })
    // Far fewer than the image has.
    #expect(Set(result.pixels).count < 60)
  }

  @Test func hexagonsAreNearestToTheirMiddles() {
    let values: [String: Any] = ["inputScale": 8, "inputCenter": CIVector(x: 12.5, y: 10.5)]
    let result = Picture(Picture.pattern.applyingFilter("CIHexagonalPixellate", parameters: values))
    let original = Picture(Picture.pattern)
    #expect(result[12, 10] == original[12, 10])
    #expect(result[15, 11] == original[12, 10])
    #expect(result[20, 10] == original[20, 10])
    // The row above is half a cell aside, and √3 / 2 cells higher.
    #expect(result[16, 17] == original[16, 17])
  }

  @Test func pointsAreDiscs() {
    let values: [String: Any] = ["inputRadius": 12, "inputCenter": CIVector(x: 0, y: 0)]
    let picture = Picture(gray(1).applyingFilter("CIPointillize", parameters: values))
    let covered = picture.pixels.reduce(Float(0)) { $0 + $1.w } / Float(picture.pixels.count)
    // Discs of a quarter of π of the squares, less what they have in common.
    #expect(covered > 0.4)
    #expect(covered < 0.786)
  }

  /// The slow and obvious mean of each square.
  @Test(arguments: [1, 3, 4.5, 7, 30] as [Double], [SIMD2(0.0, 0), SIMD2(5.25, -3.5)])
  func mosaicsAreMeans(scale: Double, center: SIMD2<Double>) {
    let source = Picture(Picture.veiled)
    let values: [String: Any] = ["inputScale": scale, "inputCenter": CIVector(x: center.x, y: center.y)]
    let result = Picture(Picture.veiled.applyingFilter("CIPixellate", parameters: values), source.rect)
    func cell(_ x: Int, _ y: Int) -> SIMD2<Double> {
      ((SIMD2(Double(x), Double(y)) + 0.5 - center) / scale).rounded(.down)
    }
    for y in 0..<20 {
      for x in 0..<24 {
        var (sum, count) = (SIMD4<Float>.zero, Float(0))
        for j in 0..<20 {
          for i in 0..<24 where cell(i, j) == cell(x, y) { (sum, count) = (sum + source[i, j], count + 1) }
        }
        #expect(result[x, y].distance(to: scale > 1 ? sum / count : source[x, y]) < 1e-5, "\(x), \(y)")
      }
    }
  }

  // MARK: Zoom

  @Test func zoomsLeaveTheCentreAndFlatPictures() {
    let values: [String: Any] = ["inputCenter": CIVector(x: 12.5, y: 10.5), "inputAmount": 40]
    let zoomed = Picture(
      Picture.pattern.clampedToExtent().applyingFilter("CIZoomBlur", parameters: values),
      Picture.pattern.extent
    )
    #expect(zoomed[12, 10].distance(to: Picture(Picture.pattern)[12, 10]) < 1e-5)
    let flat = CIImage.red.applyingFilter("CIZoomBlur", parameters: values)
    #expect(
      Picture(flat, CGRect(x: 3, y: 4, width: 2, height: 2))[3, 4].distance(to: SIMD4(1, 0, 0, 1)) < 1e-5
    )
  }

  /// Along a ray the samples are evenly spread from the pixel over the share of the way.
  @Test func zoomsAreMeansAlongRays() {
    let ramp = Picture.image(64, 1) { x, _ in SIMD4(UInt8(x * 4), 0, 0, 255) }.clampedToExtent()
    let values: [String: Any] = ["inputCenter": CIVector(x: 0.5, y: 0.5), "inputAmount": 50]
    let picture = Picture(
      ramp.applyingFilter("CIZoomBlur", parameters: values),
      CGRect(x: 0, y: 0, width: 64, height: 1)
    )
    // From 40 to 20 the mean of a ramp is its middle, 30.
    #expect(abs(picture[40, 0].x - 30 * 4 / 255) < 1e-4)
    // From 20 to 30, away from the centre.
    let outwards = Picture(
      ramp.applyingFilter(
        "CIZoomBlur",
        parameters: ["inputCenter": CIVector(x: 0.5, y: 0.5), "inputAmount": -50]
      ),
      CGRect(x: 0, y: 0, width: 64, height: 1)
    )
    #expect(abs(outwards[20, 0].x - 25 * 4 / 255) < 1e-4)
  }
}
