import CoreGraphics
import Foundation
import StrataBase
import StrataFrame
import StrataRaster
import StrataRenderTree

/// Walks through a tree and draws its layers: their moment, their place, their parts, and the way to their sublayers.
///
/// The walk is one loop over an explicit stack of steps (`TreeWalk`), so that the depth of a tree costs memory and no
/// stack. Layers that are more than one plane with parts are left to types of their own, each of which keeps its records
/// between the steps that it pushed: groups, volumes, replicators, rasterized layers and transitions.
struct LayerVisitor {
  private(set) var walk = TreeWalk()
  private(set) var writer: FrameWriter
  private var groups = GroupCompositor()
  private var volumes = VolumeArranger()
  private var replicas = ReplicaRepeater()
  private var bitmaps = BitmapCompositor()
  private var transitions = TransitionCompositor()

  init(_ writer: FrameWriter) { self.writer = writer }

  // MARK: Frames

  /// Starts a frame in the memory of another one, which becomes empty.
  mutating func begin(
    _ viewport: Viewport,
    at time: Double,
    namesClips: Bool = false,
    reusing memory: inout Frame
  ) {
    writer.begin(viewport, at: time, namesClips: namesClips, reusing: &memory)
    walk.begin()
    groups.begin()
    volumes.begin()
    replicas.begin()
    bitmaps.begin()
    transitions.begin()
  }

  /// Adds a tree whose layers may be visited, and returns its index.
  mutating func add(_ tree: RenderTree) -> Int32 { walk.add(tree) }

  /// Drops all trees but the first ones.
  mutating func keepTrees(_ count: Int) { walk.keepTrees(count) }

  /// Adds a scope that layers may be visited in, and returns its index.
  mutating func enter(_ scope: Scope) -> Int32 { walk.enter(scope) }

  /// Adds a clip that a scope may name, and the space it is in.
  mutating func add(_ clip: ClipNode, _ core: ClipCore, in space: Space) -> Index<ClipNode> {
    var clip = clip
    clip.space = writer.append(space)
    return writer.append(clip, core)
  }

  /// Draws layers that follow each other in a scope, each with everything below it.
  mutating func draw(_ layers: [LayerID], as role: Visit.Role, in scope: Int32) {
    let outer = walk.scope(scope)
    for id in layers {
      // Most layers of long lists are leaves, which take no step.
      if case .layer = role, drawLeaf(id, outer) { continue }
      draw(Visit(id: id, scope: scope, role: role))
    }
  }

  /// Draws a layer with everything below it.
  mutating func draw(_ first: Visit) {
    walk.push(.visit(first))
    while let step = walk.pop() {
      switch step {
      case .visit(let visit): self.visit(visit)
      case .leave(let record): groups.leave(record, &walk, &writer)
      case .closeMask(let record, let start): groups.closeMask(record, from: start, &writer)
      case .replica(let record): replicas.drawNext(record, &volumes, &walk, &writer)
      case .endMember(let record): volumes.endMember(record, at: writer.open.count)
      case .arrange(let record): volumes.arrange(record, &writer)
      case .particles(let record): volumes.drawParticles(record, walk, &writer)
      case .showBitmap(let record): bitmaps.show(record, &writer)
      case .closeTransitionMask(let record): transitions.closeMask(record, &writer)
      case .closeOldPicture(let record): transitions.closeOldPicture(record, &writer)
      case .showTransition(let record): transitions.show(record, &writer)
      }
    }
  }

  /// Closes the target's pass and returns the frame.
  mutating func finish() -> Frame {
    writer.addTargetPass(writer.closeItems(from: 0))
    return writer.takeFrame()
  }

  // MARK: Layers

  private mutating func visit(_ visit: Visit) {
    let outer = walk.scope(visit.scope)
    if case .layer = visit.role, drawLeaf(visit.id, outer) { return }
    guard let node = moment(of: visit, outer) else { return }
    if let transition = TransitionCompositor.transition(of: node, visit, outer),
      let toDevice = outer.plane(of: node.state, visit, &writer)
    {
      return transitions.start(transition, node, of: visit, at: toDevice, in: outer, &walk, &writer)
    }
    guard !node.state.isHidden, node.state.opacity.asOpacity > 0 else { return }
    if node.state.preservesDepth { return volumes.enter(node, visit.role, in: outer, &walk, &writer) }
    guard let toDevice = outer.plane(of: node.state, visit, &writer) else { return }
    guard PlaneRect(node.state.bounds).isPaintable else { return writer.note(.unplaceable(visit.id)) }
    if let grid = BitmapGrid(of: node.state, toDevice, visit.role, in: outer) {
      return bitmaps.start(node, on: grid, at: toDevice, in: outer, &walk, &writer)
    }
    let sublayers = traits(ofSublayersOf: node, tree: outer.tree)
    var layer = FlatLayer(consume node, toDevice: toDevice, visit, in: outer, sublayers, &writer)
    guard drawUpToSublayers(&layer) else { return }
    if !layer.sublayers.isPresent, layer.node.mask == nil {
      layer.drawPartsInFront(walk, &writer)
      return GroupCompositor.finish(leaf: layer, &writer)
    }
    let inner = layer.sublayers.isPresent ? innerScope(of: layer) : nil
    if !layer.isPassThrough || layer.hasPartsInFront { groups.add(layer, &walk) }
    guard let inner, !inner.cull.isEmpty else { return }
    if case .replicator(let box) = layer.node.state.kind {
      replicas.start(box.value, layer.node, layer.sublayers, in: inner, &walk)
    } else {
      let scope = walk.enter(inner)
      volumes.push(layer.node.children, of: layer.node.id, layer.sublayers, scope: scope, &walk, &writer)
    }
  }

