import Foundation
import QuartzCore

/// A filter that this program supplies: displaces pixels in rings around a point, like a drop on water.
struct Ripple: PixelFilter {
  func reach(_ inputs: FilterInputs) -> CGFloat { CGFloat(inputs.number("inputAmplitude", default: 4)) }

  func filter(_ source: FilterPicture, into result: inout FilterPicture, _ inputs: FilterInputs) {
    let amplitude = inputs.number("inputAmplitude", default: 4)
    let wavelength = max(inputs.number("inputWavelength", default: 24), 1)
    let phase = inputs.number("inputPhase")
    let bounds = source.bounds
    let center = inputs.point("inputCenter") ?? CGPoint(x: bounds.midX, y: bounds.midY)
    for row in 0..<result.height {
      for column in 0..<result.width {
        // In points of the layer, so that the rings look the same at every scale.
        let point = source.point(atX: Double(column) + 0.5, y: Double(row) + 0.5)
        let (dx, dy) = (Double(point.x - center.x), Double(point.y - center.y))
        let distance = max((dx * dx + dy * dy).squareRoot(), 1e-6)
        let shift = amplitude * sin(2 * .pi * (distance / wavelength - phase)) * exp(-distance / 90)
        let from = source.place(
          of: CGPoint(x: Double(point.x) + dx / distance * shift, y: Double(point.y) + dy / distance * shift)
        )
        result[column, row] = source.color(atX: from.x, y: from.y)
      }
    }
  }
}

/// A tiled floor under water, whose rings run outwards.
func makeScene() -> CALayer {
  CAFilter.register(Ripple(), forType: "ripple")

  let root = CALayer()
  root.bounds = CGRect(x: 0, y: 0, width: 240, height: 160)
  root.backgroundColor = CGColor(srgbRed: 0.05, green: 0.2, blue: 0.32, alpha: 1)
  root.masksToBounds = true

  let floor = CALayer()
  floor.frame = root.bounds.insetBy(dx: -16, dy: -16)
  floor.backgroundColor = CGColor(srgbRed: 0.1, green: 0.42, blue: 0.58, alpha: 1)
  for row in 0..<8 {
    for column in 0..<12 {
      let tile = CALayer()
      tile.frame = CGRect(x: Double(column) * 24 + 2, y: Double(row) * 24 + 2, width: 20, height: 20)
      tile.cornerRadius = 4
      let shade = CGFloat((row * 5 + column * 3) % 7) / 7
      tile.backgroundColor = CGColor(
        srgbRed: 0.2 + 0.3 * shade,
        green: 0.66,
        blue: 0.72 + 0.2 * shade,
        alpha: 1
      )
      floor.addSublayer(tile)
    }
  }
  root.addSublayer(floor)

  let ripple = CAFilter(type: "ripple")
  ripple.setValue(5, forKey: "inputAmplitude")
  ripple.setValue(34, forKey: "inputWavelength")
  ripple.setValue(0, forKey: "inputPhase")
  floor.filters = [ripple]

  let rings = CABasicAnimation(keyPath: "filters.ripple.inputPhase")
  rings.fromValue = 0
  rings.toValue = 2
  rings.duration = 2
  rings.repeatCount = .infinity
  floor.add(rings, forKey: "rings")
  return root
}
