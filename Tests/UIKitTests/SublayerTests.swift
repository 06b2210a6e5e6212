import Testing
import UIKit

/// Layers without a view in the layers of views.
@MainActor @Suite struct SublayerTests {
  private func sublayer(_ color: UIColor = .red) -> CALayer {
    let layer = CALayer()
    layer.frame = CGRect(x: 0, y: 0, width: 20, height: 20)
    layer.backgroundColor = color.cgColor
    return layer
  }

  @Test("animation A-12: a sublayer of a view's layer is there at once, and gone at once")
  func nothingFades() throws {
    let stage = Stage()
    let view = stage.add(UIView(), 0, 0, 20, 20)
    let (first, second) = (sublayer(), sublayer(.blue))
    stage.host.run(at: 1) { view.layer.addSublayer(first) }
    #expect(first.animationKeys() == nil)
    #expect(try stage.pixel(5, 5, at: 1) == [255, 0, 0, 255])
    stage.host.run(at: 2) { view.layer.replaceSublayer(first, with: second) }
    #expect(try stage.pixel(5, 5, at: 2) == [0, 0, 255, 255])
    let empty = try stage.pixel(50, 50, at: 2)
    stage.host.run(at: 3) { second.removeFromSuperlayer() }
    #expect(try stage.pixel(5, 5, at: 3) == empty)
  }

  @Test("animation A-8: a sublayer that was shown animates its changes")
  func changesAnimate() {
    let stage = Stage()
    let view = stage.add(UIView(), 0, 0, 20, 20)
    let layer = sublayer()
    stage.host.run(at: 1) { view.layer.addSublayer(layer) }
    stage.host.run(at: 2) { layer.opacity = 0.5 }
    #expect(layer.animationKeys() == ["opacity"])
  }

  @Test("animation Z-9: colours and paths of UIKit by key")
  func valuesByKey() {
    let layer = CAShapeLayer()
    layer.setValue(UIColor.red, forKey: "borderColor")
    layer.setValue(UIColor.blue, forKeyPath: "fillColor")
    layer.setValue(UIBezierPath(rect: layer.bounds), forKey: "path")
    #expect(layer.borderColor == UIColor.red.cgColor && layer.fillColor == UIColor.blue.cgColor)
    #expect(layer.path == nil)
  }
}
