import Testing
import UIKit

/// The bytes, the sizes and the files of pictures, and templates that are drawn.
@MainActor @Suite struct PictureTests {
  private func format(scale: CGFloat = 1, opaque: Bool = false) -> UIGraphicsImageRendererFormat {
    let format = UIGraphicsImageRendererFormat()
    (format.scale, format.opaque) = (scale, opaque)
    return format
  }

  private func drawn(
    _ width: CGFloat,
    _ height: CGFloat,
    opaque: Bool = false,
    _ body: () -> Void
  ) -> UIImage {
    let size = CGSize(width: width, height: height)
    return UIGraphicsImageRenderer(size: size, format: format(opaque: opaque)).image { _ in body() }
  }

  /// A picture of 8 by 4 points whose left half is blue and whose right half is transparent.
  private func half() -> UIImage {
    drawn(8, 4) {
      UIColor.blue.setFill()
      UIRectFill(CGRect(x: 0, y: 0, width: 4, height: 4))
    }
  }

  // MARK: Bytes

  @Test(arguments: [(false, 8194), (true, 8198)] as [(Bool, UInt32)])
  func bytesAreBlueGreenRedAndAlpha(isOpaque: Bool, info: UInt32) throws {
    func fill() {
      UIColor(red: 1, green: 0.2, blue: 0, alpha: 1).setFill()
      UIRectFill(CGRect(x: 0, y: 0, width: 3, height: 2))
    }
    let rendered = drawn(3, 2, opaque: isOpaque, fill)
    UIGraphicsBeginImageContextWithOptions(CGSize(width: 3, height: 2), isOpaque, 1)
    defer { UIGraphicsEndImageContext() }
    fill()
    let context = try #require(UIGraphicsGetCurrentContext())
    #expect(context.bitmapInfo.rawValue == info)
    for picture in [rendered, UIGraphicsGetImageFromCurrentImageContext()] {
      let image = try #require(picture?.cgImage)
      #expect(image.bitmapInfo.rawValue == info)
      #expect(image.bytesPerRow == 12)
      let bytes = try #require(image.dataProvider?.data) as Data
      #expect(Array(bytes.prefix(4)) == [0, 51, 255, 255])
      #expect(pixels(of: image, 2, 1) == [255, 51, 0, 255])
    }
    let memory = try #require(context.data).assumingMemoryBound(to: UInt8.self)
    #expect((0..<4).map { memory[$0] } == [0, 51, 255, 255])
  }

  // MARK: Sizes

  @Test func picturesAreAsLongAsMemoryAllows() throws {
    let long = drawn(1, 70_000) { UIRectFill(CGRect(x: 0, y: 69_999, width: 1, height: 1)) }
    #expect(long.size == CGSize(width: 1, height: 70_000))
    #expect(pixels(of: long.cgImage, 0, 69_999) == [0, 0, 0, 255])
    #expect(pixels(of: long.cgImage, 0, 69_998) == [0, 0, 0, 0])
    UIGraphicsBeginImageContextWithOptions(CGSize(width: 10, height: 20_000), false, 1)
    #expect(UIGraphicsGetCurrentContext()?.height == 20_000)
    UIGraphicsEndImageContext()
  }

  @Test(arguments: [(0, 5), (-1, 5), (1e6, 1e6), (.infinity, 1), (.nan, 1)] as [(CGFloat, CGFloat)])
  func sizesThatNoBitmapHasGiveNothing(width: CGFloat, height: CGFloat) {
    #expect(drawn(width, height) {}.cgImage == nil)
    UIGraphicsBeginImageContextWithOptions(CGSize(width: width, height: height), false, 1)
    #expect(UIGraphicsGetCurrentContext() == nil)
    UIGraphicsEndImageContext()
  }

  // MARK: Templates

  /// As programs tint their icons.
  @Test func aTemplateIsDrawnInTheFillColour() {
    let template = half().withRenderingMode(.alwaysTemplate)
    let image = drawn(8, 8) {
      UIColor.red.set()
      template.draw(in: CGRect(x: 0, y: 2, width: 8, height: 4))
    }.cgImage
    #expect(pixels(of: image, 1, 3) == [255, 0, 0, 255])
    #expect(pixels(of: image, 6, 3) == [0, 0, 0, 0])
    #expect(pixels(of: image, 1, 0) == [0, 0, 0, 0] && pixels(of: image, 1, 7) == [0, 0, 0, 0])
  }

