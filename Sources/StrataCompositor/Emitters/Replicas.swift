import CoreGraphics
import Foundation
import StrataBase
import StrataRaster
import StrataRenderTree

/// A replicator whose copies are being drawn.
struct Copying {
  var id: LayerID
  var children: [LayerID]
  var replicator: ReplicatorState
  var bounds: CGRect
  /// The scope of the replicator's own sublayers.
  var scope: Scope
  var family: FrameBuilder.Family
  /// The next copy, and the instance transform to that power.
  var next = 0
  var power = CATransform3D.identity
  var scopes: Int
}

/// Replicator layers (rendering RP): the subtree, evaluated and placed anew for each copy.
extension FrameBuilder {
  func startCopies(
    of node: LayerMoment,
    _ replicator: ReplicatorState,
    _ state: LayerState,
    _ scope: Scope,
    _ family: Family
  ) {
    guard replicator.instanceCount > 0 else { return }
    copying.append(
      Copying(
        id: node.id,
        children: node.children,
        replicator: replicator,
        bounds: state.bounds,
        scope: scope,
        family: family,
        scopes: scopes.count
      )
    )
    work.append(.copy(Int32(copying.count - 1)))
  }

  /// Pushes the next copy; the step stays below it until none is left.
  func drawCopy(_ record: Int32) {
    let i = Int(record)
    scopes.removeLast(scopes.count - copying[i].scopes)
    let k = copying[i].next
    guard k < copying[i].replicator.instanceCount, visits < Self.visitLimit else {
      if k < copying[i].replicator.instanceCount { note(.tooMany(copying[i].id)) }
      copying.removeLast()
      return
    }
    let state = copying[i]
    copying[i].next += 1
    copying[i].power = state.power.concatenated(with: state.replicator.instanceTransform)
    // A step that leads nowhere still counts, so that no number of copies takes for ever.
    visits += 1
    work.append(.copy(record))
    var scope = Self.copy(k, of: state.replicator, in: state.scope)
    guard state.power.isFinite, scope.tint.w > 0 else { return }
    if k > 0 {
      var volume = LayerPlacement.instance(state.power, in: state.bounds)
      if let outer = scope.volume { volume = volume.concatenated(with: outer) }
      scope.volume = volume
    }
    scopes.append(scope)
    pushChildren(state.children, of: state.id, scope: Int32(scopes.count - 1), state.family)
  }

  /// The scope of copy `k`: its colour and its time (RP-4, RP-5).
  static func copy(_ k: Int, of replicator: ReplicatorState, in scope: Scope) -> Scope {
    var copy = scope
    copy.tint *= tint(of: k, replicator)
    if k > 0, replicator.instanceDelay.isFinite { copy.time -= Double(k) * replicator.instanceDelay }
    return copy
  }

  /// The modulation colour of copy `k`: each component moved by its offset, limited to 0 … 1.
  static func tint(of k: Int, _ r: ReplicatorState) -> SIMD4<Float> {
    let first = r.instanceColor?.extendedSRGB ?? SIMD4(repeating: 1)
    let step = SIMD4(r.instanceRedOffset, r.instanceGreenOffset, r.instanceBlueOffset, r.instanceAlphaOffset)
    let color = first + step * Float(k)
    return color.clamped(lowerBound: SIMD4(repeating: 0), upperBound: SIMD4(repeating: 1))
  }
}
