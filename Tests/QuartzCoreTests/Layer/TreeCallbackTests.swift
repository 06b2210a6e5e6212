import CoreGraphics
import Foundation
import QuartzCore
import StrataRenderServer
import Testing

/// Calls a block once when its layer leaves the tree.
private final class Leaver: NSObject, CALayerDelegate {
  var left: () -> Void = {}

  func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
    if event == kCAOnOrderOut {
      let call = left
      left = {}
      call()
    }
    return nil
  }
}

/// Programs that change the tree while it changes: what a layer names as its superlayer has it among its sublayers.
@Suite struct TreeCallbackTests {
  /// A layer does not retain its delegate.
  private let leaver = Leaver()

  init() { CATransaction.flush() }

  private func hosted(_ root: CALayer) -> OfflineRenderer {
    OfflineRenderer(layer: root, size: CGSize(width: 100, height: 100))
  }

  private func has(_ layer: CALayer, _ sublayers: [CALayer]) -> Bool {
    (layer.sublayers ?? []).elementsEqual(sublayers, by: ===)
      && sublayers.allSatisfy { $0.superlayer === layer }
  }

  @Test func aLayerAddedWhileOthersLeaveStays() {
    let (root, out, other, added) = (CALayer(), CALayer(), CALayer(), CALayer())
    root.addSublayer(out)
    let renderer = hosted(root)
    out.delegate = leaver
    leaver.left = { root.addSublayer(added) }
    renderer.change(at: 1) { root.sublayers = [other] }
    #expect(has(root, [other, added]))
    #expect(out.superlayer == nil)
    renderer.change(at: 2) { root.sublayers = nil }
    #expect(added.superlayer == nil)
  }

  @Test func aLayerMovedWhileOthersLeaveComesBack() {
    let (root, out, moved, place) = (CALayer(), CALayer(), CALayer(), CALayer())
    root.sublayers = [out, moved, place]
    let renderer = hosted(root)
    out.delegate = leaver
    leaver.left = { place.addSublayer(moved) }
    renderer.change(at: 1) { root.sublayers = [moved, place] }
    #expect(has(root, [moved, place]))
    #expect(has(place, []))
  }

  @Test func theLastPlaceOfALayerCounts() {
    let (root, one, two, three, moved) = (CALayer(), CALayer(), CALayer(), CALayer(), CALayer())
    root.sublayers = [one, two, three]
    one.addSublayer(moved)
    let renderer = hosted(root)
    moved.delegate = leaver
    leaver.left = { three.addSublayer(moved) }
    renderer.change(at: 1) { two.addSublayer(moved) }
    #expect(has(two, [moved]))
    #expect(has(one, []))
    #expect(has(three, []))
  }

  @Test func aMaskSetWhileAnotherLeavesIsReplaced() {
    let (root, old, between, new) = (CALayer(), CALayer(), CALayer(), CALayer())
    root.mask = old
    let renderer = hosted(root)
    old.delegate = leaver
    leaver.left = { root.mask = between }
    renderer.change(at: 1) { root.mask = new }
    #expect(root.mask === new)
    #expect(new.superlayer === root)
    #expect(between.superlayer == nil)
    #expect(old.superlayer == nil)
  }

  @Test func aFrameThatConstraintsSetMayRemoveASibling() {
    let container = box(0, 0, 200, 100)
    container.layoutManager = CAConstraintLayoutManager.layoutManager
    let (one, other) = (CALayer(), CALayer())
    container.sublayers = [one, other]
    for layer in [one, other] {
      layer.addConstraint(
        CAConstraint(attribute: .minX, relativeTo: "superlayer", attribute: .minX, scale: 1, offset: 10)
      )
    }
    let token = one.observe(\.position) { _, _ in other.removeFromSuperlayer() }
    container.layoutIfNeeded()
    #expect(one.frame.minX == 10)
    #expect(other.frame.minX == 0)
    #expect(has(container, [one]))
    token.invalidate()
  }
}
