import Metal
import StrataBase
import StrataEGL
import Testing

/// Textures on a graphics processor have the bytes of those in main memory, whatever is done with them.
@Suite(.enabled(if: sharesTextures), .serialized) struct GraphicsTextureTests {
  private static let formats: [MTLPixelFormat] = [
    .bgra8Unorm, .bgra8Unorm_srgb, .rgba8Unorm, .rgba8Unorm_srgb,
  ]

  @Test(arguments: formats) func clearsHaveTheSameBytesAtEachLevel(format: MTLPixelFormat) throws {
    let pair = try DevicePair()
    let textures = try pair.textures(format, 3, 2)
    for level in 0...255 {
      let color = MTLClearColorMake(
        Double(level) / 255,
        Double(255 - level) / 255,
        Double(level * 7 % 256) / 255 - 1e-4,
        Double(level * 3 % 256) / 255
      )
      try pair.run { commands, side in commands.clear(textures[keyPath: side], to: color) }
      #expect(textures.areEqual, "level \(level)")
    }
    #expect(textures.isOnGraphicsProcessor)
  }

  /// Parts, whole textures, a texture to itself with overlap, buffers in both directions, and rows with gaps.
  @Test(arguments: formats) func randomCommandsHaveTheSameBytes(format: MTLPixelFormat) throws {
    let pair = try DevicePair()
    let textures = [
      try pair.textures(format, 23, 17), try pair.textures(format, 23, 17), try pair.textures(format, 9, 40),
    ]
    let buffers = try Buffers(pair)
    var random = SplitMix64(seed: 11)
    var mostValues = 0
    for step in 0..<400 {
      try apply(random: &random, textures, buffers, pair)
      guard step % 5 == 0 else { continue }
      for texture in textures {
        #expect(texture.areEqual, "step \(step)")
        mostValues = max(mostValues, Set(texture.memory.allBytes).count)
      }
    }
    #expect(mostValues > 100)
    #expect(buffers.memory.bytes == buffers.graphics.bytes)
    for texture in textures { #expect(texture.isOnGraphicsProcessor) }
  }

  /// Buffers of random bytes, the same on both devices.
  private struct Buffers {
    let memory: any MTLBuffer
    let graphics: any MTLBuffer

    init(_ pair: DevicePair) throws {
      var random = SplitMix64(seed: 3)
      let bytes = (0..<8192).map { _ in UInt8.random(in: 0...255, using: &random) }
      memory = try #require(pair.memory.makeBuffer(bytes: bytes, length: bytes.count, options: []))
      graphics = try #require(pair.graphics.makeBuffer(bytes: bytes, length: bytes.count, options: []))
    }
  }

  private func apply(
    random: inout SplitMix64,
    _ textures: [TexturePair],
    _ buffers: Buffers,
    _ pair: DevicePair
  ) throws {
    let (source, target) = (
      textures[Int.random(in: 0..<3, using: &random)], textures[Int.random(in: 0..<3, using: &random)]
    )
    let size = MTLSizeMake(
      Int.random(in: 1...min(source.memory.width, target.memory.width), using: &random),
      Int.random(in: 1...min(source.memory.height, target.memory.height), using: &random),
      1
    )
    func origin(in texture: any MTLTexture) -> MTLOrigin {
      MTLOriginMake(
        Int.random(in: 0...texture.width - size.width, using: &random),
        Int.random(in: 0...texture.height - size.height, using: &random),
        0
      )
    }
    let (from, to) = (origin(in: source.memory), origin(in: target.memory))
    // Rows with gaps, of any number of bytes.
    let rowBytes = size.width * 4 + Int.random(in: 0...9, using: &random)
    let (kind, level) = (
      Int.random(in: 0..<12, using: &random), Double(Int.random(in: 0...255, using: &random)) / 255
    )
    if kind > 8 {
      let region = MTLRegion(origin: to, size: size)
      for (texture, buffer) in [(target.memory, buffers.memory), (target.graphics, buffers.graphics)] {
        let bytes = buffer.contents() + Int(level * 1000)
        texture.replace(region: region, mipmapLevel: 0, withBytes: bytes, bytesPerRow: rowBytes)
      }
      return
    }
    try pair.run { commands, side in
      let (from_, to_) = (source[keyPath: side], target[keyPath: side])
      let buffer = side == \TexturePair.memory ? buffers.memory : buffers.graphics
      guard kind > 0 else { return commands.clear(to_, to: MTLClearColorMake(level, 1, 1 - level, 1)) }
      let blits = try #require(commands.makeBlitCommandEncoder())
      defer { blits.endEncoding() }
      switch kind {
      case 1: blits.copy(from: from_, to: textures[0][keyPath: side])
      case 2...4: blits.copyPart(from_, from, size, to: to_, to)
      case 5...7: blits.copy(buffer, rowBytes, size, to: to_, to)
      default: blits.copy(from_, from, size, to: buffer, rowBytes)
      }
    }
  }

  /// The pixels of formats that a graphics processor has no bytes for are in main memory.
  @Test func otherFormatsAndOrdinaryTexturesStayInMainMemory() throws {
    let pair = try DevicePair()
    for format in [MTLPixelFormat.rgba16Float, .bgr10a2Unorm, .rgb10a2Unorm] {
      let textures = try pair.textures(format, 4, 4)
      try pair.run { commands, side in
        commands.clear(textures[keyPath: side], to: MTLClearColorMake(0.25, 0.5, 0.75, 1))
      }
      #expect(textures.areEqual)
      #expect(textures.graphics.sharedPicture(isOpaque: true) == nil)
    }
    let plain = MTLTextureDescriptor()
    let texture = try #require(pair.graphics.makeTexture(descriptor: plain))
    texture.fill([1, 2, 3, 4])
    #expect(texture.sharedPicture(isOpaque: true) == nil)
    #expect(texture.allBytes == [1, 2, 3, 4])
  }

  /// A picture is the texture's memory, and keeps its pixels when the texture is written.
  @Test func picturesShareMemoryUntilTheTextureIsWritten() throws {
    let pair = try DevicePair()
    let texture = try pair.textures(.bgra8Unorm, 6, 5).graphics
    texture.fill([10, 20, 30, 255])
    let first = try #require(texture.sharedPicture(isOpaque: true) as? any TexturePixels)
    let again = try #require(texture.sharedPicture(isOpaque: true) as? any TexturePixels)
    #expect(first.texture != nil && first.texture === again.texture)
    texture.replace(
      region: MTLRegionMake2D(1, 1, 1, 1),
      mipmapLevel: 0,
      withBytes: [UInt8](repeating: 255, count: 4),
      bytesPerRow: 4
    )
    let second = try #require(texture.sharedPicture(isOpaque: true) as? any TexturePixels)
    #expect(second.texture !== first.texture)
    #expect(first.bytes.allSatisfy { $0 == 0xFF0A_141E })
    #expect(second.bytes.filter { $0 == 0xFF0A_141E }.count == 29)
    #expect(second.bytes[7] == .max)
  }

  /// Only a texture that may be transparent is copied for an opaque picture, and it keeps its own alpha.
  @Test func opaquePicturesOfTransparentTexturesAreCopies() throws {
    let pair = try DevicePair()
    let texture = try pair.textures(.rgba8Unorm, 4, 4).graphics
    texture.fill([1, 2, 3, 4])
    let opaque = try #require(texture.sharedPicture(isOpaque: true) as? any TexturePixels)
    let plain = try #require(texture.sharedPicture(isOpaque: false) as? any TexturePixels)
    #expect(opaque.texture !== plain.texture)
    #expect(opaque.bytes.allSatisfy { $0 == 0xFF03_0201 })
    #expect(plain.bytes.allSatisfy { $0 == 0x0403_0201 })
    #expect(texture.allBytes.prefix(4) == [1, 2, 3, 4])
  }

  /// Pictures that take too much memory come into main memory, the oldest first.
  @Test func theOldestPicturesComeIntoMainMemory() throws {
    let pair = try DevicePair(of: EGLLibrary())
    let texture = try pair.textures(.rgba8Unorm, 4096, 4096).graphics
    var pictures: [any TexturePixels] = []
    for red in UInt8(1)...5 {
      let queue = try #require(pair.graphics.makeCommandQueue())
      let commands = try #require(queue.makeCommandBuffer())
      commands.clear(texture, to: MTLClearColorMake(Double(red) / 255, 0, 0, 1))
      commands.commit()
      commands.waitUntilCompleted()
      pictures.append(try #require(texture.sharedPicture(isOpaque: true) as? any TexturePixels))
    }
    #expect(pictures.map { $0.texture != nil } == [false, true, true, true, true])
    for (index, picture) in pictures.enumerated() {
      var pixels: [UInt32] = [0, 0, 0, 0]
      #expect(picture.read(PixelRect(4094, 4094, 4096, 4096), into: &pixels, rowBytes: 8))
      #expect(pixels == Array(repeating: 0xFF00_0001 + UInt32(index), count: 4))
    }
  }

  // MARK: Failures

  /// A context that ends takes the pixels along; commands that follow write main memory.
  @Test func aLostContextLosesPixelsAndNothingElse() throws {
    let library = try EGLLibrary()
    let pair = try DevicePair(of: library)
    let (cleared, copied) = (try pair.textures(.bgra8Unorm, 5, 5), try pair.textures(.bgra8Unorm, 5, 5))
    let white = MTLClearColorMake(1, 1, 1, 1)
    try pair.run { commands, side in
      commands.clear(cleared[keyPath: side], to: white)
      commands.clear(copied[keyPath: side], to: white)
    }
    let picture = try #require(cleared.graphics.sharedPicture(isOpaque: true))
    try library.keeperContext().destroy()
    var pixel: [UInt32] = [7]
    #expect(!picture.read(PixelRect(0, 0, 1, 1), into: &pixel, rowBytes: 4))
    #expect(copied.graphics.allBytes == [UInt8](repeating: 0, count: 100))
    try pair.run { commands, side in
      commands.clear(cleared[keyPath: side], to: MTLClearColorMake(1, 0.5, 0, 1))
      commands.makeBlitCommandEncoder()?.copy(from: cleared[keyPath: side], to: copied[keyPath: side])
    }
    for textures in [cleared, copied] {
      #expect(textures.areEqual)
      #expect(textures.graphics.sharedPicture(isOpaque: true) == nil)
    }
  }

  @Test func aProcessorThatMakesNoTextureLeavesThemInMainMemory() throws {
    let library = try EGLLibrary()
    try library.keeperContext().destroy()
    let pair = try DevicePair(of: library)
    let textures = try pair.textures(.bgra8Unorm, 5, 5)
    try pair.run { commands, side in
      commands.clear(textures[keyPath: side], to: MTLClearColorMake(1, 0.5, 0, 1))
    }
    #expect(textures.areEqual)
    #expect(textures.graphics.sharedPicture(isOpaque: true) == nil)
  }
}

extension MTLBuffer {
  fileprivate var bytes: [UInt8] { Array(UnsafeRawBufferPointer(start: contents(), count: length)) }
}

extension DevicePixels {
  /// All pixels, red in the lowest byte.
  fileprivate var bytes: [UInt32] {
    var pixels = [UInt32](repeating: 0, count: width * height)
    _ = read(PixelRect(0, 0, Int32(width), Int32(height)), into: &pixels, rowBytes: width * 4)
    return pixels
  }
}

extension MTLBlitCommandEncoder {
  fileprivate func copyPart(
    _ source: any MTLTexture,
    _ from: MTLOrigin,
    _ size: MTLSize,
    to target: any MTLTexture,
    _ to: MTLOrigin
  ) {
    copy(
      from: source,
      sourceSlice: 0,
      sourceLevel: 0,
      sourceOrigin: from,
      sourceSize: size,
      to: target,
      destinationSlice: 0,
      destinationLevel: 0,
      destinationOrigin: to
    )
  }

  fileprivate func copy(
    _ buffer: any MTLBuffer,
    _ rowBytes: Int,
    _ size: MTLSize,
    to target: any MTLTexture,
    _ to: MTLOrigin
  ) {
    copy(
      from: buffer,
      sourceOffset: 12,
      sourceBytesPerRow: rowBytes,
      sourceBytesPerImage: 0,
      sourceSize: size,
      to: target,
      destinationSlice: 0,
      destinationLevel: 0,
      destinationOrigin: to
    )
  }

  fileprivate func copy(
    _ source: any MTLTexture,
    _ from: MTLOrigin,
    _ size: MTLSize,
    to buffer: any MTLBuffer,
    _ rowBytes: Int
  ) {
    copy(
      from: source,
      sourceSlice: 0,
      sourceLevel: 0,
      sourceOrigin: from,
      sourceSize: size,
      to: buffer,
      destinationOffset: 4,
      destinationBytesPerRow: rowBytes,
      destinationBytesPerImage: 0
    )
  }
}
