import QuartzCore

let placePlates = [
  Plate("Anchor points", "The same turn about the middle and about a corner; the dot is the position.") {
    stage in
    for (x, anchor) in [(50.0, CGPoint(x: 0.5, y: 0.5)), (110, CGPoint(x: 0, y: 0))] {
      let ghost = box(x - 54 * anchor.x, 50 - 36 * anchor.y, 54, 36)
      (ghost.borderWidth, ghost.borderColor) = (1, ink)
      stage.addSublayer(ghost)
      let layer = CALayer()
      layer.bounds = CGRect(x: 0, y: 0, width: 54, height: 36)
      layer.anchorPoint = anchor
      layer.position = CGPoint(x: x, y: 50)
      layer.backgroundColor = blue.copy(alpha: 0.6)
      layer.transform = CATransform3DMakeRotation(.pi / 6, 0, 0, 1)
      stage.addSublayer(layer)
      let dot = box(x - 3, 47, 6, 6, red)
      dot.cornerRadius = 3
      stage.addSublayer(dot)
    }
  },
  Plate("zPosition", "Depth before order: the first of three layers lies on top.") { stage in
    let first = box(20, 20, 60, 50, red)
    first.zPosition = 1
    stage.addSublayer(first)
    stage.addSublayer(box(55, 35, 60, 50, yellow))
    stage.addSublayer(box(90, 50, 60, 50, blue))
  },
  Plate("isGeometryFlipped", "The same two layers, with y down and with y up.") { stage in
    for (x, isFlipped) in [(15.0, false), (100, true)] {
      let page = box(x, 20, 65, 80, white)
      page.isGeometryFlipped = isFlipped
      page.addSublayer(box(8, 8, 49, 14, blue))
      page.addSublayer(box(8, 28, 30, 10, green))
      stage.addSublayer(page)
    }
  },
  Plate("sublayerTransform", "One transform for all sublayers, about the middle of their superlayer.") {
    stage in
    let group = box(30, 15, 120, 90)
    (group.borderWidth, group.borderColor) = (1, ink)
    for i in 0..<3 { group.addSublayer(box(CGFloat(10 + i * 36), 30, 28, 28, [red, green, blue][i])) }
    group.sublayerTransform = CATransform3DMakeRotation(.pi / 10, 0, 0, 1)
    stage.addSublayer(group)
  },
  Plate("Bounds origin", "Moving the bounds' origin scrolls what is inside.") { stage in
    for (x, origin) in [(15.0, CGPoint.zero), (100, CGPoint(x: 20, y: 30))] {
      let window = box(x, 25, 65, 70, white)
      window.masksToBounds = true
      for i in 0..<9 {
        window.addSublayer(
          box(CGFloat(i % 3) * 30 + 5, CGFloat(i / 3) * 35 + 5, 24, 28, [violet, green, yellow][i / 3])
        )
      }
      window.bounds.origin = origin
      stage.addSublayer(window)
    }
  },
  Plate(
    "Constraints",
    "A layout manager places layers by rules: a header, a button at the edge, a body between."
  ) { stage in
    let window = box(20, 10, 140, 100, white)
    window.layoutManager = CAConstraintLayoutManager.layoutManager
    func add(_ name: String, _ color: CGColor, _ rules: [CAConstraint]) {
      let layer = box(0, 0, 30, 20, color)
      layer.name = name
      for rule in rules { layer.addConstraint(rule) }
      window.addSublayer(layer)
    }
    add(
      "header",
      blue,
      [
        CAConstraint(attribute: .minX, relativeTo: "superlayer", attribute: .minX),
        CAConstraint(attribute: .width, relativeTo: "superlayer", attribute: .width),
        CAConstraint(attribute: .minY, relativeTo: "superlayer", attribute: .minY),
      ]
    )
    add(
      "button",
      green,
      [
        CAConstraint(attribute: .maxX, relativeTo: "superlayer", attribute: .maxX, offset: -8),
        CAConstraint(attribute: .maxY, relativeTo: "superlayer", attribute: .maxY, offset: -8),
      ]
    )
    add(
      "body",
      yellow,
      [
        CAConstraint(attribute: .minX, relativeTo: "superlayer", attribute: .minX, offset: 8),
        CAConstraint(attribute: .maxX, relativeTo: "button", attribute: .minX, offset: -8),
        CAConstraint(attribute: .minY, relativeTo: "header", attribute: .maxY, offset: 8),
        CAConstraint(attribute: .maxY, relativeTo: "superlayer", attribute: .maxY, offset: -8),
      ]
    )
    stage.addSublayer(window)
  },
]

