import CoreGraphics
public import Foundation

/// Recognizes a gesture in the movement of fingers.
///
/// A discrete gesture goes from ``State/possible`` to ``State/ended``; a continuous one passes ``State/began`` and
/// ``State/changed``. Actions are closures or methods, `addTarget(self, action: Board.drag)`, in place of selectors.
@preconcurrency @MainActor open class UIGestureRecognizer: NSObject {
  /// How far a gesture has come.
  public enum State: Int, Sendable {
    /// It may still become one.
    case possible
    /// It has begun.
    case began
    /// It goes on.
    case changed
    /// It has ended, or a discrete gesture was recognized.
    case ended
    /// It was broken off.
    case cancelled
    /// It was not the gesture.
    case failed

    /// The end of a discrete gesture.
    public static let recognized = State.ended
  }

  /// Creates a recognizer without an action.
  nonisolated public override init() { super.init() }

  /// Creates a recognizer that calls a closure.
  public convenience init(_ handler: @escaping (UIGestureRecognizer) -> Void) {
    self.init()
    addHandler(handler)
  }

  /// Creates a recognizer that calls a method of a target, which is not kept alive.
  public convenience init<Target: AnyObject, Recognizer: UIGestureRecognizer>(
    target: Target,
    action: @escaping (Target) -> (Recognizer) -> Void
  ) {
    self.init()
    addTarget(target, action: action)
  }

  /// Creates a recognizer that calls a method of a target without arguments; the target is not kept alive.
  public convenience init<Target: AnyObject>(target: Target, action: @escaping (Target) -> () -> Void) {
    self.init()
    addTarget(target, action: action)
  }

  /// Creates a recognizer without an action, which is nil.
  public convenience init(target: AnyObject?, action: Never?) { self.init() }

  /// Calls a closure, too.
  public final func addHandler(_ handler: @escaping (UIGestureRecognizer) -> Void) {
    handlers.append(Handler(target: nil, call: handler))
  }

  /// Calls a method of a target, too; the target is not kept alive.
  public final func addTarget<Target: AnyObject, Recognizer: UIGestureRecognizer>(
    _ target: Target,
    action: @escaping (Target) -> (Recognizer) -> Void
  ) {
    handlers.append(
      Handler(target: target) { [weak target] recognizer in
        if let target, let recognizer = recognizer as? Recognizer { action(target)(recognizer) }
      }
    )
  }

  /// Calls a method of a target without arguments, too; the target is not kept alive.
  public final func addTarget<Target: AnyObject>(_ target: Target, action: @escaping (Target) -> () -> Void) {
    handlers.append(
      Handler(target: target) { [weak target] _ in
        if let target { action(target)() }
      }
    )
  }

  /// Removes all methods of a target; without a target, all methods and closures.
  ///
  /// The action is nil, because methods cannot be compared.
  public final func removeTarget(_ target: AnyObject?, action: Never?) {
    // What is removed is freed afterwards, as deinitialisers that it sets off may remove handlers, too.
    let former = handlers
    handlers = target == nil ? [] : former.filter { $0.target !== target }
    withExtendedLifetime(former) {}
  }

  /// What is called, and the target that it belongs to.
  private struct Handler {
    weak var target: AnyObject?
    let call: (UIGestureRecognizer) -> Void
  }

  private final var handlers: [Handler] = []
  private final var failuresNeeded: [Weak] = []
  private final weak var contest: GestureContest?
  private final var current = State.possible
  /// States that were set before the contest let the gesture begin.
  private final var wanted: [State] = []
  final var trackedTouches: Set<UITouch> = []
  /// The fingers that took part since the last reset, also those that went up.
  private(set) final var gestureTouches: Set<UITouch> = []
  /// Incremented by each reset, so that late calls of clocks are noticed.
  private final var round = 0

  private struct Weak {
    weak var recognizer: UIGestureRecognizer?
  }

  // MARK: Properties

  /// How far the gesture has come; subclasses set it.
  open var state: State {
    get { wanted.last ?? current }
    set { change(to: newValue) }
  }

  /// The view whose fingers are followed.
  public internal(set) final weak var view: UIView?
  /// Decides with others which gesture is recognized.
  open weak var delegate: (any UIGestureRecognizerDelegate)?
  /// False ignores fingers, and breaks a gesture off.
  open var isEnabled = true {
    didSet { if !isEnabled, oldValue { breakOff() } }
  }
  /// Takes the fingers away from their view once the gesture is recognized.
  open var cancelsTouchesInView = true
  /// Keeps fingers that come down from their view until the gesture fails; if it is recognized they never come there.
  open var delaysTouchesBegan = false
  /// Lets fingers go up for their view only when the gesture fails; if it is recognized they are taken away instead.
  open var delaysTouchesEnded = true
  /// A name for logs.
  open var name: String?

