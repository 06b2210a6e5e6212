// Functions of one floating-point element at a time, in the forms of VectorElements.swift.

/// Returns -1, 0 or 1 with the sign of a number; a NaN gives 0.
@inlinable
public func simd_sign<S: _Precision>(_ x: S) -> S { x > 0 ? 1 : x < 0 ? -1 : 0 }

/// Returns -1, 0 or 1 with the sign of each element; a NaN gives 0.
@inlinable
public func simd_sign<V: SIMD>(_ x: V) -> V where V.Scalar: _Precision { x._map(simd_sign) }

/// Returns -1, 0 or 1 with the sign of a number; a NaN gives 0.
@inlinable
public func sign<S: _Precision>(_ x: S) -> S { simd_sign(x) }

/// Returns -1, 0 or 1 with the sign of each element; a NaN gives 0.
@inlinable
public func sign<V: SIMD>(_ x: V) -> V where V.Scalar: _Precision { x._map(simd_sign) }

/// Returns the reciprocal.
@inlinable
public func simd_recip<S: _Precision>(_ x: S) -> S { 1 / x }

/// Returns the reciprocal of each element.
@inlinable
public func simd_recip<V: SIMD>(_ x: V) -> V where V.Scalar: _Precision { x._map(simd_recip) }

/// Returns the reciprocal.
@inlinable
public func recip<S: _Precision>(_ x: S) -> S { simd_recip(x) }

/// Returns the reciprocal of each element.
@inlinable
public func recip<V: SIMD>(_ x: V) -> V where V.Scalar: _Precision { x._map(simd_recip) }

/// Returns the reciprocal of the square root.
@inlinable
public func simd_rsqrt<S: _Precision>(_ x: S) -> S { 1 / x.squareRoot() }

/// Returns the reciprocal of the square root of each element.
@inlinable
public func simd_rsqrt<V: SIMD>(_ x: V) -> V where V.Scalar: _Precision { x._map(simd_rsqrt) }

/// Returns the reciprocal of the square root.
@inlinable
public func rsqrt<S: _Precision>(_ x: S) -> S { simd_rsqrt(x) }

/// Returns the reciprocal of the square root of each element.
@inlinable
public func rsqrt<V: SIMD>(_ x: V) -> V where V.Scalar: _Precision { x._map(simd_rsqrt) }

/// Returns `x - floor(x)`, which is at least 0 and below 1.
@inlinable
public func simd_fract<S: _Precision>(_ x: S) -> S { S.minimum(x - x.rounded(.down), S(1).nextDown) }

/// Returns what each element has above the next lower integer, at least 0 and below 1.
@inlinable
public func simd_fract<V: SIMD>(_ x: V) -> V where V.Scalar: _Precision { x._map(simd_fract) }

/// Returns what each element has above the next lower integer, at least 0 and below 1.
@inlinable
public func fract<V: SIMD>(_ x: V) -> V where V.Scalar: _Precision { x._map(simd_fract) }

/// Returns for each element the largest integer that is not larger.
@inlinable
public func floor<V: SIMD>(_ x: V) -> V where V.Scalar: _Precision { x.rounded(.down) }

/// Returns for each element the smallest integer that is not smaller.
@inlinable
public func ceil<V: SIMD>(_ x: V) -> V where V.Scalar: _Precision { x.rounded(.up) }

/// Returns for each element the integer that is left when the fraction is dropped.
@inlinable
public func trunc<V: SIMD>(_ x: V) -> V where V.Scalar: _Precision { x.rounded(.towardZero) }

/// Returns the smaller element in each place; a NaN counts as absent.
@inlinable
public func fmin<V: SIMD>(_ x: V, _ y: V) -> V where V.Scalar: _Precision { simd_min(x, y) }

/// Returns the larger element in each place; a NaN counts as absent.
@inlinable
public func fmax<V: SIMD>(_ x: V, _ y: V) -> V where V.Scalar: _Precision { simd_max(x, y) }

/// Returns the number at `t` on the line from `x` at 0 to `y` at 1.
@inlinable
public func simd_mix<S: _Precision>(_ x: S, _ y: S, _ t: S) -> S { x + t * (y - x) }

/// Returns the vector at `t`, which may differ by element, on the line from `x` at 0 to `y` at 1.
@inlinable
public func simd_mix<V: SIMD>(_ x: V, _ y: V, _ t: V) -> V where V.Scalar: _Precision { x + t * (y - x) }

/// Returns the vector at `t`, which may differ by element, on the line from `x` at 0 to `y` at 1.
@inlinable
public func mix<V: SIMD>(_ x: V, _ y: V, t: V) -> V where V.Scalar: _Precision { simd_mix(x, y, t) }

/// Returns the vector at `t` on the line from `x` at 0 to `y` at 1.
@inlinable
public func mix<V: SIMD>(_ x: V, _ y: V, t: V.Scalar) -> V where V.Scalar: _Precision { x + t * (y - x) }

/// Returns 0 below the edge, else 1.
@inlinable
public func simd_step<S: _Precision>(_ edge: S, _ x: S) -> S { x < edge ? 0 : 1 }

/// Returns 0 for each element below the edge in its place, else 1.
@inlinable
public func simd_step<V: SIMD>(_ edge: V, _ x: V) -> V where V.Scalar: _Precision {
  edge._map(with: x, simd_step)
}

/// Returns 0 below the edge, else 1.
@inlinable
public func step<S: _Precision>(_ x: S, edge: S) -> S { simd_step(edge, x) }

/// Returns 0 for each element below the edge in its place, else 1.
@inlinable
public func step<V: SIMD>(_ x: V, edge: V) -> V where V.Scalar: _Precision { simd_step(edge, x) }

/// Returns 0 up to `edge0`, 1 from `edge1` on, and a cubic curve `3t² - 2t³` between them.
@inlinable
public func simd_smoothstep<S: _Precision>(_ edge0: S, _ edge1: S, _ x: S) -> S {
  _smooth(simd_clamp((x - edge0) / (edge1 - edge0), 0, 1))
}

/// Returns for each element 0 up to that of `edge0`, 1 from that of `edge1` on, and a cubic curve between them.
@inlinable
public func simd_smoothstep<V: SIMD>(_ edge0: V, _ edge1: V, _ x: V) -> V where V.Scalar: _Precision {
  clamp((x - edge0) / (edge1 - edge0), min: 0, max: 1)._map(_smooth)
}

/// Returns for each element 0 up to that of `edge0`, 1 from that of `edge1` on, and a cubic curve between them.
@inlinable
public func smoothstep<V: SIMD>(_ x: V, edge0: V, edge1: V) -> V where V.Scalar: _Precision {
  simd_smoothstep(edge0, edge1, x)
}

/// Returns the cubic curve from 0 at 0 to 1 at 1 that is level at both ends.
@inlinable
func _smooth<S: _Precision>(_ t: S) -> S { t * t * (3 - 2 * t) }
