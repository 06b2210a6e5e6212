extension SIMD4<Float> {
  /// Every channel within 0 and 1, and what is not a number as it is.
  ///
  /// The standard library's `clamped` is a call for each vector, which rows of pixels cannot afford.
  @inline(__always)
  var clampedToUnit: Self { clamped(upTo: .one) }

  /// Every channel within 0 and another vector's.
  @inline(__always)
  func clamped(upTo limit: Self) -> Self {
    let positive = replacing(with: 0, where: self .< 0)
    return positive.replacing(with: limit, where: positive .> limit)
  }
}
