import CoreGraphics
import Foundation
import QuartzCore
import StrataViews

/// What a view looks like, for the time before it has a layer.
@MainActor struct ViewAppearance {
  var alpha: CGFloat = 1
  var isHidden = false
  var shadow: NSShadow?
  var backgroundFilters: [Any] = []
  var compositingFilter: Any?
  var contentFilters: [Any] = []
  var usesFilters = false
  var clips = false
  var placement = NSView.LayerContentsPlacement.scaleAxesIndependently
  /// Nil for the view's own choice.
  var policy: NSView.LayerContentsRedrawPolicy?
  /// What the view has given its layer, and takes back.
  var hasTransform = false
  var hasShadow = false
  var hasFilters = false

  /// All filters.
  var filters: [Any] { backgroundFilters + contentFilters + [compositingFilter].compactMap { $0 } }
}

/// Layers that views make, or that programs give them.
extension NSView {
  final func setLayer(_ new: CALayer?) {
    guard new !== backing else { return }
    guard let new else { return dropLayer() }
    let isHosted = !wantsLayer && window == nil
    dropLayer()
    isHosting = isHosted
    adopt(new)
  }

  /// Gives this view and those in it the layers that they lack.
  final func prepareLayers() {
    if backing == nil { adopt(makeBackingLayer()) }
    // A host shows its layer alone.
    guard !isHosting else { return }
    for child in children { child.prepareLayers() }
  }

  private func adopt(_ layer: CALayer) {
    backing = layer
    if !isHosting {
      layer.delegate = self
      layer.anchorPoint = .zero
      layer.contentsScale = window?.backingScaleFactor ?? MainScreen.scale
      layer.isOpaque = isOpaque && drawsItself
    }
    withoutActions {
      place()
      flip()
      applyAppearance(to: layer)
    }
    if !isHosting, drawsItself, layerContentsRedrawPolicy != .never { layer.setNeedsDisplay() }
    if needsLayout { layer.setNeedsLayout() }
    if let superlayer = parent?.backing, parent?.isHosting == false, let parent {
      let above = parent.children.drop { $0 !== self }.dropFirst().lazy.compactMap(\.backing).first
      superlayer.insert(layer, belowLayer: above)
    }
    for child in children {
      guard !isHosting, let sublayer = child.backing else { continue }
      layer.addSublayer(sublayer)
      child.withoutActions { child.flip() }
    }
  }

  final func dropLayer() {
    guard let layer = backing else { return }
    appearance.alpha = alphaValue
    appearance.isHidden = isHidden
    if !isHosting {
      layer.delegate = nil
      for child in children { child.backing?.removeFromSuperlayer() }
    }
    layer.removeFromSuperlayer()
    (backing, isHosting) = (nil, false)
  }

  /// Runs changes of a layer that must not animate; a view that is its layer's delegate prevents that itself.
  final func withoutActions(_ body: () -> Void) {
    guard isHosting else { return AnimationBlock.withoutAnimation(body) }
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    body()
    CATransaction.commit()
  }

  /// Changes the layer, with the animations of the block that runs.
  private func withActions(_ body: () -> Void) {
    // The layer of a host animates by itself, which is right in animations alone.
    guard isHosting else { return body() }
    CATransaction.begin()
    if let settings = AnimationBlock.isEnabled ? AnimationBlock.current?.settings : nil {
      CATransaction.setAnimationDuration(settings.duration)
      if case .cubic(let function) = settings.curve { CATransaction.setAnimationTimingFunction(function) }
    } else {
      CATransaction.setDisableActions(true)
    }
    body()
    CATransaction.commit()
  }

  // MARK: Place

  final func change(_ body: (inout ViewGeometry) -> Void) {
    body(&geometry)
    withActions { place() }
  }

