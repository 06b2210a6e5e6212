import StrataViews
import Testing
import UIKit

/// Content under a finger, and how it moves on: closed forms of the way and of the time.
@MainActor @Suite struct ScrollDragTests {
  /// What is shown of a way beyond an edge of a view of 200 points.
  private func pulled(_ way: CGFloat) -> CGFloat { way * 200 * 0.55 / (200 + 0.55 * way) }

  @Test func contentFollowsAFingerAfterTenPoints() {
    let scroll = ScrollStage(200, 1000)
    scroll.stage.touch(.began, 100, 150, at: 1)
    scroll.stage.touch(.moved, 100, 141, at: 1.1)
    #expect(scroll.offset == .zero && scroll.view.isTracking)
    #expect(!scroll.view.isDragging)
    scroll.stage.touch(.moved, 100, 110, at: 1.2)
    #expect(scroll.offset == CGPoint(x: 0, y: 30) && scroll.view.isDragging)
    scroll.stage.touch(.moved, 60, 60, at: 1.3)
    #expect(scroll.offset == CGPoint(x: 0, y: 80))
    scroll.stage.touch(.moved, 60, 60, at: 1.6)
    scroll.stage.touch(.ended, 60, 60, at: 1.7)
    #expect(scroll.log.calls == ["will drag", "scroll", "will end drag", "did drag false"])
    #expect(!scroll.view.isTracking && !scroll.view.isDragging)
    #expect(scroll.offset(at: 4) == CGPoint(x: 0, y: 80))
  }

  @Test(arguments: [30, 80, 150] as [CGFloat]) func contentIsPulledBeyondItsEdge(way: CGFloat) {
    let scroll = ScrollStage(200, 1000, scale: 2)
    scroll.stage.touch(.began, 100, 20, at: 1)
    scroll.stage.touch(.moved, 100, 30 + way, at: 1.1)
    let expected = (-pulled(way) * 2).rounded() / 2
    #expect(scroll.offset == CGPoint(x: 0, y: expected))
  }

  @Test func contentSwingsBackCriticallyDamped() {
    let scroll = ScrollStage(200, 1000)
    scroll.stage.touch(.began, 100, 20, at: 1)
    scroll.stage.touch(.moved, 100, 130, at: 1.1)
    scroll.stage.touch(.moved, 100, 130, at: 1.5)
    scroll.stage.touch(.ended, 100, 130, at: 1.5)
    let start = -pulled(100).rounded()
    #expect(scroll.offset.y == start)
    for frame in [96.0, 105, 120] {
      let t = CGFloat(frame / 60 - 1.5)
      let expected = (start * (1 + 10 * t) * exp(-10 * t)).rounded()
      #expect(scroll.offset(at: frame / 60) == CGPoint(x: 0, y: expected))
    }
    #expect(scroll.offset(at: 4) == .zero)
    let end = ["did drag true", "will decelerate", "scroll", "did decelerate"]
    #expect(scroll.log.calls == ["will drag", "scroll", "will end drag"] + end)
  }

  @Test func contentThatJustReachesItsEdgeComesToRest() {
    let scroll = ScrollStage(200, 1000)
    let place: CGFloat = 140.401
    scroll.stage.touch(.began, 100, 50, at: 1)
    for time in [1.1, 1.4, 1.5] { scroll.stage.touch(.moved, 100, place, at: time) }
    scroll.stage.touch(.moved, 100, place - 40.002, at: 1.6)
    scroll.stage.touch(.ended, 100, place - 40.002, at: 1.6)
    // From 20 points beyond the edge, 200 points a second are the least that come back with some speed.
    #expect(scroll.offset.y == -20 && scroll.view.isDecelerating)
    #expect(scroll.offset(at: 4) == .zero && !scroll.view.isDecelerating)
  }

