// Lengths, products and directions of vectors. As in Apple's geometry.h, a vector of length zero has no direction and
// its elements become NaN; lengths are roots of sums of squares without scaling.

/// Returns the scalar product.
@inlinable
public func simd_dot<V: SIMD>(_ x: V, _ y: V) -> V.Scalar where V.Scalar: _Precision {
  simd_reduce_add(x * y)
}

/// Returns the scalar product.
@inlinable
public func dot<V: SIMD>(_ x: V, _ y: V) -> V.Scalar where V.Scalar: _Precision { simd_dot(x, y) }

/// Returns the square of the length.
@inlinable
public func simd_length_squared<V: SIMD>(_ x: V) -> V.Scalar where V.Scalar: _Precision { simd_dot(x, x) }

/// Returns the square of the length.
@inlinable
public func length_squared<V: SIMD>(_ x: V) -> V.Scalar where V.Scalar: _Precision {
  simd_length_squared(x)
}

/// Returns the length.
@inlinable
public func simd_length<V: SIMD>(_ x: V) -> V.Scalar where V.Scalar: _Precision {
  simd_length_squared(x).squareRoot()
}

/// Returns the length.
@inlinable
public func length<V: SIMD>(_ x: V) -> V.Scalar where V.Scalar: _Precision { simd_length(x) }

/// Returns the sum of the absolute values of the elements.
@inlinable
public func simd_norm_one<V: SIMD>(_ x: V) -> V.Scalar where V.Scalar: _Precision {
  simd_reduce_add(simd_abs(x))
}

/// Returns the sum of the absolute values of the elements.
@inlinable
public func norm_one<V: SIMD>(_ x: V) -> V.Scalar where V.Scalar: _Precision { simd_norm_one(x) }

/// Returns the largest absolute value of the elements.
@inlinable
public func simd_norm_inf<V: SIMD>(_ x: V) -> V.Scalar where V.Scalar: _Precision {
  simd_reduce_max(simd_abs(x))
}

/// Returns the largest absolute value of the elements.
@inlinable
public func norm_inf<V: SIMD>(_ x: V) -> V.Scalar where V.Scalar: _Precision { simd_norm_inf(x) }

/// Returns the square of the distance of two points.
@inlinable
public func simd_distance_squared<V: SIMD>(_ x: V, _ y: V) -> V.Scalar where V.Scalar: _Precision {
  simd_length_squared(x - y)
}

/// Returns the square of the distance of two points.
@inlinable
public func distance_squared<V: SIMD>(_ x: V, _ y: V) -> V.Scalar where V.Scalar: _Precision {
  simd_distance_squared(x, y)
}

/// Returns the distance of two points.
@inlinable
public func simd_distance<V: SIMD>(_ x: V, _ y: V) -> V.Scalar where V.Scalar: _Precision {
  simd_length(x - y)
}

/// Returns the distance of two points.
@inlinable
public func distance<V: SIMD>(_ x: V, _ y: V) -> V.Scalar where V.Scalar: _Precision { simd_distance(x, y) }

/// Returns the vector of length 1 in the same direction; elements are NaN for a zero vector.
@inlinable
public func simd_normalize<V: SIMD>(_ x: V) -> V where V.Scalar: _Precision {
  x * simd_rsqrt(simd_length_squared(x))
}

/// Returns the vector of length 1 in the same direction; elements are NaN for a zero vector.
@inlinable
public func normalize<V: SIMD>(_ x: V) -> V where V.Scalar: _Precision { simd_normalize(x) }

/// Returns the projection of `x` onto `y`.
@inlinable
public func simd_project<V: SIMD>(_ x: V, _ y: V) -> V where V.Scalar: _Precision {
  simd_dot(x, y) / simd_dot(y, y) * y
}

/// Returns the projection of `x` onto `y`.
@inlinable
public func project<V: SIMD>(_ x: V, _ y: V) -> V where V.Scalar: _Precision { simd_project(x, y) }

/// Returns `x` reflected by the plane through the origin with the unit normal `n`.
@inlinable
public func simd_reflect<V: SIMD>(_ x: V, _ n: V) -> V where V.Scalar: _Precision {
  x - 2 * simd_dot(x, n) * n
}

/// Returns `x` reflected by the plane through the origin with the unit normal `n`.
@inlinable
public func reflect<V: SIMD>(_ x: V, n: V) -> V where V.Scalar: _Precision { simd_reflect(x, n) }

/// Refracts a ray at a surface.
///
/// - Parameters:
///   - x: The direction of the ray, of length 1.
///   - n: The normal of the surface, of length 1.
///   - eta: The ratio of the indices of refraction.
/// - Returns: The direction of the refracted ray, or zero if all light is reflected.
@inlinable
public func simd_refract<V: SIMD>(_ x: V, _ n: V, _ eta: V.Scalar) -> V where V.Scalar: _Precision {
  let cosine = simd_dot(x, n)
  let k = 1 - eta * eta * (1 - cosine * cosine)
  return k >= 0 ? eta * x - (eta * cosine + k.squareRoot()) * n : V()
}

/// Refracts a ray at a surface.
///
/// - Parameters:
///   - x: The direction of the ray, of length 1.
///   - n: The normal of the surface, of length 1.
///   - eta: The ratio of the indices of refraction.
/// - Returns: The direction of the refracted ray, or zero if all light is reflected.
@inlinable
public func refract<V: SIMD>(_ x: V, n: V, eta: V.Scalar) -> V where V.Scalar: _Precision {
  simd_refract(x, n, eta)
}

/// Returns the vector product of two vectors in the plane, which points along z.
@inlinable
public func simd_cross<S: _Precision>(_ x: SIMD2<S>, _ y: SIMD2<S>) -> SIMD3<S> {
  SIMD3(0, 0, x.x * y.y - x.y * y.x)
}

/// Returns the vector product, orthogonal to both vectors.
@inlinable
public func simd_cross<S: _Precision>(_ x: SIMD3<S>, _ y: SIMD3<S>) -> SIMD3<S> {
  SIMD3(x.y * y.z - x.z * y.y, x.z * y.x - x.x * y.z, x.x * y.y - x.y * y.x)
}

/// Returns the vector product of two vectors in the plane, which points along z.
@inlinable
public func cross<S: _Precision>(_ x: SIMD2<S>, _ y: SIMD2<S>) -> SIMD3<S> { simd_cross(x, y) }

/// Returns the vector product, orthogonal to both vectors.
@inlinable
public func cross<S: _Precision>(_ x: SIMD3<S>, _ y: SIMD3<S>) -> SIMD3<S> { simd_cross(x, y) }
