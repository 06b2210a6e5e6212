import CoreGraphics
import Foundation
import StrataRenderTree

/// The reason why a value cannot be a layer's geometry.
package struct LayerGeometryError: Error, CustomStringConvertible {
  package let description: String

  static func position(_ point: CGPoint) -> LayerGeometryError? {
    guard point.x.isNaN || point.y.isNaN else { return nil }
    return LayerGeometryError(
      description:
        "CALayerInvalidGeometry: CALayer position contains NaN: [\(text(point.x)) \(text(point.y))]"
    )
  }

  static func bounds(_ rect: CGRect) -> LayerGeometryError? {
    let (origin, size) = (rect.origin, rect.size)
    guard origin.x.isNaN || origin.y.isNaN || size.width.isNaN || size.height.isNaN else { return nil }
    return LayerGeometryError(
      description: "CALayerInvalidGeometry: CALayer bounds contains NaN: "
        + "[\(text(origin.x)) \(text(origin.y)); \(text(size.width)) \(text(size.height))]"
    )
  }

  static func geometry(of state: LayerState) -> LayerGeometryError? {
    position(state.position) ?? bounds(state.bounds)
  }

  private static func text(_ number: CGFloat) -> String { String(format: "%g", Double(number)) }
}

/// Bounds, position and the frame that follows from them.
///
/// The render tree computes the frame.
extension CALayer {
  final func setPosition(_ point: CGPoint) {
    if point.x.isNaN || point.y.isNaN, !storage.flags.contains(.isCopy),
      let error = LayerGeometryError.position(point)
    {
      raise(error.description)
    }
    set(LayerSchema.shared.position, \.position, point)
  }

  final func setBounds(_ rect: CGRect) {
    if !storage.flags.contains(.isCopy), let error = LayerGeometryError.bounds(rect) {
      raise(error.description)
    }
    let old = storage.state.bounds
    let new = rect.standardizedNumbers
    set(LayerSchema.shared.bounds, \.bounds, new)
    guard old != new, !storage.flags.contains(.isCopy) else { return }
    if old.size != new.size, !storage.sublayers.isEmpty { resizeSublayers(withOldSize: old.size) }
    markForLayout()
    storage.superlayer?.markForLayout()
    if storage.extras.needsDisplayOnBoundsChange || drawsText { markForDisplay(nil) }
  }

  final func setTransform(_ transform: CATransform3D) {
    let isNew = storage.state.transform != transform
    set(LayerSchema.shared.transform, \.transform, transform)
    if isNew, !storage.flags.contains(.isCopy) { storage.superlayer?.markForLayout() }
  }

  final var computedFrame: CGRect { storage.state.frame }

  final func setFrame(_ frame: CGRect) {
    let placed = placed(at: frame)
    if !storage.flags.contains(.isCopy), let error = LayerGeometryError.geometry(of: placed) {
      raise(error.description)
    }
    bounds = placed.bounds
    position = placed.position
  }

  /// The state with another frame.
  private func placed(at frame: CGRect) -> LayerState {
    var placed = storage.state
    placed.frame = frame.standardizedNumbers
    return placed
  }

  /// Returns why the layer cannot have a frame, or nil if it can: position or bounds that follow from it may not be numbers.
  final func objection(toFrame frame: CGRect) -> LayerGeometryError? {
    LayerGeometryError.geometry(of: placed(at: frame))
  }

  /// Makes the y axis of the layer's tree point down while no host shows it, as it does in the hosts of such views.
  package final func pointDownWithoutHost() { storage.flags.insert(.pointsDown) }

  final var flipParity: Bool {
    var isFlipped = false
    var pointsDown = false
    var layer: CALayer? = self
    while let current = layer {
      if current.storage.state.isGeometryFlipped { isFlipped.toggle() }
      if current.storage.flags.contains(.pointsDown) { pointsDown = true }
      guard let above = current.parentLayer else {
        let host = current.storage.host?.isFlipped ?? current.storage.presentation?.isHostFlipped
        if host ?? pointsDown { isFlipped.toggle() }
        break
      }
      layer = above
    }
    return isFlipped
  }

  final func setHidden(_ isHidden: Bool) {
    let changes = storage.state.isHidden != isHidden
    set(LayerSchema.shared.isHidden, \.isHidden, isHidden)
    guard changes, storage.host != nil else { return }
    if isHidden { post(kCAOnOrderOut, before: 1) } else { post(kCAOnOrderIn, before: 0) }
  }

  final var computedPreferredFrameSize: CGSize { managedFrameSize ?? computedFrame.size }

  /// The size that the layout manager prefers; nil if it has no answer.
  final var managedFrameSize: CGSize? {
    guard let manager = storage.extras.layoutManager else { return nil }
    return OptionalCall.result(.preferredSize, of: manager) { manager.preferredSize(of: self) }
  }
}

extension CGRect {
  /// The same rectangle with a positive width and height; infinities stay.
  var standardizedNumbers: CGRect {
    var result = self
    if result.size.width < 0 {
      result.origin.x += result.size.width
      result.size.width = -result.size.width
    }
    if result.size.height < 0 {
      result.origin.y += result.size.height
      result.size.height = -result.size.height
    }
    return result
  }
}
