import CoreGraphics
package import StrataBase
package import StrataRaster

/// One thing to draw, with everything a backend needs to place it.
package struct DisplayItem: Sendable {
  package var layer: LayerID
  /// Which of the layer's parts this is; with the layer the item's name from frame to frame.
  package var part: LayerPart
  package var blend: BlendMode
  /// Bits of `CAEdgeAntialiasingMask`; an edge that is not in it is covered by pixel centres.
  package var antialiasedEdges: UInt8
  /// True if the item covers every pixel of `boundsInDevice` wholly with opaque colours.
  package var isOpaque: Bool
  package var opacity: Float
  package var space: Index<Space>
  package var clip: Index<ClipNode>?
  /// The innermost clip that covers once and holds the item, whether `clip` still names it or the item lies well inside.
  package var clipEdge: Index<ClipNode>?
  /// Every pixel the item may touch, within its clip and its pass.
  package var boundsInDevice: PixelRect
  /// Multiplies the straight colour of images, gradients, surfaces and particles; other payloads have it in their
  /// colour already.
  package var tint: SIMD4<Float>
  package var payload: Payload

  package init(
    layer: LayerID,
    part: LayerPart,
    space: Index<Space>,
    clip: Index<ClipNode>?,
    clipEdge: Index<ClipNode>? = nil,
    boundsInDevice: PixelRect,
    opacity: Float = 1,
    tint: SIMD4<Float> = SIMD4(repeating: 1),
    blend: BlendMode = .normal,
    isOpaque: Bool = false,
    antialiasedEdges: UInt8 = 15,
    payload: Payload
  ) {
    (self.layer, self.part, self.space, self.clip) = (layer, part, space, clip)
    self.clipEdge = clipEdge
    (self.boundsInDevice, self.opacity, self.tint, self.blend) = (boundsInDevice, opacity, tint, blend)
    (self.isOpaque, self.antialiasedEdges, self.payload) = (isOpaque, antialiasedEdges, payload)
  }
}

extension DisplayItem {
  /// True if the item may cover pixels in part: along antialiased edges, and along round ones.
  package var isAntialiased: Bool { antialiasedEdges != 0 || payload.hasRoundCorners }
}

extension Payload {
  /// True if the payload is a rounded rectangle with a corner that is round.
  fileprivate var hasRoundCorners: Bool {
    switch self {
    case .fill(let rect, _), .gradient(_, let rect): !rect.hasSquareCorners
    case .border, .image, .path, .shadow, .particles, .surface, .bitmap, .backdrop: false
    }
  }

  /// True if the payload's edges are those of a quadrilateral, which need not be antialiased (rendering R-27).
  package var hasStraightEdges: Bool {
    switch self {
    case .fill, .gradient, .image, .bitmap: true
    case .border, .path, .shadow, .particles, .surface, .backdrop: false
    }
  }
}

/// The part of a layer that an item draws, in painting order (rendering R-1).
package enum LayerPart: UInt8, Sendable, Comparable {
  case backdrop, shadow, background, gradient, contents, text, fill, stroke, border, particles, group,
    transition

  package static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

/// The content of a display item.
///
/// A backend implements exactly these. Colours are straight extended sRGB.
package enum Payload: Sendable {
  /// A filled rounded rectangle of the plane.
  case fill(RoundedRect, color: SIMD4<Float>)
  /// The ring between a rounded rectangle and itself inset by the width (rendering R-14).
  case border(RoundedRect, width: Double, color: SIMD4<Float>)
  /// A part of an image over a rectangle of the plane.
  case image(Index<ImageResource>, Placement)
  /// A gradient inside a rounded rectangle of the plane.
  case gradient(Index<GradientResource>, RoundedRect)
  /// A filled outline of the plane; strokes are outlines already.
  case path(Index<PathResource>, color: SIMD4<Float>)
  /// A rounded rectangle under a Gaussian blur whose standard deviation is in units of the plane.
  case shadow(RoundedRect, sigma: Double, color: SIMD4<Float>)
  case particles(Index<ParticleBatch>)
  /// The result of an earlier pass, pixel for pixel, after the effect.
  case surface(Index<RenderPass>, Index<Effect>?)
  /// The result of an earlier local pass, as an image over a rectangle of the plane.
  case bitmap(Index<RenderPass>, Placement)
  /// Replaces what is painted behind, inside clip and bounds, by its filtered self: `old + (new − old) · coverage`,
  /// where coverage is that of clip, opacity and the effect's mask.
  case backdrop(Index<Effect>)
}

/// How a rectangle of source pixels lies over a rectangle of the plane.
package struct Placement: Sendable, Equatable {
  /// Source pixels; samples are clamped at its edges.
  package var source: PlaneRect
  /// Plane coordinates.
  package var target: PlaneRect
  /// True if the source's first row lies along `target.maxY` instead of `target.minY`.
  package var isFlipped: Bool
  package var sampling: Sampling

  package init(source: PlaneRect, target: PlaneRect, isFlipped: Bool = false, sampling: Sampling = Sampling())
  {
    (self.source, self.target, self.isFlipped, self.sampling) = (source, target, isFlipped, sampling)
  }

  /// Plane coordinates to source pixels.
  package var toSource: Projective {
    let sx = source.width / target.width
    let sy = source.height / target.height
    let y = isFlipped ? -sy : sy
    let y0 = isFlipped ? source.maxY + target.minY * sy : source.minY - target.minY * sy
    return Projective(
      m11: sx,
      m12: 0,
      m13: 0,
      m21: 0,
      m22: y,
      m23: 0,
      m31: source.minX - target.minX * sx,
      m32: y0,
      m33: 1
    )
  }
}

/// How pixels of a source are read.
package struct Sampling: Sendable, Hashable {
  package enum Filter: UInt8, Sendable {
    case nearest, linear, trilinear
    /// Linear with weights that ease from one pixel to the next, as contexts enlarge images (rendering C-12).
    case smooth
  }

  /// Already chosen between the layer's two filters by the scale on the screen.
  package var filter = Filter.linear
  /// Added to the mip level of `trilinear`.
  package var bias: Float = 0
  /// True if all four channels are the source's alpha (the swizzle `AAAA`).
  package var isAlphaOnly = false
  /// True if the image goes on in all directions, as cells of a pattern do; the placement's source counts its pixels
  /// onwards then.
  package var repeats = false

  package init(filter: Filter = .linear, bias: Float = 0, isAlphaOnly: Bool = false) {
    (self.filter, self.bias, self.isAlphaOnly) = (filter, bias, isAlphaOnly)
  }
}
