import StrataBase
import StrataRaster
import Testing

/// Blurs after rendering R-34 and filters after R-49.
@Suite struct BlurAndFilterTests {
  /// E-301.
  @Test func boxesHaveTheDocumentedWidth() {
    #expect(Blur.boxWidth(5) == 9)
    #expect(Blur.boxWidth(0) <= 1)
    #expect(Blur.boxWidth(-3) <= 1)
    #expect(Blur.boxWidth(.nan) <= 1)
  }

  private func edge() -> (PixelBuffer, PixelBuffer, Int) {
    let source = PixelBuffer(width: 200, height: 60, format: .alpha8)
    for y in 0..<60 { (source.row(y)).initializeMemory(as: UInt8.self, repeating: 255, count: 200) }
    let blurred = Blur.gaussian(source, sigmaX: 5, sigmaY: 5)
    return (source, blurred.buffer, blurred.growX)
  }

  /// E-302, E-307: the blur of a long edge at 10 and at 13 pixels outside.
  @Test func threeBoxesReachTwelvePixelsAtSigmaFive() {
    let (_, blurred, grow) = edge()
    #expect(grow == 12)
    func value(_ outside: Int) -> Int {
      let x = grow - outside
      return x < 0 ? 0 : Int((blurred.row(grow + 30) + x).load(as: UInt8.self))
    }
    #expect(value(10) == 3)
    #expect(value(13) == 0)
  }

  /// E-300: half of the light at the edge, and the tail of a Gaussian outside; three boxes of whole pixels are this near.
  @Test func theEdgeFollowsTheErrorFunction() {
    let source = PixelBuffer(width: 200, height: 1, format: .alpha8)
    source.row(0).initializeMemory(as: UInt8.self, repeating: 255, count: 200)
    let blurred = Blur.gaussian(source, sigmaX: 3, sigmaY: 0)
    func value(_ outside: Double) -> Double {
      let x = Double(blurred.growX) - outside - 0.5
      let (left, right) = (Int(x.rounded(.down)), Int(x.rounded(.up)))
      let a = Double((blurred.buffer.row(0) + left).load(as: UInt8.self))
      let b = Double((blurred.buffer.row(0) + right).load(as: UInt8.self))
      return (a + b) / 2 / 255
    }
    #expect(abs(value(0) - 0.5) < 0.025)
    #expect(abs(value(3) - 0.158655) < 0.025)
    #expect(abs(value(6) - 0.0227501) < 0.025)
  }

  /// Even and odd boxes leave the picture where it is: a symmetric picture stays symmetric.
  @Test(arguments: [1.0, 1.5, 2, 3.3, 4, 5.1, 8])
  func blursDoNotMoveThePicture(sigma: Double) {
    let source = PixelBuffer(width: 9, height: 7, format: .rgba8)
    source.row(3).storeBytes(of: 0xffff_ffff, toByteOffset: 4 * 4, as: UInt32.self)
    let blurred = Blur.gaussian(source, sigmaX: sigma, sigmaY: sigma)
    let result = blurred.buffer
    #expect(result.width == 9 + 2 * blurred.growX && result.height == 7 + 2 * blurred.growY)
    for y in 0..<result.height {
      for x in 0..<result.width {
        let a = (result.row(y) + x * 4).load(as: UInt32.self)
        #expect(a == (result.row(y) + (result.width - 1 - x) * 4).load(as: UInt32.self))
        #expect(a == (result.row(result.height - 1 - y) + x * 4).load(as: UInt32.self))
      }
    }
  }

  private func filtered(_ color: UInt32, _ filter: FilterOp) -> UInt32 {
    let buffer = PixelBuffer(width: 1, height: 1, format: .rgba8)
    buffer.row(0).storeBytes(of: color, as: UInt32.self)
    let result = Filters.apply(filter, to: (buffer, 0, 0)).buffer
    return withExtendedLifetime(result) { result.row(0).load(as: UInt32.self) }
  }

  @Test func colourMatricesActOnStraightColour() {
    let swap: [Float] = [0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0]
    #expect(filtered(0xff10_2030, .colorMatrix(swap)) == 0xff30_2010)
    let invert: [Float] = [-1, 0, 0, 0, 1, 0, -1, 0, 0, 1, 0, 0, -1, 0, 1, 0, 0, 0, 1, 0]
    #expect(filtered(0xff00_80ff, .colorMatrix(invert)) == 0xffff_7f00)
    // Half transparent red becomes half transparent cyan.
    #expect(filtered(0x8000_0080, .colorMatrix(invert)) == 0x8080_8000)
    // Luminance to alpha (rendering R-49's family): white becomes opaque, black transparent.
    let luminance: [Float] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0.2126, 0.7152, 0.0722, 0, 0]
    #expect(filtered(0xffff_ffff, .colorMatrix(luminance)) == 0xff00_0000)
    #expect(filtered(0xff00_0000, .colorMatrix(luminance)) == 0)
    #expect(filtered(0xff10_2030, .colorMatrix([1, 2])) == 0xff10_2030)
  }
}
