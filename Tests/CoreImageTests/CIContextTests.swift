import CoreGraphics
import CoreImage
import Foundation
import Testing

@Suite struct CIContextTests {
  private let pattern = Picture.pattern

  private func bytes(_ image: CGImage?) -> [UInt8] {
    (image?.dataProvider?.data as Data?).map(Array.init) ?? []
  }

  @Test(arguments: [CIContext(), CIContext.plain])
  func bytesComeBackAsTheyWere(context: CIContext) throws {
    let image = try #require(context.createCGImage(pattern, from: pattern.extent))
    #expect(bytes(image) == bytes(pattern.cgImage))
    #expect(image.height == 20)
  }

  @Test func allGraysSurviveLinearLight() throws {
    let ramp = Picture.image(256, 1) { x, _ in SIMD4(UInt8(x), UInt8(x), UInt8(255 - x), 255) }
    let image = CIContext().createCGImage(ramp, from: ramp.extent)
    #expect(bytes(image) == bytes(ramp.cgImage))
  }

  @Test func filtersWorkInLinearLightByDefault() {
    let half = Picture.dot(0.5, 0.5, 0.5)
    // IEC 61966-2-1: ((0.5 + 0.055) / 1.055) ^ 2.4.
    #expect(abs(Picture(half, in: CIContext())[0, 0].x - 0.214041) < 1e-5)
    #expect(abs(Picture(half)[0, 0].x - 0.5) < 1e-6)
    #expect(CIContext().workingColorSpace?.name == CGColorSpace.extendedLinearSRGB)
    #expect(CIContext.plain.workingColorSpace == nil)
  }

