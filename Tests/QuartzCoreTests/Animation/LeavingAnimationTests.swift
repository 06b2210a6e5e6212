import Foundation
import QuartzCore
import StrataRenderServer
import Testing

private final class Recorder: NSObject, CAAnimationDelegate {
  var events: [String] = []
  func animationDidStart(_ anim: CAAnimation) { events.append("start \(CACurrentMediaTime())") }
  func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
    events.append("stop \(flag) \(CACurrentMediaTime())")
  }
}

/// A movement that stays when it has finished, and when its layer leaves the tree.
private func keptMove(_ duration: Double, _ delegate: (any CAAnimationDelegate)? = nil) -> CABasicAnimation {
  let animation = move(duration, delegate)
  (animation.isRemovedOnCompletion, animation.fillMode) = (false, .forwards)
  return animation
}

/// A hosted layer, and one below it that a kept animation of the upper layer moves from 1 on.
private func hostedChild(movingFor duration: Double, to x: Double) -> (CALayer, CALayer, OfflineRenderer) {
  let (layer, renderer) = hostedSublayer()
  let child = box(0, 0, 5, 5, CGColor(red: 1, green: 0, blue: 0, alpha: 1))
  child.name = "child"
  layer.addSublayer(child)
  let animation = keptMove(duration)
  (animation.toValue, animation.keyPath) = (x, "sublayers.child.position.x")
  renderer.change(at: 1) { layer.add(animation, forKey: "x") }
  return (layer, child, renderer)
}

/// Animations of layers that leave the tree of their host and come back.
@Suite struct LeavingAnimationTests {
  init() { CATransaction.flush() }

