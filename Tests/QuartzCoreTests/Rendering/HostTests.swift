import CoreGraphics
import Foundation
import QuartzCore
import StrataRenderServer
import Testing

private func at(_ x: CGFloat, _ y: CGFloat) -> CGPoint { CGPoint(x: x, y: y) }

/// Drawing a layer into a context (rendering section 12.1).
@Suite struct ContextDrawingTests {
  @Test("rendering RC-1, RC-2, E-410 to E-415: the model, in the receiver's own coordinates")
  func ownCoordinates() throws {
    let root = box(100, 100, 40, 40, red)
    root.transform = CATransform3DMakeRotation(1, 0, 0, 1)
    root.bounds.origin = at(-5, -5)
    let child = box(10, 10, 10, 10, blue)
    child.transform = CATransform3DMakeTranslation(5, 0, 0)
    root.addSublayer(child)
    let fade = CABasicAnimation(keyPath: "opacity")
    (fade.fromValue, fade.toValue, fade.duration) = (0, 0, 100)
    root.add(fade, forKey: nil)
    let shot = try Shot(drawing: root, 60, 60)
    // Bounds from -5 to 35 are cut at the context's edge; rows count from above.
    #expect(shot.box == [0, 25, 35, 60])
    #expect(shot[15, 49] == [0, 0, 255, 255])
    #expect(shot[24, 40] == [0, 0, 255, 255])
    #expect(shot[25, 40] == [255, 0, 0, 255])
  }

  @Test("rendering RC-3: nothing is displayed for it, but vector layers draw themselves")
  func noDisplay() throws {
    final class Drawing: CALayer {
      override func draw(in ctx: CGContext) {
        ctx.setFillColor(blue)
        ctx.fill(bounds)
      }
    }
    let layer = place(Drawing(), 0, 0, 10, 10)
    layer.setNeedsDisplay()
    #expect(try Shot(drawing: layer, 10, 10).painted == 0 && layer.needsDisplay())
    layer.displayIfNeeded()
    #expect(try Shot(drawing: layer, 10, 10).painted == 100)
    let shape = place(CAShapeLayer(), 0, 0, 10, 10) {
      $0.path = CGPath(rect: CGRect(x: 0, y: 0, width: 3, height: 3), transform: nil)
    }
    #expect(try Shot(drawing: shape, 10, 10).painted == 9)
    for type in [.axial, .radial] as [CAGradientLayerType] {
      let sky = place(CAGradientLayer(), 0, 0, 10, 10) {
        ($0.colors, $0.type, $0.endPoint) = ([red, blue], type, at(1, 1))
      }
      #expect(try Shot(drawing: sky, 10, 10).painted == 100)
    }
    #if Text
      let text = place(CATextLayer(), 0, 0, 60, 40) { $0.string = "H" }
      #expect(try Shot(drawing: text, 60, 40).painted > 20)
    #endif
  }

  /// A tree with everything that a context draws.
  private func everything() -> CALayer {
    let root = box(0, 0, 60, 60, color(0.9, 0.9, 1))
    (root.cornerRadius, root.borderWidth, root.borderColor) = (8, 2, blue)
    let card = box(10, 10, 20, 20, red)
    (card.shadowOpacity, card.shadowRadius, card.opacity) = (0.5, 2, 0.8)
    card.addSublayer(box(5, 5, 30, 5, green))
    card.masksToBounds = false
    let image = box(35, 5, 20, 10)
    image.contents = picture(4, 4) { x, y in (x * 60, y * 60, 128, 255) }
    (image.contentsGravity, image.contentsScale) = (.topLeft, 0.5)
    image.masksToBounds = true
    let copies = place(CAReplicatorLayer(), 5, 40, 10, 10) {
      ($0.instanceCount, $0.instanceTransform) = (4, CATransform3DMakeTranslation(12, 0, 0))
      ($0.instanceColor, $0.instanceRedOffset) = (color(1, 1, 0), -0.2)
    }
    copies.addSublayer(box(0, 0, 8, 8, white))
    let hidden = box(0, 0, 60, 60, black)
    hidden.isHidden = true
    let clear = box(0, 0, 60, 60, black)
    clear.opacity = 0
    let turned = box(40, 25, 10, 10, green)
    turned.zPosition = -1
    root.sublayers = [card, image, copies, hidden, clear, turned]
    root.sublayerTransform = CATransform3DMakeTranslation(1, 2, 0)
    return root
  }

