public import Foundation
public import QuartzCore

/// Names of changes of views; the object of the notifications is the view.
extension NSView {
  /// The frame has changed.
  nonisolated public static let frameDidChangeNotification = Notification.Name(
    "NSViewFrameDidChangeNotification"
  )
  /// The bounds have changed by themselves, and not with the frame.
  nonisolated public static let boundsDidChangeNotification = Notification.Name(
    "NSViewBoundsDidChangeNotification"
  )

  /// Makes changes of the frame or the bounds that are announced once.
  final func asOneChange(_ changes: () -> Void) {
    guard geometryBefore == nil else { return changes() }
    let old = geometry
    geometryBefore = old
    changes()
    geometryBefore = nil
    if old.frame != geometry.frame || old.rotation != geometry.rotation {
      if postsFrameChangedNotifications { post(Self.frameDidChangeNotification) }
    } else if old.bounds != geometry.bounds || old.boundsRotation != geometry.boundsRotation {
      if postsBoundsChangedNotifications { post(Self.boundsDidChangeNotification) }
    }
  }

  private func post(_ name: Notification.Name) { NotificationCenter.default.post(name: name, object: self) }

  /// Creates a display link of the display that shows the view; it also fires while the view is not shown.
  public func displayLink<Target>(
    target: Target,
    selector: @escaping (Target) -> (CADisplayLink) -> Void
  ) -> CADisplayLink {
    CADisplayLink(target: target, selector: selector)
  }

  // MARK: Bitmaps

  final func bitmap(for rect: NSRect) -> NSBitmapImageRep? {
    let rect = rect.standardized
    let pixels = rect.size.applying(toBacking)
    guard pixels.width.isFinite, pixels.height.isFinite,
      let bitmap = NSBitmapImageRep(
        pixelsWide: Int(min(pixels.width.rounded(.up), 1e9)),
        pixelsHigh: Int(min(pixels.height.rounded(.up), 1e9))
      )
    else { return nil }
    bitmap.size = rect.size
    return bitmap
  }

  final func drawTree(in rect: NSRect, to bitmap: NSBitmapImageRep) {
    let hadLayer = backing != nil
    if !hadLayer { prepareLayers() }
    layoutSubtreeIfNeeded()
    displayIfNeeded()
    if let backing, let context = bitmap.makeContext() {
      let rect = rect.standardized
      if rect.width > 0, rect.height > 0 {
        context.scaleBy(x: bitmap.size.width / rect.width, y: bitmap.size.height / rect.height)
        if isFlipped {
          context.translateBy(x: 0, y: rect.height)
          context.scaleBy(x: 1, y: -1)
        }
        context.translateBy(x: -rect.minX, y: -rect.minY)
        context.concatenate(geometry.turn.inverse)
        backing.render(in: context)
      }
    }
    if !hadLayer { dropLayer() }
  }
}
