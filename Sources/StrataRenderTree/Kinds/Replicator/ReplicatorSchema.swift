package import CoreGraphics
import Foundation

/// The properties that a replicator layer adds.
package struct ReplicatorSchema: Sendable {
  package let instanceCount = Property(
    "instanceCount",
    \LayerState.replicator.instanceCount,
    .content,
    .implicit,
    stored: true
  )
  package let preservesDepth = Property("preservesDepth", \LayerState.replicator.preservesDepth, .effect)
  package let instanceDelay = Property(
    "instanceDelay",
    \LayerState.replicator.instanceDelay,
    .content,
    .implicit
  )
  package let instanceTransform = Property(
    "instanceTransform",
    \LayerState.replicator.instanceTransform,
    .content,
    .implicit
  )
  package let instanceColor = Property(
    "instanceColor",
    \LayerState.replicator.instanceColor,
    .content,
    .implicit,
    stored: true
  )
  package let instanceRedOffset = Property(
    "instanceRedOffset",
    \LayerState.replicator.instanceRedOffset,
    .content,
    .implicit
  )
  package let instanceGreenOffset = Property(
    "instanceGreenOffset",
    \LayerState.replicator.instanceGreenOffset,
    .content,
    .implicit
  )
  package let instanceBlueOffset = Property(
    "instanceBlueOffset",
    \LayerState.replicator.instanceBlueOffset,
    .content,
    .implicit
  )
  package let instanceAlphaOffset = Property(
    "instanceAlphaOffset",
    \LayerState.replicator.instanceAlphaOffset,
    .content,
    .implicit
  )

  package static let shared = ReplicatorSchema()
}
