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
}
