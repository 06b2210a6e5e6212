import StrataViews
import Testing
import UIKit

/// Pictures with caps that keep their size.
@MainActor @Suite struct ResizableImageTests {
  private func drawn(_ width: CGFloat, _ height: CGFloat, _ body: @escaping () -> Void) -> UIImage {
    let format = UIGraphicsImageRendererFormat()
    format.scale = 1
    return UIGraphicsImageRenderer(size: CGSize(width: width, height: height), format: format).image { _ in
      body()
    }
  }

  /// Six columns: two red, one green, one blue, two red; the upper row is black.
  private var sample: UIImage {
    drawn(6, 4) {
      let columns: [(UIColor, CGFloat, CGFloat)] = [
        (.red, 0, 2), (.green, 2, 1), (.blue, 3, 1), (.red, 4, 2),
      ]
      for (color, x, width) in columns {
        color.setFill()
        UIRectFill(CGRect(x: x, y: 0, width: width, height: 4))
      }
      UIColor.black.setFill()
      UIRectFill(CGRect(x: 0, y: 0, width: 6, height: 1))
    }
  }

  private let caps = UIEdgeInsets(top: 1, left: 2, bottom: 0, right: 2)

  @Test func tilesRepeatBetweenTheCaps() {
    let image = sample.resizableImage(withCapInsets: caps)
    #expect(image.resizingMode == .tile && image.capInsets == caps)
    let shown = drawn(12, 10) { image.draw(in: CGRect(x: 0, y: 0, width: 12, height: 10)) }.cgImage
    let row = (0..<12).map { pixels(of: shown, $0, 5) }
    let (red, green, blue): ([UInt8], [UInt8], [UInt8]) = (
      [255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255]
    )
    #expect(row == [red, red, green, blue, green, blue, green, blue, green, blue, red, red])
    #expect(pixels(of: shown, 5, 0) == [0, 0, 0, 255])
    #expect(pixels(of: shown, 0, 1) == red)
  }

  @Test func aPictureWithoutCapsTilesAsAWhole() throws {
    let tile = drawn(4, 4) {
      UIColor.red.setFill()
      UIRectFill(CGRect(x: 0, y: 0, width: 2, height: 4))
    }
    let target = CGRect(x: 0, y: 0, width: 10, height: 4)
    func row(of image: UIImage) -> [UInt8] {
      let shown = drawn(10, 4) { image.draw(in: target) }.cgImage
      return (0..<10).map { pixels(of: shown, $0, 1)[0] }
    }
    let tiled: [UInt8] = [255, 255, 0, 0, 255, 255, 0, 0, 255, 255]
    let resizable = tile.resizableImage(withCapInsets: .zero)
    #expect(row(of: resizable) == tiled)
    #expect(row(of: resizable.withRenderingMode(.alwaysOriginal)) == tiled)
    #expect(row(of: try copied(resizable)) == tiled)
    #expect(row(of: tile) != tiled)
    #expect(row(of: tile.resizableImage(withCapInsets: .zero, resizingMode: .stretch)) == row(of: tile))
  }

  @Test func stretchedPartsGrow() {
    let image = sample.resizableImage(withCapInsets: caps, resizingMode: .stretch)
    let shown = drawn(12, 10) { image.draw(in: CGRect(x: 0, y: 0, width: 12, height: 10)) }.cgImage
    #expect(pixels(of: shown, 1, 5) == [255, 0, 0, 255])
    #expect(pixels(of: shown, 2, 5) == [0, 255, 0, 255])
    #expect(pixels(of: shown, 9, 5) == [0, 0, 255, 255])
    #expect(pixels(of: shown, 10, 5) == [255, 0, 0, 255])
    #expect(pixels(of: shown, 11, 0) == [0, 0, 0, 255])
  }

  @Test func stretchableImagesStretchOnePoint() {
    let image = sample.stretchableImage(withLeftCapWidth: 2, topCapHeight: 1)
    #expect(image.capInsets == UIEdgeInsets(top: 1, left: 2, bottom: 2, right: 3))
    let shown = drawn(12, 10) { image.draw(in: CGRect(x: 0, y: 0, width: 12, height: 10)) }.cgImage
    #expect(pixels(of: shown, 1, 5) == [255, 0, 0, 255])
    #expect((2...8).allSatisfy { pixels(of: shown, $0, 5) == [0, 255, 0, 255] })
    #expect(pixels(of: shown, 9, 5) == [0, 0, 255, 255])
    #expect(pixels(of: shown, 11, 0) == [0, 0, 0, 255])
    let whole = sample.stretchableImage(withLeftCapWidth: 0, topCapHeight: 1)
    #expect(whole.capInsets == UIEdgeInsets(top: 1, left: 0, bottom: 2, right: 0))
  }

  @Test func pictureViewsStretchThePartBetween() throws {
    let stage = Stage(60, 20)
    let view = stage.add(UIImageView(), 0, 0, 60, 20)
    stage.host.run(at: 0) {
      view.image = sample.resizableImage(withCapInsets: caps, resizingMode: .stretch)
    }
    #expect(try stage.pixel(1, 10, at: 0) == [255, 0, 0, 255])
    // The middles of the two columns between, each 28 points wide.
    #expect(try stage.pixel(16, 10, at: 0)[1] > 240)
    #expect(try stage.pixel(44, 10, at: 0)[2] > 240)
    #expect(try stage.pixel(58, 10, at: 0) == [255, 0, 0, 255])
    #expect(view.layer.contentsCenter.minX > 0.3)
    stage.host.run(at: 1) { view.image = nil }
    #expect(view.layer.contentsCenter == CGRect(x: 0, y: 0, width: 1, height: 1))
  }
}
