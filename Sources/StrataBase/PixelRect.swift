/// A rectangle of whole pixels in device space: origin top left, y down, the far edges excluded.
package struct PixelRect: Hashable, Sendable, CustomStringConvertible {
  package var minX: Int32
  package var minY: Int32
  package var maxX: Int32
  package var maxY: Int32

  package init(_ minX: Int32, _ minY: Int32, _ maxX: Int32, _ maxY: Int32) {
    self.minX = minX
    self.minY = minY
    self.maxX = maxX
    self.maxY = maxY
  }

  /// The rectangle without a pixel.
  package static let empty = PixelRect(0, 0, 0, 0)

  package var isEmpty: Bool { minX >= maxX || minY >= maxY }

  /// Columns, 0 for an empty rectangle.
  package var width: Int { max(0, Int(maxX) - Int(minX)) }

  /// Rows, 0 for an empty rectangle.
  package var height: Int { max(0, Int(maxY) - Int(minY)) }

  /// The pixels that both hold; ``empty`` where they share none.
  package func intersection(_ other: PixelRect) -> PixelRect {
    let both = PixelRect(
      max(minX, other.minX),
      max(minY, other.minY),
      min(maxX, other.maxX),
      min(maxY, other.maxY)
    )
    return both.isEmpty ? .empty : both
  }

  /// The smallest rectangle that holds both; an empty one adds nothing.
  package func union(_ other: PixelRect) -> PixelRect {
    if isEmpty { return other.isEmpty ? .empty : other }
    if other.isEmpty { return self }
    return PixelRect(
      min(minX, other.minX),
      min(minY, other.minY),
      max(maxX, other.maxX),
      max(maxY, other.maxY)
    )
  }

  package func contains(x: Int32, y: Int32) -> Bool {
    x >= minX && x < maxX && y >= minY && y < maxY
  }

  /// Whether every pixel of the other rectangle is in this one; an empty rectangle is in every other.
  package func contains(_ other: PixelRect) -> Bool {
    other.isEmpty
      || (other.minX >= minX && other.maxX <= maxX && other.minY >= minY && other.maxY <= maxY)
  }

  /// The rectangle moved by whole pixels; edges stop at the ends of `Int32`.
  package func offset(by x: Int32, _ y: Int32) -> PixelRect {
    func moved(_ edge: Int32, _ by: Int32) -> Int32 { Int32(clamping: Int64(edge) + Int64(by)) }
    return PixelRect(moved(minX, x), moved(minY, y), moved(maxX, x), moved(maxY, y))
  }

  package var description: String { "[\(minX) \(minY) \(maxX) \(maxY)]" }
}
