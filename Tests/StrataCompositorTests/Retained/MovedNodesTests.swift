import CoreGraphics
import Foundation
import StrataBase
import StrataCPU
import StrataCompositor
import StrataFrame
import StrataRaster
import StrataRenderTree
import Testing

/// Nodes that move by whole pixels keep their items, which are those that would be built.
@Suite struct MovedNodesTests {
  private static let viewport = Viewport(width: 300, height: 260, background: SIMD4(1, 1, 1, 1))
  private static let root = LayerID(index: 0, generation: 1)
  private static let list = LayerID(index: 1, generation: 1)

  /// A list in a root that clips, with rows that hold a label and a picture of a border, at quarters of pixels.
  private static func page(seed: UInt64, rows: Int, isClipped: Bool) -> RenderTree {
    var random = SplitMix64(seed: seed)
    func quarter(_ limit: Int) -> CGFloat { CGFloat(Int(random.next() % UInt64(limit * 4))) / 4 }
    func color() -> CGColor {
      CGColor(srgbRed: quarter(1), green: quarter(1), blue: quarter(1), alpha: 1 - quarter(1) / 2)
    }
    var tree = RenderTree()
    var commit = Commit(sequence: 1, time: 0, root: root)
    var state = LayerState()
    state.anchorPoint = .zero
    state.bounds = CGRect(x: 0, y: 0, width: 300, height: 260)
    state.masksToBounds = isClipped
    if isClipped { state.cornerRadius = 7 }
    commit.updates.append(LayerUpdate(id: root, aspects: .all, state: state))
    state.masksToBounds = false
    state.backgroundColor = color()
    state.bounds = CGRect(x: 0, y: 0, width: 220, height: 180)
    state.cornerRadius = 0
    commit.updates.append(LayerUpdate(id: list, aspects: .all, state: state))
    var children: [LayerID] = []
    for row in 0..<rows {
      var state = LayerState()
      state.position = CGPoint(x: 20 + quarter(150), y: 15 + quarter(140))
      state.bounds = CGRect(x: 0, y: 0, width: 4 + quarter(30), height: 4 + quarter(20))
      state.backgroundColor = color()
      switch row % 7 {
      case 0: state.cornerRadius = quarter(6)
      case 1: state.borderWidth = quarter(3)
      case 2: state.masksToBounds = true
      case 3 where row % 3 != 0: (state.shadowOpacity, state.shadowRadius) = (0.5, quarter(3))
      case 4 where row % 5 == 0: state.opacity = 0.5
      case 5: (state.masksToBounds, state.cornerRadius) = (true, 3)
      default: break
      }
      let id = LayerID(index: UInt32(commit.updates.count), generation: 1)
      commit.updates.append(LayerUpdate(id: id, aspects: .all, state: state))
      children.append(id)
      if row % 3 == 0 {
        state = LayerState()
        state.position = CGPoint(x: quarter(9), y: quarter(9))
        state.bounds = CGRect(x: 0, y: 0, width: quarter(20), height: quarter(12))
        state.backgroundColor = color()
        let inner = LayerID(index: UInt32(commit.updates.count), generation: 1)
        commit.updates.append(LayerUpdate(id: inner, aspects: .all, state: state))
        commit.children.append(ChildrenUpdate(parent: id, children: [inner]))
      }
    }
    commit.children.append(ChildrenUpdate(parent: root, children: [list]))
    commit.children.append(ChildrenUpdate(parent: list, children: children))
    tree.apply(commit)
    return tree
  }

  @Test(arguments: 0..<6 as Range<UInt64>)
  func movedIsBuilt(seed: UInt64) throws {
    var tree = Self.page(seed: seed, rows: 300, isClipped: seed % 3 == 0)
    var random = SplitMix64(seed: seed ^ 5)
    func below(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }
    let retained = RetainedFrame(pool: seed % 2 == 0 ? WorkerPool(workers: 2) : nil)
    let builder = FrameBuilder()
    var (backend, reference) = (BandBackend(threads: 2), BandBackend(threads: 1))
    let pixels = PixelBuffer(width: 300, height: 260, format: .rgba8)
    let expected = PixelBuffer(width: 300, height: 260, format: .rgba8)
    var moved = 0
    for step in 0..<40 {
      var commit = Commit(sequence: UInt64(step + 2), time: 0)
      var place = tree[Self.list]?.state.position ?? .zero
      switch below(8) {
      case 0: place.x += CGFloat(below(9)) / 4 - 1
      case 1: place = CGPoint(x: below(60), y: below(60))
      case 2: place.y += CGFloat(below(80)) - 40
      default: (place.x, place.y) = (place.x + CGFloat(below(5)) - 2, place.y + CGFloat(below(5)) - 2)
      }
      commit.moves.append(LayerMove(id: Self.list, position: place, opacity: 1))
      if below(3) == 0 {
        let row = LayerID(index: UInt32(2 + below(300)), generation: 1)
        let at = CGPoint(x: 20 + below(150), y: 20 + below(140))
        commit.moves.append(LayerMove(id: row, position: at, opacity: 1))
      }
      tree.apply(commit)
      let damage = retained.update(to: tree, at: 0, viewport: Self.viewport)
      moved += retained.statistics.moved
      let frame = builder.frame(of: tree, at: 0, viewport: Self.viewport)
      let kept = retained.flattened()
      #expect(FrameInvariants(kept).violations.isEmpty)
      #expect(FramePrinter(kept).text == FramePrinter(frame).text, "seed \(seed), step \(step)")
      try retained.draw(damage) { try backend.draw($0, into: pixels) }
      try reference.draw(DrawPlan(allItemsOf: frame), into: expected)
      #expect(pixels.words == expected.words, "seed \(seed), step \(step)")
    }
    #expect(moved > 40)
  }

  @Test func whatDoesNotMoveByWholePixelsIsBuilt() {
    var tree = Self.page(seed: 1, rows: 300, isClipped: false)
    let retained = RetainedFrame()
    _ = retained.update(to: tree, at: 0, viewport: Self.viewport)
    for (i, x) in [0.1, 0.35, 1.35, 2, 3, .infinity].enumerated() {
      let move = LayerMove(id: Self.list, position: CGPoint(x: 30 + x, y: 30), opacity: 1)
      tree.apply(Commit(sequence: UInt64(i + 2), time: 0, moves: [move]))
      _ = retained.update(to: tree, at: 0, viewport: Self.viewport)
      #expect((retained.statistics.moved > 0) == (x == 3), "to \(x)")
    }
  }
}
