import Foundation
import QuartzCore
import StrataRenderServer
import Testing

@Suite struct TransactionOrderTests {
  init() { CATransaction.flush() }

  private func hosted(_ layer: CALayer = box(0, 0, 10, 10)) -> (CALayer, OfflineRenderer) {
    (layer, OfflineRenderer(layer: layer, size: CGSize(width: 10, height: 10)))
  }

  private func fade(_ duration: Double = 0) -> CABasicAnimation {
    let fade = CABasicAnimation(keyPath: "opacity")
    (fade.fromValue, fade.toValue, fade.duration) = (0, 1, duration)
    return fade
  }

  /// Animation X-7: accessors and keys are two ways to the same values.
  @Test func fourValuesHaveDefaultsAndKeys() {
    #expect(CATransaction.animationTimingFunction() == nil && CATransaction.completionBlock() == nil)
    #expect(!CATransaction.disableActions() && CATransaction.animationDuration() == 0.25)
    CATransaction.begin()
    let easeIn = CAMediaTimingFunction(name: .easeIn)
    CATransaction.setAnimationTimingFunction(easeIn)
    #expect(CATransaction.value(forKey: "animationTimingFunction") as? CAMediaTimingFunction === easeIn)
    CATransaction.setValue(true, forKey: "disableActions")
    #expect(CATransaction.disableActions())
    CATransaction.setDisableActions(false)
    #expect(CATransaction.value(forKey: "disableActions") as? Bool == false)
    CATransaction.setValue(nil, forKey: "animationTimingFunction")
    #expect(CATransaction.animationTimingFunction() == nil)
    CATransaction.setCompletionBlock {}
    #expect(CATransaction.value(forKey: "completionBlock") != nil && CATransaction.completionBlock() != nil)
    CATransaction.commit()
    #expect(CATransaction.completionBlock() == nil)
  }

  /// Animation X-8.
  @Test func theCurveGoesToAnimationsWithoutOne() {
    let (layer, renderer) = hosted()
    let (easeIn, easeOut) = (CAMediaTimingFunction(name: .easeIn), CAMediaTimingFunction(name: .easeOut))
    renderer.change(at: 1) {
      CATransaction.setAnimationTimingFunction(easeIn)
      CATransaction.setAnimationDuration(2)
      layer.add(fade(), forKey: "bare")
      let own = fade(5)
      own.timingFunction = easeOut
      layer.add(own, forKey: "own")
      layer.zPosition = 4
    }
    #expect(layer.animation(forKey: "bare")?.timingFunction == easeIn)
    #expect(layer.animation(forKey: "bare")?.duration == 2)
    #expect(layer.animation(forKey: "own")?.timingFunction == easeOut)
    #expect(layer.animation(forKey: "own")?.duration == 5)
    #expect(layer.animation(forKey: "zPosition")?.timingFunction == easeIn)
    layer.add(fade(), forKey: "later")
    #expect(layer.animation(forKey: "later")?.timingFunction == nil)
  }

  /// Animation X-9.
  @Test func keysAreReadOutwardsAndWrittenInside() {
    CATransaction.begin()
    CATransaction.setValue("outer", forKey: "x")
    CATransaction.setValue("kept", forKey: "y")
    CATransaction.begin()
    CATransaction.setValue("inner", forKey: "x")
    #expect(CATransaction.value(forKey: "x") as? String == "inner")
    #expect(CATransaction.value(forKey: "y") as? String == "kept")
    CATransaction.setValue(nil, forKey: "x")
    #expect(CATransaction.value(forKey: "x") as? String == "outer")
    CATransaction.commit()
    CATransaction.setValue(nil, forKey: "x")
    #expect(CATransaction.value(forKey: "x") == nil)
    CATransaction.commit()
    #expect(CATransaction.value(forKey: "y") == nil)
  }

  /// Animation X-10: a duration set afterwards changes nothing.
  @Test func theDurationInForceCounts() {
    let layer = CALayer()
    CATransaction.begin()
    CATransaction.setAnimationDuration(2)
    layer.add(fade(), forKey: "a")
    CATransaction.setAnimationDuration(5)
    layer.add(fade(), forKey: "b")
    CATransaction.commit()
    #expect(layer.animation(forKey: "a")?.duration == 2 && layer.animation(forKey: "b")?.duration == 5)
  }

  /// Animation X-13.
  @Test func blocksAddUpAndAreNotCancelled() {
    let (_, renderer) = hosted()
    var calls: [Int] = []
    renderer.change(at: 1) {
      CATransaction.begin()
      CATransaction.setCompletionBlock { calls.append(1) }
      CATransaction.setCompletionBlock { calls.append(2) }
      CATransaction.setCompletionBlock(nil)
      #expect(CATransaction.completionBlock() == nil)
      CATransaction.commit()
    }
    #expect(calls == [1, 2])
  }

