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
    let place = LayerSpaces.toContainer(self)
    if !state.isDoubleSided, LayerGeometry.facesAway(state.bounds, through: place) != state.isGeometryFlipped
    {
      return nil
    }
    guard let inverse = place.inverted() else { return nil }
    let local = LayerGeometry.convert(point, through: inverse)
    guard local.isFinite else { return nil }
    if state.masksToBounds, !contains(local) { return nil }
    if let hit = hitAmongSublayers(local) { return hit }
    return contains(local) ? self : nil
  }

  /// Asks the sublayers from front to back; a transform layer passes the question on to its own.
  private func hitAmongSublayers(_ point: CGPoint) -> CALayer? {
    for sublayer in (childLayers ?? []).frontToBack {
      let state = sublayer.storage.state
      guard case .transform = state.kind else {
        if let hit = sublayer.hitTest(point) { return hit }
        continue
      }
      guard !state.isHidden, state.opacity > 0 else { continue }
      if let hit = sublayer.hitAmongSublayers(point) { return hit }
    }
    return nil
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
    return bounds.intersection(converted(scroll.storage.state.bounds, from: scroll))
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
    // Nearly always no clock on the way was ever set; such a one only stops before its beginning.
    if layer === ancestor { return time < 0 && self !== ancestor ? 0 : time }
    layer = self
    while let current = layer, current !== ancestor {
      path.append(current)
      layer = current.parentLayer
    }
    return path.reversed().reduce(time) { $1.storage.state.timing.localTime(atParent: $0) }
  }
}

extension [CALayer] {
  /// The reverse of the order of painting: by depth, then from the last to the first.
  var frontToBack: [CALayer] {
    guard contains(where: { $0.storage.state.zPosition != 0 }) else { return reversed() }
    return enumerated().sorted { a, b in
      let (z, w) = (a.element.storage.state.zPosition, b.element.storage.state.zPosition)
      return z == w ? a.offset > b.offset : z > w
    }.map(\.element)
  }
}
