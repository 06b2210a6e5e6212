import StrataViews
import Testing
import UIKit

/// Views that draw themselves, and pictures of them.
@MainActor @Suite struct SnapshotTests {
  private final class Disc: UIView {
    var draws: [CGRect] = []
    override func draw(_ rect: CGRect) {
      draws.append(rect)
      UIColor.red.setFill()
      UIBezierPath(ovalIn: bounds).fill()
    }
  }

  @Test func onlyViewsThatDrawHaveMemory() {
    let stage = Stage()
    let (plain, disc) = (stage.add(UIView(), 0, 0, 10, 10), stage.add(Disc(), 0, 0, 10, 10))
    stage.host.run(at: 1) { plain.setNeedsDisplay() }
    #expect(plain.layer.contents == nil)
    #expect(disc.layer.contents != nil)
    #expect(disc.draws.count == 1)
    stage.host.run(at: 2) { disc.setNeedsDisplay() }
    #expect(disc.draws.count == 2)
    stage.host.run(at: 3) { disc.bounds.size.width = 20 }
    #expect(disc.draws.count == 2)
    stage.host.run(at: 4) {
      disc.contentMode = .redraw
      disc.bounds.size.width = 30
    }
    #expect(disc.draws.count == 3)
  }

  @Test func theDrawingIsUpright() throws {
    final class Corner: UIView {
      override func draw(_ rect: CGRect) {
        UIColor.red.setFill()
        UIRectFill(CGRect(x: 0, y: 0, width: 5, height: 5))
      }
    }
    let stage = Stage(20, 20)
    _ = stage.add(Corner(), 0, 0, 20, 20)
    #expect(try stage.pixel(2, 2, at: 0.1) == [255, 0, 0, 255])
    #expect(try stage.pixel(2, 17, at: 0.1) == [0, 0, 0, 255])
  }

  @Test func theGroundOfADrawingIsBlack() throws {
    let stage = Stage(20, 20)
    let disc = stage.add(Disc(), 0, 0, 20, 20)
    #expect(disc.isOpaque && disc.layer.isOpaque)
    #expect(try stage.pixel(0, 0, at: 0) == [0, 0, 0, 255])
    stage.host.run(at: 1) { disc.isOpaque = false }
    #expect(!disc.layer.isOpaque)
    #expect(try stage.pixel(0, 0, at: 1)[3] == 0)
    stage.host.run(at: 2) { disc.isOpaque = true }
    #expect(try stage.pixel(0, 0, at: 2) == [0, 0, 0, 255])
    stage.host.run(at: 3) { disc.backgroundColor = .clear }
    #expect(try stage.pixel(0, 0, at: 3)[3] == 0)
    stage.host.run(at: 4) { disc.backgroundColor = .blue }
    #expect(try stage.pixel(0, 0, at: 4) == [0, 0, 255, 255])
    #expect(try stage.pixel(10, 10, at: 4) == [255, 0, 0, 255])
  }

  @Test func viewsWithoutDrawingAreTransparent() throws {
    let stage = Stage(20, 20)
    let view = stage.add(UIView(), 0, 0, 20, 20)
    #expect(view.isOpaque)
    #expect(try stage.pixel(10, 10, at: 0)[3] == 0)
    #expect(!UILabel().isOpaque)
    #expect(!UILabel().layer.isOpaque)
    #expect(!UIImageView().isOpaque)
  }

  @Test func snapshotsShowTheTree() throws {
    let stage = Stage()
    let view = stage.add(UIView(), 10, 10, 40, 40)
    let disc = Disc(frame: CGRect(x: 20, y: 20, width: 20, height: 20))
    stage.host.run(at: 0) {
      view.backgroundColor = .blue
      view.addSubview(disc)
    }
    let copy = try #require(view.snapshotView(afterScreenUpdates: true))
    #expect(copy.frame == view.frame)
    let picture = copy.layer.contents as? CGImage
    #expect(pixels(of: picture, 5, 5) == [0, 0, 255, 255])
    #expect(pixels(of: picture, 30, 30) == [255, 0, 0, 255])
    #expect(UIView().snapshotView(afterScreenUpdates: true) == nil)
  }

  @Test func hierarchiesAreDrawnIntoContexts() {
    let view = UIView(frame: CGRect(x: 5, y: 5, width: 10, height: 10))
    view.backgroundColor = .green
    let format = UIGraphicsImageRendererFormat()
    format.scale = 1
    let image = UIGraphicsImageRenderer(size: CGSize(width: 20, height: 20), format: format).image { _ in
      view.drawHierarchy(in: CGRect(x: 0, y: 0, width: 20, height: 10), afterScreenUpdates: true)
    }
    #expect(pixels(of: image.cgImage, 18, 8) == [0, 255, 0, 255])
    #expect(pixels(of: image.cgImage, 18, 12) == [0, 0, 0, 0])
    #expect(!view.drawHierarchy(in: .zero, afterScreenUpdates: true))
  }

  @Test func aWindowIsDrawn() throws {
    let stage = Stage(20, 20, scale: 2)
    let view = stage.add(UIView(), 5, 5, 10, 10)
    stage.host.run(at: 0) { view.backgroundColor = .red }
    let image = try stage.host.image(at: 1)
    #expect(image.width == 40)
    #expect(pixels(of: image, 20, 20) == [255, 0, 0, 255])
    #expect(view.contentScaleFactor == 2)
    #expect(stage.host.isPresented)
    stage.host.send(.rescaled(3), at: 2)
    #expect(view.contentScaleFactor == 3)
  }

  @Test func masksAreDrawnInTheScaleOfTheirWindow() throws {
    let stage = Stage(20, 20, scale: 2)
    let (early, late, layers) = (UIView(), UIView(), UIView())
    let inner = UIView()
    late.addSubview(inner)
    let view = UIView()
    view.mask = early
    _ = stage.add(view, 0, 0, 10, 10)
    let other = stage.add(UIView(), 10, 0, 10, 10)
    stage.host.run(at: 1) { other.mask = late }
    #expect(early.contentScaleFactor == 2)
    #expect(late.contentScaleFactor == 2 && inner.contentScaleFactor == 2)
    // The mask of a layer that is no view's takes the scale before it is drawn.
    let gradient = CAGradientLayer()
    stage.host.run(at: 2) {
      layers.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
      gradient.mask = layers.layer
      other.layer.addSublayer(gradient)
    }
    #expect(layers.contentScaleFactor == 2)
    stage.host.send(.rescaled(3), at: 3)
    #expect([early, late, inner].map(\.contentScaleFactor) == [3, 3, 3])
  }
}
