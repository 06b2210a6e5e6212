#if Window
  import CoreGraphics
  import QuartzCore

  /// Layers of each kind that a graphics processor draws in its own way, over a root layer of any size.
  enum Scenery {
    static func add(to root: CALayer) {
      for row in 0..<10 {
        for column in 0..<16 {
          let card = card(number: row * 16 + column)
          card.position = CGPoint(x: 120 + column * 240, y: 110 + row * 215)
          root.addSublayer(card)
        }
      }
    }

    private static func card(number: Int) -> CALayer {
      let layer: CALayer
      let hue = CGFloat(number % 16) / 16
      let (near, far) = (
        CGColor(srgbRed: hue, green: 0.4, blue: 1 - hue, alpha: 1),
        CGColor(srgbRed: 1 - hue, green: 0.8, blue: 0.2, alpha: 0.7)
      )
      switch number % 5 {
      case 0:
        let gradient = CAGradientLayer()
        gradient.colors = [near, far]
        layer = gradient
      case 1:
        let shape = CAShapeLayer()
        shape.path = CGPath(ellipseIn: CGRect(x: 10, y: 10, width: 180, height: 150), transform: nil)
        (shape.fillColor, shape.strokeColor, shape.lineWidth) = (near, far, 7)
        layer = shape
      case 2:
        layer = CALayer()
        layer.backgroundColor = near
        layer.transform = CATransform3DMakeRotation(hue, 0, 0, 1)
      case 3:
        layer = CALayer()
        layer.backgroundColor = far
        (layer.borderColor, layer.borderWidth) = (near, 3)
        let inner = CALayer()
        inner.frame = CGRect(x: 30, y: 30, width: 190, height: 160)
        inner.backgroundColor = near
        layer.addSublayer(inner)
        layer.masksToBounds = true
      default:
        layer = CALayer()
        layer.backgroundColor = near
        layer.opacity = 0.6
        (layer.shadowOpacity, layer.shadowRadius) = (0.8, 9)
      }
      layer.bounds = CGRect(x: 0, y: 0, width: 200, height: 170)
      layer.cornerRadius = 24
      return layer
    }
  }
#endif
