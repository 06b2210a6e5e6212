extension SIMD4<Float> {
  /// Every channel limited to 0...1; a NaN stays a NaN.
  ///
  /// The standard library's `clamped` is a function call for each vector, which is too slow for rows of pixels.
  @inline(__always)
  var clampedToUnit: Self { clamped(upTo: .one) }

  /// Every channel limited to the range from 0 to that of another vector.
  @inline(__always)
  func clamped(upTo limit: Self) -> Self {
    let positive = replacing(with: 0, where: self .< 0)
    return positive.replacing(with: limit, where: positive .> limit)
  }
}
