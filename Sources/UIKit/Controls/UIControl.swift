import CoreGraphics
public import Foundation

/// A view that follows a finger and tells targets what happens: the base of buttons, switches, sliders and dials.
///
/// A finger that comes down is tracked: ``beginTracking(_:with:)``, ``continueTracking(_:with:)`` and then
/// ``endTracking(_:with:)`` or ``cancelTracking(with:)``. Targets are told after each of them. Actions are methods that are
/// named through their type, in place of selectors, or closures (``UIAction``).
///
/// ```swift
/// dial.addTarget(self, action: Panel.turn, for: .valueChanged)
/// dial.addAction(UIAction { _ in print("touched") }, for: .touchDown)
/// ```
///
/// With `isMultipleTouchEnabled` each finger is tracked by itself. A control keeps its fingers to itself: views around it
/// do not get them, also while it is disabled.
///
/// - Thread: The main actor's.
open class UIControl: UIView {
  /// How far around the bounds a tracked finger counts as inside, in points.
  private static let margin: CGFloat = 70

  final var registrations: [Registration] = []
  /// The fingers that are tracked, in the order of their coming down.
  private var tracked: [UITouch] = []
  /// Those of them that are inside.
  private var inside: Set<UITouch> = []
  /// True if the finger that came down or moved last is inside.
  private var isInside = false
  /// The fingers whose end is being told.
  private var ending: Set<UITouch> = []

  /// Creates a control with a frame in its future superview's coordinates, in points.
  public override init(frame: CGRect) { super.init(frame: frame) }

  /// Creates a control with an action for ``Event/primaryActionTriggered``, which subclasses send.
  public convenience init(frame: CGRect, primaryAction: UIAction?) {
    self.init(frame: frame)
    if let primaryAction { addAction(primaryAction, for: .primaryActionTriggered) }
  }

  /// Creates a control from an archive, which has no targets and actions.
  public required init?(coder: NSCoder) {
    isEnabled = !coder.decodeBool(forKey: Key.isDisabled)
    isSelected = coder.decodeBool(forKey: Key.isSelected)
    isHighlighted = coder.decodeBool(forKey: Key.isHighlighted)
    let (vertical, horizontal) = (Key.verticalAlignment, Key.horizontalAlignment)
    contentVerticalAlignment =
      ContentVerticalAlignment(rawValue: coder.decodeInteger(forKey: vertical)) ?? .center
    contentHorizontalAlignment =
      ContentHorizontalAlignment(rawValue: coder.decodeInteger(forKey: horizontal)) ?? .center
    super.init(coder: coder)
  }

  private enum Key {
    static let isDisabled = "UIDisabled"
    static let isSelected = "UISelected"
    static let isHighlighted = "UIHighlighted"
    static let verticalAlignment = "UIContentVerticalAlignment"
    static let horizontalAlignment = "UIContentHorizontalAlignment"
  }

