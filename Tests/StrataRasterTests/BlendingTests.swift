import StrataBase
import StrataRaster
import Testing

/// Blend modes and operators against the numbers of rendering R-45…R-48.
@Suite struct BlendingTests {
  private func opaque(_ s: Float, _ d: Float, _ mode: BlendMode) -> Float {
    Blending.blended(SIMD4(s, s, s, 1), SIMD4(d, d, d, 1), mode).x
  }

  /// E-255…E-267, with s = 0.25 and d = 0.6.
  @Test(arguments: [
    (BlendMode.multiply, Float(0.15)), (.screen, 0.7), (.overlay, 0.4), (.darken, 0.25), (.lighten, 0.6),
    (.colorDodge, 0.8), (.colorBurn, 0), (.hardLight, 0.3), (.softLight, 0.48), (.difference, 0.35),
    (.exclusion, 0.55), (.plusL, 0.85), (.plusD, 0),
  ])
  func modesGiveTheTabulatedValue(mode: BlendMode, expected: Float) {
    #expect(abs(opaque(0.25, 0.6, mode) - expected) < 1e-5)
  }

  /// E-268.
  @Test func multiplyWithAlphasKeepsWhatDoesNotOverlap() {
    let result = Blending.blended(SIMD4(0.125, 0, 0, 0.5), SIMD4(0.48, 0, 0, 0.8), .multiply)
    #expect(abs(result.x - (0.2 * 0.125 + 0.5 * 0.48 + 0.4 * 0.15)) < 1e-6)
    #expect(abs(result.x - 0.325) < 1e-5)
    #expect(abs(result.w - 0.9) < 1e-6)
  }

  /// E-270…E-278, with Sa = 0.5 and Da = 0.8.
  @Test(arguments: [
    (BlendMode.normal, Float(0.9)), (.destOver, 0.9), (.sourceIn, 0.4), (.destIn, 0.4), (.sourceOut, 0.1),
    (.destOut, 0.4), (.sourceAtop, 0.8), (.destAtop, 0.5), (.xor, 0.5), (.copy, 0.5), (.clear, 0),
  ])
  func operatorsGiveTheTabulatedAlpha(mode: BlendMode, expected: Float) {
    let result = Blending.blended(SIMD4(0, 0, 0, 0.5), SIMD4(0, 0, 0, 0.8), mode)
    #expect(abs(result.w - expected) < 1e-6)
  }

  /// E-279.
  @Test func luminosityWeighsTheChannels() {
    #expect(abs(Blending.luminosity(SIMD4(0.2, 0.4, 0.6, 1)) - 0.362) < 1e-6)
  }

  /// rendering R-46: the result takes three of hue, saturation and luminosity from one side.
  @Test func nonSeparableModesKeepTheLuminosityTheyShould() {
    let s = SIMD4<Float>(0.9, 0.2, 0.1, 1), d = SIMD4<Float>(0.3, 0.5, 0.4, 1)
    for mode in [BlendMode.hue, .saturation, .color] {
      #expect(abs(Blending.luminosity(Blending.blended(s, d, mode)) - Blending.luminosity(d)) < 1e-5)
    }
    #expect(abs(Blending.luminosity(Blending.blended(s, d, .luminosity)) - Blending.luminosity(s)) < 1e-5)
  }

  @Test(arguments: BlendMode.allCases)
  func everyModeGivesAColourNoLargerThanItsAlpha(mode: BlendMode) {
    var random = SplitMix64(seed: UInt64(mode.rawValue))
    func color() -> SIMD4<Float> {
      let alpha = random.unitFloat()
      return SIMD4(random.unitFloat() * alpha, random.unitFloat() * alpha, random.unitFloat() * alpha, alpha)
    }
    for _ in 0..<500 {
      let result = Blending.blended(color(), color(), mode)
      #expect(result.w >= 0 && result.w <= 1.00001)
      let below = color() * 255
      var bytes = (0..<4).map { UInt8(below[$0]) }
      var source = color()
      Blending.blend(&source, into: &bytes, count: 1, mode, constant: UInt8(random.next() & 255))
      #expect((0..<3).allSatisfy { bytes[$0] <= bytes[3] })
    }
  }