let appearancePlates = [
  Plate("cornerRadius and maskedCorners", "All corners, two corners, and the continuous curve.") { stage in
    for (index, edit) in [
      { $0.cornerRadius = 16 },
      { ($0.cornerRadius, $0.maskedCorners) = (16, [.layerMinXMinYCorner, .layerMaxXMaxYCorner]) },
      { ($0.cornerRadius, $0.cornerCurve) = (16, .continuous) },
    ].enumerated() as EnumeratedSequence<[(CALayer) -> Void]> {
      let layer = box(CGFloat(12 + index * 54), 36, 48, 48, [red, green, blue][index])
      edit(layer)
      stage.addSublayer(layer)
    }
  },
  Plate("Borders", "A border lies inside the bounds, over contents and sublayers.") { stage in
    let layer = box(40, 25, 100, 70, white)
    (layer.borderWidth, layer.borderColor, layer.cornerRadius) = (8, blue.copy(alpha: 0.6), 14)
    layer.addSublayer(box(-15, 25, 60, 20, red))
    stage.addSublayer(layer)
  },
  Plate("Opacity of groups", "Half opaque as one picture, and part by part.") { stage in
    for (x, isGroup) in [(12.0, true), (98, false)] {
      let group = box(x, 20, 70, 80)
      group.addSublayer(box(0, 0, 45, 50, red))
      group.addSublayer(box(25, 30, 45, 50, blue))
      (group.opacity, group.allowsGroupOpacity) = (0.5, isGroup)
      stage.addSublayer(group)
    }
  },
  Plate("masksToBounds", "Sublayers that stick out, and the same clipped to round bounds.") { stage in
    for (x, masks) in [(20.0, false), (105, true)] {
      let card = box(x, 30, 55, 60, white)
      (card.cornerRadius, card.masksToBounds) = (14, masks)
      card.addSublayer(box(-8, 34, 71, 34, green))
      stage.addSublayer(card)
    }
  },
]

let contentsPlates = [
  Plate("Contents", "An image in a layer, whose corners clip it.") { stage in
    let photo = box(30, 20, 120, 80)
    photo.contents = landscape()
    (photo.cornerRadius, photo.masksToBounds) = (12, true)
    stage.addSublayer(photo)
  },
  Plate("contentsGravity", "Resize, resizeAspect, resizeAspectFill and center of one image.") { stage in
    let modes: [CALayerContentsGravity] = [.resize, .resizeAspect, .resizeAspectFill, .center]
    for (index, gravity) in modes.enumerated() {
      let layer = box(CGFloat(8 + index * 42), 15, 38, 90, white)
      layer.contents = landscape()
      layer.contentsGravity = gravity
      layer.contentsScale = 8
      layer.masksToBounds = true
      layer.borderWidth = 1
      stage.addSublayer(layer)
    }
  },
  Plate("contentsRect", "A part of the image: each layer shows a quarter of it.") { stage in
    for i in 0..<4 {
      let (column, row) = (CGFloat(i % 2), CGFloat(i / 2))
      let layer = box(24 + column * 68, 12 + row * 49, 64, 45)
      layer.contents = landscape()
      layer.contentsRect = CGRect(x: column / 2, y: row / 2, width: 0.5, height: 0.5)
      stage.addSublayer(layer)
    }
  },
  Plate("contentsCenter", "A small frame stretched, and the same cut into nine parts.") { stage in
    for (x, center) in [
      (12.0, CGRect(x: 0, y: 0, width: 1, height: 1)),
      (98, CGRect(x: 1.0 / 3, y: 1.0 / 3, width: 1.0 / 3, height: 1.0 / 3)),
    ] {
      let layer = box(x, 20, 70, 80)
      layer.contents = frameImage()
      layer.contentsCenter = center
      stage.addSublayer(layer)
    }
  },
  Plate("Filters of contents", "Sixteen pixels magnified: nearest and linear.") { stage in
    for (x, filter) in [(15.0, CALayerContentsFilter.nearest), (97, .linear)] {
      let layer = box(x, 26, 68, 68)
      layer.contents = pixels()
      layer.magnificationFilter = filter
      stage.addSublayer(layer)
    }
  },
  Plate("Drawing", "A layer that draws its contents itself.") { stage in
    final class Dial: CALayer {
      override func draw(in context: CGContext) {
        context.setLineWidth(6)
        context.setStrokeColor(blue)
        context.addArc(
          center: CGPoint(x: 40, y: 40),
          radius: 34,
          startAngle: .pi * 0.75,
          endAngle: .pi * 2.1,
          clockwise: false
        )
        context.strokePath()
        context.setFillColor(red)
        context.fillEllipse(in: CGRect(x: 34, y: 34, width: 12, height: 12))
      }
    }
    let dial = Dial()
    dial.frame = CGRect(x: 50, y: 20, width: 80, height: 80)
    dial.contentsScale = 2
    dial.setNeedsDisplay()
    stage.addSublayer(dial)
  },
]

