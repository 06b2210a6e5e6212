import CoreGraphics
import Foundation
import StrataRenderTree
import Testing

private func T(_ x: CGFloat, _ y: CGFloat, _ z: CGFloat) -> CATransform3D {
  CATransform3DMakeTranslation(x, y, z)
}
private func S(_ x: CGFloat, _ y: CGFloat, _ z: CGFloat) -> CATransform3D { CATransform3DMakeScale(x, y, z) }
private func Rx(_ a: CGFloat) -> CATransform3D { CATransform3DMakeRotation(a, 1, 0, 0) }
private func Ry(_ a: CGFloat) -> CATransform3D { CATransform3DMakeRotation(a, 0, 1, 0) }
private func Rz(_ a: CGFloat) -> CATransform3D { CATransform3DMakeRotation(a, 0, 0, 1) }
private func * (a: CATransform3D, b: CATransform3D) -> CATransform3D { CATransform3DConcat(a, b) }

private func near(_ a: [CGFloat], _ b: [CGFloat], _ tolerance: CGFloat = 0.00001) -> Bool {
  a.count == b.count && zip(a, b).allSatisfy { abs($0 - $1) <= tolerance }
}

private func get(_ m: CATransform3D, _ part: String) throws -> CGFloat {
  var state = LayerState()
  state.transform = m
  let row = try #require(LayerSchema.table["transform.\(part)"])
  return try #require(row.value(in: state) as? CGFloat)
}

private func set(_ m: CATransform3D, _ part: String, _ value: Any) throws -> CATransform3D {
  var state = LayerState()
  state.transform = m
  #expect(LayerSchema.table.assign(value, at: "transform.\(part)", to: &state))
  return state.transform
}

