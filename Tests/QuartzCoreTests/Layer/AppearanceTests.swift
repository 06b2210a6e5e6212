import CoreGraphics
import Foundation
import QuartzCore
import StrataRenderServer
import StrataRenderTree
import Testing

private func hosted(_ root: CALayer) -> OfflineRenderer {
  OfflineRenderer(layer: root, size: CGSize(width: 10, height: 10))
}

private func alpha(_ renderer: OfflineRenderer, at time: Double, _ x: Int = 5) throws -> Int {
  Int(try pixel(renderer, at: time, x, 5)[3])
}

private func nodeCount(_ renderer: OfflineRenderer) -> Int { renderer.timeline.last?.tree.count ?? 0 }

private var silent: [String: any CAAction] {
  ["onOrderIn": NSNull(), "onOrderOut": NSNull(), "sublayers": NSNull(), "transition": NSNull()]
}

@Suite struct AppearanceTests {
  init() { CATransaction.flush() }

  // MARK: One change

  @Test("animation A-12: an inserted layer fades in, a removed one fades out", arguments: 0..<5)
  func layersFade(way: Int) throws {
    let root = stage(10, 10)
    let layer = box(0, 0, 10, 10, red)
    let renderer = hosted(root)
    linear(renderer, at: 1) {
      switch way {
      case 0: root.addSublayer(layer)
      case 1: root.insertSublayer(layer, at: 0)
      case 2: root.insertSublayer(layer, below: nil)
      case 3: root.insertSublayer(layer, above: nil)
      default: root.sublayers = [layer]
      }
      #expect(root.sublayers == [layer])
    }
    #expect(try alpha(renderer, at: 1) == 0)
    #expect(close(try pixel(renderer, at: 1.25, 5, 5), [64, 0, 0, 64]))
    #expect(try pixel(renderer, at: 2, 5, 5) == [255, 0, 0, 255])
    linear(renderer, at: 3) {
      if way == 4 { root.sublayers = nil } else { layer.removeFromSuperlayer() }
      #expect(root.sublayers == nil)
      #expect(layer.superlayer == nil)
    }
    #expect(try pixel(renderer, at: 3, 5, 5) == [255, 0, 0, 255])
    #expect(close(try pixel(renderer, at: 3.25, 5, 5), [191, 0, 0, 191]))
    #expect(try alpha(renderer, at: 4) == 0)
  }

  @Test("animation A-12: of a replaced layer and its successor one fades out below the other, in their place")
  func replacementsFade() throws {
    let (below, above) = (box(0, 0, 10, 10, white), box(6, 0, 4, 10, green))
    let (old, new) = (box(0, 0, 10, 10, red), box(0, 0, 10, 10, blue))
    let root = stage(10, 10, below, old, above)
    let renderer = hosted(root)
    linear(renderer, at: 1) {
      root.replaceSublayer(old, with: new)
      #expect(root.sublayers == [below, new, above])
      #expect(old.superlayer == nil)
    }
    #expect(try pixel(renderer, at: 1, 5, 5) == [255, 0, 0, 255])
    // Blue at one half over red at one half over white.
    #expect(close(try pixel(renderer, at: 1.5, 5, 5), [128, 64, 191, 255], within: 2))
    #expect(try pixel(renderer, at: 1.5, 8, 5) == [0, 255, 0, 255])
    #expect(try pixel(renderer, at: 2, 5, 5) == [0, 0, 255, 255])
  }

  @Test("animation A-12: a layer that leaves stays between its former neighbours")
  func leavingLayersKeepTheirPlace() throws {
    let layers = [red, green, blue].map { box(0, 0, 10, 10, $0) }
    let root = stage(10, 10)
    root.sublayers = layers
    let renderer = hosted(root)
    linear(renderer, at: 1) { layers[1].removeFromSuperlayer() }
    linear(renderer, at: 1.2) { layers[2].removeFromSuperlayer() }
    // Blue at 0.6 over green at 0.4 over red.
    #expect(close(try pixel(renderer, at: 1.6, 5, 5), [61, 41, 153, 255], within: 2))
    #expect(nodeCount(renderer) == 4)
    renderer.play(until: 3)
    #expect(nodeCount(renderer) == 2)
  }

