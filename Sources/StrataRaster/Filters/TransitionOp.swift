import StrataBase

/// What a transition's filter makes of the old and the new picture.
package enum TransitionOp: Hashable, Sendable {
  /// The new picture by as much as `x · a + y · b + c` says, limited to 0 … 1, at pixel centres; the old one by the rest.
  case sweep(SIMD3<Double>)
  /// Steps over the old picture alone.
  case filters([FilterOp])
  /// What a program does to both.
  case program(FilterProgram)

  /// The picture of two of the same size, whose first pixels lie at `x` and `y`.
  package func picture(of old: PixelBuffer, and new: PixelBuffer, x: Int, y: Int) -> Filters.Placed {
    switch self {
    case .sweep(let line): return (Self.swept(old, new, line, x, y), x, y)
    case .filters(let steps):
      let area = PixelRect(
        Int32(clamping: x),
        Int32(clamping: y),
        Int32(clamping: x + old.width),
        Int32(clamping: y + old.height)
      )
      return Filters.apply(steps, to: (old, x, y), wanted: area)
    case .program(let program):
      guard let result = program.run(old, x, y, new), result.width == old.width, result.height == old.height,
        result.format == .rgba8
      else { return (new, x, y) }
      return (result, x, y)
    }
  }

  private static func swept(
    _ old: PixelBuffer,
    _ new: PixelBuffer,
    _ line: SIMD3<Double>,
    _ left: Int,
    _ top: Int
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
