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
      /// How many layers are drawn together here; 0 for one layer alone.
      var merged = 0
      /// Why they are.
      var why: String?
    }

    struct Scene: Encodable {
      var width: Double
      var height: Double
      var planes: [Plane] = []
      /// Layers that have no plane of their own.
      var merged = 0
      /// The most planes of a scene.
      var most = ExplosionPlan.mostPlanes
    }

    let source: any InspectionSource
    let geometry: TreeGeometry
    let hidden: Set<LayerID>
    /// The layer around which layers get planes of their own where there are too many; nil for the root.
    let focus: LayerID?
    let scale: Double

    /// The longest side of a plane's picture, in pixels.
    private static let longestSide = 1024.0
    /// The most pixels of all planes together.
    private static let mostPixels = 24.0 * 1024 * 1024

    func scene() -> (Scene, Data) {
      let stage = source.stage
      var scene = Scene(width: Double(stage.size.width), height: Double(stage.size.height))
      let tree = geometry.snapshot.tree
      let plan = ExplosionPlan(
        geometry,
        isTop: stage.origin == .topLeft,
        hidden: hidden,
        focus: focus.flatMap { tree.contains($0) && tree.ancestry(of: $0).last == tree.root ? $0 : nil }
      )
      let parts = plan.parts.compactMap { ExplodedPart($0, geometry) }
      let area = parts.reduce(0) { sum, part in
        let own = self.scale(of: part.bounds, atMost: scale)
        return sum + Double(part.bounds.width * part.bounds.height) * own * own
      }
      let fitting = scale * min(1, (Self.mostPixels / max(area, 1)).squareRoot())
      var pixels = Data()
      let painter = Painter(threads: source.painterThreads)
      for part in parts {
        guard let plane = plane(part, painter, fitting, &pixels) else { continue }
        scene.planes.append(plane)
        scene.merged += plane.merged
      }
      return (scene, pixels)
    }

    private func scale(of bounds: CGRect, atMost scale: Double) -> Double {
      min(scale, Self.longestSide / Double(max(bounds.width, bounds.height)))
    }

    private func plane(
      _ part: ExplodedPart,
      _ painter: Painter,
      _ scale: Double,
      _ pixels: inout Data
    ) -> Plane? {
      let (bounds, id) = (part.canvas, part.subject)
      let scale = self.scale(of: bounds, atMost: scale)
      let viewport = Viewport(
        width: max(1, PixelCount.covering(bounds.width, scale: scale)),
        height: max(1, PixelCount.covering(bounds.height, scale: scale)),
        scale: scale,
        origin: part.plane.isFlipped ? .topLeft : .bottomLeft,
        canvas: PlaneRect(
          Double(bounds.minX),
          Double(bounds.minY),
          Double(bounds.maxX),
          Double(bounds.maxY)
        ),
        ignoresRootPlacement: true
      )
      guard let bytes = try? painter.pixels(of: part.snapshot, viewport), bytes.contains(where: { $0 != 0 })
      else {
        return nil
      }
      let offset = pixels.count
      pixels.append(bytes)
      let kind = geometry.snapshot.tree.withNode(id) { $0.state.kind.layerClass.name }
      return Plane(
        layer: id.wire,
        name: source.name(of: id),
        type: source.className(of: id) ?? kind ?? "CALayer",
        depth: part.plane.place.depth,
        matrix: matrix(part),
        width: Double(bounds.width),
        height: Double(bounds.height),
        opacity: part.plane.place.id == id ? Double(part.plane.place.state.opacity) : 1,
        pixelWidth: viewport.width,
        pixelHeight: viewport.height,
        offset: offset,
        length: bytes.count,
        merged: part.merging?.count ?? 0,
        why: part.merging?.reason
      )
    }

    /// The points of the plane's picture, from its top left, to those of the whole picture.
    private func matrix(_ part: ExplodedPart) -> [Double] {
      let (entry, bounds) = (part.plane, part.canvas)
      var toLayer = CATransform3D(translationX: bounds.minX, y: bounds.minY, z: 0)
      if !entry.isFlipped {
        toLayer.m22 = -1
        toLayer.m42 = bounds.maxY
      }
      var whole = toLayer.concatenated(with: part.toPlane).concatenated(with: entry.matrix)
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
#endif
