import CoreGraphics
import Foundation
import StrataBase
import StrataRenderTree
import Testing

private func S(_ x: CGFloat, _ y: CGFloat) -> CATransform3D { CATransform3DMakeScale(x, y, 1) }
private func T(_ x: CGFloat, _ y: CGFloat) -> CATransform3D { CATransform3DMakeTranslation(x, y, 0) }
private func Rz(_ a: CGFloat) -> CATransform3D { CATransform3DMakeRotation(a, 0, 0, 1) }

/// The map from the first of `path` to the second, or outside, or down where the arguments say so.
private func up(_ path: LayerState..., to ancestor: LayerState? = nil) -> Projective {
  LayerGeometry.map(along: path.map { LayerPlacement($0) }, in: ancestor.map { LayerPlacement($0) })
}

private func convert(_ p: CGPoint, _ map: Projective?) -> CGPoint { LayerGeometry.convert(p, through: map) }
private func convert(_ r: CGRect, _ map: Projective?) -> CGRect { LayerGeometry.convert(r, through: map) }

@Suite struct ConversionTests {
  let p = layer(rect(0, 0, 200, 200), at: point(100, 100))
  let c = layer(rect(0, 0, 50, 50), at: point(100, 50))

  @Test("rendering E-090 to E-093: points and rectangles, up and down (H-1, H-5)")
  func upAndDown() {
    #expect(close(convert(point(0, 0), up(c, to: p)), point(75, 25)))
    #expect(close(convert(point(50, 50), up(c, to: p)), point(125, 75)))
    #expect(close(convert(point(0, 0), up(c, to: p).inverted()), point(-75, -25)))
    #expect(close(convert(rect(0, 0, 10, 20), up(c, to: p)), rect(75, 25, 10, 20)))
  }

  @Test("rendering E-094: the superlayer's bounds origin does not enter (G-17)")
  func boundsOrigin() {
    var p = p
    p.bounds.origin = point(10, 20)
    #expect(close(convert(point(0, 0), up(c, to: p)), point(75, 25)))
  }

  @Test("rendering E-095 to E-100: transforms of the layer and of its sublayers (G-16)")
  func transforms() {
    var scaled = c
    scaled.transform = S(2, 2)
    #expect(close(convert(point(0, 0), up(scaled, to: p)), point(50, 0)))
    #expect(close(convert(point(50, 50), up(scaled, to: p)), point(150, 100)))
    #expect(close(convert(rect(0, 0, 10, 20), up(scaled, to: p)), rect(50, 0, 20, 40)))
    var bent = p
    bent.sublayerTransform = T(10, 20)
    #expect(close(convert(point(0, 0), up(c, to: bent)), point(85, 45)))
    bent.sublayerTransform = S(2, 2)
    var moved = c
    moved.transform = T(5, 6)
    #expect(close(convert(point(0, 0), up(moved, to: bent)), point(60, -38)))
    let turned = layer(rect(0, 0, 100, 100), at: point(100, 100), Rz(.pi / 4))
    #expect(close(convert(turned.bounds, up(turned, to: p)), rect(29.2893, 29.2893, 141.4214, 141.4214)))
  }

  @Test("rendering E-101 to E-104: siblings, and roots that share the space outside (H-2)")
  func acrossTheTree() {
    let a = layer(rect(0, 0, 50, 50), at: point(25, 25))
    let b = layer(rect(0, 0, 50, 50), at: point(125, 25))
    func map(_ source: [LayerState], _ target: [LayerState]) -> Projective? {
      LayerGeometry.map(from: source.map { LayerPlacement($0) }, to: target.map { LayerPlacement($0) })
    }
    #expect(close(convert(point(0, 0), map([a, p], [b, p])), point(-100, 0)))
    let far = layer(rect(0, 0, 50, 50), at: point(500, 500))
    #expect(close(convert(point(0, 0), map([a], [far])), point(-475, -475)))
    var first = layer(rect(0, 0, 640, 480))
    first.frame = rect(0, 0, 640, 480)
    var second = first
    second.transform = S(0.5, 0.5)
    #expect(close(convert(point(50, 50), map([first], [second])), point(-220, -140)))
    #expect(close(convert(rect(50, 50, 200, 200), map([first], [second])), rect(-220, -140, 400, 400)))
  }

  @Test("rendering E-105 to E-112: flipped geometry (G-8)")
  func flips() {
    let flipped = layer(
      rect(5, 7, 100, 80),
      at: point(80, 90),
      anchor: point(0.25, 0.75),
      Rz(0.3)
    ) { $0.isGeometryFlipped = true }
    #expect(close(convert(point(11, 13), up(flipped)), point(57.7113, 97.7598)))
    #expect(close(convert(point(11, 13), up(flipped).inverted()), point(-58.6733, 80.17)))

    let root = layer(rect(0, 0, 300, 300))
    let parent = layer(rect(5, 7, 100, 80), at: point(20, 30), anchor: .zero) {
      $0.isGeometryFlipped = true
    }
    let child = layer(rect(0, 0, 10, 10), at: point(15, 17), anchor: .zero)
    #expect(close(convert(point(0, 0), up(child, parent, to: root)), point(30, 100)))
    #expect(close(convert(point(0, 10), up(child, parent, to: root)), point(30, 90)))
    #expect(close(convert(point(5, 7), up(parent, to: root)), point(20, 110)))

    let inRoot = up(flipped, to: layer(rect(0, 0, 0, 0)))
    #expect(close(convert(point(5, 7), inRoot), point(50.2062, 101.7187)))
    #expect(close(convert(point(105, 7), inRoot), point(145.7398, 131.2707)))
    #expect(close(convert(point(5, 87), inRoot), point(73.8478, 25.2918)))
  }

