import CoreGraphics
import CoreImage
import Foundation
import Testing

@Suite struct CompositeTests {
  private let source = Picture.veiled
  private let background = Picture.pattern.transformed(by: CGAffineTransform(translationX: 6, y: 4))

  private func combine(_ name: String) -> CIImage {
    source.applyingFilter(name, parameters: ["inputBackgroundImage": background])
  }

  /// Bitmap contexts blend in bytes, with the code of `CGContext`.
  @Test(arguments: [
    ("CIMultiplyBlendMode", CGBlendMode.multiply), ("CIScreenBlendMode", .screen),
    ("CIOverlayBlendMode", .overlay), ("CIDarkenBlendMode", .darken), ("CILightenBlendMode", .lighten),
    ("CIColorDodgeBlendMode", .colorDodge), ("CIColorBurnBlendMode", .colorBurn),
    ("CISoftLightBlendMode", .softLight), ("CIHardLightBlendMode", .hardLight),
    ("CIDifferenceBlendMode", .difference), ("CIExclusionBlendMode", .exclusion), ("CIHueBlendMode", .hue),
    ("CISaturationBlendMode", .saturation), ("CIColorBlendMode", .color),
    ("CILuminosityBlendMode", .luminosity),
    ("CISourceOverCompositing", .normal), ("CISourceAtopCompositing", .sourceAtop),
    ("CISourceInCompositing", .sourceIn), ("CISourceOutCompositing", .sourceOut),
  ])
  func modesEqualThoseOfBitmapContexts(name: String, mode: CGBlendMode) throws {
    let area = CGRect(x: 0, y: 0, width: 30, height: 24)
    let context = try #require(
      CGContext(
        data: nil,
        width: 30,
        height: 24,
        bitsPerComponent: 8,
        bytesPerRow: 0,
        space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
      )
    )
    let below = try #require(CIContext.plain.createCGImage(background, from: area))
    let above = try #require(CIContext.plain.createCGImage(source, from: area))
    context.setBlendMode(.copy)
    context.draw(below, in: area)
    context.setBlendMode(mode)
    context.draw(above, in: area)
    let expected = try #require(context.makeImage())
    let difference = Picture(CIImage(cgImage: expected), area).pixels
    let actual = Picture(combine(name), area).pixels
    let levels = zip(difference, actual).map { $0.distance(to: $1) * 255 }
    let mean = levels.reduce(0, +) / Float(levels.count)
    // The bytes of the source are rounded; burn, dodge, hue and saturation magnify that.
    #expect(mean < 1, "\(mean) levels")
    #expect(levels.filter { $0 > 3 }.count < levels.count / 50)
  }

  @Test func extentsFollowTheOperation() {
    let (a, b) = (source.extent, background.extent)
    #expect(combine("CISourceOverCompositing").extent == a.union(b))
    #expect(combine("CISourceInCompositing").extent == a.intersection(b))
    #expect(combine("CISourceOutCompositing").extent == a)
    #expect(combine("CISourceAtopCompositing").extent == b)
  }

  @Test func arithmeticIsOfPremultipliedPixels() {
    let (s, b) = (Picture.dot(0.8, 0.4, 0.2, 0.5), Picture.dot(0.1, 0.6, 0.9, 0.8))
    func pixel(_ name: String) -> SIMD4<Float> {
      Picture(s.applyingFilter(name, parameters: ["inputBackgroundImage": b]))[0, 0]
    }
    #expect(pixel("CIAdditionCompositing").distance(to: SIMD4(0.48, 0.68, 0.82, 1)) < 1e-5)
    #expect(pixel("CIMaximumCompositing").distance(to: SIMD4(0.4, 0.48, 0.72, 0.8)) < 1e-5)
    #expect(pixel("CIMinimumCompositing").distance(to: SIMD4(0.08, 0.2, 0.1, 0.5)) < 1e-5)
    #expect(pixel("CIMultiplyCompositing").distance(to: SIMD4(0.032, 0.096, 0.072, 0.4)) < 1e-5)
  }

  /// Opaque pixels, so that only the function of straight colours is left.
  @Test(arguments: [
    ("CILinearBurnBlendMode", SIMD4<Float>(0.1, 0.3, 0.1, 1)), ("CILinearDodgeBlendMode", SIMD4(1, 1, 1, 1)),
    ("CILinearLightBlendMode", SIMD4(0.9, 0.7, 0.3, 1)), ("CIPinLightBlendMode", SIMD4(0.6, 0.8, 0.4, 1)),
    ("CIDivideBlendMode", SIMD4(0.375, 1, 1, 1)), ("CISubtractBlendMode", SIMD4(0, 0.5, 0.7, 1)),
    ("CIVividLightBlendMode", SIMD4(0.75, 0.875, 0.75, 1)),
  ])
  func otherModesHaveTheirFormulas(name: String, expected: SIMD4<Float>) {
    let (s, b) = (Picture.dot(0.8, 0.4, 0.2), Picture.dot(0.3, 0.9, 0.9))
    let result = Picture(s.applyingFilter(name, parameters: ["inputBackgroundImage": b]))[0, 0]
    #expect(result.distance(to: expected) < 1e-5, "\(result)")
  }
}
