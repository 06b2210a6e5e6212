import CoreGraphics
public import Foundation

/// The kinds of scrolling.
public struct UIScrollTypeMask: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: Int
  /// Creates a set of bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// A wheel that turns by notches.
  public static let discrete = UIScrollTypeMask(rawValue: 1)
  /// A touchpad, or a wheel that turns smoothly.
  public static let continuous = UIScrollTypeMask(rawValue: 2)
  /// Both.
  public static let all: UIScrollTypeMask = [.discrete, .continuous]
}

/// Recognizes fingers that move together.
///
/// The gesture begins when the fingers have moved by 10 points; the translation counts from where they came down. With
/// ``allowedScrollTypesMask`` scrolling is such a gesture, too, without fingers: it begins at once, moves by 10 points for a
/// line, and ends when nothing is scrolled for 0.15 seconds.
open class UIPanGestureRecognizer: UIGestureRecognizer {
  /// The fewest fingers.
  open var minimumNumberOfTouches = 1
  /// The most fingers.
  open var maximumNumberOfTouches = Int.max

  /// The kinds of scrolling that the gesture follows, too; none at first.
  open var allowedScrollTypesMask: UIScrollTypeMask = []

  /// The kind of scrolling that the gesture follows; none with fingers.
  private(set) final var scrolling: UIScrollTypeMask = []
  /// How far a line scrolls, in points.
  var pointsPerLine: CGFloat { 10 }

  /// Where the pointer is while the gesture follows scrolling; in the window, in points.
  private var pointer: CGPoint?
  /// In the window, in points.
  private var moved = CGPoint.zero
  /// What ``setTranslation(_:in:)`` set, less what was moved before.
  private var offset = CGPoint.zero
  /// The movement of the last ``velocitySpan``, from the last sample before it on.
  private var track: [(time: TimeInterval, moved: CGPoint)] = []

  /// How far fingers move before the gesture begins, in points.
  static let threshold: CGFloat = 10
  /// The last part of the movement, in seconds, that gives the velocity.
  private static let velocitySpan = 0.1

  /// Returns the way since the beginning, in a view's coordinates; nil is the window's.
  open func translation(in view: UIView?) -> CGPoint {
    vector(CGPoint(x: moved.x + offset.x, y: moved.y + offset.y), in: view)
  }

  /// Sets the way since the beginning, in a view's coordinates; nil is the window's.
  open func setTranslation(_ translation: CGPoint, in view: UIView?) {
    var inWindow = translation
    if let view, let window = view.window {
      let (end, start) = (view.convert(translation, to: window), view.convert(CGPoint.zero, to: window))
      inWindow = CGPoint(x: end.x - start.x, y: end.y - start.y)
    }
    offset = CGPoint(x: inWindow.x - moved.x, y: inWindow.y - moved.y)
  }

  /// Returns the velocity, in points per second of a view's coordinates; nil is the window's.
  ///
  /// It is that of the last tenth of a second, so fingers that rest before they go up have none.
  open func velocity(in view: UIView?) -> CGPoint {
    guard let first = track.first, let last = track.last, last.time > first.time else { return .zero }
    let seconds = CGFloat(last.time - first.time)
    return vector(
      CGPoint(x: (last.moved.x - first.moved.x) / seconds, y: (last.moved.y - first.moved.y) / seconds),
      in: view
    )
  }

  private func vector(_ v: CGPoint, in view: UIView?) -> CGPoint {
    guard let view, let window = view.window ?? self.view?.window else { return v }
    let (end, start) = (window.convert(v, to: view), window.convert(CGPoint.zero, to: view))
    return CGPoint(x: end.x - start.x, y: end.y - start.y)
  }

  /// Returns the middle of the fingers, or the place of the pointer that scrolls, in a view's coordinates.
  open override func location(in view: UIView?) -> CGPoint {
    guard let pointer else { return super.location(in: view) }
    guard let view, let window = view.window ?? self.view?.window else { return pointer }
    return window.convert(pointer, to: view)
  }

  override var followsWithoutTouches: Bool { pointer != nil }

  /// Follows scrolling of a kind by lines, at a place in the window.
  final func scroll(by lines: CGVector, _ kind: UIScrollTypeMask, at place: CGPoint, time: TimeInterval) {
    if state == .possible, pointer == nil { note(at: time) }
    (pointer, scrolling) = (place, kind)
    (moved.x, moved.y) = (moved.x + lines.dx * pointsPerLine, moved.y + lines.dy * pointsPerLine)
    note(at: time)
    state = state == .possible ? .began : .changed
  }

  /// Adds a sample to the track, and drops those that are too old.
  private func note(at time: TimeInterval) {
    track.append((time, moved))
    // A sample of the span's age belongs to it, however its time is rounded.
    let start = time - Self.velocitySpan - 1e-6
    if let before = track.lastIndex(where: { $0.time < start }) { track.removeFirst(before) }
  }

  /// Begins a track; the movement counts from the last finger needed.
  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    if state == .possible {
      if numberOfTouches > maximumNumberOfTouches { state = .failed }
      if numberOfTouches <= minimumNumberOfTouches { (moved, track) = (.zero, []) }
    }
    note(at: event.timestamp)
  }

  /// Follows the middle of the fingers.
  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    guard state != .possible || numberOfTouches >= minimumNumberOfTouches else { return }
    follow(touches, of: numberOfTouches)
    note(at: event.timestamp)
    if state == .possible {
      if hasMovedEnough { state = .began }
    } else {
      state = .changed
    }
  }

  /// True if fingers have moved far enough for the gesture to begin.
  var hasMovedEnough: Bool { moved.distance(to: .zero) >= Self.threshold }

  /// Adds the way of some of the fingers to that of their middle.
  private func follow(_ touches: Set<UITouch>, of count: Int) {
    for touch in touches {
      let (now, before) = (touch.location(in: nil), touch.previousLocation(in: nil))
      moved.x += (now.x - before.x) / CGFloat(max(count, 1))
      moved.y += (now.y - before.y) / CGFloat(max(count, 1))
    }
  }

  /// Ends with the last finger, or with too few of them.
  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    if state != .possible { follow(touches, of: downTouches.count + touches.count) }
    note(at: event.timestamp)
    if state == .possible {
      if downTouches.isEmpty { state = .failed }
    } else if downTouches.count < minimumNumberOfTouches {
      state = .ended
    }
  }

  /// Forgets the movement.
  open override func reset() {
    (moved, offset, pointer) = (.zero, .zero, nil)
    (track, scrolling) = ([], [])
  }
}
