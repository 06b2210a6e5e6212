import CoreText
import Foundation
import QuartzCore

let layerPlates = [
  Plate("CALayer", "A rectangle with a colour, a border, round corners and a shadow.") { stage in
    let card = CALayer()
    card.frame = CGRect(x: 40, y: 25, width: 100, height: 70)
    card.backgroundColor = white
    card.cornerRadius = 12
    card.borderWidth = 2
    card.borderColor = blue
    card.shadowOpacity = 0.3
    card.shadowOffset = CGSize(width: 0, height: 4)
    card.shadowRadius = 6
    stage.addSublayer(card)
  },
  Plate("CAShapeLayer", "A path, filled and stroked.") { stage in
    let shape = CAShapeLayer()
    shape.frame = stage.bounds
    shape.path = star(90, 62, 48)
    shape.fillColor = yellow
    shape.strokeColor = ink
    shape.lineWidth = 4
    shape.lineJoin = .round
    stage.addSublayer(shape)
  },
  Plate("Fill rules", "The same star by the non-zero and by the even-odd rule.") { stage in
    for (x, rule) in [(48.0, CAShapeLayerFillRule.nonZero), (132, .evenOdd)] {
      let path = CGMutablePath()
      for i in 0..<5 {
        let angle = CGFloat(i) * 4 * .pi / 5 - .pi / 2
        let point = CGPoint(x: x + cos(angle) * 38, y: 62 + sin(angle) * 38)
        if i == 0 { path.move(to: point) } else { path.addLine(to: point) }
      }
      let shape = CAShapeLayer()
      shape.path = path
      shape.fillRule = rule
      shape.fillColor = red
      stage.addSublayer(shape)
    }
  },
  Plate("Caps and joins", "Butt, round and square caps; miter, round and bevel joins.") { stage in
    let caps: [(CAShapeLayerLineCap, CAShapeLayerLineJoin)] = [
      (.butt, .miter), (.round, .round), (.square, .bevel),
    ]
    for (index, (cap, join)) in caps.enumerated() {
      let path = CGMutablePath()
      let x = CGFloat(20 + index * 52)
      path.addLines(between: [CGPoint(x: x, y: 95), CGPoint(x: x + 18, y: 35), CGPoint(x: x + 36, y: 95)])
      let shape = CAShapeLayer()
      shape.path = path
      (shape.lineCap, shape.lineJoin, shape.lineWidth) = (cap, join, 14)
      (shape.fillColor, shape.strokeColor) = (nil, blue)
      stage.addSublayer(shape)
    }
  },
  Plate(
    "Dashes and trimming",
    "A stroke from a tenth to nine tenths of its length, and dashes with round caps."
  ) { stage in
    for (y, pattern) in [(35.0, nil), (62, [12, 6]), (89, [0.1, 9])] as [(CGFloat, [NSNumber]?)] {
      let path = CGMutablePath()
      path.move(to: CGPoint(x: 15, y: y))
      path.addCurve(
        to: CGPoint(x: 165, y: y),
        control1: CGPoint(x: 65, y: y - 35),
        control2: CGPoint(x: 115, y: y + 35)
      )
      let shape = CAShapeLayer()
      shape.path = path
      (shape.fillColor, shape.strokeColor, shape.lineWidth) = (nil, violet, 5)
      shape.lineDashPattern = pattern
      shape.lineCap = pattern == [0.1, 9] ? .round : .butt
      (shape.strokeStart, shape.strokeEnd) = pattern == nil ? (0.1, 0.9) : (0, 1)
      stage.addSublayer(shape)
    }
  },
  Plate(
    "Miter limits and dash phases",
    "A spike within two limits, and a pattern that begins later each time."
  ) {
    stage in
    for (x, limit) in [(12.0, 10.0), (58, 2)] {
      let path = CGMutablePath()
      path.addLines(between: [CGPoint(x: x, y: 100), CGPoint(x: x + 14, y: 30), CGPoint(x: x + 28, y: 100)])
      let spike = CAShapeLayer()
      (spike.path, spike.miterLimit, spike.lineWidth) = (path, limit, 8)
      (spike.fillColor, spike.strokeColor) = (nil, red)
      stage.addSublayer(spike)
    }
    for i in 0..<5 {
      let path = CGMutablePath()
      path.addLines(between: [CGPoint(x: 105, y: 30 + i * 16), CGPoint(x: 170, y: 30 + i * 16)])
      let line = CAShapeLayer()
      (line.path, line.strokeColor, line.lineWidth) = (path, blue, 6)
      (line.lineDashPattern, line.lineDashPhase) = ([14, 8], CGFloat(i) * 5)
      stage.addSublayer(line)
    }
  },
  Plate("CAGradientLayer", "Axial, radial and conic gradients.") { stage in
    let kinds: [(CAGradientLayerType, CGPoint, CGPoint)] = [
      (.axial, CGPoint(x: 0, y: 0), CGPoint(x: 1, y: 1)),
      (.radial, CGPoint(x: 0.5, y: 0.5), CGPoint(x: 1, y: 1)),
      (.conic, CGPoint(x: 0.5, y: 0.5), CGPoint(x: 0.5, y: 0)),
    ]
    for (index, (type, start, end)) in kinds.enumerated() {
      let gradient = CAGradientLayer()
      gradient.frame = CGRect(x: 12 + index * 54, y: 36, width: 48, height: 48)
      gradient.colors = [blue, violet, red, yellow]
      (gradient.type, gradient.startPoint, gradient.endPoint) = (type, start, end)
      gradient.cornerRadius = 8
      stage.addSublayer(gradient)
    }
  },
  Plate("Gradient locations", "Stops at given places; two at one place make an edge.") { stage in
    let gradient = CAGradientLayer()
    gradient.frame = CGRect(x: 20, y: 40, width: 140, height: 40)
    gradient.colors = [green, green, white, white, red, red]
    gradient.locations = [0, 0.33, 0.33, 0.67, 0.67, 1]
    (gradient.startPoint, gradient.endPoint) = (CGPoint(x: 0, y: 0.5), CGPoint(x: 1, y: 0.5))
    stage.addSublayer(gradient)
  },
  Plate("CATextLayer", "A line of text in three alignments.") { stage in
    for (y, mode) in [(16.0, CATextLayerAlignmentMode.left), (48, .center), (80, .right)] {
      let text = CATextLayer()
      text.frame = CGRect(x: 15, y: y, width: 150, height: 28)
      text.string = "Strata"
      text.fontSize = 22
      text.foregroundColor = ink
      text.alignmentMode = mode
      text.contentsScale = 2
      stage.addSublayer(text)
    }
  },
  Plate("Wrapping and truncation", "Words wrap to the width; text that does not fit ends in an ellipsis.") {
    stage in
    let text = CATextLayer()
    text.frame = CGRect(x: 15, y: 12, width: 150, height: 44)
    text.string = "Layers are bitmaps that a compositor moves, scales and blends for you."
    text.fontSize = 14
    text.foregroundColor = ink
    text.isWrapped = true
    text.truncationMode = .end
    stage.addSublayer(text)
    let line = CATextLayer()
    line.frame = CGRect(x: 15, y: 85, width: 150, height: 22)
    (line.string, line.fontSize, line.foregroundColor) = ("One line that is cut in its middle", 14, blue)
    line.truncationMode = .middle
    stage.addSublayer(line)
  },
  Plate("Fonts and attributed strings", "A font by its name, and runs with looks of their own, justified.") {
    stage in
    let code = CATextLayer()
    code.frame = CGRect(x: 15, y: 10, width: 150, height: 24)
    (code.string, code.fontSize, code.foregroundColor) = ("let layers = 3", 15, violet)
    code.font = "Courier" as CFString
    stage.addSublayer(code)
    let words = NSMutableAttributedString(
      string: "Every run has a font, a size and a colour of its own, and lines of a paragraph end together."
    )
    let large = CTFontCreateWithName("Times" as CFString, 20, nil)
    let small = CTFontCreateWithName("Helvetica" as CFString, 13, nil)
    words.addAttributes([.font: small, .foregroundColor: ink], range: NSRange(location: 0, length: 91))
    words.addAttributes([.font: large, .foregroundColor: red], range: NSRange(location: 0, length: 9))
    let text = CATextLayer()
    text.frame = CGRect(x: 15, y: 38, width: 150, height: 76)
    (text.string, text.isWrapped, text.alignmentMode) = (words, true, .justified)
    stage.addSublayer(text)
  },
  Plate("CAReplicatorLayer", "One dot, twelve times: each copy turned on and a little paler.") { stage in
    let copies = CAReplicatorLayer()
    copies.frame = CGRect(x: 45, y: 15, width: 90, height: 90)
    copies.instanceCount = 12
    copies.instanceTransform = CATransform3DMakeRotation(.pi / 6, 0, 0, 1)
    copies.instanceAlphaOffset = -1 / 13
    let dot = box(40, 4, 10, 24, violet)
    dot.cornerRadius = 5
    copies.addSublayer(dot)
    stage.addSublayer(copies)
  },
  Plate("Replicators inside replicators", "A row of rows, whose colours step in both directions.") { stage in
    let row = CAReplicatorLayer()
    row.instanceCount = 7
    row.instanceTransform = CATransform3DMakeTranslation(22, 0, 0)
    row.instanceGreenOffset = -0.12
    row.instanceBlueOffset = -0.05
    row.instanceColor = CGColor(srgbRed: 1, green: 1, blue: 0.9, alpha: 1)
    row.addSublayer(box(15, 12, 16, 16, white))
    let rows = CAReplicatorLayer()
    rows.instanceCount = 4
    rows.instanceTransform = CATransform3DMakeTranslation(0, 26, 0)
    rows.instanceRedOffset = -0.25
    rows.addSublayer(row)
    stage.addSublayer(rows)
  },
  Plate("Copies in depth", "Copies that step back: flattened, and with preservesDepth.") { stage in
    stage.sublayerTransform.m34 = -1 / 200
    for (x, isDeep) in [(46.0, false), (132, true)] {
      let copies = CAReplicatorLayer()
      copies.position = CGPoint(x: x, y: 66)
      copies.instanceCount = 6
      copies.instanceTransform = CATransform3DMakeTranslation(4, -8, -40)
      copies.instanceAlphaOffset = -0.1
      copies.preservesDepth = isDeep
      let card = box(-32, -28, 56, 60, blue)
      (card.borderWidth, card.borderColor, card.cornerRadius) = (2, white, 6)
      copies.addSublayer(card)
      stage.addSublayer(copies)
    }
  },
  Plate("CAEmitterLayer", "Sparks from a point, added to each other.") { stage in
    stage.backgroundColor = ink
    let cell = CAEmitterCell()
    cell.contents = spark()
    (cell.birthRate, cell.lifetime) = (90, 1.4)
    (cell.velocity, cell.velocityRange) = (120, 40)
    (cell.emissionLongitude, cell.emissionRange) = (-.pi / 2, .pi / 5)
    cell.yAcceleration = 110
    (cell.scale, cell.scaleRange) = (0.5, 0.3)
    cell.color = CGColor(srgbRed: 1, green: 0.6, blue: 0.3, alpha: 1)
    (cell.greenRange, cell.alphaSpeed) = (0.5, -0.6)
    let emitter = CAEmitterLayer()
    emitter.frame = stage.bounds
    emitter.emitterPosition = CGPoint(x: 90, y: 110)
    emitter.renderMode = .additive
    emitter.emitterCells = [cell]
    emitter.beginTime = -3
    stage.addSublayer(emitter)
  },
  Plate("CAScrollLayer", "A window onto a larger content.") { stage in
    let scroll = CAScrollLayer()
    scroll.frame = CGRect(x: 40, y: 20, width: 100, height: 80)
    scroll.borderWidth = 2
    for i in 0..<40 {
      let tile = box(
        CGFloat(i % 8) * 26,
        CGFloat(i / 8) * 26,
        24,
        24,
        [red, yellow, green, blue][(i + i / 8) % 4]
      )
      scroll.addSublayer(tile)
    }
    scroll.scroll(to: CGPoint(x: 43, y: 31))
    stage.addSublayer(scroll)
  },
  Plate("scrollMode", "The same scroll in both directions, in one, and in none.") { stage in
    for (index, mode) in [CAScrollLayerScrollMode.both, .horizontally, .vertically, .none].enumerated() {
      let scroll = CAScrollLayer()
      scroll.frame = CGRect(x: 6 + index * 43, y: 40, width: 39, height: 39)
      (scroll.borderWidth, scroll.scrollMode) = (1, mode)
      for i in 0..<36 {
        let color = [red, yellow, green, blue][(i + i / 6) % 4]
        scroll.addSublayer(box(CGFloat(i % 6) * 13, CGFloat(i / 6) * 13, 13, 13, color))
      }
      scroll.scroll(to: CGPoint(x: 7, y: 7))
      stage.addSublayer(scroll)
    }
  },
  Plate(
    "CATiledLayer",
    "One map, reduced, as it is and magnified: tiles are drawn at the scale that is seen."
  ) {
    stage in
    final class Map: CATiledLayer {
      override func draw(in context: CGContext) {
        let tile = context.boundingBoxOfClipPath
        let level = Int(log2(context.ctm.a))
        context.setFillColor([green, yellow, red][min(max(level, 0), 2)].copy(alpha: 0.5) ?? white)
        context.fill(tile)
        context.setStrokeColor(ink)
        context.setLineWidth(1 / context.ctm.a)
        context.stroke(tile.insetBy(dx: 0.5 / context.ctm.a, dy: 0.5 / context.ctm.a))
        context.setFillColor(blue)
        context.addPath(star(30, 30, 26))
        context.fillPath()
      }
    }
    for (x, zoom) in [(8.0, 0.5), (66, 1), (124, 2)] {
      let window = box(x, 34, 48, 52, white)
      window.masksToBounds = true
      let map = Map()
      map.tileSize = CGSize(width: 32, height: 32)
      (map.levelsOfDetail, map.levelsOfDetailBias) = (3, 2)
      map.anchorPoint = .zero
      map.bounds = CGRect(x: 0, y: 0, width: 120, height: 120)
      map.transform = CATransform3DMakeScale(zoom, zoom, 1)
      window.addSublayer(map)
      stage.addSublayer(window)
    }
  },
  Plate("CATransformLayer", "Six planes in one space, which turns as a whole.") { stage in
    let cube = CATransformLayer()
    cube.position = CGPoint(x: 90, y: 60)
    let half: CGFloat = 30
    let turns: [(CGFloat, CGFloat, CGFloat)] = [
      (0, 0, 1), (.pi / 2, 0, 1), (.pi, 0, 1), (-.pi / 2, 0, 1), (.pi / 2, 1, 0), (-.pi / 2, 1, 0),
    ]
    for (color, turn) in zip([red, blue, green, yellow, violet, ink], turns) {
      let face = CALayer()
      face.bounds = CGRect(x: 0, y: 0, width: 2 * half, height: 2 * half)
      face.backgroundColor = color
      (face.borderColor, face.borderWidth) = (white, 2)
      face.transform = CATransform3DTranslate(
        CATransform3DMakeRotation(turn.0, turn.1, turn.2, 0),
        0,
        0,
        half
      )
      cube.addSublayer(face)
    }
    cube.transform = CATransform3DRotate(CATransform3DMakeRotation(-0.5, 1, 0, 0), 0.7, 0, 1, 0)
    stage.sublayerTransform.m34 = -1 / 300
    stage.addSublayer(cube)
  },
]
