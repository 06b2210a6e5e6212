import CoreGraphics
import StrataBase
import StrataFrame
import StrataRaster
import StrataRenderTree

/// The plain leaves of a node and the places of their items: a frame in which they only move or fade is the former one
/// with other numbers.
///
/// The items are exactly those that building the node anew would make.
struct MovableLeaves {
  /// An item of a leaf, which may have two.
  private struct Item {
    let layer: LayerID
    var place: LeafPlace
    /// The origin of the bounds, and the anchor point's distance from it.
    let origin: CGPoint
    let anchor: CGPoint
    let item: MovableItem
  }

  private var items: [Item] = []

  /// Finds the items of a node's layers in its frame; nil if a layer is not a plain leaf, is clipped or is not in sight,
  /// and if layers share a space.
  init?(
    of layers: [LayerID],
    in tree: UnsafePointer<RenderTree>,
    _ frame: Frame,
    _ surroundings: Surroundings
  ) {
    guard frame.passes.count == 1, !frame.hasBackdrops, surroundings.scope.volume == nil,
      surroundings.scope.base.isAffine, surroundings.scope.base.isFinite
    else { return nil }
    items.reserveCapacity(frame.items.count)
    var next = 0
    var lastSpace = surroundings.chain.count - 1
    for id in layers {
      guard let leaf = RenderTree.plainLeaf(of: id, in: tree, parentTime: 0), !leaf.isTimed,
        let place = RenderTree.leafPlace(of: id, in: tree)
      else { return nil }
      let first = next
      while next < frame.items.count, frame.items[next].layer == id { next += 1 }
      guard next - first == leaf.partCount(tint: surroundings.scope.tint) else { return nil }
      guard next > first else { continue }
      let space = frame.items[first].space.value
      guard space > lastSpace else { return nil }
      lastSpace = space
      for number in first..<next {
        guard frame.items[number].space.value == space,
          let item = MovableItem(number, isOneOfTwo: next - first > 1, in: frame)
        else { return nil }
        items.append(
          Item(layer: id, place: place, origin: leaf.bounds.origin, anchor: leaf.anchor, item: item)
        )
      }
    }
    guard next == frame.items.count else { return nil }
  }

  /// Moves the items of leaves that are elsewhere in the tree.
  ///
  /// - Returns: False if a leaf must be built anew. Leaves before it have been moved then, which is a frame like any other, and the
  ///   leaves are of no more use.
  mutating func move(
    _ part: FramePart,
    of tree: UnsafePointer<RenderTree>,
    _ surroundings: Surroundings
  ) -> Bool {
    let (scope, chain) = (surroundings.scope, surroundings.chain)
    let cull = chain.last.map { scope.cull.intersection($0.node.boundsInDevice) } ?? scope.cull
    let plane = MovingPlane(base: scope.base, opacity: scope.opacity, cull: cull)
    var hasAll = false
    part.moveItems { mover in
      items.withUnsafeMutableBufferPointer { items in
        for i in items.indices {
          let next = min(i + prefetchDistance, items.count - 1)
          guard let place = RenderTree.leafPlace(of: items[i].layer, in: tree, next: items[next].layer) else {
            return
          }
          if place.isSame(as: items[i].place) { continue }
          items[i].place = place
          let x = place.position.x - items[i].origin.x - items[i].anchor.x
          let y = place.position.y - items[i].origin.y - items[i].anchor.y
          guard let move = plane.move(items[i].item, toX: Double(x), y: Double(y), opacity: place.opacity),
            chain.allSatisfy({ $0.core.holds(move.bounds) })
          else { return }
          mover.apply(move, to: items[i].item, next: items[next].item)
        }
        hasAll = true
      }
    }
    return hasAll
  }
}

extension LeafPlace {
  /// True if nothing moved or faded.
  @inline(__always)
  fileprivate func isSame(as other: LeafPlace) -> Bool {
    position.x == other.position.x && position.y == other.position.y && opacity == other.opacity
  }
}

extension PlainLeaf {
  /// The distance of the anchor point from the origin of the bounds.
  fileprivate var anchor: CGPoint {
    CGPoint(x: anchorPoint.x * bounds.size.width, y: anchorPoint.y * bounds.size.height)
  }

  /// The number of items that the leaf has where it is in sight.
  fileprivate func partCount(tint: SIMD4<Float>) -> Int {
    let hasColor = color.map { ($0 * tint).w > 0 } ?? false
    let hasImage = image.map { tint.w > 0 && $0.width > 0 && $0.height > 0 } ?? false
    return (hasColor ? 1 : 0) + (hasImage ? 1 : 0)
  }
}
