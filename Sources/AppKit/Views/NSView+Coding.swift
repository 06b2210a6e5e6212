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
    static let boundsRotation = "NSBoundsRotation"
    static let postsFrame = "NSPostsFrameChanges"
    static let postsBounds = "NSPostsBoundsChanges"
    static let clips = "NSClipsToBounds"
    static let shadow = "NSShadow"
    static let policy = "NSLayerContentsRedrawPolicy"
    static let placement = "NSLayerContentsPlacement"
    static let backgroundFilters = "NSBackgroundFilters"
    static let compositingFilter = "NSCompositingFilter"
    static let contentFilters = "NSContentFilters"
    static let usesFilters = "NSLayerUsesCoreImageFilters"
  }

  final func archive(into coder: NSCoder) {
    coder.encodeValue(frame, forKey: Key.frame)
    if geometry.bounds != CGRect(origin: .zero, size: frame.size) {
      coder.encodeValue(geometry.bounds, forKey: Key.bounds)
    }
    coder.encode(Double(boundsRotation), forKey: Key.boundsRotation)
    coder.encode(Double(frameRotation), forKey: Key.rotation)
    coder.encode(Int(autoresizingMask.rawValue), forKey: Key.mask)
    coder.encode(autoresizesSubviews, forKey: Key.resizes)
    coder.encode(postsFrameChangedNotifications, forKey: Key.postsFrame)
    coder.encode(postsBoundsChangedNotifications, forKey: Key.postsBounds)
    archiveAppearance(into: coder)
    coder.encode(wantsLayer, forKey: Key.wantsLayer)
    coder.encodeObjects(subviews, forKey: Key.subviews)
  }

  private func archiveAppearance(into coder: NSCoder) {
    coder.encode(isHidden, forKey: Key.isHidden)
    coder.encode(Double(alphaValue), forKey: Key.alpha)
    coder.encode(clipsToBounds, forKey: Key.clips)
    if let shadow { coder.encode(shadow, forKey: Key.shadow) }
    if let policy = appearance.policy { coder.encode(policy.rawValue, forKey: Key.policy) }
    coder.encode(layerContentsPlacement.rawValue, forKey: Key.placement)
    if !backgroundFilters.isEmpty { coder.encodeValue(backgroundFilters, forKey: Key.backgroundFilters) }
    coder.encodeValue(compositingFilter, forKey: Key.compositingFilter)
    if !contentFilters.isEmpty { coder.encodeValue(contentFilters, forKey: Key.contentFilters) }
    coder.encode(layerUsesCoreImageFilters, forKey: Key.usesFilters)
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
    // The archive has the bounds before they are turned.
    boundsRotation = CGFloat(coder.decodeDouble(forKey: Key.boundsRotation))
    autoresizingMask = AutoresizingMask(rawValue: UInt(max(0, coder.decodeInteger(forKey: Key.mask))))
    /// True where nothing is written.
    func flag(_ key: String) -> Bool { !coder.containsValue(forKey: key) || coder.decodeBool(forKey: key) }
    autoresizesSubviews = flag(Key.resizes)
    postsFrameChangedNotifications = flag(Key.postsFrame)
    postsBoundsChangedNotifications = flag(Key.postsBounds)
    restoreAppearance(from: coder)
    if coder.decodeBool(forKey: Key.wantsLayer) { wantsLayer = true }
    for view in coder.decodeObjects(of: NSView.self, forKey: Key.subviews) where view !== self {
      addSubview(view)
    }
  }

  private func restoreAppearance(from coder: NSCoder) {
    isHidden = coder.decodeBool(forKey: Key.isHidden)
    if coder.containsValue(forKey: Key.alpha) {
      alphaValue = CGFloat(coder.decodeDouble(forKey: Key.alpha))
    }
    clipsToBounds = coder.decodeBool(forKey: Key.clips)
    shadow = coder.decodeObject(of: NSShadow.self, under: Key.shadow)
    if coder.containsValue(forKey: Key.policy) {
      appearance.policy = LayerContentsRedrawPolicy(rawValue: coder.decodeInteger(forKey: Key.policy))
    }
    layerContentsPlacement =
      LayerContentsPlacement(rawValue: coder.decodeInteger(forKey: Key.placement))
      ?? .scaleAxesIndependently
    backgroundFilters = coder.decodeValue(forKey: Key.backgroundFilters) as? [Any] ?? []
    compositingFilter = coder.decodeValue(forKey: Key.compositingFilter)
    contentFilters = coder.decodeValue(forKey: Key.contentFilters) as? [Any] ?? []
    layerUsesCoreImageFilters = coder.decodeBool(forKey: Key.usesFilters)
  }
}
