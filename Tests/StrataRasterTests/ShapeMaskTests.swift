import StrataBase
import StrataRaster
import Testing

/// A mask paints the bytes that the spans it was made of paint.
@Suite struct ShapeMaskTests {
  private static let size = 96

  /// Shapes with equal rows in the middle, at the end, and none at all.
  private static var shapes: [Coverage] {
    let scratch = RasterizerScratch()
    let clip = PixelRect(0, 0, 96, 96)
    var star = Outline()
    star.polygon([RasterPoint(40, 3), RasterPoint(70, 90), RasterPoint(2.5, 33), RasterPoint(90, 30)])
    let card = RoundedRect(minX: 3.37, minY: 2.25, width: 71.5, height: 80, radius: 9)
    let box = RoundedRect(minX: 5.5, minY: 7.5, width: 30, height: 60)
    return [
      Rasterizer.coverage(of: star, rule: .evenOdd, clip: clip, scratch: scratch),
      RoundedRectCoverage.coverage(of: card, clip: clip, scratch: scratch),
      RoundedRectCoverage.coverage(ofBorder: card, width: 3.5, clip: clip, scratch: scratch),
      RoundedRectCoverage.coverage(of: box, clip: clip, scratch: scratch),
      ShadowCoverage.coverage(of: box, sigma: SIMD2(3, 5), clip: clip, scratch: scratch),
      Coverage(full: PixelRect(1, 2, 60, 61)),
    ]
  }

  private static func canvas() -> PixelBuffer {
    let buffer = PixelBuffer(width: size, height: size, format: .rgba8)
    for y in 0..<size {
      for x in 0..<size * 4 {
        buffer.row(y).storeBytes(
          of: UInt8(truncatingIfNeeded: x &* 3 &+ y &* 5) | 1,
          toByteOffset: x,
          as: UInt8.self
        )
      }
    }
    return buffer
  }

  @Test(arguments: [SIMD4<Float>(0.2, 0.4, 0.6, 1), SIMD4<Float>(0.9, 0.1, 0.3, 0.4)])
  func masksAndSpansPaintTheSameBytes(color: SIMD4<Float>) throws {
    let paint = PremultipliedColor(straight: color)
    for (index, shape) in Self.shapes.enumerated() {
      let mask = try #require(ShapeMask(shape))
      for clip in [PixelRect(0, 0, 96, 96), PixelRect(7, 30, 50, 31), PixelRect(4, 20, 41, 66)] {
        let (spans, masked) = (Self.canvas(), Self.canvas())
        Painter(spans, clip: clip, scratch: PaintScratch()).fill(shape, with: paint)
        Painter(masked, clip: clip, scratch: PaintScratch())
          .fill(mask.layout, x: mask.originX, y: mask.originY, with: paint.rgba8, in: clip)
        for y in 0..<Self.size {
          for x in 0..<Self.size {
            let (a, b) = (
              spans.row(y).load(fromByteOffset: x * 4, as: UInt32.self),
              masked.row(y).load(fromByteOffset: x * 4, as: UInt32.self)
            )
            guard a != b else { continue }
            Issue.record("shape \(index) in \(clip) differs at \(x), \(y)")
            return
          }
        }
      }
    }
  }

  @Test func emptyAndHugeShapesAreNoMasks() {
    #expect(ShapeMask(Coverage()) == nil)
    var star = Outline()
    star.polygon([RasterPoint(0, 0), RasterPoint(2000, 700), RasterPoint(1500, 2000)])
    #expect(ShapeMask(Rasterizer.coverage(of: star, clip: PixelRect(0, 0, 2000, 2000))) == nil)
  }
}
