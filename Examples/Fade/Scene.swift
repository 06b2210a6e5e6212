import QuartzCore

/// A card that fades in while it rises, as a view does when it is presented.
func makeScene() -> CALayer {
  let root = CALayer()
  root.bounds = CGRect(x: 0, y: 0, width: 240, height: 160)
  root.backgroundColor = CGColor(srgbRed: 0.95, green: 0.95, blue: 0.97, alpha: 1)

  let card = CALayer()
  card.bounds = CGRect(x: 0, y: 0, width: 140, height: 90)
  card.position = CGPoint(x: 120, y: 80)
  card.cornerRadius = 14
  card.cornerCurve = .continuous
  card.backgroundColor = CGColor(srgbRed: 0.2, green: 0.45, blue: 0.95, alpha: 1)
  card.shadowOpacity = 0.35
  card.shadowRadius = 8
  card.shadowOffset = CGSize(width: 0, height: 5)
  root.addSublayer(card)

  let fade = CABasicAnimation(keyPath: "opacity")
  fade.fromValue = 0
  fade.toValue = 1

  let rise = CASpringAnimation(keyPath: "position.y")
  rise.fromValue = 130
  rise.toValue = 80
  rise.damping = 12
  rise.duration = rise.settlingDuration

  let entrance = CAAnimationGroup()
  entrance.animations = [fade, rise]
  entrance.duration = 1
  entrance.timingFunction = CAMediaTimingFunction(name: .easeOut)
  entrance.beginTime = 0.2
  entrance.fillMode = .backwards
  card.add(entrance, forKey: "entrance")
  return root
}
