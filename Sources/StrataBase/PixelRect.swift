/// A rectangle of whole pixels in device space: origin at the top left, y down, the far edges excluded.
@usableFromInline
package struct PixelRect: Hashable, Sendable, CustomStringConvertible {
  @usableFromInline
  package var minX: Int32
  @usableFromInline
  package var minY: Int32
  @usableFromInline
  package var maxX: Int32
  @usableFromInline
  package var maxY: Int32

  @inlinable
  package init(_ minX: Int32, _ minY: Int32, _ maxX: Int32, _ maxY: Int32) {
    self.minX = minX
    self.minY = minY
    self.maxX = maxX
    self.maxY = maxY
  }

  /// The rectangle without pixels.
  @inlinable
  package static var empty: PixelRect { PixelRect(0, 0, 0, 0) }

  @inlinable
  package var isEmpty: Bool { minX >= maxX || minY >= maxY }

  /// The number of columns, 0 for an empty rectangle.
  @inlinable
  package var width: Int { max(0, Int(maxX) - Int(minX)) }

  /// The number of rows, 0 for an empty rectangle.
  @inlinable
  package var height: Int { max(0, Int(maxY) - Int(minY)) }

  /// The pixels that both contain; ``empty`` if they share none.
  @inlinable
  package func intersection(_ other: PixelRect) -> PixelRect {
    let both = PixelRect(
      max(minX, other.minX),
      max(minY, other.minY),
      min(maxX, other.maxX),
      min(maxY, other.maxY)
    )
    return both.isEmpty ? .empty : both
  }

  /// The smallest rectangle that contains both; an empty one adds nothing.
  @inlinable
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

  @inlinable
  package func contains(x: Int32, y: Int32) -> Bool {
    x >= minX && x < maxX && y >= minY && y < maxY
  }

  /// True if every pixel of the other rectangle is in this one; an empty rectangle is in every rectangle.
  @inlinable
  package func contains(_ other: PixelRect) -> Bool {
    other.isEmpty
      || (other.minX >= minX && other.maxX <= maxX && other.minY >= minY && other.maxY <= maxY)
  }

  /// The rectangle moved by whole pixels; edges saturate at the ends of `Int32`.
  @inlinable
  package func offset(by x: Int32, _ y: Int32) -> PixelRect {
    func moved(_ edge: Int32, _ by: Int32) -> Int32 { Int32(clamping: Int64(edge) + Int64(by)) }
    return PixelRect(moved(minX, x), moved(minY, y), moved(maxX, x), moved(maxY, y))
  }

  /// The rectangle grown on each side, or shrunk by a negative number; edges saturate at the ends of `Int32`.
  ///
  /// Fractions round up.
  package func grown(by d: Double) -> PixelRect {
    guard d != 0, !isEmpty else { return self }
    let by = Int64(max(-1e9, min(1e9, d.isNaN ? 0 : d.rounded(.up))))
    return PixelRect(
      Int32(clamping: Int64(minX) - by),
      Int32(clamping: Int64(minY) - by),
      Int32(clamping: Int64(maxX) + by),
      Int32(clamping: Int64(maxY) + by)
    )
  }

  @inlinable
  package static func == (a: PixelRect, b: PixelRect) -> Bool {
    a.minX == b.minX && a.minY == b.minY && a.maxX == b.maxX && a.maxY == b.maxY
  }

  @usableFromInline
  package var description: String { "[\(minX) \(minY) \(maxX) \(maxY)]" }
}
