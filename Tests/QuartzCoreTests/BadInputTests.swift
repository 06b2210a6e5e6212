import CoreGraphics
import Foundation
import QuartzCore
import StrataRenderServer
import Testing

/// Adds an animation to itself and changes itself while it goes.
private final class Clinging: CALayer {
  deinit {
    add(CABasicAnimation(keyPath: "opacity"), forKey: "last")
    position = CGPoint(x: 1, y: 2)
    opacity = 0.5
    setNeedsLayout()
    setNeedsDisplay()
    setValue(4, forKey: "own")
    removeAllAnimations()
    add(CATransition(), forKey: nil)
  }
}

private final class Counting: NSObject, CAAnimationDelegate {
  var events: [String] = []
  func animationDidStart(_ anim: CAAnimation) { events.append("start") }
  func animationDidStop(_ anim: CAAnimation, finished flag: Bool) { events.append("stop \(flag)") }
}

/// What makes no sense has a defined result, and ends no program that it does not end on Apple's platforms.
@Suite struct BadInputTests {
  init() { CATransaction.flush() }

  private let size = CGSize(width: 8, height: 8)

  @Test("animation X-2, X-5: ten thousand transactions inside each other are one commit")
  func tenThousandTransactions() {
    let layer = box(0, 0, 8, 8)
    let renderer = OfflineRenderer(layer: layer, size: size)
    renderer.change(at: 1) {
      for depth in 0..<10_000 {
        CATransaction.begin()
        CATransaction.setAnimationDuration(Double(depth))
      }
      layer.zPosition = 1
      #expect(layer.animation(forKey: "zPosition")?.duration == 9999)
      for depth in (0..<10_000).reversed() {
        #expect(CATransaction.animationDuration() == Double(depth))
        CATransaction.commit()
      }
      #expect(CATransaction.animationDuration() == 0.25)
    }
    #expect(renderer.tree(at: 1)?.root.flatMap { renderer.tree(at: 1)?[$0]?.state.zPosition } == 1)
    for _ in 0..<10_000 { CATransaction.commit() }
    #expect(CATransaction.animationDuration() == 0.25)
  }

  @Test("animation Z-15: a layer that goes takes its last animations and changes along")
  func aLayerThatGoes() {
    do { _ = Clinging() }
    let (root, other) = (box(0, 0, 8, 8), Counting())
    let renderer = OfflineRenderer(layer: root, size: size)
    weak var gone: CALayer?
    renderer.change(at: 0) {
      let layer = Clinging()
      gone = layer
      let fade = CABasicAnimation(keyPath: "opacity")
      (fade.duration, fade.delegate) = (9, other)
      layer.add(fade, forKey: "fade")
      root.addSublayer(layer)
      root.mask = Clinging()
    }
    renderer.change(at: 1) {
      root.sublayers = nil
      root.mask = nil
    }
    #expect(gone == nil && other.events == ["start", "stop false"])
    renderer.play(until: 20)
    #expect(renderer.tree(at: 20)?.count == 1)
    #expect(other.events == ["start", "stop false"])
  }

  @Test("animation N-17: an animation of a layer that is never shown waits, and reports nothing")
  func neverShown() {
    let (layer, listener) = (CALayer(), Counting())
    let fade = CABasicAnimation(keyPath: "opacity")
    (fade.delegate, fade.fromValue) = (listener, 0)
    layer.add(fade, forKey: "fade")
    CATransaction.flush()
    #expect(layer.animationKeys() == ["fade"])
    #expect(layer.presentation() == nil)
    #expect(listener.events.isEmpty)
    layer.removeAllAnimations()
    #expect(listener.events == ["stop false"])
  }

  private func shown<Value>(_ renderer: OfflineRenderer, at time: Double, _ read: () -> Value?) -> Value? {
    var value: Value?
    renderer.change(at: time) { value = read() }
    return value
  }

