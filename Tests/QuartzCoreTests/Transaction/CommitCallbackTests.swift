import CoreGraphics
import Foundation
import QuartzCore
import StrataRenderServer
import Testing

private final class Caller: NSObject, CAAnimationDelegate {
  var stops = 0
  var stopped: () -> Void = {}
  func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
    stops += 1
    stopped()
  }
}

/// What delegates do while a commit takes their layers from the tree.
@Suite struct CommitCallbackTests {
  init() { CATransaction.flush() }

  private func renderer(of root: CALayer) -> CARenderer {
    let renderer = CARenderer()
    renderer.layer = root
    renderer.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
    CATransaction.flush()
    return renderer
  }

  private func fade(_ delegate: Caller?) -> CABasicAnimation {
    let fade = CABasicAnimation(keyPath: "opacity")
    (fade.fromValue, fade.toValue, fade.duration) = (0, 1, 10)
    fade.delegate = delegate
    return fade
  }

  @Test("animation X-3, X-18, Z-17: a value set by a delegate during a commit opens a transaction")
  func settersDuringACommit() {
    let (root, child) = (box(0, 0, 100, 100), box(0, 0, 10, 10))
    root.addSublayer(child)
    let renderer = renderer(of: root)
    let caller = Caller()
    caller.stopped = {
      CATransaction.setDisableActions(true)
      CATransaction.setCompletionBlock {}
      root.zPosition = 3
    }
    child.add(fade(caller), forKey: "fade")
    CATransaction.flush()
    child.removeFromSuperlayer()
    CATransaction.flush()
    #expect(caller.stops == 1)
    #expect(CATransaction.disableActions())
    CATransaction.flush()
    #expect(!CATransaction.disableActions())
    #expect(root.zPosition == 3)
    #expect(root.animation(forKey: "zPosition") == nil)
    root.zPosition = 4
    #expect(root.animation(forKey: "zPosition") != nil)
    CATransaction.flush()
    withExtendedLifetime(renderer) {}
  }

  @Test("animation Z-17: a delegate releases a layer whose animation is about to stop, too")
  func layersReleasedDuringACommit() {
    let (root, first) = (box(0, 0, 100, 100), box(0, 0, 10, 10))
    var second: CALayer? = box(20, 0, 10, 10)
    root.sublayers = [first] + [second].compactMap(\.self)
    let renderer = renderer(of: root)
    let (caller, other) = (Caller(), Caller())
    caller.stopped = {
      second?.removeFromSuperlayer()
      second = nil
      _ = renderer.nextFrameTime()
    }
    first.add(fade(caller), forKey: "fade")
    second?.add(fade(other), forKey: "fade")
    CATransaction.flush()
    renderer.layer = nil
    #expect(caller.stops == 1)
    #expect(other.stops == 1)
    #expect(root.sublayers?.count == 1)
    CATransaction.flush()
  }
}
