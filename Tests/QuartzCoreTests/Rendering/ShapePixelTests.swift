import CoreGraphics
import Foundation
import QuartzCore
import StrataRenderServer
import Testing

private func shape(
  _ width: Double,
  _ height: Double,
  _ path: CGPath?,
  _ edit: (CAShapeLayer) -> Void = { _ in }
)
  -> CAShapeLayer
{
  place(CAShapeLayer(), 0, 0, width, height) {
    $0.path = path
    edit($0)
  }
}

private func line(_ points: CGPoint...) -> CGPath {
  let path = CGMutablePath()
  path.move(to: points[0])
  for point in points.dropFirst() { path.addLine(to: point) }
  return path
}

/// Shape layers in pixels (rendering section 10.1).
@Suite struct ShapePixelTests {
  private let rect = CGPath(rect: CGRect(x: 10, y: 10, width: 40, height: 30), transform: nil)

  @Test("rendering SH-1: a new shape layer, whose path and pattern are copied")
  func defaults() {
    let layer = CAShapeLayer()
    #expect(layer.path == nil)
    #expect(layer.fillColor == black)
    #expect(layer.fillRule == .nonZero)
    #expect(layer.strokeColor == nil)
    #expect(layer.strokeStart == 0)
    #expect(layer.strokeEnd == 1)
    #expect(layer.lineWidth == 1)
    #expect(layer.miterLimit == 10)
    #expect(layer.lineCap == .butt && layer.lineJoin == .miter)
    #expect(layer.lineDashPhase == 0 && layer.lineDashPattern == nil)
    let path = CGMutablePath()
    path.addRect(CGRect(x: 0, y: 0, width: 1, height: 1))
    layer.path = path
    path.addRect(CGRect(x: 5, y: 5, width: 9, height: 9))
    #expect(layer.path?.boundingBox == CGRect(x: 0, y: 0, width: 1, height: 1))
    var pattern: [NSNumber] = [1, 2]
    layer.lineDashPattern = pattern
    pattern.append(3)
    #expect(layer.lineDashPattern == [1, 2])
  }

