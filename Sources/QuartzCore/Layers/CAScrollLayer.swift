import CoreGraphics
public import Foundation
import StrataRenderTree

/// A layer that shows a part of its sublayers, chosen by the origin of its bounds.
open class CAScrollLayer: CALayer {
  /// The axes along which the layer scrolls.
  open var scrollMode: CAScrollLayerScrollMode {
    get { storage.state.scroll.scrollMode }
    set { set(ScrollSchema.shared.scrollMode, \ScrollState.scrollMode, newValue) }
  }

  /// Moves the origin to a point, in layer coordinates, on the axes that scroll.
  open func scroll(to p: CGPoint) {
    var origin = bounds.origin
    if scrollsHorizontally { origin.x = p.x }
    if scrollsVertically { origin.y = p.y }
    bounds = CGRect(origin: origin, size: bounds.size)
  }

  /// Moves the origin by the least amount that shows a rectangle of layer coordinates.
  open func scroll(to r: CGRect) {
    var origin = bounds.origin
    if scrollsHorizontally {
      origin.x = Self.origin(showing: r.minX, r.maxX, from: origin.x, extent: bounds.width)
    }
    if scrollsVertically {
      origin.y = Self.origin(showing: r.minY, r.maxY, from: origin.y, extent: bounds.height)
    }
    bounds = CGRect(origin: origin, size: bounds.size)
  }

  private final var scrollsHorizontally: Bool { scrollMode == .both || scrollMode == .horizontally }
  private final var scrollsVertically: Bool { scrollMode == .both || scrollMode == .vertically }

  /// The new origin on one axis; a range that does not fit shows its beginning.
  private final class func origin(
    showing low: CGFloat,
    _ high: CGFloat,
    from origin: CGFloat,
    extent: CGFloat
  ) -> CGFloat {
    if high - low > extent || low < origin { return low }
    return high > origin + extent ? high - extent : origin
  }
}

extension LayerType {
  static let scroll = LayerType(.scroll, { CAScrollLayer() }) { list in
    let rows = ScrollSchema.shared
    list.add(rows.scrollMode, { $0.scrollMode }, { $0.scrollMode = $1 })
  }
}
