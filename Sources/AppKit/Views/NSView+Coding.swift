import CoreGraphics
import Foundation
import QuartzCore

extension NSView: @MainActor NSCoding {}

/// Archives: the keys of the views' properties.
extension NSView {
  private enum Key {
    static let frame = "NSFrame"
    static let bounds = "NSBounds"
    static let rotation = "NSFrameRotation"
    static let mask = "NSAutoresizingMask"
    static let resizes = "NSAutoresizeSubviews"
    static let isHidden = "NSHidden"
    static let alpha = "NSAlpha"
    static let wantsLayer = "NSWantsLayer"
    static let subviews = "NSSubviews"
  }

  final func archive(into coder: NSCoder) {
    coder.encodeValue(frame, forKey: Key.frame)
    // Turned bounds are larger than what a size of theirs would set.
    if boundsRotation == 0, bounds != CGRect(origin: .zero, size: frame.size) {
      coder.encodeValue(bounds, forKey: Key.bounds)
    }
    coder.encode(Double(frameRotation), forKey: Key.rotation)
    coder.encode(Int(autoresizingMask.rawValue), forKey: Key.mask)
    coder.encode(autoresizesSubviews, forKey: Key.resizes)
    coder.encode(isHidden, forKey: Key.isHidden)
    coder.encode(Double(alphaValue), forKey: Key.alpha)
    coder.encode(wantsLayer, forKey: Key.wantsLayer)
    coder.encodeObjects(subviews, forKey: Key.subviews)
  }

  /// Reads what is there; what is missing or not valid keeps its default.
  final func restore(from coder: NSCoder) {
    func rect(_ key: String) -> CGRect? {
      guard let rect = coder.decodeValue(forKey: key) as? CGRect else { return nil }
      return [rect.minX, rect.minY, rect.width, rect.height].allSatisfy(\.isFinite) ? rect : nil
    }
    if let rect = rect(Key.frame) { frame = rect }
    if let rect = rect(Key.bounds) { bounds = rect }
    let angle = coder.decodeDouble(forKey: Key.rotation)
    if angle != 0, angle.isFinite { frameRotation = CGFloat(angle) }
    autoresizingMask = AutoresizingMask(rawValue: UInt(max(0, coder.decodeInteger(forKey: Key.mask))))
    if coder.containsValue(forKey: Key.resizes) {
      autoresizesSubviews = coder.decodeBool(forKey: Key.resizes)
    }
    isHidden = coder.decodeBool(forKey: Key.isHidden)
    if coder.containsValue(forKey: Key.alpha) {
      alphaValue = CGFloat(coder.decodeDouble(forKey: Key.alpha))
    }
    if coder.decodeBool(forKey: Key.wantsLayer) { wantsLayer = true }
    for view in coder.decodeObjects(of: NSView.self, forKey: Key.subviews) where view !== self {
      addSubview(view)
    }
  }
}
