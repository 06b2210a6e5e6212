import QuartzCore

/// A wheel that turns, is paused where it stands, and goes on from there.
struct Scene {
  let root = CALayer()
  private let wheel = CAShapeLayer()

  init() {
    root.bounds = CGRect(x: 0, y: 0, width: 240, height: 160)
    root.backgroundColor = CGColor(srgbRed: 0.97, green: 0.96, blue: 0.93, alpha: 1)

    let path = CGMutablePath()
    path.addEllipse(in: CGRect(x: 0, y: 0, width: 110, height: 110))
    for spoke in 0..<4 {
      let angle = CGFloat(spoke) * .pi / 4
      path.move(to: CGPoint(x: 55 + 55 * cos(angle), y: 55 + 55 * sin(angle)))
      path.addLine(to: CGPoint(x: 55 - 55 * cos(angle), y: 55 - 55 * sin(angle)))
    }
    wheel.path = path
    wheel.bounds = CGRect(x: 0, y: 0, width: 110, height: 110)
    wheel.position = CGPoint(x: 120, y: 80)
    wheel.fillColor = CGColor(srgbRed: 0.98, green: 0.85, blue: 0.55, alpha: 1)
    wheel.strokeColor = CGColor(srgbRed: 0.55, green: 0.3, blue: 0.15, alpha: 1)
    wheel.lineWidth = 7
    root.addSublayer(wheel)

    let turn = CABasicAnimation(keyPath: "transform.rotation.z")
    turn.byValue = 2 * CGFloat.pi
    turn.duration = 3
    turn.repeatCount = .infinity
    wheel.add(turn, forKey: "turn")
  }

  func pause() {
    let now = wheel.convertTime(CACurrentMediaTime(), from: nil)
    wheel.speed = 0
    wheel.timeOffset = now
  }

  func resume() {
    let paused = wheel.timeOffset
    wheel.speed = 1
    wheel.timeOffset = 0
    wheel.beginTime = 0
    wheel.beginTime = wheel.convertTime(CACurrentMediaTime(), from: nil) - paused
  }
}
