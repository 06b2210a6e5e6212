import CoreGraphics
import Foundation
import StrataBase
import StrataFrame
import StrataRaster
import StrataRenderTree

/// Tiled layers (rendering TI): the tiles of the level that the scale on screen asks for, each an image of its own.
struct TileEmitter {
  let isFlipped: Bool
  let clip: Index<ClipNode>?

  func emit(_ tiled: TiledState, _ state: LayerState, plane: inout Plane, _ writer: inout FrameWriter) {
    guard tiled.source != nil,
      let grid = TileGrid(tiled, bounds: state.bounds, contentsScale: state.contentsScale)
    else { return }
    guard writer.isOnOwnerThread else { return writer.noteOwnerThread() }
    writer.noteLive()
    guard let (visible, density) = view(of: state.bounds, plane, writer) else { return }
    let (pieces, isCut) = writer.tiles.pieces(
      of: tiled,
      grid,
      visible: visible,
      density: density,
      isFlipped: isFlipped,
      isOpaque: state.isOpaque,
      time: writer.time
    )
    if isCut { writer.note(.tooMany(plane.layer)) }
    if !pieces.isEmpty { add(pieces, state, density, plane: &plane, &writer) }
  }

  /// The part of a layer that can be seen, in its points, and its device pixels per point; nil if nothing can be seen.
  private func view(of bounds: CGRect, _ plane: Plane, _ writer: FrameWriter) -> (
    visible: CGRect, density: Double
  )? {
    var device = plane.cull
    if let clip { device = device.intersection(writer.frame[clip].boundsInDevice) }
    guard !device.isEmpty else { return nil }
    // Through a perspective that holds a horizon the whole layer counts as seen.
    var visible = bounds
    if let inverse = plane.toDevice.inverted(), let seen = inverse.bounds(of: device.plane) {
      visible = visible.overlap(
        with: CGRect(x: seen.minX, y: seen.minY, width: seen.width, height: seen.height)
      )
    }
    guard visible.width > 0, visible.height > 0 else { return nil }
    let density = plane.toDevice.scales(at: visible.midX, visible.midY).max()
    guard density > 0, density.isFinite else { return nil }
    return (visible, density)
  }

  private func add(
    _ pieces: [TileStore.Piece],
    _ state: LayerState,
    _ density: Double,
    plane: inout Plane,
    _ writer: inout FrameWriter
  ) {
    let (opacity, edges) = (plane.opacity, plane.edges)
    // Edges that are not the pixels' are antialiased for all of an item or for none: where tiles lie askew the clip has the
    // layer's edges, and the tiles reach beyond it.
    let isAskew = !plane.relation.keepsRectangles && edges != 0
    var clip = clip
    if isAskew {
      let bounds = PlaneRect(state.bounds)
      let shape = RoundedRect(
        minX: bounds.minX,
        minY: bounds.minY,
        width: bounds.width,
        height: bounds.height
      )
      clip = writer.addClip(shape, plane: &plane, parent: clip)
    }
    for piece in pieces {
      let outer = Self.outerEdges(of: piece.target, in: state.bounds)
      plane.opacity = opacity * piece.opacity
      plane.edges = isAskew ? 0 : edges & outer
      let spill = isAskew ? Spill(edges: outer, by: 2 / density) : Spill(edges: 0, by: 0)
      let sampling = Sampling(of: state, ratio: piece.pixelsPerPoint / density)
      add(piece, spill, sampling, plane: &plane, clip: clip, &writer)
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

  /// How far a tile reaches beyond some of its edges, in points.
  private struct Spill {
    /// Bits of `CAEdgeAntialiasingMask`.
    var edges: UInt8
    var by: Double
  }

  private func add(
    _ piece: TileStore.Piece,
    _ spill: Spill,
    _ sampling: Sampling,
    plane: inout Plane,
    clip: Index<ClipNode>?,
    _ writer: inout FrameWriter
  ) {
    var target = PlaneRect(piece.target)
    guard !target.isEmpty else { return }
    let resolution = piece.pixelsPerPoint
    let left = Double(piece.target.minX - piece.tile.minX) * resolution
    // A picture ends at the tile's smallest y, with its first row or with its last one.
    let near = Double(piece.target.minY - piece.tile.minY) * resolution
    let height = Double(piece.target.height) * resolution
    let top = isFlipped ? near : Double(piece.image.height) - near - height
    var source = PlaneRect(left, top, left + Double(piece.target.width) * resolution, top + height)
    // Rounding leaves nothing of a sliver.
    guard !source.isEmpty else { return }
    // Beyond its edges a picture goes on as its last pixels.
    let pixels = spill.by * resolution
    if spill.edges & 1 != 0 { (target.minX, source.minX) = (target.minX - spill.by, source.minX - pixels) }
    if spill.edges & 2 != 0 { (target.maxX, source.maxX) = (target.maxX + spill.by, source.maxX + pixels) }
    if spill.edges & 4 != 0 {
      target.minY -= spill.by
      if isFlipped { source.minY -= pixels } else { source.maxY += pixels }
    }
    if spill.edges & 8 != 0 {
      target.maxY += spill.by
      if isFlipped { source.maxY += pixels } else { source.minY -= pixels }
    }
    writer.add(
      .contents,
      target,
      .image(
        writer.resource(piece.image),
        Placement(source: source, target: target, isFlipped: !isFlipped, sampling: sampling)
      ),
      plane: &plane,
      clip: clip,
      fills: piece.image.isSolid && plane.tint.w >= 1,
      tint: plane.tint
    )
  }
}
