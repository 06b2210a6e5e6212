import Foundation
import QuartzCore

extension Scene {
  /// Scenes of shapes whose paths change in every frame.
  static var paths: [Scene] {
    func stage(isStroked: Bool) -> Stage {
      Stage(60) { p in
        let shape = CAShapeLayer()
        shape.fillColor = Numbers.color(p, alpha: 0.8)
        if isStroked {
          shape.strokeColor = CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 1)
          shape.lineWidth = 3
        }
        return shape
      } show: { layers, frame in
        for (p, layer) in layers.enumerated() {
          if let shape = layer as? CAShapeLayer { shape.path = Numbers.star(p, frame) }
        }
      }
    }
    return [
      Scene(name: "S7fill", content: "60 morphing paths of 200 cubics, filled") { _ in stage(isStroked: false)
      },
      Scene(name: "S7", content: "60 morphing paths of 200 cubics, filled and stroked 3 px") { _ in
        stage(isStroked: true)
      },
    ]
  }

  /// Scenes of 500 labels in DejaVu Sans of 14 pixels.
  static var texts: [Scene] {
    func label(_ i: Int, _ text: String) -> CATextLayer {
      let label = CATextLayer()
      label.anchorPoint = .zero
      label.bounds = CGRect(x: 0, y: 0, width: 170, height: 20)
      label.position = CGPoint(x: 10 + 180 * (i % 10), y: 10 + 21 * (i / 10))
      label.font = NSString(string: "DejaVu Sans")
      label.fontSize = 14
      label.foregroundColor = CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 1)
      label.string = text
      return label
    }
    return [
      Scene(name: "S10", content: "500 text labels, moved") { _ in
        Stage(1) { _ in
          let page = CALayer(width: Numbers.width, height: Numbers.height)
          for i in 0..<500 { page.addSublayer(label(i, "Label number \(i)")) }
          return page
        } show: { layers, frame in
          layers[0].position = CGPoint(x: frame % 100, y: 0)
        }
      },
      Scene(name: "S10glyphs", content: "500 text labels with new texts in each frame") { _ in
        Stage(500) { i in
          label(i, "")
        } show: { layers, frame in
          for (i, layer) in layers.enumerated() {
            if let label = layer as? CATextLayer { label.string = "Label \(i) in \(frame)" }
          }
        }
      },
    ]
  }
}
