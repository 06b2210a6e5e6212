import Metal
import StrataBase
import StrataEGL
import Testing

/// True if contexts share textures, as textures on a graphics processor need.
let sharesTextures: Bool = {
  guard case .success(let library) = EGLLibrary.shared, let keeper = try? library.keeperContext() else {
    return false
  }
  let texture = try? keeper.use { () throws(GLFailure) in
    try SharedTexture(width: 2, height: 2, in: keeper)
  }
  return texture != nil
}()

/// A device of main memory, and one whose textures are on a graphics processor, with a texture of each.
struct DevicePair {
  let memory: any MTLDevice
  let graphics: any MTLDevice

  init(of library: EGLLibrary? = nil) throws {
    memory = makeDevice(of: nil)
    graphics = makeDevice(of: try library ?? EGLLibrary.shared.get())
  }

  /// Makes a private texture of each device.
  func textures(_ format: MTLPixelFormat, _ width: Int, _ height: Int) throws -> TexturePair {
    let descriptor = MTLTextureDescriptor.texture2DDescriptor(
      pixelFormat: format,
      width: width,
      height: height,
      mipmapped: false
    )
    descriptor.storageMode = .private
    return TexturePair(
      memory: try #require(memory.makeTexture(descriptor: descriptor)),
      graphics: try #require(graphics.makeTexture(descriptor: descriptor))
    )
  }

  /// Runs the same commands on both devices, and waits for them.
  func run(_ encode: (any MTLCommandBuffer, KeyPath<TexturePair, any MTLTexture>) throws -> Void) throws {
    for (device, side) in [(memory, \TexturePair.memory), (graphics, \TexturePair.graphics)] {
      let queue = try #require(device.makeCommandQueue())
      let commands = try #require(queue.makeCommandBuffer())
      try encode(commands, side)
      commands.commit()
      commands.waitUntilCompleted()
    }
  }
}

/// The same texture in main memory and on a graphics processor.
struct TexturePair {
  let memory: any MTLTexture
  let graphics: any MTLTexture

  var isOnGraphicsProcessor: Bool {
    memory.sharedPicture(isOpaque: false) == nil && graphics.sharedPicture(isOpaque: false) != nil
  }

  var areEqual: Bool { memory.allBytes == graphics.allBytes }
}

extension MTLTexture {
  /// The bytes of all pixels.
  var allBytes: [UInt8] {
    let rowBytes = allocatedSize / height
    var bytes = [UInt8](repeating: 0, count: allocatedSize)
    getBytes(
      &bytes,
      bytesPerRow: rowBytes,
      from: MTLRegionMake2D(0, 0, width, height),
      mipmapLevel: 0
    )
    return bytes
  }
}

extension MTLCommandBuffer {
  /// Sets all pixels of a texture to a colour.
  func clear(_ texture: any MTLTexture, to color: MTLClearColor) {
    let pass = MTLRenderPassDescriptor()
    pass.colorAttachments[0].texture = texture
    pass.colorAttachments[0].loadAction = .clear
    pass.colorAttachments[0].clearColor = color
    makeRenderCommandEncoder(descriptor: pass)?.endEncoding()
  }
}
