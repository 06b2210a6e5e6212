import QuartzCore
import StrataRenderServer

extension Stage {
  /// Three gradient layers of 20,000 points a side under an even-odd mask whose outer rectangle has sides of 200,000, in
  /// 1000 × 1000 pixels; every pixel changes in every frame.
  static func largeLayers() -> Stage {
    let colors = (0..<3).map { Numbers.color($0 * 7 + 1) }
    let group = CALayer(width: 1000, height: 1000)
    for (index, type) in [CAGradientLayerType.axial, .radial, .conic].enumerated() {
      let sky = CAGradientLayer()
      sky.bounds = CGRect(x: 0, y: 0, width: 20_000, height: 20_000)
      sky.position = CGPoint(x: 500, y: 333 * index)
      (sky.colors, sky.type, sky.opacity) = (colors, type, 0.7)
      (sky.startPoint, sky.endPoint) = (CGPoint(x: 0.5, y: 0.5), CGPoint(x: 1, y: 0.75))
      group.addSublayer(sky)
    }
    let path = CGMutablePath()
    path.addRect(CGRect(x: -100_000, y: -100_000, width: 200_000, height: 200_000))
    path.addEllipse(in: CGRect(x: 300, y: 300, width: 400, height: 400))
    let mask = CAShapeLayer()
    (mask.path, mask.fillRule) = (path, .evenOdd)
    group.mask = mask
    return Stage(1) { _ in
      group
    } show: { _, number in
      for layer in group.sublayers ?? [] { layer.position.x = CGFloat(500 + number % 100) }
    }
  }
}
