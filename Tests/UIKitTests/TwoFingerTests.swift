import StrataViews
import Testing
import UIKit

/// Gestures of two fingers of which one goes up and comes down again.
@MainActor @Suite struct TwoFingerTests {
  private func prepared(_ recognizer: UIGestureRecognizer) -> Stage {
    let stage = Stage()
    let view = stage.add(UIView(), 0, 0, 200, 200)
    view.isMultipleTouchEnabled = true
    view.addGestureRecognizer(recognizer)
    return stage
  }

  @Test func aPinchGoesOnWithANewFinger() {
    var states: [UIGestureRecognizer.State] = []
    let pinch = UIPinchGestureRecognizer { states.append($0.state) }
    let stage = prepared(pinch)
    stage.touch(.began, 80, 100, at: 1, id: 1)
    stage.touch(.began, 120, 100, at: 1, id: 2)
    stage.touch(.moved, 140, 100, at: 1.1, id: 2)
    stage.touch(.ended, 80, 100, at: 1.2, id: 1)
    #expect(states == [.began, .changed])
    #expect(pinch.numberOfTouches == 1)
    #expect(pinch.scale == 1.5)
    stage.touch(.moved, 150, 100, at: 1.3, id: 2)
    #expect(pinch.scale == 1.5)
    stage.touch(.began, 50, 100, at: 1.4, id: 1)
    #expect(pinch.scale == 1.5)
    stage.touch(.moved, 170, 100, at: 1.5, id: 2)
    #expect(abs(pinch.scale - 1.8) < 1e-9)
    stage.touch(.ended, 170, 100, at: 1.6, id: 2)
    #expect(states.last == .changed)
    stage.touch(.ended, 50, 100, at: 1.7, id: 1)
    #expect(states.last == .ended)
    #expect(pinch.state == .possible)
  }

  @Test func aRotationGoesOnWithANewFinger() {
    var states: [UIGestureRecognizer.State] = []
    let rotation = UIRotationGestureRecognizer { states.append($0.state) }
    let stage = prepared(rotation)
    stage.touch(.began, 100, 100, at: 1, id: 1)
    stage.touch(.began, 150, 100, at: 1, id: 2)
    stage.touch(.moved, 100, 150, at: 1.1, id: 2)
    stage.touch(.ended, 100, 100, at: 1.2, id: 1)
    #expect(states == [.began, .changed])
    stage.touch(.began, 150, 150, at: 1.3, id: 1)
    #expect(abs(rotation.rotation - .pi / 2) < 1e-9)
    stage.touch(.moved, 100, 190, at: 1.4, id: 1)
    #expect(abs(rotation.rotation - .pi) < 1e-9)
    stage.touch(.ended, 100, 190, at: 1.5, id: 1)
    stage.touch(.ended, 100, 150, at: 1.6, id: 2)
    #expect(states.last == .ended)
  }

  @Test func fingersThatDidNotBeginFail() {
    var states: [UIGestureRecognizer.State] = []
    let pinch = UIPinchGestureRecognizer { states.append($0.state) }
    let stage = prepared(pinch)
    stage.touch(.began, 80, 100, at: 1, id: 1)
    stage.touch(.began, 120, 100, at: 1, id: 2)
    stage.touch(.ended, 80, 100, at: 1.1, id: 1)
    stage.touch(.moved, 190, 100, at: 1.2, id: 2)
    stage.touch(.ended, 190, 100, at: 1.3, id: 2)
    #expect(states.isEmpty)
    #expect(pinch.state == .possible)
  }
}
