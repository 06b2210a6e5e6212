import Foundation
import StrataBase
import StrataKernels

/// A step of the recipe that an image is: immutable, and evaluated only when a context draws it.
///
/// The extent is the domain of definition: all pixels outside of it are transparent. For each input a node names the
/// region of interest, the pixels that it reads to make a rectangle. A node can only name nodes that exist already, so
/// that a graph has no cycles.
protocol ImageNode: AnyObject, Sendable {
  /// The pixels that may be other than transparent, y up.
  var extent: PixelRect { get }
  /// Holds the nodes that this one reads.
  var sources: NodeInputs { get }
  /// The largest distance, in pixels, of a pixel of an input from one of this node that depends on it, while all extents
  /// stay; nil if there is no such bound.
  var reach: Int? { get }
  /// True if rows are as fast to make as to copy from a tile; others are made once only for several consumers.
  var hasReadyRows: Bool { get }
  /// The pixels of an input that are needed for a rectangle inside the extent.
  func region(of input: Int, for rect: PixelRect) -> PixelRect
  /// Returns a reader of the pixels of a rectangle inside the extent.
  ///
  /// Each input has at least the region asked for, as far as it lies inside the input's extent. A node whose inputs are
  /// needed once for each pixel makes rows when they are read; any other makes a tile at once.
  func rows(_ rect: PixelRect, _ inputs: [RowReader], _ pass: RenderPass) -> RowReader
}

extension ImageNode {
  var reach: Int? { 0 }
  var hasReadyRows: Bool { false }
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
    let result = Tile(uninitialized: rect)
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

  /// Creates the kernel of a matrix, by the columns for red, green, blue and alpha, and the constant one.
  ///
  /// It maps premultiplied pixels, or straight colours and their alpha.
  static func matrix(_ columns: [Pixel], isStraight: Bool = false) -> RowKernel {
    precondition(columns.count == 5, "a matrix has five columns")
    let numbers = columns.flatMap { [$0.x, $0.y, $0.z, $0.w] }
    return RowKernel(rows: { row, count in
      kernels.map_colors(row.floats, count, numbers, isStraight ? 1 : 0)
    })
  }

  /// Creates the kernel of a matrix by its rows: each component is the product of a row with the pixel, and a constant.
  static func matrix(rows: [Pixel], constant: Pixel = .zero, isStraight: Bool = false) -> RowKernel {
    precondition(rows.count == 4, "a matrix has four rows")
    let columns = (0..<4).map { i in Pixel(rows[0][i], rows[1][i], rows[2][i], rows[3][i]) }
    return matrix(columns + [constant], isStraight: isStraight)
  }

  /// Creates the kernel of a function of rows of premultiplied pixels.
  init(rows: @escaping @Sendable (_ row: UnsafeMutablePointer<Pixel>, _ count: Int) -> Void) {
    run = rows
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
  let sources: NodeInputs
  let kernel: @Sendable (WorkingSpace) -> RowKernel

  init(_ input: any ImageNode, _ kernel: @escaping @Sendable (WorkingSpace) -> RowKernel) {
    (sources, extent) = (NodeInputs([input]), input.extent)
    self.kernel = kernel
  }

  func region(of input: Int, for rect: PixelRect) -> PixelRect { rect }

  func rows(_ rect: PixelRect, _ inputs: [RowReader], _ pass: RenderPass) -> RowReader {
    let (kernel, input) = (kernel(pass.space), inputs[0])
    return RowReader(rect, from: inputs) { y, x, count, to in
      input.copy(row: y, from: x, count: count, to: to)
      kernel.run(to, count)
    }
  }
}

/// The code of a filter whose result for a pixel depends on the same pixel of several inputs.
struct MixKernel: Sendable {
  /// Makes pixels of rows, one of each input.
  let run:
    @Sendable (
      _ rows: UnsafePointer<UnsafeMutablePointer<Pixel>>, _ to: UnsafeMutablePointer<Pixel>, _ count: Int
    ) -> Void

  /// Creates the kernel of code for rows.
  init(
    rows:
      @escaping @Sendable (
        _ rows: UnsafePointer<UnsafeMutablePointer<Pixel>>, _ to: UnsafeMutablePointer<Pixel>, _ count: Int
      ) -> Void
  ) { run = rows }

  /// Creates the kernel of a function of two pixels.
  @inline(__always)
  init(pair: @escaping @Sendable (_ a: Pixel, _ b: Pixel) -> Pixel) {
    run = { rows, to, count in
      let (a, b) = (rows[0], rows[1])
      for i in 0..<count { to[i] = pair(a[i], b[i]) }
    }
  }