  @Test(
    "animation A-12: the fade takes the picture with all below it, whatever changes in the model afterwards"
  )
  func subtreesFadeAsTheyWere() throws {
    let root = stage(10, 10)
    let (layer, inner) = (box(0, 0, 10, 10), box(0, 0, 10, 10, red))
    layer.addSublayer(inner)
    root.addSublayer(layer)
    let renderer = hosted(root)
    linear(renderer, at: 1) {
      layer.removeFromSuperlayer()
      inner.removeFromSuperlayer()
    }
    renderer.change(at: 1.1) {
      layer.opacity = 0
      inner.backgroundColor = blue
    }
    #expect(close(try pixel(renderer, at: 1.5, 5, 5), [128, 0, 0, 128]))
    renderer.play(until: 3)
    #expect(nodeCount(renderer) == 1)
  }

  @Test("animation A-12: layers removed one after the other from a tree that leaves fade with it, once")
  func takingATreeApart() throws {
    let root = stage(10, 10)
    let (layer, inner) = (box(0, 0, 10, 10), box(0, 0, 10, 10, red))
    layer.addSublayer(inner)
    root.addSublayer(layer)
    let renderer = hosted(root)
    linear(renderer, at: 1) {
      inner.removeFromSuperlayer()
      layer.removeFromSuperlayer()
    }
    #expect(close(try pixel(renderer, at: 1.5, 5, 5), [128, 0, 0, 128]))
    renderer.play(until: 3)
    #expect(nodeCount(renderer) == 1)
  }

  // MARK: Without a fade

  @Test("animation A-12: nothing fades with its host, in a new superlayer, or without actions")
  func someAppearAtOnce() throws {
    let root = stage(10, 10)
    let layer = box(0, 0, 10, 10)
    layer.addSublayer(box(0, 0, 10, 10, red))
    root.addSublayer(layer)
    let renderer = hosted(root)
    #expect(try alpha(renderer, at: 0) == 255)
    linear(renderer, at: 1) {
      CATransaction.setDisableActions(true)
      layer.removeFromSuperlayer()
    }
    #expect(try alpha(renderer, at: 1) == 0)
    #expect(nodeCount(renderer) == 1)
    let parent = CALayer()
    linear(renderer, at: 2) {
      root.addSublayer(parent)
      parent.addSublayer(layer)
    }
    #expect(parent.animationKeys() == ["onOrderIn"])
    #expect(layer.animationKeys() == nil)
    renderer.change(at: 4) {
      CATransaction.setAnimationDuration(0)
      parent.removeFromSuperlayer()
    }
    #expect(try alpha(renderer, at: 4) == 0)
  }

  @Test(
    "animation A-12: a fade goes when the superlayer's events are silenced, whatever the layer's own says",
    arguments: 0..<8
  )
  func theEventsOfTheSuperlayerCount(silenced: Int) throws {
    let (old, new) = (box(0, 0, 10, 10, red), box(0, 0, 10, 10, blue))
    let root = stage(10, 10, old)
    let renderer = hosted(root)
    if silenced & 1 != 0 { (old.actions, new.actions) = (silent, silent) }
    root.actions = silent.filter { key, _ in
      key == "sublayers" && silenced & 2 != 0 || key == "transition" && silenced & 4 != 0
    }
    linear(renderer, at: 1) { root.replaceSublayer(old, with: new) }
    #expect(try (pixel(renderer, at: 1, 5, 5)[0] == 255) == (silenced & 6 != 6))
    linear(renderer, at: 3) { new.removeFromSuperlayer() }
    // No event of the name transition belongs to a plain removal.
    #expect(try (alpha(renderer, at: 3) == 255) == (silenced & 2 == 0))
    linear(renderer, at: 5) { root.addSublayer(old) }
    #expect(try (alpha(renderer, at: 5) == 0) == (silenced & 2 == 0))
    #expect((old.animationKeys() == nil) == (silenced & 2 != 0))
  }

