public import Foundation

/// An object that can handle events; what it does not handle goes on to the next one of the chain.
@preconcurrency @MainActor open class UIResponder: NSObject {
  /// Creates a responder; the designated initialiser, public so that subclasses elsewhere inherit the others.
  nonisolated public init(_responder: Void) { super.init() }

  /// Creates a responder.
  @preconcurrency @MainActor public override convenience init() { self.init(_responder: ()) }

  /// The responder that gets what this one does not handle.
  open var next: UIResponder? { nil }

  // MARK: First responder

  /// True if the responder may become the first one of its window.
  open var canBecomeFirstResponder: Bool { false }
  /// True if the responder may stop being the first one.
  open var canResignFirstResponder: Bool { true }
  /// True for the responder that events without a place go to.
  open var isFirstResponder: Bool { responderWindow?.firstResponder === self }

  /// Becomes the first responder of its window; returns false if this or the present one refuses.
  @discardableResult open func becomeFirstResponder() -> Bool {
    guard !isFirstResponder else { return true }
    guard canBecomeFirstResponder, let window = responderWindow else { return false }
    if let present = window.firstResponder, !present.resignFirstResponder() { return false }
    window.firstResponder = self
    return true
  }

  /// Stops being the first responder; returns false if it refuses.
  @discardableResult open func resignFirstResponder() -> Bool {
    guard isFirstResponder else { return true }
    guard canResignFirstResponder else { return false }
    responderWindow?.firstResponder = nil
    return true
  }

  private var responderWindow: UIWindow? {
    sequence(first: self, next: \.next).lazy.compactMap { $0 as? UIWindow }.first
  }

  // MARK: Touches

  /// Handles fingers that came down.
  open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    next?.touchesBegan(touches, with: event)
  }

  /// Handles fingers that moved.
  open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
    next?.touchesMoved(touches, with: event)
  }

  /// Handles fingers that went up.
  open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    next?.touchesEnded(touches, with: event)
  }

  /// Handles fingers that were taken away, by the system or by a gesture.
  open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
    next?.touchesCancelled(touches, with: event)
  }

  // MARK: Keys

  /// The keys that do something wherever the keyboard goes below this responder; nil for none.
  open var keyCommands: [UIKeyCommand]? { nil }

  /// Handles keys that went down.
  open func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    next?.pressesBegan(presses, with: event)
  }

  /// Handles keys whose force changed, which those of keyboards do not.
  open func pressesChanged(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    next?.pressesChanged(presses, with: event)
  }

  /// Handles keys that went up.
  open func pressesEnded(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    next?.pressesEnded(presses, with: event)
  }

  /// Handles keys that were taken away, because the window has lost the keyboard.
  open func pressesCancelled(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    next?.pressesCancelled(presses, with: event)
  }
}
