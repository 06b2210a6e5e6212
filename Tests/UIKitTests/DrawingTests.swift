import StrataViews
import Testing
import UIKit

/// Paths, pictures, colours and contexts.
@MainActor @Suite struct DrawingTests {
  private func drawn(_ size: CGFloat = 20, _ body: () -> Void) -> CGImage? {
    let format = UIGraphicsImageRendererFormat()
    format.scale = 1
    return UIGraphicsImageRenderer(size: CGSize(width: size, height: size), format: format).image { _ in
      body()
    }.cgImage
  }

  @Test func theOriginIsTheUpperLeftCorner() {
    let image = drawn {
      UIColor.red.setFill()
      UIRectFill(CGRect(x: 0, y: 0, width: 10, height: 5))
    }
    #expect(pixels(of: image, 2, 2) == [255, 0, 0, 255])
    #expect(pixels(of: image, 2, 17) == [0, 0, 0, 0])
    #expect(UIGraphicsGetCurrentContext() == nil)
  }

  @Test func aPictureHasTheFormatOfItsLike() {
    for (scale, opaque) in [(2, true), (3, false)] as [(CGFloat, Bool)] {
      let format = UIGraphicsImageRendererFormat()
      (format.scale, format.opaque) = (scale, opaque)
      let size = CGSize(width: 4, height: 4)
      let image = UIGraphicsImageRenderer(size: size, format: format).image { $0.fill(.zero) }
      #expect(image.imageRendererFormat.scale == scale)
      #expect(image.imageRendererFormat.opaque == opaque)
    }
  }

