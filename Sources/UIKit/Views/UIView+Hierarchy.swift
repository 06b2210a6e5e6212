import Foundation
import QuartzCore
import StrataViews

/// What adds, moves and removes subviews.
extension UIView {
  /// Puts the subviews in the order of their layers, which a program may have changed.
  final func followLayers() {
    let layers = ownLayer.sublayers ?? []
    var count = 0
    for layer in layers where count < children.count && children[count].ownLayer === layer { count += 1 }
    guard count < children.count else { return }
    let places = Dictionary(layers.enumerated().map { (ObjectIdentifier($1), $0) }) { first, _ in first }
    // A view whose layer lies elsewhere stays with the one behind it.
    var last = -1
    let placed = children.enumerated().map { offset, child in
      last = places[ObjectIdentifier(child.ownLayer)] ?? last
      return (place: last, offset: offset, child: child)
    }
    children = placed.sorted { ($0.place, $0.offset) < ($1.place, $1.offset) }.map(\.child)
  }

  final func exchange(_ index1: Int, _ index2: Int) {
    followLayers()
    guard children.indices.contains(index1), children.indices.contains(index2), index1 != index2 else {
      return
    }
    let (a, b) = (children[min(index1, index2)], children[max(index1, index2)])
    place(b, .index(min(index1, index2)))
    place(a, .index(max(index1, index2)))
  }

  final func leaveParent() {
    guard let parent else { return }
    move(to: nil) {
      parent.willRemoveSubview(self)
      parent.children.removeFromEitherEnd(self)
      ownLayer.removeFromSuperlayer()
    }
  }

  final func lies(in view: UIView) -> Bool {
    sequence(first: self, next: \.parent).contains { $0 === view }
  }

  /// A place among the subviews.
  enum Place {
    case front
    case index(Int)
    /// At a distance from a subview's index.
    case beside(UIView, Int)
  }

  final func place(_ view: UIView, _ place: Place) {
    if case .front = place {} else { followLayers() }
    if lies(in: view) { ViewTree.refuse(view, in: self) }
    if view.parent === self {
      // Beside itself a view stays where it is.
      if case .beside(let sibling, _) = place, sibling === view { return }
      children.removeFromEitherEnd(view)
      insert(view, place)
      return
    }
    view.move(to: self) {
      if let former = view.parent {
        former.willRemoveSubview(view)
        former.children.removeFromEitherEnd(view)
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
      if let found = children.indexFromEitherEnd(of: sibling) { index = found + distance }
    }
    // Layers of the program's own may lie between the views' layers.
    if index < children.count {
      ownLayer.insertSublayer(view.ownLayer, below: children[index].ownLayer)
    } else {
      ownLayer.addSublayer(view.ownLayer)
    }
    children.insert(view, at: index)
  }

  /// Changes the superview by `change`, with the calls before and after.
  private func move(to newParent: UIView?, _ change: () -> Void) {
    let (oldWindow, newWindow, oldTint) = (window, newParent?.window, tintColor)
    willMove(toSuperview: newParent)
    let changesWindow = oldWindow !== newWindow
    let oldTraits = changesWindow || Self.someWereDark ? inheritedTraits : nil
    let leftTraits = newParent == nil ? parent?.inheritedTraits : nil
    if changesWindow {
      announce(newWindow, wasInWindow: oldWindow != nil)
      oldWindow?.forget(self)
    }
    change()
    (parent, keptTraits) = (newParent, leftTraits)
    var arrivals: [UIViewController] = []
    if changesWindow { confirm(&arrivals) }
    didMoveToSuperview()
    if let oldTraits { traitsDidChange(from: oldTraits) }
    if ownTint == nil, tintColor != oldTint { tintDidChange() }
    finish(arrivals)
  }

  /// Takes views out of a window that is gone, with the calls before and after, and `change` between them.
  static func leaveEndedWindow(_ views: [UIView], _ change: () -> Void) {
    for view in views { view.announce(nil, wasInWindow: true) }
    change()
    var arrivals: [UIViewController] = []
    for view in views { view.confirm(&arrivals) }
  }

  /// Tells controllers whose views came into a window, after the layout of the next commit, that these have appeared.
  private func finish(_ arrivals: [UIViewController]) {
    guard !arrivals.isEmpty, let host = window?.host else { return }
    host.call(at: host.time) { for controller in arrivals { controller.finishAppearing() } }
  }

  private func announce(_ new: UIWindow?, wasInWindow: Bool) {
    controller?.viewWillMove(toWindow: new, wasInWindow: wasInWindow)
    willMove(toWindow: new)
    for child in children { child.announce(new, wasInWindow: wasInWindow) }
  }

  /// Tells the view and those in it that the window has changed, and collects the controllers that appear.
  private func confirm(_ arrivals: inout [UIViewController]) {
    if let window {
      contentScaleFactor = window.host.scale
      maskWithoutWindow?.rescale(to: window.host.scale)
    }
    didMoveToWindow()
    if let controller, controller.viewDidMoveToWindow() { arrivals.append(controller) }
    for child in children { child.confirm(&arrivals) }
  }

  /// Draws the view, those in it and their masks with another number of pixels per point.
  final func rescale(to scale: CGFloat) {
    contentScaleFactor = scale
    maskWithoutWindow?.rescale(to: scale)
    for child in children { child.rescale(to: scale) }
  }

  /// The view whose layer masks this one's, which no window tells its scale.
  private var maskWithoutWindow: UIView? {
    guard let layer = ownLayer.mask, let mask = layer.delegate as? UIView, mask.ownLayer === layer,
      mask.window == nil
    else { return nil }
    return mask
  }

  /// Draws a view without a superview, and those in it, in the scale of the window that shows its layer, as a mask does.
  final func takeScaleOfShowingWindow() {
    guard window == nil, let superlayer = ownLayer.superlayer else { return }
    let holders = sequence(first: superlayer, next: \.superlayer).lazy.compactMap { layer in
      (layer.delegate as? UIView).flatMap { $0.ownLayer === layer ? $0 : nil }
    }
    if let window = holders.first(where: { _ in true })?.window { rescale(to: window.host.scale) }
  }

  /// Calls ``tintColorDidChange()`` of this view and of those that take the colour from it.
  final func tintDidChange() {
    withTraits { tintColorDidChange() }
    for child in children where child.ownTint == nil { child.tintDidChange() }
  }
}