  @Test(
    "rendering RC-4, RC-5: what a context gets is what a host shows, opacity of groups and colours of copies included"
  )
  func sameAsHosts() throws {
    let root = everything()
    #expect(
      (try Shot(drawing: root, 60, 60).distance(to: try Shot(root, 60, 60, origin: .bottomLeft)) ?? 255) <= 1
    )
  }

  @Test("rendering RC-6: masks, shadow paths, filters and transforms of space are drawn as on a host")
  func noGaps() throws {
    let root = box(0, 0, 60, 60, white)
    let masked = box(5, 5, 20, 20, red)
    masked.mask = box(5, 5, 10, 10, black)
    let cast = box(30, 30, 10, 10, blue)
    (cast.shadowOpacity, cast.shadowPath) = (
      1, CGPath(rect: CGRect(x: 10, y: 10, width: 9, height: 9), transform: nil)
    )
    let inverted = box(30, 5, 10, 10, red)
    inverted.filters = [CAFilter(type: "colorInvert")]
    let tilted = box(5, 35, 20, 20, green)
    tilted.transform = CATransform3DMakeRotation(1, 0, 1, 0)
    tilted.transform.m34 = -1 / 100
    let blended = box(45, 5, 10, 10, color(1, 1, 0))
    blended.compositingFilter = "multiplyBlendMode"
    for layer in [masked, cast, inverted, tilted, blended] { root.addSublayer(layer) }
    #expect(
      (try Shot(drawing: root, 60, 60).distance(to: try Shot(root, 60, 60, origin: .bottomLeft)) ?? 255) <= 1
    )
  }

  @Test("rendering RC-6, X-10: a transform that is almost of the plane, and one that is not, are both drawn")
  func transformsOfSpace() throws {
    let root = box(0, 0, 40, 40)
    let child = box(10, 10, 10, 10, red)
    root.addSublayer(child)
    child.transform = CATransform3DMakeTranslation(5, 0, 0)
    child.transform.m34 = 1e-8
    #expect(try Shot(drawing: root, 40, 40).box == [15, 20, 25, 30])
    child.transform = CATransform3DMakeScale(2, 1, 3)
    #expect(try Shot(drawing: root, 40, 40).box == [10, 20, 30, 30])
  }
}

/// A renderer driven by hand, and what holds of every frame (rendering sections 12.2 and 13).
@Suite struct HandDrivenTests {
  private func frame(_ renderer: CARenderer, at time: Double) -> CGRect {
    renderer.beginFrame(atTime: time, timeStamp: nil)
    let changed = renderer.updateBounds()
    renderer.render()
    renderer.endFrame()
    return changed
  }

  @Test("rendering CR-2, CR-8: bounds are a part of the root's superspace, y up, at the root's scale")
  func partOfTheSpace() throws {
    CATransaction.flush()
    let renderer = CARenderer()
    let root = box(10, 20, 20, 10, red)
    root.contentsScale = 2
    renderer.layer = root
    renderer.bounds = CGRect(x: 5, y: 15, width: 40, height: 20)
    _ = frame(renderer, at: 1)
    let image = try #require(renderer.makeImage())
    #expect(image.width == 80 && image.height == 40)
    let shown = box(0, 0, 80, 40)
    shown.contents = image
    #expect(try Shot(shown, 80, 40).box == [10, 10, 50, 30])
  }