  private func presented(_ animation: CAAnimation, _ keyPath: String, at time: Double = 0.5) -> Any? {
    let layer = box(0, 0, 8, 8)
    (layer.opacity, layer.cornerRadius) = (0.75, 3)
    let renderer = OfflineRenderer(layer: layer, size: size)
    renderer.change(at: 0) {
      animation.duration = 1
      layer.add(animation, forKey: "bad")
    }
    return shown(renderer, at: time) { layer.presentation()?.value(forKeyPath: keyPath) }
  }

  @Test("animation N-18, N-19, Q-1, Q-2, Z-14: animations without a sensible path or values show nothing")
  func animationsWithoutEffect() {
    func basic(_ path: String?, _ from: Any?, _ to: Any?) -> CABasicAnimation {
      let animation = CABasicAnimation(keyPath: path)
      (animation.fromValue, animation.toValue) = (from, to)
      return animation
    }
    func keyframe(_ values: [Any]?, _ change: (CAKeyframeAnimation) -> Void = { _ in }) -> CAKeyframeAnimation
    {
      let animation = CAKeyframeAnimation(keyPath: "opacity")
      animation.values = values
      change(animation)
      return animation
    }
    let without: [CAAnimation] = [
      basic(nil, 0, 1), basic("", 0, 1), basic("opacity.x", 0, 1), basic("no.such.path", 0, 1),
      basic(".", 0, 1), basic("..", 0, 1), basic("opacity", "zero", 1), basic("opacity", 0, CGPoint.zero),
      basic("opacity", [0], [1]), basic("opacity", CALayer(), NSNull()), basic("opacity", Double.nan, 1),
      basic("opacity", 0, Double.infinity), basic("sublayers.nobody.opacity", 0, 1),
      basic("mask.opacity", 0, 1),
      keyframe(nil), keyframe([]), keyframe([0, "one"]), keyframe([NSNull(), 1]),
      keyframe([0, Double.nan]),
      keyframe([0, 1]) { $0.calculationMode = CAAnimationCalculationMode(rawValue: "wild") },
      keyframe(nil) { $0.path = CGMutablePath() }, CAPropertyAnimation(keyPath: "opacity"), CAAnimation(),
      CAAnimationGroup(),
    ]
    for (index, animation) in without.enumerated() {
      #expect(presented(animation, "opacity") as? Float == 0.75, "\(index)")
    }
    // A wrong number of key times leaves the values where they are without any.
    for times: [NSNumber] in [[], [0], [0, 1, 1], [0, 0.5, 0.7, 1]] {
      #expect(presented(keyframe([0, 1]) { $0.keyTimes = times }, "opacity") as? Float == 0.5, "\(times)")
    }
    let unordered = presented(keyframe([0, 1, 0.5]) { $0.keyTimes = [1, 0, -1] }, "opacity")
    #expect((unordered as? Double).map(\.isFinite) ?? false)
    let curves = keyframe([0, 1]) {
      $0.timingFunctions = Array(repeating: CAMediaTimingFunction(name: .easeIn), count: 9)
    }
    #expect((presented(curves, "opacity") as? Double).map { abs($0 - 0.315357) < 1e-4 } ?? false)
  }

  @Test("animation T-12: times that are no numbers stop an animation before it begins")
  func timesThatAreNoNumbers() {
    let changes: [(CAAnimation) -> Void] = [
      { $0.beginTime = .nan }, { $0.beginTime = .infinity }, { $0.speed = .nan }, { $0.speed = .infinity },
      { $0.timeOffset = .nan }, { $0.duration = .nan }, { $0.repeatCount = .nan },
      { $0.repeatCount = -.infinity }, { $0.repeatDuration = .nan },
    ]
    for (index, change) in changes.enumerated() {
      let (layer, listener) = (box(0, 0, 8, 8), Counting())
      let renderer = OfflineRenderer(layer: layer, size: size)
      let fade = CABasicAnimation(keyPath: "opacity")
      (fade.fromValue, fade.toValue, fade.duration, fade.delegate) = (0, 0.5, 2, listener)
      change(fade)
      renderer.change(at: 0) { layer.add(fade, forKey: "fade") }
      #expect(shown(renderer, at: 1) { layer.presentation()?.opacity } == 1, "\(index)")
      renderer.play(until: 3)
      #expect(listener.events == ["stop false"], "\(index)")
    }
  }