  /// Writes the control and its state, without targets and actions, into a keyed archive.
  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(!isEnabled, forKey: Key.isDisabled)
    coder.encode(isSelected, forKey: Key.isSelected)
    coder.encode(isHighlighted, forKey: Key.isHighlighted)
    coder.encode(contentVerticalAlignment.rawValue, forKey: Key.verticalAlignment)
    coder.encode(contentHorizontalAlignment.rawValue, forKey: Key.horizontalAlignment)
  }

  // MARK: State

  /// False takes no fingers, and breaks tracking off.
  open var isEnabled = true {
    didSet {
      guard !isEnabled, !ending.isSuperset(of: tracked) else { return }
      breakOff(with: nil)
      rest()
    }
  }

  /// True for a control that is chosen; programs and subclasses set it.
  open var isSelected = false
  /// True while a tracked finger is inside; programs may set it, too, and the end of a finger takes it back.
  open var isHighlighted = false

  /// What the control shows of itself, by ``isEnabled``, ``isSelected`` and ``isHighlighted``; subclasses add bits of
  /// ``State-swift.struct/application``.
  open var state: State {
    var state = State.normal
    if isHighlighted { state.insert(.highlighted) }
    if !isEnabled { state.insert(.disabled) }
    if isSelected { state.insert(.selected) }
    return state
  }

  /// True while a finger is tracked, until ``endTracking(_:with:)`` or ``cancelTracking(with:)`` of this class.
  open var isTracking: Bool { !tracked.isEmpty }
  /// True while the tracked finger, or the last one that moved, is inside: in the bounds or within 70 points of them.
  open var isTouchInside: Bool { isInside }

  /// Where the content lies from top to bottom; subclasses act on it.
  open var contentVerticalAlignment = ContentVerticalAlignment.center {
    didSet { if contentVerticalAlignment != oldValue { setNeedsLayout() } }
  }

  /// Where the content lies from left to right; subclasses act on it.
  open var contentHorizontalAlignment = ContentHorizontalAlignment.center {
    didSet { if contentHorizontalAlignment != oldValue { setNeedsLayout() } }
  }

  /// Where the content lies from left to right, with left for leading and right for trailing.
  open var effectiveContentHorizontalAlignment: ContentHorizontalAlignment {
    switch contentHorizontalAlignment {
    case .leading: .left
    case .trailing: .right
    default: contentHorizontalAlignment
    }
  }

  // MARK: Tracking, for subclasses

  /// Reacts to a finger that came down in the control; returns false to let it go, without an event.
  open func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool { true }

  /// Reacts to a tracked finger that moved; returns false to let it go, without further events.
  open func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool { true }

  /// Reacts to a tracked finger that went up; overrides call this one, which ends ``isTracking``.
  open func endTracking(_ touch: UITouch?, with event: UIEvent?) {
    tracked.removeAll { touch == nil || $0 === touch }
  }

  /// Reacts to fingers that were taken away; overrides call this one, which ends ``isTracking``.
  ///
  /// A gesture takes them, they are gone when the control leaves the window, and without an event when it is disabled.
  open func cancelTracking(with event: UIEvent?) {
    tracked = []
    rest()
  }

  // MARK: Actions

  /// Calls the actions of targets and closures that are registered for any of the events, in the order of registration.
  open func sendActions(for controlEvents: Event) { send(controlEvents, nil) }

  /// Calls an action with the control as its sender; all actions of ``addAction(_:for:)`` are called through this method.
  open func sendAction(_ action: UIAction) { action.perform(for: self) }

  /// Calls an action for events, too.
  ///
  /// It takes the place of an action with the same identifier for those events [inferred].
  open func addAction(_ action: UIAction, for controlEvents: Event) {
    removeAction(identifiedBy: action.identifier, for: controlEvents)
    register(Registration(action: action, events: controlEvents) { control, _ in control.sendAction(action) })
  }

  /// Calls an action no longer for events.
  open func removeAction(_ action: UIAction, for controlEvents: Event) {
    removeAction(identifiedBy: action.identifier, for: controlEvents)
  }

  /// Calls the action with an identifier no longer for events.
  open func removeAction(identifiedBy actionIdentifier: UIAction.Identifier, for controlEvents: Event) {
    unregister(controlEvents) { $0.action?.identifier == actionIdentifier }
  }

  // MARK: Fingers

  /// Begins to track fingers that came down.
  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    for touch in inOrder(touches) where isEnabled && (tracked.isEmpty || isMultipleTouchEnabled) {
      let wasInside = isInside
      isInside = true
      // A control that was disabled or has left the window meanwhile has lost the finger.
      guard beginTracking(touch, with: event), isEnabled, touch.phase != .cancelled else {
        isInside = wasInside && !tracked.isEmpty
        continue
      }
      tracked.append(touch)
      inside.insert(touch)
      isHighlighted = true
      send(touch.tapCount > 1 ? [.touchDown, .touchDownRepeat] : .touchDown, event)
    }
  }

  /// Follows tracked fingers that moved.
  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
    for touch in inOrder(touches) where tracked.contains(touch) {
      let hasCrossed = update(touch, event)
      guard tracked.contains(touch) else { continue }
      guard continueTracking(touch, with: event) else {
        tracked.removeAll { $0 === touch }
        rest()
        continue
      }
      guard tracked.contains(touch) else { continue }
      let isInside = inside.contains(touch)
      var events: Event = isInside ? .touchDragInside : .touchDragOutside
      if hasCrossed { events.insert(isInside ? .touchDragEnter : .touchDragExit) }
      send(events, event)
    }
  }

  /// Ends the tracking of fingers that went up.
  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    for touch in inOrder(touches) where tracked.contains(touch) {
      _ = update(touch, event)
      guard tracked.contains(touch) else { continue }
      let isInside = inside.contains(touch)
      ending.insert(touch)
      endTracking(touch, with: event)
      ending.remove(touch)
      // An override may not have called the method of this class.
      tracked.removeAll { $0 === touch }
      send(isInside ? .touchUpInside : .touchUpOutside, event)
      rest()
    }
  }

  /// Breaks off the tracking of fingers that were taken away.
  open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard touches.contains(where: tracked.contains) else { return }
    breakOff(with: event)
    send(.touchCancel, event)
    rest()
  }

  private func breakOff(with event: UIEvent?) {
    ending.formUnion(tracked)
    cancelTracking(with: event)
    // An override may not have called the method of this class.
    (tracked, ending) = ([], [])
  }

  /// Finds out where a tracked finger is; true if it has gone in or out.
  private func update(_ touch: UITouch, _ event: UIEvent?) -> Bool {
    let place = touch.location(in: self)
    let around = bounds.insetBy(dx: -Self.margin, dy: -Self.margin)
    let isIn = around.contains(place) || point(inside: place, with: event)
    // That may have disabled the control.
    guard tracked.contains(touch) else { return false }
    isInside = isIn
    guard isIn != inside.contains(touch) else { return false }
    let wasLit = !inside.isEmpty
    if isIn { inside.insert(touch) } else { inside.remove(touch) }
    let isLit = !inside.isEmpty
    if isLit != wasLit { isHighlighted = isLit }
    return true
  }

  /// Forgets fingers that are no longer tracked, and shows that none is inside.
  private func rest() {
    inside.formIntersection(tracked)
    isInside = !inside.isEmpty
    if !isInside, isHighlighted { isHighlighted = false }
  }

  private func inOrder(_ touches: Set<UITouch>) -> [UITouch] {
    touches.sorted { $0.startTime < $1.startTime }
  }
}
