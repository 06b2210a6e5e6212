import StrataBase
import StrataCPU
import StrataFrame
import StrataRaster
import Testing

/// Shapes and glyphs that are kept from frame to frame are never seen in a picture.
@Suite struct KeptShapeTests {
  private static let glyphs = (0..<5).map { number in
    var outline = Outline.ellipse(minX: 0.5, minY: -9, width: 6 + Double(number), height: 9)
    outline.append(.rect(minX: 1, minY: -12, width: 1.3, height: 12.25))
    return GlyphOutline(outline)
  }

  /// Texts and paths, each of which is new, the same, or the same elsewhere in the next frame.
  private static func frame(_ number: Int) -> Frame {
    var maker = FrameMaker(width: 160, height: 120, background: SIMD4(1, 1, 1, 1))
    let shift = Double(number % 3)
    let spaces = [
      maker.space(), maker.space(.translation(shift * 7, shift)),
      maker.space(.translation(0.37 * shift, 0.25)), maker.space(.scale(1.3, 1 + shift / 8)),
      maker.space(Projective(a: 0.9, b: 0.3, c: -0.3, d: 0.9, tx: 30, ty: -20)),
    ]
    let round = maker.clip(
      .roundedRect(RoundedRect(minX: 12, minY: 8, width: 120, height: 90, radius: 30)),
      in: spaces[0]
    )
    for (row, space) in spaces.enumerated() {
      let run = GlyphRun(
        (0..<8).map {
          let glyph = glyphs[($0 + row + (row % 2 == 0 ? number : 0)) % 5]
          return GlyphRun.Glyph(glyph, at: RasterPoint(10 + Double($0) * 8.4375, 20 + Double(row) * 19))
        }
      )
      let id = UInt64(1000 + row * 10 + (row % 2 == 0 ? number : 0))
      maker.frame.paths.append(PathResource(id: id, glyphs: run))
      let text = Index<PathResource>(maker.frame.paths.count - 1)
      let outline = Outline.ellipse(
        minX: 90,
        minY: Double(row) * 20,
        width: 60 + (row % 2 == 0 ? shift : 0),
        height: 30
      )
      let path = UInt64(1 + row * 10 + (row % 2 == 0 ? number : 0))
      maker.frame.paths.append(PathResource(id: path, outline: outline, rule: .evenOdd))
      let shape = Index<PathResource>(maker.frame.paths.count - 1)
      maker.add(.path(shape, color: SIMD4(0.2, 0.5, 0.9, 0.6)), in: space)
      maker.add(.path(text, color: SIMD4(0.1, 0.1, 0.1, 0.9)), in: space, opacity: 0.8)
      maker.add(.path(text, color: SIMD4(0.7, 0, 0, 1)), in: space, clip: round, blend: .multiply)
    }
    maker.pass()
    return maker.frame
  }

  private static func words(_ frame: Frame, _ backend: inout BandBackend) throws -> [UInt32] {
    let target = PixelBuffer(width: frame.bounds.width, height: frame.bounds.height, format: .rgba8)
    try backend.draw(frame, into: target)
    return target.words
  }

  @Test func picturesDoNotDependOnWhatWasDrawnBefore() throws {
    let frames = (0..<6).map { Self.frame($0) }
    let expected = try frames.map { frame in
      var fresh = BandBackend(threads: 1)
      return try Self.words(frame, &fresh)
    }
    #expect(Set(expected[0]).count > 100)
    for threads in [1, 2, 4] {
      var backend = BandBackend(threads: threads)
      for number in [0, 0, 1, 2, 2, 2, 0, 3, 4, 5, 5, 1, 1, 0, 0, 0] {
        #expect(try Self.words(frames[number], &backend) == expected[number])
      }
    }
  }

  @Test func bandsAreNotSeenInKeptShapes() throws {
    let frame = Self.frame(1)
    var fresh = BandBackend(threads: 1)
    let expected = try Self.words(frame, &fresh)
    var backend = BandBackend(threads: 2)
    backend.bandHeight = 5
    for _ in 0..<3 { #expect(try Self.words(frame, &backend) == expected) }
  }
}