  /// The number of fingers that are followed.
  open var numberOfTouches: Int { downTouches.count }

  /// Returns the middle of the fingers, in a view's coordinates; nil is the window's.
  open func location(in view: UIView?) -> CGPoint {
    let points = (downTouches.isEmpty ? lastTouches : downTouches).map { $0.location(in: view) }
    guard !points.isEmpty else { return .zero }
    let sum = points.reduce(CGPoint.zero) { CGPoint(x: $0.x + $1.x, y: $0.y + $1.y) }
    return CGPoint(x: sum.x / CGFloat(points.count), y: sum.y / CGFloat(points.count))
  }

  /// Returns the place of one of the fingers, in a view's coordinates; an index out of range gives the middle of all.
  open func location(ofTouch touchIndex: Int, in view: UIView?) -> CGPoint {
    downTouches.indices.contains(touchIndex) ? downTouches[touchIndex].location(in: view) : location(in: view)
  }

  /// The fingers that are down, in the order of their beginning.
  final var downTouches: [UITouch] = []
  private final var lastTouches: [UITouch] = []

  /// Waits for another recognizer to fail before this one begins.
  open func require(toFail otherGestureRecognizer: UIGestureRecognizer) {
    failuresNeeded.append(Weak(recognizer: otherGestureRecognizer))
  }

  // MARK: For subclasses

