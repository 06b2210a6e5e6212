import CoreGraphics
import CoreImage
import Foundation
import Testing

/// Closed forms of the filters that change pixels by themselves, without colour management.
@Suite struct ColorFilterTests {
  private let luma = SIMD4<Float>(0.2126, 0.7152, 0.0722, 0)
  private let dot = Picture.dot(0.8, 0.4, 0.2)

  private func pixel(_ name: String, _ values: [String: Any] = [:], _ image: CIImage? = nil) -> SIMD4<Float> {
    Picture((image ?? dot).applyingFilter(name, parameters: values))[0, 0]
  }

  private func near(_ a: SIMD4<Float>, _ r: Float, _ g: Float, _ b: Float, alpha: Float = 1) -> Bool {
    a.distance(to: SIMD4(r, g, b, alpha)) < 2e-5
  }

  @Test func colorControlsMixAddAndScale() {
    let gray: Float = 0.2126 * 0.8 + 0.7152 * 0.4 + 0.0722 * 0.2
    #expect(near(pixel("CIColorControls", ["inputSaturation": 0]), gray, gray, gray))
    #expect(near(pixel("CIColorControls", ["inputBrightness": 0.1]), 0.9, 0.5, 0.3))
    #expect(near(pixel("CIColorControls", ["inputContrast": 2]), 1.1, 0.3, -0.1))
  }

  @Test func theMatrixWorksOnStraightColors() {
    let values: [String: Any] = [
      "inputRVector": CIVector(x: 0, y: 1, z: 0, w: 0), "inputGVector": CIVector(x: 0, y: 0, z: 1, w: 0),
      "inputBVector": CIVector(x: 0.5, y: 0, z: 0, w: 0),
      "inputBiasVector": CIVector(x: 0, y: 0, z: 0.1, w: 0),
    ]
    #expect(near(pixel("CIColorMatrix", values), 0.4, 0.2, 0.5))
    let half = Picture.dot(0.8, 0.4, 0.2, 0.5)
    #expect(near(pixel("CIColorMatrix", values, half), 0.2, 0.1, 0.25, alpha: 0.5))
  }

  @Test func polynomialsAreEvaluated() {
    let k = CIVector(x: 0.1, y: 0.5, z: 0.2, w: 0.3)
    func f(_ v: Float) -> Float { 0.1 + 0.5 * v + 0.2 * v * v + 0.3 * v * v * v }
    let values = ["inputRedCoefficients": k, "inputGreenCoefficients": k]
    #expect(near(pixel("CIColorPolynomial", values), f(0.8), f(0.4), 0.2))
    var numbers: [CGFloat] = (1...10).map { CGFloat($0) / 10 }
    let cross = CIVector(values: &numbers, count: 10)
    // 0.1 r + 0.2 g + 0.3 b + 0.4 r² + 0.5 g² + 0.6 b² + 0.7 rg + 0.8 gb + 0.9 br + 1
    let red: Float = 0.08 + 0.08 + 0.06 + 0.256 + 0.08 + 0.024 + 0.224 + 0.064 + 0.144 + 1
    #expect(near(pixel("CIColorCrossPolynomial", ["inputRedCoefficients": cross]), red, 0.4, 0.2))
  }

  @Test func componentsAreLimited() {
    let values = [
      "inputMinComponents": CIVector(x: 0, y: 0.5, z: 0, w: 0),
      "inputMaxComponents": CIVector(x: 0.6, y: 1, z: 1, w: 1),
    ]
    #expect(near(pixel("CIColorClamp", values), 0.6, 0.5, 0.2))
  }

  @Test func exposureAndGammaFollowTheirFormulas() {
    #expect(near(pixel("CIExposureAdjust", ["inputEV": -1]), 0.4, 0.2, 0.1))
    #expect(near(pixel("CIGammaAdjust", ["inputPower": 2]), 0.64, 0.16, 0.04))
  }

