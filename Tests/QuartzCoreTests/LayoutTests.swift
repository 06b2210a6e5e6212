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
  @Test func geometryMarksTheLayerAndItsParent() {
    let (parent, child) = (CALayer(), CALayer())
    parent.addSublayer(child)
    parent.layoutIfNeeded()
    child.position = CGPoint(x: 5, y: 5)
    #expect(!parent.needsLayout() && !child.needsLayout())
    child.bounds = CGRect(x: 0, y: 0, width: 5, height: 5)
    #expect(parent.needsLayout() && child.needsLayout())
    parent.layoutIfNeeded()
    #expect(!parent.needsLayout() && !child.needsLayout())
    child.transform = CATransform3DMakeScale(2, 2, 1)
    #expect(parent.needsLayout() && child.needsLayout())
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
}

@Suite struct AutoresizingTests {
  private func resized(
    _ mask: UInt32,
    to width: CGFloat,
    _ height: CGFloat,
    from frame: CGRect = CGRect(x: 10, y: 20, width: 50, height: 40)
  ) -> CGRect {
    let (root, child) = (box(0, 0, 100, 100), CALayer())
    child.frame = frame
    child.autoresizingMask = CAAutoresizingMask(rawValue: mask)
    root.addSublayer(child)
    root.bounds.size = CGSize(width: width, height: height)
    return child.frame
  }

  /// Rendering E-160 to E-182.
  @Test func eachMaskSharesTheChangeOut() {
    let cases: [(Int, UInt32, (CGFloat, CGFloat, CGFloat, CGFloat))] = [
      (160, 0, (10, 20, 50, 40)), (161, 1, (110, 20, 50, 40)), (162, 2, (10, 20, 150, 40)),
      (163, 4, (10, 20, 50, 40)), (164, 8, (10, 220, 50, 40)), (165, 16, (10, 20, 50, 240)),
      (166, 32, (10, 20, 50, 40)), (167, 3, (76, 20, 84, 40)), (168, 6, (10, 20, 84, 40)),
      (169, 5, (60, 20, 50, 40)), (170, 7, (43, 20, 84, 40)), (171, 24, (10, 153, 50, 107)),
      (172, 40, (10, 120, 50, 40)), (173, 56, (10, 86, 50, 108)), (174, 18, (10, 20, 150, 240)),
      (175, 63, (43, 86, 84, 108)), (182, 48, (10, 20, 50, 107)),
    ]
    for (number, mask, r) in cases {
      let frame = resized(mask, to: 200, 300)
      #expect(near(frame, r.0, r.1, r.2, r.3), "E-\(number): \(frame)")
    }
    #expect(near(resized(3, to: 400, 100), 210, 20, 150, 40), "E-176")
    #expect(near(resized(3, to: 110, 100), 16, 20, 54, 40), "E-177")
    #expect(near(resized(3, to: 50, 25), -24, 20, 34, 40), "E-178")
    #expect(near(resized(18, to: 50, 25), 10, -15, 0, 35), "E-179")
    let frame = CGRect(x: 10, y: 15, width: 20, height: 25)
    #expect(near(resized(7 | 16, to: 200, 160, from: frame), 43, 15, 54, 85), "E-180")
    let fine = CGRect(x: 10.2, y: 15.3, width: 20.4, height: 25.5)
    #expect(near(resized(0, to: 101.2, 100, from: fine), 10.2, 15.3, 20.4, 25.5), "E-181")
  }

  /// Rendering Y-11.
  @Test func resizingGoesDownTheTreeAndOnlyBySize() {
    let (root, child, grandchild) = (box(0, 0, 100, 100), box(0, 0, 100, 100), box(0, 0, 100, 100))
    for layer in [child, grandchild] { layer.autoresizingMask = [.layerWidthSizable, .layerHeightSizable] }
    root.addSublayer(child)
    child.addSublayer(grandchild)
    root.bounds.origin = CGPoint(x: 9, y: 9)
    #expect(child.bounds.size.width == 100)
    root.frame = CGRect(x: 0, y: 0, width: 150, height: 120)
    #expect(grandchild.bounds.size == CGSize(width: 150, height: 120))
  }
}

