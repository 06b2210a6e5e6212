import CoreGraphics
import Foundation
import QuartzCore
import StrataRenderServer
import Testing

/// Hit testing, visibility and scrolling (rendering sections 4 and 10.6).
@Suite struct VisibilityTests {
  @Test("rendering H-6: no layer means the space the receiver lies in, flips included")
  func nilIsTheSpaceAround() {
    let parent = box(10, 20, 100, 100)
    parent.isGeometryFlipped = true
    let child = box(5, 5, 10, 10)
    parent.addSublayer(child)
    #expect(near(child.convert(at(1, 2), to: nil), 6, 7))
    #expect(near(child.convert(at(6, 7), from: nil), 1, 2))
    // The parent's own flip is between its local space and the space around it.
    #expect(near(parent.convert(at(0, 0), to: nil), 10, 120))
    #expect(near(parent.convert(CGRect(x: 0, y: 0, width: 10, height: 20), to: nil), 10, 100, 10, 20))
    #expect(near(parent.convert(CGRect(x: 10, y: 100, width: 10, height: 20), from: nil), 0, 0, 10, 20))
  }

  @Test("rendering H-9, H-15: the point is in the space of the nearest layer that is no transform layer")
  func pointsOfTransformLayers() {
    let space = place(CATransformLayer(), 0, 0, 10, 10) {
      $0.transform = CATransform3DMakeTranslation(30, 0, 0)
    }
    let child = box(0, 0, 10, 10)
    let root = stage(100, 100, space)
    space.addSublayer(child)
    #expect(child.hitTest(at(35, 5)) === child && child.hitTest(at(5, 5)) == nil)
    #expect(root.hitTest(at(35, 5)) === child && root.hitTest(at(5, 5)) === root)
    #expect(space.hitTest(at(35, 5)) == nil)
  }

  @Test(
    "rendering H-10, H-11, H-12, E-131, E-132: front to back, out of bounds unless masked, hidden ones never"
  )
  func theWalk() {
    let (first, second) = (box(10, 10, 20, 20), box(10, 10, 20, 20))
    let root = stage(100, 100, first, second)
    #expect(root.hitTest(at(15, 15)) === second)
    second.isHidden = true
    #expect(root.hitTest(at(15, 15)) === first)
    second.isHidden = false
    first.zPosition = 10
    #expect(root.hitTest(at(15, 15)) === first)
    // Depth is that of the mapped anchor, as in painting: a translation along z counts, an anchor in depth too.
    first.zPosition = 0
    first.transform = CATransform3DMakeTranslation(0, 0, 1)
    #expect(root.hitTest(at(15, 15)) === first)
    first.transform = CATransform3DIdentity
    second.anchorPointZ = 3
    #expect(root.hitTest(at(15, 15)) === first)
    let outside = box(200, 200, 10, 10)
    first.addSublayer(outside)
    #expect(root.hitTest(at(215, 215)) === outside)
    first.masksToBounds = true
    #expect(root.hitTest(at(215, 215)) == nil)
    root.isHidden = true
    #expect(root.hitTest(at(15, 15)) == nil)
  }

  @Test("rendering H-13, H-14: masks are not asked and not found; what has no opacity is passed over")
  func masksAndOpacity() {
    let layer = box(0, 0, 50, 50)
    let hole = box(40, 40, 5, 5, black)
    layer.mask = hole
    #expect(layer.hitTest(at(5, 5)) === layer && layer.hitTest(at(42, 42)) === layer)
    layer.opacity = 0
    #expect(layer.hitTest(at(5, 5)) == nil)
  }

  @Test("rendering H-16: of a replicator's copies the first one is found")
  func firstCopies() {
    let copies = place(CAReplicatorLayer(), 0, 0, 100, 20) {
      ($0.instanceCount, $0.instanceTransform) = (3, CATransform3DMakeTranslation(30, 0, 0))
    }
    let child = box(0, 0, 20, 20)
    copies.addSublayer(child)
    let root = stage(200, 20, copies)
    #expect(root.hitTest(at(5, 5)) === child)
    #expect(root.hitTest(at(35, 5)) === copies && root.hitTest(at(150, 5)) === root)
  }

