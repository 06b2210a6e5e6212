import CoreGraphics
import Foundation
import StrataViews

/// Autoresizing and archives.
extension NSView {
  /// Takes the view's share of a change of the superview's size.
  final func autoresize(from old: CGSize) {
    let mask = autoresizingMask
    guard let parent, !mask.isEmpty else { return }
    let (frame, new) = (geometry.frame, parent.geometry.bounds.size)
    let x = AutoresizedAxis(
      leading: mask.contains(.minXMargin) ? frame.minX : nil,
      extent: mask.contains(.width) ? frame.width : nil,
      trailing: mask.contains(.maxXMargin) ? old.width - frame.maxX : nil,
      change: new.width - old.width
    )
    let y = AutoresizedAxis(
      leading: mask.contains(.minYMargin) ? frame.minY : nil,
      extent: mask.contains(.height) ? frame.height : nil,
      trailing: mask.contains(.maxYMargin) ? old.height - frame.maxY : nil,
      change: new.height - old.height
    )
    let changed = CGRect(
      x: frame.minX + x.shift,
      y: frame.minY + y.shift,
      width: max(0, frame.width + x.growth),
      height: max(0, frame.height + y.growth)
    )
    if changed != frame { self.frame = changed }
  }

  private enum Key {
    static let frame = "NSFrame"
    static let mask = "NSAutoresizingMask"
    static let isHidden = "NSHidden"
    static let alpha = "NSAlpha"
  }

  final func archive(into coder: NSCoder) {
    let numbers = [frame.minX, frame.minY, frame.width, frame.height].map { NSNumber(value: Double($0)) }
    coder.encode(NSArray(array: numbers), forKey: Key.frame)
    coder.encode(Int(autoresizingMask.rawValue), forKey: Key.mask)
    coder.encode(isHidden, forKey: Key.isHidden)
    coder.encode(Double(alphaValue), forKey: Key.alpha)
  }

  final func restore(from coder: NSCoder) {
    let found = coder.decodeObject(of: [NSArray.self, NSNumber.self], forKey: Key.frame) as? [NSNumber]
    let numbers = found?.map { CGFloat($0.doubleValue) } ?? []
    if numbers.count == 4, numbers.allSatisfy(\.isFinite) {
      frame = CGRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }
    autoresizingMask = AutoresizingMask(rawValue: UInt(max(0, coder.decodeInteger(forKey: Key.mask))))
    isHidden = coder.decodeBool(forKey: Key.isHidden)
    if coder.containsValue(forKey: Key.alpha) {
      alphaValue = CGFloat(coder.decodeDouble(forKey: Key.alpha))
    }
  }
}
