import CoreGraphics
public import Foundation
import QuartzCore
public import StrataViews

/// A window that a host shows, and which takes the events there.
///
/// Its coordinates begin in the lower left corner of the contents. The desktop draws the frame around them, so that the
/// window's frame is that of its contents.
@preconcurrency @MainActor open class NSWindow: NSResponder, WindowEventReceiver {
  override var naturalNext: NSResponder? { windowController }

  /// What shows the window.
  public final let host: any WindowHost
  /// The layer of the whole window, whose y axis points up.
  final let root = CALayer()
  final var content: NSView?
  private final var contentController: NSViewController?
  final var origin: NSPoint
  /// True once the place of the window was set or reported.
  final var isPlaced = false
  /// The size of the contents, in points.
  final var size: CGSize { root.bounds.size }
  final lazy var delivery = EventDelivery(to: self)
  /// Set by ``makeFirstResponder(_:)``; nil stands for the window.
  final var chosenResponder: NSResponder?

  /// Creates a window that a new host shows.
  ///
  /// - Parameters:
  ///   - contentRect: The extent of the contents, in points from the lower left corner of the screen; the desktop chooses the
  ///     place if that is the corner itself.
  ///   - style: What the window has.
  ///   - backingStoreType: How the pixels are kept.
  ///   - flag: Makes the window's surface when it is shown first, as is always done.
  public init(
    contentRect: NSRect,
    styleMask style: StyleMask,
    backing backingStoreType: BackingStoreType,
    defer flag: Bool
  ) {
    host = WindowHosts.make(contentRect.size)
    (origin, styleMask) = (contentRect.origin, style)
    super.init(_responder: ())
    prepare()
    if contentRect.origin != .zero { askForPlace(contentRect.origin) }
  }

  // Not isolated, as subclasses could have no plain one otherwise.
  deinit { _ = Departure(of: content) }

  /// Creates a window of the size of a host, which shows it.
  public init(host: any WindowHost, styleMask style: StyleMask = [.titled, .closable, .resizable]) {
    self.host = host
    (origin, styleMask) = (.zero, style)
    super.init(_responder: ())
    prepare()
  }

  /// Creates a window of 100 × 100 points with a title bar [inferred].
  @preconcurrency @MainActor public convenience init() {
    self.init(
      contentRect: NSRect(x: 0, y: 0, width: 100, height: 100),
      styleMask: .titled,
      backing: .buffered,
      defer: false
    )
  }

  /// Creates a window with a controller's view, of its size.
  @preconcurrency @MainActor public convenience init(contentViewController: NSViewController) {
    self.init(
      contentRect: NSRect(origin: .zero, size: contentViewController.view.frame.size),
      styleMask: [.titled, .closable, .miniaturizable, .resizable],
      backing: .buffered,
      defer: false
    )
    self.contentViewController = contentViewController
  }

  private func prepare() {
    root.isGeometryFlipped = true
    root.backgroundColor = backgroundColor.cgColor
    place(host.size)
    applyStyle()
    host.receiver = self
    host.attach(root)
    contentView = NSView(frame: NSRect(origin: .zero, size: size))
  }

  /// Gives the layer of the whole window a size.
  final func place(_ size: CGSize) {
    CATransaction.withoutActions { root.frame = CGRect(origin: .zero, size: size) }
  }

  // MARK: Contents

  /// The view that fills the window; another one takes the place of ``contentViewController``, too.
  open var contentView: NSView? {
    get { content }
    set {
      guard newValue !== content else { return }
      contentViewController = nil
      replaceContent(with: newValue)
    }
  }

  /// The controller whose view fills the window, which takes the size of that view if it has one.
  open var contentViewController: NSViewController? {
    // Observers would not be called in this class's initializers.
    get { contentController }
    set {
      guard newValue !== contentController else { return }
      contentController = newValue
      let view = newValue?.view
      if content !== view { replaceContent(with: nil) }
      if let size = view?.frame.size, size.width > 0, size.height > 0 { setContentSize(size) }
      replaceContent(with: view)
    }
  }

  /// The colour behind the views.
  open var backgroundColor: NSColor = .windowBackgroundColor {
    didSet { CATransaction.withoutActions { root.backgroundColor = backgroundColor.cgColor } }
  }

  // MARK: Place

  /// What the window has; without `titled` it has no frame.
  ///
  /// Whether the user may change the size is settled when the window is shown first.
  open var styleMask: StyleMask {
    didSet { applyStyle() }
  }

  private func applyStyle() {
    host.isResizable = styleMask.contains(.resizable)
    host.isBordered = styleMask.contains(.titled)
  }

