import CoreGraphics
import Foundation
import QuartzCore
import StrataRenderServer
import Testing

/// Coordinate systems, hosts, and what places a layer (rendering section 1).
@Suite struct CoordinateTests {
  @Test("rendering G-1, G-23, R-29: coordinates are doubles that nothing rounds, and drawing shows it")
  func nothingIsRounded() throws {
    #expect(MemoryLayout<CGFloat>.size == 8)
    let layer = CALayer()
    layer.bounds = CGRect(x: 0.1, y: -1e-12, width: 1.0 / 3, height: 1e9 + 0.25)
    layer.position = at(0.1 + 0.2, 1e-300)
    #expect(layer.bounds == CGRect(x: 0.1, y: -1e-12, width: 1.0 / 3, height: 1e9 + 0.25))
    #expect(layer.position.x == 0.1 + 0.2 && layer.position.y == 1e-300)
    let between = try Shot(stage(20, 10, box(2.5, 0, 10, 10, red)), 20, 10)
    #expect(between.alpha(2, 5) == 128)
    #expect(between.alpha(12, 5) == 128)
    #expect(between.alpha(7, 5) == 255)
    let crisp = box(2, 0, 10, 10, red)
    let antialiased = try Shot(stage(20, 10, crisp), 20, 10)
    #expect(antialiased.painted == 100 && antialiased.area == 100)
    crisp.allowsEdgeAntialiasing = false
    #expect(try Shot(stage(20, 10, crisp), 20, 10) == antialiased)
  }

  @Test(
    "rendering G-2, G-17, G-18: sublayers are placed in the superlayer's system, which its bounds' origin moves"
  )
  func boundsOriginScrolls() throws {
    let parent = box(4, 4, 10, 10)
    parent.bounds.origin = at(100, 200)
    let child = box(102, 203, 2, 2, red)
    parent.addSublayer(child)
    #expect(child.frame == CGRect(x: 102, y: 203, width: 2, height: 2))
    #expect(try Shot(stage(20, 20, parent), 20, 20).box == [6, 7, 8, 9])
  }

  @Test(
    "rendering G-3, G-15: unit points run along the bounds, also beyond them, and the anchor lands on the position"
  )
  func unitPoints() {
    for (x, y) in [(0.0, 0.0), (1, 0), (0.25, 1.5), (-1, 2)] as [(CGFloat, CGFloat)] {
      let layer = CALayer()
      layer.bounds = CGRect(x: 10, y: 20, width: 100, height: 50)
      layer.anchorPoint = at(x, y)
      layer.position = at(7, 9)
      layer.transform = CATransform3DMakeRotation(0.7, 0, 0, 1)
      #expect(layer.anchorPoint == at(x, y))
      let anchor = at(10 + x * 100, 20 + y * 50)
      #expect(near(layer.convert(anchor, to: nil), 7, 9))
    }
    let layer = CALayer()
    layer.contentsRect = CGRect(x: -1, y: 2, width: 5, height: 7)
    layer.contentsCenter = CGRect(x: 3, y: -4, width: 5, height: 7)
    #expect(layer.contentsRect == CGRect(x: -1, y: 2, width: 5, height: 7))
    #expect(layer.contentsCenter == CGRect(x: 3, y: -4, width: 5, height: 7))
    let sky = CAGradientLayer()
    (sky.startPoint, sky.endPoint) = (at(-2, 3), at(4, -5))
    #expect(sky.startPoint == at(-2, 3) && sky.endPoint == at(4, -5))
  }

  @Test(
    "rendering G-4, G-5, G-6, RM-10: the host says where y runs, and where the unit origin is on the screen"
  )
  func hostsHaveADirection() throws {
    let root = stage(20, 20, box(1, 2, 4, 4, red))
    #expect(try Shot(root, 20, 20).box == [1, 2, 5, 6])
    #expect(try Shot(root, 20, 20, origin: .topLeft).box == [1, 2, 5, 6])
    #expect(try Shot(root, 20, 20, origin: .bottomLeft).box == [1, 14, 5, 18])
    // At two pixels for a point: (s·x, s·y) from the top, or (s·x, H - s·y).
    #expect(try Shot(root, 40, 40, scale: 2).box == [2, 4, 10, 12])
    #expect(try Shot(root, 40, 40, scale: 2, origin: .bottomLeft).box == [2, 28, 10, 36])
    let ramp = place(CAGradientLayer(), 0, 0, 20, 20) { $0.colors = [black, white] }
    #expect(try Shot(stage(20, 20, ramp), 20, 20)[10, 0][0] < 16)
    #expect(try Shot(stage(20, 20, ramp), 20, 20, origin: .bottomLeft)[10, 19][0] < 16)
  }

