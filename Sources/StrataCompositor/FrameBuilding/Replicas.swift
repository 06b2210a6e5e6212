import CoreGraphics
import Foundation
import StrataBase
import StrataFrame
import StrataRaster
import StrataRenderTree

/// Replicator layers (rendering RP): the subtree, evaluated and placed anew for each copy.
struct ReplicaRepeater {
  /// A replicator whose copies are being drawn.
  private struct Repetition {
    let id: LayerID
    let children: [LayerID]
    let replicator: ReplicatorState
    let bounds: CGRect
    let sublayers: SublayerTraits
    /// The scope of the replicator's own sublayers.
    let scope: Scope
    /// The number of the next copy.
    var next = 0
    /// The instance transform to the power of `next`.
    var power = CATransform3D.identity
  }

  private var repetitions: [Repetition] = []

  mutating func begin() { repetitions.removeAll(keepingCapacity: true) }

  /// Pushes the step that draws the copies of a replicator's sublayers.
  mutating func start(
    _ replicator: ReplicatorState,
    _ node: LayerMoment,
    _ sublayers: SublayerTraits,
    in scope: Scope,
    _ walk: inout TreeWalk
  ) {
    guard replicator.instanceCount > 0 else { return }
    repetitions.append(
      Repetition(
        id: node.id,
        children: node.children,
        replicator: replicator,
        bounds: node.state.bounds,
        sublayers: sublayers,
        scope: scope
      )
    )
    walk.push(.replica(Int32(repetitions.count - 1)))
  }

  /// Pushes the next copy; the step stays below it until no copy is left.
  mutating func drawNext(
    _ record: Int32,
    _ volumes: inout VolumeArranger,
    _ walk: inout TreeWalk,
    _ writer: inout FrameWriter
  ) {
    let i = Int(record)
    let current = repetitions[i]
    let k = current.next
    guard k < current.replicator.instanceCount, walk.visits < FrameBuilder.visitLimit else {
      if k < current.replicator.instanceCount { writer.note(.tooMany(current.id)) }
      repetitions.removeLast()
      return
    }
    repetitions[i].next += 1
    repetitions[i].power = current.power.concatenated(with: current.replicator.instanceTransform)
    // A step that draws nothing still counts, so that the number of steps has a limit.
    _ = walk.countVisit()
    walk.push(.replica(record))
    var scope = current.scope.copy(k, of: current.replicator)
    guard current.power.isFinite, scope.tint.w > 0 else { return }
    if k > 0 {
      var volume = current.power.about(centreOf: current.bounds)
      if let outer = scope.volume { volume = volume.concatenated(with: outer) }
      scope.volume = volume
    }
    let index = walk.enter(scope)
    volumes.push(current.children, of: current.id, current.sublayers, scope: index, &walk, &writer)
  }
}

extension Scope {
  /// The scope of copy `k` of a replicator: its colour and its time (RP-4, RP-5).
  func copy(_ k: Int, of replicator: ReplicatorState) -> Scope {
    var copy = self
    copy.tint *= replicator.tint(of: k)
    if k > 0, replicator.instanceDelay.isFinite { copy.time -= Double(k) * replicator.instanceDelay }
    return copy
  }
}

extension ReplicatorState {
  /// The modulation colour of copy `k`: each component moved by its offset, limited to 0 … 1.
  fileprivate func tint(of k: Int) -> SIMD4<Float> {
    let first = instanceColor?.extendedSRGB ?? SIMD4(repeating: 1)
    let step = SIMD4(instanceRedOffset, instanceGreenOffset, instanceBlueOffset, instanceAlphaOffset)
    let color = first + step * Float(k)
    return color.clamped(lowerBound: SIMD4(repeating: 0), upperBound: SIMD4(repeating: 1))
  }
}
