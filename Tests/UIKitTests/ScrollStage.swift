import StrataViews
import UIKit

/// A scroll view of 200 × 200 points in a window of that size, a delegate that notes its calls, and fingers.
@MainActor struct ScrollStage {
  let stage: Stage
  let view: UIScrollView
  let log = ScrollLog()

  init(_ width: CGFloat, _ height: CGFloat, scale: CGFloat = 1, _ view: UIScrollView = UIScrollView()) {
    stage = Stage(scale: scale)
    self.view = stage.add(view, 0, 0, 200, 200)
    let log = log
    stage.host.run(at: 0) {
      view.contentSize = CGSize(width: width, height: height)
      view.delegate = log
    }
  }

  var offset: CGPoint { view.contentOffset }

  /// Moves one finger evenly and lifts it while it moves, in `count` steps of 0.01 seconds.
  ///
  /// Returns the time at which it is lifted.
  @discardableResult func fling(
    from start: CGPoint = CGPoint(x: 100, y: 100),
    by step: CGVector,
    count: Int = 10,
    at time: Double = 1
  ) -> Double {
    stage.touch(.began, start.x, start.y, at: time)
    for i in 1...count {
      let place = CGPoint(x: start.x + step.dx * CGFloat(i), y: start.y + step.dy * CGFloat(i))
      stage.touch(i < count ? .moved : .ended, place.x, place.y, at: time + 0.01 * Double(i))
    }
    return time + 0.01 * Double(count)
  }

  /// Moves time forward, and reads the offset.
  func offset(at time: Double) -> CGPoint {
    stage.host.run(at: time + 1e-4)
    return view.contentOffset
  }

  func wheel(_ dx: CGFloat, _ dy: CGFloat, _ keys: ModifierKeys = [], at time: Double) {
    let place = CGPoint(x: 100, y: 100)
    let delta = CGVector(dx: dx, dy: dy)
    stage.host.send(.scroll(ScrollSample(at: place, delta: delta, modifiers: keys, time: time)), at: time)
  }
}

/// Notes the calls of a scroll view; changes of the offset and of the scale that follow each other once.
final class ScrollLog: NSObject, UIScrollViewDelegate {
  var calls: [String] = []
  var zoomed: UIView?
  /// Called with each change of the offset.
  var didScroll: (UIScrollView) -> Void = { _ in }
  /// Called at the end of a drag, with the velocity and the target, which it may change.
  var willEnd: (CGPoint, UnsafeMutablePointer<CGPoint>) -> Void = { _, _ in }

  /// Called after the end of a drag.
  var didEnd: (UIScrollView) -> Void = { _ in }

  private func note(_ call: String) { if calls.last != call { calls.append(call) } }

  func scrollViewDidScroll(_ scrollView: UIScrollView) {
    note("scroll")
    didScroll(scrollView)
  }
  func scrollViewWillBeginDragging(_ scrollView: UIScrollView) { note("will drag") }
  func scrollViewWillEndDragging(
    _ scrollView: UIScrollView,
    withVelocity velocity: CGPoint,
    targetContentOffset: UnsafeMutablePointer<CGPoint>
  ) {
    note("will end drag")
    willEnd(velocity, targetContentOffset)
  }
  func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {
    note("did drag \(decelerate)")
    didEnd(scrollView)
  }
  func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView) { note("will decelerate") }
  func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) { note("did decelerate") }
  func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) { note("did animate") }
  func viewForZooming(in scrollView: UIScrollView) -> UIView? { zoomed }
  func scrollViewWillBeginZooming(_ scrollView: UIScrollView, with view: UIView?) { note("will zoom") }
  func scrollViewDidZoom(_ scrollView: UIScrollView) { note("zoom") }
  func scrollViewDidEndZooming(_ scrollView: UIScrollView, with view: UIView?, atScale scale: CGFloat) {
    note("did zoom \(scale)")
  }
}
