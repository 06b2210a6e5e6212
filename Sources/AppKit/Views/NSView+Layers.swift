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
  /// The gravity that the view has given its layer; a layer begins with this one.
  private var gravity = CALayerContentsGravity.resize
  /// What the view has given its layer, and takes back.
  var hasTransform = false
  var hasShadow = false
  /// True if the view has turned the axis of the program's own layer.
  var hasTurnedAxis = false

  /// Takes what a new layer has and the view does not state.
  mutating func take(from layer: CALayer) {
    gravity = .resize
    if alpha == 1 { alpha = CGFloat(layer.opacity) }
    isHidden = isHidden || layer.isHidden
    clips = clips || layer.masksToBounds
    if backgroundFilters.isEmpty { backgroundFilters = layer.backgroundFilters ?? [] }
    if compositingFilter == nil { compositingFilter = layer.compositingFilter }
    if contentFilters.isEmpty { contentFilters = layer.filters ?? [] }
  }

  /// Takes what a layer has that leaves its view, for the next one.
  mutating func keep(from layer: CALayer) {
    (alpha, isHidden, clips) = (CGFloat(layer.opacity), layer.isHidden, layer.masksToBounds)
    backgroundFilters = layer.backgroundFilters ?? []
    compositingFilter = layer.compositingFilter
    contentFilters = layer.filters ?? []
  }

  /// Notes the gravity of ``placement`` as the one that the layer gets, and returns it.
  ///
  /// It is nil if the layer's present one is the program's own; without a present one it never is.
  mutating func nextGravity(after present: CALayerContentsGravity?, isFlipped: Bool)
    -> CALayerContentsGravity?
  {
    guard present == nil || present == gravity else { return nil }
    gravity = placement.gravity(isFlipped: isFlipped)
    return gravity
  }

  mutating func apply(to layer: CALayer, isFlipped: Bool) {
    layer.opacity = Float(alpha)
    layer.isHidden = isHidden
    layer.masksToBounds = clips
    applyShadow(to: layer, isFlipped: isFlipped)
    Self.setFilters(backgroundFilters, of: layer, \.backgroundFilters)
    layer.compositingFilter = compositingFilter
    Self.setFilters(contentFilters, of: layer, \.filters)
  }

  /// Gives a layer one kind of filters, and leaves the others.
  static func setFilters(
    _ filters: [Any],
    of layer: CALayer,
    _ kind: ReferenceWritableKeyPath<CALayer, [Any]?>
  ) {
    layer[keyPath: kind] = filters.isEmpty ? nil : filters
  }

  mutating func applyShadow(to layer: CALayer, isFlipped: Bool) {
    guard shadow != nil || hasShadow else { return }
    hasShadow = shadow != nil
    layer.shadowOpacity = hasShadow ? 1 : 0
    guard let shadow else { return }
    layer.shadowColor = shadow.shadowColor?.cgColor
    layer.shadowRadius = shadow.shadowBlurRadius
    let offset = shadow.shadowOffset
    // Layers count in their own direction.
    layer.shadowOffset = CGSize(width: offset.width, height: isFlipped ? -offset.height : offset.height)
  }
}

/// Layers that views make, or that programs give them.
extension NSView {
  final func setLayer(_ new: CALayer?) {
    guard new !== backing else { return }
    guard let new else { return dropLayer() }
    dropLayer()
    isHosting = !wantsLayer
    adopt(new, below: siblingLayerAbove)
    owningWindow?.placeContentLayer()
  }

  /// Gives this view and those in it the layers that they lack.
  final func prepareLayers() { prepareLayers(below: siblingLayerAbove) }

  /// Does so with a new layer of this view below that of a sibling, or in front without one.
  private func prepareLayers(below above: @autoclosure () -> CALayer?) {
    if backing == nil { adopt(makeBackingLayer(), below: above()) }
    // A host shows its layer alone.
    guard !isHosting else { return }
    let children = children
    // The first child with a layer in front of the present one.
    var next = children.startIndex
    for (index, child) in children.enumerated() {
      if next <= index {
        next = children[(index + 1)...].firstIndex { $0.backing != nil } ?? children.endIndex
      }
      child.prepareLayers(below: next < children.endIndex ? children[next].backing : nil)
    }
  }

