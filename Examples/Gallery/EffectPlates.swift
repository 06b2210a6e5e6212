import QuartzCore

let effectPlates = [
  Plate("Shadows", "A shadow of everything that a layer paints, and a shadow of a path.") { stage in
    let note = CATextLayer()
    note.frame = CGRect(x: 15, y: 30, width: 70, height: 50)
    (note.string, note.fontSize, note.foregroundColor) = ("Aa", 42, red)
    let card = box(105, 30, 55, 50, white)
    card.shadowPath = CGPath(ellipseIn: CGRect(x: -4, y: 44, width: 63, height: 16), transform: nil)
    card.shadowColor = violet
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
  Plate("Filters", "A picture as it is, blurred, without colour, and with turned hues.") { stage in
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
  Plate(
    "More filters",
    "Inverted, one hue, contrast, sepia by a matrix, bloom, pixels, vignette, a drop shadow."
  ) {
    stage in
    let sepia = [0.39, 0.77, 0.19, 0, 0, 0.35, 0.69, 0.17, 0, 0, 0.27, 0.53, 0.13, 0, 0, 0, 0, 0, 1, 0]
    let kinds: [(String, [String: Any])] = [
      ("colorInvert", [:]), ("colorMonochrome", ["inputColor": blue, "inputAmount": 1]),
      ("colorContrast", ["inputAmount": 2]), ("colorMatrix", ["inputColorMatrix": sepia]),
      ("bloom", ["inputRadius": 5, "inputAmount": 1]), ("pixellate", ["inputScale": 5]),
      ("vignette", ["inputRadius": 1, "inputIntensity": 1]),
      ("dropShadow", ["inputRadius": 3, "inputOffset": CGSize(width: 2, height: 3)]),
    ]
    for (index, (type, inputs)) in kinds.enumerated() {
      let filter = CAFilter(type: type)
      for (key, value) in inputs { filter.setValue(value, forKey: key) }
      let layer = box(CGFloat(6 + index % 4 * 43), CGFloat(22 + index / 4 * 42), 39, 30)
      layer.contents = landscape()
      layer.filters = [filter]
      stage.addSublayer(layer)
    }
  },
  Plate("backgroundFilters", "A layer blurs the backdrop within its bounds.") { stage in
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
  Plate("shouldRasterize", "Outlines scaled by four, and bitmaps of one and of two pixels a point.") {
    stage in
    for (x, scale) in [(30.0, nil), (90, 1), (150, 2)] as [(CGFloat, CGFloat?)] {
      let shape = CAShapeLayer()
      shape.bounds = CGRect(x: 0, y: 0, width: 20, height: 20)
      shape.position = CGPoint(x: x, y: 60)
      shape.path = star(10, 10.5, 9)
      shape.fillColor = violet
      shape.shouldRasterize = scale != nil
      shape.rasterizationScale = scale ?? 1
      shape.transform = CATransform3DMakeScale(3, 3, 1)
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
  Plate("anchorPointZ", "The same turn about a line in the plane, and about one behind and before it.") {
    stage in
    stage.sublayerTransform.m34 = -1 / 300
    for (index, depth) in [0.0, -40, 40].enumerated() {
      let card = box(CGFloat(14 + index * 56), 35, 40, 50, [red, green, blue][index])
      card.anchorPointZ = depth
      card.transform = CATransform3DMakeRotation(0.6, 0, 1, 0)
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
  Plate("isDoubleSided", "Five steps of a turn; a layer that shows its back is hidden.") { stage in
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
