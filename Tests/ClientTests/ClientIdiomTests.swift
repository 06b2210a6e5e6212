import QuartzCore
import Testing

@Suite struct ClientIdiomTests {
  @Test("SC-25, SC-26: numbers and structures bridge")
  func numbersAndStructuresBridge() {
    let lengths: [CGFloat] = [4, 2]
    let shape = CAShapeLayer()
    shape.lineDashPattern = lengths as [NSNumber]
    #expect(shape.lineDashPattern == [4, 2])
    func read<T>(_ key: String, of layer: CALayer) -> T? { layer.value(forKey: key) as? T }
    let opacity: CGFloat? = read("opacity", of: shape)
    #expect(opacity == 1)
    let boxed: Any = NSValue(caTransform3D: CATransform3DMakeScale(2, 3, 4))
    #expect((boxed as? CATransform3D)?.m22 == 3)
    shape.setValue(NSValue(cgPoint: CGPoint(x: 3, y: 4)), forKey: "position")
    #expect(shape.position == CGPoint(x: 3, y: 4))
  }

  @Test("SC-24, SC-28: values of mixed types are taken")
  func valuesOfMixedTypesAreTaken() {
    let delta: CGFloat = 5
    let shake = CAKeyframeAnimation(keyPath: "position.x")
    shake.values = [0, delta, -delta, 0]
    shake.keyTimes = [0, 0.25, 0.75, 1]
    shake.duration = 0.4
    shake.isAdditive = true
    shake.timingFunctions = [CAMediaTimingFunction(name: .easeInEaseOut)]
    let layer = CALayer()
    layer.add(shake, forKey: "shake")
    #expect(layer.animation(forKey: "shake") is CAKeyframeAnimation)
    let fade = CABasicAnimation(keyPath: "opacity")
    fade.fromValue = 1
    #expect(fade.fromValue as? CGFloat == 1 && fade.fromValue as? Double == 1)
  }

  @Test("SC-9, SC-20: layers are hashable, and timing is a class protocol")
  func layersAreHashableAndTimingIsAClassProtocol() {
    let (a, b) = (CALayer(), CALayer())
    let names: [CALayer: String] = [a: "a", b: "b"]
    #expect(names[a] == "a" && Set([a, b, a]).count == 2)
    let timing: CAMediaTiming = a
    timing.speed = 0
    timing.timeOffset = 3
    #expect(a.speed == 0 && a.timeOffset == 3)
    a.actions = ["bounds": NSNull(), "position": CABasicAnimation()]
    #expect(a.action(forKey: "bounds") == nil)
  }

  @Test("SC-19, SC-37: a tree is built as on Apple's platforms")
  func aTreeIsBuiltAsOnApple() {
    let root = CALayer()
    root.isGeometryFlipped = true
    let gradient = CAGradientLayer()
    gradient.type = .radial
    gradient.locations = []
    gradient.colors = [CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)]
    gradient.compositingFilter = "multiplyBlendMode"
    let shape = CAShapeLayer()
    let path = CGMutablePath()
    path.move(to: .zero)
    path.addLine(to: CGPoint(x: 5, y: 5))
    path.closeSubpath()
    shape.path = path
    path.addLine(to: CGPoint(x: 50, y: 5))
    #expect(shape.path?.boundingBox == CGRect(x: 0, y: 0, width: 5, height: 5))
    shape.fillRule = .evenOdd
    shape.lineCap = .round
    shape.lineJoin = .bevel
    root.insertSublayer(gradient, at: 0)
    root.addSublayer(shape)
    root.mask = CALayer()
    var transform = CATransform3DIdentity
    transform.m34 = -1 / 500
    root.sublayerTransform = CATransform3DRotate(transform, .pi / 4, 0, 1, 0)
    #expect(!CATransform3DIsIdentity(root.sublayerTransform))
    #expect((gradient.colors as? [CGColor])?.count == 1)
    let converted = shape.convert(CGPoint(x: 1, y: 1), to: root)
    #expect(converted.x.isFinite)
  }

  @Test("SC-49, SC-62: stopped trees and shared animations")
  func stoppedTreesAndSharedAnimations() {
    let (a, b) = (CALayer(), CALayer())
    a.speed = 0
    let animation = CABasicAnimation(keyPath: "opacity")
    animation.repeatCount = .infinity
    animation.fillMode = .both
    animation.isRemovedOnCompletion = false
    animation.beginTime = a.convertTime(CACurrentMediaTime(), from: nil) - Double.leastNonzeroMagnitude
    a.add(animation, forKey: "x")
    animation.beginTime = 7
    b.add(animation, forKey: "x")
    #expect(a.animation(forKey: "x")?.beginTime == -Double.leastNonzeroMagnitude)
    #expect(b.animation(forKey: "x")?.beginTime == 7)
  }

  @Test func transactionsReadAsOnApple() {
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(controlPoints: 0.1, 0.2, 0.3, 0.4))
    CATransaction.setCompletionBlock {}
    CATransaction.commit()
  }
}
