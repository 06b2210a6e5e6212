import CoreGraphics
import Foundation
import StrataBase

/// Filters that show an image in cells of one colour each.
///
/// Apple's reference describes these effects without formulas. Those here are inferred.
enum CellRows {
  static let all: [FilterRow] = [
    // Regions nearest to points that are spread at random, one in each square of side radius: cells of Voronoi, each in the
    // colour of the image at its point.
    .of("CICrystallize", "Crystallize", .stylize, inputs(kCIInputRadiusKey, 20)) { image, values in
      let grid = CellGrid(values, kCIInputRadiusKey)
      return grid.cells(of: image) { place, image in
        image(grid.nearestSeed(to: place).place)
      }
    },
    // Discs around the same points, as large as half of the radius, over nothing.
    .of("CIPointillize", "Pointillize", .stylize, inputs(kCIInputRadiusKey, 20)) { image, values in
      let grid = CellGrid(values, kCIInputRadiusKey)
      return grid.cells(of: image) { place, image in
        let (seed, distance) = grid.nearestSeed(to: place)
        let cover = Float(min(max(grid.side / 2 - distance + 0.5, 0), 1))
        return image(seed) * cover
      }
    },
    // Hexagons whose centres are the scale apart, each in the colour of the image at its centre.
    .of("CIHexagonalPixellate", "Hexagonal Pixellate", .stylize, inputs(kCIInputScaleKey, 8)) {
      image,
      values in
      let grid = CellGrid(values, kCIInputScaleKey)
      return grid.cells(of: image) { place, image in image(grid.hexagon(at: place)) }
    },
  ]

  private static func inputs(_ key: String, _ side: Double) -> [FilterInput] {
    [.distance(key, side, identity: 1, min: 1, slider: 1...100), .center]
  }
}

/// Cells around a centre.
private struct CellGrid: Sendable {
  let center: SIMD2<Double>
  let side: Double

  init(_ values: FilterValues, _ key: String) {
    let center = values.point(kCIInputCenterKey)
    let isPlace = abs(center.x) < 1e9 && abs(center.y) < 1e9
    self.center = isPlace ? center : .zero
    side = min(values.number(key), 1e6)
  }

  /// The nearest of the points at random, and its distance.
  func nearestSeed(to place: SIMD2<Double>) -> (place: SIMD2<Double>, distance: Double) {
    let home = ((place - center) / side).rounded(.down)
    var (best, least) = (place, Double.infinity)
    for dy in -2...2 {
      for dx in -2...2 {
        let cell = home + SIMD2(Double(dx), Double(dy))
        let noise = SpatialNoise.pixel(cell).straight
        let seed = (cell + SIMD2(Double(noise.x), Double(noise.y))) * side + center
        let d = seed - place
        let distance = (d * d).sum()
        if distance < least { (best, least) = (seed, distance) }
      }
    }
    return (best, least.squareRoot())
  }

  /// The centre of the hexagon that a place lies in; rows of hexagons lie across.
  func hexagon(at place: SIMD2<Double>) -> SIMD2<Double> {
    let p = (place - center) / side
    let row = SIMD2(1, 3.0.squareRoot())
    // The nearest centre of two grids of rectangles, one in the middles of the other.
    let a = (p / row).rounded(.toNearestOrAwayFromZero) * row
    let b = ((p / row - 0.5).rounded(.toNearestOrAwayFromZero) + 0.5) * row
    let (da, db) = (a - p, b - p)
    return ((da * da).sum() <= (db * db).sum() ? a : b) * side + center
  }
}

extension CellGrid {
  /// The image in cells; `pixel` gets a place, and the image as a function of places.
  ///
  /// For a middle outside of the extent, the nearest pixel stands.
  func cells(
    of image: CIImage,
    _ pixel: @escaping @Sendable (SIMD2<Double>, (SIMD2<Double>) -> Pixel) -> Pixel
  ) -> CIImage {
    let reach = Int((side * 2).rounded(.up)) + 1
    let extent = image.node.extent
    return CIImage(
      node: AreaNode([image.node], extent: extent, reach: reach, needs: { $1.grown(reach, reach) }) {
        rect,
        tiles,
        pass in
        let tile = tiles[0]
        let low = SIMD2(Double(extent.minX), Double(extent.minY)) + 0.5
        let high = SIMD2(Double(extent.maxX), Double(extent.maxY)) - 0.5
        return pass.tile(rect) { place in
          pixel(place) { tile.nearest($0.clamped(lowerBound: low, upperBound: high)) }
        }
      }
    )
  }
}
