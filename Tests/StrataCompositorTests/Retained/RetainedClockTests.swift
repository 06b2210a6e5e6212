import CoreGraphics
import Foundation
import StrataBase
import StrataCompositor
import StrataFrame
import StrataRenderTree
import Testing

/// Nodes of a kept frame follow the clocks of layers, and layers that no longer change give their nodes up.
@Suite struct RetainedClockTests {
  private struct Slide: Track {
    typealias Root = LayerState
    func apply(at moment: TrackMoment, to root: inout LayerState) { root.position.x += 40 * moment.progress }
  }

  private static let viewport = Viewport(width: 400, height: 300)
  private let root = LayerID(index: 0, generation: 1)

  private func id(_ index: Int) -> LayerID { LayerID(index: UInt32(index), generation: 1) }

  private func expectRebuilt(_ retained: RetainedFrame, _ tree: RenderTree, at time: Double, _ step: String) {
    let frame = FrameBuilder().frame(of: tree, at: time, viewport: Self.viewport)
    let lines = [retained.flattened(), frame].map { frame in
      FramePrinter(frame).text.split(separator: "\n").filter { !$0.hasPrefix("note") }
    }
    #expect(lines[0] == lines[1], "\(step)")
  }

  /// A layer with 200 sublayers, of which some slide for ever, in another one with as many.
  private func clocks() -> Scene {
    var scene = Scene(width: 400, height: 300)
    var timing = TimingState(duration: 2)
    timing.repeatCount = .infinity
    let slide = AnimationRecord(key: "a", id: 1, timing: timing, body: .track(Slide()))
    var parent = scene.root
    for depth in 1...2 {
      parent = scene.box("parent\(depth)", in: parent, 0, 0, 400, 300, nil)
      for i in 0..<200 {
        scene.add("leaf", in: parent, animations: i % 9 == 0 ? [slide] : []) { state in
          state.bounds = CGRect(x: 0, y: 0, width: 4, height: 4)
          state.position = CGPoint(x: 5 + 10 * (i % 30), y: 10 + 40 * depth + 10 * (i / 30))
          state.backgroundColor = .red
        }
      }
    }
    return scene
  }

  /// A clock that is moved by hand shows at the same time of the frame, too.
  @Test(arguments: [1, 202])
  func aClockChangesBetweenFramesOfTheSameTime(layer: Int) {
    var scene = clocks()
    let retained = RetainedFrame()
    _ = retained.update(to: scene.tree, at: 1, viewport: Self.viewport)
    expectRebuilt(retained, scene.tree, at: 1, "first frame")
    for offset in [0.3, 0.9, 0.9, 1.6] {
      scene.change(id(layer)) { state in
        state.timing.speed = 0
        state.timing.timeOffset = offset
      }
      let damage = retained.update(to: scene.tree, at: 1, viewport: Self.viewport)
      expectRebuilt(retained, scene.tree, at: 1, "offset \(offset)")
      if offset != 0.9 { #expect(!damage.isEmpty, "offset \(offset)") }
    }
  }

  // MARK: Layers that change often

  /// Many small still layers below the root.
  private func grid(_ count: Int) -> RenderTree {
    var commit = Commit(sequence: 1, time: 0, root: root)
    var state = LayerState()
    state.bounds = CGRect(x: 0, y: 0, width: 400, height: 300)
    commit.updates = [LayerUpdate(id: root, aspects: .all, state: state)]
    state.backgroundColor = .red
    for i in 1...count {
      state.bounds = CGRect(x: 0, y: 0, width: 8, height: 8)
      state.position = CGPoint(x: 10 * (i % 40), y: 10 * (i / 40))
      commit.updates.append(LayerUpdate(id: id(i), aspects: .all, state: state))
    }
    commit.children = [ChildrenUpdate(parent: root, children: (1...count).map { id($0) })]
    var tree = RenderTree()
    tree.apply(commit)
    return tree
  }

  /// A tree and its kept frame, of which single layers are changed.
  private struct Pair {
    var tree: RenderTree
    let retained = RetainedFrame()
    var sequence: UInt64 = 1

    init(_ tree: RenderTree) {
      self.tree = tree
      _ = retained.update(to: tree, at: 0, viewport: RetainedClockTests.viewport)
    }

    mutating func apply(_ edit: (inout Commit) -> Void) {
      sequence += 1
      var commit = Commit(sequence: sequence, time: 0)
      edit(&commit)
      tree.apply(commit)
      _ = retained.update(to: tree, at: 0, viewport: RetainedClockTests.viewport)
    }

    mutating func change(_ id: LayerID, times: Int) {
      for _ in 0..<times {
        var state = tree[id]?.state ?? LayerState()
        state.cornerRadius = CGFloat(sequence % 4)
        apply { $0.updates = [LayerUpdate(id: id, aspects: .all, state: state)] }
      }
    }

    var parts: Int { retained.statistics.parts }
  }

  // Those of 70 layers that change in turn fill the list of those with nodes of their own.

  /// Layers that are gone leave room for others.
  @Test func layersThatAreGoneAreNotWatched() {
    var pair = Pair(grid(640))
    for i in 1...70 { pair.change(id(i), times: 3) }
    #expect(pair.parts > 64)
    pair.apply { $0.children = [ChildrenUpdate(parent: root, children: (71...640).map { id($0) })] }
    let before = pair.parts
    pair.change(id(300), times: 4)
    #expect(pair.parts > before)
    expectRebuilt(pair.retained, pair.tree, at: 0, "after a change")
  }

  /// Layers that rest share nodes again when others need room, with neighbours that rest or with those between them.
  @Test(arguments: [1, 9])
  func layersThatRestAreNotWatched(distance: Int) {
    var pair = Pair(grid(640))
    for i in 1...70 { pair.change(id(i * distance), times: 3) }
    // Two that change in turn ask for no node.
    for i in 0..<300 { pair.change(id(300 + i % 2), times: 1) }
    #expect(pair.parts > 64)
    pair.change(id(400), times: 4)
    #expect(pair.parts < 64)
    expectRebuilt(pair.retained, pair.tree, at: 0, "after many changes")
  }
}
