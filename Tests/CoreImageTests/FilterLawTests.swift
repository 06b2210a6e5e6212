import CoreGraphics
import CoreImage
import Foundation
import Testing

/// Laws and closed forms of generators, gradients, geometry, distortions, tiles, reductions, masks and transitions.
@Suite struct FilterLawTests {
  private let pattern = Picture.pattern
  private let area = CGRect(x: 0, y: 0, width: 24, height: 20)

  private func generate(_ name: String, _ values: [String: Any], _ rect: CGRect) throws -> Picture {
    Picture(try #require(CIFilter(name: name, parameters: values)?.outputImage), rect)
  }

  @Test func patternsAlternate() throws {
    let values: [String: Any] = ["inputCenter": CIVector(x: 0, y: 0), "inputWidth": 4]
    let rect = CGRect(x: -4, y: -4, width: 12, height: 12)
    let board = try generate("CICheckerboardGenerator", values, rect)
    #expect(board[0, 0] == SIMD4(1, 1, 1, 1))
    #expect(board[3, 4] == SIMD4(0, 0, 0, 1))
    #expect(board[4, 4] == SIMD4(1, 1, 1, 1))
    let stripes = try generate("CIStripesGenerator", values, rect)
    #expect(stripes[3, 7] == SIMD4(1, 1, 1, 1))
    #expect(stripes[-1, 0] == SIMD4(0, 0, 0, 1))
  }

  @Test func gradientsMixLinearly() throws {
    let line: [String: Any] = ["inputPoint0": CIVector(x: 0, y: 0), "inputPoint1": CIVector(x: 10, y: 0)]
    let rect = CGRect(x: -2, y: 0, width: 14, height: 2)
    let linear = try generate("CILinearGradient", line, rect)
    #expect(abs(linear[2, 0].x - 0.75) < 1e-6)
    #expect(linear[-1, 0].x == 1 && linear[11, 0].x == 0)
    let smooth = try generate("CISmoothLinearGradient", line, rect)
    #expect(abs(smooth[2, 0].x - (1 - (3 * 0.0625 - 2 * 0.015625))) < 1e-6)
    let radial = try generate(
      "CIRadialGradient",
      ["inputCenter": CIVector(x: 0.5, y: 0.5), "inputRadius0": 0, "inputRadius1": 10],
      rect
    )
    #expect(abs(radial[4, 0].x - 0.6) < 1e-6)
    let bell = try generate(
      "CIGaussianGradient",
      ["inputCenter": CIVector(x: 0.5, y: 0.5), "inputRadius": 30],
      rect
    )
    #expect(abs(bell[10, 0].w - Float(exp(-0.5))) < 1e-5)
  }

  @Test func aRoundRectangleHasItsArea() throws {
    let values: [String: Any] = ["inputExtent": CIVector(x: 2, y: 2, z: 30, w: 20), "inputRadius": 6]
    let picture = try generate(
      "CIRoundedRectangleGenerator",
      values,
      CGRect(x: 0, y: 0, width: 40, height: 30)
    )
    let sum = picture.pixels.reduce(Float(0)) { $0 + $1.w }
    #expect(abs(sum - (600 - (4 - Float.pi) * 36)) < 2)
  }

  @Test func noiseIsTheSameEachTimeAndSpread() throws {
    let first = try generate("CIRandomGenerator", [:], CGRect(x: 0, y: 0, width: 64, height: 64))
    let again = try generate("CIRandomGenerator", [:], CGRect(x: 10, y: 10, width: 5, height: 5))
    #expect(first[12, 13] == again[12, 13])
    let mean = first.pixels.reduce(Float(0)) { $0 + $1.w } / 4096
    #expect(abs(mean - 0.5) < 0.03)
  }

  @Test func cropsAndTransformsAreThoseOfImages() {
    let cropped = pattern.applyingFilter(
      "CICrop",
      parameters: ["inputRectangle": CIVector(x: 2, y: 3, z: 4, w: 5)]
    )
    #expect(cropped.extent == CGRect(x: 2, y: 3, width: 4, height: 5))
    #expect(pattern.applyingFilter("CICrop").extent == area)
    let move = CGAffineTransform(translationX: 3, y: 4)
    let moved = pattern.applyingFilter("CIAffineTransform", parameters: ["inputTransform": move])
    #expect(moved.extent == area.offsetBy(dx: 3, dy: 4))
  }

  @Test func perspectiveToTheSameCornersChangesNothing() {
    let corners: [String: Any] = [
      "inputBottomLeft": CIVector(x: 0, y: 0), "inputBottomRight": CIVector(x: 24, y: 0),
      "inputTopRight": CIVector(x: 24, y: 20), "inputTopLeft": CIVector(x: 0, y: 20),
    ]
    let original = Picture(pattern)
    let mapped = pattern.applyingFilter("CIPerspectiveTransform", parameters: corners)
    #expect(mapped.extent == area)
    #expect(difference(Picture(mapped), original) < 1e-4)
    let tiled = pattern.applyingFilter("CIPerspectiveTile", parameters: corners)
    #expect(difference(Picture(tiled, area), original) < 1e-4)
    let next = Picture(tiled, area.offsetBy(dx: -48, dy: 20))
    #expect(zip(next.pixels, original.pixels).allSatisfy { $0.distance(to: $1) < 1e-3 })
  }

  @Test func straighteningFillsTheExtent() {
    let straight = pattern.applyingFilter("CIStraightenFilter", parameters: ["inputAngle": 0.2])
    #expect(straight.extent == area)
    #expect(Picture(straight).pixels.allSatisfy { $0.w > 0.999 })
  }

  @Test(arguments: [
    ("CIBumpDistortion", "inputScale", 0.0), ("CIPinchDistortion", "inputScale", 0),
    ("CITwirlDistortion", "inputAngle", 0), ("CIVortexDistortion", "inputAngle", 0),
  ])
  func distortionsOfNothingChangeNothing(name: String, key: String, value: Double) {
    let values: [String: Any] = [key: value, "inputCenter": CIVector(x: 12, y: 10), "inputRadius": 8]
    #expect(
      difference(Picture(pattern.applyingFilter(name, parameters: values), area), Picture(pattern)) < 1e-4
    )
  }

