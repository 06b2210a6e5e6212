import QuartzCore

/// A fountain of sparks.
func makeScene() -> CALayer {
  let root = CALayer()
  root.bounds = CGRect(x: 0, y: 0, width: 240, height: 160)
  root.backgroundColor = CGColor(srgbRed: 0.04, green: 0.05, blue: 0.12, alpha: 1)

  let cell = CAEmitterCell()
  cell.name = "spark"
  cell.contents = makeSpark()
  cell.birthRate = 120
  cell.lifetime = 1.6
  cell.lifetimeRange = 0.4
  cell.velocity = 190
  cell.velocityRange = 40
  cell.emissionLongitude = -.pi / 2
  cell.emissionRange = .pi / 8
  cell.yAcceleration = 210
  cell.scale = 0.45
  cell.scaleRange = 0.3
  cell.color = CGColor(srgbRed: 0.55, green: 0.75, blue: 1, alpha: 0.9)
  cell.redRange = 0.4
  cell.alphaSpeed = -0.5

  let emitter = CAEmitterLayer()
  emitter.frame = root.bounds
  emitter.emitterPosition = CGPoint(x: 120, y: 150)
  emitter.renderMode = .additive
  emitter.emitterCells = [cell]
  emitter.seed = 5
  // Two seconds of sparks are already in the air at the first frame.
  emitter.beginTime = -2
  root.addSublayer(emitter)
  return root
}

/// A soft white dot.
private func makeSpark() -> CGImage? {
  let context = CGContext(
    data: nil,
    width: 24,
    height: 24,
    bitsPerComponent: 8,
    bytesPerRow: 0,
    space: CGColorSpaceCreateDeviceRGB(),
    bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
  )
  let colors = [CGColor(gray: 1, alpha: 1), CGColor(gray: 1, alpha: 0)]
  guard let context, let gradient = CGGradient(colorsSpace: nil, colors: colors as CFArray, locations: nil)
  else {
    return nil
  }
  let center = CGPoint(x: 12, y: 12)
  context.drawRadialGradient(
    gradient,
    startCenter: center,
    startRadius: 0,
    endCenter: center,
    endRadius: 12,
    options: []
  )
  return context.makeImage()
}
