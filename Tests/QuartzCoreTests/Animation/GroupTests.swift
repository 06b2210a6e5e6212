import CoreGraphics
import Foundation
import QuartzCore
import StrataRenderServer
import Testing

/// Groups as objects, and the callbacks of their members.
@Suite struct GroupTests {
  private final class Recorder: NSObject, CAAnimationDelegate {
    let name: String
    let note: (String) -> Void
    init(_ name: String, _ note: @escaping (String) -> Void) { (self.name, self.note) = (name, note) }
    func animationDidStart(_ anim: CAAnimation) { note("\(name) start \(CACurrentMediaTime())") }
    func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
      note("\(name) stop(\(flag)) \(CACurrentMediaTime())")
    }
  }

  @Test("animation G-6, #393: only the group's delegate is called, once, with members and without")
  func onlyTheGroupReports() {
    for hasMember in [true, false] {
      var events: [String] = []
      let layer = box(0, 0, 10, 10)
      let renderer = OfflineRenderer(layer: layer, size: CGSize(width: 10, height: 10))
      renderer.change(at: 10) {
        let child = CABasicAnimation(keyPath: "opacity")
        (child.fromValue, child.toValue, child.duration) = (0, 1, 0.5)
        child.delegate = Recorder("child") { events.append($0) }
        child.isRemovedOnCompletion = false
        let group = CAAnimationGroup()
        group.animations = hasMember ? [child] : []
        group.duration = 1
        group.delegate = Recorder("group") { events.append($0) }
        layer.add(group, forKey: "group")
      }
      renderer.play(until: 20)
      #expect(events == ["group start 10.0", "group stop(true) 11.0"])
      #expect(layer.animationKeys() == nil)
    }
  }

  @Test("animation G-1, Y-1: members are copied with the group when it is added, and shared by its copy")
  func membersAreCopied() throws {
    let child = CABasicAnimation(keyPath: "opacity")
    let group = CAAnimationGroup()
    group.animations = [child]
    let copy = try #require(group.copy() as? CAAnimationGroup)
    #expect(copy.animations?.first === child)
    let layer = CALayer()
    layer.add(group, forKey: "group")
    child.keyPath = "zPosition"
    group.animations = nil
    let held = try #require((layer.animation(forKey: "group") as? CAAnimationGroup)?.animations)
    #expect(held.count == 1 && (held[0] as? CABasicAnimation)?.keyPath == "opacity")
  }

  @Test("A group that is a member of itself is left out there, however often")
  func aGroupInItself() throws {
    let group = CAAnimationGroup()
    let inner = CAAnimationGroup()
    let fade = CABasicAnimation(keyPath: "opacity")
    inner.animations = [group, fade, group]
    group.animations = [group, inner, group]
    let layer = CALayer()
    layer.add(group, forKey: "group")
    let held = try #require((layer.animation(forKey: "group") as? CAAnimationGroup)?.animations)
    #expect(held.count == 1)
    #expect((held[0] as? CAAnimationGroup)?.animations?.count == 1)
    (inner.animations, group.animations) = (nil, nil)
  }

  @Test(
    "animation B-3, B-1: to alone towards the model stands still, from alone runs to it, without any fill"
  )
  func endsAtTheModel() {
    let layer = box(0, 0, 10, 10)
    let renderer = OfflineRenderer(layer: layer, size: CGSize(width: 10, height: 10))
    func shown(_ animation: CABasicAnimation, at times: [Double]) -> [Double] {
      var values: [Double] = []
      renderer.change(at: (times.first ?? 0) - 0.25) {
        CATransaction.setDisableActions(true)
        layer.zPosition = 80
        (animation.duration, animation.timingFunction) = (1, CAMediaTimingFunction(name: .linear))
        layer.add(animation, forKey: "move")
      }
      for time in times {
        renderer.change(at: time) { values.append(Double(layer.presentation()?.zPosition ?? -1)) }
      }
      return values
    }
    let to = CABasicAnimation(keyPath: "zPosition")
    to.toValue = 80
    #expect(shown(to, at: [10.25, 10.5, 11.5]) == [80, 80, 80])
    let from = CABasicAnimation(keyPath: "zPosition")
    from.fromValue = 20
    #expect(shown(from, at: [20.25, 20.5, 21.5]) == [35, 50, 80])
  }

  @Test("animation P-4, K-10: a presentation copy's filters and cells have the animated values")
  func presentedObjects() {
    let layer = CAEmitterLayer()
    let blur = CAFilter(type: "gaussianBlur")
    blur.name = "blur"
    blur.setValue(2, forKey: "inputRadius")
    layer.filters = [blur]
    let cell = CAEmitterCell()
    cell.name = "spark"
    layer.emitterCells = [cell]
    let renderer = OfflineRenderer(layer: layer, size: CGSize(width: 10, height: 10))
    renderer.change(at: 1) {
      for path in ["filters.blur.inputRadius", "emitterCells.spark.birthRate"] {
        let animation = CABasicAnimation(keyPath: path)
        (animation.fromValue, animation.toValue, animation.duration) = (0, 8, 2)
        layer.add(animation, forKey: path)
      }
    }
    renderer.change(at: 1.5) {
      let shown = layer.presentation()
      #expect((shown?.filters?.first as? CAFilter)?.value(forKey: "inputRadius") as? Double == 2)
      #expect(shown?.value(forKeyPath: "filters.blur.inputRadius") as? Double == 2)
      #expect(shown?.emitterCells?.first?.birthRate == 2)
      #expect(layer.filters?.first as? CAFilter === blur && layer.emitterCells?.first === cell)
    }
    renderer.change(at: 2) {
      #expect(layer.presentation()?.value(forKeyPath: "filters.blur.inputRadius") as? Double == 4)
      layer.filters = nil
      #expect(layer.presentation()?.filters?.count == 1)
    }
    renderer.change(at: 5) { #expect(layer.presentation()?.filters == nil) }
  }
}
