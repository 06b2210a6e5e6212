import CoreGraphics
import Foundation
import StrataBase
import StrataRenderTree

/// Conversion between the spaces of layers, hit testing, visibility and scrolling.
extension CALayer {
  // MARK: Conversion

  final func converted(_ point: CGPoint, to layer: CALayer?) -> CGPoint {
    layer === self ? point : LayerGeometry.convert(point, through: map(to: layer))
  }

  final func converted(_ point: CGPoint, from layer: CALayer?) -> CGPoint {
    layer === self ? point : LayerGeometry.convert(point, through: map(from: layer))
  }

  final func converted(_ rect: CGRect, to layer: CALayer?) -> CGRect {
    layer === self ? rect : LayerGeometry.convert(rect, through: map(to: layer))
  }

  final func converted(_ rect: CGRect, from layer: CALayer?) -> CGRect {
    layer === self ? rect : LayerGeometry.convert(rect, through: map(from: layer))
  }

  private func map(to layer: CALayer?) -> Projective? {
    LayerSpaces.map(from: self, to: layer ?? parentLayer)
  }

  private func map(from layer: CALayer?) -> Projective? {
    LayerSpaces.map(from: layer ?? parentLayer, to: self)
  }

  // MARK: Hit testing

  final func boundsContain(_ point: CGPoint) -> Bool {
    storage.state.contains(point)
  }

  final func frontmostLayer(at point: CGPoint) -> CALayer? {
    let state = storage.state
    guard !state.isHidden, state.opacity > 0 else { return nil }
    if case .transform = state.kind { return nil }
    // A layer that keeps depth has no plane of its own: its sublayers lie in the space around it.
    if state.preservesDepth { return hitAmongSublayers(point) }
    if !state.isDoubleSided, showsItsBack { return nil }
    let place = LayerSpaces.toContainer(self)
    guard let inverse = place.inverted() else { return nil }
    let local = LayerGeometry.convert(point, through: inverse)
    // Of a plane in perspective the part behind the viewer has images, too.
    guard local.isFinite, place.apply(Double(local.x), Double(local.y)).w > 0 else { return nil }
    if state.masksToBounds, !contains(local) { return nil }
    if let hit = hitAmongSublayers(local) { return hit }
    return contains(local) ? self : nil
  }

  /// True if the viewer sees the layer's back, because of its own transform or of those above; flips do not count
  /// (rendering Z-11).
  private var showsItsBack: Bool {
    let isMirrored = LayerSpaces.toOutside(self).determinant < 0
    let flips = sequence(first: self, next: \.parentLayer).count { $0.storage.state.isGeometryFlipped }
    return isMirrored != (flips % 2 == 1)
  }

  /// Tests the sublayers from front to back; a layer that keeps depth tests its own in its place.
  private func hitAmongSublayers(_ point: CGPoint) -> CALayer? {
    guard let children = childLayers else { return nil }
    let state = storage.state
    if !state.preservesDepth, state.hasIdentitySublayerTransform,
      children.allSatisfy({ $0.storage.state.isLevel })
    {
      for child in children.reversed() {
        if let hit = child.hitTest(point) { return hit }
      }
      return nil
    }
    for layer in planes(through: point) {
      if let hit = layer.hitTest(point) { return hit }
    }
    return nil
  }

  /// The layers in the space of this layer's sublayers, from front to back at a point of the plane that they are
  /// flattened into (rendering Z-2, Z-3, Z-7).
  private func planes(through point: CGPoint) -> [CALayer] {
    var found: [(layer: CALayer, toPlane: CATransform3D)] = []
    var pending: [(layer: CALayer, toPlane: CATransform3D?)] = [
      (self, storage.state.preservesDepth ? upwards : nil)
    ]
    while let (parent, above) = pending.popLast() {
      let space = LayerPlacement(parent.storage.state)
      var inner: [(layer: CALayer, toPlane: CATransform3D?)] = []
      for child in parent.childLayers ?? [] {
        let state = child.storage.state
        guard !state.isHidden, state.opacity > 0 else { continue }
        let step = LayerGeometry.toParent(LayerPlacement(state), in: space)
        let toPlane = above.map { step.concatenated(with: $0) } ?? step
        if state.preservesDepth {
          inner.append((child, toPlane))
        } else {
          found.append((child, toPlane))
        }
      }
      pending += inner.reversed()
    }
    let areLevel = found.allSatisfy { $0.toPlane.isLevel }
    let depths = found.map { ($0.toPlane.depth(at: point, isDivided: !areLevel) * 1e4).rounded() }
    // Equal depth, as in painting, falls back to the order of the tree.
    return found.indices.sorted { depths[$0] == depths[$1] ? $0 > $1 : depths[$0] > depths[$1] }
      .map { found[$0].layer }
  }