@Suite struct ConstraintTests {
  typealias Rule = (CAConstraintAttribute, String, CAConstraintAttribute, CGFloat, CGFloat)

  private func rule(
    _ attribute: CAConstraintAttribute,
    _ source: CAConstraintAttribute,
    scale: CGFloat = 1,
    _ offset: CGFloat = 0,
    of name: String = "superlayer"
  ) -> Rule { (attribute, name, source, scale, offset) }

  private func constrain(_ layer: CALayer, _ rules: [Rule]) {
    for rule in rules {
      layer.addConstraint(
        CAConstraint(
          attribute: rule.0,
          relativeTo: rule.1,
          attribute: rule.2,
          scale: rule.3,
          offset: rule.4
        )
      )
    }
  }

  private func container(_ bounds: CGRect = CGRect(x: 0, y: 0, width: 200, height: 100)) -> CALayer {
    let layer = CALayer()
    layer.bounds = bounds
    layer.layoutManager = CAConstraintLayoutManager.layoutManager
    return layer
  }

  private func solved(_ rules: [Rule], _ bounds: CGRect = CGRect(x: 0, y: 0, width: 200, height: 100))
    -> CGRect
  {
    let (root, child) = (container(bounds), CALayer())
    child.frame = CGRect(x: 3, y: 5, width: 40, height: 20)
    root.addSublayer(child)
    constrain(child, rules)
    root.layoutIfNeeded()
    return child.frame
  }

  /// Rendering E-190 to E-208 and E-214.
  @Test func pairsOfRulesDetermineAnAxis() {
    let half = rule(.width, .width, scale: 0.5)
    let quarter = rule(.width, .width, scale: 0.25)
    let cases: [(Int, [Rule], CGFloat, CGFloat)] = [
      (190, [rule(.minX, .minX)], 0, 40), (191, [rule(.midX, .midX)], 80, 40),
      (192, [rule(.maxX, .maxX)], 160, 40), (193, [half], 3, 40),
      (194, [rule(.minX, .minX), rule(.maxX, .maxX)], 0, 200), (195, [rule(.minX, .minX), half], 0, 100),
      (196, [rule(.maxX, .maxX), half], 100, 100), (197, [rule(.midX, .midX), half], 50, 100),
      (198, [rule(.minX, .minX, 20), rule(.midX, .midX)], 20, 160),
      (199, [rule(.midX, .midX), rule(.maxX, .maxX, -20)], 20, 160),
      (200, [rule(.maxX, .maxX), rule(.minX, .minX), quarter], 0, 50),
      (201, [rule(.maxX, .maxX), rule(.midX, .midX, -30), quarter], 45, 50),
      (202, [quarter, rule(.maxX, .maxX), rule(.midX, .midX, -30)], -60, 260),
      (203, [rule(.maxX, .maxX), rule(.midX, .midX, -30), rule(.minX, .minX)], 0, 140),
      (204, [rule(.minX, .minX), rule(.midX, .midX, -30), rule(.maxX, .maxX), quarter], 0, 50),
      (205, [rule(.minX, .minX, 10), rule(.minX, .minX, 40)], 3, 40),
      (206, [rule(.minX, .maxX, scale: 0.25, 7)], 57, 40), (207, [rule(.minX, .maxY)], 100, 40),
      (214, [rule(.minX, .minX, 10), rule(.maxX, .maxX, -20)], 10, 170),
    ]
    for (number, rules, x, width) in cases {
      let frame = solved(rules)
      #expect(near(frame.minX, x) && near(frame.width, width), "E-\(number): \(frame)")
    }
    let moved = solved(
      [rule(.minX, .minX), rule(.minY, .minY)],
      CGRect(x: 30, y: 70, width: 200, height: 100)
    )
    #expect(near(moved.origin, 30, 70), "E-208")
  }