  @Test("rendering SH-2, SH-6, SH-7, E-310 to E-313, E-317, E-319: what shapes paint, in numbers of pixels")
  func areas() throws {
    func painted(_ edit: (CAShapeLayer) -> Void) throws -> Shot {
      try Shot(stage(100, 100, shape(80, 60, rect, edit)), 100, 100)
    }
    func stroked(_ layer: CAShapeLayer) {
      (layer.fillColor, layer.strokeColor, layer.lineWidth) = (nil, blue, 4)
    }
    #expect(try painted(stroked).painted == 560)
    #expect(
      try painted {
        $0.strokeColor = blue; $0.lineWidth = 4
      }.painted == 1496
    )
    #expect(
      abs(
        try painted {
          stroked($0); $0.strokeEnd = 0.5
        }.area - 280
      ) < 0.1
    )
    #expect(
      abs(
        try painted {
          stroked($0); $0.lineDashPattern = [6, 6]
        }.area - 288
      ) < 1
    )
    #expect(try painted { _ in }.painted == 1200)
    // Stroke over fill.
    let both = try painted {
      $0.strokeColor = blue; $0.lineWidth = 4
    }
    #expect(both[11, 20] == [0, 0, 255, 255] && both[12, 20] == [0, 0, 0, 255])
    let clipped = shape(80, 60, CGPath(rect: CGRect(x: 60, y: 40, width: 30, height: 30), transform: nil)) {
      $0.masksToBounds = true
    }
    #expect(try Shot(stage(100, 100, clipped), 100, 100).painted == 400)
    clipped.masksToBounds = false
    clipped.bounds.size = .zero
    #expect(try Shot(stage(100, 100, clipped), 100, 100).painted == 900)
    // Above contents, below sublayers.
    let over = shape(80, 60, rect) { $0.contents = picture(1, 1) { _, _ in (255, 0, 0, 255) } }
    over.addSublayer(box(20, 20, 5, 5, green))
    let shot = try Shot(stage(100, 100, over), 100, 100)
    #expect(shot[5, 5] == [255, 0, 0, 255])
    #expect(shot[15, 15] == [0, 0, 0, 255])
    #expect(shot[22, 22] == [0, 255, 0, 255])
  }

  @Test("rendering SH-3: outlines are rasterised in device pixels, unless a bitmap comes between")
  func resolution() throws {
    func circle(_ side: Double, _ scale: CGFloat, rasterized: Bool = false) throws -> Shot {
      let path = CGPath(
        ellipseIn: CGRect(x: 1, y: 1, width: side - 2 / Double(scale), height: side - 2 / Double(scale)),
        transform: nil
      )
      let layer = shape(side, side, path) {
        $0.transform = CATransform3DMakeScale(scale, scale, 1)
        $0.shouldRasterize = rasterized
      }
      return try Shot(stage(40, 40, layer), 40, 40)
    }
    func soft(_ shot: Shot) -> Int {
      (0..<1600).count { !([0, 255].contains(shot.alpha($0 % 40, $0 / 40))) }
    }
    let small = shape(8, 8, CGPath(ellipseIn: CGRect(x: 1, y: 1, width: 6, height: 6), transform: nil)) {
      $0.transform = CATransform3DMakeScale(5, 5, 1)
    }
    let large = shape(40, 40, CGPath(ellipseIn: CGRect(x: 5, y: 5, width: 30, height: 30), transform: nil))
    let scaled = try Shot(stage(40, 40, small), 40, 40)
    #expect((scaled.distance(to: try Shot(stage(40, 40, large), 40, 40)) ?? 255) <= 1)
    #expect(abs(scaled.area - .pi * 225) < 1)
    small.shouldRasterize = true
    #expect(soft(try Shot(stage(40, 40, small), 40, 40)) > 2 * soft(scaled))
  }

  @Test(
    "rendering SH-4: inside is what winds, or what is crossed an odd number of times; open parts are closed"
  )
  func rules() throws {
    let nested = CGMutablePath()
    nested.addRect(CGRect(x: 0, y: 0, width: 30, height: 30))
    nested.addRect(CGRect(x: 10, y: 10, width: 10, height: 10))
    let layer = shape(40, 40, nested)
    #expect(try Shot(stage(40, 40, layer), 40, 40).painted == 900)
    layer.fillRule = .evenOdd
    #expect(try Shot(stage(40, 40, layer), 40, 40).painted == 800)
    // Turned the other way the inner one is a hole for both rules.
    let hole = CGMutablePath()
    hole.addRect(CGRect(x: 0, y: 0, width: 30, height: 30))
    hole.addPath(line(at(10, 10), at(10, 20), at(20, 20), at(20, 10)))
    (layer.path, layer.fillRule) = (hole, .nonZero)
    #expect(try Shot(stage(40, 40, layer), 40, 40).painted == 800)
    layer.path = line(at(0, 0), at(20, 0), at(20, 20), at(0, 20))
    #expect(try Shot(stage(40, 40, layer), 40, 40).painted == 400)
  }

  @Test("rendering SH-5, E-314 to E-316, E-320, E-322: caps, joins and the limit of miters")
  func strokes() throws {
    func area(_ path: CGPath, _ width: CGFloat, _ edit: (CAShapeLayer) -> Void = { _ in }) throws -> Double {
      let layer = shape(10, 10, path) {
        ($0.fillColor, $0.strokeColor, $0.lineWidth) = (nil, black, width)
        edit($0)
      }
      layer.position = at(20, 40)
      return try Shot(stage(160, 120, layer), 160, 120).area
    }
    let straight = line(at(0, 10), at(100, 10))
    #expect(abs(try area(straight, 4) - 400) < 0.5)
    #expect(abs(try area(straight, 4) { $0.lineCap = .square } - 416) < 0.5)
    #expect(abs(try area(straight, 4) { $0.lineCap = .round } - 412.566) < 0.5)
    // A corner of 90° of width 20: bevel leaves a triangle out, round a circle's corner, miter nothing.
    let corner = line(at(0, 0), at(40, 0), at(40, 40))
    let bare = 40.0 * 20 + 40 * 20 - 100
    #expect(abs(try area(corner, 20) - (bare + 100)) < 0.5)
    #expect(abs(try area(corner, 20) { $0.lineJoin = .bevel } - (bare + 50)) < 0.5)
    #expect(abs(try area(corner, 20) { $0.lineJoin = .round } - (bare + .pi * 25)) < 0.8)
    // Miter length over width is 1.41421 here: a smaller limit bevels, a larger one does not.
    #expect(abs(try area(corner, 20) { $0.miterLimit = 1.41 } - (bare + 50)) < 0.5)
    #expect(abs(try area(corner, 20) { $0.miterLimit = 1.42 } - (bare + 100)) < 0.5)
  }

  @Test("rendering SH-8: a path moves by explicit animations only, point by point")
  func pathAnimation() throws {
    let layer = shape(40, 10, CGPath(rect: CGRect(x: 0, y: 0, width: 10, height: 10), transform: nil))
    let renderer = OfflineRenderer(layer: stage(60, 10, layer), size: CGSize(width: 60, height: 10))
    renderer.change(at: 1) {
      #expect(layer.action(forKey: "path") == nil)
      layer.path = CGPath(rect: CGRect(x: 20, y: 0, width: 30, height: 10), transform: nil)
    }
    #expect(layer.animationKeys() == nil)
    #expect(try Shot(renderer, at: 1).box == [20, 0, 50, 10])
    renderer.change(at: 2) {
      let move = CABasicAnimation(keyPath: "path")
      move.fromValue = CGPath(rect: CGRect(x: 0, y: 0, width: 10, height: 10), transform: nil)
      move.duration = 2
      layer.add(move, forKey: nil)
    }
    #expect(try Shot(renderer, at: 3).box == [10, 0, 30, 10])
  }
}
