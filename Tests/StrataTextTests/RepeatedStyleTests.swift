import CoreGraphics
import StrataBase
import StrataRaster
import StrataText
import Testing

/// What an engine remembers of one text does not show in another.
///
/// Serialized, as dropping caches takes what another of these tests has taught the engines.
@Suite(.enabled(if: hasFonts), .serialized)
struct RepeatedStyleTests {
  private static let fonts = [
    "Helvetica", "DejaVu Sans", "DejaVuSerif-Bold", "LiberationSans", "Courier", "No such font",
  ]
  private static let plainWords = [
    "AVATo", "fi", "office", "fl", "1/2", "42", "W.", "To:", "x", "Label", "~", "(a)", "#*0", "Ty-pe",
  ]
  private static let otherWords = [
    "é", "e\u{301}", "漢字", "שלום", "مرحبا", "😀", "a\tb", "one\ntwo", "\u{0}", "Ω", "…",
    "1\u{FE0F}\u{20E3}",
  ]

  private func one<Element>(of list: [Element], _ numbers: inout SplitMix64) -> Element {
    list[Int.random(in: 0..<list.count, using: &numbers)]
  }

  private func text(_ numbers: inout SplitMix64, isPlain: Bool) -> String {
    let words = (0..<Int.random(in: 1...4, using: &numbers)).map { _ in
      isPlain || Bool.random(using: &numbers)
        ? one(of: Self.plainWords, &numbers) : one(of: Self.otherWords, &numbers)
    }
    return one(of: ["", "", " "], &numbers) + words.joined(separator: one(of: [" ", "", "  "], &numbers))
  }

  private func request(_ numbers: inout SplitMix64, sizes: [Double], isPlain: Bool) -> TextLayoutRequest {
    let runs = (0..<(isPlain ? 1 : Int.random(in: 1...3, using: &numbers))).map { _ in
      var run = StyledText(
        text(&numbers, isPlain: isPlain),
        font: FontDescription(name: one(of: Self.fonts, &numbers), size: one(of: sizes, &numbers)),
        color: nil,
        kern: one(of: [nil, nil, nil, 0, 0, 1.5, -2], &numbers)
      )
      run.style.joinsLetters = one(of: [true, true, false], &numbers)
      run.style.strokeWidth = one(of: [0, 0, 0, 3, -3], &numbers)
      run.style.baselineOffset = one(of: [0, 0, 4], &numbers)
      run.style.underline = one(of: [nil, nil, TextRule()], &numbers)
      return run
    }
    var request = TextLayoutRequest(
      runs: runs,
      width: one(of: [nil, 20, 60, 90, 400, 400, 400], &numbers),
      height: one(of: [nil, 20, 100], &numbers),
      isWrapped: Bool.random(using: &numbers),
      alignment: one(of: [.natural, .left, .right, .center, .justified], &numbers),
      truncation: one(of: [.none, .none, .start, .middle, .end], &numbers)
    )
    request.paragraph.firstLineIndent = one(of: [0, 0, 10], &numbers)
    request.paragraph.indent = one(of: [0, 0, 15], &numbers)
    request.paragraph.isRightToLeft = one(of: [nil, nil, nil, true, false], &numbers)
    request.breaksAnywhere = one(of: [false, false, true], &numbers)
    request.keepsGlyphs = Bool.random(using: &numbers)
    request.skipsUnseen = Bool.random(using: &numbers)
    return request
  }

  /// All of a layout but the numbers of its fills.
  private func contents(of layout: TextLayout) -> String {
    let marks = layout.fills.map { fill in
      fill.shapes.transcript.map { transcript in
        transcript.marks.map { "\($0.glyph) \($0.place) \($0.advance) \($0.text)" }.joined(separator: ",")
          + transcript.text + "\(transcript.font)"
      } ?? "-"
    }
    let glyphs = layout.fills.map { fill in
      fill.shapes.glyphs.map { "\($0.place) \($0.shape.outline.points)" }.joined(separator: ",")
    }
    let images = layout.images.map { "\($0.rect) \($0.transcript.marks.count)" }
    return "\(layout.lines) \(layout.runs) \(layout.size) \(marks) \(glyphs) \(images)"
  }