  @Test func theFormatOfAContextHasItsBounds() {
    let format = UIGraphicsImageRendererFormat()
    (format.scale, format.opaque) = (2, true)
    let bounds = CGRect(x: 3, y: -2, width: 4, height: 6)
    let renderer = UIGraphicsImageRenderer(bounds: bounds, format: format)
    let image = renderer.image { context in
      let general: UIGraphicsRendererFormat = context.format
      #expect(general.bounds == bounds)
      #expect(context.format.scale == 2)
      #expect(context.format.opaque)
      UIColor.red.setFill()
      context.fill(context.format.bounds)
    }
    for (x, y) in [(0, 0), (7, 11)] { #expect(pixels(of: image.cgImage, x, y) == [255, 0, 0, 255]) }
    #expect(renderer.format.bounds == .zero)
  }

  private final class NamedFormat: UIGraphicsImageRendererFormat {
    var name = ""
    override func copy(with zone: NSZone? = nil) -> Any {
      let copy = NamedFormat()
      (copy.scale, copy.opaque, copy.name) = (scale, opaque, name)
      return copy
    }
  }

  /// Contexts have copies of formats, of the class that the program's copies have.
  @Test func theFormatOfAContextIsOfTheProgramsClass() throws {
    let format = NamedFormat()
    (format.scale, format.name) = (2, "chart")
    let bounds = CGRect(x: 3, y: -2, width: 4, height: 6)
    var found: UIGraphicsImageRendererFormat?
    _ = UIGraphicsImageRenderer(bounds: bounds, format: format).image { found = $0.format }
    let named = try #require(found as? NamedFormat)
    #expect(named !== format && named.name == "chart")
    #expect(named.bounds == bounds && named.scale == 2)
    let document = UIGraphicsPDFRendererFormat()
    document.documentInfo = ["Title": "Chart"]
    let copy = try #require(document.copy() as? UIGraphicsPDFRendererFormat)
    #expect(copy !== document && copy.documentInfo.keys.elementsEqual(["Title"]))
  }

  @Test func anArcTurnsWithGrowingAngles() {
    let path = UIBezierPath(
      arcCenter: CGPoint(x: 10, y: 10),
      radius: 8,
      startAngle: 0,
      endAngle: .pi / 2,
      clockwise: true
    )
    #expect(abs(path.currentPoint.x - 10) < 1e-9)
    #expect(abs(path.currentPoint.y - 18) < 1e-9)
    #expect(path.bounds.width < 8.1)
    let other = UIBezierPath(arcCenter: .zero, radius: 8, startAngle: 0, endAngle: .pi / 2, clockwise: false)
    #expect(other.bounds.width > 15)
  }

  @Test func pathsFillStrokeAndClip() {
    let image = drawn {
      UIColor.blue.set()
      UIBezierPath(ovalIn: CGRect(x: 0, y: 0, width: 10, height: 10)).fill()
      let line = UIBezierPath()
      line.move(to: CGPoint(x: 0, y: 15))
      line.addLine(to: CGPoint(x: 20, y: 15))
      line.lineWidth = 2
      line.stroke()
      UIBezierPath(rect: CGRect(x: 12, y: 0, width: 2, height: 2)).addClip()
      UIRectFill(CGRect(x: 10, y: 0, width: 10, height: 10))
    }
    #expect(pixels(of: image, 5, 5) == [0, 0, 255, 255])
    #expect(pixels(of: image, 0, 0)[3] < 20)
    #expect(pixels(of: image, 10, 15) == [0, 0, 255, 255])
    #expect(pixels(of: image, 12, 1) == [0, 0, 255, 255])
    #expect(pixels(of: image, 16, 1) == [0, 0, 0, 0])
  }

  @Test func roundedRectanglesRoundSomeCorners() {
    let rect = CGRect(x: 0, y: 0, width: 40, height: 40)
    let path = UIBezierPath(
      roundedRect: rect,
      byRoundingCorners: [.topLeft],
      cornerRadii: CGSize(width: 10, height: 10)
    )
    #expect(!path.contains(CGPoint(x: 0.5, y: 0.5)))
    #expect(path.contains(CGPoint(x: 39.5, y: 0.5)))
    #expect(path.contains(CGPoint(x: 0.5, y: 39.5)))
    #expect(UIBezierPath(roundedRect: rect, cornerRadius: 100).bounds == rect)
  }

  @Test func aPathPrintsItsElements() {
    let path = UIBezierPath()
    #expect(path.description.hasPrefix("<UIBezierPath: 0x") && path.description.hasSuffix(">"))
    path.move(to: .zero)
    path.addLine(to: CGPoint(x: 1.5, y: 0))
    path.close()
    #expect(path.description.hasSuffix("; <MoveTo {0, 0}>,\n <LineTo {1.5, 0}>,\n <Close>>"))
  }

  @Test func aReversedPathBeginsAtTheEnd() {
    let path = UIBezierPath()
    path.move(to: CGPoint(x: 1, y: 1))
    path.addLine(to: CGPoint(x: 5, y: 1))
    path.addCurve(
      to: CGPoint(x: 9, y: 9),
      controlPoint1: CGPoint(x: 6, y: 1),
      controlPoint2: CGPoint(x: 9, y: 5)
    )
    let back = path.reversing()
    #expect(back.currentPoint == CGPoint(x: 1, y: 1))
    #expect(back.reversing().cgPath == path.cgPath)
    #expect(back.bounds == path.bounds)
  }

  @Test func imageContextsNest() {
    UIGraphicsBeginImageContextWithOptions(CGSize(width: 4, height: 4), true, 2)
    UIColor.green.setFill()
    UIRectFill(CGRect(x: 0, y: 0, width: 4, height: 4))
    let image = UIGraphicsGetImageFromCurrentImageContext()
    UIGraphicsEndImageContext()
    #expect(image?.size == CGSize(width: 4, height: 4))
    #expect(image?.cgImage?.width == 8)
    #expect(UIGraphicsGetImageFromCurrentImageContext() == nil)
  }

  /// As thumbnails of views that are still empty, in a picture of the whole.
  @Test func aBitmapThatCannotBeBegunLeavesTheOneAroundItAlone() {
    UIGraphicsBeginImageContext(CGSize(width: 4, height: 4))
    UIGraphicsBeginImageContext(.zero)
    #expect(UIGraphicsGetCurrentContext() == nil)
    UIColor.red.setFill()
    UIRectFill(CGRect(x: 0, y: 0, width: 4, height: 4))
    #expect(UIGraphicsGetImageFromCurrentImageContext() == nil)
    UIGraphicsEndImageContext()
    let image = UIGraphicsGetImageFromCurrentImageContext()
    #expect(image?.size == CGSize(width: 4, height: 4))
    #expect(pixels(of: image?.cgImage, 1, 1) == [0, 0, 0, 0])
    UIGraphicsEndImageContext()
    #expect(UIGraphicsGetCurrentContext() == nil)
  }

  /// A picture whose left half is red and whose right half is blue; the upper half is opaque.
  private func sample() throws -> CGImage {
    try #require(
      drawn(8) {
        UIColor.red.setFill()
        UIRectFill(CGRect(x: 0, y: 0, width: 4, height: 4))
        UIColor.blue.setFill()
        UIRectFill(CGRect(x: 4, y: 0, width: 4, height: 4))
      }
    )
  }

