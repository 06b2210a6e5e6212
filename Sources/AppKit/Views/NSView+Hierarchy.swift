public import Foundation
import QuartzCore
import StrataViews

/// Superviews and subviews.
extension NSView {
  /// The view that holds this one.
  public final var superview: NSView? { parent }

  /// The views that this one holds, from back to front.
  public final var subviews: [NSView] {
    get { children }
    set {
      for child in children where !newValue.contains(where: { $0 === child }) { child.removeFromSuperview() }
      for view in newValue { place(view, at: nil) }
    }
  }

  /// Adds a view in front of the others; it leaves its superview.
  ///
  /// A view cannot hold itself or a view that holds it: that ends the program, as Core Animation's exception does.
  public final func addSubview(_ view: NSView) { place(view, at: nil) }

  /// Adds a view in front of or behind one of the subviews; without one in front of or behind them all.
  public final func addSubview(
    _ view: NSView,
    positioned place: NSWindow.OrderingMode,
    relativeTo otherView: NSView?
  ) {
    guard place != .out else { return }
    let others = children.filter { $0 !== view }
    let index = others.firstIndex { $0 === otherView }
    self.place(
      view,
      at: place == .above ? index.map { $0 + 1 } ?? others.count : index ?? 0
    )
  }

  /// Puts a view in the place of one of the subviews, which leaves.
  public final func replaceSubview(_ oldView: NSView, with newView: NSView) {
    guard oldView.parent === self, oldView !== newView else { return }
    addSubview(newView, positioned: .above, relativeTo: oldView)
    oldView.removeFromSuperview()
  }

  /// Orders the subviews from back to front by a comparison; equal ones keep their order.
  public final func sortSubviews(
    _ compare: (NSView, NSView, UnsafeMutableRawPointer?) -> ComparisonResult,
    context: UnsafeMutableRawPointer?
  ) {
    subviews = children.enumerated().sorted { a, b in
      switch compare(a.element, b.element, context) {
      case .orderedAscending: true
      case .orderedDescending: false
      case .orderedSame: a.offset < b.offset
      }
    }.map(\.element)
  }

  /// Leaves the superview.
  public final func removeFromSuperview() {
    guard let parent else { return }
    move(to: nil) {
      parent.willRemoveSubview(self)
      parent.children.removeAll { $0 === self }
      withoutActions { backing?.removeFromSuperlayer() }
    }
  }

  /// True if the view is `view` or lies in it.
  public final func isDescendant(of view: NSView) -> Bool {
    sequence(first: self, next: \.parent).contains { $0 === view }
  }

  /// Returns the nearest view that holds both, or is one of them and holds the other.
  public final func ancestorShared(with view: NSView) -> NSView? {
    sequence(first: self, next: \.parent).first { view.isDescendant(of: $0) }
  }

  /// Returns this view or the first one in it with a tag.
  public final func viewWithTag(_ tag: Int) -> NSView? {
    if self.tag == tag { return self }
    return children.lazy.compactMap { $0.viewWithTag(tag) }.first
  }

  /// True if the view or one that holds it is hidden.
  public final var isHiddenOrHasHiddenAncestor: Bool {
    sequence(first: self, next: \.parent).contains(where: \.isHidden)
  }

  // MARK: Parts

  /// Inserts a view at an index among the others; nil is the front.
  private func place(_ view: NSView, at index: Int?) {
    guard !isDescendant(of: view) else {
      fatalError("Can't add \(view.name) to \(name): a view cannot lie in itself or in one of its subviews")
    }
    if view.parent === self {
      children.removeAll { $0 === view }
      insert(view, at: index)
      return
    }
    view.move(to: self) {
      if let former = view.parent {
        former.willRemoveSubview(view)
        former.children.removeAll { $0 === view }
        view.withoutActions { view.backing?.removeFromSuperlayer() }
      }
      view.owningWindow?.loseContentView(view)
      insert(view, at: index)
    }
    didAddSubview(view)
  }

  private func insert(_ view: NSView, at index: Int?) {
    let index = min(index ?? children.count, children.count)
    let above = children[index...].lazy.compactMap(\.backing).first
    children.insert(view, at: index)
    guard let backing, !isHosting else { return }
    guard let layer = view.backing else { return }
    view.withoutActions {
      if let above {
        backing.insertSublayer(layer, below: above)
      } else {
        backing.addSublayer(layer)
      }
    }
  }

  /// Changes the superview by `change`, with the calls before and after.
  private func move(to newParent: NSView?, _ change: () -> Void) {
    let (oldWindow, newWindow) = (window, newParent?.window)
    viewWillMove(toSuperview: newParent)
    let changesWindow = oldWindow !== newWindow
    if changesWindow { announce(newWindow, from: oldWindow) }
    change()
    parent = newParent
    withoutActions { flip() }
    if newParent?.backing != nil, newParent?.isHosting == false { prepareLayers() }
    if changesWindow { confirm() }
    viewDidMoveToSuperview()
  }

  /// Calls the views that are about to change the window.
  final func announce(_ new: NSWindow?, from old: NSWindow?) {
    old?.forget(self)
    controller?.viewWillMove(toWindow: new, from: old)
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
    controller?.viewDidMoveToWindow()
  }

  /// Draws the view, and those in it, with another number of pixels per point.
  final func rescale(to scale: CGFloat, isDeep: Bool) {
    if let backing, backing.contentsScale != scale, !isHosting {
      backing.contentsScale = scale
      markForDisplay(nil)
      viewDidChangeBackingProperties()
    }
    if isDeep { for child in children { child.rescale(to: scale, isDeep: true) } }
  }

  final var name: String { "<\(type(of: self)): \(ObjectIdentifier(self))>" }
}