  /// Animation N-14 and N-17: the stop is reported for all, and what is not removed on completion goes on.
  @Test func whatStaysOnCompletionGoesOn() {
    let (layer, renderer) = hostedSublayer()
    let root = renderer.layer
    let recorder = Recorder()
    renderer.change(at: 1) {
      layer.add(keptMove(8, recorder), forKey: "kept")
      layer.add(move(100), forKey: "dropped")
    }
    renderer.change(at: 2) { layer.removeFromSuperlayer() }
    #expect(layer.animationKeys() == ["kept"])
    renderer.change(at: 4) { root?.addSublayer(layer) }
    renderer.change(at: 5) { #expect(shownX(layer) == 50) }
    renderer.play(until: 20)
    renderer.change(at: 21) { #expect(shownX(layer) == 100) }
    #expect(layer.animation(forKey: "kept")?.beginTime == 1)
    #expect(recorder.events == ["start 1.0", "stop false 2.0"])
    renderer.change(at: 22) {
      layer.removeAllAnimations()
      #expect(shownX(layer) == 0)
    }
    #expect(recorder.events.count == 2)
  }

  /// Animation N-11 and N-15: one that has ended, in the tree or meanwhile, shows its end.
  @Test(arguments: [1.5, 5]) func theEndStays(leaving: Double) {
    let (layer, renderer) = hostedSublayer()
    let root = renderer.layer
    let recorder = Recorder()
    renderer.change(at: 1) { layer.add(keptMove(1, recorder), forKey: "x") }
    renderer.change(at: leaving) { layer.removeFromSuperlayer() }
    for time in [6.0, 8] {
      renderer.change(at: time) { root?.addSublayer(layer) }
      renderer.change(at: time + 0.5) { #expect(shownX(layer) == 100) }
      renderer.change(at: time + 1) { layer.removeFromSuperlayer() }
    }
    #expect(recorder.events == ["start 1.0", leaving < 2 ? "stop false 1.5" : "stop true 2.0"])
  }

  /// Animation N-17: also below the layer that leaves, and in masks.
  @Test func wholeTreesGoOn() {
    let (layer, renderer) = hostedSublayer()
    let root = renderer.layer
    let (child, mask) = (box(0, 0, 5, 5), box(0, 0, 5, 5))
    layer.mask = mask
    layer.addSublayer(child)
    renderer.change(at: 1) { for layer in [child, mask] { layer.add(keptMove(4), forKey: "x") } }
    renderer.change(at: 2) { layer.removeFromSuperlayer() }
    renderer.change(at: 2.5) { root?.addSublayer(layer) }
    renderer.change(at: 3) {
      #expect(shownX(child) == 50)
      #expect(shownX(mask) == 50)
    }
  }

  /// Animation K-10: a key path that leads to another layer leads there again.
  @Test func pathsToOtherLayersGoOn() {
    let (layer, child, renderer) = hostedChild(movingFor: 4, to: 100)
    let root = renderer.layer
    renderer.change(at: 2) { layer.removeFromSuperlayer() }
    renderer.change(at: 2.5) { root?.addSublayer(layer) }
    renderer.change(at: 3) { #expect(shownX(child) == 50) }
    renderer.change(at: 4) {
      layer.removeAnimation(forKey: "x")
      #expect(shownX(child) == 0)
    }
  }

  /// Animation K-10 and N-17: the end of such an animation stays, with its layer in the tree and after a return.
  @Test func theEndStaysForOtherLayers() {
    let (layer, child, renderer) = hostedChild(movingFor: 1, to: 100)
    let root = renderer.layer
    renderer.change(at: 3) { #expect(shownX(child) == 100) }
    renderer.change(at: 4) { layer.removeFromSuperlayer() }
    renderer.change(at: 5) { root?.addSublayer(layer) }
    renderer.change(at: 6) { #expect(shownX(child) == 100) }
  }

  /// A layer below that stays in the tree is not moved any more.
  @Test func aTargetThatStaysIsLetGo() throws {
    let (layer, child, renderer) = hostedChild(movingFor: 4, to: 8)
    let root = renderer.layer
    renderer.change(at: 2) {
      root?.addSublayer(child)
      layer.removeFromSuperlayer()
    }
    renderer.change(at: 3) { #expect(shownX(child) == 0) }
    let (early, late) = try (renderer.image(at: 3), renderer.image(at: 4))
    #expect(early.dataProvider?.data == late.dataProvider?.data)
  }

  /// A layer that comes into another host below a layer that had none leaves its former host.
  @Test func aLayerChangesItsHostBelowAFreeLayer() {
    let ((layer, former), (_, latter)) = (hostedSublayer(), hostedSublayer())
    let (recorder, free) = (Recorder(), CALayer())
    former.change(at: 1) { layer.add(keptMove(8, recorder), forKey: "x") }
    latter.change(at: 3) {
      layer.removeFromSuperlayer()
      free.addSublayer(layer)
      latter.layer?.addSublayer(free)
    }
    #expect(recorder.events == ["start 1.0", "stop false 3.0"])
    latter.change(at: 5) { #expect(shownX(layer) == 25) }
    former.change(at: 5) {}
    latter.change(at: 7) { #expect(shownX(layer) == 50) }
  }

  /// A host with another clock begins anew what the former one began, and keeps the times that the program gave.
  @Test func anotherClockBeginsAnew() {
    let (layer, former) = hostedSublayer()
    let (anew, own) = (keptMove(4), keptMove(4))
    own.keyPath = "position.y"
    own.beginTime = 2
    former.change(at: 10) {
      layer.add(anew, forKey: "anew")
      layer.add(own, forKey: "own")
    }
    former.play(until: 20)
    let size = CGSize(width: 10, height: 10)
    let renderer = OfflineRenderer(layer: layer, size: size)
    renderer.change(at: 3) {
      #expect(shownX(layer) == 75)
      #expect(layer.presentation()?.position.y == 25)
    }
  }

  /// The hosts of the machine's clock have one time.
  @Test func liveHostsShareAClock() async {
    await onOwnThread {
      let (layer, one, other) = (box(0, 0, 5, 5), box(0, 0, 10, 10), box(0, 0, 10, 10))
      let size = CGSize(width: 10, height: 10)
      let hosts = [one, other].map { HeadlessHost(layer: $0, size: size) }
      for host in hosts { host.start() }
      one.addSublayer(layer)
      layer.add(keptMove(0.001), forKey: "x")
      CATransaction.flush()
      let begin = layer.animation(forKey: "x")?.beginTime ?? 0
      #expect(begin > 0)
      other.addSublayer(layer)
      CATransaction.flush()
      #expect(layer.animation(forKey: "x")?.beginTime == begin)
      for host in hosts { host.stop() }
    }
  }

  /// Animation X-11: a completion block does not wait for the layer to come back.
  @Test func completionBlocksDoNotWait() {
    let (layer, renderer) = hostedSublayer()
    var isDone = false
    renderer.change(at: 1) {
      CATransaction.begin()
      CATransaction.setCompletionBlock { isDone = true }
      layer.add(keptMove(100), forKey: "x")
      CATransaction.commit()
    }
    renderer.change(at: 2) { layer.removeFromSuperlayer() }
    renderer.play(until: 3)
    #expect(isDone)
  }

  /// What waits keeps neither its layer nor the host.
  @Test func whatWaitsKeepsNothing() {
    weak var layer: CALayer?
    weak var former: OfflineRenderer?
    do {
      let (one, renderer) = hostedSublayer()
      (layer, former) = (one, renderer)
      renderer.change(at: 1) { one.add(keptMove(8), forKey: "x") }
      renderer.change(at: 2) { one.removeFromSuperlayer() }
    }
    #expect(layer == nil && former == nil)
  }
}
