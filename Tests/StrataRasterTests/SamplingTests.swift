import StrataBase
import StrataRaster
import Testing

/// Pictures as paint: rendering C-12, C-13, and that bytes do not depend on the clip.
@Suite struct SamplingTests {
  private func noise(_ width: Int, _ height: Int, seed: UInt64 = 3) -> PixelBuffer {
    let buffer = PixelBuffer(width: width, height: height, format: .rgba8)
    var random = SplitMix64(seed: seed)
    for y in 0..<height {
      for x in 0..<width {
        let bits = random.next()
        let alpha = bits & 1 == 0 ? 255 : bits >> 8 & 255
        let at = (buffer.row(y) + x * 4).assumingMemoryBound(to: UInt8.self)
        for k in 0..<3 { at[k] = UInt8((bits >> (16 + 8 * UInt64(k)) & 255) * alpha / 255) }
        at[3] = UInt8(alpha)
      }
    }
    return buffer
  }

  private func drawn(
    _ paint: ImagePaint,
    width: Int,
    height: Int,
    tiles: Int32 = 1 << 20
  ) -> [[UInt32]] {
    let buffer = PixelBuffer(width: width, height: height, format: .rgba8)
    let prepared = PreparedPaint(.image(paint))
    let scratch = PaintScratch()
    for top in stride(from: Int32(0), to: Int32(height), by: Int(min(tiles, Int32(height)))) {
      for left in stride(from: Int32(0), to: Int32(width), by: Int(min(tiles, Int32(width)))) {
        let tile = PixelRect(left, top, left + min(tiles, Int32(width)), top + min(tiles, Int32(height)))
        Painter(buffer, clip: tile, scratch: scratch)
          .fill(PixelRect(0, 0, Int32(width), Int32(height)), with: prepared)
      }
    }
    return pixels(buffer)
  }

  private func pixels(_ buffer: PixelBuffer) -> [[UInt32]] {
    (0..<buffer.height).map { y in
      (0..<buffer.width).map { (buffer.row(y) + $0 * 4).load(as: UInt32.self) }
    }
  }

  private func paint(
    _ buffer: PixelBuffer,
    _ map: Projective,
    _ filter: SamplingFilter = .linear,
    _ edge: SamplingEdge = .clamp
  ) -> ImagePaint {
    ImagePaint(
      pixels: buffer,
      source: SIMD4(0, 0, Double(buffer.width), Double(buffer.height)),
      fromDevice: map,
      filter: filter,
      edge: edge
    )
  }

