import CoreGraphics
import Foundation
import QuartzCore
import StrataRenderServer
import Testing

@Suite struct RendererByHandTests {
  /// Rendering CR-1 to CR-8.
  @Test func framesAreDrawnAtTheTimesGiven() throws {
    CATransaction.flush()
    let renderer = CARenderer()
    #expect(renderer.bounds.isNull && renderer.makeImage() == nil)
    let layer = box(0, 0, 20, 10, red)
    renderer.layer = layer
    renderer.bounds = CGRect(x: 0, y: 0, width: 40, height: 20)
    #expect(layer.presentation() == nil)
    renderer.beginFrame(atTime: 5, timeStamp: nil)
    #expect(layer.presentation() != nil)
    #expect(renderer.updateBounds() == CGRect(x: 0, y: 0, width: 40, height: 20))
    renderer.render()
    renderer.endFrame()
    #expect(renderer.makeImage()?.width == 40)
    #expect(renderer.updateBounds().isNull && renderer.nextFrameTime() == .infinity)
    layer.position.x = 20
    #expect(layer.animation(forKey: "position")?.duration == 0.25)
    CATransaction.flush()
    #expect(layer.animation(forKey: "position")?.beginTime == 5)
    renderer.beginFrame(atTime: 5.1, timeStamp: nil)
    #expect(renderer.nextFrameTime() == 5.1)
    renderer.endFrame()
    renderer.beginFrame(atTime: 6, timeStamp: nil)
    #expect(layer.animationKeys() == nil)
    #expect(renderer.updateBounds() == CGRect(x: 0, y: 0, width: 40, height: 10))
    renderer.render()
    renderer.endFrame()
    renderer.endFrame()
  }
}
