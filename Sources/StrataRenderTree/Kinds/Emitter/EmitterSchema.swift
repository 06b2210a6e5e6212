import CoreGraphics
package import Foundation

/// The properties that an emitter layer adds.
package struct EmitterSchema: Sendable {
  package let emitterCells = Property("emitterCells", \LayerState.emitter.cells, .content)
  package let emitterBehaviors = Property("emitterBehaviors", \LayerState.emitter.behaviors, .content)
  package let birthRate = Property(
    "birthRate",
    \LayerState.emitter.birthRate,
    .content,
    .implicit,
    stored: true
  )
  package let lifetime = Property(
    "lifetime",
    \LayerState.emitter.lifetime,
    .content,
    .implicit,
    stored: true
  )
  package let emitterPosition = Property(
    "emitterPosition",
    \LayerState.emitter.emitterPosition,
    .content,
    .implicit
  )
  package let emitterZPosition = Property(
    "emitterZPosition",
    \LayerState.emitter.emitterZPosition,
    .content,
    .implicit
  )
  package let emitterSize = Property("emitterSize", \LayerState.emitter.emitterSize, .content, .implicit)
  package let emitterDepth = Property(
    "emitterDepth",
    \LayerState.emitter.emitterDepth,
    .content,
    .implicit
  )
  package let emitterShape = Property(
    "emitterShape",
    \LayerState.emitter.emitterShape,
    .content,
    stored: true
  )
  package let emitterMode = Property(
    "emitterMode",
    \LayerState.emitter.emitterMode,
    .content,
    stored: true
  )
  package let renderMode = Property("renderMode", \LayerState.emitter.renderMode, .content, stored: true)
  package let preservesDepth = Property("preservesDepth", \LayerState.emitter.preservesDepth, .effect)
  package let velocity = Property(
    "velocity",
    \LayerState.emitter.velocity,
    .content,
    .implicit,
    stored: true
  )
  package let scale = Property("scale", \LayerState.emitter.scale, .content, .implicit, stored: true)
  package let spin = Property("spin", \LayerState.emitter.spin, .content, .implicit, stored: true)
  package let seed = Property("seed", \LayerState.emitter.seed, .content)
  package let emitterDuration = Property("emitterDuration", \LayerState.emitter.emitterDuration, .content)
  package let spinBias = Property("spinBias", \LayerState.emitter.spinBias, .content)
  package let cullMinZ = Property("cullMinZ", \LayerState.emitter.cullMinZ, .content)
  package let cullMaxZ = Property("cullMaxZ", \LayerState.emitter.cullMaxZ, .content)

  package static let shared = EmitterSchema()
}
