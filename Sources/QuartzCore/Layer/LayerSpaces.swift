import CoreGraphics
import Foundation
import StrataBase
import StrataRenderTree

/// Maps between the spaces of layers, with the geometry that the frame builder uses.
enum LayerSpaces {
  /// The layer in whose plane a point given to `hitTest` lies: the nearest superlayer that is not a transform layer.
  static func container(of layer: CALayer) -> CALayer? {
    var above = layer.parentLayer
    while let current = above, current.storage.state.preservesDepth { above = current.parentLayer }
    return above
  }

  /// The map from a layer's plane to that of its container.
  static func toContainer(_ layer: CALayer) -> Projective {
    let container = container(of: layer)
    return LayerGeometry.map(along: path(from: layer, to: container), in: container.map(placement))
  }

  /// The map from a layer's plane to the space outside its root.
  static func toOutside(_ layer: CALayer) -> Projective {
    LayerGeometry.map(along: path(from: layer, to: nil))
  }

  /// The map from one layer's plane to another's, nil being the space outside the root; nil if the target is seen
  /// from its edge.
  static func map(from source: CALayer?, to target: CALayer?) -> Projective? {
    let shared = commonAncestor(source, target)
    let inside = shared.map(placement)
    let rise = LayerGeometry.map(along: source.map { path(from: $0, to: shared) } ?? [], in: inside)
    guard let target, target !== shared else { return rise }
    let fall = LayerGeometry.map(along: path(from: target, to: shared), in: inside).inverted()
    return fall.map { rise.concatenating($0) }
  }

  /// What places a layer's plane in that of its superlayer.
  static func placement(_ layer: CALayer) -> LayerPlacement {
    LayerPlacement(layer.storage.state, isMask: layer.storage.flags.contains(.isMask))
  }

  /// The layers from one up to an ancestor, without that.
  private static func path(from layer: CALayer, to ancestor: CALayer?) -> [LayerPlacement] {
    var result: [LayerPlacement] = []
    var next: CALayer? = layer
    while let current = next, current !== ancestor {
      result.append(placement(current))
      next = current.parentLayer
    }
    return result
  }

  private static func commonAncestor(_ a: CALayer?, _ b: CALayer?) -> CALayer? {
    guard let a, let b else { return nil }
    let above = Set(sequence(first: a, next: \.parentLayer).map { ObjectIdentifier($0) })
    return sequence(first: b, next: \.parentLayer).first { above.contains(ObjectIdentifier($0)) }
  }
}

extension CGPoint {
  var isFinite: Bool { x.isFinite && y.isFinite }
}
