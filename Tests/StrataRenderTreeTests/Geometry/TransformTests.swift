import CoreGraphics
import Foundation
import StrataBase
import StrataRenderTree
import Testing

private typealias M = CATransform3D

private func T(_ x: CGFloat, _ y: CGFloat, _ z: CGFloat) -> M { CATransform3DMakeTranslation(x, y, z) }
private func S(_ x: CGFloat, _ y: CGFloat, _ z: CGFloat) -> M { CATransform3DMakeScale(x, y, z) }
private func R(_ a: CGFloat, _ x: CGFloat, _ y: CGFloat, _ z: CGFloat) -> M {
  CATransform3DMakeRotation(a, x, y, z)
}

private func expectNear(
  _ values: [CGFloat],
  _ expected: [CGFloat],
  tolerance: CGFloat = 0.0005,
  _ location: SourceLocation = #_sourceLocation
) {
  #expect(values.count == expected.count, sourceLocation: location)
  for (value, wanted) in zip(values, expected) {
    #expect(abs(value - wanted) <= tolerance, "\(values) is not \(expected)", sourceLocation: location)
  }
}

private func project(_ m: M, _ x: CGFloat, _ y: CGFloat, _ z: CGFloat = 0) -> [CGFloat] {
  let p = m.apply(Double(x), Double(y), Double(z))
  return [CGFloat(p.x / p.w), CGFloat(p.y / p.w)]
}

private func perspective(_ m34: CGFloat) -> M {
  var m = M.identity
  m.m34 = m34
  return m
}

@Suite struct TransformTests {
  @Test("rendering X-2: no argument makes zeros, the constant is the identity")
  func initialValues() {
    #expect(M() == M(rows: (.zero, .zero, .zero, .zero)))
    #expect(CATransform3DIdentity == M.identity)
    #expect(CATransform3DIsIdentity(CATransform3DIdentity))
    #expect(!CATransform3DIsIdentity(M()))
  }

  @Test("rendering E-030 to E-035: translations, scales and their order (X-3, X-6, X-7)")
  func order() {
    func row4(_ m: M) -> [CGFloat] { [m.m41, m.m42, m.m43, m.m44] }
    expectNear(row4(T(2, 3, 4)), [2, 3, 4, 1])
    expectNear(row4(CATransform3DConcat(T(10, 0, 0), S(2, 2, 2))), [20, 0, 0, 1])
    expectNear(row4(CATransform3DConcat(S(2, 2, 2), T(10, 0, 0))), [10, 0, 0, 1])
    expectNear(Array(row4(CATransform3DTranslate(S(2, 3, 1), 10, 20, 0))[0..<2]), [20, 60])
    let scaled = CATransform3DScale(T(2, 3, 4), 2, 3, 4)
    expectNear([scaled.m11, scaled.m22, scaled.m33] + row4(scaled)[0..<3], [2, 3, 4, 2, 3, 4])
    let turned = CATransform3DRotate(S(2, 3, 1), .pi / 2, 0, 0, 1)
    expectNear([turned.m11, turned.m12, turned.m21, turned.m22], [0, 3, -2, 0])
  }

  @Test("rendering E-036 to E-040, E-044: rotations about any axis (X-4)")
  func rotations() {
    func upper(_ m: M) -> [CGFloat] { [m.m11, m.m12, m.m13, m.m21, m.m22, m.m23, m.m31, m.m32, m.m33] }
    let x = upper(R(.pi / 2, 1, 0, 0))
    expectNear(Array(x[3...]), [0, 0, 1, 0, -1, 0])
    let y = upper(R(.pi / 2, 0, 1, 0))
    expectNear(Array(y[0..<3] + y[6...]), [0, 0, -1, 1, 0, 0])
    expectNear(Array(upper(R(.pi / 2, 0, 0, 1))[0..<6]), [0, 1, 0, -1, 0, 0])
    expectNear(
      upper(R(.pi / 2, 2, 2, 2)),
      [0.333333, 0.910684, -0.244017, -0.244017, 0.333333, 0.910684, 0.910684, -0.244017, 0.333333]
    )
    #expect(R(1, 0, 0, 0) == .identity)
    expectNear(
      upper(R(.pi / 3, 1, 1, 0)),
      [0.75, 0.25, -0.612372, 0.25, 0.75, 0.612372, 0.612372, -0.612372, 0.5]
    )
  }

  @Test("rendering E-041 to E-043: inverses, and singular matrices stay (X-8)")
  func inverses() {
    let s = CATransform3DInvert(S(2, 4, 8))
    expectNear([s.m11, s.m22, s.m33], [0.5, 0.25, 0.125])
    let t = CATransform3DInvert(T(10, 20, 30))
    expectNear([t.m41, t.m42, t.m43], [-10, -20, -30])
    #expect(CATransform3DInvert(S(0, 1, 1)) == S(0, 1, 1))
    // Tiny determinants are not zero.
    let tiny = CATransform3DInvert(S(1e-60, 1e-60, 1))
    expectNear([tiny.m11 * 1e-60], [1])
  }

