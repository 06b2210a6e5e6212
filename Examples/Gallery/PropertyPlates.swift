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
  Plate("Bounds origin", "Moving the bounds' origin scrolls the sublayers.") { stage in
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
  Plate("autoresizingMask", "Four sublayers after their superlayer has grown.") { stage in
    for (x, size) in [(10.0, CGSize(width: 50, height: 50)), (70, CGSize(width: 100, height: 100))] {
      let page = box(x, 10, 50, 50, white)
      let masks: [(CGColor, CGRect, CAAutoresizingMask)] = [
        (blue, CGRect(x: 0, y: 0, width: 50, height: 10), .layerWidthSizable),
        (green, CGRect(x: 38, y: 38, width: 10, height: 10), [.layerMinXMargin, .layerMinYMargin]),
        (yellow, CGRect(x: 2, y: 12, width: 20, height: 24), [.layerWidthSizable, .layerHeightSizable]),
        (red, CGRect(x: 36, y: 14, width: 10, height: 10), []),
      ]
      for (color, frame, mask) in masks {
        let part = box(frame.minX, frame.minY, frame.width, frame.height, color)
        part.autoresizingMask = mask
        page.addSublayer(part)
      }
      page.frame = CGRect(origin: page.frame.origin, size: size)
      stage.addSublayer(page)
    }
  },
  Plate("isHidden", "A layer with its sublayers, shown and hidden.") { stage in
    for (x, isHidden) in [(20.0, false), (100, true)] {
      let ghost = box(x, 30, 60, 60)
      (ghost.borderWidth, ghost.borderColor) = (1, ink)
      stage.addSublayer(ghost)
      let card = box(x, 30, 60, 60, green)
      card.addSublayer(box(15, 15, 30, 30, white))
      card.isHidden = isHidden
      stage.addSublayer(card)
    }
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
  Plate("Pattern colours", "Cells of a pattern fill a background and a border, and turn with the layer.") {
    stage in
    let page = box(15, 25, 65, 70, dots())
    page.cornerRadius = 14
    stage.addSublayer(page)
    let card = box(103, 27, 60, 66, white)
    (card.borderColor, card.borderWidth) = (dots(), 16)
    card.transform = CATransform3DMakeRotation(0.2, 0, 0, 1)
    stage.addSublayer(card)
  },
  Plate("Opacity of groups", "An opacity of one half, for the group and for each part.") { stage in
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
  Plate("edgeAntialiasingMask", "A turned square with all edges smooth, with two of them, and with none.") {
    stage in
    let masks: [CAEdgeAntialiasingMask] = [
      [.layerLeftEdge, .layerRightEdge, .layerTopEdge, .layerBottomEdge], [.layerTopEdge, .layerBottomEdge],
    ]
    for index in 0..<3 {
      let square = CALayer()
      square.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
      square.position = CGPoint(x: 9 + index * 15, y: 15)
      square.backgroundColor = ink
      square.transform = CATransform3DMakeRotation(0.2, 0, 0, 1)
      if index < 2 { square.edgeAntialiasingMask = masks[index] }
      square.allowsEdgeAntialiasing = index < 2
      // Seen through a lens of four: the bitmap has one pixel a point.
      let lens = CALayer()
      (lens.bounds, lens.position) = (CGRect(x: 0, y: 0, width: 45, height: 30), CGPoint(x: 90, y: 60))
      (lens.shouldRasterize, lens.magnificationFilter) = (true, .nearest)
      lens.transform = CATransform3DMakeScale(4, 4, 1)
      lens.addSublayer(square)
      stage.addSublayer(lens)
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
  Plate("minificationFilter", "An image reduced by eight: nearest, linear, trilinear, and a level softer.") {
    stage in
    let filters: [(CALayerContentsFilter, Float)] = [
      (.nearest, 0), (.linear, 0), (.trilinear, 0), (.trilinear, 1),
    ]
    for (index, (filter, bias)) in filters.enumerated() {
      let layer = box(CGFloat(6 + index * 43), 42, 39, 36)
      layer.contents = stripes()
      (layer.minificationFilter, layer.minificationFilterBias) = (filter, bias)
      stage.addSublayer(layer)
    }
  },
  Plate("contentsFormat and isOpaque", "A layer's drawing, stored in colour, in grey, and without alpha.") {
    stage in
    final class Disc: CALayer {
      override func draw(in context: CGContext) {
        context.setFillColor(red)
        context.fillEllipse(in: bounds.insetBy(dx: 4, dy: 4))
        context.setFillColor(yellow)
        context.fillEllipse(in: bounds.insetBy(dx: 15, dy: 15))
      }
    }
    for index in 0..<3 {
      let disc = Disc()
      disc.frame = CGRect(x: 10 + index * 56, y: 36, width: 48, height: 48)
      disc.contentsScale = 2
      if index == 1 { disc.contentsFormat = .gray8Uint }
      disc.isOpaque = index == 2
      disc.setNeedsDisplay()
      stage.addSublayer(disc)
    }
  },
]
