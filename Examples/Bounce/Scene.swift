import QuartzCore

/// A ball that bounces along a path of ever lower arcs.
func makeScene() -> CALayer {
  let root = CALayer()
  root.bounds = CGRect(x: 0, y: 0, width: 240, height: 160)
  root.backgroundColor = CGColor(srgbRed: 0.08, green: 0.1, blue: 0.16, alpha: 1)

  let path = CGMutablePath()
  path.move(to: CGPoint(x: 20, y: 136))
  path.addQuadCurve(to: CGPoint(x: 110, y: 136), control: CGPoint(x: 65, y: -96))
  path.addQuadCurve(to: CGPoint(x: 175, y: 136), control: CGPoint(x: 142, y: -10))
  path.addQuadCurve(to: CGPoint(x: 215, y: 136), control: CGPoint(x: 195, y: 60))

  let trail = CAShapeLayer()
  trail.path = path
  trail.fillColor = nil
  trail.strokeColor = CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 0.25)
  trail.lineWidth = 1.5
  trail.lineDashPattern = [4, 4]
  root.addSublayer(trail)

  let ground = CALayer()
  ground.frame = CGRect(x: 0, y: 146, width: 240, height: 14)
  ground.backgroundColor = CGColor(srgbRed: 0.2, green: 0.24, blue: 0.36, alpha: 1)
  root.addSublayer(ground)

  let ball = CALayer()
  ball.bounds = CGRect(x: 0, y: 0, width: 20, height: 20)
  ball.position = CGPoint(x: 215, y: 136)
  ball.cornerRadius = 10
  ball.backgroundColor = CGColor(srgbRed: 1, green: 0.55, blue: 0.25, alpha: 1)
  root.addSublayer(ball)

  let flight = CAKeyframeAnimation(keyPath: "position")
  flight.path = path
  flight.keyTimes = [0, 0.45, 0.78, 1]
  flight.duration = 2
  flight.repeatCount = .infinity
  ball.add(flight, forKey: "flight")
  return root
}
