import CoreGraphics
import Foundation
import StrataFrame
import StrataRaster
import StrataRenderTree
import Synchronization
import Testing

/// Records the tiles that are ordered, and can hold each until the test lets it draw.
final class NotingSource: TileSource {
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

func tiled(_ source: NotingSource, levels: Int = 1, bias: Int = 0, tile: Double = 50) -> TiledState {
  var tiled = TiledState()
  (tiled.levelsOfDetail, tiled.levelsOfDetailBias, tiled.source) = (levels, bias, source)
  tiled.tileSize = CGSize(width: tile, height: tile)
  return tiled
}

func tileScene(_ state: TiledState, _ edit: (inout LayerState) -> Void = { _ in }) -> Scene {
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
func opacities(_ frame: Frame) -> [Float] {
  frame.passes.last.map { frame.items(of: $0).map(\.opacity) } ?? []
}

/// The tree of a scene, with other tiles.
func tree(of scene: Scene, replacing tiled: TiledState) -> RenderTree {
  var tree = scene.tree
  guard let id = tree[scene.root]?.children.first, var state = tree[id]?.state else { return tree }
  state.tiled = tiled
  var commit = Commit(sequence: tree.sequence + 1, time: 0)
  commit.updates = [LayerUpdate(id: id, aspects: .all, state: state, animations: nil)]
  tree.apply(commit)
  return tree
}
