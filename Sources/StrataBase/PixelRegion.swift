/// A set of pixels as rectangles that do not overlap.
///
/// Made for damage and occlusion: few rectangles, simple to walk. Operations are quadratic in their number.
package struct PixelRegion: Hashable, Sendable {
  package private(set) var rects: [PixelRect]

  package init() { rects = [] }

  package init(_ rect: PixelRect) { rects = rect.isEmpty ? [] : [rect] }

  /// A region of rectangles that are not empty and do not overlap.
  package init(disjoint rects: [PixelRect]) { self.rects = rects }

  package var isEmpty: Bool { rects.isEmpty }

  /// The smallest rectangle that holds the region.
  package var bounds: PixelRect { rects.reduce(.empty) { $0.union($1) } }

  /// How many pixels the region has.
  package var area: Int { rects.reduce(0) { $0 + $1.width * $1.height } }

  package func contains(x: Int32, y: Int32) -> Bool { rects.contains { $0.contains(x: x, y: y) } }

  /// Whether the region and the rectangle share a pixel.
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
    for rect in other.rects { formUnion(rect) }
  }

  /// Takes the pixels of a rectangle away.
  package mutating func subtract(_ rect: PixelRect) {
    guard !rect.isEmpty, touches(rect) else { return }
    var result: [PixelRect] = []
    for old in rects {
      let gone = old.intersection(rect)
      if gone.isEmpty {
        result.append(old)
        continue
      }
      for part in [
        PixelRect(old.minX, old.minY, old.maxX, gone.minY),
        PixelRect(old.minX, gone.minY, gone.minX, gone.maxY),
        PixelRect(gone.maxX, gone.minY, old.maxX, gone.maxY),
        PixelRect(old.minX, gone.maxY, old.maxX, old.maxY),
      ] where !part.isEmpty {
        result.append(part)
      }
    }
    rects = result
  }

  /// The pixels that lie in a rectangle too.
  package func intersection(_ rect: PixelRect) -> PixelRegion {
    var result = PixelRegion()
    result.rects = rects.map { $0.intersection(rect) }.filter { !$0.isEmpty }
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
