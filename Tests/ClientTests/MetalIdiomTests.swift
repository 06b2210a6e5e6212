import Metal
import QuartzCore
import Testing

// What client code does with textures: it makes them, draws layers over them and reads them.

@Suite struct MetalIdiomTests {
  private let device: any MTLDevice

  init() throws { device = try #require(MTLCreateSystemDefaultDevice()) }

  private func texture(
    _ width: Int,
    _ height: Int,
    _ format: MTLPixelFormat = .rgba8Unorm,
    filled color: [UInt8] = [0, 0, 0, 0]
  ) throws -> any MTLTexture {
    let descriptor = MTLTextureDescriptor.texture2DDescriptor(
      pixelFormat: format,
      width: width,
      height: height,
      mipmapped: false
    )
    descriptor.usage = [.renderTarget, .shaderRead]
    let texture = try #require(device.makeTexture(descriptor: descriptor))
    let bytes = (0..<width * height).flatMap { _ in color }
    texture.replace(
      region: MTLRegionMake2D(0, 0, width, height),
      mipmapLevel: 0,
      withBytes: bytes,
      bytesPerRow: width * 4
    )
    return texture
  }

  /// A pixel's bytes; the first row is the top one.
  private func pixel(_ texture: any MTLTexture, _ x: Int, _ y: Int) -> [UInt8] {
    var bytes: [UInt8] = [9, 9, 9, 9]
    texture.getBytes(&bytes, bytesPerRow: 4, from: MTLRegionMake2D(x, y, 1, 1), mipmapLevel: 0)
    return bytes
  }

  /// A root of 8 by 8 points with a red square at its lower left.
  private func scene() -> (root: CALayer, square: CALayer) {
    let (root, square) = (CALayer(), CALayer())
    root.frame = CGRect(x: 0, y: 0, width: 8, height: 8)
    square.frame = CGRect(x: 0, y: 0, width: 4, height: 4)
    square.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    root.addSublayer(square)
    return (root, square)
  }

  private func draw(_ renderer: CARenderer, at time: Double) {
    renderer.beginFrame(atTime: time, timeStamp: nil)
    renderer.render()
    renderer.endFrame()
  }

  private func renderer(
    _ texture: any MTLTexture,
    _ root: CALayer,
    _ options: [AnyHashable: Any]? = nil
  ) -> CARenderer {
    let renderer = CARenderer(mtlTexture: texture, options: options)
    renderer.layer = root
    renderer.bounds = root.bounds
    return renderer
  }

  @Test("rendering CR-2, CR-7, MT-4: a frame lies over what its texture held, y up, mapped to all of it")
  func framesLieOverTextures() throws {
    let (root, square) = scene()
    let target = try texture(16, 8, filled: [0, 255, 0, 255])
    let renderer = renderer(target, root)
    draw(renderer, at: 1)
    #expect(pixel(target, 0, 7) == [255, 0, 0, 255] && pixel(target, 7, 4) == [255, 0, 0, 255])
    #expect(pixel(target, 8, 7) == [0, 255, 0, 255] && pixel(target, 0, 3) == [0, 255, 0, 255])
    #expect(renderer.makeImage()?.width == 16)
    // Half transparent pixels are blended.
    let other = try texture(8, 8, .bgra8Unorm, filled: [255, 0, 0, 255])
    square.opacity = 0.5
    CATransaction.flush()
    renderer.setDestination(other)
    draw(renderer, at: 9)
    let half = pixel(other, 3, 4)
    #expect(abs(Int(half[0]) - 127) <= 1)
    #expect(half[1] == 0)
    #expect(abs(Int(half[2]) - 128) <= 1)
    #expect(half[3] == 255)
    #expect(pixel(other, 4, 4) == [255, 0, 0, 255])
  }

  @Test("rendering CR-3, CR-4, CR-7: the first frame covers all, later ones what changed and what was added")
  func laterFrames() throws {
    let (root, square) = scene()
    let target = try texture(8, 8)
    let renderer = renderer(target, root)
    draw(renderer, at: 1)
    let gray = (0..<64).flatMap { _ in [7, 7, 7, 7] as [UInt8] }
    func overwrite() {
      target.replace(region: MTLRegionMake2D(0, 0, 8, 8), mipmapLevel: 0, withBytes: gray, bytesPerRow: 32)
    }
    overwrite()
    CATransaction.setDisableActions(true)
    square.bounds.size.width = 2
    CATransaction.flush()
    CATransaction.setDisableActions(false)
    // The square was 0 to 4 wide about its middle, and is 1 to 3 now.
    draw(renderer, at: 2)
    #expect(pixel(target, 0, 7) == [7, 7, 7, 7] && pixel(target, 3, 7) == [7, 7, 7, 7])
    #expect(pixel(target, 1, 7) == [255, 0, 0, 255] && pixel(target, 2, 4) == [255, 0, 0, 255])
    overwrite()
    renderer.beginFrame(atTime: 3, timeStamp: nil)
    renderer.addUpdate(CGRect(x: 0, y: 0, width: 8, height: 1))
    renderer.render()
    renderer.endFrame()
    #expect(pixel(target, 1, 7) == [255, 0, 0, 255] && pixel(target, 1, 6) == [7, 7, 7, 7])
  }

  @Test("rendering CR-7: a texture's numbers may be of another space, and drawing may follow a queue")
  func options() throws {
    let (root, _) = scene()
    let target = try texture(8, 8, .bgra8Unorm)
    let queue = try #require(device.makeCommandQueue())
    let space = try #require(CGColorSpace(name: CGColorSpace.displayP3))
    let renderer = renderer(
      target,
      root,
      [kCARendererColorSpace: space, kCARendererMetalCommandQueue: queue]
    )
    let pass = MTLRenderPassDescriptor()
    pass.colorAttachments[0].texture = target
    pass.colorAttachments[0].loadAction = .clear
    pass.colorAttachments[0].clearColor = MTLClearColorMake(0, 0, 1, 1)
    let clearing = try #require(queue.makeCommandBuffer())
    clearing.makeRenderCommandEncoder(descriptor: pass)?.endEncoding()
    clearing.commit()
    draw(renderer, at: 1)
    #expect(pixel(target, 0, 0) == [255, 0, 0, 255])
    // The red of sRGB in Display P3, as its blue, green and red: 0.1386, 0.2003, 0.9175.
    #expect(pixel(target, 0, 7) == [35, 51, 234, 255])
  }

  @Test("rendering MT-4: textures are copied by queues, in order, and hold what they hold")
  func textures() throws {
    let (from, to) = (try texture(4, 4, filled: [1, 2, 3, 4]), try texture(4, 4))
    let queue = try #require(device.makeCommandQueue())
    let commands = try #require(queue.makeCommandBuffer())
    let copies = try #require(commands.makeBlitCommandEncoder())
    copies.copy(
      from: from,
      sourceSlice: 0,
      sourceLevel: 0,
      sourceOrigin: MTLOriginMake(0, 0, 0),
      sourceSize: MTLSizeMake(2, 1, 1),
      to: to,
      destinationSlice: 0,
      destinationLevel: 0,
      destinationOrigin: MTLOriginMake(2, 3, 0)
    )
    copies.synchronize(resource: to)
    copies.endEncoding()
    let count = DispatchSemaphore(value: 0)
    commands.addScheduledHandler { _ in count.signal() }
    commands.addCompletedHandler { if $0.status == .completed { count.signal() } }
    #expect(commands.status == .notEnqueued && pixel(to, 2, 3) == [0, 0, 0, 0])
    commands.commit()
    commands.waitUntilCompleted()
    count.wait()
    count.wait()
    #expect(pixel(to, 2, 3) == [1, 2, 3, 4] && pixel(to, 3, 3) == [1, 2, 3, 4])
    #expect(pixel(to, 1, 3) == [0, 0, 0, 0] && pixel(to, 2, 2) == [0, 0, 0, 0])
    // Nothing is read from beyond a texture, and there is none of no size.
    #expect(pixel(to, 4, 0) == [9, 9, 9, 9] && pixel(to, -1, 0) == [9, 9, 9, 9])
    let descriptor = MTLTextureDescriptor()
    descriptor.width = 0
    #expect(device.makeTexture(descriptor: descriptor) == nil)
    #expect(commands.makeBlitCommandEncoder() == nil)
  }
}
