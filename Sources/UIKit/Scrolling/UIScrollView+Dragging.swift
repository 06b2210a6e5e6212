import CoreGraphics
import Foundation
import QuartzCore
import StrataViews

/// The content in the hands of fingers, or of a wheel.
struct ScrollDrag {
  /// What drags.
  enum Source {
    case fingers
    case wheel
    /// The fingers that have dragged a scroll view in this one to its edge.
    case inner
  }

  let source: Source
  /// The axes on which the content follows.
  let axes: (x: Bool, y: Bool)
  /// The way of the recognizer that the content has followed, or never does.
  var followed = CGPoint.zero
  /// The offset that was wanted first.
  var start = CGPoint.zero
  /// The scroll view around this one that is dragged, too.
  weak var outer: UIScrollView?
  /// True for fingers that have brought the scale beyond its limits: until it is back, the drag ends without a speed.
  var hasZoomed = false
  /// True from the call of `scrollViewWillEndDragging` on.
  var isEnding = false
}

extension UIScrollView {
  /// How much farther a drag goes on one axis than on the other to be locked there.
  private static var lockRatio: CGFloat { 2 }
  /// A page is turned by a speed of more than this, in points per second.
  private static var pageSpeed: CGFloat { 100 }

  // MARK: Beginning

  /// True if views of the content that know of fingers leave them to the scroll view.
  final func mayTake(_ touches: Set<UITouch>) -> Bool {
    touches.allSatisfy { touch in
      guard touch.isSeenByView, let view = touch.view, view !== self else { return true }
      return canCancelContentTouches && touchesShouldCancel(in: view)
    }
  }

  /// True while content that was let go moves faster than by this speed, in points per second.
  final var movesVisibly: Bool {
    let leastSpeed: CGFloat = 15
    return motion.map { $0.kind == .deceleration && $0.speed.distance(to: .zero) >= leastSpeed } ?? false
  }

  /// Holds up what moves.
  final func fingersCameDown() {
    guard motion?.kind == .deceleration || motion?.kind == .wheel else { return }
    wasHeldUp = true
    stopMotion()
  }

  /// Lets content that was held up between two places of rest move on.
  final func fingersAreGone() {
    defer { wasHeldUp = false }
    guard wasHeldUp, drag == nil, zoom == nil, motion == nil, let host = window?.host else { return }
    let end = isPagingEnabled ? page(for: .zero) : clamped(contentOffset)
    if end != contentOffset {
      decelerate(deceleration(.zero, to: isPagingEnabled ? end : nil, at: host.time))
    }
  }

  // MARK: Course

  /// Follows the pan.
  final func follow(_ pan: UIPanGestureRecognizer) {
    switch pan.state {
    case .began: beginDrag()
    case .changed: continueDrag()
    case .ended: endDrag()
    case .cancelled: endDrag(isCancelled: true)
    default: break
    }
  }

  private func beginDrag() {
    let way = pan.translation(in: self)
    let isOfWheel = !pan.scrolling.isEmpty
    let along = isOfWheel ? way : followable(way)
    // The way that it takes to recognize a drag is not followed.
    let length = along.distance(to: .zero)
    let unused = isOfWheel || length == 0 ? 0 : min(1, UIPanGestureRecognizer.threshold / length)
    let open = openAxes
    var axes = (x: open.x && along.x == way.x, y: open.y && along.y == way.y)
    if isDirectionalLockEnabled, !isOfWheel {
      if abs(along.x) > Self.lockRatio * abs(along.y) { axes.y = false }
      if abs(along.y) > Self.lockRatio * abs(along.x) { axes.x = false }
    }
    begin(
      ScrollDrag(
        source: isOfWheel ? .wheel : .fingers,
        axes: axes,
        followed: CGPoint(x: along.x * unused, y: along.y * unused)
      )
    )
    continueDrag()
  }

  /// Begins a drag where the content is, or where a wheel brings it.
  final func begin(_ drag: ScrollDrag) {
    // A finger of its own takes over from one in the content.
    if let former = self.drag { endDrag(former, .zero) }
    let glide = drag.source == .wheel && motion?.isOfWheel == true ? motion : nil
    stopMotion()
    // The delegate may have ended the gesture, or begun an animation.
    guard motion == nil, drag.source == .inner || pan.isGoingOn else { return pan.stop() }
    if zoom == nil { takeHold() }
    if let glide {
      wanted = glide.end
      motion = glide.copy(.wheel)
    }
    self.drag = drag
    self.drag?.start = wanted
    wasHeldUp = false
    indicators.show(self)
    delegate?.scrollViewWillBeginDragging(self)
  }

  /// Notes the offset for which fingers would show the present one.
  final func takeHold() {
    let (ranges, offset) = (ranges, contentOffset)
    wanted = bounces ? CGPoint(x: ranges.x.unpulled(offset.x), y: ranges.y.unpulled(offset.y)) : offset
  }

