#if Inspector
  import CoreGraphics
  import Foundation
  import StrataBase
  import StrataFrame
  import StrataRenderTree

  /// The layers of a moment as planes in space, each with a picture of what it alone paints.
  struct Explosion {
    struct Plane: Encodable {
      var layer: String
      var name: String?
      var type: String
      var depth: Int
      /// Sixteen numbers, row by row for row vectors: the plane's points to points of the picture, z towards the viewer.
      var matrix: [Double]
      /// In the plane's points.
      var width: Double
      var height: Double
      var opacity: Double
      var pixelWidth: Int
      var pixelHeight: Int
      /// The bytes of the plane's pixels among those that follow: straight RGBA.
      var offset: Int
      var length: Int
    }

    struct Scene: Encodable {
      var width: Double
      var height: Double
      var planes: [Plane]
      /// Visible layers that were left out.
      var omitted: Int
    }

    let source: any InspectionSource
    let geometry: TreeGeometry
    let hidden: Set<LayerID>
    let scale: Double

    /// The most planes of one scene.
    private static let mostPlanes = 150
    /// The longest side of a plane's picture, in pixels.
    private static let longestSide = 1024.0

    func scene() -> (Scene, Data) {
      let stage = source.stage
      var scene = Scene(
        width: Double(stage.size.width),
        height: Double(stage.size.height),
        planes: [],
        omitted: 0
      )
      var pixels = Data()
      let painter = Painter()
      for entry in visiblePlaces() {
        guard scene.planes.count < Self.mostPlanes else {
          scene.omitted += 1
          continue
        }
        if let plane = plane(entry, painter, &pixels) { scene.planes.append(plane) }
      }
      return (scene, pixels)
    }

    private struct Entry {
      var place: TreeGeometry.Place
      /// The place in the space of the picture, with its depth.
      var matrix: CATransform3D
      /// True if y of the layer's contents runs down.
      var isFlipped: Bool
    }

    /// The visible layers in painting order.
    private func visiblePlaces() -> [Entry] {
      let stage = source.stage
      guard let root = geometry.snapshot.tree.root, let place = geometry.place(of: root, in: nil) else {
        return []
      }
      var found: [Entry] = []
      let isTop = stage.origin == .topLeft
      var pending = [Entry(place: place, matrix: place.space, isFlipped: isTop)]
      while let entry = pending.popLast() {
        let state = entry.place.state
        guard !state.isHidden, state.opacity > 0, !hidden.contains(entry.place.id) else { continue }
        found.append(entry)
        let isFlipped = entry.isFlipped != state.isGeometryFlipped
        let above = state.preservesDepth ? entry.matrix : entry.matrix.flat
        for child in geometry.sublayers(of: entry.place).reversed() {
          let step = LayerGeometry.toParent(child.state, in: state)
          pending.append(Entry(place: child, matrix: step.concatenated(with: above), isFlipped: isFlipped))
        }
        // Each level of planes is entered once; deep trees end here.
        if found.count > 20_000 { break }
      }
      return found
    }

    private func plane(_ entry: Entry, _ painter: Painter, _ pixels: inout Data) -> Plane? {
      let state = entry.place.state
      let isTransform = if case .transform = state.kind { true } else { false }
      let reach =
        state.shadowOpacity > 0
        ? Double(state.shadowRadius) * 3 + abs(Double(state.shadowOffset.width))
          + abs(Double(state.shadowOffset.height))
        : 0
      let bounds = state.bounds.insetBy(dx: -CGFloat(reach), dy: -CGFloat(reach))
      guard !isTransform, bounds.width > 0, bounds.height > 0, bounds.width.isFinite, bounds.height.isFinite
      else {
        return nil
      }
      let side = Double(max(bounds.width, bounds.height))
      let scale = min(self.scale, Self.longestSide / side)
      let viewport = Viewport(
        width: max(1, Int((Double(bounds.width) * scale).rounded(.up))),
        height: max(1, Int((Double(bounds.height) * scale).rounded(.up))),
        scale: scale,
        origin: entry.isFlipped ? .topLeft : .bottomLeft,
        canvas: PlaneRect(
          Double(bounds.minX),
          Double(bounds.minY),
          Double(bounds.maxX),
          Double(bounds.maxY)
        ),
        ignoresRootPlacement: true
      )
      var own = Snapshot(tree: alone(entry.place), time: entry.place.time)
      own.top = entry.place.id
      guard let bytes = try? painter.pixels(of: own, viewport), bytes.contains(where: { $0 != 0 }) else {
        return nil
      }
      let offset = pixels.count
      pixels.append(bytes)
      return Plane(
        layer: entry.place.id.wire,
        name: source.name(of: entry.place.id),
        type: source.className(of: entry.place.id) ?? state.kind.layerClass.name,
        depth: entry.place.depth,
        matrix: matrix(entry, bounds),
        width: Double(bounds.width),
        height: Double(bounds.height),
        opacity: Double(state.opacity),
        pixelWidth: viewport.width,
        pixelHeight: viewport.height,
        offset: offset,
        length: bytes.count
      )
    }

    /// A tree with one layer that paints its own parts at full opacity and stands still.
    private func alone(_ place: TreeGeometry.Place) -> RenderTree {
      var state = place.state
      state.opacity = 1
      state.isGeometryFlipped = false
      state.compositingFilter = nil
      var tree = RenderTree()
      let update = LayerUpdate(id: place.id, aspects: .all, state: state, animations: [])
      tree.apply(Commit(sequence: 1, time: 0, root: place.id, updates: [update]))
      return tree
    }

    /// The points of the plane's picture, from its top left, to those of the whole picture.
    private func matrix(_ entry: Entry, _ bounds: CGRect) -> [Double] {
      var toLayer = CATransform3D(translationX: bounds.minX, y: bounds.minY, z: 0)
      if !entry.isFlipped {
        toLayer.m22 = -1
        toLayer.m42 = bounds.maxY
      }
      var whole = toLayer.concatenated(with: entry.matrix)
      if source.stage.origin == .bottomLeft {
        var flip = CATransform3D.identity
        flip.m22 = -1
        flip.m42 = CGFloat(source.stage.viewport(scale: 1).height)
        whole = whole.concatenated(with: flip)
      }
      let rows = whole.rows
      return [rows.0, rows.1, rows.2, rows.3].flatMap { [$0.x, $0.y, $0.z, $0.w] }
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
