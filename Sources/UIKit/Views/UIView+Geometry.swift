import CoreGraphics
import Foundation
import QuartzCore

/// Hit testing, which goes by the values that views have, and not by those that animations show.
extension UIView {
  /// Views of less opacity cannot be touched; layers keep it as a `Float`, where 0.01 is less, too.
  private static var leastTouchableAlpha: Double { 0.01 }

  final func frontmostView(at point: CGPoint, with event: UIEvent?) -> UIView? {
    guard isUserInteractionEnabled, blockingAnimations == 0, !ownLayer.isHidden,
      Double(ownLayer.opacity) >= Self.leastTouchableAlpha, self.point(inside: point, with: event)
    else {
      return nil
    }
    followLayers()
    for child in children.reversed() {
      let inChild = child.ownLayer.convert(point, from: ownLayer)
      if let hit = child.hitTest(inChild, with: event) { return hit }
    }
    return self
  }
}
