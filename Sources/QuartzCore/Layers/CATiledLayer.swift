public import CoreGraphics
public import Foundation
import StrataRenderTree

/// A layer for large content that is drawn in tiles, at several levels of detail.
///
/// The layer calls `draw(in:)`, or the delegate's `draw(_:in:)`, once for each tile that a picture needs, with the
/// tile as the clip and a transform for the resolution of its level. A live host calls it on background threads, for
/// one tile of a layer at a time, and shows a coarser level until the tile is ready. `OfflineRenderer`, `CARenderer`
/// and `render(in:)` wait for their tiles: the calling thread draws them, and they do not fade in. A layer with
/// `contents` draws no tiles.
///
/// ## Differences
///
/// `render(in:)` draws the tiles that it needs. Tiles are 1 to 4096 pixels wide and high.
open class CATiledLayer: CALayer {
  /// Returns the time in which a new tile fades in, in seconds; 0 shows it at once.
  open class func fadeDuration() -> CFTimeInterval { 0.25 }

  /// The number of levels, each half as detailed as the one before.
  open var levelsOfDetail: Int {
    get { storage.state.tiled.levelsOfDetail }
    set { set(TiledSchema.shared.levelsOfDetail, \TiledState.levelsOfDetail, newValue) }
  }

  /// The number of levels that are more detailed than the layer's own scale.
  open var levelsOfDetailBias: Int {
    get { storage.state.tiled.levelsOfDetailBias }
    set { set(TiledSchema.shared.levelsOfDetailBias, \TiledState.levelsOfDetailBias, newValue) }
  }

  /// The size of a tile, in pixels of its level.
  open var tileSize: CGSize {
    get { storage.state.tiled.tileSize }
    set { set(TiledSchema.shared.tileSize, \TiledState.tileSize, newValue) }
  }

  /// Declares the tiles under the marked rectangle out of date, unless the delegate provides contents.
  open override func display() {
    let invalid = storage.pendingDisplay
    storage.flags.remove(.needsDisplay)
    storage.pendingDisplay = nil
    if let delegate = storage.delegate,
      OptionalCall.isImplemented(.display, of: delegate, { delegate.display(self) })
    {
      return
    }
    storage.state.tiled.invalidate(invalid)
    enlist(.content)
  }

  /// Sets the layer as the source of its tiles.
  final func serveTiles() {
    guard storage.state.tiled.source == nil else { return }
    storage.state.tiled.source = LayerTiles(self)
    storage.state.tiled.fadeDuration = type(of: self).fadeDuration()
  }
}

extension LayerType {
  static let tiled = LayerType(.tiled, { CATiledLayer() }) { list in
    let rows = TiledSchema.shared
    list.add(rows.levelsOfDetail, { $0.levelsOfDetail }, { $0.levelsOfDetail = $1 })
    list.add(rows.levelsOfDetailBias, { $0.levelsOfDetailBias }, { $0.levelsOfDetailBias = $1 })
    list.add(rows.tileSize, { $0.tileSize }, { $0.tileSize = $1 })
  }
}