  /// The map from a layer that keeps depth to the plane that it is flattened into.
  private var upwards: CATransform3D {
    var map = CATransform3D.identity
    var layer: CALayer? = self
    while let current = layer, current.storage.state.preservesDepth {
      let parent = current.parentLayer
      let place = LayerPlacement(current.storage.state, isMask: current.storage.flags.contains(.isMask))
      map = map.concatenated(
        with: LayerGeometry.toParent(place, in: parent.map { LayerPlacement($0.storage.state) })
      )
      layer = parent
    }
    return map
  }

  // MARK: Scrolling

  /// The nearest scroll layer, beginning with the receiver.
  private var nearestScrollLayer: CAScrollLayer? {
    var layer: CALayer? = self
    while let current = layer {
      if let scroll = current as? CAScrollLayer { return scroll }
      layer = current.parentLayer
    }
    return nil
  }

  final var computedVisibleRect: CGRect {
    let bounds = storage.state.bounds
    guard let scroll = nearestScrollLayer else { return bounds }
    return bounds.overlap(with: converted(scroll.storage.state.bounds, from: scroll))
  }

  final func scrollNearest(to point: CGPoint) {
    guard let scroll = nearestScrollLayer else { return }
    scroll.scroll(to: converted(point, to: scroll))
  }

  final func scrollNearest(toShow rect: CGRect) {
    guard let scroll = nearestScrollLayer else { return }
    scroll.scroll(to: converted(rect, to: scroll))
  }

  // MARK: Time

  final func convertedTime(_ time: Double, from layer: CALayer?) -> Double {
    guard let layer else { return localTime(atMedia: time, below: nil) }
    return layer === self ? time : layer.convertedTime(time, to: self)
  }

  final func convertedTime(_ time: Double, to layer: CALayer?) -> Double {
    if layer === self { return time }
    let ancestors = layer.map { Array(sequence(first: $0, next: \.parentLayer)) } ?? []
    var time = time
    var above: CALayer? = self
    while let current = above, !ancestors.contains(where: { $0 === current }) {
      time = current.storage.state.timing.parentTime(atLocal: time)
      above = current.parentLayer
    }
    return layer?.localTime(atMedia: time, below: above) ?? time
  }

  /// Maps a time of `ancestor`, or media time, down to this layer.
  final func localTime(atMedia time: Double, below ancestor: CALayer?) -> Double {
    var path: [CALayer] = []
    var layer: CALayer? = self
    while let current = layer, current !== ancestor, current.storage.state.hasUntouchedTiming {
      layer = current.parentLayer
    }
    // Usually no clock on the way was ever set; such a clock only stops before its beginning.
    if layer === ancestor { return time < 0 && self !== ancestor ? 0 : time }
    layer = self
    while let current = layer, current !== ancestor {
      path.append(current)
      layer = current.parentLayer
    }
    return path.reversed().reduce(time) { $1.storage.state.timing.localTime(atParent: $0) }
  }
}

extension LayerState {
  /// True if the layer lies in the plane of its superlayer, so that the order of the array is that of painting.
  fileprivate var isLevel: Bool {
    depth == 0 && !preservesDepth && (transform.isIdentity || transform.m13 == 0 && transform.m23 == 0)
  }
}

extension CATransform3D {
  /// True if all points of the plane z = 0 have the same height.
  fileprivate var isLevel: Bool { m13 == 0 && m23 == 0 && m14 == 0 && m24 == 0 }

  /// The height of the image of the plane z = 0 where it is seen at a point.
  ///
  /// As in painting, parallel planes compare by their height, and other planes by the height after the division by w.
  fileprivate func depth(at point: CGPoint, isDivided: Bool) -> Double {
    let local = LayerGeometry.convert(point, through: planar.inverted())
    let z = Double(local.x * m13 + local.y * m23 + m43)
    let w = isDivided ? Double(local.x * m14 + local.y * m24 + m44) : 1
    return (z / w).isFinite ? z / w : -.infinity
  }
}
