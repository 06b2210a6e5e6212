import CoreText
import Foundation
import StrataText
import Testing

private func layout(_ text: String, _ font: FontDescription) -> TextLayout {
  TextLayoutEngine.layout(TextLayoutRequest(runs: [StyledText(text, font: font, style: TextStyle())]))
}

/// What text does while there are no fonts, or no descriptors for them; in processes of their own.
@Suite(.enabled(if: hasFonts))
struct FontShortageTests {
  @Test("A font that gets no file for a while is drawn as soon as it gets one")
  func noDescriptors() async {
    await #expect(processExitsWith: .success) {
      let fonts = try (0..<70).map { CTFontCreateWithGraphicsFont(try stranger($0), 20, nil, nil) }
      // The others have taken its file.
      let first = fonts[0].fontDescription
      let missing = FontDescription(name: "LiberationNono#999", size: 20)
      let substitute = layout("iii", missing).size.width
      let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
      var limit = rlimit()
      #expect(getrlimit(files, &limit) == 0)
      var none = limit
      none.rlim_cur = 0
      #expect(setrlimit(files, &none) == 0)
      let before = layout("iii", first).size.width
      #expect(setrlimit(files, &limit) == 0)
      #expect(before == substitute)
      let after = layout("iii", first).size.width
      // Its letters are equally wide.
      #expect(after == layout("WWW", first).size.width)
      #expect(after != before)
      withExtendedLifetime(fonts) {}
    }
  }

  @Test("A font file that cannot be read for a while is told of once, and read when it can be")
  func unreadableFiles() async throws {
    let observed: [any PartialKeyPath<ExitTest.Result> & Sendable] = [\.standardErrorContent]
    let result = await #expect(processExitsWith: .success, observing: observed) {
      let font = CTFontCreateWithName("LiberationSans" as CFString, 20, nil)
      _ = layout("A", font.fontDescription)
      let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
      var limit = rlimit()
      #expect(getrlimit(files, &limit) == 0)
      var none = limit
      none.rlim_cur = 0
      #expect(setrlimit(files, &none) == 0)
      let glyphs = (0..<2).map { _ in CTFontGetGlyphWithName(font, "A" as CFString) }
      #expect(setrlimit(files, &limit) == 0)
      #expect(glyphs == [0, 0])
      #expect(CTFontGetGlyphWithName(font, "A" as CFString) != 0)
    }
    let said = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(said.components(separatedBy: "a font file cannot be read").count == 2, "\(said)")
  }

  @Test("Where no font is installed nothing is drawn, until the program registers one")
  func noFonts() async throws {
    let path = try #require(FontFiles.installed.first { $0.hasSuffix("LiberationSans-Regular.ttf") })
    let observed: [any PartialKeyPath<ExitTest.Result> & Sendable] = [\.standardErrorContent]
    let result = await #expect(processExitsWith: .success, observing: observed) { [path = path as String] in
      let empty = FileManager.default.temporaryDirectory.appending(path: "no-fonts-\(getpid()).conf")
      try Data("<?xml version=\"1.0\"?><fontconfig></fontconfig>".utf8).write(to: empty)
      defer { try? FileManager.default.removeItem(at: empty) }
      setenv("FONTCONFIG_FILE", empty.path, 1)
      let font = FontDescription(name: "Helvetica", size: 20)
      #expect(layout("W", font).fills.isEmpty)
      #expect(TextLayoutEngine.metrics(of: font).ascent == 0)
      #expect(TextLayoutEngine.register(fontFile: path))
      #expect(layout("W", font).fills.count == 1)
      let widths = await withTaskGroup(of: Double.self) { group in
        for thread in 0..<40 {
          // Digits have one width.
          group.addTask { layout("\u{E200}\(10 + thread)", font).size.width }
        }
        return await group.reduce(into: Set<Double>()) { $0.insert($1) }
      }
      #expect(widths.count == 1)
    }
    let said = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(said.contains("No fonts are installed"))
  }
}
