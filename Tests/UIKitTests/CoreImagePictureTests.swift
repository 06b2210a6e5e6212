import Testing
import UIKit

/// Pictures and colours of Core Image.
@MainActor @Suite struct CoreImagePictureTests {
  /// Red over blue, six by four pixels, from x = -2.
  private let recipe = CIImage(color: .red).cropped(to: CGRect(x: -2, y: 2, width: 6, height: 2))
    .composited(over: CIImage(color: .blue).cropped(to: CGRect(x: -2, y: 0, width: 6, height: 4)))

  @Test func aPictureKeepsItsImage() {
    let picture = UIImage(ciImage: recipe, scale: 2, orientation: .right)
    #expect(picture.ciImage === recipe && picture.cgImage == nil)
    #expect(picture.size == CGSize(width: 2, height: 3))
    #expect(CIImage(image: picture) === recipe)
    #expect(picture.withRenderingMode(.alwaysOriginal).ciImage === recipe)
    #expect(UIImage(ciImage: .red).size == .zero)
  }

  @Test func aPictureIsDrawnUpright() {
    let format = UIGraphicsImageRendererFormat()
    format.scale = 1
    let drawn = UIGraphicsImageRenderer(size: CGSize(width: 6, height: 4), format: format).image { _ in
      UIImage(ciImage: recipe).draw(at: .zero)
    }
    #expect(pixels(of: drawn.cgImage, 3, 0) == [255, 0, 0, 255])
    #expect(pixels(of: drawn.cgImage, 3, 3) == [0, 0, 255, 255])
  }

  @Test func aPictureViewShowsIt() throws {
    let stage = Stage(scale: 1)
    _ = stage.add(UIImageView(image: UIImage(ciImage: recipe)), 10, 10, 6, 4)
    #expect(try stage.pixel(12, 10, at: 0) == [255, 0, 0, 255])
    #expect(try stage.pixel(12, 13, at: 0) == [0, 0, 255, 255])
  }

  @Test func imagesHaveThePixelsOfPictures() throws {
    let renderer = UIGraphicsImageRenderer(size: CGSize(width: 3, height: 2))
    let image = try #require(
      CIImage(image: renderer.image { $0.fill(CGRect(x: 0, y: 0, width: 3, height: 2)) })
    )
    #expect(image.extent == CGRect(x: 0, y: 0, width: 3, height: 2))
    #expect(CIImage(image: UIImage()) == nil)
    #expect(CIImage(image: UIImage(ciImage: recipe), options: [:]) === recipe)
  }

  @Test func colorsAreThoseOfTheOther() {
    #expect(CIColor(color: .orange) == CIColor(red: 1, green: 0.5, blue: 0))
    #expect(UIColor(ciColor: CIColor(red: 0.5, green: 0.25, blue: 1, alpha: 0.5)).cgColor.alpha == 0.5)
    #expect(UIColor(ciColor: UIColor.green.ciColor) == .green)
  }

  #if ImageCodecs
    @Test func aPictureIsWritten() throws {
      let data = try #require(UIImage(ciImage: recipe).pngData())
      #expect(UIImage(data: data)?.size == CGSize(width: 6, height: 4))
    }
  #endif
}
