#if Window
  import CoreGraphics
  import Metal
  import QuartzCore
  import StrataRaster

  /// A layer of 60 × 50 points at 120, 20 whose drawables are cleared by commands.
  final class MetalSquare {
    private let layer = CAMetalLayer()
    private let queue: (any MTLCommandQueue)?

    init(in root: CALayer) {
      layer.frame = CGRect(x: 120, y: 20, width: 60, height: 50)
      layer.device = MTLCreateSystemDefaultDevice()
      queue = layer.device?.makeCommandQueue()
      root.addSublayer(layer)
    }

    /// Presents a number of white drawables, and a green one.
    func present(whites: Int) {
      for step in 0...whites {
        guard let drawable = layer.nextDrawable(), let commands = queue?.makeCommandBuffer() else { continue }
        let pass = MTLRenderPassDescriptor()
        pass.colorAttachments[0].texture = drawable.texture
        pass.colorAttachments[0].loadAction = .clear
        let level = step < whites ? 1.0 : 0
        pass.colorAttachments[0].clearColor = MTLClearColorMake(level, 1, level, 1)
        commands.makeRenderCommandEncoder(descriptor: pass)?.endEncoding()
        commands.present(drawable)
        commands.commit()
      }
    }

    /// Where the pixels of the picture on show are.
    var place: String {
      guard let image = layer.contents.flatMap({ $0 as? CGImage }) else { return "nowhere" }
      guard image.devicePixels != nil else { return "in main memory" }
      return image.pixelsOrPlace.isInMainMemory ? "on the device, read" : "on the device"
    }
  }
#endif