  /// The layer of the nearest sibling in front of this view that has one.
  private var siblingLayerAbove: CALayer? {
    guard let parent, parent.backing != nil,
      let place = parent.children.lastIndex(where: { $0 === self })
    else { return nil }
    return parent.children[place...].dropFirst().lazy.compactMap(\.backing).first
  }

  private func adopt(_ layer: CALayer, below above: CALayer?) {
    backing = layer
    if !isHosting {
      layer.delegate = makeLayerDelegate()
      layer.anchorPoint = .zero
      layer.contentsScale = window?.backingScaleFactor ?? MainScreen.scale
      layer.isOpaque = isOpaque && drawsItself
    }
    appearance.take(from: layer)
    withoutActions {
      place()
      flip()
      let isFlipped = isFlipped
      applyAppearance { $0.apply(to: layer, isFlipped: isFlipped) }
      // A gravity that the class's layer brings along stays if the view states no placement.
      if !isHosting, appearance.placement != .scaleAxesIndependently {
        placeContents(of: layer, isForced: true)
      }
    }
    if !isHosting, drawsItself, layerContentsRedrawPolicy != .never { layer.setNeedsDisplay() }
    if needsLayout { layer.setNeedsLayout() }
    if let parent, let superlayer = parent.backing, !parent.isHosting {
      withoutActions { superlayer.insert(layer, belowLayer: above) }
    }
    for child in children {
      guard !isHosting, let sublayer = child.backing else { continue }
      layer.addSublayer(sublayer)
      child.withoutActions { child.flip() }
    }
  }

  final func dropLayer() {
    guard let layer = backing else { return }
    appearance.keep(from: layer)
    if appearance.hasTurnedAxis { withoutActions { turnAxisBack(of: layer) } }
    if !isHosting {
      layer.delegate = nil
      for child in children { child.backing?.removeFromSuperlayer() }
    }
    layer.removeFromSuperlayer()
    (backing, layerDelegate, isHosting) = (nil, nil, false)
  }

  /// Runs changes of a layer that must not animate; the view's answer for its layer prevents that, if the class has no other.
  final func withoutActions(_ body: () -> Void) {
    guard isHosting || self is any CALayerDelegate else { return AnimationBlock.withoutAnimation(body) }
    CATransaction.withoutActions(body)
  }

  /// Changes the layer, with the animations of the block that runs.
  final func withActions(_ body: () -> Void) {
    guard isHosting else { return withAnswers(body) }
    // The layer of a host animates by itself, which is right in animations alone.
    guard let settings = AnimationBlock.isEnabled ? AnimationBlock.current?.settings : nil else {
      return CATransaction.withoutActions(body)
    }
    CATransaction.inside {
      CATransaction.setAnimationDuration(settings.duration)
      if case .cubic(let function) = settings.curve { CATransaction.setAnimationTimingFunction(function) }
      body()
    }
  }

  /// Changes the layer with the view's own answers where its class, as the layer's delegate, has none.
  private func withAnswers(_ body: () -> Void) {
    guard let backing, backing.delegate === self else { return body() }
    backing.answering({ actionOfChange(of: backing, forKey: $0) }, body)
  }

  // MARK: Place

  final func change(_ body: (inout ViewGeometry) -> Void) {
    asOneChange {
      step(body)
      withActions { place() }
    }
  }

  /// Changes the size, the subviews' places with it, and draws the contents as the policy says.
  final func changeSize(_ body: (inout ViewGeometry) -> Void) {
    asOneChange {
      let old = geometry
      change(body)
      guard geometry.bounds.size != old.bounds.size || geometry.frame.size != old.frame.size else { return }
      if geometry.bounds.size != old.bounds.size { resizeSubviews(withOldSize: old.bounds.size) }
      needsLayout = true
      sizeDidChange()
      if window != nil { updateTrackingAreas() }
    }
  }