  /// The text of the title bar.
  open var title: String {
    get { host.title }
    set { host.title = newValue }
  }

  /// The extent in points, from the lower left corner of the screen.
  ///
  /// It is the one asked for last, until the desktop gives another. The desktop chooses the place until one is asked
  /// for; a Wayland desktop always chooses it, and does not report it.
  open var frame: NSRect { NSRect(origin: origin, size: size) }

  /// Asks for another extent, in points from the lower left corner of the screen; the views are drawn in any case.
  open func setFrame(_ frameRect: NSRect, display flag: Bool) {
    host.size = frameRect.size
    let place = frameRect.origin
    follow(NSRect(origin: place.x.isFinite && place.y.isFinite ? place : origin, size: host.size))
    setFrameOrigin(frameRect.origin)
  }

  /// Asks for another place of the lower left corner.
  open func setFrameOrigin(_ point: NSPoint) {
    setFrameTopLeftPoint(NSPoint(x: point.x, y: point.y + size.height))
  }

  /// Asks for another place of the upper left corner.
  open func setFrameTopLeftPoint(_ point: NSPoint) {
    askForPlace(NSPoint(x: point.x, y: point.y - size.height))
  }

  private func askForPlace(_ origin: NSPoint) {
    guard origin.x.isFinite, origin.y.isFinite else { return }
    isPlaced = true
    follow(origin)
    host.move(to: CGPoint(x: origin.x, y: MainScreen.size.height - (origin.y + size.height)))
  }

  /// Asks for a place in the middle of the screen.
  open func center() {
    let screen = MainScreen.size
    isPlaced = true
    follow(NSPoint(x: (screen.width - size.width) / 2, y: (screen.height - size.height) / 2))
    host.center()
  }

  /// Asks for another size of the contents, in points; the lower left corner stays.
  open func setContentSize(_ size: NSSize) {
    let height = self.size.height
    host.size = size
    follow(NSRect(origin: origin, size: host.size))
    // A desktop keeps the upper corner.
    if isPlaced, self.size.height != height { setFrameOrigin(origin) }
  }

  /// Returns the extent of the contents of a window: the same.
  open func contentRect(forFrameRect frameRect: NSRect) -> NSRect { frameRect }
  /// Returns the extent of a window of some contents: the same.
  open func frameRect(forContentRect contentRect: NSRect) -> NSRect { contentRect }
  /// Returns the extent of the contents of a window with a style: the same.
  open class func contentRect(forFrameRect fRect: NSRect, styleMask style: StyleMask) -> NSRect { fRect }
  /// Returns the extent of a window with a style: the same.
  open class func frameRect(forContentRect cRect: NSRect, styleMask style: StyleMask) -> NSRect { cRect }
  /// The part of the window that nothing covers.
  open var contentLayoutRect: NSRect { NSRect(origin: .zero, size: size) }
  /// Converts a rectangle of the window to points from the screen's lower left corner.
  open func convertToScreen(_ rect: NSRect) -> NSRect { rect.offsetBy(dx: origin.x, dy: origin.y) }
  /// Converts a rectangle in points from the screen's lower left corner to those of the window.
  open func convertFromScreen(_ rect: NSRect) -> NSRect { rect.offsetBy(dx: -origin.x, dy: -origin.y) }
  /// Converts a point of the window to one from the screen's lower left corner.
  open func convertPoint(toScreen point: NSPoint) -> NSPoint {
    NSPoint(x: point.x + origin.x, y: point.y + origin.y)
  }
  /// Converts a point from the screen's lower left corner to one of the window.
  open func convertPoint(fromScreen point: NSPoint) -> NSPoint {
    NSPoint(x: point.x - origin.x, y: point.y - origin.y)
  }
  /// The screen that the window appears on.
  open var screen: NSScreen? { .main }
  /// Pixels per point.
  open var backingScaleFactor: CGFloat { host.scale }
  /// Where the mouse was last, in points from the lower left corner.
  open var mouseLocationOutsideOfEventStream: NSPoint { delivery.location }

  // MARK: Showing

  /// True while the window is shown.
  public private(set) final var isVisible = false
  /// True on Apple's systems for a window that `close()` releases; kept, as windows live here while something refers to them.
  open var isReleasedWhenClosed = true
  /// The controller of the window.
  public internal(set) final weak var windowController: NSWindowController?
  /// True for the window that keys go to.
  open var isKeyWindow: Bool { NSApplication.keyWindow === self }
  /// True if the window may get keys: it has a title bar, or the user may change its size.
  open var canBecomeKey: Bool { !styleMask.isDisjoint(with: [.titled, .resizable]) }

