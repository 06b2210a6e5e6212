package import StrataBase
import StrataRaster

/// Moving a frame by whole pixels, as scrolling does with most layers.
extension Frame {
  /// True if moving the layers by whole pixels changes nothing in the frame but its coordinates: it has no surfaces, and
  /// its coordinates are sums without rounding.
  package var isMovable: Bool {
    passes.count == 1 && effects.isEmpty && particles.isEmpty && !hasBackdrops
      && spaces.allSatisfy { space in
        space.toDevice.isAffine && Projective.isCoarse(space.toDevice.m31)
          && Projective.isCoarse(space.toDevice.m32)
      }
  }

  /// Moves everything but the first spaces and clips, which belong to the surroundings.
  package mutating func move(by shift: SIMD2<Int32>, keeping outer: Int) {
    func moved(_ rect: PixelRect) -> PixelRect { rect.isEmpty ? rect : rect.offset(by: shift.x, shift.y) }
    for i in spaces.indices.dropFirst(outer) {
      spaces[i].toDevice.m31 += Double(shift.x)
      spaces[i].toDevice.m32 += Double(shift.y)
    }
    for i in clips.indices.dropFirst(outer) { clips[i].boundsInDevice = moved(clips[i].boundsInDevice) }
    var summaries: [ItemSummary] = []
    swap(&summaries, &self.summaries)
    for i in items.indices { items[i].boundsInDevice = moved(items[i].boundsInDevice) }
    for i in summaries.indices { summaries[i].bounds = moved(summaries[i].bounds) }
    swap(&summaries, &self.summaries)
  }
}

/// An item whose space no other layer's item has: what its place does not change.
package struct MovableItem {
  package struct Kind: OptionSet {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The payload is one colour and has square corners.
    package static let isSquareFill = Kind(rawValue: 1)
    /// The payload covers the rectangle with opaque colours.
    package static let fills = Kind(rawValue: 2)
    /// The layer has another item.
    package static let isOneOfTwo = Kind(rawValue: 4)
  }

  let number: Int32
  let space: Int32
  let kind: Kind
  /// The rectangle of the plane that the payload covers, and its colour.
  let rect: PlaneRect
  let color: SIMD4<Float>

  /// The item of a frame with a number; nil if it is clipped, or of a kind that needs more than a place.
  package init?(_ number: Int, isOneOfTwo: Bool, in frame: Frame) {
    let item = frame.items[number]
    guard item.clip == nil else { return nil }
    var kind: Kind = isOneOfTwo ? .isOneOfTwo : []
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
    (self.number, space, self.kind) = (Int32(number), Int32(item.space.value), kind)
  }
}

/// The new place of an item.
package struct ItemMove {
  package let bounds: PixelRect
  let summary: ItemSummary
  let opacity: Float
  let isOpaque: Bool
  let relation: SpaceRelation
  /// The map of the item's space takes points by these.
  let x: Double, y: Double
}