  /// The map from the superview's points to those of its layer.
  final var turnOfSuperview: CGAffineTransform { parent?.geometry.turn ?? .identity }

  /// Gives the layer the view's geometry.
  final func place() {
    guard let backing else { return }
    let transform = geometry.transform.concatenating(turnOfSuperview)
    backing.bounds = geometry.bounds
    // A transform of the program's own stays while the view has none.
    if !transform.isIdentity || appearance.hasTransform { backing.setAffineTransform(transform) }
    appearance.hasTransform = !transform.isIdentity
    backing.position = geometry.position(ofAnchor: backing.anchorPoint).applying(turnOfSuperview)
  }

  /// Turns the layer's y axis into the view's direction.
  final func flip() {
    guard let backing else { return }
    if !isHosting {
      backing.isGeometryFlipped = isMirrored
    } else if isMirrored, !backing.isGeometryFlipped {
      backing.isGeometryFlipped = true
      appearance.hasTurnedAxis = true
    } else if !isMirrored, appearance.hasTurnedAxis {
      turnAxisBack(of: backing)
    }
    if !isHosting { placeContents(of: backing, isForced: false) }
    // The former superview's coordinates, or the new one's, may be turned.
    if appearance.hasTransform || !turnOfSuperview.isIdentity { place() }
  }

  /// Turns back what the view has turned; the program may have turned the axis of its own layer, which then stays so.
  private func turnAxisBack(of layer: CALayer) {
    layer.isGeometryFlipped = false
    appearance.hasTurnedAxis = false
  }

  /// Gives the layer the gravity of the view's placement; unless forced, not if the program has given it one of its own.
  ///
  /// The layer's delegate and observers may read what the view looks like, which does not change meanwhile.
  final func placeContents(of layer: CALayer, isForced: Bool) {
    let present = isForced ? nil : layer.contentsGravity
    let isFlipped = isFlipped
    guard let gravity = appearance.nextGravity(after: present, isFlipped: isFlipped) else { return }
    layer.contentsGravity = gravity
  }

  // MARK: Appearance

  /// Changes what the view looks like: the record, then the layer if there is one.
  final func changeAppearance(
    _ change: (inout ViewAppearance) -> Void,
    on layer: (inout ViewAppearance, CALayer) -> Void
  ) {
    change(&appearance)
    guard let backing else { return }
    withActions { applyAppearance { layer(&$0, backing) } }
  }

  /// Gives a layer what the record says; the layer's delegate and observers may read the record meanwhile.
  private func applyAppearance(_ apply: (inout ViewAppearance) -> Void) {
    var record = appearance
    apply(&record)
    appearance.hasShadow = record.hasShadow
  }

  final func hide(_ isHidden: Bool) {
    let wasHidden = isOutOfSight
    announceSight(window?.isVisible == true && parent?.isOutOfSight != true && !isHidden)
    changeAppearance {
      $0.isHidden = isHidden
    } on: {
      $1.isHidden = $0.isHidden
    }
    guard wasHidden != isOutOfSight else { return }
    noteVisibility(isHidden: isHidden)
    confirmSight()
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

extension CATransaction {
  /// Makes changes in a transaction inside the one that is open, or that they open.
  ///
  /// If it were the outermost, its end would lay out, draw and send everything, in the middle of the caller's work.
  @MainActor fileprivate static func inside(_ changes: () -> Void) {
    // A value that is set opens the implicit transaction, if there is no other; none leaves no trace.
    setValue(nil, forKey: "strata.inside")
    begin()
    changes()
    commit()
  }

  /// Makes changes that no action animates, in a transaction inside the one that is open, or that they open.
  @MainActor static func withoutActions(_ changes: () -> Void) {
    inside {
      setDisableActions(true)
      changes()
    }
  }
}

extension CALayer {
  /// Inserts a sublayer below another, or in front without one.
  func insert(_ layer: CALayer, belowLayer above: CALayer?) {
    if let above, above.superlayer === self {
      insertSublayer(layer, below: above)
    } else {
      addSublayer(layer)
    }
  }
}
