import ImageIO
import StrataRaster
import Testing

/// Pictures that are decoded at a part of their size.
@Suite struct ReducedImageTests {
  /// A JPEG with slow waves.
  private func photograph(_ width: Int, _ height: Int, orientation: Int = 1) throws -> CGImageSource {
    let pixels = PixelBuffer(width: width, height: height, format: .rgba8)
    for y in 0..<height {
      let row = pixels.row(y).assumingMemoryBound(to: SIMD4<UInt8>.self)
      for x in 0..<width {
        let (u, v) = (Double(x) / 200, Double(y) / 160)
        row[x] = SIMD4(
          UInt8(128 + 100 * sin(u) * cos(v)),
          UInt8(128 + 90 * cos(u + v)),
          UInt8(128 + 80 * sin(u - v)),
          255
        )
      }
    }
    let bytes = NSMutableData()
    let target = try #require(CGImageDestinationCreateWithData(bytes, "public.jpeg" as CFString, 1, nil))
    let options = [kCGImagePropertyOrientation: orientation] as CFDictionary
    CGImageDestinationAddImage(target, CGImage(pixels: pixels), options)
    #expect(CGImageDestinationFinalize(target))
    return try #require(CGImageSourceCreateWithData(bytes, nil))
  }

  private func thumbnail(_ source: CGImageSource, _ side: Int, isUpright: Bool = false) -> CGImage? {
    let options =
      [
        kCGImageSourceThumbnailMaxPixelSize: side, kCGImageSourceCreateThumbnailFromImageAlways: true,
        kCGImageSourceCreateThumbnailWithTransform: isUpright,
      ] as CFDictionary
    return CGImageSourceCreateThumbnailAtIndex(source, 0, options)
  }

  private func reduced(_ data: Data, _ factor: Int) throws -> CGImage {
    let source = try #require(CGImageSourceCreateWithData(data as CFData, nil))
    let options = [kCGImageSourceSubsampleFactor: factor] as CFDictionary
    return try #require(CGImageSourceCreateImageAtIndex(source, 0, options))
  }

  private func levels(_ image: CGImage) -> [SIMD4<Int>] {
    (0..<image.height).flatMap { y in
      let row = image.pixels.row(y).assumingMemoryBound(to: SIMD4<UInt8>.self)
      return (0..<image.width).map { SIMD4<Int>(truncatingIfNeeded: row[$0]) }
    }
  }

  private func mean(_ levels: [SIMD4<Int>]) -> SIMD4<Double> {
    SIMD4<Double>(levels.reduce(.zero, &+)) / Double(levels.count)
  }

  @Test func theDecoderLeavesTwiceTheSize() throws {
    let jpeg = try ImageHeader(ImageFixtures.jpegRGB)
    #expect(jpeg.size(dividedBy: 8) == SIMD2(1, 1) && jpeg.size(dividedBy: 3) == SIMD2(3, 3))
    #expect(jpeg.divisor(for: SIMD2(1, 1)) == 4 && jpeg.divisor(for: SIMD2(2, 2)) == 2)
    #expect(jpeg.divisor(for: SIMD2(2, 3)) == 1 && jpeg.divisor(for: SIMD2(8, 8)) == 1)
    #expect(try ImageHeader(ImageFixtures.interlaced).divisor(for: SIMD2(1, 1)) == 1)
  }

  @Test(.enabled(if: hasCodecs), arguments: [20, 40, 41, 80, 100, 160, 400])
  func thumbnailsAreNearThoseOfTheWhole(side: Int) throws {
    let source = try photograph(643, 481)
    let small = try #require(thumbnail(source, side))
    let whole = try #require(CGImageSourceCreateImageAtIndex(source, 0, nil))
    let context = try #require(
      CGContext(
        data: nil,
        width: small.width,
        height: small.height,
        bitsPerComponent: 8,
        bytesPerRow: 0,
        space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
      )
    )
    context.interpolationQuality = .high
    context.draw(whole, in: CGRect(x: 0, y: 0, width: small.width, height: small.height))
    let expected = try #require(context.makeImage())
    #expect(small.width == side)
    let sum = zip(levels(small), levels(expected)).reduce(0) { sum, pair in
      let difference = pair.0 &- pair.1
      return sum + (0..<4).reduce(0) { $0 + abs(difference[$1]) }
    }
    #expect(Double(sum) / Double(small.width * small.height * 4) < 1)
  }

  @Test(.enabled(if: hasCodecs), arguments: 1...8)
  func uprightThumbnailsAreTurned(orientation: Int) throws {
    let source = try photograph(321, 200, orientation: orientation)
    let upright = try #require(thumbnail(source, 40, isUpright: true))
    let small = try #require(thumbnail(source, 40))
    #expect(small.width == 40 && small.height == 25)
    #expect(levels(upright) == levels(small.upright(from: orientation)))
  }

  @Test(
    .enabled(if: hasCodecs),
    arguments: [
      ImageFixtures.jpegGray, ImageFixtures.jpegRGB, ImageFixtures.jpegCMYK, ImageFixtures.jpegProgressive,
    ]
  )
  func filesOfAnyKindAreReduced(data: Data) throws {
    let whole = try mean(levels(CGImage(file: data)))
    for (factor, side) in [(2, 4), (4, 2), (8, 1)] {
      let image = try reduced(data, factor)
      #expect(image.width == side && image.height == side)
      #expect(image.utType as String? == "public.jpeg")
      #expect((try? image.decodeNow()) != nil)
      let difference = mean(levels(image)) - whole
      #expect(all(difference .< 2) && all(difference .> -2), "\(factor)")
    }
    #expect(try reduced(data, 3).width == 8 && reduced(data, 1).width == 8)
  }

  @Test(.enabled(if: hasCodecs)) func aFileThatEndsTooEarlyShowsWhatIsThere() throws {
    let whole = try photograph(640, 480)
    let bytes = try #require(CGImageSourceCreateImageAtIndex(whole, 0, nil)?.file?.data)
    let half = bytes.prefix(bytes.count / 2)
    let source = try #require(CGImageSourceCreateWithData(half as CFData, nil))
    for image in [thumbnail(source, 64), try reduced(half, 8), try reduced(half, 2)] {
      let image = try #require(image)
      let pixels = levels(image)
      #expect(mean(Array(pixels.prefix(image.width)))[1] > 20)
      // Missing rows of an image without alpha are black.
      #expect(pixels.last == SIMD4(0, 0, 0, 255))
    }
    for length in 0..<ImageFixtures.jpegProgressive.count {
      let part = Data(ImageFixtures.jpegProgressive.prefix(length))
      _ = try? CGImage(jpeg: part, dividedBy: 4).pixels
    }
  }

  @Test func propertiesTellTheColourModel() throws {
    for (data, model) in [
      (ImageFixtures.jpegGray, kCGImagePropertyColorModelGray),
      (ImageFixtures.jpegRGB, kCGImagePropertyColorModelRGB),
      (ImageFixtures.jpegCMYK, kCGImagePropertyColorModelCMYK),
    ] {
      let source = try #require(CGImageSourceCreateWithData(data as CFData, nil))
      let properties = try #require(CGImageSourceCopyPropertiesAtIndex(source, 0, nil))
      #expect(properties[kCGImagePropertyColorModel] as? String == model as String)
    }
  }
}
