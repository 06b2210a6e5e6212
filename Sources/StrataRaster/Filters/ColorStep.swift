import StrataKernels

/// A filter that maps each straight colour by itself, channels of 0...1 to channels of 0...1.
struct ColorStep {
  private var isCurve = false
  private var rows = (SIMD4<Float>.zero, SIMD4<Float>.zero, SIMD4<Float>.zero, SIMD4<Float>.zero)
  private var bias = SIMD4<Float>.zero
  private var curve = SIMD4<Float>.zero
  private var amount: Float = 0

  /// Nil for filters whose result depends on other pixels or on a pixel's place.
  init?(_ filter: FilterOp) {
    switch filter {
    case .colorMatrix(let m):
      guard m.count == 20 else { return nil }
      func row(_ i: Int) -> SIMD4<Float> { SIMD4(m[i * 5], m[i * 5 + 1], m[i * 5 + 2], m[i * 5 + 3]) }
      rows = (row(0), row(1), row(2), row(3))
      bias = SIMD4(m[4], m[9], m[14], m[19])
    case .luminanceCurve(let curve, let amount): (isCurve, self.curve, self.amount) = (true, curve, amount)
    default: return nil
    }
  }

  /// The step as the kernel takes it.
  var kernelStep: StrataColorStep {
    var step = StrataColorStep()
    withUnsafeMutableBytes(of: &step.columns) { bytes in
      let columns = bytes.bindMemory(to: Float.self)
      for (i, row) in [rows.0, rows.1, rows.2, rows.3].enumerated() {
        for column in 0..<4 { columns[column * 4 + i] = row[column] }
        columns[16 + i] = bias[i]
      }
    }
    step.curve = (curve.x, curve.y, curve.z, curve.w)
    (step.amount, step.is_curve) = (amount, isCurve ? 1 : 0)
    return step
  }

  /// An upper bound for the factor by which a difference of two colours grows: the largest row sum, or slope.
  var gain: Float {
    if isCurve {
      let steepest = max(abs(curve.y - curve.x), abs(curve.z - curve.y), abs(curve.w - curve.z)) * 3
      return abs(1 - amount) + steepest * abs(amount)
    }
    func sum(_ row: SIMD4<Float>) -> Float { abs(row.x) + abs(row.y) + abs(row.z) }
    return max(sum(rows.0), sum(rows.1), sum(rows.2))
  }
}
