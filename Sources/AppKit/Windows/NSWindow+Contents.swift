import CoreGraphics
import Foundation
import QuartzCore

/// The view that fills the window.
extension NSWindow {
  /// Shows another view in place of the present one, with the calls before and after.
  final func replaceContent(with view: NSView?) {
    guard view !== content else { return }
    if let old = content {
      old.announceSight(false)
      old.announce(nil, from: self)
      old.backing?.removeFromSuperlayer()
      old.owningWindow = nil
      content = nil
      old.confirm()
      old.confirmSight()
    }
    guard let view else { return }
    view.removeFromSuperview()
    view.window?.contentView = nil
    view.announceSight(isVisible && !view.isHidden)
    view.announce(self, from: nil)
    view.owningWindow = self
    content = view
    view.frame = NSRect(origin: .zero, size: size)
    view.prepareLayers()
    view.withoutActions { view.flip() }
    placeContentLayer()
    view.confirm()
    // What has appeared is laid out.
    if isVisible { view.layoutSubtreeIfNeeded() }
    view.confirmSight()
  }

  /// Shows the layer of the content view.
  final func placeContentLayer() {
    CATransaction.withoutActions { root.sublayers = [content?.backing].compactMap { $0 } }
  }

  /// Gives up a content view that becomes a subview.
  final func loseContentView(_ view: NSView) {
    if content === view { contentView = nil }
  }
}

/// Takes the view of a window that is gone out of it, with the calls before and after, when it is released.
@MainActor final class Departure {
  private let view: NSView?

  nonisolated init(of view: NSView?) { self.view = view }

  isolated deinit {
    view?.announce(nil, from: nil)
    view?.confirm()
  }
}
