import Foundation
import QuartzCore
import StrataRenderServer
import Testing

private class OneMethod: NSObject { var calls = 0 }

private final class Displays: OneMethod, CALayerDelegate {
  func display(_ layer: CALayer) { calls += 1 }
}

private final class Draws: OneMethod, CALayerDelegate {
  func draw(_ layer: CALayer, in ctx: CGContext) { calls += 1 }
}

private final class WillDraw: OneMethod, CALayerDelegate {
  func layerWillDraw(_ layer: CALayer) { calls += 1 }
}

private final class LaysOut: OneMethod, CALayerDelegate {
  func layoutSublayers(of layer: CALayer) { calls += 1 }
}

private final class Acts: OneMethod, CALayerDelegate {
  func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
    calls += 1
    return nil
  }
}

private final class Manager: NSObject, CALayoutManager {
  var calls = 0
  func layoutSublayers(of layer: CALayer) { calls += 1 }
}

@Suite struct DelegateTests {
  /// Animation L-14: each method alone is called, and those that are absent leave the layer as it is without a delegate.
  @Test func everyMethodIsOptional() {
    func used(_ delegate: any CALayerDelegate) -> (layer: CALayer, managed: Int) {
      let layer = box(0, 0, 4, 4)
      let manager = Manager()
      layer.layoutManager = manager
      layer.contents = "before"
      layer.delegate = delegate
      layer.setNeedsDisplay()
      layer.displayIfNeeded()
      layer.setNeedsLayout()
      layer.layoutIfNeeded()
      layer.opacity = 0.5
      layer.delegate = nil
      return (layer, manager.calls)
    }
    let (displays, draws, willDraw, laysOut, acts) = (Displays(), Draws(), WillDraw(), LaysOut(), Acts())
    var (layer, managed) = used(displays)
    #expect(displays.calls == 1)
    #expect(layer.contents as? String == "before")
    #expect(managed == 1)
    (layer, managed) = used(draws)
    #expect(draws.calls == 1)
    #expect(layer.contents is CGImage)
    #expect(managed == 1)
    (layer, managed) = used(willDraw)
    #expect(layer.contents as? String == "before" && managed == 1)
    (layer, managed) = used(laysOut)
    #expect(laysOut.calls == 1)
    #expect(layer.contents as? String == "before")
    #expect(managed == 0)
    (layer, managed) = used(acts)
    #expect(acts.calls >= 1)
    #expect(layer.opacity == 0.5)
    #expect(managed == 1)
  }

  /// Animation L-15: one thread builds a tree, another thread shows it.
  @Test func aTreeIsBuiltOnAnyThread() async throws {
    struct Carried: @unchecked Sendable {  // One thread after the other.
      let root: CALayer
    }
    let built = await withCheckedContinuation { continuation in
      let thread = Thread {
        let root = box(0, 0, 8, 8, red)
        root.addSublayer(box(2, 2, 4, 4, blue))
        CATransaction.flush()
        continuation.resume(returning: Carried(root: root))
      }
      thread.start()
    }
    let renderer = OfflineRenderer(layer: built.root, size: CGSize(width: 8, height: 8))
    #expect(try pixel(renderer, at: 0, 3, 3) == [0, 0, 255, 255])
    #expect(try pixel(renderer, at: 0, 0, 0) == [255, 0, 0, 255])
  }
}
