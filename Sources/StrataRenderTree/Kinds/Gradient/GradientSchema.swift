package import CoreGraphics
package import Foundation

/// The properties that a gradient layer adds.
package struct GradientSchema: Sendable {
  package let colors = Property("colors", \LayerState.gradient.colors, .content, .implicit)
  package let locations = Property("locations", \LayerState.gradient.locations, .content, .implicit)
  package let startPoint = Property(
    "startPoint",
    \LayerState.gradient.startPoint,
    .content,
    .implicit,
    stored: true
  )
  package let endPoint = Property(
    "endPoint",
    \LayerState.gradient.endPoint,
    .content,
    .implicit,
    stored: true
  )
  package let type = Property("type", \LayerState.gradient.type, .content, stored: true)

  package static let shared = GradientSchema()
}
