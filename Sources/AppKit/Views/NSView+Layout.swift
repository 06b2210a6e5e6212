import CoreGraphics
import QuartzCore
import StrataViews

/// Layout passes and autoresizing.
extension NSView {
  /// Lays out the view for its layer, and then the layer by its layout manager; returns false for any other layer.
  final func layOut(_ layer: CALayer) -> Bool {
    guard layer === backing else { return false }
    if superview == nil { takeScaleOfShowingWindow() }
    layOut()
    // A view that is both delegate and manager, and has no layout of its own for either, has had its turn.
    if let manager = layer.layoutManager, manager !== layer.delegate { manager.layoutSublayers(of: layer) }
    return true
  }

  final func layOut() {
    isMarkedForLayout = false
    controller?.viewWillLayout()
    layout()
    controller?.viewDidLayout()
  }

  /// Takes the view's share of a change of the superview's size.
  final func autoresize(from old: CGSize) {
    let mask = autoresizingMask
    guard let parent, !mask.isEmpty else { return }
    let (frame, new) = (geometry.frame, parent.geometry.bounds.size)
    let x = AutoresizedAxis(
      leading: mask.contains(.minXMargin) ? frame.minX : nil,
      extent: mask.contains(.width) ? frame.width : nil,
      trailing: mask.contains(.maxXMargin) ? old.width - frame.maxX : nil,
      change: new.width - old.width
    )
    let y = AutoresizedAxis(
      leading: mask.contains(.minYMargin) ? frame.minY : nil,
      extent: mask.contains(.height) ? frame.height : nil,
      trailing: mask.contains(.maxYMargin) ? old.height - frame.maxY : nil,
      change: new.height - old.height
    )
    let changed = CGRect(
      x: frame.minX + x.shift,
      y: frame.minY + y.shift,
      width: max(0, frame.width + x.growth),
      height: max(0, frame.height + y.growth)
    )
    if changed != frame { self.frame = changed }
  }
}
