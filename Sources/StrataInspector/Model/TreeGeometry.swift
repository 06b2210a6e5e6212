#if Inspector
  import CoreGraphics
  import Foundation
  import StrataBase
  import StrataRenderTree

  /// Where the layers of a snapshot are: their maps to the picture, and the layers at a point.
  struct TreeGeometry {
    let snapshot: Snapshot
    let toPicture: Projective

    /// A layer on the way down from the root.
    struct Place {
      var id: LayerID
      var state: LayerState
      /// The layer's own time.
      var time: Double
      /// The layer's plane to the picture; of a layer that keeps depth, that of the plane around it.
      var plane: Projective
      /// The layer's points to the space that it stands in, while nothing flattened it.
      var space: CATransform3D
      var depth: Int
    }

    /// Layers that nest deeper than this are not looked at.
    private static let deepest = 4096

    /// The place of a layer, from its own path alone; nil if the tree does not hold it.
    func place(of id: LayerID) -> Place? {
      var place: Place?
      for id in snapshot.tree.ancestry(of: id).reversed() {
        guard let next = self.place(of: id, in: place) else { return nil }
        place = next
      }
      return place
    }

    /// The place of a layer inside the place of its superlayer.
    func place(of id: LayerID, in parent: Place?) -> Place? {
      guard let node = snapshot.tree[id] else { return nil }
      let shown = node.evaluated(parentTime: parent?.time ?? snapshot.time)
      let isMask = parent.map { snapshot.tree[$0.id]?.mask == id } ?? false
      var step = LayerGeometry.toParent(shown.state, in: isMask ? nil : parent?.state)
      var plane = parent?.plane ?? toPicture
      if let parent, parent.state.preservesDepth { step = step.concatenated(with: parent.space) }
      if !shown.state.preservesDepth { plane = step.planar.concatenating(plane) }
      return Place(
        id: id,
        state: shown.state,
        time: shown.localTime,
        plane: plane,
        space: step,
        depth: (parent?.depth ?? -1) + 1
      )
    }

    /// The layers at a point of the picture, from front to back.
    func layers(at point: CGPoint, hidden: Set<LayerID>) -> [LayerID] {
      guard let root = snapshot.tree.root, let place = place(of: root, in: nil) else { return [] }
      var found: [LayerID] = []
      // A layer is entered before its sublayers and found after them.
      var pending: [(place: Place, isFound: Bool)] = [(place, false)]
      while let (place, isFound) = pending.popLast() {
        if isFound {
          found.append(place.id)
          continue
        }
        guard !place.state.isHidden, place.state.opacity > 0, !hidden.contains(place.id) else { continue }
        if !place.state.preservesDepth {
          guard let local = local(point, in: place) else { continue }
          let isInside = place.state.contains(local)
          if place.state.masksToBounds, !isInside { continue }
          if isInside { pending.append((place, true)) }
        }
        guard place.depth < Self.deepest else { continue }
        for below in sublayers(of: place) { pending.append((below, false)) }
      }
      return found
    }

    /// The places of a layer's sublayers in painting order.
    func sublayers(of place: Place) -> [Place] {
      let places = snapshot.tree.children(of: place.id).compactMap { self.place(of: $0, in: place) }
      return LayerGeometry.paintingOrder(depths: places.map(\.state.depth)).map { places[$0] }
    }

    /// A point of the picture in a layer's own points; nil if the layer is seen edge on or lies behind the viewer.
    private func local(_ point: CGPoint, in place: Place) -> CGPoint? {
      guard let inverse = place.plane.inverted() else { return nil }
      let local = LayerGeometry.convert(point, through: inverse)
      guard local.x.isFinite, local.y.isFinite, place.plane.apply(Double(local.x), Double(local.y)).w > 0
      else {
        return nil
      }
      return local
    }
  }
#endif
