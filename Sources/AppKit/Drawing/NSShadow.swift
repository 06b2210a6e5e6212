import CoreText
public import Foundation
import QuartzCore
import StrataViews

/// A blurred shadow.
open class NSShadow: NSObject, NSCopying, NSSecureCoding {
  private let mark = AttributeMark()

  /// The distance, in points, to the right and upwards.
  open var shadowOffset = NSSize.zero
  /// How far the edge is blurred, in points.
  open var shadowBlurRadius: CGFloat = 0
  /// The colour; nil draws no shadow.
  open var shadowColor: NSColor? = NSColor(white: 0, alpha: 1.0 / 3)

  /// Creates a shadow without distance and blur.
  public override init() { super.init() }

  /// Reads a shadow from an archive.
  public required init?(coder: NSCoder) {
    super.init()
    let blur = coder.decodeDouble(forKey: Key.blur)
    shadowOffset = coder.decodeValue(forKey: Key.offset) as? NSSize ?? .zero
    shadowBlurRadius = blur.isFinite ? CGFloat(blur) : 0
    shadowColor = coder.decodeObject(of: NSColor.self, under: Key.color)
  }

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

  // MARK: Archives

  private enum Key {
    static let offset = "NSShadowOffset"
    static let blur = "NSShadowBlurRadius"
    static let color = "NSShadowColor"
  }

  /// True: shadows can be archived securely.
  open class var supportsSecureCoding: Bool { true }

  /// Writes the values into a keyed archive.
  open func encode(with coder: NSCoder) {
    coder.encodeValue(shadowOffset, forKey: Key.offset)
    coder.encode(Double(shadowBlurRadius), forKey: Key.blur)
    if let shadowColor { coder.encode(shadowColor, forKey: Key.color) }
  }
}