  @Test func orientationsTurn() throws {
    let image = try sample()
    let corners: [(UIImage.Orientation, Int, Int)] = [
      // Where red is shown.
      (.up, 1, 1), (.down, 6, 6), (.left, 1, 6), (.right, 6, 1), (.upMirrored, 6, 1), (.downMirrored, 1, 6),
      (.leftMirrored, 1, 1), (.rightMirrored, 6, 6),
    ]
    for (orientation, x, y) in corners {
      let turned = UIImage(cgImage: image, scale: 1, orientation: orientation)
      let shown = drawn(8) { turned.draw(at: .zero) }
      #expect(pixels(of: shown, x, y) == [255, 0, 0, 255], "\(orientation)")
    }
  }

  @Test func templatesTakeTheTint() throws {
    let template = UIImage(cgImage: try sample()).withRenderingMode(.alwaysTemplate)
    let view = UIImageView(image: template)
    view.tintColor = .green
    let shown = view.layer.contents as? CGImage
    #expect(pixels(of: shown, 1, 1) == [0, 255, 0, 255])
    #expect(pixels(of: shown, 1, 6) == [0, 0, 0, 0])
    #expect(view.frame.size == CGSize(width: 8, height: 8))
  }

  @Test func picturesFollowEachOther() throws {
    let stage = Stage(20, 20)
    let view = stage.add(UIImageView(), 0, 0, 8, 8)
    let (a, b) = (
      UIImage(cgImage: try sample()),
      UIImage(
        cgImage: try #require(
          drawn(8) {
            UIColor.green.setFill(); UIRectFill(CGRect(x: 0, y: 0, width: 8, height: 8))
          }
        )
      )
    )
    view.animationImages = [a, b]
    view.animationDuration = 2
    stage.host.run(at: 0) { view.startAnimating() }
    #expect(view.isAnimating)
    #expect(try stage.pixel(1, 1, at: 0.5) == [255, 0, 0, 255])
    #expect(try stage.pixel(1, 1, at: 1.5) == [0, 255, 0, 255])
    stage.host.run(at: 2) { view.stopAnimating() }
    #expect(!view.isAnimating)
  }

  #if ImageCodecs
    @Test func picturesAreReadAndWritten() throws {
      let data = try #require(UIImage(cgImage: sample()).pngData())
      let image = try #require(UIImage(data: data, scale: 2))
      #expect(image.size == CGSize(width: 4, height: 4))
      #expect(pixels(of: image.cgImage, 6, 1) == [0, 0, 255, 255])
      #expect(UIImage(data: Foundation.Data([1, 2, 3])) == nil)
      #expect(UIImage(named: "a picture that is not there") == nil)
    }

    @Test func picturesOfABundleFitTheScaleOfTheirSurroundings() throws {
      let folder = FileManager.default.temporaryDirectory.appending(path: "pictures-\(getpid())")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      for (width, suffix) in [(1, ""), (3, "@3x")] {
        let size = CGSize(width: width, height: 1)
        let format = UIGraphicsImageRendererFormat()
        format.scale = 1
        let data = UIGraphicsImageRenderer(size: size, format: format).pngData { _ in }
        try data.write(to: folder.appending(path: "dot\(suffix).png"))
      }
      let bundle = try #require(Bundle(path: folder.path))
      func width(_ surroundings: UITraitCollection?) -> Int? {
        UIImage(named: "dot", in: bundle, compatibleWith: surroundings)?.cgImage?.width
      }
      #expect(width(UITraitCollection(displayScale: 1)) == 1)
      #expect(width(UITraitCollection(displayScale: 2)) == 3)
      #expect(width(nil) == 3 && width(UITraitCollection()) == 3)
      #expect(UIImage(named: "dot", in: nil, compatibleWith: nil) == nil)
    }
  #endif

  @Test func colorsHaveComponents() {
    var (h, s, b, a) = (CGFloat(0), CGFloat(0), CGFloat(0), CGFloat(0))
    UIColor(hue: 0.6, saturation: 0.5, brightness: 0.8, alpha: 0.3).getHue(
      &h,
      saturation: &s,
      brightness: &b,
      alpha: &a
    )
    #expect(abs(h - 0.6) < 1e-6)
    #expect(abs(s - 0.5) < 1e-6)
    #expect(abs(b - 0.8) < 1e-6)
    #expect(abs(a - 0.3) < 1e-6)
    #expect(UIColor.systemBlue.cgColor == UIColor(red: 0, green: 122.0 / 255, blue: 1, alpha: 1).cgColor)
    #expect(UIColor.red.withAlphaComponent(0.5).cgColor.alpha == 0.5)
    var white: CGFloat = 0
    #expect(UIColor.red.getWhite(&white, alpha: nil) && white < 1)
  }

  @Test func insetsShrink() {
    let rect = CGRect(x: 0, y: 0, width: 10, height: 10)
    #expect(
      rect.inset(by: UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4))
        == CGRect(x: 2, y: 1, width: 4, height: 6)
    )
  }
}
