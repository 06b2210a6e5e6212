import CoreGraphics
import CoreVideo
import Foundation
import QuartzCore
import StrataRaster
import StrataRenderServer
import Testing

/// Creation, layout, locks and the images that layers get.
@Suite struct CVPixelBufferTests {
  private func code(_ width: Int, _ height: Int, _ format: OSType, _ attributes: [String: Any]? = nil)
    -> CVReturn
  {
    var buffer: CVPixelBuffer?
    let code = CVPixelBufferCreate(nil, width, height, format, attributes.map { $0 as CFDictionary }, &buffer)
    #expect((buffer == nil) == (code != kCVReturnSuccess))
    return code
  }

  @Test func argumentsThatAreNotValidHaveCodes() {
    let bgra = kCVPixelFormatType_32BGRA
    #expect(code(0, 4, bgra) == kCVReturnInvalidSize)
    #expect(code(4, -1, bgra) == kCVReturnInvalidSize)
    #expect(code(1 << 40, 4, bgra) == kCVReturnInvalidSize)
    #expect(code(4, 4, 0x7878_7878) == kCVReturnInvalidPixelFormat)
    let key = kCVPixelBufferBytesPerRowAlignmentKey as String
    #expect(code(4, 4, bgra, [key: 3]) == kCVReturnInvalidPixelBufferAttributes)
    #expect(code(4, 4, bgra, [key: -64]) == kCVReturnInvalidPixelBufferAttributes)
  }

  @Test func aBufferIsShownWhole() throws {
    var made: CVPixelBuffer?
    let attributes = [kCVPixelBufferCGImageCompatibilityKey as String: true] as CFDictionary
    CVPixelBufferCreate(nil, 6, 4, kCVPixelFormatType_32BGRA, attributes, &made)
    let buffer = try #require(made)
    #expect(CVImageBufferGetDisplaySize(buffer) == CGSize(width: 6, height: 4))
    #expect(CVImageBufferGetCleanRect(buffer) == CGRect(x: 0, y: 0, width: 6, height: 4))
    #expect(CVBufferGetAttachment(buffer, kCVImageBufferYCbCrMatrixKey, nil) == nil)
    let matrix = kCVImageBufferYCbCrMatrix_ITU_R_709_2
    CVBufferSetAttachment(buffer, kCVImageBufferYCbCrMatrixKey, matrix, .shouldPropagate)
    var mode = CVAttachmentMode.shouldNotPropagate
    let value = CVBufferGetAttachment(buffer, kCVImageBufferYCbCrMatrixKey, &mode)
    #expect(value?.takeUnretainedValue() === matrix && mode == .shouldPropagate)
  }

  @Test func formatsHaveTheNumbersOfTheirCharacters() {
    for (format, text) in [
      (kCVPixelFormatType_32BGRA, "BGRA"), (kCVPixelFormatType_32RGBA, "RGBA"),
      (kCVPixelFormatType_32ABGR, "ABGR"), (kCVPixelFormatType_OneComponent8, "L008"),
      (kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, "420v"),
      (kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, "420f"),
    ] {
      #expect(format == text.utf8.reduce(0) { $0 << 8 | OSType($1) }, "\(text)")
    }
    #expect(kCVPixelFormatType_32ARGB == 32)
  }

  @Test func rowsAreAligned() throws {
    let usual = try makeBuffer(17, 5, kCVPixelFormatType_32BGRA)
    #expect(CVPixelBufferGetBytesPerRow(usual) == 128)
    #expect(CVPixelBufferGetDataSize(usual) == 640)
    #expect(!CVPixelBufferIsPlanar(usual))
    #expect(CVPixelBufferGetPlaneCount(usual) == 0)
    let key = kCVPixelBufferBytesPerRowAlignmentKey as String
    let tight = try makeBuffer(17, 5, kCVPixelFormatType_32BGRA, [key: 4])
    #expect(CVPixelBufferGetBytesPerRow(tight) == 68)
  }

