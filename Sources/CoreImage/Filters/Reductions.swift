import CoreGraphics
import Foundation
import StrataBase

/// Filters that measure an area: the result is one pixel at the origin, or a row of pixels.
///
/// The area is the part of `inputExtent` inside of the image; an infinite or empty one gives no image.
enum ReductionRows {
  static let all: [FilterRow] = [
    // Apple's reference: the mean colour, premultiplied.
    reduction("CIAreaAverage", "Area Average") { $0.mean },
    // Apple's reference: the greatest and the least value of each component.
    reduction("CIAreaMaximum", "Area Maximum") { $0.reduce(pointwiseMax) },
    reduction("CIAreaMinimum", "Area Minimum") { $0.reduce(pointwiseMin) },
    // Apple's reference: the pixel with the greatest and the least alpha; the first one from the lower left of several.
    reduction("CIAreaMaximumAlpha", "Area Maximum Alpha") { $0.reduce { $1.w > $0.w ? $1 : $0 } },
    reduction("CIAreaMinimumAlpha", "Area Minimum Alpha") { $0.reduce { $1.w < $0.w ? $1 : $0 } },
    // Apple's reference: two pixels, the least value of each component and the greatest.
    areaRow("CIAreaMinMax", "Area Min and Max") { image, area in
      reduced(image, area, width: 2) { tile, result in
        let pixels = AreaPixels(tile: tile, rect: area)
        result.row(0)[0] = pixels.reduce(pointwiseMin)
        result.row(0)[1] = pixels.reduce(pointwiseMax)
      }
    },
    // Apple's reference: the least and the greatest red, as red and green.
    reduction("CIAreaMinMaxRed", "Area Min and Max Red") {
      Pixel($0.reduce(pointwiseMin).x, $0.reduce(pointwiseMax).x, 0, 1)
    },
    rowAverage,
    // Apple's reference: a row of pixels, each the mean of a column.
    areaRow("CIColumnAverage", "Column Average") { image, area in
      reduced(image, area, width: area.width) { tile, result in
        for x in 0..<area.width {
          let column = PixelRect(area.minX + Int32(x), area.minY, area.minX + Int32(x) + 1, area.maxY)
          result.row(0)[x] = AreaPixels(tile: tile, rect: column).mean
        }
      }
    },
  ]

  /// Apple's reference: a column of pixels, each the mean of a row.
  private static let rowAverage = areaRow("CIRowAverage", "Row Average") { image, area in
    reduced(image, area, width: 1, height: area.height) { tile, result in
      for y in 0..<area.height {
        let row = PixelRect(area.minX, area.minY + Int32(y), area.maxX, area.minY + Int32(y) + 1)
        result.row(y)[0] = AreaPixels(tile: tile, rect: row).mean
      }
    }
  }

  private static func reduction(
    _ name: String,
    _ title: String,
    _ body: @escaping @Sendable (AreaPixels) -> Pixel
  ) -> FilterRow {
    areaRow(name, title) { image, area in
      reduced(image, area, width: 1) { tile, result in
        result.row(0)[0] = body(AreaPixels(tile: tile, rect: area))
      }
    }
  }

  private static func areaRow(
    _ name: String,
    _ title: String,
    _ body: @escaping @Sendable (CIImage, PixelRect) -> CIImage
  ) -> FilterRow {
    .of(name, title, .reduction, [.rectangle(kCIInputExtentKey, 0, 0, 640, height: 80)]) { image, values in
      let area = PixelRect(covering: values.rect(kCIInputExtentKey)).intersection(image.node.extent)
      guard !area.isEmpty, area.area <= RenderPlan.mostPixels else { return nil }
      return body(image, area)
    }
  }

  private static func reduced(
    _ image: CIImage,
    _ area: PixelRect,
    width: Int,
    height: Int = 1,
    _ body: @escaping @Sendable (_ tile: Tile, _ result: Tile) -> Void
  ) -> CIImage {
    let extent = PixelRect(0, 0, Int32(width), Int32(height))
    return CIImage(
      node: AreaNode([image.node], extent: extent, needs: { _, _ in area }) { rect, tiles, _ in
        let result = Tile(extent)
        body(tiles[0], result)
        return result.part(rect)
      }
    )
  }
}

/// The pixels of a rectangle of a tile, row by row.
private struct AreaPixels {
  let tile: Tile
  let rect: PixelRect

  func reduce(_ body: (Pixel, Pixel) -> Pixel) -> Pixel {
    var result = tile.pixel(Int(rect.minX), Int(rect.minY))
    for y in Int(rect.minY)..<Int(rect.maxY) {
      for x in Int(rect.minX)..<Int(rect.maxX) { result = body(result, tile.pixel(x, y)) }
    }
    return result
  }

  var mean: Pixel {
    var sum = SIMD4<Double>.zero
    for y in Int(rect.minY)..<Int(rect.maxY) {
      for x in Int(rect.minX)..<Int(rect.maxX) { sum += SIMD4<Double>(tile.pixel(x, y)) }
    }
    return Pixel(sum / Double(rect.area))
  }
}
