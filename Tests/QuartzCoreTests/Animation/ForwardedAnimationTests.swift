import Foundation
import QuartzCore
import StrataRenderServer
import Testing

/// Animation K-10 for key paths of animations: those through `mask` and `sublayers` move other layers.
@Suite struct ForwardedAnimationTests {
  init() { CATransaction.flush() }

  private let root = box(0, 0, 20, 20)
  private let child = box(0, 0, 4, 4, red)
  private let mask = box(0, 0, 20, 20, blue)

  private func hosted() -> OfflineRenderer {
    child.name = "child"
    root.addSublayer(child)
    root.mask = mask
    return OfflineRenderer(layer: root, size: CGSize(width: 20, height: 20))
  }

  private func slide(_ path: String, from: Double = 0, to: Double = 10) -> CABasicAnimation {
    let slide = CABasicAnimation(keyPath: path)
    (slide.fromValue, slide.toValue, slide.duration) = (from, to, 2)
    return slide
  }

  /// Animation K-10.
  @Test func aPathThroughSublayersMovesAChild() throws {
    let renderer = hosted()
    renderer.change(at: 1) { root.add(slide("sublayers.child.position.x"), forKey: "slide") }
    renderer.change(at: 2) {
      #expect(child.presentation()?.position.x == 5 && child.position.x == 0)
      #expect(root.animationKeys() == ["slide"] && child.animationKeys() == nil)
    }
    #expect(try pixel(renderer, at: 2, 6, 1) == [255, 0, 0, 255])
    #expect(try pixel(renderer, at: 2, 3, 1) == [0, 0, 0, 0])
    #expect(try pixel(renderer, at: 1.5, 3, 1) == [255, 0, 0, 255])
    renderer.change(at: 4) { #expect(child.presentation()?.position.x == 0 && root.animationKeys() == nil) }
  }

  /// Animation K-10 and K-17: the other layer's own keys, too.
  @Test func aPathThroughSublayersMovesACustomKey() {
    let renderer = hosted()
    renderer.change(at: 0) { child.setValue(1, forKey: "level") }
    renderer.change(at: 1) { root.add(slide("sublayers.child.level"), forKey: "slide") }
    renderer.change(at: 2) {
      #expect(child.presentation()?.value(forKey: "level") as? Double == 5)
      #expect(child.value(forKey: "level") as? Double == 1)
    }
  }

  /// Animation K-10.
  @Test func aPathThroughTheMaskMovesTheMask() throws {
    let renderer = hosted()
    renderer.change(at: 1) { root.add(slide("mask.opacity", from: 1, to: 0), forKey: "fade") }
    renderer.change(at: 2) { #expect(mask.presentation()?.opacity == 0.5) }
    let alpha = try pixel(renderer, at: 2, 1, 1)[3]
    #expect((127...128).contains(alpha), "\(alpha)")
  }

  /// Animation K-10 and N-10.
  @Test func removingTheAnimationFreesTheOtherLayer() throws {
    let renderer = hosted()
    renderer.change(at: 1) { root.add(slide("sublayers.child.position.x"), forKey: "slide") }
    renderer.change(at: 2) {
      root.removeAnimation(forKey: "slide")
      #expect(child.presentation()?.position.x == 0)
    }
    #expect(try pixel(renderer, at: 2.5, 1, 1) == [255, 0, 0, 255])
    renderer.change(at: 3) { root.add(slide("sublayers.child.position.x"), forKey: "slide") }
    renderer.change(at: 3.5) { child.removeFromSuperlayer() }
    renderer.change(at: 4) { root.addSublayer(child) }
    #expect(try pixel(renderer, at: 4.5, 1, 1) == [255, 0, 0, 255])
  }

  /// Animation K-10 and G-1: members of a group reach the layers that each names.
  @Test func membersOfAGroupReachSeveralLayers() {
    let renderer = hosted()
    let leaf = box(0, 0, 1, 1)
    leaf.name = "leaf"
    child.addSublayer(leaf)
    let group = CAAnimationGroup()
    group.animations = [
      slide("sublayers.child.sublayers.leaf.zPosition"), slide("mask.opacity", from: 1, to: 0),
      slide("zPosition"),
    ]
    group.duration = 2
    renderer.change(at: 1) { root.add(group, forKey: "group") }
    renderer.change(at: 2) {
      #expect(leaf.presentation()?.zPosition == 5 && root.presentation()?.zPosition == 5)
      #expect(mask.presentation()?.opacity == 0.5 && child.presentation()?.zPosition == 0)
    }
  }

  /// Animation K-10 and LT-7: the time is that of the layer which holds the animation.
  @Test func theTimeIsTheHoldersOwn() {
    let renderer = hosted()
    (child.speed, child.beginTime, child.timeOffset) = (4, 0.5, 3)
    root.speed = 2
    renderer.change(at: 1) { root.add(slide("sublayers.child.zPosition"), forKey: "slide") }
    renderer.change(at: 1.5) { #expect(abs((child.presentation()?.zPosition ?? 0) - 5) < 1e-6) }
    renderer.change(at: 2.1) { #expect(child.presentation()?.zPosition == 0 && root.animationKeys() == nil) }
  }

  /// Animation K-10 and N-18.
  @Test func aPathToNoLayerHasNoEffect() {
    let renderer = hosted()
    renderer.change(at: 1) {
      root.add(slide("sublayers.nobody.zPosition"), forKey: "a")
      root.add(slide("mask.mask.opacity"), forKey: "b")
      root.add(slide("sublayers.child"), forKey: "c")
    }
    renderer.change(at: 2) {
      #expect(root.animationKeys()?.count == 3)
      #expect(child.presentation()?.zPosition == 0 && mask.presentation()?.opacity == 1)
    }
    renderer.change(at: 4) { #expect(root.animationKeys() == nil) }
  }
}
