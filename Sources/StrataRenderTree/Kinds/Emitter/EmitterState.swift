import CoreGraphics
package import Foundation

/// What an emitter layer adds: where particles come from, and what kinds there are.
package struct EmitterState: Sendable, Equatable {
  package var cells: [EmitterCellState] = []
  /// Multiplies the birth rate of every cell.
  package var birthRate = Float(1)
  /// Multiplies the lifetime of every cell.
  package var lifetime = Float(1)
  package var emitterPosition = CGPoint.zero
  package var emitterZPosition = CGFloat(0)
  package var emitterSize = CGSize.zero
  package var emitterDepth = CGFloat(0)
  package var emitterShape = CAEmitterLayerEmitterShape.point
  package var emitterMode = CAEmitterLayerEmitterMode.volume
  package var renderMode = CAEmitterLayerRenderMode.unordered
  package var preservesDepth = false
  /// Multiplies the velocity of every cell.
  package var velocity = Float(1)
  /// Multiplies the scale of every cell.
  package var scale = Float(1)
  /// Multiplies the spin of every cell.
  package var spin = Float(1)
  package var seed = UInt32(0)
  /// What acts on living particles: a type, a name and inputs, as filters have them.
  package var behaviors: [FilterValue] = []
  /// Seconds of local time during which the emitter emits.
  package var emitterDuration = Double.infinity
  package var spinBias = Float(0)
  package var cullMinZ = -CGFloat.infinity
  package var cullMaxZ = CGFloat.infinity

  package init() {}
}
