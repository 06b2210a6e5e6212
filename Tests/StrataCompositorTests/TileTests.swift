import CoreGraphics
import Foundation
import StrataCompositor
import StrataRaster
import StrataRenderTree
import Synchronization
import Testing

/// Notes what it is asked for, and waits for leave to draw where it is told to.
private final class NotingSource: TileSource {
  let orders = Mutex<[TileOrder]>([])
  private let gate: DispatchSemaphore?

  init(waits: Bool = false) { gate = waits ? DispatchSemaphore(value: 0) : nil }

  func open(_ count: Int = 1) { for _ in 0..<count { gate?.signal() } }

  func draw(_ tile: TileOrder) -> CGImage? {
    gate?.wait()
    orders.withLock { $0.append(tile) }
    let (w, h) = (Double(tile.rect.width), Double(tile.rect.height))
    return testImage(Int(w * tile.pixelsPerPoint), Int(h * tile.pixelsPerPoint))
  }

  var count: Int { orders.withLock { $0.count } }

  let ends = Mutex(false)
  var isGone: Bool { ends.withLock { $0 } }
}

private func tiled(_ source: NotingSource, levels: Int = 1, bias: Int = 0, tile: Double = 50) -> TiledState {
  var tiled = TiledState()
  (tiled.levelsOfDetail, tiled.levelsOfDetailBias, tiled.source) = (levels, bias, source)
  tiled.tileSize = CGSize(width: tile, height: tile)
  return tiled
}

private func scene(_ state: TiledState, _ edit: (inout LayerState) -> Void = { _ in }) -> Scene {
  var scene = Scene()
  scene.add("map", in: scene.root, kind: .plain) { layer in
    layer.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
    layer.position = CGPoint(x: 50, y: 50)
    layer.tiled = state
    edit(&layer)
  }
  return scene
}

/// The images of a frame with their opacities, from back to front.
private func shown(_ frame: Frame) -> [Float] {
  frame.passes.last.map { frame.items(of: $0).map(\.opacity) } ?? []
}

@Suite struct TileTests {
  /// Rendering TI-4, TI-5: a picture that waits has every visible tile, each once, at once and fully.
  @Test func visibleTilesAreDrawnAtOnceAndOnce() {
    let source = NotingSource()
    let scene = scene(tiled(source))
    let builder = FrameBuilder()
    let frame = builder.frame(of: scene.tree, at: 0, viewport: scene.viewport())
    #expect(shown(frame) == [1, 1, 1, 1] && FrameInvariants(frame).violations.isEmpty)
    #expect(builder.tiles.fadesUntil == -.infinity)
    _ = builder.frame(of: scene.tree, at: 1, viewport: scene.viewport())
    #expect(source.count == 4)
  }

  @Test func onlyVisibleTilesAreDrawn() {
    let source = NotingSource()
    let scene = scene(tiled(source)) { $0.position = CGPoint(x: 120, y: 50) }
    _ = scene.frame()
    #expect(source.orders.withLock { $0.map(\.rect.minX) } == [0, 0])
  }

  /// Rendering TI-4.
  @Test func theScaleOnScreenChoosesTheLevel() {
    for (scale, resolution) in [(0.5, 0.5), (1, 1), (1.5, 2), (4, 2)] {
      let source = NotingSource()
      let scene = scene(tiled(source, levels: 3, bias: 1)) { layer in
        layer.transform = CATransform3DMakeScale(CGFloat(scale), CGFloat(scale), 1)
      }
      _ = scene.frame()
      #expect(source.orders.withLock { $0.allSatisfy { $0.pixelsPerPoint == resolution } })
      #expect(source.count > 0)
    }
  }

  /// Inner edges belong to one tile or the other, outer ones are the layer's.
  @Test func tilesMeetWithoutSeams() {
    let frame = scene(tiled(NotingSource())).frame()
    let edges = frame.passes.last.map { frame.items(of: $0).map(\.antialiasedEdges) }
    #expect(edges == [1 | 4, 2 | 4, 1 | 8, 2 | 8])
  }

  /// Rendering TI-7.
  @Test func onlyInvalidTilesAreDrawnAgain() {
    let source = NotingSource()
    var state = tiled(source)
    let builder = FrameBuilder()
    var scene = scene(state)
    _ = builder.frame(of: scene.tree, at: 0, viewport: scene.viewport())
    state.invalidate(CGRect(x: 60, y: 10, width: 5, height: 5))
    let later = CompositorScene.replacing(&scene, state)
    _ = builder.frame(of: later, at: 1, viewport: scene.viewport())
    #expect(source.count == 5 && source.orders.withLock { $0.last?.rect.origin } == CGPoint(x: 50, y: 0))
  }

