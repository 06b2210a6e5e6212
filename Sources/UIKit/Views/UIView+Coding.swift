import Foundation
import QuartzCore

extension UIView: @MainActor NSCoding {}

/// Archives: the keys of the views' properties.
extension UIView {
  private enum Key {
    static let center = "UICenter"
    static let bounds = "UIBounds"
    static let transform = "UITransform"
    static let alpha = "UIAlpha"
    static let isHidden = "UIHidden"
    static let isOpaque = "UIOpaque"
    static let tag = "UITag"
    static let clips = "UIClipsToBounds"
    static let mode = "UIContentMode"
    static let mask = "UIAutoresizingMask"
    static let resizes = "UIAutoresizeSubviews"
    static let isDisabled = "UIUserInteractionDisabled"
    static let isMultiple = "UIMultipleTouchEnabled"
    static let background = "UIBackgroundColor"
    static let tint = "UITintColor"
    static let subviews = "UISubviews"
  }

  final func archive(into coder: NSCoder) {
    coder.encodeValue(center, forKey: Key.center)
    coder.encodeValue(bounds, forKey: Key.bounds)
    if !CATransform3DIsIdentity(transform3D) { coder.encodeValue(transform3D, forKey: Key.transform) }
    coder.encode(Double(alpha), forKey: Key.alpha)
    coder.encode(isHidden, forKey: Key.isHidden)
    coder.encode(isOpaque, forKey: Key.isOpaque)
    coder.encode(tag, forKey: Key.tag)
    coder.encode(clipsToBounds, forKey: Key.clips)
    coder.encode(contentMode.rawValue, forKey: Key.mode)
    coder.encode(Int(autoresizingMask.rawValue), forKey: Key.mask)
    coder.encode(autoresizesSubviews, forKey: Key.resizes)
    coder.encode(!isUserInteractionEnabled, forKey: Key.isDisabled)
    coder.encode(isMultipleTouchEnabled, forKey: Key.isMultiple)
    if let backgroundColor { coder.encode(backgroundColor, forKey: Key.background) }
    if let ownTint { coder.encode(ownTint, forKey: Key.tint) }
    coder.encodeObjects(subviews, forKey: Key.subviews)
  }

  /// Reads what is there; what is missing or not valid keeps its default.
  final func restore(from coder: NSCoder) {
    func flag(_ key: String, or standard: Bool) -> Bool {
      coder.containsValue(forKey: key) ? coder.decodeBool(forKey: key) : standard
    }
    if let rect = coder.decodeValue(forKey: Key.bounds) as? CGRect, rect.isFinite { bounds = rect }
    if let point = coder.decodeValue(forKey: Key.center) as? CGPoint, point.x.isFinite, point.y.isFinite {
      center = point
    }
    if let transform = coder.decodeValue(forKey: Key.transform) as? CATransform3D { transform3D = transform }
    if coder.containsValue(forKey: Key.alpha) { alpha = CGFloat(coder.decodeDouble(forKey: Key.alpha)) }
    isHidden = coder.decodeBool(forKey: Key.isHidden)
    isOpaque = flag(Key.isOpaque, or: isOpaque)
    tag = coder.decodeInteger(forKey: Key.tag)
    clipsToBounds = coder.decodeBool(forKey: Key.clips)
    contentMode = ContentMode(rawValue: coder.decodeInteger(forKey: Key.mode)) ?? .scaleToFill
    autoresizingMask = AutoresizingMask(rawValue: UInt(max(0, coder.decodeInteger(forKey: Key.mask))))
    autoresizesSubviews = flag(Key.resizes, or: autoresizesSubviews)
    isUserInteractionEnabled = !coder.decodeBool(forKey: Key.isDisabled)
    isMultipleTouchEnabled = coder.decodeBool(forKey: Key.isMultiple)
    if let color = coder.decodeObject(of: UIColor.self, under: Key.background) { backgroundColor = color }
    if let color = coder.decodeObject(of: UIColor.self, under: Key.tint) { tintColor = color }
    for view in coder.decodeObjects(of: UIView.self, forKey: Key.subviews) where view !== self {
      addSubview(view)
    }
  }
}

extension CGRect {
  /// True if all numbers of the rectangle are finite.
  fileprivate var isFinite: Bool { [minX, minY, width, height].allSatisfy(\.isFinite) }
}
