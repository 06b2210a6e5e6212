import CoreGraphics
import Foundation

/// The pan of a scroll view: begins on the axes on which there is something to scroll, and holds fingers back from the content.
final class ScrollPan: UIPanGestureRecognizer {
  weak var scrollView: UIScrollView?
  private var holds = false

  /// How long a finger is kept from the content, in seconds.
  private static let delay = 0.15

  override var pointsPerLine: CGFloat { 40 }
  override var holdsTouchesBegan: Bool { holds || delaysTouchesBegan }
  override var mayBegin: Bool { (scrollView?.mayTake(gestureTouches) ?? true) && super.mayBegin }

  override var hasMovedEnough: Bool {
    scrollView?.takes(translation(in: scrollView)) ?? super.hasMovedEnough
  }

  override func shouldReceive(_ event: UIEvent) -> Bool {
    guard super.shouldReceive(event) else { return false }
    guard let event = event as? ScrollEvent, let scrollView else { return true }
    return scrollView.hasRoom(for: CGPoint(x: event.way.dx, y: event.way.dy))
  }

  override func canPrevent(_ preventedGestureRecognizer: UIGestureRecognizer) -> Bool {
    !isOfSameView(preventedGestureRecognizer)
  }

  override func canBePrevented(by preventingGestureRecognizer: UIGestureRecognizer) -> Bool {
    !isOfSameView(preventingGestureRecognizer)
  }

  private func isOfSameView(_ other: UIGestureRecognizer) -> Bool {
    other is ScrollPinch && other.view === view
  }

  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    super.touchesBegan(touches, with: event)
    guard let scrollView else { return }
    scrollView.fingersCameDown()
    let isOpen = scrollView.openAxes.x || scrollView.openAxes.y || scrollView.pinch != nil
    guard state == .possible, numberOfTouches == touches.count, scrollView.delaysContentTouches, isOpen else {
      return
    }
    holds = true
    call(at: event.timestamp + Self.delay) { [weak self] in
      self?.holds = false
      self?.settle()
    }
  }

  override func reset() {
    super.reset()
    holds = false
    scrollView?.fingersAreGone()
  }

  /// True until the fingers or the wheel that drag have stopped.
  var isGoingOn: Bool { state == .began || state == .changed }

  /// Ends the drag without a speed.
  func stop() { if isGoingOn { breakOff() } }
}

/// The pinch of a scroll view.
final class ScrollPinch: UIPinchGestureRecognizer {
  weak var scrollView: UIScrollView?

  override var mayBegin: Bool {
    guard let scrollView else { return super.mayBegin }
    return scrollView.zoomedView != nil && scrollView.mayTake(gestureTouches) && super.mayBegin
  }

  override func canPrevent(_ preventedGestureRecognizer: UIGestureRecognizer) -> Bool {
    !(preventedGestureRecognizer is ScrollPan && preventedGestureRecognizer.view === view)
  }

  override func canBePrevented(by preventingGestureRecognizer: UIGestureRecognizer) -> Bool {
    !(preventingGestureRecognizer is ScrollPan && preventingGestureRecognizer.view === view)
  }

  /// Ends the zoom where it is.
  func stop() { if state == .began || state == .changed { breakOff() } }
}
