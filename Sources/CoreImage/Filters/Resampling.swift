import CoreGraphics
import Foundation
import StrataBase
import StrataKernels

/// The weights of pixels around a place, by their distance in pixels.
struct ResamplingKernel: Sendable {
  /// The distance from which weights are zero.
  let support: Double
  let weight: @Sendable (Double) -> Double

  static let lanczos = ResamplingKernel(support: 3) { x in
    guard x != 0 else { return 1 }
    guard abs(x) < 3 else { return 0 }
    let p = Double.pi * x
    return 3 * sin(p) * sin(p / 3) / (p * p)
  }

  static func cubic(b: Double, c: Double) -> ResamplingKernel {
    ResamplingKernel(support: 2) { x in
      let t = abs(x)
      if t < 1 {
        return ((12 - 9 * b - 6 * c) * t * t * t + (-18 + 12 * b + 6 * c) * t * t + 6 - 2 * b) / 6
      }
      if t < 2 {
        let cube = (-b - 6 * c) * t * t * t + (6 * b + 30 * c) * t * t
        return (cube + (-12 * b - 48 * c) * t + 8 * b + 24 * c) / 6
      }
      return 0
    }
  }
}

/// The weights of one axis: for each pixel of the result the first pixel that it reads, and the weights from there on.
private struct AxisWeights: Sendable {
  /// First pixels, counted from the start of the source's part.
  private(set) var firsts: [Int32] = []
  private(set) var counts: [Int32] = []
  /// The weights of all pixels, ``stride`` for each.
  private(set) var weights: [Float] = []
  let stride: Int

  /// Creates the weights for the pixels of a range; pixels outside of `source` count for nothing, and the rest adds up to 1.
  init(_ range: Range<Int>, scale: Double, source: Range<Int>, from origin: Int, _ kernel: ResamplingKernel) {
    let widening = max(1, 1 / scale)
    let support = kernel.support * widening
    stride = Int((2 * support).rounded(.up)) + 2
    weights = [Float](repeating: 0, count: stride * range.count)
    for (place, i) in range.enumerated() {
      let center = (Double(i) + 0.5) / scale
      let low = max(Int((center - support).rounded(.down)), source.lowerBound)
      let high = max(min(Int((center + support).rounded(.up)), source.upperBound), low)
      let row = (low..<high).map { kernel.weight((Double($0) + 0.5 - center) / widening) }
      let sum = row.reduce(0, +)
      for (j, weight) in row.enumerated() {
        weights[place * stride + j] = Float(sum == 0 ? weight : weight / sum)
      }
      firsts.append(Int32(clamping: low - origin))
      counts.append(Int32(row.count))
    }
  }
}

/// A resampling of one extent to another scale: rows as they are read, columns when the result is read.
private struct Resampling: Sendable {
  let source: PixelRect
  let scale: SIMD2<Double>
  let kernel: ResamplingKernel

  /// The pixels of the source that those of a rectangle need.
  func needed(_ rect: PixelRect) -> PixelRect {
    let back = CGAffineTransform(scaleX: CGFloat(scale.x), y: CGFloat(scale.y)).inverted()
    let (x, y) = (kernel.support * max(1, 1 / scale.x) + 1, kernel.support * max(1, 1 / scale.y) + 1)
    return PixelRect(covering: rect.cgRect.applying(back).insetBy(dx: -CGFloat(x), dy: -CGFloat(y)))
      .intersection(source)
  }

  /// Makes the pixels of a rectangle.
  func apply(to input: RowReader, _ rect: PixelRect, _ pass: RenderPass) -> RowReader {
    let part = needed(rect)
    let columns = AxisWeights(
      Int(rect.minX)..<Int(rect.maxX),
      scale: scale.x,
      source: Int(source.minX)..<Int(source.maxX),
      from: Int(part.minX),
      kernel
    )
    let rows = AxisWeights(
      Int(rect.minY)..<Int(rect.maxY),
      scale: scale.y,
      source: Int(source.minY)..<Int(source.maxY),
      from: Int(part.minY),
      kernel
    )
    let narrow = Tile(uninitialized: PixelRect(rect.minX, part.minY, rect.maxX, part.maxY))
    pass.rows(of: narrow.rect) { y in
      input.withRow(y, from: Int(part.minX), count: part.width) { from in
        kernels.resample(
          narrow.row(y).floats,
          from.floats,
          columns.firsts,
          columns.counts,
          columns.weights,
          columns.stride,
          rect.width
        )
      }
    }
    return RowReader(rect) { y, x, count, to in
      let i = y - Int(rect.minY)
      guard rows.counts[i] > 0 else { return to.update(repeating: .zero, count: count) }
      let from = narrow.row(Int(part.minY) + Int(rows.firsts[i])) + (x - Int(rect.minX))
      rows.weights.withUnsafeBufferPointer { weights in
        guard let start = weights.baseAddress else { return }
        let taps = Int(rows.counts[i])
        kernels.weigh(to.floats, from.floats, narrow.stride * 4, start + i * rows.stride, taps, count * 4)
      }
    }
  }
}

extension CIImage {
  /// The image scaled about the origin with a kernel, one axis after the other.
  ///
  /// Scales are limited to 1/10,000 … 10,000; a scale of 0 gives an empty image. An infinite image is scaled bilinearly.
  func resampled(_ wanted: SIMD2<Double>, _ kernel: ResamplingKernel) -> CIImage {
    guard wanted.x > 0, wanted.y > 0 else { return .empty() }
    let scale = wanted.clamped(lowerBound: SIMD2(repeating: 1e-4), upperBound: SIMD2(repeating: 1e4))
    if scale == SIMD2(1, 1) { return self }
    let source = node.extent
    let transform = CGAffineTransform(scaleX: CGFloat(scale.x), y: CGFloat(scale.y))
    guard !source.contains(.world) else { return transformed(by: transform) }
    let resampling = Resampling(source: source, scale: scale, kernel: kernel)
    return CIImage(
      node: AreaNode(
        [node],
        extent: PixelRect(covering: source.cgRect.applying(transform)),
        needs: { resampling.needed($1) },
        rows: { rect, inputs, pass in resampling.apply(to: inputs[0], rect, pass) }
      )
    )
  }
}
