package import StrataBase

/// One filter of a chain over a surface, in pixels of that surface.
package enum FilterOp: Hashable, Sendable {
  /// A Gaussian blur with standard deviations in pixels (rendering ).
  case gaussianBlur(sigmaX: Double, sigmaY: Double)
  /// A matrix of four rows of five numbers on straight colours, the result clamped (rendering R-49).
  case colorMatrix([Float])
  /// A curve through four values at luminances 0, 1/3, 2/3 and 1, mixed with the original by the amount.
  case luminanceCurve(SIMD4<Float>, amount: Float)
  /// The picture screened with its blur times the intensity: `s + b − s · b`.
  case bloom(sigma: SIMD2<Double>, intensity: Float)
  /// Fills every cell of a grid with the mean of its pixels; the affine map leads from pixels to cells of side one.
  case pixellate(toCells: Projective)
  /// Colours times `1 − intensity · d²`; d is the distance from the origin of the plane that the affine map leads to.
  case vignette(toUnit: Projective, intensity: Float)
  /// The picture over its blurred silhouette, which is coloured and moved by whole pixels.
  case dropShadow(DropShadow)
  /// A filter that the program supplies as code.
  case program(FilterProgram)

  /// True if the filter is code of the program, which needs whole pictures.
  package var isProgram: Bool { if case .program = self { true } else { false } }

  /// The largest distance at which a pixel changes others, in pixels along x and y.
  package var reach: SIMD2<Double> {
    switch self {
    case .gaussianBlur(let x, let y): return SIMD2(Double(Blur.reach(x)), Double(Blur.reach(y)))
    case .bloom(let sigma, _): return SIMD2(Double(Blur.reach(sigma.x)), Double(Blur.reach(sigma.y)))
    case .pixellate(let toCells):
      guard let toPixels = toCells.inverted() else { return .zero }
      return SIMD2(
        abs(toPixels.m11) + abs(toPixels.m21) + 1,
        abs(toPixels.m12) + abs(toPixels.m22) + 1
      )
    case .dropShadow(let shadow):
      let blur = SIMD2(Double(Blur.reach(shadow.sigma.x)), Double(Blur.reach(shadow.sigma.y)))
      return blur + SIMD2(abs(shadow.offset.x), abs(shadow.offset.y)) + 1
    case .program(let program): return program.reach
    case .colorMatrix, .luminanceCurve, .vignette: return .zero
    }
  }
}

extension [FilterOp] {
  /// Returns the distance in pixels over which the filters of a surface with these pixels spread a difference; nil if any
  /// pixel may differ then.
  package func spread(ofDifferencesIn bounds: PixelRect) -> Double? {
    var (reach, area) = (0.0, bounds)
    for filter in self {
      let own = filter.reach.max()
      guard case .program(let program) = filter, let frame = program.frame else {
        reach += own
        area = area.grown(by: own)
        continue
      }
      // What lies beyond the bounds gives the picture another extent, on which each pixel may depend.
      guard let near = program.spread.near, program.spread.home.contains(area) else { return nil }
      reach += near
      area = area.union(frame)
    }
    return reach
  }

  /// True if the chain begins with filters that enlarge differences of colours so much that the rounding of a surface of
  /// bytes would show.
  package var magnify: Bool {
    var gain: Float = 1
    for filter in self {
      guard let step = ColorStep(filter) else { break }
      gain *= step.gain
    }
    return gain > 1.2
  }
}

/// A shadow that a filter adds under a picture.
package struct DropShadow: Hashable, Sendable {
  /// The distance from the picture, in pixels.
  package var offset: SIMD2<Double>
  /// The standard deviations of the blur, in pixels.
  package var sigma: SIMD2<Double>
  /// The straight colour.
  package var color: SIMD4<Float>

  package init(offset: SIMD2<Double>, sigma: SIMD2<Double>, color: SIMD4<Float>) {
    (self.offset, self.sigma, self.color) = (offset, sigma, color)
  }
}

/// A filter that the program supplies as code.
///
/// Two are equal if their identities, reaches and frames are; an identity names the code and everything that the code
/// uses.
package struct FilterProgram: Hashable, Sendable {
  package let identity: String
  package let spread: Spread
  /// True if the program can make pixels visible where all within its reach are transparent.
  package let colorsEmptyPixels: Bool
  /// Makes a picture of the same size from `source`, whose first pixel lies at `x` and `y`.
  ///
  /// For a transition `target` is the new picture. Pixels outside of `wanted` may be transparent in the result. Nil as a
  /// result keeps the source.
  package let run:
    @Sendable (
      _ source: PixelBuffer, _ x: Int, _ y: Int, _ target: PixelBuffer?, _ wanted: PixelRect?
    ) -> PixelBuffer?

  package init(
    identity: String,
    spread: Spread,
    colorsEmptyPixels: Bool = true,
    run: @escaping @Sendable (PixelBuffer, Int, Int, PixelBuffer?, PixelRect?) -> PixelBuffer?
  ) {
    (self.identity, self.spread, self.run) = (identity, spread, run)
    self.colorsEmptyPixels = colorsEmptyPixels
  }

  /// How far a program reads and draws, in pixels.
  package struct Spread: Hashable, Sendable {
    /// The largest distance at which a pixel changes others, along x and y.
    package var reach: SIMD2<Double>
    /// The pixels that the filter draws besides those of the picture; nil if it draws the picture, grown by the reach.
    package var frame: PixelRect?
    /// The largest such distance while the picture has pixels in ``home`` alone; nil if it is the reach.
    package var near: Double?
    /// The pixels of the layer's bounds.
    package var home: PixelRect

    package init(
      reach: SIMD2<Double>,
      frame: PixelRect? = nil,
      near: Double? = nil,
      home: PixelRect = .empty
    ) {
      (self.reach, self.frame, self.near, self.home) = (reach, frame, near, home)
    }
  }

  /// The largest distance at which a pixel changes others, in pixels along x and y.
  package var reach: SIMD2<Double> { spread.reach }
  /// The pixels that the filter draws besides those of the picture; nil if it draws the picture, grown by the reach.
  package var frame: PixelRect? { spread.frame }

  package static func == (a: Self, b: Self) -> Bool { a.identity == b.identity && a.spread == b.spread }

  package func hash(into hasher: inout Hasher) { hasher.combine(identity) }
}
