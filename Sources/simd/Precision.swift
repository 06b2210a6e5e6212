// As on Apple's systems, the module brings the functions of the C library, `sin` and `cos`, along.
#if canImport(Glibc)
  @_exported public import Glibc
#else
  @_exported public import Musl
#endif

// Functions of the module are declared once for all types of elements: the protocols say what a formula needs of an
// element, and how the generic code finds the matrices and quaternions of the same precision.

/// An element of a vector that can be compared, added and clamped.
public protocol _Element: SIMDScalar, Comparable, Hashable, Codable, Sendable {
  /// Returns the smaller of two numbers, or the one that is not NaN.
  static func _smaller(_ a: Self, _ b: Self) -> Self
  /// Returns the larger of two numbers, or the one that is not NaN.
  static func _larger(_ a: Self, _ b: Self) -> Self
  /// Returns the sum; integers wrap around.
  static func _sum(_ a: Self, _ b: Self) -> Self
  /// Returns the absolute value; the smallest integer stays as it is.
  static func _absolute(_ a: Self) -> Self
}

extension _Element where Self: FixedWidthInteger {
  /// Returns the smaller of two numbers.
  @inlinable
  public static func _smaller(_ a: Self, _ b: Self) -> Self { a < b ? a : b }
  /// Returns the larger of two numbers.
  @inlinable
  public static func _larger(_ a: Self, _ b: Self) -> Self { a < b ? b : a }
  /// Returns the sum, which wraps around.
  @inlinable
  public static func _sum(_ a: Self, _ b: Self) -> Self { a &+ b }
  /// Returns the absolute value; the smallest integer stays as it is.
  @inlinable
  public static func _absolute(_ a: Self) -> Self { a < 0 ? 0 &- a : a }
}

extension _Element where Self: FloatingPoint {
  /// Returns the smaller of two numbers, or the one that is not NaN.
  @inlinable
  public static func _smaller(_ a: Self, _ b: Self) -> Self { minimum(a, b) }
  /// Returns the larger of two numbers, or the one that is not NaN.
  @inlinable
  public static func _larger(_ a: Self, _ b: Self) -> Self { maximum(a, b) }
  /// Returns the sum.
  @inlinable
  public static func _sum(_ a: Self, _ b: Self) -> Self { a + b }
  /// Returns the absolute value.
  @inlinable
  public static func _absolute(_ a: Self) -> Self { a.magnitude }
}

extension Int8: _Element {}
extension UInt8: _Element {}
extension Int16: _Element {}
extension UInt16: _Element {}
extension Int32: _Element {}
extension UInt32: _Element {}
extension Int: _Element {}
extension UInt: _Element {}

/// The precision of matrices and quaternions: `Float` or `Double`.
public protocol _Precision: _Element, BinaryFloatingPoint {
  /// The matrix of two columns and two rows.
  associatedtype _Square2: _Matrix2x2 where _Square2.Scalar == Self
  /// The matrix of three columns and three rows.
  associatedtype _Square3: _Matrix3x3 where _Square3.Scalar == Self
  /// The matrix of four columns and four rows.
  associatedtype _Square4: _Matrix4x4 where _Square4.Scalar == Self
  /// The quaternion.
  associatedtype _Rotation: _Quaternion where _Rotation.Scalar == Self
}

extension Float: _Precision {
  /// The matrix of two columns and two rows.
  public typealias _Square2 = simd_float2x2
  /// The matrix of three columns and three rows.
  public typealias _Square3 = simd_float3x3
  /// The matrix of four columns and four rows.
  public typealias _Square4 = simd_float4x4
  /// The quaternion.
  public typealias _Rotation = simd_quatf
}

extension Double: _Precision {
  /// The matrix of two columns and two rows.
  public typealias _Square2 = simd_double2x2
  /// The matrix of three columns and three rows.
  public typealias _Square3 = simd_double3x3
  /// The matrix of four columns and four rows.
  public typealias _Square4 = simd_double4x4
  /// The quaternion.
  public typealias _Rotation = simd_quatd
}

extension _Precision {
  /// Returns a function of the C library, in double precision, rounded.
  @inlinable
  static func _value(of function: (Double) -> Double, at x: Self) -> Self { Self(function(Double(x))) }

  /// Returns the sine of an angle in radians.
  @inlinable
  static func _sine(_ x: Self) -> Self { _value(of: sin, at: x) }

  /// Returns the cosine of an angle in radians.
  @inlinable
  static func _cosine(_ x: Self) -> Self { _value(of: cos, at: x) }

  /// Returns the angle from 0 to π whose cosine is `x`.
  @inlinable
  static func _arcCosine(_ x: Self) -> Self { _value(of: acos, at: x) }

  /// Returns the angle of the point (`x`, `y`) in radians, from -π to π.
  @inlinable
  static func _angle(y: Self, x: Self) -> Self { Self(atan2(Double(y), Double(x))) }

  /// Returns e to the power `x`.
  @inlinable
  static func _exponential(_ x: Self) -> Self { _value(of: exp, at: x) }

  /// Returns the natural logarithm.
  @inlinable
  static func _logarithm(_ x: Self) -> Self { _value(of: log, at: x) }
}

extension SIMD {
  /// Returns the vector of the results of a function of each element.
  @inlinable
  func _map(_ function: (Scalar) -> Scalar) -> Self {
    var result = self
    for i in indices { result[i] = function(self[i]) }
    return result
  }

  /// Returns the vector of the results of a function of the elements in the same places.
  @inlinable
  func _map(with other: Self, _ function: (Scalar, Scalar) -> Scalar) -> Self {
    var result = self
    for i in indices { result[i] = function(self[i], other[i]) }
    return result
  }

  /// Combines all elements, the first with the second, the result with the third, and so on.
  @inlinable
  func _reduce(_ function: (Scalar, Scalar) -> Scalar) -> Scalar {
    indices.dropFirst().reduce(self[0]) { function($0, self[$1]) }
  }
}