  @Test("rendering E-045 to E-055: points through matrices (X-5, X-9, X-15, X-16)")
  func points() {
    expectNear(project(CATransform3DRotate(T(100, 0, 0), .pi / 2, 0, 0, 1), 10, 0), [100, 10])
    expectNear(project(CATransform3DTranslate(R(.pi / 2, 0, 0, 1), 100, 0, 0), 10, 0), [0, 110])
    let far = perspective(-1 / 850).apply(85, 0, 100)
    expectNear([CGFloat(far.x / far.w), CGFloat(far.w)], [96.3333, 0.882353])
    expectNear([project(perspective(-1 / 850), 85, 0, -100)[0]], [76.0526])
    let turned = CATransform3DRotate(perspective(-1 / 500), .pi / 4, 0, 1, 0)
    expectNear(project(turned, 50, 20), [33.0204, 18.6792])
    expectNear(project(turned, -50, 20), [-38.0456, 21.5218])
    var skewed = M.identity
    skewed.m14 = 0.05
    expectNear([project(skewed, 10, 0)[0]], [6.66667])
    expectNear([CGFloat(perspective(-1 / 100).apply(0, 0, 150).w)], [-0.5])
    let affine = CATransform3DMakeAffineTransform(CGAffineTransform(a: 2, b: 3, c: 4, d: 5, tx: 6, ty: 7))
    expectNear(project(affine, 1, 1), [12, 15])
    let both = CATransform3DConcat(S(2, 3, 1), R(.pi / 2, 0, 0, 1))
    expectNear([both.m11, both.m12, both.m21, both.m22], [0, 2, -3, 0])
    let about = CATransform3DConcat(CATransform3DConcat(T(-50, -50, 0), R(.pi, 0, 0, 1)), T(50, 50, 0))
    expectNear(project(about, 10, 20), [90, 80])
  }

  @Test("rendering X-10, X-11: what is affine, and the six entries of anything")
  func affinity() {
    #expect(CATransform3DIsAffine(R(1, 0, 0, 1)))
    #expect(!CATransform3DIsAffine(S(1, 1, 2)))
    #expect(!CATransform3DIsAffine(T(0, 0, 1)))
    #expect(!CATransform3DIsAffine(R(1, 1, 0, 0)))
    #expect(!CATransform3DIsAffine(perspective(-0.01)))
    let six = CATransform3DGetAffineTransform(CATransform3DScale(T(1, 2, 3), 4, 5, 6))
    #expect(six == CGAffineTransform(a: 4, b: 0, c: 0, d: 5, tx: 1, ty: 2))
  }

  @Test("rendering X-13: comparison is exact, a NaN equals nothing")
  func equality() {
    var nan = M.identity
    nan.m23 = .nan
    #expect(!CATransform3DEqualToTransform(nan, nan))
    #expect(CATransform3DEqualToTransform(T(1, 2, 3), T(1, 2, 3)))
    #expect(!CATransform3DEqualToTransform(T(1, 2, 3), T(1, 2, CGFloat(3).nextUp)))
  }

  @Test("SC-26, SC-27: a transform travels inside value objects")
  func bridging() throws {
    let m = CATransform3DRotate(T(1, 2, 3), 0.3, 1, 2, 3)
    let value = NSValue(caTransform3D: m)
    #expect(value.caTransform3DValue == m)
    let any: Any = value
    #expect(any as? CATransform3D == m)
    #expect((m as Any) as? NSValue == value)
    #expect(any as? CGPoint == nil)
    #expect(NSValue(cgPoint: .zero).caTransform3DValue == M())
  }

  @Test("The plane z = 0 moves as a homography of rows and columns x, y and w")
  func planes() {
    let m = CATransform3DRotate(CATransform3DTranslate(perspective(-1 / 300), 5, 6, 7), 0.4, 1, 2, 3)
    let p = m.planar.apply(11, -13)
    expectNear([CGFloat(p.x / p.w), CGFloat(p.y / p.w)], project(m, 11, -13), tolerance: 1e-9)
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `a matrix times its inverse is the identity`(seed: UInt64) {
    var random = SeededRandom(seed)
    let m = random.matrix()
    guard let inverse = m.inverse else { return }
    let product = m.concatenated(with: inverse).rows
    let identity = M.identity.rows
    for (a, b) in [
      (product.0, identity.0), (product.1, identity.1), (product.2, identity.2), (product.3, identity.3),
    ] {
      let worst = ((a - b) * (a - b)).max()
      #expect(worst < 1e-12, "seed \(seed)")
    }
  }
}
