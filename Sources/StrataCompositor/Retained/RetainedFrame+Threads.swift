import StrataBase
import StrataRenderTree

/// Building on several threads: nodes that need nothing of each other, and strokes.
extension RetainedFrame {
  /// Fewer nodes are built sooner than another thread has woken.
  private static let fewestNodes = 4
  /// Fewer strokes likewise.
  private static let fewestStrokes = 2

  /// Builds nodes with news that are not open; what needs the owner's thread is left for later.
  ///
  /// What is built, and in which order it is shown, is the same with any number of threads.
  func buildAhead(_ listed: [FrameNode], in surroundings: Surroundings) {
    guard let pool, pool.workers > 1, listed.count >= Self.fewestNodes else { return }
    let nodes = listed.filter {
      !$0.isRetired && $0.isDirty && $0.inside == nil && !$0.mayOpen && !$0.mustAskOwner
    }
    guard nodes.count >= Self.fewestNodes else { return }
    for helper in builders.dropFirst() {
      helper.frameTime = builder.frameTime
      helper.trees = [builder.trees[0]]
    }
    defer { for helper in builders.dropFirst() { helper.trees.removeAll(keepingCapacity: true) } }
    let builders = builders
    for node in nodes { node.spareList = takeSpareList() }
    // A node is touched by the worker that builds it, and by nobody else before all are done.
    pool.run(nodes.count) { index, worker in
      let (node, builder) = (nodes[index], builders[worker])
      var built = build(node, in: surroundings, with: builder)
      if builder.mustAskOwner {
        node.mustAskOwner = true
      } else {
        var list = node.spareList.take() ?? DamageList()
        list.read(built.frame)
        built.list = list
        node.ahead = built
      }
    }
  }

  /// Makes the outlines of strokes that changed layers are likely to ask for, on all threads.
  func strokeAhead(_ changed: [LayerID]) {
    guard let pool, pool.workers > 1, changed.count >= Self.fewestStrokes else { return }
    let shapes = changed.compactMap { id in
      builder.withTree(0) { RenderTree.strokedShape(of: id, in: $0) }
    }
    guard shapes.count >= Self.fewestStrokes else { return }
    let (strokes, scale) = (builder.strokes, viewport.scale)
    pool.run(shapes.count) { index, _ in
      guard let path = shapes[index].path else { return }
      _ = strokes.outline(of: path, shapes[index], scale: scale)
    }
  }
}
