import CoreGraphics
public import Foundation
import QuartzCore
public import StrataViews

/// A blurred shadow, whose distance counts to the right and upwards.
open class NSShadow: ViewShadow, NSCopying {
  /// The colour; nil draws no shadow.
  open var shadowColor: NSColor? = NSColor(ViewShadow.colorOfNew)

  /// Creates a shadow without distance and blur.
  public override init() { super.init() }

  /// Reads a shadow from an archive.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    shadowColor = coder.decodeObject(of: NSColor.self, under: Self.colorKey)
  }

  /// Gives the shadow to what is drawn into the current context from now on; its distance counts upwards in flipped
  /// views, too.
  open func set() {
    guard let context = ContextStack.current?.context else { return }
    let upwards = context.hasBaseUpsideDown ? -shadowOffset.height : shadowOffset.height
    context.setShadow(
      offset: CGSize(width: shadowOffset.width, height: upwards),
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

  /// Writes the values into a keyed archive.
  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    if let shadowColor { coder.encode(shadowColor, forKey: Self.colorKey) }
  }
}
