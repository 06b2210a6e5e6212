package import CoreGraphics
import CoreText
public import Foundation
import QuartzCore

/// A blurred shadow: what the shadows of the view modules share.
open class ViewShadow: NSObject, NSSecureCoding {
  private let mark = AttributeMark()

  /// The distance in points: to the right, and in AppKit upwards, in UIKit downwards.
  open var shadowOffset = CGSize.zero
  /// How far the edge is blurred, in points.
  open var shadowBlurRadius: CGFloat = 0

  /// Creates a shadow without distance and blur.
  public override init() { super.init() }

  /// Reads a shadow from an archive.
  public required init?(coder: NSCoder) {
    super.init()
    let blur = coder.decodeDouble(forKey: Key.blur)
    shadowOffset = coder.decodeValue(forKey: Key.offset) as? CGSize ?? .zero
    shadowBlurRadius = blur.isFinite ? CGFloat(blur) : 0
  }

  /// A third of black, the colour of a new shadow.
  package static let colorOfNew = CGColor(genericGrayGamma2_2Gray: 0, alpha: 1.0 / 3)

  /// The key of the colour in archives.
  package static let colorKey = "NSShadowColor"

  private enum Key {
    static let offset = "NSShadowOffset"
    static let blur = "NSShadowBlurRadius"
  }

  /// True: shadows can be archived securely.
  open class var supportsSecureCoding: Bool { true }

  /// Writes the values into a keyed archive.
  open func encode(with coder: NSCoder) {
    coder.encodeValue(shadowOffset, forKey: Key.offset)
    coder.encode(Double(shadowBlurRadius), forKey: Key.blur)
  }
}
