import QuartzCore

/// A button whose border widens and warms together, in one animation group.
func makeScene() -> CALayer {
  let root = CALayer()
  root.bounds = CGRect(x: 0, y: 0, width: 240, height: 160)
  root.backgroundColor = CGColor(gray: 1, alpha: 1)

  let button = CALayer()
  button.bounds = CGRect(x: 0, y: 0, width: 150, height: 60)
  button.position = CGPoint(x: 120, y: 80)
  button.cornerRadius = 30
  button.backgroundColor = CGColor(srgbRed: 0.93, green: 0.94, blue: 0.98, alpha: 1)
  button.borderWidth = 2
  button.borderColor = CGColor(srgbRed: 0.3, green: 0.35, blue: 0.5, alpha: 1)
  root.addSublayer(button)

  let width = CABasicAnimation(keyPath: "borderWidth")
  width.fromValue = 2
  width.toValue = 12

  let color = CABasicAnimation(keyPath: "borderColor")
  color.fromValue = CGColor(srgbRed: 0.3, green: 0.35, blue: 0.5, alpha: 1)
  color.toValue = CGColor(srgbRed: 0.95, green: 0.3, blue: 0.35, alpha: 1)

  let pulse = CAAnimationGroup()
  pulse.animations = [width, color]
  pulse.duration = 0.8
  pulse.autoreverses = true
  pulse.repeatCount = .infinity
  pulse.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
  button.add(pulse, forKey: "pulse")
  return root
}