  /// Animation X-14.
  @Test func theEnclosingBlockIsReadAndNotRunInside() {
    let (_, renderer) = hosted()
    var calls = 0
    renderer.change(at: 1) {
      CATransaction.begin()
      CATransaction.setCompletionBlock { calls += 1 }
      CATransaction.begin()
      CATransaction.completionBlock()?()
      #expect(calls == 1)
      CATransaction.commit()
      CATransaction.flush()
      #expect(calls == 1)
      CATransaction.commit()
    }
    #expect(calls == 2)
  }

  /// Animation X-16: the layer can be changed and shown afterwards.
  @Test func aThreadThatEndsLosesItsTransaction() async {
    struct Carried: @unchecked Sendable {  // One thread after the other.
      let layer: CALayer
      let renderer: OfflineRenderer
    }
    let (layer, renderer) = hosted()
    let carried = Carried(layer: layer, renderer: renderer)
    let thread = Thread {
      CATransaction.begin()
      CATransaction.setAnimationDuration(7)
      carried.layer.zPosition = 5
    }
    thread.start()
    while !thread.isFinished { try? await Task.sleep(for: .milliseconds(2)) }
    // The objects that the thread kept for itself are released a moment later.
    try? await Task.sleep(for: .milliseconds(20))
    #expect(carried.layer.presentation()?.zPosition == 0)
    carried.renderer.change(at: 1) {
      CATransaction.setDisableActions(true)
      carried.layer.cornerRadius = 2
    }
    #expect(carried.layer.presentation()?.cornerRadius == 2)
  }

  /// Animation X-17: layout, display, begin times, copies, starts, blocks.
  @Test func aCommitHasItsOrder() {
    final class Log { var lines: [String] = [] }
    final class Busy: CALayer {
      var log: Log?
      override func layoutSublayers() { log?.lines.append("layout") }
      override func display() { log?.lines.append("display \(animation(forKey: "fade")?.beginTime ?? -1)") }
    }
    final class Starter: NSObject, CAAnimationDelegate {
      let log: Log
      init(_ log: Log) { self.log = log }
      func animationDidStart(_ anim: CAAnimation) {
        log.lines.append("start \(anim.beginTime)")
      }
    }
    let log = Log()
    let layer = Busy()
    let (_, renderer) = hosted(layer)
    layer.log = log
    renderer.change(at: 4) {
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      CATransaction.setCompletionBlock { log.lines.append("block \(layer.presentation()?.zPosition ?? -1)") }
      CATransaction.setCompletionBlock(nil)
      let animation = fade(0.5)
      animation.delegate = Starter(log)
      layer.zPosition = 3
      layer.setNeedsDisplay()
      layer.setNeedsLayout()
      CATransaction.commit()
      CATransaction.begin()
      CATransaction.setCompletionBlock { log.lines.append("second block") }
      layer.add(animation, forKey: "fade")
      layer.setNeedsDisplay()
      layer.setNeedsLayout()
      CATransaction.commit()
    }
    renderer.play(until: 9)
    #expect(
      log.lines == [
        "layout", "display -1.0", "layout", "display 0.0", "start 4.0", "block 3.0", "second block",
      ]
    )
  }

  /// Animation X-18 and Z-17: callbacks change animations and tree, in a transaction of their own.
  @Test func callbacksHaveATransactionOfTheirOwn() {
    final class Chain: NSObject, CAAnimationDelegate {
      let layer: CALayer
      var durations: [Double] = []
      init(_ layer: CALayer) { self.layer = layer }
      func animationDidStart(_ anim: CAAnimation) {
        durations.append(CATransaction.animationDuration())
        layer.addSublayer(CALayer())
      }
      func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
        durations.append(CATransaction.animationDuration())
        layer.removeAllAnimations()
        layer.sublayers = nil
        layer.add(CABasicAnimation(keyPath: "zPosition"), forKey: "next")
      }
    }
    let (layer, renderer) = hosted()
    let chain = Chain(layer)
    var inBlock = 0.0
    renderer.change(at: 1) {
      CATransaction.begin()
      CATransaction.setAnimationDuration(3)
      CATransaction.setCompletionBlock {
        inBlock = CATransaction.animationDuration()
        layer.opacity = 0
      }
      let animation = fade()
      animation.delegate = chain
      layer.add(animation, forKey: "fade")
      CATransaction.commit()
      #expect(layer.sublayers?.count == 1 && layer.animation(forKey: "fade")?.duration == 3)
    }
    renderer.play(until: 4)
    #expect(chain.durations == [0.25, 0.25])
    #expect(inBlock == 0.25)
    #expect(layer.sublayers == nil)
    #expect(layer.animation(forKey: "next")?.duration == 0.25)
    #expect(layer.animation(forKey: "opacity")?.duration == 0.25)
  }
}
