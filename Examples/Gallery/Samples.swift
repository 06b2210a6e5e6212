import Foundation
import QuartzCore

let ink = CGColor(srgbRed: 0.12, green: 0.15, blue: 0.22, alpha: 1)
let blue = CGColor(srgbRed: 0.18, green: 0.44, blue: 0.93, alpha: 1)
let red = CGColor(srgbRed: 0.93, green: 0.30, blue: 0.28, alpha: 1)
let green = CGColor(srgbRed: 0.20, green: 0.70, blue: 0.45, alpha: 1)
let yellow = CGColor(srgbRed: 0.98, green: 0.77, blue: 0.20, alpha: 1)
let violet = CGColor(srgbRed: 0.52, green: 0.33, blue: 0.85, alpha: 1)
let white = CGColor(gray: 1, alpha: 1)

/// The changes that a plate makes to its layers at later times.
var changes: [(time: CFTimeInterval, body: () -> Void)] = []

func later(_ time: CFTimeInterval, _ body: @escaping () -> Void) { changes.append((time, body)) }

/// A layer with a frame and a colour.
func box(_ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat, _ color: CGColor? = nil) -> CALayer
{
  let layer = CALayer()
  layer.frame = CGRect(x: x, y: y, width: width, height: height)
  layer.backgroundColor = color
  return layer
}

private func drawn(_ width: Int, _ height: Int, _ body: (CGContext) -> Void) -> CGImage? {
  let context = CGContext(
    data: nil,
    width: width,
    height: height,
    bitsPerComponent: 8,
    bytesPerRow: 0,
    space: CGColorSpaceCreateDeviceRGB(),
    bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
  )
  if let context { body(context) }
  return context?.makeImage()
}

/// Hills under an evening sky, 240 x 160 pixels.
func landscape() -> CGImage? {
  drawn(240, 160) { context in
    let sky = [
      CGColor(srgbRed: 1, green: 0.80, blue: 0.45, alpha: 1),
      CGColor(srgbRed: 0.25, green: 0.35, blue: 0.75, alpha: 1),
    ]
    if let gradient = CGGradient(colorsSpace: nil, colors: sky as CFArray, locations: nil) {
      context.drawLinearGradient(
        gradient,
        start: CGPoint(x: 0, y: 40),
        end: CGPoint(x: 0, y: 160),
        options: [.drawsBeforeStartLocation, .drawsAfterEndLocation]
      )
    }
    context.setFillColor(CGColor(srgbRed: 1, green: 0.93, blue: 0.75, alpha: 1))
    context.fillEllipse(in: CGRect(x: 150, y: 60, width: 44, height: 44))
    for (color, x, y, width) in [
      (CGColor(srgbRed: 0.30, green: 0.35, blue: 0.55, alpha: 1), -40.0, -70.0, 240.0),
      (CGColor(srgbRed: 0.20, green: 0.28, blue: 0.42, alpha: 1), 90, -90, 260),
      (CGColor(srgbRed: 0.12, green: 0.20, blue: 0.28, alpha: 1), -90, -120, 300),
    ] {
      context.setFillColor(color)
      context.fillEllipse(in: CGRect(x: x, y: y, width: width, height: 150))
    }
  }
}

/// A frame of 30 x 30 pixels whose edges are ten wide.
func frameImage() -> CGImage? {
  drawn(30, 30) { context in
    context.setFillColor(blue)
    context.fill(CGRect(x: 0, y: 0, width: 30, height: 30))
    context.setFillColor(yellow)
    for (x, y) in [(0.0, 0.0), (20, 0), (0, 20), (20, 20)] {
      context.fillEllipse(in: CGRect(x: x + 2, y: y + 2, width: 6, height: 6))
    }
    context.setFillColor(white)
    context.fill(CGRect(x: 10, y: 10, width: 10, height: 10))
  }
}

/// Sixteen pixels of four colours.
func pixels() -> CGImage? {
  drawn(4, 4) { context in
    for i in 0..<16 {
      context.setFillColor([red, yellow, green, blue][(i + i / 4) % 4])
      context.fill(CGRect(x: i % 4, y: i / 4, width: 1, height: 1))
    }
  }
}

/// Rings of 320 x 288 pixels, finer towards the outside.
func stripes() -> CGImage? {
  drawn(320, 288) { context in
    context.setFillColor(white)
    context.fill(CGRect(x: 0, y: 0, width: 320, height: 288))
    context.setStrokeColor(ink)
    var radius = 24.0
    while radius < 260 {
      let width = 200 / radius
      context.setLineWidth(width)
      context.strokeEllipse(
        in: CGRect(x: 160 - radius, y: 144 - radius, width: 2 * radius, height: 2 * radius)
      )
      radius += 2 * width
    }
  }
}

/// A soft white dot of 24 x 24 pixels.
func spark() -> CGImage? {
  drawn(24, 24) { context in
    let colors = [CGColor(gray: 1, alpha: 1), CGColor(gray: 1, alpha: 0)]
    guard let gradient = CGGradient(colorsSpace: nil, colors: colors as CFArray, locations: nil) else {
      return
    }
    let middle = CGPoint(x: 12, y: 12)
    context.drawRadialGradient(
      gradient,
      startCenter: middle,
      startRadius: 0,
      endCenter: middle,
      endRadius: 12,
      options: []
    )
  }
}

/// A white disc of 24 x 24 pixels.
func dot() -> CGImage? {
  drawn(24, 24) { context in
    context.setFillColor(white)
    context.fillEllipse(in: CGRect(x: 1, y: 1, width: 22, height: 22))
  }
}

/// A white square of 24 x 24 pixels with a hole.
func square() -> CGImage? {
  drawn(24, 24) { context in
    context.setFillColor(white)
    context.fill([CGRect(x: 1, y: 1, width: 22, height: 6), CGRect(x: 1, y: 17, width: 22, height: 6)])
    context.fill([CGRect(x: 1, y: 7, width: 6, height: 10), CGRect(x: 17, y: 7, width: 6, height: 10)])
  }
}

/// A star with five points about a middle.
func star(_ x: CGFloat, _ y: CGFloat, _ radius: CGFloat) -> CGPath {
  let path = CGMutablePath()
  for i in 0..<10 {
    let angle = CGFloat(i) * .pi / 5 - .pi / 2
    let r = i % 2 == 0 ? radius : radius * 0.42
    let point = CGPoint(x: x + cos(angle) * r, y: y + sin(angle) * r)
    if i == 0 { path.move(to: point) } else { path.addLine(to: point) }
  }
  path.closeSubpath()
  return path
}

/// A colour of violet dots, ten points apart on a turned grid.
func dots() -> CGColor? {
  var callbacks = CGPatternCallbacks(
    version: 0,
    drawPattern: { _, context in
      context.setFillColor(violet)
      context.fillEllipse(in: CGRect(x: 2, y: 2, width: 6, height: 6))
    },
    releaseInfo: nil
  )
  let pattern = CGPattern(
    info: nil,
    bounds: CGRect(x: 0, y: 0, width: 10, height: 10),
    matrix: CGAffineTransform(rotationAngle: 0.4),
    xStep: 10,
    yStep: 10,
    tiling: .constantSpacing,
    isColored: true,
    callbacks: &callbacks
  )
  guard let pattern, let space = CGColorSpace(patternBaseSpace: nil) else { return nil }
  return CGColor(patternSpace: space, pattern: pattern, components: [1])
}
