import CoreText
import StrataRaster
import StrataText
import Testing

private func font(_ matrix: CGAffineTransform) -> CTFont {
  var matrix = matrix
  return CTFontCreateWithName("Helvetica" as CFString, 20, &matrix)
}

private let slant = CGAffineTransform(a: 1, b: 0, c: 0.3, d: 1, tx: 0, ty: 0)

@Suite(.enabled(if: hasFonts))
struct GlyphShapeTests {
  @Test("A slanted font draws slanted letters in lines")
  func slantedLines() {
    let (plain, slanted) = (line("I"), line("I", [.font: font(slant)]))
    let added = CTLineGetImageBounds(slanted, nil).width - CTLineGetImageBounds(plain, nil).width
    #expect(abs(added - 0.3 * CTLineGetImageBounds(plain, nil).height) < 1e-3)
    #expect(width(slanted) == width(plain))
    #expect(CTLineGetImageBounds(line("I", [.obliqueness: 0.3]), nil) == CTLineGetImageBounds(slanted, nil))
  }

  /// The letters of a layout, and the number of their font.
  private func slanted(_ text: String, by obliqueness: Double) -> (ids: [UInt64], fonts: [UInt64]) {
    let string = NSAttributedString(
      string: text,
      attributes: [.font: font(.identity), .obliqueness: obliqueness]
    )
    let layout = TextLayoutEngine.layout(TextLayoutRequest(runs: string.styledText))
    return (
      layout.fills.flatMap { $0.shapes.glyphs.map(\.shape.id) },
      layout.fills.compactMap { $0.shapes.transcript?.font.number }
    )
  }

  @Test("Equal slanted letters are one outline")
  func sharedOutlines() {
    let ids = slanted("I\nI", by: 0.31).ids
    #expect(ids.count == 2)
    #expect(Set(ids).count == 1)
    // Other tests drop caches, and have engines.
    let isShared = (1...20).contains { number in
      slanted("I\(number)", by: 0.31).ids.first == slanted("\(number)I", by: 0.31).ids.last
    }
    #expect(isShared)
  }

  @Test("A slanted font has one number, whichever thread shapes it")
  func sharedNumbers() async {
    let numbers = await withTaskGroup(of: [UInt64].self) { group in
      for thread in 0..<8 {
        group.addTask {
          (0..<40).flatMap { number in
            slanted(String(repeating: "slanted \(thread) \(number) ", count: 40), by: 0.32).fonts
          }
        }
      }
      return await group.reduce(into: Set<UInt64>()) { $0.formUnion($1) }
    }
    #expect(numbers.count == 1)
  }

  private func line(_ text: String, _ attributes: [NSAttributedString.Key: Any] = [:]) -> CTLine {
    let own = attributes.merging([.font: font(.identity)]) { first, _ in first }
    return CTLineCreateWithAttributedString(NSAttributedString(string: text, attributes: own))
  }

  @Test("A scaled font has scaled advances and measures")
  func scaledFonts() throws {
    let (plain, large) = (font(.identity), font(CGAffineTransform(scaleX: 2, y: 3)))
    let line = line("Ab", [.font: large])
    #expect(abs(width(line) - 2 * width(self.line("Ab"))) < 1e-2)
    #expect(CTFontGetAscent(large) == 3 * CTFontGetAscent(plain))
    var ascent: CGFloat = 0
    CTLineGetTypographicBounds(line, &ascent, nil, nil)
    #expect(abs(ascent - CTFontGetAscent(large)) < 1e-6)
    let run = try #require(runs(line).first)
    #expect(CTRunGetTextMatrix(run) == CGAffineTransform(scaleX: 2, y: 3))
    #expect(CTRunGetStatus(run) == .hasNonIdentityMatrix)
    let attributes = CTRunGetAttributes(run) as? [String: Any]
    #expect((attributes?["NSFont"] as? CTFont).map(CTFontGetSize) == 20)
    let (box, whole) = (CTRunGetImageBounds(run, nil, CFRangeMake(0, 0)), CTLineGetImageBounds(line, nil))
    #expect(abs(box.maxX - whole.maxX) < 1e-3)
    #expect(abs(box.maxY - whole.maxY) < 1e-3)
  }

  @Test("Expansion is the logarithm of the stretch")
  func expansion() {
    #expect(abs(width(line("Ab", [.expansion: log(1.5)])) - 1.5 * width(line("Ab"))) < 1e-2)
  }

  @Test("Tracking adds space and splits ligatures")
  func tracking() {
    #expect(abs(width(line("Ab", [.tracking: 3])) - width(line("Ab", [.kern: 3, .ligature: 0]))) < 1e-3)
  }

  @Test("Glyphs are found by name, and advances lead from one to the next")
  func names() throws {
    var units = Array("A".utf16)
    var glyph: CGGlyph = 0
    #expect(CTFontGetGlyphsForCharacters(font(.identity), &units, &glyph, 1))
    #expect(CTFontGetGlyphWithName(font(.identity), "A" as CFString) == glyph)
    let run = try #require(runs(line("Ab")).first)
    var (advances, origins) = ([CGSize](repeating: .zero, count: 2), [CGPoint](repeating: .zero, count: 2))
    CTRunGetBaseAdvancesAndOrigins(run, CFRangeMake(0, 0), &advances, &origins)
    #expect(advances[1] == CTRunGetAdvancesPtr(run)?[1])
    #expect(origins == [.zero, .zero])
  }
}
