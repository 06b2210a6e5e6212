import CoreGraphics
import Foundation
import QuartzCore
import StrataRaster
import StrataRenderServer
import StrataRenderTree
import Testing

private final class Listening: NSObject, CALayerDelegate {
  var asked: [String] = []
  func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
    asked.append(event)
    return nil
  }
}

private final class Counted: CALayer {
  var copies = 0
  override init() { super.init() }
  override init(layer: Any) {
    copies = ((layer as? Counted)?.copies ?? 0) + 1
    super.init(layer: layer)
  }
  required init?(coder: NSCoder) { super.init(coder: coder) }
}

/// A fade of ten seconds from one to zero, begun at local time zero.
private func fade() -> CABasicAnimation {
  let fade = CABasicAnimation(keyPath: "opacity")
  (fade.fromValue, fade.toValue, fade.duration, fade.beginTime) = (1, 0, 10, 1e-100)
  return fade
}

@Suite struct PresentationTests {
  init() { CATransaction.flush() }

  private func stage(_ layer: CALayer) -> OfflineRenderer {
    OfflineRenderer(layer: layer, size: CGSize(width: 10, height: 10))
  }

  /// Animation P-1 and P-2.
  @Test func animationsLeaveTheModelAlone() {
    let layer = box(0, 0, 10, 10)
    let renderer = stage(layer)
    renderer.change(at: 0) { layer.add(fade(), forKey: "fade") }
    renderer.change(at: 5) {
      #expect(layer.opacity == 1 && layer.presentation()?.opacity == 0.5)
      layer.removeAllAnimations()
    }
    renderer.change(at: 6) {
      CATransaction.setDisableActions(true)
      layer.opacity = 0.25
      #expect(layer.opacity == 0.25 && layer.presentation()?.opacity == 1)
    }
    renderer.change(at: 6) { #expect(layer.presentation()?.opacity == 0.25) }
  }

  /// Animation P-3.
  @Test func aLayerThatWasNeverCommittedHasNone() {
    #expect(CALayer().presentation() == nil)
    let root = box(0, 0, 10, 10)
    let renderer = stage(root)
    let child = box(0, 0, 5, 5)
    renderer.change(at: 1) {
      root.addSublayer(child)
      #expect(child.presentation() == nil && root.presentation() != nil)
    }
    #expect(child.presentation() != nil)
  }

  /// Animation P-4: it holds neither uncommitted layers nor removed ones.
  @Test func itShowsTheLastCommitWithItsAnimations() {
    let layer = box(0, 0, 10, 10)
    let renderer = stage(layer)
    renderer.change(at: 0) { layer.add(fade(), forKey: "fade") }
    renderer.change(at: 2) {
      CATransaction.setDisableActions(true)
      layer.zPosition = 9
      layer.cornerRadius = 3
      let shown = layer.presentation()
      #expect(shown?.opacity == 0.8)
      #expect(shown?.zPosition == 0)
      #expect(shown?.cornerRadius == 0)
      CATransaction.flush()
      #expect(layer.presentation()?.zPosition == 9)
    }
  }

  /// Animation P-5.
  @Test func itsTimeIsThatOfTheFrame() {
    let layer = box(0, 0, 10, 10)
    let renderer = CARenderer()
    renderer.layer = layer
    layer.add(fade(), forKey: "fade")
    renderer.beginFrame(atTime: 2, timeStamp: nil)
    #expect(layer.presentation()?.opacity == 0.8)
    renderer.endFrame()
    #expect(layer.presentation()?.opacity == 0.8)
    renderer.beginFrame(atTime: 5, timeStamp: nil)
    #expect(layer.presentation()?.opacity == 0.5)
    renderer.endFrame()
    let live = box(0, 0, 10, 10)
    let host = HeadlessHost(layer: live, size: CGSize(width: 10, height: 10))
    let slow = fade()
    slow.beginTime = CACurrentMediaTime() - 5000
    slow.duration = 10000
    live.add(slow, forKey: "fade")
    CATransaction.flush()
    #expect(abs((live.presentation()?.opacity ?? 0) - 0.5) < 0.01)
    withExtendedLifetime(host) {}
  }

  /// Animation P-6 and P-10.
  @Test func theCopyIsMadeByTheLayersClass() {
    let layer = Counted()
    let listener = Listening()
    layer.setValue(7, forKey: "own")
    layer.setValue(CGPoint(x: 1, y: 2), forKey: "place")
    layer.setValue(["a", "b"], forKey: "list")
    layer.name = "n"
    layer.cornerRadius = 4
    let renderer = stage(layer)
    renderer.change(at: 1) { layer.add(fade(), forKey: "fade") }
    layer.delegate = listener
    let copy = layer.presentation()
    #expect(copy?.copies == 1)
    #expect(copy?.cornerRadius == 4)
    #expect(copy?.name == "n")
    #expect(copy?.value(forKey: "own") as? Int == 7 && copy?.value(forKey: "place") as? CGPoint != nil)
    #expect(copy?.value(forKey: "list") as? [String] == ["a", "b"])
    #expect(copy?.animationKeys() == nil && layer.animationKeys() == ["fade"])
    let other = Counted(layer: layer)
    #expect(other.cornerRadius == 4 && other.value(forKey: "own") as? Int == 7)
    #expect(other.animationKeys() == nil)
    #expect(other.superlayer == nil)
    #expect(listener.asked.isEmpty)
  }

  /// Animation P-7 and P-11.
  @Test func modelAndCopyKnowEachOther() {
    let layer = box(0, 0, 10, 10)
    let renderer = stage(layer)
    renderer.change(at: 1) {
      let (first, second) = (layer.presentation(), layer.presentation())
      #expect(layer.model() === layer && first?.model() === layer)
      #expect(first?.presentation() === first && first !== layer)
      #expect(first?.position == second?.position && second?.model() === layer)
    }
  }

  /// Animation P-8.
  @Test func theTreeAroundACopyIsMadeOfCopies() {
    let (root, child, mask) = (box(0, 0, 100, 100), box(0, 0, 10, 10), box(0, 0, 100, 100))
    root.addSublayer(child)
    root.mask = mask
    let renderer = stage(root)
    renderer.change(at: 0) {
      let slide = CABasicAnimation(keyPath: "position.x")
      (slide.fromValue, slide.toValue, slide.duration) = (0, 80, 2)
      child.add(slide, forKey: "slide")
    }
    renderer.change(at: 1) {
      let shown = root.presentation()
      let inside = shown?.sublayers?.first
      #expect(inside?.model() === child)
      #expect(inside?.superlayer === shown)
      #expect(shown?.mask?.model() === mask)
      #expect(shown?.mask?.superlayer === shown)
      #expect(inside?.frame == CGRect(x: 40, y: 0, width: 10, height: 10))
      #expect(shown?.hitTest(CGPoint(x: 45, y: 5))?.model() === child)
      #expect(root.hitTest(CGPoint(x: 45, y: 5)) === root)
      #expect(inside?.convert(CGPoint(x: 1, y: 1), to: shown) == CGPoint(x: 41, y: 1))
    }
  }

  /// Animation P-9.
  @Test func changingACopyChangesNothingElse() {
    let layer = box(0, 0, 10, 10)
    let listener = Listening()
    let renderer = stage(layer)
    layer.delegate = listener
    renderer.change(at: 1) {
      layer.layoutIfNeeded()
      let copy = layer.presentation()
      copy?.opacity = 0.5
      copy?.bounds.size.width = 99
      copy?.setValue(3, forKey: "own")
      copy?.addSublayer(CALayer())
      copy?.setNeedsLayout()
      #expect(copy?.opacity == 0.5 && copy?.bounds.size.width == 99)
      #expect(layer.opacity == 1)
      #expect(layer.bounds.size.width == 10)
      #expect(layer.value(forKey: "own") == nil)
      #expect(!layer.needsLayout())
      #expect(layer.sublayers == nil)
      #expect(listener.asked.isEmpty)
      #expect(layer.presentation()?.opacity == 1)
    }
    #expect(layer.animationKeys() == nil)
  }

  @Test func aDeepTreeNeedsNoDeepStack() {
    let top = box(0, 0, 10, 10)
    top.speed = 2
    var bottom = top
    for _ in 0..<5000 {
      let child = CALayer()
      bottom.addSublayer(child)
      bottom = child
    }
    let renderer = stage(top)
    renderer.change(at: 0) { bottom.add(fade(), forKey: "fade") }
    renderer.change(at: 2.5) { #expect(bottom.presentation()?.opacity == 0.5) }
  }

  /// Animation P-12: a new animation goes on where the old one is.
  @Test func aNewAnimationStartsFromWhatIsOnTheScreen() {
    let layer = box(0, 0, 10, 10)
    let renderer = stage(layer)
    func slide(from: Any?, to: CGFloat) {
      let slide = CABasicAnimation(keyPath: "position.x")
      (slide.fromValue, slide.toValue, slide.duration) = (from, to, 2)
      layer.add(slide, forKey: "slide")
    }
    renderer.change(at: 0) { slide(from: 0, to: 80) }
    renderer.change(at: 1) { slide(from: layer.presentation()?.position.x, to: 0) }
    renderer.change(at: 1) { #expect(layer.presentation()?.position.x == 40) }
    renderer.change(at: 2) { #expect(layer.presentation()?.position.x == 20) }
  }

  /// Animation P-8: of many layers a hit test copies those that may be hit; the answer is that of testing all copies.
  @Test func aHitTestCopiesFewLayers() {
    final class Tallied: CALayer {
      nonisolated(unsafe) static var copies = 0  // One test, one thread.
      override init() { super.init() }
      override init(layer: Any) {
        Self.copies += 1
        super.init(layer: layer)
      }
      required init?(coder: NSCoder) { super.init(coder: coder) }
    }
    final class Wide: CALayer {
      override func contains(_ p: CGPoint) -> Bool { p.y > 85 }
    }
    let root = box(0, 0, 100, 100)
    for i in 0..<100 {
      let layer = Tallied()
      layer.frame = CGRect(x: i % 10 * 10, y: i / 10 * 10, width: 10, height: 10)
      layer.isHidden = i % 7 == 3
      layer.transform = i % 3 == 1 ? CATransform3DMakeRotation(0.5, 0, 0, 1) : CATransform3DIdentity
      root.addSublayer(layer)
    }
    let (wide, parent, child) = (Wide(), box(90, 90, 1, 1), box(-60, -60, 20, 20))
    root.sublayers?[20].addSublayer(box(50, 0, 8, 8))
    root.insertSublayer(wide, at: 0)
    parent.addSublayer(child)
    root.addSublayer(parent)
    let renderer = stage(root)
    renderer.change(at: 0) {
      let move = CABasicAnimation(keyPath: "position.x")
      (move.byValue, move.duration, move.beginTime) = (-40, 10, 1e-100)
      parent.add(move, forKey: "x")
    }
    var most = 0
    renderer.change(at: 5) {
      for y in stride(from: 1.0, to: 110, by: 6) {
        for x in stride(from: 1.0, to: 110, by: 6) {
          let all = root.presentation()
          withExtendedLifetime(all?.sublayers) {
            let expected = all?.hitTest(CGPoint(x: x, y: y))?.model()
            Tallied.copies = 0
            let hit = root.presentation()?.hitTest(CGPoint(x: x, y: y))
            #expect(hit?.model() === expected, "at \(x), \(y)")
            most = max(most, Tallied.copies)
          }
        }
      }
    }
    #expect(most <= 6)
  }

  /// Contents that count how often they are read.
  private final class Picture: ContentsRepresentable {
    var count = 0
    var contentsValue: ContentsValue {
      count += 1
      return .image(CGImage(pixels: PixelBuffer(width: 1, height: 1, format: .rgba8)))
    }
  }

  @Test("A copy has the object of its contents, which is not read again; before a commit, the former picture")
  func contentsAreNotReadAgain() {
    let layer = box(0, 0, 10, 10)
    let renderer = stage(layer)
    let picture = Picture()
    renderer.change(at: 1) { layer.contents = picture }
    renderer.change(at: 2) { #expect(layer.presentation()?.contents as AnyObject? === picture) }
    #expect(picture.count == 1)
    renderer.change(at: 3) {
      CATransaction.setDisableActions(true)
      layer.contents = Picture()
      #expect(layer.presentation()?.contents is CGImage)
    }
  }

  /// Animation P-9: a hit test finds a copy where the program has moved it.
  @Test func aChangedCopyIsHitWhereItIs() {
    let (root, child) = (box(0, 0, 100, 100), box(0, 0, 10, 10))
    root.addSublayer(child)
    let renderer = stage(root)
    renderer.change(at: 1) {
      let copy = child.presentation()
      let top = copy?.superlayer
      copy?.position = CGPoint(x: 55, y: 55)
      #expect(top?.hitTest(CGPoint(x: 55, y: 55)) === copy)
      #expect(top?.hitTest(CGPoint(x: 5, y: 5)) === top)
      #expect(root.presentation()?.hitTest(CGPoint(x: 5, y: 5))?.model() === child)
    }
  }
}
