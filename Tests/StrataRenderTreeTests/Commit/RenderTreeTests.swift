import CoreGraphics
import Foundation
import StrataBase
import StrataRenderTree
import Testing

/// A root with children, each of them with one child.
private func smallTree() -> RenderTree {
  var tree = RenderTree()
  tree.apply(
    Commit(
      sequence: 1,
      time: 0,
      root: id(0),
      updates: (0..<5).map { update(id($0)) },
      children: [
        ChildrenUpdate(parent: id(0), children: [id(1), id(2)]),
        ChildrenUpdate(parent: id(1), children: [id(3)]),
        ChildrenUpdate(parent: id(2), children: [], mask: id(4)),
      ]
    )
  )
  return tree
}

@Suite struct RenderTreeTests {
  @Test("rendering TN-1: transitions that interrupt each other for ever keep no more than a few trees")
  func formerTrees() {
    var tree = smallTree()
    var most = 0
    for step in 2..<100 as Range<UInt64> {
      let time = Double(step) / 10
      let transition = TransitionRecord(old: tree.former, oldTime: time)
      most = max(most, transition.generations)
      var news = update(id(1))
      let record = AnimationRecord(
        key: "transition",
        id: step,
        timing: TimingState(beginTime: time, duration: 1),
        body: step % 3 == 0
          ? .transition(transition)
          : .group([
            AnimationRecord(key: "a", timing: TimingState(), body: .transition(transition))
          ])
      )
      news = LayerUpdate(id: id(1), aspects: .all, state: news.state, animations: [record])
      tree.apply(Commit(sequence: step, time: time, updates: [news]))
    }
    #expect(most == 6)
    // One that interrupts nothing comes from the tree alone.
    tree.apply(Commit(sequence: 100, time: 10, updates: [update(id(1))]))
    #expect(TransitionRecord(old: tree.former).generations == 1)
  }

  @Test func `A commit makes nodes, and links them both ways`() {
    let tree = smallTree()
    #expect(tree.count == 5 && tree.root == id(0))
    #expect(tree.layers == [id(0), id(1), id(3), id(2), id(4)])
    #expect(tree[id(3)]?.parent == id(1) && tree[id(4)]?.parent == id(2))
    #expect(tree[id(2)]?.mask == id(4))
    #expect(tree.ancestry(of: id(4)) == [id(4), id(2), id(0)])
    #expect(tree[id(9)] == nil && tree[id(1, 2)] == nil)
  }

  @Test func `Versions go up the tree from what changed, and nowhere else`() {
    var tree = smallTree()
    tree.apply(Commit(sequence: 2, time: 1, updates: [update(id(3), x: 5, .geometry)]))
    #expect(tree[id(3)]?.version == 2)
    #expect(tree[id(1)]?.version == 1)
    #expect(tree[id(1)]?.subtreeVersion == 2)
    #expect(tree[id(0)]?.subtreeVersion == 2 && tree[id(2)]?.subtreeVersion == 1)
    tree.apply(Commit(sequence: 3, time: 1, updates: [update(id(4), x: 5, .geometry)]))
    #expect(tree[id(2)]?.subtreeVersion == 3 && tree[id(1)]?.subtreeVersion == 2)
  }

  @Test func `A move tells what a whole state with another position and opacity would`() {
    var (moved, told) = (smallTree(), smallTree())
    let before = moved.history
    var state = told[id(3)]?.state ?? LayerState()
    (state.position, state.opacity) = (CGPoint(x: 7, y: -2), 0.25)
    told.apply(
      Commit(sequence: 2, time: 1, updates: [LayerUpdate(id: id(3), aspects: .moving, state: state)])
    )
    let move = LayerMove(id: id(3), position: CGPoint(x: 7, y: -2), opacity: 0.25)
    // A layer that the tree does not hold, or no longer holds, is not reported.
    let late = [
      LayerMove(id: id(77), position: .zero, opacity: 1),
      LayerMove(id: id(4, 9), position: .zero, opacity: 1),
    ]
    let commit = Commit(sequence: 2, time: 1, moves: [move] + late)
    #expect(!commit.isEmpty)
    moved.apply(commit)
    for layer in told.layers {
      let (a, b) = (moved[layer], told[layer])
      #expect(a?.state == b?.state, "\(layer)")
      #expect(a?.version == b?.version, "\(layer)")
      #expect(a?.subtreeVersion == b?.subtreeVersion, "\(layer)")
    }
    #expect(moved[id(3)]?.state.opacity == 0.25 && moved[id(0)]?.subtreeVersion == 2)
    #expect(moved[id(2)]?.subtreeVersion == 1)
    let difference = moved.history.difference(from: before)
    #expect(difference?.moved.first == id(3))
    #expect(difference?.changed == [])
    #expect(difference?.relinked == [])
  }