  /// Handles fingers that came down.
  open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {}
  /// Handles fingers that moved.
  open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {}
  /// Handles fingers that went up.
  open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {}
  /// Handles fingers that were taken away; the default breaks the gesture off.
  open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) { breakOff() }
  /// Prepares for the next gesture.
  open func reset() {}
  /// Returns false to ignore an event of another kind than touches, such as scrolling.
  open func shouldReceive(_ event: UIEvent) -> Bool { true }
  /// Stops following a finger.
  open func ignore(_ touch: UITouch, for event: UIEvent) { drop(touch) }
  /// Returns true if this gesture, once recognized, makes another one fail.
  open func canPrevent(_ preventedGestureRecognizer: UIGestureRecognizer) -> Bool { true }
  /// Returns true if another gesture that is recognized makes this one fail.
  open func canBePrevented(by preventingGestureRecognizer: UIGestureRecognizer) -> Bool { true }
  /// Returns true to wait for another gesture to fail.
  open func shouldRequireFailure(of otherGestureRecognizer: UIGestureRecognizer) -> Bool { false }
  /// Returns true to let another gesture wait for this one to fail.
  open func shouldBeRequiredToFail(by otherGestureRecognizer: UIGestureRecognizer) -> Bool { false }

  // MARK: States

  private func change(to new: State) {
    switch (current, new) {
    case (.possible, .failed): fail()
    case (.possible, .cancelled): fail()
    case (.possible, .possible): break
    case (.possible, _):
      if wanted.isEmpty, new == .changed { return }
      if wanted.last != new { wanted.append(new) }
    case (.began, .changed), (.changed, .changed), (.began, .ended), (.changed, .ended), (.began, .cancelled),
      (.changed, .cancelled):
      current = new
      act()
    default: break
    }
  }

  private func act() {
    for handler in handlers { handler.call(self) }
  }

  final var wantsToBegin: Bool { current == .possible && !wanted.isEmpty }
  final var isUndecided: Bool { current == .possible && isEnabled }
  final var hasRecognized: Bool { current == .began || current == .changed || current == .ended }
  final var isDone: Bool {
    current == .ended || current == .cancelled || current == .failed || !isWaiting && !followsWithoutTouches
  }
  /// True while the gesture may be recognized without a finger: between taps.
  final var isWaiting: Bool { current == .possible && (wantsToBegin || waitsWithoutTouches) }
  /// True between the taps of a gesture of several.
  var waitsWithoutTouches: Bool { false }

  /// True while the gesture follows something else than fingers.
  var followsWithoutTouches: Bool { false }

  /// True while the recognizer keeps fingers that come down from their view.
  var holdsTouchesBegan: Bool { delaysTouchesBegan }

  var mayBegin: Bool {
    (view?.gestureRecognizerShouldBegin(self) ?? true) && delegate?.gestureRecognizerShouldBegin(self) ?? true
  }

  /// Passes the states that were wanted, until an action breaks the gesture off.
  final func begin() {
    let states = wanted
    wanted = []
    for state in states {
      current = state
      act()
      guard current == .began || current == .changed else { return }
    }
  }

  final func fail() {
    guard current == .possible else { return }
    wanted = []
    current = .failed
  }

  /// Ends the gesture without success.
  final func breakOff() {
    if current == .began || current == .changed { change(to: .cancelled) } else { fail() }
    contest?.settle()
  }

  /// Begins anew.
  final func clear() {
    round += 1
    wanted = []
    current = .possible
    (downTouches, lastTouches, gestureTouches) = ([], [], [])
    reset()
  }

  /// Decides between the gestures after a change that no event caused.
  final func settle() { contest?.settle() }

  /// Calls a closure at a media time, unless the gesture begins anew before.
  final func call(at time: TimeInterval, _ body: @escaping () -> Void) {
    let round = round
    view?.window?.host.call(at: time) { [weak self] in if self?.round == round { body() } }
  }

  // MARK: Fingers

  final func wants(_ touch: UITouch) -> Bool {
    isEnabled && current == .possible || isEnabled && hasRecognized && current != .ended
      ? delegate?.gestureRecognizer(self, shouldReceive: touch) ?? true : false
  }

  /// Takes part in a contest without a finger.
  final func enter(_ contest: GestureContest) {
    self.contest = contest
    contest.enter(self)
  }

  /// Handles the changed fingers of an event.
  final func take(_ touches: Set<UITouch>, _ event: UIEvent, _ contest: GestureContest) {
    enter(contest)
    let began = touches.filter { $0.phase == .began }
    trackedTouches.formUnion(began)
    gestureTouches.formUnion(began)
    downTouches += began.sorted { $0.timestamp < $1.timestamp }
    lastTouches = downTouches
    guard current != .failed, current != .ended, current != .cancelled else { return leave(touches) }
    if !began.isEmpty { touchesBegan(began, with: event) }
    let moved = touches.filter { $0.phase == .moved && trackedTouches.contains($0) }
    if !moved.isEmpty { touchesMoved(moved, with: event) }
    let ended = touches.filter { $0.phase == .ended && trackedTouches.contains($0) }
    let cancelled = touches.filter { $0.phase == .cancelled && trackedTouches.contains($0) }
    downTouches.removeAll { ended.contains($0) || cancelled.contains($0) }
    if !ended.isEmpty { touchesEnded(ended, with: event) }
    if !cancelled.isEmpty { touchesCancelled(cancelled, with: event) }
  }

  private func leave(_ touches: Set<UITouch>) {
    downTouches.removeAll { touches.contains($0) && ($0.phase == .ended || $0.phase == .cancelled) }
  }

  private func drop(_ touch: UITouch) {
    trackedTouches.remove(touch)
    gestureTouches.remove(touch)
    downTouches.removeAll { $0 === touch }
    touch.gestureRecognizers?.removeAll { $0 === self }
  }

  /// Breaks the gesture off because a finger's view is gone.
  final func lose(_ touch: UITouch) {
    trackedTouches.remove(touch)
    gestureTouches.remove(touch)
    downTouches.removeAll { $0 === touch }
    breakOff()
    if trackedTouches.isEmpty { clear() }
  }

  // MARK: Others

  final func requires(failureOf other: UIGestureRecognizer) -> Bool {
    failuresNeeded.contains { $0.recognizer === other } || shouldRequireFailure(of: other)
      || delegate?.gestureRecognizer(self, shouldRequireFailureOf: other) ?? false
  }

  final func isRequiredToFail(by other: UIGestureRecognizer) -> Bool {
    shouldBeRequiredToFail(by: other)
      || delegate?.gestureRecognizer(self, shouldBeRequiredToFailBy: other) ?? false
  }

  final func recognizesSimultaneously(with other: UIGestureRecognizer) -> Bool {
    delegate?.gestureRecognizer(self, shouldRecognizeSimultaneouslyWith: other) ?? false
  }
}

/// Decides which gestures are recognized; every method is optional.
@preconcurrency @MainActor public protocol UIGestureRecognizerDelegate: NSObjectProtocol {
  /// Returns false to make a gesture fail that is about to begin.
  func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool
  /// Returns false to keep a finger from a recognizer.
  func gestureRecognizer(_ gestureRecognizer: UIGestureRecognizer, shouldReceive touch: UITouch) -> Bool
  /// Returns true to let two gestures be recognized together.
  func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool
  /// Returns true to wait for the other gesture to fail.
  func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldRequireFailureOf otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool
  /// Returns true to let the other gesture wait for this one to fail.
  func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldBeRequiredToFailBy otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool
}

extension UIGestureRecognizerDelegate {
  /// Stands for a missing implementation.
  public func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool { true }
  /// Stands for a missing implementation.
  public func gestureRecognizer(_ gestureRecognizer: UIGestureRecognizer, shouldReceive touch: UITouch)
    -> Bool
  { true }
  /// Stands for a missing implementation.
  public func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool { false }
  /// Stands for a missing implementation.
  public func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldRequireFailureOf otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool { false }
  /// Stands for a missing implementation.
  public func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldBeRequiredToFailBy otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool { false }
}
