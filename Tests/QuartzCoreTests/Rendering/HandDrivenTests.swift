import CoreGraphics
import Foundation
import Metal
import QuartzCore
import StrataRenderServer
import StrataTesting
import Testing

/// A renderer driven by hand, and the invariants of every frame (rendering sections 12.2 and 13).
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

  @Test("rendering CR-5: the next frame is that of a drawable which was presented")
  func presentedDrawables() throws {
    CATransaction.flush()
    let renderer = CARenderer()
    let layer = metalLayer(4, 4)
    renderer.layer = layer
    renderer.bounds = CGRect(x: 0, y: 0, width: 4, height: 4)
    _ = frame(renderer, at: 1)
    #expect(renderer.nextFrameTime() == .infinity)
    present(BGRA.red, on: layer)
    #expect(renderer.nextFrameTime() == 1)
    _ = frame(renderer, at: 2)
    #expect(renderer.nextFrameTime() == .infinity)
    #expect(renderer.makeImage()?.pixel(1, 1) == RGBA.red)
    let drawable = try #require(layer.nextDrawable())
    drawable.texture.fill(BGRA.blue)
    drawable.present(at: 5)
    #expect(renderer.nextFrameTime() == 5)
    _ = frame(renderer, at: 4)
    #expect(renderer.nextFrameTime() == 5)
    #expect(renderer.makeImage()?.pixel(1, 1) == RGBA.red)
    _ = frame(renderer, at: 5)
    #expect(renderer.nextFrameTime() == .infinity)
    #expect(renderer.makeImage()?.pixel(1, 1) == RGBA.blue)
    #expect(drawable.presentedTime == 5)
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
    // The new drawing fades in.
    #expect(try Shot(renderer, at: 1.5) != before)
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