  @Test func chromaHasHalfTheSamplesRoundedUp() throws {
    let buffer = try makeBuffer(7, 5, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange)
    #expect(CVPixelBufferGetPlaneCount(buffer) == 2)
    #expect(CVPixelBufferGetWidthOfPlane(buffer, 0) == 7)
    #expect(CVPixelBufferGetHeightOfPlane(buffer, 0) == 5)
    #expect(CVPixelBufferGetWidthOfPlane(buffer, 1) == 4)
    #expect(CVPixelBufferGetHeightOfPlane(buffer, 1) == 3)
    #expect(CVPixelBufferGetWidthOfPlane(buffer, 2) == 0)
    #expect(CVPixelBufferGetBaseAddressOfPlane(buffer, -1) == nil)
    let (luma, chroma) = (
      try #require(CVPixelBufferGetBaseAddressOfPlane(buffer, 0)),
      try #require(CVPixelBufferGetBaseAddressOfPlane(buffer, 1))
    )
    #expect(chroma - luma == CVPixelBufferGetBytesPerRowOfPlane(buffer, 0) * 5)
  }

  @Test func locksAreCounted() throws {
    let buffer = try makeBuffer(2, 2, kCVPixelFormatType_32BGRA)
    #expect(CVPixelBufferUnlockBaseAddress(buffer, []) == kCVReturnInvalidArgument)
    #expect(CVPixelBufferLockBaseAddress(buffer, .readOnly) == kCVReturnSuccess)
    #expect(CVPixelBufferLockBaseAddress(buffer, .readOnly) == kCVReturnSuccess)
    #expect(CVPixelBufferUnlockBaseAddress(buffer, []) == kCVReturnInvalidArgument)
    #expect(CVPixelBufferUnlockBaseAddress(buffer, .readOnly) == kCVReturnSuccess)
    #expect(CVPixelBufferUnlockBaseAddress(buffer, .readOnly) == kCVReturnSuccess)
    #expect(CVPixelBufferUnlockBaseAddress(buffer, .readOnly) == kCVReturnInvalidArgument)
  }

  @Test(
    arguments: [
      (kCVPixelFormatType_32BGRA, [2, 1, 0, 3]), (kCVPixelFormatType_32RGBA, [0, 1, 2, 3]),
      (kCVPixelFormatType_32ARGB, [1, 2, 3, 0]), (kCVPixelFormatType_32ABGR, [3, 2, 1, 0]),
    ] as [(OSType, [Int])]
  )
  func bytesAreInTheOrderOfTheName(format: OSType, places: [Int]) throws {
    let buffer = try makeBuffer(5, 3, format)
    let color: [UInt8] = [90, 60, 30, 120]
    buffer.fill(bytes: 4) { x, y, byte in
      color[places.firstIndex(of: byte) ?? 0] + (places[0] == byte ? UInt8(x + y) : 0)
    }
    #expect(buffer.shownPixel(0, 0) == [90, 60, 30, 120])
    #expect(buffer.shownPixel(4, 2) == [96, 60, 30, 120])
    // Straight colours are multiplied by alpha: 90 · 120 / 255 = 42.4.
    CVBufferSetAttachment(
      buffer,
      kCVImageBufferAlphaChannelModeKey,
      kCVImageBufferAlphaChannelMode_StraightAlpha,
      .shouldPropagate
    )
    #expect(buffer.shownPixel(0, 0) == [42, 28, 14, 120])
  }

  @Test func grayIsShownAsGray() throws {
    let buffer = try makeBuffer(3, 1, kCVPixelFormatType_OneComponent8)
    buffer.fill(bytes: 1) { x, _, _ in [0, 255, 128][x] }
    #expect(buffer.shownPixel(0, 0) == [0, 0, 0, 255])
    #expect(buffer.shownPixel(1, 0) == [255, 255, 255, 255])
    #expect(buffer.shownPixel(2, 0)[3] == 255)
  }