  @Test("rendering H-18: presentation layers are tested where they are shown, and found themselves")
  func presentationLayers() {
    let child = box(0, 0, 10, 10)
    let root = stage(200, 10, child)
    let renderer = OfflineRenderer(layer: root, size: CGSize(width: 200, height: 10))
    renderer.change(at: 1) {
      CATransaction.setAnimationDuration(2)
      CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
      child.position.x = 100
    }
    renderer.change(at: 2) {
      let shown = root.presentation()
      let hit = shown?.hitTest(at(55, 5))
      #expect(hit !== child)
      #expect(hit?.model() === child)
      #expect(hit === shown?.sublayers?.first)
      #expect(root.hitTest(at(55, 5)) === root && root.hitTest(at(105, 5)) === child)
    }
  }

  @Test("rendering H-19, E-150, E-151: what of a layer the nearest scroll layer shows")
  func visibleParts() {
    let alone = box(0, 0, 30, 40)
    #expect(alone.visibleRect == alone.bounds)
    let scroll = place(CAScrollLayer(), 0, 0, 100, 100)
    #expect(scroll.visibleRect == scroll.bounds)
    let content = box(0, 0, 1000, 1000)
    scroll.addSublayer(content)
    scroll.scroll(to: at(35, 45))
    #expect(content.visibleRect == CGRect(x: 35, y: 45, width: 100, height: 100))
    let part = box(30, 40, 20, 20)
    content.addSublayer(part)
    #expect(part.visibleRect == CGRect(x: 5, y: 5, width: 15, height: 15))
    // Of two scroll layers the nearer one counts.
    let inner = place(CAScrollLayer(), 0, 0, 100, 100)
    content.addSublayer(inner)
    let deep = box(100, 100, 50, 50)
    inner.addSublayer(deep)
    deep.scroll(at(10, 20))
    #expect(inner.bounds.origin == at(110, 120) && scroll.bounds.origin == at(35, 45))
    #expect(deep.visibleRect == CGRect(x: 10, y: 20, width: 40, height: 30))
  }

  @Test(
    "rendering H-20: scrolling asks the nearest scroll layer, which may be the receiver; without one nothing happens"
  )
  func scrollingUpwards() {
    let plain = box(0, 0, 10, 10)
    plain.scroll(at(5, 5))
    plain.scrollRectToVisible(CGRect(x: 50, y: 50, width: 5, height: 5))
    #expect(plain.bounds.origin == .zero)
    let scroll = place(CAScrollLayer(), 0, 0, 100, 100)
    scroll.scroll(at(7, 8))
    #expect(scroll.bounds.origin == at(7, 8))
    scroll.scrollRectToVisible(CGRect(x: 200, y: 0, width: 10, height: 10))
    #expect(scroll.bounds.origin == at(110, 0))
    final class Recording: CAScrollLayer {
      var calls: [String] = []
      override func scroll(to p: CGPoint) { calls.append("point \(p.x) \(p.y)") }
      override func scroll(to r: CGRect) { calls.append("rect \(r.minX) \(r.width)") }
    }
    let recording = place(Recording(), 0, 0, 100, 100)
    let child = box(10, 20, 10, 10)
    recording.addSublayer(child)
    child.scroll(at(1, 2))
    child.scrollRectToVisible(CGRect(x: 1, y: 2, width: 3, height: 4))
    #expect(recording.calls == ["point 11.0 22.0", "rect 11.0 3.0"])
  }

  @Test("rendering SC-1, SC-2, SC-4: a scroll layer clips, moves by its mode, and limits nothing")
  func scrollLayers() throws {
    let scroll = place(CAScrollLayer(), 5, 5, 10, 10)
    #expect(scroll.scrollMode == .both && scroll.masksToBounds)
    scroll.addSublayer(box(0, 0, 100, 100, red))
    #expect(try Shot(stage(30, 30, scroll), 30, 30).box == [5, 5, 15, 15])
    scroll.scroll(to: at(-5000, 7000))
    #expect(scroll.bounds.origin == at(-5000, 7000))
    scroll.scroll(to: at(95, 93))
    #expect(try Shot(stage(30, 30, scroll), 30, 30).box == [5, 5, 10, 12])
    for (mode, origin) in [
      (.vertically, at(95, 2)), (.horizontally, at(1, 93)), (.both, at(1, 2)), (.none, at(95, 93)),
      (CAScrollLayerScrollMode(rawValue: "sideways"), at(95, 93)),
    ] as [(CAScrollLayerScrollMode, CGPoint)] {
      scroll.bounds.origin = at(95, 93)
      scroll.scrollMode = mode
      scroll.scroll(to: at(1, 2))
      #expect(scroll.bounds.origin == origin, "\(mode.rawValue)")
    }
    // No scrollers appear and nothing of the tree is added.
    #expect(scroll.sublayers?.count == 1)
  }
}
