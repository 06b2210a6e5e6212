import CoreGraphics
package import Foundation

/// How a tiled layer is cut at each level of detail (rendering TI-2 … TI-4).
///
/// Level 0 is the finest; each further one has half the resolution and tiles of twice the size in points.
package struct TileGrid: Sendable, Equatable {
  /// The layer's bounds, in points; tiles begin at its origin.
  package let bounds: CGRect
  /// Pixels of a tile.
  package let tileWidth: Int
  package let tileHeight: Int
  package let levelCount: Int
  /// Pixels per point of the finest level.
  private let finest: Double

  /// The longest side of a tile that is supported, in pixels.
  package static let longestSide = 4096

  /// A grid, or nil for bounds and resolutions that are zero or not finite.
  package init?(_ tiled: TiledState, bounds: CGRect, contentsScale: CGFloat) {
    let scale = Double(contentsScale)
    let (width, height) = (Double(bounds.width), Double(bounds.height))
    guard width > 0, height > 0, scale > 0, (width * height * scale).isFinite,
      bounds.origin.x.isFinite, bounds.origin.y.isFinite
    else { return nil }
    self.bounds = bounds
    tileWidth = Self.side(tiled.tileSize.width)
    tileHeight = Self.side(tiled.tileSize.height)
    finest = scale * exp2(Double(min(max(tiled.levelsOfDetailBias, -32), 32)))
    // The coarsest level has a pixel in each direction at least.
    let pixels = min(width, height) * finest
    guard pixels.isFinite, finest.isNormal, (Double(Self.longestSide) / finest).isFinite else { return nil }
    let most = pixels > 1 ? Int(log2(pixels).rounded(.down)) + 1 : 1
    levelCount = min(max(tiled.levelsOfDetail, 1), most)
  }

  /// A side in whole pixels; the default side for a length that is not a size.
  private static func side(_ length: CGFloat) -> Int {
    guard length >= 1 else { return 256 }
    return length < CGFloat(longestSide) ? Int(length.rounded(.up)) : longestSide
  }

  /// Pixels per point of a level.
  package func resolution(of level: Int) -> Double { finest * exp2(-Double(level)) }

  /// The coarsest level with at least this many device pixels per point, or the finest.
  package func level(for density: Double) -> Int {
    // Rounding errors of the scale must not double the pixels.
    let enough = density * (1 - 1e-6)
    return (0..<levelCount).last { resolution(of: $0) >= enough } ?? 0
  }

  /// Points that a whole tile of a level covers.
  package func tileSize(at level: Int) -> CGSize {
    let resolution = resolution(of: level)
    return CGSize(width: Double(tileWidth) / resolution, height: Double(tileHeight) / resolution)
  }

  /// The columns and rows of a level that touch a rectangle of the layer.
  package func tiles(in rect: CGRect, at level: Int) -> (columns: Range<Int>, rows: Range<Int>) {
    let part = rect.overlap(with: bounds)
    guard part.width > 0, part.height > 0 else { return (0..<0, 0..<0) }
    let size = tileSize(at: level)
    // Keeps numbers of tiles exact, and within the range of integers.
    func whole(_ place: CGFloat) -> Int { Int(max(-1e12, min(1e12, place))) }
    func range(_ from: CGFloat, _ to: CGFloat, _ side: CGFloat) -> Range<Int> {
      let first = whole((from / side + 1e-9).rounded(.down))
      return first..<max(first + 1, whole((to / side - 1e-9).rounded(.up)))
    }
    return (
      range(part.minX - bounds.minX, part.maxX - bounds.minX, size.width),
      range(part.minY - bounds.minY, part.maxY - bounds.minY, size.height)
    )
  }

  /// The part of the layer that a tile covers; those at the far edges end with the bounds.
  package func rect(column: Int, row: Int, at level: Int) -> CGRect {
    let size = tileSize(at: level)
    let x = bounds.minX + CGFloat(column) * size.width
    let y = bounds.minY + CGFloat(row) * size.height
    return CGRect(
      x: x,
      y: y,
      width: min(size.width, bounds.maxX - x),
      height: min(size.height, bounds.maxY - y)
    )
  }
}