  @Test func aSpaceCountsForPixelsOfItsModel() throws {
    func attach(_ name: CFString, to buffer: CVPixelBuffer) throws {
      let space = try #require(CGColorSpace(name: name))
      CVBufferSetAttachment(buffer, kCVImageBufferCGColorSpaceKey, space, .shouldPropagate)
    }
    let gray = try makeBuffer(1, 1, kCVPixelFormatType_OneComponent8)
    gray.fill(bytes: 1) { _, _, _ in 55 }
    let usual = gray.shownPixel(0, 0)
    try attach(CGColorSpace.displayP3, to: gray)
    #expect(gray.shownPixel(0, 0) == usual)
    // A light of 55 / 255 is level 128 of sRGB.
    try attach(CGColorSpace.linearGray, to: gray)
    #expect(gray.shownPixel(0, 0) == [128, 128, 128, 255])
    let color = try makeBuffer(1, 1, kCVPixelFormatType_32RGBA)
    color.fill(bytes: 4) { _, _, byte in [90, 60, 30, 255][byte] }
    try attach(CGColorSpace.linearGray, to: color)
    #expect(color.shownPixel(0, 0) == [90, 60, 30, 255])
  }

  /// Pixels in the order of the renderer are drawn from the buffer's own memory until the program writes again.
  @Test func memoryIsSharedUntilTheNextWriting() throws {
    let buffer = try makeBuffer(16, 2, kCVPixelFormatType_32RGBA)
    buffer.fill(bytes: 4) { _, _, _ in 200 }
    let image = try #require(buffer.layerImage)
    #expect(buffer.layerImage === image)
    CVPixelBufferLockBaseAddress(buffer, .readOnly)
    #expect(image.pixels.base == CVPixelBufferGetBaseAddress(buffer))
    CVPixelBufferUnlockBaseAddress(buffer, .readOnly)
    buffer.fill(bytes: 4) { _, _, _ in 100 }
    #expect(UnsafeRawPointer(image.pixels.base).load(as: UInt8.self) == 200)
    #expect(buffer.shownPixel(0, 0) == [100, 100, 100, 100])
  }

  @Test func memoryThatIsReadStaysUntilItsUnlock() throws {
    let buffer = try makeBuffer(16, 2, kCVPixelFormatType_32RGBA)
    buffer.fill(bytes: 4) { _, _, _ in 200 }
    CVPixelBufferLockBaseAddress(buffer, .readOnly)
    var image = buffer.layerImage
    weak let pixels = image?.pixels
    let address = try #require(CVPixelBufferGetBaseAddress(buffer))
    buffer.fill(bytes: 4) { _, _, _ in 100 }
    // The layer has other contents now.
    image = nil
    try #require(pixels?.base == address)
    #expect(UnsafeRawPointer(address).load(as: UInt8.self) == 200)
    #expect(buffer.shownPixel(0, 0) == [100, 100, 100, 100])
    CVPixelBufferUnlockBaseAddress(buffer, .readOnly)
    #expect(pixels == nil)
  }

  @Test func memoryThatNoReaderKnowsIsFreedDuringALock() throws {
    let buffer = try makeBuffer(16, 2, kCVPixelFormatType_32RGBA)
    // A lock that is never ended.
    CVPixelBufferLockBaseAddress(buffer, .readOnly)
    let first = try #require(CVPixelBufferGetBaseAddress(buffer))
    var shown = buffer.layerImage
    for value in UInt8(1)...3 {
      buffer.fill(bytes: 4) { _, _, _ in value }
      weak let replaced = shown?.pixels
      #expect((replaced?.base == first) == (value == 1))
      shown = buffer.layerImage
      #expect((replaced == nil) == (value > 1))
    }
    #expect(buffer.shownPixel(0, 0) == [3, 3, 3, 3])
    #expect(UnsafeRawPointer(first).load(as: UInt8.self) == 0)
  }

