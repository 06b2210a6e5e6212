package import CoreGraphics
package import Foundation

/// The properties that a shape layer adds.
package struct ShapeSchema: Sendable {
  package let path = Property("path", \LayerState.shape.path, .content, .explicit)
  package let fillColor = Property(
    "fillColor",
    \LayerState.shape.fillColor,
    .content,
    .implicit,
    stored: true
  )
  package let fillRule = Property("fillRule", \LayerState.shape.fillRule, .content, stored: true)
  package let strokeColor = Property("strokeColor", \LayerState.shape.strokeColor, .content, .implicit)
  package let strokeStart = Property("strokeStart", \LayerState.shape.strokeStart, .content, .implicit)
  package let strokeEnd = Property(
    "strokeEnd",
    \LayerState.shape.strokeEnd,
    .content,
    .implicit,
    stored: true
  )
  package let lineWidth = Property(
    "lineWidth",
    \LayerState.shape.lineWidth,
    .content,
    .implicit,
    stored: true
  )
  package let miterLimit = Property(
    "miterLimit",
    \LayerState.shape.miterLimit,
    .content,
    .implicit,
    stored: true
  )
  package let lineCap = Property("lineCap", \LayerState.shape.lineCap, .content, stored: true)
  package let lineJoin = Property("lineJoin", \LayerState.shape.lineJoin, .content, stored: true)
  package let lineDashPhase = Property(
    "lineDashPhase",
    \LayerState.shape.lineDashPhase,
    .content,
    .implicit
  )
  package let lineDashPattern = Property("lineDashPattern", \LayerState.shape.lineDashPattern, .content)

  package static let shared = ShapeSchema()
}
