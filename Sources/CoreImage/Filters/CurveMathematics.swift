import Foundation

/// A natural cubic spline through points in order of x; the ends are repeated outside.
struct NaturalSpline {
  private let points: [SIMD2<Double>]
  /// The second derivatives at the points.
  private let bends: [Double]

  /// Creates the spline of at least two points; points whose x does not rise above the one before are left out.
  init(_ all: [SIMD2<Double>]) {
    var points: [SIMD2<Double>] = []
    for point in all where point.x.isFinite && point.y.isFinite && point.x > (points.last?.x ?? -.infinity) {
      points.append(point)
    }
    self.points = points
    bends = Self.bends(of: points)
  }

  /// Solves the tridiagonal system of a natural spline (Press et al., Numerical Recipes, 3.3).
  private static func bends(of p: [SIMD2<Double>]) -> [Double] {
    var bends = [Double](repeating: 0, count: p.count)
    guard p.count > 2 else { return bends }
    var work = bends
    for i in 1..<p.count - 1 {
      let share = (p[i].x - p[i - 1].x) / (p[i + 1].x - p[i - 1].x)
      let pivot = share * bends[i - 1] + 2
      bends[i] = (share - 1) / pivot
      let slopes =
        (p[i + 1].y - p[i].y) / (p[i + 1].x - p[i].x) - (p[i].y - p[i - 1].y) / (p[i].x - p[i - 1].x)
      work[i] = (6 * slopes / (p[i + 1].x - p[i - 1].x) - share * work[i - 1]) / pivot
    }
    for i in (0..<p.count - 1).reversed() { bends[i] = bends[i] * bends[i + 1] + work[i] }
    return bends
  }

  /// The curve at x; x itself if there are no two points.
  func value(at x: Double) -> Double {
    guard points.count > 1, let first = points.first, let last = points.last else { return x }
    if x <= first.x { return first.y }
    if x >= last.x { return last.y }
    let high = points.firstIndex { $0.x > x } ?? points.count - 1
    let (a, b) = (points[high - 1], points[high])
    let width = b.x - a.x
    let (u, v) = ((b.x - x) / width, (x - a.x) / width)
    let bend = (u * u * u - u) * bends[high - 1] + (v * v * v - v) * bends[high]
    return u * a.y + v * b.y + bend * width * width / 6
  }
}

/// Adapts colours from one white to another.
enum ChromaticAdaptation {
  /// The rows of a matrix for linear sRGB; whites are a temperature in kelvins and a tint.
  static func matrix(from neutral: SIMD2<Double>, to target: SIMD2<Double>) -> [Pixel] {
    let (from, to) = (cone(white(neutral)), cone(white(target)))
    let gain = to / from
    var columns: [SIMD3<Double>] = []
    for unit in [SIMD3<Double>(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1)] {
      let response = cone(apply(rgbToXYZ, unit)) * gain
      columns.append(apply(xyzToRGB, apply(inverseBradford, response)))
    }
    return (0..<3).map { i in
      Pixel(Float(columns[0][i]), Float(columns[1][i]), Float(columns[2][i]), 0)
    }
  }

  /// The XYZ of a white of luminance 1 on the daylight locus (CIE 15), moved by the tint across it.
  ///
  /// Temperatures are limited to 2,000 to 25,000 kelvins; below 4,000 the locus is continued.
  static func white(_ value: SIMD2<Double>) -> SIMD3<Double> {
    let t = min(max(value.x.isFinite ? value.x : 6500, 2000), 25000)
    let k = 1000 / t
    let x =
      t <= 7000
      ? 0.244063 + 0.09911 * k + 2.9678 * k * k - 4.6070 * k * k * k
      : 0.237040 + 0.24748 * k + 1.9018 * k * k - 2.0064 * k * k * k
    let y = -3 * x * x + 2.87 * x - 0.275
    // In CIE 1960, u = 4x / (−2x + 12y + 3) and v = 6y / (−2x + 12y + 3).
    let scale = -2 * x + 12 * y + 3
    let tint = min(max(value.y.isFinite ? value.y : 0, -150), 150)
    let (u, v) = (4 * x / scale, 6 * y / scale - tint / 3000)
    let back = 2 * u - 8 * v + 4
    let (px, py) = (3 * u / back, 2 * v / back)
    return SIMD3(px / py, 1, (1 - px - py) / py)
  }

  private static func apply(_ rows: [SIMD3<Double>], _ v: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3((rows[0] * v).sum(), (rows[1] * v).sum(), (rows[2] * v).sum())
  }

  private static func cone(_ xyz: SIMD3<Double>) -> SIMD3<Double> { apply(bradford, xyz) }

  // Bradford's matrix and its inverse (Lam 1985; ICC.1, annex E); sRGB to XYZ and back (IEC 61966-2-1).
  private static let bradford: [SIMD3<Double>] = [
    SIMD3(0.8951, 0.2664, -0.1614), SIMD3(-0.7502, 1.7135, 0.0367), SIMD3(0.0389, -0.0685, 1.0296),
  ]
  private static let inverseBradford: [SIMD3<Double>] = inverse(bradford)
  private static let rgbToXYZ: [SIMD3<Double>] = [
    SIMD3(0.4124564, 0.3575761, 0.1804375), SIMD3(0.2126729, 0.7151522, 0.0721750),
    SIMD3(0.0193339, 0.1191920, 0.9503041),
  ]
  private static let xyzToRGB: [SIMD3<Double>] = inverse(rgbToXYZ)

  /// The inverse by cofactors.
  private static func inverse(_ m: [SIMD3<Double>]) -> [SIMD3<Double>] {
    func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
      SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    }
    let columns = [cross(m[1], m[2]), cross(m[2], m[0]), cross(m[0], m[1])]
    let determinant = (m[0] * columns[0]).sum()
    return (0..<3).map { SIMD3(columns[0][$0], columns[1][$0], columns[2][$0]) / determinant }
  }
}
