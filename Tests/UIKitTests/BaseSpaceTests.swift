import StrataViews
import Testing
import UIKit

/// The base space of contexts, which has the offsets of shadows and the patterns: points, with y pointing down.
@MainActor @Suite struct BaseSpaceTests {
  /// A red square with a blue shadow, six points down.
  private static func drawSquare(_ context: CGContext?) {
    context?.setShadow(offset: CGSize(width: 0, height: 6), blur: 0, color: UIColor.blue.cgColor)
    UIColor.red.setFill()
    UIBezierPath(rect: CGRect(x: 4, y: 2, width: 10, height: 4)).fill()
  }

  private final class Square: UIView {
    override func draw(_ rect: CGRect) { BaseSpaceTests.drawSquare(UIGraphicsGetCurrentContext()) }
  }

  private func expectShadow(in image: CGImage?, scale: Int = 1) {
    #expect(pixels(of: image, 8 * scale, 4 * scale) == [255, 0, 0, 255])
    #expect(pixels(of: image, 8 * scale, 11 * scale) == [0, 0, 255, 255])
    #expect(pixels(of: image, 8 * scale, 7 * scale)[2] < 255)
  }

  @Test(arguments: [1, 2])
  func shadowsFallInPoints(scale: Int) {
    let format = UIGraphicsImageRendererFormat()
    format.scale = CGFloat(scale)
    let size = CGSize(width: 20, height: 20)
    let image = UIGraphicsImageRenderer(size: size, format: format).image { Self.drawSquare($0.cgContext) }
    expectShadow(in: image.cgImage, scale: scale)
    UIGraphicsBeginImageContextWithOptions(size, false, CGFloat(scale))
    Self.drawSquare(UIGraphicsGetCurrentContext())
    expectShadow(in: UIGraphicsGetImageFromCurrentImageContext()?.cgImage, scale: scale)
    UIGraphicsEndImageContext()
  }

  @Test func viewsOutsideOfWindowsDrawAsInThem() throws {
    let stage = Stage(20, 20)
    _ = stage.add(Square(), 0, 0, 20, 20)
    #expect(try stage.pixel(8, 11, at: 0) == [0, 0, 255, 255])
    let view = Square(frame: CGRect(x: 0, y: 0, width: 20, height: 20))
    view.contentScaleFactor = 1
    view.isOpaque = false
    #expect(view.layer.contentsAreFlipped())
    let picture = view.snapshotView(afterScreenUpdates: true)?.layer.contents as? CGImage
    expectShadow(in: picture)
    let later = Stage(20, 20)
    later.host.run(at: 0) { later.window.addSubview(view) }
    #expect(try later.pixel(8, 4, at: 0) == [255, 0, 0, 255])
    #expect(try later.pixel(8, 11, at: 0) == [0, 0, 255, 255])
  }

  @Test func patternsStandUprightInPoints() throws {
    var callbacks = CGPatternCallbacks(
      version: 0,
      drawPattern: { _, context in
        context.setFillColor(CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1))
        context.fill(CGRect(x: 0, y: 0, width: 10, height: 3))
      },
      releaseInfo: nil
    )
    let made = CGPattern(
      info: nil,
      bounds: CGRect(x: 0, y: 0, width: 10, height: 10),
      matrix: .identity,
      xStep: 10,
      yStep: 10,
      tiling: .constantSpacing,
      isColored: true,
      callbacks: &callbacks
    )
    let pattern = try #require(made)
    let space = try #require(CGColorSpace(patternBaseSpace: nil))
    let format = UIGraphicsImageRendererFormat()
    format.scale = 2
    let image = UIGraphicsImageRenderer(size: CGSize(width: 20, height: 20), format: format).image {
      $0.cgContext.setFillColorSpace(space)
      $0.cgContext.setFillPattern(pattern, colorComponents: [1])
      $0.fill(CGRect(x: 0, y: 0, width: 20, height: 20))
    }
    #expect(pixels(of: image.cgImage, 10, 2) == [255, 0, 0, 255])
    #expect(pixels(of: image.cgImage, 10, 22) == [255, 0, 0, 255])
    #expect(pixels(of: image.cgImage, 10, 12)[3] == 0)
  }

  @Test func rectanglesReplaceWhatIsThere() {
    let format = UIGraphicsImageRendererFormat()
    format.scale = 1
    let image = UIGraphicsImageRenderer(size: CGSize(width: 20, height: 20), format: format).image { _ in
      UIColor.red.setFill()
      UIRectFill(CGRect(x: 0, y: 0, width: 20, height: 20))
      UIColor.clear.setFill()
      UIRectFill(CGRect(x: 2, y: 2, width: 4, height: 4))
      UIRectFrame(CGRect(x: 10, y: 10, width: 6, height: 6))
      UIColor.blue.withAlphaComponent(0.5).setFill()
      UIBezierPath(rect: CGRect(x: 18, y: 0, width: 2, height: 2)).fill()
    }
    #expect(pixels(of: image.cgImage, 4, 4)[3] == 0)
    #expect(pixels(of: image.cgImage, 10, 12)[3] == 0)
    #expect(pixels(of: image.cgImage, 12, 12) == [255, 0, 0, 255])
    // The mode is that of before afterwards.
    #expect(pixels(of: image.cgImage, 18, 0)[3] == 255)
  }
}
