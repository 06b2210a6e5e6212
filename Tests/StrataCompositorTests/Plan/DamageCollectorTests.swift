import StrataBase
import StrataFrame
import Testing

/// The region that holds collected damage.
@Suite struct DamageCollectorTests {
  private static let limit = PixelRect(-40, 17, 1500, 900)

  /// Rectangles of up to a hundred pixels, some of them partly outside.
  private static func rects(_ count: Int, seed: UInt64) -> [PixelRect] {
    var random = SplitMix64(seed: seed)
    return (0..<count).map { _ in
      let x = Int32.random(in: -100...1500, using: &random), y = Int32.random(in: -50...900, using: &random)
      return PixelRect(
        x,
        y,
        x + .random(in: 0...100, using: &random),
        y + .random(in: 0...100, using: &random)
      )
    }
  }

  private static func region(of rects: [PixelRect]) -> PixelRegion {
    var collector = DamageCollector(within: limit)
    for rect in rects { collector.add(rect) }
    return collector.region()
  }

  /// Whatever was added is in the region, which has no pixel outside the limit.
  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func theRegionHoldsWhatWasAdded(seed: UInt64) {
    let rects = Self.rects(Int(seed * seed), seed: seed)
    let region = Self.region(of: rects)
    for rect in rects {
      var rest = PixelRegion(rect.intersection(Self.limit))
      for known in region.rects { rest.subtract(known) }
      #expect(rest.isEmpty, "\(rect)")
    }
    #expect(Self.limit.contains(region.bounds))
  }

  /// A few rectangles are exact.
  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func fewRectanglesAreExact(seed: UInt64) {
    let rects = Self.rects(20, seed: seed)
    var exact = PixelRegion()
    for rect in rects { exact.formUnion(rect.intersection(Self.limit)) }
    #expect(Self.region(of: rects).area == exact.area)
  }

  /// Where fewer than a sixteenth of the cells of 64 × 32 pixels are clean, the region is one rectangle; where more are, it keeps
  /// to the cells.
  @Test(arguments: [2, 15, 17, 40])
  func aSmallRestCountsAsDamaged(clean: Int) {
    let limit = PixelRect(0, 0, 64 * 16, 32 * 16)
    var collector = DamageCollector(within: limit)
    for cell in clean..<256 {
      let x = Int32(cell % 16 * 64), y = Int32(cell / 16 * 32)
      collector.add(PixelRect(x + 10, y + 10, x + 12, y + 12))
    }
    let region = collector.region()
    #expect(region.area == (256 - (clean < 16 ? 0 : clean)) * 64 * 32)
    #expect(clean >= 16 || region.rects == [limit])
  }
}
