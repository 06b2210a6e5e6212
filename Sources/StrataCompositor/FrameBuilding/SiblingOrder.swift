import CoreGraphics
import Foundation
import StrataBase
import StrataRaster
import StrataRenderTree

/// Sublayers in the order in which they are painted (rendering Z-2 … Z-4), through layers that do not flatten.
///
/// Layers without depth go in the order of the array. Where all planes are parallel to the superlayer's, their z
/// decides. Where some are not, each is drawn by itself, and `PlaneSplitter` says which part of which covers what. Where
/// particles keep their depth, all is drawn before it is known what lies between them.
extension FrameBuilder {
  /// A layer of a volume: what the flattening layer paints.
  struct Entry {
    enum Content {
      case plane(Visit)
      /// The particles of an emitter that keeps their depth, by its record.
      case particles(Int32)
    }

    var content: Content
    /// The layer's points to the flattening layer's space.
    var matrix: CATransform3D
    /// Where the anchor lies.
    var z: Double

    /// The step that draws it.
    var step: Work {
      switch content {
      case .plane(let visit): .visit(visit)
      case .particles(let record): .particles(record)
      }
    }

    var hasParticles: Bool {
      if case .particles = content { true } else { false }
    }

    /// Whether all its points are equally deep.
    var isLevel: Bool { !hasParticles && matrix.keepsDepth }
  }

  struct Arrangement {
    var owner: LayerID
    var base: Projective
    /// The clip that covers once and holds all of it.
    var clipEdge: Index<ClipNode>?
    var entries: [Entry]
    /// The open items of each entry drawn so far.
    var ranges: [Range<Int>] = []
    var start: Int
  }

  func pushChildren(_ children: [LayerID], of owner: LayerID, scope: Int32, _ family: Family) {
    guard family.hasDepth || !(scopes[Int(scope)].volume?.keepsDepth ?? true) else {
      for id in children.reversed() { work.append(.visit(Visit(id: id, scope: scope))) }
      return
    }
    arrange(collect(children, scope: scope), owner: owner, in: scopes[Int(scope)])
  }

  /// Pushes entries in painting order, or with the steps that will find it.
  private func arrange(_ entries: [Entry], owner: LayerID, in scope: Scope) {
    var entries = entries
    // One by itself is in order, however it is turned.
    if entries.count < 2 || entries.allSatisfy(\.isLevel) {
      sort(&entries)
      for entry in entries.reversed() { work.append(entry.step) }
      return
    }
    let record = Int32(arrangements.count)
    work.append(.arrange(record))
    for (i, entry) in entries.enumerated().reversed() {
      work.append(.capture(record, i))
      work.append(entry.step)
    }
    let clipEdge = frame.clipEdge(of: scope.clip)
    arrangements.append(
      Arrangement(owner: owner, base: scope.base, clipEdge: clipEdge, entries: entries, start: open.count)
    )
  }

  /// Puts what is parallel in order: the farthest first, who is as deep as another one stays behind it.
  private func sort(_ entries: inout [Entry]) {
    guard let first = entries.first, entries.contains(where: { $0.z != first.z }) else { return }
    let order = entries.indices.sorted { a, b in
      entries[a].z == entries[b].z ? a < b : entries[a].z < entries[b].z
    }
    entries = order.map { entries[$0] }
  }

  /// A transform layer, or what else does not flatten: only its sublayers are painted, in the space around it.
  func enterVolume(
    _ node: LayerMoment,
    _ state: LayerState,
    _ time: Double,
    _ visit: Visit,
    _ scope: Scope
  ) {
    work.append(.dropScopes(scopes.count))
    let children = volumes(of: node, state, time, visit.role, scope)
    // Copies of a volume are entries of one arrangement.
    let first = Int32(scopes.count)
    scopes.append(contentsOf: children)
    guard !children.isEmpty else { return }
    var entries: [Entry] = []
    for i in children.indices { entries += collect(node.children, scope: first + Int32(i)) }
    if let particles = particles(of: node, state, time, visit.role, scope) {
      entries.append(particles)
    }
    arrange(entries, owner: node.id, in: scope)
  }

