import Testing
import simd

/// Rotations as quaternions.
@Suite struct QuaternionTests {
  private let x = simd_double3(1, 0, 0)
  private let y = simd_double3(0, 1, 0)
  private let z = simd_double3(0, 0, 1)

  /// Returns a rotation about z.
  private func turn(_ angle: Double) -> simd_quatd { simd_quatd(angle: angle, axis: z) }

  private func areClose(_ p: simd_quatd, _ q: simd_quatd, _ tolerance: Double = 1e-12) -> Bool {
    simd_distance(p.vector, q.vector) < tolerance
  }

  @Test func anAxisAndAnAngleTurnVectors() {
    let quarter = turn(.pi / 2)
    #expect(distance(quarter.act(x), y) < 1e-15 && distance(simd_act(quarter, y), -x) < 1e-15)
    #expect(abs(quarter.angle - .pi / 2) < 1e-15 && distance(quarter.axis, z) < 1e-15)
    #expect(abs(quarter.real - 0.5.squareRoot()) < 1e-15 && quarter.imag.x == 0)
    // Beyond half a turn the angle stays as it is.
    #expect(abs(turn(5).angle - 5) < 1e-12)
    #expect(simd_quatf(angle: 0, axis: [1, 0, 0]).axis.x.isNaN)
  }

  @Test func partsMakeAQuaternion() {
    var q = simd_quatf(ix: 1, iy: 2, iz: 3, r: 4)
    #expect(q == simd_quatf(real: 4, imag: [1, 2, 3]) && q.vector == [1, 2, 3, 4])
    #expect(q == simd_quaternion(Float(1), 2, 3, 4) && q == simd_quatf(vector: [1, 2, 3, 4]))
    q.real = 0
    q.imag = [0, 3, 4]
    #expect(q.length == 5 && simd_length(q.normalized.vector - [0, 0.6, 0.8, 0]) < 1e-6)
    #expect(simd_quatf().vector == .zero && simd_quatf().normalized.vector == [0, 0, 0, 1])
    let text = "simd_quatf(real: 1.0, imag: SIMD3<Float>(0.0, 0.0, 0.0))"
    #expect("\(simd_quatf(vector: [0, 0, 0, 1]))" == text)
  }

  @Test func productsAreHamiltons() {
    let i = simd_quatd(ix: 1, iy: 0, iz: 0, r: 0)
    let j = simd_quatd(ix: 0, iy: 1, iz: 0, r: 0)
    let k = simd_quatd(ix: 0, iy: 0, iz: 1, r: 0)
    #expect(i * j == k && j * k == i)
    #expect(k * i == j && j * i == -k)
    #expect(i * i == simd_quatd(real: -1, imag: .zero))
    let q = simd_quatd(ix: 1, iy: 2, iz: 3, r: 4)
    #expect(areClose(q * q.inverse, simd_quatd(real: 1, imag: .zero)))
    #expect(q.conjugate == simd_quatd(ix: -1, iy: -2, iz: -3, r: 4) && q * q.conjugate == 30 * (i / i))
    #expect(q + q == 2 * q && q - q == simd_quatd())
    #expect(areClose(q / i, q * -i) && q / 2 == q * 0.5)
    #expect(dot(q, i) == 1 && simd_negate(q) == -q)
    // The right factor turns first.
    let both = simd_quatd(angle: .pi / 2, axis: x) * turn(.pi / 2)
    #expect(distance(both.act(x), z) < 1e-15)
  }

  private static let axes: [simd_double3] = [[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 0], [-1, 2, 3]]

  @Test(arguments: axes, [0.1, 1.5, 3, 4, 6])
  func matricesAndQuaternionsAreTheSameRotations(axis: simd_double3, angle: Double) {
    let q = simd_quatd(angle: angle, axis: normalize(axis))
    let small = simd_double3x3(q)
    let wide = matrix_double4x4(q)
    let v = simd_double3(1, 2, 3)
    #expect(distance(small * v, q.act(v)) < 1e-14 && abs(small.determinant - 1) < 1e-14)
    #expect(distance(wide * simd_double4(v, 1), simd_double4(q.act(v), 1)) < 1e-14)
    #expect(abs(abs(dot(simd_quatd(small), q)) - 1) < 1e-14 && simd_quatd(wide) == simd_quatd(small))
    #expect(simd_matrix3x3(q) == small && simd_quaternion(wide) == simd_quatd(wide))
  }

  @Test func aRotationTakesOneDirectionOntoAnother() {
    let a = normalize(simd_double3(1, 2, 3))
    for b in [normalize(simd_double3(3, 2, 1)), normalize(simd_double3(-1, -2, 3)), -y, a] {
      let q = simd_quatd(from: a, to: b)
      #expect(distance(q.act(a), b) < 1e-12 && abs(q.length - 1) < 1e-12)
    }
    // Opposite but for the rounding of the length, as 49 · (1/49) is less than 1.
    for vector in [simd_double3(-49, 0, 0), simd_double3(0, -98, 0), simd_double3(-1, -2, -3)] {
      let (from, to) = (-vector / length(vector), normalize(vector))
      #expect(distance(simd_quatd(from: from, to: to).act(from), to) < 1e-12)
    }
    for axis in [x, y, z, a] {
      let half = simd_quatd(from: axis, to: -axis)
      #expect(half.real == 0 && distance(half.act(axis), -axis) < 1e-12)
    }
    #expect(areClose(simd_quaternion(x, y), turn(.pi / 2)))
  }

  @Test func arcsAreWalkedEvenly() {
    let a = turn(0.2)
    let b = turn(1.4)
    #expect(areClose(simd_slerp(a, b, 0.25), turn(0.5)) && areClose(simd_slerp(a, -b, 0.25), turn(0.5)))
    #expect(areClose(simd_slerp(a, b, 0), a) && areClose(simd_slerp(a, b, 1), b))
    // The other way round: 1.2 - 2π in all.
    #expect(areClose(simd_slerp_longest(a, b, 0.5), turn(0.8 - .pi)))
    #expect(areClose(simd_slerp(a, a, 0.5), a))
  }

  @Test func curvesAboutOneAxisAreThoseOfNumbers() {
    let turns = [0.0, 0.4, 0.8, 1.2].map(turn)
    #expect(areClose(simd_spline(turns[0], turns[1], turns[2], turns[3], 0.25), turn(0.5)))
    let bent = [0.0, 0.3, 1.0, 1.2].map(turn)
    // The polynomial of Bernstein at 0.5: (0 + 3 · 0.3 + 3 · 1.0 + 1.2) / 8.
    #expect(areClose(simd_bezier(bent[0], bent[1], bent[2], bent[3], 0.5), turn(0.6375)))
    #expect(areClose(simd_bezier(bent[0], bent[1], bent[2], bent[3], 1), bent[3]))
  }

  @Test func logarithmAndExponential() {
    let q = 2 * turn(0.6)
    #expect(areClose(log(q), simd_quatd(real: 0.6931471805599453, imag: [0, 0, 0.3])))
    #expect(areClose(exp(log(q)), q) && exp(simd_quatd()) == simd_quatd(real: 1, imag: .zero))
    #expect(log(simd_quatd(real: 1, imag: .zero)) == simd_quatd())
  }
}
