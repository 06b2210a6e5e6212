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

/// Items of a frame in their places: some of their fields change without the checks of an array for each.
package struct ItemMover {
  fileprivate let items: UnsafeMutableBufferPointer<DisplayItem>
  fileprivate let summaries: UnsafeMutableBufferPointer<ItemSummary>
  fileprivate let spaces: UnsafeMutableBufferPointer<Space>

  /// Gives an item, whose space no other layer's item has, another place; `summary` is its new one.
  @inline(__always)
  package func move(
    _ index: Int,
    to space: Space,
    _ bounds: PixelRect,
    opacity: Float,
    isOpaque: Bool,
    _ summary: ItemSummary
  ) {
    guard index < items.count, let item = items.baseAddress.map({ $0 + index }) else { return }
    spaces[item.pointee.space.value] = space
    item.pointee.boundsInDevice = bounds
    item.pointee.opacity = opacity
    item.pointee.isOpaque = isOpaque
    if index < summaries.count { summaries[index] = summary }
  }
}

extension Frame {
  /// Calls `body` with the items in their places.
  package mutating func moveItems(_ body: (ItemMover) -> Bool) -> Bool {
    var summaries: [ItemSummary] = []
    var spaces: [Space] = []
    swap(&summaries, &self.summaries)
    swap(&spaces, &self.spaces)
    defer {
      swap(&summaries, &self.summaries)
      swap(&spaces, &self.spaces)
    }
    return items.withUnsafeMutableBufferPointer { items in
      summaries.withUnsafeMutableBufferPointer { summaries in
        spaces.withUnsafeMutableBufferPointer { spaces in
          body(ItemMover(items: items, summaries: summaries, spaces: spaces))
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
