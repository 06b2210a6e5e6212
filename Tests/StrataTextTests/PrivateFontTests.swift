import CoreText
import Foundation
import StrataBase
import StrataRaster
import StrataText
import Testing

/// Fonts that are not installed, of which programs have objects.
///
/// Serialized, as some of these tests take many files.
@Suite(.enabled(if: hasFonts), .serialized)
struct PrivateFontTests {
  private func font(_ graphicsFont: CGFont, _ size: CGFloat = 20) -> CTFont {
    CTFontCreateWithGraphicsFont(graphicsFont, size, nil, nil)
  }

  private func line(_ text: String, _ font: CTFont) -> CTLine {
    CTLineCreateWithAttributedString(NSAttributedString(string: text, attributes: [.font: font]))
  }

  private func layout(_ text: String, _ font: CTFont) -> TextLayout {
    TextLayoutEngine.layout(
      TextLayoutRequest(runs: [StyledText(text, font: font.fontDescription, style: TextStyle())])
    )
  }

  /// The number of descriptors of fonts in memory.
  private func descriptors() throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count { name in
      let file = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")
      return file?.contains("strata font") ?? false
    }
  }

  @Test("There is no limit to the fonts that are not installed, and few of them take a descriptor")
  func manyFonts() throws {
    let fonts = try (1...70).map { font(try stranger($0)) }
    #expect(try descriptors() <= 64)
    let boxes = fonts.map { CTLineGetImageBounds(line("iW", $0), nil) }
    #expect(boxes.allSatisfy { $0 == boxes[0] })
    #expect(CTFontCopyPostScriptName(fonts[0]) == "LiberationNono")
  }

  @Test("A text may have more fonts than stay open, and an empty line among them")
  func manyFontsInOneText() throws {
    let fonts = try (1...140).map { font(try stranger(1000 + $0)) }
    var runs = fonts.map { StyledText("i", font: $0.fontDescription, style: TextStyle()) }
    let empty = FontDescription(name: "Times", size: 20)
    runs.append(StyledText("iQ\n", font: fonts[0].fontDescription, style: TextStyle()))
    runs.append(StyledText("\n", font: empty, style: TextStyle()))
    runs.append(StyledText("iZ", font: fonts[0].fontDescription, style: TextStyle()))
    let layout = TextLayoutEngine.layout(TextLayoutRequest(runs: runs))
    let expected = self.layout("iZ", fonts[0])
    let (last, other) = (try #require(layout.fills.last), try #require(expected.fills.first))
    #expect(layout.lines.count == 3)
    #expect(last.shapes.glyphs.map(\.shape.outline.points) == other.shapes.glyphs.map(\.shape.outline.points))
  }

  @Test("Other texts do not take characters from a font that is not registered")
  func missingCharacters() throws {
    let text = String(privateCharacter)
    let own = font(try stranger(2000, moveLigatures))
    let other = CTFontCreateWithName("Helvetica" as CFString, 20, nil)
    func fontName(_ line: CTLine) throws -> String {
      let run = try #require(runs(line).first)
      let attributes = CTRunGetAttributes(run) as? [String: Any]
      return try #require(attributes?["NSFont"] as? CTFont).fontDescription.name
    }
    #expect(try fontName(line(text, own)) == own.fontDescription.name)
    #expect(!CTLineGetImageBounds(line(text, own), nil).isEmpty)
    #expect(try fontName(line(text, other)) != own.fontDescription.name)
    // Characters that the font lacks come from installed ones.
    #expect(try fontName(line("Ω漢", own)) == own.fontDescription.name)
    #expect(runs(line("A\u{FB01}", own)).count == 2)
  }

  /// A font that Core Graphics reads, as it reads a table of glyphs only when it needs one.
  private func broken(_ number: Int) throws -> CGFont {
    try stranger(number) { data in
      for tag in ["loca", "glyf", "cmap", "hmtx", "post"] {
        guard let place = data.range(of: Data(tag.utf8)) else { continue }
        data.replaceSubrange(place, with: Data("zzzz".utf8))
      }
    }
  }

  @Test("A font that text cannot read is not taken as one that it draws with")
  func brokenFonts() throws {
    let broken = try broken(3000)
    let before = try descriptors()
    let font = font(broken)
    #expect(CTFontCopyGraphicsFont(font, nil) != broken)
    #expect(!font.fontDescription.name.contains("#"))
    #expect(try descriptors() <= before)
  }

  @Test("A font that text cannot read is tried once")
  func brokenFontsTwice() throws {
    let broken = try broken(3100)
    #expect(!font(broken).fontDescription.name.contains("#"))
    func number(_ graphicsFont: CGFont) -> Int? {
      font(graphicsFont).fontDescription.name.split(separator: "#").last.flatMap { Int($0) }
    }
    // Names count the tries. Other tests make fonts at the same time.
    let differences = try (0..<10).map { round in
      let before = try #require(number(try stranger(3101 + 2 * round)))
      for _ in 0..<3 { _ = font(broken) }
      return try #require(number(try stranger(3102 + 2 * round))) - before
    }
    #expect(differences.contains(1), "\(differences)")
  }

  @Test("Threads that make equal fonts at once draw with them")
  func threads() async throws {
    let busy = CTFontCreateWithName("Helvetica" as CFString, 20, nil)
    for number in 0..<40 {
      let graphicsFonts = try (0..<6).map { _ in try stranger(4000 + number) }
      let widths = await withTaskGroup(of: Double?.self) { group in
        for (index, graphicsFont) in graphicsFonts.enumerated() {
          group.addTask { width(line("iiiiW \(number)", font(graphicsFont))) }
          // Engines are busy, so that the font is long on its way to all of them.
          group.addTask {
            _ = layout(String(repeating: "busy \(number) \(index) ", count: 200), busy)
            return nil
          }
        }
        return await group.reduce(into: Set<Double>()) { if let width = $1 { $0.insert(width) } }
      }
      #expect(widths.count == 1, "\(number)")
    }
  }

  @Test("A character that no font has is as wide in every thread")
  func unknownCharacters() async throws {
    let other = CTFontCreateWithName("Helvetica" as CFString, 20, nil)
    for round in 100..<160 {
      // Engines then look for all fonts anew.
      let own = font(try stranger(9000 + round))
      let widths = await withTaskGroup(of: Double.self) { group in
        for thread in 0..<4 {
          // Digits have one width.
          group.addTask { width(line("\u{E200}\(round)\(thread)", other)) }
        }
        return await group.reduce(into: Set<Double>()) { $0.insert($1) }
      }
      #expect(widths.count == 1, "\(round)")
      withExtendedLifetime(own) {}
    }
  }

  @Test("Layouts in a font that lost its file stay in the cache")
  func cachedLayouts() throws {
    let first = font(try stranger(5000))
    // Other tests drop caches.
    let isKept = try (1...10).contains { round in
      let id = layout("Kept", first).fills.first?.id
      for number in 1...70 { _ = layout("Other", font(try stranger(5000 + number))) }
      return id != nil && layout("Kept", first).fills.first?.id == id
    }
    #expect(isKept)
  }

  @Test("The record of files has what was drawn, also of fonts that programs have dropped")
  func recordedFiles() throws {
    let kept = font(try stranger(6000))
    _ = layout("Recorded", kept)
    let dropped = try (1...80).map { try stranger(6000 + $0) }
    for graphicsFont in dropped { _ = layout("Recorded", font(graphicsFont)) }
    var (paths, digests, names): ([String], [String], [String]) = ([], [], [])
    for file in FontFiles.opened {
      switch file {
      case .file(let path): paths.append(path)
      case .memory(let name, _, let sha256):
        names.append(name)
        digests.append(sha256)
      }
    }
    #expect(paths.allSatisfy { FileManager.default.isReadableFile(atPath: $0) && !$0.hasPrefix("/proc") })
    #expect(names.contains("LiberationNono"))
    #expect(digests.contains(dropped[0].data.withUnsafeBytes { SHA256.digest(of: $0) }))
    withExtendedLifetime(kept) {}
  }

  @Test("The record of files has a font once, however often programs make it")
  func recordedOnce() throws {
    let graphicsFont = try stranger(6100)
    let digest = graphicsFont.data.withUnsafeBytes { SHA256.digest(of: $0) }
    func isRecorded(_ file: FontFiles.Opened) -> Bool {
      guard case .memory(_, _, let sha256) = file else { return false }
      return sha256 == digest
    }
    // Other tests use fonts at the same time.
    var (isStable, names): (Bool, Set<String>) = (false, [])
    for round in 0..<4 {
      do {
        let (count, font) = (FontFiles.openedCount, font(try stranger(6100)))
        let isNew = names.insert(font.fontDescription.name).inserted
        _ = layout("Once \(round)", font)
        if round > 0, isNew, FontFiles.openedCount == count { isStable = true }
      }
      #expect(FontFiles.opened.count(where: isRecorded) == 1)
      // The font is forgotten.
      for number in 0..<20 { _ = layout("Other", font(try stranger(6200 + 20 * round + number))) }
    }
    #expect(names.count > 1)
    #expect(isStable)
  }

  @Test("Fonts of programs do not count as installed")
  func installedFiles() throws {
    let font = font(try stranger(7000))
    #expect(FontFiles.installed.contains { $0.contains("Liberation") })
    #expect(!FontFiles.installed.contains { $0.hasPrefix("/proc") })
    withExtendedLifetime(font) {}
  }

  @Test("The fonts of the machine can be listed while programs make fonts")
  func listing() async throws {
    let expected = FontFiles.installed
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        for number in 0..<100 {
          guard let graphicsFont = try? stranger(8000 + number) else { continue }
          _ = layout("Listed", font(graphicsFont))
        }
      }
      group.addTask {
        for _ in 0..<20 { #expect(FontFiles.installed == expected) }
      }
    }
  }
}
