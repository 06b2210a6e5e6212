import CoreGraphics
import Foundation
import QuartzCore
import StrataRenderServer
import Testing

private final class Manager: NSObject, CALayoutManager {
  var invalidations = 0
  var layouts = 0
  func invalidateLayout(of layer: CALayer) { invalidations += 1 }
  func layoutSublayers(of layer: CALayer) { layouts += 1 }
}

private final class Placer: NSObject, CALayerDelegate {
  var layouts = 0
  func layoutSublayers(of layer: CALayer) { layouts += 1 }
}

private final class Counting: CALayer {
  var layouts = 0
  var body: (CALayer) -> Void = { _ in }
  override func layoutSublayers() {
    layouts += 1
    body(self)
  }
}

@Suite struct LayoutPassTests {
  /// Rendering Y-1 and Y-2.
  @Test func theDelegateWinsOverTheManager() {
    let layer = CALayer()
    let (manager, placer) = (Manager(), Placer())
    layer.layoutManager = manager
    #expect(layer.needsLayout() && manager.invalidations == 1)
    layer.setNeedsLayout()
    #expect(manager.invalidations == 1)
    layer.layoutIfNeeded()
    #expect(manager.layouts == 1 && !layer.needsLayout())
    layer.delegate = placer
    layer.setNeedsLayout()
    layer.layoutIfNeeded()
    #expect(placer.layouts == 1 && manager.layouts == 1)
  }

  /// Rendering Y-3 and animation L-12.
  @Test func geometryMarksTheParentAndBoundsTheLayerToo() {
    let (parent, child) = (CALayer(), CALayer())
    parent.addSublayer(child)
    parent.layoutIfNeeded()
    child.position = CGPoint(x: 5, y: 5)
    #expect(!parent.needsLayout() && !child.needsLayout())
    child.bounds = CGRect(x: 0, y: 0, width: 5, height: 5)
    #expect(parent.needsLayout() && child.needsLayout())
    parent.layoutIfNeeded()
    #expect(!parent.needsLayout() && !child.needsLayout())
    child.anchorPoint = .zero
    child.opacity = 0.5
    child.isHidden = true
    child.sublayerTransform = CATransform3DMakeScale(2, 2, 1)
    child.frame.origin.x += 1
    #expect(!parent.needsLayout() && !child.needsLayout())
  }

  @Test(
    "rendering Y-3, animation L-12: a transform marks the superlayer alone, however it is set",
    arguments: [
      { $0.transform = CATransform3DMakeScale(2, 2, 1) },
      { $0.setAffineTransform(CGAffineTransform(rotationAngle: 1)) },
      { $0.setValue(CATransform3DMakeScale(2, 2, 1), forKey: "transform") },
      { $0.setValue(3, forKeyPath: "transform.scale.x") },
      { $0.setValue(1, forKeyPath: "transform.rotation.z") },
    ] as [@Sendable (CALayer) -> Void]
  )
  func transformsMarkTheParent(change: @Sendable (CALayer) -> Void) {
    let (parent, child, grandchild) = (Counting(), Counting(), Counting())
    child.bounds = CGRect(x: 0, y: 0, width: 5, height: 5)
    child.addSublayer(grandchild)
    parent.addSublayer(child)
    let renderer = hosted(parent)
    renderer.change(at: 1) {}
    for layer in [parent, child, grandchild] { layer.layouts = 0 }
    renderer.change(at: 2) {
      change(child)
      #expect(parent.needsLayout() && !child.needsLayout())
    }
    #expect([parent, child, grandchild].map(\.layouts) == [1, 0, 0])
    // The same transform again is no change.
    renderer.change(at: 3) { child.transform = child.transform }
    #expect(parent.layouts == 1)
  }

  /// Rendering Y-4 to Y-6 and source compatibility SC-55.
  @Test func onePassLaysOutParentsBeforeChildrenAndMasks() {
    let (root, child, mask) = (Counting(), Counting(), Counting())
    root.addSublayer(child)
    root.mask = mask
    mask.setNeedsLayout()
    root.body = { $0.sublayers?.first?.bounds.size = CGSize(width: 7, height: 7) }
    root.setNeedsLayout()
    child.layoutIfNeeded()
    #expect(root.layouts == 1)
    #expect(child.layouts == 1)
    #expect(mask.layouts == 1)
    #expect(!root.needsLayout())
    root.setNeedsLayout()
    root.layoutSublayers()
    #expect(root.needsLayout())
  }

  /// Rendering D-10 and Y-7.
  @Test func aCommitLaysOut() {
    let root = Counting()
    root.body = { _ in }
    let renderer = OfflineRenderer(layer: root, size: CGSize(width: 4, height: 4))
    renderer.change(at: 1) { root.setNeedsLayout() }
    #expect(root.layouts == 1)
  }

  private func hosted(_ root: CALayer) -> OfflineRenderer {
    OfflineRenderer(layer: root, size: CGSize(width: 4, height: 4))
  }

