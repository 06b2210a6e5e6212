import CoreGraphics
import Foundation
import QuartzCore
import StrataViews

/// Where the content may be, and what moves it there.
extension UIScrollView {
  /// The places at which the content may rest.
  final var ranges: (x: ScrollRange, y: ScrollRange) {
    let (size, inset) = (ownLayer.bounds.size, contentInset)
    return (
      ScrollRange(content: contentSize.width, before: inset.left, after: inset.right, length: size.width),
      ScrollRange(content: contentSize.height, before: inset.top, after: inset.bottom, length: size.height)
    )
  }

  /// The axes on which there is something to scroll, or to pull.
  final var openAxes: (x: Bool, y: Bool) {
    let ranges = ranges
    return (
      ranges.x.isOpen || bounces && alwaysBounceHorizontal, ranges.y.isOpen || bounces && alwaysBounceVertical
    )
  }

  final func clamped(_ offset: CGPoint) -> CGPoint {
    let ranges = ranges
    return CGPoint(x: ranges.x.clamped(offset.x), y: ranges.y.clamped(offset.y))
  }

  /// The offset nearest to the present one that shows a rectangle; nil if the rectangle or the view has no place.
  final func offset(toShow rect: CGRect) -> CGPoint? {
    let (bounds, inset) = (ownLayer.bounds, contentInset.finite)
    let shown = (
      x: (bounds.minX + inset.left, bounds.maxX - inset.right),
      y: (bounds.minY + inset.top, bounds.maxY - inset.bottom)
    )
    let numbers = [rect.minX, rect.minY, rect.width, rect.height, shown.x.0, shown.x.1, shown.y.0, shown.y.1]
    guard numbers.allSatisfy(\.isFinite) else { return nil }
    func nearest(_ offset: CGFloat, _ range: ClosedRange<CGFloat>, _ shown: ClosedRange<CGFloat>) -> CGFloat {
      if range.lowerBound < shown.lowerBound, range.upperBound > shown.upperBound { return offset }
      let (before, after) = (
        range.lowerBound - shown.lowerBound, range.upperBound - shown.upperBound
      )
      // What is longer than the view shows its beginning, or its end if it comes from there.
      if before < 0 { return offset + max(before, min(after, 0)) }
      return after > 0 ? offset + min(after, before) : offset
    }
    let offset = CGPoint(
      x: nearest(contentOffset.x, rect.minX...rect.maxX, shown.x.0...max(shown.x.0, shown.x.1)),
      y: nearest(contentOffset.y, rect.minY...rect.maxY, shown.y.0...max(shown.y.0, shown.y.1))
    )
    return clamped(offset)
  }

  // MARK: Changes

  /// Moves the content for fingers, wheels and motions.
  final func move(to offset: CGPoint) {
    guard offset.x.isFinite, offset.y.isFinite, offset != contentOffset else { return }
    isMovingItself = true
    contentOffset = offset
    isMovingItself = false
  }

  private func didScroll() {
    indicators.update(self)
    delegate?.scrollViewDidScroll(self)
  }

  /// Follows a change of the bounds that this class does not make.
  final func boundsDidChange(from former: CGRect) {
    let bounds = ownLayer.bounds
    if bounds.size != former.size { edgesDidChange() }
    let moved = CGPoint(x: bounds.minX - former.minX, y: bounds.minY - former.minY)
    guard moved != .zero else { return }
    if isMovingItself {
      isMovingItself = false
      return didScroll()
    }
    (wanted.x, wanted.y) = (wanted.x + moved.x, wanted.y + moved.y)
    if let start = drag?.start { drag?.start = CGPoint(x: start.x + moved.x, y: start.y + moved.y) }
    switch motion?.kind {
    case .animation: stopMotion()
    case .deceleration, .wheel: redirect(by: moved)
    case nil: break
    }
    // The size may have brought the content elsewhere, which was told.
    if ownLayer.bounds.origin == bounds.origin { didScroll() }
  }

  /// Takes the content back between its edges, or has what moves end there; fingers do that when they let go.
  final func edgesDidChange() {
    indicators.update(self)
    guard drag.map({ $0.source == .wheel }) ?? true, zoom == nil, !isScalingContent else { return }
    if drag != nil { wanted = clamped(wanted) }
    if motion != nil {
      redirect(by: .zero)
    } else {
      let offset = clamped(contentOffset)
      if offset != contentOffset { move(to: offset) }
    }
  }

  // MARK: Motions

  /// The part of a point that is nearer than the next pixel.
  final var tolerance: CGFloat { 0.5 / pixelsPerPoint }
  private var pixelsPerPoint: CGFloat { window.map { max($0.host.scale, 1) } ?? 1 }

  /// The offset nearest to one between the edges, or beyond them, that is whole pixels or an edge.
  final func placeToShow(_ offset: CGPoint) -> CGPoint {
    let (scale, tolerance, ranges) = (pixelsPerPoint, tolerance, ranges)
    func place(_ offset: CGFloat, _ range: ScrollRange) -> CGFloat {
      let aligned = (offset * scale).rounded() / scale
      guard range.excess(offset) == 0 else { return aligned }
      let edge = range.edge(nearestTo: offset)
      return abs(offset - edge) < tolerance ? edge : range.clamped(aligned)
    }
    return CGPoint(x: place(offset.x, ranges.x), y: place(offset.y, ranges.y))
  }

