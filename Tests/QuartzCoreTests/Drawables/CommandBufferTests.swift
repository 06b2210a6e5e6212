import Foundation
import Metal
import Testing

/// Command buffers whose progress a program follows, and copies that cannot be.
@Suite struct CommandBufferTests {
  private let device = MTLCreateSystemDefaultDevice()

  private func commands() throws -> any MTLCommandBuffer {
    let queue = try #require(device?.makeCommandQueue())
    return try #require(queue.makeCommandBuffer())
  }

  private func texture(
    _ width: Int,
    _ height: Int,
    _ format: MTLPixelFormat = .bgra8Unorm
  ) throws -> any MTLTexture {
    let descriptor = MTLTextureDescriptor()
    (descriptor.width, descriptor.height, descriptor.pixelFormat) = (width, height, format)
    return try #require(device?.makeTexture(descriptor: descriptor))
  }

  // MARK: Handlers

  @Test func waitingForTheEndIncludesTheHandlers() throws {
    let commands = try commands()
    let count = Tally()
    for _ in 0..<2 {
      commands.addCompletedHandler { buffer in
        Thread.sleep(forTimeInterval: 0.05)
        // A handler that waits for its own buffer has it.
        buffer.waitUntilCompleted()
        count.add()
      }
    }
    commands.commit()
    commands.waitUntilCompleted()
    #expect(count.count == 2)
    #expect(commands.status == .completed)
  }

  @Test func aHandlerThatComesTooLateIsDropped() throws {
    let commands = try commands()
    commands.commit()
    commands.waitUntilCompleted()
    weak var kept: NSObject?
    let calls = Tally()
    do {
      let object = NSObject()
      kept = object
      commands.addCompletedHandler { [holder = Holder(object)] _ in
        withExtendedLifetime(holder) { calls.add() }
      }
      commands.addScheduledHandler { [holder = Holder(object)] _ in
        withExtendedLifetime(holder) { calls.add() }
      }
    }
    #expect(kept == nil)
    commands.waitUntilCompleted()
    #expect(calls.count == 0)
  }

  /// Carries an object into handlers.
  private struct Holder: @unchecked Sendable {  // Only kept.
    let object: NSObject
    init(_ object: NSObject) { self.object = object }
  }

  // MARK: Clears

  @Test(arguments: [(1, 1), (3, 2), (131, 127)], [MTLPixelFormat.bgra8Unorm, .rgb10a2Unorm, .rgba16Float])
  func aClearReachesEveryPixel(size: (Int, Int), format: MTLPixelFormat) throws {
    let (width, height) = size
    let texture = try texture(width, height, format)
    let pass = MTLRenderPassDescriptor()
    pass.colorAttachments[0].texture = texture
    pass.colorAttachments[0].loadAction = .clear
    pass.colorAttachments[0].clearColor = MTLClearColorMake(1, 0.5, 0.25, 1)
    let commands = try commands()
    commands.makeRenderCommandEncoder(descriptor: pass)?.endEncoding()
    commands.commit()
    commands.waitUntilCompleted()
    let pixelBytes = format == .rgba16Float ? 8 : 4
    var bytes = [UInt8](repeating: 0, count: width * height * pixelBytes)
    let region = MTLRegionMake2D(0, 0, width, height)
    texture.getBytes(&bytes, bytesPerRow: width * pixelBytes, from: region, mipmapLevel: 0)
    let first = Array(bytes[..<pixelBytes])
    let isSame = stride(from: 0, to: bytes.count, by: pixelBytes).allSatisfy {
      bytes[$0..<$0 + pixelBytes].elementsEqual(first)
    }
    #expect(isSame && first.contains { $0 != 0 }, "\(first)")
    if format == .bgra8Unorm { #expect(first == [64, 128, 255, 255]) }
  }

  // MARK: Copies that cannot be

  @Test(arguments: [Int.max, .max / 2, -1, .min, 0])
  func sizesBeyondAllNumbersAreNotCopied(side: Int) throws {
    let (from, to) = (try texture(4, 4), try texture(4, 4))
    from.fill([9, 9, 9, 9])
    let buffer = try #require(device?.makeBuffer(length: 64))
    let commands = try commands()
    let copies = try #require(commands.makeBlitCommandEncoder())
    for size in [MTLSizeMake(side, 1, 1), MTLSizeMake(1, side, 1), MTLSizeMake(side, side, 1)] {
      copies.copy(
        from: from,
        sourceSlice: 0,
        sourceLevel: 0,
        sourceOrigin: MTLOriginMake(1, 0, 0),
        sourceSize: size,
        to: buffer,
        destinationOffset: 0,
        destinationBytesPerRow: 16,
        destinationBytesPerImage: 64
      )
      copies.copy(
        from: buffer,
        sourceOffset: 0,
        sourceBytesPerRow: 16,
        sourceBytesPerImage: 64,
        sourceSize: size,
        to: to,
        destinationSlice: 0,
        destinationLevel: 0,
        destinationOrigin: MTLOriginMake(1, 0, 0)
      )
    }
    copies.fill(buffer: buffer, range: -1..<Int.max, value: 7)
    copies.fill(buffer: buffer, range: Int.min..<Int.max, value: 7)
    copies.endEncoding()
    commands.commit()
    commands.waitUntilCompleted()
    let bytes = UnsafeRawBufferPointer(start: buffer.contents(), count: 64)
    #expect(bytes.allSatisfy { $0 == 0 })
  }
}
