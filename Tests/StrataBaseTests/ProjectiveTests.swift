import Foundation
import StrataBase
import Testing

@Suite struct ProjectiveTests {
  @Test func chainsReadFromLeftToRight() {
    let chain = Projective.scale(2, 3).concatenating(.translation(10, 20))
    let point = chain.apply(1, 1)
    #expect(point.x == 12)
    #expect(point.y == 23)
    #expect(point.w == 1)
  }

  @Test func theInverseLeadsBack() throws {
    let map = Projective(m11: 2, m12: 1, m13: 0.01, m21: -1, m22: 3, m23: 0.02, m31: 5, m32: 7, m33: 1)
    let back = try #require(map.inverted())
    let p = map.apply(3, 4)
    let q = back.apply(p.x / p.w, p.y / p.w)
    #expect(abs(q.x / q.w - 3) < 1e-9 && abs(q.y / q.w - 4) < 1e-9)
    #expect(Projective.scale(0, 1).inverted() == nil)
    #expect(Projective.scale(.nan, 1).inverted() == nil)
  }
}
