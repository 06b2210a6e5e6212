import Foundation
import QuartzCore
import StrataRenderServer
import Testing

/// Records which layer was asked about which event, and returns nil.
private final class Journal: NSObject, CALayerDelegate {
  var lines: [String] = []
  func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
    lines.append("\(layer.name ?? "?") \(event)")
    return nil
  }
}

private final class Action: NSObject, CAAction {
  var runs: [(event: String, object: AnyObject, arguments: [AnyHashable: Any]?)] = []
  func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
    runs.append((event, anObject as AnyObject, dict))
  }
}

@Suite struct ActionEventTests {
  init() { CATransaction.flush() }

  private func hosted() -> (CALayer, OfflineRenderer) {
    let layer = box(0, 0, 10, 10)
    return (layer, OfflineRenderer(layer: layer, size: CGSize(width: 10, height: 10)))
  }

  /// Animation A-9.
  @Test func someChangesAreTransitions() {
    let (layer, renderer) = hosted()
    renderer.change(at: 1) {
      CATransaction.setAnimationDuration(0.75)
      layer.backgroundFilters = [CAFilter(type: "gaussianBlur")]
    }
    let transition = layer.animation(forKey: kCATransition) as? CATransition
    #expect(transition?.type == .fade && transition?.duration == 0.75)
    #expect(transition?.startProgress == 0 && transition?.endProgress == 1)
    #expect(layer.animationKeys() == ["transition"])
  }

