// Functions of one element at a time. The form for numbers is the formula; the form for vectors applies it to each
// element. A name without `simd_` is the one for Swift, where Apple's module has both; the order of arguments differs.

/// Returns the absolute value.
@inlinable
public func simd_abs<S: _Element & SignedNumeric>(_ x: S) -> S { S._absolute(x) }

/// Returns the absolute value of each element.
@inlinable
public func simd_abs<V: SIMD>(_ x: V) -> V where V.Scalar: _Element & SignedNumeric { x._map(simd_abs) }

/// Returns the absolute value of each element.
@inlinable
public func abs<V: SIMD>(_ x: V) -> V where V.Scalar: _Element & SignedNumeric { x._map(simd_abs) }

/// Returns the smaller number, or the one that is not NaN.
@inlinable
public func simd_min<S: _Element>(_ x: S, _ y: S) -> S { S._smaller(x, y) }

/// Returns the smaller element in each place; a NaN counts as absent.
@inlinable
public func simd_min<V: SIMD>(_ x: V, _ y: V) -> V where V.Scalar: _Element {
  x._map(with: y, V.Scalar._smaller)
}

/// Returns the smaller element in each place; a NaN counts as absent.
@inlinable
public func min<V: SIMD>(_ x: V, _ y: V) -> V where V.Scalar: _Element { simd_min(x, y) }

/// Returns the smaller of each element and a number; a NaN counts as absent.
@inlinable
public func min<V: SIMD>(_ vector: V, _ scalar: V.Scalar) -> V where V.Scalar: _Element {
  vector._map { V.Scalar._smaller($0, scalar) }
}

/// Returns the larger number, or the one that is not NaN.
@inlinable
public func simd_max<S: _Element>(_ x: S, _ y: S) -> S { S._larger(x, y) }

/// Returns the larger element in each place; a NaN counts as absent.
@inlinable
public func simd_max<V: SIMD>(_ x: V, _ y: V) -> V where V.Scalar: _Element {
  x._map(with: y, V.Scalar._larger)
}

/// Returns the larger element in each place; a NaN counts as absent.
@inlinable
public func max<V: SIMD>(_ x: V, _ y: V) -> V where V.Scalar: _Element { simd_max(x, y) }

/// Returns the larger of each element and a number; a NaN counts as absent.
@inlinable
public func max<V: SIMD>(_ vector: V, _ scalar: V.Scalar) -> V where V.Scalar: _Element {
  vector._map { V.Scalar._larger($0, scalar) }
}

/// Returns the number of a range that is nearest to `x`; a NaN gives `min`.
@inlinable
public func simd_clamp<S: _Element>(_ x: S, _ min: S, _ max: S) -> S { simd_min(simd_max(x, min), max) }

/// Returns for each element the nearest number between those of `min` and `max`; a NaN gives that of `min`.
@inlinable
public func simd_clamp<V: SIMD>(_ x: V, _ min: V, _ max: V) -> V where V.Scalar: _Element {
  simd_min(simd_max(x, min), max)
}

/// Returns for each element the nearest number between those of `min` and `max`; a NaN gives that of `min`.
@inlinable
public func clamp<V: SIMD>(_ x: V, min: V, max: V) -> V where V.Scalar: _Element { simd_clamp(x, min, max) }

/// Returns for each element the nearest number from `min` to `max`; a NaN gives `min`.
@inlinable
public func clamp<V: SIMD>(_ x: V, min: V.Scalar, max: V.Scalar) -> V where V.Scalar: _Element {
  x._map { simd_clamp($0, min, max) }
}

/// Returns the sum of the elements; integers wrap around.
@inlinable
public func simd_reduce_add<V: SIMD>(_ x: V) -> V.Scalar where V.Scalar: _Element {
  x._reduce(V.Scalar._sum)
}

/// Returns the sum of the elements; integers wrap around.
@inlinable
public func reduce_add<V: SIMD>(_ x: V) -> V.Scalar where V.Scalar: _Element { x._reduce(V.Scalar._sum) }

/// Returns the smallest element; a NaN counts as absent.
@inlinable
public func simd_reduce_min<V: SIMD>(_ x: V) -> V.Scalar where V.Scalar: _Element {
  x._reduce(V.Scalar._smaller)
}

/// Returns the smallest element; a NaN counts as absent.
@inlinable
public func reduce_min<V: SIMD>(_ x: V) -> V.Scalar where V.Scalar: _Element {
  x._reduce(V.Scalar._smaller)
}

/// Returns the largest element; a NaN counts as absent.
@inlinable
public func simd_reduce_max<V: SIMD>(_ x: V) -> V.Scalar where V.Scalar: _Element {
  x._reduce(V.Scalar._larger)
}

/// Returns the largest element; a NaN counts as absent.
@inlinable
public func reduce_max<V: SIMD>(_ x: V) -> V.Scalar where V.Scalar: _Element { x._reduce(V.Scalar._larger) }

/// Returns whether all elements are equal.
@inlinable
public func simd_equal<V: SIMD>(_ x: V, _ y: V) -> Bool where V.Scalar: _Element { x == y }
