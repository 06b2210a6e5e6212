import StrataBase
import StrataFrame
import StrataRenderTree

/// Building on several threads: nodes that do not depend on each other, and outlines.
extension RetainedFrame {
  /// Fewer nodes are built before another thread has woken.
  private static let fewestNodes = 4
  /// Fewer shapes likewise.
  private static let fewestShapes = 2

  /// Builds changed nodes that are not open; nodes that need the thread that draws are left for it.
  ///
  /// The frames, and the order in which they are shown, are the same with any number of threads.
  func buildAhead(_ listed: [FrameNode], in surroundings: Surroundings) {
    guard let pool, pool.workers > 1, listed.count >= Self.fewestNodes else { return }
    let nodes = listed.filter {
      !$0.isRetired && $0.isDirty && $0.inside == nil && !$0.mayOpen && !$0.needsOwnerThread
    }
    guard nodes.count >= Self.fewestNodes else { return }
    for helper in builders.dropFirst() { helper.begin(builder.tree, at: time) }
    defer { for helper in builders.dropFirst() { helper.end() } }
    let builders = builders
    // Only those that are built need memory for signatures.
    for node in nodes where node.movable == nil { node.spareList = takeSpareList() }
    // Only the worker that builds a node touches it until all workers are done.
    pool.run(nodes.count) { index, worker in
      let (node, builder) = (nodes[index], builders[worker])
      node.isMovedAhead = move(node, in: surroundings, with: builder)
      if node.isMovedAhead { return }
      var built = build(node, in: surroundings, with: builder)
      if builder.traits.needsOwnerThread {
        node.needsOwnerThread = true
      } else {
        var list = node.spareList.take() ?? DamageList()
        list.read(built.frame)
        built.list = list
        node.prebuilt = built
      }
    }
  }

  /// Finds the bounds of paths and the outlines of strokes that changed layers probably need, on all threads.
  func outlineAhead(_ changed: [LayerID]) {
    guard let pool, pool.workers > 1, changed.count >= Self.fewestShapes else { return }
    let shapes = changed.compactMap { id in
      builder.withTree { RenderTree.laboriousShape(of: id, in: $0) }
    }
    guard shapes.count >= Self.fewestShapes else { return }
    let (cache, scale) = (builder.pathCache, viewport.scale)
    pool.run(shapes.count) { index, _ in
      guard let path = shapes[index].path else { return }
      _ = cache.facts(of: path)
      if shapes[index].isStroked { _ = cache.stroke(of: path, shapes[index], scale: scale) }
    }
  }
}
