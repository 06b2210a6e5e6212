import Foundation
import QuartzCore
import StrataViews

/// Layout passes and autoresizing.
extension UIView {
  final func layOut(_ layer: CALayer) {
    // A layer of the program's own that has the view as its delegate lays itself out.
    guard layer === self.layer else { return OptionalCall.noteDefault() }
    controller?.viewWillLayoutSubviews()
    layoutSubviews()
    controller?.viewDidLayoutSubviews()
  }

  /// Distributes a change of the size over the subviews with masks.
  final func resizeSubviews(from old: CGSize) {
    let new = layer.bounds.size
    guard new != old, autoresizesSubviews else { return }
    for child in children where !child.autoresizingMask.isEmpty { child.autoresize(from: old, to: new) }
  }

  private func autoresize(from old: CGSize, to new: CGSize) {
    let mask = autoresizingMask
    // Under a transform the frame says nothing: centre and bounds take its place.
    let extent = bounds.size
    let corner = CGPoint(
      x: center.x - extent.width * layer.anchorPoint.x,
      y: center.y - extent.height * layer.anchorPoint.y
    )
    let x = AutoresizedAxis(
      leading: mask.contains(.flexibleLeftMargin) ? corner.x : nil,
      extent: mask.contains(.flexibleWidth) ? extent.width : nil,
      trailing: mask.contains(.flexibleRightMargin) ? old.width - corner.x - extent.width : nil,
      change: new.width - old.width
    )
    let y = AutoresizedAxis(
      leading: mask.contains(.flexibleTopMargin) ? corner.y : nil,
      extent: mask.contains(.flexibleHeight) ? extent.height : nil,
      trailing: mask.contains(.flexibleBottomMargin) ? old.height - corner.y - extent.height : nil,
      change: new.height - old.height
    )
    let size = CGSize(width: max(0, extent.width + x.growth), height: max(0, extent.height + y.growth))
    if size != extent { bounds.size = size }
    center = CGPoint(
      x: corner.x + x.shift + size.width * layer.anchorPoint.x,
      y: corner.y + y.shift + size.height * layer.anchorPoint.y
    )
  }
}

/// The shares of one axis of a frame in a change of the superview.
///
/// Flexible parts share the change in proportion to their sizes, and equally if they have none.
struct AutoresizedAxis {
  /// The change of the origin.
  let shift: CGFloat
  /// The change of the extent.
  let growth: CGFloat

  /// Parts that are not flexible are nil.
  init(leading: CGFloat?, extent: CGFloat?, trailing: CGFloat?, change: CGFloat) {
    let parts = [leading, extent, trailing].map { $0.map { max($0, 0) } }
    let flexible = parts.compactMap { $0 }
    let total = flexible.reduce(0, +)
    func share(_ part: CGFloat?) -> CGFloat {
      guard let part else { return 0 }
      return total > 0 ? change * part / total : change / CGFloat(flexible.count)
    }
    (shift, growth) = (share(parts[0]), share(parts[1]))
  }
}
