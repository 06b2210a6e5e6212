import StrataViews
import Testing
import UIKit

/// Content that moves by itself while fingers, the program and the window change.
@MainActor @Suite struct ScrollMotionTests {
  private final class Pressed: UIView {
    var calls: [String] = []
    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { calls.append("began") }
    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { calls.append("ended") }
    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
      calls.append("cancelled")
    }
  }

  @Test func aFingerHoldsContentUpWithoutPressingIt() {
    let scroll = ScrollStage(200, 5000)
    let content = Pressed(frame: CGRect(x: 0, y: 0, width: 200, height: 5000))
    scroll.view.addSubview(content)
    scroll.fling(by: CGVector(dx: 0, dy: -10))
    let place = scroll.offset(at: 1.5)
    scroll.stage.touch(.began, 100, 100, at: 1.5)
    #expect(!scroll.view.isDecelerating && scroll.view.isTracking)
    #expect(scroll.log.calls.last == "did decelerate")
    scroll.stage.touch(.ended, 100, 100, at: 2)
    #expect(scroll.offset(at: 3) == place)
    #expect(content.calls.isEmpty)
  }

  @Test func contentThatHardlyMovesIsTouched() {
    let scroll = ScrollStage(200, 50_000)
    let content = Pressed(frame: CGRect(x: 0, y: 0, width: 200, height: 50_000))
    scroll.view.addSubview(content)
    scroll.fling(by: CGVector(dx: 0, dy: -10))
    // 1000 points a second have become 8.
    scroll.stage.host.run(at: 3.5)
    #expect(scroll.view.isDecelerating)
    scroll.stage.touch(.began, 100, 100, at: 3.5)
    scroll.stage.touch(.ended, 100, 100, at: 3.55)
    #expect(content.calls == ["began", "ended"] && !scroll.view.isDecelerating)
  }

  @Test func whatIsHeldUpBeyondAnEdgeOrBetweenPagesGoesOn() {
    let scroll = ScrollStage(1000, 200)
    scroll.view.isPagingEnabled = true
    scroll.fling(by: CGVector(dx: -10, dy: 0), count: 6)
    scroll.stage.host.run(at: 1.12)
    scroll.stage.touch(.began, 100, 100, at: 1.12)
    let place = scroll.offset(at: 1.3)
    #expect(place.x > 50 && place.x < 200)
    scroll.stage.touch(.ended, 100, 100, at: 1.4)
    let end = scroll.offset(at: 4)
    #expect(end.x == (place.x / 200).rounded() * 200)
    #expect(scroll.log.calls.suffix(3) == ["will decelerate", "scroll", "did decelerate"])
  }

  @Test func aSecondDragTakesOver() {
    let scroll = ScrollStage(200, 50_000)
    scroll.fling(by: CGVector(dx: 0, dy: -10))
    scroll.stage.host.run(at: 1.5)
    scroll.log.calls = []
    scroll.fling(by: CGVector(dx: 0, dy: -10), at: 1.5)
    let calls = ["did decelerate", "will drag", "scroll", "will end drag", "did drag true"]
    #expect(scroll.log.calls == calls + ["will decelerate"])
  }

  @Test func contentThatIsPutElsewhereKeepsItsSpeed() {
    let scroll = ScrollStage(200, 3000)
    var sum: CGFloat = 0
    scroll.log.didScroll = { view in
      guard view.contentOffset.y >= 400 else { return }
      sum += 300
      view.contentOffset.y -= 300
    }
    scroll.fling(by: CGVector(dx: 0, dy: -10))
    // Ninety points of the drag and 499 of the deceleration.
    #expect(abs(scroll.offset(at: 8).y + sum - 589) <= 2)
    #expect(sum == 300)
  }

  @Test func contentThatIsPutElsewhereIsDraggedOn() {
    let scroll = ScrollStage(200, 3000)
    scroll.stage.touch(.began, 100, 190, at: 1)
    scroll.stage.touch(.moved, 100, 150, at: 1.1)
    scroll.view.contentOffset.y += 1000
    scroll.stage.touch(.moved, 100, 100, at: 1.2)
    #expect(scroll.offset.y == 1080)
  }

  @Test func otherEdgesEndADeceleration() {
    let scroll = ScrollStage(200, 50_000)
    scroll.fling(by: CGVector(dx: 0, dy: -10))
    scroll.stage.host.run(at: 1.3) { scroll.view.contentSize.height = 500 }
    #expect(scroll.offset(at: 8) == CGPoint(x: 0, y: 300))
    #expect(scroll.log.calls.last == "did decelerate")
  }

  @Test func otherPagesEndTheWayToAPage() {
    let scroll = ScrollStage(2000, 200)
    scroll.view.isPagingEnabled = true
    scroll.view.contentOffset.x = 600
    scroll.fling(by: CGVector(dx: -10, dy: 0), count: 6)
    scroll.stage.host.run(at: 1.15) { scroll.view.contentSize.width = 900 }
    #expect(scroll.view.isDecelerating)
    #expect(scroll.offset(at: 4) == CGPoint(x: 700, y: 0))
  }

  @Test func aProgramScrollsAtTheEndOfADrag() {
    let scroll = ScrollStage(200, 50_000)
    scroll.log.didEnd = { $0.contentOffset.y += 1000 }
    scroll.fling(by: CGVector(dx: 0, dy: -10))
    #expect(scroll.offset(at: 8) == CGPoint(x: 0, y: 1589))
    scroll.log.didEnd = { $0.setContentOffset(.zero, animated: true) }
    scroll.fling(by: CGVector(dx: 0, dy: -10), at: 9)
    #expect(!scroll.view.isDecelerating)
    #expect(scroll.offset(at: 10) == .zero && scroll.log.calls.last == "did animate")
  }

  @Test func aProgramStopsADeceleration() {
    let scroll = ScrollStage(200, 50_000)
    scroll.fling(by: CGVector(dx: 0, dy: -10))
    let place = scroll.offset(at: 1.5)
    scroll.view.setContentOffset(place, animated: false)
    #expect(!scroll.view.isDecelerating)
    #expect(scroll.offset(at: 3) == place)
  }

  @Test func anAnimationBeginsAndEndsSlowly() {
    let scroll = ScrollStage(200, 5000)
    scroll.stage.host.run(at: 1) { scroll.view.setContentOffset(CGPoint(x: 0, y: 1000), animated: true) }
    // At half its time the curve is at half its way, as it is symmetric.
    #expect(scroll.offset(at: 1.15) == CGPoint(x: 0, y: 500))
    let part = CAMediaTimingFunction(name: .easeInEaseOut)._solve(forInput: 2 / 3)
    #expect(abs(scroll.offset(at: 1.2).y - CGFloat(part) * 1000) <= 0.5)
    #expect(scroll.offset(at: 1.3) == CGPoint(x: 0, y: 1000))
    #expect(scroll.log.calls == ["scroll", "did animate"])
  }

  @Test func anAnimationWorksOutsideOfCallsOfTheHost() {
    let scroll = ScrollStage(200, 5000)
    scroll.view.setContentOffset(CGPoint(x: 0, y: 1000), animated: true)
    #expect(scroll.offset(at: 1) == CGPoint(x: 0, y: 1000))
    #expect(scroll.log.calls == ["scroll", "did animate"])
  }

  @Test func anAnimationEndsADrag() {
    let scroll = ScrollStage(200, 5000)
    scroll.stage.touch(.began, 100, 20, at: 1)
    scroll.stage.touch(.moved, 100, 130, at: 1.1)
    #expect(scroll.offset.y < 0)
    let place = scroll.offset
    scroll.stage.host.run(at: 1.2) { scroll.view.setContentOffset(CGPoint(x: 0, y: 800), animated: true) }
    // It begins where the content is.
    #expect(!scroll.view.isDragging && scroll.offset == place)
    scroll.stage.touch(.moved, 100, 50, at: 1.3)
    scroll.stage.touch(.ended, 100, 20, at: 1.31)
    #expect(scroll.offset(at: 3) == CGPoint(x: 0, y: 800))
    let calls = ["will drag", "scroll", "will end drag", "did drag false", "scroll", "did animate"]
    #expect(scroll.log.calls == calls)
  }

  @Test func anAnimationThatADelegateBeginsTakesTheContent() {
    let scroll = ScrollStage(200, 5000)
    let target = CGPoint(x: 0, y: 900)
    scroll.log.willEnd = { [view = scroll.view] _, _ in view.setContentOffset(target, animated: true) }
    scroll.fling(by: CGVector(dx: 0, dy: -10))
    #expect(scroll.offset(at: 3) == target)
    let calls = ["will drag", "scroll", "will end drag", "did drag false", "scroll", "did animate"]
    #expect(scroll.log.calls == calls)
    scroll.log.willEnd = { _, _ in }
    scroll.log.calls = []
    scroll.stage.host.run(at: 4) { scroll.view.setContentOffset(.zero, animated: true) }
    scroll.stage.host.run(at: 4.1)
    scroll.fling(by: CGVector(dx: 0, dy: -10), at: 4.1)
    #expect(Array(scroll.log.calls.prefix(3)) == ["scroll", "did animate", "will drag"])
  }

  @Test(arguments: [500, 3000] as [CGFloat]) func anAnimationEndsBetweenTheEdges(target: CGFloat) {
    let scroll = ScrollStage(200, 2000)
    let target = CGPoint(x: 0, y: target)
    scroll.stage.host.run(at: 1) { scroll.view.setContentOffset(target, animated: true) }
    scroll.stage.host.run(at: 1.1) { scroll.view.contentSize.height = 600 }
    // What the program puts beyond the edges stays there.
    #expect(scroll.offset(at: 2).y == (target.y == 500 ? 400 : 3000))
    #expect(scroll.log.calls == ["scroll", "did animate"])
  }

  @Test func aViewThatLeavesTheWindowStops() {
    let scroll = ScrollStage(200, 50_000)
    scroll.fling(by: CGVector(dx: 0, dy: -10))
    let place = scroll.offset(at: 1.5)
    scroll.stage.host.run(at: 1.5) { scroll.view.removeFromSuperview() }
    #expect(!scroll.view.isDecelerating && scroll.log.calls.last == "did decelerate")
    #expect(scroll.offset(at: 3) == place)
    scroll.view.setContentOffset(.zero, animated: true)
    #expect(scroll.offset == .zero)
  }

  @Test func aViewThatLeavesTheWindowIsNotDragged() {
    let scroll = ScrollStage(200, 1000)
    scroll.stage.touch(.began, 100, 20, at: 1)
    scroll.stage.touch(.moved, 100, 130, at: 1.1)
    scroll.stage.host.run(at: 1.2) { scroll.view.removeFromSuperview() }
    #expect(!scroll.view.isDragging && !scroll.view.isTracking)
    #expect(scroll.offset == .zero && !scroll.view.isDecelerating)
    let calls = ["did drag true", "will decelerate", "scroll", "did decelerate"]
    #expect(scroll.log.calls.suffix(4) == calls)
  }

  @Test func aViewThatIsReleasedStops() {
    let stage = Stage()
    weak var gone: UIScrollView?
    do {
      let view = stage.add(UIScrollView(), 0, 0, 200, 200)
      view.contentSize = CGSize(width: 200, height: 1000)
      gone = view
      stage.host.run(at: 1) { view.setContentOffset(CGPoint(x: 0, y: 100), animated: true) }
      stage.host.run(at: 1.1) { view.removeFromSuperview() }
    }
    stage.host.run(at: 3)
    #expect(gone == nil)
  }

  @Test func everythingStops() {
    let scroll = ScrollStage(200, 50_000)
    scroll.stage.touch(.began, 100, 190, at: 1)
    scroll.stage.touch(.moved, 100, 100, at: 1.01)
    scroll.stage.host.run(at: 1.02) { scroll.view.stopScrollingAndZooming() }
    #expect(!scroll.view.isDragging)
    #expect(scroll.log.calls.last == "did drag false")
    scroll.stage.touch(.moved, 100, 50, at: 1.03)
    #expect(scroll.offset.y == 80)
  }

  @Test func everythingStopsBetweenTheEdges() {
    let scroll = ScrollStage(1000, 200)
    (scroll.view.isPagingEnabled, scroll.view.alwaysBounceHorizontal) = (true, true)
    for (time, place, expected) in [(1, 20, 80), (2, 180, 0)] as [(Double, CGFloat, CGFloat)] {
      scroll.stage.touch(.began, 110, 100, at: time)
      scroll.stage.touch(.moved, place, 100, at: time + 0.01)
      scroll.stage.host.run(at: time + 0.02) { scroll.view.stopScrollingAndZooming() }
      #expect(scroll.log.calls.contains("did drag false"))
      #expect(!scroll.view.isDragging && !scroll.view.isDecelerating)
      #expect(scroll.offset == CGPoint(x: expected, y: 0))
      scroll.stage.touch(.ended, place, 100, at: time + 0.03)
      #expect(scroll.offset(at: time + 0.5).x == expected)
      scroll.view.contentOffset = .zero
    }
  }
}
