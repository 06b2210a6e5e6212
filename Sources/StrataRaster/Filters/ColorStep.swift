/// A filter that makes each straight colour another one.
struct ColorStep {
  private var isCurve = false
  private var rows = (SIMD4<Float>.zero, SIMD4<Float>.zero, SIMD4<Float>.zero, SIMD4<Float>.zero)
  private var bias = SIMD4<Float>.zero
  private var curve = SIMD4<Float>.zero
  private var amount: Float = 0

  /// Nil for filters that look around, or at places.
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

  /// A colour after the step; every step begins with channels of 0...1.
  @inline(__always)
  func changed(_ color: SIMD4<Float>) -> SIMD4<Float> {
    let result: SIMD4<Float>
    if isCurve {
      // Luminance by the weights of Rec. 709; the curve's four values stand at thirds.
      let luminance = min(max(0.2126 * color.x + 0.7152 * color.y + 0.0722 * color.z, 0), 1)
      let place = luminance * 3
      let index = min(Int(place), 2)
      let value = curve[index] + (curve[index + 1] - curve[index]) * (place - Float(index))
      result = color + (SIMD4(value, value, value, color.w) - color) * amount
    } else {
      result =
        SIMD4((rows.0 * color).sum(), (rows.1 * color).sum(), (rows.2 * color).sum(), (rows.3 * color).sum())
        + bias
    }
    return result.replacing(with: 0, where: result .!= result).clampedToUnit
  }

  /// By how much a difference of colours may grow.
  var gain: Float {
    if isCurve {
      let steepest = max(abs(curve.y - curve.x), abs(curve.z - curve.y), abs(curve.w - curve.z)) * 3
      return abs(1 - amount) + steepest * abs(amount)
    }
    func sum(_ row: SIMD4<Float>) -> Float { abs(row.x) + abs(row.y) + abs(row.z) }
    return max(sum(rows.0), sum(rows.1), sum(rows.2))
  }
}
