import Testing
import UIKit

/// PDFs that are drawn in UIKit's coordinates.
@Suite struct PDFTests {
  private let bounds = CGRect(x: 0, y: 0, width: 200, height: 100)

  @Test func aRendererWritesPages() {
    let format = UIGraphicsPDFRendererFormat()
    format.documentInfo = [kCGPDFContextTitle as String: "Pages"]
    var sizes: [CGSize] = []
    let data = UIGraphicsPDFRenderer(bounds: bounds, format: format).pdfData { context in
      context.beginPage()
      #expect(UIGraphicsGetCurrentContext() === context.cgContext)
      // The upper left corner is the page's.
      #expect(context.cgContext.ctm == CGAffineTransform(1, 0, 0, -1, 0, 100))
      UIColor.red.setFill()
      context.fill(CGRect(x: 10, y: 10, width: 20, height: 20))
      sizes.append(context.pdfContextBounds.size)
      context.beginPage(withBounds: CGRect(x: 0, y: 0, width: 50, height: 60), pageInfo: [:])
      sizes.append(context.pdfContextBounds.size)
    }
    let text = String(decoding: data, as: UTF8.self)
    #expect(text.hasPrefix("%PDF") && text.contains("Pages"))
    #expect(text.contains("/Count 2"))
    #expect(sizes == [CGSize(width: 200, height: 100), CGSize(width: 50, height: 60)])
  }

  @Test func theFormatOfAContextHasItsBounds() {
    let format = UIGraphicsPDFRendererFormat()
    format.documentInfo = [kCGPDFContextTitle as String: "Pages"]
    _ = UIGraphicsPDFRenderer(bounds: bounds, format: format).pdfData { context in
      let general: UIGraphicsRendererFormat = context.format
      #expect(general.bounds == bounds)
      #expect(context.format.documentInfo.count == 1)
    }
    #expect(format.bounds == .zero)
  }

  @Test func functionsWriteThemToo() {
    let data = NSMutableData()
    UIGraphicsBeginPDFContextToData(data, .zero, nil)
    #expect(UIGraphicsGetPDFContextBounds().size == CGSize(width: 612, height: 792))
    UIGraphicsBeginPDFPage()
    UIRectFill(CGRect(x: 0, y: 0, width: 20, height: 20))
    UIGraphicsBeginPDFPageWithInfo(bounds, nil)
    #expect(UIGraphicsGetPDFContextBounds() == bounds)
    UIGraphicsEndPDFContext()
    #expect(UIGraphicsGetCurrentContext() == nil)
    #expect(String(decoding: data as Data, as: UTF8.self).hasPrefix("%PDF"))
    #expect(UIGraphicsGetPDFContextBounds() == .zero)
  }

  @Test("Shadows and patterns are in points with y pointing down, on each page")
  func theBaseSpaceOfAPageIsFlipped() {
    let format = UIGraphicsImageRendererFormat()
    format.scale = 1
    let tile = UIGraphicsImageRenderer(size: CGSize(width: 4, height: 8), format: format).image { context in
      UIColor.red.setFill()
      context.fill(CGRect(x: 0, y: 0, width: 4, height: 4))
    }
    let data = UIGraphicsPDFRenderer(bounds: bounds).pdfData { context in
      for page in [bounds, CGRect(x: 0, y: 0, width: 50, height: 60)] {
        context.beginPage(withBounds: page, pageInfo: [:])
        UIColor(patternImage: tile).setFill()
        context.fill(CGRect(x: 0, y: 0, width: 20, height: 20))
      }
    }
    // The origins of the cells are the upper left corners of the pages.
    let text = String(decoding: data, as: UTF8.self)
    let matrices = text.components(separatedBy: "/Matrix [").dropFirst().map { $0.prefix { $0 != "]" } }
    #expect(matrices.count == 2)
    #expect(matrices.map { $0.split(separator: " ").last } == ["100", "60"], "\(matrices)")
  }

  @Test func linksAreInThePagesSpace() throws {
    let url = try #require(URL(string: "https://example.org/"))
    let data = UIGraphicsPDFRenderer(bounds: bounds).pdfData { context in
      context.beginPage()
      context.setURL(url, for: CGRect(x: 10, y: 80, width: 50, height: 10))
      let drawn = CGRect(x: 10, y: 0, width: 50, height: 10)
      context.setURL(url, for: drawn.applying(context.cgContext.ctm))
    }
    let text = String(decoding: data, as: UTF8.self)
    #expect(text.contains("/Rect [10 80 60 90]") && text.contains("/Rect [10 90 60 100]"))
  }

  @Test func rectanglesAreBlended() {
    let format = UIGraphicsImageRendererFormat()
    format.scale = 1
    let image = UIGraphicsImageRenderer(size: CGSize(width: 10, height: 10), format: format).image { _ in
      UIColor.red.setFill()
      UIRectFill(CGRect(x: 0, y: 0, width: 10, height: 10))
      UIColor.yellow.setFill()
      UIRectFillUsingBlendMode(CGRect(x: 0, y: 0, width: 4, height: 4), .difference)
      UIRectFrameUsingBlendMode(CGRect(x: 5, y: 5, width: 5, height: 5), .difference)
    }
    #expect(pixels(of: image.cgImage, 2, 2) == [0, 255, 0, 255])
    #expect(pixels(of: image.cgImage, 5, 7) == [0, 255, 0, 255])
    #expect(pixels(of: image.cgImage, 7, 7) == [255, 0, 0, 255])
  }

  @Test func aPictureIsMirroredAsItIsShown() {
    let picture = UIGraphicsImageRenderer(size: CGSize(width: 2, height: 1)).image { context in
      UIColor.red.setFill()
      context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    }
    let turned = UIImage(cgImage: picture.uprightImage!, scale: 1, orientation: .left)
    #expect(picture.withHorizontallyFlippedOrientation().imageOrientation == .upMirrored)
    #expect(turned.withHorizontallyFlippedOrientation().imageOrientation == .rightMirrored)
    #expect(pixels(of: picture.withHorizontallyFlippedOrientation().uprightImage, 0, 0)[3] == 0)
    #expect(
      turned.withHorizontallyFlippedOrientation().withHorizontallyFlippedOrientation().imageOrientation
        == .left
    )
  }
}
