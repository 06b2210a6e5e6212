import CoreGraphics
import Foundation
import StrataBase
import StrataCPU
import StrataCompositor
import StrataFrame
import StrataRaster
import StrataRenderTree
import Testing

/// Leaves that only move or fade keep their items, which are those that would be built.
@Suite struct MovedLeavesTests {
  private static let root = LayerID(index: 0, generation: 1)
  private static let list = LayerID(index: 1, generation: 1)
  private static let viewport = Viewport(width: 200, height: 160, background: SIMD4(1, 1, 1, 1))

  private static let picture: CGImage = {
    let pixels = PixelBuffer(width: 6, height: 5, format: .rgba8)
    for y in 0..<5 {
      for x in 0..<6 {
        let color = UInt32(0xFF00_0000 + x * 40 + y * 9000)
        pixels.row(y).storeBytes(of: color, toByteOffset: x * 4, as: UInt32.self)
      }
    }
    return CGImage(pixels: pixels)
  }()

  /// A list of leaves, and where they are.
  private struct Leaves {
    var tree = RenderTree()
    var places: [LayerID: (position: CGPoint, opacity: Float)] = [:]
    var ids: [LayerID] = []
    var random: SplitMix64
    var sequence: UInt64 = 1
    /// True if some leaves leave the viewport.
    let leavesSight: Bool

    init(seed: UInt64, count: Int) {
      random = SplitMix64(seed: seed)
      leavesSight = seed % 3 == 0
      var commit = Commit(sequence: 1, time: 0, root: root)
      var state = LayerState()
      state.anchorPoint = .zero
      state.bounds = CGRect(x: 0, y: 0, width: 200, height: 160)
      commit.updates.append(LayerUpdate(id: root, aspects: .all, state: state))
      if seed % 4 == 1 { (state.masksToBounds, state.cornerRadius) = (true, 20) }
      if seed % 4 == 2 { (state.transform.m11, state.transform.m22) = (0.5, 0.75) }
      commit.updates.append(LayerUpdate(id: list, aspects: .all, state: state))
      for i in 0..<count {
        var state = LayerState()
        state.bounds = CGRect(x: number(3), y: 0, width: 4 + number(30), height: 4 + number(20))
        if i % 3 != 0 {
          let alpha = i % 5 == 0 ? 0.5 : 1
          state.backgroundColor = CGColor(srgbRed: number(1), green: number(1), blue: number(1), alpha: alpha)
        }
        if i % 4 == 0 { state.contents = .image(picture) }
        if i % 7 == 0 { state.cornerRadius = number(6) }
        // Now and then one that is more than a leaf keeps its neighbours from moving.
        if seed % 5 == 4, i % 90 == 0 { state.borderWidth = 1 }
        let id = LayerID(index: UInt32(i + 2), generation: 1)
        ids.append(id)
        let place = place(of: state.backgroundColor != nil && i % 4 == 0)
        (state.position, state.opacity) = place
        places[id] = place
        commit.updates.append(LayerUpdate(id: id, aspects: .all, state: state))
      }
      commit.children = [
        ChildrenUpdate(parent: root, children: [list]), ChildrenUpdate(parent: list, children: ids),
      ]
      tree.apply(commit)
    }

    mutating func number(_ limit: Double) -> Double { limit * Double(random.unitFloat()) }

    private mutating func place(of hasBoth: Bool) -> (position: CGPoint, opacity: Float) {
      let reach = leavesSight ? 30.0 : -22.0
      let point = CGPoint(x: number(200 + 2 * reach) - reach, y: number(160 + 2 * reach) - reach)
      let whole = CGPoint(x: point.x.rounded(), y: point.y.rounded())
      let isSeen = hasBoth || random.next() % 3 > 0
      return (random.next() % 2 == 0 ? whole : point, isSeen ? 1 : Float(number(1)))
    }

    /// Moves some leaves; every few steps something else changes, too.
    mutating func step(_ number: Int) {
      sequence += 1
      var commit = Commit(sequence: sequence, time: 0)
      for (i, id) in ids.enumerated() where random.next() % 4 > 0 {
        let hasBoth = i % 3 != 0 && i % 4 == 0
        let place = place(of: hasBoth)
        places[id] = place
        commit.moves.append(LayerMove(id: id, position: place.position, opacity: place.opacity))
      }
      if number % 6 == 5, let id = ids.randomElement(using: &random), var state = tree[id]?.state {
        if let place = places[id] { (state.position, state.opacity) = place }
        state.backgroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
        commit.updates.append(LayerUpdate(id: id, aspects: .all, state: state))
      }
      if number % 9 == 8, var state = tree[list]?.state {
        state.position.x += 3
        commit.updates.append(LayerUpdate(id: list, aspects: .all, state: state))
      }
      tree.apply(commit)
    }
  }

  @Test(arguments: 0..<30 as Range<UInt64>)
  func movedIsRebuilt(seed: UInt64) throws {
    var scene = Leaves(seed: seed, count: [70, 300, 500][Int(seed % 3)])
    let retained = RetainedFrame(pool: seed % 2 == 0 ? WorkerPool(workers: 3) : nil)
    let builder = FrameBuilder()
    var backend = BandBackend(threads: 1)
    let (width, height) = (Self.viewport.width, Self.viewport.height)
    let pixels = PixelBuffer(width: width, height: height, format: .rgba8)
    let expected = PixelBuffer(width: width, height: height, format: .rgba8)
    var former: RenderTree?
    for step in 0..<30 {
      var tree = scene.tree
      // Now and then somebody looks at an earlier tree.
      if step % 11 == 10, let former { tree = former } else if step > 0 { scene.step(step) }
      if step % 8 == 3 { former = scene.tree }
      if step % 11 != 10 { tree = scene.tree }
      let damage = retained.update(to: tree, at: 0, viewport: Self.viewport)
      let frame = builder.frame(of: tree, at: 0, viewport: Self.viewport)
      #expect(FrameInvariants(retained.flattened()).violations.isEmpty)
      let (a, b) = (FramePrinter(retained.flattened()).text, FramePrinter(frame).text)
      #expect(a == b, "seed \(seed), step \(step)")
      try retained.draw(damage) { try backend.draw($0, into: pixels) }
      try backend.draw(frame, into: expected)
      let wrong = zip(pixels.words, expected.words).count { $0 != $1 }
      #expect(wrong == 0, "seed \(seed), step \(step): pixels outside of \(damage.rects) differ")
      if wrong > 0 { return }
    }
  }

  @Test func leavesThatMoveAgainAreNotBuilt() {
    var scene = Leaves(seed: 7, count: 300)
    let retained = RetainedFrame()
    for step in 0..<4 {
      _ = retained.update(to: scene.tree, at: 0, viewport: Self.viewport)
      if step > 1 { #expect(retained.statistics.moved == retained.statistics.built, "step \(step)") }
      scene.step(step)
    }
  }
}
