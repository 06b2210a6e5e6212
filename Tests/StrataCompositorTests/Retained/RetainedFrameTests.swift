import CoreGraphics
import Foundation
import StrataBase
import StrataCPU
import StrataCompositor
import StrataFrame
import StrataRaster
import StrataRenderTree
import Testing

#if GPU
  import StrataGPU
#endif

/// A frame that is kept and changed is the frame that is built anew, and costs by its changes.
@Suite struct RetainedFrameTests {
  /// Over random commits and times: item for item, and byte for byte where only the damage is drawn.
  @Test(arguments: 0..<24 as Range<UInt64>)
  func retainedIsRebuilt(seed: UInt64) throws { try Self.rebuild(BandBackend.self, seed) }

  #if GPU
    @Test(.needsDevice, arguments: 0..<6 as Range<UInt64>)
    func retainedIsRebuiltOnTheDevice(seed: UInt64) throws { try Self.rebuild(GPUBackend.self, seed) }
  #endif

  private static func rebuild<Backend: TestedBackend>(_: Backend.Type, _ seed: UInt64) throws {
    var scene = RandomTree(seed: seed, layers: [8, 90, 400][Int(seed % 3)], isWild: seed % 2 == 0)
    let retained = RetainedFrame(pool: seed % 4 < 2 ? WorkerPool(workers: 3) : nil)
    let builder = FrameBuilder()
    var backend = try Backend.make(threads: 1 + Int(seed % 2))
    var reference = try Backend.make(threads: 1)
    let (width, height) = (scene.viewport.width, scene.viewport.height)
    let pixels = PixelBuffer(width: width, height: height, format: .rgba8)
    let expected = PixelBuffer(width: width, height: height, format: .rgba8)
    var random = SplitMix64(seed: seed ^ 77)
    var former: RenderTree?
    var time = 0.0
    for step in 0..<40 {
      var tree = scene.tree
      // Now and then somebody looks at an earlier tree, or at another time of the same one.
      if random.next() % 8 == 0, let former { tree = former } else if step > 0 { scene.step() }
      if random.next() % 5 == 0 { former = scene.tree }
      if random.next() % 3 == 0 { time += 0.2 }
      if tree.history.difference(from: scene.tree.history)?.isEmpty ?? false { tree = scene.tree }
      let damage = retained.update(to: tree, at: time, viewport: scene.viewport)
      let frame = builder.frame(of: tree, at: time, viewport: scene.viewport)
      #expect(FrameInvariants(retained.flattened()).violations.isEmpty)
      let (a, b) = (text(retained.flattened()), text(frame))
      #expect(a == b, "seed \(seed), step \(step): \(difference(a, b))")
      try retained.draw(damage) { try backend.draw($0, into: pixels) }
      try reference.draw(DrawPlan(allItemsOf: frame), into: expected)
      guard pixels.words != expected.words else { continue }
      let wrong = zip(pixels.words, expected.words).enumerated().filter { $0.element.0 != $0.element.1 }
      let places = wrong.prefix(3).map { "(\($0.offset % width), \($0.offset / width))" }
      Issue.record(
        "seed \(seed), step \(step): \(wrong.count) pixels differ, damage \(damage.rects), \(places)"
      )
      return
    }
  }

  private static func text(_ frame: Frame) -> [Substring] {
    // Passes are numbered part by part, and notes are in the order of the parts.
    FramePrinter(frame).text.split(separator: "\n").filter { !$0.hasPrefix("note") }
  }

  private static func difference(_ a: [Substring], _ b: [Substring]) -> String {
    guard let i = zip(a, b).enumerated().first(where: { $0.element.0 != $0.element.1 })?.offset else {
      return "\(a.count) lines instead of \(b.count)"
    }
    return "line \(i): \(a[i]) instead of \(b[i])"
  }