  /// The scopes that the sublayers of a layer that does not flatten live in: one, or one for each copy.
  private func volumes(
    of node: LayerMoment,
    _ state: LayerState,
    _ time: Double,
    _ role: Visit.Role,
    _ scope: Scope
  ) -> [Scope] {
    var inner = scope
    inner.time = time
    inner.depth += 1
    inner.opacity *= clampedOpacity(state.opacity)
    inner.isFlipped = scope.isFlipped != state.isGeometryFlipped
    if state.isGeometryFlipped { inner.handedness.negate() }
    inner.ignoresBackdrop = false
    var volume = place(inSpace: state, role, scope)
    if let space = LayerPlacement.sublayerSpace(state) { volume = space.concatenated(with: volume) }
    inner.volume = volume
    guard case .replicator(let box) = state.kind else { return [inner] }
    let replicator = box.value
    var result: [Scope] = []
    var power = CATransform3D.identity
    for k in 0..<max(0, min(replicator.instanceCount, Self.mostVolumeCopies)) {
      var copy = Self.copy(k, of: replicator, in: inner)
      copy.volume = LayerPlacement.instance(power, in: state.bounds).concatenated(with: volume)
      result.append(copy)
      power = power.concatenated(with: replicator.instanceTransform)
    }
    if replicator.instanceCount > Self.mostVolumeCopies { note(.tooMany(node.id)) }
    return result
  }

  /// The points of a layer that does not flatten to the space of the flattening layer around it.
  func place(inSpace state: LayerState, _ role: Visit.Role, _ scope: Scope) -> CATransform3D {
    switch role {
    case .layer, .mask:
      let place = LayerPlacement.toSuperlayer(state)
      return scope.volume.map { place.concatenated(with: $0) } ?? place
    case .unplaced: return state.isGeometryFlipped ? LayerPlacement.flip(of: state.bounds) : .identity
    case .picture, .former: return .identity
    }
  }

  /// The most copies whose depths are compared with each other.
  private static let mostVolumeCopies = 1024

  /// All layers that the flattening layer around a scope paints from these, in the order of the arrays.
  private func collect(_ children: [LayerID], scope: Int32) -> [Entry] {
    var entries: [Entry] = []
    // An emitter's particles come after its sublayers.
    var stack: [(children: [LayerID], next: Int, scope: Int32, last: Entry?)] = [(children, 0, scope, nil)]
    while let top = stack.last {
      guard top.next < top.children.count, visits + entries.count < Self.visitLimit else {
        stack.removeLast()
        if let last = top.last { entries.append(last) }
        continue
      }
      stack[stack.count - 1].next += 1
      let id = top.children[top.next]
      let scope = scopes[Int(top.scope)]
      guard let node = trees[Int(scope.tree)].moment(of: id, parentTime: scope.time) else { continue }
      let (state, time) = (node.state, node.localTime)
      if !node.animations.isEmpty || !state.hasUntouchedTiming { isTimed = true }
      if state.preservesDepth, !node.animations.contains(where: { $0.transition(at: time) != nil }) {
        guard !state.isHidden, clampedOpacity(state.opacity) > 0 else { continue }
        var last = particles(of: node, state, time, .layer, scope)
        for inner in volumes(of: node, state, time, .layer, scope).reversed() {
          scopes.append(inner)
          stack.append((node.children, 0, Int32(scopes.count - 1), last.take()))
        }
        continue
      }
      var matrix = LayerPlacement.toSuperlayer(state)
      if let volume = scope.volume { matrix = matrix.concatenated(with: volume) }
      let anchor = matrix.apply(
        Double(state.bounds.origin.x + state.anchorPoint.x * state.bounds.size.width),
        Double(state.bounds.origin.y + state.anchorPoint.y * state.bounds.size.height),
        0
      )
      entries.append(
        Entry(
          content: .plane(Visit(id: id, scope: top.scope)),
          matrix: matrix,
          z: anchor.z.isFinite ? anchor.z : 0
        )
      )
    }
    return entries
  }
}
