import CoreGraphics
import Testing

/// The bytes of images, and their order.
@Suite struct ImageBytesTests {
  private let reversed =
    CGImageAlphaInfo.premultipliedFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue

  private func context(width: Int, height: Int, bytesPerRow: Int = 0, _ info: UInt32) throws -> CGContext {
    try #require(
      CGContext(
        data: nil,
        width: width,
        height: height,
        bitsPerComponent: 8,
        bytesPerRow: bytesPerRow,
        space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: info
      )
    )
  }

  private func address(_ data: CFData?) -> UnsafePointer<UInt8>? { data.flatMap { CFDataGetBytePtr($0) } }

  @Test func pointersToBytesLiveAsLongAsTheImage() throws {
    for info in [CGImageAlphaInfo.premultipliedLast.rawValue, reversed] {
      let context = try context(width: 200, height: 100, info)
      context.setFillColor(red: 1, green: 0, blue: 0, alpha: 1)
      context.fill(CGRect(x: 0, y: 0, width: 200, height: 100))
      let image = try #require(context.makeImage())
      let bytes = try #require(address(image.dataProvider?.data))
      #expect(image.dataProvider === image.dataProvider)
      #expect(bytes == address(image.dataProvider?.data))
      let last = 99 * image.bytesPerRow + 199 * 4
      #expect((0..<4).map { bytes[last + $0] } == (info == reversed ? [0, 0, 255, 255] : [255, 0, 0, 255]))
      withExtendedLifetime(image) {}
    }
  }

  @Test func aProviderHasOneDataObject() throws {
    let provider = try #require(CGDataProvider(data: Data([1, 2, 3]) as CFData))
    #expect(provider.data === provider.data && provider.data as Data? == Data([1, 2, 3]))
  }

  @Test func reversedBytesAreReadFromAnImageAndItsParts() throws {
    let context = try context(width: 4, height: 2, bytesPerRow: 20, reversed)
    context.setFillColor(red: 1, green: 0, blue: 0, alpha: 1)
    context.fill(CGRect(x: 0, y: 1, width: 1, height: 1))
    let image = try #require(context.makeImage())
    #expect(image.bitmapInfo.rawValue == reversed && image.bytesPerRow == 20)
    #expect(pixel(image, 0, 0) == [255, 0, 0, 255])
    let bytes = try #require(image.dataProvider?.data) as Data
    #expect(bytes == Data([0, 0, 255, 255] + [UInt8](repeating: 0, count: 36)))
    let part = try #require(image.cropping(to: CGRect(x: 0, y: 0, width: 1, height: 1)))
    #expect(part.bitmapInfo == image.bitmapInfo && pixel(part, 0, 0) == [255, 0, 0, 255])
    #expect(part.dataProvider?.data as Data? == Data([0, 0, 255, 255]))
    let space = try #require(CGColorSpace(name: CGColorSpace.displayP3))
    let wide = try #require(image.copy(colorSpace: space))
    #expect(wide.dataProvider?.data as Data? == bytes)
  }

  /// Drawing goes on in the memory that the program holds, and its bytes are in images.
  @Test func reversedMemoryIsTheBitmap() throws {
    let context = try context(width: 2, height: 1, reversed)
    context.setFillColor(red: 1, green: 0, blue: 0, alpha: 1)
    context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    let memory = try #require(context.data).assumingMemoryBound(to: UInt8.self)
    #expect((0..<8).map { memory[$0] } == [0, 0, 255, 255, 0, 0, 0, 0])
    context.setFillColor(red: 0, green: 0, blue: 1, alpha: 1)
    context.fill(CGRect(x: 1, y: 0, width: 1, height: 1))
    #expect((4..<8).map { memory[$0] } == [255, 0, 0, 255])
    (memory[0], memory[2]) = (255, 0)
    let image = context.makeImage()
    #expect(pixel(image, 0, 0) == [0, 0, 255, 255])
    #expect(pixel(image, 1, 0) == [0, 0, 255, 255])
    withExtendedLifetime(context) {}
  }
}
