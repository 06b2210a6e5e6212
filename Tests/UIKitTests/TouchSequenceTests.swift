import StrataViews
import Testing
import UIKit

/// Which fingers a view gets, and how their taps are counted.
@MainActor @Suite struct TouchSequenceTests {
  private final class Touched: UIView {
    var calls: [String] = []
    var counts: [Int] = []
    private func note(_ word: String, _ touches: Set<UITouch>) {
      let places = touches.map { Int($0.location(in: nil).x) }.sorted()
      calls.append("\(word) \(places.map(String.init).joined(separator: " "))")
    }
    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
      note("began", touches)
      counts += touches.map(\.tapCount)
    }
    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) { note("moved", touches) }
    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { note("ended", touches) }
  }

  private func prepared(_ stage: Stage, isMultiple: Bool = false) -> Touched {
    let view = stage.add(Touched(), 0, 0, 200, 200)
    view.isMultipleTouchEnabled = isMultiple
    return view
  }

  @Test func theSecondFingerStaysUnseenWhenTheFirstIsGone() {
    let stage = Stage()
    let view = prepared(stage)
    stage.touch(.began, 10, 10, at: 1, id: 0)
    stage.touch(.began, 100, 10, at: 1.1, id: 1)
    stage.touch(.ended, 10, 10, at: 1.2, id: 0)
    stage.touch(.moved, 110, 10, at: 1.3, id: 1)
    stage.touch(.ended, 120, 10, at: 1.4, id: 1)
    #expect(view.calls == ["began 10", "ended 10"])
    stage.touch(.began, 50, 10, at: 3, id: 1)
    #expect(view.calls.last == "began 50")
  }

  @Test func theFirstFingerIsTheOneThatCameFirst() {
    let stage = Stage()
    let view = prepared(stage)
    stage.touch(.began, 10, 10, at: 1, id: 1)
    stage.touch(.began, 100, 10, at: 1.1, id: 0)
    stage.touch(.moved, 20, 10, at: 1.2, id: 1)
    stage.touch(.ended, 100, 10, at: 1.3, id: 0)
    stage.touch(.ended, 20, 10, at: 1.4, id: 1)
    #expect(view.calls == ["began 10", "moved 20", "ended 20"])
  }

  @Test func recognizersSeeTheSecondFinger() {
    let stage = Stage()
    let view = prepared(stage)
    let pinch = UIPinchGestureRecognizer()
    view.addGestureRecognizer(pinch)
    stage.touch(.began, 80, 100, at: 1, id: 1)
    stage.touch(.began, 120, 100, at: 1, id: 2)
    stage.touch(.moved, 160, 100, at: 1.1, id: 2)
    #expect(pinch.scale == 2)
  }

  @Test func aDragIsNoTap() {
    let stage = Stage()
    let view = prepared(stage)
    stage.touch(.began, 10, 10, at: 1)
    stage.touch(.moved, 190, 10, at: 1.05)
    stage.touch(.moved, 10, 10, at: 1.1)
    stage.touch(.ended, 10, 10, at: 1.15)
    stage.touch(.began, 10, 10, at: 1.2)
    stage.touch(.ended, 10, 10, at: 1.25)
    #expect(view.counts == [1, 1])
  }

  @Test func fingersThatTapTogetherAreCountedApart() {
    let stage = Stage()
    let view = prepared(stage, isMultiple: true)
    for time in [1, 1.2] {
      stage.touch(.began, 50, 50, at: time, id: 0)
      stage.touch(.began, 60, 50, at: time + 0.01, id: 1)
      stage.touch(.ended, 50, 50, at: time + 0.05, id: 0)
      stage.touch(.ended, 60, 50, at: time + 0.06, id: 1)
    }
    #expect(view.counts == [1, 1, 2, 2])
  }
}
