import UIKit

// A halo that spreads and fades, as it is written for iOS: a layer of its own with a group of animations.

/// Hears of a halo.
public protocol PulsingHaloDelegate: AnyObject {
  /// Called when the halo is on screen and begins to spread.
  func haloDidStart(_ halo: PulsingHaloView)
}

/// A disc that grows from its centre and fades, again and again.
public class PulsingHaloLayer: CALayer {
  /// The greatest radius, in points.
  public var radius: CGFloat = 60 {
    didSet {
      let diameter = radius * 2
      bounds = CGRect(x: 0, y: 0, width: diameter, height: diameter)
      cornerRadius = radius
    }
  }

  /// The time of one pulse, in seconds.
  public var animationDuration: TimeInterval = 3
  /// The part of a pulse after which the disc begins to fade.
  public var keyTimeForHalfOpacity = 0.2

  /// Creates a disc of a radius of 60 points.
  public override init() {
    super.init()
    contentsScale = UIScreen.main.scale
    opacity = 0
    backgroundColor = UIColor(red: 0, green: 0.478, blue: 1, alpha: 1).cgColor
  }

  public override init(layer: Any) {
    super.init(layer: layer)
  }

  /// Halos are not archived.
  public required init?(coder aDecoder: NSCoder) {
    fatalError("init(coder:) has not been implemented")
  }

  /// Begins to pulse.
  public func start() {
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

/// A view with a halo that pulses while it is on screen.
public class PulsingHaloView: UIView {
  /// Told when the halo starts.
  public weak var delegate: PulsingHaloDelegate?
  /// The layer below everything in the view.
  public let halo = PulsingHaloLayer()

  public override func didMoveToWindow() {
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

  public override func layoutSubviews() {
    super.layoutSubviews()
    halo.radius = min(bounds.width, bounds.height) / 2
    halo.position = CGPoint(x: bounds.midX, y: bounds.midY)
  }
}
