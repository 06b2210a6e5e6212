import CoreGraphics
import Foundation
import StrataBase

/// Lines from the first to the last two numbers of each vector, with round ends, antialiased by the distance from the line.
///
/// Apple's reference names the inputs; round ends are inferred. At most 65,536 lines are drawn.
enum MeshRows {
  static let mesh = FilterRow(
    "CIMeshGenerator",
    "Mesh Generator",
    .generator,
    [
      .distance("inputWidth", 1.5, slider: 0...20), .color(kCIInputColorKey, Pixel(1, 1, 1, 1)),
      FilterInput(key: "inputMesh", value: .lines).empty(),
    ]
  ) { values in
    guard let vectors = values.objects["inputMesh"] as? [CIVector] else { return nil }
    let half = values.number(kCIInputWidthKey).clamped(0, 1e6) / 2
    let lines = vectors.prefix(mostLines).compactMap { MeshLine($0, half: half) }
    let extent = lines.reduce(PixelRect.empty) { $0.isEmpty ? $1.bounds : $0.union($1.bounds) }
    let color = values.color(kCIInputColorKey)
    return CIImage(
      node: AreaNode([], extent: extent, needs: { _, _ in .empty }) { rect, _, pass in
        let tone = pass.space.pixel(straightSRGB: color)
        let tile = Tile(rect)
        let near = lines.filter { !$0.bounds.intersection(rect).isEmpty }
        pass.rows(of: rect) { y in
          let row = tile.row(y)
          for line in near { line.draw(y, rect, tone, row) }
        }
        return tile
      }
    )
  }

  private static let mostLines = 1 << 16
}

/// A line of a mesh.
private struct MeshLine: Sendable {
  private let start: SIMD2<Double>
  private let line: SIMD2<Double>
  private let half: Double
  /// The pixels that the line touches.
  let bounds: PixelRect

  /// Creates the line of a vector's four numbers; nil if one is not a place.
  init?(_ vector: CIVector, half: Double) {
    let numbers = vector.numbers
    guard numbers.count >= 4, numbers.allSatisfy({ abs($0) < 1e9 }) else { return nil }
    (start, self.half) = (SIMD2(numbers[0], numbers[1]), half)
    line = SIMD2(numbers[2], numbers[3]) - start
    bounds = PixelRect(
      covering: CGRect(around: [start, start + line])
        .insetBy(dx: CGFloat(-half - 0.5), dy: CGFloat(-half - 0.5))
    )
  }

  /// Draws the line's part of a row; where lines meet, the thicker cover counts.
  func draw(_ y: Int, _ rect: PixelRect, _ tone: Pixel, _ row: UnsafeMutablePointer<Pixel>) {
    guard y >= Int(bounds.minY), y < Int(bounds.maxY) else { return }
    let (low, high) = (max(bounds.minX, rect.minX), min(bounds.maxX, rect.maxX))
    guard low < high else { return }
    let square = max((line * line).sum(), 1e-12)
    for x in Int(low)..<Int(high) {
      let d = SIMD2(Double(x) + 0.5, Double(y) + 0.5) - start
      let distance = (d - line * ((d * line).sum() / square).clamped(0, 1)).length
      let cover = Float(min(half - distance + 0.5, 2 * half, 1))
      let i = x - Int(rect.minX)
      if cover > 0, tone.w * cover > row[i].w { row[i] = tone * cover }
    }
  }
}
