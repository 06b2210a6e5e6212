import CoreGraphics
import CoreImage
import Foundation
import Testing

/// Effects against NumPy, SciPy and scikit-image.
@Suite struct EffectOracleTests {
  private let pattern = Picture.pattern

  /// The pattern with red and blue exchanged.
  private var swapped: CIImage {
    pattern.applyingFilter(
      "CIColorMatrix",
      parameters: [
        "inputRVector": CIVector(x: 0, y: 0, z: 1, w: 0), "inputBVector": CIVector(x: 1, y: 0, z: 0, w: 0),
      ]
    )
  }

  private func reds(_ image: CIImage) -> [Float] {
    let picture = Picture(image, pattern.extent)
    return Oracle.points.map { picture[$0.0, $0.1].x }
  }

  private func error(_ a: [Float], _ b: [Float]) -> Float {
    zip(a, b).map { abs($0 - $1) }.max() ?? .infinity
  }

  @Test(arguments: [(7, Oracle.gaussian7), (40, Oracle.gaussian40)] as [(Double, [Float])])
  func wideGaussiansAreWithinAHundredthOfSciPys(radius: Double, expected: [Float]) {
    let blurred = pattern.applyingFilter("CIGaussianBlur", parameters: ["inputRadius": radius])
    #expect(error(reds(blurred), expected) < (expected.max() ?? 0) / 100)
  }

  @Test func differencesOfLabEqualScikitImages() {
    let difference = pattern.applyingFilter("CILabDeltaE", parameters: ["inputImage2": swapped])
    #expect(error(reds(difference), Oracle.deltaE94) < 0.02)
    // In linear light the same colours have the same difference.
    let linear = Picture(difference, pattern.extent, in: CIContext())
    #expect(error(Oracle.points.map { linear[$0.0, $0.1].x }, Oracle.deltaE94) < 0.02)
  }

  @Test func theThresholdOfOtsuEqualsScikitImages() {
    let picture = Picture(pattern.applyingFilter("CIColorThresholdOtsu"))
    #expect(picture.pixels.filter { $0 == SIMD4(1, 1, 1, 1) }.count == Oracle.otsuWhites)
    #expect(picture.pixels.allSatisfy { $0.x == 1 || $0 == SIMD4(0, 0, 0, 1) })
  }

  @Test func histogramsEqualNumPys() {
    let values: [String: Any] = [
      "inputExtent": CIVector(x: 0, y: 0, z: 24, w: 20), "inputCount": 8, "inputScale": 480,
    ]
    let picture = Picture(pattern.applyingFilter("CIAreaHistogram", parameters: values))
    #expect(picture.rect == CGRect(x: 0, y: 0, width: 8, height: 1))
    for (component, counts) in Oracle.histogram.enumerated() {
      #expect(error(picture.pixels.map { $0[component] }, counts) < 1e-3)
    }
    #expect(abs(picture[7, 0].w - 480) < 1e-3)
  }

  @Test func guidedFiltersEqualThatOfSciPysMeans() {
    let values: [String: Any] = ["inputGuideImage": pattern, "inputRadius": 2, "inputEpsilon": 0.01]
    let filtered = swapped.applyingFilter("CIGuidedFilter", parameters: values)
    #expect(filtered.extent == pattern.extent)
    #expect(error(reds(filtered), Oracle.guided) < 1e-4)
  }

  @Test func upsamplingEqualsNumPys() {
    let small = Picture(
      pattern.applyingFilter(
        "CIPixellate",
        parameters: ["inputScale": 4, "inputCenter": CIVector(x: 0, y: 0)]
      )
    )
    let image = Picture.floats(6, 5) { x, y in small[x * 4, y * 4] }
    let values: [String: Any] = ["inputSmallImage": image, "inputSpatialSigma": 1.5, "inputLumaSigma": 0.2]
    let enlarged = pattern.applyingFilter("CIEdgePreserveUpsampleFilter", parameters: values)
    #expect(enlarged.extent == pattern.extent)
    // The small image is rounded to bytes.
    #expect(error(reds(enlarged), Oracle.upsampled) < 0.6 / 255)
  }

  @Test func meansEqualSciPys() {
    let first = [SIMD4<Float>(0.1, 0.1, 0.1, 1), SIMD4(0.9, 0.5, 0.2, 1), SIMD4(0.4, 0.8, 0.9, 1)]
    var given = CIImage.empty()
    for (i, c) in first.enumerated() {
      let color = CIColor(red: CGFloat(c.x), green: CGFloat(c.y), blue: CGFloat(c.z))
      given = CIImage(color: color).cropped(to: CGRect(x: i, y: 0, width: 1, height: 1)).composited(
        over: given
      )
    }
    let values: [String: Any] = ["inputExtent": CIVector(x: 0, y: 0, z: 24, w: 20), "inputMeans": given]
    let picture = Picture(pattern.applyingFilter("CIKMeans", parameters: values))
    for (result, mean) in zip(picture.pixels, Oracle.means) {
      #expect(result.distance(to: SIMD4(mean.x, mean.y, mean.z, mean.w / 480)) < 1e-4)
    }
    // Means of its own choice: as many as wanted, and each colour has a share.
    for isPerceptual in [false, true] {
      let own = Picture(
        pattern.applyingFilter(
          "CIKMeans",
          parameters: [
            "inputExtent": CIVector(x: 0, y: 0, z: 24, w: 20), "inputCount": 5,
            "inputPerceptual": isPerceptual,
          ]
        )
      )
      #expect(own.pixels.count == 5)
      #expect(abs(own.pixels.reduce(0) { $0 + $1.w } - 1) < 1e-5)
      #expect(own.pixels.allSatisfy { $0.w > 0 })
    }
  }
}
