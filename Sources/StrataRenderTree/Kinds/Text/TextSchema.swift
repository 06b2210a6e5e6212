package import CoreGraphics
package import Foundation

/// The properties that a text layer adds.
package struct TextSchema: Sendable {
  package let string = Property("string", \LayerState.text.string, .content)
  package let font = Property("font", \LayerState.text.font, .content, stored: true)
  package let fontSize = Property("fontSize", \LayerState.text.fontSize, .content, .implicit, stored: true)
  package let foregroundColor = Property(
    "foregroundColor",
    \LayerState.text.foregroundColor,
    .content,
    .implicit,
    stored: true
  )
  package let isWrapped = Property("wrapped", \LayerState.text.isWrapped, .content, alias: "isWrapped")
  package let alignmentMode = Property(
    "alignmentMode",
    \LayerState.text.alignmentMode,
    .content,
    stored: true
  )
  package let truncationMode = Property(
    "truncationMode",
    \LayerState.text.truncationMode,
    .content,
    stored: true
  )
  package let allowsFontSubpixelQuantization = Property(
    "allowsFontSubpixelQuantization",
    \LayerState.text.allowsFontSubpixelQuantization,
    .content
  )

  package static let shared = TextSchema()
}