  /// White of half the alpha over black is the level 128, or half of the light, 188.
  @Test(
    arguments: [
      (CGColorSpaceCreateDeviceRGB(), 128),
      (CGColorSpace(name: CGColorSpace.displayP3), 128),
      (CGColorSpace(name: CGColorSpace.linearSRGB), 188),
      (CGColorSpace(name: CGColorSpace.linearDisplayP3), 188),
      (CGColorSpaceCreateDeviceGray(), 188),
    ] as [(CGColorSpace?, UInt8)]
  )
  func encodedSpacesMixLevelsAndLinearOnesLight(space: CGColorSpace?, level: UInt8) throws {
    let context = CIContext(options: [.workingColorSpace: try #require(space)])
    let veil = CIImage(color: CIColor(red: 1, green: 1, blue: 1, alpha: 0.5)).composited(over: .black)
    let image = context.createCGImage(veil, from: CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(bytes(image) == [level, level, level, 255])
    let isLinear = context.workingColorSpace?.name == CGColorSpace.extendedLinearSRGB
    #expect(isLinear == (level == 188))
  }

  @Test func theNullObjectTurnsColorManagementOff() {
    #expect(CIContext(options: [.workingColorSpace: kCFNull!]).workingColorSpace == nil)
    #expect(CIContext(options: [.workingColorSpace: kCFNull as Any]).workingColorSpace == nil)
  }

  #if ImageCodecs
    @Test func keysOfImageIOAreOptionsOfFiles() throws {
      let picture = Picture.pattern
      let sizes = try [0.05, 0.9].map { quality in
        let data = CIContext().jpegRepresentation(
          of: picture,
          colorSpace: CGColorSpaceCreateDeviceRGB(),
          options: [kCGImageDestinationLossyCompressionQuality as CIImageRepresentationOption: quality]
        )
        return try #require(data).count
      }
      #expect(sizes[0] < sizes[1])
    }
  #endif

  @Test func oneStopDoublesLight() throws {
    let brighter = Picture.dot(0.5, 0.5, 0.5).applyingFilter("CIExposureAdjust", parameters: ["inputEV": 1])
    let image = try #require(CIContext().createCGImage(brighter, from: brighter.extent))
    // 0.428082 of light is 0.686 in sRGB.
    #expect(bytes(image)[0] == 175)
  }

  @Test(arguments: [
    CGRect.infinite, .null, CGRect(x: 0, y: 0, width: 0, height: 5),
    CGRect(x: 0, y: 0, width: Double.nan, height: 5), CGRect(x: 0, y: 0, width: 1e9, height: 1e9),
  ])
  func rectanglesWithoutOrWithTooManyPixelsGiveNothing(rect: CGRect) {
    #expect(CIContext().createCGImage(.red, from: rect) == nil)
  }

  @Test func pixelsOutsideAreTransparent() throws {
    let image = CIContext().createCGImage(pattern, from: CGRect(x: -1, y: -1, width: 2, height: 2))
    let expected: [UInt8] = [0, 0, 0, 0, 0, 0, 80, 255] + [UInt8](repeating: 0, count: 8)
    #expect(bytes(image) == expected)
  }

  @Test func bandsGiveTheSamePicture() {
    let context = CIContext(options: [.workingColorSpace: NSNull()], pixelsAtOnce: 100)
    let image = Picture.veiled.applyingGaussianBlur(sigma: 3)
      .applyingFilter(
        "CITwirlDistortion",
        parameters: ["inputRadius": 12, "inputCenter": CIVector(x: 12, y: 10)]
      )
    #expect(difference(Picture(image), Picture(image, in: context)) < 1e-6)
  }

  /// Intermediate images of which every band needs all, each with nodes that need a band alone before and behind it.
  @Test(arguments: ["CIColorThresholdOtsu", "CIAreaAverage", "CIAffineTile", "CIEdgePreserveUpsampleFilter"])
  func bandsShareWholeImages(name: String) throws {
    let context = CIContext(options: [.workingColorSpace: NSNull()], pixelsAtOnce: 100)
    let image = Picture.veiled.applyingGaussianBlur(sigma: 1)
    let area = image.extent
    let filter = try #require(CIFilter(name: name))
    filter.setValue(image.applyingFilter("CIColorInvert"), forKey: kCIInputImageKey)
    if filter.inputKeys.contains("inputSmallImage") {
      filter.setValue(Picture.ramp, forKey: "inputSmallImage")
    }
    if filter.inputKeys.contains(kCIInputExtentKey) {
      filter.setValue(CIVector(cgRect: area), forKey: kCIInputExtentKey)
    }
    let whole = try #require(filter.outputImage)
    let result = whole.clampedToExtent().applyingFilter("CIColorInvert").composited(over: image)
      .cropped(to: area)
    #expect(Picture(result).pixels == Picture(result, in: context).pixels)
  }

  @Test func neighbouringBandsKeepWhatBothNeed() {
    let context = CIContext(options: [.workingColorSpace: NSNull()], pixelsAtOnce: 40)
    let area = CGRect(x: 0, y: 0, width: 4, height: 40)
    let sheet = CIImage.red.cropped(to: area)
    // Each band of ten rows has one of them, which no other band needs.
    let dots = stride(from: 5, to: 40, by: 10).reduce(sheet) { sheet, y in
      let dot = Picture.dot(0.5, 0.25, 0.125).applyingGaussianBlur(sigma: 0.5)
      return dot.transformed(by: CGAffineTransform(translationX: 2, y: CGFloat(y))).composited(over: sheet)
    }
    #expect(context.imagesKept(drawing: dots, in: area) == [0, 0, 0, 0])
    let average = Picture.ramp.applyingGaussianBlur(sigma: 1).applyingFilter(
      "CIAreaAverage",
      parameters: [kCIInputExtentKey: CIVector(cgRect: area)]
    )
    let flat = average.clampedToExtent().composited(over: sheet)
    #expect(context.imagesKept(drawing: flat, in: area) == [1, 1, 1, 1])
    // The last two bands alone need the average.
    let upper = average.clampedToExtent().cropped(to: CGRect(x: 0, y: 20, width: 4, height: 20))
    #expect(context.imagesKept(drawing: upper.composited(over: sheet), in: area) == [0, 0, 1, 1])
  }

  @Test func formatsOrderTheirComponents() {
    let dot = Picture.dot(1, 0.5, 0, 1)
    func render(_ format: CIFormat) -> [UInt8] {
      var bytes = [UInt8](repeating: 9, count: 16)
      CIContext.plain.render(
        dot,
        toBitmap: &bytes,
        rowBytes: 16,
        bounds: dot.extent,
        format: format,
        colorSpace: CGColorSpaceCreateDeviceRGB()
      )
      return bytes
    }
    #expect(render(.RGBA8).prefix(5) == [255, 128, 0, 255, 9])
    #expect(render(.BGRA8).prefix(5) == [0, 128, 255, 255, 9])
    #expect(render(.ARGB8).prefix(5) == [255, 255, 128, 0, 9])
    #expect(render(.ABGR8).prefix(5) == [255, 0, 128, 255, 9])
    #expect(render(.A8).prefix(2) == [255, 9])
    #expect(render(.RGBA16).prefix(4) == [255, 255, 0, 128])
  }

  @Test func anotherOutputSpaceConverts() throws {
    let space = try #require(CGColorSpace(name: CGColorSpace.displayP3))
    let image = CIContext().createCGImage(
      .red,
      from: CGRect(x: 0, y: 0, width: 1, height: 1),
      format: .RGBA8,
      colorSpace: space
    )
    // The red of sRGB in Display P3 is 0.9175, 0.2003, 0.1386.
    #expect(bytes(image) == [234, 51, 35, 255])
  }
}
