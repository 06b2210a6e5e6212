import QuartzCore
import Testing

// What client code writes on Apple's platforms, unchanged: subclasses with and without init(layer:), observed and
// overridden properties, delegates with one method.

/// Has stored properties that a presentation copy takes over.
class DialLayer: CALayer {
  var radius: CGFloat = 2
  var marks = [1, 2]

  override init() { super.init() }

  override init(layer: Any) {
    guard let dial = layer as? Self else { fatalError("not a dial") }
    radius = dial.radius
    marks = dial.marks
    super.init(layer: layer)
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }
}

/// Leaves the initialisers alone.
class PlainLayer: CALayer {
  var note = "fresh"
}

final class ProgressLayer: CAShapeLayer {
  var steps: [Int] = []

  override init(layer: Any) {
    super.init(layer: layer)
    steps = (layer as? ProgressLayer)?.steps ?? []
  }

  override init() { super.init() }

  required init?(coder: NSCoder) { super.init(coder: coder) }
}

final class ObservedLayer: CALayer {
  var changes: [String] = []
  override var backgroundColor: CGColor? { didSet { changes.append("backgroundColor") } }
  override var bounds: CGRect { didSet { changes.append("bounds") } }
  override var opacity: Float {
    get { super.opacity }
    set {
      changes.append("opacity")
      super.opacity = newValue
    }
  }
}

/// Keeps an animatable property of its own in the layer's store.
class GaugeLayer: CALayer {
  var progress: CGFloat {
    get { value(forKey: "progress") as? CGFloat ?? 0 }
    set { setValue(newValue, forKey: "progress") }
  }

  override class func needsDisplay(forKey key: String) -> Bool {
    key == "progress" || super.needsDisplay(forKey: key)
  }

  override func action(forKey event: String) -> CAAction? {
    guard event == "progress" else { return super.action(forKey: event) }
    let animation = CABasicAnimation(keyPath: event)
    animation.fromValue = presentation()?.progress ?? progress
    return animation
  }

  override func display() {}
}

/// Declares members that the library must not have.
class CrowdedLayer: CALayer {
  var timingFunction = 1
  var radius = 2
  var storage = 3
  var state = 4
  func start() {}
  func set(_ value: Int) {}
  func stop() {}
}

final class RedirectingLayer: CALayer {
  let content = CALayer()
  override func addSublayer(_ layer: CALayer) { content.addSublayer(layer) }
}

final class OneMethodDelegate: NSObject, CALayerDelegate {
  func action(for layer: CALayer, forKey event: String) -> CAAction? { NSNull() }
}

final class SelfDelegatingLayer: CAReplicatorLayer, CAAnimationDelegate {
  var stops = 0
  func animationDidStop(_ anim: CAAnimation, finished flag: Bool) { stops += 1 }
}

@Suite struct LayerSubclassTests {
  @Test("SC-11, SC-12, SC-15: presentation copies are of the client's class")
  func presentationCopiesAreOfTheClientsClass() {
    let renderer = CARenderer()
    let root = CALayer()
    let (dial, plain, progress) = (DialLayer(), PlainLayer(), ProgressLayer())
    dial.radius = 7
    dial.marks = [9]
    dial.opacity = 0.5
    plain.note = "used"
    progress.steps = [3]
    progress.lineWidth = 6
    root.sublayers = [dial, plain, progress]
    renderer.layer = root
    #expect(dial.presentation() == nil)
    renderer.beginFrame(atTime: 1, timeStamp: nil)
    let shown: DialLayer? = dial.presentation()
    #expect(shown?.radius == 7)
    #expect(shown?.marks == [9])
    #expect(shown?.opacity == 0.5)
    #expect(shown !== dial)
    #expect(shown?.model() === dial)
    #expect(shown?.presentation() === shown)
    #expect(plain.presentation()?.note == "fresh")
    #expect(progress.presentation()?.steps == [3] && progress.presentation()?.lineWidth == 6)
    let copy = root.presentation()
    #expect(copy?.sublayers?.count == 3 && copy?.sublayers?.first is DialLayer)
    #expect(copy?.sublayers?.first?.superlayer === copy)
    renderer.endFrame()
  }

  @Test("SC-13, SC-33: overridden properties see every way of setting")
  func overriddenPropertiesSeeEveryWay() {
    let layer = ObservedLayer()
    layer.backgroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
    layer.setValue(0.5, forKey: "opacity")
    layer.setValue(5, forKeyPath: "bounds.size.width")
    layer.frame = CGRect(x: 0, y: 0, width: 9, height: 9)
    #expect(layer.changes == ["backgroundColor", "opacity", "bounds", "bounds"])
  }

  @Test("SC-8, animation K-16: a property in the key store animates")
  func aPropertyInTheKeyStoreAnimates() {
    let renderer = CARenderer()
    let gauge = GaugeLayer()
    #expect(gauge.progress == 0)
    renderer.layer = gauge
    renderer.beginFrame(atTime: 0, timeStamp: nil)
    renderer.endFrame()
    CATransaction.begin()
    CATransaction.setAnimationDuration(2)
    gauge.progress = 10
    CATransaction.commit()
    CATransaction.flush()
    #expect(gauge.progress == 10 && gauge.animation(forKey: "progress") != nil)
    renderer.beginFrame(atTime: 1, timeStamp: nil)
    #expect(abs((gauge.presentation()?.progress ?? 0) - 5) < 1e-6)
    renderer.endFrame()
  }

  @Test("SC-30: an animation of a Swift property runs")
  func anAnimationOfASwiftPropertyRuns() {
    let renderer = CARenderer()
    let layer = PlainLayer()
    renderer.layer = layer
    renderer.beginFrame(atTime: 0, timeStamp: nil)
    let count = CABasicAnimation(keyPath: "counter")
    count.fromValue = 0
    count.toValue = 1
    count.duration = 4
    layer.add(count, forKey: "counter")
    CATransaction.flush()
    renderer.beginFrame(atTime: 1, timeStamp: nil)
    #expect(layer.presentation()?.value(forKey: "counter") as? CGFloat == 0.25)
    #expect(layer.animation(forKey: "counter") != nil)
  }

  @Test("SC-14, SC-17: the library does not use what clients override")
  func theLibraryDoesNotUseWhatClientsOverride() {
    let layer = RedirectingLayer()
    let child = CALayer()
    layer.addSublayer(child)
    #expect(child.superlayer === layer.content && layer.sublayers == nil)
    let crowded = CrowdedLayer()
    crowded.start()
    crowded.set(3)
    #expect(crowded.timingFunction + crowded.radius + crowded.storage + crowded.state == 10)
  }

  @Test("SC-21, SC-22: delegates may implement one method")
  func delegatesMayImplementOneMethod() {
    let layer = CALayer()
    let delegate = OneMethodDelegate()
    layer.delegate = delegate
    #expect(layer.action(forKey: "position") == nil)
    layer.setNeedsDisplay()
    layer.displayIfNeeded()
    #expect(layer.contents == nil)
    let own = SelfDelegatingLayer()
    let animation = CABasicAnimation(keyPath: "opacity")
    animation.delegate = own
    own.add(animation, forKey: "fade")
    own.removeAllAnimations()
    #expect(own.stops == 1)
    weak var forgotten: OneMethodDelegate?
    do {
      let short = OneMethodDelegate()
      forgotten = short
      layer.delegate = short
    }
    #expect(forgotten == nil && layer.delegate == nil)
  }
}