  @Test(arguments: ["CIBumpDistortion", "CIPinchDistortion", "CITwirlDistortion", "CIVortexDistortion"])
  func distortionsEndAtTheirRadius(name: String) {
    let values: [String: Any] = ["inputCenter": CIVector(x: 12, y: 10), "inputRadius": 6]
    let (result, original) = (
      Picture(pattern.applyingFilter(name, parameters: values), area), Picture(pattern)
    )
    for (x, y) in [(2, 2), (20, 15), (12, 17), (5, 10)] {
      #expect(result[x, y].distance(to: original[x, y]) < 1e-5)
    }
    #expect(difference(result, original) > 0.05)
  }

  @Test func aHoleIsTransparentAndASplashRadial() {
    let white = CIImage.white.cropped(to: CGRect(x: 0, y: 0, width: 100, height: 100))
    let values: [String: Any] = ["inputCenter": CIVector(x: 50, y: 50), "inputRadius": 10]
    let hole = Picture(white.applyingFilter("CIHoleDistortion", parameters: values), white.extent)
    #expect(hole[50, 55].w == 0)
    #expect(hole[50, 65].w == 1)
    let splash = Picture(
      pattern.applyingFilter(
        "CICircleSplashDistortion",
        parameters: ["inputCenter": CIVector(x: 10.5, y: 10.5), "inputRadius": 5]
      ),
      CGRect(x: 0, y: 0, width: 60, height: 20)
    )
    #expect(splash[55, 10].distance(to: Picture(pattern)[15, 10]) < 1e-4)
  }

  @Test func aStretchedImageKeepsItsCorners() {
    let values: [String: Any] = [
      "inputBreakpoint0": CIVector(x: 5, y: 5), "inputBreakpoint1": CIVector(x: 15, y: 15),
      "inputGrowAmount": CIVector(x: 10, y: 20),
    ]
    let image = pattern.applyingFilter("CINinePartStretched", parameters: values)
    #expect(image.extent == CGRect(x: 0, y: 0, width: 34, height: 40))
    let (result, original) = (Picture(image), Picture(pattern))
    #expect(result[2, 2].distance(to: original[2, 2]) < 1e-5)
    #expect(result[30, 38].distance(to: original[20, 18]) < 1e-5)
  }