/// What is the same for all items that move in a plane.
package struct MovingPlane {
  private let base: Projective
  private let opacity: Float
  private let cull: PixelRect
  /// The map of an item that is moved by nothing.
  private let origin: Projective
  private let relation: SpaceRelation

  /// - Parameters:
  ///   - base: The plane's points to device pixels, an affine map.
  ///   - opacity: The opacity of what is around the items.
  ///   - cull: The pixels in which items can be seen.
  package init(base: Projective, opacity: Float, cull: PixelRect) {
    (self.base, self.opacity, self.cull) = (base, opacity, cull)
    origin = Projective.identity.concatenating(base)
    relation = SpaceRelation(origin)
  }

  /// The move of an item, given the place of its layer's origin in the plane, in points, and the layer's opacity; nil if the
  /// item must be built anew.
  ///
  /// One call with nothing but numbers: thousands of items move in a frame.
  package func move(_ item: MovableItem, toX x: Double, y: Double, opacity own: Float) -> ItemMove? {
    guard let space = space(x, y), own > 0, own >= 1 || !item.kind.contains(.isOneOfTwo),
      let box = space.toDevice.bounds(of: item.rect)
    else { return nil }
    let bounds = PixelRect(covering: box, within: cull)
    guard !bounds.isEmpty else { return nil }
    let opacity = own < 1 ? self.opacity * own : self.opacity
    let isOpaque =
      item.kind.contains(.fills) && space.relation.keepsRectangles && opacity >= 1 && box.fills(bounds)
    var summary = ItemSummary(quick: bounds, hides: isOpaque && opacity >= 1)
    if item.kind.contains(.isSquareFill) { summary.fill(item.rect, with: item.color, opacity, in: space) }
    return ItemMove(
      bounds: bounds,
      summary: summary,
      opacity: opacity,
      isOpaque: isOpaque,
      relation: space.relation,
      x: space.toDevice.m31,
      y: space.toDevice.m32
    )
  }

  /// The space of an item; nil if it is not finite.
  @inline(__always)
  private func space(_ x: Double, _ y: Double) -> Space? {
    // As `Projective.translation(x, y).concatenating(base)`.
    var map = origin
    map.m31 = x * base.m11 + y * base.m21 + base.m31
    map.m32 = x * base.m12 + y * base.m22 + base.m32
    guard (map.m31 + map.m32) * 0 == 0, (x + y) * 0 == 0 else { return nil }
    guard relation <= .translation else { return Space(map, relation) }
    return Space(map, map.m31.isWhole && map.m32.isWhole ? .wholePixels : .translation)
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

/// Gives items of a frame other places, where they are.
package struct ItemMover {
  fileprivate let items: UnsafeMutablePointer<DisplayItem>
  fileprivate let spaces: UnsafeMutablePointer<Space>
  fileprivate let summaries: UnsafeMutablePointer<ItemSummary>
  fileprivate let limit: PixelRect
  /// The pixels where each of the moved items was, and is.
  package fileprivate(set) var damage: [PixelRect]

  /// Asks for what `apply` writes of an item.
  @inline(__always)
  fileprivate func fetch(_ item: MovableItem) {
    let whole = UnsafeRawPointer(items + Int(item.number))
    prefetch(whole)
    prefetch(whole + 64)
    prefetch(UnsafeRawPointer(spaces + Int(item.space)) + 32)
    prefetch(summaries + Int(item.number))
  }

  /// Gives an item its place, and asks for one that comes ``prefetchDistance`` items later.
  package mutating func apply(_ move: ItemMove, to target: MovableItem, next: MovableItem) {
    fetch(next)
    let item = items + Int(target.number)
    damage.append(item.pointee.boundsInDevice.intersection(limit))
    damage.append(move.bounds.intersection(limit))
    let space = spaces + Int(target.space)
    (space.pointee.toDevice.m31, space.pointee.toDevice.m32) = (move.x, move.y)
    space.pointee.relation = move.relation
    item.pointee.boundsInDevice = move.bounds
    item.pointee.opacity = move.opacity
    item.pointee.isOpaque = move.isOpaque
    summaries[Int(target.number)] = move.summary
  }
}

extension Frame {
  /// Calls `body` with what moves items of the last pass; their planes are as they were when the items were built.
  ///
  /// `damage` receives the pixels where each moved item was, and is.
  ///
  /// - Returns: The pixels of all items of the last pass.
  package mutating func moveItems(_ damage: inout [PixelRect], _ body: (inout ItemMover) -> Void) -> PixelRect
  {
    guard let pass = passes.last, !items.isEmpty, summaries.count == items.count else { return .empty }
    var summaries: [ItemSummary] = []
    var spaces: [Space] = []
    swap(&summaries, &self.summaries)
    swap(&spaces, &self.spaces)
    defer {
      swap(&summaries, &self.summaries)
      swap(&spaces, &self.spaces)
    }
    return items.withUnsafeMutableBufferPointer { items in
      spaces.withUnsafeMutableBufferPointer { spaces in
        summaries.withUnsafeMutableBufferPointer { summaries in
          guard let items = items.baseAddress, let spaces = spaces.baseAddress,
            let summaries = summaries.baseAddress
          else { return .empty }
          var mover = ItemMover(
            items: items,
            spaces: spaces,
            summaries: summaries,
            limit: pass.bounds,
            damage: []
          )
          swap(&mover.damage, &damage)
          body(&mover)
          swap(&mover.damage, &damage)
          return pass.items.reduce(.empty) {
            $0.union(items[Int($1)].boundsInDevice.intersection(pass.bounds))
          }
        }
      }
    }
  }
}

extension Projective {
  /// True if a coordinate has so few digits that sums with whole numbers of pixels are exact.
  package static func isCoarse(_ x: Double) -> Bool {
    let scaled = x * 1_048_576
    return abs(x) < 1_048_576 && scaled == scaled.rounded(.towardZero)
  }

  /// The whole number of pixels from one coordinate to another; nil if there is none.
  package static func wholeStep(from old: Double, to new: Double) -> Int32? {
    guard isCoarse(old), isCoarse(new) else { return nil }
    return Int32(exactly: new - old)
  }
}
