import StrataViews
import Testing
import UIKit

/// Taps beside other taps, and the speed and way of pans.
@MainActor @Suite struct TapAndPanTests {
  private func tap(_ stage: Stage, _ x: CGFloat, _ y: CGFloat, at time: Double) {
    stage.touch(.began, x, y, at: time)
    stage.touch(.ended, x, y, at: time + 0.05)
  }

  @Test(arguments: [false, true]) func aDoubleTapComesAfterASingleOne(doubleIsFirst: Bool) {
    let stage = Stage()
    let view = stage.add(UIView(), 0, 0, 200, 200)
    var calls: [String] = []
    let single = UITapGestureRecognizer { _ in calls.append("single") }
    let double = UITapGestureRecognizer { _ in calls.append("double") }
    double.numberOfTapsRequired = 2
    view.gestureRecognizers = doubleIsFirst ? [double, single] : [single, double]
    tap(stage, 50, 50, at: 1)
    #expect(calls == ["single"])
    tap(stage, 50, 50, at: 1.2)
    #expect(calls == ["single", "double"])
  }

  @Test func tapsFarApartAreNoDoubleTap() {
    let stage = Stage()
    let view = stage.add(UIView(), 0, 0, 200, 200)
    var count = 0
    let double = UITapGestureRecognizer { _ in count += 1 }
    double.numberOfTapsRequired = 2
    view.addGestureRecognizer(double)
    tap(stage, 10, 10, at: 1)
    tap(stage, 190, 190, at: 1.2)
    #expect(count == 0)
    tap(stage, 150, 150, at: 3)
    tap(stage, 170, 170, at: 3.2)
    #expect(count == 1)
  }

  private func pan(_ stage: Stage, _ speeds: @escaping (UIGestureRecognizer.State, CGFloat) -> Void)
    -> UIPanGestureRecognizer
  {
    let view = stage.add(UIView(), 0, 0, 200, 200)
    view.isMultipleTouchEnabled = true
    let pan = UIPanGestureRecognizer { recognizer in
      guard let pan = recognizer as? UIPanGestureRecognizer else { return }
      speeds(pan.state, pan.velocity(in: nil).x)
    }
    view.addGestureRecognizer(pan)
    return pan
  }

  @Test(arguments: [(0.01, 700...1000), (1.9, 0...0)] as [(Double, ClosedRange<CGFloat>)])
  func aFingerThatRestsHasNoSpeed(rest: Double, expected: ClosedRange<CGFloat>) {
    let stage = Stage()
    var last: CGFloat?
    let recognizer = pan(stage) { if $0 == .ended { last = $1 } }
    stage.touch(.began, 50, 50, at: 1)
    for step in 1...10 {
      stage.touch(.moved, 50 + 10 * CGFloat(step), 50, at: 1 + 0.01 * Double(step))
    }
    stage.touch(.ended, 150, 50, at: 1.1 + rest)
    #expect(last.map { expected.contains($0) } == true)
    #expect(recognizer.state == .possible)
  }

  @Test(arguments: [0.1, 0.2, 1]) func rareEventsHaveASpeed(interval: Double) {
    let stage = Stage()
    let recognizer = pan(stage) { _, _ in }
    stage.touch(.began, 20, 50, at: 1)
    for step in 1...4 {
      stage.touch(.moved, 20 + 20 * CGFloat(step), 50, at: 1 + interval * Double(step))
    }
    #expect(abs(recognizer.velocity(in: nil).x - 20 / CGFloat(interval)) < 1e-6)
  }

  @Test func theWayOfALiftedFingerCounts() {
    let stage = Stage()
    let view = stage.add(UIView(), 0, 0, 200, 200)
    var ways: [CGPoint] = []
    let recognizer = UIPanGestureRecognizer { recognizer in
      if let pan = recognizer as? UIPanGestureRecognizer { ways.append(pan.translation(in: nil)) }
    }
    view.addGestureRecognizer(recognizer)
    stage.touch(.began, 20, 50, at: 1)
    stage.touch(.moved, 60, 50, at: 1.1)
    stage.touch(.ended, 80, 55, at: 1.2)
    #expect(ways == [CGPoint(x: 40, y: 0), CGPoint(x: 60, y: 5)])
  }

  @Test func thePanCountsFromTheLastFingerNeeded() {
    let stage = Stage()
    var states: [UIGestureRecognizer.State] = []
    let recognizer = pan(stage) { state, _ in states.append(state) }
    recognizer.minimumNumberOfTouches = 2
    stage.touch(.began, 20, 100, at: 1, id: 1)
    stage.touch(.moved, 70, 100, at: 1.1, id: 1)
    stage.touch(.began, 120, 100, at: 1.2, id: 2)
    stage.touch(.moved, 75, 100, at: 1.3, id: 1)
    #expect(states.isEmpty)
    stage.touch(.moved, 100, 100, at: 1.4, id: 1)
    #expect(states == [.began])
    #expect(recognizer.translation(in: nil) == CGPoint(x: 15, y: 0))
  }
}