  @Test("rendering G-7, G-10, G-11: layers without a host have the parity of their flips, hosts add theirs")
  func parity() {
    let (root, child) = (CALayer(), CALayer())
    root.addSublayer(child)
    #expect(!root.contentsAreFlipped() && !child.contentsAreFlipped())
    let up = OfflineRenderer(layer: root, size: CGSize(width: 1, height: 1), origin: .bottomLeft)
    #expect(up.layer === root && !child.contentsAreFlipped())
    let other = CALayer()
    let down = OfflineRenderer(layer: other, size: CGSize(width: 1, height: 1))
    other.addSublayer(child)
    #expect(down.layer === other && child.contentsAreFlipped())
    other.isGeometryFlipped = true
    #expect(!child.contentsAreFlipped())
  }

  @Test("rendering G-8, G-13: a flipped layer mirrors what is in it and stays where it is; flips cancel")
  func flippedGeometry() throws {
    let parent = box(2, 3, 10, 12, color(0, 0, 0, 0.1))
    parent.addSublayer(box(1, 2, 3, 4, red))
    func reds(_ shot: Shot) -> [Int] { (0..<20).filter { shot[4, $0][0] > 100 } }
    #expect(reds(try Shot(stage(20, 20, parent), 20, 20)) == Array(5..<9))
    parent.isGeometryFlipped = true
    let mirrored = try Shot(stage(20, 20, parent), 20, 20)
    #expect(mirrored.box == [2, 3, 12, 15] && parent.frame == CGRect(x: 2, y: 3, width: 10, height: 12))
    // y is mirrored within the bounds: 12 - 2 - 4 above, then the parent's own 3.
    #expect(reds(mirrored) == Array(9..<13))
    let inner = box(0, 0, 10, 12)
    inner.isGeometryFlipped = true
    inner.sublayers = parent.sublayers
    parent.addSublayer(inner)
    #expect(reds(try Shot(stage(20, 20, parent), 20, 20)) == Array(5..<9))
  }

  @Test("rendering G-14, R-37: what a new layer's geometry and shadow are")
  func defaults() {
    let layer = CALayer()
    #expect(layer.bounds == .zero)
    #expect(layer.position == .zero)
    #expect(layer.zPosition == 0)
    #expect(layer.anchorPoint == at(0.5, 0.5))
    #expect(layer.anchorPointZ == 0)
    #expect(layer.contentsScale == 1)
    #expect(CATransform3DIsIdentity(layer.transform) && CATransform3DIsIdentity(layer.sublayerTransform))
    #expect(!layer.isHidden)
    #expect(layer.isDoubleSided)
    #expect(!layer.masksToBounds)
    #expect(layer.shadowColor == black)
    #expect(layer.shadowOpacity == 0)
    #expect(layer.shadowRadius == 3)
    #expect(layer.shadowOffset == CGSize(width: 0, height: -3) && layer.shadowPath == nil)
  }

  @Test(
    "rendering G-16: the local map is flip, anchor, transform, position, then the superlayer's own transform"
  )
  func localMap() {
    let parent = CALayer()
    parent.bounds = CGRect(x: 3, y: 4, width: 60, height: 80)
    parent.anchorPoint = at(0.25, 0.75)
    parent.anchorPointZ = 5
    parent.sublayerTransform = CATransform3DMakeRotation(0.4, 1, 2, 3)
    parent.sublayerTransform.m34 = -1 / 900
    let child = CALayer()
    child.bounds = CGRect(x: 1, y: 2, width: 30, height: 20)
    child.anchorPoint = at(0.1, 0.9)
    (child.anchorPointZ, child.zPosition, child.position) = (7, 11, at(13, 17))
    child.transform = CATransform3DMakeRotation(0.6, 3, 1, 2)
    child.isGeometryFlipped = true
    parent.addSublayer(child)
    // Written out with the sixteen numbers of each factor.
    var flip = CATransform3DIdentity
    (flip.m22, flip.m42) = (-1, 2 + 22)
    let (ax, ay) = (1 + 0.1 * 30, 2 + 0.9 * 20)
    let (px, py) = (3 + 0.25 * 60, 4 + 0.75 * 80)
    let m = [
      flip, CATransform3DMakeTranslation(-ax, -ay, -7), child.transform,
      CATransform3DMakeTranslation(13, 17, 11),
      CATransform3DMakeTranslation(-px, -py, -5), parent.sublayerTransform,
      CATransform3DMakeTranslation(px, py, 5),
    ].reduce(CATransform3DIdentity) { CATransform3DConcat($0, $1) }
    for (x, y) in [(0, 0), (10, 3), (25, 19)] as [(CGFloat, CGFloat)] {
      let w = x * m.m14 + y * m.m24 + m.m44
      let expected = at((x * m.m11 + y * m.m21 + m.m41) / w, (x * m.m12 + y * m.m22 + m.m42) / w)
      #expect(near(child.convert(at(x, y), to: parent), expected.x, expected.y))
      #expect(near(child.convert(expected, from: parent), x, y))
    }
  }