  @Test("rendering Y-6, animation X-17: a commit lays each layer of a deep tree out once, parents first")
  func deepTrees() {
    let chain = (0..<10_000).map { _ in Counting() }
    var order: [CALayer] = []
    for layer in chain { layer.body = { order.append($0) } }
    for (above, below) in zip(chain, chain.dropFirst()) { above.addSublayer(below) }
    let renderer = hosted(chain[0])
    #expect(order.elementsEqual(chain.dropLast()) { $0 === $1 })
    order = []
    renderer.change(at: 1) { for layer in chain.reversed() { layer.setNeedsLayout() } }
    #expect(order.elementsEqual(chain) { $0 === $1 })
    order = []
    // From the middle outwards.
    renderer.change(at: 2) {
      for i in 0..<4_000 {
        chain[5_000 + i].setNeedsLayout()
        chain[5_000 - i].setNeedsLayout()
      }
    }
    #expect(order.elementsEqual(chain[1_001...8_999]) { $0 === $1 })
    #expect(chain.allSatisfy { !$0.needsLayout() })
  }

  @Test("rendering Y-7: what layout marks and makes is laid out in the same commit")
  func layoutMarksMore() {
    let (root, chain) = (Counting(), (0..<200).map { _ in Counting() })
    root.sublayers = chain
    for (one, next) in zip(chain, chain.dropFirst()) { one.body = { _ in next.setNeedsLayout() } }
    func grow(_ layer: CALayer, _ rest: Int) {
      guard rest > 0, layer.sublayers == nil else { return }
      let child = Counting()
      child.body = { grow($0, rest - 1) }
      child.bounds.size = CGSize(width: 1, height: 1)
      layer.addSublayer(child)
    }
    let renderer = hosted(root)
    for layer in chain { layer.layouts = 0 }
    renderer.change(at: 1) { chain[0].setNeedsLayout() }
    #expect(chain.allSatisfy { $0.layouts == 1 && !$0.needsLayout() })
    let top = Counting()
    top.body = { grow($0, 300) }
    renderer.change(at: 2) {
      CATransaction.setDisableActions(true)
      root.sublayers = [top]
      top.setNeedsLayout()
    }
    #expect(renderer.tree(at: 2)?.count == 302)
    var next: CALayer? = top
    while let layer = next {
      #expect((layer as? Counting)?.layouts == 1)
      next = layer.sublayers?.first
    }
  }

  @Test("rendering Y-7: layers that mark each other for ever do not hold a commit up for ever")
  func layoutsWithoutEnd() {
    let (root, one, other) = (Counting(), Counting(), Counting())
    root.sublayers = [one, other]
    one.body = { _ in other.setNeedsLayout() }
    other.body = { _ in
      one.setNeedsLayout()
      root.setNeedsLayout()
    }
    let renderer = hosted(root)
    renderer.change(at: 1) { one.setNeedsLayout() }
    #expect(one.layouts > 1 && one.layouts < 1_000)
    (one.body, other.body) = ({ _ in }, { _ in })
    renderer.change(at: 2) { one.position.x = 3 }
    #expect(!root.needsLayout())
    #expect(!one.needsLayout())
    #expect(!other.needsLayout())
  }

  @Test("animation X-5, X-17: transactions of layout and display are part of the commit that they run in")
  func transactionsWithinACommit() {
    let (root, child) = (Counting(), Counting())
    root.addSublayer(child)
    let renderer = hosted(root)
    func sequence() -> UInt64 { renderer.tree(at: 9)?.sequence ?? 0 }
    var seen: [UInt64] = []
    root.body = { _ in
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      child.position.x += 1
      CATransaction.commit()
      // Once too often, and too early.
      CATransaction.commit()
      CATransaction.flush()
      child.setNeedsLayout()
      seen.append(sequence())
    }
    let before = sequence()
    renderer.change(at: 1) {
      CATransaction.begin()
      CATransaction.setAnimationDuration(3)
      root.setNeedsLayout()
      child.position.x = 5
      CATransaction.commit()
      #expect(CATransaction.animationDuration() == 0.25)
    }
    #expect(seen == [before] && sequence() == before + 1)
    #expect(child.position.x == 6)
    #expect(!child.needsLayout())
    #expect(!CATransaction.disableActions())
    root.body = { _ in }
    renderer.change(at: 2) { child.position.x = 8 }
    #expect(sequence() == before + 2)
  }

  @Test("rendering Y-4: a layer that marks itself in its layout is laid out again, but not for ever")
  func layersThatMarkThemselves() {
    final class Drawn: CALayer {
      var displays = 0
      override func display() { displays += 1 }
    }
    let (layer, drawn) = (Counting(), Drawn())
    layer.addSublayer(drawn)
    let renderer = hosted(layer)
    layer.layouts = 0
    layer.body = { if let counting = $0 as? Counting, counting.layouts < 3 { counting.setNeedsLayout() } }
    renderer.change(at: 1) { layer.setNeedsLayout() }
    #expect(layer.layouts == 3)
    #expect(!layer.needsLayout())
    layer.layouts = 0
    layer.body = {
      $0.setNeedsLayout()
      $0.layoutIfNeeded()
    }
    renderer.change(at: 2) {
      layer.setNeedsLayout()
      drawn.setNeedsDisplay()
    }
    #expect(layer.layouts > 1)
    #expect(layer.layouts < 1_000)
    #expect(drawn.displays == 1)
    layer.layouts = 0
    layer.body = { $0.bounds.size.width += 1 }
    renderer.change(at: 3) { layer.setNeedsLayout() }
    #expect(layer.layouts == 1)
    #expect(!layer.needsLayout())
  }
}