  /// A row of pixels through the kernel, of bytes and of half floats, against one pixel through the formula.
  @Test(arguments: BlendMode.allCases)
  func rowsAreBlendedAsTheFormulasSay(mode: BlendMode) {
    var random = SplitMix64(seed: 400 + UInt64(mode.rawValue))
    func color() -> SIMD4<Float> {
      let bits = random.next()
      let alpha: Float = bits & 3 == 0 ? 1 : bits & 7 == 1 ? 0 : random.unitFloat()
      let color = SIMD4(random.unitFloat(), random.unitFloat(), random.unitFloat(), 1)
      // Black and white channels are the ends of most formulas.
      return (bits & 48 == 0 ? color.rounded(.toNearestOrEven) : color) * alpha
    }
    let count = 300
    let sources = (0..<count).map { _ in color() }
    let shares = (0..<count).map { _ in UInt8(truncatingIfNeeded: max(0, Int(random.next() % 512) - 128)) }
    let below = (0..<count).flatMap { _ -> [UInt8] in
      let color = color() * 255
      return (0..<4).map { UInt8(color[$0]) }
    }
    var bytes = below
    Blending.blend(sources, into: &bytes, count: count, mode, coverage: shares)
    for i in 0..<count {
      let d = SIMD4<Float>((0..<4).map { Float(below[i * 4 + $0]) * (1 / 255) })
      var result = Blending.blended(sources[i], d, mode).clamped(lowerBound: .zero, upperBound: .one)
      if shares[i] < 255 { result = d + (result - d) * (Float(shares[i]) / 255) }
      result = result.clamped(lowerBound: .zero, upperBound: .one)
      result = result.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: result.w))
      let expected = (0..<4).map { UInt8(result[$0] * 255 + 0.5) }
      let untouched = Array(below[(i * 4)..<(i * 4 + 4)])
      #expect(Array(bytes[(i * 4)..<(i * 4 + 4)]) == (shares[i] == 0 ? untouched : expected))
    }
  }

  private func pixel(_ buffer: PixelBuffer, _ x: Int, _ y: Int) -> [UInt8] {
    (0..<4).map { (buffer.row(y) + x * 4 + $0).load(as: UInt8.self) }
  }

  private func white(_ width: Int, _ height: Int) -> (PixelBuffer, Painter) {
    let buffer = PixelBuffer(width: width, height: height, format: .rgba8)
    let painter = Painter(buffer, scratch: PaintScratch())
    painter.fill(
      PixelRect(0, 0, Int32(width), Int32(height)),
      with: PremultipliedColor(straight: .one),
      mode: .copy
    )
    return (buffer, painter)
  }

  /// E-254, E-252.
  @Test func translucentColoursOverWhiteGiveExactBytes() {
    let (buffer, painter) = white(4, 1)
    painter.fill(PixelRect(0, 0, 1, 1), with: PremultipliedColor(straight: SIMD4(1, 0, 0, 0.5)))
    painter.fill(PixelRect(1, 0, 2, 1), with: PremultipliedColor(straight: SIMD4(0, 0, 0, 0.25)))
    painter.fill(
      PixelRect(2, 0, 3, 1),
      with: PreparedPaint(.solid(PremultipliedColor(straight: SIMD4(1, 0, 0, 1)))),
      alpha: 0.5
    )
    #expect(pixel(buffer, 0, 0) == [255, 128, 128, 255])
    #expect(pixel(buffer, 1, 0) == [191, 191, 191, 255])
    #expect(pixel(buffer, 2, 0) == [255, 128, 128, 255])
    #expect(pixel(buffer, 3, 0) == [255, 255, 255, 255])
  }

  /// 1 − (1 − d)/s of s = 0.125 and d = 230/255 is 55.0 of 255; were s a byte, 32 of 255, it would be 55.8.
  @Test func sourcesAreNotRoundedBeforeTheyAreBlended() {
    var source = SIMD4<Float>(0.125, 0.125, 0.125, 1)
    var bytes: [UInt8] = [230, 230, 230, 255]
    Blending.blend(&source, into: &bytes, count: 1, .colorBurn)
    #expect(bytes == [55, 55, 55, 255])
  }

  /// A third of red at half alpha over white, and a fifth of the rest: numbers that bytes do not have.
  @Test func wideTargetsKeepWhatBytesCannot() {
    let buffer = PixelBuffer(width: 2, height: 1, format: .rgba16f)
    let painter = Painter(buffer, scratch: PaintScratch())
    painter.fill(PixelRect(0, 0, 2, 1), with: PremultipliedColor(straight: .one), mode: .copy)
    painter.fill(PixelRect(0, 0, 1, 1), with: PremultipliedColor(straight: SIMD4(1.0 / 3, 0, 0, 0.5)))
    let halves = buffer.row(0).assumingMemoryBound(to: UInt16.self)
    // 2/3 lies between 2⁻¹ and 1: its fraction is 1/3 of 1024, 341 or 342.
    #expect(halves[0] == 0x3800 + 341)
    #expect(halves[1] == 0x3800)
    #expect(halves[3] == 0x3c00)
    #expect((4..<8).allSatisfy { halves[$0] == 0x3c00 })
    let dark = FilterOp.colorMatrix([0.2, 0, 0, 0, 0, 0, 0.2, 0, 0, 0, 0, 0, 0.2, 0, 0, 0, 0, 0, 1, 0])
    let bytes = Filters.apply([dark], to: (buffer, 0, 0), wanted: PixelRect(0, 0, 2, 1)).buffer
    // 0.2 · 2/3 is 34 of 255, 0.2 · 1/2 is 25.5.
    #expect(bytes.format == .rgba8)
    #expect(pixel(bytes, 0, 0)[0] == 34)
    #expect(pixel(bytes, 1, 0) == [51, 51, 51, 255])
  }

  /// E-250: a group at half opacity, its child blue over red, over white.
  @Test func groupOpacityHidesWhatIsCoveredInside() {
    let (buffer, painter) = white(1, 1)
    let group = PixelBuffer(width: 1, height: 1, format: .rgba8)
    let inner = Painter(group, scratch: PaintScratch())
    inner.fill(PixelRect(0, 0, 1, 1), with: PremultipliedColor(straight: SIMD4(1, 0, 0, 1)))
    inner.fill(PixelRect(0, 0, 1, 1), with: PremultipliedColor(straight: SIMD4(0, 0, 1, 1)))
    painter.composite(group, x: 0, y: 0, tint: SIMD4(1, 1, 1, 0.5))
    #expect(pixel(buffer, 0, 0) == [128, 128, 255, 255])
  }

  /// E-251: the same without a group.
  @Test func separateOpacityShowsBothColours() {
    let (buffer, painter) = white(1, 1)
    painter.fill(PixelRect(0, 0, 1, 1), with: PremultipliedColor(straight: SIMD4(1, 0, 0, 0.5)))
    painter.fill(PixelRect(0, 0, 1, 1), with: PremultipliedColor(straight: SIMD4(0, 0, 1, 0.5)))
    #expect(pixel(buffer, 0, 0) == [128, 64, 191, 255])
  }

  /// Partly covered pixels go part of the way, for operators that erase too.
  @Test func coverageMixesOldAndNew() {
    let (buffer, painter) = white(2, 1)
    var outline = Outline()
    outline.polygon([RasterPoint(0, 0), RasterPoint(1, 0), RasterPoint(1, 0.5), RasterPoint(0, 0.5)])
    let half = Rasterizer.coverage(of: outline, clip: PixelRect(0, 0, 2, 1))
    painter.fill(half, with: PremultipliedColor(straight: SIMD4(1, 0, 0, 1)), mode: .clear)
    let erased = pixel(buffer, 0, 0)
    #expect(erased[3] == 127 || erased[3] == 128)
    #expect(pixel(buffer, 1, 0) == [255, 255, 255, 255])
  }
}
