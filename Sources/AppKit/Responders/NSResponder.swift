public import Foundation

/// An object that can handle events; what it does not handle goes on to the next one of the chain.
@preconcurrency @MainActor open class NSResponder: NSObject {
  private final weak var explicitNext: NSResponder?

  /// Creates a responder; the designated initialiser, public so that subclasses elsewhere inherit the others.
  nonisolated public init(_responder: Void) { super.init() }

  /// Creates a responder.
  @preconcurrency @MainActor public override convenience init() { self.init(_responder: ()) }

  /// The responder that gets what this one does not handle; not kept alive.
  ///
  /// Without one that was set it is the natural one: a view's controller or superview, and at last the window.
  open var nextResponder: NSResponder? {
    get { explicitNext ?? naturalNext }
    set { explicitNext = newValue }
  }

  var naturalNext: NSResponder? { nil }

  // MARK: First responder

  /// True if the responder may become the first one of its window.
  open var acceptsFirstResponder: Bool { false }

  /// Becomes the first responder; false refuses.
  ///
  /// Programs call `makeFirstResponder(_:)` of the window.
  open func becomeFirstResponder() -> Bool { true }

  /// Stops being the first responder; false refuses.
  open func resignFirstResponder() -> Bool { true }

  // MARK: Mouse

  /// Handles the left button going down.
  open func mouseDown(with event: NSEvent) { nextResponder?.mouseDown(with: event) }
  /// Handles the mouse moving with the left button held; it goes to the view in which the button went down.
  open func mouseDragged(with event: NSEvent) { nextResponder?.mouseDragged(with: event) }
  /// Handles the left button going up.
  open func mouseUp(with event: NSEvent) { nextResponder?.mouseUp(with: event) }
  /// Handles the right button going down.
  open func rightMouseDown(with event: NSEvent) { nextResponder?.rightMouseDown(with: event) }
  /// Handles the mouse moving with the right button held.
  open func rightMouseDragged(with event: NSEvent) { nextResponder?.rightMouseDragged(with: event) }
  /// Handles the right button going up.
  open func rightMouseUp(with event: NSEvent) { nextResponder?.rightMouseUp(with: event) }
  /// Handles another button going down.
  open func otherMouseDown(with event: NSEvent) { nextResponder?.otherMouseDown(with: event) }
  /// Handles the mouse moving with another button held.
  open func otherMouseDragged(with event: NSEvent) { nextResponder?.otherMouseDragged(with: event) }
  /// Handles another button going up.
  open func otherMouseUp(with event: NSEvent) { nextResponder?.otherMouseUp(with: event) }
  /// Handles the mouse moving without a button, in a tracking area or in a window that accepts such events.
  open func mouseMoved(with event: NSEvent) { nextResponder?.mouseMoved(with: event) }
  /// Handles the mouse coming into a tracking area.
  open func mouseEntered(with event: NSEvent) { nextResponder?.mouseEntered(with: event) }
  /// Handles the mouse leaving a tracking area.
  open func mouseExited(with event: NSEvent) { nextResponder?.mouseExited(with: event) }
  /// Handles the mouse coming into a tracking area that chooses the pointer.
  open func cursorUpdate(with event: NSEvent) { nextResponder?.cursorUpdate(with: event) }
  /// Handles a wheel or a touchpad.
  open func scrollWheel(with event: NSEvent) { nextResponder?.scrollWheel(with: event) }

  // MARK: Keys

  /// Handles a key going down, and the repetitions of a held key.
  open func keyDown(with event: NSEvent) { nextResponder?.keyDown(with: event) }
  /// Handles a key going up.
  open func keyUp(with event: NSEvent) { nextResponder?.keyUp(with: event) }
  /// Handles a modifier key going down or up.
  open func flagsChanged(with event: NSEvent) { nextResponder?.flagsChanged(with: event) }
  /// Handles a key with the command key before all others; true if it is done.
  open func performKeyEquivalent(with event: NSEvent) -> Bool { false }
}
