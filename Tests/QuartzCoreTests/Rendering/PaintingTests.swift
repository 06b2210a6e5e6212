import CoreGraphics
import Foundation
import QuartzCore
import StrataRenderServer
import Testing

/// What one layer paints, and how it is composited (rendering section 6.1 to 6.3).
@Suite struct PaintingTests {
  @Test("rendering R-1, R-2: the parts of a layer from back to front")
  func order() throws {
    let layer = box(10, 10, 20, 20, red)
    layer.contents = picture(1, 1) { _, _ in (0, 255, 0, 255) }
    (layer.contentsGravity, layer.contentsScale) = (.center, 1.0 / 12)
    layer.addSublayer(box(9, 9, 2, 2, blue))
    layer.addSublayer(box(0, 8, 2, 4, blue))
    layer.addSublayer(box(18, 8, 6, 4, blue))
    (layer.borderWidth, layer.borderColor) = (2, white)
    (layer.shadowOpacity, layer.shadowRadius, layer.shadowOffset) = (1, 0, CGSize(width: 0, height: 5))
    let shot = try Shot(stage(40, 40, layer), 40, 40)
    #expect(shot[12, 12] == [255, 0, 0, 255])  // background
    #expect(shot[16, 16] == [0, 255, 0, 255])  // contents over it
    #expect(shot[20, 20] == [0, 0, 255, 255])  // a sublayer over them
    #expect(shot[10, 20] == [255, 255, 255, 255])  // the border over a sublayer
    #expect(shot[29, 20] == [255, 255, 255, 255])
    #expect(shot[32, 20] == [0, 0, 255, 255])  // outside of the bounds there is no border
    #expect(shot[20, 33] == [0, 0, 0, 255])  // the shadow of all, below
    #expect(shot[20, 29] == [255, 255, 255, 255])
  }

  @Test("rendering R-1: filters come before the clip, opacity after both, blending last")
  func laterSteps() throws {
    let layer = box(0, 0, 10, 10, red)
    layer.addSublayer(box(5, 0, 10, 10, red))
    layer.filters = [CAFilter(type: "colorInvert")]
    (layer.masksToBounds, layer.opacity) = (true, 0.5)
    layer.compositingFilter = "multiplyBlendMode"
    let shot = try Shot(stage(20, 10, layer), 20, 10, over: color(1, 1, 0.5))
    // Inverted red is cyan; a half of it multiplied: (0.5, 1, 0.5).
    #expect(close(shot[2, 5], [128, 255, 128, 255]) && shot[12, 5] == [255, 255, 128, 255])
  }

  @Test("rendering R-3, V-7: filters work on every host without being enabled")
  func filtersEverywhere() throws {
    for origin in [.topLeft, .bottomLeft] as [OfflineRenderer.Origin] {
      let layer = box(0, 0, 10, 10, red)
      layer.filters = [CAFilter(type: "colorInvert")]
      let glass = box(10, 0, 10, 10)
      glass.backgroundFilters = [CAFilter(type: "colorInvert")]
      glass.masksToBounds = true
      let blend = box(20, 0, 10, 10, color(1, 1, 0))
      blend.compositingFilter = "multiplyBlendMode"
      let shot = try Shot(stage(30, 10, layer, glass, blend), 30, 10, origin: origin, over: color(0, 1, 1))
      #expect(shot[5, 5] == [0, 255, 255, 255] && shot[15, 5] == [255, 0, 0, 255])
      #expect(shot[25, 5] == [0, 255, 0, 255])
    }
  }

  @Test("rendering R-4, R-5: hidden layers and layers without any part paint nothing")
  func nothing() throws {
    let layer = box(0, 0, 10, 10)
    layer.borderColor = red
    layer.cornerRadius = 3
    layer.shadowOpacity = 1
    #expect(try Shot(stage(10, 10, layer), 10, 10).painted == 0)
    layer.backgroundColor = red
    layer.addSublayer(box(0, 0, 20, 20, blue))
    layer.isHidden = true
    #expect(try Shot(stage(10, 10, layer), 10, 10).painted == 0)
  }

