import StrataViews
import Testing
import UIKit

/// Targets of recognizers, presses after taps, and views that share fingers with none.
@MainActor @Suite struct GestureTargetTests {
  private final class Board {
    var count = 0
    func tap(_ recognizer: UITapGestureRecognizer) { count += 1 }
  }

  private func tap(_ stage: Stage, at time: Double) {
    stage.touch(.began, 50, 50, at: time)
    stage.touch(.ended, 50, 50, at: time + 0.05)
  }

  @Test func targetsAreAddedAndRemoved() {
    let stage = Stage()
    let (board, other) = (Board(), Board())
    let recognizer = UITapGestureRecognizer(target: nil, action: nil)
    recognizer.addTarget(board, action: Board.tap)
    recognizer.addTarget(other, action: Board.tap)
    stage.add(UIView(), 0, 0, 100, 100).addGestureRecognizer(recognizer)
    tap(stage, at: 1)
    recognizer.removeTarget(board, action: nil)
    tap(stage, at: 3)
    recognizer.removeTarget(nil, action: nil)
    tap(stage, at: 5)
    #expect(board.count == 1 && other.count == 2)
  }

  @Test func aSubclassWaitsForAnother() {
    final class Patient: UITapGestureRecognizer {
      override func shouldRequireFailure(of other: UIGestureRecognizer) -> Bool {
        (other as? UITapGestureRecognizer)?.numberOfTapsRequired == 2
      }
    }
    let stage = Stage()
    var names: [String] = []
    let single = Patient { _ in names.append("single") }
    let double = UITapGestureRecognizer { _ in names.append("double") }
    double.numberOfTapsRequired = 2
    let view = stage.add(UIView(), 0, 0, 100, 100)
    view.addGestureRecognizer(single)
    view.addGestureRecognizer(double)
    tap(stage, at: 1)
    tap(stage, at: 1.2)
    #expect(names == ["double"])
    tap(stage, at: 5)
    stage.host.run(at: 6)
    #expect(names == ["double", "single"])
  }

  @Test func aPressComesAfterTaps() {
    let stage = Stage()
    var states: [UIGestureRecognizer.State] = []
    let press = UILongPressGestureRecognizer { states.append($0.state) }
    press.numberOfTapsRequired = 1
    stage.add(UIView(), 0, 0, 100, 100).addGestureRecognizer(press)
    stage.touch(.began, 50, 50, at: 1)
    stage.touch(.ended, 50, 50, at: 1.6)
    stage.host.run(at: 4)
    #expect(states.isEmpty && press.state == .possible)
    tap(stage, at: 5)
    stage.touch(.began, 50, 50, at: 5.2)
    stage.host.run(at: 6)
    #expect(states == [.began])
    stage.touch(.ended, 50, 50, at: 7)
    #expect(states == [.began, .ended])
  }

  @Test func anExclusiveViewHasTheFingersAlone() {
    final class Counter: UIView {
      var count = 0
      override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { count += 1 }
    }
    let stage = Stage()
    let (first, second) = (stage.add(Counter(), 0, 0, 50, 50), stage.add(Counter(), 100, 0, 50, 50))
    first.isExclusiveTouch = true
    stage.touch(.began, 10, 10, at: 1, id: 1)
    stage.touch(.began, 110, 10, at: 2, id: 2)
    #expect(first.count == 1 && second.count == 0)
    stage.touch(.ended, 10, 10, at: 3, id: 1)
    stage.touch(.began, 110, 10, at: 4, id: 3)
    stage.touch(.began, 10, 10, at: 5, id: 4)
    #expect(first.count == 1 && second.count == 1)
  }
}
