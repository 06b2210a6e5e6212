import CoreGraphics
import Foundation
import Testing

/// A group of a rectangle of alpha 0.75, drawn with alpha 0.25 and a shadow beside it.
private func drawGroup(_ context: CGContext) {
  context.setAlpha(0.25)
  context.setShadow(offset: CGSize(width: 4, height: 0), blur: 0, color: rgb(1, 0, 0))
  context.beginTransparencyLayer(auxiliaryInfo: nil)
  context.setFillColor(rgb(0, 0, 1, 0.75))
  context.fill(CGRect(x: 0, y: 0, width: 4, height: 4))
  context.endTransparencyLayer()
}

/// The law: a group is one drawing, so its alpha is that of its shadow, too.
@Suite struct GroupShadowTests {
  @Test("The shadow of a group is as that of one drawing of the same alpha")
  func bitmap() throws {
    let (group, single) = (try makeContext(8, 4), try makeContext(8, 4))
    drawGroup(group)
    single.setAlpha(0.25)
    single.setShadow(offset: CGSize(width: 4, height: 0), blur: 0, color: rgb(1, 0, 0))
    single.setFillColor(rgb(0, 0, 1, 0.75))
    single.fill(CGRect(x: 0, y: 0, width: 4, height: 4))
    for x in [1, 6] {
      let (found, expected) = (pixelFromBottom(group, x, 1), pixelFromBottom(single, x, 1))
      let difference = zip(found, expected).map { abs(Int($0) - Int($1)) }.max()
      #expect(difference ?? 255 <= 1, "pixel \(x): \(found), not \(expected)")
    }
    #expect(pixelFromBottom(single, 6, 1)[3] == 48)
  }

  @Test("A PDF draws neither the group nor its shadow with full alpha")
  func pdf() throws {
    let data = NSMutableData()
    let consumer = try #require(CGDataConsumer(data: data))
    var box = CGRect(x: 0, y: 0, width: 8, height: 4)
    let context = try #require(CGContext(consumer: consumer, mediaBox: &box, nil))
    context.beginPDFPage(nil)
    drawGroup(context)
    context.endPDFPage()
    context.closePDF()
    let text = String(decoding: (data as Data).map { $0 < 128 ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
    #expect(text.contains("/ca 0.25 ") && text.contains("/ca 0.75 "))
    #expect(!text.contains("/ca 1 "))
  }

  #if ImageCodecs
    @Test("An SVG draws the group and its shadow with the alpha")
    func svg() throws {
      let context = try #require(CGContext(svg: CGRect(x: 0, y: 0, width: 8, height: 4)))
      drawGroup(context)
      let text = String(decoding: try #require(try context.svgData()), as: UTF8.self)
      #expect(text.components(separatedBy: " opacity=\"0.25\"").count == 3, "\(text)")
    }
  #endif
}
