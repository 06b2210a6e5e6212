import CoreGraphics
import CoreText
import Foundation
import QuartzCore
import StrataBase

/// A layer tree that changes at random, as a program with much on screen changes its own.
final class RandomScene: NSObject, CALayerDelegate, CAAnimationDelegate {
  static let size = CGSize(width: 320, height: 240)
  private static let mostLayers = 300

  let root = CALayer()
  /// Counts of what happened, for the report.
  private(set) var (changes, starts, stops, completions) = (0, 0, 0, 0)
  private var layers: [CALayer] = []
  private var random: SplitMix64

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    super.init()
    root.frame = CGRect(origin: .zero, size: Self.size)
    root.backgroundColor = color()
  }

  var count: Int { layers.count }

  /// Makes some changes in one transaction.
  func change() {
    CATransaction.begin()
    CATransaction.setAnimationDuration(0.05 + 0.4 * unit())
    if once(in: 8) { CATransaction.setDisableActions(true) }
    if once(in: 4) { CATransaction.setCompletionBlock { [weak self] in self?.completions += 1 } }
    for _ in 0..<1 + index(12) {
      changes += 1
      changeOnce()
    }
    CATransaction.commit()
  }

  /// Removes all layers.
  func clear() {
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    for layer in layers {
      layer.removeAllAnimations()
      layer.removeFromSuperlayer()
    }
    layers = []
    root.removeAllAnimations()
    CATransaction.commit()
    CATransaction.flush()
  }

  private func changeOnce() {
    switch index(13) {
    case 0, 1: add()
    case 2: remove()
    case 3, 4, 5: setProperty(of: anyLayer)
    case 6, 7: anyLayer.add(animation(), forKey: once(in: 3) ? nil : "key\(index(4))")
    case 8: changeText()
    case 9: setAppearance(of: anyLayer)
    case 10: read()
    case 11: move()
    default: anyLayer.removeAllAnimations()
    }
  }

  // MARK: Tree

  private func add() {
    while layers.count >= Self.mostLayers { remove() }
    let layer = newLayer()
    layer.frame = CGRect(x: 300 * unit(), y: 220 * unit(), width: 4 + 60 * unit(), height: 4 + 40 * unit())
    let parent = once(in: 3) ? root : anyLayer
    if once(in: 4) { parent.insertSublayer(layer, at: 0) } else { parent.addSublayer(layer) }
    layers.append(layer)
  }

  private func newLayer() -> CALayer {
    switch index(11) {
    case 0:
      let layer = CAShapeLayer()
      layer.path = CGPath(ellipseIn: CGRect(x: 2, y: 2, width: 30, height: 20), transform: nil)
      (layer.fillColor, layer.strokeColor, layer.lineWidth) = (color(), color(), 2)
      return layer
    case 1:
      let layer = CAGradientLayer()
      layer.colors = [color(), color(), color()]
      return layer
    case 2:
      let layer = CATextLayer()
      (layer.string, layer.fontSize, layer.isWrapped) = (text(), 6 + 12 * unit(), once(in: 2))
      return layer
    case 3:
      let layer = CAEmitterLayer()
      let cell = CAEmitterCell()
      (cell.contents, cell.birthRate, cell.lifetime, cell.velocity) = (picture(), 20, 1, 30)
      (layer.emitterCells, layer.emitterSize) = ([cell], CGSize(width: 10, height: 10))
      return layer
    case 4:
      let layer = CAReplicatorLayer()
      (layer.instanceCount, layer.instanceTransform) = (3, CATransform3DMakeTranslation(8, 2, 0))
      return layer
    case 5:
      let layer = CATransformLayer()
      layer.transform = CATransform3DMakeRotation(unit(), 0, 1, 0)
      return layer
    case 6: return CAScrollLayer()
    case 7:
      let layer = CATiledLayer()
      (layer.delegate, layer.tileSize) = (self, CGSize(width: 32, height: 32))
      layer.setNeedsDisplay()
      return layer
    case 8:
      let layer = CALayer()
      layer.delegate = self
      layer.setNeedsDisplay()
      return layer
    case 9:
      let layer = CALayer()
      layer.contents = picture()
      return layer
    default:
      let layer = CALayer()
      layer.backgroundColor = color()
      return layer
    }
  }

  private func remove() {
    guard !layers.isEmpty else { return }
    let layer = layers.remove(at: index(layers.count))
    // What lies below goes with it.
    var open = layer.sublayers ?? []
    var gone: Set<ObjectIdentifier> = []
    while let next = open.popLast() {
      gone.insert(ObjectIdentifier(next))
      open += next.sublayers ?? []
    }
    layers.removeAll { gone.contains(ObjectIdentifier($0)) }
    if once(in: 4) { root.add(CATransition(), forKey: kCATransition) }
    layer.removeFromSuperlayer()
  }

  /// Puts a layer into another one that is not below it.
  private func move() {
    let (layer, parent) = (anyLayer, anyLayer)
    var ancestor: CALayer? = parent
    while let next = ancestor, next !== layer { ancestor = next.superlayer }
    if ancestor == nil, layer !== root { parent.addSublayer(layer) }
  }

  // MARK: Values

  private func setProperty(of layer: CALayer) {
    guard layer !== root else { return }
    switch index(9) {
    case 0: layer.position = CGPoint(x: 320 * unit(), y: 240 * unit())
    case 1: layer.opacity = Float(unit())
    case 2: layer.transform = CATransform3DMakeRotation(6 * unit(), 0, unit(), 1)
    case 3: layer.bounds.size = CGSize(width: 80 * unit(), height: 60 * unit())
    case 4: layer.backgroundColor = once(in: 4) ? nil : color()
    case 5: layer.cornerRadius = 12 * unit()
    case 6: layer.isHidden.toggle()
    case 7: layer.setValue(unit(), forKeyPath: "transform.scale")
    default: layer.zPosition = 10 * unit()
    }
  }

  private func setAppearance(of layer: CALayer) {
    guard layer !== root else { return }
    switch index(9) {
    case 0: (layer.shadowOpacity, layer.shadowRadius) = (once(in: 2) ? 0 : 0.7, 4)
    case 1: layer.masksToBounds.toggle()
    case 2: layer.shouldRasterize.toggle()
    case 3:
      let blur = CAFilter(type: "gaussianBlur")
      blur.setValue(1 + 4 * unit(), forKey: "inputRadius")
      layer.filters = once(in: 2) ? nil : [blur]
    case 4:
      let mask = CAShapeLayer()
      mask.path = CGPath(rect: CGRect(x: 0, y: 0, width: 30 * unit(), height: 30), transform: nil)
      layer.mask = once(in: 2) ? nil : mask
    case 5: layer.contents = once(in: 3) ? nil : picture()
    case 6: layer.compositingFilter = once(in: 2) ? nil : "multiplyBlendMode"
    case 7: layer.setNeedsDisplay()
    default: layer.setNeedsLayout()
    }
  }

  private func changeText() {
    let texts = layers.compactMap { $0 as? CATextLayer }
    guard !texts.isEmpty else { return }
    let layer = texts[index(texts.count)]
    layer.string = once(in: 3) ? Self.styledTexts[index(Self.styledTexts.count)] : text() as NSString
  }

  /// Texts with attributes are made once for all scenes: Foundation on Linux never frees the attributes of an attributed
  /// string.
  nonisolated(unsafe) private static let styledTexts: [NSAttributedString] = (0..<16).map { number in
    let font = CTFontCreateWithName("DejaVu Sans" as CFString, 6 + CGFloat(number), nil)
    return NSAttributedString(string: "styled \(number) 漢字", attributes: [.font: font])
  }

  private func animation() -> CAAnimation {
    let animation: CAAnimation
    switch index(6) {
    case 0:
      let basic = CABasicAnimation(keyPath: "opacity")
      (basic.fromValue, basic.toValue) = (unit(), unit())
      animation = basic
    case 1:
      let keyframes = CAKeyframeAnimation(keyPath: "position")
      keyframes.values = (0..<4).map { _ in CGPoint(x: 320 * unit(), y: 240 * unit()) }
      animation = keyframes
    case 2:
      let spring = CASpringAnimation(keyPath: "position.x")
      (spring.fromValue, spring.toValue) = (0, 200 * unit())
      animation = spring
    case 3:
      let group = CAAnimationGroup()
      group.animations = [CABasicAnimation(keyPath: "transform.rotation.z")]
      animation = group
    case 4:
      let transition = CATransition()
      transition.type = [.fade, .push, .moveIn, .reveal][index(4)]
      animation = transition
    default:
      let color = CABasicAnimation(keyPath: "backgroundColor")
      color.toValue = self.color()
      animation = color
    }
    animation.duration = 0.05 + unit()
    if once(in: 10) { animation.repeatCount = .infinity }
    if once(in: 2) { animation.delegate = self }
    return animation
  }

  // MARK: Reading

  private func read() {
    let layer = anyLayer
    switch index(6) {
    case 0: _ = root.hitTest(CGPoint(x: 320 * unit(), y: 240 * unit()))
    case 1: _ = layer.convert(CGPoint.zero, to: root)
    case 2 where !hasStyledText(layer):
      let data = try? NSKeyedArchiver.archivedData(withRootObject: layer, requiringSecureCoding: true)
      _ = data.flatMap { try? NSKeyedUnarchiver.unarchivedObject(ofClass: CALayer.self, from: $0) }
    case 3: context().map { layer.render(in: $0) }
    default: _ = (layer.presentation()?.frame, layer.presentation()?.value(forKeyPath: "transform.scale"))
    }
  }

  /// True if a tree shows an attributed string: reading it from an archive makes a new one, whose attributes stay.
  private func hasStyledText(_ layer: CALayer) -> Bool {
    (layer as? CATextLayer)?.string is NSAttributedString
      || [layer.mask].compactMap { $0 }.contains(where: hasStyledText)
      || (layer.sublayers ?? []).contains(where: hasStyledText)
  }

  private func context() -> CGContext? {
    CGContext(
      data: nil,
      width: 32,
      height: 32,
      bitsPerComponent: 8,
      bytesPerRow: 0,
      space: CGColorSpaceCreateDeviceRGB(),
      bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
    )
  }

  // MARK: Delegates

  func draw(_ layer: CALayer, in ctx: CGContext) {
    ctx.setFillColor(CGColor(red: 0.2, green: 0.6, blue: 0.4, alpha: 1))
    ctx.fillEllipse(in: layer.bounds)
  }

  func animationDidStart(_ anim: CAAnimation) { starts += 1 }
  func animationDidStop(_ anim: CAAnimation, finished flag: Bool) { stops += 1 }

  // MARK: Chance

  private var anyLayer: CALayer { layers.isEmpty ? root : layers[index(layers.count)] }

  private func unit() -> Double { Double(random.unitFloat()) }
  private func index(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }
  private func once(in count: Int) -> Bool { index(count) == 0 }
  private func color() -> CGColor {
    CGColor(red: unit(), green: unit(), blue: unit(), alpha: 0.3 + 0.7 * unit())
  }

  private func text() -> String {
    let words = ["layer", "漢字", "שלום", "éíò", "fi", "12.5", "🙂", "transaction"]
    return (0..<1 + index(8)).map { _ in words[index(words.count)] }.joined(separator: " ")
  }

  private func picture() -> CGImage? {
    let context = context()
    context?.setFillColor(color())
    context?.fillEllipse(in: CGRect(x: 0, y: 0, width: 32, height: 32))
    return context?.makeImage()
  }
}
