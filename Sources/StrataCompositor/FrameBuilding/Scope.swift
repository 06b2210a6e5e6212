import CoreGraphics
import StrataBase
import StrataRaster
import StrataRenderTree

/// What a layer inherits from those around it.
struct Scope {
  /// Which of the builder's trees its layers are in.
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
  /// Multiplies every primitive: of transform layers and where group opacity is off.
  var opacity: Float = 1
  /// Multiplies every colour: replicators.
  var tint = SIMD4<Float>(repeating: 1)
  /// Whether contents of the superlayer are flipped (rendering G-10), the host included.
  var isFlipped: Bool
  /// Turns with each mirroring that is not the layer's doing: flips and host (rendering Z-11).
  var handedness: Double
  /// Layers above.
  var depth: Int32 = 0
  /// Surfaces around.
  var groups: Int32 = 0
  /// Whether background filters and blend modes are ignored: of roots, masks and pictures.
  var ignoresBackdrop = false
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
}

/// A layer to draw.
struct Visit {
  enum Role {
    /// In its place.
    case layer
    /// Its bounds lie where the scope's plane says; position and transform are not asked.
    case unplaced
    /// Only the picture, without blend mode, bitmap and transition; with opacity or without.
    case picture(withOpacity: Bool)
    /// The picture, with opacity, that a transition comes from; it shows a transition that this one interrupted.
    case former
    /// As the mask of another layer.
    case mask
  }

  var id: LayerID
  var scope: Int32
  var role = Role.layer
}

/// A step of the builder; an explicit stack of them takes the place of recursion.
enum Work {
  case visit(Visit)
  case dropScopes(Int)
  /// All sublayers of the layer are drawn.
  case leave(Int32)
  /// The mask of a leaving layer is drawn, from this open item on.
  case closeMask(Int32, start: Int)
  /// The next copy of a replicator.
  case copy(Int32)
  /// An entry of an arrangement of planes is drawn.
  case capture(Int32, Int)
  case arrange(Int32)
  /// The particles of an emitter that keeps their depth.
  case particles(Int32)
  /// A picture of a wrapped layer is drawn.
  case picture(Int32, Int)
  case compose(Int32)
}

/// A layer whose sublayers are being drawn, and what remains to do after them.
struct Leaving {
  var id: LayerID
  var state: LayerState
  var time: Double
  var plane: Plane
  var outer: Scope
  /// Where the layer's items begin among the open ones.
  var start: Int
  /// Where they begin behind a shadow that stands by itself.
  var contentStart: Int
  var bounds: PlaneRect
  var shape: RoundedRect
  var isFlipped: Bool
  var opacity: Float
  var blend: BlendMode
  var filters: [FilterOp]
  var backgroundFilters: [FilterOp]
  var mask: LayerID?
  var maskPass: Index<RenderPass>?
  /// Whether the mask was drawn, even if it is empty.
  var isMaskDone = false
  var hasLeftParts = false
  /// Whether it becomes a surface in any case; then the items inside carry no clip from outside.
  var isGroup: Bool
  /// What is painted inside a group can matter here.
  var innerCull: PixelRect
  /// Whether only a shadow that may turn out not to be its shape's makes it a group.
  var isProvisional: Bool
  var shadow: ShadowPlan
  /// The analytic shadow believed to be right until something is painted beside the layer's shape.
  var shadowItem: Int?
  var castsSilhouette: Bool
  /// What clips parts that may leave the bounds.
  var partsClip: Index<ClipNode>?
  /// The clip that covers once and holds the surface and what replaces its backdrop.
  var outerClip: Index<ClipNode>?
  /// Whether the layer's own shape is painted beyond its edge, as a clip of this shape covers it.
  var bleeds: Bool
  /// The number of clip nodes before the layer's own.
  var firstClip: Int
  /// How many scopes to keep afterwards.
  var scopes: Int
}