  /// Rendering TI-8.
  @Test func contentsTakeThePlaceOfTiles() {
    let source = NotingSource()
    let scene = scene(tiled(source)) { $0.contents = .image(testImage(4, 4)) }
    #expect(shown(scene.frame()).count == 1 && source.count == 0)
  }

  /// A layer as large as a map of the world asks for no more tiles than it may show.
  @Test func thereIsAMostOfTiles() {
    let source = NotingSource()
    var scene = Scene(width: 400, height: 400)
    scene.add("map", in: scene.root) { layer in
      layer.bounds = CGRect(x: 0, y: 0, width: 400, height: 400)
      layer.position = CGPoint(x: 200, y: 200)
      layer.tiled = tiled(source, tile: 1)
    }
    let frame = scene.frame()
    #expect(source.count == 4096 && !frame.report.notes.isEmpty)
  }
}

/// A tree like a scene's with other tiles.
private enum CompositorScene {
  static func replacing(_ scene: inout Scene, _ tiled: TiledState) -> RenderTree {
    var tree = scene.tree
    guard let id = tree[scene.root]?.children.first, var state = tree[id]?.state else { return tree }
    state.tiled = tiled
    var commit = Commit(sequence: tree.sequence + 1, time: 0)
    commit.updates = [LayerUpdate(id: id, aspects: .all, state: state, animations: nil)]
    tree.apply(commit)
    return tree
  }
}

/// Tiles that are drawn in the background.
@Suite(.serialized) struct BackgroundTileTests {
  private final class Bell: Sendable {
    let arrivals = DispatchSemaphore(value: 0)
    func ring() { arrivals.signal() }
    func wait(_ count: Int) -> Bool {
      (0..<count).allSatisfy { _ in arrivals.wait(timeout: .now() + 10) == .success }
    }
  }

  private let bell = Bell()

  private func builder(byteLimit: Int = TileStore.defaultByteLimit) -> FrameBuilder {
    FrameBuilder(tiles: TileStore(byteLimit: byteLimit) { [bell] in bell.ring() })
  }

  /// Rendering TI-5, TI-6, E-397.
  @Test func tilesComeLaterAndFadeIn() {
    let source = NotingSource()
    let scene = scene(tiled(source, tile: 100))
    let builder = builder()
    func frame(_ time: Double) -> Frame {
      builder.frame(of: scene.tree, at: time, viewport: scene.viewport())
    }
    let first = frame(0)
    #expect(shown(first).isEmpty && builder.tiles.fadesUntil == -.infinity)
    #expect(bell.wait(1))
    let second = frame(1)
    #expect(shown(second).isEmpty && builder.tiles.fadesUntil == 1.25)
    #expect(abs((shown(frame(1.1)).first ?? 0) - 0.4) < 1e-6)
    let last = frame(1.25)
    #expect(shown(last) == [1] && builder.tiles.fadesUntil == -.infinity)
    #expect(source.count == 1)
  }

  /// Rendering TI-6.
  @Test func aDurationOfZeroShowsAtOnce() {
    var state = tiled(NotingSource(), tile: 100)
    state.fadeDuration = 0
    let scene = scene(state)
    let builder = builder()
    _ = builder.frame(of: scene.tree, at: 0, viewport: scene.viewport())
    #expect(bell.wait(1))
    #expect(shown(builder.frame(of: scene.tree, at: 0, viewport: scene.viewport())) == [1])
  }

  /// Rendering TI-5: a coarser level stands in for a tile that has not come.
  @Test func aCoarserLevelIsShownMeanwhile() {
    let source = NotingSource(waits: true)
    var state = tiled(source, levels: 3, bias: 1, tile: 100)
    state.fadeDuration = 0
    let builder = builder()
    let far = scene(state) { $0.transform = CATransform3DMakeScale(0.5, 0.5, 1) }
    _ = builder.frame(of: far.tree, at: 0, viewport: far.viewport())
    source.open()
    #expect(bell.wait(1))
    let near = scene(state)
    let frame = builder.frame(of: near.tree, at: 1, viewport: near.viewport())
    #expect(shown(frame) == [1] && FrameInvariants(frame).violations.isEmpty)
    guard let item = frame.items.last, case .image(let image, let placement) = item.payload else {
      Issue.record("no image")
      return
    }
    #expect(frame[image].image.width == 50 && placement.source == PlaneRect(0, 0, 50, 50))
    source.open(8)
    #expect(bell.wait(1))
    let last = builder.frame(of: near.tree, at: 2, viewport: near.viewport())
    guard let item = last.items.last, case .image(let image, _) = item.payload else {
      Issue.record("no image")
      return
    }
    #expect(last[image].image.width == 100 && shown(last) == [1])
  }

