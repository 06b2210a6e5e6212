import CoreGraphics
import Foundation
import Metal
import QuartzCore
import StrataRenderServer
import Testing

/// A renderer in the style of client code, which draws whatever link calls it.
private final class ClearingRenderer: NSObject, CAMetalDisplayLinkDelegate {
  private let commandQueue: any MTLCommandQueue
  private let stamp: any MTLBuffer
  private(set) var frameCount = 0

  init?(device: any MTLDevice) {
    guard let queue = device.makeCommandQueue() else { return nil }
    commandQueue = queue
    let white: [UInt8] = [255, 255, 255, 255]
    guard let buffer = device.makeBuffer(bytes: white, length: 4, options: .storageModeShared) else {
      return nil
    }
    stamp = buffer
    super.init()
  }

  func metalDisplayLink(_ link: CAMetalDisplayLink, needsUpdate update: CAMetalDisplayLink.Update) {
    draw(in: update.drawable, at: update.targetPresentationTimestamp)
  }

  func draw(in drawable: any CAMetalDrawable, at time: CFTimeInterval) {
    guard let commandBuffer = commandQueue.makeCommandBuffer() else { return }
    let pass = MTLRenderPassDescriptor()
    pass.colorAttachments[0].texture = drawable.texture
    pass.colorAttachments[0].loadAction = .clear
    pass.colorAttachments[0].storeAction = .store
    pass.colorAttachments[0].clearColor = MTLClearColorMake(time, 0, 1 - time, 1)
    let encoder = commandBuffer.makeRenderCommandEncoder(descriptor: pass)
    encoder?.endEncoding()
    let blit = commandBuffer.makeBlitCommandEncoder()
    blit?.copy(
      from: stamp,
      sourceOffset: 0,
      sourceBytesPerRow: 4,
      sourceBytesPerImage: 4,
      sourceSize: MTLSizeMake(1, 1, 1),
      to: drawable.texture,
      destinationSlice: 0,
      destinationLevel: 0,
      destinationOrigin: MTLOriginMake(0, 0, 0)
    )
    blit?.endEncoding()
    commandBuffer.present(drawable)
    commandBuffer.commit()
    frameCount += 1
  }
}

/// Films of a Metal layer, drawn by a renderer as clients write them.
@Suite struct MetalLayerFilmTests {
  private let metalLayer = CAMetalLayer()
  private let host = CALayer()

  init() {
    metalLayer.device = MTLCreateSystemDefaultDevice()
    metalLayer.pixelFormat = .bgra8Unorm
    metalLayer.framebufferOnly = true
    metalLayer.frame = CGRect(x: 1, y: 1, width: 2, height: 2)
    host.frame = CGRect(x: 0, y: 0, width: 4, height: 4)
    host.addSublayer(metalLayer)
  }

  /// A pixel of the host at a time; the first row is the top one.
  private func pixel(_ renderer: OfflineRenderer, _ time: Double, _ x: Int, _ y: Int) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 64)
    try bytes.withUnsafeMutableBytes { try renderer.render(at: time, into: $0) }
    return Array(bytes[(y * 4 + x) * 4..<(y * 4 + x) * 4 + 4])
  }

  @Test("rendering MT-1, MT-3: a film of a display link's frames, each at its own time")
  func aFilm() throws {
    let device = try #require(metalLayer.device)
    let renderer = try #require(ClearingRenderer(device: device))
    let film = OfflineRenderer(layer: host, size: CGSize(width: 4, height: 4))
    let link = CAMetalDisplayLink(metalLayer: metalLayer)
    link.delegate = renderer
    link.preferredFrameRateRange = CAFrameRateRange(minimum: 20, maximum: 20, preferred: 20)
    link.add(to: .current, forMode: .common)
    film.play(until: 1)
    link.invalidate()
    #expect(renderer.frameCount == 21)
    for step in [4, 20, 8, 12, 16] {
      let time = Double(step) / 20
      let level = UInt8(time * 255 + 0.5)
      #expect(try pixel(film, time, 2, 2) == [level, 0, UInt8((1 - time) * 255 + 0.5), 255], "at \(time)")
      #expect(try pixel(film, time, 1, 1) == [255, 255, 255, 255], "at \(time)")
    }
    #expect(try pixel(film, 1, 0, 0) == [0, 0, 0, 0])
  }

  @Test("rendering MT-1: a loop that draws by hand")
  func aLoop() throws {
    let device = try #require(metalLayer.device)
    let renderer = try #require(ClearingRenderer(device: device))
    let film = OfflineRenderer(layer: host, size: CGSize(width: 4, height: 4))
    for step in 0...4 {
      film.change(at: Double(step) / 4) {
        guard let drawable = metalLayer.nextDrawable() else { return }
        renderer.draw(in: drawable, at: CACurrentMediaTime())
      }
    }
    #expect(renderer.frameCount == 5)
    #expect(try pixel(film, 0.5, 2, 2) == [128, 0, 128, 255])
    #expect(try pixel(film, 0.74, 2, 2) == [128, 0, 128, 255])
    #expect(try pixel(film, 0, 2, 2) == [0, 0, 255, 255])
  }
}
