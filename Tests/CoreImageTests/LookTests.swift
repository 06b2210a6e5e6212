import CoreGraphics
import CoreImage
import Foundation
import Testing

/// Closed forms of looks, curves, comparisons and filters of tones, without colour management.
@Suite struct LookTests {
  private let dot = Picture.dot(0.8, 0.4, 0.2)
  private let gray: Float = 0.2126 * 0.8 + 0.7152 * 0.4 + 0.0722 * 0.2

  private func pixel(_ name: String, _ values: [String: Any] = [:], _ image: CIImage? = nil) -> SIMD4<Float> {
    Picture((image ?? dot).applyingFilter(name, parameters: values))[0, 0]
  }

  private func isNear(_ a: SIMD4<Float>, _ r: Float, _ g: Float, _ b: Float, alpha: Float = 1) -> Bool {
    a.distance(to: SIMD4(r, g, b, alpha)) < 2e-4
  }

  // MARK: Looks

  @Test func grayLooksAreCurvesOfTheBrightness() {
    #expect(isNear(pixel("CIPhotoEffectTonal"), gray, gray, gray))
    for (name, low, high) in [
      ("CIPhotoEffectMono", Float(0.28), Float(0.72)), ("CIPhotoEffectNoir", 0.12, 0.88),
    ] {
      #expect(isNear(pixel(name, [:], Picture.dot(0.25, 0.25, 0.25)), low, low, low))
      #expect(isNear(pixel(name, [:], Picture.dot(0.75, 0.75, 0.75)), high, high, high))
      let mixed = pixel(name)
      #expect(mixed.x == mixed.y && mixed.y == mixed.z)
    }
  }

  @Test func looksOfColorDifferAsTheirWordsSay() {
    func spread(_ name: String) -> Float {
      let p = pixel(name)
      return max(p.x, p.y, p.z) - min(p.x, p.y, p.z)
    }
    #expect(spread("CIPhotoEffectChrome") > 0.6)
    #expect(spread("CIPhotoEffectFade") < 0.6)
    let middle = Picture.dot(0.5, 0.5, 0.5)
    let (cool, warm) = (
      pixel("CIPhotoEffectProcess", [:], middle), pixel("CIPhotoEffectTransfer", [:], middle)
    )
    #expect(isNear(cool, 0.46, 0.53, 0.58))
    #expect(isNear(warm, 0.6, 0.51, 0.42))
  }

  /// Looks have the same bytes whatever the working space is.
  @Test(arguments: ["CIPhotoEffectInstant", "CIThermal", "CIXRay", "CIHighlightShadowAdjust", "CIDither"])
  func looksAreOfEncodedColors(name: String) throws {
    let values: [String: Any] = name == "CIHighlightShadowAdjust" ? ["inputShadowAmount": 0.7] : [:]
    let image = Picture.ramp.applyingFilter(name, parameters: values)
    let (plain, linear) = (
      CIContext.plain.createCGImage(image, from: image.extent),
      CIContext().createCGImage(image, from: image.extent)
    )
    #expect(difference(plain, linear) <= 1)
  }

  @Test func scalesOfBrightnessHaveTheirEnds() {
    #expect(isNear(pixel("CIThermal", [:], Picture.dot(0, 0, 0)), 0.02, 0.01, 0.15))
    #expect(isNear(pixel("CIThermal", [:], Picture.dot(1, 1, 1)), 1, 1, 0.85))
    #expect(isNear(pixel("CIXRay", [:], Picture.dot(0.5, 0.5, 0.5, 0.5)), 0.17, 0.225, 0.25, alpha: 0.5))
  }

  // MARK: Tables

  private func data(_ values: [Float]) -> Data { values.withUnsafeBytes { Data($0) } }