  @Test("animation A-12: an action for the superlayer's sublayers takes the fade's place")
  func actionsForSublayers() throws {
    let layer = box(0, 0, 10, 10, red)
    let root = stage(10, 10)
    let renderer = hosted(root)
    root.actions = ["sublayers": CABasicAnimation(keyPath: "cornerRadius")]
    linear(renderer, at: 1) { root.addSublayer(layer) }
    #expect(try alpha(renderer, at: 1) == 255)
    linear(renderer, at: 3) { layer.removeFromSuperlayer() }
    #expect(try alpha(renderer, at: 3) == 0)
    #expect(root.animationKeys() == ["sublayers"] && layer.animationKeys() == nil)
  }

  @Test("animation A-12: a layer that moves within its tree in one transaction does not fade")
  func movesDoNotFade() throws {
    let (layer, other, parent) = (box(0, 0, 10, 10, red), box(0, 0, 10, 10, blue), box(0, 0, 10, 10))
    let root = stage(10, 10, layer, other, parent)
    let renderer = hosted(root)
    linear(renderer, at: 1) { root.addSublayer(layer) }
    #expect(try pixel(renderer, at: 1, 5, 5) == [255, 0, 0, 255])
    linear(renderer, at: 2) { root.insertSublayer(layer, at: 0) }
    #expect(try pixel(renderer, at: 2, 5, 5) == [0, 0, 255, 255])
    linear(renderer, at: 3) { parent.addSublayer(layer) }
    #expect(try pixel(renderer, at: 3, 5, 5) == [255, 0, 0, 255])
    linear(renderer, at: 4) {
      layer.removeFromSuperlayer()
      root.insertSublayer(layer, at: 0)
    }
    #expect(try pixel(renderer, at: 4, 5, 5) == [0, 0, 255, 255])
    #expect(layer.animationKeys() == nil)
    #expect(nodeCount(renderer) == 4)
  }

  @Test("animation A-12: a layer that moves out of a tree that leaves is seen in one place")
  func movingOutOfALeavingTree() throws {
    let (parent, layer, home) = (box(0, 0, 10, 10), box(0, 0, 5, 10, red), box(5, 0, 5, 10))
    parent.addSublayer(layer)
    let root = stage(10, 10, parent, home)
    let renderer = hosted(root)
    linear(renderer, at: 1) {
      parent.removeFromSuperlayer()
      home.addSublayer(layer)
    }
    #expect(try alpha(renderer, at: 1.5, 2) == 0)
    #expect(try alpha(renderer, at: 1.5, 7) == 255)
    renderer.play(until: 3)
    #expect(nodeCount(renderer) == 3)
    #expect(try alpha(renderer, at: 3, 7) == 255)
  }

  @Test("animation A-12: layers whose time stands still appear and leave at once")
  func standingClocks() throws {
    let root = stage(10, 10)
    let layer = box(0, 0, 10, 10, red)
    let renderer = hosted(root)
    layer.speed = 0
    linear(renderer, at: 1) { root.addSublayer(layer) }
    #expect(try alpha(renderer, at: 1) == 255)
    linear(renderer, at: 2) { layer.removeFromSuperlayer() }
    #expect(try alpha(renderer, at: 2) == 0)
  }

  @Test("animation A-12: masks do not fade")
  func masksDoNotFade() throws {
    let layer = box(0, 0, 10, 10, red)
    let renderer = hosted(stage(10, 10, layer))
    linear(renderer, at: 1) { layer.mask = box(0, 0, 5, 10, white) }
    #expect(try alpha(renderer, at: 1, 2) == 255)
    #expect(try alpha(renderer, at: 1, 7) == 0)
    linear(renderer, at: 2) { layer.mask = nil }
    #expect(try alpha(renderer, at: 2, 7) == 255)
  }

  @Test("animation A-12: what a transition of the same transaction shows does not fade as well")
  func transitionsCoverFades() throws {
    let (old, new) = (box(0, 0, 10, 10, red), box(0, 0, 10, 10, blue))
    let root = stage(10, 10, old)
    let renderer = hosted(root)
    linear(renderer, at: 1) {
      old.removeFromSuperlayer()
      root.addSublayer(new)
      let push = CATransition()
      (push.type, push.subtype) = (.push, .fromRight)
      root.add(push, forKey: nil)
    }
    let (left, right) = (try pixel(renderer, at: 1.5, 2, 5), try pixel(renderer, at: 1.5, 7, 5))
    // A push fades both pictures; a fade of the layers would make their halves quarters.
    #expect(close(left, [128, 0, 0, 128]))
    #expect(close(right, [0, 0, 128, 128]))
    #expect(new.animationKeys() == nil)
    #expect(nodeCount(renderer) == 2)
  }

