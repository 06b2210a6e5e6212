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

  /// Tests layers from front to back, each after its sublayers, without recursion: a deep tree must not need a deep stack.
  ///
  /// Layers that override ``hitTest(_:)`` are asked.
  final func frontmostLayer(at point: CGPoint) -> CALayer? {
    guard let first = hitLevel(at: point) else { return nil }
    var levels = [first]
    while let last = levels.indices.last {
      if let next = levels[last].candidates.popLast() {
        let point = levels[last].point
        if ClassShape.overridesHitTest(type(of: next)) {
          if let hit = next.hitTest(point) { return hit }
        } else if let level = next.hitLevel(at: point) {
          levels.append(level)
        }
      } else {
        let level = levels.removeLast()
        if level.hasPlane, level.layer.contains(level.point) { return level.layer }
      }
    }
    return nil
  }

  /// The state of the test of this layer, at a point of its container; nil if neither it nor a sublayer can be hit.
  private func hitLevel(at point: CGPoint) -> HitLevel? {
    // Looks at single values: to copy a whole state for each layer that is missed would cost more than all else.
    let storage = storage
    guard !storage.state.isHidden, storage.state.opacity > 0 else { return nil }
    if case .transform = storage.state.kind { return nil }
    // A layer that keeps depth has no plane of its own: its sublayers lie in the space around it.
    if storage.state.preservesDepth {
      return HitLevel(self, point, hitCandidates(at: point), hasPlane: false)
    }
    if isBeside(point) { return nil }
    if !storage.state.isDoubleSided, showsItsBack { return nil }
    guard let local = LayerSpaces.toContainer(self).source(of: point) else { return nil }
    if storage.state.masksToBounds, !contains(local) { return nil }
    return HitLevel(self, local, hitCandidates(at: local), hasPlane: true)
  }

  /// True if a point of the superlayer certainly misses the layer, which then can only be hit inside its bounds; false if
  /// more must be known.
  private func isBeside(_ point: CGPoint) -> Bool {
    let storage = storage
    guard storage.presentation == nil, storage.sublayers.isEmpty || storage.state.masksToBounds,
      !ClassShape.overridesContains(type(of: self))
    else { return false }
    if let parent = storage.superlayer?.storage {
      guard !parent.state.preservesDepth, parent.state.hasIdentitySublayerTransform else { return false }
    }
    return storage.state.isMoved(beside: point)
  }

  /// True if the viewer sees the layer's back, because of its own transform or of those above; flips do not count
  /// (rendering Z-11).
  private var showsItsBack: Bool {
    let isMirrored = LayerSpaces.toOutside(self).determinant < 0
    let flips = sequence(first: self, next: \.parentLayer).count { $0.storage.state.isGeometryFlipped }
    return isMirrored != (flips % 2 == 1)
  }

  /// The layers to test below this one, from back to front; a layer that keeps depth tests its own in its place.
  private func hitCandidates(at point: CGPoint) -> [CALayer] {
    if storage.presentation == nil, storage.sublayers.isEmpty { return [] }
    if !storage.state.preservesDepth, storage.state.hasIdentitySublayerTransform {
      if let copies = storage.presentation?.levelSublayers(around: point, in: LayerSpaces.placement(self)) {
        return copies
      }
      guard let children = childLayers else { return [] }
      if children.allSatisfy({ $0.storage.state.isLevel }) { return children }
    }
    return planes(through: point).reversed()
  }

  /// True if the class decides itself which points hit its layers.
  static func decidesHits(_ type: CALayer.Type) -> Bool {
    ClassShape.overridesHitTest(type) || ClassShape.overridesContains(type)
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
    let areLevel = found.allSatisfy { $0.toPlane.keepsDepth }
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

/// A layer whose sublayers are being tested for a hit.
private struct HitLevel {
  let layer: CALayer
  /// In layer coordinates.
  let point: CGPoint
  /// The layers that remain to be tested, the front one last.
  var candidates: [CALayer]
  /// False for a layer that cannot be hit itself, as it keeps depth.
  let hasPlane: Bool

  init(_ layer: CALayer, _ point: CGPoint, _ candidates: [CALayer], hasPlane: Bool) {
    (self.layer, self.point, self.candidates, self.hasPlane) = (layer, point, candidates, hasPlane)
  }
}

extension LayerState {
  /// True if the layer lies in the plane of its superlayer, so that the order of the array is that of painting.
  var isLevel: Bool {
    depth == 0 && !preservesDepth && (transform.isIdentity || transform.m13 == 0 && transform.m23 == 0)
  }

  /// True if the layer is only moved in its superlayer's plane, and a point of that is certainly outside the bounds.
  @inline(__always)
  fileprivate func isMoved(beside point: CGPoint) -> Bool {
    guard transform.isIdentity else { return false }
    let move = bounds.move(of: anchorPoint, to: position)
    let (x, y) = (point.x - move.x, point.y - move.y)
    // The exact map rounds differently.
    let slack = 1e-9 * (abs(x) + abs(y) + abs(point.x) + abs(point.y) + abs(position.x) + abs(position.y))
    return x < bounds.minX - slack || x > bounds.maxX + slack || y < bounds.minY - slack
      || y > bounds.maxY + slack
  }

  /// True if a layer in this state can be hit at a point of its container, as far as it decides by its bounds.
  func canBeHit(at point: CGPoint, in container: LayerPlacement) -> Bool {
    guard !isHidden, opacity > 0 else { return false }
    let place = LayerGeometry.map(along: [LayerPlacement(self)], in: container)
    return place.source(of: point).map { contains($0) } ?? false
  }
}

extension Projective {
  /// Returns the point of the plane that is seen at `image`, or nil if there is none.
  fileprivate func source(of image: CGPoint) -> CGPoint? {
    guard let inverse = inverted() else { return nil }
    let point = LayerGeometry.convert(image, through: inverse)
    // Of a plane in perspective the part behind the viewer has images, too.
    guard point.isFinite, apply(Double(point.x), Double(point.y)).w > 0 else { return nil }
    return point
  }
}

extension CATransform3D {
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
