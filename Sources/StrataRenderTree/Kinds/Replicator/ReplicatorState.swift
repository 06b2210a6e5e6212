package import CoreGraphics
import Foundation

/// What a replicator layer adds: copies of its sublayers, each a step further than the one before.
package struct ReplicatorState: Sendable, Equatable {
  /// Copies in all, the original among them.
  package var instanceCount = 1
  /// Seconds by which each copy lags behind the one before.
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
