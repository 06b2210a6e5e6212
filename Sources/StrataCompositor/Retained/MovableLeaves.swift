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
  fileprivate struct Item {
    let layer: LayerID
    var place: LeafPlace
    /// The origin of the bounds, and the anchor point's distance from it.
    let origin: CGPoint
    let anchor: CGPoint
    let number: Int32
    let kind: Kind
    /// The rectangle of the plane that the payload covers, and its colour.
    let rect: PlaneRect
    let color: SIMD4<Float>
  }

  fileprivate struct Kind: OptionSet {
    let rawValue: UInt8
    /// The payload is one colour and has square corners.
    static let isSquareFill = Kind(rawValue: 1)
    /// The payload covers the rectangle with opaque colours.
    static let fills = Kind(rawValue: 2)
    /// The leaf has another item.
    static let isOneOfTwo = Kind(rawValue: 4)
  }

  private var items: [Item] = []
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
          let item = Item(number, of: leaf, id, place, isOneOfTwo: next - first > 1, in: frame)
        else { return nil }
        items.append(item)
      }
    }
    guard next == frame.items.count else { return nil }
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
    return items.withUnsafeMutableBufferPointer { items in
      frame.moveItems { mover in
        for i in items.indices {
          guard let place = RenderTree.leafPlace(of: items[i].layer, in: tree) else { return false }
          if place == items[i].place { continue }
          items[i].place = place
          guard let base = items.baseAddress, Self.move(base + i, mover, in: scope, cull, chain) else {
            return false
          }
          numbers.append(items[i].number)
        }
        return true
      }
    }
  }

  @inline(__always)
  private static func move(
    _ item: UnsafePointer<Item>,
    _ mover: ItemMover,
    in scope: Scope,
    _ cull: PixelRect,
    _ chain: [Surroundings.Link]
  ) -> Bool {
    let (place, kind) = (item.pointee.place, item.pointee.kind)
    let x = place.position.x - item.pointee.origin.x - item.pointee.anchor.x
    let y = place.position.y - item.pointee.origin.y - item.pointee.anchor.y
    let toDevice = Projective.translation(Double(x), Double(y)).concatenating(scope.base)
    guard toDevice.isFinite, place.opacity > 0, place.opacity >= 1 || !kind.contains(.isOneOfTwo),
      let box = toDevice.bounds(of: item.pointee.rect)
    else { return false }
    let bounds = PixelRect(covering: box, within: cull)
    guard !bounds.isEmpty, chain.isEmpty || chain.allSatisfy({ $0.core.holds(bounds) }) else { return false }
    let space = Space(toDevice)
    let opacity = place.opacity < 1 ? scope.opacity * place.opacity : scope.opacity
    let isOpaque =
      kind.contains(.fills) && space.relation.keepsRectangles && opacity >= 1 && box.fills(bounds)
    var summary = ItemSummary(quick: bounds, hides: isOpaque && opacity >= 1)
    if kind.contains(.isSquareFill) {
      summary.fill(item.pointee.rect, with: item.pointee.color, opacity, in: space)
    }
    mover.move(
      Int(item.pointee.number),
      to: space,
      bounds,
      opacity: opacity,
      isOpaque: isOpaque,
      summary
    )
    return true
  }
}

extension MovableLeaves.Item {
  /// An item of a leaf in a frame; nil if it is clipped.
  fileprivate init?(
    _ number: Int,
    of leaf: PlainLeaf,
    _ layer: LayerID,
    _ place: LeafPlace,
    isOneOfTwo: Bool,
    in frame: Frame
  ) {
    let item = frame.items[number]
    guard item.clip == nil else { return nil }
    var kind: MovableLeaves.Kind = isOneOfTwo ? .isOneOfTwo : []
    switch item.payload {
    case .fill(let shape, let color):
      (rect, self.color) = (PlaneRect(shape), color)
      if shape.hasSquareCorners, color.w >= 1 { kind.insert(.fills) }
      if shape.hasSquareCorners, item.clipEdge == nil { kind.insert(.isSquareFill) }
    case .image(let image, let placement):
      (rect, color) = (placement.target, SIMD4(repeating: 1))
      if !placement.sampling.isAlphaOnly, item.tint.w >= 1, frame[image].image.isSolid { kind.insert(.fills) }
    case .border, .gradient, .path, .shadow, .particles, .surface, .bitmap, .backdrop: return nil
    }
    (self.layer, self.place, self.kind, self.number) = (layer, place, kind, Int32(number))
    origin = leaf.bounds.origin
    anchor = CGPoint(
      x: leaf.anchorPoint.x * leaf.bounds.size.width,
      y: leaf.anchorPoint.y * leaf.bounds.size.height
    )
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