  @Test func aTemplateIsBlendedAndTurned() throws {
    let pixelsOfHalf = try #require(half().cgImage)
    let turned = UIImage(cgImage: pixelsOfHalf, scale: 1, orientation: .right)
      .withRenderingMode(.alwaysTemplate)
    let image = drawn(4, 8) {
      UIColor.white.setFill()
      UIRectFill(CGRect(x: 0, y: 0, width: 4, height: 8))
      UIColor.red.set()
      turned.draw(at: .zero, blendMode: .multiply, alpha: 0.5)
    }.cgImage
    let upper = pixels(of: image, 2, 1)
    #expect(upper[0] == 255 && abs(Int(upper[1]) - 128) <= 1)
    #expect(pixels(of: image, 2, 6) == [255, 255, 255, 255])
  }

  @Test func aTemplateWithoutTransparencyIsFilled() {
    let opaque = drawn(4, 4, opaque: true) {}.withRenderingMode(.alwaysTemplate)
    let image = drawn(4, 4) {
      UIColor.red.set()
      opaque.draw(at: .zero)
    }.cgImage
    #expect(pixels(of: image, 2, 2) == [255, 0, 0, 255])
  }

  @Test func aTemplateWithCapsIsDrawnInTheFillColour() {
    let caps = UIEdgeInsets(top: 0, left: 4, bottom: 0, right: 3)
    let template = half().resizableImage(withCapInsets: caps).withRenderingMode(.alwaysTemplate)
    let image = drawn(16, 4) {
      UIColor.red.set()
      template.draw(in: CGRect(x: 0, y: 0, width: 16, height: 4))
    }.cgImage
    #expect(pixels(of: image, 3, 1) == [255, 0, 0, 255])
    #expect(pixels(of: image, 5, 1) == [0, 0, 0, 0])
  }

  @Test func theShadowOfATemplateIsOutsideOfIt() {
    let template = half().withRenderingMode(.alwaysTemplate)
    let image = drawn(16, 4) {
      UIGraphicsGetCurrentContext()?
        .setShadow(offset: CGSize(width: 8, height: 0), blur: 0, color: UIColor.green.cgColor)
      UIColor.red.set()
      template.draw(at: .zero)
    }.cgImage
    #expect(pixels(of: image, 1, 1) == [255, 0, 0, 255])
    #expect(pixels(of: image, 9, 1) == [0, 255, 0, 255])
  }

  @Test func theColoursOfATurnedTemplateAreKept() throws {
    let pixelsOfHalf = try #require(half().cgImage)
    let turned = UIImage(cgImage: pixelsOfHalf, scale: 1, orientation: .down)
      .withRenderingMode(.alwaysTemplate)
    #expect(pixels(of: turned.uprightImage, 6, 1) == [0, 0, 255, 255])
  }

  // MARK: Files

  #if ImageCodecs
    @Test(arguments: (0..<8).compactMap(UIImage.Orientation.init(rawValue:)))
    func aJPEGKeepsTheOrientation(_ orientation: UIImage.Orientation) throws {
      let image = drawn(8, 4, opaque: true) {
        UIColor.white.setFill()
        UIRectFill(CGRect(x: 0, y: 0, width: 4, height: 2))
      }
      let stored = try #require(image.cgImage)
      let turned = UIImage(cgImage: stored, scale: 1, orientation: orientation)
      let data = try #require(turned.jpegData(compressionQuality: 1))
      let copy = try #require(UIImage(data: data))
      #expect(copy.imageOrientation == orientation && copy.size == turned.size)
      #expect(copy.cgImage?.width == 8)
      #expect(pixels(of: copy.cgImage, 1, 1)[0] > 200 && pixels(of: copy.cgImage, 6, 3)[0] < 50)
      let upright = try #require(turned.pngData())
      #expect(UIImage(data: upright)?.imageOrientation == .up)
    }
  #endif
}