  /// Changes the size, the subviews' places with it, and draws the contents as the policy says.
  final func changeSize(_ body: (inout ViewGeometry) -> Void) {
    let old = geometry
    change(body)
    guard geometry.bounds.size != old.bounds.size || geometry.frame.size != old.frame.size else { return }
    if geometry.bounds.size != old.bounds.size { resizeSubviews(withOldSize: old.bounds.size) }
    needsLayout = true
    sizeDidChange()
    if window != nil { updateTrackingAreas() }
  }

  /// Gives the layer the view's geometry.
  private func place() {
    guard let backing else { return }
    let isScaled = geometry.scale != CGSize(width: 1, height: 1) || geometry.rotation != 0
    backing.bounds = geometry.bounds
    // A transform of the program's own stays while the view has none.
    if isScaled || appearance.hasTransform { backing.setAffineTransform(geometry.transform) }
    appearance.hasTransform = isScaled
    backing.position = geometry.position(ofAnchor: backing.anchorPoint)
  }

  /// Turns the layer's y axis into the view's direction.
  final func flip() {
    guard let backing else { return }
    let isMirrored = isFlipped != (parent?.isFlipped ?? false)
    // The program may have turned the axis of its own layer.
    if !isHosting || isMirrored { backing.isGeometryFlipped = isMirrored }
    if !isHosting { backing.contentsGravity = appearance.placement.gravity(isFlipped: isFlipped) }
  }

  // MARK: Appearance

  final func changeAppearance(_ body: (inout ViewAppearance) -> Void) {
    var changed = appearance
    // The layer is ahead of the record where the program has changed it directly.
    if backing != nil { (changed.alpha, changed.isHidden, changed.clips) = (alphaValue, isHidden, clipsToBounds) }
    body(&changed)
    appearance = changed
    if let backing { withActions { applyAppearance(to: backing) } }
  }

  private func applyAppearance(to layer: CALayer) {
    layer.opacity = Float(appearance.alpha)
    layer.isHidden = appearance.isHidden
    layer.masksToBounds = appearance.clips || (isHosting && layer.masksToBounds)
    if !isHosting { layer.contentsGravity = appearance.placement.gravity(isFlipped: isFlipped) }
    if let shadow = appearance.shadow {
      layer.shadowOpacity = 1
      layer.shadowColor = shadow.shadowColor?.cgColor
      layer.shadowRadius = shadow.shadowBlurRadius
      layer.shadowOffset = shadow.shadowOffset
      appearance.hasShadow = true
    } else if appearance.hasShadow {
      layer.shadowOpacity = 0
      appearance.hasShadow = false
    }
    applyFilters(to: layer)
  }

  private func applyFilters(to layer: CALayer) {
    func present(_ filters: [Any]) -> [Any]? { filters.isEmpty ? nil : filters }
    guard appearance.hasFilters || !appearance.filters.isEmpty else { return }
    layer.backgroundFilters = present(appearance.backgroundFilters)
    layer.compositingFilter = appearance.compositingFilter
    layer.filters = present(appearance.contentFilters)
    appearance.hasFilters = !appearance.filters.isEmpty
  }

  final func hide(_ isHidden: Bool) {
    let wasHidden = isHiddenOrHasHiddenAncestor
    changeAppearance { $0.isHidden = isHidden }
    guard wasHidden != isHiddenOrHasHiddenAncestor else { return }
    noteVisibility(isHidden: isHidden)
  }

  private func noteVisibility(isHidden: Bool) {
    if isHidden {
      viewDidHide()
      window?.forget(self)
    } else {
      viewDidUnhide()
    }
    for child in children where !child.isHidden { child.noteVisibility(isHidden: isHidden) }
  }
}

extension CALayer {
  /// Inserts a sublayer below another, or in front without one.
  fileprivate func insert(_ layer: CALayer, belowLayer above: CALayer?) {
    if let above, above.superlayer === self {
      insertSublayer(layer, below: above)
    } else {
      addSublayer(layer)
    }
  }
}
