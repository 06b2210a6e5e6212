import CoreGraphics
public import Foundation
import QuartzCore
public import StrataViews

/// A blurred shadow, whose distance counts to the right and downwards.
///
/// Drawing code hands its values to `CGContext.setShadow`. As an attribute of text it is kept, and not drawn.
open class NSShadow: ViewShadow, NSCopying {
  /// The colour, a `UIColor` or a `CGColor`; nil draws no shadow.
  open var shadowColor: Any? = UIColor(cgColor: ViewShadow.colorOfNew)

  /// Creates a shadow without distance and blur.
  public override init() { super.init() }

  /// Reads a shadow from an archive.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    shadowColor = coder.decodeObject(of: UIColor.self, under: Self.colorKey)
  }

  /// Returns a shadow with the same values.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSShadow()
    (copy.shadowOffset, copy.shadowBlurRadius) = (shadowOffset, shadowBlurRadius)
    copy.shadowColor = shadowColor
    return copy
  }

  /// Writes the values into a keyed archive; colours come back as `UIColor`.
  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    let color = shadowColor as? UIColor ?? (shadowColor as? CGColor).map(UIColor.init(cgColor:))
    if let color { coder.encode(color, forKey: Self.colorKey) }
  }
}
