public import Foundation
import StrataViews

/// A blurred shadow.
open class NSShadow: NSObject, NSCopying {
  /// The distance, in points, to the right and upwards.
  open var shadowOffset = NSSize.zero
  /// How far the edge is blurred, in points.
  open var shadowBlurRadius: CGFloat = 0
  /// The colour; nil draws no shadow.
  open var shadowColor: NSColor? = NSColor(white: 0, alpha: 1.0 / 3)

  /// Creates a shadow without distance and blur.
  public override init() { super.init() }

  /// Gives the shadow to what is drawn into the current context from now on.
  open func set() {
    ContextStack.current?.context.setShadow(
      offset: shadowOffset,
      blur: shadowBlurRadius,
      color: shadowColor?.cgColor
    )
  }

  /// Returns a shadow with the same values.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSShadow()
    (copy.shadowOffset, copy.shadowBlurRadius) = (shadowOffset, shadowBlurRadius)
    copy.shadowColor = shadowColor
    return copy
  }
}