  /// The layer of a visit with its own parts up to its sublayers drawn, if it is drawn in one plane; nil if it is in a
  /// transition, rasterized or in a volume, or if nothing of it is seen.
  mutating func drawUpToSublayers(of visit: Visit, _ sublayers: SublayerTraits?) -> FlatLayer? {
    let outer = walk.scope(visit.scope)
    guard let node = moment(of: visit, outer), TransitionCompositor.transition(of: node, visit, outer) == nil,
      !node.state.isHidden, node.state.opacity.asOpacity > 0, !node.state.preservesDepth,
      let toDevice = outer.plane(of: node.state, visit, &writer), PlaneRect(node.state.bounds).isPaintable,
      BitmapGrid(of: node.state, toDevice, visit.role, in: outer) == nil
    else { return nil }
    let known = sublayers.flatMap { $0.endsBlends == node.state.endsBlends ? $0 : nil }
    let sublayers = known ?? traits(ofSublayersOf: node, tree: outer.tree)
    var layer = FlatLayer(consume node, toDevice: toDevice, visit, in: outer, sublayers, &writer)
    return drawUpToSublayers(&layer) ? layer : nil
  }

  /// Paints the parts of a layer that lie over its sublayers.
  mutating func drawPartsInFront(of layer: FlatLayer) { layer.drawPartsInFront(walk, &writer) }

  /// Moves the open items into the frame and returns where they are.
  mutating func closeItems() -> Range<Int32> { writer.closeItems(from: 0) }

  /// Makes a last pass of items that are closed already and returns the frame.
  mutating func finish(with items: Range<Int32>) -> Frame {
    writer.addTargetPass(items)
    return writer.takeFrame()
  }

  /// The state that a layer's sublayers inherit.
  func innerScope(of layer: FlatLayer) -> Scope {
    layer.innerScope(clippedTo: layer.clips.parts.map { writer.frame.clips[$0.value].boundsInDevice })
  }

  /// Takes a flat layer through the phases before its sublayers; false if nothing of it is seen.
  private mutating func drawUpToSublayers(_ layer: inout FlatLayer) -> Bool {
    guard layer.decideGroup(&writer), layer.clip(&writer) else { return false }
    layer.addBackdrop(&writer)
    layer.drawPartsBehind(&writer)
    return true
  }

  private func traits(ofSublayersOf node: LayerMoment, tree: Int32) -> SublayerTraits {
    node.children.isEmpty ? SublayerTraits() : SublayerTraits(of: node, in: walk.tree(tree))
  }

  /// Draws a layer that is a plain leaf; false leaves it to `visit`.
  private mutating func drawLeaf(_ id: LayerID, _ scope: Scope) -> Bool {
    guard scope.volume == nil,
      let leaf = walk.withTree(scope.tree, { RenderTree.plainLeaf(of: id, in: $0, parentTime: scope.time) })
    else { return false }
    if leaf.isTimed { writer.noteTimed() }
    return LeafEmitter.emit(leaf, id, in: scope, &walk, &writer)
  }

  /// The layer of a visit at its local time; counts the visit.
  private mutating func moment(of visit: Visit, _ scope: Scope) -> LayerMoment? {
    guard walk.countVisit() else {
      writer.note(.tooMany(visit.id))
      return nil
    }
    let found = walk.withTree(
      scope.tree,
      { RenderTree.moment(of: visit.id, in: $0, parentTime: scope.time) }
    )
    guard let node = consume found else { return nil }
    if !node.animations.isEmpty || !node.state.hasUntouchedTiming { writer.noteTimed() }
    guard node.state.isFading else { return node }
    var faded = node
    faded.state.fade()
    return faded
  }
}

extension Scope {
  /// The map of a layer's plane to the device; nil if nothing of the layer can be seen.
  func plane(of state: LayerState, _ visit: Visit, _ writer: inout FrameWriter) -> Projective? {
    let isPlaced = visit.role.isPlaced
    var toDevice = base
    if isPlaced {
      if volume == nil, state.transform.isIdentity, !state.isGeometryFlipped {
        let move = state.bounds.move(of: state.anchorPoint, to: state.position)
        toDevice = Projective.translation(Double(move.x), Double(move.y)).concatenating(base)
      } else {
        var m = state.toSuperlayer
        if let volume { m = m.concatenated(with: volume) }
        guard let plane = m.flattened else {
          // NaN counts as the default.
          if let repaired = state.withoutNaN { return self.plane(of: repaired, visit, &writer) }
          if !m.isFinite { writer.note(.unplaceable(visit.id)) }
          return nil
        }
        toDevice = plane.concatenating(base)
      }
    } else if case .unplaced = visit.role, state.isGeometryFlipped {
      guard let flip = state.flip.flattened else { return nil }
      toDevice = flip.concatenating(base)
    }
    guard toDevice.isFinite else {
      if isPlaced, let repaired = state.withoutNaN { return self.plane(of: repaired, visit, &writer) }
      writer.note(.unplaceable(visit.id))
      return nil
    }
    let determinant = toDevice.determinant
    // Beyond what numbers hold nothing can be inverted.
    guard determinant.isFinite else {
      writer.note(.unplaceable(visit.id))
      return nil
    }
    // A plane seen edge on paints nothing (rendering Z-12).
    guard determinant != 0 else { return nil }
    if !state.isDoubleSided, isPlaced {
      let mirror = state.isGeometryFlipped ? -handedness : handedness
      if determinant * mirror < 0 { return nil }
    }
    return toDevice
  }
}
