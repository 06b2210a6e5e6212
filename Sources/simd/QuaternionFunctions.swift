// The functions of quaternions with the names of C, the logarithm, and interpolation along arcs of the sphere.

/// Returns the quaternion with these imaginary parts and this real part.
@inlinable
public func simd_quaternion<S: _Precision>(_ ix: S, _ iy: S, _ iz: S, _ r: S) -> S._Rotation {
  S._Rotation(ix: ix, iy: iy, iz: iz, r: r)
}

/// Returns the quaternion with imaginary parts in x, y and z, and the real part in w.
@inlinable
public func simd_quaternion<S: _Precision>(_ xyzr: SIMD4<S>) -> S._Rotation { S._Rotation(vector: xyzr) }

/// Returns a rotation by an angle in radians about an axis of length 1.
@inlinable
public func simd_quaternion<S: _Precision>(_ angle: S, _ axis: SIMD3<S>) -> S._Rotation {
  S._Rotation(angle: angle, axis: axis)
}

/// Returns the shortest rotation of one direction onto another, both of length 1.
@inlinable
public func simd_quaternion<S: _Precision>(_ from: SIMD3<S>, _ to: SIMD3<S>) -> S._Rotation {
  S._Rotation(from: from, to: to)
}

/// Returns the quaternion of the matrix of a rotation.
@inlinable
public func simd_quaternion<M: _Matrix3x3>(_ matrix: M) -> M.Scalar._Rotation { M.Scalar._Rotation(matrix) }

/// Returns the quaternion of the matrix of a rotation; the last row and column do not count.
@inlinable
public func simd_quaternion<M: _Matrix4x4>(_ matrix: M) -> M.Scalar._Rotation { M.Scalar._Rotation(matrix) }

/// Returns the matrix of a rotation.
@inlinable
public func simd_matrix3x3<Q: _Quaternion>(_ q: Q) -> Q.Scalar._Square3 { Q.Scalar._Square3(q) }

/// Returns the matrix of a rotation.
@inlinable
public func simd_matrix4x4<Q: _Quaternion>(_ q: Q) -> Q.Scalar._Square4 { Q.Scalar._Square4(q) }

/// Returns the real part.
@inlinable
public func simd_real<Q: _Quaternion>(_ q: Q) -> Q.Scalar { q.real }

/// Returns the imaginary parts.
@inlinable
public func simd_imag<Q: _Quaternion>(_ q: Q) -> SIMD3<Q.Scalar> { q.imag }

/// Returns the angle of the rotation in radians, from 0 to 2π.
@inlinable
public func simd_angle<Q: _Quaternion>(_ q: Q) -> Q.Scalar { q.angle }

/// Returns the axis of the rotation, of length 1; NaN if nothing rotates.
@inlinable
public func simd_axis<Q: _Quaternion>(_ q: Q) -> SIMD3<Q.Scalar> { q.axis }

/// Returns the sum.
@inlinable
public func simd_add<Q: _Quaternion>(_ p: Q, _ q: Q) -> Q { p + q }

/// Returns the difference.
@inlinable
public func simd_sub<Q: _Quaternion>(_ p: Q, _ q: Q) -> Q { p - q }

/// Returns the product, which rotates by `q` first and by `p` second.
@inlinable
public func simd_mul<Q: _Quaternion>(_ p: Q, _ q: Q) -> Q { p * q }

/// Returns the quaternion multiplied by a number.
@inlinable
public func simd_mul<Q: _Quaternion>(_ q: Q, _ scale: Q.Scalar) -> Q { q * scale }

/// Returns the quaternion multiplied by a number.
@inlinable
public func simd_mul<Q: _Quaternion>(_ scale: Q.Scalar, _ q: Q) -> Q { q * scale }

/// Returns the quaternion with every sign changed, which is the same rotation.
@inlinable
public func simd_negate<Q: _Quaternion>(_ q: Q) -> Q { -q }

/// Returns the quaternion with the signs of its imaginary parts changed.
@inlinable
public func simd_conjugate<Q: _Quaternion>(_ q: Q) -> Q { q.conjugate }

/// Returns the quaternion whose product with this one is 1.
@inlinable
public func simd_inverse<Q: _Quaternion>(_ q: Q) -> Q { q.inverse }

/// Returns the quaternion of length 1 with the same direction; the identity for zero.
@inlinable
public func simd_normalize<Q: _Quaternion>(_ q: Q) -> Q { q.normalized }

/// Returns the length of the four parts as a vector.
@inlinable
public func simd_length<Q: _Quaternion>(_ q: Q) -> Q.Scalar { q.length }

