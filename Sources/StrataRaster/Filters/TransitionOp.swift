import StrataBase

/// The filter of a transition: combines the old and the new picture.
package enum TransitionOp: Hashable, Sendable {
  /// Mixes the pictures; the new one's share is `x · a + y · b + c` at pixel centres, limited to 0 … 1.
  case sweep(SIMD3<Double>)
  /// Filters the old picture and ignores the new one.
  case filters([FilterOp])
  /// A filter of both that the program supplies as code.
  case program(FilterProgram)

  /// Combines two pictures of the same size, whose first pixels lie at `x` and `y`.
  package func picture(of old: PixelBuffer, and new: PixelBuffer, x: Int, y: Int) -> Filters.Placed {
    switch self {
    case .sweep(let line): return (Self.swept(old, new, weight: line, x: x, y: y), x, y)
    case .filters(let steps):
      let area = PixelRect(
        Int32(clamping: x),
        Int32(clamping: y),
        Int32(clamping: x + old.width),
        Int32(clamping: y + old.height)
      )
      return Filters.apply(steps, to: (old, x, y), wanted: area)
    case .program(let program):
      guard let result = program.run(old, x, y, new, nil), result.width == old.width,
        result.height == old.height,
        result.format == .rgba8
      else { return (new, x, y) }
      return (result, x, y)
    }
  }

  private static func swept(
    _ old: PixelBuffer,
    _ new: PixelBuffer,
    weight line: SIMD3<Double>,
    x left: Int,
    y top: Int
  ) -> PixelBuffer {
    let result = PixelBuffer(width: old.width, height: old.height, format: .rgba8)
    for y in 0..<old.height {
      let (a, b, to) = (old.row(y), new.row(y), result.row(y))
      for x in 0..<old.width {
        let place = SIMD3(Double(left + x) + 0.5, Double(top + y) + 0.5, 1)
        let weight = Float(min(max((place * line).sum(), 0), 1))
        let before = PixelWord.channels(a.load(fromByteOffset: x * 4, as: UInt32.self)) / 255
        let after = PixelWord.channels(b.load(fromByteOffset: x * 4, as: UInt32.self)) / 255
        to.storeBytes(
          of: PremultipliedColor(premultiplied: before + (after - before) * weight).rgba8,
          toByteOffset: x * 4,
          as: UInt32.self
        )
      }
    }
    return result
  }
}
