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

  @Test func aFingerThatStaysIsNoTap() {
    let stage = Stage()
    let view = stage.add(UIView(), 0, 0, 200, 200)
    var calls: [String] = []
    let tap = UITapGestureRecognizer { _ in calls.append("tap") }
    let late = UITapGestureRecognizer { _ in calls.append("double") }
    late.numberOfTapsRequired = 2
    view.gestureRecognizers = [tap, late]
    stage.touch(.began, 50, 50, at: 1)
    stage.host.run(at: 1.8)
    #expect(tap.state == .failed && late.state == .failed)
    stage.touch(.ended, 50, 50, at: 1.9)
    #expect(calls.isEmpty && tap.state == .possible)
    stage.touch(.began, 50, 50, at: 3)
    stage.touch(.ended, 50, 50, at: 3.7)
    stage.touch(.began, 50, 50, at: 3.9)
    stage.touch(.ended, 50, 50, at: 4)
    #expect(calls == ["tap", "double"])
  }

  @Test func aPressIsNoTapBeforeAnother() {
    let stage = Stage()
    let view = stage.add(UIView(), 0, 0, 200, 200)
    var states: [UIGestureRecognizer.State] = []
    let press = UILongPressGestureRecognizer { states.append($0.state) }
    press.numberOfTapsRequired = 1
    view.addGestureRecognizer(press)
    for (down, up) in [(1.0, 1.9), (2.0, 2.1), (2.2, 3.0)] {
      stage.touch(.began, 50, 50, at: down)
      stage.touch(.ended, 50, 50, at: up)
    }
    #expect(states == [.began, .ended])
  }

  @Test(arguments: [(190, 0), (20, 1)] as [(CGFloat, Int)])
  func aPressAfterATapIsWhereTheTapWas(x: CGFloat, expected: Int) {
    let stage = Stage()
    let view = stage.add(UIView(), 0, 0, 200, 200)
    var count = 0
    let press = UILongPressGestureRecognizer { if $0.state == .began { count += 1 } }
    press.numberOfTapsRequired = 1
    view.addGestureRecognizer(press)
    tap(stage, 10, 10, at: 1)
    stage.touch(.began, x, 10, at: 1.2)
    stage.host.run(at: 2)
    #expect(count == expected)
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