  // MARK: Turning around

  @Test("animation A-12: a layer inserted again while it fades out goes on from what is seen")
  func insertedAgain() throws {
    let root = stage(10, 10)
    let layer = box(0, 0, 10, 10, red)
    root.addSublayer(layer)
    let renderer = hosted(root)
    linear(renderer, at: 1) { layer.removeFromSuperlayer() }
    linear(renderer, at: 1.4) { root.addSublayer(layer) }
    #expect(abs(try alpha(renderer, at: 1.4) - 153) <= 1)
    #expect(abs(try alpha(renderer, at: 1.9) - 204) <= 1)
    #expect(nodeCount(renderer) == 2)
    linear(renderer, at: 4) { root.addSublayer(layer) }
    linear(renderer, at: 5) { layer.removeFromSuperlayer() }
    linear(renderer, at: 5.5) {
      CATransaction.setDisableActions(true)
      root.addSublayer(layer)
    }
    #expect(try alpha(renderer, at: 5.5) == 255)
    #expect(nodeCount(renderer) == 2)
  }

  @Test("animation A-12: a layer removed while it fades in goes on from what is seen")
  func removedAgain() throws {
    let root = stage(10, 10)
    let layer = box(0, 0, 10, 10, red)
    let renderer = hosted(root)
    linear(renderer, at: 1) { root.addSublayer(layer) }
    linear(renderer, at: 1.4) { layer.removeFromSuperlayer() }
    #expect(abs(try alpha(renderer, at: 1.4) - 102) <= 1)
    #expect(abs(try alpha(renderer, at: 1.9) - 51) <= 1)
    renderer.play(until: 3)
    #expect(nodeCount(renderer) == 1)
  }

  @Test("animation A-12: a superlayer that leaves takes layers along that fade out below it")
  func leavingTwice() throws {
    let (parent, layer) = (box(0, 0, 10, 10), box(0, 0, 10, 10, red))
    parent.addSublayer(layer)
    let root = stage(10, 10, parent)
    let renderer = hosted(root)
    linear(renderer, at: 1) { layer.removeFromSuperlayer() }
    linear(renderer, at: 1.2) { parent.removeFromSuperlayer() }
    // 0.6 of the inner layer in 0.8 of the outer one.
    #expect(abs(try alpha(renderer, at: 1.4) - 122) <= 1)
    renderer.play(until: 3)
    #expect(nodeCount(renderer) == 1)
    linear(renderer, at: 4) { root.addSublayer(parent) }
    linear(renderer, at: 6) { parent.addSublayer(layer) }
    linear(renderer, at: 8) { layer.removeFromSuperlayer() }
    linear(renderer, at: 8.2) {
      CATransaction.setDisableActions(true)
      parent.removeFromSuperlayer()
    }
    #expect(try alpha(renderer, at: 8.4) == 0)
    #expect(nodeCount(renderer) == 1)
  }

  // MARK: Model and callbacks

  @Test(
    "animation A-12: the presentation of a layer that appears is not hidden, and one that leaves has none"
  )
  func presentations() {
    let root = stage(10, 10)
    let layer = box(0, 0, 10, 10, red)
    let renderer = hosted(root)
    linear(renderer, at: 1) { root.addSublayer(layer) }
    #expect((layer.animation(forKey: "onOrderIn") as? CABasicAnimation)?.duration == 1)
    renderer.change(at: 1.25) {
      #expect(layer.presentation()?.isHidden == false)
      #expect(layer.presentation()?.opacity == 1)
      #expect(root.presentation()?.hitTest(CGPoint(x: 5, y: 5))?.model() === layer)
    }
    linear(renderer, at: 3) { layer.removeFromSuperlayer() }
    renderer.change(at: 3.25) {
      #expect(layer.presentation() == nil)
      #expect(root.presentation()?.sublayers == nil)
    }
  }

