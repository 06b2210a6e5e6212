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

  @Test func picturesHaveTheLimitsOfOtherHosts() {
    let renderer = CARenderer(presenter: DefaultBackend.presenter(threads: 1, backend: .processor))
    renderer.layer = box(0, 0, 20, 10, red)
    /// Draws a frame; returns true if there was anything to draw.
    func draws(_ width: CGFloat) -> Bool {
      renderer.bounds = CGRect(x: 0, y: 0, width: width, height: 1)
      renderer.beginFrame(atTime: 0, timeStamp: nil)
      defer { renderer.endFrame() }
      let isNull = renderer.updateBounds().isNull
      renderer.render()
      return !isNull
    }
    #expect(draws(20_000))
    // None of these is drawn, and the last picture stays.
    for width in [1e5, 1e18, 1e300, .infinity, .nan] as [CGFloat] {
      #expect(!draws(width))
      #expect(renderer.makeImage()?.width == 20_000)
    }
  }
}