  @Test(arguments: [kCVPixelFormatType_32RGBA, kCVPixelFormatType_32BGRA])
  func aLayerShowsWhatTheBufferHeldWhenItWasSet(format: OSType) throws {
    let buffer = try makeBuffer(2, 2, format)
    buffer.fill(bytes: 4) { _, _, byte in byte == 0 || byte == 3 ? 255 : 0 }
    let layer = CALayer()
    layer.frame = CGRect(x: 0, y: 0, width: 2, height: 2)
    layer.contents = buffer
    #expect(layer.contents as? CVPixelBuffer === buffer)
    let renderer = OfflineRenderer(layer: layer, size: CGSize(width: 2, height: 2))
    func pixel(at time: Double) throws -> UInt32 {
      let pixels = try renderer.image(at: time).pixels
      return withExtendedLifetime(pixels) { UnsafeRawPointer(pixels.base).load(as: UInt32.self) }
    }
    let first: UInt32 = format == kCVPixelFormatType_32RGBA ? 0xFF00_00FF : 0xFFFF_0000
    #expect(try pixel(at: 0) == first)
    buffer.fill(bytes: 4) { _, _, _ in 255 }
    #expect(try pixel(at: 0) == first)
    renderer.change(at: 1) {
      CATransaction.setDisableActions(true)
      layer.contents = buffer
    }
    #expect(try pixel(at: 1) == 0xFFFF_FFFF)
    #expect(try pixel(at: 0.5) == first)
  }

  @Test func memoryOfTheProgramIsCopiedAndReturned() throws {
    let bytes = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 16)
    bytes.initializeMemory(as: UInt8.self, repeating: 7, count: 64)
    let returned = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    returned.initialize(to: 0)
    defer {
      bytes.deallocate()
      returned.deallocate()
    }
    var buffer: CVPixelBuffer?
    let release: CVPixelBufferReleaseBytesCallback = { reference, _ in
      reference?.assumingMemoryBound(to: Int.self).pointee += 1
    }
    #expect(
      CVPixelBufferCreateWithBytes(
        nil,
        4,
        2,
        kCVPixelFormatType_32BGRA,
        bytes,
        8,
        release,
        returned,
        nil,
        &buffer
      )
        == kCVReturnInvalidArgument
    )
    #expect(
      CVPixelBufferCreateWithBytes(
        nil,
        4,
        2,
        kCVPixelFormatType_32BGRA,
        bytes,
        32,
        release,
        returned,
        nil,
        &buffer
      )
        == kCVReturnSuccess
    )
    let image = try #require(buffer?.layerImage)
    buffer?.fill(bytes: 4) { _, _, _ in 9 }
    #expect(bytes.load(as: UInt8.self) == 9)
    #expect(UnsafeRawPointer(image.pixels.base).load(as: UInt8.self) == 7)
    #expect(buffer?.shownPixel(0, 0) == [9, 9, 9, 9])
    #expect(returned.pointee == 0)
    buffer = nil
    #expect(returned.pointee == 1)
  }

  @Test func attachmentsHaveModes() throws {
    let (a, b) = (
      try makeBuffer(2, 2, kCVPixelFormatType_32BGRA), try makeBuffer(2, 2, kCVPixelFormatType_32BGRA)
    )
    CVBufferSetAttachment(a, "kept" as CFString, NSNumber(value: 1), .shouldNotPropagate)
    CVBufferSetAttachments(a, ["passed": 2] as CFDictionary, .shouldPropagate)
    var mode = CVAttachmentMode.shouldPropagate
    #expect(CVBufferCopyAttachment(a, "kept" as CFString, &mode) as? NSNumber == 1)
    #expect(mode == .shouldNotPropagate)
    CVBufferPropagateAttachments(a, b)
    #expect(CVBufferHasAttachment(b, "passed" as CFString))
    #expect(!CVBufferHasAttachment(b, "kept" as CFString))
    #expect(CVBufferCopyAttachments(b, .shouldPropagate)?.count == 1)
    #expect(CVBufferCopyAttachments(b, .shouldNotPropagate) == nil)
    CVBufferRemoveAttachment(a, "kept" as CFString)
    #expect(CVBufferCopyAttachment(a, "kept" as CFString, nil) == nil)
    CVBufferRemoveAllAttachments(a)
    #expect(!CVBufferHasAttachment(a, "passed" as CFString))
  }
}
