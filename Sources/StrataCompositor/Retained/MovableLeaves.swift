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
  /// The pixels that items moved over in the last frame.
  private(set) var damage: [PixelRect] = []

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
          let item = Item(number, of: leaf, id, place, isOneOfTwo: next - first > 1, in: frame)
        else { return nil }
        items.append(item)
      }
    }
    guard next == frame.items.count else { return nil }
  }

  /// Moves the items of leaves that are elsewhere in the tree.
  ///
  /// `moves` is memory.
  ///
  /// - Returns: False if a leaf must be built anew; no item has been moved then, and the leaves are of no use.
  mutating func move(
    _ part: FramePart,
    of tree: UnsafePointer<RenderTree>,
    _ surroundings: Surroundings,
    _ moves: inout [ItemMove]
  ) -> Bool {
    moves.removeAll(keepingCapacity: true)
    let field = Field(surroundings)
    let hasAll = items.withUnsafeMutableBufferPointer { items in
      for i in items.indices {
        guard let place = RenderTree.leafPlace(of: items[i].layer, in: tree) else { return false }
        if place == items[i].place { continue }
        items[i].place = place
        guard let move = field.move(items[i], to: place) else { return false }
        moves.append(move)
      }
      return true
    }
    guard hasAll else { return false }
    part.apply(moves, &damage)
    return true
  }

  /// What is the same for all leaves of a node in a frame.
  private struct Field {
    let scope: Scope
    let chain: [Surroundings.Link]
    let cull: PixelRect
    /// The map of a leaf that is moved by nothing.
    let origin: Projective
    let relation: SpaceRelation

    init(_ surroundings: Surroundings) {
      (scope, chain) = (surroundings.scope, surroundings.chain)
      var cull = scope.cull
      if let clip = chain.last { cull = cull.intersection(clip.node.boundsInDevice) }
      self.cull = cull
      origin = Projective.identity.concatenating(scope.base)
      relation = SpaceRelation(origin)
    }

    /// The space of a leaf; nil if it is not finite.
    @inline(__always)
    private func space(_ x: Double, _ y: Double) -> Space? {
      // As `Projective.translation(x, y).concatenating(scope.base)`, of an affine base.
      var map = origin
      map.m31 = x * scope.base.m11 + y * scope.base.m21 + scope.base.m31
      map.m32 = x * scope.base.m12 + y * scope.base.m22 + scope.base.m32
      guard (map.m31 + map.m32) * 0 == 0, (x + y) * 0 == 0 else { return nil }
      guard relation <= .translation else { return Space(map, relation) }
      return Space(map, map.m31.isWhole && map.m32.isWhole ? .wholePixels : .translation)
    }

    /// The move of an item to a place; nil if it must be built anew.
    @inline(__always)
    func move(_ item: Item, to place: LeafPlace) -> ItemMove? {
      let x = place.position.x - item.origin.x - item.anchor.x
      let y = place.position.y - item.origin.y - item.anchor.y
      guard let space = space(Double(x), Double(y)), place.opacity > 0,
        place.opacity >= 1 || !item.kind.contains(.isOneOfTwo),
        let box = space.toDevice.bounds(of: item.rect)
      else { return nil }
      let bounds = PixelRect(covering: box, within: cull)
      guard !bounds.isEmpty, chain.isEmpty || chain.allSatisfy({ $0.core.holds(bounds) }) else { return nil }
      let opacity = place.opacity < 1 ? scope.opacity * place.opacity : scope.opacity
      let isOpaque =
        item.kind.contains(.fills) && space.relation.keepsRectangles && opacity >= 1 && box.fills(bounds)
      var summary = ItemSummary(quick: bounds, hides: isOpaque && opacity >= 1)
      if item.kind.contains(.isSquareFill) { summary.fill(item.rect, with: item.color, opacity, in: space) }
      return ItemMove(item.number, to: space, bounds, opacity: opacity, isOpaque: isOpaque, summary)
    }
  }
}

extension Double {
  /// True if the number has no fraction, without a call.
  @inline(__always)
  fileprivate var isWhole: Bool {
    // Adding and taking away 1.5 · 2^52 rounds numbers below 2^51.
    guard abs(self) < 2_251_799_813_685_248 else { return self == rounded() }
    return self + 6_755_399_441_055_744 - 6_755_399_441_055_744 == self
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