  /// The place between the edges where content rests that would end at an offset.
  final func placeOfRest(_ offset: CGPoint) -> CGPoint { placeToShow(clamped(offset)) }

  /// How long animations of offsets and scales take, in seconds.
  static var animationDuration: TimeInterval { 0.3 }

  final func animate(to offset: CGPoint) {
    guard offset.x.isFinite, offset.y.isFinite, offset != contentOffset else { return }
    guard let host = window?.host, UIView.areAnimationsEnabled else {
      contentOffset = offset
      return
    }
    start(animation(to: offset, at: host.time))
  }

  private func animation(to end: CGPoint, at time: TimeInterval) -> ScrollMotion {
    let (now, duration) = (contentOffset, Self.animationDuration)
    let motion = ScrollMotion(
      .animation,
      at: time,
      x: ScrollCourse(from: now.x, to: end.x, duration: duration),
      y: ScrollCourse(from: now.y, to: end.y, duration: duration)
    )
    motion.keepsToEdges = clamped(end) == end
    return motion
  }

  /// A deceleration from the present offset by its speed in points per second, to where it leads or to `end`.
  final func deceleration(_ speed: CGPoint, to end: CGPoint?, at time: TimeInterval) -> ScrollMotion {
    let (ranges, offset, rate) = (ranges, contentOffset, decelerationRate.rawValue)
    func course(_ start: CGFloat, _ speed: CGFloat, _ end: CGFloat?, _ range: ScrollRange) -> ScrollCourse {
      guard let end else {
        return ScrollCourse(from: start, speed: speed, in: range, by: rate, bounces: bounces)
      }
      return isPagingEnabled
        ? ScrollCourse(from: start, speed: speed, to: end, frequency: ScrollCourse.pageFrequency)
        : ScrollCourse(from: start, speed: speed, to: end, by: rate)
    }
    return ScrollMotion(
      .deceleration,
      at: time,
      x: course(offset.x, speed.x, end?.x, ranges.x),
      y: course(offset.y, speed.y, end?.y, ranges.y),
      isFree: end == nil
    )
  }

  /// A spring from the present offset to another one, which is at once where a wheel wants it.
  final func spring(_ kind: ScrollMotion.Kind, to end: CGPoint, at time: TimeInterval) -> ScrollMotion {
    if let motion { motion.latest = max(motion.latest, time) }
    let (now, speed) = (motion?.place ?? contentOffset, motion?.speed ?? .zero)
    let frequency = ScrollCourse.wheelFrequency
    return ScrollMotion(
      kind,
      at: time,
      x: ScrollCourse(from: now.x, speed: speed.x, to: end.x, frequency: frequency),
      y: ScrollCourse(from: now.y, speed: speed.y, to: end.y, frequency: frequency),
      isOfWheel: true
    )
  }

  /// Moves by itself from now on.
  final func start(_ motion: ScrollMotion) {
    self.motion = motion
    if motion.kind != .animation { indicators.show(self) }
    guard ticker == nil, let host = window?.host else { return }
    let ticker = CADisplayLink { [weak self] link in
      guard let self else { return link.invalidate() }
      step(to: link.timestamp)
    }
    self.ticker = ticker
    // In a call of the host the link takes the time of the host.
    host.call(at: host.time) { [weak ticker] in ticker?.add(to: .main, forMode: .common) }
  }

  private func step(to time: TimeInterval) {
    guard let motion else { return }
    guard window != nil else { return stopMotion() }
    motion.latest = max(motion.latest, time)
    let isOver = motion.isOver(within: tolerance)
    move(to: isOver ? end(of: motion) : placeToShow(motion.place))
    // The delegate may have stopped it, or begun another one.
    if isOver, self.motion === motion { stopMotion() }
  }

  /// Where a motion comes to rest: on whole pixels, unless an edge, a page or a program says where.
  final func end(of motion: ScrollMotion) -> CGPoint {
    motion.isFree ? placeOfRest(motion.end) : motion.end
  }

  /// Has what moves go on from elsewhere, or between other edges.
  private func redirect(by moved: CGPoint) {
    guard let motion else { return }
    if motion.isFree {
      self.motion = deceleration(motion.speed, to: nil, at: motion.latest)
    } else {
      motion.x.move(by: moved.x)
      motion.y.move(by: moved.y)
      let end = clamped(motion.end)
      guard end != motion.end else { return }
      switch motion.kind {
      case .animation: if motion.keepsToEdges { self.motion = animation(to: end, at: motion.latest) }
      case _ where motion.isOfWheel: self.motion = spring(motion.kind, to: end, at: motion.latest)
      default: self.motion = deceleration(motion.speed, to: end, at: motion.latest)
      }
    }
  }

  /// Ends what moves by itself, and tells the delegate.
  final func stopMotion() {
    guard let motion else { return }
    self.motion = nil
    ticker?.invalidate()
    ticker = nil
    if drag == nil { indicators.fade(self) }
    switch motion.kind {
    case .deceleration: delegate?.scrollViewDidEndDecelerating(self)
    case .animation: delegate?.scrollViewDidEndScrollingAnimation(self)
    case .wheel: break
    }
  }
}