  @Test("A text in a known style has the layout that it has as the first one", arguments: [true, false])
  func knownStyles(isPlain: Bool) {
    // No other test has these sizes, so that no other test teaches the engines their styles.
    let sizes = isPlain ? [13.37, 41.21] : [14.43, 38.77]
    var numbers = SplitMix64(seed: isPlain ? 1 : 2)
    let requests = (0..<(isPlain ? 400 : 150)).map { _ in
      request(&numbers, sizes: sizes, isPlain: isPlain)
    }
    // A layout that is in use would stay.
    let later = requests.map { contents(of: TextLayoutEngine.layout($0)) }
    for (request, later) in zip(requests, later) {
      TextLayoutEngine.dropCaches()
      #expect(contents(of: TextLayoutEngine.layout(request)) == later, "\(request)")
    }
  }

  @Test("A text that is in use keeps its numbers when caches are dropped, and no other does")
  func layoutsInUse() async {
    await #expect(processExitsWith: .success) {
      func fills(_ text: String) -> [TextLayout.Fill] {
        let font = FontDescription(name: "Helvetica", size: 20)
        return TextLayoutEngine.layout(TextLayoutRequest(runs: [StyledText(text, font: font, color: nil)]))
          .fills
      }
      // A frame has the glyphs alone.
      let shown = fills("shown").map(\.shapes)
      let (ids, others) = (fills("shown").map(\.id), fills("other").map(\.id))
      #expect(fills("other").map(\.id) == others)
      for _ in 0..<2 {
        TextLayoutEngine.dropCaches()
        #expect(fills("shown").map(\.id) == ids)
      }
      #expect(fills("other").map(\.id) != others)
      withExtendedLifetime(shown) {}
    }
  }

  /// A style, and texts between the space and the tilde.
  private func plainRequest(_ text: String, _ font: String, joinsLetters: Bool, kern: Double?)
    -> TextLayoutRequest
  {
    var run = StyledText(text, font: FontDescription(name: font, size: 17.29), color: nil, kern: kern)
    run.style.joinsLetters = joinsLetters
    var request = TextLayoutRequest(runs: [run])
    request.keepsGlyphs = true
    return request
  }

  @Test(
    "A plain text in a style that is known has the layout that Pango gives it",
    arguments: ["Helvetica", "DejaVu Sans", "Courier"],
    [true, false]
  )
  func plainTexts(font: String, joinsLetters: Bool) {
    let all = String(decoding: Array(UInt8(0x20)...0x7E), as: UTF8.self)
    var numbers = SplitMix64(seed: 4)
    for kern in [nil, 0.0] {
      func request(_ text: String) -> TextLayoutRequest {
        plainRequest(text, font, joinsLetters: joinsLetters, kern: kern)
      }
      let texts = Self.plainWords + (0..<10).map { _ in text(&numbers, isPlain: true) }
      TextLayoutEngine.dropCaches()
      // Texts without a letter have a style of their own.
      for lesson in [all, all.filter { !$0.isLetter }] { _ = TextLayoutEngine.layout(request(lesson)) }
      let later = texts.map { contents(of: TextLayoutEngine.layout(request($0))) }
      for (text, later) in zip(texts, later) {
        TextLayoutEngine.dropCaches()
        #expect(contents(of: TextLayoutEngine.layout(request(text))) == later, "\(text)")
      }
    }
  }

  /// In some of these texts Pango itself would draw a keycap that no font has in the font of another text.
  @Test("Threads that lay out texts at once get the layouts of one thread", arguments: [3, 115, 122, 126])
  func threads(seed: Int) async {
    var numbers = SplitMix64(seed: UInt64(seed))
    let requests = (0..<120).map { number in
      request(&numbers, sizes: [12.19 + Double(seed), 33.91 + Double(seed)], isPlain: number % 4 > 0)
    }
    let expected = requests.map { contents(of: TextLayoutEngine.layout($0)) }
    for round in 0..<3 {
      TextLayoutEngine.dropCaches()
      let results = await withTaskGroup(of: (Int, [String]).self) { group in
        for thread in 0..<4 {
          group.addTask {
            let start = (thread + round) * 30
            return (
              start,
              requests.indices.map {
                contents(of: TextLayoutEngine.layout(requests[($0 + start) % requests.count]))
              }
            )
          }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      for (start, layouts) in results {
        let unequal = layouts.indices.filter { layouts[$0] != expected[($0 + start) % requests.count] }
        #expect(unequal.isEmpty)
      }
    }
  }
}