let effectPlates = [
  Plate("Shadows", "Of the silhouette of all that a layer paints, and of a path.") { stage in
    let note = CATextLayer()
    note.frame = CGRect(x: 15, y: 30, width: 70, height: 50)
    (note.string, note.fontSize, note.foregroundColor) = ("Aa", 42, red)
    let card = box(105, 30, 55, 50, white)
    card.shadowPath = CGPath(ellipseIn: CGRect(x: -4, y: 44, width: 63, height: 16), transform: nil)
    for layer in [note, card] {
      layer.shadowOpacity = 0.6
      layer.shadowOffset = CGSize(width: 2, height: 4)
      layer.shadowRadius = 3
      stage.addSublayer(layer)
    }
  },
  Plate("Masks", "The alpha of one layer tree cuts another.") { stage in
    let photo = box(20, 10, 140, 100)
    photo.contents = landscape()
    let mask = CAShapeLayer()
    mask.path = star(70, 52, 50)
    photo.mask = mask
    stage.addSublayer(photo)
  },
  Plate("Filters", "As it is, blurred, without colour, and turned in hue.") { stage in
    let blur = CAFilter(type: "gaussianBlur")
    blur.setValue(2, forKey: "inputRadius")
    let grey = CAFilter(type: "colorSaturate")
    grey.setValue(0, forKey: "inputAmount")
    let hue = CAFilter(type: "colorHueRotate")
    hue.setValue(2.5, forKey: "inputAngle")
    for (index, filters) in [nil, [blur], [grey], [hue]].enumerated() {
      let layer = box(CGFloat(14 + index % 2 * 80), CGFloat(8 + index / 2 * 54), 72, 48)
      layer.contents = landscape()
      layer.filters = filters
      stage.addSublayer(layer)
    }
  },
  Plate("backgroundFilters", "What lies behind a layer is blurred within its bounds.") { stage in
    let photo = box(10, 5, 160, 110)
    photo.contents = landscape()
    stage.addSublayer(photo)
    let blur = CAFilter(type: "gaussianBlur")
    blur.setValue(5, forKey: "inputRadius")
    let glass = box(50, 30, 80, 60, white.copy(alpha: 0.25))
    glass.backgroundFilters = [blur]
    (glass.cornerRadius, glass.masksToBounds) = (14, true)
    stage.addSublayer(glass)
  },
  Plate("compositingFilter", "Blend modes: normal, multiply, screen, overlay, difference, luminosity.") {
    stage in
    let names = [
      nil, "multiplyBlendMode", "screenBlendMode", "overlayBlendMode", "differenceBlendMode",
      "luminosityBlendMode",
    ]
    for (index, name) in names.enumerated() {
      let group = box(CGFloat(6 + index % 3 * 57), CGFloat(6 + index / 3 * 55), 54, 52)
      let photo = box(0, 0, 54, 36)
      photo.contents = landscape()
      group.addSublayer(photo)
      let over = box(12, 10, 30, 40, yellow)
      over.compositingFilter = name
      group.addSublayer(over)
      stage.addSublayer(group)
    }
  },
  Plate("shouldRasterize", "Outlines scaled by four, and the bitmap of one pixel a point that they were.") {
    stage in
    for (x, rasterizes) in [(48.0, false), (132, true)] {
      let shape = CAShapeLayer()
      shape.bounds = CGRect(x: 0, y: 0, width: 20, height: 20)
      shape.position = CGPoint(x: x, y: 60)
      shape.path = star(10, 10.5, 9)
      shape.fillColor = violet
      shape.shouldRasterize = rasterizes
      shape.transform = CATransform3DMakeScale(4, 4, 1)
      stage.addSublayer(shape)
    }
  },
]

