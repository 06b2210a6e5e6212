import QuartzCore
import StrataRenderServer
import Testing

private func clock(_ speed: Float, _ offset: Double, _ begin: Double) -> CALayer {
  let layer = CALayer()
  (layer.speed, layer.timeOffset, layer.beginTime) = (speed, offset, begin)
  return layer
}

@Suite struct LayerTimeTests {
  /// Animation #118 to #133, LT-1 to LT-4.
  @Test func timesConvertThroughTheTree() {
    let (r, q, n) = (clock(2, 3, 1), clock(2, 3, 0), CALayer())
    let (u, w, z) = (clock(4, 5, 6), clock(0.5, 7, 8), clock(0, 7, 8))
    let (v, y) = (clock(4, 5, 0), clock(0.5, 7, 8))
    r.sublayers = [u, w, z]
    q.addSublayer(v)
    n.addSublayer(y)
    #expect(v.convertTime(10, from: q) == 45)
    #expect(q.convertTime(10, from: v) == 1.25)
    #expect(r.convertTime(10, from: nil) == 21)
    #expect(r.convertTime(10, to: nil) == 4.5)
    #expect(u.convertTime(10, from: nil) == 65)
    #expect(u.convertTime(10, to: nil) == 3.125)
    #expect(u.convertTime(10, from: r) == 21)
    #expect(r.convertTime(10, from: u) == 7.25)
    #expect(w.convertTime(10, from: u) == 0)
    #expect(u.convertTime(10, from: w) == 37)
    #expect(y.convertTime(7, from: n) == 0)
    #expect(y.convertTime(8, from: n) == 7)
    #expect(y.convertTime(10, from: n) == 8)
    #expect(z.convertTime(10, from: r) == 7)
    #expect(r.convertTime(10, from: z) == 0)
    #expect(z.convertTime(10, to: nil) == -0.5)
    #expect(u.convertTime(3, from: u) == 3)
    // Trees without a common ancestor meet in media time.
    #expect(q.convertTime(45, from: v) == 10 && q.convertTime(10, to: nil) == 3.5)
    #expect(n.convertTime(45, from: v) == 3.5 && v.convertTime(45, to: r) == 8)
  }

  /// Animation #134 to #136, LT-8.
  @Test func pausingAndResumingIsContinuous() {
    let layer = CALayer()
    (layer.speed, layer.timeOffset) = (0, 100)
    #expect(layer.convertTime(250, from: nil) == 100)
    (layer.speed, layer.timeOffset, layer.beginTime) = (1, 0, 10)
    #expect(layer.convertTime(110, from: nil) == 100 && layer.convertTime(115, from: nil) == 105)
  }

  /// Animation #137.
  @Test func anAnimationStandsStillWhileItsLayerIsPaused() {
    let layer = box(0, 0, 10, 10)
    let renderer = OfflineRenderer(layer: layer, size: CGSize(width: 10, height: 10))
    func progress() -> Float { layer.presentation().map { 1 - $0.opacity } ?? -1 }
    renderer.change(at: 99.75) {
      let fade = CABasicAnimation(keyPath: "opacity")
      (fade.fromValue, fade.toValue, fade.duration) = (1, 0, 1)
      layer.add(fade, forKey: "fade")
    }
    renderer.change(at: 100) { (layer.speed, layer.timeOffset) = (0, 100) }
    renderer.change(at: 105) { #expect(abs(progress() - 0.25) < 1e-6) }
    renderer.change(at: 110) { (layer.speed, layer.timeOffset, layer.beginTime) = (1, 0, 10) }
    renderer.change(at: 110.5) { #expect(abs(progress() - 0.75) < 1e-6) }
  }

  /// Animation #195, #196 and #138, LT-5, LT-7, N-6.
  @Test func beginTimesAreResolvedInTheLayersTime() {
    let root = box(0, 0, 10, 10)
    let quick = box(0, 0, 5, 5)
    (quick.speed, quick.beginTime) = (2, 10)
    root.addSublayer(quick)
    let renderer = OfflineRenderer(layer: root, size: CGSize(width: 10, height: 10))
    renderer.change(at: 50) {
      for layer in [root, quick] {
        let fade = CABasicAnimation(keyPath: "opacity")
        (fade.fromValue, fade.toValue, fade.duration) = (1, 0, 4)
        layer.add(fade, forKey: "fade")
      }
    }
    #expect(root.animation(forKey: "fade")?.beginTime == 50)
    #expect(quick.animation(forKey: "fade")?.beginTime == 80)
    renderer.change(at: 50.5) { #expect(abs((quick.presentation()?.opacity ?? 0) - 0.75) < 1e-6) }
  }

  /// Animation LT-9.
  @Test func timingHoldsFromTheCommitOn() {
    let layer = box(0, 0, 10, 10)
    let renderer = OfflineRenderer(layer: layer, size: CGSize(width: 10, height: 10))
    func progress() -> Float { layer.presentation().map { 1 - $0.opacity } ?? -1 }
    renderer.change(at: 0) {
      let fade = CABasicAnimation(keyPath: "opacity")
      (fade.fromValue, fade.toValue, fade.duration) = (1, 0, 20)
      layer.add(fade, forKey: "fade")
    }
    renderer.change(at: 1) {
      layer.timeOffset = 10
      layer.speed = 0.5
      #expect(abs(progress() - 0.05) < 1e-6)
      CATransaction.flush()
      #expect(abs(progress() - 0.525) < 1e-6)
    }
    #expect(layer.animationKeys() == ["fade"])
  }
}
