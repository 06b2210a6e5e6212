public import CoreGraphics
public import Foundation
import StrataRenderTree

/// A layer for large content that is drawn in tiles, at several levels of detail.
open class CATiledLayer: CALayer {
  /// Returns how long a new tile takes to appear, in seconds.
  open class func fadeDuration() -> CFTimeInterval { 0.25 }

  /// The number of levels, each half as detailed as the one before.
  open var levelsOfDetail: Int {
    get { storage.state.tiled.levelsOfDetail }
    set { set(TiledSchema.shared.levelsOfDetail, \.tiled.levelsOfDetail, newValue) }
  }

  /// How many of the levels are more detailed than the layer's own scale.
  open var levelsOfDetailBias: Int {
    get { storage.state.tiled.levelsOfDetailBias }
    set { set(TiledSchema.shared.levelsOfDetailBias, \.tiled.levelsOfDetailBias, newValue) }
  }

  /// The size of a tile, in pixels of its level.
  open var tileSize: CGSize {
    get { storage.state.tiled.tileSize }
    set { set(TiledSchema.shared.tileSize, \.tiled.tileSize, newValue) }
  }
}
