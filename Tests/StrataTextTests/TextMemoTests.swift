import CoreText
import Foundation
import StrataText
import Testing

/// A memo of the widths of lines, which counts how many were made.
private final class Widths {
  private let memo = TextMemo<Int, Double>()
  private(set) var made = 0

  func width(of text: RawText, _ shape: Int = 0) -> Double {
    memo.value(for: text, shape) {
      made += 1
      return CTLineGetTypographicBounds(CTLineCreateWithAttributedString($0), nil, nil, nil)
    }
  }
}

/// What is kept of texts; in processes of their own, as others forget all layouts.
@Suite(.enabled(if: hasFonts))
struct TextMemoTests {
  @Test("What is made of a text that comes again is kept, whatever objects its attributes are")
  func equalTexts() async {
    await #expect(processExitsWith: .success) {
      let widths = Widths()
      func attributes(_ size: CGFloat, _ indent: CGFloat, _ color: CGColor) -> [NSAttributedString.Key: Any] {
        let style = NSMutableParagraphStyle()
        style.headIndent = indent
        return [
          .font: CTFontCreateWithName("Helvetica" as CFString, size, nil), .paragraphStyle: style,
          .foregroundColor: color,
        ]
      }
      let width = widths.width(of: .plain("label", attributes(12, 0, .black)))
      #expect(widths.width(of: .plain("label", attributes(12, 0, .black))) == width)
      let text = NSAttributedString(string: "label", attributes: attributes(12, 0, .black))
      #expect(widths.width(of: .attributed(text)) == width)
      #expect(widths.width(of: .attributed(text)) == width)
      #expect(widths.made == 2)
      #expect(widths.width(of: .plain("label", attributes(24, 0, .black))) > width)
      _ = widths.width(of: .plain("label", attributes(12, 1, .black)))
      _ = widths.width(of: .plain("label", attributes(12, 0, .white)))
      _ = widths.width(of: .plain("label", attributes(12, 0, .black)), 1)
      _ = widths.width(of: .plain("Label", attributes(12, 0, .black)))
      #expect(widths.made == 7)
      _ = widths.width(of: .plain("label", attributes(12, 0, .black)))
      #expect(widths.made == 7)
    }
  }

  @Test("A line that is only drawn has its measures, and no object of its text")
  func linesWithoutSources() throws {
    let owner = NSAttributedString.Key("owner")
    let text = NSAttributedString(string: "label ", attributes: [owner: NSObject(), .kern: 2])
    let line = CTLineCreateWithAttributedString(text)
    let drawing = line.withoutSource
    let (run, drawn) = try (
      #require(CTLineGetGlyphRuns(line).firstObject as? CTRun),
      #require(CTLineGetGlyphRuns(drawing).firstObject as? CTRun)
    )
    #expect(CTRunGetAttributes(run).object(forKey: owner.rawValue) != nil)
    #expect(CTRunGetAttributes(drawn).object(forKey: owner.rawValue) == nil)
    #expect(CTRunGetGlyphCount(drawn) == CTRunGetGlyphCount(run))
    var (ascent, descent) = (CGFloat(0), CGFloat(0))
    let width = CTLineGetTypographicBounds(drawing, &ascent, &descent, nil)
    #expect(width == CTLineGetTypographicBounds(line, nil, nil, nil) && width > 0)
    #expect(ascent > 0 && descent > 0)
    #expect(drawing.trailingSpace == line.trailingSpace && drawing.widthInBox == line.widthInBox)
    #expect(CTLineGetImageBounds(drawing, nil) == CTLineGetImageBounds(line, nil))
    #expect(CTLineGetStringRange(drawing).length == 6)
  }

  @Test("Long texts, and those with room for what the program draws, are made each time")
  func otherTexts() async {
    await #expect(processExitsWith: .success) {
      let widths = Widths()
      let long = String(repeating: "m", count: 1000)
      for _ in 0..<3 { _ = widths.width(of: .plain(long, [:])) }
      #expect(widths.made == 3)
      var callbacks = CTRunDelegateCallbacks(
        version: kCTRunDelegateVersion1,
        dealloc: { _ in },
        getAscent: { _ in 1 },
        getDescent: { _ in 1 },
        getWidth: { _ in 9 }
      )
      let key = NSAttributedString.Key(kCTRunDelegateAttributeName as String)
      let room = RawText.plain("\u{FFFC}", [key: CTRunDelegateCreate(&callbacks, nil) as Any])
      for _ in 0..<3 { #expect(widths.width(of: room) == 9) }
      #expect(widths.made == 6)
      #expect(widths.width(of: .plain("", [:])) == 0)
    }
  }

  @Test("What was made of layouts goes with them")
  func forgotten() async throws {
    let path = try #require(FontFiles.installed.first { $0.hasSuffix("LiberationSans-Regular.ttf") })
    await #expect(processExitsWith: .success) { [path = path as String] in
      let widths = Widths()
      for _ in 0..<3 { _ = widths.width(of: .plain("label", [:])) }
      #expect(widths.made == 2)
      TextLayoutEngine.dropCaches()
      for _ in 0..<3 { _ = widths.width(of: .plain("label", [:])) }
      #expect(widths.made == 3)
      #expect(TextLayoutEngine.register(fontFile: path))
      for _ in 0..<3 { _ = widths.width(of: .plain("label", [:])) }
      #expect(widths.made == 4)
    }
  }

  @Test("A text whose font gets no file for a while is made anew")
  func noDescriptors() async {
    await #expect(processExitsWith: .success) {
      let fonts = try (0..<70).map { CTFontCreateWithGraphicsFont(try stranger($0), 20, nil, nil) }
      let widths = Widths()
      // The others have taken its file.
      let text = RawText.plain("iii", [.font: fonts[0]])
      let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
      var limit = rlimit()
      #expect(getrlimit(files, &limit) == 0)
      var none = limit
      none.rlim_cur = 0
      #expect(setrlimit(files, &none) == 0)
      let before = widths.width(of: text)
      for _ in 0..<2 { #expect(widths.width(of: text) == before) }
      #expect(widths.made == 3)
      #expect(setrlimit(files, &limit) == 0)
      #expect(widths.width(of: text) != before)
      withExtendedLifetime(fonts) {}
    }
  }
}