let depthPlates = [
  Plate("Perspective", "Cards turned about their middles, seen from 300 points.") { stage in
    stage.sublayerTransform.m34 = -1 / 300
    for (index, angle) in [-0.8, -0.4, 0, 0.4, 0.8].enumerated() {
      let card = box(CGFloat(6 + index * 34), 30, 32, 60, [red, yellow, green, blue, violet][index])
      card.cornerRadius = 6
      card.transform = CATransform3DMakeRotation(angle, 0, 1, 0)
      stage.addSublayer(card)
    }
  },
  Plate("Crossing planes", "Two sublayers that cut each other in depth.") { stage in
    stage.sublayerTransform.m34 = -1 / 300
    for (color, angle) in [(blue, 0.9), (yellow, -0.6)] {
      let plane = box(40, 20, 100, 80, color)
      plane.transform = CATransform3DRotate(CATransform3DMakeRotation(0.3, 1, 0, 0), angle, 0, 1, 0)
      stage.addSublayer(plane)
    }
  },
  Plate("isDoubleSided", "Five steps of a turn; what shows its back is hidden.") { stage in
    stage.sublayerTransform.m34 = -1 / 300
    for index in 0..<5 {
      let ghost = box(CGFloat(8 + index * 34), 40, 28, 40)
      (ghost.borderWidth, ghost.borderColor) = (0.5, ink)
      stage.addSublayer(ghost)
      let card = box(CGFloat(8 + index * 34), 40, 28, 40, red)
      card.isDoubleSided = false
      card.transform = CATransform3DMakeRotation(CGFloat(index) * .pi / 5, 0, 1, 0)
      stage.addSublayer(card)
    }
  },
]

let movementPlates = [
  Plate("CABasicAnimation", "From one value to another, eased.", at: [0.1, 0.5, 0.9]) { stage in
    let ball = box(10, 45, 30, 30, red)
    ball.cornerRadius = 15
    let move = CABasicAnimation(keyPath: "position.x")
    (move.fromValue, move.toValue, move.duration) = (25, 155, 1)
    move.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
    ball.add(move, forKey: "move")
    stage.addSublayer(ball)
  },
  Plate("CAKeyframeAnimation", "Along a path, turned as it turns.", at: [0.2, 0.8, 1.4]) { stage in
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 20, y: 95))
    path.addCurve(
      to: CGPoint(x: 160, y: 30),
      control1: CGPoint(x: 60, y: -40),
      control2: CGPoint(x: 110, y: 160)
    )
    let track = CAShapeLayer()
    (track.path, track.fillColor, track.strokeColor) = (path, nil, ink.copy(alpha: 0.3))
    stage.addSublayer(track)
    let arrow = CAShapeLayer()
    arrow.path = CGPath(rect: CGRect(x: -12, y: -5, width: 24, height: 10), transform: nil)
    arrow.fillColor = green
    let ride = CAKeyframeAnimation(keyPath: "position")
    (ride.path, ride.calculationMode, ride.rotationMode, ride.duration) = (path, .paced, .rotateAuto, 2)
    arrow.add(ride, forKey: "ride")
    stage.addSublayer(arrow)
  },
  Plate("CASpringAnimation", "Beyond the end and back.", at: [0.1, 0.3, 0.55]) { stage in
    let card = box(15, 40, 40, 40, blue)
    card.cornerRadius = 8
    let spring = CASpringAnimation(keyPath: "position.x")
    (spring.fromValue, spring.toValue) = (35, 125)
    (spring.mass, spring.stiffness, spring.damping) = (1, 120, 6)
    spring.duration = spring.settlingDuration
    card.add(spring, forKey: "spring")
    stage.addSublayer(card)
  },
  Plate("Replicated animation", "Copies lag behind each other.", at: [0.3, 0.6, 0.9]) { stage in
    let bars = CAReplicatorLayer()
    bars.frame = stage.bounds
    bars.instanceCount = 8
    bars.instanceDelay = 0.12
    bars.instanceTransform = CATransform3DMakeTranslation(20, 0, 0)
    let bar = box(12, 40, 14, 40, violet)
    let pulse = CABasicAnimation(keyPath: "transform.scale.y")
    (pulse.fromValue, pulse.toValue, pulse.duration) = (0.3, 1.6, 0.5)
    (pulse.autoreverses, pulse.repeatCount, pulse.beginTime) = (true, .infinity, -2)
    pulse.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
    bar.add(pulse, forKey: "pulse")
    bars.addSublayer(bar)
    stage.addSublayer(bars)
  },
]