  /// The tree of `count` small still layers in a grid below one that moves.
  private func grid(_ count: Int) -> (tree: RenderTree, mover: LayerID) {
    var tree = RenderTree()
    var commit = Commit(sequence: 1, time: 0, root: LayerID(index: 0, generation: 1))
    var state = LayerState()
    state.anchorPoint = .zero
    state.bounds = CGRect(x: 0, y: 0, width: 400, height: 300)
    state.backgroundColor = CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1)
    commit.updates.append(LayerUpdate(id: LayerID(index: 0, generation: 1), aspects: .all, state: state))
    var list: [LayerID] = []
    for i in 1...(count + 1) {
      state.bounds = CGRect(x: 0, y: 0, width: 8, height: 8)
      state.position = CGPoint(x: 10 * (i % 40), y: 10 * (i / 40))
      let id = LayerID(index: UInt32(i), generation: 1)
      commit.updates.append(LayerUpdate(id: id, aspects: .all, state: state))
      list.append(id)
    }
    commit.children = [ChildrenUpdate(parent: LayerID(index: 0, generation: 1), children: list)]
    tree.apply(commit)
    return (tree, list[count])
  }

  @Test func aMovedLayerBuildsOneNodeOfMany() {
    var (tree, mover) = grid(10_000)
    let retained = RetainedFrame()
    let viewport = Viewport(width: 400, height: 300)
    #expect(retained.update(to: tree, at: 0, viewport: viewport).area == 400 * 300)
    #expect(retained.statistics.parts > 150)
    for step in 0..<4 {
      var state = tree[mover]?.state ?? LayerState()
      state.position = CGPoint(x: 105 + 20 * step, y: 105)
      var commit = Commit(sequence: UInt64(step + 2), time: 0)
      commit.updates = [LayerUpdate(id: mover, aspects: .all, state: state)]
      tree.apply(commit)
      let damage = retained.update(to: tree, at: 0, viewport: viewport)
      #expect(damage.area <= 128)
      // The third time the layer has a node of its own.
      #expect(retained.statistics.built <= (step == 2 ? 3 : 1), "step \(step)")
    }
    // Nothing happened, and time means nothing to this tree.
    #expect(retained.update(to: tree, at: 7, viewport: viewport).isEmpty)
    #expect(retained.statistics.built == 0)
  }

  @Test func whatIsScrolledOutOfSightIsNotBuilt() {
    var tree = RenderTree()
    let ids = (0...6401).map { LayerID(index: UInt32($0), generation: 1) }
    var commit = Commit(sequence: 1, time: 0, root: ids[0])
    var state = LayerState()
    state.anchorPoint = .zero
    state.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
    commit.updates.append(LayerUpdate(id: ids[0], aspects: .all, state: state))
    state.masksToBounds = true
    commit.updates.append(LayerUpdate(id: ids[1], aspects: .all, state: state))
    let list = state
    state.masksToBounds = false
    for i in 2...6401 {
      state.bounds = CGRect(x: 0, y: 0, width: 100, height: 10)
      state.position = CGPoint(x: 0, y: 10 * (i - 2))
      state.backgroundColor = CGColor(srgbRed: Double(i % 7) / 7, green: 0, blue: 0, alpha: 1)
      commit.updates.append(LayerUpdate(id: ids[i], aspects: .all, state: state))
    }
    commit.children = [
      ChildrenUpdate(parent: ids[0], children: [ids[1]]),
      ChildrenUpdate(parent: ids[1], children: Array(ids[2...])),
    ]
    tree.apply(commit)
    let retained = RetainedFrame()
    let viewport = Viewport(width: 100, height: 100)
    _ = retained.update(to: tree, at: 0, viewport: viewport)
    for step in 1...700 {
      var state = list
      state.bounds.origin.y = CGFloat(step)
      var commit = Commit(sequence: UInt64(step + 1), time: 0)
      commit.updates = [LayerUpdate(id: ids[1], aspects: .all, state: state)]
      tree.apply(commit)
      _ = retained.update(to: tree, at: 0, viewport: viewport)
      // The list itself and its visible rows: ten rows of 64 a node.
      #expect(retained.statistics.built <= 4)
    }
    let frame = FrameBuilder().frame(of: tree, at: 0, viewport: viewport)
    #expect(Self.text(retained.flattened()) == Self.text(frame))
  }

  @Test func aLeafOfNestedGroupsDamagesItsOwnPixels() {
    var scene = Scene(width: 300, height: 300)
    var group = scene.root
    for i in 0..<90 {
      group = scene.box("group\(i)", in: group, 1, 1, Double(298 - 2 * i), Double(298 - 2 * i), .blue) {
        $0.opacity = 0.99
      }
    }
    let leaf = scene.box("leaf", in: group, 10, 10, 8, 8)
    var tree = scene.tree
    let retained = RetainedFrame()
    _ = retained.update(to: tree, at: 0, viewport: scene.viewport())
    var state = tree[leaf]?.state ?? LayerState()
    state.position.x += 20
    var commit = Commit(sequence: 1000, time: 0)
    commit.updates = [LayerUpdate(id: leaf, aspects: .all, state: state)]
    tree.apply(commit)
    let damage = retained.update(to: tree, at: 0, viewport: scene.viewport())
    #expect(damage.area == 128)
  }

  /// A backend never uses shapes kept for one builder's paths for those of another builder.
  @Test func framesOfSeveralBuildersShareABackend() throws {
    func frame(_ path: CGPath) -> Frame {
      var shape = ShapeState()
      (shape.path, shape.fillColor) = (path, .red)
      var scene = Scene()
      scene.add("shape", in: scene.root, kind: .shape(CopyOnWrite(shape)))
      return scene.frame()
    }
    let frames = [
      frame(CGPath(ellipseIn: CGRect(x: 10, y: 10, width: 60, height: 40), transform: nil)),
      frame(CGPath(ellipseIn: CGRect(x: 20, y: 30, width: 30, height: 60), transform: nil)),
    ]
    var used = BandBackend(threads: 1)
    for frame in frames + frames {
      var fresh = BandBackend(threads: 1)
      let (a, b) = (
        PixelBuffer(width: 100, height: 100, format: .rgba8),
        PixelBuffer(width: 100, height: 100, format: .rgba8)
      )
      try used.draw(frame, into: a)
      try fresh.draw(frame, into: b)
      #expect(a.words == b.words)
    }
  }
}
