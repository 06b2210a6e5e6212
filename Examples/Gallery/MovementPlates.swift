import QuartzCore

let movementPlates = [
  Plate("CABasicAnimation", "A property moves between two values, eased.", at: [0.1, 0.5, 0.9]) { stage in
    let ball = box(10, 45, 30, 30, red)
    ball.cornerRadius = 15
    let move = CABasicAnimation(keyPath: "position.x")
    (move.fromValue, move.toValue, move.duration) = (25, 155, 1)
    move.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
    ball.add(move, forKey: "move")
    stage.addSublayer(ball)
  },
  Plate("CAKeyframeAnimation", "A layer follows a path and turns with it.", at: [0.2, 0.8, 1.4]) { stage in
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 20, y: 95))
    path.addCurve(
      to: CGPoint(x: 160, y: 30),
      control1: CGPoint(x: 60, y: -40),
      control2: CGPoint(x: 110, y: 160)
    )
    let track = CAShapeLayer()
    (track.path, track.fillColor, track.strokeColor) = (path, nil, ink.copy(alpha: 0.3))
    stage.addSublayer(track)
    let arrow = CAShapeLayer()
    arrow.path = CGPath(rect: CGRect(x: -12, y: -5, width: 24, height: 10), transform: nil)
    arrow.fillColor = green
    let ride = CAKeyframeAnimation(keyPath: "position")
    (ride.path, ride.calculationMode, ride.rotationMode, ride.duration) = (path, .paced, .rotateAuto, 2)
    arrow.add(ride, forKey: "ride")
    stage.addSublayer(arrow)
  },
  Plate("CASpringAnimation", "A spring goes beyond the end and back.", at: [0.1, 0.3, 0.55]) { stage in
    let card = box(15, 40, 40, 40, blue)
    card.cornerRadius = 8
    let spring = CASpringAnimation(keyPath: "position.x")
    (spring.fromValue, spring.toValue) = (35, 125)
    (spring.mass, spring.stiffness, spring.damping) = (1, 120, 6)
    spring.duration = spring.settlingDuration
    card.add(spring, forKey: "spring")
    stage.addSublayer(card)
  },
  Plate("CAAnimationGroup", "Several properties on one clock.", at: [0.15, 0.5, 0.85]) { stage in
    let card = box(70, 40, 40, 40, violet)
    let turn = CABasicAnimation(keyPath: "transform.rotation.z")
    (turn.fromValue, turn.toValue) = (0, CGFloat.pi)
    let round = CABasicAnimation(keyPath: "cornerRadius")
    (round.fromValue, round.toValue) = (0, 20)
    let paint = CABasicAnimation(keyPath: "backgroundColor")
    (paint.fromValue, paint.toValue) = (violet, yellow)
    let group = CAAnimationGroup()
    (group.animations, group.duration) = ([turn, round, paint], 1)
    card.add(group, forKey: "all")
    stage.addSublayer(card)
  },
  Plate(
    "CATransition",
    "Fade, push, moveIn and reveal, from the right, at a third of the way.",
    at: [0.9, 1.35]
  ) {
    stage in
    let types: [CATransitionType] = [.fade, .push, .moveIn, .reveal]
    for (index, type) in types.enumerated() {
      let window = box(CGFloat(6 + index * 43), 34, 39, 52)
      window.masksToBounds = true
      let page = box(0, 0, 39, 52, blue)
      let label = box(8, 8, 23, 8, white)
      page.addSublayer(label)
      window.addSublayer(page)
      stage.addSublayer(window)
      later(1) {
        let transition = CATransition()
        (transition.type, transition.subtype, transition.duration) = (type, .fromRight, 1)
        transition.timingFunction = CAMediaTimingFunction(name: .linear)
        page.add(transition, forKey: nil)
        CATransaction.setDisableActions(true)
        page.backgroundColor = yellow
        label.frame = CGRect(x: 8, y: 36, width: 23, height: 8)
      }
    }
  },
  Plate(
    "Implicit actions",
    "Setting a property is enough: the layer moves there by itself.",
    at: [0.9, 1.1, 1.4]
  ) {
    stage in
    let card = box(15, 40, 40, 40, blue)
    stage.addSublayer(card)
    later(1) {
      CATransaction.setAnimationDuration(0.5)
      card.position.x = 145
      card.cornerRadius = 20
      card.backgroundColor = red
    }
  },
  Plate("Clocks", "Layers with a speed of 1, of 2, and a second ahead by timeOffset.", at: [0.2, 0.5, 0.8]) {
    stage in
    for index in 0..<3 {
      let lane = box(0, CGFloat(12 + index * 34), 180, 28, index % 2 == 0 ? white : nil)
      lane.speed = index == 1 ? 2 : 1
      lane.timeOffset = index == 2 ? 0.3 : 0
      let ball = box(4, 2, 24, 24, [red, green, blue][index])
      ball.cornerRadius = 12
      let move = CABasicAnimation(keyPath: "position.x")
      (move.fromValue, move.toValue, move.duration) = (16, 164, 1)
      (move.autoreverses, move.repeatDuration, move.beginTime) = (true, 30, 1e-9)
      ball.add(move, forKey: "move")
      lane.addSublayer(ball)
      stage.addSublayer(lane)
    }
  },
  Plate(
    "fillMode",
    "Before and after an animation: removed, backwards, forwards, both.",
    at: [0.2, 0.5, 0.9]
  ) {
    stage in
    for (index, mode) in [CAMediaTimingFillMode.removed, .backwards, .forwards, .both].enumerated() {
      let bar = box(20, CGFloat(10 + index * 27), 20, 20, [red, yellow, green, blue][index])
      let move = CABasicAnimation(keyPath: "position.x")
      (move.fromValue, move.toValue) = (60, 150)
      (move.beginTime, move.duration) = (0.35, 0.3)
      (move.fillMode, move.isRemovedOnCompletion) = (mode, false)
      bar.add(move, forKey: "move")
      stage.addSublayer(bar)
    }
  },
  Plate("Replicated animation", "Copies lag behind each other.", at: [0.3, 0.6, 0.9]) { stage in
    let bars = CAReplicatorLayer()
    bars.frame = stage.bounds
    bars.instanceCount = 8
    bars.instanceDelay = 0.12
    bars.instanceTransform = CATransform3DMakeTranslation(20, 0, 0)
    let bar = box(12, 40, 14, 40, violet)
    let pulse = CABasicAnimation(keyPath: "transform.scale.y")
    (pulse.fromValue, pulse.toValue, pulse.duration) = (0.3, 1.6, 0.5)
    (pulse.autoreverses, pulse.repeatCount, pulse.beginTime) = (true, .infinity, -2)
    pulse.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
    bar.add(pulse, forKey: "pulse")
    bars.addSublayer(bar)
    stage.addSublayer(bars)
  },
]
