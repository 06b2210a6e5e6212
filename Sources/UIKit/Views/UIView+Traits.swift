import CoreGraphics
import Foundation
import QuartzCore

/// Surroundings of views, and the colours that follow them.
extension UIView {
  /// What the screen, the window, and the views and controllers around the view say.
  final var inheritedTraits: UITraitCollection {
    UITraitCollection(window?.host.scale ?? UIScreen.main.scale, inheritedStyle)
  }

  private var inheritedStyle: UIUserInterfaceStyle {
    sequence(first: self, next: \.parent).lazy.map(\.ownStyle).first { $0 != .unspecified } ?? .light
  }

  /// The style that the view or its controller states.
  private var ownStyle: UIUserInterfaceStyle {
    overrideUserInterfaceStyle.or(controller?.overrideUserInterfaceStyle ?? .unspecified)
  }

  /// Runs a closure in the view's surroundings.
  final func withTraits(_ body: () -> Void) {
    guard UITraitCollection.isChanged else { return body() }
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
    UITraitCollection.isChanged = true
    let style = former.or(parent?.inheritedStyle ?? .light)
    traitsDidChange(from: UITraitCollection(inheritedTraits.displayScale, style))
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
