import StrataViews
import Testing
import UIKit

/// Scrolling that a program breaks off, and what comes of it until its pause.
@MainActor @Suite struct BrokenScrollTests {
  private final class Refusing: UIView {
    var questions = 0
    override func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
      questions += 1
      return false
    }
  }

  private let stage = Stage()
  private let pan = UIPanGestureRecognizer()

  init() { pan.allowedScrollTypesMask = .all }

  private func scroll(_ lines: CGFloat, at time: Double) {
    let delta = CGVector(dx: 0, dy: lines)
    stage.host.send(.scroll(ScrollSample(at: CGPoint(x: 50, y: 60), delta: delta, time: time)), at: time)
  }

  @Test(arguments: [1, 2]) func aPanThatItsActionDisablesHasOneEnd(atEvent: Int) {
    let view = stage.add(UIView(), 0, 0, 200, 200)
    view.addGestureRecognizer(pan)
    var states: [UIGestureRecognizer.State] = []
    pan.addHandler { recognizer in
      states.append(recognizer.state)
      if states.count == atEvent { recognizer.isEnabled = false }
    }
    scroll(1, at: 1)
    scroll(1, at: 1.1)
    stage.host.run(at: 2)
    #expect(states == Array([.began, .changed].prefix(atEvent)) + [.cancelled])
    #expect(pan.state == .possible)
    pan.isEnabled = true
    scroll(1, at: 3)
    #expect(states.last == .began)
  }

  @Test func whatWasBrokenOffBeginsAgainAfterAPause() {
    let view = stage.add(UIView(), 0, 0, 200, 200)
    view.addGestureRecognizer(pan)
    var states: [UIGestureRecognizer.State] = []
    pan.addHandler { states.append($0.state) }
    scroll(1, at: 1)
    pan.isEnabled = false
    pan.isEnabled = true
    scroll(1, at: 1.1)
    scroll(1, at: 1.2)
    #expect(states == [.began, .cancelled])
    stage.host.run(at: 1.4)
    scroll(1, at: 1.5)
    #expect(states == [.began, .cancelled, .began])
  }

  @Test func aPanThatLeavesItsViewHearsNoMore() {
    let view = stage.add(UIView(), 0, 0, 200, 200)
    view.addGestureRecognizer(pan)
    var states: [UIGestureRecognizer.State] = []
    pan.addHandler { states.append($0.state) }
    scroll(1, at: 1)
    view.removeGestureRecognizer(pan)
    scroll(1, at: 1.1)
    stage.host.run(at: 2)
    #expect(states == [.began, .cancelled])
  }

  @Test func aRefusalCountsUntilThePause() {
    let view = stage.add(Refusing(), 0, 0, 200, 200)
    view.addGestureRecognizer(pan)
    var calls = 0
    pan.addHandler { _ in calls += 1 }
    scroll(1, at: 1)
    scroll(1, at: 1.1)
    stage.host.run(at: 2)
    #expect(view.questions == 1 && calls == 0)
    scroll(1, at: 3)
    #expect(view.questions == 2)
  }

  /// A gesture that waits for others passes several states at once, and its first action may end it.
  @Test func anActionThatBreaksAGestureOffHearsNoFurtherState() {
    final class Swing: UIGestureRecognizer {
      override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
        state = .began
        state = .changed
        state = .ended
      }
    }
    let view = stage.add(UIView(), 0, 0, 200, 200)
    let swing = Swing()
    var states: [UIGestureRecognizer.State] = []
    swing.addHandler { recognizer in
      states.append(recognizer.state)
      recognizer.isEnabled = false
    }
    view.addGestureRecognizer(swing)
    stage.touch(.began, 20, 20, at: 1)
    stage.touch(.moved, 40, 20, at: 1.1)
    #expect(states == [.began, .cancelled])
  }
}
