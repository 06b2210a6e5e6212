import StrataViews
import Testing
import UIKit

/// What a view hears of its fingers while recognizers follow them, and when.
@MainActor @Suite struct ViewDeliveryTests {
  @MainActor private final class Log {
    var lines: [String] = []
  }

  private final class Touched: UIView {
    var log = Log()
    private func note(_ word: String, _ touches: Set<UITouch>) {
      log.lines += touches.map { "\(word) \(Int($0.location(in: nil).x))" }
    }
    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { note("began", touches) }
    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) { note("moved", touches) }
    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { note("ended", touches) }
    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
      note("cancelled", touches)
    }
  }

  /// A view with a recognizer whose first action is noted as "action".
  private func prepared(_ stage: Stage, _ recognizer: UIGestureRecognizer) -> Log {
    let view = stage.add(Touched(), 0, 0, 200, 200)
    let log = view.log
    recognizer.addHandler { if $0.state == .began || $0.state == .ended { log.lines.append("action") } }
    view.addGestureRecognizer(recognizer)
    return log
  }

  private func tap(_ stage: Stage, _ x: CGFloat, at time: Double) {
    stage.touch(.began, x, 50, at: time)
    stage.touch(.ended, x, 50, at: time + 0.05)
  }

  private func doubleTap() -> UITapGestureRecognizer {
    let double = UITapGestureRecognizer()
    double.numberOfTapsRequired = 2
    return double
  }

  @Test func aPanTakesTheFingerBeforeItActs() {
    let stage = Stage()
    let log = prepared(stage, UIPanGestureRecognizer())
    stage.touch(.began, 50, 50, at: 1)
    stage.touch(.moved, 80, 50, at: 1.1)
    #expect(log.lines == ["began 50", "cancelled 80", "action"])
  }

  @Test func aTapTakesTheFingerBeforeItActs() {
    let stage = Stage()
    let log = prepared(stage, UITapGestureRecognizer())
    tap(stage, 50, at: 1)
    #expect(log.lines == ["began 50", "cancelled 50", "action"])
  }

  @Test func aLongPressTakesTheFingerAtOnce() {
    let stage = Stage()
    let log = prepared(stage, UILongPressGestureRecognizer())
    stage.touch(.began, 50, 50, at: 1)
    stage.host.run(at: 1.6)
    #expect(log.lines == ["began 50", "cancelled 50", "action"])
    stage.touch(.ended, 50, 50, at: 2)
    #expect(log.lines == ["began 50", "cancelled 50", "action", "action"])
  }

  @Test func fingersStayWithTheViewIfTheGestureLeavesThem() {
    let stage = Stage()
    let pan = UIPanGestureRecognizer()
    pan.cancelsTouchesInView = false
    let log = prepared(stage, pan)
    stage.touch(.began, 50, 50, at: 1)
    stage.touch(.moved, 80, 50, at: 1.1)
    #expect(log.lines == ["began 50", "action", "moved 80"])
  }

  @Test func aDoubleTapKeepsTheFirstTapFromEnding() {
    let stage = Stage()
    let log = prepared(stage, doubleTap())
    tap(stage, 50, at: 1)
    tap(stage, 51, at: 1.2)
    #expect(log.lines == ["began 50", "began 51", "cancelled 50", "cancelled 51", "action"])
  }

  @Test func aDoubleTapWithoutDelayLetsItEnd() {
    let stage = Stage()
    let double = doubleTap()
    double.delaysTouchesEnded = false
    let log = prepared(stage, double)
    tap(stage, 50, at: 1)
    tap(stage, 51, at: 1.2)
    #expect(log.lines == ["began 50", "ended 50", "began 51", "cancelled 51", "action"])
  }

  @Test func theTapEndsWhenTheDoubleTapFails() {
    let stage = Stage()
    let log = prepared(stage, doubleTap())
    tap(stage, 50, at: 1)
    stage.host.run(at: 1.1)
    #expect(log.lines == ["began 50"])
    stage.host.run(at: 2)
    #expect(log.lines == ["began 50", "ended 50"])
    tap(stage, 60, at: 3)
    stage.touch(.began, 190, 50, at: 3.2)
    #expect(log.lines.suffix(3) == ["began 60", "ended 60", "began 190"])
  }

  @Test func aHeldFingerIsTakenFromAViewThatLeaves() {
    let stage = Stage()
    let double = doubleTap()
    let log = prepared(stage, double)
    tap(stage, 50, at: 1)
    stage.host.run(at: 1.1) { double.view?.removeFromSuperview() }
    stage.host.run(at: 2)
    #expect(log.lines == ["began 50", "cancelled 50"])
  }

  @Test func aDelayedBeginningComesWhenTheGestureFails() {
    let stage = Stage()
    let single = UITapGestureRecognizer()
    single.delaysTouchesBegan = true
    let log = prepared(stage, single)
    tap(stage, 50, at: 1)
    #expect(log.lines == ["action"])
    stage.touch(.began, 50, 50, at: 2)
    stage.touch(.moved, 60, 50, at: 2.1)
    #expect(log.lines == ["action"])
    stage.touch(.moved, 150, 50, at: 2.2)
    stage.touch(.ended, 150, 50, at: 2.3)
    #expect(log.lines == ["action", "began 50", "moved 150", "ended 150"])
  }

  @Test func recognizersThatDecideNothingHoldNothingBack() {
    let stage = Stage()
    let log = prepared(stage, UIGestureRecognizer())
    tap(stage, 50, at: 1)
    #expect(log.lines == ["began 50", "ended 50"])
  }
}