  @Test func tilesRepeat() {
    let tiled = Picture(pattern.applyingFilter("CIAffineTile"), CGRect(x: 24, y: -20, width: 24, height: 20))
    #expect(zip(tiled.pixels, Picture(pattern).pixels).allSatisfy { $0.distance(to: $1) < 1e-4 })
    let clamped = pattern.applyingFilter("CIAffineClamp")
    #expect(
      Picture(clamped, CGRect(x: 90, y: 5, width: 1, height: 1))[90, 5].distance(to: Picture(pattern)[23, 5])
        < 1e-5
    )
    let part = pattern.applyingFilter(
      "CIClamp",
      parameters: ["inputExtent": CIVector(x: 2, y: 2, z: 3, w: 3)]
    )
    #expect(Picture(part, CGRect(x: 0, y: 0, width: 1, height: 1))[0, 0] == Picture(pattern)[2, 2])
  }

  @Test func reductionsMeasureTheArea() {
    let values = ["inputExtent": CIVector(x: 3, y: 4, z: 5, w: 6)]
    let picture = Picture(Picture.veiled)
    let all = (4..<10).flatMap { y in (3..<8).map { picture[$0, y] } }
    func reduced(_ name: String) -> Picture {
      Picture(Picture.veiled.applyingFilter(name, parameters: values))
    }
    let mean = all.reduce(SIMD4<Float>.zero) { $0 + $1 } / 30
    #expect(reduced("CIAreaAverage")[0, 0].distance(to: mean) < 1e-6)
    let high = all.reduce(all[0]) { pointwiseMax($0, $1) }
    let low = all.reduce(all[0]) { pointwiseMin($0, $1) }
    #expect(reduced("CIAreaMaximum")[0, 0] == high)
    #expect(reduced("CIAreaMinimum")[0, 0] == low)
    #expect(reduced("CIAreaMinMax").pixels == [low, high])
    #expect(reduced("CIAreaMaximumAlpha")[0, 0].w == high.w)
    #expect(reduced("CIAreaMinimumAlpha")[0, 0].w == low.w)
    let columns = reduced("CIColumnAverage")
    let first = (4..<10).reduce(SIMD4<Float>.zero) { $0 + picture[3, $1] } / 6
    #expect(columns.rect.width == 5)
    #expect(columns[0, 0].distance(to: first) < 1e-6)
  }

  @Test(arguments: ["CIBlendWithMask", "CIBlendWithAlphaMask", "CIBlendWithRedMask", "CIBlendWithBlueMask"])
  func masksMix(name: String) {
    let mask = CIImage(color: CIColor(red: 0.25, green: 0.25, blue: 0.25, alpha: 0.25))
      .unpremultiplyingAlpha()
    let white = CIImage(color: CIColor(red: 0.25, green: 0.25, blue: 0.25))
    let values: [String: Any] = [
      "inputBackgroundImage": Picture.dot(0, 1, 0),
      "inputMaskImage": name == "CIBlendWithAlphaMask" ? mask : white,
    ]
    let result = Picture(Picture.dot(1, 0, 0).applyingFilter(name, parameters: values))[0, 0]
    #expect(result.distance(to: SIMD4(0.25, 0.75, 0, 1)) < 1e-5)
  }

  @Test(arguments: CIFilter.filterNames(inCategory: kCICategoryTransition))
  func transitionsGoFromTheImageToTheTarget(name: String) {
    let target = pattern.applyingFilter("CIColorInvert")
    func at(_ time: Double) -> Picture {
      let values: [String: Any] = [
        "inputTargetImage": target, "inputTime": time, "inputExtent": CIVector(x: 0, y: 0, z: 24, w: 20),
        "inputWidth": 8, "inputCenter": CIVector(x: 12, y: 10), "inputRadius": 6, "inputScale": 3,
        "inputMaskImage": Picture.ramp,
      ]
      return Picture(pattern.applyingFilter(name, parameters: values), area)
    }
    #expect(difference(at(0), Picture(pattern)) < 1e-5)
    #expect(difference(at(1), Picture(target)) < 1e-5)
    #expect(difference(at(0.5), Picture(target)) > 0.05)
  }
}
