import CoreGraphics
import Foundation
import StrataBase

/// Filters of a few colours: those that stand for an image, and the image in them.
///
/// Colours are compared straight, in the working space or in Lab if they are to be perceptual.
enum PaletteRows {
  static let all: [FilterRow] = [means, palettize, centroids]

  private static let perceptual = FilterInput.flag("inputPerceptual", false)
  private static let mostColors = 128

  /// Apple's reference: the most common colours of an area, by the k-means algorithm (Lloyd 1982), a pixel for each.
  ///
  /// Without given means, each first one is the colour farthest from those before it, from the mean of all on, which is
  /// inferred. A result has the straight colour, and as its alpha the share of the area that it stands for.
  private static let means = FilterRow(
    "CIKMeans",
    "KMeans",
    .reduction,
    [
      .image(), .rectangle(kCIInputExtentKey, 0, 0, 640, height: 80), .image("inputMeans"),
      FilterInput(
        key: "inputCount",
        value: .number(8),
        type: kCIAttributeTypeCount,
        low: 0,
        high: Double(mostColors)
      ),
      FilterInput(key: "inputPasses", value: .number(5), type: kCIAttributeTypeCount, low: 0, high: 20),
      perceptual,
    ]
  ) { values in
    guard let image = values.image() else { return nil }
    let area = PixelRect(covering: values.rect(kCIInputExtentKey)).intersection(image.node.extent)
    guard !area.isEmpty, area.area <= RenderPlan.mostPixels else { return nil }
    let given = values.image("inputMeans").flatMap { PaletteImage($0) }
    let count = given?.count ?? Int(values.number("inputCount"))
    guard count > 0 else { return nil }
    let passes = Int(values.number("inputPasses"))
    let isPerceptual = values.isOn("inputPerceptual")
    let extent = PixelRect(0, 0, Int32(count), 1)
    return CIImage(
      node: AreaNode(
        [image.node] + (given.map { [$0.image.node] } ?? []),
        extent: extent,
        needs: { input, _ in input == 0 ? area : given?.line ?? .empty }
      ) { rect, tiles, pass in
        let space = PaletteSpace(isPerceptual: isPerceptual, working: pass.space)
        var clusters = ColorClusters(tiles[0].part(area), space)
        clusters.start(with: given?.colors(of: tiles[1]), count: count)
        for _ in 0..<passes { clusters.improve() }
        let result = Tile(extent)
        for (i, color) in clusters.result.enumerated() { result.row(0)[i] = color }
        return result.part(rect)
      }
    )
  }

  /// Apple's reference: each pixel in the nearest colour of a palette.
  private static let palettize = paletteRow("CIPalettize", "Palettize", .colorEffect) {
    image,
    palette,
    isPerceptual in
    CIImage(
      node: AreaNode(
        [image.node, palette.image.node],
        extent: image.node.extent,
        reach: 0,
        needs: { $0 == 0 ? $1 : palette.line }
      ) { rect, tiles, pass in
        let space = PaletteSpace(isPerceptual: isPerceptual, working: pass.space)
        let colors = palette.colors(of: tiles[1])
        let places = colors.map { space.place($0) }
        let tile = tiles[0]
        return pass.tile(rect) { place in
          let p = tile.nearest(place)
          return colors[space.nearest(to: space.place(p.straight), in: places)] * p.w
        }
      }
    )
    .sampled(as: image)
  }

  /// Apple's reference: for each colour of a palette the centroid of the pixels nearest to it: x and y in red and green.
  ///
  /// In pixels of the image's plane, with alpha 1, and nothing for a colour without pixels, which is inferred.
  private static let centroids = paletteRow("CIPaletteCentroid", "Palette Centroid", .reduction) {
    image,
    palette,
    isPerceptual in
    let area = image.node.extent
    guard !area.isEmpty, area.area <= RenderPlan.mostPixels else { return nil }
    let extent = PixelRect(0, 0, Int32(palette.count), 1)
    return CIImage(
      node: AreaNode(
        [image.node, palette.image.node],
        extent: extent,
        needs: { input, _ in input == 0 ? area : palette.line }
      ) { rect, tiles, pass in
        let space = PaletteSpace(isPerceptual: isPerceptual, working: pass.space)
        let places = palette.colors(of: tiles[1]).map { space.place($0) }
        var sums = [SIMD4<Double>](repeating: .zero, count: places.count)
        for y in Int(area.minY)..<Int(area.maxY) {
          for x in Int(area.minX)..<Int(area.maxX) {
            let p = tiles[0].pixel(x, y)
            guard p.w > 0 else { continue }
            let nearest = space.nearest(to: space.place(p.straight), in: places)
            sums[nearest] += SIMD4(Double(x) + 0.5, Double(y) + 0.5, 0, 1) * Double(p.w)
          }
        }
        let result = Tile(extent)
        for (i, sum) in sums.enumerated() where sum.w > 0 {
          result.row(0)[i] = Pixel(SIMD4(sum.x / sum.w, sum.y / sum.w, 0, 1))
        }
        return result.part(rect)
      }
    )
  }