  /// Rendering TI-7: until the refresh the tile shows what it did, and what comes too late is not shown.
  @Test func anInvalidTileStaysUntilItsRefreshAndStaleOnesAreDropped() {
    let source = NotingSource(waits: true)
    var state = tiled(source, tile: 100)
    state.fadeDuration = 0
    let builder = builder()
    var scene = scene(state)
    func image(_ tree: RenderTree, _ time: Double) -> CGImage? {
      let frame = builder.frame(of: tree, at: time, viewport: scene.viewport())
      guard let item = frame.items.last, case .image(let index, _) = item.payload else { return nil }
      return frame[index].image
    }
    #expect(image(scene.tree, 0) == nil)
    source.open()
    #expect(bell.wait(1))
    let first = image(scene.tree, 1)
    #expect(first != nil)
    state.invalidate(nil)
    let second = CompositorScene.replacing(&scene, state)
    #expect(image(second, 2) === first)
    // While version 1 is drawn, version 2 is asked for.
    state.invalidate(nil)
    let third = CompositorScene.replacing(&scene, state)
    #expect(image(third, 3) === first)
    source.open()
    #expect(bell.wait(1))
    #expect(image(third, 4) === first)
    source.open()
    #expect(bell.wait(1))
    let fresh = image(third, 5)
    #expect(fresh != nil)
    #expect(fresh !== first)
    #expect(source.count == 3)
  }

  /// Orders of tiles that are no longer in view lapse.
  @Test func ordersThatNobodyNeedsLapse() {
    let source = NotingSource(waits: true)
    let state = tiled(source, tile: 10)
    let builder = builder()
    let all = scene(state)
    _ = builder.frame(of: all.tree, at: 0, viewport: all.viewport())
    let none = scene(state) { $0.isHidden = true }
    _ = builder.frame(of: none.tree, at: 1, viewport: none.viewport())
    source.open(200)
    #expect(bell.wait(1))
    #expect(bell.arrivals.wait(timeout: .now() + 0.05) == .timedOut)
    #expect(source.count == 1)
  }

  /// Tiles out of view are given up, the least recently shown first, when there is no room.
  @Test func memoryIsBounded() {
    let source = NotingSource()
    let store = TileStore(byteLimit: 3 * 50 * 50 * 4)
    let builder = FrameBuilder(tiles: store)
    func show(_ x: Double) -> Int {
      let scene = scene(tiled(source)) { layer in
        layer.bounds = CGRect(x: 0, y: 0, width: 10_000, height: 50)
        layer.anchorPoint = .zero
        layer.position = CGPoint(x: -x, y: 0)
      }
      let frame = builder.frame(of: scene.tree, at: 0, viewport: scene.viewport())
      return frame.items.count
    }
    for step in 0..<20 { #expect(show(Double(step) * 100) == 2) }
    #expect(store.byteCount <= 3 * (50 * 50 * 4 + 256))
    #expect(source.count == 40)
    #expect(show(1900) == 2 && source.count == 40)
  }

  /// A live picture keeps no tiles of layers that are gone, once they are out of sight.
  @Test func goneLayersLeaveNoTiles() {
    let source = NotingSource()
    let scene = scene(tiled(source, tile: 100))
    let builder = builder()
    func frame(of tree: RenderTree) { _ = builder.frame(of: tree, at: 0, viewport: scene.viewport()) }
    frame(of: scene.tree)
    #expect(bell.wait(1))
    frame(of: scene.tree)
    #expect(builder.tiles.byteCount > 40_000)
    source.ends.withLock { $0 = true }
    // A transition may still show it.
    frame(of: scene.tree)
    #expect(builder.tiles.byteCount > 40_000)
    frame(of: Scene().tree)
    #expect(builder.tiles.byteCount == 0)
  }
}
