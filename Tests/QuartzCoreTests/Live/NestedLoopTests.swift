import CoreGraphics
import Foundation
import QuartzCore
import StrataRenderServer
import StrataTesting
import Testing

private final class Caller: NSObject, CAAnimationDelegate {
  var stops = 0
  var stopped: () -> Void = {}
  func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
    stops += 1
    stopped()
  }
}

@Suite struct NestedLoopTests {
  private func slide(_ duration: Double, _ delegate: Caller) -> CABasicAnimation {
    let slide = CABasicAnimation(keyPath: "position.x")
    (slide.fromValue, slide.toValue, slide.duration) = (0, 80, duration)
    slide.delegate = delegate
    return slide
  }

  @Test("animation U-4: delegates are called by a loop that a delegate runs, and after it")
  func callbacksInALoopInsideACallback() async {
    await onOwnThread {
      let root = box(0, 0, 100, 10, green)
      let host = HeadlessHost(layer: root, size: CGSize(width: 100, height: 10))
      host.start()
      let (first, second, third) = (Caller(), Caller(), Caller())
      var arrivesInside = false
      first.stopped = { arrivesInside = runLoop { second.stops == 1 } }
      root.add(slide(0.05, first), forKey: "first")
      root.add(slide(0.2, second), forKey: "second")
      root.add(slide(0.4, third), forKey: "third")
      CATransaction.flush()
      #expect(runLoop { third.stops == 1 })
      #expect(arrivesInside)
      #expect(first.stops == 1)
      #expect(second.stops == 1)
      host.stop()
    }
  }

  @Test("animation U-4: a loop in a completion block, or in a block of the main queue, calls the others")
  func completionBlocksInALoopInsideOne() async throws {
    let program = try #require(ChildProgram(layerProbe: ["completions"]))
    #expect(await program.statusAtEnd() == 0)
    #expect(program.output == ["inside true", "queue true"])
  }
}
