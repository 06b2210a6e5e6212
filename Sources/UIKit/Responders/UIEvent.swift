import CoreGraphics
public import Foundation

/// What happened to a window at one time.
@preconcurrency @MainActor open class UIEvent: NSObject {
  /// The kind of an event.
  public enum EventType: Int, Sendable {
    /// Fingers on the screen.
    case touches
    /// Keys of a keyboard.
    case presses = 3
    /// A wheel, or two fingers on a touchpad.
    case scroll = 10
  }

  /// The kind.
  open var type: EventType { .touches }
  /// The media time, in seconds.
  public internal(set) final var timestamp: TimeInterval = 0
  /// The fingers on the screen, and those that just left it.
  public internal(set) final var allTouches: Set<UITouch>?
  /// The window that the event is for.
  final weak var window: UIWindow?

  nonisolated override init() { super.init() }

  /// Returns the fingers that came down in a view.
  open func touches(for view: UIView) -> Set<UITouch>? { filtered { $0.view === view } }

  /// Returns the fingers that came down in a window.
  open func touches(for window: UIWindow) -> Set<UITouch>? { filtered { $0.window === window } }

  /// Returns the fingers that a recognizer follows.
  open func touches(for gesture: UIGestureRecognizer) -> Set<UITouch>? {
    filtered { $0.gestureRecognizers?.contains { $0 === gesture } ?? false }
  }

  private func filtered(_ isIncluded: (UITouch) -> Bool) -> Set<UITouch>? {
    let found: Set<UITouch> = (allTouches ?? []).filter(isIncluded)
    return found.isEmpty ? nil : found
  }
}

/// One finger, from its coming down to its going up.
@preconcurrency @MainActor open class UITouch: NSObject {
  /// What a finger does.
  public enum Phase: Int, Sendable {
    /// It came down.
    case began
    /// It moved.
    case moved
    /// It stayed where it was.
    case stationary
    /// It went up.
    case ended
    /// It was taken away.
    case cancelled
  }

  /// What the finger does in the current event.
  public internal(set) final var phase = Phase.began
  /// The media time of the last change, in seconds.
  public internal(set) final var timestamp: TimeInterval = 0
  /// How many times the finger came down at this place in quick succession.
  public internal(set) final var tapCount = 1
  /// The window in which the finger came down.
  public internal(set) final weak var window: UIWindow?
  /// The view in which the finger came down.
  public internal(set) final weak var view: UIView?
  /// The recognizers that follow the finger.
  public internal(set) final var gestureRecognizers: [UIGestureRecognizer]?

  /// In the window, in points.
  final var position = CGPoint.zero
  final var formerPosition = CGPoint.zero
  /// Where the finger came down, in the window, and when, in seconds of media time.
  final var startPosition = CGPoint.zero
  final var startTime: TimeInterval = 0
  /// False once the finger was too far from where it came down to be a tap.
  final var mayBeTap = true
  /// False for a finger that only recognizers see, because its view wants no more than one.
  final var reachesView = true
  /// True once the view has been told of the finger.
  final var isSeenByView = false

  nonisolated override init() { super.init() }

  /// Returns where the finger is, in a view's coordinates; nil is the window's.
  open func location(in view: UIView?) -> CGPoint { converted(position, to: view) }

  /// Returns where the finger was before the last change, in a view's coordinates.
  open func previousLocation(in view: UIView?) -> CGPoint { converted(formerPosition, to: view) }

  /// Returns where the finger is, in a view's coordinates; nil is the window's.
  ///
  /// Places are as precise as they come, so this is the same as the location.
  open func preciseLocation(in view: UIView?) -> CGPoint { location(in: view) }

  /// Returns where the finger was before the last change, in a view's coordinates.
  open func precisePreviousLocation(in view: UIView?) -> CGPoint { previousLocation(in: view) }

  private func converted(_ point: CGPoint, to view: UIView?) -> CGPoint {
    guard let view, let window else { return point }
    return window.convert(point, to: view)
  }
}
