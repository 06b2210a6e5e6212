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
  /// Numbers that are the same in each run of the tests.
  private struct Numbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return z ^ (z >> 31)
    }

    mutating func one<Element>(of list: [Element]) -> Element {
      list[Int.random(in: 0..<list.count, using: &self)]
    }
  }

  private static let fonts = [
    "Helvetica", "DejaVu Sans", "DejaVuSerif-Bold", "LiberationSans", "Courier", "No such font",
  ]
  private static let plainWords = [
    "AVATo", "fi", "office", "fl", "1/2", "42", "W.", "To:", "x", "Label", "~", "(a)", "#*0", "Ty-pe",
  ]
  private static let otherWords = [
    "é", "e\u{301}", "漢字", "שלום", "مرحبا", "😀", "a\tb", "one\ntwo", "\u{0}", "Ω", "…",
  ]

  private func text(_ numbers: inout Numbers, isPlain: Bool) -> String {
    let words = (0..<Int.random(in: 1...4, using: &numbers)).map { _ in
      isPlain || Bool.random(using: &numbers)
        ? numbers.one(of: Self.plainWords) : numbers.one(of: Self.otherWords)
    }
    return numbers.one(of: ["", "", " "]) + words.joined(separator: numbers.one(of: [" ", "", "  "]))
  }

  private func request(_ numbers: inout Numbers, sizes: [Double], isPlain: Bool) -> TextLayoutRequest {
    let runs = (0..<(isPlain ? 1 : Int.random(in: 1...3, using: &numbers))).map { _ in
      var run = StyledText(
        text(&numbers, isPlain: isPlain),
        font: FontDescription(name: numbers.one(of: Self.fonts), size: numbers.one(of: sizes)),
        color: nil,
        kern: numbers.one(of: [nil, nil, nil, 0, 0, 1.5, -2])
      )
      run.style.joinsLetters = numbers.one(of: [true, true, false])
      run.style.strokeWidth = numbers.one(of: [0, 0, 0, 3, -3])
      run.style.baselineOffset = numbers.one(of: [0, 0, 4])
      run.style.underline = numbers.one(of: [nil, nil, TextRule()])
      return run
    }
    var request = TextLayoutRequest(
      runs: runs,
      width: numbers.one(of: [nil, 20, 60, 90, 400, 400, 400]),
      height: numbers.one(of: [nil, 20, 100]),
      isWrapped: Bool.random(using: &numbers),
      alignment: numbers.one(of: [.natural, .left, .right, .center, .justified]),
      truncation: numbers.one(of: [.none, .none, .start, .middle, .end])
    )
    request.paragraph.firstLineIndent = numbers.one(of: [0, 0, 10])
    request.paragraph.indent = numbers.one(of: [0, 0, 15])
    request.paragraph.isRightToLeft = numbers.one(of: [nil, nil, nil, true, false])
    request.breaksAnywhere = numbers.one(of: [false, false, true])
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
    var numbers = Numbers(state: isPlain ? 1 : 2)
    let requests = (0..<(isPlain ? 400 : 150)).map { _ in
      request(&numbers, sizes: sizes, isPlain: isPlain)
    }
    let later = requests.map { TextLayoutEngine.layout($0) }
    var unequal: [TextLayoutRequest] = []
    for (request, later) in zip(requests, later) {
      TextLayoutEngine.dropCaches()
      let first = TextLayoutEngine.layout(request)
      if contents(of: first) != contents(of: later) { unequal.append(request) }
    }
    #expect(unequal.isEmpty, "\(unequal.count) texts, the first of which is \(unequal.first as Any)")
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
    var numbers = Numbers(state: 4)
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

  @Test("Threads that lay out texts at once get the layouts of one thread")
  func threads() async {
    var numbers = Numbers(state: 3)
    let requests = (0..<120).map { number in
      request(&numbers, sizes: [12.19, 33.91], isPlain: number % 4 > 0)
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