  private func continueDrag() {
    guard let drag, drag.source != .inner else { return }
    let way = pan.translation(in: self)
    let change = CGPoint(x: drag.followed.x - way.x, y: drag.followed.y - way.y)
    guard change != .zero else { return }
    self.drag?.followed = way
    let isOfWheel = drag.source == .wheel
    if drag.axes.x { wanted.x += isOfWheel ? change.x : dragOuter(by: change.x, on: \.x, ranges.x) }
    if drag.axes.y { wanted.y += isOfWheel ? change.y : dragOuter(by: change.y, on: \.y, ranges.y) }
    guard isOfWheel else { return showWanted(on: drag.axes) }
    wanted = clamped(wanted)
    if pan.scrolling == .discrete, let host = window?.host {
      start(spring(.wheel, to: placeOfRest(wanted), at: host.time))
    } else {
      stopMotion()
      move(to: placeOfRest(wanted))
    }
  }

  /// Shows the offset that fingers want, or less of it beyond the edges.
  final func showWanted(on axes: (x: Bool, y: Bool) = (true, true)) {
    let (ranges, open) = (ranges, openAxes)
    if !bounces { wanted = clamped(wanted) }
    var offset = placeToShow(
      CGPoint(
        x: open.x ? ranges.x.pulled(wanted.x) : ranges.x.clamped(wanted.x),
        y: open.y ? ranges.y.pulled(wanted.y) : ranges.y.clamped(wanted.y)
      )
    )
    if !axes.x { offset.x = contentOffset.x }
    if !axes.y { offset.y = contentOffset.y }
    move(to: offset)
  }

  // MARK: End

  private func endDrag(isCancelled: Bool = false) {
    if !isCancelled { continueDrag() }
    guard let drag else { return }
    if isCancelled, drag.source == .wheel {
      stopMotion()
      wanted = contentOffset
    }
    var speed = drag.source == .wheel || isCancelled ? .zero : pan.velocity(in: self)
    speed = CGPoint(x: drag.axes.x ? 0 - speed.x : 0, y: drag.axes.y ? 0 - speed.y : 0)
    endDrag(drag, endOuterDrag(drag, speed))
  }

  /// Ends what fingers and wheels do, without a deceleration.
  final func letGo() {
    let former = isLettingGo
    isLettingGo = true
    pan.stop()
    pinch?.stop()
    if let drag { endDrag(drag, .zero) }
    isLettingGo = former
  }

  /// Ends a drag with a speed of the content, in points per second.
  final func endDrag(_ drag: ScrollDrag, _ speed: CGPoint) {
    guard self.drag?.isEnding == false else { return }
    self.drag?.isEnding = true
    let speed = drag.hasZoomed && isBouncingBack ? .zero : speed
    let (time, isOfWheel) = (window?.host.time ?? 0, drag.source == .wheel)
    var proposed = isOfWheel ? placeOfRest(wanted) : end(of: deceleration(speed, to: nil, at: time))
    if isPagingEnabled {
      let turn = CGPoint(x: (wanted.x - drag.start.x) * 1000, y: (wanted.y - drag.start.y) * 1000)
      proposed = page(for: isOfWheel ? turn : speed)
    }
    var end = proposed
    let perMillisecond = CGPoint(x: speed.x / 1000, y: speed.y / 1000)
    delegate?.scrollViewWillEndDragging(self, withVelocity: perMillisecond, targetContentOffset: &end)
    end = end.x.isFinite && end.y.isFinite ? end : proposed
    self.drag = nil
    let isFree = end == proposed && !isPagingEnabled
    var next = deceleration(speed, to: isFree ? nil : clamped(end), at: time)
    if isOfWheel, isFree { next = spring(.deceleration, to: end, at: time) }
    // The delegate may have begun an animation.
    endDrag(before: zoom == nil && motion?.kind != .animation ? next : nil)
  }

  /// Tells of the end of a drag, and begins what comes after it.
  private func endDrag(before next: ScrollMotion?) {
    let (former, place) = (motion, contentOffset)
    let isOver = next?.isOver(within: 1e-6) ?? true
    let goesOn = !isOver && !isLettingGo && window != nil
    if !goesOn {
      // Otherwise it goes on as a deceleration.
      if motion?.kind == .wheel { stopMotion() }
      if motion == nil, zoom == nil, !isLettingGo { move(to: clamped(contentOffset)) }
    }
    delegate?.scrollViewDidEndDragging(self, willDecelerate: goesOn)
    if goesOn, let next, drag == nil, motion === former {
      next.x.move(by: contentOffset.x - place.x)
      next.y.move(by: contentOffset.y - place.y)
      decelerate(next)
    } else if motion == nil {
      indicators.fade(self)
    }
  }

  /// Begins a motion as the end of a drag, or of what held the content up.
  final func decelerate(_ motion: ScrollMotion) {
    start(motion)
    delegate?.scrollViewWillBeginDecelerating(self)
  }

  /// The page on which content comes to rest that moves by a speed, in points per second.
  private func page(for speed: CGPoint) -> CGPoint {
    func edge(_ offset: CGFloat, _ speed: CGFloat, _ range: ScrollRange) -> CGFloat {
      guard range.length > 0, range.excess(offset) == 0 else { return range.clamped(offset) }
      let number = offset / range.length
      let isTurned = abs(speed) >= Self.pageSpeed
      let rule = isTurned ? speed > 0 ? .up : .down : FloatingPointRoundingRule.toNearestOrAwayFromZero
      return range.clamped(number.rounded(rule) * range.length)
    }
    let (ranges, offset) = (ranges, contentOffset)
    return CGPoint(x: edge(offset.x, speed.x, ranges.x), y: edge(offset.y, speed.y, ranges.y))
  }
}
