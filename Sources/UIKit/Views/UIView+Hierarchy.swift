import Foundation
import QuartzCore
import StrataViews

/// Superviews and subviews.
extension UIView {
  /// The view that holds this one.
  public final var superview: UIView? { parent }

  /// The views that this one holds, from back to front.
  public final var subviews: [UIView] { children }

  /// Adds a view in front of the others; it leaves its superview.
  ///
  /// A view cannot hold itself or a view that holds it: that ends the program, as Core Animation's exception does.
  public final func addSubview(_ view: UIView) { place(view, .front) }

  /// Adds a view at an index, counted from the back; an index that is too large means the front.
  public final func insertSubview(_ view: UIView, at index: Int) { place(view, .index(max(index, 0))) }

  /// Adds a view behind one of the subviews.
  public final func insertSubview(_ view: UIView, belowSubview siblingSubview: UIView) {
    place(view, .beside(siblingSubview, 0))
  }

  /// Adds a view in front of one of the subviews.
  public final func insertSubview(_ view: UIView, aboveSubview siblingSubview: UIView) {
    place(view, .beside(siblingSubview, 1))
  }

  /// Exchanges the places of two subviews; indices that are out of range are ignored.
  public final func exchangeSubview(at index1: Int, withSubviewAt index2: Int) {
    guard children.indices.contains(index1), children.indices.contains(index2), index1 != index2 else {
      return
    }
    let (a, b) = (children[min(index1, index2)], children[max(index1, index2)])
    place(b, .index(min(index1, index2)))
    place(a, .index(max(index1, index2)))
  }

  /// Moves a subview in front of the others.
  public final func bringSubviewToFront(_ view: UIView) { if view.parent === self { place(view, .front) } }

  /// Moves a subview behind the others.
  public final func sendSubviewToBack(_ view: UIView) { if view.parent === self { place(view, .index(0)) } }

  /// Leaves the superview.
  public final func removeFromSuperview() {
    guard let parent else { return }
    move(to: nil) {
      parent.willRemoveSubview(self)
      parent.children.removeAll { $0 === self }
      layer.removeFromSuperlayer()
    }
  }

  /// True if the view is `view` or lies in it.
  public final func isDescendant(of view: UIView) -> Bool {
    sequence(first: self, next: \.parent).contains { $0 === view }
  }

  /// Returns this view or the first one in it with a tag.
  public final func viewWithTag(_ tag: Int) -> UIView? {
    if self.tag == tag { return self }
    return children.lazy.compactMap { $0.viewWithTag(tag) }.first
  }

  // MARK: Parts

  private enum Place {
    case front
    case index(Int)
    /// At a distance from a subview's index.
    case beside(UIView, Int)
  }

  private func place(_ view: UIView, _ place: Place) {
    guard !isDescendant(of: view) else {
      fatalError("Can't add \(view.name) to \(name): a view cannot lie in itself or in one of its subviews")
    }
    if view.parent === self {
      children.removeAll { $0 === view }
      insert(view, place)
      return
    }
    view.move(to: self) {
      if let former = view.parent {
        former.willRemoveSubview(view)
        former.children.removeAll { $0 === view }
      }
      insert(view, place)
    }
    didAddSubview(view)
  }

  private func insert(_ view: UIView, _ place: Place) {
    var index = children.count
    switch place {
    case .front: break
    case .index(let wanted): index = min(wanted, index)
    case .beside(let sibling, let distance):
      if let found = children.firstIndex(where: { $0 === sibling }) { index = found + distance }
    }
    // Layers of the program's own may lie between the views' layers.
    if index < children.count {
      layer.insertSublayer(view.layer, below: children[index].layer)
    } else {
      layer.addSublayer(view.layer)
    }
    children.insert(view, at: index)
  }

  /// Changes the superview by `change`, with the calls before and after.
  private func move(to newParent: UIView?, _ change: () -> Void) {
    let (oldWindow, newWindow, oldTint) = (window, newParent?.window, tintColor)
    willMove(toSuperview: newParent)
    let changesWindow = oldWindow !== newWindow
    if changesWindow {
      announce(newWindow, from: oldWindow)
      oldWindow?.forget(self)
    }
    change()
    parent = newParent
    if changesWindow { confirm() }
    didMoveToSuperview()
    if ownTint == nil, tintColor != oldTint { tintDidChange() }
  }

  private func announce(_ new: UIWindow?, from old: UIWindow?) {
    controller?.viewWillMove(toWindow: new, from: old)
    willMove(toWindow: new)
    for child in children { child.announce(new, from: old) }
  }

  private func confirm() {
    if let window { contentScaleFactor = window.host.scale }
    didMoveToWindow()
    for child in children { child.confirm() }
    controller?.viewDidMoveToWindow()
  }

  /// Draws the view and those in it with another number of pixels per point.
  final func rescale(to scale: CGFloat) {
    contentScaleFactor = scale
    for child in children { child.rescale(to: scale) }
  }

  /// Calls ``tintColorDidChange()`` of this view and of those that take the colour from it.
  final func tintDidChange() {
    tintColorDidChange()
    for child in children where child.ownTint == nil { child.tintDidChange() }
  }

  final var name: String { "<\(type(of: self)): \(ObjectIdentifier(self))>" }
}
