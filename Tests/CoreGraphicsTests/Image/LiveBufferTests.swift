import CoreGraphics
import Foundation
import StrataRaster
import StrataTesting
import Testing

/// Images over data that the program goes on writing.
@Suite struct LiveBufferTests {
  private let red: [UInt8] = [255, 0, 0, 255]
  private let clear: [UInt8] = [0, 0, 0, 0]

  private func picture(_ data: CFData, width: Int = 2, height: Int = 2) throws -> CGImage {
    try #require(CGImage.over(data, width: width, height: height))
  }

  private func drawn(_ image: CGImage) throws -> [UInt8] {
    let context = try makeContext(2, 2)
    context.draw(image, in: CGRect(x: 0, y: 0, width: 2, height: 2))
    return pixelFromBottom(context, 0, 0)
  }

  @Test func anImageShowsWhatItsBufferHoldsWhenItIsDrawn() throws {
    let data = try #require(NSMutableData(length: 16))
    let image = try picture(data)
    #expect(try drawn(image) == clear)
    data.fill(with: red)
    #expect(try drawn(image) == red)
    let still = image.still
    #expect(image.still === still && still.still === still)
    data.fill(with: clear)
    #expect(try drawn(still) == red)
    #expect(try drawn(image) == clear)
  }

  @Test func partsAndMasksFollowTheBuffer() throws {
    let data = try #require(NSMutableData(length: 16))
    let image = try picture(data)
    let part = try #require(image.cropping(to: CGRect(x: 0, y: 0, width: 1, height: 1)))
    let keyed = try #require(image.copy(maskingColorComponents: [0, 0, 0, 0, 0, 0]))
    data.fill(with: red)
    let (first, second) = (part.still, keyed.still)
    #expect(pixel(first, 0, 0) == red && pixel(second, 0, 0) == red)
    #expect(part.still === first && keyed.still === second)
    #expect(part.dataProvider?.data as Data? == Data(red))
    data.fill(with: clear)
    #expect(pixel(part, 0, 0) == clear && pixel(keyed, 0, 0) == clear)
    #expect(pixel(first, 0, 0) == red && pixel(second, 0, 0) == red)
  }

  /// A scratch card: the mask is a context over reserved memory of data that has no bytes yet.
  @Test func aMaskOverReservedMemoryIsScratched() throws {
    let data = try #require(CFDataCreateMutable(nil, 4))
    let context = try #require(
      CGContext(
        data: CFDataGetMutableBytePtr(data),
        width: 2,
        height: 2,
        bitsPerComponent: 8,
        bytesPerRow: 2,
        space: CGColorSpaceCreateDeviceGray(),
        bitmapInfo: CGImageAlphaInfo.none.rawValue
      )
    )
    let provider = try #require(CGDataProvider(data: data))
    let mask = try #require(
      CGImage(
        maskWidth: 2,
        height: 2,
        bitsPerComponent: 8,
        bitsPerPixel: 8,
        bytesPerRow: 2,
        provider: provider,
        decode: nil,
        shouldInterpolate: false
      )
    )
    let plain = try picture(Data((0..<4).flatMap { _ in red }) as CFData)
    let cover = try #require(plain.masking(mask))
    context.setFillColor(gray: 0, alpha: 1)
    context.fill(CGRect(x: 0, y: 0, width: 2, height: 2))
    #expect(try drawn(cover) == red)
    context.setFillColor(gray: 1, alpha: 1)
    context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(try drawn(cover) == clear)
    #expect(pixel(cover, 1, 1) == red)
  }

  @Test func dataThatLostItsBytesIsTransparent() throws {
    let data = try #require(NSMutableData(length: 16))
    let image = try picture(data)
    data.fill(with: red)
    data.length = 4
    #expect(pixel(image, 0, 0) == red && pixel(image, 1, 1) == clear)
  }

  /// A log whose first bytes are a picture grows and shrinks.
  @Test func aStillIsTheSameWhateverElseTheDataHold() throws {
    let data = try #require(NSMutableData(length: 16))
    let image = try picture(data)
    data.fill(with: red)
    let still = image.still
    data.append(Data(repeating: 7, count: 1000))
    #expect(image.still === still && still.bytes.count == 16)
    data.length = 4
    let cut = image.still
    #expect(cut !== still && image.still === cut)
    #expect(cut.bytes == Data(red + clear + clear + clear) && image.bytes == cut.bytes)
    data.length = 16
    #expect(image.still === cut)
  }

  @Test func onlyWhatWasAskedForIsReserved() throws {
    let data = try #require(CFDataCreateMutable(nil, 4096))
    #expect(CGDataProvider(data: data)?.bytes.count == 4096)
    CFDataAppendBytes(data, [UInt8](repeating: 1, count: 4097), 4097)
    #expect(CGDataProvider(data: data)?.bytes.count == 4097)
    CFDataSetLength(data, 1)
    #expect(CGDataProvider(data: data)?.bytes.count == 4096)
  }

  #if ImageCodecs
    @Test func aFileEndsWhereItsBytesEnd() throws {
      let file = try ImageCodec.encode(PixelBuffer(width: 2, height: 2, format: .rgba8), as: .png)
      let data = try #require(CFDataCreateMutable(nil, 100_000))
      data.append(file)
      let provider = try #require(CGDataProvider(data: data))
      let image = CGImage(
        pngDataProviderSource: provider,
        decode: nil,
        shouldInterpolate: true,
        intent: .defaultIntent
      )
      #expect(image?.file?.data == file)
    }
  #endif

  @Test func otherImagesAreTheirOwnStill() throws {
    let image = try picture(Data(repeating: 255, count: 16) as CFData)
    #expect(!image.isLive && image.still === image)
    let context = try makeContext(2, 2)
    let made = try #require(context.makeImage())
    #expect(!made.isLive && made.still === made)
  }

  @Test func anSVGPictureHasBothMoments() throws {
    let data = try #require(NSMutableData(length: 16))
    let image = try picture(data)
    let context = try #require(CGContext(svg: CGRect(x: 0, y: 0, width: 8, height: 8)))
    context.draw(image, in: CGRect(x: 0, y: 0, width: 2, height: 2))
    data.fill(with: red)
    for x in [2, 4] { context.draw(image, in: CGRect(x: x, y: 0, width: 2, height: 2)) }
    #if ImageCodecs
      let bytes = try context.svgData()
      let text = String(decoding: try #require(bytes), as: UTF8.self)
      #expect(text.components(separatedBy: "data:image/png").count == 3)
    #endif
  }
}
