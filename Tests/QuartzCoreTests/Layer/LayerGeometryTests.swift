import CoreGraphics
import Foundation
import QuartzCore
import Testing

func near(_ a: CGFloat, _ b: CGFloat, _ tolerance: CGFloat = 0.001) -> Bool { abs(a - b) <= tolerance }

func near(_ p: CGPoint, _ x: CGFloat, _ y: CGFloat) -> Bool { near(p.x, x) && near(p.y, y) }

func near(_ r: CGRect, _ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat) -> Bool {
  near(r.origin, x, y) && near(r.size.width, width) && near(r.size.height, height)
}

private func layer(
  _ bounds: (CGFloat, CGFloat, CGFloat, CGFloat),
  _ position: (CGFloat, CGFloat),
  anchor: (CGFloat, CGFloat) = (0.5, 0.5),
  _ transform: CATransform3D = CATransform3DIdentity
) -> CALayer {
  let layer = CALayer()
  layer.bounds = CGRect(x: bounds.0, y: bounds.1, width: bounds.2, height: bounds.3)
  layer.position = CGPoint(x: position.0, y: position.1)
  layer.anchorPoint = CGPoint(x: anchor.0, y: anchor.1)
  layer.transform = transform
  return layer
}

private func turn(_ angle: CGFloat) -> CATransform3D { CATransform3DMakeRotation(angle, 0, 0, 1) }

