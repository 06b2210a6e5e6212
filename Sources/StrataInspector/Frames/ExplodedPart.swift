#if Inspector
  import CoreGraphics
  import StrataBase
  import StrataFrame
  import StrataRenderTree

  /// What one plane of a scene draws: a tree of its own, and the part of a layer's plane that it covers.
  struct ExplodedPart {
    /// The layer in whose plane it is drawn.
    let plane: ExplosionPlan.Entry
    /// The layer that a click selects.
    let subject: LayerID
    /// In the plane's points.
    let bounds: CGRect
    /// How many layers are drawn, and why they are drawn together; nil for one layer alone.
    private(set) var merging: (count: Int, reason: String)?
    private let geometry: TreeGeometry
    private let part: ExplosionPlan.Part

    /// The most layers of one part that are measured; what lies outside of the others may be cut off.
    private static let mostMeasured = 2000

    /// Nil for what paints nothing.
    init?(_ part: ExplosionPlan.Part, _ geometry: TreeGeometry) {
      (self.part, self.geometry) = (part, geometry)
      let tree = geometry.snapshot.tree
      let limit = "a scene has at most \(ExplosionPlan.mostPlanes) planes"
      switch part {
      case .layer(let entry):
        (plane, subject) = (entry, entry.place.id)
        if case .transform = entry.place.state.kind { return nil }
        bounds = Self.ownBounds(entry.place.state)
      case .subtree(let entry):
        (plane, subject) = (entry, entry.place.id)
        bounds = Self.extent(of: [entry.place], entry, geometry)
        merging = (tree.subtree(of: entry.place.id).count, "drawn with all that it holds: \(limit)")
      case .run(let layers, let entry, let chain):
        guard let first = layers.first else { return nil }
        (plane, subject) = (entry, first)
        let around = chain.last?.place ?? entry.place
        let places = layers.prefix(Self.mostMeasured).compactMap { geometry.place(of: $0, in: around) }
        bounds = Self.extent(of: places, entry, geometry)
        let count = layers.reduce(0) { $0 + tree.subtree(of: $1).count }
        merging = (count, "drawn together as they look from the front: \(limit)")
      }
      guard bounds.width > 0, bounds.height > 0, bounds.width.isFinite, bounds.height.isFinite else {
        return nil
      }
    }

    private static func ownBounds(_ state: LayerState) -> CGRect {
      guard state.shadowOpacity > 0 else { return state.bounds }
      let offset = state.shadowOffset
      let reach = state.shadowRadius * 3 + abs(offset.width) + abs(offset.height)
      return state.bounds.insetBy(dx: -reach, dy: -reach)
    }

    /// What places and the layers in them cover of a plane.
    private static func extent(
      of tops: [TreeGeometry.Place],
      _ plane: ExplosionPlan.Entry,
      _ geometry: TreeGeometry
    ) -> CGRect {
      guard let toPlane = plane.place.plane.inverted() else { return .null }
      var (found, pending, count) = (CGRect.null, tops, 0)
      while let place = pending.popLast(), count < mostMeasured {
        count += 1
        let state = place.state
        guard !state.isHidden, state.opacity > 0 else { continue }
        if !state.preservesDepth {
          let map = place.plane.concatenating(toPlane)
          let box = ownBounds(state)
          let corners = [
            CGPoint(x: box.minX, y: box.minY), CGPoint(x: box.maxX, y: box.minY),
            CGPoint(x: box.maxX, y: box.maxY), CGPoint(x: box.minX, y: box.maxY),
          ]
          for corner in corners.map({ LayerGeometry.convert($0, through: map) })
          where corner.x.isFinite && corner.y.isFinite {
            found = found.union(CGRect(x: corner.x, y: corner.y, width: 0, height: 0))
          }
          if state.masksToBounds { continue }
        }
        pending += geometry.sublayers(of: place)
      }
      return plane.place.state.masksToBounds ? found.intersection(plane.place.state.bounds) : found
    }

    // MARK: The picture

    /// True if the picture is upside down in the plane: a root that flips its sublayers is drawn flipped in its bounds.
    private var isMirrored: Bool {
      if case .layer = part { false } else { plane.place.state.isGeometryFlipped }
    }

    /// The map of the points that are drawn to those of the plane, which turns mirrored ones back.
    var toPlane: CATransform3D {
      guard isMirrored else { return .identity }
      var mirror = CATransform3D.identity
      (mirror.m22, mirror.m42) = (-1, plane.place.state.bounds.minY + plane.place.state.bounds.maxY)
      return mirror
    }

    /// The rectangle that is drawn, in the points that are drawn.
    var canvas: CGRect {
      guard isMirrored else { return bounds }
      let own = plane.place.state.bounds
      var canvas = bounds
      canvas.origin.y = own.minY + own.maxY - bounds.maxY
      return canvas
    }

    /// The tree to draw, whose root is the plane's layer, and its time.
    var snapshot: Snapshot {
      var builder = TreeCopy(geometry.snapshot.tree)
      switch part {
      case .layer:
        var state = Self.standing(plane.place.state)
        state.isGeometryFlipped = false
        builder.add(state, children: [])
      case .subtree(let entry):
        let node = geometry.snapshot.tree[entry.place.id]
        builder.add(
          Self.standing(plane.place.state),
          children: node?.children ?? [],
          mask: node?.mask
        )
      case .run(let layers, _, let chain):
        builder.addEmpty([plane] + chain, children: layers)
      }
      return Snapshot(tree: builder.tree, time: plane.parentTime, top: nil)
    }

    /// A state at full opacity, for a root that stands still.
    private static func standing(_ state: LayerState) -> LayerState {
      var state = state
      state.opacity = 1
      state.compositingFilter = nil
      return state
    }
  }

  /// A copy of parts of a tree, with names of its own, so that it costs what it holds.
  private struct TreeCopy {
    private let source: RenderTree
    private var updates: [LayerUpdate] = []
    private var links: [ChildrenUpdate] = []

    init(_ source: RenderTree) { self.source = source }

    var tree: RenderTree {
      var tree = RenderTree()
      let root = updates.first?.id
      tree.apply(Commit(sequence: 1, time: 0, root: root, updates: updates, children: links))
      return tree
    }

    private mutating func add(_ state: LayerState, _ animations: [AnimationRecord]) -> LayerID {
      let id = LayerID(index: UInt32(updates.count + 1), generation: 1)
      updates.append(LayerUpdate(id: id, aspects: .all, state: state, animations: animations))
      return id
    }

    /// Adds a layer as it stands, with copies of layers of the source.
    mutating func add(_ state: LayerState, children: [LayerID], mask: LayerID? = nil) {
      copy(children, mask, below: add(state, []))
    }

    /// Adds layers that paint nothing, each in the one before, and copies of layers of the source in the last one.
    mutating func addEmpty(_ entries: [ExplosionPlan.Entry], children: [LayerID]) {
      var above: LayerID?
      for entry in entries {
        let id = add(entry.place.state.unpainted, [])
        if let above { links.append(ChildrenUpdate(parent: above, children: [id])) }
        above = id
      }
      if let above { copy(children, nil, below: above) }
    }

    private mutating func copy(_ children: [LayerID], _ mask: LayerID?, below parent: LayerID) {
      var pending = [(parent: parent, children: children, mask: mask)]
      while let (parent, children, mask) = pending.popLast() {
        let layers = (children + [mask].compactMap(\.self)).compactMap { source[$0] }
        guard !layers.isEmpty else { continue }
        let copies = layers.map { add($0.state, $0.animations) }
        let hasMask = mask != nil && layers.last?.id == mask
        links.append(
          ChildrenUpdate(
            parent: parent,
            children: Array(hasMask ? copies.dropLast() : copies[...]),
            mask: hasMask ? copies.last : nil
          )
        )
        for (node, copy) in zip(layers, copies) { pending.append((copy, node.children, node.mask)) }
      }
    }
  }

  extension LayerState {
    /// The state of a layer that holds others where this one does, and paints nothing.
    fileprivate var unpainted: LayerState {
      var state = self
      (state.opacity, state.visibility) = (1, 1)
      (state.backgroundColor, state.contents, state.borderWidth, state.shadowOpacity) = (nil, .none, 0, 0)
      (state.filters, state.backgroundFilters, state.compositingFilter) = ([], [], nil)
      state.shouldRasterize = false
      state.kind = state.preservesDepth ? .transform : .plain
      return state
    }
  }
#endif
