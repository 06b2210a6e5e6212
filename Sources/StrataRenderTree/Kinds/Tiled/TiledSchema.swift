import CoreGraphics
package import Foundation

/// The properties that a tiled layer adds.
package struct TiledSchema: Sendable {
  package let levelsOfDetail = Property(
    "levelsOfDetail",
    \LayerState.tiled.levelsOfDetail,
    .content,
    stored: true
  )
  package let levelsOfDetailBias = Property(
    "levelsOfDetailBias",
    \LayerState.tiled.levelsOfDetailBias,
    .content,
    stored: true
  )
  package let tileSize = Property("tileSize", \LayerState.tiled.tileSize, .content, stored: true)

  package static let shared = TiledSchema()
}
