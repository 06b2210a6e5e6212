/// How finely the next curve or arc of a stroke is cut, after the points that the stroke has already.
///
/// A stroke of ordinary size is exact. One of millions of points, as a very fine tolerance makes of a few curves or of many
/// dashes, becomes coarse, so that it needs neither all memory nor for ever.
struct StrokeShare {
  /// The most steps of a curve.
  let steps: Double
  /// The most times that a step is halved.
  let halvings: Int
  /// The most steps of an arc.
  let arcSteps: Double

  init(after points: Int) {
    switch points {
    case ..<(1 << 20): (steps, halvings, arcSteps) = (4096, 10, .infinity)
    case ..<(1 << 22): (steps, halvings, arcSteps) = (64, 10, 64)
    default: (steps, halvings, arcSteps) = (4, 1, 4)
    }
  }
}