  @Test("animation A-12: a completion block waits for the fades")
  func completionBlocks() {
    let root = stage(10, 10)
    let layer = box(0, 0, 10, 10, red)
    let renderer = hosted(root)
    var done: [String] = []
    linear(renderer, at: 1) {
      CATransaction.setCompletionBlock { done.append("in") }
      root.addSublayer(layer)
    }
    renderer.play(until: 1.9)
    #expect(done.isEmpty)
    renderer.play(until: 2.1)
    #expect(done == ["in"])
    linear(renderer, at: 3) {
      CATransaction.setCompletionBlock { done.append("out") }
      layer.removeFromSuperlayer()
    }
    renderer.play(until: 3.9)
    #expect(done == ["in"])
    renderer.play(until: 4.1)
    #expect(done == ["in", "out"])
    linear(renderer, at: 5) {
      CATransaction.setCompletionBlock { done.append("none") }
      root.addSublayer(layer)
      layer.removeFromSuperlayer()
    }
    #expect(done == ["in", "out", "none"])
  }

  @Test("animation A-12: a removed layer is freed at once, and what shows it at the end of the fade")
  func memory() throws {
    let root = stage(10, 10)
    var layer: CALayer? = box(0, 0, 10, 10, red)
    weak let removed = layer
    if let layer { root.addSublayer(layer) }
    let renderer = hosted(root)
    linear(renderer, at: 1) {
      layer?.removeFromSuperlayer()
      layer = nil
    }
    #expect(removed == nil)
    #expect(abs(try alpha(renderer, at: 1.5) - 128) <= 1)
    for time in 2..<100 {
      linear(renderer, at: Double(time)) { root.addSublayer(box(0, 0, 10, 10, red)) }
      linear(renderer, at: Double(time) + 0.5) { root.sublayers = nil }
    }
    renderer.play(until: 200)
    #expect(nodeCount(renderer) == 1)
  }

  @Test("animation A-12: a superlayer destroyed with a layer that fades out in it leaves nothing")
  func destroyedSuperlayers() throws {
    let root = stage(10, 10)
    let renderer = hosted(root)
    linear(renderer, at: 1) {
      let parent = box(0, 0, 10, 10)
      parent.addSublayer(box(0, 0, 10, 10, red))
      root.addSublayer(parent)
    }
    linear(renderer, at: 3) { root.sublayers?.first?.sublayers = nil }
    linear(renderer, at: 3.1) { root.sublayers = nil }
    renderer.play(until: 6)
    #expect(nodeCount(renderer) == 1)
    #expect(try alpha(renderer, at: 6) == 0)
  }

  // MARK: Actions

  private final class Witness: NSObject, CAAnimationDelegate {
    var lines: [String] = []
    func animationDidStart(_ anim: CAAnimation) { lines.append("start") }
    func animationDidStop(_ anim: CAAnimation, finished flag: Bool) { lines.append("stop \(flag)") }
  }

  @Test("animation A-12: an action for a layer that leaves takes the fade's place, and shows it meanwhile")
  func leavingActions() throws {
    let layer = box(0, 0, 5, 10, red)
    let root = stage(10, 10, layer)
    let renderer = hosted(root)
    let slide = CABasicAnimation(keyPath: "position.x")
    let witness = Witness()
    (slide.toValue, slide.duration, slide.delegate) = (10, 2, witness)
    layer.actions = ["onOrderOut": slide]
    linear(renderer, at: 1) { layer.removeFromSuperlayer() }
    #expect(try alpha(renderer, at: 2, 2) == 0)
    #expect(try alpha(renderer, at: 2, 7) == 255)
    renderer.play(until: 4)
    #expect(witness.lines == ["start", "stop true"])
    #expect(nodeCount(renderer) == 1)
  }

