import CoreGraphics
import Foundation
import QuartzCore

/// Hit testing.
extension UIView {
  /// The layer as it is on screen: a copy while something moves it, else the layer itself.
  final var shownLayer: CALayer {
    ownLayer.animationKeys() == nil ? ownLayer : ownLayer.presentation() ?? ownLayer
  }

  /// Views of less opacity cannot be touched.
  private static var leastTouchableAlpha: Float { 0.01 }

  final func frontmostView(at point: CGPoint, with event: UIEvent?) -> UIView? {
    guard isUserInteractionEnabled, blockingAnimations == 0 else { return nil }
    let shown = shownLayer
    guard !shown.isHidden, shown.opacity >= Self.leastTouchableAlpha, self.point(inside: point, with: event)
    else {
      return nil
    }
    for child in children.reversed() {
      if let hit = child.hitTest(child.shownPoint(point), with: event) { return hit }
    }
    return self
  }

  /// Converts a point of the superview to this view as it is on screen.
  private func shownPoint(_ point: CGPoint) -> CGPoint { shownLayer.convert(point, from: nil) }
}
