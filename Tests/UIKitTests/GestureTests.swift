import StrataViews
import Testing
import UIKit

@MainActor @Suite struct GestureTests {
  @MainActor private final class Target {
    var states: [UIGestureRecognizer.State] = []
    func note(_ recognizer: UIGestureRecognizer) { states.append(recognizer.state) }
  }

  private final class Both: NSObject, UIGestureRecognizerDelegate {
    var allowsBoth = true
    var begins = true
    func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool { begins }
    func gestureRecognizer(
      _ gestureRecognizer: UIGestureRecognizer,
      shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool { allowsBoth }
  }

  private func made<R: UIGestureRecognizer>(_ recognizer: R, _ stage: Stage) -> (R, Target, UIView) {
    let view = stage.add(UIView(), 0, 0, 200, 200)
    view.isMultipleTouchEnabled = true
    let target = Target()
    recognizer.addTarget(target, action: Target.note)
    view.addGestureRecognizer(recognizer)
    return (recognizer, target, view)
  }

  @Test func aTap() {
    let stage = Stage()
    let (tap, target, view) = made(UITapGestureRecognizer(), stage)
    stage.touch(.began, 50, 60, at: 1)
    #expect(target.states.isEmpty)
    stage.touch(.ended, 50, 60, at: 1.1)
    #expect(target.states == [.ended])
    #expect(tap.state == .possible)
    stage.touch(.began, 50, 60, at: 3)
    stage.touch(.moved, 150, 60, at: 3.1)
    stage.touch(.ended, 150, 60, at: 3.2)
    #expect(target.states.count == 1)
    #expect(view.gestureRecognizers?.count == 1)
  }

  @Test func twoTaps() {
    let stage = Stage()
    let (tap, target, _) = made(UITapGestureRecognizer(), stage)
    tap.numberOfTapsRequired = 2
    for time in [1.0, 1.2] {
      stage.touch(.began, 50, 60, at: time)
      stage.touch(.ended, 50, 60, at: time + 0.05)
    }
    #expect(target.states == [.ended])
    stage.touch(.began, 50, 60, at: 3)
    stage.touch(.ended, 50, 60, at: 3.05)
    stage.host.run(at: 4)
    stage.touch(.began, 50, 60, at: 5)
    stage.touch(.ended, 50, 60, at: 5.05)
    #expect(target.states.count == 1)
  }

  @Test func oneTapWaitsForTwo() {
    let stage = Stage()
    let (one, target, view) = made(UITapGestureRecognizer(), stage)
    let two = UITapGestureRecognizer()
    two.numberOfTapsRequired = 2
    view.addGestureRecognizer(two)
    one.require(toFail: two)
    stage.touch(.began, 50, 60, at: 1)
    stage.touch(.ended, 50, 60, at: 1.05)
    #expect(target.states.isEmpty)
    stage.host.run(at: 2)
    #expect(target.states == [.ended])
  }

  @Test func aPan() {
    let stage = Stage()
    let (pan, target, view) = made(UIPanGestureRecognizer(), stage)
    stage.touch(.began, 50, 50, at: 1)
    stage.touch(.moved, 55, 50, at: 1.02)
    #expect(target.states.isEmpty)
    stage.touch(.moved, 70, 50, at: 1.04)
    #expect(pan.translation(in: view) == CGPoint(x: 20, y: 0))
    pan.setTranslation(.zero, in: view)
    stage.touch(.moved, 90, 60, at: 1.06)
    #expect(pan.translation(in: view) == CGPoint(x: 20, y: 10))
    #expect(abs(pan.velocity(in: view).x - 40 / 0.06) < 1e-6)
    #expect(pan.location(in: view) == CGPoint(x: 90, y: 60))
    stage.touch(.ended, 90, 60, at: 1.08)
    #expect(target.states == [.began, .changed, .ended])
    #expect(pan.state == .possible)
  }

  @Test func aPinch() {
    let stage = Stage()
    let (pinch, target, _) = made(UIPinchGestureRecognizer(), stage)
    stage.touch(.began, 80, 100, at: 1, id: 1)
    stage.touch(.began, 120, 100, at: 1, id: 2)
    stage.touch(.moved, 140, 100, at: 1.1, id: 2)
    #expect(pinch.scale == 1.5)
    stage.touch(.moved, 160, 100, at: 1.2, id: 2)
    #expect(pinch.scale == 2)
    #expect(abs(pinch.velocity - 5) < 1e-6)
    pinch.scale = 1
    stage.touch(.moved, 120, 100, at: 1.3, id: 2)
    #expect(pinch.scale == 0.5)
    stage.touch(.ended, 120, 100, at: 1.4, id: 2)
    #expect(target.states == [.began, .changed, .changed, .changed])
    stage.touch(.ended, 80, 100, at: 1.5, id: 1)
    #expect(target.states.last == .ended)
  }

