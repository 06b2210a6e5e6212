import StrataViews
import Testing
import UIKit

/// What Apple's Core Animation guide does with views, on UIKit's.
@MainActor @Suite struct GuideTests {
  /// A view whose action for one key is the program's, and silence for another.
  private final class Acting: UIView {
    override func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
      switch event {
      case "opacity":
        let fade = CABasicAnimation(keyPath: "opacity")
        fade.duration = 3
        return fade
      case "backgroundColor": return NSNull()
      default: return super.action(for: layer, forKey: event)
      }
    }
  }

  /// rendering V-1.
  @Test func aViewAsksItsClassForALayer() {
    final class Shape: UIView {
      override class var layerClass: AnyClass { CAShapeLayer.self }
    }
    #expect(Shape().layer is CAShapeLayer)
    let view = UIView()
    #expect(view.layer.delegate === view)
  }

  @Test func displayProvidesTheContents() throws {
    final class Picture: UIView {
      override func draw(_ rect: CGRect) {}
      override func display(_ layer: CALayer) {
        let size = CGSize(width: 4, height: 4)
        layer.contents =
          UIGraphicsImageRenderer(size: size).image { context in
            UIColor.green.setFill()
            context.fill(CGRect(origin: .zero, size: size))
          }.cgImage
      }
    }
    let stage = Stage()
    _ = stage.add(Picture(), 0, 0, 40, 40)
    #expect(try stage.pixel(20, 20, at: 0) == [0, 255, 0, 255])
  }

  @Test func theDelegatesActionIsTaken() {
    let stage = Stage()
    let view = stage.add(Acting(), 0, 0, 40, 40)
    stage.host.run(at: 1) {
      view.layer.opacity = 0
      view.layer.backgroundColor = UIColor.red.cgColor
    }
    #expect(view.layer.animationKeys() == ["opacity"])
    #expect(view.layer.animation(forKey: "opacity")?.duration == 3)
  }

  @Test func disabledActionsAreNotAsked() {
    let stage = Stage()
    let view = stage.add(Acting(), 0, 0, 40, 40)
    stage.host.run(at: 1) {
      CATransaction.begin()
      CATransaction.setValue(true, forKey: kCATransactionDisableActions)
      view.layer.opacity = 0
      CATransaction.commit()
    }
    #expect(view.layer.animationKeys() == nil)
  }

  /// An animation of a layer within a block of views keeps its own timing.
  @Test func viewsAndLayersAnimateTogether() {
    let stage = Stage()
    let view = stage.add(UIView(), 0, 0, 40, 40)
    stage.host.run(at: 1) {
      UIView.animate(withDuration: 2, delay: 0, options: .curveLinear) {
        view.alpha = 0
        let turn = CABasicAnimation(keyPath: "transform.rotation.z")
        turn.toValue = Double.pi
        turn.duration = 1
        view.layer.add(turn, forKey: "turn")
      }
    }
    #expect(view.layer.animation(forKey: "opacity")?.duration == 2)
    #expect(view.layer.animation(forKey: "turn")?.duration == 1)
    #expect(stage.shown(view, \.opacity, at: 2) == 0.5)
  }
}