@Suite struct LayerGeometryTests {
  /// Rendering E-001, E-006 to E-015, E-023.
  @Test func theFrameIsTheBoxAroundTheTransformedBounds() {
    let stretch = CATransform3DMakeScale(2, 4, 1)
    let move = CATransform3DMakeTranslation(10, 20, 0)
    #expect(near(layer((0, 0, 120, 80), (100, 100)).frame, 40, 60, 120, 80))
    #expect(near(layer((0, 0, 100, 50), (200, 300), anchor: (1, 1)).frame, 100, 250, 100, 50))
    #expect(near(layer((11, 22, 100, 50), (200, 300)).frame, 150, 275, 100, 50))
    #expect(near(layer((0, 0, 100, 50), (0, 0), anchor: (2, -1)).frame, -200, 50, 100, 50))
    #expect(near(layer((0, 0, 0, 0), (10, 20)).frame, 10, 20, 0, 0))
    #expect(near(layer((11, 22, 100, 50), (200, 300), stretch).frame, 100, 200, 200, 200))
    #expect(near(layer((11, 22, 100, 50), (200, 300), move).frame, 160, 295, 100, 50))
    #expect(
      near(layer((0, 0, 100, 100), (0, 0), turn(.pi / 4)).frame, -70.7107, -70.7107, 141.4214, 141.4214)
    )
    #expect(near(layer((0, 0, 100, 50), (200, 300), turn(.pi / 2)).frame, 175, 250, 50, 100))
    #expect(
      near(layer((0, 0, 100, 50), (200, 300), turn(.pi / 6)).frame, 144.1987, 253.3494, 111.6025, 93.3013)
    )
    let tilt = CATransform3DMakeRotation(.pi / 3, 0, 1, 0)
    #expect(near(layer((0, 0, 100, 50), (200, 300), tilt).frame, 175, 275, 50, 50))
    #expect(near(layer((0, 0, 101, 51), (100, 100)).frame, 49.5, 74.5, 101, 51))
  }

  /// Rendering E-002 to E-005, E-016 to E-022, E-024.
  @Test func settingTheFramePlacesTheLayerThere() {
    func placed(_ layer: CALayer, _ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat) -> CALayer
    {
      layer.frame = CGRect(origin: CGPoint(x: x, y: y), size: CGSize(width: width, height: height))
      return layer
    }
    for (anchor, position) in [
      ((0.5, 0.5), (100, 100)), ((0, 0), (40, 60)), ((1, 0), (160, 60)), ((0, 0.5), (40, 100)),
    ]
      as [((CGFloat, CGFloat), (CGFloat, CGFloat))]
    {
      let result = placed(layer((0, 0, 0, 0), (0, 0), anchor: anchor), 40, 60, 120, 80)
      #expect(near(result.position, position.0, position.1) && near(result.bounds, 0, 0, 120, 80))
    }
    var result = placed(layer((0, 0, 0, 0), (0, 0), CATransform3DMakeScale(2, 4, 1)), 10, 20, 100, 50)
    #expect(near(result.bounds, 0, 0, 50, 12.5) && near(result.position, 60, 45))
    result = placed(layer((0, 0, 0, 0), (0, 0), CATransform3DMakeTranslation(10, 20, 0)), 10, 20, 100, 50)
    #expect(near(result.bounds, 0, 0, 100, 50) && near(result.position, 50, 25))
    #expect(near(placed(layer((11, 22, 5, 5), (0, 0)), 10, 20, 100, 50).bounds, 11, 22, 100, 50))
    result = placed(CALayer(), 0, 0, -100, -50)
    #expect(near(result.bounds, 0, 0, 100, 50) && near(result.position, -50, -25))
    result = placed(layer((0, 0, 0, 0), (0, 0), turn(.pi / 2)), 10, 20, 100, 50)
    #expect(near(result.bounds, 0, 0, 50, 100) && near(result.position, 60, 45))
    result = placed(layer((0, 0, 0, 0), (0, 0), turn(.pi / 4)), 10, 20, 100, 50)
    #expect(near(result.bounds.width, 106.066) && near(result.frame, 10, -5, 100, 100))
    result = placed(
      layer((0, 0, 0, 0), (0, 0), anchor: (0.25, 0.75), CATransform3DMakeScale(2, 2, 1)),
      10,
      20,
      100,
      60
    )
    #expect(near(result.bounds, 0, 0, 50, 30) && near(result.position, 35, 65))
  }

  /// Rendering E-090 to E-099.
  @Test func pointsConvertBetweenParentAndChild() {
    let (p, c) = (layer((0, 0, 200, 200), (100, 100)), layer((0, 0, 50, 50), (100, 50)))
    p.addSublayer(c)
    #expect(near(c.convert(CGPoint.zero, to: p), 75, 25))
    #expect(near(c.convert(CGPoint(x: 50, y: 50), to: p), 125, 75))
    #expect(near(p.convert(CGPoint.zero, to: c), -75, -25))
    #expect(near(c.convert(CGRect(x: 0, y: 0, width: 10, height: 20), to: p), 75, 25, 10, 20))
    p.bounds.origin = CGPoint(x: 10, y: 20)
    #expect(near(c.convert(CGPoint.zero, to: p), 75, 25))
    p.bounds.origin = .zero
    c.transform = CATransform3DMakeScale(2, 2, 1)
    #expect(near(c.convert(CGPoint.zero, to: p), 50, 0))
    #expect(near(c.convert(CGPoint(x: 50, y: 50), to: p), 150, 100))
    #expect(near(c.convert(CGRect(x: 0, y: 0, width: 10, height: 20), to: p), 50, 0, 20, 40))
    c.transform = CATransform3DIdentity
    p.sublayerTransform = CATransform3DMakeTranslation(10, 20, 0)
    #expect(near(c.convert(CGPoint.zero, to: p), 85, 45))
    p.sublayerTransform = CATransform3DMakeScale(2, 2, 1)
    c.transform = CATransform3DMakeTranslation(5, 6, 0)
    #expect(near(c.convert(CGPoint.zero, to: p), 60, -38))
  }

  /// Rendering E-100 to E-106, E-119.
  @Test func pointsConvertAcrossTrees() {
    let (p, turned) = (
      layer((0, 0, 200, 200), (100, 100)), layer((0, 0, 100, 100), (100, 100), turn(.pi / 4))
    )
    p.addSublayer(turned)
    #expect(near(turned.convert(turned.bounds, to: p), 29.2893, 29.2893, 141.4214, 141.4214))
    let (a, b) = (layer((0, 0, 50, 50), (25, 25)), layer((0, 0, 50, 50), (125, 25)))
    p.sublayers = [a, b]
    #expect(near(a.convert(CGPoint.zero, to: b), -100, 0))
    let (r, s) = (layer((0, 0, 50, 50), (25, 25)), layer((0, 0, 50, 50), (500, 500)))
    #expect(near(r.convert(CGPoint.zero, to: s), -475, -475))
    let (t, u) = (layer((0, 0, 640, 480), (320, 240)), layer((0, 0, 640, 480), (320, 240)))
    u.transform = CATransform3DMakeScale(0.5, 0.5, 1)
    #expect(near(t.convert(CGPoint(x: 50, y: 50), to: u), -220, -140))
    #expect(near(t.convert(CGRect(x: 50, y: 50, width: 200, height: 200), to: u), -220, -140, 400, 400))
    let flipped = layer((5, 7, 100, 80), (80, 90), anchor: (0.25, 0.75), turn(0.3))
    flipped.isGeometryFlipped = true
    #expect(near(flipped.convert(CGPoint(x: 11, y: 13), to: nil), 57.7113, 97.7598))
    #expect(near(flipped.convert(CGPoint(x: 11, y: 13), from: nil), -58.6733, 80.1700))
    let root = layer((0, 0, 40, 20), (50, 60), turn(.pi / 2))
    #expect(near(root.convert(root.bounds, to: nil), 40, 40, 20, 40))
  }

  /// Rendering E-107 to E-109, E-113 to E-118.
  @Test func flipsAndPerspectiveTakePart() {
    let root = CALayer()
    let parent = layer((5, 7, 100, 80), (20, 30), anchor: (0, 0))
    parent.isGeometryFlipped = true
    let child = layer((0, 0, 10, 10), (15, 17), anchor: (0, 0))
    root.addSublayer(parent)
    parent.addSublayer(child)
    #expect(near(child.convert(CGPoint.zero, to: root), 30, 100))
    #expect(near(child.convert(CGPoint(x: 0, y: 10), to: root), 30, 90))
    #expect(near(parent.convert(CGPoint(x: 5, y: 7), to: root), 20, 110))

    let scaling = layer((0, 0, 0, 0), (0, 0), anchor: (0, 0))
    scaling.sublayerTransform = CATransform3DMakeScale(2, 2, 1)
    let placed = layer((0, 0, 0, 0), (20, 20), anchor: (0, 0))
    scaling.addSublayer(placed)
    #expect(near(placed.convert(CGPoint(x: 5, y: 5), to: scaling), 50, 50))

    let plain = layer((0, 0, 0, 0), (0, 0), anchor: (0, 0))
    let bent = layer((0, 0, 0, 0), (0, 0), anchor: (0, 0))
    bent.transform.m14 = 0.05
    plain.addSublayer(bent)
    #expect(near(bent.convert(CGPoint(x: 10, y: 0), to: plain), 6.66667, 0))
    #expect(near(plain.convert(CGPoint(x: 6.66667, y: 0), to: bent), 10, 0))

    plain.sublayerTransform.m34 = -1 / 100
    bent.transform = CATransform3DMakeRotation(.pi / 4, 0, 1, 0)
    #expect(near(bent.convert(CGPoint(x: 10, y: 10), to: plain), 6.60409, 9.33959))

    let (p, c) = (layer((0, 0, 200, 200), (100, 100)), layer((0, 0, 50, 50), (150, 100)))
    p.sublayerTransform.m34 = -1 / 500
    c.zPosition = 100
    p.addSublayer(c)
    #expect(near(c.convert(CGPoint(x: 25, y: 25), to: p), 162.5, 100))
    #expect(near(c.convert(c.bounds, to: p), 131.25, 68.75, 62.5, 62.5))
  }

  /// Rendering G-10 and G-11.
  @Test func contentsAreFlippedByAnOddNumberOfFlips() {
    let (a, b, c) = (CALayer(), CALayer(), CALayer())
    a.addSublayer(b)
    b.addSublayer(c)
    #expect(!c.contentsAreFlipped())
    a.isGeometryFlipped = true
    #expect(a.contentsAreFlipped() && c.contentsAreFlipped())
    b.isGeometryFlipped = true
    #expect(!c.contentsAreFlipped())
    c.isGeometryFlipped = true
    #expect(c.contentsAreFlipped())
  }
}