  @Test("animation Z-3: a tree with places that are infinite is shown without them")
  func infinitePlacesAreShownAsNothing() throws {
    let root = box(0, 0, 8, 8, red)
    let changes: [(CALayer) -> Void] = [
      { $0.position.x = .infinity }, { $0.position.y = -.infinity }, { $0.bounds.size.width = .infinity },
      { $0.bounds.origin.y = .infinity }, { $0.transform.m11 = .infinity }, { $0.anchorPoint.x = .infinity },
      { $0.zPosition = .infinity }, { $0.cornerRadius = .infinity }, { $0.shadowRadius = .infinity },
      { $0.borderWidth = .infinity }, { $0.position.x = .greatestFiniteMagnitude },
      { $0.bounds.size = CGSize(width: 1e300, height: 1e300) }, { $0.transform.m34 = .infinity },
      { $0.opacity = .infinity }, { $0.speed = .infinity }, { $0.beginTime = .infinity },
    ]
    for change in changes {
      let child = box(0, 0, 4, 4)
      (child.borderWidth, child.shadowOpacity) = (1, 1)
      change(child)
      root.addSublayer(child)
      child.addSublayer(box(0, 0, 2, 2))
    }
    let renderer = OfflineRenderer(layer: root, size: size)
    _ = try pixel(renderer, at: 0, 4, 4)
    _ = root.hitTest(CGPoint(x: 1, y: 1))
    for child in root.sublayers ?? [] {
      _ = (child.frame, child.contains(.zero), child.convert(CGPoint.zero, to: root), child.visibleRect)
    }
  }

  private func text(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  }

  @Test("animation N-18, N-19, X-4, X-16: what is ignored is said once")
  func diagnosticsAreMadeOnce() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let layer = CALayer()
      let renderer = OfflineRenderer(layer: layer, size: CGSize(width: 1, height: 1))
      for _ in 0..<3 {
        renderer.change(at: 0) {
          layer.add(CABasicAnimation(keyPath: "no.where"), forKey: nil)
          layer.add(CABasicAnimation(keyPath: "frame.size.width"), forKey: nil)
          layer.add(CABasicAnimation(), forKey: nil)
          let keyframes = CAKeyframeAnimation(keyPath: "opacity")
          (keyframes.values, keyframes.keyTimes) = ([0, 1], [0, 0.5, 1])
          layer.add(keyframes, forKey: nil)
          let wrong = CABasicAnimation(keyPath: "opacity")
          wrong.toValue = "much"
          layer.add(wrong, forKey: nil)
          let endless = CABasicAnimation(keyPath: "opacity")
          endless.beginTime = .nan
          layer.add(endless, forKey: nil)
        }
        CATransaction.commit()
        let thread = Thread { CATransaction.setAnimationDuration(3) }
        let before = Date()
        thread.start()
        while !thread.isFinished, Date().timeIntervalSince(before) < 10 { usleep(1000) }
      }
      usleep(50_000)
    }
    let output = text(result)
    for remark in [
      "the key path \"no.where\", which names no property",
      "the key path \"frame.size.width\", which names no property", "an animation without a key path",
      "3 key times are ignored where 2 belong",
      "the values of an animation of \"opacity\" have no effect there",
      "an animation with invalid times", "a transaction was committed without a matching begin",
      "a thread ended with uncommitted changes of layers",
    ] {
      #expect(output.components(separatedBy: remark).count == 2, "\(remark) in \(output)")
    }
  }
}
