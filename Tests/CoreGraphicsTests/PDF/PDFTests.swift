import CoreGraphics
import Foundation
import StrataRaster
import StrataTesting
import Testing

private func pdf(
  _ pages: Int = 1,
  information: [String: Any]? = nil,
  _ draw: (CGContext) throws -> Void
) throws -> Data {
  let data = NSMutableData()
  let consumer = try #require(CGDataConsumer(data: data))
  var box = CGRect(x: 0, y: 0, width: side, height: side)
  let context = try #require(CGContext(consumer: consumer, mediaBox: &box, information as CFDictionary?))
  for _ in 0..<pages {
    context.beginPDFPage(nil)
    try draw(context)
    context.endPDFPage()
  }
  context.closePDF()
  return data as Data
}

@Suite struct PDFTests {
  @Test func theTableSaysWhereObjectsBegin() throws {
    let data = try pdf(3, information: [kCGPDFContextTitle as String: "Täst", "other": 1]) { context in
      context.fill(CGRect(x: 0, y: 0, width: 10, height: 10))
      context.setURL(
        NSURL(fileURLWithPath: "/somewhere (here)"),
        for: CGRect(x: 0, y: 0, width: 10, height: 10)
      )
      context.addDestination("top" as NSString, at: CGPoint(x: 0, y: 100))
      context.setDestination("top" as NSString, for: CGRect(x: 20, y: 0, width: 10, height: 10))
    }
    let bytes = [UInt8](data)
    #expect(bytes.starts(with: Array("%PDF-1.7\n".utf8)))
    let text = String(decoding: bytes.map { $0 < 128 ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
    #expect(text.hasSuffix("%%EOF\n"))
    let start = try #require(
      text.components(separatedBy: "startxref\n").last?.components(separatedBy: "\n").first
    )
    let table = try #require(Int(start))
    func tail(_ offset: Int) -> String { String(decoding: Array(text.utf8).dropFirst(offset), as: UTF8.self) }
    let lines = tail(table).components(separatedBy: "\n")
    try #require(lines.first == "xref")
    let count = try #require(lines[1].split(separator: " ").last.flatMap { Int($0) })
    for number in 1..<count {
      let entry = lines[2 + number]
      #expect(entry.utf8.count == 19)
      let offset = try #require(Int(entry.prefix(10)))
      #expect(tail(offset).hasPrefix("\(number) 0 obj"))
    }
    #expect(text.contains("/Count 3") && text.contains("/MediaBox [0 0 120 120]"))
    // A title in UTF-16: T, a with two dots, s, t.
    #expect(text.contains("/Title <FEFF005400E400730074>"))
    #expect(text.contains("/S /URI /URI (file:///somewhere%20\\(here\\))"))
  }

  @Test func linksAreInThePagesSpace() throws {
    let data = try pdf { context in
      context.translateBy(x: 0, y: 100)
      context.scaleBy(x: 1, y: -1)
      context.setURL(NSURL(fileURLWithPath: "/a"), for: CGRect(x: 10, y: 80, width: 50, height: 10))
      context.setDestination("top" as NSString, for: CGRect(x: 20, y: 0, width: 10, height: 10))
      context.addDestination("top" as NSString, at: CGPoint(x: 0, y: 90))
    }
    let text = String(decoding: data, as: UTF8.self)
    #expect(text.contains("/Rect [10 80 60 90]") && text.contains("/Rect [20 0 30 10]"))
    #expect(text.contains("/XYZ 0 90 null"))
  }

  @Test func equalDrawingsMakeEqualFiles() throws {
    func make() throws -> Data {
      try pdf { context in for drawing in Drawing.all { try drawing.draw(context) } }
    }
    #expect(try make() == make())
  }

  private func count(_ mark: String, in data: Data) -> Int {
    let text = String(decoding: data.map { $0 < 128 ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
    return text.components(separatedBy: mark).count - 1
  }

  @Test("A layer that is drawn often is one image until it changes")
  func layers() throws {
    let data = try pdf { context in
      let layer = try #require(CGLayer(context, size: CGSize(width: 10, height: 10), auxiliaryInfo: nil))
      layer.context?.fill(CGRect(x: 0, y: 0, width: 10, height: 10))
      for x in 0..<5 { context.draw(layer, at: CGPoint(x: x * 12, y: 0)) }
      layer.context?.setFillColor(rgb(1, 0, 0))
      layer.context?.fill(CGRect(x: 0, y: 0, width: 10, height: 10))
      for x in 0..<5 { context.draw(layer, at: CGPoint(x: x * 12, y: 20)) }
    }
    #expect(count("/Subtype /Image", in: data) == 2)
  }

  #if ImageCodecs
    @Test("The bytes of a JPEG are only taken if its profile changes no colours")
    func wideJPEG() throws {
      let mark = Array("ICC_PROFILE\0\u{1}\u{1}".utf8)
      let profile = mark + [UInt8](repeating: 0, count: 20) + Array("Display P3".utf8)
      let segment = [0xFF, 0xE2, 0, UInt8(profile.count + 2)] + profile
      let plain = ImageFixtures.jpegRGB
      let wide = plain.prefix(2) + segment + plain.dropFirst(2)
      func page(_ file: Data) throws -> Data {
        let image = try CGImage(file: file)
        return try pdf { $0.draw(image, in: CGRect(x: 0, y: 0, width: 100, height: 100)) }
      }
      #expect(count("/DCTDecode", in: try page(plain)) == 1)
      #expect(count("/DCTDecode", in: try page(wide)) == 0)
      // Markers may follow fill bytes (T.81, B.1.1.2).
      #expect(count("/DCTDecode", in: try page(plain.prefix(2) + [0xFF, 0xFF] + plain.dropFirst(2))) == 1)
      #expect(count("/DCTDecode", in: try page(plain.prefix(2) + [0xFF] + wide.dropFirst(2))) == 0)
    }
  #endif

  @Test func aPDFContextHasNoPixels() throws {
    _ = try pdf { context in
      #expect(context.width == 0)
      #expect(context.height == 0)
      #expect(context.data == nil)
      #expect(context.makeImage() == nil)
      #expect(context.colorSpace == nil && context.ctm.isIdentity)
      #expect(context.boundingBoxOfClipPath == CGRect(x: 0, y: 0, width: 120, height: 120))
      context.clip(to: CGRect(x: 10, y: 20, width: 30, height: 300))
      #expect(context.boundingBoxOfClipPath == CGRect(x: 10, y: 20, width: 30, height: 100))
      context.resetClip()
      #expect(context.boundingBoxOfClipPath.width == 120)
    }
  }

  @Test func badInputGivesAFileAllTheSame() throws {
    let data = NSMutableData()
    let consumer = try #require(CGDataConsumer(data: data))
    var none = CGRect.zero
    #expect(CGContext(consumer: consumer, mediaBox: &none, nil) == nil)
    let context = try #require(CGContext(consumer: consumer, mediaBox: nil, nil))
    // Without a page, and with a NaN.
    context.fill(CGRect(x: 0, y: 0, width: 10, height: 10))
    context.endTransparencyLayer()
    context.endPDFPage()
    context.beginPDFPage(nil)
    context.beginPDFPage(nil)
    context.scaleBy(x: 0, y: 0)
    context.fill(CGRect(x: 0, y: 0, width: 10, height: 10))
    context.stroke(CGRect(x: CGFloat.nan, y: 0, width: 10, height: CGFloat.infinity))
    context.setShadow(offset: CGSize(width: CGFloat.nan, height: 1e300), blur: .infinity)
    context.fill(CGRect(x: -1e300, y: 0, width: 2e300, height: 10))
    context.restoreGState()
    context.beginTransparencyLayer(auxiliaryInfo: nil)
    context.closePDF()
    context.closePDF()
    context.fill(CGRect(x: 0, y: 0, width: 10, height: 10))
    #expect(String(decoding: (data as Data).suffix(6), as: UTF8.self) == "%%EOF\n")
  }

  @Test func aFileAppearsWhenItIsClosed() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("pdf-\(UUID().uuidString).pdf")
    defer { try? FileManager.default.removeItem(at: url) }
    var box = CGRect(x: 0, y: 0, width: 10, height: 10)
    let context = try #require(CGContext(url as NSURL, mediaBox: &box, nil))
    context.beginPage(mediaBox: nil)
    #expect(!FileManager.default.fileExists(atPath: url.path))
    context.closePDF()
    #expect(try Data(contentsOf: url).starts(with: Array("%PDF".utf8)))
  }

  @Test(.enabled(if: PrintedPage.canBeSeen), arguments: Drawing.all)
  func anotherReaderShowsWhatABitmapContextDraws(_ drawing: Drawing) throws {
    let expected = try picture(drawing.draw)
    let file = try pdf { context in
      // Blend modes see no paper.
      context.setFillColor(gray: 1, alpha: 1)
      context.fill(CGRect(x: 0, y: 0, width: side, height: side))
      context.setFillColor(gray: 0, alpha: 1)
      try drawing.draw(context)
    }
    let comparison = try PrintedPage(file)
      .comparison(with: expected, name: drawing.name, isExact: drawing.isExact)
    #expect(comparison.meanError < drawing.limit, "\(drawing.name): \(comparison)")
  }
}
