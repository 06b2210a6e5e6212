import Foundation
import StrataBase

/// A step of the recipe that an image is: immutable, and evaluated only when a context draws it.
///
/// The extent is the domain of definition: all pixels outside of it are transparent. For each input a node names the
/// region of interest, the pixels that it reads to make a rectangle. A node can only name nodes that exist already, so
/// that a graph has no cycles.
protocol ImageNode: AnyObject, Sendable {
  /// The pixels that may be other than transparent, y up.
  var extent: PixelRect { get }
  /// The nodes that this one reads.
  var inputs: [any ImageNode] { get }
  /// The pixels of an input that are needed for a rectangle inside the extent.
  func region(of input: Int, for rect: PixelRect) -> PixelRect
  /// Makes the pixels of a rectangle inside the extent.
  ///
  /// Each tile holds at least the region asked for, as far as it lies inside the input's extent.
  func tile(_ rect: PixelRect, _ inputs: [Tile], _ pass: RenderPass) -> Tile
}

/// What all nodes of one rendering share.
struct RenderPass: Sendable {
  let space: WorkingSpace
  let pool: WorkerPool

  /// The workers of all contexts.
  static let sharedPool = WorkerPool(workers: min(ProcessInfo.processInfo.activeProcessorCount, 16))

  /// Calls `body` for each row of a rectangle, from several threads.
  func rows(of rect: PixelRect, _ body: (_ y: Int) -> Void) {
    guard !rect.isEmpty else { return }
    // Pieces of about 16 thousand pixels outweigh the taking of a piece.
    let height = max(1, 16384 / max(rect.width, 1))
    let pieces = (rect.height + height - 1) / height
    pool.run(pieces, isShared: pieces > 1) { piece, _ in
      let low = Int(rect.minY) + piece * height
      for y in low..<min(low + height, Int(rect.maxY)) { body(y) }
    }
  }

  /// Makes a tile from a function of pixel centres.
  func tile(_ rect: PixelRect, _ pixel: (SIMD2<Double>) -> Pixel) -> Tile {
    let result = Tile(rect)
    rows(of: rect) { y in
      let row = result.row(y)
      for x in 0..<rect.width {
        row[x] = pixel(SIMD2(Double(Int(rect.minX) + x) + 0.5, Double(y) + 0.5))
      }
    }
    return result
  }
}

/// The code of a filter whose result for a pixel depends on that pixel of its inputs alone.
struct RowKernel: Sendable {
  /// Changes pixels of a row in place.
  let run: @Sendable (_ row: UnsafeMutablePointer<Pixel>, _ count: Int) -> Void

  /// Creates the kernel of a function of premultiplied pixels.
  @inline(__always)
  init(_ body: @escaping @Sendable (Pixel) -> Pixel) {
    run = { row, count in for i in 0..<count { row[i] = body(row[i]) } }
  }

  /// Creates the kernel of a function of straight colours that keeps or changes alpha.
  @inline(__always)
  static func straight(_ body: @escaping @Sendable (Pixel) -> Pixel) -> RowKernel {
    RowKernel { body($0.straight).premultiplied }
  }
}

/// Changes each pixel by itself; neighbouring nodes of this kind run as one pass.
final class PointNode: ImageNode {
  let extent: PixelRect
  let inputs: [any ImageNode]
  let kernel: @Sendable (WorkingSpace) -> RowKernel

  init(_ input: any ImageNode, _ kernel: @escaping @Sendable (WorkingSpace) -> RowKernel) {
    (inputs, extent) = ([input], input.extent)
    self.kernel = kernel
  }

  func region(of input: Int, for rect: PixelRect) -> PixelRect { rect }

  func tile(_ rect: PixelRect, _ inputs: [Tile], _ pass: RenderPass) -> Tile {
    Self.tile(rect, inputs[0], [kernel(pass.space)], pass)
  }

  /// Runs several kernels over a copy of a tile, row by row.
  static func tile(_ rect: PixelRect, _ input: Tile, _ kernels: [RowKernel], _ pass: RenderPass) -> Tile {
    let result = Tile(rect)
    pass.rows(of: rect) { y in
      let row = result.row(y)
      input.copy(row: y, from: Int(rect.minX), count: rect.width, to: row)
      for kernel in kernels { kernel.run(row, rect.width) }
    }
    return result
  }
}

/// Combines the same pixel of several images.
final class MixNode: ImageNode {
  typealias Kernel = @Sendable (_ pixels: UnsafePointer<Pixel>) -> Pixel

  let extent: PixelRect
  let inputs: [any ImageNode]
  private let kernel: @Sendable (WorkingSpace) -> Kernel