  /// Creates the kernel that moves from the second input towards the first by a share of its own for each channel.
  init(shares: Pixel) {
    let numbers = [shares.x, shares.y, shares.z, shares.w]
    run = {
      kernels.mix_pixels($1.floats, UnsafePointer($0[1]).floats, UnsafePointer($0[0]).floats, $2, numbers)
    }
  }

  /// Creates the kernel of a function of one pixel of each input.
  @inline(__always)
  init(inputs: Int, _ body: @escaping @Sendable (_ pixels: UnsafePointer<Pixel>) -> Pixel) {
    run = { rows, to, count in
      withRowMemory(inputs) { pixels in
        for x in 0..<count {
          for i in 0..<inputs { pixels[i] = rows[i][x] }
          to[x] = body(pixels)
        }
      }
    }
  }
}

/// Combines the same pixel of several images.
final class MixNode: ImageNode {
  let extent: PixelRect
  let sources: NodeInputs
  private let kernel: @Sendable (WorkingSpace) -> MixKernel

  /// Creates a node whose kernel gets a row of each input, in order.
  init(
    _ inputs: [any ImageNode],
    extent: PixelRect,
    _ kernel: @escaping @Sendable (WorkingSpace) -> MixKernel
  ) {
    (sources, self.extent) = (NodeInputs(inputs), extent)
    self.kernel = kernel
  }

  func region(of input: Int, for rect: PixelRect) -> PixelRect { rect }

  func rows(_ rect: PixelRect, _ inputs: [RowReader], _ pass: RenderPass) -> RowReader {
    let kernel = kernel(pass.space)
    return RowReader(rect, from: inputs) { y, x, count, to in
      withRowMemory(count * inputs.count) { memory in
        withUnsafeTemporaryAllocation(of: UnsafeMutablePointer<Pixel>.self, capacity: inputs.count) { rows in
          guard let first = rows.baseAddress else { return }
          for (i, input) in inputs.enumerated() {
            (first + i).initialize(to: memory + i * count)
            input.copy(row: y, from: x, count: count, to: memory + i * count)
          }
          kernel.run(first, to, count)
        }
      }
    }
  }
}

/// Any other step: says for itself which pixels it needs, and makes a rectangle of them.
final class AreaNode: ImageNode {
  let extent: PixelRect
  let sources: NodeInputs
  let reach: Int?
  private let needs: @Sendable (_ input: Int, _ rect: PixelRect) -> PixelRect
  private let make: @Sendable (_ rect: PixelRect, _ inputs: [RowReader], _ pass: RenderPass) -> RowReader

  init(
    _ inputs: [any ImageNode],
    extent: PixelRect,
    reach: Int? = nil,
    needs: @escaping @Sendable (_ input: Int, _ rect: PixelRect) -> PixelRect,
    _ make: @escaping @Sendable (_ rect: PixelRect, _ tiles: [Tile], _ pass: RenderPass) -> Tile
  ) {
    (sources, self.extent, self.reach, self.needs) = (NodeInputs(inputs), extent, reach, needs)
    self.make = { rect, inputs, pass in RowReader(make(rect, inputs.map { $0.tile(pass) }, pass)) }
  }

  /// Creates a node that reads rows of its inputs.
  init(
    _ inputs: [any ImageNode],
    extent: PixelRect,
    reach: Int? = nil,
    needs: @escaping @Sendable (_ input: Int, _ rect: PixelRect) -> PixelRect,
    rows: @escaping @Sendable (_ rect: PixelRect, _ inputs: [RowReader], _ pass: RenderPass) -> RowReader
  ) {
    (sources, self.extent, self.reach) = (NodeInputs(inputs), extent, reach)
    (self.needs, make) = (needs, rows)
  }

  func region(of input: Int, for rect: PixelRect) -> PixelRect { needs(input, rect) }

