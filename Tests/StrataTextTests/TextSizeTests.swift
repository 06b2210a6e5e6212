import CoreGraphics
import StrataBase
import StrataText
import Testing

/// The sizes of fonts: all are shaped at one size and scaled, because Pango never forgets a size.
@Suite(.enabled(if: hasFonts))
struct TextSizeTests {
  private static let text = "Quick Wafting zephyrs AVATAR"

  /// Sizes that no other test uses.
  private static let sizes: [Double] = {
    var random = SplitMix64(seed: 41)
    return (0..<200).map { _ in Double.random(in: 3...300, using: &random) }
  }()

  @Test("A layout of any size is the layout of another, scaled")
  func linear() throws {
    let reference = layout(Self.text, font: FontDescription(name: "DejaVu Sans", size: 1000))
    let expected = try #require(reference.lines.first).width / 1000
    // An advance is exact to half of 1/65,536 em.
    let tolerance = 0.5 / 65_536 * Double(Self.text.count) + 1e-9
    for size in Self.sizes {
      let width = width(of: Self.text, font: FontDescription(name: "DejaVu Sans", size: size)) / size
      #expect(abs(width - expected) <= tolerance, "\(size) points")
    }
  }

  @Test("A line fits into the width that was measured for it")
  func measuredWidthFits() {
    for size in Self.sizes {
      let font = FontDescription(name: "DejaVu Sans", size: size)
      let wrapped = layout(Self.text, font: font, width: width(of: Self.text, font: font), isWrapped: true)
      #expect(wrapped.lines.count == 1, "\(size) points")
    }
  }

  @Test("The fonts of a text keep their proportions at any size")
  func mixedSizes() throws {
    for size in Self.sizes.prefix(20) {
      let runs = [1.0, 0.37].map { part in
        StyledText("Proportion", font: FontDescription(name: "DejaVu Sans", size: size * part), color: nil)
      }
      let line = try #require(TextLayoutEngine.layout(TextLayoutRequest(runs: runs)).lines.first)
      let single = width(of: "Proportion", font: FontDescription(name: "DejaVu Sans", size: size))
      #expect(abs(line.width / single - 1.37) < 0.001, "\(size) points")
    }
  }
}
