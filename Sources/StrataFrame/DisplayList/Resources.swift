package import CoreGraphics
package import StrataBase
package import StrataRaster

/// An image that items draw from.
package struct ImageResource: Sendable {
  package var image: CGImage
  /// The text that the image shows, in the plane of its item; nil if it is not a glyph's picture.
  package var transcript: GlyphTranscript?

  package init(image: CGImage) { self.image = image }
}

/// A gradient of a layer: axial and radial after rendering GR-5 and GR-7, conic after GR-8.
package struct GradientResource: Sendable, Equatable {
  package enum Kind: UInt8, Sendable { case axial, radial, conic }

  package var kind: Kind
  /// In unit coordinates of `frame`.
  package var start: RasterPoint
  package var end: RasterPoint
  /// The rectangle of the plane that the unit square is stretched over.
  package var frame: PlaneRect
  /// Straight colours, interpolated as they are and premultiplied after that (GR-9).
  package var colors: [SIMD4<Float>]
  /// As many as colours, not decreasing.
  package var locations: [Float]

  package init(
    kind: Kind,
    start: RasterPoint,
    end: RasterPoint,
    frame: PlaneRect,
    colors: [SIMD4<Float>],
    locations: [Float]
  ) {
    (self.kind, self.start, self.end, self.frame) = (kind, start, end, frame)
    (self.colors, self.locations) = (colors, locations)
  }
}

/// An outline that is filled: a path's own, or that of its stroke, or the glyphs of a text.
package struct PathResource: Sendable {
  /// Equal numbers mean equal outlines as long as the path lives; zero means unknown.
  package var id: UInt64
  package var rule: FillRule
  /// The glyphs, if it is a text.
  package let glyphs: GlyphRun?
  private let own: Outline

  package init(id: UInt64, outline: Outline, rule: FillRule) {
    (self.id, own, self.rule, glyphs) = (id, outline, rule, nil)
  }

  package init(id: UInt64, glyphs: GlyphRun) {
    (self.id, own, rule, self.glyphs) = (id, Outline(), .nonZero, glyphs)
  }

  /// In plane coordinates.
  package var outline: Outline { glyphs?.outline ?? own }
}

/// The changes of a surface between its pass and its place.
///
/// In this order: a transition's filter, which takes the place of the surface; the filters; the mask's alpha; the
/// shadow, which is the silhouette of that result, laid under it and cut by the mask once more (rendering R-36). Clip,
/// opacity and blend mode of the item come last and hold for picture and shadow together.
package struct Effect: Sendable {
  /// A transition; of an item that reads what is behind it, the filter that combines its picture, the old one, with that.
  package var transition: TransitionStep?
  package var filters: [FilterOp]
  /// A pass whose alpha multiplies; outside its bounds the alpha is zero.
  package var mask: Index<RenderPass>?
  package var shadow: SurfaceShadow?
  /// True if the picture itself is drawn; false if only its shadow is.
  package var showsPicture: Bool

  package init(
    transition: TransitionStep? = nil,
    filters: [FilterOp] = [],
    mask: Index<RenderPass>? = nil,
    shadow: SurfaceShadow? = nil,
    showsPicture: Bool = true
  ) {
    self.transition = transition
    (self.filters, self.mask, self.shadow, self.showsPicture) = (filters, mask, shadow, showsPicture)
  }
}

extension Effect {
  /// The distance in pixels over which an item with this effect reads what is behind it.
  package var backdropReach: Double {
    var reach = filters.reduce(0) { $0 + $1.reach.max() }
    if case .program(let program)? = transition?.op { reach += program.reach.max() }
    return reach
  }
}

/// A filter of two surfaces.
package struct TransitionStep: Sendable {
  package var op: TransitionOp
  /// Nil is a picture without anything in it.
  package var old: Index<RenderPass>?
  package var new: Index<RenderPass>?
  /// The device pixels that the filter is given and gives.
  package var area: PixelRect

  package init(op: TransitionOp, old: Index<RenderPass>?, new: Index<RenderPass>?, area: PixelRect) {
    (self.op, self.old, self.new, self.area) = (op, old, new, area)
  }
}

/// The blurred silhouette of a surface.
package struct SurfaceShadow: Sendable, Equatable {
  /// Standard deviation along the device's axes, in pixels.
  package var sigma: SIMD2<Double>
  /// Device pixels.
  package var offset: SIMD2<Double>
  /// Straight; multiplied by the silhouette's alpha.
  package var color: SIMD4<Float>

  package init(sigma: SIMD2<Double>, offset: SIMD2<Double>, color: SIMD4<Float>) {
    (self.sigma, self.offset, self.color) = (sigma, offset, color)
  }

  /// How far from a pixel of the silhouette its shadow can lie, in pixels.
  package var reach: Double {
    max(Double(Blur.reach(sigma.x)) + abs(offset.x), Double(Blur.reach(sigma.y)) + abs(offset.y)) + 1
  }
}

/// The particles of one emitter layer, in painting order.
package struct ParticleBatch: Sendable {
  /// A picture that particles show.
  package struct Sprite: Sendable, Equatable {
    package var image: Index<ImageResource>
    package var source: PlaneRect
    /// True if the first row lies at the particle's `+axisY` edge.
    package var isFlipped: Bool
    package var sampling: Sampling

    package init(image: Index<ImageResource>, source: PlaneRect, isFlipped: Bool, sampling: Sampling) {
      (self.image, self.source, self.isFlipped, self.sampling) = (image, source, isFlipped, sampling)
    }
  }

  package var sprites: [Sprite]
  package var particles: [Particle]

  package init(sprites: [Sprite], particles: [Particle]) {
    (self.sprites, self.particles) = (sprites, particles)
  }
}

/// One particle: the square of side one around the origin, carried to `center + x · axisX + y · axisY`.
package struct Particle: Sendable, Equatable {
  /// Plane coordinates.
  package var center: SIMD2<Double>
  /// The particle's width as a vector of the plane.
  package var axisX: SIMD2<Double>
  /// The particle's height as a vector of the plane.
  package var axisY: SIMD2<Double>
  /// Straight; multiplies the sprite.
  package var color: SIMD4<Float>
  /// Height above the plane, where it stands in perspective after the division by w; for sorting.
  package var z: Double
  /// Index into the batch's sprites.
  package var sprite: Int32

  package init(
    center: SIMD2<Double>,
    axisX: SIMD2<Double>,
    axisY: SIMD2<Double>,
    color: SIMD4<Float>,
    z: Double,
    sprite: Int32
  ) {
    (self.center, self.axisX, self.axisY) = (center, axisX, axisY)
    (self.color, self.z, self.sprite) = (color, z, sprite)
  }
}

extension CGImage {
  /// True if the pixel layout has no alpha, so that no pixel lets anything through.
  package var isSolid: Bool {
    switch alphaInfo {
    case .none, .noneSkipFirst, .noneSkipLast: !isMask
    default: false
    }
  }
}
