import Foundation
import StrataBase
import Testing

@Suite struct PixelRectTests {
  private func rect(_ random: inout SplitMix64) -> PixelRect {
    let x = Int32(random.next() % 12), y = Int32(random.next() % 12)
    return PixelRect(x, y, x + Int32(random.next() % 6), y + Int32(random.next() % 6))
  }

  @Test func edgesAreHalfOpen() {
    let rect = PixelRect(2, 3, 5, 7)
    #expect(rect.width == 3)
    #expect(rect.height == 4)
    #expect(!rect.isEmpty)
    #expect(rect.contains(x: 2, y: 3))
    #expect(!rect.contains(x: 5, y: 3))
    #expect(!rect.contains(x: 2, y: 7))
    #expect(rect.intersection(PixelRect(5, 0, 9, 9)).isEmpty)
    #expect(rect.union(.empty) == rect)
    #expect(rect.offset(by: Int32.max, 0).maxX == Int32.max)
    #expect(PixelRect(3, 3, 1, 1).isEmpty && PixelRect(3, 3, 1, 1).width == 0)
  }

  /// A set of pixels is the reference of the region.
  @Test(arguments: 0..<200 as Range<UInt64>)
  func regionsAreSetsOfPixels(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var region = PixelRegion()
    var pixels: Set<SIMD2<Int32>> = []
    for _ in 0..<8 {
      let next = rect(&random)
      let own = Set((next.minX..<next.maxX).flatMap { x in (next.minY..<next.maxY).map { SIMD2(x, $0) } })
      if random.next() % 3 == 0 {
        region.subtract(next)
        pixels.subtract(own)
      } else {
        region.formUnion(next)
        pixels.formUnion(own)
      }
    }
    #expect(region.area == pixels.count)
    for y in 0..<20 as Range<Int32> {
      for x in 0..<20 as Range<Int32> { #expect(region.contains(x: x, y: y) == pixels.contains(SIMD2(x, y))) }
    }
  }
}
