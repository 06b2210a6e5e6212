import StrataBase
import StrataRaster
import Testing

/// Texts are put together from glyphs, whatever was drawn before.
@Suite struct GlyphRunTests {
  private static func glyph(_ seed: UInt64, size: Double) -> GlyphOutline {
    var random = OutlineRandom(seed: seed)
    var outline = Outline()
    outline.move(to: random.point(0...size))
    for _ in 0..<5 {
      outline.quad(control: random.point(0...size), to: random.point(0...size))
    }
    outline.close()
    return GlyphOutline(outline)
  }

  private static func run(_ seed: UInt64, count: Int, size: Double) -> GlyphRun {
    var random = OutlineRandom(seed: seed)
    let glyphs = (0..<3).map { glyph(seed * 31 + UInt64($0), size: size) }
    return GlyphRun(
      (0..<count).map {
        GlyphRun.Glyph(glyphs[$0 % 3], at: RasterPoint(Double($0) * size * 0.8, random.number(0...3)))
      }
    )
  }

  private static func mask(_ run: GlyphRun, _ map: Projective, _ scratch: RasterizerScratch) -> Coverage? {
    var spare: ShapeMask?
    return run.mask(under: map, antialias: true, scratch: scratch, reusing: &spare)?.coverage
  }

  private static let maps: [Projective] = [
    .translation(0.25, 0.75), Projective(a: 1.5, b: 0.3, c: -0.2, d: 1.1, tx: 4.125, ty: 2.3),
  ]

  @Test("a run is the sum of its glyphs", arguments: 0..<12 as Range<UInt64>)
  func sums(seed: UInt64) throws {
    // Large glyphs are not kept.
    let run = Self.run(seed, count: seed == 3 ? 2 : 7, size: seed == 3 ? 150 : 11)
    for map in Self.maps {
      let all = try #require(Self.mask(run, map, RasterizerScratch()))
      var sum: [UInt8] = bytes(all, in: all.bounds).map { _ in 0 }
      for glyph in run.glyphs {
        let one = try #require(Self.mask(GlyphRun([glyph]), map, RasterizerScratch()))
        for (index, value) in bytes(one, in: all.bounds).enumerated() {
          sum[index] = UInt8(min(255, Int(sum[index]) + Int(value)))
        }
      }
      #expect(bytes(all, in: all.bounds) == sum)
    }
  }

  @Test("glyphs that were drawn before have the same bytes")
  func warmth() throws {
    let scratch = RasterizerScratch()
    for round in 0..<3 {
      for seed in 0..<20 as Range<UInt64> {
        let run = Self.run(seed, count: 9, size: 14)
        let map = Self.maps[round % 2]
        let warm = try #require(Self.mask(run, map, scratch))
        let again = try #require(Self.mask(run, map, scratch))
        let cold = try #require(Self.mask(run, map, RasterizerScratch()))
        #expect(warm == cold && again == cold)
      }
    }
  }

  @Test("more glyphs than there is room for are drawn all the same")
  func room() throws {
    let scratch = RasterizerScratch()
    let run = Self.run(5, count: 40, size: 60)
    for step in 0..<60 {
      let map = Projective.translation(Double(step) / 61, Double(step) / 67)
      let warm = try #require(Self.mask(run, map, scratch))
      let cold = try #require(Self.mask(run, map, RasterizerScratch()))
      #expect(bytes(warm, in: warm.bounds) == bytes(cold, in: warm.bounds))
    }
  }

  @Test("a run looks as its outline does", arguments: 0..<12 as Range<UInt64>)
  func outlines(seed: UInt64) throws {
    var random = OutlineRandom(seed: seed)
    // Boxes that touch within pixels and overlap by a tenth.
    var box = Outline.rect(minX: 0.3, minY: 0.2, width: 5.5, height: 7.25)
    box.line(to: random.point(2...4))
    let glyph = GlyphOutline(box)
    let run = GlyphRun((0..<5).map { GlyphRun.Glyph(glyph, at: RasterPoint(Double($0) * 5.5, 1)) })
    let map = Projective.translation(random.number(0...1), random.number(0...1))
    let all = try #require(Self.mask(run, map, RasterizerScratch()))
    let whole = Rasterizer.coverage(of: run.outline.transformed(by: map), clip: all.bounds)
    let pairs = zip(bytes(all, in: all.bounds), bytes(whole, in: all.bounds))
    #expect(pairs.allSatisfy { abs(Int($0) - Int($1)) <= 2 })
  }

  @Test("memory of a mask serves again")
  func reuse() throws {
    let scratch = RasterizerScratch()
    let (long, short) = (Self.run(1, count: 12, size: 20), Self.run(2, count: 2, size: 9))
    var spare: ShapeMask?
    let first = try #require(
      long.mask(under: Self.maps[0], antialias: true, scratch: scratch, reusing: &spare)
    )
    spare = first
    let second = try #require(
      short.mask(under: Self.maps[0], antialias: true, scratch: scratch, reusing: &spare)
    )
    #expect(second === first && spare == nil)
    #expect(second.coverage == Self.mask(short, Self.maps[0], RasterizerScratch()))
  }

  @Test("runs without places or outlines cover nothing")
  func nothing() throws {
    let glyph = Self.glyph(1, size: 9)
    for place in [RasterPoint(.nan, 0), RasterPoint(1e12, 3), RasterPoint(0, -.infinity)] {
      let run = GlyphRun([
        GlyphRun.Glyph(glyph, at: place), GlyphRun.Glyph(GlyphOutline(Outline()), at: .zero),
      ])
      let mask = try #require(Self.mask(run, .identity, RasterizerScratch()))
      #expect(mask.area == 0)
    }
  }
}