  @Test(
    "animation A-12: a transition for a layer that comes or goes moves it in or out",
    arguments: [true, false]
  )
  func transitionsAsActions(isRemoved: Bool) throws {
    let root = stage(10, 10)
    let layer = box(0, 0, 10, 10, red)
    let renderer = hosted(root)
    let (push, witness) = (CATransition(), Witness())
    (push.type, push.subtype, push.duration, push.delegate) = (.push, .fromLeft, 2, witness)
    push.timingFunction = CAMediaTimingFunction(name: .linear)
    layer.actions = ["onOrderIn": push, "onOrderOut": push]
    linear(renderer, at: 1) { root.addSublayer(layer) }
    // From the left: the right end of the layer comes first. What is pushed fades, too (rendering TN-6).
    #expect(try alpha(renderer, at: 2, 2) > 100)
    #expect(try alpha(renderer, at: 2, 7) == 0)
    #expect(try alpha(renderer, at: 3.1, 7) == 255)
    linear(renderer, at: 4) { if isRemoved { layer.removeFromSuperlayer() } else { layer.isHidden = true } }
    #expect(try alpha(renderer, at: 5, 2) == 0)
    #expect(try alpha(renderer, at: 5, 7) > 100)
    renderer.play(until: 7)
    #expect(try alpha(renderer, at: 7) == 0)
    #expect(witness.lines == ["start", "stop true", "start", "stop true"])
    #expect(nodeCount(renderer) == (isRemoved ? 1 : 2))
  }

  @Test(
    "animation A-16: an animation without values is a fade of its own duration for a layer that comes or goes"
  )
  func ownDurations() throws {
    let root = stage(10, 10)
    let layer = box(0, 0, 10, 10, red)
    let renderer = hosted(root)
    let fade = CABasicAnimation()
    (fade.duration, fade.timingFunction) = (4, CAMediaTimingFunction(name: .linear))
    layer.actions = ["onOrderIn": fade, "onOrderOut": fade]
    linear(renderer, at: 1) { root.addSublayer(layer) }
    #expect(abs(try alpha(renderer, at: 2) - 64) <= 1)
    linear(renderer, at: 10) { layer.removeFromSuperlayer() }
    #expect(abs(try alpha(renderer, at: 11) - 191) <= 1)
    #expect(try alpha(renderer, at: 14.1) == 0)
  }

  // MARK: Other hosts

  @Test("animation A-12: the same changes give the same film, in whatever order it is drawn")
  func offlineDeterminism() throws {
    func film() -> OfflineRenderer {
      let root = stage(10, 10)
      let layers = [red, green, blue].map { box(0, 0, 10, 10, $0) }
      let renderer = hosted(root)
      for step in 0..<12 {
        renderer.change(at: Double(step) * 0.1) {
          let layer = layers[step * 5 % 3]
          if layer.superlayer != nil { return layer.removeFromSuperlayer() }
          root.insertSublayer(layer, at: UInt32(step % 2))
        }
      }
      renderer.play(until: 3)
      return renderer
    }
    let (a, b) = (film(), film())
    let times = (0..<40).map { Double($0) * 0.05 }
    let forwards = try times.map { try Shot(a, at: $0) }
    let backwards = try times.reversed().map { try Shot(b, at: $0) }
    #expect(forwards == backwards.reversed())
    #expect(nodeCount(a) == nodeCount(b))
  }

  @Test("animation A-12: a renderer by hand shows layers fade and knows when the last frame is due")
  func renderersByHand() throws {
    let root = box(0, 0, 10, 10)
    let layer = box(0, 0, 10, 10, red)
    root.addSublayer(layer)
    let renderer = CARenderer()
    (renderer.layer, renderer.bounds) = (root, CGRect(x: 0, y: 0, width: 10, height: 10))
    func frame(_ time: Double) -> Int {
      renderer.beginFrame(atTime: time, timeStamp: nil)
      renderer.render()
      renderer.endFrame()
      return Int(pixel(renderer.makeImage(), 5, 5)?[3] ?? 0)
    }
    #expect(frame(1) == 255)
    CATransaction.setAnimationDuration(1)
    CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
    layer.removeFromSuperlayer()
    #expect(frame(2) == 255)
    #expect(renderer.nextFrameTime() == 2)
    #expect(abs(frame(2.5) - 128) <= 1)
    #expect(frame(3.5) == 0)
    #expect(renderer.nextFrameTime() == .infinity)
  }
}
