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

  @Test func patternsAreInTheSpaceThatIsAdopted() throws {
    var callbacks = CGPatternCallbacks(
      version: 0,
      drawPattern: { _, context in context.fill(CGRect(x: 0, y: 0, width: 10, height: 3)) },
      releaseInfo: nil
    )
    let pattern = try #require(
      CGPattern(
        info: nil,
        bounds: CGRect(x: 0, y: 0, width: 10, height: 10),
        matrix: .identity,
        xStep: 10,
        yStep: 10,
        tiling: .constantSpacing,
        isColored: true,
        callbacks: &callbacks
      )
    )
    let space = try #require(CGColorSpace(patternBaseSpace: nil))
    let color = try #require(CGColor(patternSpace: space, pattern: pattern, components: [1]))
    func transform(isFlipped: Bool) throws -> String {
      let data = try svg { context in
        if isFlipped {
          context.concatenate(CGAffineTransform(1, 0, 0, -1, 0, CGFloat(side)))
          context.adoptUserSpace()
        }
        context.setFillColor(color)
        context.fill(CGRect(x: 0, y: 0, width: 20, height: 20))
      }
      let parts = String(decoding: data, as: UTF8.self).components(separatedBy: "patternTransform=\"")
      let value = try #require(parts.dropFirst().first)
      return String(value.prefix { $0 != "\"" })
    }
    // SVG's own y axis points down, and so does that of a cell, whose box ends 120 units below.
    #expect(try transform(isFlipped: false) == "matrix(1 0 0 1 0 110)")
    #expect(try transform(isFlipped: true) == "matrix(1 0 0 -1 0 10)")
  }

  #if ImageCodecs
    @Test func shadowsAreInTheSpaceThatIsAdopted() throws {
      func transform(isAdopted: Bool) throws -> String {
        let data = try svg { context in
          context.concatenate(CGAffineTransform(1, 0, 0, -1, 0, CGFloat(side)))
          if isAdopted { context.adoptUserSpace() }
          context.setShadow(offset: CGSize(width: 0, height: 30), blur: 0, color: .black)
          context.fill(CGRect(x: 0, y: 40, width: 20, height: 20))
        }
        let parts = String(decoding: data, as: UTF8.self).components(separatedBy: "<use ")
        let element = try #require(parts.dropFirst().first)
        return String(element.prefix { $0 != ">" })
      }
      let (up, down) = (try transform(isAdopted: false), try transform(isAdopted: true))
      #expect(up.contains(" 10)"), "\(up)")
      #expect(down.contains(" 70)"), "\(down)")
    }

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
