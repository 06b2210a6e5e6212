import Foundation
import QuartzCore
import StrataViews

/// Superviews and subviews.
extension NSView {
  /// Replaces the subviews.
  final func setChildren(_ new: [NSView]) {
    let staying = Set(new.map(ObjectIdentifier.init))
    for child in children where !staying.contains(ObjectIdentifier(child)) { child.removeFromSuperview() }
    for view in new { place(view, at: nil) }
  }

  /// Orders the subviews by a comparison; equal ones keep their order.
  final func sortChildren(_ compare: (NSView, NSView) -> ComparisonResult) {
    let sorted = children.enumerated().sorted { a, b in
      switch compare(a.element, b.element) {
      case .orderedAscending: true
      case .orderedDescending: false
      case .orderedSame: a.offset < b.offset
      }
    }
    setChildren(sorted.map(\.element))
  }

  /// True if the view is `view` or lies in it.
  final func lies(in view: NSView) -> Bool { sequence(first: self, next: \.parent).contains { $0 === view } }

  /// True if the view or one that holds it is hidden.
  final var isOutOfSight: Bool { sequence(first: self, next: \.parent).contains(where: \.isHidden) }

  // MARK: Parts

  /// Leaves the superview.
  final func leaveParent() {
    guard let parent else { return }
    move(to: nil) {
      parent.willRemoveSubview(self)
      parent.children.removeFromEitherEnd(self)
      withoutActions { backing?.removeFromSuperlayer() }
    }
  }

  /// Inserts a view in front of or behind another; without one in front of or behind all.
  final func place(_ view: NSView, _ place: NSWindow.OrderingMode, _ other: NSView?) {
    guard place != .out else { return }
    guard let other, other !== view, let index = children.indexFromEitherEnd(of: other) else {
      return self.place(view, at: place == .above ? nil : 0)
    }
    // The view itself does not count.
    let own = view.parent === self ? children.indexFromEitherEnd(of: view) : nil
    let others = own.map { $0 < index } == true ? index - 1 : index
    self.place(view, at: place == .above ? others + 1 : others)
  }

  /// Inserts a view at an index among the others; nil is the front.
  final func place(_ view: NSView, at index: Int?) {
    if lies(in: view) { ViewTree.refuse(view, in: self) }
    if view.parent === self {
      children.removeFromEitherEnd(view)
      insert(view, at: index)
      return
    }
    view.owningWindow?.loseContentView(view)
    view.move(to: self) {
      if let former = view.parent {
        former.willRemoveSubview(view)
        former.children.removeFromEitherEnd(view)
        view.withoutActions { view.backing?.removeFromSuperlayer() }
      }
      insert(view, at: index)
    }
    didAddSubview(view)
  }

  private func insert(_ view: NSView, at index: Int?) {
    let index = min(index ?? children.count, children.count)
    children.insert(view, at: index)
    guard let backing, !isHosting, let layer = view.backing else { return }
    let above = children[(index + 1)...].lazy.compactMap(\.backing).first
    view.withoutActions { backing.insert(layer, belowLayer: above) }
  }

  /// Changes the superview by `change`, with the calls before and after.
  private func move(to newParent: NSView?, _ change: () -> Void) {
    let (oldWindow, newWindow) = (window, newParent?.window)
    viewWillMove(toSuperview: newParent)
    let changesWindow = oldWindow !== newWindow
    announceSight(newWindow?.isVisible == true && newParent?.isOutOfSight == false && !isHidden)
    if changesWindow { announce(newWindow, from: oldWindow) }
    change()
    parent = newParent
    withoutActions { flip() }
    if newParent?.backing != nil, newParent?.isHosting == false { prepareLayers() }
    if changesWindow { confirm() }
    confirmSight()
    viewDidMoveToSuperview()
  }

  /// Calls the views that are about to change the window.
  final func announce(_ new: NSWindow?, from old: NSWindow?) {
    old?.forget(self)
    viewWillMove(toWindow: new)
    for child in children { child.announce(new, from: old) }
  }

  /// Calls the views that have changed the window.
  final func confirm() {
    if let window {
      updateTrackingAreas()
      rescale(to: window.backingScaleFactor, isDeep: false)
    }
    viewDidMoveToWindow()
    for child in children { child.confirm() }
  }

  /// Calls the controllers whose views are about to be seen, or are not seen any more.
  ///
  /// A view is seen in a window that is shown, unless it is hidden or lies in a hidden one.
  final func announceSight(_ isSeen: Bool) {
    controller?.prepare(toBeSeen: isSeen)
    for child in children { child.announceSight(isSeen && !child.isHidden) }
  }

  /// Calls the controllers for whose views ``announceSight(_:)`` brought a change, and lets display links run or rest.
  final func confirmSight() {
    for child in children { child.confirmSight() }
    if !links.isEmpty { letLinksRun() }
    controller?.confirmSight()
  }

  /// Draws the view and its mask, and deeply those in it, with another number of pixels per point.
  final func rescale(to scale: CGFloat, isDeep: Bool) {
    if let backing, backing.contentsScale != scale, !isHosting {
      backing.contentsScale = scale
      markForDisplay(nil)
      viewDidChangeBackingProperties()
    }
    for layer in layersOfProgram { offer(scale, to: layer) }
    maskWithoutWindow?.rescale(to: scale, isDeep: true)
    if isDeep { for child in children { child.rescale(to: scale, isDeep: true) } }
  }

  /// The view whose layer masks this one's, which no window tells its scale.
  private var maskWithoutWindow: NSView? {
    guard let mask = backing?.mask.flatMap(Self.view(of:)), mask.window == nil else { return nil }
    return mask
  }

  /// Draws a view without a superview, and those in it, in the scale of the window that shows its layer, as a mask does.
  final func takeScaleOfShowingWindow() {
    guard window == nil, let superlayer = backing?.superlayer else { return }
    let holders = sequence(first: superlayer, next: \.superlayer).lazy.compactMap(Self.view(of:))
    if let window = holders.first(where: { _ in true })?.window {
      rescale(to: window.backingScaleFactor, isDeep: true)
    }
  }

  /// Returns the view whose layer this is, and which is, or has, its delegate.
  private static func view(of layer: CALayer) -> NSView? {
    let delegate = layer.delegate
    let view = delegate as? NSView ?? (delegate as? ViewLayerDelegate)?.view
    return view?.backing === layer ? view : nil
  }

  /// The layers right in the view's that no view shows; the view's own if it hosts one.
  private var layersOfProgram: [CALayer] {
    guard let backing, !isHosting else { return [backing].compactMap { $0 } }
    let sublayers = backing.sublayers ?? []
    guard !sublayers.isEmpty, !children.isEmpty else { return sublayers }
    let shown = Set(children.compactMap { $0.backing.map(ObjectIdentifier.init) })
    return sublayers.filter { !shown.contains(ObjectIdentifier($0)) }
  }

  /// Gives a layer that no view has made the scale, and those in it, as their delegates want it.
  private func offer(_ scale: CGFloat, to layer: CALayer) {
    if let delegate = layer.delegate as? any NSViewLayerContentScaleDelegate, let window,
      layer.contentsScale != scale, delegate.layer(layer, shouldInheritContentsScale: scale, from: window)
    {
      layer.contentsScale = scale
    }
    for sublayer in layer.sublayers ?? [] { offer(scale, to: sublayer) }
  }
}
