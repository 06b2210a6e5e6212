import Foundation
import QuartzCore
import StrataViews

/// Layout passes and autoresizing.
extension UIView {
  final func layOut(_ layer: CALayer) {
    // A layer of the program's own that has the view as its delegate lays itself out.
    guard layer === ownLayer else { return OptionalCall.noteDefault(.layoutSublayers, of: self) }
    if superview == nil { takeScaleOfShowingWindow() }
    withTraits {
      controller?.appearBeforeLayout()
      controller?.viewWillLayoutSubviews()
      layoutSubviews()
      controller?.viewDidLayoutSubviews()
    }
  }

  /// Changes the layer's size, and the subviews' places with it.
  final func resize(_ change: () -> Void) {
    let old = ownLayer.bounds.size
    change()
    resizeSubviews(from: old)
  }

  final func takeFittingSize() {
    let size = sizeThatFits(bounds.size)
    var frame = frame
    frame.size = size
    self.frame = frame
  }

  /// Distributes a change of the size over the subviews with masks.
  final func resizeSubviews(from old: CGSize) {
    let new = ownLayer.bounds.size
    guard new != old, autoresizesSubviews else { return }
    for child in children where !child.autoresizingMask.isEmpty { child.autoresize(from: old, to: new) }
  }

  private func autoresize(from old: CGSize, to new: CGSize) {
    let mask = autoresizingMask
    // Under a transform the frame says nothing: centre and bounds take its place.
    let extent = bounds.size
    let corner = CGPoint(
      x: center.x - extent.width * ownLayer.anchorPoint.x,
      y: center.y - extent.height * ownLayer.anchorPoint.y
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
      x: corner.x + x.shift + size.width * ownLayer.anchorPoint.x,
      y: corner.y + y.shift + size.height * ownLayer.anchorPoint.y
    )
  }
}
