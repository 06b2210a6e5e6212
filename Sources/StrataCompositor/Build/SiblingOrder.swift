import CoreGraphics
import Foundation
import StrataBase
import StrataRaster
import StrataRenderTree

/// Sublayers in the order in which they are painted (rendering Z-2 … Z-4), through layers that do not flatten.
///
/// Layers without depth go in the order of the array. Where all planes are parallel to the superlayer's, their z
/// decides. Where some are not, each is drawn by itself, and `PlaneSplitter` says which part of which covers what.
extension FrameBuilder {
  /// A layer of a volume: what the flattening layer paints.
  struct Entry {
    var visit: Visit
    /// The layer's points to the flattening layer's space.
    var matrix: CATransform3D
    /// Where the anchor lies.
    var z: Double
  }

  struct Arrangement {
    var owner: LayerID
    var base: Projective
    /// The clip that covers once and holds all of it.
    var rim: Index<ClipNode>?
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
    if entries.count < 2 || entries.allSatisfy({ $0.matrix.keepsDepth }) {
      sort(&entries)
      for entry in entries.reversed() { work.append(.visit(entry.visit)) }
      return
    }
    let record = Int32(arrangements.count)
    work.append(.arrange(record))
    for (i, entry) in entries.enumerated().reversed() {
      work.append(.capture(record, i))
      work.append(.visit(entry.visit))
    }
    let rim = frame.rim(of: scope.clip)
    arrangements.append(
      Arrangement(owner: owner, base: scope.base, rim: rim, entries: entries, start: open.count)
    )
  }

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
    let isPlaced: Bool
    switch visit.role {
    case .layer, .mask: isPlaced = true
    case .unplaced, .picture: isPlaced = false
    }
    let children = volumes(of: node, state, time, scope, isPlaced: isPlaced)
    // Copies of a volume are entries of one arrangement.
    let first = Int32(scopes.count)
    scopes.append(contentsOf: children)
    guard !children.isEmpty else { return }
    var entries: [Entry] = []
    for i in children.indices { entries += collect(node.children, scope: first + Int32(i)) }
    arrange(entries, owner: node.id, in: scope)
  }

  /// The scopes that the sublayers of a layer that does not flatten live in: one, or one for each copy.
  private func volumes(
    of node: LayerMoment,
    _ state: LayerState,
    _ time: Double,
    _ scope: Scope,
    isPlaced: Bool
  ) -> [Scope] {
    var inner = scope
    inner.time = time
    inner.depth += 1
    inner.opacity *= clampedOpacity(state.opacity)
    inner.isFlipped = scope.isFlipped != state.isGeometryFlipped
    if state.isGeometryFlipped { inner.handedness.negate() }
    inner.ignoresBackdrop = false
    var volume = isPlaced ? LayerPlacement.toSuperlayer(state) : .identity
    if isPlaced, let outer = scope.volume { volume = volume.concatenated(with: outer) }
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

  /// The most copies whose depths are compared with each other.
  private static let mostVolumeCopies = 1024

  /// All layers that the flattening layer around a scope paints from these, in the order of the arrays.
  private func collect(_ children: [LayerID], scope: Int32) -> [Entry] {
    var entries: [Entry] = []
    var stack: [(children: [LayerID], next: Int, scope: Int32)] = [(children, 0, scope)]
    while let top = stack.last {
      guard top.next < top.children.count, visits + entries.count < Self.visitLimit else {
        stack.removeLast()
        continue
      }
      stack[stack.count - 1].next += 1
      let id = top.children[top.next]
      let scope = scopes[Int(top.scope)]
      guard let node = trees[Int(scope.tree)].moment(of: id, parentTime: scope.time) else { continue }
      let (state, time) = (node.state, node.localTime)
      if !node.animations.isEmpty || !state.hasUntouchedTiming { isTimed = true }
      var isVolume = false
      switch state.kind {
      case .transform: isVolume = true
      case .replicator(let box): isVolume = box.value.preservesDepth
      default: break
      }
      if isVolume, !node.animations.contains(where: { $0.transition(at: time) != nil }) {
        guard !state.isHidden, clampedOpacity(state.opacity) > 0 else { continue }
        for inner in volumes(of: node, state, time, scope, isPlaced: true).reversed() {
          scopes.append(inner)
          stack.append((node.children, 0, Int32(scopes.count - 1)))
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
        Entry(visit: Visit(id: id, scope: top.scope), matrix: matrix, z: anchor.z.isFinite ? anchor.z : 0)
      )
    }
    return entries
  }

  func capture(_ record: Int32, _ entry: Int) {
    let i = Int(record)
    let from = arrangements[i].ranges.last?.upperBound ?? arrangements[i].start
    arrangements[i].ranges.append(from..<open.count)
  }

  /// Puts the items of crossing planes into painting order, cut where they cut each other.
  func arrange(_ record: Int32) {
    let arrangement = arrangements.removeLast()
    var planes: [PlaneSplitter.Plane] = []
    var owners: [Int] = []
    for (i, range) in arrangement.ranges.enumerated() where !range.isEmpty {
      guard let plane = plane(of: arrangement.entries[i], range, arrangement.base, order: planes.count) else {
        continue
      }
      planes.append(plane)
      owners.append(i)
    }
    guard planes.count > 1 else { return }
    var splitter = PlaneSplitter(planes)
    let fragments = splitter.paintingOrder()
    if splitter.gaveUp { note(.planesTooMany(arrangement.owner)) }
    let items = Array(open[arrangement.start...])
    open.removeSubrange(arrangement.start...)
    for fragment in fragments {
      let range = arrangement.ranges[owners[fragment.plane]]
      var cuts = CutClips()
      var rims = RimCopies(outer: arrangement.rim)
      for var item in items[(range.lowerBound - arrangement.start)..<(range.upperBound - arrangement.start)] {
        if let polygon = fragment.polygon {
          let clip = cuts.clip(within: item.clip) { addCut(polygon, parent: item.clip, space: item.space) }
          item.boundsInDevice = item.boundsInDevice.intersection(frame[clip].boundsInDevice)
          item.clip = clip
          item.rim = copy(of: item.rim, &rims)
          item.isOpaque = false
        }
        if !item.boundsInDevice.isEmpty { open.append(item) }
      }
    }
  }

  /// The clips of a piece of a plane by those that were there before; most planes have one.
  private struct CutClips {
    private var last: (parent: Index<ClipNode>?, clip: Index<ClipNode>)?
    private var others: [Index<ClipNode>?: Index<ClipNode>] = [:]

    mutating func clip(within parent: Index<ClipNode>?, make: () -> Index<ClipNode>) -> Index<ClipNode> {
      if let last, last.parent == parent { return last.clip }
      let clip = others[parent] ?? make()
      if let last { others[last.parent] = last.clip }
      last = (parent, clip)
      return clip
    }
  }

  /// Copies of the clips that cover once in a piece of a plane: other planes may lie between two pieces, so each piece is
  /// covered by itself.
  private struct RimCopies {
    let outer: Index<ClipNode>?
    var byNode: [Index<ClipNode>: Index<ClipNode>] = [:]
    var byName: [UInt64: Index<ClipNode>] = [:]
  }

  private func copy(of rim: Index<ClipNode>?, _ copies: inout RimCopies) -> Index<ClipNode>? {
    // From the outermost one that is not known in.
    var path: [Index<ClipNode>] = []
    var next = rim
    while let index = next, index != copies.outer, copies.byNode[index] == nil {
      path.append(index)
      next = frame.rim(of: frame[index].parent)
    }
    for index in path.reversed() {
      var node = frame[index]
      if let name = node.owner, let known = copies.byName[name] {
        copies.byNode[index] = known
        continue
      }
      if let around = frame.rim(of: node.parent), around != copies.outer {
        node.parent = copies.byNode[around]
      }
      let name = node.owner
      node.owner = nil
      let made = append(node, clipCores[index.value])
      copies.byNode[index] = made
      if let name { copies.byName[name] = made }
    }
    return rim.flatMap { $0 == copies.outer ? $0 : copies.byNode[$0] }
  }

  private func addCut(
    _ polygon: [RasterPoint],
    parent: Index<ClipNode>?,
    space: Index<Space>
  ) -> Index<ClipNode> {
    var box = PlaneRect(.infinity, .infinity, -.infinity, -.infinity)
    for p in polygon { box = box.union(PlaneRect(p.x, p.y, p.x, p.y)) }
    let limit = parent.map { frame[$0].boundsInDevice } ?? PixelRect(-(1 << 30), -(1 << 30), 1 << 30, 1 << 30)
    return append(
      ClipNode(
        parent: parent,
        space: space,
        shape: .polygon(polygon),
        boundsInDevice: PixelRect(covering: box, within: limit)
      ),
      ClipCore()
    )
  }

  /// What the splitter must know of an entry: the hull of its items, and its depth over the device.
  private func plane(
    of entry: Entry,
    _ range: Range<Int>,
    _ base: Projective,
    order: Int
  ) -> PlaneSplitter.Plane? {
    let m = entry.matrix
    let toDevice = Projective(
      m11: Double(m.m11),
      m12: Double(m.m12),
      m13: Double(m.m14),
      m21: Double(m.m21),
      m22: Double(m.m22),
      m23: Double(m.m24),
      m31: Double(m.m41),
      m32: Double(m.m42),
      m33: Double(m.m44)
    ).concatenating(base)
    guard let back = toDevice.inverted() else { return nil }
    // A device point maps back to (x, y, 1) · k with w = 1, so that z / w is linear in the device's coordinates.
    let z = SIMD3(Double(m.m13), Double(m.m23), Double(m.m43))
    let depth = SIMD3(
      (SIMD3(back.m11, back.m12, back.m13) * z).sum(),
      (SIMD3(back.m21, back.m22, back.m23) * z).sum(),
      (SIMD3(back.m31, back.m32, back.m33) * z).sum()
    )
    guard depth.sum().isFinite else { return nil }
    var points: [RasterPoint] = []
    for item in open[range] {
      let area = item.boundsInDevice.plane
      let inside = RasterHull.clip(
        frame[item.space].toDevice.polygon(of: item.payload.extent ?? area),
        to: area
      )
      if item.payload.extent == nil || inside.isEmpty {
        points += [
          RasterPoint(area.minX, area.minY), RasterPoint(area.maxX, area.minY),
          RasterPoint(area.maxX, area.maxY),
          RasterPoint(area.minX, area.maxY),
        ]
      } else {
        points += inside
      }
    }
    let hull = RasterHull.convex(points)
    guard hull.count > 2 else { return nil }
    return PlaneSplitter.Plane(polygon: hull, depth: depth, order: order)
  }
}

extension Payload {
  /// The rectangle of the plane that the payload paints in, where it says so.
  var extent: PlaneRect? {
    switch self {
    case .fill(let shape, _), .border(let shape, _, _), .gradient(_, let shape): PlaneRect(shape)
    case .image(_, let placement), .bitmap(_, let placement): placement.target
    case .shadow(let shape, let sigma, _): PlaneRect(shape).inset(-3 * sigma)
    case .path, .particles, .surface, .backdrop: nil
    }
  }
}
