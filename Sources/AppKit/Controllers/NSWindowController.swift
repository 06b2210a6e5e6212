public import Foundation

/// Keeps a window, shows it and closes it; it is the responder after its window.
///
/// There are no nib files: a subclass makes its window and hands it to `init(window:)`.
@preconcurrency @MainActor open class NSWindowController: NSResponder {
  /// Creates a controller of a window, or without one.
  public init(window: NSWindow?) {
    super.init(_responder: ())
    self.window = window
    window?.windowController = self
  }

  /// Creates a controller without a window.
  @preconcurrency @MainActor public convenience init() { self.init(window: nil) }

  /// Creates a controller without a window: archives of windows are nib files.
  public required init?(coder: NSCoder) { super.init(_responder: ()) }

  /// The window.
  open var window: NSWindow? {
    didSet {
      guard window !== oldValue else { return }
      if oldValue?.windowController === self { oldValue?.windowController = nil }
      window?.windowController = self
    }
  }

  /// True if there is a window.
  open var isWindowLoaded: Bool { window != nil }

  /// The controller whose view fills the window.
  open var contentViewController: NSViewController? {
    get { window?.contentViewController }
    set { window?.contentViewController = newValue }
  }

  /// Shows the window in front of others and gives it the keys.
  open func showWindow(_ sender: Any?) { window?.makeKeyAndOrderFront(sender) }

  /// Closes the window without asking.
  open func close() { window?.close() }
}
