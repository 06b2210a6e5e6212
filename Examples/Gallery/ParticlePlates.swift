import QuartzCore

let particlePlates = [
  Plate(
    "Emitter shapes",
    "Where particles begin: on a line, on the outline and in the area of shapes, at corners."
  ) {
    stage in
    let places: [(CAEmitterLayerEmitterShape, CAEmitterLayerEmitterMode)] = [
      (.line, .outline), (.rectangle, .outline), (.rectangle, .surface), (.circle, .outline),
      (.circle, .volume), (.rectangle, .points),
    ]
    for (index, (shape, mode)) in places.enumerated() {
      let cell = CAEmitterCell()
      cell.contents = dot()
      (cell.birthRate, cell.lifetime, cell.scale) = (300, 1, 0.12)
      cell.color = [red, yellow, green, blue, violet, ink][index]
      let emitter = CAEmitterLayer()
      emitter.emitterPosition = CGPoint(x: 32 + index % 3 * 58, y: 32 + index / 3 * 56)
      // Of a circle it is the radius.
      let size: CGFloat = shape == .circle ? 18 : 36
      emitter.emitterSize = CGSize(width: size, height: size)
      (emitter.emitterShape, emitter.emitterMode) = (shape, mode)
      emitter.emitterCells = [cell]
      emitter.beginTime = -2
      stage.addSublayer(emitter)
    }
  },
  Plate("Lives of particles", "Colours, sizes and turns that differ and change: ranges, speeds and spin.") {
    stage in
    let cell = CAEmitterCell()
    cell.contents = square()
    (cell.birthRate, cell.lifetime, cell.lifetimeRange) = (22, 2.4, 0.4)
    (cell.velocity, cell.velocityRange) = (70, 6)
    (cell.scale, cell.scaleRange, cell.scaleSpeed) = (0.2, 0.1, 0.3)
    (cell.spin, cell.spinRange) = (1.5, 1)
    cell.color = CGColor(srgbRed: 0.9, green: 0.3, blue: 0.3, alpha: 1)
    (cell.redRange, cell.blueRange, cell.greenRange, cell.alphaRange) = (0.2, 0.3, 0.2, 0.1)
    (cell.redSpeed, cell.greenSpeed, cell.blueSpeed, cell.alphaSpeed) = (-0.3, 0.25, 0.2, -0.25)
    cell.xAcceleration = 4
    let emitter = CAEmitterLayer()
    emitter.emitterPosition = CGPoint(x: 6, y: 60)
    emitter.emitterSize = CGSize(width: 1, height: 80)
    (emitter.emitterShape, emitter.emitterMode) = (.rectangle, .surface)
    emitter.emitterCells = [cell]
    emitter.beginTime = -5
    stage.addSublayer(emitter)
  },
  Plate(
    "Cells of cells",
    "Rockets that trail sparks, and burst: particles that emit particles.",
    at: [1.1, 1.5, 1.9]
  ) {
    stage in
    stage.backgroundColor = ink
    let burst = CAEmitterCell()
    burst.contents = spark()
    (burst.birthRate, burst.lifetime, burst.velocity) = (4000, 1, 55)
    (burst.beginTime, burst.duration, burst.emissionRange) = (0.9, 0.05, 2 * .pi)
    (burst.scale, burst.alphaSpeed, burst.yAcceleration) = (0.25, -0.9, 40)
    burst.color = CGColor(srgbRed: 1, green: 0.7, blue: 0.3, alpha: 1)
    let trail = CAEmitterCell()
    trail.contents = spark()
    (trail.birthRate, trail.lifetime, trail.scale, trail.alphaSpeed) = (60, 0.5, 0.2, -1.6)
    trail.duration = 0.9
    trail.color = CGColor(srgbRed: 0.6, green: 0.7, blue: 1, alpha: 1)
    let rocket = CAEmitterCell()
    (rocket.birthRate, rocket.lifetime, rocket.velocity) = (2, 1, 120)
    (rocket.emissionLongitude, rocket.emissionRange, rocket.yAcceleration) = (-.pi / 2, 0.7, 60)
    rocket.emitterCells = [trail, burst]
    let emitter = CAEmitterLayer()
    emitter.emitterPosition = CGPoint(x: 90, y: 118)
    (emitter.renderMode, emitter.emitterCells, emitter.seed) = (.additive, [rocket], 4)
    stage.addSublayer(emitter)
  },
  Plate(
    "Render modes",
    "Render modes: the oldest, the youngest or the nearest particle on top, and additive."
  ) {
    stage in
    stage.backgroundColor = ink
    for (index, mode) in [CAEmitterLayerRenderMode.oldestFirst, .oldestLast, .backToFront, .additive]
      .enumerated()
    {
      let cell = CAEmitterCell()
      cell.contents = dot()
      (cell.birthRate, cell.lifetime, cell.velocity, cell.emissionLongitude) = (4, 2.1, 40, -.pi / 2)
      (cell.scale, cell.scaleSpeed, cell.redSpeed, cell.blueSpeed) = (1.4, -0.35, -0.45, 0.45)
      cell.color = CGColor(srgbRed: 1, green: 0.4, blue: 0, alpha: 1)
      let emitter = CAEmitterLayer()
      emitter.emitterPosition = CGPoint(x: 26 + index * 43, y: 104)
      (emitter.renderMode, emitter.emitterCells, emitter.beginTime) = (mode, [cell], -4)
      stage.addSublayer(emitter)
    }
  },
  Plate("Particles in depth", "Particles of a sphere, flat and in the space of a turned emitter.") { stage in
    stage.sublayerTransform.m34 = -1 / 300
    for (x, isDeep) in [(48.0, false), (132, true)] {
      let cell = CAEmitterCell()
      cell.contents = dot()
      (cell.birthRate, cell.lifetime, cell.scale) = (150, 1, 0.25)
      (cell.velocity, cell.emissionLatitude, cell.zAcceleration) = (2, 1, 4)
      cell.color = violet
      let emitter = CAEmitterLayer()
      emitter.position = CGPoint(x: x, y: 60)
      (emitter.emitterSize, emitter.emitterDepth) = (CGSize(width: 34, height: 34), 34)
      (emitter.emitterShape, emitter.emitterMode) = (.sphere, .surface)
      (emitter.preservesDepth, emitter.emitterZPosition) = (isDeep, 10)
      emitter.emitterCells = [cell]
      emitter.beginTime = -2
      emitter.transform = CATransform3DMakeRotation(0.8, 0, 1, 0)
      stage.addSublayer(emitter)
    }
  },
  Plate(
    "Particles between planes",
    "Planes that cross inside a cloud, each particle in front of some and behind others."
  ) { stage in
    let space = CATransformLayer()
    space.position = CGPoint(x: 90, y: 60)
    space.transform.m34 = -1 / 300
    space.transform = CATransform3DRotate(space.transform, -0.4, 1, 0, 0)
    for (color, angle) in [(blue, 0.9), (yellow, -0.6)] {
      let plane = box(-45, -35, 90, 70, color)
      plane.transform = CATransform3DMakeRotation(angle, 0, 1, 0)
      space.addSublayer(plane)
    }
    let cell = CAEmitterCell()
    cell.contents = dot()
    (cell.birthRate, cell.lifetime, cell.scale, cell.color) = (220, 1, 0.3, violet)
    let emitter = CAEmitterLayer()
    (emitter.emitterShape, emitter.emitterMode) = (.sphere, .volume)
    emitter.emitterSize = CGSize(width: 52, height: 52)
    (emitter.renderMode, emitter.preservesDepth) = (.backToFront, true)
    (emitter.emitterCells, emitter.beginTime) = ([cell], -2)
    space.addSublayer(emitter)
    stage.addSublayer(space)
  },
]
