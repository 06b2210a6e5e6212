import QuartzCore

/// The twelve spokes of an activity indicator: one layer, one animation, eleven replicas.
func makeScene() -> CALayer {
  let root = CALayer()
  root.bounds = CGRect(x: 0, y: 0, width: 240, height: 160)
  root.backgroundColor = CGColor(gray: 0.97, alpha: 1)

  let replicator = CAReplicatorLayer()
  replicator.bounds = CGRect(x: 0, y: 0, width: 90, height: 90)
  replicator.position = CGPoint(x: 120, y: 80)
  replicator.instanceCount = 12
  replicator.instanceTransform = CATransform3DMakeRotation(2 * .pi / 12, 0, 0, 1)
  replicator.instanceDelay = 1.0 / 12
  root.addSublayer(replicator)

  let spoke = CALayer()
  spoke.bounds = CGRect(x: 0, y: 0, width: 7, height: 24)
  spoke.position = CGPoint(x: 45, y: 14)
  spoke.cornerRadius = 3.5
  spoke.backgroundColor = CGColor(gray: 0.25, alpha: 1)
  spoke.opacity = 0.2
  replicator.addSublayer(spoke)

  let fade = CABasicAnimation(keyPath: "opacity")
  fade.fromValue = 1
  fade.toValue = 0.2
  fade.duration = 1
  fade.repeatCount = .infinity
  // The replicas lag, so the animation begins a turn early: all of them run from the first frame on.
  fade.beginTime = -1
  spoke.add(fade, forKey: "fade")
  return root
}
