import CoreGraphics
import Foundation
import StrataCompositor
import StrataFrame
import StrataRaster
import StrataRenderTree
import Synchronization
import Testing

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
    let scene = tileScene(tiled(source, tile: 100))
    let builder = builder()
    func frame(_ time: Double) -> Frame {
      builder.frame(of: scene.tree, at: time, viewport: scene.viewport())
    }
    let first = frame(0)
    #expect(opacities(first).isEmpty && builder.tiles.fadesUntil == -.infinity)
    #expect(bell.wait(1))
    let second = frame(1)
    #expect(opacities(second).isEmpty && builder.tiles.fadesUntil == 1.25)
    #expect(abs((opacities(frame(1.1)).first ?? 0) - 0.4) < 1e-6)
    let last = frame(1.25)
    #expect(opacities(last) == [1] && builder.tiles.fadesUntil == -.infinity)
    #expect(source.count == 1)
  }

  /// Rendering TI-6.
  @Test func aDurationOfZeroShowsAtOnce() {
    var state = tiled(NotingSource(), tile: 100)
    state.fadeDuration = 0
    let scene = tileScene(state)
    let builder = builder()
    _ = builder.frame(of: scene.tree, at: 0, viewport: scene.viewport())
    #expect(bell.wait(1))
    #expect(opacities(builder.frame(of: scene.tree, at: 0, viewport: scene.viewport())) == [1])
  }

  /// Rendering TI-5: a coarser level stands in for a tile that has not come.
  @Test func aCoarserLevelIsShownMeanwhile() {
    let source = NotingSource(waits: true)
    var state = tiled(source, levels: 3, bias: 1, tile: 100)
    state.fadeDuration = 0
    let builder = builder()
    let far = tileScene(state) { $0.transform = CATransform3DMakeScale(0.5, 0.5, 1) }
    _ = builder.frame(of: far.tree, at: 0, viewport: far.viewport())
    source.open()
    #expect(bell.wait(1))
    let near = tileScene(state)
    let frame = builder.frame(of: near.tree, at: 1, viewport: near.viewport())
    #expect(opacities(frame) == [1] && FrameInvariants(frame).violations.isEmpty)
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
    #expect(last[image].image.width == 100 && opacities(last) == [1])
  }

  /// Rendering TI-7: until the refresh the tile shows what it did, and what comes too late is not shown.
  @Test func anInvalidTileStaysUntilItsRefreshAndStaleOnesAreDropped() {
    let source = NotingSource(waits: true)
    var state = tiled(source, tile: 100)
    state.fadeDuration = 0
    let builder = builder()
    let scene = tileScene(state)
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
    let second = tree(of: scene, replacing: state)
    #expect(image(second, 2) === first)
    // While version 1 is drawn, version 2 is ordered.
    state.invalidate(nil)
    let third = tree(of: scene, replacing: state)
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
    let all = tileScene(state)
    _ = builder.frame(of: all.tree, at: 0, viewport: all.viewport())
    let none = tileScene(state) { $0.isHidden = true }
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
      let scene = tileScene(tiled(source)) { layer in
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
    let scene = tileScene(tiled(source, tile: 100))
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
