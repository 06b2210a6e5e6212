import CoreGraphics
package import StrataBase
package import StrataFrame
import StrataRaster
package import StrataRenderTree

/// Builds the frame of a render tree at an exact time.
///
/// It is the reference for frames that are built in parts (`SubtreeBuilder`, `RetainedFrame`).
///
/// `LayerVisitor` walks through the tree. Layers that are more than one plane with parts have types of their own:
/// `GroupCompositor`, `VolumeArranger`, `ReplicaRepeater`, `BitmapCompositor`, `TransitionCompositor`. Emitters paint the
/// parts of layers; they add items to a `FrameWriter`.
///
/// # Coordinate spaces
///
/// - *Layer*: the coordinates of a layer's bounds, in points. Bounds, corners, contents and paths are given in it. In a
///   layer with flipped geometry, y runs the other way; `LayerState.flip` is part of the way out of the layer.
/// - *Plane*: the layer coordinates of a layer that flattens, seen as a flat picture. A display item lies in one plane.
///   `Plane.toDevice` maps it to the device; the frame keeps that map as a `Space`, made by `FrameWriter.space(of:)` when
///   the first item needs it. Text, patterns and transformed contents have planes of their own, made by
///   `Plane.init(_:toDevice:)`, whose map goes through the layer's.
/// - *Volume*: the three-dimensional space of a layer that flattens, in which its sublayers stand. z = 0 is its plane.
///   `LayerState.toSuperlayer` maps layer coordinates to the superlayer's volume. `Scope.volume` maps that volume on to
///   the volume of the next layer around that flattens: through sublayer transforms (`LayerState.sublayerSpaceTransform`),
///   transform layers (`VolumeArranger`) and copies (`ReplicaRepeater`); nil is the identity. Only x, y and w go on from
///   there: `CATransform3D.flattened`, in `Scope.plane(of:_:_:)`, drops z, and `Scope.base` maps the plane to the device.
///   z decides the order only (`VolumeMember.z`, `Arrangement`).
/// - *Device*: pixels of the target, the origin at the top left and y down. `hostToDevice` maps the host's points to it,
///   once per frame. Bounds of items, clips and passes, `Scope.cull` and filters are in it: `Projective.bounds(of:)` and
///   `PixelRect(covering:within:)` map rectangles of a plane to it, `FilterSite` vectors of filters, and
///   `ShadowPlan.surface` those of shadows.
/// - *Surface pixels*: the pixels of a pass. They are device pixels, so that surfaces composite one to one, even in
///   perspective. Only a rasterized layer has a pixel grid of its own, over its plane: inside it `BitmapGrid.fromPlane`
///   takes the place of the map to the device, and the item that shows the bitmap maps it back through its `Placement`.
///
/// A builder keeps its arrays and the outlines of strokes from frame to frame; frames do not depend on what it built
/// before.
///
/// - Thread: One owner, the thread that builds.
package final class FrameBuilder {
  private var visitor: LayerVisitor
  /// The tiles of tiled layers, kept from frame to frame.
  package let tiles: TileStore
  private let pathCache = PathCache()

  /// The most layers that one frame draws, copies of replicators counted.
  package static let visitLimit = 1 << 21
  /// The most surfaces inside one another.
  package static let groupLimit: Int32 = 96

  package init(tiles: TileStore = TileStore()) {
    self.tiles = tiles
    visitor = LayerVisitor(FrameWriter(tiles: tiles, pathCache: pathCache, isOnOwnerThread: true))
  }

  /// The display list of a tree at a time of the host's clock, seen through a viewport.
  package func frame(of tree: RenderTree, at time: Double, viewport: Viewport) -> Frame {
    tiles.beginFrame()
    let frame = visitor.frame(of: tree, at: time.isFinite ? time : 0, viewport: viewport)
    pathCache.sweep()
    tiles.endFrame()
    return frame
  }

  /// The map of host space to device pixels (rendering RM-10).
  package static func hostToDevice(_ viewport: Viewport) -> Projective? {
    let s = viewport.scale
    let sx = s * viewport.stretch
    guard s.isFinite, s > 0, sx.isFinite, sx > 0 else { return nil }
    let x = viewport.canvas?.minX ?? 0
    let y = viewport.canvas?.minY ?? 0
    let m =
      viewport.origin == .topLeft
      ? Projective(a: sx, b: 0, c: 0, d: s, tx: -x * sx, ty: -y * s)
      : Projective(a: sx, b: 0, c: 0, d: -s, tx: -x * sx, ty: Double(viewport.height) + y * s)
    return m.isFinite ? m : nil
  }
}

extension LayerVisitor {
  fileprivate mutating func frame(of tree: RenderTree, at time: Double, viewport: Viewport) -> Frame {
    var memory = Frame()
    begin(viewport, at: time, reusing: &memory)
    let bounds = writer.frame.bounds
    if let root = tree.root, let base = FrameBuilder.hostToDevice(viewport), !bounds.isEmpty {
      _ = add(tree)
      let scope = enter(Scope(root: viewport, base: base, cull: bounds, time: time))
      draw(Visit(id: root, scope: scope, role: viewport.rootRole))
      keepTrees(0)
    }
    return finish()
  }
}

extension Viewport {
  /// How the root layer is placed.
  var rootRole: Visit.Role { ignoresRootPlacement ? .unplaced : .layer }
}