  @Test func aRotation() {
    let stage = Stage()
    let (rotation, target, _) = made(UIRotationGestureRecognizer(), stage)
    stage.touch(.began, 100, 100, at: 1, id: 1)
    stage.touch(.began, 150, 100, at: 1, id: 2)
    stage.touch(.moved, 100, 150, at: 1.5, id: 2)
    #expect(abs(rotation.rotation - .pi / 2) < 1e-9)
    #expect(abs(rotation.velocity - .pi) < 1e-9)
    stage.touch(.ended, 100, 150, at: 1.6, id: 2)
    #expect(target.states == [.began, .changed])
    stage.touch(.ended, 100, 100, at: 1.7, id: 1)
    #expect(target.states == [.began, .changed, .ended])
  }

  @Test func aLongPress() {
    let stage = Stage()
    let (_, target, _) = made(UILongPressGestureRecognizer(), stage)
    stage.touch(.began, 50, 50, at: 1)
    stage.host.run(at: 1.4)
    #expect(target.states.isEmpty)
    stage.host.run(at: 1.6)
    #expect(target.states == [.began])
    stage.touch(.moved, 90, 50, at: 2)
    stage.touch(.ended, 90, 50, at: 2.1)
    #expect(target.states == [.began, .changed, .ended])
    stage.touch(.began, 50, 50, at: 3)
    stage.touch(.ended, 50, 50, at: 3.2)
    stage.host.run(at: 5)
    #expect(target.states.count == 3)
  }

  @Test func aSwipe() {
    let stage = Stage()
    let (swipe, target, _) = made(UISwipeGestureRecognizer(), stage)
    swipe.direction = [.left, .up]
    stage.touch(.began, 150, 50, at: 1)
    stage.touch(.moved, 90, 55, at: 1.1)
    #expect(target.states == [.ended])
    stage.touch(.ended, 90, 55, at: 1.2)
    stage.touch(.began, 50, 50, at: 2)
    stage.touch(.moved, 120, 50, at: 2.1)
    stage.touch(.ended, 120, 50, at: 2.2)
    #expect(target.states.count == 1)
  }

  @Test func theInnerGestureWins() {
    let stage = Stage()
    let (_, outer, view) = made(UIPanGestureRecognizer(), stage)
    let inner = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    let (own, delegate, second) = (Target(), Both(), UIPanGestureRecognizer())
    second.addTarget(own, action: Target.note)
    inner.addGestureRecognizer(second)
    stage.host.run(at: 0) { view.addSubview(inner) }
    stage.touch(.began, 50, 50, at: 1)
    stage.touch(.moved, 80, 50, at: 1.1)
    stage.touch(.ended, 80, 50, at: 1.2)
    #expect(own.states == [.began, .ended])
    #expect(outer.states.isEmpty)
    second.delegate = delegate
    stage.touch(.began, 50, 50, at: 2)
    stage.touch(.moved, 80, 50, at: 2.1)
    stage.touch(.ended, 80, 50, at: 2.2)
    #expect(outer.states == [.began, .ended])
    delegate.begins = false
    stage.touch(.began, 50, 50, at: 3)
    stage.touch(.moved, 80, 50, at: 3.1)
    stage.touch(.ended, 80, 50, at: 3.2)
    #expect(own.states.count == 4)
    #expect(outer.states.count == 4)
  }

  @Test func aRecognizedGestureTakesTheTouches() {
    final class Seen: UIView {
      var calls: [String] = []
      override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { calls.append("began") }
      override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) { calls.append("moved") }
      override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        calls.append("cancelled")
      }
    }
    let stage = Stage()
    let view = stage.add(Seen(), 0, 0, 100, 100)
    view.addGestureRecognizer(UIPanGestureRecognizer { _ in })
    stage.touch(.began, 50, 50, at: 1)
    stage.touch(.moved, 52, 50, at: 1.1)
    stage.touch(.moved, 80, 50, at: 1.2)
    stage.touch(.moved, 90, 50, at: 1.3)
    #expect(view.calls == ["began", "moved", "cancelled"])
  }

  @Test func aGestureWhoseViewGoesIsBrokenOff() {
    let stage = Stage()
    let (pan, target, view) = made(UIPanGestureRecognizer(), stage)
    stage.touch(.began, 50, 50, at: 1)
    stage.touch(.moved, 80, 50, at: 1.1)
    stage.host.run(at: 1.2) { view.removeFromSuperview() }
    stage.touch(.moved, 90, 50, at: 1.3)
    stage.touch(.ended, 90, 50, at: 1.4)
    #expect(target.states == [.began, .cancelled])
    #expect(pan.state == .possible)
  }

  @Test func aDisabledRecognizerSeesNothing() {
    let stage = Stage()
    let (tap, target, _) = made(UITapGestureRecognizer(), stage)
    tap.isEnabled = false
    stage.touch(.began, 50, 60, at: 1)
    stage.touch(.ended, 50, 60, at: 1.1)
    #expect(target.states.isEmpty)
  }
}
