import UIKit

// A spinner as it is written for iOS: dots that a replicator layer copies around a circle.

/// Dots that fade one after the other around a circle.
public class DotsIndicator: UIView {
  private let replicator = CAReplicatorLayer()
  private let dot = CALayer()

  /// The number of dots on the circle.
  public var dotCount = 8 {
    didSet { setNeedsLayout() }
  }

  /// True between the start and the stop.
  public private(set) var isAnimating = false

  /// Creates a circle of eight dots.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    commonInit()
  }

  /// Creates the dots of an archive.
  public required init?(coder aDecoder: NSCoder) {
    super.init(coder: aDecoder)
    commonInit()
  }

  private func commonInit() {
    replicator.addSublayer(dot)
    layer.addSublayer(replicator)
    dot.backgroundColor = tintColor.cgColor
    dot.opacity = 0
    isUserInteractionEnabled = false
  }

  public override func layoutSubviews() {
    super.layoutSubviews()
    let side = min(bounds.width, bounds.height)
    let size = side / 5
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    replicator.frame = bounds
    replicator.instanceCount = dotCount
    replicator.instanceDelay = 1 / Double(dotCount)
    replicator.instanceTransform = CATransform3DMakeRotation(2 * .pi / CGFloat(dotCount), 0, 0, 1)
    dot.frame = CGRect(x: bounds.midX - size / 2, y: bounds.midY - side / 2, width: size, height: size)
    dot.cornerRadius = size / 2
    CATransaction.commit()
  }

  public override var intrinsicContentSize: CGSize {
    CGSize(width: 40, height: 40)
  }

  public override func tintColorDidChange() {
    super.tintColorDidChange()
    dot.backgroundColor = tintColor.cgColor
  }

  /// Lets the dots fade.
  public func startAnimating() {
    guard !isAnimating else { return }
    isAnimating = true
    let fade = CABasicAnimation(keyPath: "opacity")
    fade.fromValue = 1
    fade.toValue = 0
    fade.duration = 1
    fade.repeatCount = .infinity
    dot.add(fade, forKey: "fade")
  }

  /// Hides the dots.
  public func stopAnimating() {
    isAnimating = false
    dot.removeAnimation(forKey: "fade")
  }
}
