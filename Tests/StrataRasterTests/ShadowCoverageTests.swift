import StrataBase
import StrataRaster
import Testing

/// The coverage of blurred rectangles, which is stretched from that of a small one.
@Suite struct ShadowCoverageTests {
  static let shapes = [
    RoundedRect(minX: -40.5, minY: -300.25, width: 900, height: 700),
    RoundedRect(minX: 10, minY: 12, width: 30, height: 20),
    RoundedRect(minX: 3, minY: -5000, width: 12, height: 9000),
  ]

  @Test(arguments: ShadowCoverageTests.shapes)
  func aPartHasTheBytesOfTheWhole(shape: RoundedRect) {
    let scratch = RasterizerScratch()
    for sigma in [SIMD2<Double>(0, 0), SIMD2(2, 3), SIMD2(9, 0.5)] {
      let whole = ShadowCoverage.coverage(
        of: shape,
        sigma: sigma,
        clip: PixelRect(-200, -200, 300, 300),
        scratch: scratch
      )
      for clip in [PixelRect(-60, -10, 60, 40), PixelRect(31, 17, 52, 90), PixelRect(-3, 2, -2, 3)] {
        let part = ShadowCoverage.coverage(of: shape, sigma: sigma, clip: clip, scratch: scratch)
        var wrong = 0
        for y in clip.minY..<clip.maxY {
          for x in clip.minX..<clip.maxX where part.value(x: x, y: y) != whole.value(x: x, y: y) {
            wrong += 1
          }
        }
        #expect(wrong == 0)
      }
    }
  }

  @Test func thePartThatIsSeenDecidesOnTheMemory() {
    let clip = PixelRect(0, 0, 20, 10)
    let shadow = ShadowCoverage.coverage(
      of: RoundedRect(minX: -500, minY: -500, width: 1000, height: 1000),
      sigma: SIMD2(1024, 1024),
      clip: clip,
      scratch: RasterizerScratch()
    )
    #expect(shadow.bounds == clip)
    #expect(shadow.alphas.count <= 20 * 10)
  }

  /// A circle leaves nothing to stretch: the part that is wanted has the bytes of a blur of all its pixels.
  @Test(arguments: [SIMD2(3.0, 5), SIMD2(0, 0), SIMD2(40, 0.75)])
  func aPartOfALargeCircleHasTheBytesOfAWholeBlur(sigma: SIMD2<Double>) {
    let (scratch, side) = (RasterizerScratch(), 2300.0)
    let circle = RoundedRect(minX: -100.25, minY: -40.5, width: side, height: side, radius: side / 2)
    let whole = PixelRect(-101, -41, 2201, 2261)
    let plain = RoundedRectCoverage.coverage(of: circle, clip: whole, scratch: scratch)
    let (expected, growX, growY) = Blur.gaussian(
      plain.buffer(covering: whole),
      sigmaX: sigma.x,
      sigmaY: sigma.y
    )
    for clip in [
      PixelRect(-110, -50, 400, 300), PixelRect(900, 2200, 1300, 2270), PixelRect(1000, 1000, 1010, 1020),
    ] {
      let part = ShadowCoverage.coverage(of: circle, sigma: sigma, clip: clip, scratch: scratch)
      var wrong = 0
      for y in clip.minY..<clip.maxY {
        for x in clip.minX..<clip.maxX {
          let (column, row) = (Int(x) + 101 + growX, Int(y) + 41 + growY)
          let isInside = (0..<expected.width).contains(column) && (0..<expected.height).contains(row)
          let byte = isInside ? expected.row(row).load(fromByteOffset: column, as: UInt8.self) : 0
          if part.value(x: x, y: y) != byte { wrong += 1 }
        }
      }
      #expect(wrong == 0, "\(clip)")
      #expect(part.bounds.intersection(clip) == part.bounds)
    }
  }

  /// A cache gives the same bytes, whether it has the corners or a larger part, and is not blurred into again.
  @Test func partsOfALargeCircleAreKept() {
    let (scratch, sigma) = (RasterizerScratch(), SIMD2(9.0, 4.0))
    let circle = RoundedRect(minX: -100.25, minY: -40.5, width: 2300, height: 2300, radius: 1150)
    let (large, small) = (PixelRect(900, 2100, 1300, 2270), PixelRect(1000, 2200, 1100, 2265))
    func shadow(_ clip: PixelRect, _ cache: ShadowCache?) -> Coverage {
      ShadowCoverage.coverage(of: circle, sigma: sigma, clip: clip, scratch: scratch, cache: cache)
    }
    let expected = shadow(small, nil).buffer(covering: small).alphas
    let parts = ShadowCache()
    _ = shadow(large, parts)
    let count = parts.pixelCount
    #expect(count > 0)
    #expect(shadow(small, parts).buffer(covering: small).alphas == expected)
    #expect(parts.pixelCount == count)
    let corners = ShadowCache()
    _ = shadow(PixelRect(-200, -100, 2300, 2400), corners)
    let whole = corners.pixelCount
    #expect(whole > 2300 * 2300)
    #expect(shadow(small, corners).buffer(covering: small).alphas == expected)
    #expect(corners.pixelCount == whole)
    corners.removeAll()
    #expect(corners.pixelCount == 0)
  }

  /// Circles that no memory holds, seen through a small clip at the middle of the left edge.
  @Test(arguments: [100_000.0, 3e6, 1e12])
  func theVisiblePartOfAHugeCircleDecidesOnTheMemory(side: Double) {
    let clip = PixelRect(-30, -20, 34, 20)
    let shadow = ShadowCoverage.coverage(
      of: RoundedRect(minX: 0, minY: -side / 2, width: side, height: side, radius: side / 2),
      sigma: SIMD2(8, 8),
      clip: clip,
      scratch: RasterizerScratch()
    )
    #expect(shadow.alphas.count <= clip.width * clip.height)
    #expect(shadow.value(x: -30, y: 0) == 0)
    #expect(shadow.value(x: 33, y: 0) == 255)
    #expect((120...135).contains(shadow.value(x: 0, y: 0)), "\(shadow.value(x: 0, y: 0))")
  }
}

extension PixelBuffer {
  /// The bytes of an alpha-only picture, row after row.
  fileprivate var alphas: [UInt8] {
    (0..<height).flatMap { y in (0..<width).map { row(y).load(fromByteOffset: $0, as: UInt8.self) } }
  }
}
