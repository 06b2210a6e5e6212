import CoreGraphics
import Foundation
import QuartzCore

/// Scroll views in scroll views: which one follows a finger, and what goes from one to the other.
extension UIScrollView {
  /// True if a finger that has gone a way, in points of this view, drags the content.
  final func takes(_ way: CGPoint) -> Bool {
    let along = followable(way)
    let length = along.distance(to: .zero)
    guard length >= UIPanGestureRecognizer.threshold else { return false }
    // What goes more across is for a scroll view around this one that can follow there.
    let across = CGPoint(x: way.x - along.x, y: way.y - along.y)
    return across.distance(to: .zero) <= length || !outerViews.contains { $0.hasRoom(for: across) }
  }

  /// The part of a way that the content can follow, and leaves to no scroll view around this one.
  final func followable(_ way: CGPoint) -> CGPoint {
    let axes = openAxes
    return CGPoint(
      x: axes.x && !yields(CGPoint(x: way.x, y: 0)) ? way.x : 0,
      y: axes.y && !yields(CGPoint(x: 0, y: way.y)) ? way.y : 0
    )
  }

  /// True for a way beyond the edge where the content is, which a scroll view around this one can follow.
  private func yields(_ way: CGPoint) -> Bool {
    way != .zero && !hasRoom(for: way) && outerViews.contains { $0.hasRoom(for: way) }
  }

  /// True if the content can follow a part of a way before it comes to an edge.
  final func hasRoom(for way: CGPoint) -> Bool {
    let (ranges, offset, tolerance) = (ranges, contentOffset, tolerance)
    return isScrollEnabled
      && (ranges.x.hasRoom(at: offset.x, towards: -way.x, beyond: tolerance)
        || ranges.y.hasRoom(at: offset.y, towards: -way.y, beyond: tolerance))
  }

  private var outerViews: some Sequence<UIScrollView> {
    sequence(first: parent, next: { $0?.parent }).lazy.compactMap { $0 as? UIScrollView }
  }

  // MARK: Drags that go on outside

  /// Takes the part of a change of the offset, on one axis, that the scroll views around this one follow; returns the rest.
  ///
  /// They follow what leads beyond an edge of the content, and go back first.
  final func dragOuter(
    by change: CGFloat,
    on axis: WritableKeyPath<CGPoint, CGFloat>,
    _ range: ScrollRange
  ) -> CGFloat {
    guard zoom == nil else { return change }
    var rest = change
    if let outer = drag?.outer, let outerDrag = outer.drag, outerDrag.source == .inner {
      let gone = outer.wanted[keyPath: axis] - outerDrag.start[keyPath: axis]
      if gone * change < 0 {
        let back = max(-abs(gone), min(abs(gone), change))
        outer.follow(by: back, on: axis)
        rest -= back
      }
    }
    let place = wanted[keyPath: axis] + rest
    let excess = range.excess(place)
    guard rest != 0, excess * rest > 0 else { return rest }
    var way = CGPoint.zero
    way[keyPath: axis] = -excess
    if let outer = drag?.outer {
      // Only one follows, and none that the program has taken out of the drag.
      guard let axes = outer.drag?.axes, axis == \.x ? axes.x : axes.y else { return rest }
    }
    guard let outer = drag?.outer ?? outerViews.first(where: { $0.hasRoom(for: way) }), outer.mayFollow else {
      return rest
    }
    drag?.outer = outer
    outer.follow(by: excess, on: axis)
    return rest - excess
  }

  /// True unless fingers or a zoom of its own hold the content.
  private var mayFollow: Bool { isScrollEnabled && zoom == nil && (drag == nil || drag?.source == .inner) }

  /// Follows fingers in a scroll view of the content.
  private func follow(by change: CGFloat, on axis: WritableKeyPath<CGPoint, CGFloat>) {
    if drag == nil { begin(ScrollDrag(source: .inner, axes: openAxes)) }
    guard let drag else { return }
    wanted[keyPath: axis] += change
    showWanted(on: drag.axes)
  }

  /// Ends the drag of the scroll view around this one, which takes the speed where it was dragged; returns the rest.
  final func endOuterDrag(_ drag: ScrollDrag, _ speed: CGPoint) -> CGPoint {
    guard let outer = drag.outer, let outerDrag = outer.drag, outerDrag.source == .inner else { return speed }
    let isGone = (x: outer.wanted.x != outerDrag.start.x, y: outer.wanted.y != outerDrag.start.y)
    outer.endDrag(outerDrag, CGPoint(x: isGone.x ? speed.x : 0, y: isGone.y ? speed.y : 0))
    return CGPoint(x: isGone.x ? 0 : speed.x, y: isGone.y ? 0 : speed.y)
  }
}