  @Test("rendering CR-3, CR-4, RM-6: what changed since the frame before is told, with what was added")
  func updates() {
    CATransaction.flush()
    let renderer = CARenderer()
    let (root, child) = (box(0, 0, 40, 40), box(5, 5, 10, 10, red))
    root.addSublayer(child)
    renderer.layer = root
    renderer.bounds = CGRect(x: 0, y: 0, width: 40, height: 40)
    renderer.addUpdate(CGRect(x: 1, y: 1, width: 1, height: 1))
    #expect(renderer.updateBounds().isNull)
    #expect(frame(renderer, at: 1) == CGRect(x: 0, y: 0, width: 40, height: 40))
    #expect(frame(renderer, at: 2).isNull)
    CATransaction.setDisableActions(true)
    child.position.x = 20
    CATransaction.flush()
    CATransaction.setDisableActions(false)
    #expect(frame(renderer, at: 3) == CGRect(x: 5, y: 5, width: 25, height: 10))
    renderer.beginFrame(atTime: 4, timeStamp: nil)
    renderer.addUpdate(CGRect(x: 1, y: 2, width: 3, height: 4))
    #expect(renderer.updateBounds() == CGRect(x: 1, y: 2, width: 3, height: 4))
    renderer.endFrame()
    #expect(renderer.updateBounds().isNull)
  }

  @Test("rendering CR-5: the next frame is never, now, or when something begins")
  func nextFrames() {
    CATransaction.flush()
    let renderer = CARenderer()
    let root = box(0, 0, 40, 40, red)
    renderer.layer = root
    renderer.bounds = CGRect(x: 0, y: 0, width: 40, height: 40)
    _ = frame(renderer, at: 1)
    #expect(renderer.nextFrameTime() == .infinity)
    let fade = CABasicAnimation(keyPath: "opacity")
    (fade.fromValue, fade.toValue, fade.duration, fade.beginTime) = (0, 1, 1, 10)
    root.add(fade, forKey: nil)
    _ = frame(renderer, at: 2)
    #expect(renderer.nextFrameTime() == 10)
    _ = frame(renderer, at: 10.5)
    #expect(renderer.nextFrameTime() == 10.5)
    _ = frame(renderer, at: 12)
    #expect(renderer.nextFrameTime() == .infinity)
  }

  @Test(
    "rendering CR-1, CR-6, CR-7: frames commit what is pending; nothing is drawn without layer or beginning"
  )
  func emptyFrames() {
    let renderer = CARenderer()
    renderer.endFrame()
    renderer.render()
    #expect(renderer.makeImage() == nil && renderer.updateBounds().isNull)
    renderer.bounds = CGRect(x: 0, y: 0, width: 4, height: 4)
    _ = frame(renderer, at: 1)
    #expect(renderer.makeImage() == nil)
    let root = box(0, 0, 4, 4)
    renderer.layer = root
    root.backgroundColor = red
    #expect(frame(renderer, at: 2) == CGRect(x: 0, y: 0, width: 4, height: 4))
    // What nothing was painted on is clear.
    root.backgroundColor = nil
    CATransaction.flush()
    _ = frame(renderer, at: 9)
    #expect(renderer.makeImage().map { $0.width } == 4)
  }

  @Test("rendering RM-1: model, presentation and picture have one shape and each its own values")
  func threeTrees() throws {
    let child = box(0, 0, 10, 10, red)
    let root = stage(100, 10, child)
    let renderer = OfflineRenderer(layer: root, size: CGSize(width: 100, height: 10))
    renderer.change(at: 1) {
      CATransaction.setAnimationDuration(2)
      CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
      child.position.x = 80
    }
    renderer.change(at: 2) {
      #expect(child.position.x == 80)
      let shown = root.presentation()
      #expect(shown?.sublayers?.count == 1 && near(shown?.sublayers?.first?.position.x ?? 0, 40))
    }
    #expect(try Shot(renderer, at: 2).box == [40, 0, 50, 10])
  }

