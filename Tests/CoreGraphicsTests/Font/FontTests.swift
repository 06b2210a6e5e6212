import CoreGraphics
import Testing

/// A TrueType file of tables with big-endian 16-bit words.
private func font(_ tables: [(String, [UInt16])], names: [(Int, String)] = []) -> Data {
  var all = tables.map { ($0.0, $0.1.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }) }
  if !names.isEmpty {
    var records: [UInt16] = [0, UInt16(names.count), UInt16(6 + 12 * names.count)]
    var text: [UInt16] = []
    for (identifier, name) in names {
      records += [3, 1, 0x409, UInt16(identifier), UInt16(name.utf16.count * 2), UInt16(text.count * 2)]
      text += Array(name.utf16)
    }
    all.append(("name", (records + text).flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }))
  }
  func big32(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }
  var directory = Data([0, 1, 0, 0, 0, UInt8(all.count), 0, 0, 0, 0, 0, 0])
  var body = Data()
  for (tag, bytes) in all {
    directory.append(Data(tag.utf8) + Data(big32(0)) + Data(big32(12 + 16 * all.count + body.count)))
    directory.append(Data(big32(bytes.count)))
    body.append(Data(bytes))
  }
  return directory + body
}

@Suite struct FontTests {
  @Test(arguments: [
    ("Courier Prime Semibold", "Courier Prime"), ("ArialNarrow-Bold", "Arial Narrow"),
    ("GeorgiaPro-Light", "Georgia Pro"), ("Courier", "Courier"), ("CourierNewPS-BoldMT", "Courier New"),
    ("TimesNewRomanPSMT", "Times New Roman"), ("Arial-ItalicMT", "Arial"), ("SFProText-Bold", "SF Pro Text"),
  ]) func ownFamiliesComeBeforeThoseOfASubstitute(name: String, family: String) {
    let face = FontFace(name: name)
    #expect(face.families.first == family && face.families.count == Set(face.families).count)
    #expect(face.isKnown && face.families.contains { $0.hasPrefix("DejaVu") })
  }

  private let small: Data = {
    var head = [UInt16](repeating: 0, count: 27)
    head[9] = 2048
    (head[18], head[19], head[20], head[21]) = (UInt16(bitPattern: -10), UInt16(bitPattern: -20), 100, 200)
    var hhea = [UInt16](repeating: 0, count: 18)
    (hhea[2], hhea[3], hhea[4], hhea[17]) = (1900, UInt16(bitPattern: -500), 60, 2)
    return font(
      [("head", head), ("hhea", hhea), ("maxp", [0, 1, 3]), ("hmtx", [600, 0, 700, 0, 0])],
      names: [(4, "Small Font"), (6, "Small-Regular")]
    )
  }()

  @Test func metricsAndNamesComeFromTheTables() throws {
    let font = try #require(CGFont(CGDataProvider(bytes: small)))
    #expect(font.unitsPerEm == 2048)
    #expect(font.ascent == 1900)
    #expect(font.descent == -500)
    #expect(font.leading == 60)
    #expect(font.postScriptName as String? == "Small-Regular" && font.fullName as String? == "Small Font")
    #expect(font.numberOfGlyphs == 3 && font.capHeight == 0)
    #expect(font.fontBBox == CGRect(x: -10, y: -20, width: 110, height: 220))
    var advances: [Int32] = [0, 0, 0]
    #expect(font.getGlyphAdvances(glyphs: [0, 1, 2], count: 3, advances: &advances))
    #expect(advances == [600, 700, 700])
    #expect(!font.getGlyphAdvances(glyphs: [3], count: 1, advances: &advances))
  }

  @Test func bytesThatAreNoFontGiveNone() {
    #expect(CGFont(CGDataProvider(bytes: Data())) == nil)
    #expect(CGFont(CGDataProvider(bytes: Data(repeating: 1, count: 100))) == nil)
    for length in 0..<small.count {
      if let font = CGFont(CGDataProvider(bytes: small.prefix(length))) {
        _ = (font.postScriptName, font.ascent)
      }
    }
    #expect(CGFont("No Font Has This Name" as CFString) == nil)
    #expect(CGFont("" as CFString) == nil)
  }
}
