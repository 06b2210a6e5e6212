import Foundation
import StrataBase
import StrataKernels
import StrataRaster

/// Red, green, blue and alpha of a pixel in the working space; colours are premultiplied unless a name says straight.
typealias Pixel = SIMD4<Float>

/// Working pixels of a rectangle, row by row from the bottom.
///
/// A tile is made by one node and then only read. Parts of a tile share its memory.
final class Tile: @unchecked Sendable {  // Written by its maker only, whose workers write disjoint rows.
  /// The rectangle in the coordinates of the image, y up.
  let rect: PixelRect
  private let base: UnsafeMutablePointer<Pixel>
  /// Pixels from one row to the next.
  let stride: Int
  /// The memory, and its size in bytes; nil for a part of another tile.
  private let memory: (start: UnsafeMutableRawPointer, byteCount: Int)?
  /// The tile that owns the memory of this part; nil for an owner.
  private let owner: Tile?

  /// Creates a tile whose pixels are to be written, all of them.
  init(uninitialized rect: PixelRect) {
    self.rect = rect
    // Whole cache lines, an odd number: the rows of a column then lie in different sets of the cache.
    stride = ((rect.width + 3) / 4 | 1) * 4
    owner = nil
    let block = PixelMemory.allocate(max(stride * rect.height, 1) * MemoryLayout<Pixel>.stride)
    memory = (block.memory, block.byteCount)
    base = block.memory.bindMemory(to: Pixel.self, capacity: max(stride * rect.height, 1))
  }

  /// Creates a tile of transparent pixels.
  convenience init(_ rect: PixelRect) {
    self.init(uninitialized: rect)
    base.initialize(repeating: .zero, count: max(stride * rect.height, 1))
  }

  /// Creates the part of a tile inside a rectangle, which the tile contains.
  private init(_ rect: PixelRect, of tile: Tile) {
    self.rect = rect
    stride = tile.stride
    owner = tile.owner ?? tile
    memory = nil
    base = tile.row(Int(rect.minY)) + (Int(rect.minX) - Int(tile.rect.minX))
  }

  /// The part of the tile inside a rectangle; pixels outside of the tile are copied as transparent ones.
  func part(_ rect: PixelRect) -> Tile {
    if rect == self.rect { return self }
    if !rect.isEmpty, self.rect.contains(rect) { return Tile(rect, of: self) }
    let result = Tile(uninitialized: rect)
    guard !rect.isEmpty else { return result }
    for y in Int(rect.minY)..<Int(rect.maxY) {
      copy(row: y, from: Int(rect.minX), count: rect.width, to: result.row(y))
    }
    return result
  }

  deinit { if let memory { PixelMemory.deallocate(memory.start, memory.byteCount) } }

  /// The first pixel of the row at `y`.
  @inline(__always)
  func row(_ y: Int) -> UnsafeMutablePointer<Pixel> { base + (y - Int(rect.minY)) * stride }

  /// The pixel at a place; transparent outside.
  @inline(__always)
  func pixel(_ x: Int, _ y: Int) -> Pixel {
    guard x >= Int(rect.minX), x < Int(rect.maxX), y >= Int(rect.minY), y < Int(rect.maxY) else {
      return .zero
    }
    return row(y)[x - Int(rect.minX)]
  }

  /// Copies pixels of a row; those outside of the tile are transparent.
  func copy(row y: Int, from x: Int, count: Int, to target: UnsafeMutablePointer<Pixel>) {
    let (low, high) = (max(x, Int(rect.minX)), min(x + count, Int(rect.maxX)))
    guard y >= Int(rect.minY), y < Int(rect.maxY), low < high else {
      target.update(repeating: .zero, count: count)
      return
    }
    target.update(repeating: .zero, count: low - x)
    (target + (low - x)).update(from: row(y) + (low - Int(rect.minX)), count: high - low)
    (target + (high - x)).update(repeating: .zero, count: x + count - high)
  }

