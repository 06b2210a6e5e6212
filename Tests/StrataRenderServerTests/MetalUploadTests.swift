#if GPU
  import CoreGraphics
  import Foundation
  import Metal
  import QuartzCore
  import StrataBase
  import StrataCompositor
  import StrataEGL
  import StrataGPU
  import StrataRenderServer
  import Testing

  /// What a layer's drawables send to the device that composites them.
  @Suite struct MetalUploadTests {
    private static let hasDevice = (try? ComputeDevice(EGLLibrary.shared.get())) != nil
    private static let side = 256

    /// Presents clears and blits, draws each on a device, and returns the pictures and the bytes that went up for each.
    private func film(_ metal: any MTLDevice) throws -> (pictures: [[UInt8]], bytes: [Int], shared: Int) {
      let device = try ComputeDevice(EGLLibrary.shared.get())
      let backend = GPUBackend(device, pool: WorkerPool(workers: 1))
      let layer = CAMetalLayer()
      layer.frame = CGRect(x: 0, y: 0, width: Self.side, height: Self.side)
      layer.device = metal
      let renderer = OfflineRenderer(
        layer: layer,
        size: layer.frame.size,
        presenter: FramePresenter(backend: backend, retained: RetainedFrame())
      )
      let queue = try #require(metal.makeCommandQueue())
      let stamp = MTLTextureDescriptor.texture2DDescriptor(
        pixelFormat: .bgra8Unorm,
        width: 100,
        height: 60,
        mipmapped: false
      )
      stamp.storageMode = .private
      let square = try #require(metal.makeTexture(descriptor: stamp))
      var (pictures, bytes): ([[UInt8]], [Int]) = ([], [])
      for frame in 1...6 {
        renderer.play(until: Double(frame))
        let commands = try #require(queue.makeCommandBuffer())
        let drawable = try #require(layer.nextDrawable())
        for (texture, level) in [(drawable.texture, Double(frame) / 10), (square, 1)] {
          let pass = MTLRenderPassDescriptor()
          pass.colorAttachments[0].texture = texture
          pass.colorAttachments[0].loadAction = .clear
          pass.colorAttachments[0].clearColor = MTLClearColorMake(level, 0.25, 1 - level, 1)
          commands.makeRenderCommandEncoder(descriptor: pass)?.endEncoding()
        }
        let blits = try #require(commands.makeBlitCommandEncoder())
        blits.copy(
          from: square,
          sourceSlice: 0,
          sourceLevel: 0,
          sourceOrigin: MTLOrigin(),
          sourceSize: MTLSizeMake(100, 60, 1),
          to: drawable.texture,
          destinationSlice: 0,
          destinationLevel: 0,
          destinationOrigin: MTLOriginMake(frame * 10, frame * 20, 0)
        )
        blits.endEncoding()
        commands.present(drawable)
        commands.commit()
        let before = backend.report.uploadedBytes
        var picture = [UInt8](repeating: 0, count: Self.side * Self.side * 4)
        try picture.withUnsafeMutableBytes { try renderer.render(at: Double(frame), into: $0) }
        bytes.append(backend.report.uploadedBytes - before)
        pictures.append(picture)
      }
      return (pictures, bytes, backend.report.sharedPictures)
    }

    @Test(.enabled(if: hasDevice)) func clearedAndBlittedTexturesDoNotGoUp() throws {
      let memory = try film(makeDevice(of: nil))
      let graphics = try film(makeDevice(of: EGLLibrary.shared.get()))
      #expect(memory.pictures == graphics.pictures)
      #expect(Set(memory.pictures).count == 6)
      let textureBytes = Self.side * Self.side * 4
      #expect(memory.bytes.allSatisfy { $0 >= textureBytes })
      #expect(graphics.bytes.allSatisfy { $0 < textureBytes / 10 }, "\(graphics.bytes)")
      #expect(memory.shared == 0)
      #expect(graphics.shared == 6)
    }

    /// The system's device follows: whatever composites in the process keeps its textures.
    @Test(.enabled(if: hasDevice)) func theSystemsDeviceUsesTheDeviceThatComposites() throws {
      let metal = try #require(MTLCreateSystemDefaultDevice())
      let graphics = try film(metal)
      #expect(graphics.shared == 6)
    }
  }
#endif
