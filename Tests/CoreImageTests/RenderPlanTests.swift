import CoreGraphics
import CoreImage
import Foundation
import Testing

@Suite struct RenderPlanTests {
  @Test func aChainOfPointFiltersEqualsItsSteps() {
    var image = Picture.veiled
    for ev in [0.5, -1, 0.25] {
      image = image.applyingFilter("CIExposureAdjust", parameters: ["inputEV": ev])
        .applyingFilter("CIColorInvert")
    }
    var pixels = Picture(Picture.veiled).pixels
    for ev: Float in [0.5, -1, 0.25] {
      let factor: Float = exp2(ev)
      pixels = pixels.map { (p: SIMD4<Float>) -> SIMD4<Float> in
        SIMD4<Float>(p.w - p.x * factor, p.w - p.y * factor, p.w - p.z * factor, p.w)
      }
    }
    let result = Picture(image).pixels
    #expect(zip(result, pixels).allSatisfy { $0.distance(to: $1) < 1e-5 })
  }

  /// Each image is used twice by the next one: without sharing, two to the power of fifty evaluations.
  @Test(.timeLimit(.minutes(1)))
  func sharedImagesAreEvaluatedOnce() {
    var image = Picture.dot(0.5, 0.25, 0.125)
    for _ in 0..<50 {
      image = image.applyingFilter("CIMix", parameters: ["inputBackgroundImage": image, "inputAmount": 0.5])
    }
    #expect(Picture(image)[0, 0].distance(to: SIMD4(0.5, 0.25, 0.125, 1)) < 1e-5)
  }

  @Test(.timeLimit(.minutes(1)))
  func deepGraphsNeedNoStack() {
    var image = Picture.dot(0.5, 0.25, 0.125)
    for _ in 0..<5_000 {
      image = image.transformed(by: CGAffineTransform(translationX: 1, y: 0)).applyingFilter("CIColorInvert")
    }
    #expect(
      Picture(image, CGRect(x: 5_000, y: 0, width: 1, height: 1))[5_000, 0].distance(
        to: SIMD4(0.5, 0.25, 0.125, 1)
      ) < 1e-3
    )
  }

  /// No picture is drawn: each step is freed with the last one that reads it.
  @Test func longRecipesAreFreedWithoutStack() {
    var image = Picture.dot(0.5, 0.25, 0.125)
    for _ in 0..<200_000 { image = image.unpremultiplyingAlpha() }
    #expect(image.extent.width == 1)
  }

  /// A blur of a billion pixels of which ten are asked for.
  @Test(.timeLimit(.minutes(1)))
  func onlyTheRegionOfInterestIsEvaluated() {
    let size = CGRect(x: 0, y: 0, width: 1 << 20, height: 1 << 20)
    let image = CIImage.red.cropped(to: size).applyingGaussianBlur(sigma: 5)
      .applyingFilter("CITwirlDistortion", parameters: ["inputRadius": 30])
    let picture = Picture(image, CGRect(x: 150, y: 150, width: 5, height: 2))
    #expect(picture[152, 151].distance(to: SIMD4(1, 0, 0, 1)) < 1e-3)
  }

  @Test func tooLargeIntermediatesGiveNothing() {
    let image = CIImage.red.applyingFilter("CIBumpDistortion", parameters: ["inputRadius": 1e9])
    #expect(CIContext().createCGImage(image, from: CGRect(x: 0, y: 0, width: 4, height: 4)) == nil)
  }

  @Test func threadsShareAnImage() {
    let image = Picture.veiled.applyingGaussianBlur(sigma: 2).applyingFilter("CISepiaTone")
    let expected = Picture(image).pixels
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      #expect(Picture(image).pixels == expected)
    }
  }
}
