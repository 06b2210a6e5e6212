import CoreGraphics
import Foundation
import Metal
import QuartzCore
import StrataRenderServer
import Testing

/// The pixels of presented drawables.
@Suite struct DrawablePictureTests {
  /// Writes one pixel into a layer of one pixel and returns what is drawn.
  private func drawn(_ bytes: [UInt8], _ change: (CAMetalLayer) -> Void = { _ in }) throws -> [UInt8] {
    let layer = metalLayer(1, 1)
    change(layer)
    let drawable = try #require(layer.nextDrawable())
    drawable.texture.fill(bytes)
    drawable.present()
    return try Shot(layer, 1, 1)[0, 0]
  }

  @Test("rendering MT-1: the first row of a texture is the top one")
  func orientation() throws {
    for origin in [OfflineRenderer.Origin.topLeft, .bottomLeft] {
      let layer = metalLayer(2, 2)
      let drawable = try #require(layer.nextDrawable())
      let rows = [BGRA.red, BGRA.green, BGRA.blue, [255, 255, 255, 255]].flatMap { $0 }
      drawable.texture.replace(
        region: MTLRegionMake2D(0, 0, 2, 2),
        mipmapLevel: 0,
        withBytes: rows,
        bytesPerRow: 8
      )
      drawable.present()
      let shot = try Shot(layer, 2, 2, origin: origin)
      #expect(shot[0, 0] == RGBA.red)
      #expect(shot[1, 0] == RGBA.green)
      #expect(shot[0, 1] == RGBA.blue)
      #expect(shot[1, 1] == [255, 255, 255, 255])
    }
  }

  @Test("rendering MT-2: opaque layers ignore alpha, others are premultiplied")
  func alpha() throws {
    #expect(try drawn([10, 20, 30, 40]) == [30, 20, 10, 255])
    #expect(try drawn([10, 20, 30, 40]) { $0.isOpaque = false } == [30, 20, 10, 40])
  }

  @Test func formatsOfTenBitsAndOfHalfFloats() throws {
    // Blue in the low bits: 1023, 512 and 0 of 1023, alpha 3 of 3.
    let word = UInt32(1023) | 512 << 10 | 3 << 30
    let bytes = withUnsafeBytes(of: word.littleEndian, Array.init)
    #expect(try drawn(bytes) { $0.pixelFormat = .bgr10a2Unorm } == [0, 128, 255, 255])
    #expect(try drawn(bytes) { $0.pixelFormat = .rgb10a2Unorm } == [255, 128, 0, 255])
    let halves = [Float16(2), -1, .nan, 0.5].flatMap { withUnsafeBytes(of: $0.bitPattern, Array.init) }
    #expect(
      try drawn(halves) {
        $0.pixelFormat = .rgba16Float
        $0.isOpaque = false
      } == [255, 0, 0, 128]
    )
  }

  @Test func levelsAreThoseOfTheColourSpace() throws {
    // The Display P3 coordinates of the red of sRGB: 0.9175, 0.2003, 0.1386.
    let pixel = try drawn([35, 51, 234, 255]) { $0.colorspace = CGColorSpace(name: CGColorSpace.displayP3) }
    #expect(abs(Int(pixel[0]) - 255) <= 2)
    #expect(pixel[1] <= 6)
    #expect(pixel[2] <= 6)
  }

  @Test("rendering MT-4: clears and blits of a command buffer write drawables")
  func commands() throws {
    let layer = metalLayer(4, 4)
    let device = try #require(layer.device)
    let queue = try #require(device.makeCommandQueue())
    let drawable = try #require(layer.nextDrawable())
    let pass = MTLRenderPassDescriptor()
    pass.colorAttachments[0].texture = drawable.texture
    pass.colorAttachments[0].loadAction = .clear
    pass.colorAttachments[0].clearColor = MTLClearColorMake(0, 1, 0, 1)
    let buffer = try #require(device.makeBuffer(length: 16))
    let commands = try #require(queue.makeCommandBuffer())
    commands.makeRenderCommandEncoder(descriptor: pass)?.endEncoding()
    let blits = try #require(commands.makeBlitCommandEncoder())
    blits.fill(buffer: buffer, range: 0..<16, value: 255)
    blits.copy(
      from: buffer,
      sourceOffset: 0,
      sourceBytesPerRow: 8,
      sourceBytesPerImage: 16,
      sourceSize: MTLSizeMake(2, 2, 1),
      to: drawable.texture,
      destinationSlice: 0,
      destinationLevel: 0,
      destinationOrigin: MTLOriginMake(1, 1, 0)
    )
    blits.endEncoding()
    commands.present(drawable)
    commands.commit()
    commands.waitUntilCompleted()
    let shot = try Shot(layer, 4, 4)
    for y in 0..<4 {
      for x in 0..<4 {
        let isInside = (1...2).contains(x) && (1...2).contains(y)
        #expect(shot[x, y] == (isInside ? [255, 255, 255, 255] : RGBA.green), "at \(x), \(y)")
      }
    }
  }
}
