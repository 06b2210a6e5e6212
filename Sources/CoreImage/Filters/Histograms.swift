import CoreGraphics
import Foundation
import StrataBase

/// Histograms, and pictures of them.
enum HistogramRows {
  static let all: [FilterRow] = [
    // Apple's reference: a row of pixels, the counts of each component, times the scale; the sum of a component is the scale,
    // which is inferred. Of straight components, limited to 0 … 1, and alpha.
    .of(
      "CIAreaHistogram",
      "Area Histogram",
      .reduction,
      [
        .rectangle(kCIInputExtentKey, 0, 0, 640, height: 80),
        .scalar(kCIInputScaleKey, 1, identity: 1, min: 0, slider: 0...1),
        FilterInput(key: "inputCount", value: .number(64), type: kCIAttributeTypeCount, low: 1, high: 2048),
      ]
    ) { image, values in
      let area = PixelRect(covering: values.rect(kCIInputExtentKey)).intersection(image.node.extent)
      guard !area.isEmpty, area.area <= RenderPlan.mostPixels else { return nil }
      let count = Int(values.number("inputCount"))
      let scale = values.float(kCIInputScaleKey) / Float(area.area)
      let extent = PixelRect(0, 0, Int32(count), 1)
      return CIImage(
        node: AreaNode([image.node], extent: extent, needs: { _, _ in area }) { rect, tiles, _ in
          // A float of more than sixteen million does not count on.
          var counts = [SIMD4<UInt32>](repeating: .zero, count: count)
          for y in Int(area.minY)..<Int(area.maxY) {
            for x in Int(area.minX)..<Int(area.maxX) {
              let place = tiles[0].pixel(x, y).straight.limited(0, 1) * Float(count)
              for i in 0..<4 { counts[min(Int(place[i]), count - 1)][i] += 1 }
            }
          }
          let result = Tile(extent)
          for i in 0..<count { result.row(0)[i] = Pixel(counts[i]) * scale }
          return result.part(rect)
        }
      )
    },
    // Apple's reference: a picture of a histogram, with a height; the part right of the high limit is lighter, the one left
    // of the low limit darker, by half, which is inferred. The greatest value reaches the top.
    .of(
      "CIHistogramDisplayFilter",
      "Histogram Display",
      .reduction,
      [
        .scalar("inputHeight", 100, min: 1, max: 200, slider: 1...100),
        .scalar("inputHighLimit", 1, min: 0, max: 1, slider: 0...1),
        .scalar("inputLowLimit", 0, min: 0, max: 1, slider: 0...1),
      ],
      output: display
    ),
  ]

  private static let display: @Sendable (CIImage, FilterValues) -> CIImage? = { image, values in
    let source = image.node.extent
    guard !source.isEmpty, source.width <= 1 << 16 else { return nil }
    let height = Int(values.number("inputHeight").rounded())
    let (high, low) = (values.number("inputHighLimit"), values.number("inputLowLimit"))
    let line = PixelRect(source.minX, source.minY, source.maxX, source.minY + 1)
    let extent = PixelRect(0, 0, Int32(source.width), Int32(height))
    return CIImage(
      node: AreaNode([image.node], extent: extent, needs: { _, _ in line }) { rect, tiles, pass in
        let values = (Int(line.minX)..<Int(line.maxX)).map { tiles[0].pixel($0, Int(line.minY)) }
        let most = values.reduce(Float(0)) { max($0, $1.x, $1.y, $1.z) }
        return pass.tile(rect) { place in
          let column = Int(place.x)
          let level = Float(place.y) / Float(height) * most
          let share = place.x / Double(values.count)
          let (off, on): (Float, Float) = share > high ? (0.5, 1) : share < low ? (0, 0.5) : (0, 1)
          let covered = values[column] .> Pixel(repeating: level)
          return Pixel(repeating: off).replacing(with: on, where: covered).with(alpha: 1)
        }
      }
    )
  }
}
