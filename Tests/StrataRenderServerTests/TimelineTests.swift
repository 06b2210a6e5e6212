import CoreGraphics
import StrataRenderServer
import StrataRenderTree
import Testing

/// The tree of a time is the last one that was recorded by then.
@Suite struct TimelineTests {
  @Test(arguments: [0, 1, 2, 7, 64]) func treesHoldFromTheirTimesOn(count: Int) {
    let renderer = OfflineRenderer(
      size: CGSize(width: 2, height: 2),
      scale: 1,
      origin: .topLeft,
      threads: 1
    )
    for index in 0..<count {
      var tree = RenderTree()
      tree.apply(Commit(sequence: UInt64(index + 1), time: Double(index)))
      renderer.record(tree, at: Double(index))
    }
    for step in -2...2 * count {
      let time = Double(step) / 2
      let expected = count == 0 ? nil : UInt64(min(max(Int(time.rounded(.down)), 0), count - 1) + 1)
      #expect(renderer.tree(at: time)?.sequence == expected, "at \(time)")
    }
  }

  /// As many steps as the number of moments has digits in base two.
  @Test func aTimeIsFoundInFewSteps() {
    let times = 0..<1_000_000
    var steps = 0
    let found = times.current(at: 765_432.5) {
      steps += 1
      return Double($0)
    }
    #expect(found == 765_432)
    #expect(steps <= 20)
  }

  @Test func ofEqualTimesTheLastHolds() {
    let moments = [(1.0, "a"), (2.0, "b"), (2.0, "c"), (3.0, "d")]
    #expect(moments.current(at: 2, by: \.0)?.1 == "c")
    #expect(moments.dropFirst().current(at: 0, by: \.0)?.1 == "b")
  }
}
