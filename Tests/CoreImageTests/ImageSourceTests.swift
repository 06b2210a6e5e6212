import CoreGraphics
import CoreImage
import Foundation
import Testing

/// Images of memory, files and pixel buffers, upright and with a choice of sampling.
@Suite struct ImageSourceTests {
  private let pattern = Picture.pattern

  /// The column and row, from the upper left, where a pixel of the pattern's belongs (Exif 2.3, 4.6.4).
  private func place(_ orientation: Int32, _ column: Int, _ row: Int) -> (column: Int, row: Int) {
    switch orientation {
    case 2: (23 - column, row)
    case 3: (23 - column, 19 - row)
    case 4: (column, 19 - row)
    case 5: (row, column)
    case 6: (19 - row, column)
    case 7: (19 - row, 23 - column)
    case 8: (row, 23 - column)
    default: (column, row)
    }
  }

  @Test(arguments: Int32(1)...8) func anOrientationBringsEachPixelToItsPlace(orientation: Int32) {
    let turned = pattern.oriented(forExifOrientation: orientation)
    let (width, height) = orientation > 4 ? (20, 24) : (24, 20)
    #expect(turned.extent == CGRect(x: 0, y: 0, width: width, height: height))
    let (from, to) = (Picture(pattern), Picture(turned))
    for (x, y) in Oracle.points {
      let place = place(orientation, x, 19 - y)
      #expect(to[place.column, height - 1 - place.row].distance(to: from[x, y]) < 1e-5)
    }
  }

  @Test func theCornerOfAnOrientedCropStays() {
    let part = pattern.cropped(to: CGRect(x: 3, y: 4, width: 6, height: 2))
    #expect(part.oriented(.left).extent == CGRect(x: 3, y: 4, width: 2, height: 6))
    #expect(part.oriented(.up) === part)
    #expect(part.oriented(forExifOrientation: 9) === part)
    #expect(CIImage.red.oriented(.right).extent.isInfinite)
  }

  @Test func regionsAreThoseThatFiltersRead() {
    let pattern = Picture.pattern
    let blurred = pattern.applyingFilter("CIBoxBlur", parameters: ["inputRadius": 3])
    let region = blurred.regionOfInterest(for: pattern, in: CGRect(x: 10, y: 10, width: 1, height: 1))
    #expect(region.contains(CGRect(x: 8, y: 8, width: 5, height: 5)))
    #expect(region.width < 12)
  }

  /// The pixels of a region are not drawn, so there may be more than an intermediate image has.
  @Test func regionsOfLargePicturesHaveBounds() {
    let photo = CIImage.red.cropped(to: CGRect(x: 0, y: 0, width: 8000, height: 6000))
    let small = photo.transformed(by: CGAffineTransform(scaleX: 0.1, y: 0.1))
    #expect(small.regionOfInterest(for: photo, in: small.extent) == photo.extent)
    #expect(small.regionOfInterest(for: .green, in: small.extent).isNull)
  }

  private static let colorFilters = [kCICategoryColorEffect, kCICategoryColorAdjustment]
    .flatMap { CIFilter.filterNames(inCategory: $0) }
    .filter { name in
      // These look at the place of a pixel, at its neighbours, or at a second picture.
      ![
        "CIVignette", "CIVignetteEffect", "CIDither", "CIDocumentEnhancer", "CIColorThresholdOtsu",
        "CIColorAbsoluteDifference", "CILabDeltaE", "CIColorCubesMixedWithMask",
      ].contains(name)
    }

  /// A filter that changes each pixel by itself gives the same before and after transforms that take pixels as they are.
  @Test(arguments: colorFilters) func colorFiltersKeepTheNearestPixel(name: String) throws {
    let filter = try #require(CIFilter(name: name))
    for key in [kCIInputGradientImageKey, "inputPaletteImage"] where filter.inputKeys.contains(key) {
      filter.setValue(Picture.ramp, forKey: key)
    }
    func result(_ image: CIImage) -> CIImage? {
      filter.setValue(image, forKey: kCIInputImageKey)
      return filter.outputImage
    }
    let turn = CGAffineTransform(rotationAngle: 0.3).scaledBy(x: 2.5, y: 2)
    let image = Picture.pattern.samplingNearest()
    let before = try #require(result(image)?.transformed(by: turn))
    let after = try #require(result(image.transformed(by: turn)))
    #expect(difference(Picture(before), Picture(after, before.extent)) < 1e-5)
    #expect(result(image)?.regionOfInterest(for: image, in: image.extent) == image.extent)
  }

