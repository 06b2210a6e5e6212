public import Foundation

/// Reacts to what happens to a window; every method is optional.
@preconcurrency @MainActor public protocol NSWindowDelegate: NSObjectProtocol {
  /// Returns false to keep a window open that the user wants to close.
  func windowShouldClose(_ sender: NSWindow) -> Bool
  /// The window is about to close.
  func windowWillClose(_ notification: Notification)
  /// The window has another size.
  func windowDidResize(_ notification: Notification)
  /// The window has another place.
  func windowDidMove(_ notification: Notification)
  /// The window has got the keys.
  func windowDidBecomeKey(_ notification: Notification)
  /// The window has lost the keys.
  func windowDidResignKey(_ notification: Notification)
  /// The window has become the main one.
  func windowDidBecomeMain(_ notification: Notification)
  /// The window is not the main one any more.
  func windowDidResignMain(_ notification: Notification)
  /// The window has another number of pixels per point.
  func windowDidChangeBackingProperties(_ notification: Notification)
}

extension NSWindowDelegate {
  /// Stands for a missing implementation.
  public func windowShouldClose(_ sender: NSWindow) -> Bool { true }
  /// Stands for a missing implementation.
  public func windowWillClose(_ notification: Notification) {}
  /// Stands for a missing implementation.
  public func windowDidResize(_ notification: Notification) {}
  /// Stands for a missing implementation.
  public func windowDidMove(_ notification: Notification) {}
  /// Stands for a missing implementation.
  public func windowDidBecomeKey(_ notification: Notification) {}
  /// Stands for a missing implementation.
  public func windowDidResignKey(_ notification: Notification) {}
  /// Stands for a missing implementation.
  public func windowDidBecomeMain(_ notification: Notification) {}
  /// Stands for a missing implementation.
  public func windowDidResignMain(_ notification: Notification) {}
  /// Stands for a missing implementation.
  public func windowDidChangeBackingProperties(_ notification: Notification) {}
}

/// Names of what happens to windows; the object of the notifications is the window.
extension NSWindow {
  /// The window is about to close.
  nonisolated public static let willCloseNotification = Notification.Name("NSWindowWillCloseNotification")
  /// The window has another size.
  nonisolated public static let didResizeNotification = Notification.Name("NSWindowDidResizeNotification")
  /// The window has another place.
  nonisolated public static let didMoveNotification = Notification.Name("NSWindowDidMoveNotification")
  /// The window has got the keys.
  nonisolated public static let didBecomeKeyNotification = Notification.Name(
    "NSWindowDidBecomeKeyNotification"
  )
  /// The window has lost the keys.
  nonisolated public static let didResignKeyNotification = Notification.Name(
    "NSWindowDidResignKeyNotification"
  )
  /// The window has become the main one.
  nonisolated public static let didBecomeMainNotification = Notification.Name(
    "NSWindowDidBecomeMainNotification"
  )
  /// The window is not the main one any more.
  nonisolated public static let didResignMainNotification = Notification.Name(
    "NSWindowDidResignMainNotification"
  )
  /// The window has another number of pixels per point.
  nonisolated public static let didChangeBackingPropertiesNotification = Notification.Name(
    "NSWindowDidChangeBackingPropertiesNotification"
  )
}
