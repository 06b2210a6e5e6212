import CoreGraphics
import CoreImage
import Foundation
import Testing

/// Images of each format that a context makes, and the formats that it refuses.
@Suite struct ImageFormatTests {
  /// White, four times as bright.
  private let bright = Picture.dot(1, 1, 1).applyingFilter("CIExposureAdjust", parameters: ["inputEV": 2])
  private let orange = Picture.dot(1, 0.5, 0)

  private func bytes(_ image: CGImage) -> [UInt8] {
    (image.dataProvider?.data as Data?).map(Array.init) ?? []
  }

  private func numbers(_ image: CGImage) -> [Float] {
    bytes(image).withUnsafeBytes { bytes in
      (0..<4).map { index in
        image.bitsPerComponent == 16
          ? Float(bytes.loadUnaligned(fromByteOffset: index * 2, as: Float16.self))
          : bytes.loadUnaligned(fromByteOffset: index * 4, as: Float.self)
      }
    }
  }

  private func make(_ image: CIImage, _ format: CIFormat, _ space: CGColorSpace?) -> CGImage? {
    CIContext().createCGImage(image, from: image.extent, format: format, colorSpace: space)
  }

  @Test(arguments: [(CIFormat.RGBAh, 16), (.RGBAf, 32)])
  func floatsKeepColoursBrighterThanWhite(format: CIFormat, bits: Int) throws {
    let space = try #require(CGColorSpace(name: CGColorSpace.extendedLinearSRGB))
    let linear = try #require(make(bright, format, space))
    #expect(linear.bitsPerComponent == bits && linear.bitsPerPixel == bits * 4)
    #expect(linear.bitmapInfo.contains(.floatComponents) && linear.colorSpace == space)
    for (number, expected) in zip(numbers(linear), [4, 4, 4, 1] as [Float]) {
      #expect(abs(number - expected) < 1e-5)
    }
    let encoded = try #require(make(bright, format, nil))
    #expect(encoded.bitsPerComponent == bits)
    #expect(encoded.colorSpace?.name == CGColorSpace.extendedSRGB)
    // IEC 61966-2-1: 1.055 · 4 ^ (1 / 2.4) - 0.055.
    #expect(abs(numbers(encoded)[0] - 1.8248) < 0.002)
    #expect(Picture(CIImage(cgImage: linear), in: CIContext())[0, 0].distance(to: SIMD4(4, 4, 4, 1)) < 0.02)
  }

  @Test func floatsInAnotherSpaceAreComponentsOfThatSpace() throws {
    let space = try #require(CGColorSpace(name: CGColorSpace.extendedLinearDisplayP3))
    let image = try #require(make(bright, .RGBAf, space))
    #expect(image.colorSpace == space)
    for number in numbers(image).prefix(3) { #expect(abs(number - 4) < 0.01) }
  }

  @Test(arguments: [
    (CIFormat.RGBA8, CGImageAlphaInfo.premultipliedLast, [UInt8](arrayLiteral: 255, 128, 0, 255)),
    (.BGRA8, .premultipliedFirst, [0, 128, 255, 255]),
    (.ARGB8, .premultipliedFirst, [255, 255, 128, 0]),
    (.ABGR8, .premultipliedLast, [255, 0, 128, 255]),
    (.RGBA16, .premultipliedLast, [255, 255, 0, 128, 0, 0, 255, 255]),
  ])
  func componentsLieInTheOrderOfTheFormat(
    format: CIFormat,
    alpha: CGImageAlphaInfo,
    expected: [UInt8]
  ) throws {
    let space = CGColorSpaceCreateDeviceRGB()
    let image = try #require(
      CIContext.plain.createCGImage(orange, from: orange.extent, format: format, colorSpace: space)
    )
    #expect(image.alphaInfo == alpha && image.bitsPerPixel == expected.count * 8)
    #expect(bytes(image) == expected)
    #expect(Picture(CIImage(cgImage: image))[0, 0].distance(to: SIMD4(1, 0.5, 0, 1)) < 0.003)
  }

  @Test func luminanceIsGray() throws {
    let green = Picture.dot(0, 1, 0)
    let image = try #require(make(green, .L8, nil))
    #expect(image.colorSpace?.name == CGColorSpace.genericGrayGamma2_2)
    #expect(image.bitsPerPixel == 8 && image.alphaInfo == .none)
    // 0.7152 ^ (1 / 2.2) is 0.8587.
    #expect(bytes(image) == [219])
    let linear = try #require(CGColorSpace(name: CGColorSpace.linearGray))
    let light = try #require(make(green, .L8, linear))
    #expect(bytes(light) == [182])
  }

  @Test func alphaIsAnImageOfAlphaAlone() throws {
    let image = try #require(make(Picture.dot(1, 1, 1, 0.5), .A8, nil))
    #expect(image.alphaInfo == .alphaOnly && image.colorSpace == nil)
    #expect(bytes(image) == [128])
  }

  @Test func otherFormatsAndSpacesOfAnotherModelGiveNothing() {
    #expect(make(orange, .R8, nil) == nil)
    #expect(make(orange, .Rf, nil) == nil)
    #expect(make(orange, .L8, CGColorSpaceCreateDeviceRGB()) == nil)
    #expect(make(orange, .RGBA8, CGColorSpaceCreateDeviceGray()) == nil)
    #expect(make(orange, .RGBAf, CGColorSpaceCreateDeviceCMYK()) == nil)
  }
}
