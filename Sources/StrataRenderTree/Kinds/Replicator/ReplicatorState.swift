package import CoreGraphics
import Foundation
package import StrataBase

/// What a replicator layer adds: copies of its sublayers, each one step further than the last.
package struct ReplicatorState: Sendable, Equatable {
  /// Copies in all, the original among them.
  package var instanceCount = 1
  /// Seconds by which each copy lags behind the last.
  package var instanceDelay = 0.0
  package var instanceTransform = CATransform3D.identity
  package var instanceColor: CGColor? = .stateWhite
  package var instanceRedOffset = Float(0)
  package var instanceGreenOffset = Float(0)
  package var instanceBlueOffset = Float(0)
  package var instanceAlphaOffset = Float(0)
  package var preservesDepth = false

  package init() {}
}

extension ReplicatorState: KindState {
  package static let initial = ReplicatorState()

  package static func box(in kind: consuming LayerKind) -> CopyOnWrite<ReplicatorState>? {
    if case .replicator(let box) = consume kind { box } else { nil }
  }

  package static func kind(_ box: CopyOnWrite<ReplicatorState>) -> LayerKind { .replicator(box) }
}

extension LayerState {
  package var replicator: ReplicatorState {
    @inlinable
    @inline(__always)
    get { if case .replicator(let box) = kind { box.value } else { .initial } }
    _modify {
      var box = take(ReplicatorState.self)
      defer { kind = .replicator(box) }
      yield &box.value
    }
  }
}

extension LayerDescriptor {
  static let replicator = LayerDescriptor(
    "CAReplicatorLayer",
    ReplicatorState.self,
    ReplicatorSchema.shared,
    paints: .nothing,
    staysInBounds: false
  )
}
