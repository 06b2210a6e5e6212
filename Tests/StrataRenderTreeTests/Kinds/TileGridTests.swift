import Foundation
import StrataRenderTree
import Testing

@Suite struct TileGridTests {
  private func grid(
    _ width: Double,
    _ height: Double,
    x: Double = 0,
    y: Double = 0,
    scale: CGFloat = 1,
    levels: Int = 1,
    bias: Int = 0,
    tile: CGSize = CGSize(width: 256, height: 256)
  ) throws -> TileGrid {
    var tiled = TiledState()
    (tiled.levelsOfDetail, tiled.levelsOfDetailBias, tiled.tileSize) = (levels, bias, tile)
    let bounds = CGRect(x: x, y: y, width: width, height: height)
    return try #require(TileGrid(tiled, bounds: bounds, contentsScale: scale))
  }

  private func count(_ grid: TileGrid, _ rect: CGRect? = nil, at level: Int = 0) -> Int {
    let found = grid.tiles(in: rect ?? grid.bounds, at: level)
    return found.columns.count * found.rows.count
  }

  /// Rendering TI-3, E-390, E-391, E-392, E-398.
  @Test func tilesHaveTheirSizeInPixelsOfTheLevel() throws {
    #expect(count(try grid(1000, 700)) == 12)
    #expect(try grid(1000, 700, scale: 2).tileSize(at: 0) == CGSize(width: 128, height: 128))
    #expect(count(try grid(1000, 700, scale: 2)) == 48)
    #expect(try grid(1000, 700, levels: 2).tileSize(at: 1) == CGSize(width: 512, height: 512))
  }

  /// Rendering TI-2, E-393, E-396.
  @Test func levelsHalveTheResolutionAndEndAtOnePixel() throws {
    let fine = try grid(1000, 700, levels: 4, bias: 2)
    #expect((0..<fine.levelCount).map { fine.resolution(of: $0) } == [4, 2, 1, 0.5])
    #expect(try grid(100, 100, levels: 20).levelCount == 7)
    #expect(try grid(100, 100, levels: 20, bias: 1).levelCount == 8)
    #expect(try grid(1000, 100, scale: 2, levels: 20).levelCount == 8)
    #expect(try grid(0.25, 0.25, levels: 3).levelCount == 1)
  }

  /// Rendering TI-4, E-394, E-395.
  @Test func theCoarsestSufficientLevelIsChosen() throws {
    let fine = try grid(1000, 700, levels: 4, bias: 2)
    let chosen = [0.3, 0.5, 0.8, 1, 1.5, 3, 8].map { fine.resolution(of: fine.level(for: $0)) }
    #expect(chosen == [0.5, 0.5, 1, 1, 2, 4, 4])
    let plain = try grid(1000, 700)
    #expect([0.25, 1, 4].map { plain.resolution(of: plain.level(for: $0)) } == [1, 1, 1])
  }

  /// Rendering TI-3: the grid starts at the origin of the bounds, and the last tiles end with the bounds.
  @Test func theGridStartsAtTheOriginOfTheBounds() throws {
    let grid = try grid(300, 100, x: -40, y: 7)
    #expect(grid.rect(column: 0, row: 0, at: 0) == CGRect(x: -40, y: 7, width: 256, height: 100))
    #expect(grid.rect(column: 1, row: 0, at: 0) == CGRect(x: 216, y: 7, width: 44, height: 100))
    #expect(count(grid, CGRect(x: 217, y: 8, width: 1, height: 1)) == 1)
    #expect(count(grid, CGRect(x: 215, y: 8, width: 2, height: 1)) == 2)
    #expect(count(grid, CGRect(x: 900, y: 8, width: 2, height: 1)) == 0)
    // What ends on a line between tiles does not touch the next one.
    #expect(count(grid, CGRect(x: -40, y: 7, width: 256, height: 10)) == 1)
  }

  /// Rendering TI-3: sizes that are not supported.
  @Test func tileSizesAreLimited() throws {
    let big = try grid(10, 10, tile: CGSize(width: 1e9, height: 5000))
    #expect(big.tileWidth == 4096 && big.tileHeight == 4096)
    let none = try grid(10, 10, tile: CGSize(width: -3, height: CGFloat.nan))
    #expect(none.tileWidth == 256 && none.tileHeight == 256)
    #expect(try grid(10, 10, tile: CGSize(width: 31.2, height: 8)).tileWidth == 32)
  }

  @Test func boundsThatAreNoSizeHaveNoGrid() {
    for bounds in [
      CGRect.zero, CGRect(x: CGFloat.nan, y: 0, width: 1, height: 1),
      CGRect(x: 0, y: 0, width: CGFloat.infinity, height: 1),
    ] {
      #expect(TileGrid(TiledState(), bounds: bounds, contentsScale: 1) == nil)
    }
    #expect(TileGrid(TiledState(), bounds: CGRect(x: 0, y: 0, width: 1, height: 1), contentsScale: 0) == nil)
  }

  /// A bias that multiplies a scale beyond all numbers, or divides it down to none.
  @Test(arguments: [
    (1e300, 1e-5, 40), (1e308, 1e-1, 32), (Double.leastNormalMagnitude, 1e3, -32), (1e-306, 1, -32),
  ])
  func resolutionsThatAreNoNumberHaveNoGrid(scale: Double, side: Double, bias: Int) {
    var tiled = TiledState()
    tiled.levelsOfDetail = 4
    tiled.levelsOfDetailBias = bias
    let bounds = CGRect(x: 0, y: 0, width: side, height: side)
    #expect(TileGrid(tiled, bounds: bounds, contentsScale: scale) == nil)
  }

  /// Rendering TI-7: the last invalidation of a rectangle.
  @Test func partsHaveVersions() {
    var tiled = TiledState()
    let left = CGRect(x: 0, y: 0, width: 10, height: 10)
    let right = CGRect(x: 20, y: 0, width: 10, height: 10)
    #expect(tiled.version(of: left) == 0)
    tiled.invalidate(left)
    #expect(tiled.version(of: left) == 1 && tiled.version(of: right) == 0)
    tiled.invalidate(nil)
    #expect(tiled.version(of: left) == 2 && tiled.version(of: right) == 2)
    for _ in 0..<100 { tiled.invalidate(right) }
    #expect(tiled.version(of: left) == 2 && tiled.version(of: right) == 102)
    #expect(tiled.invalidations.count <= 32)
  }
}
