import ImageIO
import StrataRaster
import Testing

/// Files that say more than their pixels, and options that ask for less.
@Suite struct ImageFileOptionTests {
  /// A PNG of 3 by 2 pixels whose red is the number of the pixel, with chunks put before its pixels.
  private func png(_ chunks: [(String, [UInt8])] = [], width: Int = 3, height: Int = 2) throws -> Data {
    let buffer = PixelBuffer(width: width, height: height, format: .rgba8)
    for y in 0..<height {
      let row = buffer.row(y).assumingMemoryBound(to: SIMD4<UInt8>.self)
      for x in 0..<width { row[x] = SIMD4(UInt8(truncatingIfNeeded: (y * width + x) * 40), 0, 0, 255) }
    }
    var data = try ImageCodec.encode(buffer, as: .png, quality: 1, background: .zero)
    for (kind, bytes) in chunks.reversed() {
      // Checksums of chunks that are not needed are not looked at here.
      let size = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: bytes.count >> $0) }
      data.insert(contentsOf: size + Array(kind.utf8) + bytes + [0, 0, 0, 0], at: 33)
    }
    return data
  }

  private func exif(_ orientation: UInt8) -> [UInt8] {
    Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1, 1, 18, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]
  }

  private func reds(_ image: CGImage) -> [[Int]] {
    (0..<image.height).map { y in
      let row = image.pixels.row(y).assumingMemoryBound(to: SIMD4<UInt8>.self)
      return (0..<image.width).map { Int(row[$0].x) / 40 }
    }
  }

  @Test(
    .enabled(if: hasCodecs),
    arguments: [
      (1, [[0, 1, 2], [3, 4, 5]]), (2, [[2, 1, 0], [5, 4, 3]]), (3, [[5, 4, 3], [2, 1, 0]]),
      (4, [[3, 4, 5], [0, 1, 2]]), (5, [[0, 3], [1, 4], [2, 5]]), (6, [[3, 0], [4, 1], [5, 2]]),
      (7, [[5, 2], [4, 1], [3, 0]]), (8, [[2, 5], [1, 4], [0, 3]]),
    ]
  )
  func orientationsTurnPicturesUpright(orientation: Int, expected: [[Int]]) throws {
    let image = try CGImage(file: png())
    #expect(reds(image.upright(from: orientation)) == expected)
  }

  @Test(.enabled(if: hasCodecs)) func filesTellOrientationAndResolution() throws {
    let metre: [UInt8] = [0, 0, 0x0B, 0x13, 0, 0, 0x16, 0x26, 1]
    let file = try png([("eXIf", exif(6)), ("pHYs", metre)])
    let source = try #require(CGImageSourceCreateWithData(file as NSData, nil))
    let properties = try #require(CGImageSourceCopyPropertiesAtIndex(source, 0, nil))
    #expect((properties[kCGImagePropertyOrientation] as? NSNumber)?.intValue == 6)
    // 2835 pixels per metre are what 72 pixels per inch are written as; no whole number is written as 5670.
    #expect((properties[kCGImagePropertyDPIWidth] as? NSNumber)?.doubleValue == 72)
    #expect(abs(((properties[kCGImagePropertyDPIHeight] as? NSNumber)?.doubleValue ?? 0) - 144.018) < 1e-3)
    let turned = NSDictionary(dictionary: [
      kCGImageSourceCreateThumbnailWithTransform as String: true,
      kCGImageSourceCreateThumbnailFromImageIfAbsent as String: true,
    ])
    let thumbnail = try #require(CGImageSourceCreateThumbnailAtIndex(source, 0, turned))
    #expect(thumbnail.width == 2 && thumbnail.height == 3)
    for length in 0..<file.count { _ = ImageMetadata(file.prefix(length)) }
  }

  /// The law: an upright thumbnail is the thumbnail, turned.
  @Test(.enabled(if: hasCodecs), arguments: 1...8)
  func thumbnailsAreTurnedWhenTheyAreSmall(orientation: UInt8) throws {
    let file = try png([("eXIf", exif(orientation))], width: 37, height: 23)
    let source = try #require(CGImageSourceCreateWithData(file as NSData, nil))
    func thumbnail(isUpright: Bool) -> CGImage? {
      let options = NSDictionary(dictionary: [
        kCGImageSourceThumbnailMaxPixelSize as String: 10,
        kCGImageSourceCreateThumbnailWithTransform as String: isUpright,
        kCGImageSourceCreateThumbnailFromImageAlways as String: true,
      ])
      return CGImageSourceCreateThumbnailAtIndex(source, 0, options)
    }
    func levels(_ image: CGImage) -> [[UInt8]] {
      (0..<image.height).map { y in
        let row = image.pixels.row(y).assumingMemoryBound(to: SIMD4<UInt8>.self)
        return (0..<image.width).map { row[$0].x }
      }
    }
    let upright = try #require(thumbnail(isUpright: true))
    let small = try #require(thumbnail(isUpright: false))
    #expect(small.width == 10 && small.height == 6)
    #expect(levels(upright) == levels(small.upright(from: Int(orientation))))
  }

  @Test func jpegHeadersTellOrientationAndResolution() {
    var bytes: [UInt8] =
      [0xFF, 0xD8, 0xFF, 0xE0, 0, 16] + Array("JFIF".utf8) + [0, 1, 2, 1, 0, 96, 0, 48, 0, 0]
    let block = Array("Exif".utf8) + [0, 0] + exif(8)
    bytes += [0xFF, 0xE1, 0, UInt8(block.count + 2)] + block + [0xFF, 0xD9]
    #expect(ImageMetadata(Data(bytes)).orientation == 8)
    #expect(ImageMetadata(Data(bytes)).resolution == SIMD2(96, 48))
    for length in 0..<bytes.count { _ = ImageMetadata(Data(bytes.prefix(length))) }
  }

  @Test(.enabled(if: hasCodecs)) func incrementalSourcesGrow() throws {
    let file = try png()
    let source = CGImageSourceCreateIncremental(nil)
    #expect(CGImageSourceGetStatus(source) == .statusReadingHeader && CGImageSourceGetCount(source) == 0)
    CGImageSourceUpdateData(source, file.prefix(40) as NSData, false)
    #expect(CGImageSourceGetStatus(source) == .statusIncomplete && CGImageSourceGetCount(source) == 1)
    #expect(CGImageSourceCreateImageAtIndex(source, 0, nil) == nil)
    CGImageSourceUpdateData(source, file as NSData, true)
    #expect(CGImageSourceGetStatusAtIndex(source, 0) == .statusComplete)
    #expect(CGImageSourceCreateImageAtIndex(source, 0, nil)?.width == 3)
    CGImageSourceUpdateData(source, Data() as NSData, true)
    #expect(CGImageSourceGetCount(source) == 1)
  }

  @Test(.enabled(if: hasCodecs)) func sizesAreLimitedOnTheWayInAndOut() throws {
    let buffer = PixelBuffer(width: 64, height: 32, format: .rgba8)
    let data = NSMutableData()
    let consumer = try #require(CGDataConsumer(data: data))
    let target = try #require(
      CGImageDestinationCreateWithDataConsumer(consumer, "public.png" as NSString, 1, nil)
    )
    let small = NSDictionary(dictionary: [kCGImageDestinationImageMaxPixelSize as String: 16])
    CGImageDestinationAddImage(target, CGImage(pixels: buffer), small)
    #expect(CGImageDestinationFinalize(target))
    let source = try #require(CGImageSourceCreateWithData(data, nil))
    let whole = try #require(CGImageSourceCreateImageAtIndex(source, 0, nil))
    #expect(whole.width == 16 && whole.height == 8)
    let quarter = NSDictionary(dictionary: [kCGImageSourceSubsampleFactor as String: 4])
    #expect(CGImageSourceCreateImageAtIndex(source, 0, quarter)?.width == 4)
  }
}