  @Test(arguments: [SamplingFilter.nearest, .linear, .trilinear(bias: 0)])
  func wholePixelTranslationCopies(filter: SamplingFilter) {
    let source = noise(20, 10)
    let result = drawn(paint(source, .translation(-3, -2), filter), width: 23, height: 12)
    let expected = pixels(source)
    for y in 0..<10 { #expect(Array(result[y + 2][3...]) == expected[y]) }
  }

  @Test(arguments: [SamplingFilter.nearest, .linear, .trilinear(bias: 0), .trilinear(bias: 0.7)])
  func pixelsDoNotDependOnTheClip(filter: SamplingFilter) {
    let source = noise(40, 30)
    let turned = Projective(a: 0.6, b: 0.4, c: -0.5, d: 0.7, tx: 11.3, ty: -2.8)
    let far = Projective(
      m11: 0.6,
      m12: 0.1,
      m13: 0.004,
      m21: 0,
      m22: 0.8,
      m23: 0.002,
      m31: 1.5,
      m32: 2,
      m33: 1
    )
    for map in [
      turned, far, .scale(0.37, 0.61), .scale(2.3, 1.7), .translation(0.37, -0.61), .translation(-7.5, 3.25),
    ] {
      for edge in [SamplingEdge.clamp, .transparent, .repeat] {
        let whole = drawn(paint(source, map, filter, edge), width: 70, height: 40)
        for tiles in [7, 16, 33] as [Int32] {
          #expect(drawn(paint(source, map, filter, edge), width: 70, height: 40, tiles: tiles) == whole)
        }
      }
    }
  }

  /// Whole pictures that repeat are copied or sampled in rows; parts are looked up pixel by pixel, under the same map.
  @Test(arguments: [SamplingFilter.nearest, .linear])
  func picturesRepeatAsTheirPixelsDo(filter: SamplingFilter) {
    var random = SplitMix64(seed: 11)
    func number(_ range: Double) -> Double { (Double(random.next() >> 11) * 0x1p-53 - 0.5) * range }
    for (width, height) in [(1, 1), (7, 5), (16, 16), (1, 9), (90, 40)] {
      let cell = noise(width, height)
      let larger = noise(width + 1, height + 1, seed: 8)
      for y in 0..<height { larger.row(y).copyMemory(from: cell.row(y), byteCount: width * 4) }
      var maps: [Projective] = [
        .identity, .translation(-3, 8), .translation(1e5, -1e6), .translation(0.5, -0.5), .scale(1, -1),
        .translation(-5, 1 / 512), .translation(-0.251953125, 3.998046875), .scale(-1, 1),
        .translation(5 + 9e-4, -7 - 9e-4), .scale(0.5, 0.5), .scale(3, 1.25),
        Projective(a: 1, b: 0, c: 0, d: -1, tx: 4, ty: 11),
        Projective(m11: 1, m12: 0, m13: -0.02, m21: 0, m22: 1, m23: 0.001, m31: 0, m32: 0, m33: 1),
        Projective(a: 4e7, b: 0, c: 0, d: 1, tx: -2e9, ty: 0),
      ]
      for _ in 0..<20 {
        maps.append(
          Projective(a: number(4), b: number(2), c: number(2), d: number(4), tx: number(99), ty: number(99))
        )
        maps.append(
          Projective(
            m11: number(4),
            m12: number(2),
            m13: number(0.04),
            m21: number(2),
            m22: number(4),
            m23: number(0.04),
            m31: number(99),
            m32: number(99),
            m33: 1
          )
        )
      }
      for map in maps {
        for tint in [SIMD4<Float>.one, SIMD4(0.5, 1, 0.25, 0.75)] {
          var whole = paint(cell, map, filter, .repeat)
          var part = paint(larger, map, filter, .repeat)
          part.source = whole.source
          (whole.tint, part.tint) = (tint, tint)
          #expect(drawn(whole, width: 130, height: 30) == drawn(part, width: 130, height: 30), "\(map)")
        }
      }
    }
  }

  /// Half a pixel between two pixels is their mean.
  @Test func linearFilteringMixesNeighbours() {
    let source = PixelBuffer(width: 2, height: 1, format: .rgba8)
    source.row(0).storeBytes(of: 0xff00_0000, toByteOffset: 0, as: UInt32.self)
    source.row(0).storeBytes(of: 0xffff_ffff, toByteOffset: 4, as: UInt32.self)
    let result = drawn(paint(source, .translation(0.5, 0)), width: 2, height: 1)
    #expect(result[0][0] & 255 == 128)
    // C-13: beyond the last pixel it continues.
    #expect(result[0][1] == 0xffff_ffff)
    let magnified = drawn(paint(source, .scale(0.25, 1)), width: 8, height: 1)
    #expect(magnified[0].map { $0 & 255 } == [0, 0, 32, 96, 159, 223, 255, 255].map { UInt32($0) })
  }

  /// C-13: nothing from outside of the shown part bleeds in.
  @Test func samplesAreClampedToTheShownPart() {
    let source = PixelBuffer(width: 3, height: 1, format: .rgba8)
    for (x, color) in [0xff00_00ff, 0xff00_ff00, 0xffff_0000].enumerated() {
      source.row(0).storeBytes(of: UInt32(color), toByteOffset: x * 4, as: UInt32.self)
    }
    let middle = ImagePaint(pixels: source, source: SIMD4(1, 0, 2, 1), fromDevice: .scale(0.3, 1))
    #expect(drawn(middle, width: 10, height: 1)[0] == Array(repeating: 0xff00_ff00, count: 10))
  }

  /// Perspective against the division at every pixel.
  @Test func perspectiveFollowsTheMap() {
    let source = PixelBuffer(width: 256, height: 1, format: .rgba8)
    for x in 0..<256 {
      source.row(0).storeBytes(of: UInt32(x) | 0xff00_0000, toByteOffset: x * 4, as: UInt32.self)
    }
    let map = Projective(m11: 1, m12: 0, m13: 0.01, m21: 0, m22: 1, m23: 0, m31: 10, m32: 0, m33: 1)
    let result = drawn(paint(source, map), width: 200, height: 1)
    for x in 0..<200 {
      let p = Double(x) + 0.5
      let expected = (p + 10) / (p * 0.01 + 1) - 0.5
      #expect(abs(Double(result[0][x] & 255) - expected) < 1.01, "pixel \(x)")
    }
  }

  /// C-12: at half the size the first halved copy is shown.
  @Test func trilinearMinificationReadsHalvedCopies() {
    let source = PixelBuffer(width: 64, height: 64, format: .rgba8)
    for y in 0..<64 {
      for x in 0..<64 {
        let color: UInt32 = (x + y) % 2 == 0 ? 0xffff_ffff : 0xff00_0000
        source.row(y).storeBytes(of: color, toByteOffset: x * 4, as: UInt32.self)
      }
    }
    let half = drawn(paint(source, .scale(2, 2), .trilinear(bias: 0)), width: 32, height: 32)
    #expect(half.allSatisfy { $0.allSatisfy { $0 & 255 == 128 } })
    let quarter = drawn(paint(source, .scale(4, 4), .trilinear(bias: 0)), width: 16, height: 16)
    #expect(quarter.allSatisfy { $0.allSatisfy { $0 & 255 == 128 } })
  }

  @Test func tintMultipliesStraightColourAndAlpha() {
    let source = PixelBuffer(width: 1, height: 1, format: .rgba8)
    source.row(0).storeBytes(of: 0xffff_ffff, as: UInt32.self)
    var tinted = paint(source, .identity)
    tinted.tint = SIMD4(1, 0.5, 0, 0.5)
    let value = drawn(tinted, width: 1, height: 1)[0][0]
    #expect(value >> 24 == 127)
    #expect(value & 255 == 127)
    #expect(value >> 8 & 255 == 64)
    #expect(value >> 16 & 255 == 0)
    tinted.isTemplate = true
    source.row(0).storeBytes(of: 0x8000_0000, as: UInt32.self)
    source.forgetDerived()
    tinted.tint = SIMD4(1, 0, 0, 1)
    #expect(drawn(tinted, width: 1, height: 1)[0][0] == 0x8000_0080)
  }

  @Test func mapsThatAreNotNumbersDoNotCrash() {
    let source = noise(4, 4)
    for map in [
      Projective(a: .nan, b: 0, c: 0, d: 1, tx: 0, ty: 0),
      Projective(a: .infinity, b: 0, c: 0, d: 1, tx: 0, ty: 0),
      Projective(a: 1e300, b: 1e300, c: 1, d: 1, tx: -1e300, ty: 0),
      Projective(m11: 1, m12: 0, m13: .nan, m21: 0, m22: 1, m23: 0, m31: 0, m32: 0, m33: 1),
      Projective(m11: 1, m12: 0, m13: -1, m21: 0, m22: 1, m23: -1, m31: 0, m32: 0, m33: 0),
    ] {
      for filter in [SamplingFilter.nearest, .linear, .trilinear(bias: .nan)] {
        for edge in [SamplingEdge.clamp, .transparent, .repeat] {
          #expect(drawn(paint(source, map, filter, edge), width: 40, height: 3).count == 3)
        }
      }
    }
    #expect(
      drawn(paint(PixelBuffer(width: 0, height: 0, format: .rgba8), .identity), width: 2, height: 2)[0] == [
        0, 0,
      ]
    )
  }
}
