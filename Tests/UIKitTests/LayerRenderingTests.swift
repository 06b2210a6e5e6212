import Testing
import UIKit

/// Pictures that programs take of views by their layers, without a window.
@MainActor @Suite struct LayerRenderingTests {
  private final class Dot: UIView {
    var color = UIColor.red { didSet { setNeedsDisplay() } }
    override func draw(_ rect: CGRect) {
      color.setFill()
      UIRectFill(CGRect(x: 0, y: 0, width: 4, height: 4))
    }
  }

  private final class TextView: UIView {
    override class var layerClass: AnyClass { CATextLayer.self }
  }

  private func picture(of view: UIView) -> UIImage? {
    UIGraphicsBeginImageContextWithOptions(view.bounds.size, false, 1)
    defer { UIGraphicsEndImageContext() }
    if let context = UIGraphicsGetCurrentContext() { view.layer.render(in: context) }
    return UIGraphicsGetImageFromCurrentImageContext()
  }

  private func isPainted(_ picture: UIImage?) -> Bool {
    guard let image = picture?.cgImage else { return false }
    return (0..<image.height).contains { y in
      (0..<image.width).contains { x in pixels(of: image, x, y)[3] > 0 }
    }
  }

  @Test("rendering RC-3: a view that was never shown is drawn")
  func newViews() {
    let dot = Dot(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    dot.isOpaque = false
    let image = picture(of: dot)?.cgImage
    #expect(pixels(of: image, 1, 1) == [255, 0, 0, 255])
    #expect(pixels(of: image, 1, 8) == [0, 0, 0, 0])
  }

  @Test("rendering RC-3: views below the one that is drawn, and changes that wait for a frame, are drawn")
  func subviewsAndChanges() {
    let view = UIView(frame: CGRect(x: 0, y: 0, width: 20, height: 20))
    let dot = Dot(frame: CGRect(x: 10, y: 10, width: 10, height: 10))
    view.addSubview(dot)
    #expect(pixels(of: picture(of: view)?.cgImage, 11, 11) == [255, 0, 0, 255])
    dot.color = .blue
    #expect(pixels(of: picture(of: view)?.cgImage, 11, 11) == [0, 0, 255, 255])
  }

  @Test("rendering RC-3: layers without a view are not displayed")
  func plainLayers() {
    final class Filled: CALayer {
      override func draw(in ctx: CGContext) { ctx.fill(bounds) }
    }
    let view = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    let layer = Filled()
    layer.frame = view.bounds
    view.layer.addSublayer(layer)
    layer.setNeedsDisplay()
    #expect(!isPainted(picture(of: view)))
    #expect(layer.needsDisplay())
  }

  #if Text
    @Test("rendering RC-3: the initials of a new label are drawn")
    func initials() {
      let label = UILabel(frame: CGRect(x: 0, y: 0, width: 40, height: 40))
      label.text = "AB"
      #expect(isPainted(picture(of: label)))
    }

    @Test("rendering TX-9: the text of a view's text layer shows, whether its class draws or not")
    func textLayers() throws {
      final class LayerLabel: UILabel {
        override class var layerClass: AnyClass { CATextLayer.self }
      }
      for view in [TextView(), LayerLabel()] {
        let stage = Stage(60, 60)
        let layer = try #require(view.layer as? CATextLayer)
        (layer.string, layer.fontSize) = ("MM", 40)
        layer.foregroundColor = UIColor.red.cgColor
        _ = stage.add(view, 0, 0, 60, 60)
        let image = try stage.host.image(at: 0.1)
        #expect((0..<60).contains { x in pixels(of: image, x, 20)[0] == 255 })
        #expect(layer.contents == nil)
      }
    }
  #endif
}
