import Foundation
import StrataBase
import StrataFrame
import StrataRenderTree

/// The parts of a layer below and above its sublayers, and the surroundings of the sublayers.
struct OpenedLayer {
  var below: Frame
  var above: Frame?
  var inner: Surroundings
}

/// Builds the parts of a retained frame: layers in surroundings that were kept, and single layers without their sublayers.
///
/// - Thread: One owner at a time. Builders of other threads share the tiles and paths of the owner's builder, and skip
///   parts that only the thread that draws may build.
final class SubtreeBuilder {
  private var visitor: LayerVisitor
  private var time = 0.0
  let tiles: TileStore
  let pathCache: PathCache

  init(tiles: TileStore) {
    (self.tiles, pathCache) = (tiles, PathCache())
    visitor = LayerVisitor(FrameWriter(tiles: tiles, pathCache: pathCache, isOnOwnerThread: true))
  }

  /// A builder that builds for another one, at the same time on another thread.
  init(helping owner: SubtreeBuilder) {
    (tiles, pathCache) = (owner.tiles, owner.pathCache)
    visitor = LayerVisitor(FrameWriter(tiles: tiles, pathCache: pathCache, isOnOwnerThread: false))
  }

  /// Takes the tree and the time of the parts that are built from now on.
  func begin(_ tree: RenderTree, at time: Double) {
    self.time = time.isFinite ? time : 0
    _ = visitor.add(tree)
  }

  /// Drops the tree.
  func end() { visitor.keepTrees(0) }

  /// The tree of the parts that are built.
  var tree: RenderTree { visitor.walk.tree(0) }

  /// Calls `body` with the place of the tree, which must not be kept.
  func withTree<Result>(_ body: (UnsafePointer<RenderTree>) -> Result?) -> Result? {
    visitor.walk.withTree(0, body)
  }

  /// Facts about the part that was built last.
  var traits: FrameTraits { visitor.writer.traits }

  /// Builds the items of layers that follow each other in the same surroundings.
  func part(
    of layers: [LayerID],
    as role: Visit.Role,
    in surroundings: Surroundings,
    _ viewport: Viewport,
    reusing part: FramePart
  ) -> Frame { visitor.part(of: layers, as: role, in: surroundings, viewport, at: time, reusing: part) }

  /// Draws a layer without its sublayers; nil if these cannot be drawn without looking at each other: in groups, in volumes,
  /// in transitions, in copies, and where nothing is seen.
  func open(
    _ layer: LayerID,
    as role: Visit.Role,
    in surroundings: Surroundings,
    _ viewport: Viewport,
    _ sublayers: SublayerTraits?,
    reusing part: FramePart? = nil
  ) -> OpenedLayer? {
    var memory = part?.takeFrame() ?? Frame()
    visitor.begin(viewport, at: time, namesClips: true, reusing: &memory)
    let opened = visitor.open(layer, as: role, in: surroundings, sublayers)
    visitor.keepTrees(1)
    return opened
  }
}

extension LayerVisitor {
  fileprivate mutating func part(
    of layers: [LayerID],
    as role: Visit.Role,
    in surroundings: Surroundings,
    _ viewport: Viewport,
    at time: Double,
    reusing part: FramePart
  ) -> Frame {
    var memory = part.takeFrame()
    begin(viewport, at: time, reusing: &memory)
    draw(layers, as: role, in: enter(surroundings))
    keepTrees(1)
    return finish()
  }

  fileprivate mutating func open(
    _ id: LayerID,
    as role: Visit.Role,
    in surroundings: Surroundings,
    _ sublayers: SublayerTraits?
  ) -> OpenedLayer? {
    let visit = Visit(id: id, scope: enter(surroundings), role: role)
    guard let layer = drawUpToSublayers(of: visit, sublayers), layer.isPassThrough, layer.sublayers.isPresent
    else { return nil }
    if case .replicator = layer.node.state.kind { return nil }
    let split = Int32(writer.open.count)
    drawPartsInFront(of: layer)
    let inner = innerScope(of: layer)
    guard !inner.cull.isEmpty, inner.volume == nil else { return nil }
    let surroundings = Surroundings(scope: inner, chain: chain(to: inner.clip))
    let items = closeItems()
    let middle = items.lowerBound + split
    guard middle < items.upperBound else {
      return OpenedLayer(below: finish(with: items), above: nil, inner: surroundings)
    }
    // Both frames have all items; they differ in their last passes.
    var above = writer.frame
    above.passes.append(RenderPass(bounds: above.bounds, items: middle..<items.upperBound))
    let below = finish(with: items.lowerBound..<middle)
    return OpenedLayer(below: below, above: above, inner: surroundings)
  }

  /// Makes surroundings those of the frame under construction, and returns the index of their scope.
  private mutating func enter(_ surroundings: Surroundings) -> Int32 {
    var scope = surroundings.scope
    scope.clip = nil
    for link in surroundings.chain {
      var node = link.node
      node.parent = scope.clip
      scope.clip = add(node, link.core, in: link.space)
    }
    return enter(scope)
  }

  private func chain(to clip: Index<ClipNode>?) -> [Surroundings.Link] {
    var links: [Surroundings.Link] = []
    var next = clip
    while let index = next {
      let node = writer.frame[index]
      let space = writer.frame[node.space]
      links.append(Surroundings.Link(node: node, core: writer.clipCores[index.value], space: space))
      next = node.parent
    }
    links.reverse()
    return links
  }
}
