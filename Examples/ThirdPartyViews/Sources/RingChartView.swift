import UIKit

// A chart that draws itself, as it is written for iOS: a property of a layer of its own animates with the view's blocks.

class RingLayer: CALayer {
  static let progressKey = "progress"

  var progress: CGFloat {
    get { value(forKey: RingLayer.progressKey) as? CGFloat ?? 0 }
    set { setValue(newValue, forKey: RingLayer.progressKey) }
  }

  override class func needsDisplay(forKey key: String) -> Bool {
    key == progressKey || super.needsDisplay(forKey: key)
  }

  override func action(forKey event: String) -> CAAction? {
    if event == RingLayer.progressKey {
      // The view answers with the animation of the block that runs.
      if let animation = super.action(forKey: "backgroundColor") as? CABasicAnimation {
        animation.keyPath = event
        animation.fromValue = presentation()?.value(forKey: event) ?? value(forKey: event) ?? 0
        return animation
      }
      return nil
    }
    return super.action(forKey: event)
  }
}

/// A ring of which a part is filled, with the number in it.
public class RingChartView: UIView {
  public override class var layerClass: AnyClass { RingLayer.self }

  // swift-format-ignore: NeverForceUnwrap
  private var ring: RingLayer { layer as! RingLayer }
  private let label = UILabel()

  /// The width of the ring, in points.
  public var lineWidth: CGFloat = 6

  /// The part that is filled, from 0 to 1; it animates in blocks.
  public var progress: CGFloat {
    get { ring.progress }
    set {
      ring.progress = newValue
      label.text = "\(Int(newValue * 100))%"
    }
  }

  /// Creates an empty ring.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    isOpaque = false
    backgroundColor = .clear
    label.textAlignment = .center
    label.font = .systemFont(ofSize: 12, weight: .semibold)
    label.textColor = .secondaryLabel
    addSubview(label)
  }

  /// Rings are not archived.
  public required init?(coder: NSCoder) {
    fatalError("init(coder:) has not been implemented")
  }

  public override func layoutSubviews() {
    super.layoutSubviews()
    label.frame = bounds.insetBy(dx: lineWidth * 2, dy: lineWidth * 2)
  }

  public override func draw(_ rect: CGRect) {}

  public override func draw(_ layer: CALayer, in ctx: CGContext) {
    guard let ring = layer as? RingLayer else { return }
    UIGraphicsPushContext(ctx)
    defer { UIGraphicsPopContext() }

    let center = CGPoint(x: bounds.midX, y: bounds.midY)
    let radius = (min(bounds.width, bounds.height) - lineWidth) / 2
    let track = UIBezierPath(
      arcCenter: center,
      radius: radius,
      startAngle: 0,
      endAngle: 2 * .pi,
      clockwise: true
    )
    track.lineWidth = lineWidth
    UIColor.systemGray5.setStroke()
    track.stroke()

    let start = -CGFloat.pi / 2
    let end = start + 2 * .pi * ring.progress
    let arc = UIBezierPath(
      arcCenter: center,
      radius: radius,
      startAngle: start,
      endAngle: end,
      clockwise: true
    )
    arc.lineWidth = lineWidth
    arc.lineCapStyle = .round
    tintColor.setStroke()
    if ring.progress > 0 { arc.stroke() }
  }
}
