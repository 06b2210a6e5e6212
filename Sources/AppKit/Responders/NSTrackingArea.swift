public import Foundation

/// A part of a view whose owner follows the mouse.
@preconcurrency @MainActor open class NSTrackingArea: NSObject {
  /// What is followed, and when.
  public struct Options: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Creates a set of bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The mouse coming in and leaving.
    public static let mouseEnteredAndExited = Options(rawValue: 0x01)
    /// The mouse moving inside.
    public static let mouseMoved = Options(rawValue: 0x02)
    /// The pointer: the mouse coming in, as `cursorUpdate(with:)`.
    public static let cursorUpdate = Options(rawValue: 0x04)
    /// While the view is the first responder.
    public static let activeWhenFirstResponder = Options(rawValue: 0x10)
    /// While the window has the keyboard.
    public static let activeInKeyWindow = Options(rawValue: 0x20)
    /// While the application has the keyboard.
    public static let activeInActiveApp = Options(rawValue: 0x40)
    /// At any time.
    public static let activeAlways = Options(rawValue: 0x80)
    /// The mouse is taken to be inside at first: leaving is the first thing followed.
    public static let assumeInside = Options(rawValue: 0x100)
    /// The whole view, whatever rectangle was given.
    public static let inVisibleRect = Options(rawValue: 0x200)
    /// Also while a button is held.
    public static let enabledDuringMouseDrag = Options(rawValue: 0x400)
  }

  /// The part, in the view's coordinates.
  public final let rect: NSRect
  /// What is followed, and when.
  public final let options: Options
  /// What a program keeps with the area.
  public final let userInfo: [AnyHashable: Any]?
  private final weak var receiver: NSResponder?
  /// True while the mouse is inside.
  final var isInside: Bool

  /// Creates an area.
  ///
  /// - Parameters:
  ///   - rect: In the view's coordinates.
  ///   - options: What is followed, and when.
  ///   - owner: The responder that is called; not kept alive.
  ///   - userInfo: What the program keeps with the area.
  public init(rect: NSRect, options: Options = [], owner: Any?, userInfo: [AnyHashable: Any]? = nil) {
    (self.rect, self.options, self.userInfo) = (rect, options, userInfo)
    receiver = owner as? NSResponder
    isInside = options.contains(.assumeInside)
  }

  /// The responder that is called.
  open var owner: NSResponder? { receiver }

  /// True if the mouse, at a point of the view, counts as inside.
  final func contains(_ point: NSPoint, in view: NSView) -> Bool {
    let part = options.contains(.inVisibleRect) ? view.bounds : rect.intersection(view.bounds)
    return view.holds(point) && view.encloses(point, in: part)
  }

  /// True if the area follows the mouse now.
  final func isActive(in view: NSView, window: NSWindow) -> Bool {
    if options.contains(.activeAlways) { return true }
    if options.contains(.activeInActiveApp) { return NSApplication.hasKeys }
    if options.contains(.activeInKeyWindow) { return window.isKeyWindow }
    return options.contains(.activeWhenFirstResponder) && window.firstResponder === view
  }
}