@Suite struct DecompositionTests {
  @Test("rendering E-060 to E-062, E-069 to E-073: parts read (K-2, K-5, K-7)")
  func reading() throws {
    #expect(near([try get(S(2, 3, 4), "scale")], [3]))
    #expect(near([try get(Rz(0.5), "rotation")], [0.5]))
    let m = Rx(0.2) * Ry(0.3) * Rz(0.4)
    #expect(near(try ["x", "y", "z"].map { try get(m, "rotation.\($0)") }, [0.2, 0.3, 0.4]))
    let mirrored = S(-2, 3, 1)
    #expect(near(try ["x", "y", "z"].map { try get(mirrored, "scale.\($0)") }, [-2, 3, 1]))
    #expect(near(try ["x", "y", "z"].map { try get(mirrored, "rotation.\($0)") }, [0, 0, 0]))
    #expect(near(try ["x", "y", "z"].map { try get(Ry(2), "rotation.\($0)") }, [0, 2, 0]))
    #expect(near(try ["x", "y", "z"].map { try get(Ry(.pi / 2), "rotation.\($0)") }, [0, 1.570796, 0]))
    let moved = CATransform3DTranslate(S(2, 3, 1), 10, 20, 0)
    #expect(near([try get(moved, "translation.x"), try get(moved, "translation.y")], [20, 60]))
    let turned = Rz(0.5) * T(3, 4, 0)
    #expect(
      near(try ["rotation.z", "translation.x", "translation.y"].map { try get(turned, $0) }, [0.5, 3, 4])
    )
  }

  @Test("rendering E-063 to E-068, E-074, E-075: parts written (K-8)")
  func writing() throws {
    let a = try set(Rx(0.2) * Ry(0.3) * Rz(0.4), "rotation.x", 0.4)
    #expect(near([a.m13, a.m23, a.m33], [-0.29552, 0.372026, 0.879923]))
    let b = try set(S(2, 3, 4), "scale.x", 4)
    #expect(near([b.m11, b.m22, b.m33], [4, 3, 4]))
    let c = try set(S(2, 3, 4), "scale", 2)
    #expect(near([c.m11, c.m22, c.m33], [2, 2, 2]))
    let d = try set(S(2, 3, 4) * T(6, 7, 8), "translation.x", 11)
    #expect(near([d.m41, d.m42, d.m43, d.m11, d.m22, d.m33], [11, 7, 8, 2, 3, 4]))
    let e = try set(S(2, 3, 4), "translation", CGSize(width: 10, height: 15))
    #expect(near([e.m41, e.m42], [10, 15]))
    var p = CATransform3DIdentity
    p.m34 = -1 / 500
    let f = try set(p, "rotation.y", CGFloat.pi / 4)
    #expect(near([f.m11, f.m14, f.m33, f.m34], [0.707107, 0.00141421, 0.707107, -0.00141421], 1e-6))
    let g = try set(S(2, 2, 1) * Rz(.pi / 6), "scale.x", 5)
    #expect(near([g.m11, g.m12, g.m21, g.m22], [4.33013, 2.5, -1, 1.73205]))
    let h = try set(T(7, 8, 9), "rotation", CGFloat.pi / 2)
    #expect(near([h.m12, h.m21, h.m41, h.m42, h.m43], [1, -1, 7, 8, 9]))
  }

  @Test("SC-35: three half turns, one about each axis in turn, are one half turn about z")
  func threeHalfTurns() throws {
    var m = CATransform3DIdentity
    for axis in ["x", "y", "z"] { m = try set(m, "rotation.\(axis)", CGFloat.pi) }
    let wanted = Rz(.pi)
    #expect(near([m.m11, m.m12, m.m21, m.m22, m.m33], [wanted.m11, 0, 0, wanted.m22, 1]))
  }

  @Test("SC-36: scale.xy writes both factors of the plane")
  func scaleOfThePlane() throws {
    let m = try set(S(2, 3, 4), "scale.xy", 5)
    #expect(near([m.m11, m.m22, m.m33], [5, 5, 4]))
    #expect(try get(S(2, 3, 4), "scale.xy") == 2.5)
  }

  @Test("rendering K-9: a factor of zero stays when other parts are written, and they stay when it is")
  func factorsOfZero() throws {
    let flat = CATransform3DTranslate(Rz(0.4) * S(1, 1, 4), 1, 2, 3)
    for axis in ["x", "y", "z"] {
      let zero = try set(flat, "scale.\(axis)", 0)
      #expect(near([try get(zero, "scale.\(axis)"), try get(zero, "rotation.z")], [0, 0.4]))
      let turned = try set(zero, "rotation.z", CGFloat(0.5))
      #expect(near([try get(turned, "scale.\(axis)"), try get(turned, "rotation.z")], [0, 0.5]))
      #expect(near([turned.m41, turned.m42, turned.m43], [flat.m41, flat.m42, flat.m43]))
      let back = try set(zero, "scale.\(axis)", try get(flat, "scale.\(axis)"))
      for entry in [\CATransform3D.m11, \.m12, \.m21, \.m22, \.m33] {
        #expect(abs(back[keyPath: entry] - flat[keyPath: entry]) < 1e-12)
      }
    }
    let line = try set(try set(S(1, 1, 1), "scale.x", 0), "scale.y", 1)
    #expect(line == S(0, 1, 1))
    let point = try set(try set(S(0, 0, 0), "scale.y", 2), "rotation.x", 1)
    #expect(CATransform3DInvert(point) == point)
    #expect(near([point.m11, point.m22, point.m23], [0, 2 * cos(1), 2 * sin(1)]))
  }

  @Test("rendering K-9: rows along one line keep the length of the first, and perspective stays")
  func singularMatrices() throws {
    var parallel = CATransform3DIdentity
    (parallel.m21, parallel.m22) = (2, 0)
    #expect(near(try ["x", "y", "z"].map { try get(parallel, "scale.\($0)") }, [1, 0, 1]))
    #expect(try set(parallel, "rotation.z", 0) == S(1, 0, 1))
    var deep = S(0, 3, 1)
    deep.m34 = -0.002
    let turned = try set(deep, "rotation.z", CGFloat(0.5))
    #expect(near([turned.m11, turned.m12, turned.m34, turned.m44], [0, 0, -0.002, 1], 1e-9))
    var odd = S(2, 0, 4)
    (odd.m44, odd.m41) = (0, 7)
    #expect(near(try ["x", "y", "z"].map { try get(odd, "scale.\($0)") }, [2, 0, 4]))
    #expect(near([try get(odd, "rotation.z")], [0]))
    #expect(try set(odd, "scale.y", 3) == S(1, 3, 1) * T(7, 0, 0))
  }

  @Test("rendering K-7, K-8: what is written to a mirrored matrix keeps the mirror", arguments: 0..<3)
  func mirrors(axis: Int) throws {
    let names = ["x", "y", "z"]
    let mirror = try set(CATransform3DIdentity, "scale.\(names[axis])", -1)
    // The measured [.878 .479; .479 -.878] for y.
    for angle in [0.5, -1.2, 1.5] as [CGFloat] {
      let turned = try set(mirror, "rotation.z", angle)
      let wanted = mirror * Rz(angle)
      #expect(
        near(
          [turned.m11, turned.m12, turned.m21, turned.m22],
          [wanted.m11, wanted.m12, wanted.m21, wanted.m22]
        )
      )
      let again = try set(turned, "rotation.z", CGFloat(0))
      #expect(near([again.m11, again.m22, again.m33], [mirror.m11, mirror.m22, mirror.m33]))
    }
    for other in 0..<3 where other != axis {
      let stretched = try set(mirror, "scale.\(names[other])", 2)
      #expect(
        near(
          [try get(stretched, "scale.\(names[axis])"), try get(stretched, "scale.\(names[other])")],
          [-1, 2]
        )
      )
    }
  }

  @Test("rendering K-7: half a turn about y is not one about x and z")
  func halfTurnsAboutY() throws {
    let turned = try set(Ry(.pi), "rotation.z", CGFloat(0.5))
    let wanted = Ry(.pi) * Rz(0.5)
    #expect(
      near(
        [turned.m11, turned.m12, turned.m21, turned.m33],
        [wanted.m11, wanted.m12, wanted.m21, wanted.m33]
      )
    )
    let both = try set(Rx(1.7) * Rz(1.5), "rotation.y", CGFloat(0.1))
    let all = Rx(1.7) * Ry(0.1) * Rz(1.5)
    #expect(near([both.m11, both.m12, both.m13, both.m33], [all.m11, all.m12, all.m13, all.m33]))
  }

  @Test("animation I-8: a sheared matrix that turns is a rotation times a symmetric stretch on its way")
  func turningShear() {
    var sheared = CATransform3DIdentity
    sheared.m21 = -0.4877
    let m = sheared.mixed(with: sheared * Rz(.pi / 3), at: 0.5357)
    // Of the transposed matrix times the matrix; Apple's renderer has 1.3228, -0.0984 and 0.8287.
    let product = [
      m.m11 * m.m11 + m.m21 * m.m21, m.m11 * m.m12 + m.m21 * m.m22, m.m12 * m.m12 + m.m22 * m.m22,
    ]
    #expect(near(product, [1.324, -0.041, 0.825], 0.001))
  }

  @Test("animation I-8, I-10: a turn after a stretch keeps the stretch", arguments: 0..<20 as Range<UInt64>)
  func stretchesTurn(seed: UInt64) {
    var random = SeededRandom(seed)
    let stretch = S(random.number(0.2, 3), random.number(0.2, 3), random.number(0.2, 3))
    let (a, b) = (random.number(-1, 1), random.number(-1, 1))
    let half = (Rx(a) * stretch).mixed(with: Rx(b) * stretch, at: 0.25)
    let wanted = Rx(a + (b - a) * 0.25) * stretch
    let pairs = zip(
      [half.m11, half.m22, half.m23, half.m32, half.m33],
      [wanted.m11, wanted.m22, wanted.m23, wanted.m32, wanted.m33]
    )
    for (shown, expected) in pairs { #expect(abs(shown - expected) < 1e-9) }
  }

  @Test("rendering E-080 to E-086: halfway matrices (K-10, K-12)")
  func interpolation() throws {
    var a = Rz(.pi / 2)
    a.m42 = 100
    let x = CATransform3DIdentity.interpolated(to: a, at: 0.5)
    #expect(near([x.m11, x.m12, x.m42], [0.707107, 0.707107, 50]))
    let s = CATransform3DIdentity.interpolated(to: S(3, 3, 3), at: 0.25)
    #expect(near([s.m11, s.m22, s.m33], [1.5, 1.5, 1.5]))
    let r = Rz(.pi / 4).interpolated(to: Rz(.pi), at: 0.5)
    #expect(near([r.m11, r.m12], [-0.382683, 0.92388]))
    let t = CATransform3DIdentity.interpolated(to: Rx(.pi / 2), at: 1.0 / 3)
    #expect(near([t.m22, t.m23], [0.866025, 0.5]))
    var p = CATransform3DIdentity
    p.m34 = -1 / 500
    #expect(near([CATransform3DIdentity.interpolated(to: p, at: 0.5).m34], [-0.001], 1e-9))
    let short = CATransform3DIdentity.interpolated(to: Rz(1.5 * .pi), at: 0.5)
    #expect(near([short.m11, short.m12], [0.707107, -0.707107]))
    let both = T(10, 0, 0).interpolated(to: S(3, 1, 1) * T(30, 20, 0), at: 0.5)
    #expect(near([both.m11, both.m41, both.m42], [2, 20, 10]))
  }

  @Test("animation #217 to #220, #222 to #227: transforms by parts (I-5, I-10, I-11)")
  func transforms() {
    func half(_ a: CATransform3D, _ b: CATransform3D) -> [CGFloat] {
      let m = a.mixed(with: b, at: 0.5)
      return [m.m11, m.m12, m.m21, m.m22]
    }
    let identity = CATransform3DIdentity
    #expect(near(half(identity, Rz(.pi / 2)), [0.707107, 0.707107, -0.707107, 0.707107]))
    #expect(near(half(identity, Rz(.pi)), [0, 1, -1, 0]))
    #expect(near(half(identity, Rz(1.5 * .pi)), [0.707107, -0.707107, 0.707107, 0.707107]))
    #expect(near(half(identity, Rz(2 * .pi)), [1, 0, 0, 1]))
    var moved = Rz(.pi / 2)
    moved.m42 = 100
    #expect(near([identity.mixed(with: moved, at: 0.5).m42], [50]))
    #expect(near(half(S(1, 1, 1), S(3, 5, 1)), [2, 0, 0, 3]))
    #expect(near(half(identity, S(2, 2, 1) * Rz(.pi / 2)), [1.06066, 1.06066, -1.06066, 1.06066]))
    var p = identity
    p.m34 = -1 / 500
    #expect(near([identity.mixed(with: p, at: 0.5).m34], [-0.001], 1e-9))
    #expect(near(half(S(0, 0, 1), identity), [0.5, 0, 0, 0.5]))
    let x = Rx(0.4).mixed(with: Rx(1.2), at: 0.25)
    let wanted = Rx(0.6)
    #expect(near([x.m22, x.m23, x.m32, x.m33], [wanted.m22, wanted.m23, wanted.m32, wanted.m33]))
  }

  @Test("rendering K-11: where an end does not come apart the sixteen numbers move")
  func singularEnds() {
    var tilted = Rx(.pi / 2)
    tilted.m44 = 0
    for end in [S(0, 4, 1), tilted] {
      let start = Rz(1) * T(3, 4, 5)
      let quarter = start.mixed(with: end, at: 0.25)
      for path in [\CATransform3D.m11, \.m12, \.m23, \.m33, \.m41, \.m44] {
        #expect(abs(quarter[keyPath: path] - (start[keyPath: path] * 3 + end[keyPath: path]) / 4) < 1e-12)
      }
    }
  }

  @Test("animation #221, I-6: the angle moves as a number, past a half turn")
  func angles() throws {
    let row = try #require(LayerSchema.table["transform.rotation"] as? Property<LayerState, CGFloat>)
    var state = LayerState()
    row.lens.set(&state, CGFloat(0).mixed(with: 2 * .pi, at: 0.25))
    let m = state.transform
    #expect(near([m.m11, m.m12, m.m21, m.m22], [0, 1, -1, 0]))
  }

  @Test("rendering K-10: ends are returned exactly")
  func ends() {
    var random = SeededRandom(7)
    let (a, b) = (random.matrix(), random.matrix())
    #expect(a.mixed(with: b, at: 0) == a)
    #expect(a.mixed(with: b, at: 1) == b)
  }

  @Test(
    "rendering K-6, animation I-8, I-9: taken apart and put together again a matrix is the same",
    arguments: 0..<300 as Range<UInt64>
  )
  func roundTrip(seed: UInt64) throws {
    var random = SeededRandom(seed)
    let m = random.matrix()
    let again = try #require(TransformDecomposition(m)).transform
    let (a, b) = (m.rows, again.rows)
    let worst = max(
      ((a.0 - b.0) * (a.0 - b.0)).max(),
      ((a.1 - b.1) * (a.1 - b.1)).max(),
      ((a.2 - b.2) * (a.2 - b.2)).max(),
      ((a.3 - b.3) * (a.3 - b.3)).max()
    )
    #expect(worst < 1e-18)
  }

  @Test("Every part that is read back is what was written", arguments: 0..<100 as Range<UInt64>)
  func partsReadBack(seed: UInt64) throws {
    var random = SeededRandom(seed)
    let m = random.matrix()
    for part in ["rotation.x", "rotation.z", "scale.x", "scale.y", "scale.z", "translation.y", "m34"] {
      let value = CGFloat(random.number(0.3, 1.4))
      let written = try set(m, part, value)
      #expect(abs(try get(written, part) - value) < 1e-6, "\(part), seed \(seed)")
    }
  }

  @Test("A NaN or an infinity makes no trap and leaves a matrix that cannot be taken apart alone")
  func notFinite() throws {
    var m = CATransform3DIdentity
    m.m22 = .nan
    #expect(try get(m, "rotation.z") == 0)
    let same = try set(m, "scale.x", 2)
    #expect(same.m22.isNaN && same.m11 == 1)
    _ = m.mixed(with: .identity, at: 0.5)
    m.m22 = .infinity
    _ = m.mixed(with: .identity, at: 0.5)
    #expect(CATransform3DInvert(m) == m)
  }
}
