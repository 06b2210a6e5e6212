import CoreGraphics
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

  /// Makes changes of the frame or the bounds, and of all that follows them, which are announced once, at their end.
  final func asOneChange(_ changes: () -> Void) {
    guard movesBounds == nil else { return changes() }
    let old = geometry
    movesBounds = false
    changes()
    let isMoved = movesBounds == true && !geometry.hasBounds(of: old)
    movesBounds = nil
    if !geometry.hasFrame(of: old), postsFrameChangedNotifications { post(Self.frameDidChangeNotification) }
    if isMoved, postsBoundsChangedNotifications { post(Self.boundsDidChangeNotification) }
  }

  /// Makes one step of such changes.
  final func step(_ body: (inout ViewGeometry) -> Void) {
    let old = geometry
    body(&geometry)
    // With the frame, the bounds only follow.
    if geometry.frame == old.frame, !geometry.hasBounds(of: old) { movesBounds = true }
  }

  private func post(_ name: Notification.Name) { NotificationCenter.default.post(name: name, object: self) }

  // MARK: Display links

  /// Creates a display link of the display that shows the view.
  ///
  /// It fires while the view is in a window that is shown, and neither the view nor one around it is hidden. As every link it
  /// keeps its target until it is invalidated.
  public func displayLink<Target>(
    target: Target,
    selector: @escaping (Target) -> (CADisplayLink) -> Void
  ) -> CADisplayLink {
    let link = CADisplayLink(target: target, selector: selector)
    links.append(WeakLink(link: link))
    letLinksRun()
    return link
  }

  /// Lets the links run if the view is seen, and forgets those that are gone.
  final func letLinksRun() {
    links.removeAll { $0.link == nil }
    let isAtRest = window?.isVisible != true || isOutOfSight
    for entry in links { entry.link?.isAtRest = isAtRest }
  }

  /// A display link that the view does not keep.
  struct WeakLink {
    weak var link: CADisplayLink?
  }

  // MARK: Bitmaps

  final func bitmap(for rect: NSRect) -> NSBitmapImageRep? {
    let rect = rect.standardized
    let pixels = rect.size.applying(toBacking)
    guard pixels.width.isFinite, pixels.height.isFinite,
      let bitmap = NSBitmapImageRep(
        pixelsWide: PixelCount.covering(pixels.width),
        pixelsHigh: PixelCount.covering(pixels.height)
      )
    else { return nil }
    bitmap.size = rect.size
    return bitmap
  }

  final func drawTree(in rect: NSRect, to bitmap: NSBitmapImageRep) {
    let kept = Set(outermostWithLayers.map(ObjectIdentifier.init))
    if backing == nil { prepareLayers() }
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
    if window == nil { dropLayers(except: kept) }
  }

  /// This view if it has a layer, or else those in it that have one, up to the first of each branch.
  private var outermostWithLayers: [NSView] {
    backing == nil ? children.flatMap(\.outermostWithLayers) : [self]
  }

  /// Drops the layers of this view and those in it, up to views that want or host one or are excepted.
  private func dropLayers(except kept: Set<ObjectIdentifier>) {
    guard !wantsLayer, !isHosting, !kept.contains(ObjectIdentifier(self)) else { return }
    for child in children { child.dropLayers(except: kept) }
    dropLayer()
  }
}
