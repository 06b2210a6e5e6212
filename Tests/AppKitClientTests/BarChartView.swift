import AppKit

// A chart as it is written for macOS: a layer-hosting view whose bars grow, under a marker that draws itself.

class BarChartView: NSView {
  private let plot = CALayer()
  private var bars: [CALayer] = []
  private let marker = MarkerView(frame: NSRect(x: 0, y: 0, width: 12, height: 12))
  private let plotView = NSView()

  var values: [CGFloat] = [] {
    didSet { rebuild() }
  }

  override init(frame frameRect: NSRect) {
    super.init(frame: frameRect)
    wantsLayer = true
    layer?.backgroundColor = NSColor.white.cgColor
    plotView.layer = plot
    plotView.wantsLayer = true
    plotView.autoresizingMask = [.width, .height]
    plotView.frame = bounds
    addSubview(plotView)
    addSubview(marker)
  }

  required init?(coder: NSCoder) {
    fatalError("init(coder:) has not been implemented")
  }

  private func rebuild() {
    bars.forEach { $0.removeFromSuperlayer() }
    bars = values.map { _ in
      let bar = CALayer()
      bar.anchorPoint = .zero
      bar.backgroundColor = NSColor.systemBlue.cgColor
      plot.addSublayer(bar)
      return bar
    }
    needsLayout = true
  }

  override func layout() {
    super.layout()
    let width = bounds.width / CGFloat(max(bars.count, 1))
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    for (index, bar) in bars.enumerated() {
      bar.position = CGPoint(x: CGFloat(index) * width, y: 0)
      bar.bounds.size = CGSize(width: width, height: bounds.height * values[index])
    }
    CATransaction.commit()
  }

  func mark(_ index: Int, animated: Bool) {
    let width = bounds.width / CGFloat(max(bars.count, 1))
    let origin = NSPoint(x: CGFloat(index) * width, y: bounds.height * values[index] - 6)
    if animated {
      NSAnimationContext.runAnimationGroup { context in
        context.duration = 1
        context.timingFunction = CAMediaTimingFunction(name: .linear)
        marker.animator().setFrameOrigin(origin)
        marker.animator().level = values[index]
      }
    } else {
      marker.setFrameOrigin(origin)
      marker.level = values[index]
    }
  }

  var markerLevel: CGFloat { marker.level }
}

class MarkerView: NSView {
  var level: CGFloat = 0 {
    didSet { needsDisplay = true }
  }

  override class func defaultAnimation(forKey key: NSAnimatablePropertyKey) -> Any? {
    if key == "level" { return CABasicAnimation() }
    return super.defaultAnimation(forKey: key)
  }

  override var isOpaque: Bool { false }

  override func draw(_ dirtyRect: NSRect) {
    NSColor(white: 1 - level, alpha: 1).setFill()
    let path = NSBezierPath(rect: bounds)
    path.fill()
    NSColor.systemRed.setStroke()
    path.lineWidth = 2
    path.stroke()
  }
}