  /// Animation A-11 and A-12.
  @Test func layersThatComeAndGoGetEvents() {
    let (root, renderer) = hosted()
    let journal = Journal()
    let (a, b) = (box(0, 0, 5, 5), box(0, 0, 5, 5))
    for (layer, name) in [(root, "root"), (a, "a"), (b, "b")] {
      layer.name = name
      layer.delegate = journal
    }
    func posted(_ change: () -> Void) -> Set<String> {
      journal.lines = []
      renderer.change(at: 1, change)
      return Set(journal.lines)
    }
    #expect(posted { root.addSublayer(a) } == ["root sublayers", "a onOrderIn"])
    #expect(posted { a.isHidden = true } == ["a hidden", "a onOrderOut"])
    #expect(posted { a.isHidden = false } == ["a hidden", "a onOrderIn"])
    #expect(
      posted { root.replaceSublayer(a, with: b) } == [
        "root sublayers", "root transition", "a onOrderOut", "b onOrderIn",
      ]
    )
    #expect(posted { b.removeFromSuperlayer() } == ["root sublayers", "b onOrderOut"])
    #expect(posted { root.sublayers = [a] } == ["root sublayers", "a onOrderIn"])
    #expect(root.animationKeys() == nil && b.animationKeys() == nil)
    let picture = CGContext(size: 2)?.makeImage()
    #expect(posted { root.contents = picture } == ["root contents"])
    #expect((root.animation(forKey: "contents") as? CABasicAnimation)?.keyPath == "contents")
    let lone = CALayer()
    (lone.name, lone.delegate) = ("lone", journal)
    journal.lines = []
    lone.addSublayer(CALayer())
    lone.isHidden = true
    #expect(journal.lines == ["lone sublayers", "lone hidden"])
  }

  /// Animation A-11: a program may ask for events of its own.
  @Test func namesOfAProgramsOwnAreEvents() {
    let layer = CALayer()
    let action = Action()
    layer.actions = ["shout": action]
    layer.action(forKey: "shout")?.run(forKey: "shout", object: layer, arguments: ["loud": true])
    #expect(action.runs.map(\.event) == ["shout"] && action.runs.first?.object === layer)
    #expect(action.runs.first?.arguments?["loud"] as? Bool == true)
  }

  /// Animation A-14 and A-4: the values that an action gets.
  @Test func anActionIsToldItsEventAndItsLayer() {
    let layer = CALayer()
    let action = Action()
    layer.actions = ["position": action]
    layer.position = CGPoint(x: 1, y: 1)
    #expect(action.runs.count == 1 && action.runs.first?.event == "position")
    #expect(action.runs.first?.object === layer && action.runs.first?.arguments == nil)
    NSNull().run(forKey: "position", object: layer, arguments: nil)
    #expect(layer.animationKeys() == nil)
  }

  /// Animation A-15.
  @Test func anAnimationAsAnActionAddsACopyOfItself() {
    let layer = CALayer()
    let fade = CABasicAnimation(keyPath: "opacity")
    fade.duration = 3
    fade.run(forKey: "event", object: layer, arguments: nil)
    let added = layer.animation(forKey: "event")
    #expect(added?.duration == 3)
    #expect(added !== fade)
    #expect(added is CABasicAnimation)
    fade.run(forKey: "event", object: NSObject(), arguments: nil)
    fade.run(forKey: "event", object: 7, arguments: nil)
    #expect(layer.animationKeys() == ["event"])
  }

  /// Animation A-16: what an action leaves open is filled in, in its copy.
  @Test func anActionWithoutValuesBeginsAtTheOldValue() {
    let (layer, renderer) = hosted()
    let (basic, keyframes) = (CABasicAnimation(), CAKeyframeAnimation())
    keyframes.values = [CGPoint.zero, CGPoint(x: 9, y: 9)]
    layer.actions = ["opacity": basic, "position": keyframes]
    renderer.change(at: 1) {
      layer.opacity = 0
      layer.position = CGPoint(x: 3, y: 3)
    }
    let added = layer.animation(forKey: "opacity") as? CABasicAnimation
    #expect(added?.keyPath == "opacity")
    #expect(added?.fromValue as? Double == 1)
    #expect(added?.toValue == nil)
    #expect((layer.animation(forKey: "position") as? CAKeyframeAnimation)?.keyPath == "position")
    #expect(basic.keyPath == nil)
    #expect(basic.fromValue == nil)
    #expect(keyframes.keyPath == nil)
    renderer.change(at: 1.125) { #expect(layer.presentation()?.opacity == 0.5) }
    let halfway = CABasicAnimation()
    halfway.toValue = 0.5
    layer.actions = ["opacity": halfway]
    renderer.change(at: 5) { layer.opacity = 1 }
    #expect((layer.animation(forKey: "opacity") as? CABasicAnimation)?.fromValue == nil)
  }

  /// Animation A-17.
  @Test func anActionTakesTheTransactionsDurationAndCurve() {
    let layer = CALayer()
    let easeIn = CAMediaTimingFunction(name: .easeIn)
    let own = CABasicAnimation()
    own.duration = 3
    own.timingFunction = CAMediaTimingFunction(name: .easeOut)
    layer.actions = ["opacity": CABasicAnimation(), "position": own]
    CATransaction.begin()
    CATransaction.setAnimationDuration(0.7)
    CATransaction.setAnimationTimingFunction(easeIn)
    layer.opacity = 0
    layer.position = CGPoint(x: 1, y: 1)
    CATransaction.commit()
    let added = layer.animation(forKey: "opacity")
    #expect(added?.duration == 0.7 && added?.timingFunction == easeIn)
    let kept = layer.animation(forKey: "position")
    #expect(kept?.duration == 3 && kept?.timingFunction == CAMediaTimingFunction(name: .easeOut))
  }

  /// Animation A-18.
  @Test func underOneKeyTheLaterAnimationStands() {
    let (layer, renderer) = hosted()
    func explicit() {
      let fade = CABasicAnimation(keyPath: "opacity")
      (fade.fromValue, fade.toValue, fade.duration) = (0, 1, 9)
      layer.add(fade, forKey: "opacity")
    }
    renderer.change(at: 1) {
      layer.opacity = 0.5
      explicit()
    }
    #expect(layer.animation(forKey: "opacity")?.duration == 9)
    renderer.change(at: 2) {
      explicit()
      layer.opacity = 0.25
    }
    #expect(layer.animation(forKey: "opacity")?.duration == 0.25 && layer.animationKeys()?.count == 1)
  }
}

extension CGContext {
  /// An empty bitmap of some pixels in both directions.
  fileprivate convenience init?(size: Int) {
    self.init(
      data: nil,
      width: size,
      height: size,
      bitsPerComponent: 8,
      bytesPerRow: 0,
      space: CGColorSpaceCreateDeviceRGB(),
      bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
    )
  }
}
