import StrataBase
import StrataRaster
import Testing

@Suite struct FilterTests {
  /// A picture of words of red, green, blue, alpha from the lowest byte on.
  private func picture(_ rows: [[UInt32]]) -> PixelBuffer {
    let buffer = PixelBuffer(width: rows[0].count, height: rows.count, format: .rgba8)
    for (y, row) in rows.enumerated() {
      for (x, word) in row.enumerated() {
        buffer.row(y).storeBytes(of: word, toByteOffset: x * 4, as: UInt32.self)
      }
    }
    return buffer
  }

  private func words(_ surface: Filters.Placed) -> [[UInt32]] {
    withExtendedLifetime(surface.buffer) {
      (0..<surface.buffer.height).map { y in
        (0..<surface.buffer.width).map {
          surface.buffer.row(y).load(fromByteOffset: $0 * 4, as: UInt32.self)
        }
      }
    }
  }

  private let white: UInt32 = 0xffff_ffff
  private let black: UInt32 = 0xff00_0000

  /// Cells take the mean of their pixels, those outside of the picture being transparent.
  @Test func pixellationAveragesCells() {
    let source = picture([[white, black, white, white], [black, black, white, black]])
    let cells = FilterOp.pixellate(toCells: .scale(0.5, 0.5))
    let result = words(Filters.apply(cells, to: (source, 0, 0)))
    // A quarter of white is 64, three quarters are 191.
    #expect(result[0] == [0xff40_4040, 0xff40_4040, 0xffbf_bfbf, 0xffbf_bfbf] && result[1] == result[0])
    #expect(cells.reach.x >= 2 && cells.reach.y >= 2)

    let moved = Filters.apply(cells, to: (picture([[white]]), 3, 3))
    #expect(moved.x <= 2 && moved.y <= 2)
    let spread = words(moved)
    #expect(
      spread[2 - moved.y][2 - moved.x] == 0x4040_4040 && spread[3 - moved.y][3 - moved.x] == 0x4040_4040
    )
    #expect(spread.joined().filter { $0 != 0 }.count == 4)
  }

  @Test func cellsThatAreNoneLeaveThePicture() {
    let source = picture([[white, black]])
    for map in [Projective.scale(0, 1), .scale(.infinity, 1), .scale(1e12, 1e12), .scale(.nan, 1)] {
      let result = Filters.apply(.pixellate(toCells: map), to: (source, 0, 0))
      #expect(words(result) == [[white, black]])
    }
  }

  /// `1 − intensity · d²` at pixel centres.
  @Test func vignettesDarkenWithTheSquareOfTheDistance() {
    let source = picture([[white, white, 0x8080_8080]])
    let toUnit = Projective(a: 1, b: 0, c: 0, d: 1, tx: -0.5, ty: -0.5)
    let dark = words(Filters.apply(.vignette(toUnit: toUnit, intensity: 0.25), to: (source, 0, 0)))
    #expect(dark == [[white, 0xffbf_bfbf, 0x8000_0000]])
    // Light stays within alpha.
    let light = words(Filters.apply(.vignette(toUnit: toUnit, intensity: -1), to: (source, 0, 0)))
    #expect(light == [[white, white, 0x8080_8080]])
  }

  /// Without a blur the glow is the picture itself: `s + b − s · b` of half grey is three quarters.
  @Test func bloomAddsLightAsAScreenDoes() {
    let half = picture([[0xff80_8080]])
    let none = FilterOp.bloom(sigma: .zero, intensity: 1)
    #expect(words(Filters.apply(none, to: (half, 0, 0))) == [[0xffc0_c0c0]])
    #expect(words(Filters.apply(.bloom(sigma: .zero, intensity: 0), to: (half, 0, 0))) == [[0xff80_8080]])
    let glow = Filters.apply(.bloom(sigma: SIMD2(2, 2), intensity: 1), to: (picture([[white]]), 5, 5))
    let result = words(glow)
    #expect(glow.x < 5 && result[5 - glow.y][5 - glow.x] == white)
    #expect(result[5 - glow.y][6 - glow.x] >> 24 > 0 && result[5 - glow.y][6 - glow.x] >> 24 < 255)
  }

  @Test func dropShadowsLieUnderThePicture() {
    let source = picture([[white, 0x8000_0080]])
    let shadow = DropShadow(offset: SIMD2(1, 0), sigma: .zero, color: SIMD4(0, 0, 0, 1))
    let result = Filters.apply(.dropShadow(shadow), to: (source, 4, 7))
    #expect(result.x == 3)
    #expect(result.y == 7)
    #expect(FilterOp.dropShadow(shadow).reach.x >= 1)
    // Transparent, the picture, its half over the shadow of the first pixel, the shadow of the second.
    #expect(words(result) == [[0, white, 0xff00_0080, 0x8000_0000]])
  }

  @Test func programsGetRoomAndMayDecline() {
    let source = picture([[white]])
    let mirror = FilterProgram(identity: "a", spread: .init(reach: SIMD2(1, 0))) { source, x, y, _, _ in
      #expect(source.width == 3)
      #expect(source.height == 1)
      #expect(x == 9)
      #expect(y == 2)
      let result = source.copy()
      result.row(0).storeBytes(of: 0xff00_00ff, toByteOffset: 8, as: UInt32.self)
      return result
    }
    let made = Filters.apply(.program(mirror), to: (source, 10, 2))
    #expect(made.x == 9 && words(made) == [[0, white, 0xff00_00ff]])
    let refusing = FilterProgram(identity: "b", spread: .init(reach: SIMD2(4, 4))) { _, _, _, _, _ in nil }
    let same = Filters.apply(.program(refusing), to: (source, 10, 2))
    #expect(same.x == 10 && words(same) == [[white]])
    let wrong = FilterProgram(identity: "c", spread: .init(reach: .zero)) { _, _, _, _, _ in
      PixelBuffer(width: 9, height: 1, format: .rgba8)
    }
    #expect(words(Filters.apply(.program(wrong), to: (source, 0, 0))) == [[white]])
    #expect(FilterOp.program(mirror) != .program(refusing))
  }

  /// Rendering TN-7: what filters make of two pictures.
  @Test func transitionsOfFilters() {
    let (old, new) = (picture([[black, black, black, black]]), picture([[white, white, white, white]]))
    // The weight of the new picture falls from 7/8 to 1/8.
    let sweep = TransitionOp.sweep(SIMD3(-0.25, 0, 1))
    let swept = words(sweep.picture(of: old, and: new, x: 0, y: 0))
    #expect(swept == [[0xffdf_dfdf, 0xff9f_9f9f, 0xff60_6060, 0xff20_2020]])
    let grey = TransitionOp.filters([.vignette(toUnit: .scale(0, 0), intensity: 0)])
    #expect(words(grey.picture(of: old, and: new, x: 0, y: 0)) == words((old, 0, 0)))
    let chosen = TransitionOp.program(
      FilterProgram(identity: "t", spread: .init(reach: .zero)) { _, _, _, target, _ in target }
    )
    #expect(words(chosen.picture(of: old, and: new, x: 0, y: 0)) == words((new, 0, 0)))
    let none = TransitionOp.program(
      FilterProgram(identity: "n", spread: .init(reach: .zero)) { _, _, _, _, _ in nil }
    )
    #expect(words(none.picture(of: old, and: new, x: 0, y: 0)) == words((new, 0, 0)))
  }

  /// A filtered part equals that part of the whole filtered picture; the rest is not made.
  @Test(arguments: 0..<60 as Range<UInt64>)
  func aPartOfTheResultIsThatPart(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    func number(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }
    let rows = (0..<(3 + number(9))).map { _ in
      (0..<14).map { _ -> UInt32 in
        let alpha = UInt32(number(256))
        return alpha << 24 | alpha / 2 << 16 | alpha / 3 << 8 | alpha
      }
    }
    let filters = (0...number(3)).map { _ -> FilterOp in
      let sigma = SIMD2(Double(number(5)) * 0.9, Double(number(4)) * 1.3)
      switch number(5) {
      case 0, 1: return .gaussianBlur(sigmaX: sigma.x, sigmaY: sigma.y)
      case 2: return .bloom(sigma: sigma, intensity: 0.7)
      case 3:
        let offset = SIMD2(Double(number(9) - 4), Double(number(9) - 4))
        return .dropShadow(DropShadow(offset: offset, sigma: sigma, color: SIMD4(0.2, 0.4, 0.1, 0.8)))
      default: return .pixellate(toCells: .scale(0.4, 0.3))
      }
    }
    let source = (picture(rows), 5 - number(10), 7 - number(12))
    let whole = filters.reduce(source) { Filters.apply($1, to: $0) }
    let (x, y) = (Int32(number(40) - 20), Int32(number(40) - 20))
    let wanted = PixelRect(x, y, x + Int32(number(20)), y + Int32(number(20)))
    let part = Filters.apply(filters, to: source, wanted: wanted)
    func word(_ surface: Filters.Placed, _ x: Int32, _ y: Int32) -> UInt32 {
      let (column, row) = (Int(x) - surface.x, Int(y) - surface.y)
      guard column >= 0, row >= 0, column < surface.buffer.width, row < surface.buffer.height else {
        return 0
      }
      return surface.buffer.row(row).load(fromByteOffset: column * 4, as: UInt32.self)
    }
    for y in wanted.minY..<wanted.maxY {
      for x in wanted.minX..<wanted.maxX {
        #expect(word(part, x, y) == word(whole, x, y), "\(x) \(y) of \(filters)")
      }
    }
  }

  /// The cost of a blur that reaches thousands of pixels is that of the requested part.
  @Test func wideBlursMakeNoWidePictures() {
    let blur = FilterOp.gaussianBlur(sigmaX: 1024, sigmaY: 1024)
    let wanted = PixelRect(-10, -10, 30, 30)
    let result = Filters.apply([blur, blur, blur], to: (picture([[white, white]]), 0, 0), wanted: wanted)
    #expect(result.buffer.width <= 40 && result.buffer.height <= 40)
  }
}