  @Test(
    "rendering R-6, R-19: bytes are premultiplied sRGB as encoded, and colours of other spaces are converted"
  )
  func workingSpace() throws {
    let half = try Shot(stage(1, 1, box(0, 0, 1, 1, color(1, 1, 1, 0.5))), 1, 1, over: black)
    #expect(close(half[0, 0], [128, 128, 128, 255]))
    #expect(
      close(try Shot(stage(1, 1, box(0, 0, 1, 1, color(1, 0.5, 0, 0.5))), 1, 1)[0, 0], [128, 64, 0, 128])
    )
    // s + d · (1 - sa) with s = (0.2, 0, 0, 0.4) and d = (0, 0.6, 0, 0.6).
    let stacked = stage(1, 1, box(0, 0, 1, 1, color(0, 1, 0, 0.6)), box(0, 0, 1, 1, color(0.5, 0, 0, 0.4)))
    #expect(close(try Shot(stacked, 1, 1)[0, 0], [51, 92, 0, 194]))
    func shown(_ name: CFString, _ components: [CGFloat]) throws -> [UInt8] {
      let space = try #require(CGColorSpace(name: name))
      return try Shot(stage(1, 1, box(0, 0, 1, 1, CGColor(colorSpace: space, components: components))), 1, 1)[
        0,
        0
      ]
    }
    // Greys are the same in P3, whose curve and white are sRGB's; linear 0.2140 is encoded 0.5.
    #expect(close(try shown(CGColorSpace.displayP3, [0.5, 0.5, 0.5, 1]), [128, 128, 128, 255]))
    #expect(close(try shown(CGColorSpace.linearSRGB, [0.2140, 0.2140, 0.2140, 1]), [128, 128, 128, 255]))
  }

  @Test("rendering R-8: what has no colour is not painted")
  func absentColors() throws {
    let layer = box(0, 0, 10, 10)
    (layer.borderWidth, layer.borderColor) = (2, nil)
    let shape = place(CAShapeLayer(), 0, 0, 10, 10) { shape in
      shape.path = CGPath(rect: CGRect(x: 2, y: 2, width: 5, height: 5), transform: nil)
      shape.fillColor = nil
    }
    #expect(try Shot(stage(10, 10, layer, shape), 10, 10).painted == 0)
  }

  @Test(
    "rendering R-9: the radius rounds background, gradient, border, shadow and clip, and neither contents nor sublayers"
  )
  func whatIsRounded() throws {
    func corner(_ edit: (CAGradientLayer) -> Void) throws -> UInt8 {
      let layer = place(CAGradientLayer(), 0, 0, 20, 20, edit)
      return try Shot(stage(20, 20, layer), 20, 20).alpha(0, 0)
    }
    for radius in [0, 8, -8] as [CGFloat] {
      let stored = CALayer()
      stored.cornerRadius = radius
      #expect(stored.cornerRadius == radius)
      let expected: UInt8 = radius > 0 ? 0 : 255
      #expect(
        try corner {
          $0.backgroundColor = red
          $0.cornerRadius = radius
        } == expected
      )
      #expect(
        try corner {
          $0.colors = [red, blue]
          $0.cornerRadius = radius
        } == expected
      )
      #expect(
        try corner {
          $0.borderWidth = 4
          $0.cornerRadius = radius
        } == expected
      )
      #expect(
        try corner {
          $0.backgroundColor = red
          $0.cornerRadius = radius
          ($0.shadowOpacity, $0.shadowRadius, $0.shadowOffset) = (1, 0, .zero)
        } == expected
      )
      #expect(
        try corner {
          $0.addSublayer(box(0, 0, 20, 20, blue))
          ($0.cornerRadius, $0.masksToBounds) = (radius, true)
        } == expected
      )
      #expect(
        try corner {
          $0.contents = picture(2, 2) { _, _ in (0, 0, 255, 255) }
          $0.cornerRadius = radius
        } == 255
      )
      #expect(
        try corner {
          $0.addSublayer(box(0, 0, 20, 20, blue))
          $0.cornerRadius = radius
        } == 255
      )
    }
  }

  @Test("rendering R-10: a radius is painted as half of the shorter side at most")
  func largestRadius() throws {
    func card(_ radius: CGFloat, _ border: CGFloat) throws -> Shot {
      let layer = box(0, 0, 40, 20, red)
      (layer.cornerRadius, layer.borderWidth) = (radius, border)
      return try Shot(stage(40, 20, layer), 40, 20)
    }
    #expect(try card(50, 0) == card(10, 0))
    #expect(try card(1e9, 3) == card(10, 3))
    #expect(try card(9, 0) != card(10, 0))
  }

  @Test("rendering R-11: each bit rounds its corner; other bits are dropped")
  func maskedCorners() throws {
    let layer = box(0, 0, 20, 20, red)
    layer.cornerRadius = 8
    #expect(layer.maskedCorners.rawValue == 15)
    for (mask, raw, corner) in [
      (CACornerMask.layerMinXMinYCorner, 1, (0, 0)), (.layerMaxXMinYCorner, 2, (19, 0)),
      (.layerMinXMaxYCorner, 4, (0, 19)), (.layerMaxXMaxYCorner, 8, (19, 19)),
    ] as [(CACornerMask, UInt, (Int, Int))] {
      #expect(mask.rawValue == raw)
      layer.maskedCorners = mask
      let shot = try Shot(stage(20, 20, layer), 20, 20)
      for other in [(0, 0), (19, 0), (0, 19), (19, 19)] {
        #expect(shot.alpha(other.0, other.1) == (other == corner ? 0 : 255))
      }
    }
    layer.maskedCorners = CACornerMask(rawValue: 0xfff6)
    #expect(layer.maskedCorners.rawValue == 6)
  }

  @Test("rendering R-12, R-13, E-289, E-290: the continuous curve is the documented one")
  func continuousCorners() throws {
    #expect(CALayer.cornerCurveExpansionFactor(.circular) == 1)
    #expect(CALayer.cornerCurveExpansionFactor(CALayerCornerCurve(rawValue: "square")) == 1)
    #expect(CALayer.cornerCurveExpansionFactor(.continuous) == 1.528665)
    #expect(CALayer().cornerCurve == .circular)
    let named = CALayer()
    named.cornerCurve = .continuous
    named.cornerCurve = CALayerCornerCurve(rawValue: "square")
    #expect(named.cornerCurve == .circular)
    // The same outline as a path: from each corner, along the first edge and back on the second.
    func outline(_ w: CGFloat, _ h: CGFloat, _ r: CGFloat) -> CGPath {
      let path = CGMutablePath()
      let corners: [(CGPoint, CGVector, CGVector)] = [
        (CGPoint(x: 0, y: 0), CGVector(dx: 0, dy: 1), CGVector(dx: 1, dy: 0)),
        (CGPoint(x: w, y: 0), CGVector(dx: -1, dy: 0), CGVector(dx: 0, dy: 1)),
        (CGPoint(x: w, y: h), CGVector(dx: 0, dy: -1), CGVector(dx: -1, dy: 0)),
        (CGPoint(x: 0, y: h), CGVector(dx: 1, dy: 0), CGVector(dx: 0, dy: -1)),
      ]
      for (index, (corner, first, second)) in corners.enumerated() {
        func p(_ a: CGFloat, _ b: CGFloat) -> CGPoint {
          CGPoint(
            x: corner.x + (a * first.dx + b * second.dx) * r,
            y: corner.y + (a * first.dy + b * second.dy) * r
          )
        }
        if index == 0 { path.move(to: p(1.52866483, 0)) } else { path.addLine(to: p(1.52866483, 0)) }
        path.addCurve(to: p(0.66993427, 0.065496), control1: p(1.08849323, 0), control2: p(0.86840689, 0))
        path.addLine(to: p(0.63149399, 0.074911))
        path.addCurve(
          to: p(0.074911, 0.63149399),
          control1: p(0.37282392, 0.16905899),
          control2: p(0.16905899, 0.37282392)
        )
        path.addLine(to: p(0.065496, 0.66993427))
        path.addCurve(to: p(0, 1.52866483), control1: p(0, 0.86840689), control2: p(0, 1.08849323))
      }
      path.closeSubpath()
      return path
    }
    for (w, h, radius, painted) in [(100, 100, 20, 20), (80, 60, 40, 19.625)]
      as [(Double, Double, CGFloat, CGFloat)]
    {
      let layer = box(0, 0, w, h, red)
      (layer.cornerRadius, layer.cornerCurve) = (radius, .continuous)
      let shape = place(CAShapeLayer(), 0, 0, w, h) {
        ($0.path, $0.fillColor) = (outline(CGFloat(w), CGFloat(h), painted), red)
      }
      let actual = try Shot(stage(w, h, layer), Int(w), Int(h))
      #expect((actual.distance(to: try Shot(stage(w, h, shape), Int(w), Int(h))) ?? 255) <= 2)
      layer.cornerCurve = .circular
      #expect((actual.distance(to: try Shot(stage(w, h, layer), Int(w), Int(h))) ?? 0) > 20)
    }
  }

  @Test(
    "rendering R-14, E-285: a border lies inside of the bounds; a wide one fills them, a negative one is none"
  )
  func borders() throws {
    func painted(_ width: CGFloat, _ radius: CGFloat = 0) throws -> Int {
      let layer = box(10, 10, 80, 60)
      (layer.borderWidth, layer.cornerRadius) = (width, radius)
      return try Shot(stage(100, 80, layer), 100, 80).painted
    }
    #expect(try painted(5) == 1300)
    #expect(try painted(30) == 4800 && painted(1e6) == 4800)
    #expect(try painted(-5) == 0)
    let layer = box(0, 0, 80, 60)
    (layer.borderWidth, layer.cornerRadius) = (40, 30)
    let full = box(0, 0, 80, 60, black)
    full.cornerRadius = 30
    #expect(
      (try Shot(stage(80, 60, layer), 80, 60).distance(to: Shot(stage(80, 60, full), 80, 60)) ?? 255) <= 1
    )
  }

  @Test("rendering R-15: the clip of the bounds multiplies with the mask, and leaves the superlayer alone")
  func clipAndMask() throws {
    let layer = box(5, 5, 20, 20, red)
    layer.addSublayer(box(-10, -10, 40, 40, blue))
    layer.masksToBounds = true
    layer.cornerRadius = 6
    layer.mask = box(0, 0, 10, 40, black)
    let root = stage(30, 30, layer)
    root.backgroundColor = green
    let shot = try Shot(root, 30, 30)
    #expect(shot[5, 5] == [0, 255, 0, 255] && shot[10, 10] == [0, 0, 255, 255])
    #expect(shot[20, 10] == [0, 255, 0, 255] && shot[2, 10] == [0, 255, 0, 255])
  }

  @Test(
    "rendering R-16, R-18, E-250 to E-254: opacity of groups, of parts, and nested",
    arguments: [true, false]
  )
  func opacity(isGroup: Bool) throws {
    let group = box(0, 0, 30, 10)
    (group.opacity, group.allowsGroupOpacity) = (0.5, isGroup)
    group.addSublayer(box(0, 0, 20, 10, red))
    group.addSublayer(box(10, 0, 20, 10, blue))
    let shot = try Shot(stage(30, 10, group), 30, 10, over: white)
    #expect(close(shot[5, 5], [255, 128, 128, 255]))
    #expect(close(shot[15, 5], isGroup ? [128, 128, 255, 255] : [128, 64, 191, 255]))
    let dark = box(0, 0, 10, 10, black)
    dark.opacity = 0.25
    #expect(close(try Shot(stage(10, 10, dark), 10, 10, over: white)[5, 5], [191, 191, 191, 255]))
    let outer = box(0, 0, 10, 10)
    (outer.opacity, dark.opacity) = (0.5, 0.5)
    outer.addSublayer(dark)
    #expect(close([try Shot(stage(10, 10, outer), 10, 10).alpha(5, 5)], [64]))
  }

  @Test("rendering R-17, E-419: opacities are stored as given and painted between 0 and 1")
  func extremeOpacities() throws {
    let layer = box(0, 0, 10, 10, red)
    for (value, alpha) in [(3, 255), (-2, 0), (0, 0), (1, 255)] as [(Float, UInt8)] {
      layer.opacity = value
      let shown = try Shot(stage(10, 10, layer), 10, 10).alpha(5, 5)
      #expect(layer.opacity == value && shown == alpha)
    }
    layer.shadowOpacity = 7
    (layer.shadowRadius, layer.shadowOffset) = (0, CGSize(width: 10, height: 0))
    let shadow = try Shot(stage(20, 10, layer), 20, 10)[15, 5]
    #expect(layer.shadowOpacity == 7 && shadow == [0, 0, 0, 255])
  }
}
