/// A set of pixels as rectangles that do not overlap.
///
/// Made for damage and occlusion: few rectangles that are simple to walk.
///
/// - Complexity: Adding or subtracting a rectangle takes time linear in the number of rectangles; operations on two
///   regions, the product of their numbers.
package struct PixelRegion: Hashable, Sendable {
  package private(set) var rects: [PixelRect]

  package init() { rects = [] }

  package init(_ rect: PixelRect) { rects = rect.isEmpty ? [] : [rect] }

  /// Makes a region of rectangles.
  ///
  /// - Precondition: None is empty, and no two overlap.
  package init(disjoint rects: [PixelRect]) { self.rects = rects }

  package var isEmpty: Bool { rects.isEmpty }

  /// The smallest rectangle that contains the region.
  package var bounds: PixelRect { rects.reduce(.empty) { $0.union($1) } }

  /// The number of pixels in the region.
  package var area: Int { rects.reduce(0) { $0 + $1.width * $1.height } }

  package func contains(x: Int32, y: Int32) -> Bool { rects.contains { $0.contains(x: x, y: y) } }

  /// True if the region and the rectangle share a pixel.
  package func touches(_ rect: PixelRect) -> Bool {
    for r in rects where r.minX < rect.maxX && rect.minX < r.maxX && r.minY < rect.maxY && rect.minY < r.maxY
    {
      return true
    }
    return false
  }

  /// Adds the pixels of a rectangle.
  package mutating func formUnion(_ rect: PixelRect) {
    guard !rect.isEmpty, !rects.contains(where: { $0.contains(rect) }) else { return }
    if touches(rect) { subtract(rect) }
    rects.append(rect)
  }

  package mutating func formUnion(_ other: PixelRegion) {
    if rects.isEmpty { rects = other.rects } else { for rect in other.rects { formUnion(rect) } }
  }

  /// Removes the pixels of a rectangle.
  package mutating func subtract(_ rect: PixelRect) {
    guard !rect.isEmpty, touches(rect) else { return }
    var result: [PixelRect] = []
    // A rectangle leaves up to four parts.
    result.reserveCapacity(rects.count + 4)
    func keep(_ part: PixelRect) { if !part.isEmpty { result.append(part) } }
    for old in rects {
      let gone = old.intersection(rect)
      if gone.isEmpty {
        result.append(old)
        continue
      }
      keep(PixelRect(old.minX, old.minY, old.maxX, gone.minY))
      keep(PixelRect(old.minX, gone.minY, gone.minX, gone.maxY))
      keep(PixelRect(gone.maxX, gone.minY, old.maxX, gone.maxY))
      keep(PixelRect(old.minX, gone.maxY, old.maxX, old.maxY))
    }
    rects = result
  }

  /// The pixels that lie in a rectangle too.
  package func intersection(_ rect: PixelRect) -> PixelRegion {
    // Most regions lie inside, and need no memory of their own.
    if rects.allSatisfy({ rect.contains($0) }) { return self }
    var result = PixelRegion()
    for own in rects {
      let common = own.intersection(rect)
      if !common.isEmpty { result.rects.append(common) }
    }
    return result
  }

  package func union(_ other: PixelRegion) -> PixelRegion {
    var result = self
    result.formUnion(other)
    return result
  }

  package func subtracting(_ other: PixelRegion) -> PixelRegion {
    var result = self
    for rect in other.rects { result.subtract(rect) }
    return result
  }
}
