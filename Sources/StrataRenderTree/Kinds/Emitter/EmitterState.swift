import CoreGraphics
package import Foundation
package import StrataBase

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
  /// The behaviours that act on living particles; each has a type, a name and inputs, as filters do.
  package var behaviors: [FilterValue] = []
  /// Seconds of local time during which the emitter emits.
  package var emitterDuration = Double.infinity
  package var spinBias = Float(0)
  package var cullMinZ = -CGFloat.infinity
  package var cullMaxZ = CGFloat.infinity

  package init() {}
}

extension EmitterState: KindState {
  package static let initial = EmitterState()

  package static func box(in kind: consuming LayerKind) -> CopyOnWrite<EmitterState>? {
    if case .emitter(let box) = consume kind { box } else { nil }
  }

  package static func kind(_ box: CopyOnWrite<EmitterState>) -> LayerKind { .emitter(box) }
}

extension LayerState {
  package var emitter: EmitterState {
    @inlinable
    @inline(__always)
    get { if case .emitter(let box) = kind { box.value } else { .initial } }
    _modify {
      var box = take(EmitterState.self)
      defer { kind = .emitter(box) }
      yield &box.value
    }
  }
}

extension LayerDescriptor {
  static let emitter = LayerDescriptor(
    "CAEmitterLayer",
    EmitterState.self,
    EmitterSchema.shared,
    paints: .overlapping,
    staysInBounds: false
  )
}
