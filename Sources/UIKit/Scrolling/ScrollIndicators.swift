import CoreGraphics
import Foundation
import QuartzCore
import StrataViews

/// Has bars move along with offsets in animation blocks, and change at once otherwise.
@MainActor private final class BarActions: NSObject, @MainActor CALayerDelegate {
  static let shared = BarActions()

  func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
    let moves = layer.opacity > 0 && (event == "position" || event == "bounds")
    return moves ? AnimationBlock.action(for: layer, key: event) : NSNull()
  }
}

/// The two bars that show for a while where the content of a scroll view is: layers in front of it.
@MainActor final class ScrollIndicators {
  private let bars = (x: ScrollIndicators.bar(), y: ScrollIndicators.bar())
  private var isShown = false
  /// Counts calls, so that a late end of a flash is noticed.
  private var count = 0

  /// Points.
  private static let thickness: CGFloat = 3
  private static let margin: CGFloat = 3
  private static let leastLength: CGFloat = 36
  /// The least length while content is pulled beyond its edges.
  private static let leastPulledLength: CGFloat = 7
  /// Seconds.
  private static let rest = 0.3
  private static let fading = 0.25
  private static let flashTime = 0.7
  private static let fadeKey = "fade"

  private static func bar() -> CALayer {
    let layer = CALayer()
    layer.delegate = BarActions.shared
    (layer.cornerRadius, layer.opacity) = (thickness / 2, 0)
    return layer
  }

  /// Shows the bars until they fade.
  func show(_ view: UIScrollView) {
    count += 1
    isShown = true
    for bar in [bars.x, bars.y] {
      bar.removeAnimation(forKey: Self.fadeKey)
      if bar.superlayer !== view.ownLayer { view.ownLayer.addSublayer(bar) }
    }
    update(view)
  }

  /// Lets the bars fade.
  func fade(_ view: UIScrollView) {
    guard isShown else { return }
    isShown = false
    for bar in [bars.x, bars.y] where bar.opacity > 0 {
      let fade = CABasicAnimation(keyPath: "opacity")
      (fade.fromValue, fade.toValue, fade.duration) = (1.0, 0.0, Self.fading)
      fade.beginTime = bar.convertTime(CACurrentMediaTime(), from: nil) + Self.rest
      fade.fillMode = .backwards
      bar.opacity = 0
      bar.add(fade, forKey: Self.fadeKey)
    }
  }

  func flash(_ view: UIScrollView) {
    show(view)
    guard let host = view.window?.host else { return fade(view) }
    let current = count
    host.call(at: host.time + Self.flashTime - Self.rest) { [weak self, weak view] in
      if let self, let view, current == count, view.drag == nil, view.motion == nil { fade(view) }
    }
  }

  /// Keeps the bars in front of what the program adds.
  func comeToFront(of layer: CALayer) {
    guard bars.x.superlayer === layer, layer.sublayers?.last !== bars.y else { return }
    layer.addSublayer(bars.x)
    layer.addSublayer(bars.y)
  }

  /// Puts the bars where they belong.
  func update(_ view: UIScrollView) {
    guard bars.x.superlayer === view.ownLayer else { return }
    let (ranges, bounds) = (view.ranges, view.ownLayer.bounds)
    let hasX = view.showsHorizontalScrollIndicator && ranges.x.isOpen
    let hasY = view.showsVerticalScrollIndicator && ranges.y.isOpen
    let (below, beside) = (
      view.horizontalScrollIndicatorInsets.finite, view.verticalScrollIndicatorInsets.finite
    )
    // The two leave the corner between them free.
    let corner = hasX && hasY ? Self.thickness + Self.margin : 0
    let x = Self.span(ranges.x, bounds.minX, before: below.left, after: below.right + corner)
    let y = Self.span(ranges.y, bounds.minY, before: beside.top, after: beside.bottom + corner)
    let edge = Self.thickness + Self.margin
    let color = Self.color(of: view)
    bars.x.frame = CGRect(
      x: bounds.minX + x.start,
      y: bounds.maxY - below.bottom - edge,
      width: x.length,
      height: Self.thickness
    )
    bars.y.frame = CGRect(
      x: bounds.maxX - beside.right - edge,
      y: bounds.minY + y.start,
      width: Self.thickness,
      height: y.length
    )
    for bar in [bars.x, bars.y] { bar.backgroundColor = color }
    if isShown { (bars.x.opacity, bars.y.opacity) = (hasX ? 1 : 0, hasY ? 1 : 0) }
  }

  private static func color(of view: UIScrollView) -> CGColor {
    let isDark = view.traitCollection.userInterfaceStyle == .dark
    let isLight = view.indicatorStyle == .white || view.indicatorStyle == .default && isDark
    return CGColor(gray: isLight ? 1 : 0, alpha: 0.35)
  }

  /// Where a bar begins in the view, and how long it is; shorter while the content is pulled beyond an edge.
  private static func span(
    _ range: ScrollRange,
    _ offset: CGFloat,
    before: CGFloat,
    after: CGFloat
  ) -> (start: CGFloat, length: CGFloat) {
    let room = max(0, range.length - before - after - 2 * margin)
    let whole = range.upper - range.lower + range.length
    guard whole > 0, range.isOpen else { return (before + margin, 0) }
    let length = min(room, max(leastLength, room * range.length / whole))
    let pulled = min(room, max(leastPulledLength, length - abs(range.excess(offset))))
    let part = (range.clamped(offset) - range.lower) / (range.upper - range.lower)
    return (before + margin + part * (room - pulled), pulled)
  }
}