  /// Rendering E-209, E-210 and E-215.
  @Test func rulesReadSiblingsInAnyOrder() {
    let root = container()
    let (a, b, c) = (box(0, 0, 30, 10), box(0, 0, 30, 10), box(0, 0, 40, 10))
    (a.name, b.name, c.name) = ("a", "b", "c")
    root.sublayers = [b, a]
    constrain(a, [rule(.minX, .minX, 10)])
    constrain(b, [rule(.minX, .maxX, 5, of: "a")])
    root.layoutIfNeeded()
    #expect(near(b.frame.minX, 45))
    (a.constraints, b.constraints) = (nil, nil)
    constrain(a, [rule(.minX, .midX)])
    constrain(b, [rule(.minX, .minX, 10, of: "a")])
    root.layoutIfNeeded()
    #expect(near(a.frame.minX, 100) && near(b.frame.minX, 110))
    (a.constraints, b.constraints) = (nil, nil)
    (a.bounds.size.width, b.bounds.size.width) = (20, 30)
    root.sublayers = [c, b, a]
    constrain(a, [rule(.minX, .minX, 10)])
    constrain(b, [rule(.minX, .maxX, 5, of: "a")])
    constrain(c, [rule(.minX, .maxX, 7, of: "b")])
    root.layoutIfNeeded()
    #expect(near(a.frame.minX, 10))
    #expect(near(b.frame.minX, 35))
    #expect(near(c.frame.minX, 72))
  }

  /// Rendering E-211 to E-213.
  @Test func bothAxesAreSolvedAndSetThroughTheFrame() {
    let root = container()
    let (left, right) = (CALayer(), CALayer())
    root.sublayers = [left, right]
    for layer in [left, right] {
      constrain(layer, [rule(.height, .height), rule(.width, .width, scale: 0.5), rule(.minY, .minY)])
    }
    constrain(left, [rule(.minX, .minX)])
    constrain(right, [rule(.maxX, .maxX)])
    root.layoutIfNeeded()
    #expect(near(left.frame, 0, 0, 100, 100) && near(right.frame, 100, 0, 100, 100))
    let empty = CALayer()
    root.addSublayer(empty)
    constrain(empty, [rule(.maxX, .maxX, -20), rule(.maxY, .maxY, -20)])
    root.layoutIfNeeded()
    #expect(near(empty.frame.origin, 180, 80))
    let second = container(CGRect(x: 20, y: 30, width: 200, height: 100))
    let child = CALayer()
    child.bounds = CGRect(x: 7, y: 9, width: 20, height: 30)
    child.anchorPoint = CGPoint(x: 0.25, y: 0.75)
    second.addSublayer(child)
    constrain(
      child,
      [
        rule(.minX, .minX, 10), rule(.width, .width, scale: 0.5), rule(.minY, .minY, 5),
        rule(.height, .height, scale: 0.5),
      ]
    )
    second.layoutIfNeeded()
    #expect(near(child.frame, 30, 35, 100, 50) && near(child.position, 55, 72.5))
    #expect(child.bounds.origin == CGPoint(x: 7, y: 9))
  }

  /// Rendering Y-21 and Y-22.
  @Test func missingSourcesAndCyclesLeaveLayersWhereTheyWere() {
    let root = container()
    let (a, b) = (box(3, 0, 10, 10), box(5, 0, 10, 10))
    (a.name, b.name) = ("a", "b")
    root.sublayers = [a, b]
    constrain(a, [rule(.minX, .maxX, of: "b")])
    constrain(b, [rule(.minX, .maxX, of: "a")])
    root.layoutIfNeeded()
    #expect(a.frame.minX == 3 && b.frame.minX == 5)
    #expect(solved([rule(.minX, .minX, of: "nobody")]).minX == 3)
  }
}
