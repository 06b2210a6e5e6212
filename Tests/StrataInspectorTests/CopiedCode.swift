// swift-format-ignore-file
// What `CopyTests` expects of copies; it is compiled to show that it can be.

#if Inspector
  import QuartzCore

  func copiedAnimations() -> CALayer {
    let inLayer = CALayer()
    inLayer.name = "in"
    let animation = CAAnimationGroup()
    animation.duration = 0.25
    let animation2 = CABasicAnimation()
    animation2.fillMode = CAMediaTimingFillMode(rawValue: "both")
    animation2.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
    animation2.isRemovedOnCompletion = false
    animation2.keyPath = "transform.rotation"
    animation2.isAdditive = true
    animation2.valueFunction = CAValueFunction(name: CAValueFunctionName(rawValue: "rotateZ"))
    animation2.fromValue = 0
    animation2.toValue = 1.5
    let animation3 = CAKeyframeAnimation()
    animation3.keyPath = "position"
    animation3.values = [CGPoint(x: 0, y: 0), CGPoint(x: 1, y: 2)]
    animation3.keyTimes = [0, 1]
    animation3.timingFunctions = [CAMediaTimingFunction(controlPoints: 0.25, 0, 1, 1)]
    animation3.calculationMode = CAAnimationCalculationMode(rawValue: "cubicPaced")
    animation.animations = [animation2, animation3]
    inLayer.add(animation, forKey: "key 0")
    let animation4 = CAKeyframeAnimation()
    animation4.duration = 0.25
    animation4.keyPath = "position"
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 1, y: 2))
    path.addLine(to: CGPoint(x: 30, y: 2))
    path.addQuadCurve(to: CGPoint(x: 30, y: 20), control: CGPoint(x: 40, y: 10))
    path.addCurve(to: CGPoint(x: 0, y: 0), control1: CGPoint(x: 20, y: 30), control2: CGPoint(x: 10, y: 30.5))
    path.closeSubpath()
    animation4.path = path
    animation4.rotationMode = CAAnimationRotationMode(rawValue: "auto")
    inLayer.add(animation4, forKey: "key 1")
    let animation5 = CABasicAnimation()
    animation5.duration = 0.25
    animation5.keyPath = "shadowPath"
    let toValue = CGMutablePath()
    toValue.move(to: CGPoint(x: 1, y: 2))
    toValue.addLine(to: CGPoint(x: 30, y: 2))
    toValue.addQuadCurve(to: CGPoint(x: 30, y: 20), control: CGPoint(x: 40, y: 10))
    toValue.addCurve(to: CGPoint(x: 0, y: 0), control1: CGPoint(x: 20, y: 30), control2: CGPoint(x: 10, y: 30.5))
    toValue.closeSubpath()
    animation5.toValue = toValue
    inLayer.add(animation5, forKey: "key 2")
    let animation6 = CATransition()
    animation6.duration = 0.25
    animation6.type = CATransitionType(rawValue: "push")
    animation6.subtype = CATransitionSubtype(rawValue: "fromLeft")
    inLayer.add(animation6, forKey: "transition")
    let animation7 = CASpringAnimation()
    animation7.duration = 0.25
    animation7.keyPath = "bounds"
    animation7.toValue = CGRect(x: 0, y: 0, width: 1, height: 2)
    animation7.damping = 3
    inLayer.add(animation7, forKey: "key 4")
    return inLayer
  }

  func copiedCard() -> CALayer {
    let defaultLayer = CALayer()
    defaultLayer.name = "default"
    defaultLayer.bounds = CGRect(x: 0, y: 0, width: 40.5, height: 30)
    defaultLayer.position = CGPoint(x: 20, y: 15)
    defaultLayer.transform = CATransform3D(m11: 2, m12: 0, m13: 0, m14: 0, m21: 0, m22: 1, m23: 0, m24: 0, m31: 0, m32: 0, m33: 1, m34: 0, m41: 0, m42: 0, m43: 0, m44: 1)
    defaultLayer.isHidden = true
    defaultLayer.opacity = 0.25
    defaultLayer.backgroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
    defaultLayer.cornerCurve = CALayerCornerCurve(rawValue: "continuous")
    defaultLayer.maskedCorners = CACornerMask(rawValue: 3)
    defaultLayer.borderColor = nil
    let shadowPath = CGMutablePath()
    shadowPath.move(to: CGPoint(x: 1, y: 2))
    shadowPath.addLine(to: CGPoint(x: 30, y: 2))
    shadowPath.addQuadCurve(to: CGPoint(x: 30, y: 20), control: CGPoint(x: 40, y: 10))
    shadowPath.addCurve(to: CGPoint(x: 0, y: 0), control1: CGPoint(x: 20, y: 30), control2: CGPoint(x: 10, y: 30.5))
    shadowPath.closeSubpath()
    defaultLayer.shadowPath = shadowPath
    defaultLayer.contentsGravity = CALayerContentsGravity(rawValue: "resizeAspectFill")
    defaultLayer.magnificationFilter = CALayerContentsFilter(rawValue: "nearest")
    defaultLayer.setValue(CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1), forKey: "contentsMultiplyColor")
    defaultLayer.repeatCount = .infinity
    defaultLayer.fillMode = CAMediaTimingFillMode(rawValue: "both")
    let layer = CALayer()
    defaultLayer.mask = layer
    return defaultLayer
  }

  func copiedColours() -> CALayer {
    let layer = CAGradientLayer()
    layer.colors = [CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1), CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)]
    layer.locations = [0, 0.5]
    layer.type = CAGradientLayerType(rawValue: "radial")
    return layer
  }

  func copiedShape() -> CALayer {
    let layer2 = CAShapeLayer()
    layer2.name = "layer 2"
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 1, y: 2))
    path.addLine(to: CGPoint(x: 30, y: 2))
    path.addQuadCurve(to: CGPoint(x: 30, y: 20), control: CGPoint(x: 40, y: 10))
    path.addCurve(to: CGPoint(x: 0, y: 0), control1: CGPoint(x: 20, y: 30), control2: CGPoint(x: 10, y: 30.5))
    path.closeSubpath()
    layer2.path = path
    layer2.fillColor = nil
    layer2.fillRule = CAShapeLayerFillRule(rawValue: "even-odd")
    layer2.lineCap = CAShapeLayerLineCap(rawValue: "round")
    layer2.lineDashPattern = [4, 2.5]
    return layer2
  }

  func copiedSparks() -> CALayer {
    let layer = CAEmitterLayer()
    let spark = CAEmitterCell()
    spark.name = "spark"
    spark.birthRate = 20
    spark.color = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
    let trail = CAEmitterCell()
    trail.name = "trail"
    trail.lifetime = 2
    spark.emitterCells = [trail]
    layer.emitterCells = [spark]
    layer.emitterShape = CAEmitterLayerEmitterShape(rawValue: "circle")
    layer.renderMode = CAEmitterLayerRenderMode(rawValue: "additive")
    return layer
  }

  func copiedWords() -> CALayer {
    let layer = CATextLayer()
    layer.name = "layer"
    layer.string = "\"Hello\"\n\\ there"
    layer.font = "Helvetica-Bold" as CFString
    layer.alignmentMode = CATextLayerAlignmentMode(rawValue: "center")
    layer.truncationMode = CATextLayerTruncationMode(rawValue: "end")
    return layer
  }
#endif
