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
  private struct Leaf {
    let id: LayerID
    var place: LeafPlace
    /// The origin of the bounds, and the anchor point's distance from it.
    let origin: CGPoint
    let anchor: CGPoint
    let firstItem: Int32
    let itemCount: Int32
    /// For each item: true if its payload covers the rectangle with an opaque colour.
    let fills: SIMD2<UInt8>
  }

  private var leaves: [Leaf] = []
  /// The numbers of the items that the last frame moved.
  private(set) var moved: [Int32] = []

  /// Finds the items of a node's layers in its frame; nil if a layer is not a plain leaf, is clipped or is not in sight,
  /// and if layers share a space.
  init?(
    of layers: [LayerID],
    in tree: UnsafePointer<RenderTree>,
    _ frame: Frame,
    _ surroundings: Surroundings
  ) {
    guard frame.passes.count == 1, !frame.hasBackdrops, surroundings.scope.volume == nil,
      surroundings.scope.base.isAffine
    else { return nil }
    leaves.reserveCapacity(layers.count)
    var item = 0
    var lastSpace = surroundings.chain.count - 1
    for id in layers {
      guard let leaf = RenderTree.plainLeaf(of: id, in: tree, parentTime: 0), !leaf.isTimed,
        let place = RenderTree.leafPlace(of: id, in: tree)
      else { return nil }
      let first = item
      while item < frame.items.count, frame.items[item].layer == id { item += 1 }
      let count = item - first
      guard count == leaf.partCount(tint: surroundings.scope.tint) else { return nil }
      guard count > 0 else { continue }
      let space = frame.items[first].space.value
      guard space > lastSpace,
        frame.items[first..<item].allSatisfy({ $0.clip == nil && $0.space.value == space })
      else { return nil }
      lastSpace = space
      var fills = SIMD2<UInt8>()
      for k in 0..<count { fills[k] = frame.fillsItsRect(first + k) ? 1 : 0 }
      leaves.append(
        Leaf(
          id: id,
          place: place,
          origin: leaf.bounds.origin,
          anchor: CGPoint(
            x: leaf.anchorPoint.x * leaf.bounds.size.width,
            y: leaf.anchorPoint.y * leaf.bounds.size.height
          ),
          firstItem: Int32(first),
          itemCount: Int32(count),
          fills: fills
        )
      )
    }
    guard item == frame.items.count else { return nil }
  }

  /// Moves the items of leaves that are elsewhere in the tree, and notes them in ``moved``.
  ///
  /// - Returns: False if a leaf must be built anew; the frame is of no use then.
  mutating func move(
    in frame: inout Frame,
    of tree: UnsafePointer<RenderTree>,
    _ surroundings: Surroundings
  ) -> Bool {
    moved.removeAll(keepingCapacity: true)
    let scope = surroundings.scope
    var cull = scope.cull
    if let clip = surroundings.chain.last { cull = cull.intersection(clip.node.boundsInDevice) }
    let chain = surroundings.chain
    var numbers: [Int32] = []
    swap(&numbers, &moved)
    defer { swap(&numbers, &moved) }
    return leaves.withUnsafeMutableBufferPointer { leaves in
      frame.moveItems { items in
        for i in leaves.indices {
          guard let place = RenderTree.leafPlace(of: leaves[i].id, in: tree) else { return false }
          if place == leaves[i].place { continue }
          leaves[i].place = place
          guard Self.move(leaves[i], items, in: scope, cull, chain) else { return false }
          for k in 0..<leaves[i].itemCount { numbers.append(leaves[i].firstItem + k) }
        }
        return true
      }
    }
  }

  @inline(__always)
  private static func move(
    _ leaf: Leaf,
    _ items: ItemMover,
    in scope: Scope,
    _ cull: PixelRect,
    _ chain: [Surroundings.Link]
  ) -> Bool {
    let x = leaf.place.position.x - leaf.origin.x - leaf.anchor.x
    let y = leaf.place.position.y - leaf.origin.y - leaf.anchor.y
    let toDevice = Projective.translation(Double(x), Double(y)).concatenating(scope.base)
    let opacity = leaf.place.opacity
    guard toDevice.isFinite, opacity > 0, opacity >= 1 || leaf.itemCount == 1 else { return false }
    let space = Space(toDevice)
    let painted = opacity < 1 ? scope.opacity * opacity : scope.opacity
    for k in 0..<Int(leaf.itemCount) {
      let item = Int(leaf.firstItem) + k
      guard let rect = items.rect(of: item), let box = toDevice.bounds(of: rect) else { return false }
      let bounds = PixelRect(covering: box, within: cull)
      guard !bounds.isEmpty, chain.isEmpty || chain.allSatisfy({ $0.core.holds(bounds) }) else { return false }
      let isOpaque =
        leaf.fills[k] != 0 && space.relation.keepsRectangles && painted >= 1 && box.fills(bounds)
      items.move(item, to: space, bounds, opacity: painted, isOpaque: isOpaque)
    }
    return true
  }
}

extension PlainLeaf {
  /// The number of items that the leaf has where it is in sight.
  fileprivate func partCount(tint: SIMD4<Float>) -> Int {
    let hasColor = color.map { ($0 * tint).w > 0 } ?? false
    let hasImage = image.map { tint.w > 0 && $0.width > 0 && $0.height > 0 } ?? false
    return (hasColor ? 1 : 0) + (hasImage ? 1 : 0)
  }
}

extension Frame {
  /// True if an item's payload covers its rectangle with an opaque colour.
  fileprivate func fillsItsRect(_ index: Int) -> Bool {
    let item = items[index]
    return switch item.payload {
    case .fill(let shape, let color): color.w >= 1 && shape.hasSquareCorners
    case .image(let image, let placement):
      !placement.sampling.isAlphaOnly && item.tint.w >= 1 && self[image].image.isSolid
    case .border, .gradient, .path, .shadow, .particles, .surface, .bitmap, .backdrop: false
    }
  }
}