  @Test(arguments: [UIScrollView.DecelerationRate.normal, .fast])
  func theSpeedDeclinesByTheRateInEachMillisecond(rate: UIScrollView.DecelerationRate) {
    let scroll = ScrollStage(200, 100_000)
    scroll.view.decelerationRate = rate
    var velocity = CGPoint.zero
    var target = CGPoint.zero
    scroll.log.willEnd = { (velocity, target) = ($0, $1.pointee) }
    let release = scroll.fling(by: CGVector(dx: 0, dy: -10))
    #expect(abs(velocity.y - 1) < 1e-9 && velocity.x == 0)
    let way = rate.rawValue / (1 - rate.rawValue)
    #expect(abs(target.y - (90 + way)) < 1e-6)
    for frame in [72.0, 90, 120] {
      let milliseconds = CGFloat((frame / 60 - release) * 1000)
      let expected = 90 + way * (1 - pow(rate.rawValue, milliseconds))
      #expect(abs(scroll.offset(at: frame / 60).y - expected) <= 0.5 + 1e-6)
      #expect(scroll.view.isDecelerating == (frame < 120 || rate == .normal))
    }
    #expect(scroll.offset(at: 8).y == target.y)
    #expect(!scroll.view.isDecelerating)
  }

  @Test func aFastContentSwingsBeyondTheEdgeAndBack() {
    let scroll = ScrollStage(200, 500)
    let release = scroll.fling(by: CGVector(dx: 0, dy: -10))
    // It comes to 300 with what is left of 1000 points a second.
    let rest = 90 + 0.998 / 0.002 - 300
    let arrival = release + log(499 / rest) / (-1000 * log(0.998))
    let speed = -1000 * log(0.998) * rest
    for frame in [(arrival * 60).rounded(.up) + 3, (arrival * 60).rounded(.up) + 20] {
      let t = frame / 60 - arrival
      let expected = 300 + speed * t * exp(-10 * t)
      #expect(abs(scroll.offset(at: frame / 60).y - expected) <= 0.5 + 1e-6)
    }
    #expect(scroll.offset(at: 6) == CGPoint(x: 0, y: 300))
  }

  @Test func contentStopsAtTheEdgeWithoutBounces() {
    let scroll = ScrollStage(200, 500)
    scroll.view.bounces = false
    var most: CGFloat = 0
    scroll.log.didScroll = { most = max(most, $0.contentOffset.y) }
    scroll.fling(by: CGVector(dx: 0, dy: -10))
    #expect(scroll.offset(at: 6) == CGPoint(x: 0, y: 300))
    #expect(most == 300)
    scroll.stage.touch(.began, 100, 20, at: 7)
    scroll.stage.touch(.moved, 100, 5, at: 7.1)
    #expect(scroll.offset.y == 300)
  }

  @Test(arguments: [500.4, 500.6] as [CGFloat], [true, false])
  func contentEndsAtAnEdgeBetweenPixels(height: CGFloat, bounces: Bool) {
    let scroll = ScrollStage(200, height)
    scroll.view.bounces = bounces
    scroll.fling(by: CGVector(dx: 0, dy: -10))
    #expect(scroll.offset(at: 6).y == height - 200)
    scroll.stage.touch(.began, 100, 190, at: 7)
    scroll.stage.touch(.moved, 100, 100, at: 7.1)
    scroll.stage.touch(.moved, 100, 100, at: 7.4)
    scroll.stage.touch(.ended, 100, 100, at: 7.5)
    #expect(scroll.offset(at: 9).y == height - 200)
    scroll.wheel(0, 0.1, at: 10)
    scroll.wheel(0, -1, at: 10.1)
    #expect(scroll.offset(at: 12).y == height - 200)
  }

  @Test(arguments: [true, false]) func edgesThatChangeUnderAFingerCountWhenItLeaves(bounces: Bool) {
    let scroll = ScrollStage(200, 1000)
    scroll.view.bounces = bounces
    scroll.view.contentOffset.y = 700
    scroll.stage.touch(.began, 100, 190, at: 1)
    scroll.stage.touch(.moved, 100, 100, at: 1.1)
    scroll.stage.touch(.moved, 100, 100, at: 1.4)
    scroll.stage.host.run(at: 1.5) { scroll.view.contentSize.height = 500 }
    #expect(scroll.offset.y == 780)
    scroll.stage.touch(.ended, 100, 100, at: 1.6)
    #expect(bounces || scroll.offset.y == 300)
    #expect(scroll.offset(at: 4).y == 300)
  }

