import CoreGraphics
import StrataBase
import StrataRenderServer
import StrataRenderTree
import Testing

/// Sets the delay of a replicator's copies.
private struct Delay: Track {
  typealias Root = LayerState
  let seconds: Double
  func apply(at moment: TrackMoment, to root: inout LayerState) { root.replicator.instanceDelay = seconds }
}

@Suite struct AnimationIndexTests {
  private static func id(_ index: Int) -> LayerID { LayerID(index: UInt32(index), generation: 1) }

  /// A replicator of two copies whose animation, from a time of the layer on, holds the copies' delay.
  private static func replicator(
    _ index: Int,
    delay: Double,
    from begin: Double,
    speed: Float = 1
  ) -> LayerUpdate {
    var copies = ReplicatorState()
    copies.instanceCount = 2
    var state = LayerState(kind: .replicator(.init(copies)))
    state.timing.speed = speed
    var timing = TimingState(beginTime: begin, duration: 0.1)
    timing.fillMode = .forwards
    let hold = AnimationRecord(
      key: "delay",
      timing: timing,
      isRemovedOnCompletion: false,
      body: .track(Delay(seconds: delay))
    )
    return LayerUpdate(id: id(index), aspects: .all, state: state, animations: [hold])
  }

  /// A tree in which each layer but the last is a replicator with an animation, and contains the next.
  private static func tree(_ replicators: [LayerUpdate], _ leaf: AnimationRecord) -> RenderTree {
    var commit = Commit(sequence: 1, time: 0, root: id(0))
    let last = LayerUpdate(id: id(replicators.count), aspects: .all, state: LayerState(), animations: [leaf])
    commit.updates = replicators + [last]
    commit.children = replicators.indices.map { ChildrenUpdate(parent: id($0), children: [id($0 + 1)]) }
    var tree = RenderTree()
    tree.apply(commit)
    return tree
  }

  /// Rendering RP-5: the copies of each replicator are late by the delay that its own animation holds, at its own time.
  @Test func copiesOfNestedReplicatorsWithAnimationsMoveUntilTheLastOneRests() {
    // Time runs twice as fast from the second replicator on.
    let replicators = [
      Self.replicator(0, delay: 2, from: 1), Self.replicator(1, delay: 0, from: 1, speed: 2),
      Self.replicator(2, delay: 6, from: 24),
    ]
    let slide = AnimationRecord(
      key: "slide",
      timing: TimingState(beginTime: 20, duration: 2),
      isRemovedOnCompletion: false,
      body: .track(Slide())
    )
    let tree = Self.tree(replicators, slide)
    let index = AnimationIndex(of: tree)
    for (time, isMoving) in [(10.5, true), (11.5, true), (14, true), (15.9, true), (16.1, false)] {
      #expect(index.activity(in: tree, at: time).isMoving == isMoving, "at \(time)")
    }
  }

  @Test("Looking for what moves takes one walk up to the root for each layer, through all replicators")
  func manyNestedReplicatorsWithAnimations() {
    let replicators = (0..<40).map { Self.replicator($0, delay: $0 == 0 ? 2 : 0, from: 1) }
    let slide = AnimationRecord(
      key: "slide",
      timing: TimingState(beginTime: 10, duration: 1),
      isRemovedOnCompletion: false,
      body: .track(Slide())
    )
    let tree = Self.tree(replicators, slide)
    let index = AnimationIndex(of: tree)
    #expect(index.activity(in: tree, at: 12.5).isMoving)
    #expect(!index.activity(in: tree, at: 13.5).isMoving)
  }
}
