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
    (self.number, self.kind) = (Int32(number), kind)
  }
}

/// The new place of an item.
package struct ItemMove {
  let number: Int32
  let isOpaque: Bool
  let opacity: Float
  package let bounds: PixelRect
  let space: Space
  let summary: ItemSummary
}

/// What is the same for all items that move in a plane.
///
/// One call finds the move of an item, with nothing but numbers: thousands of items move in a frame.
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

  /// Adds the move of an item to a list, given the place of its layer's origin in the plane, in points, and the layer's
  /// opacity; returns false if the item must be built anew.
  package func add(
    _ item: MovableItem,
    atX x: Double,
    y: Double,
    opacity own: Float,
    to moves: inout [ItemMove]
  ) -> Bool {
    guard let space = space(x, y), own > 0, own >= 1 || !item.kind.contains(.isOneOfTwo),
      let box = space.toDevice.bounds(of: item.rect)
    else { return false }
    let bounds = PixelRect(covering: box, within: cull)
    guard !bounds.isEmpty else { return false }
    let opacity = own < 1 ? self.opacity * own : self.opacity
    let isOpaque =
      item.kind.contains(.fills) && space.relation.keepsRectangles && opacity >= 1 && box.fills(bounds)
    var summary = ItemSummary(quick: bounds, hides: isOpaque && opacity >= 1)
    if item.kind.contains(.isSquareFill) { summary.fill(item.rect, with: item.color, opacity, in: space) }
    moves.append(
      ItemMove(
        number: item.number,
        isOpaque: isOpaque,
        opacity: opacity,
        bounds: bounds,
        space: space,
        summary: summary
      )
    )
    return true
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

extension Frame {
  /// Gives items other places, and makes `damage` the list of the pixels where each of them was and is.
  ///
  /// - Returns: The pixels of all items of the last pass.
  package mutating func apply(_ moves: [ItemMove], _ damage: inout [PixelRect]) -> PixelRect {
    guard let pass = passes.last else { return .empty }
    if damage.count != 2 * moves.count { damage = Array(repeating: .empty, count: 2 * moves.count) }
    var summaries: [ItemSummary] = []
    var spaces: [Space] = []
    swap(&summaries, &self.summaries)
    swap(&spaces, &self.spaces)
    defer {
      swap(&summaries, &self.summaries)
      swap(&spaces, &self.spaces)
    }
    return items.withUnsafeMutableBufferPointer { items in
      guard let first = items.baseAddress else { return .empty }
      damage.withUnsafeMutableBufferPointer { damage in
        spaces.withUnsafeMutableBufferPointer { spaces in
          summaries.withUnsafeMutableBufferPointer { summaries in
            for (i, move) in moves.enumerated() {
              let item = first + Int(move.number)
              damage[2 * i] = item.pointee.boundsInDevice.intersection(pass.bounds)
              damage[2 * i + 1] = move.bounds.intersection(pass.bounds)
              spaces[item.pointee.space.value] = move.space
              item.pointee.boundsInDevice = move.bounds
              item.pointee.opacity = move.opacity
              item.pointee.isOpaque = move.isOpaque
              summaries[Int(move.number)] = move.summary
            }
          }
        }
      }
      return pass.items.reduce(.empty) { $0.union(first[Int($1)].boundsInDevice.intersection(pass.bounds)) }
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
