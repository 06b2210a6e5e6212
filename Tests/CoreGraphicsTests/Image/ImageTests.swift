import CoreGraphics
import StrataRaster
import Testing

/// The premultiplied bytes of a pixel of an image.
func pixel(_ image: CGImage?, _ x: Int, _ y: Int) -> [UInt8] {
  guard let buffer = image?.pixels, x < buffer.width, y < buffer.height else { return [] }
  let size = buffer.format.bytesPerPixel
  return (0..<size).map {
    buffer.base.load(fromByteOffset: y * buffer.rowBytes + x * size + $0, as: UInt8.self)
  }
}

/// An image of bytes in an arrangement; rows have no padding.
func bitmap(
  _ bytes: [UInt8],
  width: Int,
  bits: Int = 8,
  pixelBits: Int = 32,
  space: CGColorSpace = CGColorSpaceCreateDeviceRGB(),
  _ alpha: CGImageAlphaInfo,
  order: CGBitmapInfo = [],
  decode: [CGFloat]? = nil
) -> CGImage? {
  let rowBytes = (width * pixelBits + 7) / 8
  guard let provider = CGDataProvider(data: Data(bytes) as CFData) else { return nil }
  let info = CGBitmapInfo(rawValue: alpha.rawValue | order.rawValue)
  func make(_ decode: UnsafePointer<CGFloat>?) -> CGImage? {
    CGImage(
      width: width,
      height: bytes.count / rowBytes,
      bitsPerComponent: bits,
      bitsPerPixel: pixelBits,
      bytesPerRow: rowBytes,
      space: space,
      bitmapInfo: info,
      provider: provider,
      decode: decode,
      shouldInterpolate: true,
      intent: .defaultIntent
    )
  }
  return decode.map { make($0) } ?? make(nil)
}

