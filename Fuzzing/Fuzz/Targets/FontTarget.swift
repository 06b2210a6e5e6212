import CoreGraphics
import CoreText
import Foundation
import StrataBase

/// Font files: names, measures, outlines and lines of text.
struct FontTarget: FuzzTarget {
  static let name = "font"
  let weight: Int
  private let seeds: [[UInt8]]

  /// The smallest fonts that are installed; no font gives no inputs.
  init(seeds: SeedFolder) throws {
    let keys: [URLResourceKey] = [.fileSizeKey]
    let files = FileManager.default.enumerator(
      at: URL(filePath: "/usr/share/fonts"),
      includingPropertiesForKeys: keys
    )
    let fonts = (files?.compactMap { $0 as? URL } ?? [])
      .filter { ["ttf", "otf", "ttc"].contains($0.pathExtension) }
      .map { (url: $0, size: (try? $0.resourceValues(forKeys: Set(keys)).fileSize) ?? .max) }
      .sorted { ($0.size, $0.url.path()) < ($1.size, $1.url.path()) }
    self.seeds = fonts.prefix(3).compactMap { try? [UInt8](Data(contentsOf: $0.url)) }
    weight = self.seeds.isEmpty ? 0 : 2
  }

  /// Changes the list of tables, or bytes near the start of a table, where its counts and offsets are.
  func mutant(_ random: inout SplitMix64) -> [UInt8] {
    random.element(of: seeds).map { changed($0, &random) } ?? []
  }

  func changed(_ seed: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
    guard seed.count >= 28 else { return ByteMutator.mutant(of: seed, &random) }
    var bytes = seed
    let declared = Int(bytes[4]) << 8 | Int(bytes[5])
    let tables = 12..<12 + 16 * max(1, min(declared, (bytes.count - 12) / 16))
    for _ in 0..<random.smallCount(limit: 12) {
      var place = tables.lowerBound + random.index(tables.count)
      if !random.once(in: 4) {
        let entry = tables.lowerBound + 16 * random.index(tables.count / 16)
        let start = bytes[(entry + 8)..<(entry + 12)].reduce(0) { $0 << 8 | Int($1) }
        place = start + random.index(random.once(in: 2) ? 80 : 4_000)
      }
      guard bytes.indices.contains(place) else { continue }
      let ends: [UInt8] = [0, 1, 0x7F, 0x80, 0xFF]
      bytes[place] =
        random.once(in: 2) ? UInt8(truncatingIfNeeded: random.next()) : random.element(of: ends) ?? 0
    }
    return random.once(in: 10) ? Array(bytes.prefix(random.index(bytes.count))) : bytes
  }

  func run(_ input: [UInt8]) throws {
    guard let provider = CGDataProvider(data: Data(input) as CFData), let font = CGFont(provider) else {
      throw Refused()
    }
    _ = (font.postScriptName, font.fullName, font.fontBBox, font.ascent, font.unitsPerEm)
    let glyphs = (0..<40).map { CGGlyph(truncatingIfNeeded: $0 * 7) }
    var (advances, boxes) = ([Int32](repeating: 0, count: 40), [CGRect](repeating: .zero, count: 40))
    _ = font.getGlyphAdvances(glyphs: glyphs, count: 40, advances: &advances)
    _ = font.getGlyphBBoxes(glyphs: glyphs, count: 40, bboxes: &boxes)
    _ = glyphs.map { font.name(for: $0) }
    let sized = CTFontCreateWithGraphicsFont(font, 12, nil, nil)
    for glyph in glyphs { _ = CTFontCreatePathForGlyph(sized, glyph, nil) }
    let context = CGContext(
      data: nil,
      width: 64,
      height: 32,
      bitsPerComponent: 8,
      bytesPerRow: 0,
      space: CGColorSpaceCreateDeviceRGB(),
      bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
    )
    let text = NSAttributedString(string: "Strata fi 12", attributes: [.font: sized])
    if let context { CTLineDraw(CTLineCreateWithAttributedString(text), context) }
  }
}
