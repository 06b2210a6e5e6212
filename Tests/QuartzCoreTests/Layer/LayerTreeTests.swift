import QuartzCore
import Testing

private func named(_ name: String) -> CALayer {
  let layer = CALayer()
  layer.name = name
  return layer
}

@Suite struct LayerTreeTests {
  let root = CALayer()
  let a = named("A")
  let b = named("B")
  let c = named("C")
  let d = named("D")

  init() { root.sublayers = [a, b, c] }

  private func order() -> String { (root.sublayers ?? []).compactMap(\.name).joined(separator: " ") }

  /// Animation L-1.
  @Test func aNewLayerHasNothing() {
    let layer = CALayer()
    #expect(layer.sublayers == nil)
    #expect(layer.superlayer == nil)
    #expect(layer.mask == nil)
    #expect(layer.name == nil)
    #expect(layer.delegate == nil)
    #expect(layer.actions == nil)
    #expect(layer.style == nil)
    #expect(layer.animationKeys() == nil)
  }

  /// Animation #1 to #13, L-3 to L-7 and L-9.
  @Test func operationsOnThreeChildrenGiveTheirOrder() {
    let cases: [(Int, (Self) -> Void, String)] = [
      (1, { $0.root.addSublayer($0.a) }, "B C A"), (2, { $0.root.addSublayer($0.d) }, "A B C D"),
      (3, { $0.root.insertSublayer($0.d, at: 1) }, "A D B C"),
      (4, { $0.root.insertSublayer($0.c, at: 0) }, "C A B"),
      (5, { $0.root.insertSublayer($0.a, at: 2) }, "B C A"),
      (6, { $0.root.insertSublayer($0.d, at: 99) }, "A B C D"),
      (7, { $0.root.insertSublayer($0.d, below: $0.b) }, "A D B C"),
      (8, { $0.root.insertSublayer($0.d, above: $0.b) }, "A B D C"),
      (9, { $0.root.insertSublayer($0.a, above: $0.b) }, "B A C"),
      (10, { $0.root.insertSublayer($0.c, below: $0.a) }, "C A B"),
      (11, { $0.root.replaceSublayer($0.b, with: $0.d) }, "A D C"),
      (12, { $0.b.removeFromSuperlayer() }, "A C"), (13, { $0.root.sublayers = [$0.c, $0.d] }, "C D"),
    ]
    for (number, operation, expected) in cases {
      let fresh = LayerTreeTests()
      operation(fresh)
      #expect(fresh.order() == expected, "#\(number)")
      if number == 13 { #expect(fresh.a.superlayer == nil && fresh.b.superlayer == nil) }
      if number == 11 { #expect(fresh.b.superlayer == nil && fresh.d.superlayer === fresh.root) }
    }
  }

  /// Animation L-6.
  @Test func anUnknownSiblingMeansAnEnd() {
    let stranger = CALayer()
    root.insertSublayer(d, below: stranger)
    #expect(order() == "D A B C")
    root.insertSublayer(d, above: nil)
    #expect(order() == "A B C D")
  }

  /// Animation L-2.
  @Test func noSublayersReadAsNil() {
    root.sublayers = []
    #expect(root.sublayers == nil && a.superlayer == nil)
    root.addSublayer(a)
    a.removeFromSuperlayer()
    #expect(root.sublayers == nil)
  }

  /// Animation L-4 and L-9.
  @Test func aLayerLeavesItsOldParent() {
    let other = CALayer()
    other.addSublayer(a)
    #expect(order() == "B C" && a.superlayer === other)
    let third = CALayer()
    third.sublayers = [b, c, b]
    #expect(root.sublayers == nil && third.sublayers == [b, c])
    third.sublayers = [c]
    #expect(b.superlayer == nil && c.superlayer === third)
  }

  /// Animation L-8, L-11 and Z-11.
  @Test func aMaskHasTheMaskedLayerAsSuperlayer() {
    root.mask = a
    #expect(order() == "B C")
    #expect(a.superlayer === root)
    #expect(root.mask === a)
    root.mask = d
    #expect(a.superlayer == nil)
    d.removeFromSuperlayer()
    #expect(root.mask == nil && d.superlayer == nil)
    d.removeFromSuperlayer()
    #expect(root.mask == nil && order() == "B C")
  }

  /// Animation L-10, Z-16.
  @Test func aParentKeepsItsChildrenAndNotTheOtherWayRound() {
    var parent: CALayer? = CALayer()
    weak var child: CALayer?
    do {
      let fresh = CALayer()
      parent?.addSublayer(fresh)
      child = fresh
    }
    #expect(child != nil)
    let kept = child
    parent = nil
    #expect(kept?.superlayer == nil)
    let masked = CALayer()
    weak var mask: CALayer?
    do {
      let fresh = CALayer()
      masked.mask = fresh
      mask = fresh
    }
    #expect(mask != nil)
    final class Delegate: NSObject, CALayerDelegate {}
    do {
      let delegate = Delegate()
      masked.delegate = delegate
      #expect(masked.delegate === delegate)
    }
    masked.setNeedsDisplay()
    masked.displayIfNeeded()
    #expect(masked.delegate == nil && masked.action(forKey: "opacity") == nil)
  }

  /// Animation L-12.
  @Test func everyChangeOfTheArrayMarksTheParentForLayout() {
    for change: (Self) -> Void in [
      { $0.root.addSublayer($0.d) }, { $0.root.insertSublayer($0.d, at: 0) },
      { $0.root.insertSublayer($0.d, below: $0.a) }, { $0.root.insertSublayer($0.d, above: $0.a) },
      { $0.root.replaceSublayer($0.a, with: $0.d) }, { $0.a.removeFromSuperlayer() },
      { $0.root.sublayers = [$0.d] },
    ] {
      let fresh = LayerTreeTests()
      fresh.root.layoutIfNeeded()
      #expect(!fresh.root.needsLayout())
      change(fresh)
      #expect(fresh.root.needsLayout() && !fresh.d.needsLayout())
    }
  }

  /// Animation L-13, Z-4: the way for documents reports a cycle instead of stopping.
  @Test func aCycleIsReportedBeforeItIsMade() {
    #expect(root.objection(to: root) != nil)
    a.addSublayer(d)
    d.addSublayer(named("E"))
    #expect(throws: LayerTreeError.self) { try d.appendChecked(root) }
    #expect(throws: LayerTreeError.self) { try d.setMaskChecked(a) }
    #expect(a.objection(to: b) == nil)
  }

  @Test func aVeryDeepTreeIsDestroyedWithoutADeepStack() {
    let top = CALayer()
    var layer = top
    for _ in 0..<200_000 {
      let child = CALayer()
      layer.addSublayer(child)
      layer = child
    }
    top.sublayers = nil
    #expect(top.sublayers == nil)
  }

  /// Animation L-7: replacing a layer by itself, or one that is not a child, does nothing.
  @Test func replacingAStrangerDoesNothing() {
    root.replaceSublayer(d, with: CALayer())
    root.replaceSublayer(b, with: b)
    #expect(order() == "A B C")
    root.replaceSublayer(a, with: c)
    #expect(order() == "C B" && a.superlayer == nil)
  }
}