  /// Creates a node whose kernel gets one pixel of each input, in order.
  init(
    _ inputs: [any ImageNode],
    extent: PixelRect,
    _ kernel: @escaping @Sendable (WorkingSpace) -> Kernel
  ) {
    (self.inputs, self.extent) = (inputs, extent)
    self.kernel = kernel
  }

  func region(of input: Int, for rect: PixelRect) -> PixelRect { rect }

  func tile(_ rect: PixelRect, _ tiles: [Tile], _ pass: RenderPass) -> Tile {
    let result = Tile(rect)
    let kernel = kernel(pass.space)
    pass.rows(of: rect) { y in
      let row = result.row(y)
      withUnsafeTemporaryAllocation(of: Pixel.self, capacity: tiles.count) { pixels in
        guard let first = pixels.baseAddress else { return }
        for x in 0..<rect.width {
          for (i, tile) in tiles.enumerated() { first[i] = tile.pixel(Int(rect.minX) + x, y) }
          row[x] = kernel(first)
        }
      }
    }
    return result
  }
}

/// Any other step: says for itself which pixels it needs, and makes a rectangle of them.
final class AreaNode: ImageNode {
  let extent: PixelRect
  let inputs: [any ImageNode]
  private let needs: @Sendable (_ input: Int, _ rect: PixelRect) -> PixelRect
  private let make: @Sendable (_ rect: PixelRect, _ tiles: [Tile], _ pass: RenderPass) -> Tile

  init(
    _ inputs: [any ImageNode],
    extent: PixelRect,
    needs: @escaping @Sendable (_ input: Int, _ rect: PixelRect) -> PixelRect,
    _ make: @escaping @Sendable (_ rect: PixelRect, _ tiles: [Tile], _ pass: RenderPass) -> Tile
  ) {
    (self.inputs, self.extent) = (inputs, extent)
    (self.needs, self.make) = (needs, make)
  }

  func region(of input: Int, for rect: PixelRect) -> PixelRect { needs(input, rect) }

  func tile(_ rect: PixelRect, _ tiles: [Tile], _ pass: RenderPass) -> Tile { make(rect, tiles, pass) }
}

extension AreaNode {
  /// A node without inputs: a function of the pixel's centre.
  static func generator(
    _ extent: PixelRect,
    _ kernel: @escaping @Sendable (WorkingSpace) -> @Sendable (SIMD2<Double>) -> Pixel
  ) -> AreaNode {
    AreaNode([], extent: extent, needs: { _, _ in .empty }) { rect, _, pass in
      pass.tile(rect, kernel(pass.space))
    }
  }

  /// The part of an image inside a rectangle.
  static func crop(_ input: any ImageNode, to rect: PixelRect) -> AreaNode {
    AreaNode([input], extent: input.extent.intersection(rect), needs: { $1 }) { rect, tiles, _ in
      Tile(tiles[0], in: rect)
    }
  }

  /// The image inside a rectangle with its edges repeated outside of it.
  static func clamp(_ input: any ImageNode, to rect: PixelRect) -> any ImageNode {
    let inner = input.extent.intersection(rect)
    guard !inner.isEmpty else { return AreaNode.crop(input, to: .empty) }
    @Sendable func clamped(_ rect: PixelRect) -> PixelRect {
      let x = min(max(rect.minX, inner.minX), inner.maxX - 1)
      let y = min(max(rect.minY, inner.minY), inner.maxY - 1)
      return PixelRect(
        x,
        y,
        max(min(rect.maxX, inner.maxX), x + 1),
        max(min(rect.maxY, inner.maxY), y + 1)
      )
    }
    return AreaNode([input], extent: .world, needs: { clamped($1) }) { rect, tiles, pass in
      let source = clamped(rect)
      let result = Tile(rect)
      pass.rows(of: rect) { y in
        let from = min(max(y, Int(source.minY)), Int(source.maxY) - 1)
        let row = result.row(y)
        for i in 0..<rect.width {
          let x = min(max(Int(rect.minX) + i, Int(source.minX)), Int(source.maxX) - 1)
          row[i] = tiles[0].pixel(x, from)
        }
      }
      return result
    }
  }

  /// An image whose pixel at `p` is the bilinear sample of the input at `source(p)`.
  ///
  /// `needs` is the rectangle of the points that `source` gives for the points of a rectangle.
  static func warp(
    _ input: any ImageNode,
    extent: PixelRect,
    needs: @escaping @Sendable (PixelRect) -> CGRect,
    _ source: @escaping @Sendable (SIMD2<Double>) -> SIMD2<Double>
  ) -> AreaNode {
    AreaNode([input], extent: extent, needs: { PixelRect(covering: needs($1)).grown(1, 1) }) {
      rect,
      tiles,
      pass in
      let tile = tiles[0]
      return pass.tile(rect) { tile.sample(source($0)) }
    }
  }
}
