import CoreGraphics
import StrataBase
import StrataRaster
import Testing

#if ImageCodecs
  let hasCodecs = true
#else
  let hasCodecs = false
#endif

@Suite(.enabled(if: hasCodecs)) struct CodecTests {
  private func decoded(_ data: Data) throws -> CGImage { CGImage(pixels: try ImageCodec.decode(data)) }

  @Test func everyKindOfPNGIsRead() throws {
    let bits = try decoded(ImageFixtures.gray1)
    #expect((0..<3).map { pixel(bits, $0, 0)[0] } == [255, 0, 255])
    #expect(pixel(bits, 1, 1) == [255, 255, 255, 255])
    #expect(pixel(try decoded(ImageFixtures.gray8), 0, 1) == [128, 128, 128, 255])
    let grayAlpha = try decoded(ImageFixtures.grayAlpha)
    #expect(pixel(grayAlpha, 0, 0) == [128, 128, 128, 128] && pixel(grayAlpha, 1, 0) == [0, 0, 0, 0])
    #expect(pixel(try decoded(ImageFixtures.rgb), 1, 0) == [0, 128, 255, 255])
    let rgba = try decoded(ImageFixtures.rgba)
    #expect(pixel(rgba, 0, 0) == [128, 0, 0, 128] && pixel(rgba, 1, 0) == [10, 20, 30, 255])
    let palette = try decoded(ImageFixtures.palette)
    #expect(
      (0..<4).map { pixel(palette, $0, 0) } == [
        [255, 0, 0, 255], [0, 0, 0, 0], [0, 0, 128, 128], [9, 8, 7, 255],
      ]
    )
    let key = try decoded(ImageFixtures.colorKey)
    #expect(pixel(key, 0, 0) == [0, 0, 0, 0] && pixel(key, 1, 0) == [4, 5, 6, 255])
  }

  // 0x1234 / 257 = 18.1, 0xABCD / 257 = 171.2, 0x00FF / 257 = 0.99.
  @Test func sixteenBitsAreRounded() throws {
    let image = try decoded(ImageFixtures.rgb16)
    #expect(pixel(image, 0, 0) == [255, 128, 0, 255] && pixel(image, 1, 0) == [18, 171, 1, 255])
    #expect(pixel(try decoded(ImageFixtures.rgba16), 0, 0) == [255, 128, 0, 255])
  }

  @Test func interlacedRowsComeToTheirPlaces() throws {
    let image = try decoded(ImageFixtures.interlaced)
    for y in 0..<8 { for x in 0..<8 { #expect(pixel(image, x, y)[0] == UInt8((y * 8 + x) * 3)) } }
  }

  // Display P3's red lies outside of sRGB and is clamped; its green and blue parts are negative there.
  @Test func aDisplayP3ProfileIsRecognised() throws {
    #expect(pixel(try decoded(ImageFixtures.displayP3), 0, 0) == [255, 0, 0, 255])
  }

  @Test func jpegsOfEveryModelAreRead() throws {
    func near(_ data: Data, _ expected: [UInt8]) throws -> Bool {
      zip(pixel(try decoded(data), 3, 3), expected).allSatisfy { abs(Int($0) - Int($1)) <= 2 }
    }
    #expect(try near(ImageFixtures.jpegGray, [100, 100, 100, 255]))
    #expect(try near(ImageFixtures.jpegRGB, [200, 100, 50, 255]))
    #expect(try near(ImageFixtures.jpegCMYK, [255, 0, 255, 255]))
    #expect(try near(ImageFixtures.jpegProgressive, [0, 0, 255, 255]))
  }

  @Test func webPIsReadAndAnimationsAreNamed() throws {
    #expect(pixel(try decoded(ImageFixtures.webP), 3, 2) == [10, 200, 30, 255])
    #expect(throws: ImageError.unsupported(.webP, "an animation")) {
      try ImageCodec.decode(ImageFixtures.webPAnimation)
    }
  }

  @Test("CAML 3.5: A8asL8 takes the gray of a file as the alpha of a mask")
  func grayAsAlpha() throws {
    let mask = try CGImage(grayFileAsAlpha: ImageFixtures.gray8)
    #expect(mask.alphaInfo == .alphaOnly && mask.pixels.format == .alpha8)
    #expect(
      pixel(mask, 0, 0) + pixel(mask, 1, 0) + pixel(mask, 0, 1) + pixel(mask, 1, 1) == [0, 64, 128, 255]
    )
    let written = try ImageCodec.encode(mask.pixels, as: .png, alphaAsGray: true)
    #expect(try ImageHeader(written).isGray)
    #expect(pixel(try CGImage(grayFileAsAlpha: written), 1, 0) == [64])
  }

  /// A picture with every level, opaque or with straight colours that survive premultiplication.
  private func sample(isOpaque: Bool) -> PixelBuffer {
    let buffer = PixelBuffer(width: 37, height: 23, format: .rgba8)
    for y in 0..<23 {
      for x in 0..<37 {
        let alpha: UInt8 = isOpaque || x % 3 > 0 ? 255 : y % 2 == 0 ? 0 : 128
        let color = SIMD4(UInt8(x * 6), UInt8(y * 11), UInt8((x * y) % 256), 255)
        let scaled = SIMD4<UInt16>(truncatingIfNeeded: color) &* UInt16(alpha) / 255
        let pixel = alpha == 255 ? color : SIMD4<UInt8>(truncatingIfNeeded: scaled)
        buffer.base.storeBytes(
          of: SIMD4(pixel.x, pixel.y, pixel.z, alpha),
          toByteOffset: y * buffer.rowBytes + x * 4,
          as: SIMD4<UInt8>.self
        )
      }
    }
    return buffer
  }

  private func differences(_ a: PixelBuffer, _ b: PixelBuffer) -> [Int] {
    var result: [Int] = []
    for y in 0..<a.height {
      for x in 0..<a.width * 4 {
        let (p, q) = (
          a.row(y).load(fromByteOffset: x, as: UInt8.self), b.row(y).load(fromByteOffset: x, as: UInt8.self)
        )
        result.append(abs(Int(p) - Int(q)))
      }
    }
    return result
  }

  @Test(arguments: [true, false])
  func losslessFormatsGiveThePixelsBack(isOpaque: Bool) throws {
    let source = sample(isOpaque: isOpaque)
    for format in [ImageFormat.png, .webP] {
      let data = try ImageCodec.encode(source, as: format, quality: 1)
      #expect(ImageHeader.format(of: data) == format)
      let result = try ImageCodec.decode(data)
      #expect(differences(source, result).allSatisfy { $0 == 0 }, "\(format)")
    }
  }

  @Test func lossyFormatsComeNearAndQualityCosts() throws {
    let source = sample(isOpaque: true)
    for format in [ImageFormat.jpeg, .webP] {
      let good = try ImageCodec.encode(source, as: format, quality: 0.95)
      let poor = try ImageCodec.encode(source, as: format, quality: 0.1)
      #expect(poor.count < good.count)
      let errors = differences(source, try ImageCodec.decode(good))
      #expect(Double(errors.reduce(0, +)) / Double(errors.count) < 8, "\(format)")
    }
  }

  @Test func transparentPixelsOfAJPEGShowTheBackground() throws {
    let clear = PixelBuffer(width: 8, height: 8, format: .rgba8)
    #expect(pixel(try decoded(ImageCodec.encode(clear, as: .jpeg)), 4, 4) == [255, 255, 255, 255])
    let black = try ImageCodec.encode(clear, as: .jpeg, background: .zero)
    #expect(pixel(try decoded(black), 4, 4) == [0, 0, 0, 255])
  }

  @Test func halfFloatsAreClampedOnWriting() throws {
    let buffer = PixelBuffer(width: 1, height: 1, format: .rgba16f)
    buffer.base.storeBytes(of: SIMD4<Float16>(1.5, -1, 0.5, 1), as: SIMD4<Float16>.self)
    #expect(pixel(try decoded(ImageCodec.encode(buffer, as: .png)), 0, 0) == [255, 0, 128, 255])
  }

  @Test func filesThatAreCutOffSayWhy() throws {
    for (file, format) in [
      (ImageFixtures.interlaced, ImageFormat.png), (ImageFixtures.jpegRGB, .jpeg),
      (ImageFixtures.webP, .webP),
    ] {
      let cut = file.prefix(file.count - (format == .webP ? 4 : 40))
      do {
        _ = try ImageCodec.decode(Data(cut))
        Issue.record("\(format) was read although it is cut off")
      } catch {
        guard case .damaged(format, let reason) = error else {
          Issue.record("\(error)")
          continue
        }
        #expect(!reason.isEmpty && "\(error)".contains("\(format)"))
      }
    }
    // The image itself is black then, as it has no alpha, and keeps its size.
    let image = try CGImage(file: Data(ImageFixtures.jpegRGB.dropLast(40)))
    #expect(image.width == 8 && pixel(image, 0, 0) == [0, 0, 0, 255])
    #expect(throws: ImageError.self) {
      try CGImage(file: Data(ImageFixtures.jpegRGB.dropLast(40))).decodeNow()
    }
  }

  @Test("Damaged files give pixels or an error, never a crash")
  func fuzzedFiles() {
    var random = SplitMix64(seed: 7)
    let files = [
      ImageFixtures.palette, ImageFixtures.interlaced, ImageFixtures.displayP3, ImageFixtures.jpegProgressive,
      ImageFixtures.jpegCMYK, ImageFixtures.webP,
    ]
    for _ in 0..<3000 {
      var bytes = files[Int(random.next() % UInt64(files.count))]
      for _ in 0...random.next() % 3 {
        bytes[bytes.startIndex + Int(random.next() % UInt64(bytes.count))] = UInt8(
          truncatingIfNeeded: random.next()
        )
      }
      if random.next() % 2 == 0 { bytes = bytes.prefix(Int(random.next() % UInt64(bytes.count))) }
      _ = try? ImageCodec.decode(Data(bytes), pixelLimit: 1 << 16)
    }
  }

  @Test func imagesDecodeOnceOnAnyThread() async throws {
    let image = try CGImage(file: ImageFixtures.interlaced)
    let buffers = await withTaskGroup(of: ObjectIdentifier.self) { group in
      for _ in 0..<8 { group.addTask { ObjectIdentifier(image.pixels) } }
      return await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(buffers.count == 1)
  }
}
