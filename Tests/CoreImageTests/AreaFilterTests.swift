import CoreGraphics
import CoreImage
import Foundation
import Testing

/// Blurs, morphology, convolutions and scaling against SciPy and Pillow, and closed forms.
@Suite struct AreaFilterTests {
  private let pattern = Picture.pattern

  private func reds(_ image: CIImage, _ points: [(Int, Int)] = Oracle.points, _ rect: CGRect? = nil)
    -> [Float]
  {
    let picture = Picture(image, rect ?? pattern.extent)
    return points.map { picture[$0.0, $0.1].x }
  }

  private func error(_ a: [Float], _ b: [Float]) -> Float {
    zip(a, b).map { abs($0 - $1) }.max() ?? .infinity
  }

  @Test func aNarrowGaussianEqualsSciPys() {
    let blurred = pattern.applyingFilter("CIGaussianBlur", parameters: ["inputRadius": 2])
    #expect(blurred.extent == pattern.extent.insetBy(dx: -6, dy: -6))
    #expect(error(reds(blurred), Oracle.gaussian2) < 1e-4)
  }

  @Test func aWideGaussianIsWithinALevelOfSciPys() {
    let values = reds(pattern.applyingFilter("CIGaussianBlur", parameters: ["inputRadius": 12]))
    #expect(error(values, Oracle.gaussian12) < 1 / 255.0)
  }

  @Test func aBoxEqualsSciPys() {
    let values = reds(pattern.applyingFilter("CIBoxBlur", parameters: ["inputRadius": 3]))
    #expect(error(values, Oracle.box3) < 1e-5)
  }

  @Test func theMedianEqualsSciPys() {
    #expect(error(reds(pattern.applyingFilter("CIMedianFilter")), Oracle.median) < 1e-5)
  }

