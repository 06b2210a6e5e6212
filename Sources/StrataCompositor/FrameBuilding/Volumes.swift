import CoreGraphics
import Foundation
import StrataBase
import StrataFrame
import StrataRaster
import StrataRenderTree

/// A member of a volume: a plane or particles that the flattening layer paints.
struct VolumeMember {
  enum Content {
    case plane(Visit)
    /// The particles of an emitter that keeps their depth, by its record.
    case particles(Int32, isSorted: Bool)
  }

  var content: Content
  /// The layer's points to the flattening layer's space.
  var matrix: CATransform3D
  /// The z of the layer's anchor.
  var z: Double

  /// The step that draws it.
  var step: Step {
    switch content {
    case .plane(let visit): .visit(visit)
    case .particles(let record, _): .particles(record)
    }
  }

  var hasParticles: Bool { if case .particles = content { true } else { false } }

  /// True if all its points are equally deep.
  var isLevel: Bool { !hasParticles && matrix.keepsDepth }
}

/// Sublayers in the order in which they are painted (rendering Z-2 … Z-4), through layers that do not flatten.
///
/// Layers without depth go in the order of the array. Where all planes are parallel to the superlayer's, their z
/// decides. Where some are not, each is drawn by itself, and `PlaneSplitter` decides which part lies before which.
/// Where particles keep their depth, everything is drawn before it is known what lies between them (`Arrangement`).
struct VolumeArranger {
  private var arrangements: [Arrangement] = []
  private var emitters: [DepthEmitter] = []
  /// Memory for the members of a volume, and for the layers around them whose sublayers are listed.
  private var spare: (members: [VolumeMember], levels: [Level]) = ([], [])

  /// A layer that does not flatten, or the flattening one, while its sublayers are listed.
  private struct Level {
    var children: [LayerID]
    var next = 0
    var scope: Int32
    /// The particles of an emitter, which come after its sublayers.
    var last: VolumeMember?
  }

  /// The most copies whose depths are compared with each other.
  private static let mostCopies = 1024

  /// The most layers of one volume, copies and layers that do not flatten counted: all are in memory at once, some 1 KB each.
  private static let mostMembers = 1 << 16

  mutating func begin() {
    arrangements.removeAll(keepingCapacity: true)
    emitters.removeAll(keepingCapacity: true)
  }

  /// Pushes the steps that draw the sublayers of a flattening layer in painting order.
  mutating func push(
    _ children: [LayerID],
    of owner: LayerID,
    _ traits: SublayerTraits,
    scope: Int32,
    _ walk: inout TreeWalk,
    _ writer: inout FrameWriter
  ) {
    guard traits.hasDepth || !(walk.scopes[Int(scope)].volume?.keepsDepth ?? true) else {
      for id in children.reversed() { walk.push(.visit(Visit(id: id, scope: scope))) }
      return
    }
    var members: [VolumeMember] = []
    swap(&members, &spare.members)
    collect(children, scope: scope, to: &members, &walk, &writer)
    push(members, of: owner, in: walk.scope(scope), &walk, writer)
    members.removeAll(keepingCapacity: true)
    swap(&members, &spare.members)
  }

  /// Enters a transform layer, or another layer that does not flatten: only its sublayers are painted, in the space around
  /// it.
  mutating func enter(
    _ node: LayerMoment,
    _ role: Visit.Role,
    in scope: Scope,
    _ walk: inout TreeWalk,
    _ writer: inout FrameWriter
  ) {
    // Copies of a volume are members of one arrangement.
    let inner = Self.innerScopes(of: node, role, in: scope, &writer).map { walk.enter($0) }
    guard !inner.isEmpty else { return }
    var members: [VolumeMember] = []
    for scope in inner { collect(node.children, scope: scope, to: &members, &walk, &writer) }
    if let particles = particles(of: node, role, in: scope, &writer) { members.append(particles) }
    push(members, of: node.id, in: scope, &walk, writer)
  }

  /// Pushes members in painting order, or with the steps that will find it.
  private mutating func push(
    _ members: [VolumeMember],
    of owner: LayerID,
    in scope: Scope,
    _ walk: inout TreeWalk,
    _ writer: FrameWriter
  ) {
    // A member by itself is in order, however it is turned.
    if members.count < 2 || members.allSatisfy(\.isLevel) {
      for member in Self.sorted(members).reversed() { walk.push(member.step) }
      return
    }
    let record = Int32(arrangements.count)
    walk.push(.arrange(record))
    for member in members.reversed() {
      walk.push(.endMember(record))
      walk.push(member.step)
    }
    arrangements.append(
      Arrangement(
        owner: owner,
        base: scope.base,
        clipEdge: writer.frame.clipEdge(of: scope.clip),
        members: members,
        start: writer.open.count
      )
    )
  }

  /// Parallel members in order: the farthest first; members of equal depth stay in their order.
  private static func sorted(_ members: [VolumeMember]) -> [VolumeMember] {
    guard let first = members.first, members.contains(where: { $0.z != first.z }) else { return members }
    let order = members.indices.sorted { a, b in
      members[a].z == members[b].z ? a < b : members[a].z < members[b].z
    }
    return order.map { members[$0] }
  }