  @Test("rendering G-19: zPosition orders siblings, and moves them only under perspective")
  func depthWithoutPerspective() throws {
    let (low, high) = (box(0, 0, 10, 10, red), box(0, 0, 10, 10, blue))
    let root = stage(30, 10, low, high)
    low.zPosition = 50
    #expect(low.frame == high.frame && low.convert(low.bounds, to: root) == low.bounds)
    let flat = try Shot(root, 30, 10)
    #expect(flat[5, 5] == [255, 0, 0, 255] && flat.box == [0, 0, 10, 10])
    root.sublayerTransform.m34 = -1 / 100
    root.anchorPoint = .zero
    // At distance 100 a layer 50 nearer is twice as large about the corner, where the vanishing point is.
    #expect(try Shot(root, 30, 10).box == [0, 0, 20, 10])
    #expect(near(low.convert(low.bounds, to: root), 0, 0, 20, 20))
  }

  @Test("rendering G-20: an anchor behind the plane lets it orbit")
  func anchorDepth() {
    let (root, layer) = (CALayer(), CALayer())
    root.addSublayer(layer)
    layer.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
    layer.position = at(100, 50)
    layer.anchorPointZ = 20
    #expect(near(layer.convert(at(5, 5), to: root), 100, 50))
    layer.transform = CATransform3DMakeRotation(.pi / 6, 0, 1, 0)
    // The plane lies 20 behind the line it turns about: its middle goes to -20 · sin 30°.
    #expect(near(layer.convert(at(5, 5), to: root), 90, 50))
  }

  @Test(
    "rendering G-21, G-22, E-020: bounds and anchor point leave the position alone; negative sizes are turned over"
  )
  func independentProperties() {
    let layer = CALayer()
    layer.frame = CGRect(x: 10, y: 20, width: 30, height: 40)
    layer.bounds = CGRect(x: 5, y: 6, width: 70, height: 80)
    #expect(layer.position == at(25, 40) && layer.anchorPoint == at(0.5, 0.5))
    layer.anchorPoint = at(1, 0)
    #expect(layer.position == at(25, 40) && layer.frame == CGRect(x: -45, y: 40, width: 70, height: 80))
    layer.bounds = CGRect(x: 0, y: 0, width: -100, height: -50)
    #expect(layer.bounds.origin == at(-100, -50) && layer.bounds.size == CGSize(width: 100, height: 50))
  }

  @Test(
    "rendering G-28: the frame does not animate and is not archived; bounds and position are what was set"
  )
  func frameIsDerived() throws {
    let layer = box(0, 0, 10, 10, red)
    let renderer = OfflineRenderer(layer: stage(60, 10, layer), size: CGSize(width: 60, height: 10))
    renderer.change(at: 1) {
      layer.frame = CGRect(x: 40, y: 0, width: 10, height: 10)
    }
    #expect(layer.animationKeys() == ["position"])
    let still = CABasicAnimation(keyPath: "frame")
    (still.fromValue, still.toValue, still.duration) = (
      CGRect.zero, CGRect(x: 0, y: 0, width: 9, height: 9), 10
    )
    renderer.change(at: 5) { layer.add(still, forKey: "frame") }
    #expect(try Shot(renderer, at: 6).box == [40, 0, 50, 10])
    #expect(!layer.shouldArchiveValue(forKey: "frame"))
    #expect(layer.shouldArchiveValue(forKey: "bounds") && layer.shouldArchiveValue(forKey: "position"))
  }
}