  @Test func curvesAreLookedUpForEachComponent() {
    // Red is inverted, green halved, blue squared at the middle.
    let table = data([1, 0, 0, 0.5, 0.25, 0.25, 0, 0.5, 1])
    #expect(isNear(pixel("CIColorCurves", ["inputCurvesData": table]), 0.2, 0.2, 0.1))
    let wide = ["inputCurvesData": table, "inputCurvesDomain": CIVector(x: 0, y: 2)] as [String: Any]
    #expect(isNear(pixel("CIColorCurves", wide), 0.6, 0.1, 0.05))
    #expect(isNear(pixel("CIColorCurves"), 0.8, 0.4, 0.2))
    #expect(
      CIFilter(name: "CIColorCurves", parameters: ["inputImage": dot, "inputCurvesData": Data(count: 13)])?
        .outputImage == nil
    )
    let space = CGColorSpace(name: CGColorSpace.sRGB)
    #expect(
      isNear(
        pixel("CIColorCurves", ["inputCurvesData": table, "inputColorSpace": space as Any]),
        0.2,
        0.2,
        0.1
      )
    )
  }

  @Test func cubesAreMixedByTheMask() {
    var swapped: [Float] = []
    for i in 0..<8 { swapped += [Float(i >> 2), Float(i >> 1 & 1), Float(i & 1), 1] }
    let values: [String: Any] = [
      "inputCube1Data": data(swapped),
      "inputMaskImage": CIImage(color: CIColor(red: 0.25, green: 0.25, blue: 0.25)),
    ]
    #expect(isNear(pixel("CIColorCubesMixedWithMask", values), 0.65, 0.4, 0.35))
    #expect(isNear(pixel("CIColorCubesMixedWithMask", ["inputCube1Data": data(swapped)]), 0.8, 0.4, 0.2))
  }

  // MARK: Comparisons

  @Test func differencesAreAbsolute() {
    let other = Picture.dot(0.1, 0.9, 0.2)
    #expect(isNear(pixel("CIColorAbsoluteDifference", ["inputImage2": other]), 0.7, 0.5, 0))
    #expect(isNear(pixel("CILabDeltaE", ["inputImage2": dot]), 0, 0, 0))
    #expect(CIFilter(name: "CILabDeltaE", parameters: ["inputImage": dot])?.outputImage == nil)
  }

  // MARK: Tones

  @Test func shadowsAndHighlightsFollowTheirFormula() {
    let level: Float = 0.25
    let image = Picture.dot(0.25, 0.25, 0.25)
    #expect(isNear(pixel("CIHighlightShadowAdjust"), 0.8, 0.4, 0.2))
    let bright = level * (1 + 0.5 * 0.75 * 0.75 * 0.75)
    #expect(
      isNear(pixel("CIHighlightShadowAdjust", ["inputShadowAmount": 0.5], image), bright, bright, bright)
    )
    let dull = 0.75 * (1 - 0.4 * Float(0.75 * 0.75 * 0.75) / 2)
    let light = Picture.dot(0.75, 0.75, 0.75)
    #expect(isNear(pixel("CIHighlightShadowAdjust", ["inputHighlightAmount": 0.6], light), dull, dull, dull))
  }

  @Test func ditheringKeepsTheMeanAndHasItsSize() {
    let flat = CIImage(color: CIColor(red: 0.5, green: 0.5, blue: 0.5)).cropped(
      to: CGRect(x: 0, y: 0, width: 16, height: 16)
    )
    let picture = Picture(flat.applyingFilter("CIDither", parameters: ["inputIntensity": 0.4]))
    let reds = picture.pixels.map(\.x)
    #expect(abs(reds.reduce(0, +) / 256 - 0.5) < 1e-5)
    #expect(Set(reds).count == 64)
    #expect(abs((reds.max() ?? 0) - (reds.min() ?? 0) - 0.4 * 63 / 64) < 1e-5)
    #expect(picture[3, 5] == picture[11, 13])
    #expect(
      difference(Picture(flat.applyingFilter("CIDither", parameters: ["inputIntensity": 0])), Picture(flat))
        < 1e-6
    )
  }

  /// Paper in half shadow becomes white, and ink stays dark.
  @Test func documentsBecomeWhite() {
    let page = Picture.image(80, 60) { x, y in
      let shade = 140 + x
      let isInk = x % 20 == 10 && y > 10 && y < 50
      return isInk ? SIMD4(20, 20, 30, 255) : SIMD4(UInt8(shade), UInt8(shade), UInt8(shade), 255)
    }
    let clean = Picture(page.applyingFilter("CIDocumentEnhancer"))
    #expect(clean[5, 30].x > 0.95 && clean[75, 30].x > 0.95)
    #expect(clean[30, 30].x < 0.1)
    let same = Picture(page.applyingFilter("CIDocumentEnhancer", parameters: ["inputAmount": 0]))
    #expect(difference(same, Picture(page)) < 1e-6)
  }

  @Test func spotsReplaceTheirRanges() {
    let values: [String: Any] = [
      "inputCenterColor1": CIColor(red: 0.8, green: 0.4, blue: 0.2),
      "inputReplacementColor1": CIColor(red: 0, green: 0, blue: 1),
      "inputCloseness2": 0, "inputCloseness3": 0,
    ]
    #expect(isNear(pixel("CISpotColor", values), 0, 0, 1))
    #expect(isNear(pixel("CISpotColor", values, Picture.dot(0.8, 0.5, 0.2)), 0, 0, 1))
    #expect(isNear(pixel("CISpotColor", values, Picture.dot(0.2, 0.9, 0.2)), 0.2, 0.9, 0.2))
  }
}
