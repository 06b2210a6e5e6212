// Vectors from numbers, and shorter or longer vectors. The names have the type in them, so each is declared for both.

/// Returns the vector of two numbers.
@inlinable
public func simd_make_float2(_ x: Float, _ y: Float) -> SIMD2<Float> { SIMD2(x, y) }

/// Returns the first two elements.
@inlinable
public func simd_make_float2(_ other: some SIMD<Float>) -> SIMD2<Float> { _resized(other) }

/// Returns the vector of three numbers.
@inlinable
public func simd_make_float3(_ x: Float, _ y: Float, _ z: Float) -> SIMD3<Float> { SIMD3(x, y, z) }

/// Returns a vector with one more element.
@inlinable
public func simd_make_float3(_ xy: SIMD2<Float>, _ z: Float) -> SIMD3<Float> { SIMD3(xy, z) }

/// Returns the first three elements; missing ones are zeros.
@inlinable
public func simd_make_float3(_ other: some SIMD<Float>) -> SIMD3<Float> { _resized(other) }

/// Returns the vector of four numbers.
@inlinable
public func simd_make_float4(_ x: Float, _ y: Float, _ z: Float, _ w: Float) -> SIMD4<Float> {
  SIMD4(x, y, z, w)
}

/// Returns the elements of two vectors.
@inlinable
public func simd_make_float4(_ xy: SIMD2<Float>, _ zw: SIMD2<Float>) -> SIMD4<Float> {
  SIMD4(lowHalf: xy, highHalf: zw)
}

/// Returns a vector with one more element.
@inlinable
public func simd_make_float4(_ xyz: SIMD3<Float>, _ w: Float) -> SIMD4<Float> { SIMD4(xyz, w) }

/// Returns the first four elements; missing ones are zeros.
@inlinable
public func simd_make_float4(_ other: some SIMD<Float>) -> SIMD4<Float> { _resized(other) }

/// Returns the vector of two numbers.
@inlinable
public func simd_make_double2(_ x: Double, _ y: Double) -> SIMD2<Double> { SIMD2(x, y) }

/// Returns the first two elements.
@inlinable
public func simd_make_double2(_ other: some SIMD<Double>) -> SIMD2<Double> { _resized(other) }

/// Returns the vector of three numbers.
@inlinable
public func simd_make_double3(_ x: Double, _ y: Double, _ z: Double) -> SIMD3<Double> { SIMD3(x, y, z) }

/// Returns a vector with one more element.
@inlinable
public func simd_make_double3(_ xy: SIMD2<Double>, _ z: Double) -> SIMD3<Double> { SIMD3(xy, z) }

/// Returns the first three elements; missing ones are zeros.
@inlinable
public func simd_make_double3(_ other: some SIMD<Double>) -> SIMD3<Double> { _resized(other) }

/// Returns the vector of four numbers.
@inlinable
public func simd_make_double4(_ x: Double, _ y: Double, _ z: Double, _ w: Double) -> SIMD4<Double> {
  SIMD4(x, y, z, w)
}

/// Returns the elements of two vectors.
@inlinable
public func simd_make_double4(_ xy: SIMD2<Double>, _ zw: SIMD2<Double>) -> SIMD4<Double> {
  SIMD4(lowHalf: xy, highHalf: zw)
}

/// Returns a vector with one more element.
@inlinable
public func simd_make_double4(_ xyz: SIMD3<Double>, _ w: Double) -> SIMD4<Double> { SIMD4(xyz, w) }

/// Returns the first four elements; missing ones are zeros.
@inlinable
public func simd_make_double4(_ other: some SIMD<Double>) -> SIMD4<Double> { _resized(other) }

/// Returns the first elements of a vector; missing ones are zeros.
@inlinable
func _resized<V: SIMD, W: SIMD>(_ vector: V) -> W where V.Scalar == W.Scalar, V.Scalar: _Precision {
  var result = W()
  for i in 0..<Swift.min(V.scalarCount, W.scalarCount) { result[i] = vector[i] }
  return result
}
