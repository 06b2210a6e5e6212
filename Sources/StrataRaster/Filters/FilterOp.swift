/// One step of a chain of filters over a surface, in pixels of that surface.
package enum FilterOp: Hashable, Sendable {
  /// A Gaussian whose standard deviations are in pixels (rendering ).
  case gaussianBlur(sigmaX: Double, sigmaY: Double)
  /// Twenty numbers, four rows of five, on straight-alpha colour, clamped (rendering R-49).
  case colorMatrix([Float])
  /// A curve through four values at luminances 0, 1/3, 2/3 and 1, mixed with the original by the amount.
  case luminanceCurve(SIMD4<Float>, amount: Float)

  /// How far a pixel's colour reaches, in pixels along x and y.
  package var reach: SIMD2<Double> {
    switch self {
    case .gaussianBlur(let x, let y): SIMD2(Double(Blur.reach(x)), Double(Blur.reach(y)))
    case .colorMatrix, .luminanceCurve: .zero
    }
  }
}