@Suite struct ImageTests {
  @Test func componentsAreFoundInEveryOrder() {
    let expected: [UInt8] = [10, 20, 30, 40]
    #expect(pixel(bitmap([10, 20, 30, 40], width: 1, .premultipliedLast), 0, 0) == expected)
    #expect(pixel(bitmap([40, 10, 20, 30], width: 1, .premultipliedFirst), 0, 0) == expected)
    #expect(
      pixel(bitmap([30, 20, 10, 40], width: 1, .premultipliedFirst, order: .byteOrder32Little), 0, 0)
        == expected
    )
    #expect(
      pixel(bitmap([40, 30, 20, 10], width: 1, .premultipliedLast, order: .byteOrder32Little), 0, 0)
        == expected
    )
    #expect(pixel(bitmap([10, 20, 30, 99], width: 1, .noneSkipLast), 0, 0) == [10, 20, 30, 255])
    #expect(pixel(bitmap([99, 10, 20, 30], width: 1, .noneSkipFirst), 0, 0) == [10, 20, 30, 255])
    #expect(pixel(bitmap([10, 20, 30], width: 1, pixelBits: 24, .none), 0, 0) == [10, 20, 30, 255])
  }

  // 200 · 128 / 255 = 100.4, 100 · 128 / 255 = 50.2.
  @Test func straightColoursArePremultiplied() {
    #expect(pixel(bitmap([200, 100, 0, 128], width: 1, .last), 0, 0) == [100, 50, 0, 128])
    #expect(pixel(bitmap([128, 200, 100, 0], width: 1, .first), 0, 0) == [100, 50, 0, 128])
  }

  @Test func graysOfEveryDepthAreRead() {
    let gray = CGColorSpaceCreateDeviceGray()
    let bits = bitmap([0b1010_0000], width: 3, bits: 1, pixelBits: 1, space: gray, .none)
    #expect((0..<3).map { pixel(bits, $0, 0)[0] } == [255, 0, 255])
    let four = bitmap([0x1F, 0x80], width: 3, bits: 4, pixelBits: 4, space: gray, .none)
    #expect((0..<3).map { pixel(four, $0, 0)[0] } == [17, 255, 136])
    let eight = bitmap([7, 99], width: 2, pixelBits: 8, space: gray, .none)
    #expect(pixel(eight, 1, 0) == [99, 99, 99, 255])
    let sixteen = bitmap([0x80, 0x80, 0xFF, 0xFF], width: 2, bits: 16, pixelBits: 16, space: gray, .none)
    #expect(pixel(sixteen, 0, 0) == [128, 128, 128, 255])
    let little = bitmap(
      [0x00, 0xFF],
      width: 1,
      bits: 16,
      pixelBits: 16,
      space: gray,
      .none,
      order: .byteOrder16Little
    )
    #expect(pixel(little, 0, 0)[0] == 254)  // 0xFF00 / 65535 · 255 = 254.0
  }

  @Test func aDecodeArrayMapsComponents() {
    let inverted = bitmap(
      [0, 64],
      width: 2,
      pixelBits: 8,
      space: CGColorSpaceCreateDeviceGray(),
      .none,
      decode: [1, 0]
    )
    #expect(pixel(inverted, 0, 0) == [255, 255, 255, 255])
    #expect(pixel(inverted, 1, 0) == [191, 191, 191, 255])
  }

  @Test func halfFloatsKeepTheirRange() throws {
    let values: [Float16] = [1.5, -0.25, 0.5, 1]
    let bytes = values.flatMap { [UInt8($0.bitPattern & 255), UInt8($0.bitPattern >> 8)] }
    let image = try #require(
      bitmap(
        bytes,
        width: 1,
        bits: 16,
        pixelBits: 64,
        .premultipliedLast,
        order: [.floatComponents, .byteOrder16Little]
      )
    )
    #expect(image.pixels.format == .rgba16f)
    #expect(image.pixels.base.load(as: SIMD4<Float16>.self) == SIMD4(1.5, -0.25, 0.5, 1))
  }

  // Linear light of 0.5 (128 of 255: 0.50196) is encoded as 0.7366 in sRGB, that is 188.
  @Test func otherSpacesAreConverted() throws {
    let linear = try #require(CGColorSpace(name: CGColorSpace.linearSRGB))
    #expect(
      pixel(bitmap([128, 0, 255, 255], width: 1, space: linear, .premultipliedLast), 0, 0) == [
        188, 0, 255, 255,
      ]
    )
    let wide = try #require(CGColorSpace(name: CGColorSpace.displayP3))
    #expect(pixel(bitmap([255, 0, 0, 255], width: 1, space: wide, .last), 0, 0) == [255, 0, 0, 255])
    #expect(pixel(bitmap([128, 128, 128, 255], width: 1, space: wide, .last), 0, 0) == [128, 128, 128, 255])
    let ink = bitmap([0, 255, 0, 0], width: 1, space: CGColorSpaceCreateDeviceCMYK(), .none)
    #expect(pixel(ink, 0, 0) == [255, 0, 255, 255])
  }

  @Test func contradictoryNumbersGiveNoImage() {
    #expect(bitmap([1, 2, 3], width: 1, .premultipliedLast) == nil)
    #expect(bitmap([1, 2, 3, 4], width: 1, bits: 7, .premultipliedLast) == nil)
    #expect(bitmap([1, 2, 3, 4], width: 1, bits: 16, .premultipliedLast) == nil)
    let provider = CGDataProvider(bytes: Data(count: 16))
    for (width, height, rowBytes) in [
      (0, 1, 4), (-1, 1, 4), (1, 5, 4), (5, 1, 4), (Int.max, Int.max, 4), (1, 1, 3),
    ] {
      let image = CGImage(
        width: width,
        height: height,
        bitsPerComponent: 8,
        bitsPerPixel: 32,
        bytesPerRow: rowBytes,
        space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: [],
        provider: provider,
        decode: nil,
        shouldInterpolate: false,
        intent: .defaultIntent
      )
      #expect(image == nil, "\(width) × \(height), \(rowBytes)")
    }
  }

  @Test func anImageReportsWhatItWasMadeWith() throws {
    let image = try #require(
      bitmap([30, 20, 10, 40], width: 1, .premultipliedFirst, order: .byteOrder32Little)
    )
    #expect(image.width == 1)
    #expect(image.height == 1)
    #expect(image.bitsPerComponent == 8)
    #expect(image.bitsPerPixel == 32)
    #expect(image.alphaInfo == .premultipliedFirst)
    #expect(image.byteOrderInfo == .order32Little)
    #expect(!image.isMask)
    #expect(image.dataProvider?.data as Data? == Data([30, 20, 10, 40]))
    #expect(image == image.copy() && image.id != CGImage(pixels: image.pixels).id)
  }

  @Test func croppingTakesWholePixelsFromTheTopLeft() {
    let gray = CGColorSpaceCreateDeviceGray()
    let source = bitmap(Array(0..<16), width: 4, pixelBits: 8, space: gray, .none)
    let part = source?.cropping(to: CGRect(x: 1, y: 2, width: 2, height: 1))
    #expect(part?.width == 2 && part?.height == 1)
    #expect(pixel(part, 0, 0)[0] == 9 && pixel(part, 1, 0)[0] == 10)
    #expect(source?.cropping(to: CGRect(x: 3.5, y: 3.5, width: 9, height: 9))?.width == 1)
    #expect(source?.cropping(to: CGRect(x: 4, y: 0, width: 1, height: 1)) == nil)
    #expect(source?.cropping(to: .null) == nil && source?.cropping(to: .infinite) === source)
    #expect(part?.dataProvider?.data?.length == (part?.bytesPerRow ?? 0) * 1)
  }

  @Test func partsAndMaskedImagesAreDrawnAsTheWholeIs() throws {
    let space = try #require(CGColorSpace(name: CGColorSpace.extendedSRGB))
    let source = try #require(
      CGImage(
        headroom: 2,
        width: 4,
        height: 1,
        bitsPerComponent: 32,
        bitsPerPixel: 128,
        bytesPerRow: 64,
        space: space,
        bitmapInfo: [.floatComponents, CGBitmapInfo(rawValue: CGImageAlphaInfo.last.rawValue)],
        provider: CGDataProvider(bytes: Data(count: 64)),
        decode: nil,
        shouldInterpolate: false,
        intent: .saturation
      )
    )
    let mask = try #require(
      bitmap([0, 255], width: 2, pixelBits: 8, space: CGColorSpaceCreateDeviceGray(), .none)
    )
    for image in [
      source.cropping(to: CGRect(x: 1, y: 0, width: 2, height: 1)), source.masking(mask),
      source.copy(maskingColorComponents: [0, 1, 0, 1, 0, 1]),
    ] {
      let image = try #require(image)
      #expect(!image.shouldInterpolate && image.renderingIntent == .saturation)
      #expect(image.contentHeadroom == 2 && image.shouldToneMap)
    }
    // Bytes of sRGB end at white.
    #expect(mask.cropping(to: CGRect(x: 0, y: 0, width: 1, height: 1))?.contentHeadroom == 0)
  }

  @Test func aMaskPaintsWhereItsSamplesAreZero() throws {
    let provider = CGDataProvider(bytes: Data([0, 255, 51]))
    let mask = try #require(
      CGImage(
        maskWidth: 3,
        height: 1,
        bitsPerComponent: 8,
        bitsPerPixel: 8,
        bytesPerRow: 3,
        provider: provider,
        decode: nil,
        shouldInterpolate: false
      )
    )
    #expect(mask.isMask)
    #expect(mask.colorSpace == nil)
    #expect(mask.pixels.format == .alpha8)
    #expect((0..<3).map { pixel(mask, $0, 0)[0] } == [255, 0, 204])
    let reversed = CGImage(
      maskWidth: 3,
      height: 1,
      bitsPerComponent: 8,
      bitsPerPixel: 8,
      bytesPerRow: 3,
      provider: provider,
      decode: [1, 0],
      shouldInterpolate: false
    )
    #expect((0..<3).map { pixel(reversed, $0, 0)[0] } == [0, 255, 51])
    let red = bitmap([255, 0, 0, 255, 255, 0, 0, 255, 255, 0, 0, 255], width: 3, .last)
    let masked = red?.masking(mask)
    #expect(pixel(masked, 0, 0) == [255, 0, 0, 255] && pixel(masked, 1, 0) == [0, 0, 0, 0])
    #expect(pixel(masked, 2, 0) == [204, 0, 0, 204])
    #expect(mask.masking(mask) == nil)
  }

  @Test func aGrayImageMasksByItsBrightness() {
    let gray = bitmap([0, 255], width: 2, pixelBits: 8, space: CGColorSpaceCreateDeviceGray(), .none)
    let white = bitmap([255, 255, 255, 255, 255, 255, 255, 255], width: 2, .last)
    let masked = gray.flatMap { white?.masking($0) }
    #expect(pixel(masked, 0, 0) == [0, 0, 0, 0] && pixel(masked, 1, 0) == [255, 255, 255, 255])
  }

  @Test func coloursInARangeBecomeTransparent() {
    let source = bitmap([10, 20, 30, 255, 40, 20, 30, 255], width: 2, .last)
    let keyed = source?.copy(maskingColorComponents: [0, 15, 20, 20, 0, 255])
    #expect(pixel(keyed, 0, 0) == [0, 0, 0, 0] && pixel(keyed, 1, 0) == [40, 20, 30, 255])
    #expect(source?.copy(maskingColorComponents: [0, 1]) == nil)
  }

  /// The components that are masked are samples of the image's depth.
  @Test func coloursOfEveryDepthBecomeTransparent() {
    let gray = CGColorSpaceCreateDeviceGray()
    // 0x1000 and 0x9000; the lower one is in 0...0x2000.
    let deep = bitmap([0x10, 0, 0x90, 0], width: 2, bits: 16, pixelBits: 16, space: gray, .none)
    let keyed = deep?.copy(maskingColorComponents: [0, 0x2000])
    #expect(pixel(keyed, 0, 0) == [0, 0, 0, 0])
    #expect(pixel(keyed, 1, 0).last == 255)
    // Black, white.
    let flat = bitmap([0b0100_0000], width: 2, bits: 1, pixelBits: 1, space: gray, .none)
    let white = flat?.copy(maskingColorComponents: [1, 1])
    #expect(pixel(white, 0, 0) == [0, 0, 0, 255])
    #expect(pixel(white, 1, 0) == [0, 0, 0, 0])
  }

  /// Floating-point components are masked by numbers, those of extended ranges, too.
  @Test func floatingPointColoursBecomeTransparent() {
    func floats(_ values: [Float], _ space: CGColorSpace) -> CGImage? {
      let bytes = values.flatMap { value in withUnsafeBytes(of: value.bitPattern.littleEndian) { Array($0) } }
      let order: CGBitmapInfo = [.floatComponents, .byteOrder32Little]
      let width = values.count / 3
      return bitmap(bytes, width: width, bits: 32, pixelBits: 96, space: space, .none, order: order)
    }
    let source = floats([1, 1, 1, 0.5, 1, 1, 4, 1, 1], .extendedStandardRGB)
    let white = source?.copy(maskingColorComponents: [1, 1, 1, 1, 1, 1])
    #expect(pixel(white, 0, 0) == [UInt8](repeating: 0, count: 8))
    #expect(source != nil)
    #expect(pixel(white, 1, 0) == pixel(source, 1, 0))
    #expect(pixel(white, 2, 0) == pixel(source, 2, 0))
    let bright = source?.copy(maskingColorComponents: [1.5, 8, 0, 1, 0, 1])
    #expect(pixel(bright, 0, 0) == pixel(source, 0, 0))
    #expect(pixel(bright, 2, 0) == [UInt8](repeating: 0, count: 8))
    // The numbers are those of the image's own space, and of its precision.
    let linear = CGColorSpace(name: CGColorSpace.extendedLinearSRGB)
    let dim = linear.flatMap { floats([0.1, 0.1, 0.1, 0.6, 0.6, 0.6], $0) }
    let dark = dim?.copy(maskingColorComponents: [0.1, 0.5, 0.1, 0.5, 0.1, 0.5])
    #expect(pixel(dark, 0, 0) == [UInt8](repeating: 0, count: 8))
    #expect(pixel(dark, 1, 0) == pixel(dim, 1, 0))
  }

  /// What is compared are the bytes of the image, not the pixels that they stand for.
  @Test func samplesAreComparedBeforeTheyAreConverted() {
    // Half transparent; the second one's samples are those of the first one's premultiplied pixel.
    let straight = bitmap([200, 100, 50, 128, 100, 50, 25, 128], width: 2, .last)
    let keyed = straight?.copy(maskingColorComponents: [200, 200, 100, 100, 50, 50])
    #expect(pixel(keyed, 0, 0) == [0, 0, 0, 0])
    #expect(pixel(keyed, 1, 0) == pixel(straight, 1, 0))
    let gray = CGColorSpaceCreateDeviceGray()
    // Neighbours of 16 bits.
    let deep = bitmap([0x10, 0, 0x10, 1], width: 2, bits: 16, pixelBits: 16, space: gray, .none)
    let fine = deep?.copy(maskingColorComponents: [0x1001, 0x1001])
    #expect(pixel(fine, 0, 0).last == 255)
    #expect(pixel(fine, 1, 0) == [0, 0, 0, 0])
  }

  /// A program may take the bytes of a part of a mask and make a mask of them.
  @Test func theBytesOfAPartOfAMaskAreSamples() throws {
    func mask(_ bytes: [UInt8], width: Int) -> CGImage? {
      guard let provider = CGDataProvider(data: Data(bytes) as CFData) else { return nil }
      return CGImage(
        maskWidth: width,
        height: 1,
        bitsPerComponent: 8,
        bitsPerPixel: 8,
        bytesPerRow: width,
        provider: provider,
        decode: nil,
        shouldInterpolate: false
      )
    }
    let part = try #require(
      mask([9, 0, 51, 255], width: 4)?.cropping(to: CGRect(x: 1, y: 0, width: 3, height: 1))
    )
    #expect(part.isMask)
    let bytes = try #require(part.dataProvider).bytes
    #expect(Array(bytes) == [0, 51, 255])
    let again = mask(Array(bytes), width: 3)
    #expect((0..<3).map { pixel(again, $0, 0) } == (0..<3).map { pixel(part, $0, 0) })
    let smaller = try #require(part.cropping(to: CGRect(x: 1, y: 0, width: 2, height: 1)))
    #expect(try #require(smaller.dataProvider).bytes == Data([51, 255]))
  }

  @Test func providersOwnTheirBytes() {
    final class Flag { var isReleased = false }
    let flag = Flag()
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 4, alignment: 1)
    memory.storeBytes(of: 0x0403_0201, as: UInt32.self)
    let provider = withExtendedLifetime(flag) {
      CGDataProvider(
        dataInfo: Unmanaged.passUnretained(flag).toOpaque(),
        data: memory,
        size: 4
      ) { info, data, _ in
        info.map { Unmanaged<Flag>.fromOpaque($0).takeUnretainedValue().isReleased = true }
        data.deallocate()
      }
    }
    #expect(flag.isReleased && provider?.data as Data? == Data([1, 2, 3, 4]))
    #expect("/nowhere/at/all".withCString { CGDataProvider(filename: $0) } == nil)
  }
}
