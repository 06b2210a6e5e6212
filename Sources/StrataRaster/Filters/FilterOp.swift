package import StrataBase

/// One step of a chain of filters over a surface, in pixels of that surface.
package enum FilterOp: Hashable, Sendable {
  /// A Gaussian whose standard deviations are in pixels (rendering ).
  case gaussianBlur(sigmaX: Double, sigmaY: Double)
  /// Twenty numbers, four rows of five, on straight-alpha colour, clamped (rendering R-49).
  case colorMatrix([Float])
  /// A curve through four values at luminances 0, 1/3, 2/3 and 1, mixed with the original by the amount.
  case luminanceCurve(SIMD4<Float>, amount: Float)
  /// The picture and its blur, times the intensity, as two lights on one screen: `s + b − s · b`.
  case bloom(sigma: SIMD2<Double>, intensity: Float)
  /// Every cell of a grid in the mean of its pixels; the affine map leads from pixels to cells of side one.
  case pixellate(toCells: Projective)
  /// Colours times `1 − intensity · d²`, where the affine map leads to a plane in which d is the distance from zero.
  case vignette(toUnit: Projective, intensity: Float)
  /// The picture over its blurred silhouette, moved by whole pixels and coloured.
  case dropShadow(DropShadow)
  /// What a program does to pixels.
  case program(FilterProgram)

  /// Whether the step is code of a program, which is given whole pictures.
  package var isProgram: Bool { if case .program = self { true } else { false } }

  /// How far a pixel's colour reaches, in pixels along x and y.
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
  /// Whether they begin with filters that make differences of colours much larger, so that a surface of bytes would show
  /// how it was rounded.
  package var magnify: Bool {
    var gain: Float = 1
    for filter in self {
      guard let step = ColorStep(filter) else { break }
      gain *= step.gain
    }
    return gain > 1.2
  }
}

/// A shadow that a filter puts under a picture, in pixels.
package struct DropShadow: Hashable, Sendable {
  package var offset: SIMD2<Double>
  package var sigma: SIMD2<Double>
  /// Straight.
  package var color: SIMD4<Float>

  package init(offset: SIMD2<Double>, sigma: SIMD2<Double>, color: SIMD4<Float>) {
    (self.offset, self.sigma, self.color) = (offset, sigma, color)
  }
}

/// A step that is code of a program.
///
/// Two steps are equal when their identities are: these name the code and everything that it works with.
package struct FilterProgram: Hashable, Sendable {
  package let identity: String
  /// How far a pixel's colour reaches, in pixels along x and y.
  package let reach: SIMD2<Double>
  /// A picture of the same size made of one whose first pixel lies at `x` and `y`, and for a transition of the picture
  /// that it leads to; nil leaves the picture as it is.
  package let run:
    @Sendable (_ source: PixelBuffer, _ x: Int, _ y: Int, _ target: PixelBuffer?) -> PixelBuffer?

  package init(
    identity: String,
    reach: SIMD2<Double>,
    run: @escaping @Sendable (PixelBuffer, Int, Int, PixelBuffer?) -> PixelBuffer?
  ) {
    (self.identity, self.reach, self.run) = (identity, reach, run)
  }

  package static func == (a: Self, b: Self) -> Bool { a.identity == b.identity && a.reach == b.reach }

  package func hash(into hasher: inout Hasher) { hasher.combine(identity) }
}
