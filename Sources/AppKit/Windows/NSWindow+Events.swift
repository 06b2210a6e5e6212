import CoreGraphics
import Foundation
public import StrataViews

/// Handles the events of the host, and notifies the delegate and observers.
extension NSWindow {
  /// Handles an event of the host.
  public func receive(_ event: HostEvent) {
    switch event {
    case .resized(let size):
      // The upper corner stays.
      let growth = size.height - self.size.height
      let corner = NSPoint(x: origin.x, y: growth.isFinite ? origin.y - growth : origin.y)
      follow(NSRect(origin: corner, size: size))
    case .moved(let corner):
      isPlaced = true
      follow(NSPoint(x: corner.x, y: MainScreen.size.height - corner.y - size.height))
    case .rescaled(let scale):
      contentView?.rescale(to: scale, isDeep: true)
      notify(Self.didChangeBackingPropertiesNotification) { $0.windowDidChangeBackingProperties($1) }
    case .focusChanged(let isFocused):
      if isFocused { NSApplication.giveKeys(self) } else { NSApplication.loseKeys(self) }
    case .closed: close()
    case .touches, .mouse, .scroll, .key: delivery.receive(event)
    }
  }

  /// Follows another place of the lower left corner.
  final func follow(_ origin: NSPoint) {
    guard origin != self.origin else { return }
    self.origin = origin
    notify(Self.didMoveNotification) { $0.windowDidMove($1) }
  }

  /// Follows a frame of another size; place and size both change before anything is notified.
  final func follow(_ frame: NSRect) {
    let former = self.frame
    origin = frame.origin
    place(frame.size)
    if let contentView, contentView.frame.size != frame.size { contentView.setFrameSize(frame.size) }
    if frame.size != former.size { notify(Self.didResizeNotification) { $0.windowDidResize($1) } }
    if frame.origin != former.origin { notify(Self.didMoveNotification) { $0.windowDidMove($1) } }
  }

  /// Calls the delegate, and posts a notification.
  final func notify(
    _ name: Notification.Name,
    _ call: (any NSWindowDelegate, Notification) -> Void
  ) {
    let notification = Notification(name: name, object: self)
    if let delegate { call(delegate, notification) }
    NotificationCenter.default.post(notification)
  }

  /// Drops references to a view that leaves the window or is hidden.
  final func forget(_ view: NSView) {
    delivery.forget(view)
    if let responder = chosenResponder as? NSView, responder.lies(in: view) { chosenResponder = nil }
  }
}