  @Test("rendering RM-2: the picture goes on while the program does nothing")
  func independence() throws {
    let child = box(0, 0, 10, 10, red)
    let renderer = OfflineRenderer(layer: stage(100, 10, child), size: CGSize(width: 100, height: 10))
    renderer.change(at: 0) {
      let move = CABasicAnimation(keyPath: "position.x")
      (move.fromValue, move.toValue, move.duration) = (0, 90, 9)
      child.add(move, forKey: nil)
    }
    // No call between the frames.
    for second in 1...8 { #expect(try Shot(renderer, at: Double(second)).box?.first == second * 10) }
  }

  @Test("rendering RM-3: a transaction is shown whole or not at all")
  func atomicity() throws {
    let (a, b) = (box(0, 0, 10, 10, red), box(20, 0, 10, 10, red))
    let renderer = OfflineRenderer(layer: stage(60, 10, a, b), size: CGSize(width: 60, height: 10))
    var during: [[Int]?] = []
    renderer.change(at: 1) {
      CATransaction.setDisableActions(true)
      a.position.x = 40
      during.append(try? Shot(renderer, at: 1).box)
      b.position.x = 50
      during.append(try? Shot(renderer, at: 1).box)
    }
    #expect(during == [[0, 0, 30, 10], [0, 0, 30, 10]])
    #expect(try Shot(renderer, at: 1).box == [40, 0, 60, 10])
  }

  @Test("rendering RM-4: a committed picture does not see what becomes of its paths and images")
  func immutability() throws {
    let path = CGMutablePath()
    path.addRect(CGRect(x: 0, y: 0, width: 5, height: 5))
    let shape = place(CAShapeLayer(), 0, 0, 20, 20) { $0.path = path }
    final class Dial: CALayer {
      var level = 0.2
      override func draw(in ctx: CGContext) {
        ctx.setFillColor(color(CGFloat(level), 0, 0))
        ctx.fill(bounds)
      }
    }
    let dial = place(Dial(), 10, 0, 5, 5)
    dial.setNeedsDisplay()
    let renderer = OfflineRenderer(layer: stage(20, 20, shape, dial), size: CGSize(width: 20, height: 20))
    let before = try Shot(renderer, at: 0.5)
    path.addRect(CGRect(x: 0, y: 0, width: 20, height: 20))
    dial.level = 1
    #expect(try Shot(renderer, at: 0.5) == before)
    renderer.change(at: 1) { dial.setNeedsDisplay(CGRect(x: 0, y: 0, width: 2, height: 2)) }
    #expect(try Shot(renderer, at: 1) != before)
    #expect(try Shot(renderer, at: 0.5) == before)
  }

  @Test("rendering RM-7: a frame depends on the tree and the time alone, in any order and with any threads")
  func pureFrames() throws {
    func animated() -> CALayer {
      let layer = box(2, 2, 20, 20, red)
      (layer.cornerRadius, layer.shadowOpacity) = (5, 0.5)
      let turn = CABasicAnimation(keyPath: "transform.rotation.z")
      (turn.fromValue, turn.toValue, turn.duration) = (0, 3, 3)
      layer.add(turn, forKey: nil)
      return stage(40, 40, layer)
    }
    let forward = OfflineRenderer(layer: animated(), size: CGSize(width: 40, height: 40))
    let backward = OfflineRenderer(layer: animated(), size: CGSize(width: 40, height: 40), threads: 3)
    let times = [0.1, 0.7, 1.3, 2.9]
    let first = try times.map { try Shot(forward, at: $0) }
    let second = try times.reversed().map { try Shot(backward, at: $0) }
    #expect(first == second.reversed() && Set(first.map(\.bytes)).count == 4)
  }

  @Test("rendering RM-9: a layer shows nothing by itself; it needs a host, and handles no events")
  func hostsShow() {
    let layer = box(0, 0, 10, 10, red)
    #expect(layer.presentation() == nil)
    let renderer = OfflineRenderer(layer: layer, size: CGSize(width: 10, height: 10))
    #expect(renderer.layer === layer && layer.presentation() != nil)
  }

  @Test(
    "rendering V-4: implicit animations are off where a delegate says so, and on for layers that stand alone"
  )
  func viewsSwitchThemOff() {
    final class View: NSObject, CALayerDelegate {
      var isAnimating = false
      func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
        isAnimating ? nil : NSNull()
      }
    }
    let view = View()
    let (backing, alone) = (box(0, 0, 10, 10), box(0, 0, 10, 10))
    backing.delegate = view
    let renderer = OfflineRenderer(layer: stage(20, 20, backing, alone), size: CGSize(width: 20, height: 20))
    renderer.change(at: 1) {
      backing.position.x = 5
      alone.position.x = 5
    }
    #expect(backing.animationKeys() == nil && alone.animationKeys() == ["position"])
    view.isAnimating = true
    renderer.change(at: 2) { backing.position.x = 9 }
    #expect(backing.animationKeys() == ["position"])
  }
}
