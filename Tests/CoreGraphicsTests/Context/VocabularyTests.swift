import CoreGraphics
import Foundation
import Testing

@Suite struct VocabularyTests {
  @Test func consumersTakeBytes() throws {
    let data = NSMutableData()
    let consumer = try #require(CGDataConsumer(data: data))
    consumer.write(Data([1, 2]))
    consumer.write(Data([3]))
    #expect(data as Data == Data([1, 2, 3]))

    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "consumer-\(UUID().uuidString)"
    )
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appendingPathComponent("file")
    let file = try #require(CGDataConsumer(url: url as NSURL))
    file.write(Data([7, 8]))
    #expect(!FileManager.default.fileExists(atPath: url.path))
    file.finish()
    #expect(try Data(contentsOf: url) == Data([7, 8]))
    #expect(CGDataConsumer(url: NSURL(fileURLWithPath: folder.path + "/missing/file")) == nil)

    var taken: [UInt8] = []
    var callbacks = CGDataConsumerCallbacks(
      putBytes: { _, bytes, count in
        taken += UnsafeRawBufferPointer(start: bytes, count: count)
        return count
      },
      releaseConsumer: nil
    )
    let program = try #require(CGDataConsumer(info: nil, cbks: &callbacks))
    program.write(Data([9]))
    #expect(taken == [9])
  }

  @Test func aContextGivesItsMemoryBack() throws {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 16)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: 64)
    nonisolated(unsafe) var released: UnsafeMutableRawPointer?
    do {
      let context = CGContext(
        data: memory,
        width: 4,
        height: 4,
        bitsPerComponent: 8,
        bytesPerRow: 16,
        space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue,
        releaseCallback: { _, data in released = data },
        releaseInfo: nil
      )
      context?.fill(CGRect(x: 0, y: 0, width: 4, height: 4))
      #expect(context?.setEDRTargetHeadroom(2) == false)
    }
    #expect(released == memory)
    #expect(memory.load(fromByteOffset: 3, as: UInt8.self) == 255)
    memory.deallocate()
  }

  @Test func imagesTellTheirDecodeNumbersAndHeadroom() throws {
    let provider = try #require(CGDataProvider(data: NSData(bytes: [10, 20, 30, 255] as [UInt8], length: 4)))
    func image(_ headroom: Float, _ name: CFString) throws -> CGImage? {
      CGImage(
        headroom: headroom,
        width: 1,
        height: 1,
        bitsPerComponent: 8,
        bitsPerPixel: 32,
        bytesPerRow: 4,
        space: try #require(CGColorSpace(name: name)),
        bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.last.rawValue),
        provider: provider,
        decode: [1, 0, 1, 0, 1, 0],
        shouldInterpolate: false,
        intent: .defaultIntent
      )
    }
    let inverted = try #require(try image(1, CGColorSpace.sRGB))
    #expect(inverted.contentHeadroom == 1 && !inverted.shouldToneMap)
    #expect(!inverted.containsImageSpecificToneMappingMetadata)
    #expect((0..<6).map { inverted.decode?[$0] } == [1, 0, 1, 0, 1, 0])
    #expect(try image(4, CGColorSpace.sRGB) == nil)
    let bright = try #require(try image(4, CGColorSpace.extendedSRGB))
    #expect(bright.contentHeadroom == 4 && bright.shouldToneMap)
  }

  @Test func pointsAndRectanglesDescribeThemselves() {
    #expect(CGPoint(x: 1, y: 2.5).debugDescription == "(1.0, 2.5)")
    let rect = CGRect(x: 1, y: 2, width: 3, height: 4)
    #expect(rect.debugDescription == "(1.0, 2.0, 3.0, 4.0)")
    #expect(rect.customMirror.children.compactMap(\.label) == ["origin", "size"])
  }
}
