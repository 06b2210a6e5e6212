import CoreGraphics
import Foundation
import StrataBase

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

/// The weights of one axis: for each pixel of the result the first pixel it reads, and the weights from there on.
private struct AxisWeights: Sendable {
  var firsts: [Int] = []
  var weights: [[Float]] = []

  /// Weights for the pixels of a range; pixels outside of `source` count for nothing, and the rest adds up to 1.
  init(_ range: Range<Int>, scale: Double, source: Range<Int>, _ kernel: ResamplingKernel) {
    let widening = max(1, 1 / scale)
    for i in range {
      let center = (Double(i) + 0.5) / scale
      let low = max(Int((center - kernel.support * widening).rounded(.down)), source.lowerBound)
      let high = min(Int((center + kernel.support * widening).rounded(.up)), source.upperBound)
      var row = low < high ? (low..<high).map { kernel.weight((Double($0) + 0.5 - center) / widening) } : []
      let sum = row.reduce(0, +)
      if sum != 0 { row = row.map { $0 / sum } }
      firsts.append(low)
      weights.append(row.map { Float($0) })
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
    let extent = PixelRect(covering: source.cgRect.applying(transform))
    let reach = SIMD2(
      kernel.support * max(1, 1 / scale.x) + 1,
      kernel.support * max(1, 1 / scale.y) + 1
    )
    let back = transform.inverted()
    @Sendable func needed(_ rect: PixelRect) -> PixelRect {
      PixelRect(covering: rect.cgRect.applying(back).insetBy(dx: -CGFloat(reach.x), dy: -CGFloat(reach.y)))
        .intersection(source)
    }
    return CIImage(
      node: AreaNode([node], extent: extent, needs: { needed($1) }) { rect, tiles, pass in
        let part = needed(rect)
        let tile = Tile(tiles[0], in: part)
        let columns = AxisWeights(
          Int(rect.minX)..<Int(rect.maxX),
          scale: scale.x,
          source: Int(source.minX)..<Int(source.maxX),
          kernel
        )
        let rows = AxisWeights(
          Int(rect.minY)..<Int(rect.maxY),
          scale: scale.y,
          source: Int(source.minY)..<Int(source.maxY),
          kernel
        )
        let narrow = Tile(PixelRect(rect.minX, part.minY, rect.maxX, part.maxY))
        pass.rows(of: narrow.rect) { y in
          let (from, to) = (tile.row(y), narrow.row(y))
          for x in 0..<rect.width {
            let first = from + (columns.firsts[x] - Int(part.minX))
            var sum = Pixel.zero
            for (i, weight) in columns.weights[x].enumerated() { sum += first[i] * weight }
            to[x] = sum
          }
        }
        let result = Tile(rect)
        pass.rows(of: rect) { y in
          let to = result.row(y)
          let i = y - Int(rect.minY)
          for (j, weight) in rows.weights[i].enumerated() {
            let from = narrow.row(rows.firsts[i] + j)
            for x in 0..<rect.width { to[x] += from[x] * weight }
          }
        }
        return result
      }
    )
  }
}