  func rows(_ rect: PixelRect, _ inputs: [RowReader], _ pass: RenderPass) -> RowReader {
    make(rect, inputs, pass)
  }
}

extension AreaNode {
  /// A node without pixels.
  static var nothing: AreaNode {
    AreaNode([], extent: .empty, needs: { _, _ in .empty }) { rect, _, _ in Tile(rect) }
  }

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
    AreaNode(
      [input],
      extent: input.extent.intersection(rect),
      reach: 0,
      needs: { $1 },
      rows: { rect, inputs, _ in
        RowReader(rect, from: inputs) { inputs[0].copy(row: $0, from: $1, count: $2, to: $3) }
      }
    )
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
    return AreaNode(
      [input],
      extent: .world,
      needs: { clamped($1) },
      rows: { rect, inputs, _ in
        let source = clamped(rect)
        return RowReader(rect, from: inputs) { y, x, count, to in
          let from = min(max(y, Int(source.minY)), Int(source.maxY) - 1)
          // The part inside, or the pixel at the nearer end; then its ends are repeated.
          let low = min(max(x, Int(source.minX)), Int(source.maxX) - 1)
          let high = min(max(x + count, low + 1), Int(source.maxX))
          let (before, inside) = (min(max(low - x, 0), count - 1), min(high - low, count))
          inputs[0].copy(row: from, from: low, count: inside, to: to + before)
          to.update(repeating: to[before], count: before)
          let end = before + inside
          (to + end).update(repeating: to[end - 1], count: count - end)
        }
      }
    )
  }

  /// An image whose pixel at `p` is the sample of the input at `source.apply(p)`, bilinear unless the input says otherwise.
  ///
  /// - Precondition: The map is affine.
  static func affine(_ input: any ImageNode, extent: PixelRect, _ source: Projective) -> AreaNode {
    let offset = SIMD2(source.m31, source.m32)
    let whole = offset.rounded(.toNearestOrAwayFromZero)
    let isMove =
      source.m11 == 1 && source.m12 == 0 && source.m21 == 0 && source.m22 == 1 && offset == whole
      && abs(whole.x) < 1e9 && abs(whole.y) < 1e9
    let isNearest = input is NearestNode
    return AreaNode(
      [input],
      extent: extent,
      reach: shift(of: extent, source),
      needs: { PixelRect(covering: source.bounds(of: $1.cgRect)).grown(1, 1) },
      rows: { rect, inputs, pass in
        if isMove {
          let (dx, dy) = (Int(whole.x), Int(whole.y))
          return RowReader(rect, from: inputs) {
            inputs[0].copy(row: $0 + dy, from: $1 + dx, count: $2, to: $3)
          }
        }
        let tile = inputs[0].tile(pass)
        if isNearest {
          return RowReader(rect) { y, x, count, to in
            for i in 0..<count {
              let place = source.apply(Double(x + i) + 0.5, Double(y) + 0.5)
              to[i] = tile.nearest(SIMD2(place.x, place.y))
            }
          }
        }
        let corner = SIMD2(Double(tile.rect.minX), Double(tile.rect.minY)) + 0.5
        let step = SIMD2(source.m11, source.m12)
        return RowReader(rect) { y, x, count, to in
          let place = source.apply(Double(x) + 0.5, Double(y) + 0.5)
          tile.sample(from: SIMD2(place.x, place.y) - corner, step: step, count: count, to: to)
        }
      }
    )
  }

  /// The largest distance between a point of an extent and its source, in pixels; nil for an endless extent.
  private static func shift(of extent: PixelRect, _ source: Projective) -> Int? {
    guard !extent.contains(.world) else { return nil }
    let most = [
      (extent.minX, extent.minY), (extent.maxX, extent.minY), (extent.minX, extent.maxY),
      (extent.maxX, extent.maxY),
    ]
    .map { x, y in
      let place = source.apply(Double(x), Double(y))
      return max(abs(place.x - Double(x)), abs(place.y - Double(y)))
    }
    .reduce(0, max)
    return most < 1e6 ? Int(most.rounded(.up)) + 1 : nil
  }

  /// An image whose pixel at `p` is the sample of the input at `source(p)`, at most `reach` from it.
  ///
  /// `needs` is the rectangle of the points that `source` gives for the points of a rectangle.
  static func warp(
    _ input: any ImageNode,
    extent: PixelRect,
    reach: Double? = nil,
    needs: @escaping @Sendable (PixelRect) -> CGRect,
    _ source: @escaping @Sendable (SIMD2<Double>) -> SIMD2<Double>
  ) -> AreaNode {
    let isNearest = input is NearestNode
    return AreaNode(
      [input],
      extent: extent,
      reach: reach.flatMap { $0 < 1e6 ? Int($0.rounded(.up)) + 1 : nil },
      needs: { PixelRect(covering: needs($1)).grown(1, 1) }
    ) { rect, tiles, pass in
      let tile = tiles[0]
      if isNearest { return pass.tile(rect) { tile.nearest(source($0)) } }
      return pass.tile(rect) { tile.sample(source($0)) }
    }
  }
}