  @Test("rendering E-113 to E-119: perspective, up and exactly down again (H-3, H-4)")
  func perspective() {
    let origin = layer(anchor: .zero) { $0.sublayerTransform = S(2, 2) }
    let small = layer(rect(0, 0, 20, 20), at: point(20, 20), anchor: .zero)
    #expect(close(convert(point(5, 5), up(small, to: origin)), point(50, 50)))

    var skew = CATransform3DIdentity
    skew.m14 = 0.05
    let skewed = up(layer(rect(0, 0, 20, 20), anchor: .zero, skew), to: layer())
    #expect(close(convert(point(10, 0), skewed), point(6.66667, 0)))
    #expect(close(convert(point(6.66667, 0), skewed.inverted()), point(10, 0)))

    let near = layer(anchor: .zero) { $0.sublayerTransform.m34 = -1 / 100 }
    let turned = layer(rect(0, 0, 20, 20), anchor: .zero, CATransform3DMakeRotation(.pi / 4, 0, 1, 0))
    #expect(close(convert(point(10, 10), up(turned, to: near)), point(6.60409, 9.33959)))

    var p = p
    p.sublayerTransform.m34 = -1 / 500
    let high = layer(rect(0, 0, 50, 50), at: point(150, 100)) { $0.zPosition = 100 }
    #expect(close(convert(point(25, 25), up(high, to: p)), point(162.5, 100)))
    #expect(close(convert(high.bounds, up(high, to: p)), rect(131.25, 68.75, 62.5, 62.5)))

    let root = layer(rect(0, 0, 40, 20), at: point(50, 60), Rz(.pi / 2))
    #expect(close(convert(root.bounds, up(root)), rect(40, 40, 20, 40)))
  }

  @Test("rendering H-3: a transform layer passes depth on to the layer above it")
  func depthIsKept() {
    var top = layer(rect(0, 0, 100, 100), anchor: .zero)
    top.sublayerTransform.m34 = -1 / 100
    var deep = layer(rect(0, 0, 10, 10), anchor: .zero)
    deep.zPosition = 25
    var holder = layer(rect(0, 0, 100, 100), anchor: .zero)
    holder.zPosition = 25
    // Flattened: only the holder's height counts.
    #expect(close(convert(point(10, 0), up(deep, holder, to: top)), point(10 / 0.75, 0)))
    holder.kind = .transform
    #expect(close(convert(point(10, 0), up(deep, holder, to: top)), point(20, 0)))
  }

  @Test("rendering H-4: a plane seen edge on yields points that are not finite, and no trap")
  func edgeOn() {
    let flat = layer(rect(0, 0, 10, 10), S(0, 1))
    let point = convert(CGPoint(x: 1, y: 1), up(flat).inverted())
    #expect(!point.x.isFinite)
  }

  @Test("rendering R-20: sublayerTransform does not move a mask")
  func masks() {
    var masked = layer(rect(0, 0, 100, 100))
    masked.sublayerTransform = S(2, 2)
    let mask = LayerPlacement(layer(rect(0, 0, 10, 10), at: point(30, 30)), isMask: true)
    let map = LayerGeometry.map(along: [mask], in: LayerPlacement(masked))
    #expect(close(convert(point(0, 0), map), point(25, 25)))
  }

  @Test("rendering E-120 to E-125: time down and up a step (H-7)")
  func time() {
    func timing(_ begin: Double, _ speed: Float, _ offset: Double) -> TimingState {
      var timing = TimingState.layer
      (timing.beginTime, timing.speed, timing.timeOffset) = (begin, speed, offset)
      return timing
    }
    let v = timing(0, 4, 5)
    #expect(v.localTime(atParent: 10) == 45 && v.parentTime(atLocal: 10) == 1.25)
    let (root, child) = (timing(1, 2, 3), timing(6, 4, 5))
    #expect(root.localTime(atParent: 10) == 21 && root.parentTime(atLocal: 10) == 4.5)
    #expect(child.localTime(atParent: root.localTime(atParent: 10)) == 65)
    #expect(root.parentTime(atLocal: child.parentTime(atLocal: 10)) == 3.125)
    #expect(child.localTime(atParent: 10) == 21 && child.parentTime(atLocal: 10) == 7.25)
    let sibling = timing(8, 0.5, 7)
    #expect(sibling.localTime(atParent: child.parentTime(atLocal: 10)) == 0)
    #expect(child.localTime(atParent: sibling.parentTime(atLocal: 10)) == 37)
    #expect([7, 8, 10].map { sibling.localTime(atParent: $0) } == [0, 7, 8])
    let still = timing(8, 0, 7)
    #expect(still.localTime(atParent: 10) == 7 && still.parentTime(atLocal: 10) == 0)
    #expect(root.parentTime(atLocal: still.parentTime(atLocal: 10)) == -0.5)
    #expect(timing(0, 0.5, 1).localTime(atParent: 0.5) == 1.25)
  }
}
