import CoreGraphics
import Foundation
import QuartzCore

/// Surroundings of views, and the colours that follow them.
extension UIView {
  /// True once a view was given a dark style; before, all are light.
  static var someWereDark = false

  /// What the screen, the window, and the views and controllers around the view say.
  ///
  /// Views that were taken out of a superview keep what they had there.
  final var inheritedTraits: UITraitCollection {
    var (top, style): (UIView, UIUserInterfaceStyle) = (self, ownStyle)
    while let parent = top.parent {
      top = parent
      if style == .unspecified { style = parent.ownStyle }
    }
    let kept = top.keptTraits
    let scale = window?.host.scale ?? kept?.displayScale ?? UIScreen.main.scale
    return UITraitCollection(scale, style.or(kept?.userInterfaceStyle ?? .light))
  }

  /// The style of a view that states none itself.
  private var outerStyle: UIUserInterfaceStyle {
    (parent?.inheritedTraits ?? keptTraits)?.userInterfaceStyle ?? .light
  }

  /// The style that the view or its controller states.
  private var ownStyle: UIUserInterfaceStyle {
    overrideUserInterfaceStyle.or(controller?.overrideUserInterfaceStyle ?? .unspecified)
  }

  /// Runs a closure in the view's surroundings.
  final func withTraits(_ body: () -> Void) {
    // Before a view is dark, all surroundings are those that are current without being stated.
    guard Self.someWereDark || UITraitCollection.stated != nil else { return body() }
    traitCollection.performAsCurrent(body)
  }

  // MARK: Changes

  /// Follows another style of the view, which stated `former` itself before.
  final func styleDidChange(from former: UIUserInterfaceStyle) {
    ownStyleDidChange(from: former.or(controller?.overrideUserInterfaceStyle ?? .unspecified))
  }

  /// Follows another style of the controller.
  final func controllerStyleDidChange(from former: UIUserInterfaceStyle) {
    ownStyleDidChange(from: overrideUserInterfaceStyle.or(former))
  }

  private func ownStyleDidChange(from former: UIUserInterfaceStyle) {
    guard ownStyle != former else { return }
    if ownStyle == .dark { Self.someWereDark = true }
    traitsDidChange(from: UITraitCollection(inheritedTraits.displayScale, former.or(outerStyle)))
  }

  /// Tells the view, and those in it that are concerned, what the surroundings were before they changed.
  final func traitsDidChange(from former: UITraitCollection) {
    let now = inheritedTraits
    guard now != former else { return }
    withTraits {
      if now.hasDifferentColorAppearance(comparedTo: former) { colorsDidChange() }
      traitCollectionDidChange(former)
      controller?.traitCollectionDidChange(former)
    }
    for child in children {
      let style = child.ownStyle.or(former.userInterfaceStyle)
      child.traitsDidChange(from: UITraitCollection(former.displayScale, style))
    }
  }

  // MARK: The background

  /// The background as it was set, if the layer still has it.
  final var shownBackground: UIColor? {
    guard let color = ownLayer.backgroundColor else { return nil }
    return ground?.shown == color ? ground?.color : UIColor(cgColor: color)
  }

  final func showBackground(_ color: UIColor?) {
    ground = color.map { ($0, $0.isDynamic ? $0.resolvedColor(with: traitCollection).cgColor : $0.cgColor) }
    ownLayer.backgroundColor = ground?.shown
    updateGround()
  }

  /// Shows the background for other surroundings, unless a program has given the layer another one.
  final func refreshBackground() {
    if let ground, ground.color.isDynamic, ownLayer.backgroundColor == ground.shown {
      showBackground(ground.color)
    }
  }
}

extension UIUserInterfaceStyle {
  /// Returns the style, or another one if none is stated.
  fileprivate func or(_ other: UIUserInterfaceStyle) -> UIUserInterfaceStyle {
    self == .unspecified ? other : self
  }
}