  @Test func morphologyEqualsSciPys() {
    let disc = ["inputRadius": 3.5]
    #expect(
      error(reds(pattern.applyingFilter("CIMorphologyMaximum", parameters: disc)), Oracle.discMaximum) < 1e-5
    )
    #expect(
      error(reds(pattern.applyingFilter("CIMorphologyMinimum", parameters: disc)), Oracle.discMinimum) < 1e-5
    )
    let difference = zip(Oracle.discMaximum, Oracle.discMinimum).map { $0 - $1 }
    #expect(error(reds(pattern.applyingFilter("CIMorphologyGradient", parameters: disc)), difference) < 1e-5)
    let sides = ["inputWidth": 7, "inputHeight": 3]
    let rectangle = reds(pattern.applyingFilter("CIMorphologyRectangleMaximum", parameters: sides))
    #expect(error(rectangle, Oracle.rectangleMaximum) < 1e-5)
  }

  @Test func theLeastOfARectangleIsFoundByHand() {
    let image = pattern.applyingFilter(
      "CIMorphologyRectangleMinimum",
      parameters: ["inputWidth": 3, "inputHeight": 5]
    )
    let (picture, result) = (Picture(pattern), Picture(image))
    for (x, y) in [(5, 5), (12, 9), (20, 15)] {
      let all = (-2...2).flatMap { dy in (-1...1).map { dx in picture[x + dx, y + dy].y } }
      #expect(result[x, y].y == all.min())
    }
  }

  @Test func aConvolutionEqualsSciPys() {
    var weights: [CGFloat] = [1, 2, -1, 0, 3, -2, 0.5, 1, -1]
    let values = ["inputWeights": CIVector(values: &weights, count: 9)]
    #expect(
      error(reds(pattern.applyingFilter("CIConvolution3X3", parameters: values)), Oracle.correlation) < 1e-5
    )
  }

  @Test(arguments: [
    ("CIConvolution5X5", 5, 5), ("CIConvolution7X7", 7, 7), ("CIConvolution9Horizontal", 9, 1),
    ("CIConvolution9Vertical", 1, 9),
  ])
  func aConvolutionShiftsByTheWeightOfANeighbour(name: String, width: Int, height: Int) {
    var weights = [CGFloat](repeating: 0, count: width * height)
    weights[0] = 1
    let values = ["inputWeights": CIVector(values: &weights, count: weights.count)]
    let result = Picture(pattern.applyingFilter(name, parameters: values), pattern.extent)
    #expect(result[10, 10] == Picture(pattern)[10 - width / 2, 10 - height / 2])
  }

  @Test func aBiasMakesTheExtentInfinite() {
    let image = pattern.applyingFilter("CIConvolution3X3", parameters: ["inputBias": 0.25])
    #expect(image.extent.isInfinite)
    #expect(Picture(image, CGRect(x: 900, y: 0, width: 1, height: 1))[900, 0] == SIMD4(repeating: 0.25))
  }

  @Test func blursKeepTheSumOfAllPixels() {
    let dot = Picture.dot(1, 1, 1).transformed(by: CGAffineTransform(translationX: 50, y: 50))
    let cases: [(String, [String: Any])] = [
      ("CIGaussianBlur", ["inputRadius": 4]), ("CIGaussianBlur", ["inputRadius": 11]),
      ("CIBoxBlur", ["inputRadius": 3.7]), ("CIDiscBlur", ["inputRadius": 5.3]),
      ("CIMotionBlur", ["inputRadius": 9, "inputAngle": 0.6]),
    ]
    for (name, values) in cases {
      let picture = Picture(dot.applyingFilter(name, parameters: values))
      let sum = picture.pixels.reduce(0) { $0 + $1.x }
      // A Gaussian has half a hundredth of its sum beyond three deviations, where the extent ends.
      #expect(abs(sum - 1) < 6e-3, "\(name) \(sum)")
    }
  }

  @Test func aDiscHasItsArea() {
    let dot = Picture.dot(1, 1, 1)
    let picture = Picture(dot.applyingFilter("CIDiscBlur", parameters: ["inputRadius": 10]))
    let center = picture[0, 0].x
    // The area of a circle with half a pixel more.
    #expect(abs(1 / center - .pi * 10.5 * 10.5) < 5)
    #expect(picture[7, 7].x == center)
    #expect(picture[9, 9].x == 0)
  }

  @Test func motionGoesAlongItsAngle() {
    let dot = Picture.dot(1, 1, 1)
    let values: [String: Any] = ["inputRadius": 4, "inputAngle": Double.pi / 2]
    let picture = Picture(
      dot.applyingFilter("CIMotionBlur", parameters: values),
      CGRect(x: -6, y: -6, width: 13, height: 13)
    )
    #expect(abs(picture[0, 3].x - 1 / 9.0) < 1e-5)
    #expect(picture[3, 0].x < 1e-6)
    #expect(picture[0, 5].x < 1e-6)
  }

  @Test func radiusZeroChangesNothing() {
    let original = Picture(pattern)
    for name in ["CIGaussianBlur", "CIDiscBlur", "CIMotionBlur", "CIMorphologyMaximum", "CIUnsharpMask"] {
      let picture = Picture(pattern.applyingFilter(name, parameters: ["inputRadius": 0]), pattern.extent)
      #expect(difference(original, picture) < 1e-6, "\(name)")
    }
  }

  @Test func scalingEqualsPillows() {
    let half = pattern.applyingFilter("CILanczosScaleTransform", parameters: ["inputScale": 0.5])
    #expect(half.extent == CGRect(x: 0, y: 0, width: 12, height: 10))
    #expect(error(reds(half, Oracle.points(12, 10), half.extent), Oracle.lanczosHalf) < 1e-4)
    let large = pattern.applyingFilter("CILanczosScaleTransform", parameters: ["inputScale": 1.5])
    #expect(error(reds(large, Oracle.points(36, 30), large.extent), Oracle.lanczosLarger) < 1e-4)
  }

  @Test func scalingKeepsAConstant() {
    let flat = CIImage.gray.cropped(to: CGRect(x: 0, y: 0, width: 20, height: 10))
    let values: [String: Any] = ["inputScale": 0.7, "inputAspectRatio": 1.5, "inputB": 0.3, "inputC": 0.3]
    for name in ["CILanczosScaleTransform", "CIBicubicScaleTransform"] {
      let image = flat.applyingFilter(name, parameters: values)
      #expect(image.extent == CGRect(x: 0, y: 0, width: 21, height: 7))
      #expect(Picture(image).pixels.allSatisfy { $0.distance(to: SIMD4(0.5, 0.5, 0.5, 1)) < 1e-5 }, "\(name)")
    }
  }

  @Test func unsharpMasksAddTheDifference() {
    let values = ["inputRadius": 2, "inputIntensity": 0.5]
    let sharp = reds(pattern.applyingFilter("CIUnsharpMask", parameters: values))
    let expected = zip(reds(pattern), Oracle.gaussian2).map { $0 + ($0 - $1) / 2 }
    #expect(error(sharp, expected) < 1e-4)
  }

  @Test func bloomIsAScreenAndGloomOnlyDarkens() {
    let values = ["inputRadius": 2, "inputIntensity": 0.5]
    let bloom = reds(pattern.applyingFilter("CIBloom", parameters: values))
    let expected = zip(reds(pattern), Oracle.gaussian2).map { 1 - (1 - $0) * (1 - $1 / 2) }
    #expect(error(bloom, expected) < 1e-4)
    let gloom = reds(pattern.applyingFilter("CIGloom", parameters: values))
    let darker = zip(reds(pattern), Oracle.gaussian2).map { $0 + (min($0, $1) - $0) / 2 }
    #expect(error(gloom, darker) < 1e-4)
  }

  @Test func squaresHaveTheMeanOfTheirPixels() {
    let values: [String: Any] = ["inputCenter": CIVector(x: 3, y: 2), "inputScale": 5]
    let image = pattern.applyingFilter("CIPixellate", parameters: values)
    let (picture, result) = (Picture(pattern), Picture(image))
    #expect(image.extent == CGRect(x: -2, y: -3, width: 30, height: 25))
    var sum = SIMD4<Float>.zero
    for y in 7..<12 { for x in 8..<13 { sum += picture[x, y] } }
    #expect(result[8, 7].distance(to: sum / 25) < 1e-5)
    #expect(result[12, 11] == result[8, 7])
    #expect(result[13, 7].distance(to: result[8, 7]) > 1e-3)
  }
}
