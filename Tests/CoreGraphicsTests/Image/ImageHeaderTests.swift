import CoreGraphics
import StrataBase
import StrataRaster
import Testing

@Suite struct ImageHeaderTests {
  @Test func headersAreReadWithoutDecoding() throws {
    let png = try ImageHeader(ImageFixtures.palette)
    #expect(png.format == .png)
    #expect(png.width == 4)
    #expect(png.height == 1)
    #expect(png.depth == 2)
    #expect(png.isIndexed && png.hasAlpha)
    #expect(try ImageHeader(ImageFixtures.grayAlpha).hasAlpha && ImageHeader(ImageFixtures.colorKey).hasAlpha)
    #expect(try !ImageHeader(ImageFixtures.rgb16).hasAlpha && ImageHeader(ImageFixtures.rgb16).depth == 16)
    let jpeg = try ImageHeader(ImageFixtures.jpegGray)
    #expect(jpeg.format == .jpeg)
    #expect(jpeg.width == 8)
    #expect(jpeg.height == 8)
    #expect(jpeg.isGray && !jpeg.isCMYK)
    let webP = try ImageHeader(ImageFixtures.webP)
    #expect(webP.format == .webP)
    #expect(webP.width == 4)
    #expect(webP.height == 3)
  }

  @Test func otherBytesAreNoImage() {
    #expect(throws: ImageError.unknownFormat) { try ImageHeader(Data()) }
    #expect(throws: ImageError.unknownFormat) { try ImageHeader(Data("GIF89a, not known here".utf8)) }
  }

  @Test func moreThanTheAllowedPixelsAreRefused() {
    var bytes = ImageFixtures.gray8
    bytes.replaceSubrange(16..<24, with: [0, 1, 0, 0, 0, 1, 0, 0])
    #expect(throws: ImageError.tooManyPixels(width: 65536, height: 65536, limit: CGImage.pixelLimit)) {
      try ImageCodec.header(of: bytes)
    }
    #expect(throws: ImageError.tooManyPixels(width: 4, height: 1, limit: 3)) {
      try CGImage(file: ImageFixtures.palette, pixelLimit: 3)
    }
  }

  @Test("Any bytes give a header or an error, never a crash")
  func fuzzedHeaders() {
    var random = SplitMix64(seed: 42)
    let files = [
      ImageFixtures.palette, ImageFixtures.jpegProgressive, ImageFixtures.webP, ImageFixtures.webPAnimation,
    ]
    for _ in 0..<20000 {
      var bytes = files[Int(random.next() % UInt64(files.count))]
      bytes = bytes.prefix(Int(random.next() % UInt64(bytes.count + 1)))
      for _ in 0..<random.next() % 4 where !bytes.isEmpty {
        bytes[bytes.startIndex + Int(random.next() % UInt64(bytes.count))] = UInt8(
          truncatingIfNeeded: random.next()
        )
      }
      if let header = try? ImageHeader(bytes) { #expect(header.width > 0 && header.height > 0) }
    }
  }
}