  @Test func aTurnOfHueKeepsLuminanceAndGray() {
    let turned = pixel("CIHueAdjust", ["inputAngle": 1.3])
    let luma = SIMD4<Float>(0.213, 0.715, 0.072, 0)
    #expect(abs((turned * luma).sum() - (SIMD4(0.8, 0.4, 0.2, 1) * luma).sum()) < 1e-4)
    let gray = pixel("CIHueAdjust", ["inputAngle": 1.3], Picture.dot(0.5, 0.5, 0.5))
    #expect(gray.distance(to: SIMD4(0.5, 0.5, 0.5, 1)) < 1e-5)
    #expect(pixel("CIHueAdjust", ["inputAngle": 2 * Double.pi]).distance(to: SIMD4(0.8, 0.4, 0.2, 1)) < 1e-4)
  }

  @Test func vibranceChangesWeakColorsMost() {
    func gain(_ r: Double, _ g: Double) -> Float {
      let p = pixel("CIVibrance", ["inputAmount": 0.5], Picture.dot(r, g, g))
      return (p.x - p.y) / Float(r - g)
    }
    #expect(abs(gain(0.6, 0.5) - 1.45) < 1e-3)
    #expect(abs(gain(1, 0) - 1) < 1e-3)
  }

  @Test func theWhitePointIsAFactor() {
    let color = CIColor(red: 1, green: 0.5, blue: 0.25)
    #expect(near(pixel("CIWhitePointAdjust", ["inputColor": color]), 0.8, 0.2, 0.05))
  }

  @Test func inversionIsOfStraightColors() {
    #expect(near(pixel("CIColorInvert"), 0.2, 0.6, 0.8))
    #expect(near(pixel("CIColorInvert", [:], Picture.dot(0.8, 0.4, 0.2, 0.5)), 0.1, 0.3, 0.4, alpha: 0.5))
  }

  @Test func colorsAreReducedToNumbers() {
    let gray: Float = 0.2126 * 0.8 + 0.7152 * 0.4 + 0.0722 * 0.2
    #expect(near(pixel("CIMaximumComponent"), 0.8, 0.8, 0.8))
    #expect(near(pixel("CIMinimumComponent"), 0.2, 0.2, 0.2))
    #expect(near(pixel("CIMaskToAlpha"), gray, gray, gray, alpha: gray))
    #expect(near(pixel("CIColorThreshold", ["inputThreshold": 0.4]), 1, 1, 0))
  }

  @Test func posterizedColorsHaveThatManyValues() {
    let ramp = Picture.image(256, 1) { x, _ in SIMD4(UInt8(x), 0, 0, 255) }
    let picture = Picture(ramp.applyingFilter("CIColorPosterize", parameters: ["inputLevels": 5]))
    let values = Set(picture.pixels.map { ($0.x * 4).rounded() / 4 })
    #expect(values == [0, 0.25, 0.5, 0.75, 1])
  }

  @Test func tintsMixByIntensity() {
    let gray: Float = 0.2126 * 0.8 + 0.7152 * 0.4 + 0.0722 * 0.2
    let blue = CIColor(red: 0, green: 0.5, blue: 1)
    #expect(near(pixel("CIColorMonochrome", ["inputColor": blue]), 0, gray / 2, gray))
    let half = pixel("CIColorMonochrome", ["inputColor": blue, "inputIntensity": 0.5])
    #expect(near(half, 0.4, gray / 4 + 0.2, gray / 2 + 0.1))
    #expect(near(pixel("CISepiaTone", ["inputIntensity": 0]), 0.8, 0.4, 0.2))
    #expect(near(pixel("CISepiaTone", [:], Picture.dot(1, 1, 1)), 1.351, 1.203, 0.937))
    let values = ["inputColor0": CIColor.black, "inputColor1": blue]
    #expect(near(pixel("CIFalseColor", values), 0, gray / 2, gray))
  }

