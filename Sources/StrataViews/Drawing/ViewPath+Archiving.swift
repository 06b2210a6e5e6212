import CoreGraphics
import Foundation
import QuartzCore

/// Paths in keyed archives: the elements and the style.
extension ViewPath {
  private enum Key {
    static let outline = "outline"
    static let width = "lineWidth"
    static let cap = "lineCap"
    static let join = "lineJoin"
    static let limit = "miterLimit"
    static let flatness = "flatness"
    static let rule = "fillRule"
    static let dash = "dash"
    static let phase = "dashPhase"
  }

  final func archive(into coder: NSCoder) {
    coder.encodeValue(plainPath, forKey: Key.outline)
    coder.encode(Double(style.lineWidth), forKey: Key.width)
    coder.encode(Int(style.cap.rawValue), forKey: Key.cap)
    coder.encode(Int(style.join.rawValue), forKey: Key.join)
    coder.encode(Double(style.miterLimit), forKey: Key.limit)
    coder.encode(Double(style.flatness), forKey: Key.flatness)
    coder.encode(style.rule.rawValue, forKey: Key.rule)
    guard !style.dash.pattern.isEmpty else { return }
    coder.encodeValue(style.dash.pattern.map { NSNumber(value: Double($0)) }, forKey: Key.dash)
    coder.encode(Double(style.dash.phase), forKey: Key.phase)
  }

  /// Reads what is there; what is missing or not valid keeps its default.
  final func restore(from coder: NSCoder) {
    func number(_ key: String) -> CGFloat? {
      let number = coder.containsValue(forKey: key) ? coder.decodeDouble(forKey: key) : .nan
      return number.isFinite ? CGFloat(number) : nil
    }
    if let path = coder.decodeValue(forKey: Key.outline) as? CGPath { plainPath = path }
    style.lineWidth = number(Key.width) ?? style.lineWidth
    style.miterLimit = number(Key.limit) ?? style.miterLimit
    style.flatness = number(Key.flatness) ?? style.flatness
    style.cap = CGLineCap(rawValue: Int32(truncatingIfNeeded: coder.decodeInteger(forKey: Key.cap))) ?? .butt
    style.join =
      CGLineJoin(rawValue: Int32(truncatingIfNeeded: coder.decodeInteger(forKey: Key.join))) ?? .miter
    style.rule = CGPathFillRule(rawValue: coder.decodeInteger(forKey: Key.rule)) ?? .winding
    let lengths = (coder.decodeValue(forKey: Key.dash) as? [Any])?.compactMap { $0 as? NSNumber } ?? []
    style.dash = (lengths.map { CGFloat($0.doubleValue) }, number(Key.phase) ?? 0)
  }
}
