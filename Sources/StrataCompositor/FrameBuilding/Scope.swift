import CoreGraphics
import Foundation
import StrataBase
import StrataFrame
import StrataRaster
import StrataRenderTree

/// The state that a layer inherits from the layers around it.
struct Scope {
  /// The index of the tree that its layers are in.
  var tree: Int32 = 0
  /// Local time of the superlayer.
  var time: Double
  /// Superlayer space to the 3D space of the flattening layer below `base`; nil is the identity.
  var volume: CATransform3D?
  /// Plane of the flattening layer to the device.
  var base: Projective
  var clip: Index<ClipNode>?
  /// Device pixels that can matter.
  var cull: PixelRect
  /// The target, and as far around it as effects carry pixels into it; nothing outside is drawn.
  var horizon: PixelRect
  /// Multiplies every primitive: of transform layers and where group opacity is off.
  var opacity: Float = 1
  /// Multiplies every colour: replicators.
  var tint = SIMD4<Float>(repeating: 1)
  /// True if contents of the superlayer are flipped (rendering G-10), the host included.
  var isFlipped: Bool
  /// 1 or −1; changes sign with each mirroring that is not the layer's doing: flips and host (rendering Z-11).
  var handedness: Double
  /// Layers above.
  var depth: Int32 = 0
  /// Surfaces around.
  var groups: Int32 = 0
  /// True if background filters and blend modes are ignored: of roots, masks and pictures.
  var ignoresBackdrop = false

  /// The scope of a viewport's root layer.
  init(root viewport: Viewport, base: Projective, cull: PixelRect, time: Double) {
    let isFlipped = viewport.origin == .topLeft
    self.init(
      time: time,
      base: base,
      cull: cull,
      horizon: cull.grown(by: Double(BackendLimits.mostReach)),
      isFlipped: isFlipped,
      handedness: isFlipped ? 1 : -1
    )
    ignoresBackdrop = true
  }

  init(
    tree: Int32 = 0,
    time: Double,
    volume: CATransform3D? = nil,
    base: Projective,
    clip: Index<ClipNode>? = nil,
    cull: PixelRect,
    horizon: PixelRect,
    opacity: Float = 1,
    tint: SIMD4<Float> = SIMD4(repeating: 1),
    isFlipped: Bool,
    handedness: Double,
    depth: Int32 = 0,
    groups: Int32 = 0
  ) {
    (self.tree, self.time, self.volume, self.base) = (tree, time, volume, base)
    (self.clip, self.cull, self.horizon, self.opacity, self.tint) = (clip, cull, horizon, opacity, tint)
    (self.isFlipped, self.handedness, self.depth, self.groups) = (
      isFlipped, handedness, depth, groups
    )
  }

  /// The points of a layer that does not flatten to the space of the flattening layer around it.
  func place(inSpace state: LayerState, _ role: Visit.Role) -> CATransform3D {
    switch role {
    case .layer, .mask:
      let place = state.placeInSuperlayer
      return volume.map { place.concatenated(with: $0) } ?? place
    case .unplaced:
      return state.isGeometryFlipped ? state.flip : .identity
    case .picture, .former: return .identity
    }
  }
}

extension Scope {
  /// The device pixels that can be seen of what is drawn in the scope.
  func limit(_ frame: Frame) -> PixelRect {
    clip.map { frame[$0].boundsInDevice.intersection(cull) } ?? cull
  }
}

extension PixelRect {
  /// The limit (see `RenderPass`) of a surface within these pixels whose contents a clip of a layer's bounds covers.
  ///
  /// The contents end at an edge of the clip that runs through pixels, as the pixels there are not those that go on
  /// beyond it. So the limit lies outside of such an edge.
  func cut(to bounds: PlaneRect, _ toDevice: Projective) -> PixelRect {
    guard let box = toDevice.bounds(of: bounds) else { return self }
    let inside = PixelRect(covering: box, within: self)
    guard !inside.isEmpty else { return self }
    let isUpright = SpaceRelation(toDevice).keepsRectangles
    func isPartial(_ edge: Double) -> Bool { !isUpright || abs(edge - edge.rounded()) >= 1e-6 }
    return PixelRect(
      box.minX > Double(minX) && isPartial(box.minX) ? inside.minX - 1 : inside.minX,
      box.minY > Double(minY) && isPartial(box.minY) ? inside.minY - 1 : inside.minY,
      box.maxX < Double(maxX) && isPartial(box.maxX) ? inside.maxX + 1 : inside.maxX,
      box.maxY < Double(maxY) && isPartial(box.maxY) ? inside.maxY + 1 : inside.maxY
    )
  }
}

