import CoreGraphics
import CoreImage
import Foundation
import StrataBase
import Testing

/// Images keep the colours of their space, and the levels of their components.
@Suite struct WideColorTests {
  private func image(
    _ components: [UInt8],
    bits: Int,
    _ alpha: CGImageAlphaInfo,
    _ order: CGBitmapInfo = [],
    in space: CFString = CGColorSpace.displayP3
  ) throws -> CIImage {
    let provider = try #require(CGDataProvider(data: Data(components) as CFData))
    let image = CGImage(
      width: 1,
      height: 1,
      bitsPerComponent: bits,
      bitsPerPixel: components.count * 8,
      bytesPerRow: components.count,
      space: try #require(CGColorSpace(name: space)),
      bitmapInfo: CGBitmapInfo(rawValue: alpha.rawValue).union(order),
      provider: provider,
      decode: nil,
      shouldInterpolate: true,
      intent: .defaultIntent
    )
    return CIImage(cgImage: try #require(image))
  }

  /// The red of Display P3 in linear sRGB, by the primaries of SMPTE EG 432-1.
  private let red = SIMD4<Float>(1.2249, -0.0421, -0.0196, 1)

  @Test(
    arguments: [
      ([255, 0, 0, 255], CGImageAlphaInfo.premultipliedLast, CGBitmapInfo()),
      ([255, 0, 0, 7], .noneSkipLast, []),
      ([255, 255, 0, 0], .first, []),
      ([0, 0, 255, 255], .premultipliedFirst, .byteOrder32Little),
      ([255, 0, 0], .none, []),
    ] as [([UInt8], CGImageAlphaInfo, CGBitmapInfo)]
  )
  func coloursBeyondSRGBStay(bytes: [UInt8], alpha: CGImageAlphaInfo, order: CGBitmapInfo) throws {
    let image = try image(bytes, bits: 8, alpha, order)
    #expect(Picture(image, in: CIContext())[0, 0].distance(to: red) < 1e-4)
  }

  @Test func colorsAreMultipliedByAlphaInLight() throws {
    let image = try image([255, 0, 0, 51], bits: 8, .last)
    #expect(Picture(image, in: CIContext())[0, 0].distance(to: red * 0.2) < 1e-4)
  }

  @Test(arguments: [(CGBitmapInfo.byteOrder16Little, 0), (.byteOrder16Big, 1)])
  func sixteenBitsStay(order: CGBitmapInfo, lowByte: Int) throws {
    var bytes = [UInt8](repeating: 0, count: 8)
    (bytes[lowByte], bytes[6], bytes[7]) = (1, 255, 255)
    let image = try image(bytes, bits: 16, .premultipliedLast, order, in: CGColorSpace.sRGB)
    #expect(Picture(image)[0, 0].distance(to: SIMD4<Float>(1 / 65535, 0, 0, 1)) < 1e-7)
  }

  @Test func imagesComeBackInTheirSpace() throws {
    let space = try #require(CGColorSpace(name: CGColorSpace.displayP3))
    let bytes: [UInt8] = [10, 200, 30, 255]
    let image = try image(bytes, bits: 8, .premultipliedLast)
    let same = CIContext().createCGImage(image, from: image.extent, format: .RGBA8, colorSpace: space)
    #expect(same?.dataProvider?.data.map { Array($0 as Data) } == bytes)
  }

  /// The image of one pixel of floats in Display P3.
  private func floats(_ pixel: SIMD4<Float>, isBitmap: Bool) throws -> CIImage {
    let data = withUnsafeBytes(of: pixel) { Data($0) }
    guard isBitmap else {
      return try image(Array(data), bits: 32, .premultipliedLast, [.floatComponents, .byteOrder32Little])
    }
    let space = CGColorSpace(name: CGColorSpace.displayP3)
    let size = CGSize(width: 1, height: 1)
    return CIImage(bitmapData: data, bytesPerRow: 16, size: size, format: .RGBAf, colorSpace: space)
  }

  /// An alpha whose reciprocal is infinite.
  private static let tiny = Float.leastNormalMagnitude / 16

  private static let strange: [SIMD4<Float>] = [
    SIMD4(0, 0, 0, tiny), SIMD4(tiny, 0, 0, tiny), SIMD4(.nan, .nan, .nan, 1), SIMD4(.nan, 0.5, 0, .nan),
    SIMD4(.infinity, .infinity, .infinity, 1), SIMD4(-.infinity, 0, .nan, 1),
  ]

  /// What is not a number counts as zero in every conversion, and pixels of images are finite.
  @Test(arguments: strange, [CIContext(), .plain])
  func componentsThatAreNoNumbersAreZero(pixel: SIMD4<Float>, context: CIContext) throws {
    let space = try #require(CGColorSpace(name: CGColorSpace.displayP3))
    for pixel in [pixel, SIMD4(repeating: .infinity)] {
      let picture = Picture(try floats(pixel, isBitmap: false), in: context)[0, 0]
      #expect((0..<4).allSatisfy { picture[$0].isFinite }, "\(picture)")
    }
    let bitmap = try floats(pixel, isBitmap: true)
    let matched = try #require(bitmap.matchedFromWorkingSpace(to: space)?.matchedToWorkingSpace(from: space))
    for image in [bitmap, matched] {
      let result = Picture(image, in: context)[0, 0]
      #expect((0..<4).allSatisfy { !result[$0].isNaN }, "\(result)")
    }
  }

  /// The floats of a table that exchanges colours and bends them.
  private static func table(_ count: Int, stride: Int) -> Data {
    var random = SplitMix64(seed: 5)
    var data = Data()
    for i in 0..<count * stride {
      let isAlpha = stride == 4 && i % 4 == 3
      let value = isAlpha ? 1 : Float.random(in: 0...1, using: &random)
      withUnsafeBytes(of: value) { data.append(contentsOf: $0) }
    }
    return data
  }

  /// The law: a filter in a space is the way to its components, the filter, and the way back, to the last bit.
  @Test(
    arguments: ["CIColorCubeWithColorSpace", "CIColorCurves", "CIColorCubesMixedWithMask"],
    [CIContext(), .plain]
  )
  func tablesAreLookedUpInTheirSpace(name: String, context: CIContext) throws {
    let space = try #require(CGColorSpace(name: CGColorSpace.displayP3))
    let cube = Self.table(27, stride: 4)
    let values: [String: Any] = [
      "inputCubeDimension": 3, "inputCubeData": cube, "inputCube0Data": cube, "inputCube1Data": cube,
      "inputCurvesData": Self.table(4, stride: 3),
    ]
    let filter = try #require(CIFilter(name: name))
    let image = Picture.image(16, 16) { SIMD4(UInt8($0 * 17), UInt8($1 * 17), UInt8($0 * $1), 255) }
    func output(_ image: CIImage, _ space: CGColorSpace?) throws -> CIImage {
      for (key, value) in values where filter.inputKeys.contains(key) { filter.setValue(value, forKey: key) }
      filter.setValue(image, forKey: kCIInputImageKey)
      filter.setValue(space, forKey: "inputColorSpace")
      return try #require(filter.outputImage)
    }
    let there = try #require(image.matchedFromWorkingSpace(to: space))
    let back = try output(there, nil).matchedToWorkingSpace(from: space)
    let expected = Picture(try #require(back), in: context).pixels
    #expect(Picture(try output(image, space), in: context).pixels == expected)
    #expect(Picture(image, in: context).pixels != expected)
  }

  @Test func componentsMatchTheWorkingSpace() throws {
    let space = try #require(CGColorSpace(name: CGColorSpace.displayP3))
    let matched = try #require(Picture.dot(1, 0, 0).matchedToWorkingSpace(from: space))
    #expect(Picture(matched, in: CIContext())[0, 0].distance(to: red) < 1e-4)
    let back = try #require(Picture.dot(1, 0, 0).matchedFromWorkingSpace(to: space))
    // The red of sRGB in Display P3.
    #expect(Picture(back, in: CIContext())[0, 0].distance(to: SIMD4(0.9175, 0.2003, 0.1386, 1)) < 1e-3)
    #expect(Picture.ramp.matchedToWorkingSpace(from: CGColorSpaceCreateDeviceGray()) == nil)
  }
}