  @Test func propertiesMayBeSet() {
    let image = Picture.pattern.settingProperties([kCGImagePropertyPixelWidth: 7])
    #expect(image.properties[kCGImagePropertyPixelWidth as String] as? Int == 7)
    #expect(Picture(image).pixels == Picture(Picture.pattern).pixels)
  }

  #if ImageCodecs
    @Test func imagesOfFilesHaveTheirURL() throws {
      let url = FileManager.default.temporaryDirectory.appending(path: "strata-\(UUID().uuidString).png")
      defer { try? FileManager.default.removeItem(at: url) }
      let space = CGColorSpaceCreateDeviceRGB()
      try CIContext().writePNGRepresentation(of: Picture.pattern, to: url, format: .RGBA8, colorSpace: space)
      let image = try #require(CIImage(contentsOf: url))
      #expect(image.url == url)
      #expect(image.cgImage != nil)
    }
  #endif

  @Test func bytesOfAProgramBecomeAnImage() {
    // Red over blue, with rows of eight bytes, the last one without its padding.
    let bytes: [UInt8] = [0, 0, 255, 255, 9, 9, 9, 9, 255, 0, 0, 255]
    let image = CIImage(
      bitmapData: Data(bytes),
      bytesPerRow: 8,
      size: CGSize(width: 1, height: 2),
      format: .BGRA8,
      colorSpace: CGColorSpaceCreateDeviceRGB()
    )
    #expect(image.extent == CGRect(x: 0, y: 0, width: 1, height: 2))
    #expect(Picture(image)[0, 1] == SIMD4(1, 0, 0, 1))
    #expect(Picture(image)[0, 0] == SIMD4(0, 0, 1, 1))
  }

  @Test func floatsWithoutASpaceAreThoseOfTheWorkingSpace() {
    let pixel: [Float] = [2, -1, 0.5, 1]
    let image = CIImage(
      bitmapData: pixel.withUnsafeBytes { Data($0) },
      bytesPerRow: 16,
      size: CGSize(width: 1, height: 1),
      format: .RGBAf,
      colorSpace: nil
    )
    #expect(Picture(image, in: CIContext())[0, 0] == SIMD4(2, -1, 0.5, 1))
    #expect(Picture(image, in: .plain)[0, 0] == SIMD4(2, -1, 0.5, 1))
  }

