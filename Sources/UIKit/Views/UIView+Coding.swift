import Foundation
import QuartzCore

/// Archives: the keys of the views' properties.
extension UIView {
  private enum Key {
    static let center = "UICenter"
    static let bounds = "UIBounds"
    static let alpha = "UIAlpha"
    static let isHidden = "UIHidden"
    static let tag = "UITag"
    static let clips = "UIClipsToBounds"
    static let mode = "UIContentMode"
    static let mask = "UIAutoresizingMask"
    static let isDisabled = "UIUserInteractionDisabled"
    static let background = "UIBackgroundColor"
  }

  final func archive(into coder: NSCoder) {
    func numbers(_ values: CGFloat...) -> NSArray {
      NSArray(array: values.map { NSNumber(value: Double($0)) })
    }
    coder.encode(numbers(center.x, center.y), forKey: Key.center)
    coder.encode(numbers(bounds.minX, bounds.minY, bounds.width, bounds.height), forKey: Key.bounds)
    coder.encode(Double(alpha), forKey: Key.alpha)
    coder.encode(isHidden, forKey: Key.isHidden)
    coder.encode(tag, forKey: Key.tag)
    coder.encode(clipsToBounds, forKey: Key.clips)
    coder.encode(contentMode.rawValue, forKey: Key.mode)
    coder.encode(Int(autoresizingMask.rawValue), forKey: Key.mask)
    coder.encode(!isUserInteractionEnabled, forKey: Key.isDisabled)
    if let c = backgroundColor?.cgColor.extendedSRGB {
      coder.encode(numbers(CGFloat(c.x), CGFloat(c.y), CGFloat(c.z), CGFloat(c.w)), forKey: Key.background)
    }
  }

  final func restore(from coder: NSCoder) {
    func numbers(_ key: String, _ count: Int) -> [CGFloat]? {
      let found = coder.decodeObject(of: [NSArray.self, NSNumber.self], forKey: key) as? [NSNumber]
      let values = found?.map { CGFloat($0.doubleValue) } ?? []
      return values.count == count && values.allSatisfy(\.isFinite) ? values : nil
    }
    if let b = numbers(Key.bounds, 4) { bounds = CGRect(x: b[0], y: b[1], width: b[2], height: b[3]) }
    if let c = numbers(Key.center, 2) { center = CGPoint(x: c[0], y: c[1]) }
    if let c = numbers(Key.background, 4) {
      backgroundColor = UIColor(red: c[0], green: c[1], blue: c[2], alpha: c[3])
    }
    if coder.containsValue(forKey: Key.alpha) { alpha = CGFloat(coder.decodeDouble(forKey: Key.alpha)) }
    isHidden = coder.decodeBool(forKey: Key.isHidden)
    tag = coder.decodeInteger(forKey: Key.tag)
    clipsToBounds = coder.decodeBool(forKey: Key.clips)
    contentMode = ContentMode(rawValue: coder.decodeInteger(forKey: Key.mode)) ?? .scaleToFill
    autoresizingMask = AutoresizingMask(rawValue: UInt(max(0, coder.decodeInteger(forKey: Key.mask))))
    isUserInteractionEnabled = !coder.decodeBool(forKey: Key.isDisabled)
  }
}