/// Returns the scalar product of the four parts as vectors.
@inlinable
public func simd_dot<Q: _Quaternion>(_ p: Q, _ q: Q) -> Q.Scalar { simd_dot(p.vector, q.vector) }

/// Returns the scalar product of the four parts as vectors.
@inlinable
public func dot<Q: _Quaternion>(_ p: Q, _ q: Q) -> Q.Scalar { simd_dot(p, q) }

/// Returns a vector that is rotated; the quaternion must have the length 1.
@inlinable
public func simd_act<Q: _Quaternion>(_ q: Q, _ vector: SIMD3<Q.Scalar>) -> SIMD3<Q.Scalar> { q.act(vector) }

/// Returns the logarithm: for length `r`, angle `2t` and axis `v`, the real part `log(r)` and the others `tv`.
@inlinable
public func log<Q: _Quaternion>(_ q: Q) -> Q {
  let real = Q.Scalar._logarithm(simd_length_squared(q.vector)) / 2
  guard q.imag != .zero else { return Q(real: real, imag: .zero) }
  return Q(real: real, imag: Q.Scalar._arcCosine(q.real / q.length) * simd_normalize(q.imag))
}

/// Returns the quaternion whose logarithm this is.
@inlinable
public func exp<Q: _Quaternion>(_ q: Q) -> Q {
  let angle = simd_length(q.imag)
  let scale = Q.Scalar._exponential(q.real)
  guard angle != 0 else { return Q(real: scale, imag: .zero) }
  return scale * Q(real: Q.Scalar._cosine(angle), imag: Q.Scalar._sine(angle) * simd_normalize(q.imag))
}

extension _Quaternion {
  /// The quaternion at `t` on the arc from this one at 0 to another at 1, whichever way their signs make it go.
  @inlinable
  func _onArc(to other: Self, _ t: Scalar) -> Self {
    let (difference, sum) = (simd_length(vector - other.vector), simd_length(vector + other.vector))
    let angle = 2 * Scalar._angle(y: difference, x: sum)
    func weight(_ part: Scalar) -> Scalar { part * Scalar._sinc(part * angle) / Scalar._sinc(angle) }
    return Self(vector: weight(1 - t) * vector + weight(t) * other.vector).normalized
  }

  /// The inner control point at this quaternion of a spline from one neighbour to the other.
  @inlinable
  func _controlPoint(after previous: Self, before next: Self) -> Self {
    (self * exp(-0.25 * (log(previous * inverse) + log(next * inverse)))).normalized
  }
}

extension _Precision {
  /// Returns the quotient of the sine of an angle and the angle, which is 1 at 0.
  @inlinable
  static func _sinc(_ x: Self) -> Self { x == 0 ? 1 : _sine(x) / x }
}

/// Returns the rotation at `t` on the shorter arc from `q0` at 0 to `q1` at 1.
@inlinable
public func simd_slerp<Q: _Quaternion>(_ q0: Q, _ q1: Q, _ t: Q.Scalar) -> Q {
  q0._onArc(to: simd_dot(q0, q1) >= 0 ? q1 : -q1, t)
}

/// Returns the rotation at `t` on the longer arc from `q0` at 0 to `q1` at 1.
@inlinable
public func simd_slerp_longest<Q: _Quaternion>(_ q0: Q, _ q1: Q, _ t: Q.Scalar) -> Q {
  q0._onArc(to: simd_dot(q0, q1) >= 0 ? -q1 : q1, t)
}

/// Returns the rotation at `t` on a smooth curve through four rotations, from `q1` at 0 to `q2` at 1.
@inlinable
public func simd_spline<Q: _Quaternion>(_ q0: Q, _ q1: Q, _ q2: Q, _ q3: Q, _ t: Q.Scalar) -> Q {
  let first = q1._controlPoint(after: q0, before: q2)
  let second = q2._controlPoint(after: q1, before: q3)
  return q1._onArc(to: q2, t)._onArc(to: first._onArc(to: second, t), 2 * t * (1 - t))
}

/// Returns the rotation at `t` on the Bézier curve of arcs with the ends `q0` and `q3` and two control points.
@inlinable
public func simd_bezier<Q: _Quaternion>(_ q0: Q, _ q1: Q, _ q2: Q, _ q3: Q, _ t: Q.Scalar) -> Q {
  let middle = q1._onArc(to: q2, t)
  let first = q0._onArc(to: q1, t)._onArc(to: middle, t)
  return first._onArc(to: middle._onArc(to: q2._onArc(to: q3, t), t), t)
}
