import CoreGraphics
import Foundation
import QuartzCore
import Testing

/// Rendering CR-5: a renderer that is driven by hand knows all that changes by itself.
@Suite struct NextFrameTests {
  private let root = box(0, 0, 100, 100, white)
  private let renderer = CARenderer()

  init() {
    CATransaction.flush()
    renderer.layer = root
    renderer.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
  }

  /// Draws a frame; returns the time of the next one, and true if pixels changed.
  private func frame(at time: Double) -> (next: Double, changes: Bool) {
    renderer.beginFrame(atTime: time, timeStamp: nil)
    let changes = !renderer.updateBounds().isNull
    renderer.render()
    renderer.endFrame()
    return (renderer.nextFrameTime(), changes)
  }

  private func kept(_ path: String, from: Double, to: Double, begin: Double, duration: Double) -> CAAnimation
  {
    let animation = CABasicAnimation(keyPath: path)
    (animation.fromValue, animation.toValue) = (from, to)
    (animation.beginTime, animation.duration, animation.isRemovedOnCompletion) = (begin, duration, false)
    return animation
  }

  /// Rendering RP-5: copies that are late go on when the first one rests.
  @Test(arguments: [0.5, -0.25]) func lateAndEarlyCopiesMove(delay: Double) {
    let copies = CAReplicatorLayer()
    copies.frame = root.bounds
    (copies.instanceCount, copies.instanceDelay) = (3, delay)
    copies.instanceTransform = CATransform3DMakeTranslation(0, 30, 0)
    let dot = box(0, 0, 10, 10, red)
    copies.addSublayer(dot)
    root.addSublayer(copies)
    let slide = kept("position.x", from: 5, to: 85, begin: 2, duration: 0.4)
    slide.fillMode = .both
    dot.add(slide, forKey: "slide")
    let (first, last) = (2 + min(0, 2 * delay), 2.4 + max(0, 2 * delay))
    #expect(frame(at: 0.5).next == first)
    var time = first + 0.05
    while time < last {
      #expect(frame(at: time).next == time)
      time += 0.1
    }
    #expect(frame(at: last + 0.1).next == .infinity)
    #expect(!frame(at: 20).changes)
  }

  /// Rendering RP-5: the delay that an animation holds counts, not the model's.
  @Test func copiesThatAnAnimationDelaysMove() {
    let copies = CAReplicatorLayer()
    copies.frame = root.bounds
    copies.instanceCount = 2
    copies.instanceTransform = CATransform3DMakeTranslation(0, 30, 0)
    let delay = kept("instanceDelay", from: 5, to: 5, begin: 0.1, duration: 0.1)
    delay.fillMode = .both
    copies.add(delay, forKey: "delay")
    let dot = box(0, 0, 10, 10, red)
    copies.addSublayer(dot)
    root.addSublayer(copies)
    let slide = kept("position.x", from: 5, to: 85, begin: 1, duration: 2)
    slide.fillMode = .both
    dot.add(slide, forKey: "slide")
    for time in [2.5, 6.5, 7.5] { #expect(frame(at: time).next == time) }
    #expect(frame(at: 9).next == .infinity)
  }

  /// Animation T-8, LT-6: what ends at the time of a frame is gone after it.
  @Test func whatEndsInAFrameLeavesAfterIt() {
    root.add(kept("opacity", from: 0.5, to: 0.25, begin: 1, duration: 1), forKey: "fade")
    let late = box(0, 0, 10, 10, red)
    (late.beginTime, late.duration) = (1, 1)
    root.addSublayer(late)
    #expect(frame(at: 0).next == 1)
    let end = frame(at: 2)
    #expect(end.next > 2 && end.next < 2.001)
    let after = frame(at: 2.1)
    #expect(after.changes && after.next == .infinity)
    #expect(!frame(at: 5).changes)
  }

  @Test func layersAppearAndLeave() {
    let late = box(0, 0, 10, 10, red)
    (late.beginTime, late.duration) = (1, 1)
    root.addSublayer(late)
    #expect([0, 1, 1.5].map { frame(at: $0).next } == [1, 2, 2])
    #expect(frame(at: 2.5) == (.infinity, true))
  }

  @Test func emittersMove() {
    let emitter = CAEmitterLayer()
    let cell = CAEmitterCell()
    cell.contents = solid([255, 0, 0, 255])
    (cell.birthRate, cell.lifetime, cell.velocity) = (10, 3, 20)
    emitter.emitterCells = [cell]
    root.addSublayer(emitter)
    for time in [1, 1.5, 8.0] { #expect(frame(at: time).next == time) }
  }

  /// Rendering EM-10: the particles of a burst live on when its animation is over.
  @Test func particlesOfABurstFlyOn() {
    let emitter = CAEmitterLayer()
    let cell = CAEmitterCell()
    cell.contents = solid([255, 0, 0, 255])
    (cell.birthRate, cell.lifetime, cell.velocity) = (10, 2, 20)
    (emitter.birthRate, emitter.emitterCells) = (0, [cell])
    root.addSublayer(emitter)
    emitter.add(kept("birthRate", from: 1, to: 1, begin: 1, duration: 0.5), forKey: "burst")
    #expect(frame(at: 0.5).next == 1)
    for time in [1.2, 2, 3.4] { #expect(frame(at: time).next == time) }
    #expect(frame(at: 3.7).next == .infinity)
  }
}
