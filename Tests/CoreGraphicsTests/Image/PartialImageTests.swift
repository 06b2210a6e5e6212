import ImageIO
import StrataBase
import StrataRaster
import Testing

/// Files that end too early, and files that are still arriving.
@Suite(.enabled(if: hasCodecs)) struct PartialImageTests {
  /// A picture of 64 by 256 pixels that is hard to compress, red of at least 128.
  private func file(_ format: ImageFormat) throws -> Data {
    let pixels = PixelBuffer(width: 64, height: 256, format: .rgba8)
    var random = SplitMix64(seed: 3)
    for y in 0..<256 {
      let row = pixels.row(y).assumingMemoryBound(to: SIMD4<UInt8>.self)
      for x in 0..<64 {
        let noise = UInt8(truncatingIfNeeded: random.next() >> 8)
        row[x] = SIMD4(128 | noise, noise, noise, 255)
      }
    }
    return try ImageCodec.encode(pixels, as: format)
  }

  private func red(_ image: CGImage, _ y: Int) -> UInt8 {
    image.pixels.row(y).assumingMemoryBound(to: SIMD4<UInt8>.self)[32].x
  }

  @Test(arguments: [ImageFormat.png, .jpeg])
  fileprivate func rowsBeforeTheEndAreShown(format: ImageFormat) throws {
    let data = try file(format)
    let half = data.prefix(data.count / 2)
    let source = try #require(CGImageSourceCreateWithData(half as CFData, nil))
    #expect(CGImageSourceGetStatus(source) == .statusUnexpectedEOF)
    #expect(CGImageSourceGetStatusAtIndex(source, 0) == .statusUnexpectedEOF)
    let now = [kCGImageSourceShouldCacheImmediately: true] as CFDictionary
    for options in [nil, now] {
      let image = try #require(CGImageSourceCreateImageAtIndex(source, 0, options))
      #expect(image.width == 64 && image.height == 256)
      #expect(red(image, 8) >= 100 && red(image, 96) >= 100, "\(format)")
      // Missing rows of an image without alpha are black.
      let last = image.pixels.row(255).assumingMemoryBound(to: SIMD4<UInt8>.self)[32]
      #expect(last == SIMD4(0, 0, 0, 255), "\(format)")
    }
    let whole = try #require(CGImageSourceCreateWithData(data as CFData, nil))
    #expect(CGImageSourceGetStatus(whole) == .statusComplete)
  }

  @Test(arguments: [ImageFormat.png, .jpeg])
  fileprivate func imagesGrowWhileTheyArrive(format: ImageFormat) throws {
    let data = try file(format)
    let source = CGImageSourceCreateIncremental(nil)
    CGImageSourceUpdateData(source, data.prefix(data.count * 3 / 4) as CFData, false)
    #expect(CGImageSourceGetStatus(source) == .statusIncomplete)
    #expect(CGImageSourceGetStatusAtIndex(source, 0) == .statusIncomplete)
    let part = try #require(CGImageSourceCreateImageAtIndex(source, 0, nil))
    #expect(red(part, 128) >= 100 && red(part, 255) < 100, "\(format)")
    CGImageSourceUpdateData(source, data as CFData, false)
    #expect(CGImageSourceGetStatusAtIndex(source, 0) == .statusComplete)
    CGImageSourceUpdateData(source, data as CFData, true)
    #expect(CGImageSourceGetStatus(source) == .statusComplete)
    let whole = try #require(CGImageSourceCreateImageAtIndex(source, 0, nil))
    #expect(red(whole, 255) >= 100, "\(format)")
  }

  @Test(arguments: [
    ImageFixtures.interlaced, ImageFixtures.jpegProgressive, ImageFixtures.jpegCMYK, ImageFixtures.webP,
  ])
  func everyBeginningOfAFileIsSafe(data: Data) {
    #expect(ImageExtent(data) == .whole)
    for length in 0..<data.count {
      let part = Data(data.prefix(length))
      #expect(ImageExtent(part) != .whole)
      _ = try? CGImage(file: part).pixels
    }
  }
}
