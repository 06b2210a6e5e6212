import StrataViews
import Testing
import UIKit

/// How controls track fingers, and what they send in which order.
@MainActor @Suite struct ControlTests {
  /// Notes the calls of tracking, with what the control says of itself.
  private class Tracker: UIControl {
    var lines: [String] = []
    var begins = true
    var continues = true
    final func note(_ word: String) {
      lines.append(word + (isHighlighted ? " lit" : "") + (isTracking ? " tracking" : ""))
    }
    override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
      note("begin")
      return begins && super.beginTracking(touch, with: event)
    }
    override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
      note("continue")
      return continues && super.continueTracking(touch, with: event)
    }
    override func endTracking(_ touch: UITouch?, with event: UIEvent?) {
      note("end")
      super.endTracking(touch, with: event)
    }
    override func cancelTracking(with event: UIEvent?) {
      note("cancel")
      super.cancelTracking(with: event)
    }
  }

  private static let names: [(UIControl.Event, String)] = [
    (.touchDown, "down"), (.touchDownRepeat, "repeat"), (.touchDragInside, "inside"),
    (.touchDragOutside, "outside"), (.touchDragEnter, "enter"), (.touchDragExit, "exit"),
    (.touchUpInside, "up"), (.touchUpOutside, "up outside"), (.touchCancel, "cancelled"),
  ]

  /// A control from 100 to 200 in both directions that notes its events, too.
  private func prepared(_ stage: Stage) -> Tracker {
    let control = stage.add(Tracker(), 100, 100, 100, 100)
    for (event, name) in Self.names {
      control.addAction(UIAction { ($0.sender as? Tracker)?.note(name) }, for: event)
    }
    return control
  }

  @Test func aTapGoesDownAndUp() {
    let stage = Stage(400, 400)
    let control = prepared(stage)
    stage.touch(.began, 150, 150, at: 1)
    #expect(control.lines == ["begin", "down lit tracking"])
    #expect(control.isTouchInside && control.state == .highlighted)
    stage.touch(.ended, 150, 150, at: 1.1)
    #expect(control.lines.suffix(2) == ["end lit tracking", "up lit"])
    #expect(!control.isHighlighted && !control.isTracking)
    #expect(!control.isTouchInside)
  }

  @Test func aSecondTapRepeats() {
    let stage = Stage(400, 400)
    let control = prepared(stage)
    for time in [1, 1.2] {
      control.lines = []
      stage.touch(.began, 150, 150, at: time)
      stage.touch(.ended, 150, 150, at: time + 0.05)
    }
    #expect(control.lines.prefix(3) == ["begin", "down lit tracking", "repeat lit tracking"])
    #expect(control.lines.suffix(2) == ["end lit tracking", "up lit"])
  }

  @Test func aFingerGoesOutAndIn() {
    let stage = Stage(400, 400)
    let control = prepared(stage)
    stage.touch(.began, 150, 150, at: 1)
    control.lines = []
    // Outside of the bounds, but within 70 points.
    stage.touch(.moved, 150, 260, at: 1.1)
    #expect(control.lines == ["continue lit tracking", "inside lit tracking"])
    control.lines = []
    stage.touch(.moved, 150, 280, at: 1.2)
    #expect(control.lines == ["continue tracking", "outside tracking", "exit tracking"])
    #expect(!control.isTouchInside)
    control.lines = []
    stage.touch(.moved, 150, 300, at: 1.3)
    #expect(control.lines == ["continue tracking", "outside tracking"])
    control.lines = []
    stage.touch(.moved, 35, 150, at: 1.4)
    #expect(control.lines == ["continue lit tracking", "inside lit tracking", "enter lit tracking"])
    control.lines = []
    stage.touch(.ended, 20, 150, at: 1.5)
    #expect(control.lines == ["end tracking", "up outside"])
  }

  @Test func aPlaceOfASubclassIsInside() {
    final class Wide: UIControl {
      override func point(inside point: CGPoint, with event: UIEvent?) -> Bool { true }
    }
    let stage = Stage(400, 400)
    let control = stage.add(Wide(), 100, 100, 10, 10)
    var count = 0
    control.addAction(UIAction { _ in count += 1 }, for: .touchUpInside)
    stage.touch(.began, 105, 105, at: 1)
    stage.touch(.ended, 399, 399, at: 1.1)
    #expect(count == 1)
  }

  @Test func aSubclassRefusesToTrack() {
    let stage = Stage(400, 400)
    let control = prepared(stage)
    control.begins = false
    stage.touch(.began, 150, 150, at: 1)
    stage.touch(.moved, 160, 150, at: 1.1)
    stage.touch(.ended, 160, 150, at: 1.2)
    #expect(control.lines == ["begin"])
    #expect(!control.isTouchInside && control.state == .normal)
  }

  @Test func aSubclassStopsTracking() {
    let stage = Stage(400, 400)
    let control = prepared(stage)
    stage.touch(.began, 150, 150, at: 1)
    control.continues = false
    control.lines = []
    stage.touch(.moved, 160, 150, at: 1.1)
    #expect(!control.isTracking && !control.isHighlighted)
    stage.touch(.moved, 170, 150, at: 1.2)
    stage.touch(.ended, 170, 150, at: 1.3)
    #expect(control.lines == ["continue lit tracking"])
  }

  @Test func aGestureCancels() {
    let stage = Stage(400, 400)
    let control = prepared(stage)
    control.addGestureRecognizer(UIPanGestureRecognizer())
    stage.touch(.began, 150, 150, at: 1)
    stage.touch(.moved, 190, 150, at: 1.1)
    stage.touch(.ended, 190, 150, at: 1.2)
    #expect(control.lines == ["begin", "down lit tracking", "cancel lit tracking", "cancelled"])
    #expect(control.state == .normal)
  }

  @Test func aControlThatLeavesTheWindowCancels() {
    let stage = Stage(400, 400)
    let control = prepared(stage)
    stage.touch(.began, 150, 150, at: 1)
    stage.host.run(at: 1.1) { control.removeFromSuperview() }
    #expect(control.lines.suffix(2) == ["cancel lit tracking", "cancelled"])
    #expect(!control.isTracking)
    stage.host.run(at: 2) { stage.window.addSubview(control) }
    control.lines = []
    stage.touch(.began, 150, 150, at: 3)
    #expect(control.lines == ["begin", "down lit tracking"])
  }

  @Test func aControlMayLeaveWhileItBegins() {
    final class Leaving: UIControl {
      override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
        removeFromSuperview()
        return true
      }
    }
    let stage = Stage(400, 400)
    let control = stage.add(Leaving(), 100, 100, 100, 100)
    stage.touch(.began, 150, 150, at: 1)
    #expect(!control.isTracking && !control.isHighlighted)
  }

  @Test func aDisabledControlKeepsFingersToItself() {
    final class Ground: UIView {
      var count = 0
      override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { count += 1 }
    }
    let stage = Stage(400, 400)
    let ground = stage.add(Ground(), 0, 0, 400, 400)
    let control = prepared(stage)
    stage.host.run(at: 0) { ground.addSubview(control) }
    control.isEnabled = false
    stage.touch(.began, 150, 150, at: 1)
    stage.touch(.ended, 150, 150, at: 1.1)
    #expect(control.lines.isEmpty && ground.count == 0)
    #expect(control.state == .disabled)
  }

  @Test func disablingBreaksTrackingOff() {
    let stage = Stage(400, 400)
    let control = prepared(stage)
    stage.touch(.began, 150, 150, at: 1)
    control.lines = []
    control.isEnabled = false
    stage.touch(.ended, 150, 150, at: 1.1)
    #expect(control.lines == ["cancel lit tracking"])
  }

  @Test func onlyTheFirstFingerIsTracked() {
    let stage = Stage(400, 400)
    let control = prepared(stage)
    stage.touch(.began, 150, 150, at: 1, id: 1)
    stage.touch(.began, 120, 150, at: 1.1, id: 2)
    stage.touch(.ended, 120, 150, at: 1.2, id: 2)
    #expect(control.lines == ["begin", "down lit tracking"])
    stage.touch(.ended, 150, 150, at: 1.3, id: 1)
    #expect(control.lines.last == "up lit")
  }

  @Test func eachOfSeveralFingersIsTracked() {
    let stage = Stage(400, 400)
    let control = prepared(stage)
    control.isMultipleTouchEnabled = true
    stage.touch(.began, 150, 150, at: 1, id: 1)
    stage.touch(.began, 150, 120, at: 3, id: 2)
    #expect(control.lines.suffix(2) == ["begin lit tracking", "down lit tracking"])
    stage.touch(.ended, 150, 150, at: 4, id: 1)
    #expect(control.isTracking && control.isHighlighted)
    stage.touch(.ended, 150, 120, at: 5, id: 2)
    #expect(!control.isTracking && !control.isHighlighted)
  }

  @Test func eachOfSeveralFingersGoesOutByItself() {
    let stage = Stage(400, 400)
    let control = prepared(stage)
    control.isMultipleTouchEnabled = true
    stage.touch(.began, 150, 150, at: 1, id: 1)
    stage.touch(.began, 150, 120, at: 3, id: 2)
    control.lines = []
    // The other finger keeps the control lit.
    stage.touch(.moved, 150, 300, at: 3.1, id: 1)
    #expect(
      control.lines == ["continue lit tracking", "outside lit tracking", "exit lit tracking"]
    )
    #expect(!control.isTouchInside)
    control.lines = []
    stage.touch(.moved, 150, 125, at: 3.2, id: 2)
    stage.touch(.moved, 150, 310, at: 3.3, id: 1)
    #expect(
      control.lines == [
        "continue lit tracking", "inside lit tracking", "continue lit tracking", "outside lit tracking",
      ]
    )
    stage.touch(.ended, 150, 125, at: 3.4, id: 2)
    #expect(control.isTracking && !control.isHighlighted)
    stage.touch(.ended, 150, 310, at: 3.5, id: 1)
    #expect(control.lines.last == "up outside")
  }

  @Test func aRefusedFingerLeavesTheOthersPlace() {
    let stage = Stage(400, 400)
    let control = prepared(stage)
    control.isMultipleTouchEnabled = true
    stage.touch(.began, 150, 150, at: 1, id: 1)
    stage.touch(.moved, 150, 300, at: 1.1, id: 1)
    control.begins = false
    stage.touch(.began, 150, 120, at: 3, id: 2)
    #expect(!control.isTouchInside)
    control.lines = []
    stage.touch(.moved, 150, 310, at: 3.1, id: 1)
    #expect(control.lines == ["continue tracking", "outside tracking"])
  }

  @Test func aControlMayDisableItselfAtTheEnd() {
    final class Once: UIControl {
      var cancellations = 0
      override func endTracking(_ touch: UITouch?, with event: UIEvent?) {
        isEnabled = false
        super.endTracking(touch, with: event)
      }
      override func cancelTracking(with event: UIEvent?) {
        cancellations += 1
        isEnabled = false
        super.cancelTracking(with: event)
      }
    }
    let stage = Stage(400, 400)
    let control = stage.add(Once(), 100, 100, 100, 100)
    var count = 0
    control.addAction(UIAction { _ in count += 1 }, for: .touchUpInside)
    stage.touch(.began, 150, 150, at: 1)
    stage.touch(.ended, 150, 150, at: 1.1)
    #expect(count == 1 && control.cancellations == 0)
    #expect(control.state == .disabled)
    control.isEnabled = true
    stage.touch(.began, 150, 150, at: 2)
    stage.touch(.cancelled, 150, 150, at: 2.1)
    #expect(control.cancellations == 1 && !control.isTracking)
  }

  @Test func disablingByTheHighlightEndsAllCalls() {
    final class Shy: UIControl {
      var calls = 0
      override var isHighlighted: Bool { didSet { if !isHighlighted { isEnabled = false } } }
      override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
        calls += 1
        return true
      }
      override func endTracking(_ touch: UITouch?, with event: UIEvent?) { calls += 1 }
      // Does not call the method of the class above.
      override func cancelTracking(with event: UIEvent?) {}
    }
    let stage = Stage(400, 400)
    let control = stage.add(Shy(), 100, 100, 100, 100)
    stage.touch(.began, 150, 150, at: 1)
    stage.touch(.moved, 150, 300, at: 1.1)
    stage.touch(.ended, 150, 300, at: 1.2)
    #expect(control.calls == 0 && !control.isTracking)
  }

  @Test func aRegistrationForTwoEventsIsCalledOnce() {
    let stage = Stage(400, 400)
    let control = prepared(stage)
    var moved = 0
    control.addAction(UIAction { _ in moved += 1 }, for: [.touchDragOutside, .touchDragExit])
    stage.touch(.began, 150, 150, at: 1)
    stage.touch(.moved, 150, 300, at: 1.1)
    // Both events at once call it once.
    #expect(moved == 1)
  }
}