  /// The bilinear sample at a point; pixel centres lie at halves, and all outside is transparent.
  @inline(__always)
  func sample(_ p: SIMD2<Double>) -> Pixel {
    let q = p - 0.5
    guard abs(q.x) < 1e9, abs(q.y) < 1e9 else { return .zero }
    let (fx, fy) = (q.x.rounded(.down), q.y.rounded(.down))
    let (x, y) = (Int(fx), Int(fy))
    let (u, v) = (Float(q.x - fx), Float(q.y - fy))
    let below = pixel(x, y) * (1 - u) + pixel(x + 1, y) * u
    let above = pixel(x, y + 1) * (1 - u) + pixel(x + 1, y + 1) * u
    return below * (1 - v) + above * v
  }

  /// Writes bilinear samples along a line; places are measured from the centre of the first pixel.
  func sample(
    from start: SIMD2<Double>,
    step: SIMD2<Double>,
    count: Int,
    to target: UnsafeMutablePointer<Pixel>
  ) {
    guard !rect.isEmpty else { return target.update(repeating: .zero, count: count) }
    withUnsafePointer(to: start) { start in
      withUnsafePointer(to: step) { step in
        kernels.sample_pixels(
          target.floats,
          UnsafePointer(base).floats,
          stride * 4,
          Int32(rect.width),
          Int32(rect.height),
          count,
          UnsafeRawPointer(start).assumingMemoryBound(to: Double.self),
          UnsafeRawPointer(step).assumingMemoryBound(to: Double.self)
        )
      }
    }
  }

  /// The pixel that a point lies in; transparent outside.
  @inline(__always)
  func nearest(_ p: SIMD2<Double>) -> Pixel {
    guard abs(p.x) < 1e9, abs(p.y) < 1e9 else { return .zero }
    return pixel(Int(p.x.rounded(.down)), Int(p.y.rounded(.down)))
  }
}

extension PixelRect {
  /// All pixels that an image can have; the extent of an infinite image.
  static let world = PixelRect(-(1 << 30), -(1 << 30), 1 << 30, 1 << 30)

  /// The whole pixels that a rectangle touches; empty for null and NaN, at most ``world``.
  ///
  /// A size below zero reaches to the left, or down; an infinite one to the end of the plane.
  init(covering rect: CGRect) {
    guard !rect.isNull, let across = Self.edges(rect.origin.x, rect.size.width),
      let along = Self.edges(rect.origin.y, rect.size.height)
    else {
      self = .empty
      return
    }
    self.init(across.low, along.low, across.high, along.high)
    if isEmpty { self = .empty }
  }

  /// The edges of the pixels between a place and another one at a distance from it; nil for numbers that are NaN.
  private static func edges(_ start: CGFloat, _ length: CGFloat) -> (low: Int32, high: Int32)? {
    guard !start.isNaN, !length.isNaN else { return nil }
    let end = length.isInfinite ? length : start + length
    func edge(_ value: CGFloat) -> Int32 { Int32(min(max(value, -0x1p30), 0x1p30)) }
    // A millionth of a pixel is the rounding of a transform.
    let slack = 1e-6
    return (
      edge((min(start, end) + slack).rounded(.down)), edge((max(start, end) - slack).rounded(.up))
    )
  }

  /// The rectangle as Core Graphics has it; `CGRect.infinite` for ``world``, null if empty.
  var cgRect: CGRect {
    if isEmpty { return .null }
    if contains(.world) { return .infinite }
    return CGRect(x: Int(minX), y: Int(minY), width: width, height: height)
  }

  /// The rectangle grown to the left and right, and up and down, within ``world``.
  func grown(_ x: Int, _ y: Int) -> PixelRect {
    guard !isEmpty else { return .empty }
    func edge(_ value: Int) -> Int32 { Int32(min(max(value, -(1 << 30)), 1 << 30)) }
    return PixelRect(
      edge(Int(minX) - x),
      edge(Int(minY) - y),
      edge(Int(maxX) + x),
      edge(Int(maxY) + y)
    )
  }

  /// The number of pixels.
  var area: Int { width * height }
}
