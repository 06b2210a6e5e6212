#if Inspector
  import CoreGraphics
  import Foundation
  import StrataBase
  import StrataCompositor
  import StrataFrame
  import StrataRaster
  import StrataRenderTree

  /// The lines that show where a layer is, in points of the picture from the top left.
  struct LayerOverlay: Encodable {
    struct Line: Encodable {
      /// `bounds`, `corners`, `shadow`, `mask` or `parent`.
      var kind: String
      /// x and y in turn.
      var points: [Double]
      var isClosed = true
    }
    struct Distances: Encodable {
      var left, right, bottom, top: Double
    }
    var lines: [Line] = []
    var anchor: [Double]?
    var position: [Double]?
    /// From the layer's frame to the edges of its superlayer's bounds, in the superlayer's points: minimum and maximum x, then y.
    var toParent: Distances?

    init?(of id: LayerID, in geometry: TreeGeometry) {
      guard let place = geometry.place(of: id) else { return nil }
      let state = place.state
      let plane = state.preservesDepth ? place.space.planar.concatenating(place.plane) : place.plane
      add("bounds", .rect(state.bounds), through: plane)
      if state.cornerRadius > 0 {
        add("corners", .roundedRect(RoundedRect(of: state, PlaneRect(state.bounds))), through: plane)
      }
      if state.shadowOpacity > 0 {
        let offset = state.shadowOffset
        let shape = state.shadowPath?.outline ?? .roundedRect(RoundedRect(of: state, PlaneRect(state.bounds)))
        let moved = shape.mapPoints { $0 + RasterPoint(Double(offset.width), Double(offset.height)) }
        add("shadow", moved, through: plane)
      }
      anchor = Self.pair(state.anchor, through: plane)
      guard let node = geometry.snapshot.tree[id] else { return }
      if let mask = node.mask, let place = geometry.place(of: mask) {
        var shape = Outline.rect(place.state.bounds)
        if case .shape(let box) = place.state.kind, let path = box.value.path { shape = path.outline }
        add("mask", shape, through: place.plane)
      }
      if let parent = node.parent, let above = geometry.place(of: parent) {
        add("parent", .rect(above.state.bounds), through: above.plane)
        position = Self.pair(state.position, through: above.plane)
        let (frame, bounds) = (state.frame, above.state.bounds)
        toParent = Distances(
          left: Double(frame.minX - bounds.minX),
          right: Double(bounds.maxX - frame.maxX),
          bottom: Double(frame.minY - bounds.minY),
          top: Double(bounds.maxY - frame.maxY)
        )
      }
    }

    private mutating func add(_ kind: String, _ outline: Outline, through map: Projective) {
      for points in outline.polylines(through: map) where points.count >= 4 {
        lines.append(Line(kind: kind, points: points))
      }
    }

    private static func pair(_ point: CGPoint, through map: Projective) -> [Double]? {
      let image = LayerGeometry.convert(point, through: map)
      return image.x.isFinite && image.y.isFinite ? [Double(image.x), Double(image.y)] : nil
    }
  }

  extension PlaneRect {
    fileprivate init(_ rect: CGRect) {
      self.init(Double(rect.minX), Double(rect.minY), Double(rect.maxX), Double(rect.maxY))
    }
  }

  extension Outline {
    fileprivate static func rect(_ rect: CGRect) -> Outline {
      .rect(
        minX: Double(rect.minX),
        minY: Double(rect.minY),
        width: Double(rect.width),
        height: Double(rect.height)
      )
    }

    /// The number of chords of a curve: enough for lines a pixel wide.
    private static let chords = 16

    /// The images of the subpaths, curves as chords, without points that lie behind the viewer; x and y in turn.
    fileprivate func polylines(through map: Projective) -> [[Double]] {
      var lines: [[Double]] = []
      var line: [Double] = []
      var last = RasterPoint.zero
      func add(_ point: RasterPoint) {
        let image = map.apply(point.x, point.y)
        guard image.w > 0, (image.x / image.w).isFinite, (image.y / image.w).isFinite else { return }
        line += [image.x / image.w, image.y / image.w]
      }
      var rest = points[...]
      for verb in verbs {
        let own = Array(rest.prefix(verb.pointCount))
        rest = rest.dropFirst(verb.pointCount)
        switch verb {
        case .move:
          if !line.isEmpty { lines.append(line) }
          line = []
          own.first.map { add($0) }
        case .line: own.first.map { add($0) }
        case .quad, .cubic:
          for step in 1...Self.chords {
            let t = Double(step) / Double(Self.chords)
            add(Self.point(of: [last] + own, at: t))
          }
        case .close: break
        }
        last = own.last ?? last
      }
      if !line.isEmpty { lines.append(line) }
      return lines
    }

    /// The point of a Bézier curve by de Casteljau's construction.
    private static func point(of controls: [RasterPoint], at t: Double) -> RasterPoint {
      var points = controls
      while points.count > 1 { points = zip(points, points.dropFirst()).map { $0 + ($1 - $0) * t } }
      return points.first ?? .zero
    }
  }
#endif
