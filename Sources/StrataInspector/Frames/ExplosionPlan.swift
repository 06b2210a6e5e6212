#if Inspector
  import CoreGraphics
  import StrataBase
  import StrataFrame
  import StrataRenderTree

  /// Which layers of a moment get a plane of their own, and which are drawn together.
  ///
  /// A scene has at most ``mostPlanes`` planes, since a browser composites each as a picture of its own. The layers above the
  /// focus are opened first, then what is below it, level by level, then the rest of the tree. A layer that is not opened is one
  /// plane with all that it holds. Where a layer has more sublayers than planes are left, those around the focus stand alone and
  /// the others are drawn in runs of neighbours, in the plane of the layer that flattens them: there they look as in the picture.
  struct ExplosionPlan {
    /// A layer in the space of the picture.
    struct Entry {
      var place: TreeGeometry.Place
      /// The place in the space of the picture, with its depth.
      var matrix: CATransform3D
      /// True if y of the layer's contents runs down.
      var isFlipped: Bool
      /// The time of the layer around it.
      var parentTime: Double
      var parent: LayerID?
    }

    /// What one plane shows.
    enum Part {
      /// What one layer paints.
      case layer(Entry)
      /// A layer with all that it holds.
      case subtree(Entry)
      /// Layers with all that they hold, in the plane of a layer around them. The chain leads from that layer to theirs.
      case run([LayerID], plane: Entry, chain: [Entry])
    }

    private enum Step {
      case one(LayerID)
      case run([LayerID])
    }

    let geometry: TreeGeometry
    let hidden: Set<LayerID>
    private var entries: [LayerID: Entry] = [:]
    /// How the sublayers of opened layers are shown.
    private var opened: [LayerID: [Step]] = [:]
    private var planeCount = 1

    /// The most planes of a scene.
    static let mostPlanes = 150
    /// Into how many runs the sublayers of a layer are divided where none of them is looked at.
    private static let usualRuns = 24

    init(_ geometry: TreeGeometry, isTop: Bool, hidden: Set<LayerID>, focus: LayerID?) {
      (self.geometry, self.hidden) = (geometry, hidden)
      guard let root = geometry.snapshot.tree.root, let place = geometry.place(of: root, in: nil),
        isVisible(place)
      else { return }
      entries[root] = Entry(
        place: place,
        matrix: place.space,
        isFlipped: isTop,
        parentTime: geometry.snapshot.time,
        parent: nil
      )
      let path = focus.map { geometry.snapshot.tree.ancestry(of: $0).reversed() }.map(Array.init) ?? [root]
      for (layer, next) in zip(path, path.dropFirst()) { open(layer, around: next, splits: true) }
      for start in [path.last ?? root, root] {
        var level = [start]
        while !level.isEmpty {
          // A layer alone on its level is divided, so that what it holds is seen.
          let splits = level.count == 1
          for layer in level { open(layer, around: nil, splits: splits) }
          level = level.flatMap { sublayers(of: $0) }
        }
      }
    }

    /// The layers that stand alone below an opened one.
    private func sublayers(of layer: LayerID) -> [LayerID] {
      (opened[layer] ?? []).compactMap { if case .one(let id) = $0 { id } else { nil } }
    }

    private func isVisible(_ place: TreeGeometry.Place) -> Bool {
      !place.state.isHidden && place.state.opacity > 0 && !hidden.contains(place.id)
    }

    /// Gives the sublayers of a layer planes, if there are enough or if `splits` allows runs.
    private mutating func open(_ layer: LayerID, around focus: LayerID?, splits: Bool) {
      guard opened[layer] == nil, let entry = entries[layer],
        !geometry.snapshot.tree.children(of: layer).isEmpty
      else { return }
      let places = geometry.sublayers(of: entry.place).filter { isVisible($0) }
      let room = Self.mostPlanes - planeCount
      var steps: [Step]
      if places.count <= room {
        steps = places.map { .one($0.id) }
      } else if splits, room > 3 {
        steps = Self.divided(places.map(\.id), around: focus, room: room)
      } else {
        return
      }
      planeCount += steps.count
      let alone = Set(
        steps.compactMap { step -> LayerID? in if case .one(let id) = step { id } else { nil } }
      )
      for place in places where alone.contains(place.id) { entries[place.id] = self.entry(place, in: entry) }
      opened[layer] = steps
    }

    private func entry(_ place: TreeGeometry.Place, in parent: Entry) -> Entry {
      let state = parent.place.state
      let above = state.preservesDepth ? parent.matrix : parent.matrix.flat
      return Entry(
        place: place,
        matrix: LayerGeometry.toParent(place.state, in: state).concatenated(with: above),
        isFlipped: parent.isFlipped != state.isGeometryFlipped,
        parentTime: parent.place.time,
        parent: parent.place.id
      )
    }

    /// Layers alone around the focus, the others in runs; runs alone without a focus.
    ///
    /// There are at most `room` steps.
    private static func divided(_ layers: [LayerID], around focus: LayerID?, room: Int) -> [Step] {
      guard let at = focus.flatMap({ layers.firstIndex(of: $0) }) else {
        let length = (layers.count + min(usualRuns, room) - 1) / min(usualRuns, room)
        return stride(from: 0, to: layers.count, by: length).map {
          .run(Array(layers[$0..<min($0 + length, layers.count)]))
        }
      }
      // Half of the planes are left for what is below the focus.
      let width = max(1, room / 2 - 2)
      let first = max(0, min(at - width / 2, layers.count - width))
      let last = min(layers.count, first + width)
      let runs = [layers[..<first], layers[last...]].map { $0.isEmpty ? [] : [Step.run(Array($0))] }
      return runs[0] + layers[first..<last].map { .one($0) } + runs[1]
    }

    /// The planes in painting order.
    var parts: [Part] {
      var found: [Part] = []
      var pending: [(step: Step, parent: LayerID?)] =
        geometry.snapshot.tree.root.map { [(.one($0), nil)] } ?? []
      while let (step, parent) = pending.popLast() {
        switch step {
        case .run(let layers): found += run(layers, in: parent)
        case .one(let id):
          guard let entry = entries[id] else { continue }
          let steps = opened[id]
          if steps == nil, !geometry.snapshot.tree.children(of: id).isEmpty {
            // What keeps its depth has no plane of its own.
            found += entry.place.state.preservesDepth ? run([id], in: parent) : [.subtree(entry)]
          } else {
            found.append(.layer(entry))
          }
          pending += (steps ?? []).reversed().map { ($0, id) }
        }
      }
      return found
    }

    private func run(_ layers: [LayerID], in parent: LayerID?) -> [Part] {
      var chain: [Entry] = []
      var next = parent ?? geometry.snapshot.tree.root
      while let entry = next.flatMap({ entries[$0] }) {
        guard entry.place.state.preservesDepth, entry.parent != nil else {
          return [.run(layers, plane: entry, chain: chain.reversed())]
        }
        chain.append(entry)
        next = entry.parent
      }
      return []
    }
  }

  extension CATransform3D {
    /// The matrix of a layer that flattens what stands in it: z becomes 0.
    fileprivate var flat: CATransform3D {
      var flat = self
      (flat.m13, flat.m23, flat.m33, flat.m43) = (0, 0, 1, 0)
      (flat.m31, flat.m32, flat.m34) = (0, 0, 0)
      return flat
    }
  }
#endif
