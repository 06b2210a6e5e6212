import StrataBase
import StrataKernels

/// Rows of pixels that are made when they are read.
///
/// A node that needs each pixel of its inputs once reads rows and hands rows on: a chain of such nodes works on one row in
/// the first-level cache, from the bytes of a bitmap to the bytes of the result, and no tile lies between them. Nodes that
/// read pixels several times ask for a tile.
struct RowReader {
  /// Makes pixels of a row that lie inside the rectangle.
  typealias Read = (_ y: Int, _ x: Int, _ count: Int, _ to: UnsafeMutablePointer<Pixel>) -> Void

  /// The pixels that there are; all others are transparent.
  let rect: PixelRect
  /// The number of readers that a row goes through.
  let depth: Int
  private let read: Read
  /// The tile that rows are copied from, if there is one.
  private let made: Tile?

  /// Creates a reader of rows that are made from those of other readers.
  init(_ rect: PixelRect, from inputs: [RowReader] = [], _ read: @escaping Read) {
    self.rect = rect
    depth = 1 + (inputs.map(\.depth).max() ?? 0)
    (self.read, made) = (read, nil)
  }

  /// Creates a reader of a tile's rows.
  init(_ tile: Tile) {
    (rect, depth, made) = (tile.rect, 0, tile)
    read = { y, x, count, to in to.update(from: tile.row(y) + (x - Int(tile.rect.minX)), count: count) }
  }

  /// True if no pixel has to be made.
  var isTile: Bool { made != nil }

  /// Writes pixels of a row; those outside of the rectangle are transparent.
  func copy(row y: Int, from x: Int, count: Int, to target: UnsafeMutablePointer<Pixel>) {
    let (low, high) = (max(x, Int(rect.minX)), min(x + count, Int(rect.maxX)))
    guard y >= Int(rect.minY), y < Int(rect.maxY), low < high else {
      target.update(repeating: .zero, count: count)
      return
    }
    if low > x { target.update(repeating: .zero, count: low - x) }
    read(y, low, high - low, target + (low - x))
    if high < x + count { (target + (high - x)).update(repeating: .zero, count: x + count - high) }
  }

  /// Calls `body` with pixels of a row, those of a tile in their place.
  func withRow(_ y: Int, from x: Int, count: Int, _ body: (UnsafePointer<Pixel>) -> Void) {
    if let made, y >= Int(rect.minY), y < Int(rect.maxY), x >= Int(rect.minX), x + count <= Int(rect.maxX) {
      return body(made.row(y) + (x - Int(rect.minX)))
    }
    withRowMemory(count) { memory in
      copy(row: y, from: x, count: count, to: memory)
      body(memory)
    }
  }

  /// The pixels of a rectangle as a tile.
  func tile(_ part: PixelRect, _ pass: RenderPass) -> Tile {
    if let made, made.rect.contains(part), !part.isEmpty { return made.part(part) }
    let result = Tile(uninitialized: part)
    pass.rows(of: part) { copy(row: $0, from: Int(part.minX), count: part.width, to: result.row($0)) }
    return result
  }

  /// All pixels as a tile.
  func tile(_ pass: RenderPass) -> Tile { made ?? tile(rect, pass) }
}

/// The kernels of this processor.
nonisolated(unsafe) let kernels = strata_kernels().pointee  // A table of functions, which never changes.

/// Calls `body` with uninitialized memory for pixels.
func withRowMemory(_ count: Int, _ body: (UnsafeMutablePointer<Pixel>) -> Void) {
  withUnsafeTemporaryAllocation(of: Pixel.self, capacity: max(count, 1)) { memory in
    if let start = memory.baseAddress { body(start) }
  }
}

extension UnsafePointer<Pixel> {
  /// The components of the pixels.
  var floats: UnsafePointer<Float> { UnsafeRawPointer(self).assumingMemoryBound(to: Float.self) }
}

extension UnsafeMutablePointer<Pixel> {
  /// The components of the pixels.
  var floats: UnsafeMutablePointer<Float> {
    UnsafeMutableRawPointer(self).assumingMemoryBound(to: Float.self)
  }
}
