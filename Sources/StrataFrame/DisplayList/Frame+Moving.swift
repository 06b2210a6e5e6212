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

/// The new place of an item whose space no other layer's item has.
package struct ItemMove {
  let number: Int32
  let isOpaque: Bool
  let opacity: Float
  let bounds: PixelRect
  let space: Space
  let summary: ItemSummary

  @inline(__always)
  package init(
    _ number: Int32,
    to space: Space,
    _ bounds: PixelRect,
    opacity: Float,
    isOpaque: Bool,
    _ summary: ItemSummary
  ) {
    (self.number, self.space, self.bounds) = (number, space, bounds)
    (self.opacity, self.isOpaque, self.summary) = (opacity, isOpaque, summary)
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
