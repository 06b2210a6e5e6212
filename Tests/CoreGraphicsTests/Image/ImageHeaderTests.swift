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

  /// ITU-T T.81, B.1.1.2: any marker may be preceded by fill bytes.
  @Test func segmentsOfJPEGsMayFollowFillBytes() throws {
    let tiff: [UInt8] = [
      0x49, 0x49, 0x2A, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0,
    ]
    let body = Array("Exif\0\0".utf8) + tiff
    let plain = ImageFixtures.jpegGray
    for fill in 0..<3 {
      let marker = [UInt8](repeating: 0xFF, count: fill + 1) + [0xE1, 0, UInt8(body.count + 2)]
      let file = plain.prefix(2) + marker + body + plain.dropFirst(2)
      #expect(ImageMetadata(file).orientation == 6, "\(fill)")
      #expect(try ImageHeader(file).width == 8 && ImageHeader(file).isGray)
    }
    #expect(throws: ImageError.damaged(.jpeg, "a marker is missing at byte 4")) {
      try ImageHeader(Data([0xFF, 0xD8, 0xFF, 0x01, 0, 0, 0, 0]))
    }
    for end in [[0xD9, 0, 0, 0], [0xDA, 0, 2, 0]] as [[UInt8]] {
      #expect(throws: ImageError.damaged(.jpeg, "it has no frame header")) {
        try ImageHeader(Data([0xFF, 0xD8, 0xFF] + end))
      }
    }
    #expect(throws: ImageError.damaged(.jpeg, "it ends before its frame header")) {
      try ImageHeader(plain.prefix(6))
    }
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