  @Test(
    arguments: [
      (.R16, [1, 0, 0, 1]), (.RG8, [1, 0.5, 0, 1]), (.RGf, [1, 0.5, 0, 1]), (.RGBX8, [1, 0.5, 0.25, 1]),
      (.RGBXh, [1, 0.5, 0.25, 1]), (.Ah, [0, 0, 0, 1]), (.LA8, [0.5883, 0.5883, 0.5883, 1]),
      (.Lf, [0.5883, 0.5883, 0.5883, 1]),
    ] as [(CIFormat, SIMD4<Float>)]
  )
  func formatsKeepTheirComponents(format: CIFormat, expected: SIMD4<Float>) {
    let dot = Picture.dot(1, 0.5, 0.25)
    var data = Data(count: 16)
    data.withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      CIContext.plain.render(
        dot,
        toBitmap: base,
        rowBytes: 16,
        bounds: dot.extent,
        format: format,
        colorSpace: nil
      )
    }
    let image = CIImage(
      bitmapData: data,
      bytesPerRow: 16,
      size: dot.extent.size,
      format: format,
      colorSpace: nil
    )
    #expect(Picture(image)[0, 0].distance(to: expected) < 0.003)
  }

  @Test func tooFewBytesGiveAnEmptyImage() {
    let image = CIImage(
      bitmapData: Data(count: 15),
      bytesPerRow: 8,
      size: CGSize(width: 2, height: 2),
      format: .RGBA8,
      colorSpace: nil
    )
    #expect(image.extent.isNull)
  }

  @Test(arguments: [kCVPixelFormatType_32BGRA, kCVPixelFormatType_32RGBA, kCVPixelFormatType_32ARGB])
  func pixelBuffersAreWrittenAndRead(format: OSType) throws {
    var made: CVPixelBuffer?
    CVPixelBufferCreate(nil, 24, 20, format, nil, &made)
    let buffer = try #require(made)
    CIContext.plain.render(pattern, to: buffer)
    let image = CIImage(cvPixelBuffer: buffer)
    #expect(Picture(image).pixels == Picture(pattern).pixels)
    #expect(image.pixelBuffer === buffer && pattern.pixelBuffer == nil)
  }

  @Test func aBufferIsWrittenAsItsAttachmentsSay() throws {
    func shown(_ format: OSType, _ key: CFString, _ value: CFTypeRef) throws -> (SIMD4<Float>, byte: UInt8) {
      var made: CVPixelBuffer?
      CVPixelBufferCreate(nil, 1, 1, format, nil, &made)
      let buffer = try #require(made)
      CVBufferSetAttachment(buffer, key, value, .shouldPropagate)
      let white = CIImage(color: CIColor(red: 1, green: 1, blue: 1, alpha: 0.5))
      let mid = CIImage(color: CIColor(red: 0.5, green: 0.5, blue: 0.5))
      let hasAlpha = format != kCVPixelFormatType_OneComponent8
      CIContext.plain.render(hasAlpha ? white : mid, to: buffer)
      CVPixelBufferLockBaseAddress(buffer, .readOnly)
      let byte = CVPixelBufferGetBaseAddress(buffer)?.load(as: UInt8.self) ?? 0
      CVPixelBufferUnlockBaseAddress(buffer, .readOnly)
      return (Picture(CIImage(cvPixelBuffer: buffer))[0, 0], byte)
    }
    let straight = try shown(
      kCVPixelFormatType_32RGBA,
      kCVImageBufferAlphaChannelModeKey,
      kCVImageBufferAlphaChannelMode_StraightAlpha
    )
    #expect(straight.byte == 255)
    #expect(straight.0.distance(to: SIMD4(0.5, 0.5, 0.5, 0.5)) < 0.005)
    let linear = try #require(CGColorSpace(name: CGColorSpace.linearGray))
    for format in [kCVPixelFormatType_OneComponent8, kCVPixelFormatType_32BGRA] {
      let pixel = try shown(format, kCVImageBufferCGColorSpaceKey, linear).0
      let isGray = format == kCVPixelFormatType_OneComponent8
      #expect(pixel.distance(to: SIMD4(0.5, 0.5, 0.5, isGray ? 1 : 0.5)) < 0.01)
    }
  }

  @Test func aBufferStaysOutsideOfTheBounds() throws {
    var made: CVPixelBuffer?
    CVPixelBufferCreate(nil, 4, 3, kCVPixelFormatType_32BGRA, nil, &made)
    let buffer = try #require(made)
    CIContext().render(
      .red,
      to: buffer,
      bounds: CGRect(x: 1, y: 0, width: 2, height: 1),
      colorSpace: CGColorSpaceCreateDeviceRGB()
    )
    let picture = Picture(CIImage(cvPixelBuffer: buffer))
    for y in 0..<3 {
      for x in 0..<4 {
        let isInside = y == 0 && (x == 1 || x == 2)
        #expect(picture[x, y] == (isInside ? SIMD4(1, 0, 0, 1) : .zero), "\(x), \(y)")
      }
    }
  }

  @Test func transformsTakeTheNearestPixelIfAsked() {
    let pair = Picture.image(2, 1) { x, _ in x == 0 ? SIMD4(0, 0, 0, 255) : SIMD4(255, 255, 255, 255) }
    let scale = CGAffineTransform(scaleX: 4, y: 1)
    let mixed = Picture(pair.transformed(by: scale))
    #expect(abs(mixed[4, 0].x - 0.625) < 1e-5)
    let nearest = Picture(pair.samplingNearest().transformed(by: scale))
    for x in 0..<8 { #expect(nearest[x, 0] == (x < 4 ? SIMD4(0, 0, 0, 1) : SIMD4(1, 1, 1, 1))) }
    let twice = pair.samplingNearest().cropped(to: CGRect(x: 0, y: 0, width: 2, height: 1))
      .transformed(by: CGAffineTransform(scaleX: 2, y: 1)).transformed(by: CGAffineTransform(scaleX: 2, y: 1))
    #expect(Picture(twice).pixels == nearest.pixels)
    #expect(Picture(pair.samplingNearest().samplingLinear().transformed(by: scale)).pixels == mixed.pixels)
  }

  #if ImageCodecs
    @Test func propertiesAreThoseOfTheFile() throws {
      let data = try #require(
        CIContext().pngRepresentation(of: pattern, format: .RGBA8, colorSpace: CGColorSpaceCreateDeviceRGB())
      )
      let image = try #require(CIImage(data: data))
      #expect((image.properties[kCGImagePropertyPixelWidth as String] as? NSNumber)?.intValue == 24)
      #expect(pattern.properties.isEmpty)
    }
  #endif
}
