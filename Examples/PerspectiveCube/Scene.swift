import QuartzCore

/// Six layers in a transform layer make a cube, seen in perspective.
func makeScene() -> CALayer {
  let root = CALayer()
  root.bounds = CGRect(x: 0, y: 0, width: 240, height: 160)
  root.backgroundColor = CGColor(srgbRed: 0.1, green: 0.09, blue: 0.15, alpha: 1)
  root.sublayerTransform.m34 = -1 / 500

  let tilt = CATransformLayer()
  tilt.position = CGPoint(x: 120, y: 80)
  root.addSublayer(tilt)

  let cube = CATransformLayer()
  tilt.addSublayer(cube)

  let side: CGFloat = 76
  let quarter = CGFloat.pi / 2
  let turns: [(angle: CGFloat, x: CGFloat, y: CGFloat)] = [
    (0, 0, 1), (quarter, 0, 1), (2 * quarter, 0, 1), (-quarter, 0, 1), (quarter, 1, 0), (-quarter, 1, 0),
  ]
  for (index, turn) in turns.enumerated() {
    let face = CALayer()
    face.bounds = CGRect(x: 0, y: 0, width: side, height: side)
    face.cornerRadius = 8
    face.borderWidth = 3
    face.borderColor = CGColor(gray: 1, alpha: 0.8)
    let shade = CGFloat(index) / 6
    face.backgroundColor = CGColor(
      srgbRed: 0.25 + 0.6 * shade,
      green: 0.35,
      blue: 0.95 - 0.6 * shade,
      alpha: 0.92
    )
    let rotation = CATransform3DMakeRotation(turn.angle, turn.x, turn.y, 0)
    face.transform = CATransform3DTranslate(rotation, 0, 0, side / 2)
    cube.addSublayer(face)
  }

  let yaw = CABasicAnimation(keyPath: "transform.rotation.y")
  yaw.byValue = 2 * CGFloat.pi
  yaw.duration = 4
  yaw.repeatCount = .infinity
  cube.add(yaw, forKey: "yaw")

  let pitch = CABasicAnimation(keyPath: "transform.rotation.x")
  pitch.fromValue = -0.7
  pitch.toValue = -0.3
  pitch.duration = 2
  pitch.autoreverses = true
  pitch.repeatCount = .infinity
  pitch.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
  tilt.add(pitch, forKey: "pitch")
  return root
}
