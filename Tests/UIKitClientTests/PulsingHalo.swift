import UIKit

// A halo that spreads and fades, as it is written for iOS: a layer of its own with a group of animations.

protocol PulsingHaloDelegate: AnyObject {
  func haloDidStart(_ halo: PulsingHaloView)
}

class PulsingHaloLayer: CALayer {
  var radius: CGFloat = 60 {
    didSet {
      let diameter = radius * 2
      bounds = CGRect(x: 0, y: 0, width: diameter, height: diameter)
      cornerRadius = radius
    }
  }

  var animationDuration: TimeInterval = 3
  var keyTimeForHalfOpacity = 0.2

  override init() {
    super.init()
    contentsScale = UIScreen.main.scale
    opacity = 0
    backgroundColor = UIColor(red: 0, green: 0.478, blue: 1, alpha: 1).cgColor
  }

  override init(layer: Any) {
    super.init(layer: layer)
  }

  required init?(coder aDecoder: NSCoder) {
    fatalError("init(coder:) has not been implemented")
  }

  func start() {
    let group = CAAnimationGroup()
    group.duration = animationDuration
    group.repeatCount = .infinity
    group.isRemovedOnCompletion = false
    group.timingFunction = CAMediaTimingFunction(name: .default)

    let scale = CABasicAnimation(keyPath: "transform.scale.xy")
    scale.fromValue = 0
    scale.toValue = 1
    scale.duration = animationDuration

    let fade = CAKeyframeAnimation(keyPath: "opacity")
    fade.duration = animationDuration
    fade.values = [0.45, 0.45, 0]
    fade.keyTimes = [0, NSNumber(value: keyTimeForHalfOpacity), 1]

    group.animations = [scale, fade]
    add(group, forKey: "pulse")
  }
}

class PulsingHaloView: UIView {
  weak var delegate: PulsingHaloDelegate?
  let halo = PulsingHaloLayer()

  override func didMoveToWindow() {
    super.didMoveToWindow()
    guard window != nil else {
      halo.removeAllAnimations()
      return
    }
    if halo.superlayer == nil {
      layer.insertSublayer(halo, at: 0)
    }
    halo.start()
    delegate?.haloDidStart(self)
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    halo.radius = min(bounds.width, bounds.height) / 2
    halo.position = CGPoint(x: bounds.midX, y: bounds.midY)
  }
}