  @Test func theCurvesOfSRGBAreInverse() {
    #expect(
      near(pixel("CISRGBToneCurveToLinear", [:], Picture.dot(0.5, 0.02, 1)), 0.2140411, 0.02 / 12.92, 1)
    )
    let there = dot.applyingFilter("CISRGBToneCurveToLinear")
    #expect(near(pixel("CILinearToSRGBToneCurve", [:], there), 0.8, 0.4, 0.2))
  }

  @Test func aToneCurveGoesThroughItsPoints() {
    let identity = pixel("CIToneCurve")
    #expect(identity.distance(to: SIMD4(0.8, 0.4, 0.2, 1)) < 1e-3)
    // The square of the curve's value at the square root of 0.25, which is a point.
    let values = ["inputPoint2": CIVector(x: 0.5, y: 0.7)]
    let bent = pixel("CIToneCurve", values, Picture.dot(0.25, 0, 1))
    #expect(bent.distance(to: SIMD4(0.49, 0, 1, 1)) < 2e-3)
  }

  @Test func aColorCubeInterpolates() {
    #expect(near(pixel("CIColorCube"), 0.8, 0.4, 0.2))
    // Red and blue exchanged.
    var data = Data()
    for i in 0..<8 {
      let color = SIMD4<Float>(Float(i >> 2), Float(i >> 1 & 1), Float(i & 1), 1)
      withUnsafeBytes(of: color) { data.append(contentsOf: $0) }
    }
    #expect(near(pixel("CIColorCube", ["inputCubeData": data]), 0.2, 0.4, 0.8))
    #expect(
      near(
        pixel("CIColorCube", ["inputCubeData": data], Picture.dot(0.8, 0.4, 0.2, 0.5)),
        0.1,
        0.2,
        0.4,
        alpha: 0.5
      )
    )
    let filter = CIFilter(
      name: "CIColorCube",
      parameters: ["inputImage": dot, "inputCubeData": Data(count: 5)]
    )
    #expect(filter?.outputImage == nil)
  }

  @Test func aColorCubeOfAnotherSpaceLooksUpItsComponents() throws {
    let space = try #require(CGColorSpace(name: CGColorSpace.sRGB))
    let filter = try #require(CIFilter(name: "CIColorCubeWithColorSpace"))
    filter.setValue(dot, forKey: "inputImage")
    filter.setValue(space, forKey: "inputColorSpace")
    let image = try #require(filter.outputImage)
    #expect(Picture(image)[0, 0].distance(to: SIMD4(0.8, 0.4, 0.2, 1)) < 1e-5)
    let light = Picture(image, in: CIContext())[0, 0]
    #expect(light.distance(to: Picture(dot, in: CIContext())[0, 0]) < 1e-5)
  }

  @Test func aColorMapLooksLuminanceUp() {
    let row = Picture.image(256, 1) { x, _ in SIMD4(UInt8(255 - x), 0, UInt8(x), 255) }
    let gray = Picture.dot(0.25, 0.25, 0.25)
    let mapped = pixel("CIColorMap", ["inputGradientImage": row], gray)
    #expect(near(mapped, 0.75, 0, 0.25))
  }

  @Test func aVignetteDarkensCornersMost() {
    let white = CIImage.white.cropped(to: CGRect(x: 0, y: 0, width: 101, height: 101))
    let picture = Picture(white.applyingFilter("CIVignette", parameters: ["inputIntensity": 0.5]))
    #expect(picture[50, 50].x == 1)
    #expect(abs(picture[0, 0].x - (1 - 0.5 * (50 * 50 / (50.5 * 50.5)))) < 1e-4)
    let values: [String: Any] = ["inputCenter": CIVector(x: 50, y: 50), "inputRadius": 20]
    let effect = Picture(white.applyingFilter("CIVignetteEffect", parameters: values))
    #expect(effect[60, 50].x == 1)
    #expect(effect[95, 50].x == 0)
  }

  @Test func temperatureMovesWhite() {
    let white = Picture.dot(1, 1, 1)
    let same = Picture(white.applyingFilter("CITemperatureAndTint"), in: CIContext())[0, 0]
    #expect(same.distance(to: SIMD4(1, 1, 1, 1)) < 1e-4)
    let values = ["inputTargetNeutral": CIVector(x: 4000, y: 0)]
    let warm = Picture(white.applyingFilter("CITemperatureAndTint", parameters: values), in: CIContext())[
      0,
      0
    ]
    #expect(warm.x > 1 && warm.z < 0.8)
    // Luminance stays nearly the same: both whites have luminance 1.
    #expect(abs((warm * luma).sum() - 1) < 0.02)
  }
}
