#if Inspector
  import Foundation
  import QuartzCore
  import StrataInspector
  import StrataRenderServer
  import Testing

  private let red = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)

  private func path() -> CGPath {
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 1, y: 2))
    path.addLine(to: CGPoint(x: 30, y: 2))
    path.addQuadCurve(to: CGPoint(x: 30, y: 20), control: CGPoint(x: 40, y: 10))
    path.addCurve(to: .zero, control1: CGPoint(x: 20, y: 30), control2: CGPoint(x: 10, y: 30.5))
    path.closeSubpath()
    return path
  }

  /// A plain layer whose name is a word of Swift.
  private func card() -> CALayer {
    let card = CALayer()
    card.name = "default"
    card.bounds = CGRect(x: 0, y: 0, width: 40.5, height: 30)
    card.position = CGPoint(x: 20, y: 15)
    card.transform = CATransform3DMakeScale(2, 1, 1)
    card.isHidden = true
    card.opacity = 0.25
    card.backgroundColor = red
    card.cornerCurve = .continuous
    card.maskedCorners = [.layerMinXMinYCorner, .layerMaxXMinYCorner]
    card.borderColor = nil
    card.shadowPath = path()
    card.contentsGravity = .resizeAspectFill
    card.magnificationFilter = .nearest
    card.fillMode = .both
    card.repeatCount = .infinity
    card.mask = CALayer()
    card.setValue(red, forKey: "contentsMultiplyColor")
    return card
  }

  private func shape() -> CALayer {
    let shape = CAShapeLayer()
    shape.name = "layer 2"
    shape.path = path()
    shape.fillColor = nil
    shape.fillRule = .evenOdd
    shape.lineCap = .round
    shape.lineDashPattern = [4, 2.5]
    return shape
  }

  private func words() -> CALayer {
    let text = CATextLayer()
    text.name = "layer"
    text.string = "\"Hello\"\n\\ there"
    text.font = "Helvetica-Bold" as CFString
    text.alignmentMode = .center
    text.truncationMode = .end
    return text
  }

  private func sparks() -> CALayer {
    let emitter = CAEmitterLayer()
    (emitter.emitterShape, emitter.renderMode) = (.circle, .additive)
    let (cell, child) = (CAEmitterCell(), CAEmitterCell())
    (cell.name, cell.birthRate, cell.color) = ("spark", 20, red)
    (child.name, child.lifetime) = ("trail", 2)
    cell.emitterCells = [child]
    emitter.emitterCells = [cell]
    return emitter
  }

  private func colours() -> CALayer {
    let gradient = CAGradientLayer()
    gradient.type = .radial
    gradient.colors = [red, red]
    gradient.locations = [0, 0.5]
    return gradient
  }

  private func animations() -> [CAAnimation] {
    let basic = CABasicAnimation(keyPath: "transform.rotation")
    (basic.fromValue, basic.toValue, basic.isAdditive) = (0, 1.5, true)
    (basic.fillMode, basic.isRemovedOnCompletion) = (.both, false)
    basic.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
    basic.valueFunction = CAValueFunction(name: .rotateZ)
    let frames = CAKeyframeAnimation(keyPath: "position")
    frames.values = [CGPoint.zero, CGPoint(x: 1, y: 2)]
    (frames.keyTimes, frames.calculationMode) = ([0, 1], .cubicPaced)
    frames.timingFunctions = [CAMediaTimingFunction(controlPoints: 0.25, 0, 1, 1)]
    let course = CAKeyframeAnimation(keyPath: "position")
    (course.path, course.rotationMode) = (path(), .rotateAuto)
    let outlines = CABasicAnimation(keyPath: "shadowPath")
    outlines.toValue = path()
    let transition = CATransition()
    (transition.type, transition.subtype) = (.push, .fromLeft)
    let group = CAAnimationGroup()
    group.animations = [basic, frames]
    let spring = CASpringAnimation(keyPath: "bounds")
    spring.toValue = CGRect(x: 0, y: 0, width: 1, height: 2)
    spring.damping = 3
    return [group, course, outlines, transition, spring]
  }

  private func animated() -> CALayer {
    let layer = CALayer()
    layer.name = "in"
    for (index, animation) in animations().enumerated() { layer.add(animation, forKey: "key \(index)") }
    return layer
  }

  /// Layers with every kind of value, and the functions that the code of each makes in `CopiedCode.swift`.
  private let cases: [String: @Sendable () -> (original: CALayer, copy: CALayer)] = [
    "copiedAnimations": { (animated(), copiedAnimations()) },
    "copiedCard": { (card(), copiedCard()) },
    "copiedColours": { (colours(), copiedColours()) },
    "copiedShape": { (shape(), copiedShape()) },
    "copiedSparks": { (sparks(), copiedSparks()) },
    "copiedWords": { (words(), copiedWords()) },
  ]

  private func code(of layer: CALayer) -> String {
    var writer = SwiftWriter()
    writer.write(layer)
    return writer.text
  }

  /// What is copied as Swift compiles, as these tests do, and makes the same layers.
  @Suite struct CopyTests {
    @Test(arguments: cases.keys.sorted()) func theCodeIsWhatIsCompiled(name: String) throws {
      let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "CopiedCode.swift")
      let text = try String(contentsOf: file, encoding: .utf8)
      let body = text.components(separatedBy: "func \(name)() -> CALayer {\n").last ?? ""
      let lines = body.split(separator: "\n").prefix { !$0.hasPrefix("    return ") }
      let compiled = lines.map { $0.trimmingPrefix("    ") }
      let make = try #require(cases[name])
      let written = code(of: make().original).split(separator: "\n")
      #expect(compiled.count == written.count)
      for (a, b) in zip(compiled, written) { #expect(a == b) }
    }

    @Test(arguments: cases.keys.sorted()) func theCodeMakesTheSameLayers(name: String) throws {
      let make = try #require(cases[name])
      let (original, copy) = make()
      #expect(code(of: copy) == code(of: original))
    }

    /// A begin time that followed from when the animation was shown is not one that the program set.
    @Test func aResolvedBeginIsNotCopied() throws {
      let layer = CALayer()
      let renderer = OfflineRenderer(layer: layer, size: CGSize(width: 4, height: 4))
      let (bare, given) = (CABasicAnimation(keyPath: "opacity"), CABasicAnimation(keyPath: "opacity"))
      given.beginTime = 7
      renderer.change(at: 5) {
        layer.add(bare, forKey: "bare")
        layer.add(given, forKey: "given")
      }
      let began = try #require(layer.animation(forKey: "bare"))
      #expect(began.beginTime == 5)
      var writer = SwiftWriter()
      writer.write(began, key: "bare")
      #expect(!writer.text.contains("beginTime"))
      let text = code(of: layer)
      #expect(text.contains("beginTime = 7"))
      #expect(!text.contains("beginTime = 5"))
      #expect(began.beginTime == 5)
    }
  }
#endif
