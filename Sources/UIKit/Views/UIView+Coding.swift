import Foundation
import QuartzCore

extension UIView: @MainActor NSCoding {}

/// Archives: the keys of the views' properties.
extension UIView {
  private enum Key {
    static let anchor = "UIAnchorPoint"
    static let center = "UICenter"
    static let bounds = "UIBounds"
    static let transform = "UITransform"
    static let alpha = "UIAlpha"
    static let isHidden = "UIHidden"
    static let isOpaque = "UIOpaque"
    static let tag = "UITag"
    static let clips = "UIClipsToBounds"
    static let mode = "UIContentMode"
    static let scale = "UIContentScaleFactor"
    static let autoresizing = "UIAutoresizingMask"
    static let resizes = "UIAutoresizeSubviews"
    static let isDisabled = "UIUserInteractionDisabled"
    static let isMultiple = "UIMultipleTouchEnabled"
    static let isExclusive = "UIExclusiveTouch"
    static let background = "UIBackgroundColor"
    static let tint = "UITintColor"
    static let style = "UIOverrideUserInterfaceStyle"
    static let mask = "UIMaskView"
    static let subviews = "UISubviews"
  }

  /// True if an archive has the properties of a view; a class with other defaults sets these if it has not.
  final func hasProperties(in coder: NSCoder) -> Bool { coder.containsValue(forKey: Key.isOpaque) }

  final func archive(into coder: NSCoder) {
    coder.encodeValue(anchorPoint, forKey: Key.anchor)
    coder.encodeValue(center, forKey: Key.center)
    coder.encodeValue(bounds, forKey: Key.bounds)
    if !CATransform3DIsIdentity(transform3D) { coder.encodeValue(transform3D, forKey: Key.transform) }
    coder.encode(Double(alpha), forKey: Key.alpha)
    coder.encode(isHidden, forKey: Key.isHidden)
    coder.encode(isOpaque, forKey: Key.isOpaque)
    coder.encode(tag, forKey: Key.tag)
    coder.encode(clipsToBounds, forKey: Key.clips)
    coder.encode(contentMode.rawValue, forKey: Key.mode)
    coder.encode(Double(contentScaleFactor), forKey: Key.scale)
    coder.encode(Int(autoresizingMask.rawValue), forKey: Key.autoresizing)
    coder.encode(autoresizesSubviews, forKey: Key.resizes)
    coder.encode(!isUserInteractionEnabled, forKey: Key.isDisabled)
    coder.encode(isMultipleTouchEnabled, forKey: Key.isMultiple)
    coder.encode(isExclusiveTouch, forKey: Key.isExclusive)
    if let backgroundColor { coder.encode(backgroundColor, forKey: Key.background) }
    if let ownTint { coder.encode(ownTint, forKey: Key.tint) }
    coder.encode(overrideUserInterfaceStyle.rawValue, forKey: Key.style)
    if let mask { coder.encode(mask, forKey: Key.mask) }
    coder.encodeObjects(subviews, forKey: Key.subviews)
  }

  /// Reads what is there; what is missing or not valid keeps its default.
  final func restore(from coder: NSCoder) {
    func flag(_ key: String, or standard: Bool) -> Bool {
      coder.containsValue(forKey: key) ? coder.decodeBool(forKey: key) : standard
    }
    func point(_ key: String) -> CGPoint? {
      let point = coder.decodeValue(forKey: key) as? CGPoint
      return point.flatMap { $0.x.isFinite && $0.y.isFinite ? $0 : nil }
    }
    if let rect = coder.decodeValue(forKey: Key.bounds) as? CGRect, rect.isFinite { bounds = rect }
    if let anchor = point(Key.anchor) { anchorPoint = anchor }
    if let place = point(Key.center) { center = place }
    if let transform = coder.decodeValue(forKey: Key.transform) as? CATransform3D { transform3D = transform }
    if coder.containsValue(forKey: Key.alpha) { alpha = CGFloat(coder.decodeDouble(forKey: Key.alpha)) }
    isHidden = coder.decodeBool(forKey: Key.isHidden)
    isOpaque = flag(Key.isOpaque, or: isOpaque)
    tag = coder.decodeInteger(forKey: Key.tag)
    clipsToBounds = coder.decodeBool(forKey: Key.clips)
    contentMode = ContentMode(rawValue: coder.decodeInteger(forKey: Key.mode)) ?? .scaleToFill
    let scale = coder.decodeDouble(forKey: Key.scale)
    if scale.isFinite { contentScaleFactor = CGFloat(scale) }
    let sides = coder.decodeInteger(forKey: Key.autoresizing)
    autoresizingMask = AutoresizingMask(rawValue: UInt(max(0, sides)))
    autoresizesSubviews = flag(Key.resizes, or: autoresizesSubviews)
    isUserInteractionEnabled = !coder.decodeBool(forKey: Key.isDisabled)
    isMultipleTouchEnabled = coder.decodeBool(forKey: Key.isMultiple)
    isExclusiveTouch = coder.decodeBool(forKey: Key.isExclusive)
    if let color = coder.decodeObject(of: UIColor.self, under: Key.background) { backgroundColor = color }
    if let color = coder.decodeObject(of: UIColor.self, under: Key.tint) { tintColor = color }
    let style = UIUserInterfaceStyle(rawValue: coder.decodeInteger(forKey: Key.style))
    overrideUserInterfaceStyle = style ?? .unspecified
    if let view = coder.decodeObject(of: UIView.self, under: Key.mask), view !== self { mask = view }
    for view in coder.decodeObjects(of: UIView.self, forKey: Key.subviews) where view !== self {
      addSubview(view)
    }
  }
}

extension CGRect {
  /// True if all numbers of the rectangle are finite.
  fileprivate var isFinite: Bool { [minX, minY, width, height].allSatisfy(\.isFinite) }
}
