import CoreGraphics
import Foundation
import QuartzCore
import StrataRenderServer
import Testing

/// Trees so large that parts of their frames are kept apart look like small ones.
@Suite struct LargeTreeTests {
  init() { CATransaction.flush() }

  /// Rendering RP-2, RP-3.
  @Test(arguments: [20, 70, 300]) func copiesOfManyLayersAreAllDrawn(count: Int) throws {
    let root = box(0, 0, 300, 100)
    let copies = CAReplicatorLayer()
    copies.frame = root.bounds
    (copies.instanceCount, copies.instanceTransform) = (3, CATransform3DMakeTranslation(0, 30, 0))
    for i in 0..<count { copies.addSublayer(box(Double(i), 0, 1, 10, red)) }
    root.addSublayer(copies)
    let renderer = OfflineRenderer(layer: root, size: root.bounds.size)
    for y in [5, 35, 65] {
      #expect(try pixel(renderer, at: 0, count - 1, y) == [255, 0, 0, 255], "\(y)")
      #expect(try pixel(renderer, at: 0, count - 1, y + 10) == [0, 0, 0, 0], "\(y)")
    }
    renderer.change(at: 1) {
      CATransaction.setDisableActions(true)
      copies.instanceCount = 2
    }
    #expect(try pixel(renderer, at: 1, 5, 35) == [255, 0, 0, 255])
    #expect(try pixel(renderer, at: 1, 5, 65) == [0, 0, 0, 0])
  }

  /// Rendering RM-7: a change of one layer leaves the clock of the others alone.
  @Test(arguments: [Float(0.5), 2, -1]) func layersKeepTheirClockAtTheSameTime(speed: Float) throws {
    let root = box(0, 0, 100, 10)
    let group = box(0, 0, 100, 10)
    (group.speed, group.timeOffset) = (speed, speed < 0 ? 8 : 0)
    var dots: [CALayer] = []
    for i in 0..<100 {
      let dot = box(Double(i), 0, 1, 10, red)
      let fade = CABasicAnimation(keyPath: "opacity")
      (fade.fromValue, fade.toValue, fade.duration, fade.beginTime) = (0, 1, 10, 1e-100)
      dot.add(fade, forKey: "fade")
      dots.append(dot)
      group.addSublayer(dot)
    }
    root.addSublayer(group)
    let renderer = OfflineRenderer(layer: root, size: root.bounds.size)
    let before = try pixel(renderer, at: 4, 50, 5)
    renderer.change(at: 0) {
      CATransaction.setDisableActions(true)
      dots[50].cornerRadius = 0.01
    }
    #expect(try pixel(renderer, at: 4, 50, 5) == before)
    #expect(try pixel(renderer, at: 4, 70, 5) == before)
    #expect(try pixel(renderer, at: 4.0001, 50, 5) == before)
  }

  /// Animation P-5: presentation layers show the time that was played to.
  @Test func playingMovesThePresentation() {
    let root = box(0, 0, 20, 20)
    let layer = box(0, 0, 4, 4, red)
    root.addSublayer(layer)
    let renderer = OfflineRenderer(layer: root, size: root.bounds.size)
    renderer.change(at: 1) {
      CATransaction.setAnimationDuration(1)
      CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
      layer.position.x = 10
    }
    renderer.play(until: 1.5)
    #expect(layer.presentation()?.position.x == 5)
    renderer.play(until: 3)
    #expect(layer.presentation()?.position.x == 10)
  }
}
