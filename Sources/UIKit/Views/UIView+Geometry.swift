import CoreGraphics
public import Foundation
import QuartzCore

/// Conversion between views, and hit testing.
extension UIView {
  /// Converts a point to another view; nil is the window.
  public final func convert(_ point: CGPoint, to view: UIView?) -> CGPoint {
    (view ?? window).map { layer.convert(point, to: $0.layer) } ?? point
  }

  /// Converts a point from another view; nil is the window.
  public final func convert(_ point: CGPoint, from view: UIView?) -> CGPoint {
    (view ?? window).map { layer.convert(point, from: $0.layer) } ?? point
  }

  /// Converts a rectangle to another view, as the bounding box of its corners; nil is the window.
  public final func convert(_ rect: CGRect, to view: UIView?) -> CGRect {
    (view ?? window).map { layer.convert(rect, to: $0.layer) } ?? rect
  }

  /// Converts a rectangle from another view, as the bounding box of its corners; nil is the window.
  public final func convert(_ rect: CGRect, from view: UIView?) -> CGRect {
    (view ?? window).map { layer.convert(rect, from: $0.layer) } ?? rect
  }

  // MARK: Hit testing

  /// The layer as it is on screen: a copy while something moves it, else the layer itself.
  final var shownLayer: CALayer { layer.animationKeys() == nil ? layer : layer.presentation() ?? layer }

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
