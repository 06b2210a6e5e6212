import ImageIO
import StrataRaster
import Testing

@Suite struct ImageIOTests {
  @Test("SC-43: images are read through a source")
  func source() throws {
    let source = try #require(CGImageSourceCreateWithData(ImageFixtures.rgba as CFData, nil))
    #expect(CGImageSourceGetCount(source) == 1 && CGImageSourceGetType(source) as String? == "public.png")
    let properties = CGImageSourceCopyPropertiesAtIndex(source, 0, nil)
    #expect(properties?[kCGImagePropertyPixelWidth] as? Int == 2)
    #expect(properties?[kCGImagePropertyHasAlpha] as? Bool == true)
    let image = CGImageSourceCreateImageAtIndex(source, 0, nil)
    #expect(image?.width == 2)
    #expect(image?.height == 1)
    #expect(image?.utType as String? == "public.png")
    #expect(CGImageSourceCreateImageAtIndex(source, 1, nil) == nil)
  }

  @Test func otherBytesHaveNoImage() throws {
    let source = try #require(CGImageSourceCreateWithData(Data("no image".utf8) as CFData, nil))
    #expect(CGImageSourceGetCount(source) == 0 && CGImageSourceGetType(source) == nil)
    #expect(CGImageSourceGetStatus(source) == .statusUnknownType)
    #expect(CGImageSourceCreateImageAtIndex(source, 0, nil) == nil)
    #expect(CGImageSourceCopyPropertiesAtIndex(source, 0, nil) == nil)
    #expect(CGImageSourceCreateWithURL(URL(fileURLWithPath: "/nowhere/at/all") as CFURL, nil) == nil)
    #expect(CGImageSourceCreateWithData(Data() as CFData, nil) == nil)
  }

  @Test(.enabled(if: hasCodecs)) func imagesAreWrittenThroughADestination() throws {
    let pixels = PixelBuffer(width: 2, height: 2, format: .rgba8)
    pixels.base.storeBytes(of: 0xFF20_40FF, as: UInt32.self)
    let image = CGImage(pixels: pixels)
    let bytes = NSMutableData()
    let destination = try #require(CGImageDestinationCreateWithData(bytes, "public.png" as CFString, 1, nil))
    #expect(!CGImageDestinationFinalize(destination))
    CGImageDestinationAddImage(destination, image, nil)
    #expect(CGImageDestinationFinalize(destination) && !CGImageDestinationFinalize(destination))
    let source = CGImageSourceCreateWithData(bytes, nil)
    let back = source.flatMap { CGImageSourceCreateImageAtIndex($0, 0, nil) }
    #expect(back?.pixels.base.load(as: UInt32.self) == 0xFF20_40FF)

    let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).jpg")
    defer { try? FileManager.default.removeItem(at: url) }
    let file = try #require(CGImageDestinationCreateWithURL(url as CFURL, "public.jpeg" as CFString, 1, nil))
    CGImageDestinationAddImage(file, image, [kCGImageDestinationLossyCompressionQuality: 0.5] as CFDictionary)
    #expect(CGImageDestinationFinalize(file))
    #expect(CGImageSourceCreateWithURL(url as CFURL, nil).map(CGImageSourceGetCount) == 1)
  }

  @Test(.enabled(if: hasCodecs)) func whatAFunctionDoesNotTakeIsAFailure() throws {
    for taken in [0, 1, Int.max] {
      var callbacks = CGDataConsumerCallbacks(putBytes: { min($2, taken) }, releaseConsumer: nil)
      let consumer = try #require(CGDataConsumer(info: nil, cbks: &callbacks))
      #expect(try isWritten(to: consumer) == (taken == Int.max))
    }
  }

  @Test(.enabled(if: hasCodecs)) func filesThatCannotBeWrittenAreAFailure() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("gone-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    let url = folder.appendingPathComponent("image.png")
    let consumer = try #require(CGDataConsumer(url: url as NSURL))
    #expect(try isWritten(to: consumer))
    #expect(try CGImage(file: Data(contentsOf: url)).width == 1)
    try FileManager.default.removeItem(at: folder)
    #expect(try !isWritten(to: consumer))
  }

  /// Writes an image; returns what finalizing its destination does.
  private func isWritten(to consumer: CGDataConsumer) throws -> Bool {
    let destination = CGImageDestinationCreateWithDataConsumer(consumer, "public.png" as CFString, 1, nil)
    let target = try #require(destination)
    CGImageDestinationAddImage(target, CGImage(pixels: PixelBuffer(width: 1, height: 1, format: .rgba8)), nil)
    return CGImageDestinationFinalize(target)
  }

  @Test func unknownTypesAndSeveralImagesAreRefused() {
    #expect(CGImageDestinationCreateWithData(NSMutableData(), "public.tiff" as CFString, 1, nil) == nil)
    #expect(CGImageDestinationCreateWithData(NSMutableData(), "public.png" as CFString, 2, nil) == nil)
  }

  @Test(.enabled(if: hasCodecs)) func thumbnailsKeepTheProportions() throws {
    let data = try ImageCodec.encode(PixelBuffer(width: 40, height: 20, format: .rgba8), as: .png)
    let source = try #require(CGImageSourceCreateWithData(data as CFData, nil))
    let options = NSDictionary(dictionary: [
      kCGImageSourceThumbnailMaxPixelSize as String: 10,
      kCGImageSourceCreateThumbnailFromImageAlways as String: true,
    ])
    let small = CGImageSourceCreateThumbnailAtIndex(source, 0, options)
    #expect(small?.width == 10 && small?.height == 5)
  }
}
