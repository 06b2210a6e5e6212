import ImageIO
import StrataRaster
import Testing

/// Orientation and resolution on their way into files.
@Suite(.enabled(if: hasCodecs)) struct MetadataWritingTests {
  private func image() -> CGImage { CGImage(pixels: PixelBuffer(width: 5, height: 3, format: .rgba8)) }

  private func written(
    _ type: String,
    _ add: (CGImageDestination) -> Void
  ) throws -> CGImageSource {
    let bytes = NSMutableData()
    let target = try #require(CGImageDestinationCreateWithData(bytes, type as CFString, 1, nil))
    add(target)
    #expect(CGImageDestinationFinalize(target))
    return try #require(CGImageSourceCreateWithData(bytes, nil))
  }

  private func number(_ source: CGImageSource, _ key: CFString) -> Double? {
    (CGImageSourceCopyPropertiesAtIndex(source, 0, nil)?[key] as? NSNumber)?.doubleValue
  }

  @Test(arguments: ["public.png", "public.jpeg", "org.webmproject.webp"])
  func propertiesAreWritten(type: String) throws {
    let properties: [String: Any] = [
      kCGImagePropertyOrientation as String: 6, kCGImagePropertyDPIWidth as String: 300,
      kCGImagePropertyDPIHeight as String: 150,
    ]
    let source = try written(type) {
      CGImageDestinationAddImage($0, image(), NSDictionary(dictionary: properties))
    }
    #expect(number(source, kCGImagePropertyOrientation) == 6)
    // PNG counts pixels per metre, which are whole numbers.
    #expect(number(source, kCGImagePropertyDPIWidth) == 300)
    #expect(number(source, kCGImagePropertyDPIHeight) == 150)
    let all = try #require(CGImageSourceCopyPropertiesAtIndex(source, 0, nil))
    let details = try #require(all[kCGImagePropertyTIFFDictionary] as? [String: Any])
    #expect((details[kCGImagePropertyTIFFOrientation as String] as? NSNumber)?.intValue == 6)
    // The picture is as it was.
    let back = try #require(CGImageSourceCreateImageAtIndex(source, 0, nil))
    #expect(back.width == 5 && back.height == 3)
    #expect((try? back.decodeNow()) != nil)
    #expect(CGImageSourceGetStatus(source) == .statusComplete)
  }

  @Test(arguments: ["public.png", "public.jpeg", "org.webmproject.webp"])
  func imagesOfASourceKeepItsProperties(type: String) throws {
    let turned = NSDictionary(dictionary: [kCGImagePropertyOrientation as String: 8])
    let first = try written("public.jpeg") { CGImageDestinationAddImage($0, image(), turned) }
    let second = try written(type) { CGImageDestinationAddImageFromSource($0, first, 0, nil) }
    #expect(number(second, kCGImagePropertyOrientation) == 8)
    let upright = NSDictionary(dictionary: [kCGImagePropertyOrientation as String: 1])
    let third = try written(type) { CGImageDestinationAddImageFromSource($0, first, 0, upright) }
    #expect(number(third, kCGImagePropertyOrientation) == 1)
  }

  @Test(arguments: [(1, nil), (2, 118), (3, 299.72), (nil, 118)] as [(Int?, Double?)])
  func resolutionsOfTheTIFFDictionaryHaveAUnit(unit: Int?, perInch: Double?) throws {
    var details: [String: Any] = [
      kCGImagePropertyTIFFXResolution as String: 118, kCGImagePropertyTIFFYResolution as String: 118,
    ]
    details[kCGImagePropertyTIFFResolutionUnit as String] = unit
    let properties = NSDictionary(dictionary: [kCGImagePropertyTIFFDictionary as String: details])
    let source = try written("org.webmproject.webp") { CGImageDestinationAddImage($0, image(), properties) }
    #expect(number(source, kCGImagePropertyDPIWidth) == perInch)
    #expect(number(source, kCGImagePropertyDPIHeight) == perInch)
  }

  @Test func resolutionsOfASourceAreRemovedByNull() throws {
    let inches = NSDictionary(dictionary: [kCGImagePropertyDPIWidth as String: 300])
    let first = try written("public.png") { CGImageDestinationAddImage($0, image(), inches) }
    #expect(number(first, kCGImagePropertyDPIHeight) == 300)
    let none = NSDictionary(dictionary: [
      kCGImagePropertyDPIWidth as String: NSNull(), kCGImagePropertyDPIHeight as String: NSNull(),
    ])
    let second = try written("public.png") { CGImageDestinationAddImageFromSource($0, first, 0, none) }
    #expect(number(second, kCGImagePropertyDPIWidth) == nil)
  }

  @Test func filesWithoutPropertiesStayAsTheyWere() throws {
    let plain = try ImageCodec.encode(PixelBuffer(width: 2, height: 2, format: .rgba8), as: .png)
    #expect(ImageMetadata().written(into: plain) == plain)
  }

  @Test func thumbnailsAreMadeOnRequest() throws {
    let source = try written("public.png") { CGImageDestinationAddImage($0, image(), nil) }
    let size = [kCGImageSourceThumbnailMaxPixelSize: 2] as CFDictionary
    #expect(CGImageSourceCreateThumbnailAtIndex(source, 0, nil) == nil)
    #expect(CGImageSourceCreateThumbnailAtIndex(source, 0, size) == nil)
    let always = [kCGImageSourceCreateThumbnailFromImageAlways: true] as CFDictionary
    #expect(CGImageSourceCreateThumbnailAtIndex(source, 0, always)?.width == 5)
  }
}
