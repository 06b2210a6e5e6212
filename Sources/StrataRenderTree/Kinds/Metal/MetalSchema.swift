import CoreGraphics
package import Foundation

/// The properties that a Metal layer adds.
///
/// The render side shows pictures of drawables as contents; these values decide how a program gets drawables.
package struct MetalSchema: Sendable {
  package let drawableSize = Property("drawableSize", \LayerState.metal.drawableSize, .custom)
  package let framebufferOnly = Property(
    "framebufferOnly",
    \LayerState.metal.framebufferOnly,
    .custom,
    stored: true
  )
  package let presentsWithTransaction = Property(
    "presentsWithTransaction",
    \LayerState.metal.presentsWithTransaction,
    .custom
  )
  package let displaySyncEnabled = Property(
    "displaySyncEnabled",
    \LayerState.metal.displaySyncEnabled,
    .custom,
    stored: true
  )
  package let allowsNextDrawableTimeout = Property(
    "allowsNextDrawableTimeout",
    \LayerState.metal.allowsNextDrawableTimeout,
    .custom,
    stored: true
  )

  package static let shared = MetalSchema()
}