  /// True for the window that the program's commands are for: of those that can be it, the last one with the keys.
  open var isMainWindow: Bool { NSApplication.mainWindow === self }
  /// True if the window may be the main one: it has a title bar, or the user may change its size.
  open var canBecomeMain: Bool { !styleMask.isDisjoint(with: [.titled, .resizable]) }

  /// Shows the window in front of others and gives it the keys.
  open func makeKeyAndOrderFront(_ sender: Any?) {
    orderFront(sender)
    takeKeys()
  }

  /// Shows the window.
  open func orderFront(_ sender: Any?) {
    let isFirst = !isVisible
    if isFirst, let content { content.announceSight(!content.isHidden) }
    isVisible = true
    NSApplication.keep(self)
    if isFirst, chosenResponder == nil { makeFirstResponder(initialFirstResponder) }
    contentView?.displayIfNeeded()
    host.present()
    if isFirst { content?.layoutSubtreeIfNeeded() }
    content?.confirmSight()
  }

  /// Draws all views.
  open func display() { content?.display() }
  /// Draws the views that are marked.
  open func displayIfNeeded() { content?.displayIfNeeded() }

  /// Shows the window, also in a program that is not active: as ``orderFront(_:)``.
  open func orderFrontRegardless() { orderFront(nil) }

  /// Takes the window off the screen.
  open func orderOut(_ sender: Any?) {
    guard isVisible else { return }
    content?.announceSight(false)
    isVisible = false
    delivery.leave()
    if isKeyWindow { NSApplication.keyWindow = nil }
    if isMainWindow { NSApplication.mainWindow = nil }
    host.close()
    content?.confirmSight()
  }

  /// Gives the window the keys, and asks the desktop for them, which brings it to the front.
  open func makeKey() {
    guard canBecomeKey, !isKeyWindow else { return }
    takeKeys()
    if isVisible { host.present() }
  }

  private func takeKeys() {
    guard canBecomeKey, !isKeyWindow else { return }
    NSApplication.keyWindow = self
  }

  /// Reacts to getting the keys.
  open func becomeKey() {
    notify(Self.didBecomeKeyNotification) { $0.windowDidBecomeKey($1) }
  }

  /// Reacts to losing the keys.
  open func resignKey() {
    notify(Self.didResignKeyNotification) { $0.windowDidResignKey($1) }
  }

  /// Makes the window the main one.
  open func makeMain() {
    if canBecomeMain { NSApplication.mainWindow = self }
  }

  /// Reacts to becoming the main window.
  open func becomeMain() {
    notify(Self.didBecomeMainNotification) { $0.windowDidBecomeMain($1) }
  }

  /// Reacts to another main window.
  open func resignMain() {
    notify(Self.didResignMainNotification) { $0.windowDidResignMain($1) }
  }

  /// Closes the window if it may be closed, as if the user had done so.
  open func performClose(_ sender: Any?) { if shouldClose() { close() } }

  /// Closes the window without asking.
  open func close() {
    notify(Self.willCloseNotification) { $0.windowWillClose($1) }
    orderOut(nil)
    NSApplication.release(self)
  }

  /// Returns false for windows that cannot be closed, or whose delegate keeps them.
  public final func shouldClose() -> Bool {
    styleMask.contains(.closable) && delegate?.windowShouldClose(self) ?? true
  }

  /// The object that reacts to what happens to the window.
  open weak var delegate: (any NSWindowDelegate)?

  // MARK: Events

  /// The responder that keys go to first.
  open var firstResponder: NSResponder? { chosenResponder ?? self }
  /// The view that is the first responder when the window is shown first.
  open weak var initialFirstResponder: NSView?
  /// True if movements of the mouse go to the first responder, too.
  open var acceptsMouseMovedEvents = false

  /// Makes a responder the one that keys go to first; nil is the window.
  ///
  /// Returns false if one of the two refuses.
  @discardableResult open func makeFirstResponder(_ responder: NSResponder?) -> Bool {
    guard responder !== chosenResponder else { return true }
    if let present = chosenResponder, !present.resignFirstResponder() { return false }
    chosenResponder = nil
    guard let responder, responder !== self else { return true }
    guard responder.acceptsFirstResponder, responder.becomeFirstResponder() else { return false }
    chosenResponder = responder
    return true
  }

  /// Delivers an event to the views.
  open func sendEvent(_ event: NSEvent) { delivery.deliver(event) }

  /// Asks a view for its rectangles of the pointer again.
  open func invalidateCursorRects(for view: NSView) { view.cursorRects = nil }
}
