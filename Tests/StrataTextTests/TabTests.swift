import CoreText
import StrataText
import Testing

private let font = CTFontCreateWithName("Helvetica" as CFString, 20, nil)

/// The places of the characters of a line in a style, from the left edge of the box.
private func places(_ text: String, _ style: NSParagraphStyle? = nil) -> [Double] {
  var attributes: [NSAttributedString.Key: Any] = [.font: font]
  if let style { attributes[.paragraphStyle] = style }
  let setter = CTFramesetterCreateWithAttributedString(
    NSAttributedString(string: text, attributes: attributes)
  )
  let box = CGPath(rect: CGRect(x: 0, y: 0, width: 600, height: 100), transform: nil)
  let frame = CTFramesetterCreateFrame(setter, CFRangeMake(0, 0), box, nil)
  var origin = CGPoint.zero
  CTFrameGetLineOrigins(frame, CFRangeMake(0, 1), &origin)
  guard let line = (CTFrameGetLines(frame) as? [CTLine])?.first else { return [] }
  return (0...text.utf16.count).map { Double(CTLineGetOffsetForStringIndex(line, $0, nil) + origin.x) }
}

private func near(_ a: Double, _ b: Double) -> Bool { abs(a - b) < 0.01 }

@Suite(.enabled(if: hasFonts))
struct TabTests {
  @Test("Text without a style has a tab stop each 28 points, as the default style has")
  func defaults() {
    #expect(near(places("a\tb")[2], 28))
    #expect(near(places("a\tb\tc")[4], 56))
    #expect(NSParagraphStyle.default.tabStops.map(\.location) == (1...12).map { CGFloat($0 * 28) })
  }

  @Test("Text lies at its stop as the stop says, and then in the default distance", arguments: [0, 30])
  func alignments(indent: Int) {
    let style = NSMutableParagraphStyle()
    style.firstLineHeadIndent = CGFloat(indent)
    style.tabStops = [
      NSTextTab(textAlignment: .center, location: 200), NSTextTab(textAlignment: .right, location: 100),
    ]
    style.defaultTabInterval = 50
    let x = places("a\tb\tc\td\te", style)
    #expect(near(x[3], 100))
    #expect(near((x[4] + x[5]) / 2, 200))
    #expect(near(x[6], 250))
    #expect(near(x[8], 300))
  }

  @Test("Stops that an indent leaves go on in their distance", arguments: [40, 60])
  func stopsBesideIndents(indent: Int) {
    let style = NSMutableParagraphStyle()
    (style.firstLineHeadIndent, style.headIndent) = (CGFloat(indent), CGFloat(indent))
    let usual = places("a\tb\tc\td", style)
    let first = Double(indent / 28 + 1) * 28
    for (tab, index) in [2, 4, 6].enumerated() { #expect(near(usual[index], first + Double(tab * 28))) }
    (style.tabStops, style.defaultTabInterval) = ([], 50)
    let own = places("a\tb\tc\td", style)
    for (tab, index) in [2, 4, 6].enumerated() { #expect(near(own[index], Double(100 + tab * 50))) }
  }

  @Test("Numbers stand with their decimal separators one below the other")
  func decimals() {
    let style = NSMutableParagraphStyle()
    let terminators = NSTextTab.columnTerminators(for: Locale(identifier: "en_US"))
    style.tabStops = [
      NSTextTab(textAlignment: .right, location: 100, options: [.columnTerminators: terminators])
    ]
    #expect(abs(places("\t1.5", style)[2] - places("\t123.25", style)[4]) < 0.1)
  }

  @Test("Stops are sorted, added, removed and compared")
  func editing() {
    let style = NSMutableParagraphStyle()
    style.tabStops = []
    style.addTabStop(NSTextTab(textAlignment: .left, location: 90))
    style.addTabStop(NSTextTab(textAlignment: .left, location: 40))
    #expect(style.tabStops.map(\.location) == [40, 90])
    let copy = style.copy() as? NSParagraphStyle
    style.removeTabStop(NSTextTab(textAlignment: .left, location: 40))
    #expect(style.tabStops.map(\.location) == [90])
    #expect(copy != style)
  }

  @Test("A style that changes keeps few of the stops that were read")
  func readStops() {
    let style = NSMutableParagraphStyle()
    weak var first: NSTextTab?
    for round in 1...20 {
      let tab = NSTextTab(textAlignment: .left, location: CGFloat(round))
      if round == 1 { first = tab }
      style.tabStops = [tab]
      var read: Unmanaged<CFArray>?
      #expect(CTParagraphStyleGetValueForSpecifier(style, .tabStops, 8, &read))
      #expect((read?.takeUnretainedValue().firstObject as? NSTextTab)?.location == CGFloat(round))
    }
    #expect(first == nil)
  }

  @Test("Settings of Core Text write and read stops")
  func settings() throws {
    var tabs: CFArray = NSArray(array: [CTTextTabCreate(.right, 70, nil)])
    var interval: CGFloat = 33
    let style = withUnsafePointer(to: &tabs) { tabs in
      withUnsafePointer(to: &interval) { interval in
        CTParagraphStyleCreate(
          [
            CTParagraphStyleSetting(spec: .tabStops, valueSize: 8, value: tabs),
            CTParagraphStyleSetting(spec: .defaultTabInterval, valueSize: 8, value: interval),
          ],
          2
        )
      }
    }
    var read: Unmanaged<CFArray>?
    #expect(CTParagraphStyleGetValueForSpecifier(style, .tabStops, 8, &read))
    let found = try #require(read?.takeUnretainedValue().firstObject as? CTTextTab)
    #expect(CTTextTabGetAlignment(found) == .right)
    #expect(CTTextTabGetLocation(found) == 70)
    #expect(style.defaultTabInterval == 33)
  }
}
