import StrataViews
import Testing
import UIKit

/// Archives of views, and of the values that views have.
@MainActor @Suite struct ArchiveTests {
  /// A picture of one colour.
  private func picture(_ color: UIColor) -> UIImage {
    let format = UIGraphicsImageRendererFormat()
    format.scale = 2
    return UIGraphicsImageRenderer(size: CGSize(width: 4, height: 2), format: format).image { context in
      color.setFill()
      context.fill(CGRect(x: 0, y: 0, width: 4, height: 2))
    }
  }

  @Test(arguments: [UIColor.red, UIColor(white: 0.25, alpha: 0.5), .systemTeal])
  func colorsAreThoseThatWereWritten(_ color: UIColor) throws {
    #expect(try copied(color) == color)
  }

  @Test func pathsKeepElementsAndStyle() throws {
    let path = UIBezierPath(roundedRect: CGRect(x: 1, y: 2, width: 30, height: 20), cornerRadius: 4)
    path.lineWidth = 3
    path.lineCapStyle = .round
    path.lineJoinStyle = .bevel
    path.usesEvenOddFillRule = true
    path.setLineDash([4, 2], count: 2, phase: 1)
    let copy = try copied(path)
    #expect(copy.cgPath == path.cgPath)
    #expect(copy.lineWidth == 3 && copy.lineCapStyle == .round)
    #expect(copy.lineJoinStyle == .bevel)
    #expect(copy.usesEvenOddFillRule)
    var (lengths, count, phase) = ([CGFloat](repeating: 0, count: 2), 0, CGFloat(0))
    copy.getLineDash(&lengths, count: &count, phase: &phase)
    #expect(lengths == [4, 2] && count == 2)
    #expect(phase == 1)
  }

  @Test func picturesKeepPixelsAndProperties() throws {
    let image = picture(.blue).withRenderingMode(.alwaysTemplate)
      .resizableImage(
        withCapInsets: UIEdgeInsets(top: 0, left: 1, bottom: 0, right: 1),
        resizingMode: .stretch
      )
    let copy = try copied(image)
    #expect(copy.size == CGSize(width: 4, height: 2) && copy.scale == 2)
    #expect(copy.renderingMode == .alwaysTemplate && copy.resizingMode == .stretch)
    #expect(copy.capInsets == UIEdgeInsets(top: 0, left: 1, bottom: 0, right: 1))
    #expect(pixels(of: copy.cgImage, 3, 1) == [0, 0, 255, 255])
    let film = try #require(UIImage.animatedImage(with: [picture(.red), picture(.green)], duration: 3))
    let other = try copied(film)
    #expect(other.duration == 3 && other.images?.count == 2)
    #expect(pixels(of: other.images?.last?.cgImage, 0, 0) == [0, 255, 0, 255])
  }

  #if Text
    @Test func fontsKeepNameAndSize() throws {
      let font = UIFont.boldSystemFont(ofSize: 19)
      #expect(try copied(font) == font)
    }

    @Test func labelsKeepTheirText() throws {
      let label = UILabel(frame: CGRect(x: 0, y: 0, width: 50, height: 20))
      label.text = "Hello"
      label.textColor = .red
      label.font = .boldSystemFont(ofSize: 9)
      label.numberOfLines = 3
      label.textAlignment = .right
      let copy = try copied(label)
      #expect(copy.text == "Hello" && copy.textColor == .red)
      #expect(copy.font == .boldSystemFont(ofSize: 9))
      #expect(copy.numberOfLines == 3 && copy.textAlignment == .right)
    }
  #endif

  @Test func viewsKeepTheirSubviews() throws {
    let view = UIView(frame: CGRect(x: 10, y: 20, width: 100, height: 50))
    view.tag = 3
    view.backgroundColor = .green
    view.tintColor = .red
    view.transform = CGAffineTransform(rotationAngle: .pi / 2)
    view.isMultipleTouchEnabled = true
    let child = UIImageView(image: picture(.blue))
    child.center = CGPoint(x: 40, y: 30)
    child.autoresizingMask = [.flexibleWidth]
    view.addSubview(child)
    view.addSubview(UIView())
    let copy = try copied(view)
    #expect(copy.tag == 3 && copy.backgroundColor == .green)
    #expect(copy.tintColor == .red)
    #expect(copy.bounds == view.bounds && copy.center == view.center)
    #expect(copy.transform == view.transform && copy.isMultipleTouchEnabled)
    #expect(copy.subviews.count == 2)
    let picture = try #require(copy.subviews.first as? UIImageView)
    #expect(picture.center == CGPoint(x: 40, y: 30) && picture.bounds.size == CGSize(width: 4, height: 2))
    #expect(picture.autoresizingMask == [.flexibleWidth] && picture.superview === copy)
    #expect(pixels(of: picture.image?.cgImage, 0, 0) == [0, 0, 255, 255])
  }

  @Test func layersKeepColorsOfViewsAsValues() throws {
    let layer = CALayer()
    layer.setValue(UIColor.orange, forKey: "accent")
    let data = try NSKeyedArchiver.archivedData(withRootObject: layer, requiringSecureCoding: true)
    let copy = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: CALayer.self, from: data))
    #expect(copy.value(forKey: "accent") as? UIColor == .orange)
  }
}