  @Test func `What moves and gets another superlayer at once carries the version up there`() {
    var tree = smallTree()
    tree.apply(
      Commit(
        sequence: 2,
        time: 1,
        moves: [LayerMove(id: id(3), position: CGPoint(x: 1, y: 1), opacity: 1)],
        children: [
          ChildrenUpdate(parent: id(1), children: []),
          ChildrenUpdate(parent: id(2), children: [id(3)], mask: id(4)),
        ]
      )
    )
    #expect(tree[id(3)]?.parent == id(2) && tree[id(3)]?.state.position.x == 1)
    for layer in [0, 1, 2, 3] { #expect(tree[id(layer)]?.subtreeVersion == 2) }
    #expect(tree[id(4)]?.subtreeVersion == 1)
  }

  @Test func `A snapshot stays as it was, and shares what did not change`() {
    var tree = RenderTree()
    tree.apply(
      Commit(sequence: 1, time: 0, root: id(0), updates: (0..<1000).map { update(id($0)) })
    )
    let snapshot = tree
    tree.apply(Commit(sequence: 2, time: 0, updates: [update(id(500), x: 9)]))
    #expect(snapshot[id(500)]?.state.position.x == 0)
    #expect(tree[id(500)]?.state.position.x == 9)
    #expect(tree.sharedChunks(with: snapshot) == 62)
  }

  @Test func `A snapshot costs the nodes and pictures that the next commit replaced`() throws {
    var tree = RenderTree()
    tree.apply(
      Commit(sequence: 1, time: 0, root: id(0), updates: (0..<1000).map { update(id($0)) })
    )
    let chunk = 16 * MemoryLayout<RenderNode>.stride
    let snapshot = tree
    #expect(snapshot.bytes(besides: tree) == 0)
    tree.apply(Commit(sequence: 2, time: 0, updates: [update(id(500), x: 9)]))
    #expect(snapshot.bytes(besides: tree) == chunk)
    #expect(snapshot.bytes(besides: RenderTree()) == 63 * chunk)
    var state = LayerState()
    let context = CGContext(
      data: nil,
      width: 64,
      height: 32,
      bitsPerComponent: 8,
      bytesPerRow: 64 * 4,
      space: CGColorSpaceCreateDeviceRGB(),
      bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
    )
    state.contents = .image(try #require(context?.makeImage()))
    tree.apply(Commit(sequence: 3, time: 0, updates: [LayerUpdate(id: id(3), aspects: .all, state: state)]))
    let pictured = tree
    tree.apply(Commit(sequence: 4, time: 0, updates: [update(id(4), x: 1)]))
    #expect(pictured.bytes(besides: tree) == chunk)
    tree.apply(Commit(sequence: 5, time: 0, updates: [update(id(3))]))
    #expect(pictured.bytes(besides: tree) == chunk + 64 * 32 * 4)
  }

  @Test func `Removing a layer removes what is below it, but not what moved away`() {
    var tree = smallTree()
    tree.apply(
      Commit(
        sequence: 2,
        time: 0,
        children: [
          ChildrenUpdate(parent: id(0), children: [id(2), id(3)]),
          ChildrenUpdate(parent: id(1), children: []),
        ],
        removed: [id(1)]
      )
    )
    #expect(tree.layers == [id(0), id(2), id(4), id(3)])
    #expect(tree.count == 4)
    tree.apply(Commit(sequence: 3, time: 0, removed: [id(2)]))
    #expect(tree.layers == [id(0), id(3)] && tree[id(4)] == nil)
    #expect(tree[id(0)]?.children == [id(3)] && tree[id(0)]?.subtreeVersion == 3)
    tree.apply(Commit(sequence: 4, time: 0, removed: [id(0), id(7)]))
    #expect(tree.root == nil)
    #expect(tree.count == 0)
    #expect(tree.layers.isEmpty)
  }

  @Test func `A slot's next tenant replaces the last, and late news of the last is dropped`() {
    var tree = smallTree()
    tree.apply(
      Commit(
        sequence: 2,
        time: 0,
        updates: [update(id(3, 2), x: 8)],
        children: [ChildrenUpdate(parent: id(1), children: [id(3, 2)])]
      )
    )
    #expect(tree[id(3)] == nil && tree[id(3, 2)]?.state.position.x == 8)
    tree.apply(Commit(sequence: 3, time: 0, updates: [update(id(3), x: 1)], removed: [id(3)]))
    #expect(tree[id(3, 2)]?.state.position.x == 8)
    #expect(tree[id(1)]?.children == [id(3, 2)])
  }

  @Test func `A state without news of animations keeps them`() {
    var tree = RenderTree()
    let record = AnimationRecord(key: "wait", timing: TimingState(duration: 1), body: .inert)
    tree.apply(
      Commit(
        sequence: 1,
        time: 0,
        root: id(0),
        updates: [LayerUpdate(id: id(0), aspects: .all, state: LayerState(), animations: [record])]
      )
    )
    tree.apply(Commit(sequence: 2, time: 0, updates: [update(id(0), x: 2, .geometry)]))
    #expect(tree[id(0)]?.animations.map(\.key) == ["wait"])
  }

  @Test("animation LT-1, LT-2, LT-5, LT-6: layers evaluate in their own time")
  func evaluation() {
    var tree = RenderTree()
    var (outer, inner) = (LayerState(), LayerState())
    outer.timing.speed = 2
    inner.timing.beginTime = 4
    inner.timing.duration = 10
    tree.apply(
      Commit(
        sequence: 1,
        time: 0,
        root: id(0),
        updates: [
          LayerUpdate(id: id(0), aspects: .all, state: outer, animations: []),
          LayerUpdate(id: id(1), aspects: .all, state: inner, animations: []),
        ],
        children: [ChildrenUpdate(parent: id(0), children: [id(1)])]
      )
    )
    #expect(tree.localTime(of: id(1), at: 5) == 6)
    #expect(tree.moment(of: id(1), parentTime: 10)?.localTime == 6)
    #expect(tree.moment(of: id(1), parentTime: 10)?.state.isHidden == false)
    #expect(tree.moment(of: id(1), parentTime: 2)?.state.isHidden == true)
    #expect(tree.moment(of: id(1), parentTime: 40)?.state.isHidden == true)
    #expect(tree.moment(of: id(5), parentTime: 1)?.id == nil)
  }

  @Test func `A moment holds the state that its node evaluates to`() throws {
    struct Slide: Track {
      func apply(at moment: TrackMoment, to root: inout LayerState) { root.position.x = moment.progress }
    }
    var tree = smallTree()
    let slide = AnimationRecord(
      key: "slide",
      timing: TimingState(beginTime: 1, duration: 4),
      body: .track(Slide())
    )
    var late = LayerState()
    late.timing.beginTime = 3
    tree.apply(
      Commit(
        sequence: 2,
        time: 0,
        updates: [
          LayerUpdate(id: id(1), aspects: .all, state: LayerState(), animations: [slide]),
          LayerUpdate(id: id(2), aspects: .all, state: late, animations: [slide]),
        ]
      )
    )
    for time in [0.0, 1, 2, 4.5, 9] {
      for layer in tree.layers {
        let evaluated = try #require(tree[layer]).evaluated(parentTime: time)
        let moment = try #require(tree.moment(of: layer, parentTime: time))
        #expect(moment.state == evaluated.state, "\(layer) at \(time)")
        #expect(moment.localTime == evaluated.localTime, "\(layer) at \(time)")
      }
    }
    #expect(tree.moment(of: id(1), parentTime: 2)?.state.position.x == 0.25)
    #expect(tree.moment(of: id(9), parentTime: 0)?.id == nil)
  }

  @Test func `A commit prints what it says`() {
    var state = LayerState()
    state.opacity = 0.5
    state.isHidden = true
    let commit = Commit(
      sequence: 7,
      time: 1.5,
      root: id(0),
      updates: [LayerUpdate(id: id(3, 2), aspects: [.effect, .content], state: state)],
      children: [ChildrenUpdate(parent: id(0), children: [id(3, 2), id(4)], mask: id(5))],
      removed: [id(9)]
    )
    #expect(
      commit.debugDescription == """
        commit 7 at 1.5
          root #0
          #3.2 CALayer [effect+content]
            hidden = 1
            opacity = 0.5
          #0 = [#3.2 #4] mask #5
          removed #9
        """
    )
  }
}