  /// The scopes of the sublayers of a layer that does not flatten: one, or one for each copy.
  private static func innerScopes(
    of node: LayerMoment,
    _ role: Visit.Role,
    in scope: Scope,
    _ writer: inout FrameWriter
  ) -> [Scope] {
    let state = node.state
    var inner = scope
    inner.time = node.localTime
    inner.depth += 1
    inner.opacity *= state.opacity.asOpacity
    inner.isFlipped = scope.isFlipped != state.isGeometryFlipped
    if state.isGeometryFlipped { inner.handedness.negate() }
    inner.ignoresBackdrop = false
    var volume = scope.place(inSpace: state, role)
    if let space = state.sublayerSpaceTransform { volume = space.concatenated(with: volume) }
    inner.volume = volume
    guard case .replicator(let box) = state.kind else { return [inner] }
    let replicator = box.value
    var result: [Scope] = []
    var power = CATransform3D.identity
    for k in 0..<max(0, min(replicator.instanceCount, mostCopies)) {
      var copy = inner.copy(k, of: replicator)
      copy.volume = power.about(centreOf: state.bounds).concatenated(with: volume)
      result.append(copy)
      power = power.concatenated(with: replicator.instanceTransform)
    }
    if replicator.instanceCount > mostCopies { writer.note(.tooMany(node.id)) }
    return result
  }

  /// Adds all layers that the flattening layer around a scope paints from these to a list, in the order of the arrays.
  private mutating func collect(
    _ children: [LayerID],
    scope: Int32,
    to members: inout [VolumeMember],
    _ walk: inout TreeWalk,
    _ writer: inout FrameWriter
  ) {
    let first = members.count
    var entered = 0
    var stack: [Level] = []
    swap(&stack, &spare.levels)
    defer { swap(&stack, &spare.levels) }
    stack.append(Level(children: children, scope: scope))
    while let top = stack.last {
      let isFull = members.count - first + entered >= Self.mostMembers
      guard top.next < top.children.count, !isFull else {
        if top.next < top.children.count { writer.note(.tooMany(top.children[top.next])) }
        stack.removeLast()
        if let last = top.last { members.append(last) }
        continue
      }
      stack[stack.count - 1].next += 1
      let id = top.children[top.next]
      let scope = walk.scope(top.scope)
      guard
        var node = walk.withTree(
          scope.tree,
          { RenderTree.moment(of: id, in: $0, parentTime: scope.time) }
        )
      else { continue }
      if node.state.isFading { node.state.fade() }
      if !node.animations.isEmpty || !node.state.hasUntouchedTiming { writer.noteTimed() }
      guard node.state.preservesDepth,
        !node.animations.contains(where: { $0.transition(at: node.localTime) != nil })
      else {
        members.append(Self.plane(of: node, Visit(id: id, scope: top.scope), in: scope))
        continue
      }
      guard !node.state.isHidden, node.state.opacity.asOpacity > 0 else { continue }
      var last = particles(of: node, .layer, in: scope, &writer)
      for inner in Self.innerScopes(of: node, .layer, in: scope, &writer).reversed() {
        entered += 1
        stack.append(Level(children: node.children, scope: walk.enter(inner), last: last.take()))
      }
    }
  }

  private static func plane(of node: LayerMoment, _ visit: Visit, in scope: Scope) -> VolumeMember {
    let place = node.state.anchoredPlace
    var matrix = place.matrix
    if let volume = scope.volume { matrix = matrix.concatenated(with: volume) }
    let z = matrix.height(of: place.anchor)
    return VolumeMember(content: .plane(visit), matrix: matrix, z: z.isFinite ? z : 0)
  }

  // MARK: Arrangements

  /// Notes where the items of an arrangement's next member end.
  mutating func endMember(_ record: Int32, at end: Int) { arrangements[Int(record)].endMember(at: end) }

  /// Puts the items of an arrangement into painting order.
  mutating func arrange(_ record: Int32, _ writer: inout FrameWriter) {
    let arrangement = arrangements.removeLast()
    arrangement.arrange(&writer)
  }

  // MARK: Particles

  /// The particles of an emitter that keeps their depth; nil if the layer is not an emitter.
  private mutating func particles(
    of node: LayerMoment,
    _ role: Visit.Role,
    in scope: Scope,
    _ writer: inout FrameWriter
  ) -> VolumeMember? {
    guard let emitter = DepthEmitter(node, role, in: scope, &writer) else { return nil }
    emitters.append(emitter)
    let isSorted = emitter.state.renderMode == .backToFront
    let content = VolumeMember.Content.particles(Int32(emitters.count - 1), isSorted: isSorted)
    return VolumeMember(content: content, matrix: emitter.place, z: 0)
  }

  /// Draws the particles of an emitter that keeps their depth.
  func drawParticles(_ record: Int32, _ walk: TreeWalk, _ writer: inout FrameWriter) {
    emitters[Int(record)].draw(walk, &writer)
  }
}
