import CoreGraphics
import Foundation
import StrataBase
import StrataRenderTree
import Testing

private func S(_ x: CGFloat, _ y: CGFloat) -> CATransform3D { CATransform3DMakeScale(x, y, 1) }

private func Rz(_ a: CGFloat) -> CATransform3D { CATransform3DMakeRotation(a, 0, 0, 1) }

@Suite struct HitGeometryTests {
  @Test("rendering E-133, H-8: minimum edges are inside, maximum edges are not")
  func contains() {
    let state = layer(rect(10, 10, 100, 100))
    let points = [point(5, 5), point(15, 15), point(109, 109), point(110, 110), point(10, 10)]
    #expect(points.map { state.contains($0) } == [false, true, true, false, true])
  }

  @Test("rendering E-433, Z-11: which transforms turn a layer over")
  func facing() {
    let transforms = [
      CATransform3DMakeRotation(.pi / 3, 0, 1, 0), CATransform3DMakeRotation(2 * .pi / 3, 0, 1, 0),
      S(-1, 1), Rz(.pi),
    ]
    let away = transforms.map { transform in
      let state = layer(rect(0, 0, 40, 40), transform)
      return state.toSuperlayerUnflipped.planar.determinant < 0
    }
    #expect(away == [false, true, true, false])
  }

  @Test("rendering Z-2, H-12: siblings paint by depth, equal ones as listed")
  func order() {
    #expect(LayerGeometry.paintingOrder(depths: [0, 0, 0]) == [0, 1, 2])
    #expect(LayerGeometry.paintingOrder(depths: [5, 0, 5, -1]) == [3, 1, 0, 2])
    #expect(LayerGeometry.paintingOrder(depths: []) == [])
    #expect(LayerGeometry.paintingOrder(depths: [1, .nan, -1]) == [2, 1, 0])
    let lifted = layer(rect(0, 0, 10, 10), CATransform3DMakeTranslation(0, 0, 7)) {
      $0.zPosition = 2
      $0.anchorPointZ = 1
    }
    #expect(lifted.depth == 8)
  }
}