  private static func paletteRow(
    _ name: String,
    _ title: String,
    _ group: FilterGroup,
    _ body: @escaping @Sendable (CIImage, PaletteImage, _ isPerceptual: Bool) -> CIImage?
  ) -> FilterRow {
    FilterRow(name, title, group, [.image(), .image("inputPaletteImage"), perceptual]) { values in
      guard let image = values.image(), let source = values.image("inputPaletteImage"),
        let palette = PaletteImage(source)
      else { return nil }
      return body(image, palette, values.isOn("inputPerceptual"))
    }
  }

  /// A row of colours: the lowest one of an image.
  fileprivate struct PaletteImage: Sendable {
    let image: CIImage
    let line: PixelRect

    var count: Int { line.width }

    /// Nil for an image that is empty, or has more than 128 pixels in a row.
    init?(_ image: CIImage) {
      let extent = image.node.extent
      guard !extent.isEmpty, extent.width <= mostColors else { return nil }
      self.image = image
      line = PixelRect(extent.minX, extent.minY, extent.maxX, extent.minY + 1)
    }

    /// The straight, opaque colours.
    func colors(of tile: Tile) -> [Pixel] {
      (Int(line.minX)..<Int(line.maxX)).map { tile.pixel($0, Int(line.minY)).straight.with(alpha: 1) }
    }
  }
}

/// The space in which colours are near to each other.
private struct PaletteSpace: Sendable {
  let isPerceptual: Bool
  let working: WorkingSpace

  /// The place of a straight colour.
  func place(_ color: Pixel) -> SIMD3<Float> {
    if isPerceptual { return LabColor(color.with(alpha: 1), working).components }
    return SIMD3(color.x, color.y, color.z)
  }

  func nearest(to place: SIMD3<Float>, in places: [SIMD3<Float>]) -> Int {
    var (best, least) = (0, Float.infinity)
    for (i, other) in places.enumerated() {
      let d = other - place
      let distance = (d * d).sum()
      if distance < least { (best, least) = (i, distance) }
    }
    return best
  }
}

/// Colours of an area, and the means that they gather around.
private struct ColorClusters {
  private let colors: [Pixel]
  private let space: PaletteSpace
  private let places: [SIMD3<Float>]
  private var means: [Pixel] = []

  init(_ tile: Tile, _ space: PaletteSpace) {
    var colors: [Pixel] = []
    for y in Int(tile.rect.minY)..<Int(tile.rect.maxY) {
      let row = tile.row(y)
      for x in 0..<tile.rect.width where row[x].w > 0 { colors.append(row[x].straight) }
    }
    (self.colors, self.space) = (colors, space)
    places = colors.map { space.place($0) }
  }

  /// Takes the first means, or finds them.
  mutating func start(with given: [Pixel]?, count: Int) {
    if let given { return means = given }
    guard !colors.isEmpty else { return means = Array(repeating: .zero, count: count) }
    let sum = colors.reduce(SIMD4<Double>.zero) { $0 + SIMD4<Double>($1) }
    means = [Pixel(sum / Double(colors.count))]
    var distances = [Float](repeating: .infinity, count: colors.count)
    while means.count < count {
      let last = space.place(means[means.count - 1])
      var farthest = 0
      for i in places.indices {
        let d = places[i] - last
        distances[i] = min(distances[i], (d * d).sum())
        if distances[i] > distances[farthest] { farthest = i }
      }
      means.append(colors[farthest])
    }
  }

  /// The sums of the colours nearest to each mean, and their number in the last component.
  private var sums: [SIMD4<Double>] {
    let centers = means.map { space.place($0) }
    var sums = [SIMD4<Double>](repeating: .zero, count: means.count)
    for (color, place) in zip(colors, places) {
      sums[space.nearest(to: place, in: centers)] += SIMD4<Double>(color.with(alpha: 1))
    }
    return sums
  }

  /// Moves each mean to the middle of the colours nearest to it.
  mutating func improve() {
    for (i, sum) in sums.enumerated() where sum.w > 0 { means[i] = Pixel(sum / sum.w) }
  }

  /// The means, with their shares as alpha.
  var result: [Pixel] {
    let total = Double(max(colors.count, 1))
    return zip(means, sums).map { $0.with(alpha: Float($1.w / total)) }
  }
}
