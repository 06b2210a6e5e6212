import CoreGraphics
import Foundation
import StrataCompositor
import StrataFrame
import StrataRaster
import StrataRenderTree
import Synchronization
import Testing

@Suite struct TileTests {
  /// Rendering TI-4, TI-5: a picture that waits has every visible tile, each once, at once and fully.
  @Test func visibleTilesAreDrawnAtOnceAndOnce() {
    let source = NotingSource()
    let scene = tileScene(tiled(source))
    let builder = FrameBuilder()
    let frame = builder.frame(of: scene.tree, at: 0, viewport: scene.viewport())
    #expect(opacities(frame) == [1, 1, 1, 1] && FrameInvariants(frame).violations.isEmpty)
    #expect(builder.tiles.fadesUntil == -.infinity)
    _ = builder.frame(of: scene.tree, at: 1, viewport: scene.viewport())
    #expect(source.count == 4)
  }

  @Test func onlyVisibleTilesAreDrawn() {
    let source = NotingSource()
    let scene = tileScene(tiled(source)) { $0.position = CGPoint(x: 120, y: 50) }
    _ = scene.frame()
    #expect(source.orders.withLock { $0.map(\.rect.minX) } == [0, 0])
  }

  /// Rendering TI-4.
  @Test func theScaleOnScreenChoosesTheLevel() {
    for (scale, resolution) in [(0.5, 0.5), (1, 1), (1.5, 2), (4, 2)] {
      let source = NotingSource()
      let scene = tileScene(tiled(source, levels: 3, bias: 1)) { layer in
        layer.transform = CATransform3DMakeScale(CGFloat(scale), CGFloat(scale), 1)
      }
      _ = scene.frame()
      #expect(source.orders.withLock { $0.allSatisfy { $0.pixelsPerPoint == resolution } })
      #expect(source.count > 0)
    }
  }

  /// Inner edges belong to one tile or the other, outer ones are the layer's.
  @Test func tilesMeetWithoutSeams() {
    let frame = tileScene(tiled(NotingSource())).frame()
    let edges = frame.passes.last.map { frame.items(of: $0).map(\.antialiasedEdges) }
    #expect(edges == [1 | 4, 2 | 4, 1 | 8, 2 | 8])
  }

  /// Rendering TI-7.
  @Test func onlyInvalidTilesAreDrawnAgain() {
    let source = NotingSource()
    var state = tiled(source)
    let builder = FrameBuilder()
    let scene = tileScene(state)
    _ = builder.frame(of: scene.tree, at: 0, viewport: scene.viewport())
    state.invalidate(CGRect(x: 60, y: 10, width: 5, height: 5))
    let later = tree(of: scene, replacing: state)
    _ = builder.frame(of: later, at: 1, viewport: scene.viewport())
    #expect(source.count == 5 && source.orders.withLock { $0.last?.rect.origin } == CGPoint(x: 50, y: 0))
  }

  /// Rendering TI-8.
  @Test func contentsTakeThePlaceOfTiles() {
    let source = NotingSource()
    let scene = tileScene(tiled(source)) { $0.contents = .image(testImage(4, 4)) }
    #expect(opacities(scene.frame()).count == 1 && source.count == 0)
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
