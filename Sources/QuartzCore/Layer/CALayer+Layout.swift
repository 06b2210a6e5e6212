import CoreGraphics
import Foundation
import StrataRenderTree

/// Layout: marks, passes from parents to children, and autoresizing.
extension CALayer {
  // MARK: Marks

  /// Marks the layer after a change; a layer that is arranging its sublayers is marked by an explicit request only.
  final func markForLayout(isExplicit: Bool = false) {
    let storage = storage
    guard storage.flags.isDisjoint(with: isExplicit ? .isCopy : [.isInLayout, .isCopy]) else { return }
    guard !storage.flags.contains(.needsLayout) else {
      // The transaction of the first mark may be lost.
      if storage.host != nil, !storage.flags.contains(.isEnlisted) { enlist(.layout) }
      return
    }
    storage.flags.insert(.needsLayout)
    enlist(.layout)
    if storage.host != nil { Transaction.current.noteMarked(self) }
    if let manager = storage.extras.layoutManager { manager.invalidateLayout(of: self) }
  }

  final func setLayoutManager(_ manager: (any CALayoutManager)?) {
    guard storage.extras.layoutManager !== manager else { return }
    setExtraObject("layoutManager", \.layoutManager, manager)
    markForLayout()
  }

  // MARK: Passes

  /// Lays out the whole tree under the highest ancestor that is marked without a gap.
  final func serveLayout() {
    guard !storage.flags.contains(.isCopy) else { return }
    var top: CALayer = self
    while let above = top.storage.superlayer, above.storage.flags.contains(.needsLayout) { top = above }
    top.layoutTree()
  }

  /// Lays out each marked layer of the tree once, parents first; masks belong to the tree.
  private func layoutTree() {
    var pending: [CALayer] = [self]
    while let layer = pending.popLast() {
      let storage = layer.storage
      layer.layOutSublayers()
      if let mask = storage.mask { pending.append(mask) }
      pending.append(contentsOf: storage.sublayers.reversed())
    }
  }

  /// Lays out the layer's own sublayers if it is marked and not doing that already.
  final func layOutSublayers() {
    let storage = storage
    guard storage.flags.intersection([.needsLayout, .isInLayout]) == .needsLayout else { return }
    storage.flags.remove(.needsLayout)
    storage.flags.insert(.isInLayout)
    layoutSublayers()
    storage.flags.remove(.isInLayout)
  }

  final func layoutThroughDelegate() {
    guard !storage.flags.contains(.isCopy) else { return }
    if let delegate = storage.delegate,
      OptionalCall.isImplemented(.layoutSublayers, of: delegate, { delegate.layoutSublayers(of: self) })
    {
      return
    }
    storage.extras.layoutManager?.layoutSublayers(of: self)
  }

  // MARK: Autoresizing

  /// Distributes the change of the superlayer's size over margins and extent, and makes the frame integral.
  final func autoresize(fromSuperlayerSize old: CGSize) {
    let mask = storage.extras.autoresizingMask
    guard !mask.isEmpty, let superlayer = storage.superlayer else { return }
    let new = superlayer.storage.state.bounds.size
    let frame = computedFrame
    let x = AutoresizedAxis(
      origin: frame.origin.x,
      extent: frame.size.width,
      change: new.width - old.width,
      leading: mask.contains(.layerMinXMargin),
      sizable: mask.contains(.layerWidthSizable),
      trailing: mask.contains(.layerMaxXMargin)
    )
    let y = AutoresizedAxis(
      origin: frame.origin.y,
      extent: frame.size.height,
      change: new.height - old.height,
      leading: mask.contains(.layerMinYMargin),
      sizable: mask.contains(.layerHeightSizable),
      trailing: mask.contains(.layerMaxYMargin)
    )
    let moved = CGRect(x: x.low, y: y.low, width: x.high - x.low, height: y.high - y.low)
    // The numbers of a frame may be too large to compute with; such a layer stays.
    if objection(toFrame: moved) == nil { self.frame = moved }
  }
}

/// One axis of a frame after its share of a change.
private struct AutoresizedAxis {
  let low: CGFloat
  let high: CGFloat

  init(origin: CGFloat, extent: CGFloat, change: CGFloat, leading: Bool, sizable: Bool, trailing: Bool) {
    let (margin, growth): (CGFloat, CGFloat) =
      switch (leading, sizable, trailing) {
      case (false, false, _): (0, 0)
      case (true, false, false): (change, 0)
      case (false, true, false): (0, change)
      case (true, true, false): (change * 2 / 3, change / 3)
      case (false, true, true): (0, change / 3)
      case (true, false, true): (change / 2, 0)
      case (true, true, true): (change / 3, change / 3)
      }
    let start = origin + margin
    let end = start + extent + growth
    low = min(start, end).rounded(.down)
    high = max(start, end).rounded(.up)
  }
}
