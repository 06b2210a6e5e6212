#if Inspector
  import CoreGraphics
  import StrataBase
  import StrataInspector
  import StrataRenderServer
  import StrataRenderTree
  import Testing

  /// What of a program's past is kept, and at what cost.
  @Suite struct KeptMomentsTests {
    /// A tree of a thousand layers that a commit changes in each step.
    private struct Program {
      var tree = RenderTree()
      var sequence: UInt64 = 1

      init() {
        let updates = (0..<1000).map { index in
          LayerUpdate(id: LayerID(index: UInt32(index), generation: 1), aspects: .all, state: LayerState())
        }
        tree.apply(Commit(sequence: 1, time: 0, root: updates[0].id, updates: updates))
      }

      mutating func change(_ index: UInt32, at time: Double) -> ShownTree {
        sequence += 1
        var state = LayerState()
        state.zPosition = time
        let update = LayerUpdate(id: LayerID(index: index, generation: 1), aspects: .all, state: state)
        tree.apply(Commit(sequence: sequence, time: time, updates: [update]))
        return ShownTree(tree: tree, time: time)
      }
    }

    private let chunk = 16 * MemoryLayout<RenderNode>.stride

    @Test func framesWithoutACommitCostNothing() {
      var (moments, program) = (KeptMoments(), Program())
      moments.add(program.change(3, at: 1))
      for frame in 0..<600 { moments.add(ShownTree(tree: program.tree, time: 1 + Double(frame) / 60)) }
      #expect(moments.bytes == 0)
      #expect(moments.trees.count == 1)
      #expect(moments.range.to > 10.9)
    }

    @Test func aCommitCostsWhatItReplaced() {
      var (moments, program) = (KeptMoments(), Program())
      for step in 0..<101 { moments.add(program.change(UInt32(step % 7), at: Double(step) / 60)) }
      #expect(moments.trees.count == 101)
      #expect(moments.bytes >= 100 * chunk)
      #expect(moments.bytes <= 100 * (chunk + 4096))
    }

    @Test func tenSecondsAreKeptAndARecordingKeepsMore() {
      var (moments, program) = (KeptMoments(), Program())
      for step in 0...20 { moments.add(program.change(1, at: Double(step))) }
      #expect(moments.range.from == 10)
      #expect(moments.range.to == 20)
      #expect(moments.tree(at: 15.5)?.sequence == moments.trees.first { $0.time == 15 }?.tree.sequence)
      moments.recordingStart = 20
      for step in 21...60 { moments.add(program.change(1, at: Double(step))) }
      #expect(moments.range.from == 20)
      moments.recordingStart = nil
      moments.add(program.change(1, at: 61))
      #expect(moments.range.from == 51)
    }

    @Test func theBudgetHoldsAlsoForARecording() {
      let budget = 50 * chunk
      var (moments, program) = (KeptMoments(budget: budget), Program())
      moments.recordingStart = 0
      for step in 0..<200 {
        moments.add(program.change(1, at: Double(step) / 60))
        #expect(moments.bytes <= budget)
      }
      #expect(moments.trees.count < 60)
      #expect(moments.range.from > 2)
    }
  }
#endif
