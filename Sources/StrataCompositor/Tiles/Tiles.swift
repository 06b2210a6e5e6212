import CoreGraphics
import Foundation
import StrataBase
import StrataRaster
import StrataRenderTree

/// Tiled layers (rendering TI): the tiles of the level that the scale on screen asks for, each an image of its own.
extension FrameBuilder {
  func drawTiles(
    _ tiled: TiledState,
    _ state: LayerState,
    isFlipped: Bool,
    plane: inout Plane,
    clip: Index<ClipNode>?
  ) {
    guard tiled.source != nil,
      let grid = TileGrid(tiled, bounds: state.bounds, contentsScale: state.contentsScale)
    else { return }
    sawLive = true
    var device = plane.cull
    if let clip { device = device.intersection(frame[clip].boundsInDevice) }
    guard !device.isEmpty else { return }
    // Through a perspective that holds a horizon the whole layer counts as seen.
    var visible = state.bounds
    if let inverse = plane.toDevice.inverted(), let seen = inverse.bounds(of: device.plane) {
      visible = visible.intersection(
        CGRect(x: seen.minX, y: seen.minY, width: seen.width, height: seen.height)
      )
    }
    guard visible.width > 0, visible.height > 0 else { return }
    let density = plane.toDevice.scales(at: visible.midX, visible.midY).max()
    guard density > 0, density.isFinite else { return }
    let (pieces, isCut) = tiles.pieces(
      of: tiled,
      grid,
      visible: visible,
      density: density,
      isFlipped: isFlipped,
      isOpaque: state.isOpaque,
      time: frameTime
    )
    if isCut { note(.tooMany(plane.layer)) }
    let (opacity, edges) = (plane.opacity, plane.edges)
    for piece in pieces {
      plane.opacity = opacity * piece.opacity
      plane.edges = edges & Self.outerEdges(of: piece.target, in: state.bounds)
      addTile(piece, state, density: density, isFlipped: isFlipped, plane: &plane, clip: clip)
    }
    (plane.opacity, plane.edges) = (opacity, edges)
  }

  /// The edges of a tile that are edges of the layer; along the others pixels belong to one tile or the other.
  private static func outerEdges(of tile: CGRect, in bounds: CGRect) -> UInt8 {
    var edges: UInt8 = 0
    if tile.minX <= bounds.minX { edges |= 1 }
    if tile.maxX >= bounds.maxX { edges |= 2 }
    if tile.minY <= bounds.minY { edges |= 4 }
    if tile.maxY >= bounds.maxY { edges |= 8 }
    return edges
  }

  private func addTile(
    _ piece: TileStore.Piece,
    _ state: LayerState,
    density: Double,
    isFlipped: Bool,
    plane: inout Plane,
    clip: Index<ClipNode>?
  ) {
    let target = PlaneRect(piece.target)
    guard !target.isEmpty else { return }
    let resolution = piece.pixelsPerPoint
    let left = Double(piece.target.minX - piece.tile.minX) * resolution
    // A picture ends at the tile's smallest y: with its first row, or with its last one.
    let near = Double(piece.target.minY - piece.tile.minY) * resolution
    let height = Double(piece.target.height) * resolution
    let top = isFlipped ? near : Double(piece.image.height) - near - height
    let source = PlaneRect(left, top, left + Double(piece.target.width) * resolution, top + height)
    let sampling = Self.sampling(state, ratio: resolution / density)
    add(
      .contents,
      target,
      .image(
        resource(piece.image),
        Placement(source: source, target: target, isFlipped: !isFlipped, sampling: sampling)
      ),
      plane: &plane,
      clip: clip,
      fills: piece.image.isSolid && plane.tint.w >= 1,
      tint: plane.tint
    )
  }
}
