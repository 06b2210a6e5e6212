import CoreGraphics
import Foundation
import StrataRaster
import StrataTesting
import Testing

private func svg(_ draw: (CGContext) throws -> Void) throws -> Data {
  let context = try #require(CGContext(svg: CGRect(x: 0, y: 0, width: side, height: side)))
  try draw(context)
  return try #require(try context.svgData())
}

@Suite struct SVGTests {
  @Test func theFileIsMarkupOfTheSizeOfTheBox() throws {
    let data = try svg { context in
      context.setFillColor(rgb(1, 0, 0.2, 0.5))
      context.fill(CGRect(x: 10, y: 20, width: 30, height: 40))
    }
    let text = String(decoding: data, as: UTF8.self)
    #expect(text.hasPrefix("<?xml"))
    #expect(text.contains(#" width="120" height="120" viewBox="0 0 120 120">"#), "\(text)")
    // y points down: the rectangle's edges are at 120 − 20 and 120 − 60.
    let path = ##"<path d="M10 100L40 100L40 60L10 60Z" fill="#ff0033" fill-opacity="0.5"/>"##
    #expect(text.contains(path), "\(text)")
  }

  #if ImageCodecs
    @Test func equalDrawingsMakeEqualFiles() throws {
      for drawing in Drawing.all {
        #expect(try svg(drawing.draw) == svg(drawing.draw), "\(drawing.name)")
      }
    }

    @Test func anImageIsWrittenOnce() throws {
      let picture = try image(2, 2) { x, y in SIMD4(UInt8(x * 255), UInt8(y * 255), 0, 255) }
      let data = try svg { context in
        for x in 0..<5 { context.draw(picture, in: CGRect(x: x * 20, y: 0, width: 10, height: 10)) }
      }
      let text = String(decoding: data, as: UTF8.self)
      #expect(text.components(separatedBy: "data:image/png").count == 2)
      #expect(text.components(separatedBy: "<use ").count == 6)
    }
  #else
    @Test func imagesAreRefusedWithoutCodecs() throws {
      let picture = try image(2, 2) { _, _ in SIMD4(255, 0, 0, 255) }
      let context = try #require(CGContext(svg: CGRect(x: 0, y: 0, width: side, height: side)))
      context.draw(picture, in: CGRect(x: 0, y: 0, width: 10, height: 10))
      #expect(throws: ImageError.codecsAreOff(.png)) { try context.svgData() }
    }
  #endif

  @Test(.enabled(if: SVGPicture.canBeSeen), arguments: Drawing.all)
  func anotherReaderShowsWhatABitmapContextDraws(_ drawing: Drawing) throws {
    let expected = try picture(drawing.draw)
    let file = try svg { context in
      // Blend modes see no paper.
      context.setFillColor(gray: 1, alpha: 1)
      context.fill(CGRect(x: 0, y: 0, width: side, height: side))
      context.setFillColor(gray: 0, alpha: 1)
      try drawing.draw(context)
    }
    let comparison = try SVGPicture(file).comparison(with: expected, name: drawing.name)
    // The reader draws cells of patterns as pictures, which it then turns.
    let limit = drawing.limit + (drawing.isExact ? 1 : 0)
    #expect(comparison.meanError < limit, "\(drawing.name): \(comparison)")
  }
}