  @Test func theDelegateChoosesWhereContentComesToRest() {
    let scroll = ScrollStage(200, 2000)
    scroll.log.willEnd = { $1.pointee = CGPoint(x: 0, y: 640) }
    let release = scroll.fling(by: CGVector(dx: 0, dy: -10))
    // The spring that does not pull a speed of 1000 points a second at first, over the 550 points that are left.
    for frame in [80.0, 100] {
      let t = CGFloat(frame / 60 - release)
      let expected = 640 - (550 + 1000 * t) * exp(-t * 2000 / 550)
      #expect(abs(scroll.offset(at: frame / 60).y - expected) <= 0.5 + 1e-6)
    }
    #expect(scroll.offset(at: 8) == CGPoint(x: 0, y: 640))
  }

  @Test(arguments: [(-10, 1), (10, 0), (-0.5, 0)] as [(CGFloat, CGFloat)])
  func pagesAreTurnedBySpeed(step: CGFloat, page: CGFloat) {
    let scroll = ScrollStage(1000, 200)
    scroll.view.isPagingEnabled = true
    scroll.view.contentOffset.x = step > 0 ? 200 : 0
    let count = step.magnitude < 1 ? 40 : 6
    scroll.fling(by: CGVector(dx: step, dy: 0), count: count)
    #expect(scroll.offset(at: 5) == CGPoint(x: page * 200, y: 0))
  }

  @Test func aSlowPageGoesToTheNearest() {
    let scroll = ScrollStage(1000, 200)
    scroll.view.isPagingEnabled = true
    scroll.stage.touch(.began, 190, 100, at: 1)
    scroll.stage.touch(.moved, 60, 100, at: 1.1)
    scroll.stage.touch(.moved, 60, 100, at: 1.5)
    scroll.stage.touch(.ended, 60, 100, at: 1.6)
    #expect(scroll.offset.x == 120)
    #expect(scroll.offset(at: 5) == CGPoint(x: 200, y: 0))
    #expect(scroll.log.calls.suffix(3) == ["will decelerate", "scroll", "did decelerate"])
  }

  @Test func contentThatFitsStays() {
    let scroll = ScrollStage(100, 100)
    scroll.fling(by: CGVector(dx: 0, dy: -10))
    #expect(scroll.offset == .zero && scroll.log.calls.isEmpty)
    scroll.view.alwaysBounceVertical = true
    scroll.stage.touch(.began, 100, 20, at: 3)
    scroll.stage.touch(.moved, 130, 70, at: 3.1)
    let along = (50 - 10) as CGFloat
    #expect(scroll.offset == CGPoint(x: 0, y: -pulled(along).rounded()))
  }

  @Test(arguments: [true, false]) func aDragStaysOnItsAxis(isLocked: Bool) {
    let scroll = ScrollStage(1000, 1000)
    scroll.view.isDirectionalLockEnabled = isLocked
    scroll.stage.touch(.began, 100, 150, at: 1)
    scroll.stage.touch(.moved, 97, 110, at: 1.1)
    scroll.stage.touch(.moved, 60, 60, at: 1.2)
    #expect(isLocked == (scroll.offset.x == 0))
    #expect(scroll.offset.y > 70)
  }

  @Test func aDragAcrossIsNone() {
    let scroll = ScrollStage(1000, 200)
    scroll.fling(by: CGVector(dx: 0.5, dy: -10))
    #expect(scroll.log.calls.isEmpty)
    scroll.fling(by: CGVector(dx: -3, dy: -8), at: 3)
    #expect(scroll.log.calls.first == "will drag" && scroll.offset.x > 0)
  }

  @Test func aScrollViewThatIsDisabledStays() {
    let scroll = ScrollStage(200, 1000)
    scroll.view.isScrollEnabled = false
    scroll.fling(by: CGVector(dx: 0, dy: -10))
    scroll.wheel(0, -1, at: 3)
    #expect(scroll.offset == .zero && scroll.log.calls.isEmpty)
  }
}
