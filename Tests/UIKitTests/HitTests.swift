import StrataViews
import Testing
import UIKit

/// What lies under a point.
@MainActor @Suite struct HitTests {
  private final class Touched: UIView {
    var calls: [String] = []
    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { calls.append("began") }
    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
      guard let touch = touches.first else { return }
      calls.append("moved \(touch.previousLocation(in: self).x) \(touch.location(in: self).x)")
    }
    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
      calls.append("ended \(event?.allTouches?.count ?? 0)")
    }
    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
      calls.append("cancelled")
    }
  }

  @Test func theFrontmostViewIsHit() {
    let stage = Stage()
    let back = stage.add(UIView(), 0, 0, 100, 100)
    let front = stage.add(UIView(), 50, 50, 100, 100)
    #expect(stage.window.hitTest(CGPoint(x: 75, y: 75), with: nil) === front)
    #expect(stage.window.hitTest(CGPoint(x: 25, y: 25), with: nil) === back)
    #expect(stage.window.hitTest(CGPoint(x: 180, y: 10), with: nil) === stage.window)
    #expect(stage.window.hitTest(CGPoint(x: 300, y: 10), with: nil) == nil)
  }

  @Test(arguments: [0, 1, 2, 3]) func hiddenAndDisabledViewsAreNot(way: Int) {
    let stage = Stage()
    let view = stage.add(UIView(), 0, 0, 100, 100)
    switch way {
    case 0: view.isHidden = true
    case 1: view.alpha = 0.005
    // Layers have a bit less than 0.01.
    case 2: view.alpha = 0.01
    default: view.isUserInteractionEnabled = false
    }
    #expect(stage.window.hitTest(CGPoint(x: 50, y: 50), with: nil) === stage.window)
  }

  @Test func theHitFollowsTheOrderOfTheLayers() {
    let stage = Stage()
    let root = stage.add(UIView(), 0, 0, 200, 200)
    let (a, b, c) = (UIView(frame: root.bounds), UIView(frame: root.bounds), UIView(frame: root.bounds))
    for view in [a, b, c] { root.addSubview(view) }
    root.layer.insertSublayer(c.layer, below: a.layer)
    #expect(stage.window.hitTest(CGPoint(x: 50, y: 50), with: nil) === b)
    #expect(root.subviews == [c, a, b])
    root.exchangeSubview(at: 0, withSubviewAt: 2)
    #expect(root.subviews == [b, a, c])
    #expect(root.layer.sublayers == [b.layer, a.layer, c.layer])
    root.layer.insertSublayer(CALayer(), at: 0)
    #expect(root.subviews == [b, a, c])
  }

  @Test func aMovingViewIsHitWhereItMovesTo() {
    let stage = Stage()
    let view = stage.add(UIView(), 0, 0, 20, 20)
    stage.host.run(at: 0) {
      UIView.animate(withDuration: 2, delay: 0, options: [.curveLinear, .allowUserInteraction]) {
        view.center.x = 110
      }
    }
    stage.host.run(at: 1) {
      #expect(stage.window.hitTest(CGPoint(x: 60, y: 10), with: nil) === stage.window)
      #expect(stage.window.hitTest(CGPoint(x: 110, y: 10), with: nil) === view)
    }
  }

  @Test func animatedViewsAreTouchedOnlyIfAllowed() {
    let stage = Stage()
    let view = stage.add(UIView(), 0, 0, 20, 20)
    stage.host.run(at: 0) { UIView.animate(withDuration: 2) { view.backgroundColor = .red } }
    stage.host.run(at: 1) { #expect(stage.window.hitTest(CGPoint(x: 10, y: 10), with: nil) === stage.window) }
    stage.host.run(at: 3) { #expect(stage.window.hitTest(CGPoint(x: 10, y: 10), with: nil) === view) }
  }

  @Test func touchesGoToTheViewTheyBeganIn() {
    let stage = Stage()
    let view = stage.add(Touched(), 10, 0, 50, 50)
    stage.touch(.began, 20, 20, at: 1)
    stage.touch(.moved, 120, 20, at: 1.1)
    stage.touch(.ended, 120, 20, at: 1.2)
    #expect(view.calls == ["began", "moved 10.0 110.0", "ended 1"])
  }

  @Test func oneFingerUnlessMoreAreWanted() {
    let stage = Stage()
    let view = stage.add(Touched(), 0, 0, 50, 50)
    stage.touch(.began, 20, 20, at: 1, id: 1)
    stage.touch(.began, 30, 20, at: 1.1, id: 2)
    #expect(view.calls == ["began"])
    view.isMultipleTouchEnabled = true
    // The view has not seen this finger come.
    stage.touch(.moved, 31, 20, at: 1.2, id: 2)
    #expect(view.calls == ["began"])
    stage.touch(.began, 40, 20, at: 1.3, id: 3)
    #expect(view.calls == ["began", "began"])
  }

  @Test func aViewThatLeavesLosesItsTouches() {
    let stage = Stage()
    let view = stage.add(Touched(), 0, 0, 50, 50)
    stage.touch(.began, 20, 20, at: 1)
    stage.host.run(at: 2) { view.removeFromSuperview() }
    stage.touch(.ended, 20, 20, at: 3)
    #expect(view.calls == ["began", "cancelled"])
  }

  @Test func whatAViewDoesNotHandleGoesUp() {
    let stage = Stage()
    let outer = stage.add(Touched(), 0, 0, 100, 100)
    let inner = UIView(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
    stage.host.run(at: 0) { outer.addSubview(inner) }
    stage.touch(.began, 20, 20, at: 1)
    #expect(outer.calls == ["began"])
    #expect(inner.next === outer)
  }

  @Test func sensesNoNumbers() {
    let stage = Stage()
    let view = stage.add(Touched(), 0, 0, 50, 50)
    stage.touch(.began, .nan, 20, at: 1)
    stage.touch(.moved, 20, 20, at: 2)
    stage.touch(.ended, 20, .infinity, at: 3)
    #expect(view.calls.isEmpty)
  }
}
