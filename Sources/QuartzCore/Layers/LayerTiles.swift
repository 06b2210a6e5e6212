import CoreGraphics
import Foundation
import StrataRaster
import StrataRenderTree

/// Draws the tiles of a layer by calling the layer.
///
/// The layer is not retained between tiles. It must be released on the thread that uses it, so a background thread
/// hands its reference back to that thread.
final class LayerTiles: TileSource, @unchecked Sendable {
  // Sendable: the layer's draw method may be called on any thread.
  private weak var layer: CATiledLayer?
  private let owner = ThreadState.current
  private let door = ThreadRunLoop()

  init(_ layer: CATiledLayer) { self.layer = layer }

  var isGone: Bool { layer == nil }

  /// A reference to a layer that is handed back to its thread.
  private struct Hold: @unchecked Sendable {  // Only released there.
    let layer: CATiledLayer
  }

  func draw(_ tile: TileOrder) -> CGImage? {
    guard let layer else { return nil }
    defer {
      if ThreadState.current !== owner {
        let hold = Hold(layer: layer)
        door.perform { withExtendedLifetime(hold) {} }
      }
    }
    let isOverridden = ClassShape.overridesDraw(type(of: layer))
    let delegate = layer.storage.delegate
    guard isOverridden || delegate.map(DrawingDelegates.mayDraw) ?? false else { return nil }
    let pixels = PixelBuffer(
      width: Self.pixels(tile.rect.width, tile.pixelsPerPoint),
      height: Self.pixels(tile.rect.height, tile.pixelsPerPoint),
      format: .rgba8
    )
    let context = CGContext(
      backingStore: pixels,
      scale: CGFloat(tile.pixelsPerPoint),
      origin: tile.rect.origin,
      isFlipped: tile.isFlipped,
      isOpaque: tile.isOpaque
    )
    context.clip(to: tile.rect)
    guard layer.drawOnce(in: context, isOverridden: isOverridden) else { return nil }
    if tile.isOpaque { pixels.removeAlpha() }
    return CGImage(pixels: pixels, hasAlpha: !tile.isOpaque)
  }

  /// The number of whole pixels that hold a length, at most the side of a tile.
  private static func pixels(_ length: CGFloat, _ pixelsPerPoint: Double) -> Int {
    min(max(PixelCount.covering(length, scale: pixelsPerPoint), 1), TileGrid.longestSide)
  }
}
