package import StrataBase

/// One layer of the committed tree.
package struct RenderNode: Sendable {
  // What a move reads and writes lies together.
  package let id: LayerID
  /// The superlayer, or for a mask the masked layer.
  package internal(set) var parent: LayerID?
  /// The sequence of the last commit that changed this node.
  package internal(set) var version: UInt64 = 0
  /// The sequence of the last commit that changed this node or one below it, masks included.
  package internal(set) var subtreeVersion: UInt64 = 0
  package var state: LayerState
  /// In the order of application.
  package var animations: [AnimationRecord]
  /// From back to front.
  package internal(set) var children: [LayerID] = []
  package internal(set) var mask: LayerID?
  /// What came before the present values of an emitter; nil for other layers.
  package internal(set) var emitterPast: EmitterPast?

  package init(id: LayerID, state: LayerState = LayerState(), animations: [AnimationRecord] = []) {
    self.id = id
    self.state = state
    self.animations = animations
  }

  /// A move reads and writes the first so many bytes of a node.
  static let bytesOfMoves = 64

  /// Applies a move, and returns the superlayer.
  ///
  /// One call for both values: each access from outside looks the node up and checks that it is not shared.
  mutating func move(_ move: LayerMove, in sequence: UInt64) -> LayerID? {
    state.position = move.position
    state.opacity = move.opacity
    (version, subtreeVersion) = (sequence, sequence)
    return parent
  }

  /// The earlier spans of an emitter, before its last change.
  package var emitterSpans: [EmitterSpan] { emitterPast?.spans ?? [] }

  /// Sublayers and mask.
  var below: [LayerID] { mask.map { children + [$0] } ?? children }
}
