package import CoreGraphics
package import Foundation

/// What a tiled layer adds: how its contents are cut into tiles that are drawn one by one.
package struct TiledState: Sendable, Equatable {
  package var levelsOfDetail = 1
  package var levelsOfDetailBias = 0
  /// In pixels.
  package var tileSize = CGSize(width: 256, height: 256)
  /// The tiles drawn so far.
  package var tiles: [Tile] = []
  /// Seconds over which a new tile fades in.
  package var fadeDuration = 0.25

  package init() {}

  /// A drawn tile: its image, and the part of the layer that it covers, in the layer's points.
  package struct Tile: Sendable, Equatable {
    package var image: CGImage
    package var rect: CGRect
    /// The layer's local time at which the tile was drawn.
    package var drawnAt: Double

    package init(image: CGImage, rect: CGRect, drawnAt: Double) {
      (self.image, self.rect, self.drawnAt) = (image, rect, drawnAt)
    }

    package static func == (a: Self, b: Self) -> Bool {
      a.image === b.image && a.rect == b.rect && a.drawnAt == b.drawnAt
    }
  }
}