/// The plane that a layer's own parts are drawn in.
struct Plane {
  let layer: LayerID
  let toDevice: Projective
  let relation: SpaceRelation
  /// Made when the first item needs it.
  var space: Index<Space>?
  var clip: Index<ClipNode>?
  var cull: PixelRect
  var opacity: Float
  var tint: SIMD4<Float>
  /// Bits of `CAEdgeAntialiasingMask`.
  var edges: UInt8 = 15

  init(layer: LayerID, toDevice: Projective, scope: Scope) {
    (self.layer, self.toDevice, relation) = (layer, toDevice, SpaceRelation(toDevice))
    (clip, cull, opacity, tint) = (scope.clip, scope.cull, scope.opacity, scope.tint)
  }

  /// Another plane with the same surroundings.
  init(_ other: Plane, toDevice: Projective) {
    (layer, self.toDevice, relation) = (other.layer, toDevice, SpaceRelation(toDevice))
    (clip, cull, opacity, tint, edges) = (other.clip, other.cull, other.opacity, other.tint, other.edges)
  }

  /// A colour as it is painted: multiplied by the tint.
  func tinted(_ color: SIMD4<Float>) -> SIMD4<Float> { color * tint }

  /// True if the clip of a layer's shape covers pixels in part.
  func hasPartialEdge(_ shape: RoundedRect) -> Bool {
    guard edges != 0 || !shape.hasSquareCorners else { return false }
    guard shape.hasSquareCorners, relation.keepsRectangles,
      let box = toDevice.bounds(of: PlaneRect(shape))
    else { return true }
    func isWhole(_ x: Double) -> Bool { abs(x - x.rounded()) < 1e-6 }
    return !(isWhole(box.minX) && isWhole(box.minY) && isWhole(box.maxX) && isWhole(box.maxY))
  }
}

/// A layer to draw.
struct Visit {
  enum Role {
    /// In its place.
    case layer
    /// Its bounds lie where the scope's plane says; position and transform are ignored.
    case unplaced
    /// Only the picture, without blend mode, bitmap and transition; with opacity or without.
    case picture(withOpacity: Bool)
    /// The picture, with opacity, that a transition comes from; it shows a transition that this one interrupted.
    case former
    /// As the mask of another layer.
    case mask

    /// True if the layer's position and transform place it.
    var isPlaced: Bool {
      switch self {
      case .layer, .mask: true
      case .unplaced, .picture, .former: false
      }
    }
  }

  var id: LayerID
  var scope: Int32
  var role = Role.layer
}

/// Facts about a layer's sublayers that are known before they are drawn.
struct SublayerTraits: Equatable {
  var isPresent = false
  /// True if a blend among them, or below them, ends at the layer, which makes it a group (rendering R-41).
  var blends = false
  /// True if the blends below the layer end at it, as it clips or is rasterized.
  var endsBlends = false
  /// True if their depths may differ.
  var hasDepth = false

  init() {}

  init(of node: borrowing LayerMoment, in tree: borrowing RenderTree) {
    guard !node.children.isEmpty else { return }
    isPresent = true
    let traits = tree.traits(of: node.children)
    hasDepth = traits.contains(.hasDepth)
    endsBlends = node.state.endsBlends
    guard tree.hasBlends else { return }
    blends = Self.blends(node.children, in: tree, ending: endsBlends)
  }

  /// True if a blend among some layers, or below them, ends at their superlayer.
  ///
  /// Operators that erase end at the nearest layer that flattens. Modes that see through containers go on to a layer that
  /// clips or is rasterized; groups contain them anyway.
  ///
  /// - Complexity: O(layers below) for such a layer in a tree with blends.
  private static func blends(_ layers: [LayerID], in tree: RenderTree, ending: Bool) -> Bool {
    var pending = [(layers: layers, isInPlane: true)]
    while let (layers, isInPlane) = pending.popLast() {
      for id in layers {
        let traits = tree.traits(of: id)
        if traits.contains(.blends), let blend = tree.withNode(id, { LayerEffects.blend(of: $0.state) }),
          blend != .normal, blend.seesThroughContainers ? ending : isInPlane
        {
          return true
        }
        let staysInPlane =
          isInPlane && traits.contains(.hasDepth) && tree.withNode(id) { $0.state.preservesDepth } ?? false
        if ending || staysInPlane { pending.append((tree.children(of: id), staysInPlane)) }
      }
    }
    return false
  }
}

extension LayerState {
  /// True if blends below the layer end at it: it clips, or is rasterized.
  var endsBlends: Bool { masksToBounds || shouldRasterize }
}

extension Float {
  /// An opacity between 0 and 1; NaN counts as the default.
  var asOpacity: Float { isNaN ? 1 : clampedToUnit }

  /// The number limited to 0 … 1; NaN becomes 0.
  var clampedToUnit: Float { self > 0 ? min(self, 1) : 0 }
}
