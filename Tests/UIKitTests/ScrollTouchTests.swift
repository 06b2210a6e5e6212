import StrataViews
import Testing
import UIKit

/// Fingers in the content of a scroll view, wheels, and scroll views in scroll views.
@MainActor @Suite struct ScrollTouchTests {
  private final class Pressed: UIView {
    var calls: [String] = []
    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { calls.append("began") }
    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) { calls.append("moved") }
    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { calls.append("ended") }
    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
      calls.append("cancelled")
    }
  }

  private final class Choosing: UIScrollView {
    var begins = true
    var cancels: Bool?
    var asked: [UIView] = []
    override func touchesShouldBegin(_ touches: Set<UITouch>, with event: UIEvent?, in view: UIView) -> Bool {
      asked.append(view)
      return begins
    }
    override func touchesShouldCancel(in view: UIView) -> Bool {
      cancels ?? super.touchesShouldCancel(in: view)
    }
  }

  private func filled(_ view: UIScrollView = UIScrollView()) -> (ScrollStage, Pressed) {
    let scroll = ScrollStage(200, 1000, view)
    let content = Pressed(frame: CGRect(x: 0, y: 0, width: 200, height: 1000))
    scroll.view.addSubview(content)
    return (scroll, content)
  }

  @Test func aFingerThatStaysComesToTheContentLater() {
    let (scroll, content) = filled()
    scroll.stage.touch(.began, 100, 100, at: 1)
    scroll.stage.host.run(at: 1.14)
    #expect(content.calls.isEmpty)
    scroll.stage.host.run(at: 1.16)
    #expect(content.calls == ["began"])
    scroll.stage.touch(.moved, 100, 60, at: 1.2)
    #expect(content.calls == ["began", "cancelled"] && scroll.offset.y == 30)
  }

  @Test func aFingerThatDragsAtOnceNeverComesToTheContent() {
    let (scroll, content) = filled()
    scroll.fling(by: CGVector(dx: 0, dy: -10))
    scroll.stage.host.run(at: 8)
    #expect(content.calls.isEmpty && scroll.offset.y > 0)
  }

  @Test func aQuickTapComesToTheContent() {
    let (scroll, content) = filled()
    scroll.stage.touch(.began, 100, 100, at: 1)
    scroll.stage.touch(.ended, 100, 100, at: 1.05)
    #expect(content.calls == ["began", "ended"])
  }

  @Test func contentIsToldAtOnceWithoutDelay() {
    let (scroll, content) = filled()
    scroll.view.delaysContentTouches = false
    scroll.stage.touch(.began, 100, 100, at: 1)
    #expect(content.calls == ["began"])
    scroll.view.canCancelContentTouches = false
    scroll.stage.touch(.moved, 100, 60, at: 1.1)
    scroll.stage.touch(.ended, 100, 60, at: 1.2)
    #expect(content.calls == ["began", "moved", "ended"] && scroll.offset == .zero)
  }

  @Test func aClassKeepsFingersFromItsContent() {
    let view = Choosing()
    let (scroll, content) = filled(view)
    view.begins = false
    scroll.stage.touch(.began, 100, 100, at: 1)
    scroll.stage.host.run(at: 1.3)
    #expect(view.asked == [content] && content.calls.isEmpty)
    scroll.stage.touch(.moved, 100, 60, at: 1.4)
    #expect(scroll.offset.y == 30)
  }

  @Test(arguments: [nil, true] as [Bool?]) func aDragTakesTheFingerOfAControlIfAClassWantsIt(cancels: Bool?) {
    let view = Choosing()
    view.cancels = cancels
    let scroll = ScrollStage(200, 1000, view)
    let control = UIControl(frame: CGRect(x: 0, y: 0, width: 200, height: 200))
    view.addSubview(control)
    var events: [String] = []
    control.addAction(UIAction { _ in events.append("down") }, for: .touchDown)
    control.addAction(UIAction { _ in events.append("cancel") }, for: .touchCancel)
    control.addAction(UIAction { _ in events.append("up") }, for: .touchUpInside)
    scroll.stage.touch(.began, 100, 150, at: 1)
    scroll.stage.touch(.moved, 100, 149, at: 1.3)
    #expect(events == ["down"] && control.isTracking)
    scroll.stage.touch(.moved, 100, 100, at: 1.4)
    scroll.stage.touch(.ended, 100, 100, at: 1.5)
    #expect(events == ["down", cancels == true ? "cancel" : "up"])
    #expect((scroll.offset(at: 4).y > 0) == (cancels == true))
  }

  @Test func aDragPreventsATap() {
    let (scroll, content) = filled()
    var taps = 0
    content.addGestureRecognizer(UITapGestureRecognizer { _ in taps += 1 })
    scroll.fling(by: CGVector(dx: 0, dy: -5), count: 6)
    #expect(taps == 0 && scroll.offset.y > 0)
    scroll.stage.host.run(at: 8)
    scroll.stage.touch(.began, 100, 100, at: 9)
    scroll.stage.touch(.ended, 100, 100, at: 9.1)
    #expect(taps == 1)
  }

  // MARK: Nested

  /// A scroll view for a direction across, in one of 200 × 1000 or 1000 × 200 points.
  private func nested(_ outer: CGSize, _ inner: CGSize) -> (ScrollStage, UIScrollView) {
    let scroll = ScrollStage(outer.width, outer.height)
    let view = UIScrollView(frame: CGRect(x: 0, y: 0, width: 200, height: 200))
    view.contentSize = inner
    scroll.view.addSubview(view)
    return (scroll, view)
  }

  @Test(arguments: [(-10, 1), (-1, -10), (-8, -7), (-7, -8)] as [(CGFloat, CGFloat)])
  func theDirectionChoosesTheScrollView(dx: CGFloat, dy: CGFloat) {
    let (scroll, inner) = nested(CGSize(width: 200, height: 1000), CGSize(width: 1000, height: 200))
    scroll.fling(by: CGVector(dx: dx, dy: dy), count: 5)
    scroll.stage.host.run(at: 6)
    let isLevel = abs(dx) > abs(dy)
    #expect((inner.contentOffset.x > 0) == isLevel && inner.contentOffset.y == 0)
    #expect((scroll.offset.y > 0) == !isLevel && scroll.offset.x == 0)
  }

  @Test func theOuterOneIsDraggedWhereTheInnerIsAtItsEdge() {
    let (scroll, inner) = nested(CGSize(width: 1000, height: 200), CGSize(width: 600, height: 200))
    scroll.view.isPagingEnabled = true
    scroll.fling(by: CGVector(dx: -10, dy: 0), count: 6)
    scroll.stage.host.run(at: 6)
    #expect(inner.contentOffset.x > 50 && scroll.offset == .zero)
    inner.contentOffset.x = 400
    scroll.fling(from: CGPoint(x: 180, y: 100), by: CGVector(dx: -10, dy: 0), count: 6, at: 7)
    #expect(inner.contentOffset.x == 400)
    #expect(scroll.offset(at: 12) == CGPoint(x: 200, y: 0))
  }

  @Test func aDragGoesOnOutsideWhereTheInnerComesToItsEdge() {
    let (scroll, inner) = nested(CGSize(width: 1000, height: 200), CGSize(width: 250, height: 200))
    let innerLog = ScrollLog()
    inner.delegate = innerLog
    scroll.view.isPagingEnabled = true
    scroll.stage.touch(.began, 190, 100, at: 1)
    scroll.stage.touch(.moved, 150, 100, at: 1.02)
    #expect(inner.contentOffset.x == 30 && scroll.offset == .zero)
    scroll.stage.touch(.moved, 90, 100, at: 1.04)
    #expect(inner.contentOffset.x == 50 && scroll.offset.x == 40)
    #expect(scroll.view.isDragging && inner.isDragging)
    scroll.stage.touch(.moved, 140, 100, at: 1.06)
    #expect(inner.contentOffset.x == 40 && scroll.offset.x == 0)
    scroll.stage.touch(.moved, 20, 100, at: 1.08)
    scroll.stage.touch(.ended, 10, 100, at: 1.09)
    #expect(!scroll.view.isDragging && !inner.isDragging)
    #expect(scroll.offset(at: 4) == CGPoint(x: 200, y: 0) && inner.contentOffset.x == 50)
    let calls = ["will drag", "scroll", "will end drag", "did drag true", "will decelerate", "scroll"]
    #expect(scroll.log.calls == calls + ["did decelerate"])
    #expect(innerLog.calls == ["will drag", "scroll", "will end drag", "did drag false"])
  }

  @Test func theOuterOneTakesNothingOnAnAxisThatItLacks() {
    let (scroll, inner) = nested(CGSize(width: 1000, height: 200), CGSize(width: 300, height: 300))
    inner.contentOffset = CGPoint(x: 90, y: 90)
    scroll.stage.touch(.began, 150, 150, at: 1)
    scroll.stage.touch(.moved, 110, 145, at: 1.1)
    #expect(inner.contentOffset.x == 100 && scroll.offset.x > 0)
    scroll.stage.touch(.moved, 110, 75, at: 1.2)
    #expect(inner.contentOffset.y > 120 && scroll.offset.y == 0)
    scroll.stage.touch(.moved, 110, 75, at: 1.5)
    scroll.stage.touch(.ended, 110, 75, at: 1.6)
    scroll.stage.host.run(at: 4)
    #expect(inner.contentOffset == CGPoint(x: 100, y: 100))
  }

  @Test func contentThatEndsBetweenPixelsLeavesItsEdgeToTheOuterOne() {
    let (scroll, inner) = nested(CGSize(width: 200, height: 1000), CGSize(width: 200, height: 500.4))
    scroll.fling(by: CGVector(dx: 0, dy: -10))
    scroll.stage.host.run(at: 6)
    #expect(inner.contentOffset.y == inner.contentSize.height - 200 && scroll.offset == .zero)
    inner.contentOffset.y = 300
    scroll.wheel(0, -1, at: 7)
    #expect(scroll.offset(at: 8).y == 40)
  }

  // MARK: Wheels

  @Test func aNotchOfAWheelScrollsFortyPoints() {
    let scroll = ScrollStage(200, 1000)
    scroll.wheel(0, -1, at: 1)
    let between = scroll.offset(at: 1.05).y
    #expect(between > 5 && between < 40)
    scroll.wheel(0, -1, at: 1.1)
    #expect(scroll.view.isDragging)
    #expect(scroll.offset(at: 2) == CGPoint(x: 0, y: 80))
    #expect(!scroll.view.isDragging && !scroll.view.isDecelerating)
    let calls = ["will drag", "scroll", "will end drag", "did drag true", "will decelerate", "scroll"]
    #expect(scroll.log.calls == calls + ["did decelerate"])
    // Notches that come while the content still moves add up.
    for i in 0..<4 { scroll.wheel(0, -1, at: 2.1 + 0.17 * Double(i)) }
    #expect(scroll.offset(at: 3.4).y == 240)
    scroll.wheel(0, 9, at: 3.5)
    #expect(scroll.offset(at: 4.5) == .zero)
  }

  @Test func aTouchPadScrollsAtOnce() {
    let scroll = ScrollStage(1000, 1000)
    scroll.wheel(0.25, -0.5, at: 1)
    #expect(scroll.offset == CGPoint(x: 10, y: 20))
    scroll.wheel(0.25, -100.5, at: 1.02)
    #expect(scroll.offset == CGPoint(x: 20, y: 800))
    scroll.stage.host.run(at: 2)
    #expect(scroll.log.calls == ["will drag", "scroll", "will end drag", "did drag false"])
  }

  @Test func aTouchPadComesToRestOnWholePixels() {
    let scroll = ScrollStage(200, 1000)
    scroll.wheel(0, -0.26, at: 1)
    scroll.wheel(0, -0.51, at: 1.1)
    // Parts of a pixel add up: 10.4 and 20.4.
    #expect(scroll.offset == CGPoint(x: 0, y: 31))
    #expect(scroll.offset(at: 2) == CGPoint(x: 0, y: 31))
    #expect(scroll.log.calls == ["will drag", "scroll", "will end drag", "did drag false"])
  }

  @Test(arguments: [-1, -0.5] as [CGFloat]) func edgesThatChangeWhileAWheelTurnsCount(lines: CGFloat) {
    let scroll = ScrollStage(200, 1000)
    scroll.view.contentOffset.y = 760
    scroll.wheel(0, lines, at: 1)
    scroll.stage.host.run(at: 1.1) { scroll.view.contentSize.height = 500 }
    #expect(scroll.view.isDragging)
    #expect(scroll.offset(at: 3) == CGPoint(x: 0, y: 300))
    #expect(!scroll.view.isDecelerating)
  }

  @Test func aWheelStopsAtOnce() {
    let scroll = ScrollStage(200, 1000)
    scroll.wheel(0, -5, at: 1)
    let place = scroll.offset(at: 1.05)
    scroll.stage.host.run(at: 1.05) { scroll.view.stopScrollingAndZooming() }
    #expect(scroll.log.calls.last == "did drag false" && scroll.offset == place)
    // Nothing follows until the wheel pauses.
    scroll.wheel(0, -5, at: 1.1)
    #expect(scroll.offset(at: 2) == place)
    scroll.wheel(0, -1, at: 2.1)
    #expect(scroll.offset(at: 3).y == place.y + 40)
  }

  @Test func aWheelLeavesAViewThatLeavesTheWindow() {
    let (scroll, inner) = nested(CGSize(width: 200, height: 1000), CGSize(width: 200, height: 1000))
    let log = ScrollLog()
    inner.delegate = log
    scroll.wheel(0, -1, at: 1)
    scroll.stage.host.run(at: 1.05) { inner.removeFromSuperview() }
    #expect(!inner.isDragging && !inner.isDecelerating)
    #expect(log.calls.suffix(2) == ["will decelerate", "did decelerate"])
    scroll.wheel(0, -1, at: 1.1)
    scroll.stage.host.run(at: 2) { scroll.view.addSubview(inner) }
    #expect(scroll.offset(at: 3).y == 40 && !inner.isDecelerating)
  }

  @Test func aProgramScrollsWhileAWheelTurns() {
    let scroll = ScrollStage(200, 1000)
    scroll.view.contentOffset.y = 400
    scroll.log.calls = []
    scroll.wheel(0, -1, at: 1)
    scroll.stage.host.run(at: 1.1) { scroll.view.setContentOffset(.zero, animated: true) }
    #expect(!scroll.view.isDragging)
    // The wheel still turns, and waits for its pause.
    scroll.wheel(0, -1, at: 1.12)
    #expect(scroll.offset(at: 1.5) == .zero)
    let calls = ["will drag", "scroll", "will end drag", "did drag false", "scroll", "did animate"]
    #expect(scroll.log.calls == calls)
  }

  @Test func theShiftKeyTurnsAWheelToTheSide() {
    let scroll = ScrollStage(1000, 200)
    scroll.wheel(0, -1, at: 1)
    #expect(scroll.offset(at: 2) == .zero)
    scroll.wheel(0, -1, .shift, at: 3)
    #expect(scroll.offset(at: 4) == CGPoint(x: 40, y: 0))
  }

  @Test func aWheelTurnsAPage() {
    let scroll = ScrollStage(200, 1000)
    scroll.view.isPagingEnabled = true
    scroll.wheel(0, -1, at: 1)
    #expect(scroll.offset(at: 3) == CGPoint(x: 0, y: 200))
    scroll.wheel(0, 1, at: 4)
    #expect(scroll.offset(at: 6) == .zero)
  }

  @Test func aWheelIsForTheScrollViewThatCanFollow() {
    let (scroll, inner) = nested(CGSize(width: 200, height: 1000), CGSize(width: 1000, height: 200))
    scroll.wheel(0, -1, at: 1)
    #expect(scroll.offset(at: 2).y == 40 && inner.contentOffset == .zero)
    scroll.wheel(1, 0, at: 3)
    scroll.stage.host.run(at: 4)
    #expect(inner.contentOffset.x == 40 && scroll.offset.y == 40)
  }
}
